"""Which clues are superfluous: those the others imply, and the smallest sets that keep a puzzle unique."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from typing import Any

from deduce.evidence import Statement
from deduce.ground.deadline import Deadline
from deduce.ground.errors import Contradiction, GaveUp, ProblemError, TooLarge
from deduce.ground.phrases import Phrase, say
from deduce.ground.spreading import checked_jobs, spread
from deduce.knowledge import Knowledge
from deduce.language.constraints import Constraint
from deduce.language.posting import Literal
from deduce.language.variables import Variable
from deduce.problem import Problem
from deduce.puzzles.hitting import Oracle, cheapest_sets, minimal_set
from deduce.puzzles.live import Live, live_solver
from deduce.puzzles.uniqueness import Verdict, as_knowledge, verify

NOT_UNIQUE = "the puzzle is not unique, so no set of its clues makes it so"
NO_CLUES = "there are no clues here that could be left out one by one: all is in the rules"

EFFORT = 60
"""So many questions are asked for the fewest clues where no proof is wanted: enough for puzzles of a few clues."""

_LISTED = 500
"""What the other clues leave is looked through so far where the opposite of a clue cannot be said to a solver."""

_SHARES = 16
"""The clues are dealt out to workers in so many shares."""


@dataclass(frozen=True, slots=True)
class Redundancy:
    """What `redundant` found.

    Attributes:
        clues: All clues of the puzzle.
        implied: Clues that follow from the rules and the other clues.
        spare: Clues each of which can go, alone, and the puzzle stays unique on its answer key. With a
            key of all variables these are the implied ones; a smaller key can spare more. Empty for a
            puzzle that is not unique.
        smallest: Sets of clues, as few as can be, that keep the puzzle unique; empty when it is not.
        proved: True when no smaller sets exist and `listed_all` is to be believed; False when the effort or the time
            limit left one set that is only minimal (none of its clues can be spared), or none.
        listed_all: Whether `smallest` has every set of that size.
        unique: Whether the puzzle is unique with all its clues.
    """

    clues: tuple[Statement, ...]
    implied: tuple[Statement, ...]
    spare: tuple[Statement, ...]
    smallest: tuple[tuple[Statement, ...], ...]
    proved: bool
    listed_all: bool
    unique: bool

    def to_dict(self) -> dict[str, Any]:
        """The findings as plain values for JSON."""
        return {
            "clues": [s.to_dict() for s in self.clues],
            "implied": [s.text for s in self.implied],
            "spare": [s.text for s in self.spare],
            "implied_at": [s.place for s in self.implied],
            "spare_at": [s.place for s in self.spare],
            "smallest": [[s.text for s in chosen] for chosen in self.smallest],
            "proved": self.proved,
            "listed_all": self.listed_all,
            "unique": self.unique,
        }

    def __str__(self) -> str:
        return "\n".join(self.lines)

    @property
    def lines(self) -> list[str]:
        """It in sentences."""
        lines: list[str] = []
        if self.implied:
            lines += ["each of these clues follows from the others:", *map(_item, self.implied)]
        else:
            lines.append("no clue follows from the others")
        further = [s for s in self.spare if s not in self.implied]
        if further:
            lines += ["these say more, but the answer is unique without any one of them:"]
            lines += map(_item, further)
        if not self.clues:
            lines = [NO_CLUES]
        if not self.unique:
            lines.append(NOT_UNIQUE)
        elif not self.clues:
            return lines
        elif not self.smallest:
            lines.append("the time limit came before a set of clues that is enough was made small")
        for chosen in self.smallest:
            word = (
                "as few as can be"
                if self.proved
                else "none of them can be spared; `fewest` looks for fewer"
            )
            said = "{some} of {number:clue} will do ({word}):"
            lines += [say(said, some=len(chosen), number=len(self.clues), word=word), *map(_item, chosen)]
        if self.smallest and not self.listed_all:
            lines.append("there may be further sets")
        return lines


def clues_of(knowledge: Knowledge) -> tuple[Statement, ...]:
    """The clues of a puzzle: its log; for a bare problem, whose log is empty, its rules.

    Raises `ProblemError` for a log with changes of the hidden state: a puzzle stands still.
    """
    if any(s.changes for s in knowledge.log):
        raise ProblemError("a puzzle stands still: its clues cannot include changes of the hidden state")
    clues = tuple(s for s in knowledge.log if isinstance(s.content, Constraint))
    return clues or tuple(s for s in knowledge.rules if isinstance(s.content, Constraint))


def _solver(knowledge: Knowledge, clues: Sequence[Statement]) -> tuple[Live, dict[int, list[Literal]]]:
    """A solver that holds what is no clue for good, and the clues as assumptions by their number."""
    if knowledge.log or not clues:
        live, _ = live_solver(knowledge)
    else:
        live = Live(knowledge.scope, (), [c.content for c in clues if isinstance(c.content, Constraint)])
    return live, {i: live.assumptions([clue]) for i, clue in enumerate(clues)}


def redundant(
    puzzle: Problem | Knowledge,
    *,
    key: object = None,
    limit: int = 5,
    fewest: bool = False,
    bare: bool = True,
    time_limit: float | None = None,
    jobs: int = 1,
    parallel: Mapping[str, Any] | None = None,
) -> Redundancy:
    """Clues implied by the others, and the smallest sets of clues that keep the puzzle unique.

    The clues are the log; the problem's rules always hold. A bare problem has no log: its rules are then
    its clues, unless that is asked not to be.

    Args:
        puzzle: A problem or knowledge.
        key: The answer key, as in `verify`.
        limit: How many smallest sets to list at most.
        fewest: Look for the fewest clues until it is proved that there are no fewer, which may take exponentially
            long. Without it so many questions are asked as `EFFORT` says; then one set is given from which no clue
            can be spared.
        bare: Whether the rules are the clues where the log is empty; else there are none then.
        time_limit: In seconds, for everything. When only the smallest sets were not found in time, one minimal
            set is given instead, or none where even that took too long.
        jobs: Worker processes, by joblib (extra ``arena``), among which the clues are shared out to be tried;
            -1 for one a processor. The answer is the same.
        parallel: Arguments of ``joblib.parallel_config`` to use in place of worker processes on this machine.

    Raises:
        ProblemError: Knowledge with a change of the hidden state: a puzzle stands still (`verify` takes it).
        Contradiction: The puzzle has no solution.
        GaveUp: `verify` could not decide within the limit, or the clues could not all be tried.
    """
    knowledge = as_knowledge(puzzle)
    clues = clues_of(knowledge)
    if not knowledge.log and not bare:
        clues = ()
    deadline = Deadline(time_limit)
    checked_jobs(jobs)
    with deadline.grace().watch():
        verdict = verify(knowledge, key=key, time_limit=deadline.left())
        if verdict.conflict is not None:
            raise Contradiction(verdict.conflict)
        if verdict.status in ("gave up", "none"):
            raise GaveUp(f"the puzzle could not be decided first: {verdict.limit}")
        trial = _Trial(knowledge, clues, verdict, time_limit, time.time() + (time_limit or 0.0))
        if jobs == 1 and parallel is None:
            return _redundancy(trial, range(len(clues)), None, (limit, fewest), deadline)
        shares = [share for i in range(_SHARES) if (share := range(i, len(clues), _SHARES))]
        found = list(spread(trial.tried, shares, jobs=jobs, parallel=parallel))
        return _redundancy(trial, (), found, (limit, fewest), deadline)


@dataclass(frozen=True, slots=True)
class _Trial:
    """What a worker needs to try some of the clues."""

    knowledge: Knowledge
    clues: tuple[Statement, ...]
    verdict: Verdict
    seconds: float | None
    end: float

    def tried(self, share: Sequence[int]) -> tuple[list[int], list[int]]:
        """Which clues of a share are implied, and which can be spared."""
        with Deadline(self.seconds, left=self.end - time.time()).grace().watch(), self.asked() as oracle:
            return self.answered(oracle, share)

    def answered(self, oracle: Oracle, share: Sequence[int]) -> tuple[list[int], list[int]]:
        """The same, asked of an oracle at hand."""
        items = oracle.items
        if not self.verdict.unique:
            return [i for i in share if _follows(oracle.live, items, i, self.clues[i])], []
        spare = [i for i in share if not oracle.open([j for j in items if j != i])]
        return [i for i in spare if self._implied(oracle, i)], spare

    def _implied(self, oracle: Oracle, i: int) -> bool:
        """Whether a clue that can be spared says nothing new either.

        It leaves the one answer, which agrees with it: so it does where the answer settles all that the clue speaks of.
        """
        scope, live, solution = _scope(self.clues[i]), oracle.live, self.verdict.solution or {}
        if set(scope) <= set(self.verdict.key):
            return True
        if all(v in solution for v in scope):
            others = [x for j, literals in oracle.items.items() if j != i for x in literals]
            guard = live.guard()
            live.solver.clause(_elsewhere(live, solution, scope), guard)
            try:
                if not live.satisfiable([*others, guard], oracle.deadline):
                    return True
            finally:
                live.release(guard)
        return _follows(live, oracle.items, i, self.clues[i])

    @contextmanager
    def asked(self) -> Iterator[Oracle]:
        """Whether another solution stays possible with some of the clues."""
        live, items = _solver(self.knowledge, self.clues)
        guard = live.guard()
        live.solver.clause(_elsewhere(live, self.verdict.solution or {}, self.verdict.key), guard)
        try:
            yield Oracle(live, items, [guard], Deadline(None))
        finally:
            live.release(guard)


def _redundancy(
    trial: _Trial,
    share: Sequence[int],
    found: Sequence[tuple[Sequence[int], Sequence[int]]] | None,
    wanted: tuple[int, bool],
    deadline: Deadline,
) -> Redundancy:
    clues = trial.clues
    with trial.asked() as oracle:
        tried = [trial.answered(oracle, share)] if found is None else found
        implied = tuple(clues[i] for i in sorted(i for some, _ in tried for i in some))
        if not trial.verdict.unique:
            return Redundancy(clues, implied, (), (), True, True, False)
        spare = tuple(clues[i] for i in sorted(i for _, some in tried for i in some))
        oracle.deadline = deadline
        sets, proved, all_of_them = _smallest(oracle, *wanted)
    named = tuple(tuple(clues[i] for i in chosen) for chosen in sets)
    return Redundancy(clues, implied, spare, named, proved, all_of_them, True)


def implied_clues(
    knowledge: Knowledge,
    clues: Sequence[Statement],
    deadline: Deadline,
    together: Callable[[Statement], Hashable] | None = None,
) -> tuple[tuple[Statement, ...], tuple[Statement, ...]]:
    """Those of the `clues` that follow from the rules and the others, and those of which that was not found out.

    Statements for which `together` gives the same are one clue, which follows where all of them do without any of
    them. Raises `GaveUp` at the deadline.
    """
    live, items = _solver(knowledge, clues)
    groups: dict[Hashable, list[int]] = {}
    for i, clue in enumerate(clues):
        groups.setdefault(i if together is None else together(clue), []).append(i)
    implied: list[int] = []
    open_still: list[int] = []
    for group in groups.values():
        deadline.left()
        try:
            if all(_follows(live, items, i, clues[i], group) for i in group):
                implied += group
        except _Undecided:
            open_still += group
    return tuple(clues[i] for i in sorted(implied)), tuple(clues[i] for i in sorted(open_still))


class _Undecided(GaveUp):
    """Whether a clue follows was not found out."""


def _item(clue: Statement) -> Phrase:
    return say("  - {text}", text=clue.label)


def _scope(clue: Statement) -> tuple[Variable, ...]:
    """The variables that a clue speaks of."""
    return tuple(clue.content.scope) if isinstance(clue.content, Constraint) else ()


def _elsewhere(live: Live, solution: Mapping[Variable, Hashable], key: Sequence[Variable]) -> list[Literal]:
    """A clause: the answer key is not as in `solution`."""
    return [-live.solver.literal(v, v.position(solution[v])) for v in key]


def _smallest(oracle: Oracle, limit: int, fewest: bool) -> tuple[list[list[int]], bool, bool]:
    # A limit may come while the smallest are looked for: then there is one set to give.
    least: list[int] | None = None
    bounded = not fewest or oracle.deadline.seconds is not None
    try:
        if bounded:
            least = minimal_set(oracle)
        oracle.left = None if fewest else EFFORT
        sets = list(islice(cheapest_sets(oracle), limit + 1))
        return sorted(sets[:limit]), True, len(sets) <= limit
    except GaveUp:
        if not bounded:
            raise
        return ([] if least is None else [least]), False, False


def _follows(
    live: Live, items: Mapping[int, Sequence[Literal]], i: int, clue: Statement, apart: Sequence[int] = ()
) -> bool:
    """Whether the rules and the other clues imply this one, without those `apart`."""
    others = [x for j, literals in items.items() if j != i and j not in apart for x in literals]
    content = clue.content
    if not isinstance(content, Constraint):
        return False
    guard = live.guard()
    try:
        live.solver.add(~content, guard)
        return not live.satisfiable([*others, guard], Deadline(None))
    except (ProblemError, TooLarge):
        found = _always(live, others, content)
    finally:
        live.release(guard)
    if found is None:
        raise _Undecided(
            f"whether {clue.label!r} follows from the others was not found out: they leave too many ways"
        )
    return found


def _always(live: Live, others: Sequence[Literal], content: Constraint) -> bool | None:
    """The same where no solver takes the opposite: whether it is true of all that the others leave; None for too many."""
    guard = live.guard()
    try:
        for _ in range(_LISTED):
            if not live.satisfiable([*others, guard], Deadline(None)):
                return True
            _, world = live.found()
            if not content.holds([world[v] for v in content.scope]):
                return False
            live.solver.clause(_elsewhere(live, world, content.scope), guard)
        return None
    finally:
        live.release(guard)

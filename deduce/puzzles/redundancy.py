"""Which clues are superfluous: those the others imply, and the smallest sets that keep a puzzle unique."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from deduce.changes import Change
from deduce.constraints import Constraint
from deduce.deadline import Deadline, tick
from deduce.errors import Contradiction, GaveUp, ProblemError
from deduce.evidence import Statement
from deduce.explain.opposite import opposite
from deduce.knowledge import Knowledge
from deduce.posting import Literal
from deduce.problem import Problem
from deduce.puzzles.hitting import Oracle, cheapest_sets, minimal_set
from deduce.puzzles.live import Live, live_solver
from deduce.puzzles.uniqueness import as_knowledge, verify
from deduce.variables import Variable

__all__ = ["Redundancy", "clues_of", "implied_clues", "redundant"]


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
        proved: True when no smaller sets exist and `listed_all` is to be believed; False when the time
            limit left one set that is only minimal (none of its clues can be spared).
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
            "smallest": [[s.text for s in chosen] for chosen in self.smallest],
            "proved": self.proved,
            "listed_all": self.listed_all,
            "unique": self.unique,
        }

    def __str__(self) -> str:
        lines = []
        if self.implied:
            lines += ["these clues follow from the others:", *(f"  - {s.label}" for s in self.implied)]
        else:
            lines.append("no clue follows from the others")
        further = [s for s in self.spare if s not in self.implied]
        if further:
            lines += ["these say more, but the answer is unique without any one of them:"]
            lines += [f"  - {s.label}" for s in further]
        if not self.unique:
            lines.append("the puzzle is not unique, so no set of its clues makes it so")
        for chosen in self.smallest:
            word = "as few as can be" if self.proved else "a shorter set may exist"
            lines += [f"{len(chosen)} of {len(self.clues)} clues are enough ({word}):"]
            lines += [f"  - {s.label}" for s in chosen]
        if self.smallest and not self.listed_all:
            lines.append("there may be further sets")
        return "\n".join(lines)


def clues_of(knowledge: Knowledge) -> tuple[Statement, ...]:
    """The clues of a puzzle: its log; for a bare problem, whose log is empty, its rules.

    Raises `ProblemError` for a log with changes of the hidden state: a puzzle stands still.
    """
    if any(isinstance(s.content, Change) for s in knowledge.log):
        raise ProblemError("a puzzle stands still: its clues cannot include changes of the hidden state")
    clues = tuple(s for s in knowledge.log if isinstance(s.content, Constraint))
    return clues or tuple(s for s in knowledge.rules if isinstance(s.content, Constraint))


def _solver(knowledge: Knowledge, clues: Sequence[Statement]) -> tuple[Live, dict[int, list[Literal]]]:
    """A solver that holds what is no clue for good, and the clues as assumptions by their number."""
    if knowledge.log:
        live, _ = live_solver(knowledge)
    else:
        live = Live(knowledge.scope, (), [c.content for c in clues if isinstance(c.content, Constraint)])
    return live, {i: live.assumptions([clue]) for i, clue in enumerate(clues)}


def redundant(
    puzzle: Problem | Knowledge,
    *,
    key: object = None,
    limit: int = 5,
    time_limit: float | None = None,
) -> Redundancy:
    """Clues implied by the others, and the smallest sets of clues that keep the puzzle unique.

    The clues are the log; the problem's rules always hold. A bare problem has no log: its rules are then
    its clues.

    Args:
        puzzle: A problem or knowledge.
        key: The answer key, as in `verify`.
        limit: How many smallest sets to list at most.
        time_limit: In seconds, for everything. When only the smallest sets were not found in time, one minimal
            set is given instead.

    Raises:
        ProblemError: Knowledge with a change of the hidden state: a puzzle stands still (`verify` takes it).
        Contradiction: The puzzle has no solution.
        GaveUp: `verify` could not decide within the limit, or the clues could not all be tried.
    """
    knowledge = as_knowledge(puzzle)
    clues = clues_of(knowledge)
    deadline = Deadline(time_limit)
    with deadline.grace().watch():
        return _redundancy(knowledge, clues, key, limit, deadline)


def _redundancy(
    knowledge: Knowledge,
    clues: tuple[Statement, ...],
    key: object,
    limit: int,
    deadline: Deadline,
) -> Redundancy:
    verdict = verify(knowledge, key=key, time_limit=deadline.left())
    if verdict.conflict is not None:
        raise Contradiction(verdict.conflict)
    if verdict.status == "gave up" or verdict.solution is None:
        raise GaveUp(f"the puzzle could not be decided first: {verdict.limit}")
    live, items = _solver(knowledge, clues)
    implied = [clue for i, clue in enumerate(clues) if _follows(live, items, i, clue)]
    if not verdict.unique:
        return Redundancy(clues, tuple(implied), (), (), True, True, False)
    guard = live.guard()
    live.solver.clause(_elsewhere(live, verdict.solution, verdict.key), guard)
    try:
        oracle = Oracle(live, items, [guard], Deadline(None))
        spare = [clue for i, clue in enumerate(clues) if not oracle.open([j for j in items if j != i])]
        oracle.deadline = deadline
        sets, proved, all_of_them = _smallest(oracle, limit)
    finally:
        live.release(guard)
    named = tuple(tuple(clues[i] for i in chosen) for chosen in sets)
    return Redundancy(clues, tuple(implied), tuple(spare), named, proved, all_of_them, True)


def implied_clues(
    knowledge: Knowledge, clues: Sequence[Statement], deadline: Deadline
) -> tuple[Statement, ...]:
    """Those of the `clues` that follow from the rules and the others. Raises `GaveUp` at the deadline."""
    live, items = _solver(knowledge, clues)
    implied = []
    for i, clue in enumerate(clues):
        deadline.left()
        if _follows(live, items, i, clue):
            implied.append(clue)
    return tuple(implied)


def _elsewhere(live: Live, solution: Mapping[Variable, Hashable], key: Sequence[Variable]) -> list[Literal]:
    """A clause: the answer key is not as in `solution`."""
    return [-live.solver.literal(v, v.position(solution[v])) for v in key]


def _smallest(oracle: Oracle, limit: int) -> tuple[list[list[int]], bool, bool]:
    sets: list[list[int]] = []
    try:
        sets = list(islice(cheapest_sets(oracle), limit + 1))
        return sorted(sets[:limit]), True, len(sets) <= limit
    except GaveUp:
        tick()
        oracle.deadline = Deadline(None)
        least = minimal_set(oracle)
        return ([] if least is None else [least]), False, False


def _follows(live: Live, items: Mapping[int, list[Literal]], i: int, clue: Statement) -> bool:
    """Whether the rules and the other clues imply this one."""
    others = [x for j, literals in items.items() if j != i for x in literals]
    if not isinstance(clue.content, Constraint):
        return False
    for other in opposite(clue.content):
        guard = live.guard()
        live.solver.add(other, guard)
        try:
            if live.satisfiable([*others, guard], Deadline(None)):
                return False
        finally:
            live.release(guard)
    return True

"""A puzzle that is not unique yet: how far it is from that, and which clues would bring it there."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

import numpy as np

from deduce.evidence import Statement, in_words
from deduce.ground.deadline import Deadline, tick
from deduce.ground.errors import Contradiction, GaveUp, ProblemError
from deduce.ground.wording import as_is, figure, listing, run, say
from deduce.knowledge import Knowledge
from deduce.language.facts import Within
from deduce.language.variables import Variable, is_whole
from deduce.problem import Problem
from deduce.puzzles.alterations import Alteration, alterations, other_values, plainly, said_by
from deduce.puzzles.completing import Truth, fewest_clues
from deduce.puzzles.pictures import chances_svg, chances_text
from deduce.puzzles.redundancy import clues_of, implied_clues
from deduce.puzzles.solutions import Solutions, solutions_of
from deduce.puzzles.uniqueness import answer_key, as_knowledge, verify
from deduce.questions import rank
from deduce.questions.question import Question
from deduce.questions.views import drawn_from
from deduce.worlds.base import World, Worlds

T = TypeVar("T")

_DRAWN = 2_000
"""Where solutions are too many to list, clues are chosen one after another by so many of them, drawn fairly."""

_EACH = 2_000_000
"""Candidates times solutions at most that are compared one by one."""


@dataclass(frozen=True, slots=True)
class Addition:
    """A clue that could be added, and how much it is expected to tell.

    Attributes:
        clue: A variable whose value would be told, or a fact that would be told to be true or not.
        bits: The information expected in the answer, every solution as likely as any other.
        label: ``"exact"``, or ``"sampled"`` with its standard `error`.
    """

    clue: Variable | Statement
    bits: float
    label: str
    error: float = 0.0

    @property
    def text(self) -> str:
        """The clue in words."""
        return as_is(self.clue.name) if isinstance(self.clue, Variable) else self.clue.text

    @property
    def line(self) -> str:
        """The clue with what it tells."""
        error = f" +- {self.error:.2f}" if self.error else ""
        told = say("{text}: {bits} bits", text=plainly(self.text), bits=f"{figure(self.bits, 2)}{error}")
        return run(told, " (", say("sampled"), ")") if self.label == "sampled" and not error else told

    def __str__(self) -> str:
        return str(self.line)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What `repair` found.

    Attributes:
        label: ``"exact"``: the number of solutions and every chance is; ``"gave up"``: they speak of the solutions
            found before `limit`, no fair sample of all.
        limit: What came first; empty when exact.
        chances: For each variable of the answer key the share of the solutions with each of its values.
        additions: Candidate clues, the one expected to tell most first; those that tell nothing left out.
        alterations: Given clues said otherwise, the fewest solutions first (at least one, and fewer than now).
        smallest: Sets of added clues with which one solution is left; empty for a unique puzzle.
        proved: Whether no smaller set of candidates does that.
        superfluous: Clues that follow from the rules and the other clues.
        unfinished: Parts of this answer that the time limit cut short, in words.
        found: The solutions.
    """

    label: str
    limit: str
    chances: Mapping[Variable, Mapping[Hashable, float]]
    additions: tuple[Addition, ...]
    alterations: tuple[Alteration, ...]
    smallest: tuple[tuple[Statement, ...], ...]
    proved: bool
    superfluous: tuple[Statement, ...]
    unfinished: tuple[str, ...]
    found: Solutions = field(repr=False)

    @property
    def solutions(self) -> int:
        """How many solutions there are on the answer key; a lower bound unless exact."""
        return self.found.count

    @property
    def unique(self) -> bool:
        """Whether nothing needs to be repaired."""
        return self.found.exact and self.solutions == 1

    def sample(self, n: int, rng: int | np.random.Generator | None = None) -> list[World]:
        """`n` solutions drawn independently, each equally likely. Raises `TooLarge` unless exact."""
        return self.found.sample(n, rng)

    def svg(self) -> str:
        """The chances as a picture."""
        return chances_svg(self.chances, self._number)

    @property
    def _number(self) -> str:
        key = "{number:solution}" if self.found.exact else "at least {number:solution}"
        return say(key, number=self.solutions)

    def to_dict(self) -> dict[str, Any]:
        """The diagnosis as plain values for JSON."""
        return {
            "solutions": self.solutions,
            "label": self.label,
            "limit": self.limit,
            "unique": self.unique,
            "chances": {v.name: {str(x): p for x, p in found.items()} for v, found in self.chances.items()},
            "additions": [
                {"clue": a.text, "bits": a.bits, "label": a.label, "error": a.error} for a in self.additions
            ],
            "alterations": [a.to_dict() for a in self.alterations],
            "smallest": [[clue.text for clue in clues] for clues in self.smallest],
            "proved": self.proved,
            "superfluous": [clue.to_dict() for clue in self.superfluous],
            "unfinished": list(self.unfinished),
        }

    @property
    def lines(self) -> list[str]:
        """It in sentences."""
        found = "gave up: {limit}; what follows is about those found"
        about = say("exact") if self.found.exact else say(found, limit=self.limit)
        lines: list[str] = [run(self._number, " (", about, ")")]
        if not self.unique:
            lines += map(as_is, chances_text(self.chances))
        if self.additions:
            lines.append(say("the clues that would tell most, on average:"))
            lines += [say("  - {text}", text=each.line) for each in self.additions[:5]]
        if self.alterations:
            lines.append(say("given clues said otherwise:"))
            lines += [say("  - {text}", text=each.line) for each in self.alterations[:5]]
        if self.smallest:
            word = say("as few as can be") if self.proved else say("fewer may do")
            more = "{number:clue} more and it is unique ({word}), such as:"
            lines.append(say(more, number=len(self.smallest[0]), word=word))
            sets = [listing([plainly(clue.text) for clue in clues], ";") for clues in self.smallest]
            lines += [say("  - {text}", text=each) for each in sets]
        if self.superfluous:
            lines.append(say("each of these clues follows from the others:"))
            told = dict.fromkeys(clue.label for clue in self.superfluous)
            lines += [say("  - {text}", text=label) for label in told]
        return [*lines, *(say("(not finished: {part})", part=part) for part in self.unfinished)]

    def __str__(self) -> str:
        return "\n".join(self.lines)


def repair(
    puzzle: Problem | Knowledge,
    *,
    key: object = None,
    candidates: Iterable[Statement] = (),
    others: Callable[[Statement], Iterable[Statement]] | None = None,
    together: Callable[[Statement], Hashable] | None = None,
    limit: int = 3,
    time_limit: float | None = None,
) -> Diagnosis:
    """What a puzzle needs to become unique: its solutions, the chances, and which clues to add or to change.

    Where the solutions fit a decision diagram everything about them is exact, however many there are; elsewhere up to
    ten thousand are listed. What was cut short says so.

    Args:
        puzzle: A problem, or knowledge whose log are the clues.
        key: The answer key, as in `verify`; solutions that agree on it count as one.
        candidates: Further clues that could be added; the values of the key's variables always could.
        others: What a given clue could say instead; by default another value, or another number, where it tells one.
        together: Statements for which it gives the same are one clue: superfluous together or not at all.
        limit: How many smallest sets of clues are listed at most.
        time_limit: In seconds, for everything.

    Raises:
        Contradiction: There is no solution at all; it carries a smallest conflict.
        ProblemError: Knowledge with a change of the hidden state, candidates that state no constraint, or a faulty limit.
        GaveUp: Not even one solution was found in time.
    """
    if not is_whole(limit) or limit < 1:
        raise ProblemError(f"limit is {limit!r}; it must be a whole number from 1")
    knowledge = as_knowledge(puzzle)
    chosen = answer_key(knowledge, key)
    clues = clues_of(knowledge) if knowledge.log else ()
    given = tuple(candidates)
    for clue in given:
        knowledge.problem.checked(said_by(clue))
    deadline = Deadline(time_limit)
    with deadline.grace().watch():
        found = solutions_of(knowledge, chosen, deadline)
        if not found.count:
            _none(knowledge, deadline)
        asked = _Repairer(knowledge, clues, given, found, deadline)
        return asked.diagnosis(others or other_values, together, limit)


def _none(knowledge: Knowledge, deadline: Deadline) -> None:
    """Raises `Contradiction`, or `GaveUp` when it is not known that there is no solution."""
    verdict = verify(knowledge, time_limit=deadline.rest())
    if verdict.conflict is not None:
        raise Contradiction(verdict.conflict)
    raise GaveUp(f"no solution was found: {verdict.limit or 'the time limit was reached'}")


class _Repairer:
    """Asks one thing after another about the solutions; what finds no time is left out and named."""

    def __init__(
        self,
        knowledge: Knowledge,
        clues: Sequence[Statement],
        candidates: Sequence[Statement],
        found: Solutions,
        deadline: Deadline,
    ) -> None:
        self.knowledge, self.clues, self.found, self.deadline = knowledge, clues, found, deadline
        on_key = set(found.key)
        # What speaks of other variables cannot be judged from the solutions on the key.
        self.facts = [c for c in candidates if on_key.issuperset(said_by(c).scope)]
        self.chances = found.chances()
        self.unfinished: list[str] = []

    def diagnosis(
        self,
        others: Callable[[Statement], Iterable[Statement]],
        together: Callable[[Statement], Hashable] | None,
        limit: int,
    ) -> Diagnosis:
        found = self.found
        additions = self._asked(say("which clue tells most"), self._additions, 0.3) or ()
        smallest, proved = self._asked(
            say("the smallest sets of clues"), lambda part: self._smallest(limit, part), 0.4
        ) or ((), False)
        changed = self._asked(say("other clues"), lambda part: self._changed(others, part), 0.7) or ()
        superfluous, undecided = self._asked(
            say("superfluous clues"),
            lambda part: implied_clues(self.knowledge, self.clues, part, together),
            1.0,
        ) or ((), ())
        self.unfinished += [
            say("whether {clue} follows from the others", clue=clue.label) for clue in undecided
        ]
        return Diagnosis(
            "exact" if found.exact else "gave up",
            found.limit,
            chances=self.chances,
            additions=additions,
            alterations=changed,
            smallest=smallest,
            proved=proved,
            superfluous=superfluous,
            unfinished=tuple(self.unfinished),
            found=found,
        )

    def _asked(self, what: str, ask: Callable[[Deadline], T], part: float) -> T | None:
        """What `ask` gives within a part of the time left; None, noted, when that was too little."""
        share = self.deadline.share(part)
        try:
            with share.watch():
                return ask(share)
        except GaveUp:  # what was found before is told all the same
            given = self.deadline.seconds
            key = "{what} found no time within the time limit of {seconds} s"
            self.unfinished.append(
                say("{what} found no time", what=what)
                if given is None
                else say(key, what=what, seconds=f"{given:g}")
            )
            return None

    def _additions(self, _: Deadline) -> tuple[Addition, ...]:
        variables = [v for v in self.found.key if len(self.chances[v]) > 1]
        asked: list[Variable | Statement] = [*variables, *self.facts]
        if not variables:
            return ()
        questions = [
            Question.value(item) if isinstance(item, Variable) else Question.whether(said_by(item))
            for item in asked
        ]
        label = None if self.found.exact else "gave up"
        ranked = rank(self.found.worlds, questions)
        return tuple(
            Addition(asked[r.index], r.bits, label or r.label, r.error) for r in ranked if r.bits > 1e-9
        )

    def _changed(
        self, others: Callable[[Statement], Iterable[Statement]], deadline: Deadline
    ) -> tuple[Alteration, ...]:
        if self.found.count < 2:
            return ()
        most = self.found.count if self.found.exact else None
        found, left_out = alterations(self.knowledge, self.clues, others, self.found.key, most, deadline)
        if left_out:
            self.unfinished.append(left_out)
        return found

    # The smallest sets of clues.

    def _smallest(self, limit: int, deadline: Deadline) -> tuple[tuple[tuple[Statement, ...], ...], bool]:
        if self.found.count == 1 and self.found.exact:
            return (), True
        values = [
            Statement(fact, in_words(fact), "observation")
            for v in self.found.key
            if len(self.chances[v]) > 1
            for fact in (Within(v, 1 << v.position(x)) for x in self.chances[v])
        ]
        first, found = self._narrowed(values, deadline)
        candidates, truth = _compared(found.worlds, [*self.facts, *values])
        sets, proved = fewest_clues(truth, limit, deadline)
        if not sets and found.count > 1:  # pragma: no cover - every solution has values of its own
            raise GaveUp("no clues of these kinds tell the solutions apart")
        made = [(*first, *(candidates[i] for i in chosen)) for chosen in sets or [()]]
        if first:
            proved = len(made[0]) <= self._least()
        return tuple(made), proved

    def _least(self) -> int:
        """A number of clues below which no set does, told from the chances alone."""
        if not self.found.exact or self.facts:
            return 1
        rarest = min(p for shares in self.chances.values() for p in shares.values())
        return 1 if rarest * self.found.count < 1.5 else 2

    def _narrowed(
        self, values: Sequence[Statement], deadline: Deadline
    ) -> tuple[list[Statement], Solutions]:
        """Clues, each the rarest there is, that leave few enough solutions to compare them one by one."""
        knowledge, found = self.knowledge, self.found
        first: list[Statement] = []
        rng = np.random.default_rng(0)
        while not found.exact or found.count * len(values) > _EACH:
            tick()
            few = found.worlds
            if found.exact and found.count > _DRAWN:
                few = drawn_from(found.worlds, _DRAWN, rng)
            candidates, truth = _compared(few, [*self.facts, *values])
            if not len(truth):
                raise GaveUp("the solutions found agree on everything that could be told")
            clue = candidates[int(truth.sum(axis=1).argmin())]
            first.append(clue)
            if found.exact:
                found = replace(found, worlds=found.worlds.restrict(said_by(clue)))
            else:
                knowledge = knowledge.learn(clue)
                found = solutions_of(knowledge, found.key, deadline)
        return first, found


def _compared(worlds: Worlds, candidates: Sequence[Statement]) -> tuple[list[Statement], Truth]:
    """Candidates true of some solutions and not of all, no two alike, and which is true of which."""
    table = worlds.to_table()
    alike: dict[bytes, tuple[Statement, Truth]] = {}
    for candidate in candidates:
        tick()
        true = table.mask(said_by(candidate))
        if 0 < true.sum() < len(true):
            alike.setdefault(np.packbits(true).tobytes(), (candidate, true))
    if not alike:
        return [], np.zeros((0, table.count()), dtype=np.bool_)
    return [c for c, _ in alike.values()], np.stack([true for _, true in alike.values()])

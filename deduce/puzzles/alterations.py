"""Given clues said otherwise: how many solutions a puzzle would have with each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from math import log2
from typing import Any

from deduce.evidence import Statement, in_words
from deduce.ground.deadline import Deadline, tick
from deduce.ground.errors import GaveUp, ProblemError, TooLarge
from deduce.ground.wording import Phrase, say
from deduce.knowledge import Knowledge
from deduce.language.constraints import Constraint, Count
from deduce.language.facts import Within
from deduce.language.variables import Variable
from deduce.puzzles.solutions import MOST_LISTED, on_key, worlds_of
from deduce.puzzles.uniqueness import from_solver

_ENOUGH, _BUDGET = 5, 5_000
"""Where solutions have to be listed, until so many alterations are known exactly, or so many solutions were listed."""


@dataclass(frozen=True, slots=True)
class Alteration:
    """Another clue in place of a given one.

    Attributes:
        clue: The given clue.
        instead: What it could say.
        solutions: How many solutions the puzzle would have; exact.
        bits: How much it cuts: the binary logarithm of how many times fewer solutions there are; 0 where their
            number is not known now.
    """

    clue: Statement
    instead: Statement
    solutions: int
    bits: float

    def to_dict(self) -> dict[str, Any]:
        """The alteration as plain values for JSON."""
        return {
            "clue": self.clue.to_dict(),
            "instead": self.instead.text,
            "solutions": self.solutions,
            "bits": self.bits,
        }

    @property
    def line(self) -> str:
        """The alteration as a sentence."""
        clue, other = plainly(self.clue.label), plainly(self.instead.text)
        return say(
            "{clue}; instead {other}: {number:solution}", clue=clue, other=other, number=self.solutions
        )

    def __str__(self) -> str:
        return str(self.line)


def plainly(text: str) -> str:
    """A sentence within another: without its full stop."""
    return text.rewritten(lambda part: part.rstrip(".")) if isinstance(text, Phrase) else text.rstrip(".")


def said_by(clue: Statement) -> Constraint:
    """What a clue says. Raises `ProblemError` for what states no fact and no constraint."""
    if not isinstance(clue, Statement) or not isinstance(clue.content, Constraint):
        raise ProblemError(
            f"a clue to add or to say otherwise is a statement of a constraint, not {clue!r}"
        )
    return clue.content


def other_values(clue: Statement) -> Iterator[Statement]:
    """For a clue that tells a variable's value, each other value; for one that tells a number, each other number."""
    content = clue.content
    if not isinstance(content, Constraint):
        return
    single, told = content.single(), content.counted()
    if single is not None and single.mask.bit_count() == 1:
        for i in range(len(single.variable.domain)):
            if not single.mask >> i & 1:
                fact = Within(single.variable, 1 << i)
                yield Statement(fact, in_words(fact), "observation")
    elif told is not None and told.low == told.high:
        for n in range(len(told.scope) + 1):
            if n != told.low:
                count = Count(told.scope, list(told.values), n, n)
                yield Statement(count, count.sentence(), "observation")


def alterations(
    knowledge: Knowledge,
    clues: Sequence[Statement],
    others: Callable[[Statement], Iterable[Statement]],
    key: Sequence[Variable],
    solutions: int | None,
    deadline: Deadline,
) -> tuple[tuple[Alteration, ...], str]:
    """The alterations that leave at least one solution, and fewer than `solutions` if that is given; fewest first.

    Where the puzzle without a clue fits a diagram, all of them; elsewhere, the few that leave fewest. Also tells what
    was left out for want of time or work, in words, or nothing.
    """
    bound = MOST_LISTED if solutions is None else solutions
    known: list[Alteration] = []
    hard: list[tuple[Statement, Statement, Knowledge]] = []

    def tell(clue: Statement, other: Statement, count: int) -> None:
        if 0 < count < bound:
            cut = 0.0 if solutions is None else log2(solutions) - log2(count)
            known.append(Alteration(clue, other, count, cut))

    try:
        with deadline.watch():
            for clue in clues:
                instead = list(others(clue))
                if not instead:
                    continue
                rest = Knowledge(knowledge.problem).learn(*(s for s in knowledge.log if s is not clue))
                worlds = worlds_of(rest)
                if worlds is None:
                    hard += [(clue, other, rest) for other in instead]
                    continue
                for other in instead:
                    try:
                        tell(clue, other, on_key(worlds.restrict(said_by(other)), key).count())
                    except TooLarge:
                        continue
            reached = _deepened(hard, key, bound, tell, known)
        left_out = (
            say("given clues said otherwise were looked at up to {number:solution} each", number=reached)
            if reached
            else ""
        )
    except GaveUp as error:
        tick()
        left_out = say("not every given clue was said otherwise: {why}", why=error.said)
    return tuple(sorted(known, key=lambda change: change.solutions)), left_out


def _deepened(
    hard: Sequence[tuple[Statement, Statement, Knowledge]],
    key: Sequence[Variable],
    bound: int,
    tell: Callable[[Statement, Statement, int], None],
    known: Sequence[Alteration],
) -> int:
    """Solutions counted up to a limit that grows until enough alterations are known.

    Gives 0; where the work came to its end before, the number of solutions up to which all were counted.
    """
    limit, budget = 1, _BUDGET
    while hard and len(known) < _ENOUGH and limit < bound:
        before, limit = limit, min(bound, 6 * limit)
        left = []
        for clue, other, rest in hard:
            tick()
            if budget < limit:
                return before
            with closing(from_solver(rest.learn(other), key, Deadline(None))) as solutions:
                count = sum(1 for _ in islice(solutions, limit))
            budget -= count + 1
            if count < limit:
                tell(clue, other, count)
            else:
                left.append((clue, other, rest))
        hard = left
    return 0

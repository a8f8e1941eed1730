"""What makes a question good: five measures of how it splits the worlds, for all questions at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import ProblemError, nearest
from deduce.questions.answers import Floats, Ints

OBJECTIVES = ("entropy", "expected size", "worst case", "most parts", "win")
"""``"entropy"``: most expected bits. ``"expected size"``: fewest worlds left on average. ``"worst case"``:
fewest left at worst. ``"most parts"``: most possible answers. ``"win"``: likeliest to end the search."""


def checked(objective: str, also: tuple[str, ...] = ()) -> str:
    """`objective`, if it is one. Raises `ProblemError` naming the nearest."""
    if objective not in (*OBJECTIVES, *also):
        raise ProblemError(f"objective {objective!r}: {nearest(objective, [*OBJECTIVES, *also])}")
    return objective


@dataclass(frozen=True, slots=True)
class Measures:
    """Five numbers a question, each an array of shape ``(questions,)``.

    Attributes:
        bits: Expected information in the answer, by weight.
        expected: Worlds left on average, the average by weight.
        worst: Worlds left after the worst answer.
        parts: Possible answers.
        finish: The probability that the search ends with this answer.
        hit: Whether the answer may be the winning one.
    """

    bits: Floats
    expected: Floats
    worst: Floats
    parts: Ints
    finish: Floats
    hit: NDArray[np.bool_]

    @classmethod
    def joined(cls, blocks: Sequence[Measures]) -> Measures:
        """Measures of several blocks of questions as one."""
        if len(blocks) == 1:
            return blocks[0]
        return cls(*(np.concatenate([getattr(b, name) for b in blocks]) for name in cls.__slots__))

    def at(self, rows: Sequence[int]) -> Measures:
        """The measures of some of the questions."""
        return Measures(*(getattr(self, name)[list(rows)] for name in self.__slots__))

    def score(self, objective: str) -> Floats:
        """The objective as a number to be made small, rounded so that equal merits are equal numbers."""
        raw: NDArray[Any] = {
            "entropy": -self.bits,
            "expected size": self.expected,
            "worst case": self.worst,
            "most parts": -self.parts,
            "win": -self.finish,
        }[objective]
        return np.asarray(np.round(raw, 9), dtype=np.float64)


def measure(counts: Ints, masses: Floats | None, win: int) -> Measures:
    """The measures from how many worlds, and how much weight, give each answer.

    Args:
        counts: Worlds, shape ``(kinds, questions)``.
        masses: Their weights, of the same shape; None when every world weighs the same.
        win: The code of the winning answer, or -1: then the search ends when one world is left.
    """
    weight = counts if masses is None else masses
    chance = weight / weight.sum(axis=0)
    return _measures(_entropy(chance), chance, counts, win)


def measure_about(counts: Ints, masses: Floats | None, classes: int, win: int) -> Measures:
    """The same measures when only the class of a world matters: what is left is counted in classes.

    Args:
        counts: Worlds, shape ``(kinds * classes, questions)``, the class running fastest.
        masses: Their weights, of the same shape; None when every world weighs the same.
        classes: How many classes there are.
        win: As in `measure`; without it the search ends when one class is left.
    """
    weight = counts if masses is None else masses
    joint = (weight / weight.sum(axis=0)).reshape(-1, classes, counts.shape[1])
    left = (counts > 0).reshape(joint.shape).sum(axis=1)
    answer = joint.sum(axis=1)
    # What the answer and the class have in common: H(class) + H(answer) - H(both).
    bits = _entropy(joint.sum(axis=0)) + _entropy(answer) - _entropy(joint.reshape(counts.shape))
    return _measures(bits, answer, left, win)


def _measures(bits: Floats, answer: Floats, left: Ints, win: int) -> Measures:
    """The measures from the chance of each answer and how many are left after it, by question."""
    if win >= 0:
        finish, hit = answer[win], left[win] > 0
    else:
        finish = np.where(left == 1, answer, 0.0).sum(axis=0)
        hit = finish > 0
    return Measures(
        bits=np.maximum(0.0, bits),
        expected=(answer * left).sum(axis=0),
        worst=left.max(axis=0).astype(np.float64),
        parts=(left > 0).sum(axis=0),
        finish=finish,
        hit=hit,
    )


def _entropy(chance: Floats) -> Floats:
    logs = np.log2(chance, out=np.zeros_like(chance), where=chance > 0)
    # Adding zero turns a negative zero into a plain one.
    found: Floats = -(chance * logs).sum(axis=0) + 0.0
    return found


def preferred(measures: Measures, objective: str) -> Ints:
    """The questions, best first.

    Ties go to questions whose answer may be the winning one (or may leave one world), then to the one
    that was stated first.
    """
    # lexsort is stable, and its last key is the most important.
    return np.lexsort((~measures.hit, measures.score(objective)))

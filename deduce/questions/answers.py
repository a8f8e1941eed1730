"""What each question would be answered in each world, as small codes; and how questions split worlds.

Everything that ranks or plans works on this: questions and worlds are rows and columns of a matrix of answer
codes, held whole where it is small and computed in blocks where it is not.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce.ground.compat import override
from deduce.kernels import guesses

Codes = NDArray[np.integer[Any]]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

BLOCK = 1 << 20
"""How many (question, world) pairs are worked on at a time: large enough to keep numpy busy, small enough
that the intermediate arrays stay in a processor's cache."""

_LONG = 2048


class AnswerTable(ABC):
    """The answers to `questions` questions in `worlds` worlds.

    Attributes:
        questions: How many questions there are.
        worlds: How many worlds there are.
        kinds: Codes run from 0 to ``kinds - 1``.
        win: The code of the answer that ends the search at once, or -1 when no answer does.
        guesses_worlds: Whether question i is the guess at world i, and the only one that wins there.
    """

    questions: int
    worlds: int
    kinds: int
    win: int
    guesses_worlds: bool = False

    @abstractmethod
    def codes(self, questions: Ints, worlds: Ints) -> Codes:
        """The answer codes, shape ``(len(questions), len(worlds))``."""

    def whole(self, pairs: int) -> Codes | None:
        """The matrix of all answers, if it is at hand, or will be for so many more pairs."""
        return None

    @abstractmethod
    def text(self, question: int) -> str:
        """The question in words."""

    @abstractmethod
    def label(self, question: int, code: int) -> Hashable:
        """The answer that a code stands for."""

    @abstractmethod
    def world_text(self, world: int) -> str:
        """A world in words."""

    def winner(self, world: int) -> int:
        """A question whose answer in `world` is the winning one, or -1."""
        if self.win < 0:
            return -1
        hits = self.codes(self._all, np.array([world]))[:, 0] == self.win
        return int(hits.argmax()) if bool(hits.any()) else -1

    def candidates(self, history: Sequence[tuple[int, int]]) -> Ints:
        """Questions of which every other one is an equivalent, after these questions and codes.

        Each is the first of its kind. The distinct ones, unless symmetries are known.
        """
        return self.distinct()

    def distinct(self) -> Ints:
        """Questions of which every other one splits all worlds in the same way, by whatever names."""
        return self._all

    @cached_property
    def _all(self) -> Ints:
        return np.arange(self.questions)


class MatrixAnswers(AnswerTable):
    """Answers held as one matrix of codes."""

    def __init__(
        self,
        matrix: Codes,
        texts: Sequence[str],
        labels: Sequence[Sequence[Hashable]],
        world_texts: Sequence[str] | None = None,
        *,
        win: int = -1,
    ) -> None:
        self.matrix = matrix
        self.questions, self.worlds = matrix.shape
        self.kinds = max((len(answers) for answers in labels), default=1)
        self.win = win
        self._texts, self._labels, self._world_texts = texts, labels, world_texts

    @override
    def whole(self, pairs: int) -> Codes:
        return self.matrix

    @override
    def codes(self, questions: Ints, worlds: Ints) -> Codes:
        rows = self.matrix if len(questions) == self.questions else self.matrix[questions]
        return rows if len(worlds) == self.worlds else rows[:, worlds]

    @override
    def distinct(self) -> Ints:
        return self._distinct

    @cached_property
    def _distinct(self) -> Ints:
        seen: dict[bytes, int] = {}
        for question, row in enumerate(self.matrix):
            _, first, number = np.unique(row, return_index=True, return_inverse=True)
            # An answer is named by the first world that gives it; the winning one keeps its name.
            split = np.where(row == self.win, -1, first[number]) if self.win >= 0 else first[number]
            seen.setdefault(split.tobytes(), question)
        return np.array(list(seen.values()), dtype=np.int64)

    @override
    def text(self, question: int) -> str:
        return self._texts[question]

    @override
    def label(self, question: int, code: int) -> Hashable:
        return self._labels[question][code]

    @override
    def world_text(self, world: int) -> str:
        return str(world) if self._world_texts is None else self._world_texts[world]


def tally(codes: Codes, kinds: int, weights: Floats | None = None) -> NDArray[Any]:
    """How many worlds (or how much weight) give each answer; shape ``(kinds, questions)``.

    One `bincount` a block of questions (or a long row): a pair is read once and added once. Answers come first
    in the result because numpy adds up long rows many times faster than short ones.
    """
    questions, worlds = codes.shape
    compiled = guesses.tally(codes, kinds) if weights is None else None
    if compiled is not None:
        return compiled
    found = np.empty((kinds, questions), dtype=np.int64 if weights is None else np.float64)
    if worlds >= _LONG and questions * kinds < codes.size:
        # A long row is best counted by itself, without keys that say which row it is.
        for i, row in enumerate(codes):
            found[:, i] = np.bincount(row, weights, kinds)
        return found
    step = max(1, BLOCK // max(1, worlds))
    for start in range(0, questions, step):
        block = codes[start : start + step]
        n = len(block)
        keys = np.multiply(block, n, dtype=np.int64)
        keys += np.arange(n)[:, None]
        mass = None if weights is None else np.broadcast_to(weights, block.shape).ravel()
        found[:, start : start + n] = np.bincount(keys.ravel(), mass, n * kinds).reshape(kinds, n)
    return found


def split(codes: Codes, worlds: Ints) -> list[tuple[int, Ints]]:
    """The worlds grouped by their answer to one question: (code, worlds) pairs, codes ascending."""
    if len(worlds) == 1:
        return [(int(codes[0]), worlds)]
    order = np.argsort(codes, kind="stable")
    ordered = codes[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    ends = [*starts[1:].tolist(), len(order)]
    return [
        (int(ordered[start]), worlds[order[start:end]])
        for start, end in zip(starts.tolist(), ends, strict=True)
    ]

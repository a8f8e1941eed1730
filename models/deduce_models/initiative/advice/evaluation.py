"""How well a team could answer with more windows open: what positions are worth in roll-outs.

The worth of a set of open glyphs is the expected posterior of the best answer then. Two samples of phrases from
the posterior stand for the expectation: the first chooses the answer (the commonest among the phrases that agree
on what is open), the second says how often it is right, so that a phrase is never its own witness. Where hardly
any phrase of the first sample agrees, a bound takes over: the chance of the phrase when words are independent
given what is open. Both are too low rather than too high, and exact where symbols are independent (digits).
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from deduce.ciphers.decipher import Deciphered
from deduce.ciphers.lattice import Floats, Ints
from deduce.ciphers.mixture import MixturePart
from deduce.ciphers.patterns import Pattern, pattern
from deduce_models.initiative.knowledge.posterior import deciphered
from deduce_models.initiative.rules.setup import Setup
from deduce_models.initiative.rules.state import View

CHOOSING, SCORING = 768, 256
"""How many sampled phrases choose answers, and how many say how often they are right."""
_ANSWERS = CHOOSING + SCORING
WITNESSES = 4
"""Fewer agreeing phrases than this choose no answer: the bound takes over."""


class Evaluation:
    """How well the team could answer if a given set of glyphs were open; `found` deciphers the `windows` open now."""

    def __init__(self, setup: Setup, windows: tuple[tuple[str, ...], ...], found: Deciphered) -> None:
        shape = pattern(setup.front, windows)
        rng = np.random.default_rng(0)
        codes = found.sample(CHOOSING + SCORING, rng)
        # Random 64-bit names for symbols: sums of names are equal, but for chance, only for equal symbols.
        names = rng.integers(-(2**62), 2**62, (codes.shape[1], len(shape.alphabet)))
        named = np.take_along_axis(names.T, codes, 0)
        self._needed = sorted({cell for k in shape.answer for cell in shape.words[k]})
        # Answers as small numbers, in the order of their names.
        self._answers = np.unique(named[:, self._needed].sum(axis=1), return_inverse=True)[1].astype(
            np.int64
        )
        self._cells = {
            setup.ids[glyph]: [cell for cell in cells if shape.known[cell] < 0]
            for glyph, cells in shape.glyphs.items()
        }
        self._sums = {kind: named[:, cells].sum(axis=1) for kind, cells in self._cells.items()}
        self._parts = [_Independent(part, shape, found, codes[CHOOSING:]) for part in found.parts]
        self._open = {cell for cell, code in enumerate(shape.known) if code >= 0}
        # What is known now is known exactly.
        now = sum(1 << setup.ids[glyph] for glyph in shape.glyphs if glyph not in found.letters)
        self._values = {now: found.answers[0].probability} if found.answers else {}

    def value(self, mask: int) -> float:
        """The expected chance of a right answer with the glyphs of the bit mask `mask` open."""
        known = self._values.get(mask)
        if known is None:
            known = self._values[mask] = self._value(mask)
        return known

    def _value(self, mask: int) -> float:
        kinds = [kind for kind in self._cells if mask >> kind & 1]
        shown = [cell for kind in kinds for cell in self._cells[kind]]
        if self._open.union(shown).issuperset(self._needed):
            return 1.0
        keys: Ints = np.zeros(len(self._answers), np.int64)
        for kind in kinds:
            keys += self._sums[kind]
        groups, where = np.unique(keys, return_inverse=True)
        chosen, agreeing = _commonest(where[:CHOOSING], self._answers[:CHOOSING], len(groups))
        where = where[CHOOSING:]
        right = (chosen[where] == self._answers[CHOOSING:]).astype(float)
        rare = np.flatnonzero(agreeing[where] < WITNESSES)
        if len(rare):
            right[rare] = self._bound(rare, sum(1 << cell for cell in set(shown)))
        return float(right.mean())

    def _bound(self, rows: Ints, shown: int) -> Floats:
        """For each of these phrases its chance among all that agree with it on `shown`, words taken as independent."""
        alone, together = np.zeros(len(rows)), np.zeros(len(rows))
        for part in self._parts:
            one, all_ = part.weights(rows, shown)
            alone += one
            together += all_
        found: Floats = np.minimum(alone / np.maximum(together, 1e-300), 1.0)
        return found


def _commonest(groups: Ints, answers: Ints, size: int) -> tuple[Ints, Ints]:
    """For each group its commonest answer and how many phrases it has; answers are numbers below `_ANSWERS`."""
    agreeing = np.bincount(groups, minlength=size).astype(np.int64)
    both = np.sort(groups * _ANSWERS + answers)
    first = np.flatnonzero(both[1:] != both[:-1]) + 1
    bounds = np.empty(len(first) + 2, np.int64)
    bounds[0], bounds[1:-1], bounds[-1] = 0, first, len(both)
    found = both[bounds[:-1]]
    best = np.zeros(size, np.int64)
    # Written in rising order of frequency, so that the commonest stays.
    rising = found[np.argsort(np.diff(bounds), kind="stable")]
    best[rising // _ANSWERS] = rising % _ANSWERS
    return best, agreeing


class _Independent:
    """One part of a posterior with its words as if independent: how heavy a phrase is, and all like it.

    Asked is only about the phrases `codes`, so that what a word weighs in each of them is found once for each set of
    its symbols that may be open.
    """

    def __init__(self, part: MixturePart, shape: Pattern, found: Deciphered, codes: Ints) -> None:
        known = {cell for cell, code in enumerate(shape.known) if code >= 0}
        words = [] if part.lattice is None else [layer.candidates for layer in part.lattice.layers]
        self._codes = codes
        self._layers = [(each, sum(1 << cell for cell in set(each.classes) - known)) for each in words]
        self._known: dict[tuple[int, int], Floats] = {}
        self._alone = np.full(len(codes), part.weight / (part.lattice.total if part.lattice else 1.0))
        self._scale = self._alone
        for number, (_, cells) in enumerate(self._layers):
            self._alone = self._alone * self._weight(number, cells)
        self._free = []
        for cell, times in part.extra:
            spread = found.letter_chances**times
            spread = spread / spread.sum()
            # Where it stays closed no symbol is likelier than another's best guess.
            self._free.append((cell, spread[codes[:, cell]], spread.max()))

    def weights(self, rows: Ints, shown: int) -> tuple[Floats, Floats]:
        """The weight of the phrases `rows`, and of all phrases that agree with each on the cells `shown`, a mask."""
        alone, together = self._alone, self._scale
        for number, (_, cells) in enumerate(self._layers):
            together = together * self._weight(number, cells & shown)
        for cell, likely, best in self._free:
            if shown >> cell & 1:
                alone = alone * likely
                together = together * likely
            else:
                alone = alone * best
        return alone[rows], together[rows]

    def _weight(self, number: int, cells: int) -> Floats:
        """For each phrase the weight of the texts of one word that have its symbols in the cells of a mask."""
        found = self._known.get((number, cells))
        if found is None:
            words = self._layers[number][0]
            asked = [cell for cell in dict.fromkeys(words.classes) if cells >> cell & 1]
            columns = {cell: words.column(cell) for cell in asked}
            found = self._known[number, cells] = _sums(columns, asked, words.weights, self._codes)
        return found


def _sums(columns: dict[int, NDArray[np.uint8]], cells: list[int], weights: Floats, codes: Ints) -> Floats:
    """For each phrase the weight of the words that have its symbols in `cells`."""
    if not cells:
        return np.full(len(codes), weights.sum())
    key, asked = np.zeros(len(weights), np.int64), np.zeros(len(codes), np.int64)
    for place, cell in enumerate(cells):
        if place and place % 5 == 0:
            # Long words would not fit into 64 bits.
            both = np.unique(np.concatenate((key, asked)), return_inverse=True)[1]
            key, asked = both[: len(key)].astype(np.int64), both[len(key) :].astype(np.int64)
        key = key * 256 + columns[cell]
        asked = asked * 256 + codes[:, cell]
    known, where = np.unique(key, return_inverse=True)
    totals = np.bincount(where, weights, len(known))
    at = np.minimum(np.searchsorted(known, asked), len(known) - 1)
    found: Floats = np.where(known[at] == asked, totals[at], 0.0)
    return found


def evaluation(view: View) -> Evaluation:
    """The evaluation for the view's windows."""
    return _evaluation(view.setup, view.windows)


@lru_cache(maxsize=256)
def _evaluation(setup: Setup, windows: tuple[tuple[str, ...], ...]) -> Evaluation:
    return Evaluation(setup, windows, deciphered(setup, windows))

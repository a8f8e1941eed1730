"""What a view tells about the answer, kept for as long as the windows stay the same."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import numpy as np

from deduce_models.initiative.components.lexicon import choose
from deduce_models.initiative.components.mission import Front
from deduce_models.initiative.knowledge.decipher import Deciphered, decipher
from deduce_models.initiative.knowledge.patterns import pattern
from deduce_models.initiative.rules.setup import Setup
from deduce_models.initiative.rules.state import View

__all__ = ["Oracle", "oracle", "read_windows"]

PHRASES = 256
"""How many sampled phrases stand for the posterior in roll-outs."""
UNKNOWN = 0.005
"""How often players expect a word outside their lexicon."""


def read_windows(view: View) -> Deciphered:
    """The deciphering of the view's windows with the lexicon of its options."""
    options = view.setup.options
    return _read(view.setup.front, view.windows, options.lexicon, options.injective)


@lru_cache(maxsize=512)
def _read(front: Front, windows: tuple[tuple[str, ...], ...], lexicon: str, injective: bool) -> Deciphered:
    words = choose(lexicon, front.language, front.alphabet)
    return decipher(front, windows, words, injective=injective, unknown=UNKNOWN, top=5)


class Oracle:
    """How well the team could answer if a given set of glyphs were open, from sampled phrases.

    `value(mask)` is the expected posterior of the best answer when the glyphs of the bit mask are open:
    phrases that agree on them cannot be told apart, and the commonest answer among them is given.
    """

    def __init__(self, setup: Setup, windows: tuple[tuple[str, ...], ...], found: Deciphered) -> None:
        shape = pattern(setup.front, windows)
        rng = np.random.default_rng(0)
        codes = found.sample(PHRASES, rng)
        # Random 64-bit names for symbols: sums of names are equal, but for chance, only for equal symbols.
        names = rng.integers(-(2**62), 2**62, (codes.shape[1], len(shape.alphabet)))
        named = np.take_along_axis(names.T, codes, 0)
        answer = sorted({cell for k in shape.answer for cell in shape.words[k]})
        self._answers = named[:, answer].sum(axis=1)
        self._glyphs = {
            setup.ids[glyph]: named[:, [cell for cell in cells if shape.known[cell] < 0]].sum(axis=1)
            for glyph, cells in shape.glyphs.items()
        }
        # What is known now is known exactly; the sample would flatter it.
        now = sum(1 << setup.ids[glyph] for glyph in shape.glyphs if glyph not in found.letters)
        self._values = {now: found.answers[0].probability} if found.answers else {}

    def value(self, mask: int) -> float:
        """The expected chance of a right answer with the glyphs of `mask` open."""
        known = self._values.get(mask)
        if known is None:
            known = self._values[mask] = self._value(mask)
        return known

    def _value(self, mask: int) -> float:
        key = np.zeros(PHRASES, np.int64)
        for kind, column in self._glyphs.items():
            if mask >> kind & 1:
                key = key + column
        commonest: dict[int, int] = {}
        for (group, _), times in Counter(zip(key.tolist(), self._answers.tolist(), strict=True)).items():
            if times > commonest.get(group, 0):
                commonest[group] = times
        return sum(commonest.values()) / PHRASES


def oracle(view: View) -> Oracle:
    """The oracle for the view's windows."""
    return _oracle(view.setup, view.windows)


@lru_cache(maxsize=256)
def _oracle(setup: Setup, windows: tuple[tuple[str, ...], ...]) -> Oracle:
    options = setup.options
    return Oracle(setup, windows, _read(setup.front, windows, options.lexicon, options.injective))

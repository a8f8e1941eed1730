"""What a view tells about the answer, kept for as long as the windows stay the same."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from deduce_models.initiative.decipher import Deciphered, decipher
from deduce_models.initiative.lexicon import choose
from deduce_models.initiative.mission import Front
from deduce_models.initiative.patterns import pattern
from deduce_models.initiative.setup import Setup
from deduce_models.initiative.state import View

__all__ = ["Oracle", "oracle", "read_windows", "weights"]

PHRASES = 400
"""How many sampled phrases stand for the posterior in roll-outs."""


def read_windows(view: View) -> Deciphered:
    """The deciphering of the view's windows with the lexicon of its options."""
    options = view.setup.options
    return _read(view.setup.front, view.windows, options.lexicon, options.injective)


@lru_cache(maxsize=512)
def _read(
    front: Front, windows: tuple[tuple[str, ...], ...], lexicon: str, injective: bool
) -> Deciphered:
    words = choose(lexicon, front.language, front.alphabet)
    return decipher(front, windows, words, injective=injective, top=5)


class Oracle:
    """How well the team could answer if a given set of glyphs were open, from sampled phrases.

    `value(mask)` is the expected posterior of the best answer when the glyphs of the bit mask are open:
    phrases that agree on them cannot be told apart, and the commonest answer among them is given.
    """

    def __init__(self, setup: Setup, windows: tuple[tuple[str, ...], ...], found: Deciphered) -> None:
        shape = pattern(setup.front, windows)
        codes = found.sample(PHRASES, np.random.default_rng(0))
        answer = sorted({cell for k in shape.answer for cell in shape.words[k]})
        self._answers = np.unique(codes[:, answer], axis=0, return_inverse=True)[1].reshape(-1)
        self._columns: Mapping[int, list[int]] = {
            setup.ids[glyph]: [cell for cell in cells if shape.known[cell] < 0]
            for glyph, cells in shape.glyphs.items()
        }
        self._codes = codes
        self._values: dict[int, float] = {}

    def value(self, mask: int) -> float:
        """The expected chance of a right answer with the glyphs of `mask` open."""
        known = self._values.get(mask)
        if known is None:
            known = self._values[mask] = self._value(mask)
        return known

    def _value(self, mask: int) -> float:
        cells = [cell for kind, columns in self._columns.items() if mask >> kind & 1 for cell in columns]
        size = len(self._codes)
        groups = np.zeros(size, np.int64)
        if cells:
            groups = np.unique(self._codes[:, cells], axis=0, return_inverse=True)[1].reshape(-1)
        both, counts = np.unique(groups * size + self._answers, return_counts=True)
        most = np.zeros(size)
        np.maximum.at(most, both // size, counts)
        return float(most.sum() / size)


def oracle(view: View) -> Oracle:
    """The oracle for the view's windows."""
    return _oracle(view.setup, view.windows)


@lru_cache(maxsize=256)
def _oracle(setup: Setup, windows: tuple[tuple[str, ...], ...]) -> Oracle:
    options = setup.options
    return Oracle(setup, windows, _read(setup.front, windows, options.lexicon, options.injective))


def weights(view: View) -> tuple[float, ...]:
    """For each token kind how much the glyph is wanted: 0 when it tells nothing, 1 from two bits on."""
    worth = read_windows(view).worth
    found = []
    for kind in view.setup.kinds:
        bits = worth.get(kind, 0.0)
        found.append(0.25 + 0.75 * min(1.0, bits / 2) if bits > 0.02 else 0.0)
    return tuple(found)

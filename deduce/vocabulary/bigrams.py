"""How much likelier two words stand in a row than apart, by counts of words in a row.

What ships was counted in books and sentences that are in the public domain (docs/data.md), for English and Russian, and
smoothed as interpolated Kneser-Ney (1995): a pair that was counted has a number of its own; any other is told by how
often its first word is followed by something new and how many words its second one follows. In Russian the same is
counted of endings, since a word has many forms and few of their pairs are ever met. The recipe:
``python -m benchmarks.word_pairs``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from deduce.vocabulary.following import OWN
from deduce.vocabulary.lexicons import common
from deduce.vocabulary.vectors import english

DATA: Final = Path(__file__).parent / "data"

LANGUAGES: Final = ("en", "ru")

END: Final = "|"
"""Stands before the first word of a sentence and behind its last."""

KNOWN: Final = 40_000
"""So many of the commonest English words are told apart."""

OWN_ENDING: Final = 300
"""So many of the commonest Russian words are told apart where only endings are: those that govern others."""

LETTERS: Final = 2
"""So long an ending is."""

STEP: Final = 1 / 12
"""Numbers of pairs are kept as multiples of this."""

Floats = NDArray[np.float64]


class Bigrams:
    """What two words in a row tell.

    Args:
        words: The words; behind them stand one place for all others and one for `END`.
        arrays: ``counts``: how many pairs each first word has. ``gaps``: by how much the place of the second word grows
            from pair to pair, from the beginning in each first word. ``told``: of each pair, in `STEP`. ``rest``,
            ``lower``: what any other pair is told by, a part from its first and a part from its second word.
    """

    def __init__(self, words: Sequence[str], arrays: Mapping[str, NDArray[Any]]) -> None:
        self._places = {word: place for place, word in enumerate((*words, "", END))}
        size = len(words) + 2
        firsts = np.repeat(np.arange(size), arrays["counts"])
        grown = np.cumsum(arrays["gaps"], dtype=np.int64)
        starts = np.cumsum(arrays["counts"], dtype=np.int64) - arrays["counts"]
        before = np.concatenate([[0], grown])[starts]
        self._pairs = firsts * size + grown - before[firsts]
        self._told = arrays["told"]
        self._rest = arrays["rest"].astype(float)
        self._lower = arrays["lower"].astype(float)

    def told(self, words: Sequence[str], pairs: NDArray[np.int64]) -> Floats:
        """The logarithm of how much likelier the second word of a pair comes after the first than anywhere, (n,).

        `pairs` are places in `words`, shape (n, 2). A word that is not known counts as one of the rare ones.
        """
        unknown = len(self._rest) - 2
        places = np.array([self._places.get(word, unknown) for word in words])
        first, second = places[pairs].T
        keys = first * len(self._rest) + second
        at = np.searchsorted(self._pairs, keys).clip(max=len(self._pairs) - 1)
        other = self._rest[first] + self._lower[second]
        found: Floats = np.where(self._pairs[at] == keys, self._told[at] * STEP, other)
        return found


@lru_cache(maxsize=2)
def vocabulary(language: str) -> tuple[str, ...]:
    """The words that are told apart, the commonest first."""
    if language == "en":
        return (*OWN, *english().words[:KNOWN])
    return tuple(word.lower() for word in common(language) or ())


def ending(word: str, own: frozenset[str]) -> str:
    """What stands for a word where only endings are told apart: itself where it is one of its `own`."""
    return word if word in own or word in ("", END) else "-" + word[-LETTERS:]


@lru_cache(maxsize=2)
def endings(language: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The words that stand for themselves, and all that stands for words."""
    words = vocabulary(language)
    own = frozenset(words[:OWN_ENDING])
    return own, tuple(sorted({ending(word, own) for word in words}))


@lru_cache(maxsize=4)
def bigrams(language: str, *, by_ending: bool = False) -> Bigrams:
    """What ships for a language of `LANGUAGES`; `by_ending` (Russian) takes what `ending` gives for words."""
    what = "endings" if by_ending else "pairs"
    with np.load(DATA / f"{what}_{language}.npz") as file:
        return Bigrams(endings(language)[1] if by_ending else vocabulary(language), dict(file))

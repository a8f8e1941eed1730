"""How words outside the lexicon are spelt: three letters in a row, as the lexicon's own words have them.

A name, or a word that no list has, is still no noise: JAYWALKING is likelier than JZYWVLQINX. The chances of a letter
after two others are counted in the lexicon's words, each once, and smoothed by those of fewer letters (Witten and Bell
1991).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from deduce.ciphers.patterns import Pattern
from deduce.ciphers.search import FAINT, KEPT, Search, SearchResult
from deduce.vocabulary.lexicons import Lexicon

FILLED: Final = 4
"""So many letters that no word of the lexicon tells are filled in; more stay open."""

WAYS: Final = 64
"""So many ways to fill them in are followed."""

LONGEST: Final = 40
"""No longer words are looked for in a lexicon."""

Floats = NDArray[np.float64]


class Spelling:
    """The chances of a letter after two others.

    Args:
        lexicon: Whose words are counted.
    """

    def __init__(self, lexicon: Lexicon) -> None:
        size = len(lexicon.alphabet)
        counts = np.zeros((size + 1, size + 1, size))
        for length in range(1, LONGEST):
            some = lexicon.of_length(length)
            if some is not None:
                begun = np.full((len(some.codes), 2), size)
                rows = np.hstack([begun, some.codes.astype(int)])
                np.add.at(counts, (rows[:, :-2], rows[:, 1:-1], rows[:, 2:]), 1)
        letters = counts.sum((0, 1)) + 1
        two = _smoothed(counts.sum(0), letters / letters.sum())
        self.logs = np.log(_smoothed(counts, two))
        self._begin = size

    def words(self, rows: NDArray[np.intp]) -> Floats:
        """The logarithms of how likely words of one length are spelt so, from their codes, shape (n, length)."""
        begun = np.hstack([np.full((len(rows), 2), self._begin), rows])
        found: Floats = self.logs[begun[:, :-2], begun[:, 1:-1], begun[:, 2:]].sum(axis=1)
        return found

    def filled(
        self, shape: Pattern, codes: Sequence[int], outside: Sequence[int], *, distinct: bool
    ) -> list[tuple[tuple[int, ...], float]]:
        """The likeliest ways to fill in what is open of words outside, each with the logarithm of how likely they are.

        The likeliest first, `WAYS` at most. Letters are filled in from the left, as far as words are told;
        O(WAYS * alphabet) an open letter and word. Only exclusive classes differ, and only where `distinct`.
        """
        words = [shape.words[number] for number in outside]
        open_cells = list(dict.fromkeys(cell for word in words for cell in word if codes[cell] < 0))
        rows = np.array([codes], dtype=np.intp)
        size = len(shape.alphabet)
        barred = [cell for cell in range(len(codes)) if distinct and cell in shape.exclusive]
        for cell in open_cells:
            rows = np.repeat(rows, size, axis=0)
            rows[:, cell] = np.tile(np.arange(size), len(rows) // size)
            if cell in barred:
                others = [other for other in barred if other != cell]
                rows = rows[(rows[:, others] != rows[:, [cell]]).all(axis=1)]
            told = self._begun(words, rows)
            rows = rows[np.argsort(-told, kind="stable")[:WAYS]]
        told = self._begun(words, rows)
        order = np.argsort(-told, kind="stable")
        return [(tuple(rows[k].tolist()), float(told[k])) for k in order]

    def _begun(self, words: Sequence[Sequence[int]], rows: NDArray[np.intp]) -> Floats:
        """What each row tells of the words as far as they are filled in; all rows have the same cells open."""
        total = np.zeros(len(rows))
        for word in words:
            closed = [k for k, cell in enumerate(word) if len(rows) and rows[0, cell] < 0]
            total += self.words(rows[:, list(word[: closed[0]] if closed else word)])
        return total


def _smoothed(counts: Floats, fewer: Floats) -> Floats:
    """Chances of what comes next, by counts and by what is known of fewer letters."""
    kinds = (counts > 0).sum(axis=-1, keepdims=True) + 1
    found: Floats = (counts + kinds * fewer) / (counts.sum(axis=-1, keepdims=True) + kinds)
    return found


def spelt_out(search: Search, listed: SearchResult, lexicon: Lexicon) -> SearchResult:
    """The texts of a search, their words outside the lexicon spelt as words are, few open letters of them filled in.

    A search takes all spellings alike. Where more than `FILLED` letters are open, they stay so.
    """
    shape, spelling = search.shape, Spelling(lexicon)
    found: dict[tuple[int, ...], float] = {}
    for codes, weight in listed.texts:
        outside = [
            number
            for number, word in enumerate(shape.words)
            if min(codes[cell] for cell in word) < 0 or shape.text(word, codes) not in lexicon
        ]
        ways = [(codes, 0.0)]
        if outside:
            alike = search.spelt(outside, codes) - search.unknown * len(outside)
            filled = spelling.filled(shape, codes, outside, distinct=bool(search.exclusive))
            ways = [(way, told - alike) for way, told in filled]
            if (
                len({cell for number in outside for cell in shape.words[number] if codes[cell] < 0})
                > FILLED
            ):
                ways = [(codes, float(np.logaddexp.reduce([told for _, told in ways])))]
        for way, gain in ways:
            found[way] = found.get(way, 0.0) + weight * math.exp(gain)
    least = FAINT * max(found.values(), default=0.0)
    alive = sorted(
        ((way, weight) for way, weight in found.items() if weight >= least), key=lambda text: -text[1]
    )
    return SearchResult(tuple(alive[:KEPT]), listed.finished, listed.cut or len(alive) > KEPT)

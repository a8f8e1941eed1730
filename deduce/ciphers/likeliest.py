"""The likeliest answers of one part of a deciphering: the diagram's best words, the rest spelt.

Words inside the lexicon come from the diagram, best first; cells that only words outside touch are spelt by
letter frequencies (or, when no symbol may hide behind two glyphs, with symbols that are still free).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import islice, permutations, product

import numpy as np
from numpy.typing import NDArray

from deduce.ciphers.mixture import Mixture, MixturePart

Listed = dict[str, float]
"""Answers with their weight in one part (of the phrases that were met)."""


def likeliest(
    sums: Mixture, part: MixturePart, used: NDArray[np.float64], size: int
) -> tuple[Listed, float]:
    """About `size` of the heaviest answers of `part`, and a bound on the weight of any other there.

    `used` tells how often each symbol is behind a glyph already; free symbols are tried in that order.
    The bound holds where all words are to be guessed. It is 0 when nothing else is left.
    """
    shape = sums.shape
    wanted = {cell for k in shape.answer for cell in shape.words[k] if shape.known[cell] < 0}
    times = dict(part.extra)
    loose = sorted(wanted & times.keys())
    found: Listed = {}
    least = 0.0
    order = np.argsort(used).tolist()
    # Spellings depend on a path only through the symbols it takes: most paths share them.
    spellings: dict[frozenset[int], list[tuple[tuple[int, ...], float]]] = {}
    for place, (codes, share) in enumerate(_paths(part, wanted, size)):
        row = list(shape.known)
        for cell, code in codes.items():
            row[cell] = code
        taken = frozenset(row[cell] for cell in sums.exclusive if row[cell] >= 0)
        if taken not in spellings:
            spellings[taken] = _spellings(sums, loose, times, [k for k in order if k not in taken], size)
        spelt = spellings[taken]
        for texts, chance in spelt:
            for cell, code in zip(loose, texts, strict=True):
                row[cell] = code
            text = " ".join(shape.text(shape.words[k], row) for k in shape.answer)
            found[text] = found.get(text, 0.0) + part.weight * share * chance
        # What was left out is no heavier than the last that was kept, of this path or of all paths.
        if len(spelt) == size:
            least = max(least, part.weight * share * spelt[-1][1])
        if place == size - 1 and spelt:
            least = max(least, part.weight * share * spelt[0][1])
    return found, least


def _paths(part: MixturePart, wanted: set[int], size: int) -> Iterator[tuple[dict[int, int], float]]:
    """The symbols that the best words of the diagram give, and their share of the part."""
    if part.lattice is None:
        yield {}, 1.0
        return
    # Words not asked for matter when a word outside, which is asked for, has no other way to its symbols.
    depth = part.answer_depth
    met = {cell for word in part.words[:depth] for cell in word.classes}
    for place, word in enumerate(part.words[depth:], depth + 1):
        if wanted & set(word.classes) - met:
            depth = place
    for chosen, weight in part.lattice.best(size, depth):
        codes: dict[int, int] = {}
        for word, candidate in zip(part.words, chosen, strict=False):
            codes.update(zip(word.classes, word.codes[candidate].tolist(), strict=True))
        yield codes, weight / part.lattice.total


def _spellings(
    sums: Mixture, cells: Sequence[int], times: dict[int, int], free: Sequence[int], size: int
) -> list[tuple[tuple[int, ...], float]]:
    """The `size` likeliest ways to spell independent cells, with their probabilities."""
    own = [cell for cell in cells if cell in sums.exclusive]
    ways = list(islice(permutations(free, len(own)), size)) if own else [()]
    # All orders of free symbols are equally likely.
    chance = 1.0
    for taken in range(len(own)):
        chance /= max(1, len(free) - taken)
    found: list[tuple[tuple[int, ...], float]] = []
    for way in ways:
        symbols = iter(way)
        options: list[tuple[tuple[int, ...], float]] = [((), chance)]
        for cell in cells:
            if cell in sums.exclusive:
                symbol = next(symbols)
                options = [((*texts, symbol), share) for texts, share in options]
                continue
            spread = sums.letters ** times[cell]
            order = np.argsort(-spread, kind="stable")[:size].tolist()
            norm = float(spread.sum())
            longer = (
                ((*texts, code), share * float(spread[code]) / norm)
                for texts, share in options
                for code in order
            )
            options = heapq.nlargest(size, longer, key=lambda option: option[1])
        found += options
        if len(found) >= size:
            break
    return heapq.nlargest(size, found, key=lambda option: option[1])


def completions(sums: Mixture, top: int) -> list[str] | None:
    """Every answer that fits the pattern, or None when they are too many to list."""
    shape = sums.shape
    cells = sorted({c for k in shape.answer for c in shape.words[k] if shape.known[c] < 0})
    if len(shape.alphabet) ** len(cells) > max(200, top):
        return None
    found = []
    for row in product(range(len(shape.alphabet)), repeat=len(cells)):
        codes = list(shape.known)
        for cell, code in zip(cells, row, strict=True):
            codes[cell] = code
        exclusive = [codes[c] for c in sums.exclusive if codes[c] >= 0]
        if len(set(exclusive)) == len(exclusive):
            found.append(" ".join(shape.text(shape.words[k], codes) for k in shape.answer))
    return found

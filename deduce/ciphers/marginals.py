"""What stands behind single glyphs: sums over the parts of the mixture, and why one text is left.

Glyphs that words of the lexicon touch are summed over the diagram; glyphs that only words outside touch are independent.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from deduce.ciphers.lattice import Floats
from deduce.ciphers.mixture import Mixture, MixturePart
from deduce.ground.wording import as_is, say


def marginals(
    sums: Mixture, places: Mapping[str, tuple[int, ...]], total: float
) -> dict[str, dict[str, float]]:
    """For each closed place (glyph or window) the probabilities of its texts, likeliest first."""
    found: dict[str, dict[str, float]] = {}
    for glyph, cells in places.items():
        if all(sums.shape.known[cell] >= 0 for cell in cells):
            continue
        chances: dict[str, float] = {}
        for part in sums.parts:
            for text, share in texts_behind(sums, part, cells):
                chances[text] = chances.get(text, 0.0) + share * part.weight / total
        found[glyph] = dict(
            sorted(((t, p) for t, p in chances.items() if p > 0), key=lambda item: (-item[1], item[0]))
        )
    return dict(sorted(found.items()))


def texts_behind(sums: Mixture, part: MixturePart, cells: tuple[int, ...]) -> Iterator[tuple[str, float]]:
    """The texts of a glyph in one part of the mixture, with their probabilities."""
    alphabet = sums.shape.alphabet
    layers = part.lattice.layers if part.lattice else []
    for layer, posterior in zip(layers, part.posteriors, strict=True):
        if cells[0] in layer.candidates.classes:
            columns = [layer.candidates.column(cell).astype(np.int64) for cell in cells]
            key = columns[0]
            for column in columns[1:]:
                key = key * len(alphabet) + column
            distinct, where = np.unique(key, return_inverse=True)
            for code, share in zip(distinct.tolist(), np.bincount(where, posterior).tolist(), strict=True):
                text = ""
                for _ in cells:
                    code, rest = divmod(code, len(alphabet))
                    text = alphabet[rest] + text
                yield text, share
            return
    yield from _free_texts(sums, part, cells)


def _free_texts(sums: Mixture, part: MixturePart, cells: tuple[int, ...]) -> Iterator[tuple[str, float]]:
    alphabet, times = sums.shape.alphabet, dict(part.extra)
    if len(cells) > 1:
        # Symbols of a group are independent here; listing all of them would be pointless for long groups.
        likely = [(alphabet[k], float(sums.letters[k])) for k in np.argsort(-sums.letters)]
        if len(alphabet) ** len(cells) > 1_000:
            yield "?" * len(cells), 1.0
            return
        texts = [("", 1.0)]
        for cell in cells:
            spread = [(s, p ** times[cell]) for s, p in likely]
            norm = sum(p for _, p in spread)
            texts = [(text + s, share * p / norm) for text, share in texts for s, p in spread]
        yield from texts
        return
    exclusive = cells[0] in sums.exclusive
    chances = 1 - used_by(sums, part) if exclusive else sums.letters ** times[cells[0]]
    yield from zip(alphabet, (chances / chances.sum()).tolist(), strict=True)


def used_by(sums: Mixture, part: MixturePart) -> Floats:
    """For each symbol the probability that an exclusive class of the diagram, or an open one, has it."""
    used = np.zeros(len(sums.shape.alphabet))
    for code in range(len(used)):
        used[code] = sums.taken >> code & 1
    done = {cell for cell in sums.exclusive if sums.shape.known[cell] >= 0}
    layers = part.lattice.layers if part.lattice else []
    for layer, posterior in zip(layers, part.posteriors, strict=True):
        for cell in set(layer.candidates.classes) & sums.exclusive - done:
            used += np.bincount(layer.candidates.column(cell), posterior, len(used))
            done.add(cell)
    return used


def reasons(sums: Mixture, letters: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    """Why glyphs with one text left under the lexicon have it."""
    shape = sums.shape
    whole = next((part for part in sums.parts if not part.outside), None)
    if whole is None:
        return
    for glyph in letters:
        cells = shape.glyphs[glyph]
        texts = [text for text, share in texts_behind(sums, whole, cells) if share > 1e-12]
        if len(texts) != 1:
            continue
        holders = [k for k, word in enumerate(shape.words) if cells[0] in word]
        for k in holders:
            some = sums.candidates[k]
            if some is None or any(len(np.unique(some.column(cell))) > 1 for cell in cells):
                continue
            mask = shape.text(shape.words[k], shape.known)
            number = len(some.weights)
            sign, text, pattern = as_is(glyph), as_is(texts[0]), as_is(mask)
            if number == 1:
                only = as_is(shape.text(range(len(some.classes)), some.codes[0].tolist()))
                yield say(
                    "{glyph} is {text}: of the lexicon only {word} fits {mask} (word {place})",
                    glyph=sign, text=text, word=only, mask=pattern, place=k + 1,
                )  # fmt: skip
            else:
                yield say(
                    "{glyph} is {text}: of the lexicon only {number:word} fit {mask} (word {place})",
                    glyph=sign, text=text, number=number, mask=pattern, place=k + 1,
                )  # fmt: skip
            break
        else:
            names = ", ".join(str(k + 1) for k in range(len(shape.words)))
            yield say(
                "{glyph} is {text}: the only choice that leaves lexicon words for {words} together",
                glyph=as_is(glyph), text=as_is(texts[0]), words=as_is(names),
            )  # fmt: skip


def entropy(shares: Iterable[float]) -> float:
    """Bits of a distribution."""
    return float(-sum(share * math.log2(share) for share in shares if share > 0))

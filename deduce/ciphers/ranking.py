"""The likeliest answers of a deciphering, each weighed exactly; the parts of the mixture list which may be among them."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from deduce.ciphers.likeliest import completions, likeliest
from deduce.ciphers.marginals import used_by
from deduce.ciphers.mixture import Mixture
from deduce.ciphers.patterns import Pattern
from deduce.ground.shown import Plain

NEGLIGIBLE = 1e-3
"""The list of answers may lack one, after the first, whose probability is below this."""
LISTED = 256
"""The most answers of one part of the mixture that are tried for the list."""


@dataclass(frozen=True, slots=True)
class Guess(Plain):
    """One answer with its posterior probability."""

    text: str
    probability: float


def answers(sums: Mixture, top: int, total: float, least: float) -> tuple[tuple[Guess, ...], bool]:
    """The best answers, and whether the lexicon leaves exactly one."""
    inside = [part for part in sums.parts if not part.outside and part.lattice is not None]
    unique = any(len(part.lattice.best(2, part.answer_depth)) == 1 for part in inside if part.lattice)
    everything = completions(sums, top)
    if everything is not None:
        return _guesses(sums, everything, top, total), unique
    if all(part.lattice is None for part in sums.parts):
        # No word helps and all spellings are alike: one of the likeliest stands for all.
        (part,) = sums.parts
        return _guesses(sums, likeliest(sums, part, used_by(sums, part), 1)[0], 1, total), unique
    whole = len(sums.shape.answer) == len(sums.shape.words)
    size = max(top, 2)
    while True:
        listed: dict[str, float] = {}
        rest = 0.0
        for part in sums.parts:
            found, bound = likeliest(sums, part, used_by(sums, part), size)
            rest += bound
            for text, weight in found.items():
                listed[text] = listed.get(text, 0.0) + weight
        # An answer with other words around it is weighed by a deciphering of its own: only the best are.
        texts = sorted(listed, key=lambda text: -listed[text])
        if whole:
            guesses = _ranked(_contenders(sums, texts, listed, rest, top), top, total)
        else:
            guesses = _guesses(sums, texts[: 2 * top], top, total)
        # No answer that was not met has more than `rest`, the sum of what each part leaves to it.
        first = guesses[0].probability if guesses else 0.0
        last = guesses[-1].probability if len(guesses) == top else 0.0
        close = rest / total <= max(min(first, NEGLIGIBLE), last, least)
        if close or (guesses and not whole) or size >= LISTED:
            return guesses, unique
        size *= 4


def _contenders(
    sums: Mixture, texts: Sequence[str], listed: Mapping[str, float], rest: float, top: int
) -> list[tuple[str, float]]:
    """Those of the texts (heaviest listed first) that can be among the `top` best, with their weights.

    A text weighs at most what the parts listed for it and `rest`, so weighing can stop early.
    """
    found: list[tuple[str, float]] = []
    best: list[float] = []
    for text in texts:
        if len(best) == top and listed[text] + rest < best[0]:
            break
        weight = _weight(sums, text)
        found.append((text, weight))
        if len(best) < top:
            heapq.heappush(best, weight)
        else:
            heapq.heappushpop(best, weight)
    return found


def _guesses(sums: Mixture, texts: Iterable[str], top: int, total: float) -> tuple[Guess, ...]:
    return _ranked([(text, _weight(sums, text)) for text in texts], top, total)


def _weight(sums: Mixture, answer: str) -> float:
    """The weight of all phrases with this answer: a product where the answer is the whole phrase."""
    shape = sums.shape
    known = list(shape.known)
    for k, word in zip(shape.answer, answer.split(), strict=True):
        for cell, symbol in zip(shape.words[k], word, strict=True):
            known[cell] = shape.alphabet.index(symbol)
    fixed = Pattern(
        shape.alphabet,
        shape.words,
        tuple(known),
        shape.glyphs,
        shape.blanks,
        shape.answer,
        shape.exclusive,
    )
    if len(shape.answer) < len(shape.words):
        inner = Mixture(fixed, sums.lexicon, sums.injective, sums.unknown, sums.limit, cut=sums.cut)
        wanted = {part.outside for part in sums.parts}
        return sum(part.weight for part in inner.parts if part.outside in wanted)
    spelt = []
    inside = []
    for k, cells in enumerate(shape.words):
        codes = np.array([known[cell] for cell in cells], np.int64)
        spelt.append(float(np.prod(sums.letters[codes])))
        inside.append(sums.word_weight(k, codes))
    weight = 0.0
    for part in sums.parts:
        share = 1.0
        if sums.unknown:
            share = sums.unknown ** len(part.outside - sums.forced())
            share *= (1 - sums.unknown) ** (len(shape.words) - len(part.outside))
        for k in range(len(shape.words)):
            share *= spelt[k] if k in part.outside else inside[k]
        weight += share
    return weight


def _ranked(weighed: Iterable[tuple[str, float]], top: int, total: float) -> tuple[Guess, ...]:
    """The `top` likeliest answers from texts and their weights."""
    guesses = [Guess(text, weight / total) for text, weight in weighed if weight / total > 0]
    guesses.sort(key=lambda guess: (-guess.probability, guess.text))
    return tuple(guesses[:top])

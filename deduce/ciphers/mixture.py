"""The parts of a deciphering: which words are outside the lexicon, and the diagram of the others.

See `decipher` for the prior. A part's weight is its prior times the sum over all phrases that fit; words
outside are spelt symbol by symbol, so classes that only they touch are summed in closed form.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from deduce.ciphers.lattice import Candidates, Floats, Lattice, Overfull, build_lattice
from deduce.ciphers.patterns import Pattern
from deduce.ground.errors import ProblemError
from deduce.ground.wording import many
from deduce.vocabulary.lexicons import Lexicon


@dataclass(frozen=True, slots=True)
class MixturePart:
    """One component of the mixture: which words are outside, the diagram of the rest, its weight."""

    outside: frozenset[int]
    lattice: Lattice | None
    words: tuple[Candidates, ...]
    extra: tuple[tuple[int, int], ...]  # free classes with the number of their cells outside
    weight: float
    answer_depth: int
    posteriors: tuple[Floats, ...] = ()


class Mixture:
    """One deciphering: the candidates of each word, the parts of the mixture, the sums over them."""

    def __init__(
        self,
        shape: Pattern,
        lexicon: Lexicon | None,
        injective: bool,
        unknown: float,
        limit: int,
        *,
        cut: bool = True,
    ) -> None:
        self.shape, self.injective, self.unknown, self.limit, self.cut = (
            shape,
            injective,
            unknown,
            limit,
            cut,
        )
        size = len(shape.alphabet)
        uniform = np.full(size, 1 / size)
        self.letters = uniform if injective or lexicon is None else lexicon.letters()
        self.exclusive = shape.exclusive if injective else frozenset()
        if len(self.exclusive) > size:
            raise ProblemError(
                f"{many(len(self.exclusive), 'glyph')} hide one symbol each, more than the {size} of the alphabet: "
                "`injective` cannot hold"
            )
        self.taken = 0
        for cell in self.exclusive:
            code = shape.known[cell]
            if code >= 0:
                if self.taken >> code & 1:
                    raise ProblemError(
                        f"two open glyphs show {shape.alphabet[code]}, which `injective` forbids"
                    )
                self.taken |= 1 << code
        self.lexicon = lexicon
        self._word_weights: dict[tuple[int, bytes], float] = {}
        self.kept = 1.0
        self.candidates = [self._candidates(k) for k in range(len(shape.words))]
        self.parts = self._mixture()

    def _candidates(self, number: int) -> Candidates | None:
        """The lexicon's words that fit what is known of word `number`, or None when there is no such length."""
        cells = self.shape.words[number]
        words = self.lexicon.of_length(len(cells)) if self.lexicon else None
        if words is None:
            return None
        alive = np.arange(len(words.weights))
        for place, cell in enumerate(cells):
            code = self.shape.known[cell]
            column = words.codes[alive, place]
            if code >= 0:
                alive = alive[column == code]
            elif cells.index(cell) != place:
                alive = alive[column == words.codes[alive, cells.index(cell)]]
        if self.exclusive:
            alive = self._differing(cells, words.codes, alive)
        return Candidates(number, cells, words.codes[alive], words.weights[alive])

    def _differing(
        self, cells: tuple[int, ...], codes: NDArray[np.uint8], alive: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        used = np.full(len(alive), 0, np.int64)
        fine = np.ones(len(alive), bool)
        for place, cell in enumerate(cells):
            if cell not in self.exclusive or self.shape.known[cell] >= 0 or cells.index(cell) != place:
                continue
            bit = np.int64(1) << codes[alive, place].astype(np.int64)
            fine &= (bit & (used | self.taken)) == 0
            used |= bit
        return alive[fine]

    def _mixture(self) -> tuple[MixturePart, ...]:
        everywhere = frozenset(range(len(self.shape.words)))
        # A word without any lexicon word of its length is outside for certain.
        forced = frozenset(k for k in everywhere if self.candidates[k] is None)
        wanted = {forced, everywhere} | {forced | {k} for k in everywhere}
        if self.unknown == 0:
            for size in range(len(everywhere) - len(forced) + 1):
                found = [
                    self._part(outside)
                    for outside in sorted(wanted | {everywhere}, key=sorted)
                    if len(outside) == len(forced) + size
                ]
                found = [part for part in found if part.weight > 0]
                if found:
                    return tuple(found)
            return (self._part(everywhere),)
        parts = (self._part(outside) for outside in sorted(wanted, key=lambda s: (len(s), sorted(s))))
        return tuple(part for part in parts if part.weight > 0)

    def _part(self, outside: frozenset[int]) -> MixturePart:
        shape = self.shape
        inside = [k for k in range(len(shape.words)) if k not in outside]
        touched = {cell for k in inside for cell in shape.words[k]}
        counts: dict[int, int] = {}
        for k in outside:
            for cell in shape.words[k]:
                counts[cell] = counts.get(cell, 0) + 1
        inner = len(inside)
        weight = (
            float(self.unknown ** len(outside - self.forced()) * (1 - self.unknown) ** inner)
            if self.unknown
            else 1.0
        )
        extra = []
        free = 0
        for cell, times in counts.items():
            code = shape.known[cell]
            if code >= 0:
                weight *= float(self.letters[code]) ** times
            elif cell not in touched:
                extra.append((cell, times))
                if cell in self.exclusive:
                    free += 1
                else:
                    weight *= float((self.letters**times).sum())
        if free:
            weight *= self._arrangements(
                touched, free, sum(times for cell, times in extra if cell in self.exclusive)
            )
        lattice: Lattice | None = None
        words: tuple[Candidates, ...] = ()
        depth = 0
        if inside:
            chosen, depth = self._ordered(inside)
            words = tuple(self._weighed(chosen, counts))
            if any(not len(word.weights) for word in words):
                return MixturePart(outside, None, words, (), 0.0, 0)
            lattice, words = self._lattice(words)
            weight *= lattice.total
        found = MixturePart(outside, lattice, words, tuple(extra), weight, depth)
        if lattice is None or not weight:
            return found
        return MixturePart(
            outside, lattice, words, tuple(extra), weight, depth, tuple(lattice.posteriors())
        )

    def forced(self) -> frozenset[int]:
        """Words without any lexicon word of their length: outside for certain."""
        return frozenset(k for k, some in enumerate(self.candidates) if some is None)

    def word_weight(self, k: int, codes: NDArray[np.int64]) -> float:
        """The weight of one spelling of word `k` in the lexicon, remembered."""
        key = k, codes.tobytes()
        known = self._word_weights.get(key)
        if known is None:
            some = self.candidates[k]
            known = float(some.weights[(some.codes == codes).all(axis=1)].sum()) if some else 0.0
            self._word_weights[key] = known
        return known

    def _arrangements(self, touched: set[int], free: int, cells: int) -> float:
        """Weight of all ways to give `free` exclusive classes symbols that no other exclusive class has."""
        size = len(self.shape.alphabet)
        spent = self.taken.bit_count() + sum(
            1 for cell in touched if cell in self.exclusive and self.shape.known[cell] < 0
        )
        return math.perm(size - spent, free) / size**cells if size - spent >= free else 0.0

    def _ordered(self, inside: list[int]) -> tuple[list[int], int]:
        """The words in an order that keeps joins small: answer words first when they are only some."""
        answer = set(self.shape.answer)
        groups = [[k for k in inside if k in answer], [k for k in inside if k not in answer]]
        chosen: list[int] = []
        seen: frozenset[int] = frozenset()
        for group in groups:
            left = set(group)
            while left:
                nearest = min(sorted(left), key=partial(self._cost, seen=seen))
                left.remove(nearest)
                chosen.append(nearest)
                seen |= {c for c in self.shape.words[nearest] if self.shape.known[c] < 0}
        return chosen, len(groups[0])

    def _cost(self, k: int, seen: frozenset[int]) -> float:
        """About how much word `k` would widen the diagram: a shared class divides it by some twelve."""
        some = self.candidates[k]
        common = len({c for c in self.shape.words[k] if self.shape.known[c] < 0} & seen)
        return math.log(len(some.weights) + 1) - 2.5 * common if some else 0.0

    def _weighed(self, chosen: list[int], counts: Mapping[int, int]) -> Iterator[Candidates]:
        """Candidates with the spelling of words outside multiplied in, once a class."""
        left = dict(counts)
        for k in chosen:
            some = self.candidates[k]
            if some is None:
                continue
            weights = some.weights
            for cell in dict.fromkeys(some.classes):
                times = left.pop(cell, 0)
                if times and self.shape.known[cell] < 0:
                    weights = weights * self.letters[some.column(cell)] ** times
            yield Candidates(k, some.classes, some.codes, weights)

    def _lattice(self, words: tuple[Candidates, ...]) -> tuple[Lattice, tuple[Candidates, ...]]:
        """The diagram of `words`; where it would be too large, of their heaviest candidates."""
        full = [float(word.weights.sum()) for word in words]
        while True:
            try:
                lattice = build_lattice(list(words), self.exclusive, self._taken_outside(words), self.limit)
            except Overfull:
                if not self.cut:
                    raise
                largest = max(len(word.weights) for word in words)
                words = tuple(_heaviest(word, largest // 2) for word in words)
                kept = min(float(word.weights.sum()) / all_ for word, all_ in zip(words, full, strict=True))
                self.kept = min(self.kept, kept)
                continue
            return lattice, words

    def _taken_outside(self, words: Sequence[Candidates]) -> int:
        """Symbols of open exclusive classes that no word of the diagram contains."""
        inside = {cell for word in words for cell in word.classes}
        mask = 0
        for cell in self.exclusive - inside:
            if self.shape.known[cell] >= 0:
                mask |= 1 << self.shape.known[cell]
        return mask


def _heaviest(word: Candidates, size: int) -> Candidates:
    if len(word.weights) <= size:
        return word
    chosen = np.sort(np.argsort(-word.weights, kind="stable")[:size])
    return Candidates(word.word, word.classes, word.codes[chosen], word.weights[chosen])

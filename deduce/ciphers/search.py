"""Searching the texts that fit a lexicon, where their diagram would be too large: a cryptogram with few windows open.

Depth first over the words: the one that the fewest words fit is filled next, the likelier branches first. Every word
keeps the words that still fit it as one bit set, so that trying a word costs a few operations on whole numbers. A branch
is left when the likeliest words for all that is open would not reach `FAINT` of the best text found. Texts with one word
outside the lexicon are searched after those without; with two or more, only while there is none.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from deduce.ciphers.patterns import Pattern
from deduce.ground.deadline import Deadline
from deduce.vocabulary.lexicons import Lexicon

FAINT: Final = 1e-4
"""A text this much less likely than the best is not listed."""

KEPT: Final = 4096
"""The most texts that are kept."""

Text = tuple[tuple[int, ...], float]
"""The code of every class, -1 where only words outside have it and nothing tells it, and the log-weight."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found.

    Attributes:
        texts: For each text the code of every class (-1 where nothing tells it) and its weight against the best's,
            heaviest first.
        finished: No other text within `FAINT` of the best exists; without it, the time was up.
        cut: More such texts were found than are kept.
    """

    texts: tuple[Text, ...]
    finished: bool
    cut: bool = False


class _TimeUp(Exception):
    """The deadline has passed."""


class _Word:
    """The lexicon's words for one place, heaviest first; sets of them are the bits of whole numbers.

    `having` tells for a class and a code which words have it there, `nowhere` which have it at no exclusive class.
    """

    def __init__(
        self,
        cells: tuple[int, ...],
        codes: NDArray[np.uint8],
        weights: NDArray[np.float64],
        size: int,
        exclusive: frozenset[int],
    ) -> None:
        order = np.argsort(-weights, kind="stable")
        self.cells = tuple(dict.fromkeys(cells))
        self.times = tuple(cells.count(cell) for cell in self.cells)
        rows = codes[order][:, [cells.index(cell) for cell in self.cells]]
        self.rows: list[list[int]] = rows.tolist()
        self.logs: list[float] = np.log(weights[order]).tolist()
        self.everything = (1 << len(order)) - 1
        self.having: dict[int, list[int]] = {}
        anywhere = [0] * size
        for cell, column in zip(self.cells, rows.T, strict=True):
            sets = [_bits(column == code) for code in range(size)]
            self.having[cell] = sets
            if cell in exclusive:
                anywhere = [old | new for old, new in zip(anywhere, sets, strict=True)]
        self.nowhere = [self.everything & ~each for each in anywhere]


def _bits(mask: NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(mask, bitorder="little").tobytes(), "little")


@dataclass(frozen=True, slots=True)
class _Branch:
    """A partly filled text: `left` are the words to fill, `outside` those that nothing fits, `log` what is filled."""

    codes: tuple[int, ...]
    alive: tuple[int, ...]
    left: tuple[int, ...]
    outside: tuple[int, ...]
    log: float
    bound: float


class Search:
    """One search over the texts of a `Pattern`.

    Args:
        shape: What is equal and what is known.
        lexicon: The words.
        distinct: No symbol hides behind two glyphs.
        unknown: Prior probability that a word is outside the lexicon, between 0 and 1.

    Preparing takes about 40 ms for 80,000 words.
    """

    def __init__(self, shape: Pattern, lexicon: Lexicon, *, distinct: bool, unknown: float) -> None:
        self.shape = shape
        size = len(shape.alphabet)
        # As in the exact sums: symbols that must differ are spelt with equal chances.
        spread = np.full(size, 1 / size) if distinct else lexicon.letters()
        logs = np.log(spread)
        self.letters: list[float] = logs.tolist()
        self.unknown, self.known = math.log(unknown), math.log1p(-unknown)
        self.exclusive = shape.exclusive if distinct else frozenset()
        self.words = [self._word(cells, lexicon, size) for cells in shape.words]
        self.best = -math.inf
        # A class that only words outside have is spelt alike wherever it stands.
        most = sum(map(len, shape.words))
        # Summed as logarithms: of a long text the chances themselves are too small for a float.
        several = (float(np.logaddexp.reduce(times * logs)) for times in range(1, most + 1))
        self.alike = [math.log(size), *several]

    def _word(self, cells: tuple[int, ...], lexicon: Lexicon, size: int) -> _Word:
        some = lexicon.of_length(len(cells))
        if some is None:
            return _Word(cells, np.zeros((0, len(cells)), np.uint8), np.zeros(0), size, self.exclusive)
        fits = np.ones(len(some.weights), bool)
        for place, cell in enumerate(cells):
            if cells.index(cell) != place:
                fits &= some.codes[:, place] == some.codes[:, cells.index(cell)]
        apart = [cells.index(cell) for cell in dict.fromkeys(cells) if cell in self.exclusive]
        if len(apart) > 1:
            own = np.sort(some.codes[:, apart].astype(int), axis=1)
            fits &= (np.diff(own, axis=1) != 0).all(axis=1)
        return _Word(cells, some.codes[fits], some.weights[fits], size, self.exclusive)

    def run(self, deadline: Deadline) -> SearchResult:
        """The heaviest texts: first with every word in the lexicon, then with one word outside, and more if need be."""
        found: dict[tuple[int, ...], float] = {}
        forced = sum(not word.rows for word in self.words)
        for strange in range(forced, len(self.words) + 1):
            texts: dict[tuple[int, ...], float] = {}
            try:
                for codes, log in self._texts(strange, deadline):
                    # A word that is outside may be spelt like one inside: such texts are one.
                    texts[codes] = float(np.logaddexp(texts.get(codes, -math.inf), log))
                    self.best = max(self.best, texts[codes])
                    if len(texts) >= 2 * KEPT:
                        texts = self._heaviest(texts)
            except _TimeUp:
                return self._found({**found, **texts}, finished=False)
            found = texts
            # Where the lexicon explains all but one word, a second stranger is not looked for.
            if texts and strange > forced:
                break
        return self._found(found, finished=True)

    def _found(self, texts: dict[tuple[int, ...], float], *, finished: bool) -> SearchResult:
        kept = self._heaviest(texts).items()
        weighed = tuple((codes, math.exp(log - self.best)) for codes, log in kept)
        return SearchResult(weighed, finished, len(weighed) == KEPT)

    def count(self, deadline: Deadline, most: int = 2) -> int | None:
        """How many texts have all words in the lexicon, counted up to `most`; None when the time was up."""
        best, self.best = self.best, -math.inf
        forced = sum(not word.rows for word in self.words)
        number = 0
        try:
            for _ in self._texts(forced, deadline):
                number += 1
                if number == most:
                    break
        except _TimeUp:
            return None
        finally:
            self.best = best
        return number

    def _heaviest(self, texts: dict[tuple[int, ...], float]) -> dict[tuple[int, ...], float]:
        """The best texts without the faint ones, heaviest first."""
        least = self.best + math.log(FAINT)
        alive = [text for text in texts.items() if text[1] >= least]
        return dict(sorted(alive, key=lambda text: (-text[1], text[0]))[:KEPT])

    def _texts(self, strange: int, deadline: Deadline) -> Iterator[Text]:
        """Every text with up to `strange` words outside whose log-weight may come near `self.best`."""
        codes = list(self.shape.known)
        alive = [word.everything for word in self.words]
        for cell, code in enumerate(codes):
            if code >= 0:
                self._spread(cell, code, alive, range(len(self.words)))
        first = self._branch(codes, alive, range(len(self.words)), (), 0.0, strange)
        stack = [] if first is None else [first]
        while stack:
            if deadline.passed:
                raise _TimeUp
            branch = stack.pop()
            if branch.bound < self.best + math.log(FAINT):
                continue
            if not branch.left:
                log = branch.log + self.spelt(branch.outside, branch.codes)
                if log > -math.inf:
                    yield branch.codes, log
                continue
            # The likeliest branch is taken up first: it lies on top.
            stack += sorted(self._grown(branch, strange, deadline), key=lambda grown: grown.bound)

    def _grown(self, branch: _Branch, strange: int, deadline: Deadline) -> Iterator[_Branch]:
        """The branch with its narrowest word filled, in every way, or taken as outside the lexicon."""
        number = min(branch.left, key=lambda k: branch.alive[k].bit_count())
        word = self.words[number]
        left = [k for k in branch.left if k != number]
        fits = branch.alive[number]
        top = word.logs[_lowest(fits)]
        if len(branch.outside) < strange:
            aside = self._branch(
                branch.codes, branch.alive, left, (*branch.outside, number), branch.log, strange
            )
            if aside is not None:
                yield aside
        while fits:
            place = _lowest(fits)
            fits &= fits - 1
            # Words are ordered by weight: where one falls short, the others do.
            if branch.bound - top + word.logs[place] < self.best + math.log(FAINT):
                return
            codes, alive = list(branch.codes), list(branch.alive)
            for cell, code in zip(word.cells, word.rows[place], strict=True):
                if codes[cell] < 0:
                    codes[cell] = code
                    if self._spread(cell, code, alive, left) > strange - len(branch.outside):
                        break
            else:
                log = branch.log + self.known + word.logs[place]
                grown = self._branch(codes, alive, left, branch.outside, log, strange)
                if grown is not None:
                    yield grown
            if deadline.passed:
                raise _TimeUp

    def _branch(
        self,
        codes: Sequence[int],
        alive: Sequence[int],
        left: Sequence[int],
        outside: tuple[int, ...],
        log: float,
        strange: int,
    ) -> _Branch | None:
        """The branch with its bound; None when too many words fit nothing."""
        gone = [k for k in left if not alive[k]]
        if len(outside) + len(gone) > strange:
            return None
        outside = (*outside, *gone)
        inside = tuple(k for k in left if alive[k])
        bound = log + sum(self._alone(k, codes) for k in outside)
        bound += sum(self.known + self.words[k].logs[_lowest(alive[k])] for k in inside)
        return _Branch(tuple(codes), tuple(alive), inside, outside, log, bound)

    def _spread(self, cell: int, code: int, alive: list[int], left: Iterable[int]) -> int:
        """Take from every word left what does not have `code` at `cell`, or has it elsewhere where that is barred.

        How many of them nothing fits any more.
        """
        barred, gone = cell in self.exclusive, 0
        for number in left:
            word = self.words[number]
            sets = word.having.get(cell)
            if sets is not None:
                alive[number] &= sets[code]
            elif barred:
                alive[number] &= word.nowhere[code]
            gone += not alive[number]
        return gone

    def _alone(self, number: int, codes: Sequence[int]) -> float:
        """At most so likely is word `number` outside the lexicon: as if its open classes stood nowhere else."""
        word = self.words[number]
        return self.unknown + sum(
            times * self.letters[codes[cell]] if codes[cell] >= 0 else self.alike[times]
            for cell, times in zip(word.cells, word.times, strict=True)
        )

    def spelt(self, outside: Sequence[int], codes: Sequence[int]) -> float:
        """How likely the words outside are spelt so, their open classes summed out."""
        log = 0.0
        times: dict[int, int] = {}
        for number in outside:
            log += self.unknown
            for cell, count in zip(self.words[number].cells, self.words[number].times, strict=True):
                if codes[cell] >= 0:
                    log += count * self.letters[codes[cell]]
                else:
                    times[cell] = times.get(cell, 0) + count
        log += sum(self.alike[count] for cell, count in times.items() if cell not in self.exclusive)
        free = [count for cell, count in times.items() if cell in self.exclusive]
        if free:
            size = len(self.shape.alphabet)
            left = size - sum(codes[cell] >= 0 for cell in self.exclusive)
            if left < len(free):
                return -math.inf
            log += math.log(math.perm(left, len(free))) - sum(free) * math.log(size)
        return log


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1

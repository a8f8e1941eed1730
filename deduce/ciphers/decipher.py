"""Deciphering: every phrase that fits the open windows, the glyphs and a lexicon, with exact posteriors.

The prior: each word is drawn from the lexicon's words of its length by frequency; with probability
`unknown` a word is outside the lexicon and then spelt at random by letter frequencies. The mixture has
every word inside, each single word outside, and all words outside (pure pattern logic), so no phrase is
ever excluded while `unknown` is positive. Each part is one `Lattice`; symbols that only words outside
touch are independent and need none.

Same glyph, same symbol. One symbol may hide behind two glyphs unless `injective` is set; then words
outside the lexicon are spelt with equal chances for all symbols that are still free.

One file because everything a `Deciphered` says is a sum over the same mixture.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce.ciphers.card import Card
from deduce.ciphers.likeliest import completions, likeliest
from deduce.ciphers.mixture import Mixture, MixturePart
from deduce.ciphers.patterns import Pattern, pattern
from deduce.ground.errors import ProblemError
from deduce.ground.wording import many
from deduce.vocabulary.lexicons import Lexicon

__all__ = ["Deciphered", "Guess", "decipher"]

Floats = NDArray[np.float64]
NEGLIGIBLE = 1e-3
"""The list of answers may lack one, after the first, whose probability is below this."""
LISTED = 256
"""The most answers of one part of the mixture that are tried for the list."""


@dataclass(frozen=True, slots=True)
class Guess:
    """One answer with its posterior probability."""

    text: str
    probability: float

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {"text": self.text, "probability": self.probability}


@dataclass(frozen=True, slots=True)
class Deciphered:
    """What the open windows say.

    Attributes:
        answers: The most probable answers, best first; words outside the lexicon are spelt. All that fit are
            weighed when they are few (200). Beyond, the likeliest of each part of the mixture are, until an
            answer that was missed cannot come first, nor have 0.1 %; with very flat posteriors and with
            words around the answer the search ends earlier. Where no lexicon word fits at all, one
            spelling stands for all.
        letters: For each closed glyph the probability of each text behind it.
        windows: The same for closed windows without glyph, by word and cell, ``"2.3"``.
        worth: For each closed glyph the expected bits that opening it tells about the phrase.
        proved: Every window of the answer is open: the answer is certain whatever the lexicon.
        unique: How many answers the lexicon leaves is one (a lexicon was given and fits).
        count: Phrases all of whose words are in the lexicon (exact below 2**53).
        outside: Posterior probability that some word is outside the lexicon.
        exact: False when candidates were cut to keep within the limit.
        kept: The smallest share of a word's prior weight that was kept (1.0 when exact).
        reasons: One sentence for each closed glyph that has one text left.
        parts: The mixture: which words are outside the lexicon, the diagram of the others, the weight.
        pattern: The card as classes of equal cells.
        letter_chances: How likely each symbol of the alphabet is in words outside the lexicon.
        injective: Whether no symbol hides behind two glyphs.
    """

    answers: tuple[Guess, ...]
    letters: Mapping[str, Mapping[str, float]]
    windows: Mapping[str, Mapping[str, float]]
    worth: Mapping[str, float]
    proved: bool
    unique: bool
    count: float
    outside: float
    exact: bool
    kept: float
    reasons: tuple[str, ...]
    parts: tuple[MixturePart, ...] = field(repr=False, compare=False)
    pattern: Pattern = field(repr=False, compare=False)
    letter_chances: Floats = field(repr=False, compare=False)
    injective: bool = field(repr=False, compare=False)

    @property
    def label(self) -> str:
        """``exact`` or ``cut``."""
        return "exact" if self.exact else "cut"

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "answers": [guess.to_dict() for guess in self.answers],
            "letters": {glyph: dict(texts) for glyph, texts in self.letters.items()},
            "windows": {name: dict(texts) for name, texts in self.windows.items()},
            "worth": dict(self.worth),
            "proved": self.proved,
            "unique": self.unique,
            "count": self.count,
            "outside": self.outside,
            "kind": self.label,
            "kept": self.kept,
            "reasons": list(self.reasons),
        }

    def sample(self, size: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """`size` phrases from the posterior: codes (size, classes of the pattern)."""
        known = np.array(self.pattern.known, np.int64)
        found = np.tile(known, (size, 1))
        shares = np.array([part.weight for part in self.parts])
        chosen = rng.choice(len(shares), size, p=shares / shares.sum())
        for number, part in enumerate(self.parts):
            rows = np.flatnonzero(chosen == number)
            if not len(rows):
                continue
            if part.lattice is not None:
                for layer, picked in zip(
                    part.lattice.layers, part.lattice.sample(len(rows), rng), strict=True
                ):
                    for place, cell in enumerate(layer.candidates.classes):
                        found[rows, cell] = layer.candidates.codes[picked, place]
            for cell, times in part.extra:
                found[rows, cell] = self._spell(found[rows], cell, times, rng)
        return found

    def _spell(
        self, rows: NDArray[np.int64], cell: int, times: int, rng: np.random.Generator
    ) -> NDArray[np.int64]:
        if not (self.injective and cell in self.pattern.exclusive):
            spread = self.letter_chances**times
            return rng.choice(len(spread), len(rows), p=spread / spread.sum())
        taken = rows[:, sorted(self.pattern.exclusive)]
        return np.array(
            [rng.choice(np.setdiff1d(np.arange(len(self.letter_chances)), row)) for row in taken]
        )

    def phrases(self, size: int, rng: np.random.Generator) -> list[str]:
        """`size` phrases drawn from the posterior, as text."""
        return [
            " ".join(self.pattern.text(word, row) for word in self.pattern.words)
            for row in self.sample(size, rng).tolist()
        ]


def decipher(
    card: Card,
    windows: Sequence[Sequence[str]],
    lexicon: Lexicon | None = None,
    *,
    injective: bool = False,
    unknown: float = 0.02,
    top: int = 8,
    limit: int = 3_000_000,
    cut: bool = True,
    least: float = 0.0,
) -> Deciphered:
    """All that the open `windows` ('' where closed) say about the phrase.

    Args:
        card: The words to decipher, as a mission card has them.
        windows: Text in every window, word by word.
        lexicon: Words with frequencies; None for pure pattern logic.
        injective: No symbol hides behind two glyphs.
        unknown: Prior probability that a word is outside the lexicon, from 0 to 1. With 0 the answer is
            "under the lexicon"; should nothing fit then, one word is taken as outside, or else all.
        top: How many answers to list.
        limit: The most arcs of a diagram; beyond it the rarest candidates are cut, and the result says so.
        cut: Without it, a diagram beyond `limit` raises `Overfull` instead.
        least: Answers below this probability do not matter: the list may lack them, and where no answer reaches it
            the first need not be the likeliest. Far faster while the posterior is flat.

    Raises:
        ProblemError: the windows contradict each other, the rule `injective`, or the card.
    """
    if not 0 <= unknown <= 1:
        raise ProblemError(f"unknown={unknown!r} is a probability, from 0 to 1")
    if not 0 <= least <= 1:
        raise ProblemError(f"least={least!r} is a probability, from 0 to 1")
    if limit < 1 or top < 1:
        raise ProblemError(f"limit={limit!r} and top={top!r} are at least 1")
    shape = pattern(card, windows)
    if lexicon is not None and lexicon.alphabet != card.alphabet:
        raise ProblemError(f"the lexicon's alphabet {lexicon.alphabet} is not the card's, {card.alphabet}")
    return _Sums(shape, lexicon, injective, unknown, limit, cut=cut).result(top, least)


class _Sums(Mixture):
    """One deciphering: the sums over the parts of the mixture."""

    def result(self, top: int, least: float) -> Deciphered:
        if not self.parts:
            raise ProblemError("no phrase fits the open windows under these rules")
        total = sum(part.weight for part in self.parts)
        inside = [part for part in self.parts if not part.outside - self.forced()]
        letters = self._marginals(self.shape.glyphs, total)
        answers, unique = self._answers(top, total, least)
        shape = self.shape
        proved = all(shape.known[cell] >= 0 for k in shape.answer for cell in shape.words[k])
        lattice = inside[0].lattice if inside else None
        return Deciphered(
            answers,
            letters,
            windows=self._marginals(self.shape.blanks, total),
            worth={glyph: entropy(texts.values()) for glyph, texts in letters.items()},
            proved=proved,
            unique=unique or proved,
            count=lattice.count if lattice else 0.0,
            outside=1 - sum(part.weight for part in self.parts if not part.outside) / total,
            exact=self.kept == 1.0,
            kept=self.kept,
            reasons=tuple(self._reasons(letters)),
            parts=self.parts,
            pattern=shape,
            letter_chances=self.letters,
            injective=self.injective,
        )

    def _marginals(
        self, places: Mapping[str, tuple[int, ...]], total: float
    ) -> dict[str, dict[str, float]]:
        """For each closed place (glyph or window) the probabilities of its texts."""
        found: dict[str, dict[str, float]] = {}
        for glyph, cells in places.items():
            if all(self.shape.known[cell] >= 0 for cell in cells):
                continue
            sums: dict[str, float] = {}
            for part in self.parts:
                for text, share in self._texts(part, cells):
                    sums[text] = sums.get(text, 0.0) + share * part.weight / total
            found[glyph] = dict(
                sorted(((t, p) for t, p in sums.items() if p > 0), key=lambda item: (-item[1], item[0]))
            )
        return dict(sorted(found.items()))

    def _texts(self, part: MixturePart, cells: tuple[int, ...]) -> Iterator[tuple[str, float]]:
        """The texts of a glyph in one part of the mixture, with their probabilities."""
        alphabet = self.shape.alphabet
        layers = part.lattice.layers if part.lattice else []
        for layer, posterior in zip(layers, part.posteriors, strict=True):
            if cells[0] in layer.candidates.classes:
                columns = [layer.candidates.column(cell).astype(np.int64) for cell in cells]
                key = columns[0]
                for column in columns[1:]:
                    key = key * len(alphabet) + column
                distinct, where = np.unique(key, return_inverse=True)
                for code, share in zip(
                    distinct.tolist(), np.bincount(where, posterior).tolist(), strict=True
                ):
                    text = ""
                    for _ in cells:
                        code, rest = divmod(code, len(alphabet))
                        text = alphabet[rest] + text
                    yield text, share
                return
        yield from self._free_texts(part, cells)

    def _free_texts(self, part: MixturePart, cells: tuple[int, ...]) -> Iterator[tuple[str, float]]:
        alphabet, times = self.shape.alphabet, dict(part.extra)
        if len(cells) > 1:
            # Symbols of a group are independent here; listing all of them would be pointless for long groups.
            likely = [(alphabet[k], float(self.letters[k])) for k in np.argsort(-self.letters)]
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
        exclusive = cells[0] in self.exclusive
        chances = 1 - self._used_by(part) if exclusive else self.letters ** times[cells[0]]
        yield from zip(alphabet, (chances / chances.sum()).tolist(), strict=True)

    def _used_by(self, part: MixturePart) -> Floats:
        """For each symbol the probability that an exclusive class of the diagram, or an open one, has it."""
        used = np.zeros(len(self.shape.alphabet))
        for code in range(len(used)):
            used[code] = self.taken >> code & 1
        done = {cell for cell in self.exclusive if self.shape.known[cell] >= 0}
        layers = part.lattice.layers if part.lattice else []
        for layer, posterior in zip(layers, part.posteriors, strict=True):
            for cell in set(layer.candidates.classes) & self.exclusive - done:
                used += np.bincount(layer.candidates.column(cell), posterior, len(used))
                done.add(cell)
        return used

    def _answers(self, top: int, total: float, least: float) -> tuple[tuple[Guess, ...], bool]:
        """The best answers, and whether the lexicon leaves exactly one."""
        inside = [part for part in self.parts if not part.outside and part.lattice is not None]
        unique = any(len(part.lattice.best(2, part.answer_depth)) == 1 for part in inside if part.lattice)
        everything = completions(self, top)
        if everything is not None:
            return self._guesses(everything, top, total), unique
        if all(part.lattice is None for part in self.parts):
            # No word helps and all spellings are alike: one of the likeliest stands for all.
            (part,) = self.parts
            return self._guesses(likeliest(self, part, self._used_by(part), 1)[0], 1, total), unique
        whole = len(self.shape.answer) == len(self.shape.words)
        size = max(top, 2)
        while True:
            listed: dict[str, float] = {}
            rest = 0.0
            for part in self.parts:
                found, bound = likeliest(self, part, self._used_by(part), size)
                rest += bound
                for text, weight in found.items():
                    listed[text] = listed.get(text, 0.0) + weight
            # An answer with other words around it is weighed by a deciphering of its own: only the best are.
            texts = sorted(listed, key=lambda text: -listed[text])
            if whole:
                guesses = _ranked(self._contenders(texts, listed, rest, top), top, total)
            else:
                guesses = self._guesses(texts[: 2 * top], top, total)
            # No answer that was not met has more than `rest`, the sum of what each part leaves to it.
            first = guesses[0].probability if guesses else 0.0
            last = guesses[-1].probability if len(guesses) == top else 0.0
            close = rest / total <= max(min(first, NEGLIGIBLE), last, least)
            if close or (guesses and not whole) or size >= LISTED:
                return guesses, unique
            size *= 4

    def _contenders(
        self, texts: Sequence[str], listed: Mapping[str, float], rest: float, top: int
    ) -> list[tuple[str, float]]:
        """Those of the texts (heaviest listed first) that can be among the `top` best, with their weights.

        A text weighs at most what the parts listed for it and `rest`, so weighing can stop early.
        """
        found: list[tuple[str, float]] = []
        best: list[float] = []
        for text in texts:
            if len(best) == top and listed[text] + rest < best[0]:
                break
            weight = self._weight(text)
            found.append((text, weight))
            if len(best) < top:
                heapq.heappush(best, weight)
            else:
                heapq.heappushpop(best, weight)
        return found

    def _guesses(self, texts: Iterable[str], top: int, total: float) -> tuple[Guess, ...]:
        return _ranked([(text, self._weight(text)) for text in texts], top, total)

    def _weight(self, answer: str) -> float:
        """The weight of all phrases with this answer: a product where the answer is the whole phrase."""
        shape = self.shape
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
            inner = _Sums(fixed, self.lexicon, self.injective, self.unknown, self.limit, cut=self.cut)
            wanted = {part.outside for part in self.parts}
            return sum(part.weight for part in inner.parts if part.outside in wanted)
        spelt = []
        inside = []
        for k, cells in enumerate(shape.words):
            codes = np.array([known[cell] for cell in cells], np.int64)
            spelt.append(float(np.prod(self.letters[codes])))
            inside.append(self.word_weight(k, codes))
        weight = 0.0
        for part in self.parts:
            share = 1.0
            if self.unknown:
                share = self.unknown ** len(part.outside - self.forced())
                share *= (1 - self.unknown) ** (len(shape.words) - len(part.outside))
            for k in range(len(shape.words)):
                share *= spelt[k] if k in part.outside else inside[k]
            weight += share
        return weight

    def _reasons(self, letters: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
        """Why glyphs with one text left under the lexicon have it."""
        shape = self.shape
        whole = next((part for part in self.parts if not part.outside), None)
        if whole is None:
            return
        for glyph in letters:
            cells = shape.glyphs[glyph]
            texts = [text for text, share in self._texts(whole, cells) if share > 1e-12]
            if len(texts) != 1:
                continue
            holders = [k for k, word in enumerate(shape.words) if cells[0] in word]
            for k in holders:
                some = self.candidates[k]
                if some is None or any(len(np.unique(some.column(cell))) > 1 for cell in cells):
                    continue
                mask = shape.text(shape.words[k], shape.known)
                number = len(some.weights)
                fitting = (
                    shape.text(range(len(some.classes)), some.codes[0].tolist())
                    if number == 1
                    else f"{many(number, 'word')}"
                )
                verb = "fits" if number == 1 else "fit"
                yield f"{glyph} is {texts[0]}: of the lexicon only {fitting} {verb} {mask} (word {k + 1})"
                break
            else:
                names = ", ".join(str(k + 1) for k in range(len(shape.words)))
                yield f"{glyph} is {texts[0]}: the only choice that leaves lexicon words for {names} together"


def entropy(shares: Any) -> float:
    """Bits of a distribution."""
    return float(-sum(share * math.log2(share) for share in shares if share > 0))


def _ranked(weighed: Iterable[tuple[str, float]], top: int, total: float) -> tuple[Guess, ...]:
    """The `top` likeliest answers from texts and their weights."""
    guesses = [Guess(text, weight / total) for text, weight in weighed if weight / total > 0]
    guesses.sort(key=lambda guess: (-guess.probability, guess.text))
    return tuple(guesses[:top])

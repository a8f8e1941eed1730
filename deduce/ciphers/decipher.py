"""Deciphering: every phrase that fits the open windows, the glyphs and a lexicon, with exact posteriors.

The prior: each word is drawn from the lexicon's words of its length by frequency; with probability
`unknown` a word is outside the lexicon and then spelt at random by letter frequencies. The mixture has
every word inside, each single word outside, and all words outside (pure pattern logic), so no phrase is
ever excluded while `unknown` is positive. Each part is one `Lattice`; symbols that only words outside
touch are independent and need none.

Same glyph, same symbol. One symbol may hide behind two glyphs unless `injective` is set; then words
outside the lexicon are spelt with equal chances for all symbols that are still free.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce.ciphers.card import Card
from deduce.ciphers.lattice import Floats
from deduce.ciphers.marginals import entropy, marginals, reasons
from deduce.ciphers.mixture import Mixture, MixturePart
from deduce.ciphers.patterns import Pattern, pattern
from deduce.ciphers.ranking import Guess, answers
from deduce.ground.errors import ProblemError
from deduce.vocabulary.lexicons import Lexicon

__all__ = ["Deciphered", "Guess", "decipher"]


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
    return _told(Mixture(shape, lexicon, injective, unknown, limit, cut=cut), top, least)


def _told(sums: Mixture, top: int, least: float) -> Deciphered:
    """What the sums say."""
    if not sums.parts:
        raise ProblemError("no phrase fits the open windows under these rules")
    shape = sums.shape
    total = sum(part.weight for part in sums.parts)
    inside = [part for part in sums.parts if not part.outside - sums.forced()]
    letters = marginals(sums, shape.glyphs, total)
    guesses, unique = answers(sums, top, total, least)
    proved = all(shape.known[cell] >= 0 for k in shape.answer for cell in shape.words[k])
    lattice = inside[0].lattice if inside else None
    return Deciphered(
        guesses,
        letters,
        windows=marginals(sums, shape.blanks, total),
        worth={glyph: entropy(texts.values()) for glyph, texts in letters.items()},
        proved=proved,
        unique=unique or proved,
        count=lattice.count if lattice else 0.0,
        outside=1 - sum(part.weight for part in sums.parts if not part.outside) / total,
        exact=sums.kept == 1.0,
        kept=sums.kept,
        reasons=tuple(reasons(sums, letters)),
        parts=sums.parts,
        pattern=shape,
        letter_chances=sums.letters,
        injective=sums.injective,
    )

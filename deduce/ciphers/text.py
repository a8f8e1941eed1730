"""`deduce.decipher`: a text of glyphs with some of them open, what fits, and which glyph to open next.

The exact sums over a diagram (`deduce.ciphers.decipher`) answer wherever the diagram fits into memory: with some windows
open, short texts, small lexicons. Otherwise the heaviest texts are searched for (`deduce.ciphers.search`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from deduce.ciphers.card import Card
from deduce.ciphers.decipher import Deciphered, decipher
from deduce.ciphers.decoded import Decoded, of_search, of_sums
from deduce.ciphers.evidence import evidence
from deduce.ciphers.glyphs import cryptogram, lexicon_of, opened_glyphs
from deduce.ciphers.lattice import Overfull
from deduce.ciphers.patterns import Pattern, pattern
from deduce.ciphers.search import Search, SearchResult
from deduce.ciphers.sentences import FEWEST, Sentences, sentences_of
from deduce.ciphers.spelling import spelt_out
from deduce.ground.deadline import Deadline
from deduce.ground.errors import ProblemError
from deduce.vocabulary.lexicons import Lexicon, titled

UNKNOWN: Final = 0.02
"""Prior probability that a word is outside the lexicon."""

ARCS: Final = 400_000
"""The widest diagram that is built before texts are searched for instead."""

TIME: Final = 10.0
"""Seconds that a search may take, unless told otherwise."""

SEARCHED: Final = 0.75
"""The share of the time in which texts are searched for; the rest is kept for the question whether another one fits."""


def decipher_text(
    text: str,
    opened: Mapping[str, str] | Sequence[str] | None = None,
    *,
    lexicon: Lexicon | str | None = None,
    language: str = "en",
    distinct: bool = False,
    unknown: float = UNKNOWN,
    sentence: bool = True,
    top: int = 8,
    time_limit: float | None = TIME,
) -> Decoded:
    """What a text of glyphs can be, given the glyphs that are open.

    Args:
        text: Words of glyphs, ``"ACEGH JLG NGCQL"``; equal glyphs hide equal letters.
        opened: The letter behind each open glyph, or pairs as at the command line: ``["A=N"]``.
        lexicon: ``common`` (80,000 English words, 100,000 Russian forms; the default for both), ``builtin``,
            ``wordfreq``, a word file, or any `Lexicon`.
        language: ``en``, ``ru`` or ``digits``: the alphabet.
        distinct: No letter hides behind two glyphs, as in a cryptogram.
        unknown: Prior probability that a word is outside the lexicon, between 0 and 1.
        sentence: Whether the words form an English or Russian sentence (of four words or more, with a lexicon of the
            language): then they are weighed together (`deduce.ciphers.sentences`), else one by one.
        top: How many answers to list.
        time_limit: Seconds for a search, where one is needed; None is no limit.

    Raises `ProblemError` for glyphs, letters, lexicons that cannot be, and for windows that contradict each other.
    """
    if not isinstance(text, str):
        raise ProblemError(f"a text to decipher is words of glyphs such as 'ACEGH JLG NGCQL', not {text!r}")
    if not (lexicon is None or isinstance(lexicon, str) or hasattr(lexicon, "of_length")):
        raise ProblemError(
            "a lexicon is one of the names, a file, or deduce.vocabulary.lexicons.WordList(words, language), "
            f"not {lexicon!r}"
        )
    if not 0 < unknown < 1:
        raise ProblemError(f"unknown={unknown!r} is a probability between 0 and 1")
    if top < 1:
        raise ProblemError(f"top={top!r} is at least 1")
    if opened is None or not isinstance(opened, Mapping):
        opened = opened_glyphs([opened] if isinstance(opened, str) else opened or ())
    card, windows = cryptogram(text, opened, language)
    words = lexicon_of(lexicon, language) if lexicon is None or isinstance(lexicon, str) else lexicon
    shape = pattern(card, windows)
    together = _together(lexicon, words, language, shape) if sentence else None
    asked = _Asked(shape, words, together, distinct, unknown, top, Deadline(time_limit))
    decoded, logs = asked.answer(card, windows)
    if words is not None and logs > -math.inf:
        gave_up = decoded.kind == "gave up"
        told = evidence(shape, logs, decoded.letters, words, distinct=distinct, at_least=gave_up)
        decoded = replace(decoded, evidence=told)
    reasons = (*decoded.reasons, *_guessed(decoded, words))
    return replace(decoded, covers=getattr(words, "covers", None), reasons=reasons)


def _guessed(decoded: Decoded, words: Lexicon | None) -> list[str]:
    """A sentence for each word of the likeliest sentence that the lexicon has not."""
    if words is None or not decoded.together or not decoded.answers:
        return []
    strange = [word for word in decoded.answers[0].text.split() if "?" in word or word not in words]
    return [
        f"{word} is no word of the lexicon: letters that no other word tells are guesses"
        for word in strange
    ]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A text to decipher; its methods give what it can be, with the log-weight (base e) of all its texts."""

    shape: Pattern
    words: Lexicon | None
    together: Sentences | None
    distinct: bool
    unknown: float
    top: int
    deadline: Deadline

    def answer(self, card: Card, windows: Sequence[Sequence[str]]) -> tuple[Decoded, float]:
        """By texts listed where they are weighed together or no diagram fits, else by sums over the diagram."""
        early = None
        if self.words is not None and self.together is not None and min(self.shape.known) < 0:
            early = self._searched(self.words)
            if early[1].finished and early[1].texts:
                return self._of_search(*early)
        try:
            found = decipher(
                card,
                windows,
                self.words,
                injective=self.distinct,
                unknown=self.unknown,
                top=self.top,
                limit=ARCS,
                cut=False,
            )
        except Overfull:
            if self.words is None:
                raise
            return self._of_search(*early or self._searched(self.words))
        if early is not None and self._holds(early[1], found):
            return self._of_search(*early)
        weight = sum(part.weight for part in found.parts)
        return of_sums(found, titled(self.words)), math.log(weight) if weight else -math.inf

    def _holds(self, listed: SearchResult, found: Deciphered) -> bool:
        """Whether the time was up only after the likeliest text of all was met."""
        best = found.answers[0].text if found.answers else None
        return any(self._text(codes) == best for codes, _ in listed.texts)

    def _text(self, codes: Sequence[int]) -> str:
        return " ".join(self.shape.text(word, codes) for word in self.shape.words)

    def _searched(self, words: Lexicon) -> tuple[Search, SearchResult]:
        """The heaviest texts, found in `SEARCHED` of the time."""
        search = Search(self.shape, words, distinct=self.distinct, unknown=self.unknown)
        return search, search.run(self.deadline.share(SEARCHED))

    def _of_search(self, search: Search, listed: SearchResult) -> tuple[Decoded, float]:
        total = sum(weight for _, weight in listed.texts)
        together = self.together if listed.texts else None
        if together is not None and self.words is not None:
            listed = spelt_out(search, listed, self.words)
            listed, total = _weighed(self.shape, listed, together)
        decoded = of_search(self.shape, search, listed, self.deadline, self.top, titled(self.words))
        decoded = replace(decoded, together=together.name if together else "")
        return decoded, search.best + math.log(total) if total else -math.inf


def _together(
    name: Lexicon | str | None, words: Lexicon | None, language: str, shape: Pattern
) -> Sentences | None:
    """What weighs the words of a text together: for texts by a lexicon of the whole language alone."""
    if words is None or name not in (None, "common", "wordfreq") or len(shape.words) < FEWEST:
        return None
    return sentences_of(language)


def _weighed(shape: Pattern, listed: SearchResult, together: Sentences) -> tuple[SearchResult, float]:
    """The listed texts by how their words go together, heaviest first; the weight of all of them as sentences."""
    texts = [
        [
            shape.text(word, codes).lower() if min(codes[cell] for cell in word) >= 0 else ""
            for word in shape.words
        ]
        for codes, _ in listed.texts
    ]
    logs, alone = together.weighed(texts, np.log([weight for _, weight in listed.texts]))
    weights = np.exp(logs - logs.max()).tolist()
    pairs = sorted(zip(listed.texts, weights, strict=True), key=lambda pair: -pair[1])
    found = replace(listed, texts=tuple((codes, weight) for (codes, _), weight in pairs))
    return found, float(np.exp(alone).sum())

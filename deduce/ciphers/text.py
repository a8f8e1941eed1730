"""`deduce.decipher`: a text of glyphs with some of them open, what fits, and which glyph to open next.

The exact sums over a diagram (`deduce.ciphers.decipher`) answer wherever the diagram fits into memory: with some windows
open, short texts, small lexicons. Otherwise the heaviest texts are searched for (`deduce.ciphers.search`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

import numpy as np

from deduce.ciphers.card import Cryptogram, Window
from deduce.ciphers.decipher import Deciphered, Guess, decipher, entropy
from deduce.ciphers.evidence import Evidence, evidence
from deduce.ciphers.lattice import Overfull
from deduce.ciphers.patterns import Pattern, pattern
from deduce.ciphers.search import Search, SearchResult
from deduce.ciphers.sentences import FEWEST, Sentences, english_sentences
from deduce.ground.deadline import Deadline
from deduce.ground.errors import ProblemError
from deduce.vocabulary.alphabets import alphabet_of, fold
from deduce.vocabulary.lexicons import Lexicon, builtin, choose, common, titled

__all__ = ["Decoded", "cryptogram", "decipher_text", "opened_glyphs"]

UNKNOWN: Final = 0.02
"""Prior probability that a word is outside the lexicon."""

ARCS: Final = 400_000
"""The widest diagram that is built before texts are searched for instead."""

TIME: Final = 10.0
"""Seconds that a search may take, unless told otherwise."""

NARROW: Final = 0.5
"""The share of the time in which texts of a narrow diagram are listed; else they are weighed word by word."""

HOPELESS: Final = 1e-3
"""Where the best text is less likely than this there are too many others to list."""

LONGEST: Final = 5_000
"""More signs are no text that somebody deciphers; the time it takes grows with them."""

_BLANK: Final = "._"
_BETWEEN: Final = re.compile(r"[\s\-'’–—]+")
_AROUND: Final = ',;:!?"“”«»()'


@dataclass(frozen=True)
class Decoded:
    """What a text of glyphs can be.

    Attributes:
        answers: The likeliest texts, best first; ``?`` where nothing tells the letter.
        letters: For each closed glyph the probability of each letter behind it.
        worth: For each closed glyph the expected bits that opening it tells: its entropy.
        unique: Whether exactly one text has all words in the lexicon; None when the time did not suffice to say.
        kind: ``exact`` (all texts weighed), ``listed`` (all texts weighed that are at least 1e-4 as likely as the best),
            or ``gave up`` (the time was up: the best so far).
        lexicon: Which words that is about, for people.
        reasons: A sentence for each closed glyph that the lexicon leaves one letter.
        covers: Which share of the words of ordinary texts the lexicon holds, where that was counted.
        together: By what the words were weighed together, empty where each by itself.
        evidence: What speaks for words under one key against noise; None where there is nothing to weigh.
    """

    answers: tuple[Guess, ...]
    letters: Mapping[str, Mapping[str, float]]
    worth: Mapping[str, float]
    unique: bool | None
    kind: str
    lexicon: str
    reasons: tuple[str, ...] = ()
    covers: float | None = None
    together: str = ""
    evidence: Evidence | None = None

    @property
    def next(self) -> str | None:
        """The glyph that tells most when it is opened; None when none is closed."""
        return self.by_worth[0] if self.worth else None

    @property
    def by_worth(self) -> list[str]:
        """The closed glyphs, most telling first; those that tell alike by their names."""
        return sorted(self.worth, key=lambda glyph: (-round(self.worth[glyph], 9), glyph))

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "answers": [guess.to_dict() for guess in self.answers],
            "letters": {glyph: dict(texts) for glyph, texts in self.letters.items()},
            "worth": dict(self.worth),
            "open_next": self.next,
            "unique": self.unique,
            "kind": self.kind,
            "lexicon": self.lexicon,
            "reasons": list(self.reasons),
            "covers": self.covers,
            "together": self.together,
            "evidence": None
            if self.evidence is None
            else asdict(self.evidence) | {"doubtful": self.evidence.doubtful},
        }


def cryptogram(
    text: str, opened: Mapping[str, str], language: str
) -> tuple[Cryptogram, list[tuple[str, ...]]]:
    """The windows of a text of glyphs, and what is open in each.

    Spaces, hyphens and apostrophes separate words, other punctuation around them is left out; a full stop or a low line
    inside a word is a window without glyph. Capitals and small letters are one glyph. Raises `ProblemError`.
    """
    if len(text) > LONGEST:
        raise ProblemError(f"a text to decipher has at most {LONGEST:,} signs, not {len(text):,}")
    alphabet = alphabet_of(language)
    shown: dict[str, str] = {}
    for glyph, letter in opened.items():
        folded = fold(letter, language)
        if len(folded) != 1 or folded not in alphabet:
            raise ProblemError(f"{glyph}={letter}: expected one letter of {alphabet} behind a glyph")
        if shown.setdefault(glyph.upper(), folded) != folded:
            raise ProblemError(f"{glyph.upper()} is open twice, as {shown[glyph.upper()]} and as {folded}")
    words = []
    for raw in _BETWEEN.split(text.upper()):
        word = raw.strip(_AROUND)
        # A full stop ends a sentence; inside a word it is a window.
        if word.endswith(".") and not word.strip(_BLANK):
            word = word or raw
        elif word.endswith(".") and "." not in word[:-1]:
            word = word[:-1]
        if word:
            words.append(tuple(Window("" if sign in _BLANK else sign) for sign in word))
    if not words:
        raise ProblemError(f"{text!r} has no glyphs: expected words such as 'ACEGH JLG NGCQL'")
    glyphs = {window.glyph for word in words for window in word}
    for glyph in shown:
        if glyph not in glyphs:
            raise ProblemError(f"{glyph}={shown[glyph]}: there is no glyph {glyph} in the text")
    windows = [tuple(shown.get(window.glyph, "") for window in word) for word in words]
    return Cryptogram(alphabet, tuple(words)), windows


def lexicon_of(name: str | None, language: str) -> Lexicon | None:
    """The lexicon that is meant; without a name the largest that ships for the language, if any.

    Raises `ProblemError` for a name that is none, or that is not for the language.
    """
    alphabet = alphabet_of(language)
    if name is None:
        return common(language) or builtin(language)
    found = choose(name, language, alphabet)
    if found is None and name != "none":
        raise ProblemError(
            f"lexicon={name!r} has no words for language={language!r}: name a word file (.txt)"
        )
    return found


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
        lexicon: ``common`` (40,000 English words, 100,000 Russian forms; the default for both), ``builtin``,
            ``wordfreq``, a word file, or any `Lexicon`.
        language: ``en``, ``ru`` or ``digits``: the alphabet.
        distinct: No letter hides behind two glyphs, as in a cryptogram.
        unknown: Prior probability that a word is outside the lexicon, between 0 and 1.
        sentence: Whether the words form an English sentence (of four words or more, with a lexicon of the language):
            then they are weighed together (`deduce.ciphers.sentences`), else one by one.
        top: How many answers to list.
        time_limit: Seconds for a search, where one is needed; None is no limit.

    Raises `ProblemError` for glyphs, letters, lexicons that cannot be, and for windows that contradict each other.
    """
    if not 0 < unknown < 1:
        raise ProblemError(f"unknown={unknown!r} is a probability between 0 and 1")
    if top < 1:
        raise ProblemError(f"top={top!r} is at least 1")
    if opened is None or not isinstance(opened, Mapping):
        opened = opened_glyphs([opened] if isinstance(opened, str) else opened or ())
    card, windows = cryptogram(text, opened, language)
    words = lexicon_of(lexicon, language) if lexicon is None or isinstance(lexicon, str) else lexicon
    deadline = Deadline(time_limit)
    shape = pattern(card, windows)
    listed = None
    try:
        found = decipher(
            card, windows, words, injective=distinct, unknown=unknown, top=top, limit=ARCS, cut=False
        )
    except Overfull:
        if words is None:
            raise
        search = Search(shape, words, distinct=distinct, unknown=unknown)
        # A quarter of the time is kept for the question whether another text fits.
        listed = search.run(deadline.share(0.75))
    together = _together(lexicon, words, language, shape) if sentence else None
    if together is not None and words is not None and listed is None and _narrow(found):
        search = Search(shape, words, distinct=distinct, unknown=unknown)
        again = search.run(deadline.share(NARROW))
        listed = again if again.finished and not again.cut else None
    if listed is None:
        weight = sum(part.weight for part in found.parts)
        logs = math.log(weight) if weight else -math.inf
        decoded = _of_sums(found, titled(words))
    else:
        total = sum(weight for _, weight in listed.texts)
        logs = search.best + math.log(total) if total else -math.inf
        weighing = together if listed.texts else None
        if weighing is not None:
            listed = _weighed(shape, listed, weighing)
        decoded = _of_search(shape, search, listed, deadline, top, titled(words))
        decoded = replace(decoded, together=weighing.name if weighing else "")
    if words is not None and logs > -math.inf:
        decoded = replace(
            decoded, evidence=evidence(shape, logs, decoded.letters, words, distinct=distinct)
        )
    return replace(decoded, covers=getattr(words, "covers", None))


def _together(
    name: Lexicon | str | None, words: Lexicon | None, language: str, shape: Pattern
) -> Sentences | None:
    """What weighs the words of a text together: for English texts by a lexicon of the language alone."""
    if language != "en" or words is None or name not in (None, "common", "wordfreq"):
        return None
    return english_sentences() if len(shape.words) >= FEWEST else None


def _narrow(found: Deciphered) -> bool:
    """Whether the texts are few enough to be listed and weighed together, and there is something to weigh."""
    return bool(found.worth) and bool(found.answers) and found.answers[0].probability >= HOPELESS


def _weighed(shape: Pattern, listed: SearchResult, together: Sentences) -> SearchResult:
    """The listed texts by how their words go together, heaviest first."""
    texts = [
        [
            shape.text(word, codes).lower() if min(codes[cell] for cell in word) >= 0 else ""
            for word in shape.words
        ]
        for codes, _ in listed.texts
    ]
    logs = together.weighed(texts, np.log([weight for _, weight in listed.texts]))
    weights = np.exp(logs - logs.max()).tolist()
    pairs = sorted(zip(listed.texts, weights, strict=True), key=lambda pair: -pair[1])
    return replace(listed, texts=tuple((codes, weight) for (codes, _), weight in pairs))


def _of_sums(found: Deciphered, lexicon: str) -> Decoded:
    return Decoded(
        found.answers, found.letters, found.worth, found.unique, found.label, lexicon, found.reasons
    )


def _of_search(
    shape: Pattern, search: Search, found: SearchResult, deadline: Deadline, top: int, lexicon: str
) -> Decoded:
    """The answer from the texts that a search has listed."""
    total = sum(weight for _, weight in found.texts)
    if not total:
        if found.finished:
            raise ProblemError("no text fits the open glyphs under these rules")
        return Decoded((), {}, {}, None, "gave up", lexicon)
    merged: dict[str, float] = {}
    letters: dict[str, dict[str, float]] = {
        glyph: {} for glyph, cells in sorted(shape.glyphs.items()) if shape.known[cells[0]] < 0
    }
    for codes, weight in found.texts:
        for filled, share in _spelt(shape, search, codes):
            text = " ".join(shape.text(word, filled) for word in shape.words)
            merged[text] = merged.get(text, 0.0) + share * weight / total
        for glyph, chances in letters.items():
            for letter, share in _letters_of(shape, search, codes, shape.glyphs[glyph][0]):
                chances[letter] = chances.get(letter, 0.0) + share * weight / total
    ranked = {
        glyph: dict(sorted(chances.items(), key=lambda item: (-item[1], item[0])))
        for glyph, chances in letters.items()
    }
    answers = sorted(
        (Guess(text, chance) for text, chance in merged.items()), key=lambda g: (-g.probability, g.text)
    )
    count = search.count(deadline)
    return Decoded(
        tuple(answers[:top]),
        ranked,
        {glyph: entropy(chances.values()) for glyph, chances in ranked.items()},
        None if count is None else count == 1,
        "listed" if found.finished else "gave up",
        lexicon,
    )


def _letters_of(shape: Pattern, search: Search, codes: Sequence[int], cell: int) -> list[tuple[str, float]]:
    """The letters of a class in one text: the one it has, or all it may have, where only words outside have it."""
    if codes[cell] >= 0:
        return [(shape.alphabet[codes[cell]], 1.0)]
    chances = dict.fromkeys(shape.alphabet, 0.0)
    taken = {codes[other] for other in search.exclusive} if cell in search.exclusive else set()
    times = sum(word.count(cell) for word in shape.words)
    for code, letter in enumerate(shape.alphabet):
        if code not in taken:
            chances[letter] = math.exp(times * search.letters[code])
    total = sum(chances.values())
    return [(letter, chance / total) for letter, chance in chances.items() if chance]


def _spelt(shape: Pattern, search: Search, codes: tuple[int, ...]) -> list[tuple[tuple[int, ...], float]]:
    """A text with its open letter spelt out; with several of them it stays as it is, with question marks."""
    open_cells = [cell for cell, code in enumerate(codes) if code < 0]
    if len(open_cells) != 1:
        return [(codes, 1.0)]
    (cell,) = open_cells
    return [
        ((*codes[:cell], shape.alphabet.index(letter), *codes[cell + 1 :]), share)
        for letter, share in _letters_of(shape, search, codes, cell)
    ]


def opened_glyphs(pairs: Sequence[str]) -> dict[str, str]:
    """``["A=N", "C=D"]`` as a mapping. Raises `ProblemError` naming the pair that is none."""
    found: dict[str, str] = {}
    for pair in pairs:
        glyph, equals, letter = pair.partition("=") if isinstance(pair, str) else ("", "", "")
        if not (glyph and equals and letter):
            raise ProblemError(f"{pair!r}: expected GLYPH=LETTER, as in A=N")
        if found.setdefault(glyph.upper(), letter) != letter:
            raise ProblemError(f"{glyph.upper()} is open twice, as {found[glyph.upper()]} and as {letter}")
    return found

"""What a text of glyphs can be: the answer of `deduce.decipher`, from sums over a diagram or from texts listed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from deduce.ciphers.decipher import Deciphered
from deduce.ciphers.evidence import Evidence
from deduce.ciphers.marginals import entropy
from deduce.ciphers.patterns import Pattern
from deduce.ciphers.ranking import Guess
from deduce.ciphers.search import Search, SearchResult
from deduce.ground.deadline import Deadline
from deduce.ground.errors import ProblemError


@dataclass(frozen=True)
class Decoded:
    """What a text of glyphs can be.

    Attributes:
        answers: The likeliest texts, best first; ``?`` where nothing tells the letter.
        letters: For each closed glyph the probability of each letter behind it.
        worth: For each closed glyph the expected bits that opening it tells: its entropy.
        unique: Whether exactly one text has all words in the lexicon; None when the time did not suffice to say.
        kind: ``exact`` (all texts weighed), ``listed`` (all texts weighed that are at least 1e-4 as likely as the best),
            ``cut`` (of these the likeliest word by word, as there are too many), or ``gave up`` (the time was up: the
            best so far).
        lexicon: Which words that is about, for people.
        reasons: A sentence for each closed glyph that the lexicon leaves one letter, and for each word of the likeliest
            sentence that it has not.
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


def of_sums(found: Deciphered, lexicon: str) -> Decoded:
    """The answer from sums over all texts."""
    return Decoded(
        found.answers, found.letters, found.worth, found.unique, found.label, lexicon, found.reasons
    )


def of_search(
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
        ("cut" if found.cut else "listed") if found.finished else "gave up",
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

"""Do these glyphs hide words under one key at all?

Two explanations of the glyphs are held against each other. *Words*: the lexicon's words, drawn as in `decipher`, each
letter written by a glyph that a key assigns, all keys alike (where a letter may stand behind several glyphs, each of
these is taken as often as the others). *Noise*: every glyph drawn by itself, all alike. Polyalphabetic ciphers, texts of
another language and words that no lexicon has come nearer to noise than to any words, and then the likeliest words are
nonsense, however likely they are among each other. How often glyphs repeat is Friedman's index of coincidence (1922).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from deduce.ciphers.patterns import Pattern
from deduce.ground.wording import figure
from deduce.vocabulary.lexicons import Lexicon

DOUBTFUL, UNLIKELY = -3.0, -7.0
"""Bits from which on texts are called doubtful (noise explains the glyphs eight times as well), and nonsense likely."""
TELLING = 25
"""With so many glyphs how often they repeat tells a text from noise (its error is then below a third)."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for words under one key.

    Attributes:
        bits: By how many bits words explain the glyphs better than noise; below 0 noise does.
        repeats: How often two glyphs are equal, against noise: 1 for noise.
        expected: The same in words of the lexicon under one key without doubles.
        glyphs: So many glyphs the text has.
        at_least: The search gave up: texts that it did not find may speak for words too, so `bits` is a lower bound.
    """

    bits: float
    repeats: float
    expected: float
    glyphs: int
    at_least: bool = False

    @property
    def doubtful(self) -> bool:
        """Whether noise explains the glyphs clearly better."""
        return self.bits < DOUBTFUL

    def __str__(self) -> str:
        """What a person is told of doubtful glyphs."""
        told = "noise would give such glyphs "
        told += f"{2**-self.bits:.0f} times" if self.bits > -10 else f"2^{-self.bits:.0f} times"
        told += " as easily as words under one key: these texts "
        told += "are likely nonsense" if self.bits < UNLIKELY else "may well be nonsense"
        far = "; as far as the time went" if self.at_least else ""
        return f"{told} ({self._why()}){far}"

    def _why(self) -> str:
        if self.glyphs < TELLING:
            return "the text is short"
        against = (
            f"two glyphs are equal {figure(self.repeats, 1)} times as often as by chance, "
            f"letters of texts {figure(self.expected, 1)} times"
        )
        if 2 * self.repeats < 1 + self.expected:
            return f"{against}: it looks like Vigenère's cipher, or like several glyphs a letter"
        return f"{against}: perhaps letters are also moved about, or it is another language"


def evidence(
    shape: Pattern,
    weight: float,
    letters: Mapping[str, Mapping[str, float]],
    lexicon: Lexicon,
    *,
    distinct: bool,
    at_least: bool = False,
) -> Evidence | None:
    """What speaks for words under one key; None for a text without closed glyphs or without two glyphs.

    Args:
        shape: The text.
        weight: The log-weight (base e) of all texts that fit, those that were found at least.
        letters: For each closed glyph the probability of each letter behind it, likeliest first.
        lexicon: The words.
        distinct: No letter stands behind two glyphs.
        at_least: `weight` lacks texts that were not found in the time.
    """
    size = len(shape.alphabet)
    counts = Counter(cell for word in shape.words for cell in word)
    times = {glyph: counts[cells[0]] for glyph, cells in shape.glyphs.items()}
    glyphs, kinds = sum(times.values()), len(times)
    closed = [glyph for glyph in times if glyph in letters]
    if not closed or glyphs < 2:
        return None
    bits = weight / math.log(2) + glyphs * math.log2(size if distinct else max(size, kinds))
    if distinct:
        bits -= math.log2(math.perm(size - (kinds - len(closed)), len(closed)))
    else:
        bits -= len(closed) * math.log2(size)
        behind = {
            glyph: next(iter(letters[glyph]), "")
            if glyph in letters
            else shape.alphabet[shape.known[cells[0]]]
            for glyph, cells in shape.glyphs.items()
        }
        several = Counter(behind.values())
        bits -= sum(number * math.log2(several[behind[glyph]]) for glyph, number in times.items())
    pairs = sum(number * (number - 1) for number in times.values()) / (glyphs * (glyphs - 1))
    return Evidence(bits, pairs * size, float((lexicon.letters() ** 2).sum()) * size, glyphs, at_least)

"""A text of glyphs as a person writes it, and the letters that are open: words, windows, a lexicon by name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from deduce.ciphers.card import Cryptogram, Window
from deduce.ground.errors import ProblemError
from deduce.vocabulary.alphabets import alphabet_of, fold
from deduce.vocabulary.lexicons import Lexicon, builtin, choose, common

LONGEST: Final = 5_000
"""More signs are no text that somebody deciphers; the time it takes grows with them."""

_BLANK: Final = "._"
_BETWEEN: Final = re.compile(r"[\s\-–—]+")
_INSIDE: Final = "'’"
_AROUND: Final = _INSIDE + ',;:!?"“”«»()'


def cryptogram(
    text: str, opened: Mapping[str, str], language: str
) -> tuple[Cryptogram, list[tuple[str, ...]]]:
    """The windows of a text of glyphs, and what is open in each.

    Spaces and hyphens separate words, other punctuation around them is left out, as are apostrophes inside (``XQH'K`` is
    one word); a full stop or a low line inside a word is a window without glyph. Capitals and small letters are one
    glyph. Raises `ProblemError`.
    """
    if len(text) > LONGEST:
        raise ProblemError(f"a text to decipher has at most {LONGEST:,} signs, not {len(text):,}")
    alphabet = alphabet_of(language)
    shown: dict[str, str] = {}
    for glyph, letter in opened.items():
        folded = fold(str(letter), language)
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
            words.append(
                tuple(Window("" if sign in _BLANK else sign) for sign in word if sign not in _INSIDE)
            )
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

"""What in a stranger's text could fool a reader: signs that nobody sees, and words that look like others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Control characters but tabs and line breaks, marks of direction, signs without width, halves of characters."""


def visible(text: str) -> str:
    r"""The text with signs that steer a terminal, turn its direction or are not seen written as ``\u001b``.

    Within the strings of a JSON text this changes nothing of what it says.
    """
    return _UNSEEN.sub(_spelt, text)


def escape(text: str) -> str:
    """The text as HTML and SVG have it, its unseen signs made visible."""
    from html import escape as escaped  # needed for pictures only

    return escaped(visible(text))


def _spelt(found: re.Match[str]) -> str:
    code = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{code[at : at + 2].hex()}" for at in range(0, len(code), 2))


# Letters of other alphabets that are drawn like Latin ones, as they are written and as what they are taken for.
_DRAWN_ALIKE = str.maketrans(
    "АВЕКМНОРСТУХІЈЅԌԚԜаеорсухіјѕһԁԛԝё" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧονκρυχγϲι",
    "ABEKMHOPCTYXIJSGQWaeopcyxijshdqwe" + "ABEZHIKMNOPTYXovkpuxyci",
)


def _drawn(word: str) -> str:
    """What a word is taken for by its look: the same for two words is the same to the eye."""
    plain = unicodedata.normalize("NFKC", word).translate(_DRAWN_ALIKE)
    return _UNSEEN.sub("", plain).casefold()


def alike(words: Iterable[str]) -> tuple[str, str] | None:
    """Two different words that look the same, the later one last; None where there are none.

    Words that differ in capitals only are no such pair. Letters of the Greek and Cyrillic alphabets that look like Latin
    ones, wide and narrow forms, and signs without width are known.
    """
    seen: dict[str, str] = {}
    for word in words:
        other = seen.setdefault(word.casefold() if word.isascii() else _drawn(word), word)
        if other.casefold() != word.casefold():
            return other, word
    return None

"""Which clues are legal, as far as a machine can tell; every refusal names its rule.

What it cannot tell (whether a clue is about meaning, rests on public knowledge, or translates a keyword)
is left to the players. The forms of a word are those of its language, and only the sure ones: see
`components.inflection`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from deduce_models.decrypto.components.inflection import inflected

MISSING: Final = "-"
"""The text of a clue that was not given in time."""

RULES: Final[dict[str, str]] = {
    "empty": "a clue must say something",
    "writable": "a clue must fit on one line, without '#', ';' or control characters",
    "late": "a missing clue needs the option late_clues",
    "code": "a clue may not name a digit of the code or a slot's number",
    "letters": "a clue is about meaning, not about how many letters a word has",
    "spelling": "a clue is about meaning, not about spelling",
    "sound": "a clue is about meaning, not about sound",
    "keyword": "a clue may not be or contain a keyword of the own team",
    "inflection": "a clue may not be or contain a form of a keyword of the own team",
    "repeated": "a clue may not be given twice in a game",
}
"""The rules that are checked, by name, in the order in which they are tried."""

LEFT_TO_PLAYERS: Final[dict[str, str]] = {
    "meaning": "a clue must be about the meaning of its keyword",
    "public": "a clue must rest on public knowledge, not on what only the team shares",
    "translation": "a clue may not translate a keyword",
    "derived": "whether a derived word ('snowy', 'baker') is a form of a keyword",
    "numbers": "whether a word that may also name a number ('second') names a slot",
}
"""The rules that no machine can check, by name: the players of a table see to them."""

# "Second" is also a time and "I" a person: what such words mean is for the players to say.
_DIGIT_TEXT: Final = "1 2 3 4 one two three four 1st 2nd 3rd 4th"
_DIGIT_WORDS: Final = frozenset(_DIGIT_TEXT.split())
_CODE = re.compile(r"[1-4]{3}")
_NUMBERS: Final = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_LETTERS = re.compile(
    rf"\b(\d+|{_NUMBERS}|some|many|few)[ -]?letters?\b|\bletter count\b|\bletters? long\b"
)
_SPELLING = re.compile(
    r"\b(start(s|ing)?|begin(s|ning)?|end(s|ing)?) with\b|\b(spelt|spelled|anagrams?|initials?)\b"
)
_SOUND = re.compile(r"\b(rhymes?|rhyming|sounds? like|homophone)\b")


@dataclass(frozen=True, slots=True)
class Violation:
    """Why a clue is refused: the `rule` (a key of `RULES`) and a sentence."""

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} (rule {self.rule!r}: {RULES[self.rule]})"


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """The text by which clues and words are compared: lower case, composed, single blanks."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def unwritable(text: str) -> bool:
    """Whether `text` cannot stand in a record: it holds ``#``, ``;`` or control characters, or is empty."""
    return not text.strip() or any(c in "#;" or unicodedata.category(c)[0] == "C" for c in text)


@lru_cache(maxsize=4096)
def forms(word: str) -> frozenset[str]:
    """`word` and its inflections that are sure, by the language of its letters (`components.inflection`)."""
    return frozenset(inflected(fold(word)))


def inside(text: str, keywords: Sequence[str]) -> str | None:
    """The keyword that a word of `text` begins or ends with, as ``snowman`` does with ``snow``; None without one.

    Whether such a word is a form of the keyword is for the players to say. Keywords of two letters are in too many words.
    """
    tokens = re.findall(r"[\w']+", fold(text))
    return next(
        (
            keyword
            for keyword in keywords
            for token in tokens
            if len(word := fold(keyword)) > 2
            and token != word
            and (token.startswith(word) or token.endswith(word))
        ),
        None,
    )


def way_out(violation: Violation) -> str:
    """What to do where the players let the clue pass; empty where nothing helps."""
    if violation.rule in ("empty", "writable", "late", "keyword"):
        return ""
    return "; where the players let it pass, set the option clue_check ('clue_check: players' in a record's head)"


def check_clue(
    text: str,
    keywords: Sequence[str],
    used: Iterable[str] = (),
    *,
    late: bool = False,
    lenient: bool = False,
) -> Violation | None:
    """The first rule that `text` breaks as a clue, or None.

    `keywords` are those of the encryptor's team, `used` the clues that may not come again (folded or not),
    `late` whether a missing clue (``-``) is allowed. `lenient` leaves all but "empty", "writable", "late" and
    "keyword" to the players. Linear in the length of the arguments.
    """
    clue = fold(text)
    if clue == MISSING:
        return None if late else Violation("late", "no clue was given")
    if violation := _check_form(text, clue, lenient=lenient):
        return violation
    tokens = [token.strip("'") for token in re.findall(r"[\w']+", clue)]
    if not lenient and (spelt := next((word for word in keywords if spells(clue, fold(word))), "")):
        return Violation("spelling", f"{text!r} is a letter of the keyword {spelt!r}")
    phrase = f" {clue} "
    for keyword in keywords:
        word = fold(keyword)
        if word == clue or word in tokens or f" {word} " in phrase:
            return Violation("keyword", f"{text!r} uses the keyword {keyword!r}")
    if lenient:
        return None
    for keyword in keywords:
        shared = forms(keyword)
        if clue in shared or any(token in shared for token in tokens):
            return Violation("inflection", f"{text!r} uses a form of the keyword {keyword!r}")
    if any(clue == fold(old) for old in used):
        return Violation("repeated", f"{text!r} was given before")
    return None


def plain(words: Iterable[str]) -> frozenset[str]:
    """Those of many folded words that `check_clue` certainly lets pass without keywords: asked one by one it is slow."""
    letters = [
        word
        for word in words
        if word.isascii() and word.replace(" ", "").isalpha() and not _DIGIT_WORDS.issuperset(word.split())
    ]
    every = "\n".join(letters)
    # Almost no list has a word that describes words.
    described = any(pattern.search(every) for pattern in (_LETTERS, _SPELLING, _SOUND))
    return frozenset() if described else frozenset(letters)


def spells(clue: str, keyword: str) -> bool:
    """Whether a folded clue is one letter of the keyword; "a" and "I" are words, so only a first letter counts."""
    return len(clue) == 1 and clue in keyword and (clue not in "ai" or keyword.startswith(clue))


def _check_form(text: str, clue: str, *, lenient: bool) -> Violation | None:
    if not any(c.isalnum() for c in clue):
        return Violation("empty", f"{text!r} says nothing")
    if unwritable(text):
        return Violation("writable", f"{text!r} cannot be written in a record")
    if lenient:
        return None
    tokens = re.findall(r"\w+", clue)
    if all(token in _DIGIT_WORDS for token in tokens) or _CODE.fullmatch(clue):
        return Violation("code", f"{text!r} names slots by their numbers")
    for rule, pattern in (("letters", _LETTERS), ("spelling", _SPELLING), ("sound", _SOUND)):
        if pattern.search(clue):
            return Violation(rule, f"{text!r} describes the word, not its meaning")
    return None

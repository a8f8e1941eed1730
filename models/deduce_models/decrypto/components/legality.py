"""Which clues are legal, as far as a machine can tell; every refusal names its rule.

What it cannot tell (whether a clue is about meaning, rests on public knowledge, or translates a keyword)
is left to the players. The forms of a word are those of English, and only the sure ones; for a small list of
irregular plurals and pasts see `IRREGULAR`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

__all__ = [
    "LEFT_TO_PLAYERS",
    "MISSING",
    "RULES",
    "Violation",
    "check_clue",
    "fold",
    "forms",
    "unwritable",
    "way_out",
]

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

_IRREGULAR_TEXT: Final = """
mouse mice; goose geese; tooth teeth; foot feet; child children; man men; woman women; ox oxen
person people; die dice; knife knives; wolf wolves; leaf leaves; thief thieves; life lives; wife wives
shelf shelves; half halves; loaf loaves; scarf scarves; calf calves; hoof hooves; elf elves
cactus cacti; fungus fungi; scissors scissor; quiz quizzes
swim swam swum swimming; sing sang sung; hide hid hidden; write wrote written; fly flew flown
drive drove driven; dream dreamt; burn burnt; sleep slept; build built; dig dug; run ran; teach taught
catch caught; think thought; fight fought; eat ate eaten; drink drank drunk; free freed; agree agreed
cold colder coldest; hot hotter hottest; warm warmer warmest; old older oldest; young younger youngest
"""

IRREGULAR: Final[tuple[frozenset[str], ...]] = tuple(
    frozenset(group.split()) for line in _IRREGULAR_TEXT.strip().splitlines() for group in line.split(";")
)
"""Groups of irregular forms; every word of a group is a form of the others."""

# Words that look like a regular form and mean something else.
_OTHER_WORDS: Final[dict[str, frozenset[str]]] = {
    word: frozenset(others.split())
    for word, others in {
        "new": "news",
        "her": "herring",
        "inn": "inning innings",
        "pud": "pudding",
        "even": "evening",
        "wick": "wicked",
        "crook": "crooked",
        "rug": "rugged",
        "stock": "stocking",
        "shill": "shilling",
        "custom": "customs",
    }.items()
}

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
    """`word` and the inflections that are sure: plural, possessive, -ed and -ing forms, irregular ones.

    Nothing that may be another word: no -er ("corner" is no corn), no -y, and after one short vowel only
    the doubled consonant ("barring" and not "baring"). Of a phrase the last word is inflected. Derived
    words ("snowy", "baker") are left to the players.
    """
    word = fold(word)
    last = word.rpartition(" ")[2]
    found = {word}
    if len(last) > 2:
        found |= _plurals(word) | _verb_forms(word, last)
    for group in IRREGULAR:
        if word in group:
            found |= group
    found -= _OTHER_WORDS.get(word, frozenset())
    return frozenset(found | {f"{each}'s" for each in found} | {f"{each}'" for each in found})


def _plurals(word: str) -> set[str]:
    if re.search(r"(s|x|z|sh)$", word):
        return {f"{word}es"}
    if re.search(r"[^aeiou]y$", word):
        return {f"{word[:-1]}ies"}
    return {f"{word}s", f"{word}es"} if re.search(r"(ch|o)$", word) else {f"{word}s"}


def _verb_forms(word: str, last: str) -> set[str]:
    """The -ed and -ing forms; `last` is the last word of `word`."""
    if last.endswith("ee"):
        return {f"{word}ing"}  # "feed" is no form of fee, nor "seed" of see
    if last.endswith("ie"):
        return {f"{word}d", f"{word[:-2]}ying"}
    if last.endswith("e"):
        return {f"{word}d", f"{word}ing" if re.search(r"[oy]e$", last) else f"{word[:-1]}ing"}
    if re.search(r"[^aeiou]y$", last):
        return {f"{word[:-1]}ied", f"{word}ing"}
    doubled = {f"{word}{word[-1]}ed", f"{word}{word[-1]}ing"}
    if re.fullmatch(r"[^aeiou]+[aeiou][^aeiouwxy]", last):
        return doubled
    plain = {f"{word}ed", f"{word}ing"}
    return plain | doubled if re.search(r"[^aeiou][aeiou][^aeiouwxy]$", last) else plain


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

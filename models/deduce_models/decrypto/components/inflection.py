"""The forms of a word, by language: a clue that is a form of its keyword is refused.

Each language is a rule in `INFLECTIONS`: the letters it is written in, and a function from a word to those of its forms
that are sure. English and Russian come with the game; a table that plays in another language adds its own::

    INFLECTIONS["uk"] = Inflection(re.compile("[а-яґєії' -]+"), my_forms)

Words are folded: lower case, single blanks.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Inflection:
    """One language: `letters` matches the words it speaks of, `forms` gives the sure forms of such a word."""

    letters: re.Pattern[str]
    forms: Callable[[str], set[str]]


def inflected(word: str) -> set[str]:
    """The sure forms of a folded word by the latest language whose letters fit."""
    rule = next((each for each in reversed(INFLECTIONS.values()) if each.letters.fullmatch(word)), None)
    return {word} if rule is None else rule.forms(word)


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


def english_forms(word: str) -> set[str]:
    """Plural, possessive, -ed and -ing forms, irregular ones.

    Nothing that may be another word: no -er ("corner" is no corn), no -y, and after one short vowel only
    the doubled consonant ("barring" and not "baring"). Of a phrase the last word is inflected. Derived
    words ("snowy", "baker") are left to the players.
    """
    last = word.rpartition(" ")[2]
    found = {word}
    if len(last) > 2:
        found |= _plurals(word) | _verb_forms(word, last)
    for group in IRREGULAR:
        if word in group:
            found |= group
    found -= _OTHER_WORDS.get(word, frozenset())
    return found | {f"{each}'s" for each in found} | {f"{each}'" for each in found}


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


def russian_forms(word: str) -> set[str]:
    """The cases of a Russian noun in both numbers, and of an adjective in all genders; of a phrase the last word's.

    By the ending alone, so that a few forms come along that do not exist; they refuse nothing that is said. Verbs, and
    what is derived ("домик", "снежный"), are left to the players.
    """
    head, blank, last = word.rpartition(" ")
    if len(last) < 3:
        return {word}
    endings = _ENDINGS["adjective"] if last.endswith(("ый", "ий", "ой")) else []
    found = {last, *(last[:-2] + ending for ending in endings)}
    found |= {stem + ending for stem, row in _stems(last) for ending in row}
    return {word} | {f"{head}{blank}{form}" for form in found}


_ROWS: Final = """
adjective ый ий ой ого его ому ему ым им ом ем ая яя ую юю ое ее ые ие ых их ыми ими
hard а у ом ем е ы и ов ев ей ам ами ах
soft я ю ем ём е и ей ёй ев ям ями ях ью
а а ы и е у ой ою ей ам ами ах
я я и е ю ей ёй ею ям ями ях ь й
о о а у ом е ам ами ах
е е я а ю у ем и ей ям ями ях ам ами ах
"""
_ENDINGS: Final = {row.split()[0]: row.split()[1:] for row in _ROWS.strip().splitlines()}
"""Endings by kind of stem, or by the ending of the nominative."""


def _stems(word: str) -> list[tuple[str, list[str]]]:
    """Every stem of a noun with the endings that it takes."""
    last, stem = word[-1], word[:-1]
    if last in "аяое":
        # "Книга" has the form "книг", "место" has "мест".
        return [(stem, [*_ENDINGS[last], *([""] if last in "ао" else [])])]
    if last in "ьй":
        # The vowel of "день", "огонь" is not in its cases.
        short = [(word[:-3] + word[-2], _ENDINGS["soft"])] if re.search(r"[ео][нл]ь$", word) else []
        return [(stem, _ENDINGS["soft"]), *short]
    if last in "уыэюи":
        return []
    # Nor is that of "кусок", "отец", "рот".
    lost = re.search(r"[^аеиоуыэюя][оеё][кцтнл]$", word)
    return [(word, _ENDINGS["hard"]), *([(word[:-2] + last, _ENDINGS["hard"])] if lost else [])]


INFLECTIONS: Final[dict[str, Inflection]] = {
    "en": Inflection(re.compile(".+"), english_forms),
    "ru": Inflection(re.compile("[а-яё -]+"), russian_forms),
}
"""The languages; the latest whose letters fit a word speaks of it, so English is for all that no other claims."""

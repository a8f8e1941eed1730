"""Phrases for generated missions: templates filled with words, in agreement.

The templates and words are data (`data/phrases_en.toml`, `data/phrases_ru.toml`). English chooses the article by the
word after it. Russian nouns stand there with their cases; adjectives and participles agree in gender and case with their
noun, a preposition governs its case. Digits have no grammar: two groups of different digits.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from deduce.ground.errors import ProblemError, nearest
from deduce.records.datafile import read_toml
from deduce_models.initiative.components.parts import DATA

LANGUAGES = ("en", "ru", "digits")
"""The languages in which phrases can be made."""
CASES = ("nom", "acc", "gen", "ins")
_PLACE = re.compile(r"\{(\w+)(?:\.(\w*))?\}")
_SOFT = {
    "m": ("ИЙ", "ИЙ", "ЕГО", "ИМ"),
    "f": ("ЯЯ", "ЮЮ", "ЕЙ", "ЕЙ"),
    "n": ("ЕЕ", "ЕЕ", "ЕГО", "ИМ"),
}
_HARD = {
    "m": ("ЫЙ", "ЫЙ", "ОГО", "ЫМ"),
    "f": ("АЯ", "УЮ", "ОЙ", "ОЙ"),
    "n": ("ОЕ", "ОЕ", "ОГО", "ЫМ"),
}


def declined(adjective: str, gender: str, case: str) -> str:
    """A Russian adjective in agreement with an inanimate singular noun: ``declined("СТАРЫЙ", "f", "acc")``.

    `adjective` is the masculine nominative; `gender` m, f or n; `case` nom, acc, gen or ins.
    """
    stem, place = adjective[:-2], CASES.index(case)
    if gender == "m" and case in ("nom", "acc"):
        return adjective
    if stem.endswith("Н") and adjective.endswith("ИЙ"):
        return stem + _SOFT[gender][place]
    ending = _HARD[gender][place]
    # No Ы stands after these letters.
    return stem + (ending.replace("Ы", "И") if stem[-1] in "ГКХЖШЧЩ" else ending)


def phrase(language: str, level: str, rng: random.Random) -> str:
    """A phrase of that level, words parted by spaces. Raises `ProblemError` for a language without templates."""
    if language == "digits":
        return " ".join("".join(rng.sample("0123456789", size)) for size in _SIZES[level])
    if language not in LANGUAGES:
        raise ProblemError(f"language={language!r}: {nearest(language, LANGUAGES)}")
    return (_english if language == "en" else _russian)(
        rng.choice(_words(language)["templates"][level]), rng
    )


_DESCRIBED = ("thing", "place")
"""The nouns that templates give an adjective."""
_SIZES = {"easy": (3,), "medium": (3, 2), "hard": (3, 3)}
"""Digits a group: every digit costs a glyph, so there are few."""


@lru_cache(maxsize=4)
def _words(language: str) -> Mapping[str, Any]:
    return read_toml(DATA / f"phrases_{language}.toml").values


def _english(template: str, rng: random.Random) -> str:
    lists = _words("en")["words"]
    filled = _PLACE.sub(lambda m: m[0] if m[1] == "a" else rng.choice(lists[m[1]]), template)
    return re.sub(r"\{a\} (\w)", lambda m: f"{'AN' if m[1] in 'AEIOU' else 'A'} {m[1]}", filled)


def _russian(template: str, rng: random.Random) -> str:
    data = _words("ru")
    governed = ""
    chosen: dict[str, list[str]] = {}
    pieces: list[tuple[str, str]] = []
    for name, case in _PLACE.findall(template):
        if name == "where":
            options = [(word, key) for key in ("ins", "gen") for word in data["where"][key]]
            text, governed = rng.choice(options)
            pieces.append(("", text))
        elif name in data["nouns"]:
            chosen[name] = rng.choice(data["nouns"][name]).split()
            pieces.append((name, case or governed))
        elif name in data["adjectives"]:
            pieces.append((name, case or governed))
        else:
            pieces.append((name if name == "hidden" else "", rng.choice(data["words"][name])))
    nouns = [name if name in chosen else "" for name, _ in pieces]
    words = []
    for at, (name, text) in enumerate(pieces):
        if name in chosen:
            words.append(chosen[name][1 + CASES.index(text)])
        elif name == "hidden":
            gender = chosen[next(filter(None, reversed(nouns[:at])))][0]
            words.append(text + {"m": "", "f": "А", "n": "О"}[gender])
        elif name:
            gender = chosen[next(filter(None, nouns[at:]))][0]
            words.append(declined(rng.choice(data["adjectives"][name]), gender, text))
        else:
            words.append(text)
    return " ".join(words)


def forms(language: str) -> frozenset[str]:
    """Every word that a phrase of that language can contain: what a lexicon must have to decipher them all."""
    data = _words(language)
    found = {word for template in data["templates"].values() for text in template for word in text.split()}
    found = {word for word in found if "{" not in word}
    for words in data["words"].values():
        found.update(part for word in words for part in word.split())
    if language == "en":
        return frozenset(found | {"A", "AN"})
    found.update(data["where"]["ins"], data["where"]["gen"])
    found.update(word + ending for word in data["words"]["hidden"] for ending in ("А", "О"))
    templates = " ".join(text for texts in data["templates"].values() for text in texts)
    for name, nouns in data["nouns"].items():
        used = {case for word, case in _PLACE.findall(templates) if word == name}
        used = (used - {""}) | set(data["where"] if "" in used else ())
        rows = [noun.split() for noun in nouns]
        found.update(row[1 + CASES.index(case)] for row in rows for case in used)
        looks = [look for some in data["adjectives"].values() for look in some]
        if name in _DESCRIBED:
            found.update(declined(look, row[0], case) for look in looks for row in rows for case in used)
    return frozenset(found)

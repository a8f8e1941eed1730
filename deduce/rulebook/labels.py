"""What things that can be tapped are called: by the game where it says so, else by words that fit any game.

A key may have slots, ``"{who} has {cards}"``: what stands in them is called by its own name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from deduce.ground.phrases import LANGUAGES as OTHERS
from deduce.rulebook.faults import RulesError, where

if TYPE_CHECKING:
    from deduce.rulebook.game import Rulebook

__all__ = ["texts_of", "worded"]

LANGUAGES = ("en", *OTHERS)
"""Of the page."""

SHAPES = {
    "{what}[{which}]": "{what}: {which}",
    "{what} now": "{what}",
}
"""How names of quantities are said in any language."""
ANY: Mapping[str, Mapping[str, str]] = {
    "en": {
        "which": "which", "who": "who", "number": "number", "move": "move", "keys": "who or what", "words": "words",
        "sheet": "what is known", "?": "still to come", **SHAPES,
    },
    "de": {
        "which": "was", "who": "wer", "number": "Zahl", "move": "Zug", "keys": "wer oder was", "words": "Worte",
        "sheet": "was bekannt ist", "yes": "ja", "no": "nein", "nobody": "niemand", "nothing": "nichts",
        "chooses unseen": "wählt verdeckt", "?": "steht noch aus", "draw": "zieht", "deck": "Stapel",
        "chance": "der Zufall",
        "{zone}: what came and did not go": "{zone}: was kam und nicht ging",
        "{zone}: what came and did not go, in order": "{zone}: was kam und nicht ging, der Reihe nach",
        "{zone}: {number} times {card}": "{zone}: {number}-mal {card}", "{what} has": "{what} mit", **SHAPES,
    },
    "ru": {
        "which": "что", "who": "кто", "number": "число", "move": "ход", "keys": "кто или что", "words": "слова",
        "sheet": "что известно", "yes": "да", "no": "нет", "nobody": "никто", "nothing": "ничего",
        "chooses unseen": "выбирает втайне", "?": "ещё впереди", "draw": "берёт", "deck": "колода", "chance": "случай",
        "{zone}: what came and did not go": "{zone}: что пришло и не ушло",
        "{zone}: what came and did not go, in order": "{zone}: что пришло и не ушло, по порядку",
        "{zone}: {number} times {card}": "{zone}: {card}, всего {number}", "{what} has": "{what}, есть", **SHAPES,
    },
}  # fmt: skip
"""Words of any game, by language."""


def texts_of(game: Rulebook, names: Sequence[str]) -> Mapping[str, Mapping[str, str]]:
    """What words are called on the page, by language: those of any game, and the game's own (`Rulebook.texts`)."""
    languages = dict.fromkeys((*ANY, *game.texts))
    named = set(names)
    return {
        language: {
            word: said
            for word, said in {**ANY.get(language, {}), **game.texts.get(language, {})}.items()
            if word not in named
        }
        for language in languages
    }


def worded(words: Mapping[str, tuple[str, ...]]) -> Mapping[str, Mapping[str, str]]:
    """`Rulebook.texts` from a row for each word: English, German, Russian; of two, German and Russian.

    Raises:
        RulesError: A row is neither two nor three texts, or one lacks a slot of its key or has another.
    """
    found: dict[str, dict[str, str]] = {language: {} for language in LANGUAGES}
    for word, said in words.items():
        if len(said) not in (2, 3):
            raise RulesError(
                f"texts: {word!r} is called {said}: expected (de, ru) or (en, de, ru)", where()
            )
        slots = sorted(_SLOT.findall(word))
        for language, text in zip(LANGUAGES[-len(said) :], said, strict=True):
            if sorted(_SLOT.findall(text)) != slots:
                raise RulesError(
                    f"texts: {word!r} is called {text!r}: expected the slots {' '.join(slots) or '(none)'}",
                    where(),
                )
            found[language][word] = text
    return found


_SLOT = re.compile(r"{\w+}")

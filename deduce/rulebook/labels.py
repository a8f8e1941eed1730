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

LANGUAGES = ("en", *OTHERS)
"""Of the page."""


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


ANY: Mapping[str, Mapping[str, str]] = worded({
    "which": ("was", "что"), "who": ("wer", "кто"), "number": ("Zahl", "число"), "move": ("Zug", "ход"),
    "keys": ("who or what", "wer oder was", "кто или что"), "words": ("Worte", "слова"),
    "sheet": ("what is known", "was bekannt ist", "что известно"),
    "?": ("still to come", "steht noch aus", "ещё впереди"), "yes": ("ja", "да"), "no": ("nein", "нет"),
    "nobody": ("niemand", "никто"), "nothing": ("nichts", "ничего"), "draw": ("zieht", "берёт"),
    "chooses unseen": ("wählt verdeckt", "выбирает втайне"), "deck": ("Stapel", "колода"),
    "chance": ("der Zufall", "случай"),
    "{zone}: what came and did not go": ("{zone}: was kam und nicht ging", "{zone}: что пришло и не ушло"),
    "{zone}: what came and did not go, in order":
        ("{zone}: was kam und nicht ging, der Reihe nach", "{zone}: что пришло и не ушло, по порядку"),
    "{zone}: {number} times {card}": ("{zone}: {number}-mal {card}", "{zone}: {card}, всего {number}"),
    "{what} has": ("{what} mit", "{what}, есть"), "{what} now": ("{what}",) * 3,
    "{what}[{which}]": ("{what}: {which}",) * 3, "{who}'s {what}": ("{what} von {who}", "{what} ({who})"),
    "{who},{number}": ("{who}, {number}",) * 3,
    "{what} from {zone}": ("{what} (aus: {zone})", "{what} (откуда: {zone})"),
    "{first} ... {last}": ("{first} bis {last}", "{first} … {last}"),
    "{what} to {zone}": ("{what} (nach: {zone})", "{what} (куда: {zone})"),
    "{zone}, card {number}": ("{zone}, Karte {number}", "{zone}, карта {number}"),
    "{card} left of {zone} ({number})": ("{card} noch da ({zone}, {number})", "{card}, ещё есть ({zone}, {number})"),
    "hand of {who}": ("Hand von {who}", "рука: {who}"), "hand": ("Hand", "рука"),
    "choice {number} of {who}": ("Wahl {number} von {who}", "выбор {number}, {who}"),
    "{what} in round {number}": ("{what} in Runde {number}", "{what}, раунд {number}"),
    "turn": ("am Zug", "чей ход"), "turns": ("Züge bisher", "всего ходов"), "round": ("Runde", "раунд"),
    "starts": ("wer beginnt", "кто начинает"), "points": ("Punkte", "очки"), "tokens": ("Marker", "жетоны"),
    "discards": ("abgelegt", "сброшено"), "lost": ("verloren", "потеряно"), "paid": ("eingezahlt", "внесено"),
    "out": ("ausgeschieden", "выбыли"),
})  # fmt: skip
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

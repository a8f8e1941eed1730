"""What things that can be tapped are called: by the game where it says so, else by words that fit any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deduce.rulebook.game import Rulebook

__all__ = ["texts_of"]

ANY: Mapping[str, Mapping[str, str]] = {
    "en": {
        "which": "which", "who": "who", "number": "number", "move": "move", "keys": "who or what", "words": "words",
        "sheet": "what is known", "?": "still to come",
    },
    "de": {
        "which": "was", "who": "wer", "number": "Zahl", "move": "Zug", "keys": "wer oder was", "words": "Worte",
        "sheet": "was bekannt ist", "yes": "ja", "no": "nein", "nobody": "niemand", "nothing": "nichts",
        "chooses unseen": "wählt verdeckt", "?": "steht noch aus",
    },
    "ru": {
        "which": "что", "who": "кто", "number": "число", "move": "ход", "keys": "кто или что", "words": "слова",
        "sheet": "что известно", "yes": "да", "no": "нет", "nobody": "никто", "nothing": "ничего",
        "chooses unseen": "выбирает втайне", "?": "ещё впереди",
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

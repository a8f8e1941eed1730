"""The move that a person means who types it as notes may say it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deduce.rulebook.words import FILLERS, folded, same, words_in

__all__ = ["meant"]


def meant(answer: str, view: Any, moves: Sequence[Any], game: Any) -> Any:
    """The one move that words mean as notes may say it: its verb in another form or left out, small words between.

    Whoever plays may be named, and the game's own sayings are heard; the words may stand in any order where that leaves
    one move alone.
    """
    from deduce.rulebook.hurried import by_words

    also: Mapping[str, Sequence[str]] = getattr(game, "also", {})
    setting = getattr(view, "setting", None)
    names = list(setting.names) if setting is not None else [""]
    quiet = FILLERS.difference(map(folded, names))  # whoever has such a name is named by it
    own = names.pop(view.seat - 1) if setting is not None else names.pop()
    texts = [answer]
    if setting is not None and hasattr(game, "reworded"):
        texts.append(game.reworded(answer, setting, view.seat))

    def means(word: str, wanted: str) -> bool:
        return any(same(word, each) for each in (wanted, *also.get(wanted, ())))

    for text in texts:
        said = [word for word in words_in(text) if word not in quiet and word not in ("i", *words_in(own))]
        found = []
        for move in moves:
            words = [word for word in words_in(str(move)) if word not in quiet]
            for wanted in (words, words[1:]):
                if said and len(said) == len(wanted) and all(map(means, said, wanted)):
                    found.append(move)
                    break
        if len(found) == 1:
            return found[0]
    every = {str(move): move for move in moves}
    for text in texts:
        if len(hits := by_words(text, every, own, names, also)) == 1:
            return every[hits[0]]
    return _in_forms(answer, every, own, view, game)


def _in_forms(answer: str, every: Mapping[str, Any], own: str, view: Any, game: Any) -> Any:
    """The one move that words mean by the game's forms of hurried lines (`Rulebook.phrasebook`); None for none."""
    setting = getattr(view, "setting", None)
    if setting is None or not hasattr(game, "phrasebook"):
        return None
    book = setting.once("phrasebook", lambda: game.phrasebook(setting))
    for alike in () if book is None else book.readings(answer, setting.names, own):
        hits = {line.removeprefix(f"{own} ") for line in alike} & every.keys()
        if hits:
            return every[hits.pop()] if len(hits) == 1 else None
    return None

"""Lines and moves that name things by some of their features, put in full: ``play red 3`` by ``play round``.

A thing is meant where its features leave just one of those that can be chosen, or else just one of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import RecordError
from deduce.records.features import Features
from deduce.records.record import Line
from deduce.records.words import Word, words_of

if TYPE_CHECKING:
    from deduce.rulebook.setting import Setting


def in_full(text: str, features: Iterable[Features], options: Iterable[str]) -> str:
    """A line in which things are called in full that its words leave no choice about; else as it is."""
    line, said = Line(0, text, ""), "\n".join(f" {option} " for option in options)
    for each in features:
        there = [thing for name, thing in each.names.items() if f" {name} " in said]
        words, at, parts = words_of(line), 0, [""]
        while at < len(words):
            name, size = _named(words[at:], each, there, line)
            parts.append(name or words[at].text)
            at += size
        line = Line(0, " ".join(parts).strip(), "")
    return line.text


def _named(
    words: Sequence[Word], features: Features, there: Sequence[tuple[int, ...]], line: Line
) -> tuple[str, int]:
    """The thing that the first words name, and how many of them do; no name, where they name none."""
    size = next((k for k, word in enumerate(words) if not features.tells(word)), len(words))
    for end in range(size, 0, -1):
        try:
            partial = features.read(words[:end], line)
        except RecordError:
            continue
        for among in (there, features.things):
            if fits := features.fitting(partial, among):
                return (features.text(among[fits[0]]), end) if len(fits) == 1 else ("", 1)
    return "", 1


def typed(text: str, legal: Sequence[Any], setting: Setting) -> str:
    """A move as a person types it, in the words of one that is legal or could be; players by their names too."""
    options = [str(move) for move in legal]
    known = {word for option in options for word in option.split()}
    seats = {name.casefold(): str(seat) for seat, name in enumerate(setting.names, 1)}
    words = [
        word if word in known else seats.get(word.casefold(), word)
        for word in in_full(text, setting.game.features(setting), options).split()
    ]
    meant = [option for option in options if _all_in(words, option.split())]
    return meant[0] if len(meant) == 1 else " ".join(words)


def _all_in(words: Sequence[str], option: Sequence[str]) -> bool:
    """Whether an option has all these words, in any order behind the first, each perhaps shortened."""
    if not words or not option or not option[0].casefold().startswith(words[0].casefold()):
        return False
    left = [word.casefold() for word in option[1:]]
    for word in map(str.casefold, words[1:]):
        found = next((each for each in left if each.startswith(word)), None)
        if found is None:
            return False
        left.remove(found)
    return len(words) > 1 or not left

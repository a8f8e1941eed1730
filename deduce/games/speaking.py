"""The language in which a game is spoken of: what the library says of games, what this game says, and its words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import Any

from deduce.games.base import Game
from deduce.ground.errors import DeduceError
from deduce.ground.phrases import Speech, texts_of
from deduce.ground.report import Report
from deduce.ground.wording import PERSON, SEATED, Phrase, by_name
from deduce.records.header import names_of
from deduce.records.record import Record

_ROOMS = ("deduce.puzzles", "deduce.games")
"""What speaks of every game: the texts stand beside the code of these, statements and places with puzzles."""
_SLOT = re.compile(r"{\w+}")
_SIGNS = re.compile(r"[^A-Za-z]*|[A-Za-z][0-9]*")
"""What is the same in all languages: signs, other alphabets, letters, places such as b6, seats that have no name."""


def speech_of(game: Game[Any, Any, Any] | None, language: str, people: Sequence[str] = ()) -> Speech:
    """The speech of a language about a game. Raises `ProblemError` for a language not known.

    Args:
        game: The game; None for what the library says without one.
        language: One of `deduce.ground.phrases.LANGUAGES`, or ``"en"``.
        people: The names of players, seat by seat, where they are known.
    """
    if language == "en":
        return Speech("en", {})
    texts: dict[str, str | Mapping[str, str]] = {}
    own = "" if game is None else type(game).__module__.rpartition(".")[0]
    for room in (*_ROOMS, own) if own else _ROOMS:  # a file of its own lies in no package
        texts.update(texts_of(room, language))
    if game is None:
        return Speech(language, texts)
    words = {
        "line": str(texts["line"]),
        **_words_of(game, language),
    }  # places of notes are called like words of the game
    speech = Speech(language, texts, people=people)
    speech.called = _caller(words, lambda: speech.people)
    return speech


def _words_of(game: Game[Any, Any, Any], language: str) -> Mapping[str, str]:
    """What the game's own words are called, as its form has them."""
    try:
        form = game.form([f"P{seat}" for seat in range(1, game.seats.start + 1)])
    except DeduceError:
        return {}
    return {**form.texts.get("en", {}), **form.texts.get(language, {})}


def _pattern(key: str) -> re.Pattern[str]:
    """What a word with slots, as ``{who}.{copy}``, is made of; a word in a slot where there is none besides."""
    inner = ".+?" if set(" [") & set(key) else r"\S+?"
    pieces = re.split(r"{(\w+)}", key)
    return re.compile(
        "".join(
            f"(?P<{each}>{inner})" if place % 2 else re.escape(each) for place, each in enumerate(pieces)
        )
    )


def _caller(words: Mapping[str, str], people: Callable[[], Sequence[str]]) -> Callable[[str], str | None]:
    """How a word of the game is called: by its own text, with a number behind it, or word by word; people by name."""
    keys = sorted((key for key in words if "{" in key), key=lambda key: -len(_SLOT.sub("", key)))
    made = [(_pattern(key), words[key]) for key in keys]  # what says more is tried first

    @lru_cache(maxsize=4096)
    def known(text: str, names: tuple[str, ...]) -> str | None:
        if text in names:
            return text
        if text in words and "{" not in words[text]:
            return words[text]
        for pattern, own in made:
            if found := pattern.fullmatch(text):
                slots = {name: known(part, names) for name, part in found.groupdict().items()}
                if None not in slots.values():
                    return own.format_map(slots)
        if _SIGNS.fullmatch(text):
            return text
        first, space, rest = text.partition(" ")
        if not space:
            return None
        parts = [known(part, names) for part in (first, rest)]
        return None if None in parts else " ".join(map(str, parts))

    return lambda text: known(text, tuple(people()))


def spoken(
    game: Game[Any, Any, Any], record: Record | None, language: str, make: Callable[[], Report]
) -> Report:
    """The report that `make` makes about a game, said in a language; what it refuses is said so too.

    `record` names the people of whom it speaks.
    """
    speech = speech_of(game, language)
    try:
        try:
            report = make()
        finally:  # after it, which tells all that is wrong with a header at once
            with suppress(DeduceError):
                speech.people = () if record is None else names_of(game, record)
        return told(report, speech)
    except DeduceError as error:
        raise refused(error, speech) from error


def told(report: Report, speech: Speech) -> Report:
    """A report in a language: its text and every phrase in its data, names in place of seats.

    How much of it stayed English is in the data.
    """
    speech.english += speech.language != "en" and not isinstance(report.text, Phrase)
    found = report.retold(lambda text: _told(text, speech))
    if english := speech.english + bool(speech.kept):
        return replace(found, data={**found.data, "in_english": english})
    return found


def _told(text: str, speech: Speech) -> str:
    calls = {key: str(speech.texts.get(key, key)) for key in (PERSON, SEATED)}
    said = speech(text) if isinstance(text, Phrase) else text
    return by_name(said, speech.people, {*calls, *calls.values()})


def refused(error: DeduceError, speech: Speech) -> DeduceError:
    """An error with its sentence in a language; the same error where it has no text there."""
    error.told(lambda text: _told(text, speech))
    return error

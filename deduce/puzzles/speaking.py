"""The language in which a puzzle is spoken of: what the library says itself, and what the puzzle's shelf says."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from deduce.ground.phrases import Speech, Texts, rows_of, texts_of
from deduce.puzzles.shelves import shelf_of

__all__ = ["Speaking", "in_english", "rows_of", "speech_of", "texts_of"]


@runtime_checkable
class Speaking(Protocol):
    """A shelf that says its sentences in other languages; a shelf may do without."""

    def texts(self, language: str) -> Texts:
        """Its texts by key; see `deduce.ground.phrases.Speech`."""


def speech_of(family: str, language: str) -> Speech:
    """The speech of a language about puzzles of a family, or of none. Raises `ProblemError` for a language not known."""
    if language == "en":
        return Speech("en", {})
    own = shelf_of(family) if family else None
    more: Texts = own.texts(language) if isinstance(own, Speaking) else {}
    texts = {**texts_of("deduce.puzzles", language), **more}

    def called(word: str) -> str | None:
        """A value as the family calls it: black, shaded; other people's puzzles have words of their own."""
        found = texts.get(word) if family else None
        return found if isinstance(found, str) else None

    return Speech(language, texts, called=called)


def in_english(speech: Speech) -> dict[str, int]:
    """How many sentences had to stay English, where any had."""
    return {"in_english": speech.english} if speech.english else {}

"""The language in which a puzzle is spoken of: what the library says itself, and what the puzzle's shelf says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Protocol, runtime_checkable

from deduce.ground.errors import ProblemError, nearest
from deduce.ground.phrases import LANGUAGES, Speech, Texts
from deduce.puzzles.shelves import shelf_of

__all__ = ["Speaking", "rows_of", "speech_of", "texts_of"]

_FILE = "phrases.json"


@runtime_checkable
class Speaking(Protocol):
    """A shelf that says its sentences in other languages; a shelf may do without."""

    def texts(self, language: str) -> Texts:
        """Its texts by key; see `deduce.ground.phrases.Speech`."""


@cache
def rows_of(package: str) -> Mapping[str, Mapping[str, str | Mapping[str, str]]]:
    """The texts that stand beside a package's code, by key and language."""
    found: Mapping[str, Mapping[str, str | Mapping[str, str]]] = json.loads(
        files(package).joinpath(_FILE).read_text(encoding="utf-8")
    )
    return found


@cache
def texts_of(package: str, language: str) -> Texts:
    """The texts of one language that stand beside a package's code."""
    return {key: row[language] for key, row in rows_of(package).items()}


def speech_of(family: str, language: str) -> Speech:
    """The speech of a language about puzzles of a family, or of none. Raises `ProblemError` for a language not known."""
    if language == "en":
        return Speech("en", {})
    if language not in LANGUAGES:
        raise ProblemError(f"there is no language {language!r}: {nearest(language, ('en', *LANGUAGES))}")
    own = shelf_of(family) if family else None
    more: Texts = own.texts(language) if isinstance(own, Speaking) else {}
    return Speech(language, {**texts_of("deduce.puzzles", language), **more})

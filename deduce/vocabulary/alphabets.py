"""Alphabets and how a word is written in them: capitals, and in Russian the letter yo as ye."""

from __future__ import annotations

from deduce.ground.errors import ProblemError, nearest

ALPHABETS = {
    "en": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "ru": "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
    "digits": "0123456789",
}
"""The symbols of each language, in the order of their codes."""


def alphabet_of(language: str) -> str:
    """The alphabet of `language`. Raises `ProblemError` naming the nearest that there is."""
    if language not in ALPHABETS:
        raise ProblemError(f"language={language!r}: {nearest(language, ALPHABETS)}")
    return ALPHABETS[language]


def fold(text: str, language: str) -> str:
    """`text` in capitals; in Russian the letter yo is written as ye."""
    folded = text.upper()
    return folded.replace("Ё", "Е") if language == "ru" else folded

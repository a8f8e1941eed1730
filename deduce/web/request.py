"""What a request may hold: its fields read with their kinds and sizes, errors as sentences.

A request is a dictionary as JSON gives it. Every size here is a limit on what strangers may send, not on the library.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from deduce.ground.errors import ProblemError, nearest

LARGEST_TEXT: Final = 64 * 1024
"""No record or puzzle is longer, in characters."""
MOST_LINES: Final = 2_000
LONGEST_LINE: Final = 2_000
LONGEST_WORD: Final = 500
"""The longest fact, move or option value."""
MOST_ITEMS: Final = 100
LONGEST_WAIT: Final = 20.0
"""Seconds that a request may ask for."""


class Request:
    """The fields of one request. Every method raises `ProblemError` naming the field and what is allowed."""

    def __init__(self, fields: Mapping[str, Any], allowed: tuple[str, ...]) -> None:
        self._fields = fields
        for name in fields:
            if name not in allowed:
                raise ProblemError(f"there is no field {str(name)[:60]!r}: {nearest(name, allowed)}")

    def text(self, name: str, *, most: int = LONGEST_WORD, default: str | None = None) -> str:
        """A text of at most `most` characters."""
        value = self._fields.get(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, str):
            raise ProblemError(f"{name}: expected a text")
        if len(value) > most:
            raise ProblemError(f"{name}: {len(value):,} characters; at most {most:,} are read here")
        if not value.isprintable() and any(ord(sign) < 32 and sign not in "\n\r\t" for sign in value):
            raise ProblemError(f"{name}: holds signs that no text has")
        if any(0xD800 <= ord(sign) < 0xE000 for sign in value):
            raise ProblemError(f"{name}: holds half of a sign")
        return value

    def long_text(self, name: str) -> str:
        """A record or a puzzle: so many lines, each so long."""
        text = self.text(name, most=LARGEST_TEXT).replace("\r\n", "\n").replace("\r", "\n")
        lines = text.split("\n")
        if len(lines) > MOST_LINES:
            raise ProblemError(f"{name}: {len(lines):,} lines; at most {MOST_LINES:,} are read here")
        longest = max(range(len(lines)), key=lambda place: len(lines[place]))
        if len(lines[longest]) > LONGEST_LINE:
            raise ProblemError(f"{name}: line {longest + 1} is longer than {LONGEST_LINE:,} characters")
        return text

    def number(self, name: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from `low` to `high`."""
        found = self.maybe_number(name, low, high)
        if found is not None:
            return found
        if default is None:
            raise ProblemError(f"{name}: expected a whole number from {low} to {high}")
        return default

    def maybe_number(self, name: str, low: int, high: int) -> int | None:
        """A whole number from `low` to `high`, or None where the request does not say."""
        value = self._fields.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ProblemError(f"{name}: expected a whole number from {low} to {high}")
        return value

    def maybe_text(self, name: str) -> str | None:
        """A short text, or None where the request does not say."""
        return None if self._fields.get(name) is None else self.text(name)

    def seconds(self, name: str = "time_limit", default: float = 5.0) -> float:
        """How long may be thought, in seconds."""
        value = self._fields.get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= LONGEST_WAIT:
            raise ProblemError(f"{name}: expected seconds, more than 0 and at most {LONGEST_WAIT:g}")
        return float(value)

    def texts(self, name: str, *, most: int = MOST_ITEMS) -> list[str]:
        """A list of short texts; empty where the request does not say."""
        value = self._fields.get(name)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise ProblemError(f"{name}: expected a list of texts")
        if len(value) > most:
            raise ProblemError(f"{name}: {len(value):,} of them; at most {most:,} are read here")
        return [Request({name: each}, (name,)).text(name) for each in value]

    def pairs(self, name: str, *, most: int = MOST_ITEMS) -> dict[str, str]:
        """Texts by name; empty where the request does not say. True and false count as yes and no."""
        value = self._fields.get(name)
        if value is None:
            return {}
        if not isinstance(value, dict) or len(value) > most:
            raise ProblemError(f"{name}: expected at most {most} values by name")
        found = {}
        for key, each in value.items():
            told = ("yes" if each else "no") if isinstance(each, bool) else each
            told = str(told) if isinstance(told, int | float) else told
            found[str(key)] = Request({name: told}, (name,)).text(name)
        return found

    def has(self, name: str) -> bool:
        """Whether the request says anything under this name."""
        return self._fields.get(name) is not None

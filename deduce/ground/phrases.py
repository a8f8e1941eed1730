"""Sentences that know how they were made: a key with slots, so that they can be said in another language.

A `Phrase` is its English text, and everywhere as good as that text. The key is the English sentence with the slots
in it; texts of a language are looked up by it, and so are plain texts, which are their own keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any

from deduce.ground.wording import many

__all__ = ["LANGUAGES", "Phrase", "Speech", "listing", "phrase", "say"]

_JOINTS = {
    "and": {"en": " and ", "de": " und ", "ru": " и "},
    "or": {"en": " or ", "de": " oder ", "ru": " или "},
    "or it is": {"en": " or it is ", "de": " oder ", "ru": " или "},
    "or all have": {"en": " or all have ", "de": " oder alle ", "ru": " или все "},
    ",": dict.fromkeys(("en", "de", "ru"), ", "),
    ";": dict.fromkeys(("en", "de", "ru"), "; "),
}
LANGUAGES = tuple(language for language in _JOINTS["and"] if language != "en")
"""The languages besides English: of phrases, and of the page."""

_LIST = ""
"""The key of a list; its slots are the joint and the parts."""

_WORDS = re.compile(r"[a-z]{2}")
"""What has none of these (``r2c3``, a number, a sign) is the same in all languages."""

_FREE = re.compile(r"\br\d+c\d+\b|\b[nesw]+\b")
"""Cells, and directions as the notation has them."""

Texts = Mapping[str, str | Mapping[str, str]]


class Phrase(str):
    """A text with the key and the slots it was made of."""

    __slots__ = ("key", "slots")
    key: str
    slots: Mapping[str, Any]

    def __reduce__(self) -> tuple[Any, ...]:
        """What copies are made of."""
        return _made, (str(self), self.key, self.slots)

    def rewritten(self, change: Callable[[str], str]) -> Phrase:
        """The phrase with a change made in its text and its slots."""
        slots = {name: _changed(value, change) for name, value in self.slots.items()}
        return _made(change(str(self)), self.key, slots)


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, Phrase):
        return value.rewritten(change)
    if isinstance(value, tuple):
        return tuple(_changed(each, change) for each in value)
    return change(value) if isinstance(value, str) else value


def _made(text: str, key: str, slots: Mapping[str, Any]) -> Phrase:
    made = Phrase(text)
    made.key, made.slots = key, slots
    return made


def phrase(text: str, key: str, /, **slots: Any) -> Phrase:
    """A phrase whose English text is not its key filled in: one of several variables, say."""
    return _made(text, key, slots)


@lru_cache(maxsize=4096)
def _pieces(key: str) -> tuple[tuple[str, str | None, str], ...]:
    """The parts of a key: a text, and the slot after it with the thing that is counted there."""
    return tuple((text, name, thing or "") for text, name, thing, _ in Formatter().parse(key))


def say(key: str, /, *, one: str = "", **slots: Any) -> Phrase:
    """A phrase. ``{number:side}`` in the key is a number of sides, ``{number:box/boxes}`` of boxes.

    Args:
        key: The sentence with its slots.
        one: What stands in place of it where `count` is 1.
        slots: What stands in the slots: texts, phrases, numbers.
    """
    written = one if one and slots.get("count") == 1 else key
    parts = []
    for text, name, thing in _pieces(written):
        parts.append(text)
        if name is not None:
            parts.append(many(slots[name], *thing.split("/")) if thing else str(slots[name]))
    return _made("".join(parts), key, slots)


def listing(parts: Sequence[str], joint: str = "and") -> str:
    """``a, b and c``, or the parts with "or", a comma or a semicolon between them; one part alone is itself."""
    if len(parts) == 1:
        return parts[0]
    return _made(_joined(parts, joint, "en"), _LIST, {"joint": joint, "parts": tuple(parts)})


def _joined(parts: Sequence[str], joint: str, language: str) -> str:
    between = _JOINTS[joint][language]
    if joint == "and" and parts:
        return f"{', '.join(parts[:-1])}{between}{parts[-1]}"
    return between.join(parts)


class Speech:
    """A language with its texts.

    Args:
        language: One of `LANGUAGES`, or ``"en"``.
        texts: Texts by key, those of several forms by kind of number: ``one``, ``few``, ``many``, ``other``.

    Attributes:
        missing: Keys that had no text here so far.
        english: How many texts, or groups of them that are read together, stayed English.
    """

    def __init__(self, language: str, texts: Texts) -> None:
        self.language, self.texts = language, texts
        self.missing: dict[str, None] = {}
        self.english = 0

    def __call__(self, text: str) -> str:
        """A text in this language; as it is where it, or a part of it, has no text here."""
        return self.each([text])[0]

    def each(self, texts: Iterable[str]) -> list[str]:
        """Several texts that are read together: all in this language, or all as they are."""
        given = list(texts)
        if self.language == "en":
            return given
        told = [self._told(text) for text in given]
        known = [text for text in told if text is not None]
        if len(known) < len(given):
            self.english += 1
            return given
        return known

    def _told(self, text: str) -> str | None:
        if not isinstance(text, Phrase):
            return self._plain(text)
        if text.key == _LIST:
            parts = [self._told(part) for part in text.slots["parts"]]
            known = [part for part in parts if part is not None]
            return _joined(known, text.slots["joint"], self.language) if len(known) == len(parts) else None
        found = self.texts.get(text.key)
        if found is None:
            self.missing[text.key] = None
            return None
        slots = {}
        for name, value in text.slots.items():
            slots[name] = self._told(value) if isinstance(value, str) else str(value)
            if slots[name] is None:
                return None
        if not isinstance(found, str):
            number = text.slots.get("count", text.slots.get("number", 0))
            found = found.get(kind_of(int(number), self.language)) or found["other"]
        return found.format_map(slots)

    def _plain(self, text: str) -> str | None:
        if not text or not _WORDS.search(_FREE.sub("", text)):
            return text
        found = self.texts.get(text)
        if isinstance(found, str):
            return found
        self.missing[text] = None
        return None


def kind_of(number: int, language: str) -> str:
    """Which form a whole number asks for, as Unicode's plural rules have it."""
    if language != "ru":
        return "one" if number == 1 else "other"
    if number % 10 == 1 and number % 100 != 11:
        return "one"
    return "few" if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else "many"

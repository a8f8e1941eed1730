"""Sentences in other languages: texts of a language by the keys of phrases (`deduce.ground.wording`).

Plain texts are looked up too: they are their own keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

from deduce.ground.errors import ProblemError
from deduce.ground.wording import (
    AS_IS,
    COLUMNS,
    GRID,
    LANGUAGES,
    LINE,
    LINES,
    LIST,
    PERSON,
    SEATED,
    TABLE,
    TYPED,
    Phrase,
    aligned,
    as_is,
    in_columns,
    joined,
    listing,
    passage,
    person,
    phrase,
    ranged,
    run,
    say,
    typed,
)

__all__ = [
    "LANGUAGES",
    "Phrase",
    "Speech",
    "as_is",
    "listing",
    "passage",
    "person",
    "phrase",
    "rows_of",
    "run",
    "say",
    "texts_of",
    "typed",
]

_FILE = "phrases.json"


_WORDS = re.compile(r"[a-z]{2}")
"""What has none of these (``r2c3``, a number, a sign) is the same in all languages."""

_FREE = re.compile(r"\br\d+c\d+\b|\b[nesw]+\b")
"""Cells, and directions as the notation has them."""

_WORD = re.compile(r"[^\s,;:()\[\]]*[A-Za-z][a-z][^\s,;:()\[\]]*(?:\[[^\]]*\])?")
"""A word of what is typed, without the signs about it; ``card[stack 1]`` is one."""

Texts = Mapping[str, str | Mapping[str, str]]


@cache
def rows_of(package: str) -> Mapping[str, Mapping[str, str | Mapping[str, str]]]:
    """The texts that stand beside a package's code, by key and language; none where there is no such file."""
    import json
    from importlib.resources import files

    path = files(package).joinpath(_FILE)
    if not path.is_file():
        return {}
    found: Mapping[str, Mapping[str, str | Mapping[str, str]]] = json.loads(
        path.read_text(encoding="utf-8")
    )
    return found


@cache
def texts_of(package: str, language: str) -> Texts:
    """The texts of one language that stand beside a package's code. Raises `ProblemError` for a language not known."""
    if language not in LANGUAGES:
        raise ProblemError(f"there is no language {language!r}: allowed: {', '.join(('en', *LANGUAGES))}")
    return {key: row[language] for key, row in rows_of(package).items() if language in row}


class Speech:
    """A language with its texts.

    Args:
        language: One of `LANGUAGES`, or ``"en"``.
        texts: Texts by key, those of several forms by kind of number: ``one``, ``few``, ``many``, ``other``.
        called: What a game's own words for things are called here; None for what is none of them.
        people: The names of players, seat by seat, where they are known.

    Attributes:
        missing: Keys that had no text here so far.
        english: How many texts, or groups of them that are read together, stayed English.
        kept: Words of a game that are called nothing here, and stay as they are typed.
    """

    def __init__(
        self,
        language: str,
        texts: Texts,
        *,
        called: Callable[[str], str | None] | None = None,
        people: Sequence[str] = (),
    ) -> None:
        self.language, self.texts = language, texts
        self.called, self.people = called, people
        self.missing: dict[str, None] = {}
        self.kept: dict[str, None] = {}
        self.english = 0
        self._last: tuple[str, list[str]] = ("", [])

    def __call__(self, text: str) -> str:
        """A text in this language; as it is where it, or a part of it, has no text here."""
        if isinstance(text, Phrase) and text.key == LINES:
            return "\n".join(map(self, text.slots["lines"]))
        if isinstance(text, Phrase) and text.key == TABLE:
            heads, rests = zip(*text.slots["rows"], strict=True)
            behind = self.each([rest if isinstance(rest, Phrase) else as_is(rest) for rest in rests])
            return aligned(self.each(heads), list(zip(heads, behind, strict=True)))
        if isinstance(text, Phrase) and text.key == GRID:
            return in_columns(self.each(text.slots["cells"]), text.slots["wide"])
        if isinstance(text, Phrase) and text.key == COLUMNS:
            rows = text.slots["rows"]
            cells = iter(self.each(cell for row in rows for cell in row))
            return ranged([[next(cells) for _ in row] for row in rows])
        return self.each([text])[0]

    def _line(self, line: Phrase) -> str:
        """A line of a text; as it is where the text has not as many lines in this language."""
        whole: str = line.slots["text"]
        if self._last[0] is not whole:  # its lines are asked for one after another
            self._last = whole, self(whole).splitlines()
        told = self._last[1]
        if len(told) != len(whole.splitlines()):
            return str(line)
        found = told[int(line.slots["number"])]
        return found.strip() if line.slots["alone"] else found

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
        if text.key == LIST:
            parts = [self._told(part) for part in text.slots["parts"]]
            known = [part for part in parts if part is not None]
            return joined(known, text.slots["joint"], self.language) if len(known) == len(parts) else None
        if text.key == LINE:
            return self._line(text)
        if text.key == AS_IS:
            return str(text)
        if text.key == TYPED:
            words = text.rstrip()
            told = self.word(words) or _WORD.sub(lambda found: self._kept(found[0]), words)
            return told.ljust(len(text)) if len(words) < len(text) else told
        if text.key in (PERSON, SEATED) and 0 < text.slots["seat"] <= len(self.people):
            return str(self.people[text.slots["seat"] - 1])
        found = self.texts.get(text.key)
        if found is None and not text.slots:
            return self._plain(str(text))  # a word of the game, perhaps
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
        found = self.texts.get(text) or self.word(text)
        if isinstance(found, str):
            return found
        self.missing[text] = None
        return None

    def whole(self, text: str) -> str | None:
        """A text of which nothing stays English; None where something would."""
        aside = Speech(self.language, self.texts, called=self.called, people=self.people)
        told = aside(text)
        return None if aside.english or aside.kept else told

    def word(self, text: str) -> str | None:
        """What the game calls a text of its own here; None where a word of it is called nothing."""
        return self.called(text) if self.called is not None else None

    def _kept(self, word: str) -> str:
        found = self.word(word)
        if found is None:
            self.kept[word] = None
        return found or word


def kind_of(number: int, language: str) -> str:
    """Which form a whole number asks for, as Unicode's plural rules have it."""
    if language != "ru":
        return "one" if number == 1 else "other"
    if number % 10 == 1 and number % 100 != 11:
        return "one"
    return "few" if 2 <= number % 10 <= 4 and not 12 <= number % 100 <= 14 else "many"

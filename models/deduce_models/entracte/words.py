"""Reading single things a person types: names, cards, codes. Forgiving about case, commas and endings.

Every word may be shortened as long as only one thing begins with it; an error says where the word stands
and what it may be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from deduce.errors import nearest
from deduce.games.record import Line
from deduce_models.entracte.components import Components

__all__ = [
    "SHOWN",
    "Partial",
    "Word",
    "clauses",
    "end_of",
    "expect_none",
    "find",
    "number",
    "quote",
    "read_card",
    "read_code",
    "whole_number",
    "words_of",
]

Partial = tuple[int | None, ...]
"""A card as far as it was noted: the index of its value for each type, or None."""

SHOWN = 60
"""Of a longer word an error shows so many characters."""

DIGITS = 9
"""The most digits of a number; no record needs more, and so reading one takes no time."""

_TOKEN = re.compile(r"\.\.\.|[;/\[\]]|(?:(?!\.\.\.)[^\s,;/\[\]])+")


@dataclass(frozen=True, slots=True)
class Word:
    """One word and its 1-based column."""

    text: str
    column: int

    @property
    def folded(self) -> str:
        """The word without regard to case, and without a trailing colon."""
        return self.text.casefold().rstrip(":")


def words_of(line: Line, start: int = 0) -> list[Word]:
    """The words of a line from 0-based position `start` on; commas are blanks, ``; / [ ]`` words."""
    text = line.text.partition("#")[0]
    return [Word(found.group(), found.start() + 1) for found in _TOKEN.finditer(text, start)]


def quote(text: str) -> str:
    """`text` in quotes for an error, a long one cut."""
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "...")


def whole_number(text: str) -> int | None:
    """The number that `text` writes in at most `DIGITS` ASCII digits, else None.

    ``str.isdigit`` alone would let through what ``int`` refuses, such as a raised 2.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS else None


def clauses(words: Iterable[Word], mark: str) -> list[list[Word]]:
    """The words between the marks."""
    parts: list[list[Word]] = [[]]
    for word in words:
        if word.text == mark:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def find(word: Word, names: Sequence[str], what: str, line: Line) -> int:
    """The index of the name meant by `word`: exactly, or by its beginning."""
    folded = word.folded
    exact = [index for index, name in enumerate(names) if name.casefold() == folded]
    found = exact or [index for index, name in enumerate(names) if name.casefold().startswith(folded)]
    if len(found) == 1 and folded:
        return found[0]
    if found:
        choice = " or ".join(names[index] for index in found)
        raise line.error(f"{quote(word.text)} could be {choice}: write more letters", word.column)
    raise line.error(f"expected {what}, not {quote(word.text)}: {nearest(word.text, names)}", word.column)


def read_card(words: Sequence[Word], parts: Components, line: Line) -> Partial:
    """A card from the names of its values in any order, ``type=value`` where a name is shared."""
    card: list[int | None] = [None] * len(parts.types)
    for word in words:
        index, value = _read_value(word, parts, line)
        if card[index] is not None:
            raise line.error(f"{parts.types[index].name} is given twice", word.column)
        card[index] = value
    return tuple(card)


def _read_value(word: Word, parts: Components, line: Line) -> tuple[int, int]:
    name, equals, value = word.text.partition("=")
    if equals:
        index = find(Word(name, word.column), [kind.name for kind in parts.types], "a characteristic", line)
        column = word.column + len(name) + 1
        what = f"a value of {parts.types[index].name}"
        return index, find(Word(value, column), parts.types[index].values, what, line)
    places = [(t, v) for t, kind in enumerate(parts.types) for v in range(len(kind.values))]
    names = [parts.types[t].values[v] for t, v in places]
    folded = word.folded
    exact = [place for place, text in zip(places, names, strict=True) if text.casefold() == folded]
    found = exact or [
        p for p, text in zip(places, names, strict=True) if text.casefold().startswith(folded)
    ]
    if len(found) == 1:
        return found[0]
    if found:
        choice = " or ".join(f"{parts.types[t].name}={parts.types[t].values[v]}" for t, v in found)
        raise line.error(f"{quote(word.text)} could be {choice}: write that", word.column)
    raise line.error(
        f"expected a value of a card, not {quote(word.text)}: {nearest(word.text, names)}", word.column
    )


def read_code(words: Sequence[Word], parts: Components, line: Line, column: int = 0) -> int:
    """The index of the code called by `words`, in any order: ``season reverse``, ``both male``.

    `column` is where a code was expected when there are no words.
    """
    if not words:
        raise line.error("expected a code, such as 'season reverse' or 'both male'", column or end_of(line))
    names = [_vocabulary(parts, index) for index in range(len(parts.codes))]
    known = sorted({name for of_code in names for name in of_code})
    found = list(range(len(names)))
    for word in words:
        exact = any(name == word.folded for name in known)
        fits = [
            index
            for index in range(len(names))
            if any(name == word.folded if exact else name.startswith(word.folded) for name in names[index])
        ]
        if not fits:
            raise line.error(
                f"expected a code, not {quote(word.text)}: {nearest(word.text, known)}", word.column
            )
        found = [index for index in found if index in fits]
    typed = " ".join(word.text for word in words)
    if not found:
        raise line.error(
            f"no code is called {quote(typed)}: {nearest(typed, map(str, parts.codes))}", words[0].column
        )
    if len(found) > 1:
        choice = " or ".join(parts.codes[index].name for index in found[:4])
        raise line.error(
            f"{quote(typed)} could be {choice}{' ...' if len(found) > 4 else ''}", words[0].column
        )
    return found[0]


def end_of(line: Line) -> int:
    """The column behind the last word: where something is missing."""
    return len(line.text.partition("#")[0].rstrip()) + 1


def _vocabulary(parts: Components, index: int) -> tuple[str, ...]:
    code = parts.codes[index]
    kind = parts.types[code.type]
    words = [kind.name, code.asks] + ([kind.values[code.value]] if code.value >= 0 else [])
    return tuple(word.casefold() for word in words)


def expect_none(words: Sequence[Word], line: Line) -> None:
    """Refuse words that nobody asked for."""
    if words:
        raise line.error(f"expected the end of the line, not {quote(words[0].text)}", words[0].column)


def number(word: Word, line: Line, low: int, high: int) -> int:
    """A whole number from `low` to `high`."""
    found = whole_number(word.text)
    if found is None or not low <= found <= high:
        raise line.error(f"expected a number from {low} to {high}, not {quote(word.text)}", word.column)
    return found

"""Texts that may be said now, taken apart into what can be tapped: events with fields, and the rows these take together.

What texts have in common at the same place is written by itself; what differs is a field. Whoever says a value in each
field, as the rows allow, has composed one of the texts and no other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, groupby
from math import comb, perm, prod
from typing import NamedTuple

from deduce.records.form import Event, Field

MANY = 30
"""A field of more values is split where they can be: by words, or sign by sign."""
FEW = 12
"""Fields beyond `TAPS` are merged into fields of so many values at most."""
TAPS = 3

MOVE = "move"
"""What an event is called that begins with no word of its own."""

Row = tuple[str, ...]


class Shape(NamedTuple):
    """A pattern of the rules: the texts that it makes, each with the values of its slots.

    `rows` gives the values of the texts in `texts`; a text of another pattern is not in it.
    """

    text: str
    slots: tuple[str, ...]
    rows: Callable[[str], Row | None]


class Column(NamedTuple):
    """What stands at one place of several texts: what it is called, and what is written before it."""

    name: str
    before: str


def events_of(texts: Sequence[str], shapes: Sequence[Shape] = (), label: str = "") -> tuple[Event, ...]:
    """Events whose lines are exactly these texts; `label` is what they are called in place of their first words."""
    found: list[Event] = []
    left: Sequence[str] = texts
    for shape in shapes:
        rows = {text: row for text in left if (row := shape.rows(text)) is not None}
        if rows:
            left = [text for text in left if text not in rows]
            found.append(_shaped(shape.text, shape.slots, tuple(rows.values()), label))
    plain = _plain(tuple(left), label)
    first = plain if texts and left and left[0] == texts[0] else ()
    return (*first, *found, *(() if first else plain))


@lru_cache(maxsize=256)
def _shaped(text: str, slots: Row, rows: tuple[Row, ...], label: str) -> Event:
    """The event of a pattern: its words, and a field for each slot."""
    places = sorted(range(len(slots)), key=lambda k: text.index("{" + slots[k] + "}"))
    rest, head = text, ""
    columns: list[Column] = []
    for place in places:
        before, _, rest = rest.partition("{" + slots[place] + "}")
        if not columns:
            head, before = before.rstrip(" "), " " if before.endswith(" ") else ""
        columns.append(Column(slots[place], before if head or columns else ""))
    ordered = tuple(tuple(row[place] for place in places) for row in rows)
    return _event(head, columns, ordered, rest, label)


@lru_cache(maxsize=256)
def _plain(texts: tuple[str, ...], label: str) -> tuple[Event, ...]:
    """Events of texts without a pattern: by their first words, or all in one where none of these is a verb."""
    words = [tuple(text.split(" ")) for text in texts]
    firsts = dict.fromkeys(row[0] for row in words)
    if label and len(firsts) > 1 and all(len(row) == 1 for row in words):
        return (_signed(tuple(firsts), label),)
    if len(firsts) > 1 and not _verbs(words, len(firsts)):
        return (_texts(words, label),)
    by_verb: dict[str, list[Row]] = {first: [] for first in firsts}
    for row in words:
        by_verb[row[0]].append(row)
    found = []
    for rows in by_verb.values():
        alone = [row for row in rows if any(other[: len(row)] == row != other for other in rows)]
        if alone:  # what is said and done with a word of which more can follow
            found += [_texts([row], label) for row in alone]
            found.append(_texts([row for row in rows if row not in alone], label))
            continue
        parts = [list(part) for _, part in groupby(sorted(rows, key=len), key=len)]
        found += [_texts(part, label) for part in (parts if max(map(len, parts)) > MANY else [rows])]
    return tuple(found)


def _signed(values: Row, label: str) -> Event:
    """The event of single words that answer one question; a sign with which all begin is written by itself."""
    first = values[0][0]
    sign = (
        first if not first.isalnum() and all(len(each) > 1 and each[0] == first for each in values) else ""
    )
    field = Field(_kind(values), tuple(value.removeprefix(sign) for value in values), before=sign)
    return Event(label, "", (field,))


def _verbs(words: Sequence[Row], firsts: int) -> bool:
    """Whether texts begin with verbs: words that stand nowhere else, and are not as many as the texts."""
    if all(len(row) == 1 for row in words):
        return len(words) <= FEW and not all(row[0].isdigit() for row in words)
    later = {word for row in words for word in row[1:]}
    return not any(row[0] in later or row[0].isdigit() for row in words) and firsts <= FEW


def _texts(rows: Sequence[Row], label: str) -> Event:
    """One event whose lines are these rows of words."""
    if len(rows) == 1:
        return Event(label or " ".join(rows[0]), " ".join(rows[0]))
    start = 0
    while all(row[start : start + 1] == rows[0][start : start + 1] for row in rows):
        start += 1
    end = 0
    while all(len(row) > start + end and row[-1 - end] == rows[0][-1 - end] for row in rows):
        end += 1
    end -= any(len(row) == start + end for row in rows)  # something is said in each field
    head, tail = rows[0][:start], rows[0][len(rows[0]) - end :]
    middle = [row[start : len(row) - end] for row in rows]
    lengths = {len(row) for row in middle}
    if len(lengths) > 1:
        columns = [Column("", " " if head else "")]
        values: list[Row] = [(" ".join(row),) for row in middle]
    else:
        columns, values = _columns(middle, bool(head))
    return _event(" ".join(head), columns, tuple(values), "".join(f" {word}" for word in tail), label)


def _columns(rows: Sequence[Row], headed: bool) -> tuple[list[Column], list[Row]]:
    """The places at which rows of equal length differ; what they have in common between is written before the next."""
    columns: list[Column] = []
    kept: list[int] = []
    before = " " if headed else ""
    for place, column in enumerate(zip(*rows, strict=True)):
        if len(set(column)) == 1:
            before += f"{column[0]} "
            continue
        columns.append(Column("", before))
        kept.append(place)
        before = " "
    return columns, [tuple(row[place] for place in kept) for row in rows]


def _event(head: str, columns: list[Column], rows: tuple[Row, ...], tail: str, label: str) -> Event:
    """An event of rows: fields that are chosen apart where every choice is possible, else rows of them."""
    columns, rows = _split(columns, rows)
    name = label or head or MOVE
    several = _several(columns, rows)
    if several is not None:
        return Event(name, head, (several,), tail=tail)
    columns, rows = _merged(columns, rows)
    fields = _fields(columns, rows)
    free = len(rows) == prod(len(field.words) for field in fields)
    return Event(name, head, fields, rows=() if free else rows, tail=tail)


def _fields(columns: Sequence[Column], rows: Sequence[Row]) -> tuple[Field, ...]:
    fields: list[Field] = []
    for column, values in zip(columns, zip(*rows, strict=True), strict=True):
        words = tuple(dict.fromkeys(values))
        fields.append(Field(_unlike(column.name or _kind(words), fields), words, before=column.before))
    return tuple(fields)


def _unlike(name: str, fields: Sequence[Field]) -> str:
    """A name that none of these fields has."""
    number = sum(field.name == name or field.name.startswith(f"{name} ") for field in fields)
    return f"{name} {number + 1}" if number else name


def _kind(words: Sequence[str]) -> str:
    """What a slot without a name is called."""
    return "number" if all(word.lstrip("-").isdigit() for word in words) else "which"


def _split(columns: Sequence[Column], rows: tuple[Row, ...]) -> tuple[list[Column], tuple[Row, ...]]:
    """Columns of many values in several: by words, or sign by sign, where all values have equally many."""
    made: list[Column] = []
    parts: list[list[Row]] = []
    for column, values in zip(columns, zip(*rows, strict=True), strict=True):
        there = set(values)
        blanks = {value.count(" ") for value in there}
        by: Callable[[str], Row] = lambda value: (value,)  # noqa: E731
        between = " "
        if len(there) > MANY:
            if len(blanks) == 1 and blanks != {0}:
                by = lambda value: tuple(value.split(" "))  # noqa: E731
            elif blanks == {0} and len({len(value) for value in there}) == 1:
                by, between = tuple, ""
        split = [by(value) for value in values]
        parts.append(split)
        size = len(split[0])
        made += [Column(column.name, column.before if number == 0 else between) for number in range(size)]
    whole = tuple(tuple(word for part in row for word in part) for row in zip(*parts, strict=True))
    return made, whole


def _merged(columns: list[Column], rows: tuple[Row, ...]) -> tuple[list[Column], tuple[Row, ...]]:
    """Neighbours in one field where they are many, those first that have the fewest values together."""
    while len(columns) > TAPS:
        sizes = {
            place: len({(row[place], row[place + 1]) for row in rows}) for place in range(len(columns) - 1)
        }
        place = min(sizes, key=lambda each: (sizes[each], each))
        if sizes[place] > FEW:
            break
        between = columns[place + 1].before
        rows = tuple(
            (*row[:place], row[place] + between + row[place + 1], *row[place + 2 :]) for row in rows
        )
        columns = [*columns[: place + 1], *columns[place + 2 :]]
    return columns, rows


def _several(columns: Sequence[Column], rows: tuple[Row, ...]) -> Field | None:
    """One field of several words, where the rows are all the ways to take so many: in any order, or in their own."""
    size = len(columns)
    if size < 2 or len({column.before for column in columns[1:]}) > 1:
        return None
    words = tuple(dict.fromkeys(word for row in rows for word in row))
    name, before, join = columns[0].name or _kind(words), columns[0].before, columns[1].before
    apart = len(words) > 2 and all(len(set(row)) == size for row in rows)
    if apart and len(set(rows)) == perm(len(words), size):
        return Field(name, tuple(sorted(words)) if join == "" else words, "many", before, join, size)
    if (
        len(words) > size
        and len(rows) == comb(len(words), size)
        and set(rows) == set(combinations(words, size))
    ):
        return Field(name, words, "many", before, join, size, sorted=True)
    return None

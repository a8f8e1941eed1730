"""Sentences: one world, two worlds; you look, Ann looks; and such as know how they were made.

A `Phrase` is its English text, and everywhere as good as that text. It knows its key, the English sentence with the
slots in it, and what stands in them; in another language it is told by `deduce.ground.phrases`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any


def many(number: int | str, thing: str, things: str = "") -> str:
    """``1 world``, ``1,024 worlds``, ``2 pluses``; `things` where the plural is another."""
    shown = f"{number:,}" if isinstance(number, int) else number
    if int(number) == 1:
        return f"{shown} {thing}"
    return f"{shown} {things or (f'{thing}es' if thing.endswith('s') else f'{thing}s')}"


def shortened(parts: Sequence[str], most: int = 6) -> list[str]:
    """The parts; of more than `most` the first, dots and the last."""
    return [*parts] if len(parts) <= most else [*parts[: most - 2], "...", parts[-1]]


def figure(number: float, digits: int, *, signed: bool = False) -> str:
    """A number to so many decimals, without the minus of a nought: ``0.00`` for -0.001, ``+0.00`` if `signed`."""
    return f"{round(number, digits) + 0.0:{'+' if signed else ''}.{digits}f}"


def in_percent(chance: float, digits: int = 0, *, sampled: bool = False) -> str:
    """A chance as a person reads it, to so many decimals: 0 % is impossible and 100 % certain, and nothing else is.

    ``<1%`` and ``>99%`` are what would be rounded to them, and what all samples or none say where it was `sampled`.
    """
    if sampled:
        chance = min(max(chance, 1e-9), 1 - 1e-9)
    return _between(chance, 100, digits, "%")


def in_decimals(chance: float, digits: int) -> str:
    """A chance from 0 to 1 to so many decimals: 0 is impossible and 1 certain, and nothing else is (``>0.999``)."""
    return _between(chance, 1, digits, "")


def _between(chance: float, whole: int, digits: int, sign: str) -> str:
    shown, least = f"{chance * whole:.{digits}f}", 10.0**-digits
    if chance > 0 and float(shown) == 0:
        return f"<{least:.{digits}f}{sign}"
    if chance < 1 - 1e-12 and float(shown) == whole:
        return f">{whole - least:.{digits}f}{sign}"
    return f"{shown}{sign}"


def does(who: str, what: str) -> str:
    """``You look at 5``, ``Ann looks at 5``: the verb with which `what` begins agrees with who does it."""
    verb, space, rest = what.partition(" ")
    ending = "" if who == "You" else "es" if verb.endswith(("s", "ch")) else "s"
    return f"{who} {verb}{ending}{space}{rest}"


_JOINTS = {
    "and": {"en": " and ", "de": " und ", "ru": " и "},
    "or": {"en": " or ", "de": " oder ", "ru": " или "},
    "or it is": {"en": " or it is ", "de": " oder ", "ru": " или "},
    "or all have": {"en": " or all have ", "de": " oder alle ", "ru": " или все "},
    ",": dict.fromkeys(("en", "de", "ru"), ", "),
    ";": dict.fromkeys(("en", "de", "ru"), "; "),
    "": dict.fromkeys(("en", "de", "ru"), ""),
}
LANGUAGES = tuple(language for language in _JOINTS["and"] if language != "en")
"""The languages besides English: of phrases, and of the page."""

IN_ENGLISH = (
    "(What has no text in this language is in English. / Was in dieser Sprache keinen Text hat, ist englisch. / "
    "Что пока не переведено, сказано по-английски.)"
)
"""Said once beside an answer that is not in its language whole."""

LIST = ""
"""The key of a list; its slots are the joint and the parts."""
AS_IS, TYPED, LINES, LINE, TABLE, GRID, COLUMNS, PERSON, SEATED, SHORT = (
    "\0as is",
    "\0typed",
    "\0lines",
    "\0line",
    "\0table",
    "\0grid",
    "\0columns",
    "seat {seat}",
    "Seat {seat}",
    "P{seat}",
)
"""Keys of what is no sentence: names, what is typed, lines told each for itself, one line, tables, seats, no names."""


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


def seated(seat: int) -> Phrase:
    """Who sits at a seat, where a sentence begins with them."""
    return say(SEATED, seat=seat)


def acts(who: str, what: str, /, **slots: Any) -> Phrase:
    """``You look at 5``, or ``Seat 2 looks at 5``: `what` is the rest of the key, from its verb on; no `who` is you."""
    return say(does("{who}" if who else "You", what), who=who, **slots)


def listing(parts: Sequence[str], joint: str = "and") -> str:
    """``a, b and c``, or the parts with "or", a comma or a semicolon between them; one part alone is itself."""
    if len(parts) == 1:
        return parts[0]
    return _made(joined(parts, joint, "en"), LIST, {"joint": joint, "parts": tuple(parts)})


def run(*parts: str) -> str:
    """Parts that follow each other with nothing between: all of them have their texts, or none is told."""
    kept = [part for part in parts if part]
    return listing(kept, "") if kept else ""


def as_is(text: object) -> Phrase:
    """What is the same in every language: the name of a person, a quotation, a name of a file."""
    return _made(str(text), AS_IS, {})


def typed(text: object) -> Phrase:
    """What a player types or plays; its words are called as the game calls them, those without a text stay.

    A move that holds words which are none of the game's says itself, by a method `phrased`.
    """
    own: Any = getattr(text, "phrased", None)
    return _made(str(text), TYPED, {}) if own is None else own()


def person(seat: int) -> Phrase:
    """Who sits at a seat: by name where a language is spoken about people with names."""
    return say(PERSON, seat=seat)


def by_name(text: str, names: Sequence[str], calls: Iterable[str] = (PERSON, SEATED)) -> str:
    """A text about people with names, seat 1 first, in place of seats; of who is called P2 by default it is left.

    `calls` are what a language calls a seat. What is no person stays: a fact that begins with one, as
    ``seat 2.Author``, and a pink piece, ``<P1>``.
    """
    known = "|".join(sorted({re.escape(each.removesuffix("{seat}")) for each in calls}))

    def name(found: re.Match[str]) -> str:
        seat = int(found[1])
        called = names[seat - 1] if 0 < seat <= len(names) else ""
        return called if called not in ("", f"P{seat}") else found[0]

    return re.sub(rf"(?<!<)\b(?:{known})([0-9]+)\b(?!\.\w)", name, text)


def passage(lines: Iterable[str]) -> Phrase:
    """Several lines, each told for itself: one that has no text stays English."""
    kept = tuple(lines)
    return _made("\n".join(kept), LINES, {"lines": kept})


def lines_of(text: str) -> list[str]:
    """The lines of a text, each told as it stands in the text: of a table as wide as the table makes it."""
    rows = text.splitlines()
    return [
        _made(row, LINE, {"text": text, "number": number, "alone": False})
        for number, row in enumerate(rows)
    ]


def alone(line: str) -> str:
    """A line of `lines_of` without the blanks about it."""
    slots = line.slots if isinstance(line, Phrase) else {"text": line, "number": 0}
    return _made(line.strip(), LINE, {**slots, "alone": True})


def table(rows: Iterable[tuple[str, str]]) -> Phrase:
    """Lines with their heads above each other, and what stands behind each head: if it is no phrase, in all languages."""
    kept = tuple(rows)
    return _made(aligned([head for head, _ in kept], kept), TABLE, {"rows": kept})


def grid(cells: Sequence[str], wide: int) -> Phrase:
    """Texts in so many columns, under each other in every language."""
    return _made(in_columns(cells, wide), GRID, {"cells": tuple(cells), "wide": wide})


def in_columns(cells: Sequence[str], wide: int) -> str:
    """Texts in so many columns of one width."""
    width = max(map(len, cells), default=0) + 2
    rows = [cells[k : k + wide] for k in range(0, len(cells), wide)]
    return "\n".join("".join(f"{cell:<{width}}" for cell in row).rstrip() for row in rows)


def columns(rows: Iterable[Sequence[str]]) -> Phrase:
    """Rows of as many texts each, under each other in every language: the first to the left, the others to the right."""
    kept = tuple(map(tuple, rows))
    return _made(ranged(kept), COLUMNS, {"rows": kept})


def ranged(rows: Sequence[Sequence[str]]) -> str:
    """Rows of texts under each other, two blanks between."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        f"{first:<{wide[0]}}" + "".join(f"  {cell:>{w}}" for cell, w in zip(rest, wide[1:], strict=True))
        for first, *rest in rows
    )


def aligned(heads: Sequence[str], rows: Sequence[tuple[str, str]]) -> str:
    """Rows behind other heads than their own."""
    width = max(map(len, heads), default=0)
    return "\n".join(f"{head:<{width}}{rest}".rstrip() for head, (_, rest) in zip(heads, rows, strict=True))


def joined(parts: Sequence[str], joint: str, language: str) -> str:
    """Parts with what stands between them in a language."""
    between = _JOINTS[joint][language]
    if joint == "and" and parts:
        return f"{', '.join(parts[:-1])}{between}{parts[-1]}"
    return between.join(parts)

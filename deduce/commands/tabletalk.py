"""What a person at the terminal is shown, put into words of the table: names, lines of the record, what has changed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from deduce.ground.phrases import Speech
from deduce.ground.wording import PERSON, SEATED, SHORT, by_name, person, say

_STROKES = "[|#"


def called(
    names: Sequence[str], ask: Callable[[str], str], show: Callable[[str], Any]
) -> tuple[Callable[[str], str], Callable[[str], Any]]:
    """Asking and showing with names in place of ``seat 2`` and ``P2``."""
    number = {name.casefold(): f"P{seat}" for seat, name in enumerate(names, 1)}
    typed = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, names))})(?!\w)", re.IGNORECASE)

    def named(text: str) -> str:
        return by_name(text, names, (PERSON, SEATED, SHORT))

    def asked(prompt: str) -> str:
        return typed.sub(lambda found: number[found[1].casefold()], ask(named(prompt)))

    return asked, lambda text: show(named(text))


def cited(text: str, lines: Sequence[str], speech: Speech) -> str:
    """The text with what a line of the record says in place of its number: nobody at the board has typed it."""

    def said(found: re.Match[str]) -> str:
        number = int(found[1])
        return f'"{lines[number - 1].strip()}"' if 0 < number <= len(lines) else found[0]

    cites = speech(say("line {number}", number=0)).replace("0", "([0-9]+)")
    return re.sub(rf"\b{cites}\b", said, text)


def by_seats(text: str, names: Sequence[str], speech: Speech) -> str:
    """The text with seats as the board calls them for the names of a record, the heads of a table as wide as before."""
    seats = {name: speech(person(seat)) for seat, name in enumerate(names, 1)}
    short = {name: f"P{seat}" for seat, name in enumerate(names, 1)}
    anybody = "|".join(map(re.escape, names))
    heads, head, name = (
        re.compile(rf"(\s+({anybody}))+\s*"),
        re.compile(rf" *\b({anybody})\b"),
        re.compile(rf"\b({anybody})\b"),
    )

    def wide(row: str) -> str:
        """A row of heads, each as wide as before; where one would touch the next they are short."""
        fit = all(len(seats[found[1]]) < len(found[0]) for found in list(head.finditer(row))[1:])
        called = seats if fit else short
        return head.sub(lambda found: called[found[1]].rjust(len(found[0])), row)

    return "\n".join(
        wide(row) if heads.fullmatch(row) else name.sub(lambda found: seats[found[0]], row)
        for row in text.splitlines()
    )


def changed(before: Sequence[str], after: Sequence[str]) -> list[str]:
    """The lines of `after` that `before` has not, those of a block under the unindented line above it, said once.

    A drawing is shown whole where a line of it has changed: nobody can read a line of a map alone.
    """
    left, found = Counter(before), []  # type: Counter[str], list[str]
    head, told = "", True
    new = []
    for line in after:
        new.append(bool(line.strip()) and left[line] <= 0)
        left[line] -= 1
    for start, end in _drawings(after):
        new[start:end] = [any(new[start:end])] * (end - start)
    for line, fresh in zip(after, new, strict=True):
        if line[:1].strip():
            head, told = line, False
        if fresh:
            found += [line] if told or line == head else [head, line]
            told = True
    return found


def _drawings(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Where drawings stand: from a line of boxes and strokes to the last one before a line of words."""
    found: list[tuple[int, int]] = []
    inside = False
    for number, line in enumerate(lines):
        if line.lstrip()[:1] in _STROKES and line.strip():
            found = [*found[:-1], (found[-1][0], number + 1)] if inside else [*found, (number, number + 1)]
            inside = True
        elif line[:1].isalnum():
            inside = False
    return found

"""Lines that were refused while notes were typed: held until it is clear whether the next one mends them.

Whoever types on after a refusal leaves a hole in the notes, and what is reckoned behind a hole may be wrong. So a refused
line that tells of a turn is kept as a turn that nobody could read (`Game.marked`), unless it is typed anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deduce.ground.spelling import Typed, closest

ALIKE = 0.6
"""So like each other (the ratio of `difflib`) are the first words of a line and of the same line typed anew."""


def _begun(line: str, place: int = 0) -> str:
    words = line.partition("#")[0].split()
    return words[place].rstrip(":,").casefold() if len(words) > place else ""


def mends(refused: str, line: str, *, words: int = 1) -> bool:
    """Whether `line` may be the `refused` one typed anew: it begins with the same words, or nearly."""
    return all(Typed(_begun(line, place)).ratio(_begun(refused, place)) >= ALIKE for place in range(words))


def is_a_turn(line: str, names: Sequence[str], before: Sequence[str]) -> bool:
    """Whether a refused line tells of a turn, rather than being a command or a word of other things.

    It begins with a player's name (perhaps misspelt) or ``I``, or as a line of the notes `before` does.
    """
    first = _begun(line)
    if len(line.split()) < 2 or first == "#":
        return False
    known = {*(name.casefold() for name in names), "i", "me", *map(_begun, before)} - {"", "?"}
    return first in known or closest(first, known, ALIKE) is not None


def readings(held: Sequence[str], line: str, marked: Callable[[str], str | None]) -> list[list[str]]:
    """What may be written when `line` comes after lines that were refused, the best first.

    A line that takes two is made whole by the next; one that is typed anew takes the place of the refused; otherwise what
    was refused is kept as marks before it. Where nothing can be marked, any lines held last may make a whole with it.
    """
    if not any(map(marked, held)):
        return [[*held[begin:], line] for begin in range(len(held) + 1)]
    whole = [[*(marks), line] for marks in [_marks(held[:-1], marked)] if marks is not None]
    joined = [[*row[:-1], held[-1], line] for row in whole]
    marks = _marks(held, marked)
    behind = [] if marks is None else [[*marks, line]]
    if mends(held[-1], line):
        return [*joined, *whole, *behind, [line]]
    return [*joined, *behind, [line]]


def _marks(held: Sequence[str], marked: Callable[[str], str | None]) -> list[str] | None:
    found = [marked(line) for line in held]
    return None if None in found else [mark for mark in found if mark is not None]

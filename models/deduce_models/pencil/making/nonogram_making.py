"""New nonograms: a picture, given or by chance, changed cell by cell where its numbers leave two."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp, ProblemError
from deduce.puzzles.uniqueness import verify
from deduce_models.pencil.catalogue import board_of, read

_SHARE = 0.58
"""The share of cells that is shaded where a picture is made by chance."""


def make_nonogram(
    rows: int, cols: int, picture: Mapping[tuple[int, int], str] | None, rng: Random, deadline: Deadline
) -> str:
    """A nonogram with exactly one solution, as text.

    Args:
        rows: How many rows.
        cols: How many columns.
        picture: ``o`` for each shaded cell, ``.`` for each clear one, ``?`` for those that may be either; rows and
            columns from 0. None for a picture by chance.
        rng: The source of chance.
        deadline: When to give up.

    Raises:
        ProblemError: A picture without free cells whose numbers leave another.
        GaveUp: No nonogram within the time limit.
    """
    signs = picture or {(r, c): "?" for r in range(rows) for c in range(cols)}
    free = [at for at, sign in signs.items() if sign == "?"]
    while True:
        shaded = {
            at for at, sign in signs.items() if sign == "o" or (sign == "?" and rng.random() < _SHARE)
        }
        for _ in range(2 * rows * cols):
            text = _told(rows, cols, shaded)
            knowledge = read("nonogram", text)
            verdict = verify(knowledge, time_limit=deadline.left())
            if verdict.status == "gave up":
                raise GaveUp(verdict.limit)
            if verdict.unique:
                return text
            cell = board_of(knowledge).cell
            differ = {
                (r - 1, c - 1)
                for (r, c), v in cell.items()
                if any(v is x for x, _, _ in verdict.difference)
            }
            open_ = [at for at in free if at in differ] or free
            if not open_:
                first = min(differ)
                raise ProblemError(
                    "the numbers of this picture leave another one, which differs in row "
                    f"{first[0] + 1}, column {first[1] + 1}; mark some cells with ? to let them change"
                )
            shaded ^= {rng.choice(open_)}


def _told(rows: int, cols: int, shaded: set[tuple[int, int]]) -> str:
    lines = [[(r, c) in shaded for r in range(rows)] for c in range(cols)]
    lines += [[(r, c) in shaded for c in range(cols)] for r in range(rows)]
    return "\n".join([f"{rows} {cols}", *(" ".join(map(str, _runs(line))) for line in lines)])


def _runs(line: list[bool]) -> list[int]:
    found, length = [], 0
    for on in [*line, False]:
        if on:
            length += 1
        elif length:
            found.append(length)
            length = 0
    return found or [0]

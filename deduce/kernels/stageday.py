"""The search of a day of Shakespeare, and the linear value of its evening: whole numbers in, whole numbers out.

What the rows hold says the caller (`deduce_models.shakespeare.advice.flat`), which also has a plain twin of both.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from deduce.kernels.library import address, library

MOST_MOVES = 64
"""The room for the moves of a plan."""

if TYPE_CHECKING:
    Rows = tuple[array[int], array[int], array[int], array[int]]
    """The frame of the game, the position, the weights of its day, and what each person is worth awake tomorrow."""


def worth(rows: Rows, features: int) -> tuple[int, array[int]] | None:
    """The value of a position if its day ends now, and its features; None where there are no kernels."""
    compiled = library()
    if compiled is None:
        return None
    told = array("i", bytes(4 * features))
    return compiled.deduce_stage_worth(*map(address, rows), address(told)), told


def plans(
    rows: Rows, beam: int, works: int, width: int, keep: int, features: int, most: int = 0
) -> tuple[list[tuple[int, list[int], array[int]]], int] | None:
    """The best `keep` plans of the rest of the day, best first: value, numbers of the moves, features of the evening.

    `beam` sequences are kept a level, `works` works of each craft, `width` parts of works. Beside them: how many there
    are, counted up to `most`. None where there are no kernels, or no memory is left.
    """
    compiled = library()
    if compiled is None:
        return None
    values, lengths = array("i", bytes(4 * keep)), array("i", bytes(4 * keep))
    moves, told = array("H", bytes(2 * MOST_MOVES * keep)), array("i", bytes(4 * features * keep))
    room = map(address, (values, lengths, moves, told))
    found = compiled.deduce_stage_plans(
        *map(address, rows), beam, works, width, max(keep, most), keep, *room
    )
    if found < 0:
        return None
    best = [
        (
            values[k],
            moves[MOST_MOVES * k : MOST_MOVES * k + lengths[k]].tolist(),
            told[features * k : features * (k + 1)],
        )
        for k in range(min(found, keep))
    ]
    return best, found

"""Sudoku: every row, column and region has every digit once. 4x4, 6x6, 9x9, and jigsaw regions."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import lru_cache
from math import isqrt
from operator import getitem

from deduce import AllDifferent, Knowledge, Problem, ProblemError, Statement, Variable

BOXES = {4: (2, 2), 6: (2, 3), 9: (3, 3)}
"""Rows and columns of a box, by the size of the grid."""


def puzzle(text: str, *, regions: str | None = None) -> Knowledge:
    """A sudoku as knowledge: its rules are the problem's, its givens are the log.

    Puzzles of one shape share one problem, so that `verify` finds its solver warm.

    Args:
        text: The cells row by row, ``.`` or ``0`` for empty; 81 characters for 9x9, 36 for 6x6, 16 for
            4x4. Blanks and line ends are passed over.
        regions: For a jigsaw: one letter a cell, the same letter for the cells of a region. By default
            boxes of 3x3, of 2 rows by 3 columns, or of 2x2.

    Raises:
        ProblemError: No text, a text of another length, another character, or regions of the wrong size.
    """
    for name, given in (("text", text), ("regions", regions)):
        if not isinstance(given, str) and (name, given) != ("regions", None):
            raise ProblemError(f"the {name} of a sudoku is a string with a character a cell, not {given!r}")
    cells = "".join(text.split())
    size = isqrt(len(cells))
    if size * size != len(cells) or not (size in BOXES or (regions and size <= 9)):
        raise ProblemError(f"a sudoku has 81 (9x9), 36 (6x6) or 16 (4x4) cells; this text has {len(cells)}")
    problem, givens = _shared(size, "".join(regions.split()) if regions else "")
    try:
        log = tuple(filter(None, map(getitem, givens, cells)))
    except KeyError:
        place = next(i for i, digit in enumerate(cells) if digit not in givens[i])
        row, column = divmod(place, size)
        raise ProblemError(
            f"row {row + 1}, column {column + 1} is {cells[place]!r}; allowed: 1 to {size}, . or 0 for empty"
        ) from None
    return Knowledge(problem).learn(*log)


def rules(size: int = 9, regions: str = "") -> Problem:
    """A sudoku without givens: cells ``r1c1`` to ``r9c9`` and the rules.

    Raises `ProblemError` for `regions` of another size or number.
    """
    if regions and (len(regions) != size * size or any(regions.count(x) != size for x in regions)):
        raise ProblemError(f"regions need {size * size} letters, each of them {size} times")
    problem = Problem(f"sudoku {size}x{size}")
    digits = range(1, size + 1)
    cell = {(r, c): problem.variable(f"r{r}c{c}", digits) for r in digits for c in digits}
    for r in digits:
        problem.require(AllDifferent([cell[r, c] for c in digits]), f"row {r} has each digit once")
    for c in digits:
        problem.require(AllDifferent([cell[r, c] for r in digits]), f"column {c} has each digit once")
    region: dict[object, list[Variable]] = {}
    for (r, c), variable in cell.items():
        if regions:
            where: object = regions[(r - 1) * size + c - 1]
        else:
            high, wide = BOXES[size]
            where = (r - 1) // high * (size // wide) + (c - 1) // wide + 1
        region.setdefault(where, []).append(variable)
    for where, variables in region.items():
        name = "region" if regions else "box"
        problem.require(AllDifferent(variables), f"{name} {where} has each digit once")
    return problem


def _shared(size: int, regions: str) -> tuple[Problem, list[dict[str, Statement | None]]]:
    """The problem of a shape, and by cell and character a statement for every given there can be; made once."""
    problem, givens, made = _made(size, regions)
    if problem.rules != made:
        # Somebody added rules of their own to a puzzle's problem: later puzzles must not have them.
        _made.cache_clear()
        problem, givens, made = _made(size, regions)
    return problem, givens


@lru_cache(maxsize=32)
def _made(
    size: int, regions: str
) -> tuple[Problem, list[dict[str, Statement | None]], tuple[Statement, ...]]:
    problem = rules(size, regions)
    nothing: dict[str, Statement | None] = dict.fromkeys(".0")
    givens = [
        nothing
        | {
            str(digit): Statement(variable == digit, f"{variable} is given as {digit}", "observation")
            for digit in variable.domain
        }
        for variable in problem.scope
    ]
    return problem, givens, problem.rules


def show(solution: Mapping[Variable, Hashable]) -> str:
    """A solution (or any part of one) as a grid; empty cells are dots."""
    found = {variable.name: str(value) for variable, value in solution.items()}
    size = max(int(name[1:].split("c")[0]) for name in found)
    rows = range(1, size + 1)
    return "\n".join(" ".join(found.get(f"r{r}c{c}", ".") for c in rows) for r in rows)

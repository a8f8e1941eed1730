"""Minesweeper: exact chances of every covered square, and which are safe."""

from __future__ import annotations

from collections.abc import Iterator

from deduce import Exactly, Knowledge, Problem, ProblemError, Variable
from deduce.language.variables import is_whole


def board(text: str, mines: int | None = None) -> Knowledge:
    """What a board tells: a variable ``r1c1`` for each covered square, 1 for a mine and 0 for none.

    Args:
        text: Rows of equal length: a digit is an open square with that many mines around it, ``.`` an open
            square with none, ``?`` or ``#`` a covered one, ``*`` a covered one known to be a mine.
        mines: How many mines there are in all; None if that is not known.

    Raises:
        ProblemError: Rows of different length, another character, nothing covered, or a number of mines that
            the covered squares cannot hold.
    """
    rows = [line.strip() for line in text.split()]
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise ProblemError("the rows of a board are of equal length")
    problem = Problem("mines")
    square: dict[tuple[int, int], Variable] = {}
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            if mark in "?#*":
                square[r, c] = problem.variable(f"r{r + 1}c{c + 1}", [0, 1])
            elif mark != "." and mark not in "012345678":
                raise ProblemError(
                    f"row {r + 1}, column {c + 1} is {mark!r}; allowed: 0 to 8, . for 0, ? or # covered, * a mine"
                )
    if not square:
        raise ProblemError("no square is covered")
    if mines is not None:
        whole = is_whole(mines)
        known = sum(row.count("*") for row in rows)
        if not whole or not known <= mines <= len(square):
            raise ProblemError(
                f"mines is a whole number from {known} to {len(square)}, the covered squares, not {mines!r}"
            )
        problem.require(Exactly(mines, list(square.values()), 1), f"there are {mines} mines in all")
    k = Knowledge(problem)
    for r, row in enumerate(rows):
        for c, mark in enumerate(row):
            if mark == "*":
                k = k.observe(square[r, c] == 1, f"row {r + 1}, column {c + 1} is a mine")
            elif (r, c) not in square:
                n = 0 if mark == "." else int(mark)
                beside = [square[at] for at in _around(r, c) if at in square]
                if n > len(beside):
                    raise ProblemError(
                        f"row {r + 1}, column {c + 1} says {n}, but only {len(beside)} squares beside it are covered"
                    )
                if beside:
                    k = k.observe(Exactly(n, beside, 1), f"row {r + 1}, column {c + 1} says {n}")
    return k


def _around(r: int, c: int) -> Iterator[tuple[int, int]]:
    return ((r + dr, c + dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if dr or dc)


def chances(knowledge: Knowledge) -> dict[str, float]:
    """The exact chance of a mine under every covered square, by the square's name."""
    return {v.name: knowledge.marginals(v).get(1, 0.0) for v in knowledge.scope}


def safe(knowledge: Knowledge) -> list[str]:
    """The covered squares that certainly hold no mine."""
    return [v.name for v, value in knowledge.certain().items() if value == 0]

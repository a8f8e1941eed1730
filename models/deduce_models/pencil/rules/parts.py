"""Layers and ways of showing that many families share."""

from __future__ import annotations

import re
from collections.abc import Hashable, Mapping
from dataclasses import replace

from deduce.language.variables import Variable
from deduce_models.pencil.rules.board import SHADED, PuzzleBoard
from deduce_models.pencil.sheet.joined import HOLES
from deduce_models.pencil.sheet.printed import TextLayer

__all__ = [
    "AREAS",
    "BOTTOM",
    "HOLES",
    "LEFT",
    "NUMBERS",
    "PERHAPS",
    "RIGHT",
    "TOP",
    "blacks",
    "shading",
    "values",
]

NUMBERS = TextLayer("clues", r"\d+|-", "a number or -")
PERHAPS = replace(NUMBERS, optional=True)
"""Numbers that a text without any leaves out."""
AREAS = TextLayer("areas", r"\S+", "the name of an area")
TOP = TextLayer("top", r"\d+|-", "a number or -", side="cols")
BOTTOM = TextLayer("bottom", r"\d+|-", "a number or -", side="cols")
LEFT = TextLayer("left", r"\d+|-", "a number or -", side="rows")
RIGHT = TextLayer("right", r"\d+|-", "a number or -", side="rows")

Solution = Mapping[Variable, Hashable]


def values(board: PuzzleBoard, solution: Solution) -> str:
    """The value of each cell; ``-`` where there is no variable."""
    cell = board.cell
    return board.sheet.write(lambda at: str(solution[cell[at]]) if at in cell else "-")


def shading(board: PuzzleBoard, solution: Solution) -> str:
    """``x`` for shaded cells, ``-`` for the others."""
    cell = board.cell
    return board.sheet.write(lambda at: "x" if at in cell and solution[cell[at]] == SHADED else "-")


def blacks(*words: str) -> TextLayer:
    """A layer of numbers and some other words."""
    return TextLayer(
        "clues", "|".join([r"\d+", "-", *map(re.escape, words)]), f"a number, {', '.join(words)} or -"
    )

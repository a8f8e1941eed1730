"""Nurikabe: islands in a stream."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from deduce.compat import override
from deduce.facts import Or
from deduce.posting import Found, Literal, Model
from deduce.variables import Variable
from deduce_models.pencil.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.parts import blacks, shading
from deduce_models.pencil.shades import Grown, Near, connected, no_block
from deduce_models.pencil.sheet import Cell, Sheet, layout, many
from deduce_models.pencil.stated import Stated

TITLE = "Nurikabe"
ABOUT = (
    "Shade cells that hang together, nowhere two by two; every white part holds exactly one number, "
    "which is the number of its "
    "cells."
)
EXAMPLE = """
4 4
- - 1 -
4 - - -
- - - -
- - - -
"""

parse = layout(blacks(r"\?"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """The stream in one piece, no blocks, one number a white part, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    connected(board, SHADED, "the shaded cells hang together")
    no_block(board, SHADED, "no block of two by two is shaded")
    near = {at: sheet.near(at) for at in sheet.cells}
    clues = sheet.clues
    for at in sheet.cells:
        beside = [x for x in near[at] if x in clues]
        if len(beside) > 1 and at not in clues:
            board.rule("a white part holds one number", cell[at] == SHADED)
    for a, b in sheet.pairs:
        if a in clues and b in clues:
            raise sheet.refuse("clues", *b, "two numbers share a side")
    board.rule("a white part holds one number", Islands(cell, near, clues))
    for at, word in clues.items():
        board.clue(cell[at] == CLEAR, "a number is not shaded", at)
        if word.isdecimal():
            number = int(word)
            if not 1 <= number <= len(sheet.cells):
                raise sheet.refuse("clues", *at, f"a white part cannot have {number} cells")
            if number > 1:
                board.clue(
                    Or(*(cell[x] == CLEAR for x in near[at])), f"a white part of {many(number, 'cell')}", at
                )
            board.clue(
                Grown(cell, near, [at], number, CLEAR), f"a white part of {many(number, 'cell')}", at
            )
    return board


class Islands(Stated):
    """Every white part holds exactly one of the given cells; said to a solver where an assignment breaks it."""

    __slots__ = ("cell", "homes", "near")

    def __init__(self, cell: Mapping[Cell, Variable], near: Near, homes: Mapping[Cell, object]) -> None:
        self.cell, self.near, self.homes = dict(cell), near, dict(homes)
        self.scope = tuple(self.cell.values())

    def _parts(self, white: set[Cell]) -> list[tuple[list[Cell], dict[Cell, Cell]]]:
        """The white parts, each outwards from a number where it has one, with the way back."""
        parts = []
        seen: set[Cell] = set()
        for start in (*self.homes, *self.cell):
            if start in white and start not in seen:
                part, back = [start], {start: start}
                for at in part:
                    for other in self.near[at]:
                        if other in white and other not in back:
                            back[other] = at
                            part.append(other)
                seen.update(part)
                parts.append((part, back))
        return parts

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        white = {at for at, value in zip(self.cell, values, strict=True) if value == CLEAR}
        return all(sum(at in self.homes for at in part) == 1 for part, _ in self._parts(white))

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        literals = {at: model.literal(v, v.position(CLEAR)) for at, v in self.cell.items()}

        def cuts(found: Found) -> list[list[Literal]]:
            white = {at for at, literal in literals.items() if found.true(literal)}
            made = []
            for part, back in self._parts(white):
                homes = [at for at in part if at in self.homes]
                if not homes:
                    inside = set(part)
                    around = {x for at in part for x in self.near[at]} - inside
                    # Any one cell of it being white is enough to need a way out.
                    made += [[-literals[at], *(literals[x] for x in around)] for at in part[:3]]
                for home in homes[1:]:
                    way = [home]
                    while way[-1] != part[0]:
                        way.append(back[way[-1]])
                    made.append([-literals[at] for at in way])
            return made

        model.later(cuts, when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Islands:
        return Islands({at: mapping.get(v, v) for at, v in self.cell.items()}, self.near, self.homes)

    @override
    def sentence(self) -> str:
        return "every white part holds exactly one number"


show = shading

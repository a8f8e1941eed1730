"""Nurikabe: islands in a stream."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from deduce.graphs.floods import Floods, bits_of, list_of
from deduce.ground.compat import override
from deduce.ground.phrases import say
from deduce.language.facts import Or
from deduce.language.posting import Found, Literal, Model
from deduce.language.variables import Variable
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import blacks, shading
from deduce_models.pencil.rules.shades import CellParts, Grown, Near, connected, no_block
from deduce_models.pencil.rules.stated import Stated
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout, many

TITLE = "Nurikabe"
ABOUT = (
    "Shade cells that hang together, nowhere two by two; every white part holds exactly one number, "
    "which is the number of its "
    "cells (? is not told)."
)
EXAMPLE = """
4 4
- - 1 -
4 - - -
- - - -
- - - -
"""

parse = layout(blacks("?"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """The stream in one piece, no blocks, one number a white part, numbers."""
    board = PuzzleBoard(sheet)
    board.shading()
    connected(board, SHADED, "the shaded cells hang together")
    no_block(board, SHADED, "no block of two by two is shaded")
    islands(board)
    return board


def islands(board: PuzzleBoard) -> None:
    """Every white part holds exactly one number, which is the number of its cells. Raises `RecordError`."""
    sheet, cell = board.sheet, board.cell
    near = {at: sheet.near(at) for at in sheet.cells}
    clues = sheet.clues
    for at in sheet.cells:
        beside = [x for x in near[at] if x in clues]
        if len(beside) > 1 and at not in clues:
            board.rule("a white part holds one number", cell[at] == SHADED)
    for a, b in sheet.pairs:
        if a in clues and b in clues:
            raise sheet.refuse("clues", "two numbers share a side", *b)
    board.rule("a white part holds one number", Islands(cell, near, clues))
    for at, word in clues.items():
        board.clue(cell[at] == CLEAR, "a number is not shaded", at)
        if word.isdecimal():
            number = int(word)
            if not 1 <= number <= len(sheet.cells):
                raise sheet.refuse("clues", f"a white part cannot have {many(number, 'cell')}", *at)
            if number > 1:
                board.clue(
                    Or(*(cell[x] == CLEAR for x in near[at])),
                    say("a white part of {number:cell}", number=number),
                    at,
                )
            board.clue(
                Grown(cell, near, [at], number, CLEAR),
                say("a white part of {number:cell}", number=number),
                at,
            )


def _way(floods: Floods, start: int, end: int, inside: int) -> list[int]:
    """A shortest way from one cell to another within a part."""
    fronts: list[int] = []
    for front in floods.fronts(start, inside):
        if front & end:
            break
        fronts.append(front)
    here, way = end, [end.bit_length() - 1]
    for front in reversed(fronts):
        here = floods.around(here) & front
        here &= -here
        way.append(here.bit_length() - 1)
    return way


class Islands(Stated):
    """Every part with `value` holds exactly one of the given cells; said to a solver where an assignment breaks it."""

    __slots__ = ("_floods", "_homes", "cell", "homes", "near", "value")

    def __init__(
        self,
        cell: Mapping[Cell, Variable],
        near: Near,
        homes: Mapping[Cell, object],
        value: Hashable = CLEAR,
    ) -> None:
        self.cell, self.near, self.homes, self.value = dict(cell), near, dict(homes), value
        self._floods: Floods | None = None
        self._homes = 0
        self.scope = tuple(self.cell.values())

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        white = {at for at, value in zip(self.cell, values, strict=True) if value == self.value}
        left = set(white)
        while left:
            part = [left.pop()]
            for at in part:
                beside = left.intersection(self.near[at])
                left -= beside
                part += beside
            if sum(at in self.homes for at in part) != 1:
                return False
        return True

    @override
    def narrowed(self, masks: Sequence[int]) -> tuple[Sequence[int], bool]:
        """No number reaches a cell; a cell would join two numbers; a part without a number has one way out."""
        if self._floods is None:
            number = {at: i for i, at in enumerate(self.cell)}
            self._floods = Floods([[number[x] for x in self.near[at]] for at in self.cell])
            self._homes = bits_of([number[at] for at in self.homes])
        floods, homes = self._floods, self._homes
        on = [1 << v.position(self.value) for v in self.scope]
        may = bits_of([i for i, mask in enumerate(masks) if mask & on[i]])
        sure = may & bits_of([i for i, mask in enumerate(masks) if mask == on[i]])
        parts = floods.parts(sure)
        if any((part & homes).bit_count() > 1 for part in parts):
            return [0] * len(masks), False
        held = {part: part | floods.around(part) for part in parts if part & homes}
        beside = twice = 0
        for near in held.values():
            beside, twice = beside | near, twice | beside & near
        # A number that is not known to be white may be; then its part keeps away from all that are known.
        reached = floods.reach(homes & may & ~sure, may & ~beside | homes & may)
        for part in held:
            others = 0
            for other, near in held.items():
                others |= near if other != part else 0
            reached |= floods.reach(part, may & ~others | part)
        struck, needed = may & ~reached | may & twice, 0
        for part in parts:
            ways = floods.around(part) & may & ~part
            if part not in held and ways.bit_count() == 1:
                needed |= ways
        return [
            mask & ~on[i] if struck >> i & 1 else mask & on[i] if needed >> i & 1 else mask
            for i, mask in enumerate(masks)
        ], False

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        parts = CellParts.of(model, self.cell, self.near, self.value)
        literals, floods = parts.literals, parts.floods
        homes = parts.bits(self.homes)

        def cuts(found: Found) -> list[list[Literal]]:
            made = []
            for part in parts.found(found):
                here = part & homes
                if not here:
                    around = [literals[x] for x in list_of(floods.around(part) & ~part)]
                    # Any one cell of it being white is enough to need a way out.
                    made += [[-literals[i], *around] for i in list_of(part)[:3]]
                elif here & (here - 1):
                    start = here & -here
                    for home in list_of(here ^ start):
                        made.append([-literals[i] for i in _way(floods, start, 1 << home, part)])
            return made

        model.later(cuts, when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Islands:
        return Islands(
            {at: mapping.get(v, v) for at, v in self.cell.items()}, self.near, self.homes, self.value
        )

    @override
    def sentence(self) -> str:
        return f"every part of {self.value} cells holds exactly one number"


show = shading

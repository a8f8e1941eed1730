"""Fillomino: regions that know their size."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from deduce.compat import override
from deduce.facts import Or
from deduce.posting import Found, Literal, Model
from deduce.variables import Variable
from deduce_models.pencil.board import PuzzleBoard
from deduce_models.pencil.parts import NUMBERS, values
from deduce_models.pencil.shades import Near
from deduce_models.pencil.sheet import Cell, Sheet, layout, many
from deduce_models.pencil.stated import Stated

TITLE = "Fillomino"
ABOUT = "Fill every cell with a number; cells with equal numbers that hang together are as many as the number says."
EXAMPLE = """
4 4
- 4 7 1
- - - -
- - 1 3
- - 7 -
"""
LARGEST = 20
"""Regions without any number given are taken to have at most that many cells (or the largest number given)."""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Regions of the right size; numbers given."""
    numbers = sheet.numbers()
    for at, number in numbers.items():
        if not 1 <= number <= len(sheet.cells):
            raise sheet.refuse("clues", *at, f"a region cannot have {many(number, 'cell')}")
    near = {at: sheet.near(at) for at in sheet.cells}
    board = PuzzleBoard(sheet)
    largest = max([min(LARGEST, _open(sheet)), *numbers.values(), 1])
    cell = board.grid(range(1, largest + 1))
    for at in sheet.cells:
        for number in range(2, largest + 1):
            board.rule(
                "a region has as many cells as its number",
                Or(cell[at] != number, *(cell[x] == number for x in near[at])),
            )
    for a, b in sheet.pairs:
        board.rule("a region has as many cells as its number", Or(cell[a] != 1, cell[b] != 1))
    board.rule("a region has as many cells as its number", EqualAreas(cell, near))
    board.givens()
    return board


def _open(sheet: Sheet) -> int:
    """How many cells without a number hang together at most."""
    left = {at for at in sheet.cells if at not in sheet.clues}
    most = 0
    while left:
        part = [left.pop()]
        for at in part:
            beside = [x for x in sheet.near(at) if x in left]
            left.difference_update(beside)
            part += beside
        most = max(most, len(part))
    return most


class EqualAreas(Stated):
    """Cells with equal numbers that hang together are as many as the number says.

    To a solver: only where an assignment breaks it, as for `Grown`.
    """

    __slots__ = ("cell", "near")

    def __init__(self, cell: Mapping[Cell, Variable], near: Near) -> None:
        self.cell, self.near = dict(cell), near
        self.scope = tuple(self.cell.values())

    def _wrong(self, value: Mapping[Cell, Hashable]) -> list[tuple[int, list[Cell]]]:
        """Regions of the wrong size with their number, outwards from one cell."""
        wrong = []
        seen: set[Cell] = set()
        for start, number in value.items():
            if start in seen:
                continue
            part, inside = [start], {start}
            for at in part:
                for other in self.near[at]:
                    if other not in inside and value[other] == number:
                        inside.add(other)
                        part.append(other)
            seen |= inside
            if isinstance(number, int) and len(part) != number:
                wrong.append((number, part))
        return wrong

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        return not self._wrong(dict(zip(self.cell, values, strict=True)))

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        literals = {at: dict(zip(v.domain, model.literals(v), strict=True)) for at, v in self.cell.items()}

        def cuts(found: Found) -> list[list[Literal]]:
            value = {at: next(n for n, x in own.items() if found.true(x)) for at, own in literals.items()}
            made = []
            for number, part in self._wrong(value):
                if len(part) > number:
                    made.append([-literals[at][number] for at in part[: number + 1]])
                    made.append([-literals[at][number] for at in self._outwards(part)[: number + 1]])
                    continue
                inside = set(part)
                around = dict.fromkeys(x for at in part for x in self.near[at] if x not in inside)
                way = [literals[x][number] for x in around]
                known = [at for at in part if found.known(literals[at][number])]
                made += [[-literals[at][number], *way] for at in (known[:1] or part)]
            return made

        model.later(cuts, when)

    @override
    def narrowed(self, masks: Sequence[int]) -> tuple[Sequence[int], bool]:
        """For each number: no room, grown large enough already, two parts too large together, the only way on."""
        left = dict(zip(self.cell, masks, strict=True))
        for number in dict.fromkeys(n for v in self.scope for n in v.domain):
            if isinstance(number, int):
                self._narrow(number, left)
        return list(left.values()), False

    def _narrow(self, number: int, left: dict[Cell, int]) -> None:
        """The same for one number; strikes in `left`."""
        bit = {at: 1 << v.position(number) for at, v in self.cell.items() if number in v.domain}
        may = {at for at, one in bit.items() if left[at] & one}
        sure = {at for at in may if left[at] == bit[at]}
        for part in self._parts(may):
            if len(part) < number:
                for at in part:
                    left[at] &= ~bit[at]
                may -= part
        held = {at: part for part in self._parts(sure & may) for at in part}
        for at in {x for y in held for x in self.near[y]} | sure:
            if at in may:
                joint = set().union({at}, *(held.get(x, ()) for x in (at, *self.near[at])))
                if len(joint) > number:
                    left[at] &= ~bit[at]
        for part in {id(part): part for part in held.values()}.values():
            for at in self._needed(part, may, number) if len(part) < number else ():
                left[at] &= bit[at]

    def _parts(self, cells: set[Cell]) -> list[set[Cell]]:
        """The cells as they hang together."""
        rest, found = set(cells), []
        while rest:
            part = self._reached({rest.pop()}, cells, len(cells))
            rest -= part
            found.append(part)
        return found

    def _reached(self, start: set[Cell], inside: set[Cell], most: int) -> set[Cell]:
        """What hangs together with the start, until there is more than `most`."""
        seen, waiting = set(start), list(start)
        for at in waiting:
            if len(seen) > most:
                break
            for x in self.near[at]:
                if x in inside and x not in seen:
                    seen.add(x)
                    waiting.append(x)
        return seen

    def _needed(self, part: set[Cell], may: set[Cell], number: int) -> list[Cell]:
        """Cells without which a part could not grow to so many: they are among any so many that it can grow to."""
        near: list[Cell] = list(part)
        seen = set(part)
        for at in near:
            if len(near) >= number:
                break
            for x in self.near[at]:
                if x in may and x not in seen:
                    seen.add(x)
                    near.append(x)
        return [
            at
            for at in near[len(part) : number]
            if len(self._reached(part, may - {at}, number - 1)) < number
        ]

    def _outwards(self, part: Sequence[Cell]) -> list[Cell]:
        """The same cells outwards from the last."""
        inside, found = set(part), [part[-1]]
        known = set(found)
        for at in found:
            for other in self.near[at]:
                if other in inside and other not in known:
                    known.add(other)
                    found.append(other)
        return found

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> EqualAreas:
        return EqualAreas({at: mapping.get(v, v) for at, v in self.cell.items()}, self.near)

    @override
    def sentence(self) -> str:
        return "every region has as many cells as its number"


show = values

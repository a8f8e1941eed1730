"""Fillomino: regions that know their size."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence

from deduce.graphs.floods import Floods, bits_of, each_bit
from deduce.ground.compat import override
from deduce.language.facts import Or
from deduce.language.posting import Found, Literal, Model
from deduce.language.variables import Variable
from deduce_models.pencil.rules.board import PuzzleBoard, place
from deduce_models.pencil.rules.parts import NUMBERS, Solution
from deduce_models.pencil.rules.shades import Near
from deduce_models.pencil.rules.stated import Stated
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout, many

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
"""Regions without any number given and with more cells than that (and than the largest number given) share one value.

It stands for "more": such regions are counted, and shown with their sizes. Only where two of them share a side are they
taken as one, which needs twice as many cells and three in one place without a number. The two are two solutions, and so
no verdict calls a puzzle unique whose solution has so large a region.
"""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Regions of the right size; numbers given."""
    numbers = sheet.numbers()
    for at, number in numbers.items():
        if not 1 <= number <= len(sheet.cells):
            raise sheet.refuse("clues", f"a region cannot have {many(number, 'cell')}", *at)
    near = {at: sheet.near(at) for at in sheet.cells}
    board = PuzzleBoard(sheet)
    room = _open(sheet)
    largest = max([min(LARGEST, room), *numbers.values(), 1])
    more = largest + 1 if room > largest else 0
    cell = board.grid(range(1, max(largest, more) + 1))
    for at in sheet.cells:
        for number in range(2, max(largest, more) + 1):
            board.rule(
                "a region has as many cells as its number",
                Or(cell[at] != number, *(cell[x] == number for x in near[at])),
            )
    for a, b in sheet.pairs:
        board.rule("a region has as many cells as its number", Or(cell[a] != 1, cell[b] != 1))
    areas = [EqualAreas(cell, near, number, number == more) for number in range(1, max(largest, more) + 1)]
    board.rule("a region has as many cells as its number", *areas)
    board.givens()
    if more:
        board.doubted = lambda world: _two_in_one(board, world, more)
    return board


def _two_in_one(board: PuzzleBoard, world: Solution, more: int) -> str:
    """Where a region could be two that each have at least `more` cells, and not equally many."""
    value = {at: world[v] for at, v in board.cell.items()}
    near = {at: board.sheet.near(at) for at in value}
    for at, number in value.items():
        size = len(alike(at, value, near)) if number == more else 0
        if size > 2 * more:
            return (
                f"the region of {size} cells at {place(at)} has no number given and may be several of {more} or more, "
                "which are not told apart here"
            )
    return ""


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


_TOLD = 5_000
"""Answers of so many states are kept."""


class EqualAreas(Stated):
    """Cells with a number that hang together are as many as it says; with `or_more` at least as many.

    To a solver: only where an assignment breaks it, as for `Grown`.
    """

    __slots__ = ("_floods", "_number_at", "_told", "cell", "near", "number", "or_more")

    def __init__(
        self, cell: Mapping[Cell, Variable], near: Near, number: int, or_more: bool = False
    ) -> None:
        self.cell, self.near, self.number, self.or_more = dict(cell), near, number, or_more
        self._floods: Floods | None = None
        self.scope = tuple(self.cell.values())
        self._number_at = [1 << v.position(number) for v in self.scope]
        # What goes by which cells may and must have the number; other numbers come and go more often.
        self._told: dict[tuple[int, int], tuple[int, int]] = {}

    def _wrong(self, value: Mapping[Cell, Hashable]) -> list[tuple[int, list[Cell]]]:
        """Regions of the wrong size with their number, outwards from one cell."""
        wrong = []
        seen: set[Cell] = set()
        for start, number in value.items():
            if start in seen:
                continue
            part = alike(start, value, self.near)
            seen.update(part)
            if isinstance(number, int) and len(part) != number:
                wrong.append((number, part))
        return wrong

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        wrong = self._wrong(dict(zip(self.cell, values, strict=True)))
        return not any(self._breaks(number, part) for number, part in wrong)

    def _breaks(self, number: int, part: Sequence[Cell]) -> bool:
        """Whether a region of the wrong size is one that this rule speaks of."""
        return number == self.number and not (self.or_more and len(part) > number)

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        literals = {at: dict(zip(v.domain, model.literals(v), strict=True)) for at, v in self.cell.items()}

        every = [x for own in literals.values() for x in own.values()]
        said = [(at, n) for at, own in literals.items() for n in own]

        def wrong(found: Found) -> list[tuple[int, list[Cell]]]:
            return self._wrong(dict([said[i] for i in found.chosen(every)]))

        key = EqualAreas, self.scope

        def cuts(found: Found) -> list[list[Literal]]:
            made = []
            for number, part in found.once(key, lambda: wrong(found)):
                if not self._breaks(number, part):
                    continue
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
        """No room, grown large enough already, two parts too large together, the only way on."""
        if self._floods is None:
            place = {at: i for i, at in enumerate(self.cell)}
            self._floods = Floods([[place[x] for x in self.near[at]] for at in self.cell])
        bits = self._number_at
        held = [i for i, (mask, own) in enumerate(zip(masks, bits, strict=True)) if mask & own]
        key = bits_of(held), bits_of([i for i in held if masks[i] == bits[i]])
        told = self._told.get(key)
        if told is None:
            if len(self._told) > _TOLD:
                self._told.clear()
            told = self._told[key] = self._narrow(self._floods, *key)
        struck, needed = told
        if not struck | needed:
            return masks, False
        return [
            mask & ~bits[i] if struck >> i & 1 else mask & bits[i] if needed >> i & 1 else mask
            for i, mask in enumerate(masks)
        ], False

    def _narrow(self, floods: Floods, may: int, sure: int) -> tuple[int, int]:
        """The cells that cannot have the number, and those that must; `may` have it and `sure` have it."""
        number, struck, needed = self.number, 0, 0
        for part in floods.parts(may):
            if part.bit_count() < number:
                struck |= part
        may &= ~struck
        parts = {part: floods.around(part) & ~part for part in floods.parts(sure & may)}
        for i in each_bit(_joined(parts.values()) & may) if not self.or_more else ():
            if 1 + sum(part.bit_count() for part, near in parts.items() if near >> i & 1) > number:
                struck |= 1 << i
        for part in parts:
            size = part.bit_count()
            if size > number and not self.or_more:
                struck |= part
            nearest: list[int] = []
            for front in floods.fronts(part, may) if size < number else ():
                nearest += each_bit(front & ~part)
                if len(nearest) >= number - size:
                    break
            # What it cannot do without is among any so many cells that it can grow to.
            for i in nearest[: number - size]:
                if floods.reach(part, may & ~(1 << i)).bit_count() < number:
                    needed |= 1 << i
        return struck, needed & ~struck

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
        return EqualAreas(
            {at: mapping.get(v, v) for at, v in self.cell.items()}, self.near, self.number, self.or_more
        )

    @override
    def sentence(self) -> str:
        if self.or_more:
            return f"every region of more than {self.number - 1} has at least {many(self.number, 'cell')}"
        return f"every region of {self.number} has {many(self.number, 'cell')}"


def _joined(masks: Iterable[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found


def alike(start: Cell, value: Mapping[Cell, Hashable], near: Near) -> list[Cell]:
    """The cells of the same value that hang together with one, outwards from it."""
    part, inside = [start], {start}
    for at in part:
        for other in near[at]:
            if other not in inside and value[other] == value[start]:
                inside.add(other)
                part.append(other)
    return part


def show(board: PuzzleBoard, solution: Solution) -> str:
    """The number of each cell: how many cells its region has."""
    value = {at: solution[v] for at, v in board.cell.items()}
    near = {at: board.sheet.near(at) for at in value}
    top = max(x for x in board.cell[1, 1].domain if isinstance(x, int))
    large = {at: len(alike(at, value, near)) for at in value if value[at] == top}
    return board.sheet.write(lambda at: str(large.get(at, value[at])))

"""Araf: regions between two numbers."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass

from deduce.ground.compat import override
from deduce.ground.phrases import say
from deduce.language.facts import And, Or
from deduce.language.posting import Literal, Model
from deduce.language.variables import Variable
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.conditional import When
from deduce_models.pencil.rules.owned import InSteps, hang_together
from deduce_models.pencil.rules.parts import NUMBERS
from deduce_models.pencil.rules.stated import CountIf, Stated
from deduce_models.pencil.rules.tiles import owners
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout, many

TITLE = "Araf"
ABOUT = (
    "Divide the grid into regions with two numbers each; a region has more cells than the one and fewer "
    "than the other."
)
EXAMPLE = """
3 3
1 - 4
- - -
2 - 7
"""

_WIDE = 30
"""Of regions that may be larger is not said how far their cells are from home; these are counted once for all homes."""

parse = layout(NUMBERS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Every region belongs to the smaller of its numbers; the other decides how large it may grow."""
    numbers = sheet.numbers()
    reaches = _reaches(sheet, numbers)
    owners_of = _owners(sheet, numbers, reaches)
    if len(numbers) % 2:
        raise sheet.refuse("clues", f"{many(len(numbers), 'number')} cannot be parted into twos")
    board = PuzzleBoard(sheet)
    cell = board.grid(lambda at: owners_of[at])
    # Said although it follows: the search would find it out again and again.
    leading = [cell[home] == home for home in reaches]
    board.rule(
        "half of the numbers lead a region", CountIf(And(), leading, len(numbers) // 2, len(numbers) // 2)
    )
    for home, reach in reaches.items():
        _region(board, home, reach)
    for at, number in numbers.items():
        if number > _WIDE and any(at in reach.partners for reach in reaches.values()):
            board.clue(SmallerThan(cell, at, number), say("fewer than {number:cell}", number=number), at)
    return board


class SmallerThan(Stated):
    """The region of a cell, unless that is its home, has fewer than so many cells."""

    __slots__ = ("at", "cell", "size")

    def __init__(self, cell: Mapping[Cell, Variable], at: Cell, size: int) -> None:
        self.cell, self.at, self.size = dict(cell), at, size
        self.scope = tuple(self.cell.values())

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        home = values[list(self.cell).index(self.at)]
        return home == self.at or sum(value == home for value in values) < self.size

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        def homes(v: Variable) -> dict[Hashable, Literal]:
            return dict(zip(v.domain, model.literals(v), strict=True))

        own = homes(self.cell[self.at])
        own.pop(self.at, None)
        beside = []
        for at, v in self.cell.items():
            shared = [(own[home], x) for home, x in homes(v).items() if home in own]
            if at != self.at and shared:
                beside.append(model.fresh())
                model.clauses([[-mine, -theirs, beside[-1]] for mine, theirs in shared])
        model.cardinality(beside, 0, max(self.size - 2, 0), when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> SmallerThan:
        return SmallerThan({at: mapping.get(v, v) for at, v in self.cell.items()}, self.at, self.size)

    @override
    def sentence(self) -> str:
        return f"the region of {self.cell[self.at]} has fewer than {many(self.size, 'cell')}"


@dataclass(frozen=True, slots=True)
class _RegionReach:
    """What a number's region may hold: the larger numbers it may be with, and how many steps away cells are."""

    partners: list[Cell]
    steps: dict[Cell, int]


def _reaches(sheet: Sheet, numbers: Mapping[Cell, int]) -> dict[Cell, _RegionReach]:
    """For each number that can be the smaller one of a region, how far that may reach."""
    most = max(numbers.values(), default=0)
    found = {}
    for home, low in numbers.items():
        larger = {at for at, high in numbers.items() if high > low + 1}
        steps = _steps(sheet, home, most - 2, numbers.keys() - larger)
        partners = [at for at in numbers if at in larger and steps.get(at, most) <= numbers[at] - 2]
        if partners:
            found[home] = _RegionReach(partners, steps)
    return found


def _owners(
    sheet: Sheet, numbers: Mapping[Cell, int], reaches: Mapping[Cell, _RegionReach]
) -> dict[Cell, list[Cell]]:
    """For each cell the numbers whose regions reach it. Raises `RecordError` where none does."""
    owners_of: dict[Cell, list[Cell]] = {at: [] for at in sheet.cells}
    for home, reach in reaches.items():
        far = max(numbers[at] for at in reach.partners) - 2
        for at, steps in reach.steps.items():
            if steps <= far and (at == home or at not in numbers or at in reach.partners):
                owners_of[at].append(home)
    for at, near in owners_of.items():
        if not near:
            raise sheet.refuse("clues", "no region with two fitting numbers reaches this cell", *at)
    return owners_of


def _region(board: PuzzleBoard, home: Cell, reach: _RegionReach) -> None:
    """The rules and clues of the region that belongs to one number, if it leads one."""
    cell, numbers, partners = board.cell, board.sheet.numbers(), reach.partners
    own = {at: v for at, v in cell.items() if home in v.domain}
    leads = cell[home] == home
    far = max(numbers[at] for at in partners) - 2
    for at, v in own.items():
        board.rule("a region holds the number it belongs to", Or(v != home, leads))
        # A region as large as the way to this cell has a partner that allows it.
        able = [x for x in partners if numbers[x] >= reach.steps[at] + 2]
        if at != home and len(able) < len(partners):
            board.rule(
                "a region reaches as far as its numbers allow",
                Or(v != home, *(cell[x] == home for x in able)),
            )
    inside = [v == home for v in own.values()]
    board.rule(
        "a region holds one more number", CountIf(leads, [cell[at] == home for at in partners], 1, 1)
    )
    low = numbers[home] + 1
    board.clue(CountIf(leads, inside, low, len(own)), say("more than {number:cell}", number=low - 1), home)
    wide = [at for at in partners if numbers[at] > _WIDE]
    for at in partners:
        high = numbers[at] - 1
        if at not in wide:
            text = say("fewer than {number:cell}", number=high + 1)
            board.clue(CountIf(cell[at] == home, inside, 0, high), text, at)
    hang_together(board, home, [home], "a region hangs together")
    near = {at: [x for x in board.sheet.near(at) if x in own] for at in own}
    reach_text = "a region reaches as far as its numbers allow"
    if not wide:
        board.rule(reach_text, InSteps(own, near, home, far, home))
    elif len(wide) < len(partners):
        far = max(numbers[at] for at in partners if at not in wide) - 2
        board.rule(
            reach_text, When(And(*(cell[at] != home for at in wide)), InSteps(own, near, home, far, home))
        )


def _steps(sheet: Sheet, start: Cell, most: int, barred: Collection[Cell]) -> dict[Cell, int]:
    """How many steps away the cells up to `most` steps are, not through `barred` ones."""
    steps = {start: 0}
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        if steps[at] < most:
            for x in sheet.near(at):
                if x not in steps and x not in barred:
                    steps[x] = steps[at] + 1
                    waiting.append(x)
    return steps


show = owners

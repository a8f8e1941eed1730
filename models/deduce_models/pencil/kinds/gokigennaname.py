"""Gokigen Naname: a diagonal in every cell, and no loop."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from deduce.ground.compat import override
from deduce.ground.phrases import say
from deduce.language.facts import Or
from deduce.language.posting import Found, Literal, Model
from deduce.language.variables import Variable
from deduce_models.pencil.kinds.creek import POINTS
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import values
from deduce_models.pencil.rules.stated import CountFacts, Stated
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout, many

TITLE = "Gokigen Naname"
ABOUT = "Draw a diagonal in every cell; a number says how many diagonals end at its point; the diagonals form no loop."
EXAMPLE = """
4 4
- - 0 - 0
1 2 3 - -
2 - - - -
- - - 2 -
1 - 1 0 -
"""
UP, DOWN = "/", "\\"

parse = layout(POINTS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """No loop, numbers."""
    board = PuzzleBoard(sheet)
    cell = board.grid((UP, DOWN))
    for one, two, three, four in sheet.blocks():
        ring = (cell[one] != UP, cell[two] != DOWN, cell[three] != DOWN, cell[four] != UP)
        board.rule("diagonals form no loop", Or(*ring))
    board.rule("diagonals form no loop", NoLoop(cell))
    for (r, c), word in sheet.layer("points").items():
        ends = [
            cell[at] == way
            for at, way in (((r - 1, c - 1), DOWN), ((r - 1, c), UP), ((r, c - 1), UP), ((r, c), DOWN))
            if at in cell
        ]
        if int(word) > len(ends):
            raise sheet.refuse("points", f"no room for {many(word, 'diagonal')} to end at this point", r, c)
        board.clue(
            CountFacts(ends, int(word), int(word)),
            say("ends of {number:diagonal} at this point", number=word),
            (r, c),
        )
    return board


class NoLoop(Stated):
    """The diagonals of the cells form no loop; a loop is ruled out where an assignment has it."""

    __slots__ = ("cell",)

    def __init__(self, cell: Mapping[Cell, Variable]) -> None:
        self.cell = dict(cell)
        self.scope = tuple(self.cell.values())

    def _loops(self, down: Mapping[Cell, bool]) -> list[list[Cell]]:
        """Loops as the cells they pass through: one for each diagonal beyond a forest, shortest way round."""
        beside: dict[Cell, dict[Cell, Cell]] = {}
        loops = []
        root: dict[Cell, Cell] = {}

        def top(point: Cell) -> Cell:
            while root.setdefault(point, point) != point:
                root[point] = root[root[point]]
                point = root[point]
            return point

        for (r, c), falls in down.items():
            a, b = ((r, c), (r + 1, c + 1)) if falls else ((r, c + 1), (r + 1, c))
            if top(a) == top(b):
                loops.append([(r, c), *self._way(beside, a, b)])
                continue
            root[top(a)] = top(b)
            beside.setdefault(a, {})[b] = (r, c)
            beside.setdefault(b, {})[a] = (r, c)
        return loops

    @staticmethod
    def _way(beside: Mapping[Cell, Mapping[Cell, Cell]], a: Cell, b: Cell) -> list[Cell]:
        back = {a: a}
        waiting = [a]
        for point in waiting:
            if point == b:
                break
            for other in beside[point]:
                if other not in back:
                    back[other] = point
                    waiting.append(other)
        way = []
        while b != a:
            way.append(beside[b][back[b]])
            b = back[b]
        return way

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        return not self._loops({at: value == DOWN for at, value in zip(self.cell, values, strict=True)})

    @override
    def narrowed(self, masks: Sequence[int]) -> tuple[Sequence[int], bool]:
        """A diagonal between two points that others join already would close a loop."""
        down = [1 << v.position(DOWN) for v in self.scope]
        left = list(masks)
        joined: dict[Cell, Cell] = {}

        def top(point: Cell) -> Cell:
            while (above := joined.get(point, point)) != point:
                point = above
            return point

        def ends(at: Cell, falls: bool) -> tuple[Cell, Cell]:
            r, c = at
            a, b = ((r, c), (r + 1, c + 1)) if falls else ((r, c + 1), (r + 1, c))
            return top(a), top(b)

        waiting = list(range(len(left)))
        cells = list(self.cell)
        more = True
        while more:
            more = False
            for i in [i for i in waiting if left[i] in (down[i], left[i] & ~down[i])]:
                waiting.remove(i)
                a, b = ends(cells[i], left[i] == down[i])
                if a == b or not left[i]:
                    return [0] * len(left), False
                joined[a] = b
            for i in waiting:
                for falls in (True, False):
                    a, b = ends(cells[i], falls)
                    if a == b:
                        left[i] &= ~down[i] if falls else down[i]
                        more = True
        return left, False

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        literals = {at: model.literal(v, v.position(DOWN)) for at, v in self.cell.items()}

        def cuts(found: Found) -> list[list[Literal]]:
            down = {at: found.true(literal) for at, literal in literals.items()}
            return [
                [-literals[at] if down[at] else literals[at] for at in loop] for loop in self._loops(down)
            ]

        model.later(cuts, when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> NoLoop:
        return NoLoop({at: mapping.get(v, v) for at, v in self.cell.items()})

    @override
    def sentence(self) -> str:
        return "the diagonals form no loop"


show = values

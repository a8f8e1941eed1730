"""Lines through the centres of cells: edges between neighbours, one loop, and how a line runs through a cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from deduce.graphs import Loop
from deduce.language.constraints import Exactly
from deduce.language.facts import And, Fact, Or
from deduce.language.variables import Variable
from deduce_models.pencil.rules.board import CLEAR, PuzzleBoard
from deduce_models.pencil.rules.parts import Solution
from deduce_models.pencil.rules.stated import RaySight
from deduce_models.pencil.sheet.printed import SIDES, Cell

NONE, LINE = "none", "line"
VISITED = "visited"
BACK = {"n": "s", "s": "n", "w": "e", "e": "w"}
ORDER = "nsew"
"""The order in which the sides of a cell are spelt."""


def step(at: Cell, side: str) -> Cell:
    """The neighbour of a cell."""
    dr, dc = SIDES[side]
    return at[0] + dr, at[1] + dc


class Lines:
    """The edges of a board between the centres of `cells`, each with or without a line.

    Attributes:
        edge: For each two neighbouring cells the variable between them.
    """

    def __init__(self, board: PuzzleBoard, cells: Iterable[Cell] | None = None) -> None:
        self.board = board
        inside = set(board.sheet.cells if cells is None else cells)
        self.cells = [at for at in board.sheet.cells if at in inside]
        pairs = [(a, b) for a, b in board.sheet.pairs if a in inside and b in inside]
        if not pairs:
            raise board.sheet.refuse("clues", "there is no room for a line")
        self.edge: Mapping[tuple[Cell, Cell], Variable] = dict(board.variables("line", pairs, (NONE, LINE)))
        board.grids["line"] = {}
        board.lines = self

    def at(self, at: Cell, side: str) -> Variable | None:
        """The edge from a cell towards a side, or None where there is none."""
        other = step(at, side)
        return self.edge.get((at, other) if at < other else (other, at))

    def around(self, at: Cell) -> dict[str, Variable]:
        """The edges of a cell by side."""
        found = {side: self.at(at, side) for side in ORDER}
        return {side: v for side, v in found.items() if v is not None}

    def on(self, at: Cell, side: str) -> Fact:
        """There is a line from the cell towards the side."""
        v = self.at(at, side)
        return Or() if v is None else v == LINE

    def drawn(self) -> dict[Variable, Fact]:
        """For each edge the fact that a line is there, made once for all rules that say so."""
        return {v: v == LINE for v in self.edge.values()}

    def one_loop(self) -> None:
        """All lines are one loop."""
        self.board.rule("the lines form one loop", Loop(self.edge, value=LINE))

    def visit(self, cells: Iterable[Cell]) -> None:
        """The line passes through each of the cells."""
        for at in cells:
            around = list(self.around(at).values())
            if len(around) < 2:
                raise self.board.sheet.refuse("clues", "no line can pass through this cell", *at)
            self.board.rule("the line passes through every cell", Exactly(2, around, LINE))

    def visited(self, cells: Iterable[Cell] | None = None) -> Mapping[Cell, Variable]:
        """A variable ``visited`` or ``clear`` for each cell, true to the line (of a loop)."""
        cell = self.board.grid((CLEAR, VISITED), self.cells if cells is None else cells)
        drawn = self.drawn()
        for at, own in cell.items():
            around = list(self.around(at).values())
            visited = own == VISITED
            for v in around:
                self.board.rule("a cell with a line is visited", Or(v != LINE, visited))
            self.board.rule("a visited cell has a line", Or(own == CLEAR, *[drawn[v] for v in around]))
        return cell

    def straight(self, at: Cell) -> Fact:
        """The line passes straight through the cell."""
        return Or(And(self.on(at, "n"), self.on(at, "s")), And(self.on(at, "w"), self.on(at, "e")))

    def turns(self, at: Cell) -> tuple[Fact, Fact]:
        """The line turns in the cell: one of each two opposite sides, as two facts."""
        n, s, w, e = (self.on(at, side) for side in "nswe")
        return And(Or(n, s), ~And(n, s)), And(Or(w, e), ~And(w, e))

    def turn(self, at: Cell) -> None:
        """A clue: the line turns in the cell."""
        for fact in self.turns(at):
            self.board.clue(fact, "the line turns here", at)

    def go_straight(self, at: Cell) -> None:
        """A clue: the line passes straight through the cell."""
        for a, b in (("n", "s"), ("w", "e")):
            one, two = self.on(at, a), self.on(at, b)
            self.board.clue(And(Or(~one, two), Or(one, ~two)), "the line goes straight here", at)
        self.board.clue(Or(self.on(at, "n"), self.on(at, "w")), "the line goes straight here", at)

    def ray(self, at: Cell, side: str) -> list[Variable]:
        """The edges from a cell on in one direction."""
        found = []
        v = self.at(at, side)
        while v is not None:
            found.append(v)
            at = step(at, side)
            v = self.at(at, side)
        return found

    def arms(self, at: Cell, low: int, high: int, text: str, equal: bool | None = None) -> None:
        """A clue on how far the line goes straight from the cell; see `RaySight`."""
        rays = [self.ray(at, side) for side in ORDER]
        self.board.clue(RaySight([ray for ray in rays if ray], LINE, low, high, equal), text, at)


def shown(board: PuzzleBoard, solution: Solution, marks: Mapping[Cell, str] | None = None) -> str:
    """For each cell the sides its line goes to, such as ``ne``; `marks` where there is none."""
    lines = board.lines
    if lines is None:
        raise TypeError(board)

    def word(at: Cell) -> str:
        sides = "".join(side for side, v in lines.around(at).items() if solution[v] == LINE)
        return sides or (marks or {}).get(at, "-")

    return board.sheet.write(word)

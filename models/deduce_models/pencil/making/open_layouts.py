"""Layouts that follow from a solution: the rules are stated with the layout left open, and each cell says what it tells.

Where all or most is said by the layout (the black cells of a Simple Loop are those that the loop leaves out, the circles
of a Nurimisaki the ends of its white lines), a layout by chance seldom has a solution, and hardly ever one. With the
layout open every solution is one of some layout; what the layout says are clues then, a word a cell, and solutions are
mended as others are until their layout has no second one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random

from deduce.evidence import Statement
from deduce.ground.deadline import Deadline
from deduce.language.constraints import Constraint
from deduce.language.facts import Or
from deduce_models.pencil.making.places import Place
from deduce_models.pencil.making.solution_first import OnSheet, Reader, Wanted
from deduce_models.pencil.making.true_clues import TrueClue, with_words
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard, place
from deduce_models.pencil.rules.loops import VISITED, Lines
from deduce_models.pencil.rules.polyominoes import pieces, shapes_of
from deduce_models.pencil.rules.shades import connected, no_block
from deduce_models.pencil.rules.stated import CountFacts, RaySight
from deduce_models.pencil.sheet.printed import EMPTY, SIDES, Cell, Sheet

__all__ = ["OPEN", "made_open"]

_BEGUN = 3
"""So many solutions are begun with before the solver is built anew."""
Words = Iterable[tuple[str, list[Constraint]]]


@dataclass(frozen=True)
class Open:
    """A family with its layout left open.

    Attributes:
        rules: A board without what the layout says.
        words: The words that a cell can have in the layout with a solution (values by name), each with what it says.
    """

    rules: Callable[[Sheet], PuzzleBoard]
    words: Callable[[PuzzleBoard, Cell, Mapping[str, Hashable]], Words]


class _Reader:
    """What the cells of a board say that is open, as a `ClueReader` tells it."""

    def __init__(self, open_: Open, board: PuzzleBoard) -> None:
        self.open, self.board = open_, board
        self.known: dict[tuple[Cell, str], TrueClue] = {}

    def true_of(
        self, solution: Mapping[str, Hashable], places: Iterable[Place]
    ) -> dict[Place, list[TrueClue]]:
        """For each place its words."""
        return {
            at: [self._clue(at, *said) for said in self.open.words(self.board, (at[1] + 1, at[2] + 1), solution)]
            for at in places
        }

    def _clue(self, at: Place, word: str, said: list[Constraint]) -> TrueClue:
        cell = (at[1] + 1, at[2] + 1)
        statements = tuple(Statement(x, f"{word} stands here", "observation", place(cell)) for x in said)
        return self.known.setdefault((cell, word), TrueClue(at, word, statements))


class _OnOpenSheet(OnSheet):
    """A sheet whose layout is open."""

    def opened(self) -> tuple[PuzzleBoard, Reader]:
        """The board, and who reads its words."""
        open_ = OPEN[self.sheet.family]
        board = open_.rules(self.sheet)
        return board, _Reader(open_, board)


def made_open(blank: Sheet, wanted: Wanted, rng: Random, deadline: Deadline) -> Sheet | None:
    """A puzzle of a family in `OPEN`, its layout its own; None where the solutions tried lead to none.

    Raises `ProblemError` where there is no solution, `GaveUp` at the deadline.
    """
    cells: list[Place] = [("clues", r - 1, c - 1) for r, c in blank.cells]
    bare = with_words(blank, dict.fromkeys(cells, EMPTY))
    on = _OnOpenSheet(bare, replace(wanted, groups=[[at] for at in cells], shown=frozenset(cells)), rng, deadline)
    for _ in range(_BEGUN):
        made = on.mended(None)
        if made.kept is not None:
            return with_words(bare, {clue.at: clue.word for clue in made.kept})
    return None


# Simple Loop.


def _any_loop(sheet: Sheet) -> PuzzleBoard:
    """One loop through most cells."""
    board = PuzzleBoard(sheet)
    lines = Lines(board)
    lines.one_loop()
    cell = lines.visited()
    size = len(sheet.cells)
    count = CountFacts([v == VISITED for v in cell.values()], size * 3 // 4, size - size // 20)
    board.rule("the loop leaves some cells out", count)
    return board


def _black_or_not(black: Hashable) -> Callable[[PuzzleBoard, Cell, Mapping[str, Hashable]], Words]:
    def words(board: PuzzleBoard, at: Cell, solution: Mapping[str, Hashable]) -> Words:
        cell = board.cell[at]
        if solution[cell.name] == black:
            return [("x", [cell == black])]
        return [(EMPTY, [cell != black])]

    return words


# Heteromino.


def _any_pieces(sheet: Sheet) -> PuzzleBoard:
    """Pieces of three, and some single cells, which are black."""
    board = PuzzleBoard(sheet)
    forms = {form: f"form {number}" for number, form in enumerate(shapes_of(3), 1)}
    cell, _ = pieces(board, {**forms, shapes_of(1)[0]: "x"}, "pieces of three and black cells")
    size = len(sheet.cells)
    count = CountFacts([v == "x" for v in cell.values()], size // 10, max(size // 10 + 3, size // 5))
    board.rule("some cells are black", count)
    return board


# Nurimisaki.


def _any_capes(sheet: Sheet) -> PuzzleBoard:
    """White connected, no blocks; capes anywhere."""
    board = PuzzleBoard(sheet)
    board.shading()
    connected(board, CLEAR, "the white cells hang together")
    no_block(board, SHADED, "no block of two by two is shaded")
    no_block(board, CLEAR, "no block of two by two is white")
    return board


def _cape_or_not(board: PuzzleBoard, at: Cell, solution: Mapping[str, Hashable]) -> Words:
    sheet, cell = board.sheet, board.cell
    near = [cell[x] for x in sheet.near(at)]
    white = [v for v in near if solution[v.name] == CLEAR]
    if solution[cell[at].name] == SHADED or len(white) != 1:
        ways = [
            Or(cell[at] == SHADED, v == SHADED, *(other == CLEAR for other in near if other is not v))
            for v in near
        ]
        return [(EMPTY, list(ways))]
    cape: list[Constraint] = [cell[at] == CLEAR, CountFacts([v == CLEAR for v in near], 1, 1)]
    rays = [[cell[x] for x in sheet.ray(at, side)] for side in SIDES]
    number = 1
    for ray in rays:
        number += next((i for i, v in enumerate(ray) if solution[v.name] != CLEAR), len(ray))
    seen = RaySight([ray for ray in rays if ray], CLEAR, number - 1, number - 1)
    return [(str(number), [*cape, seen]), ("o", cape)]


OPEN: Mapping[str, Open] = {
    "heteromino": Open(_any_pieces, _black_or_not("x")),
    "nurimisaki": Open(_any_capes, _cape_or_not),
    "simpleloop": Open(_any_loop, _black_or_not(CLEAR)),
}
"""The families whose layouts follow from a solution."""

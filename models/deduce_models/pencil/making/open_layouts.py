"""Layouts that follow from a solution: the rules are stated with the layout left open, and each cell says what it tells.

Where all or most is said by the layout (the black cells of a Simple Loop are those that the loop leaves out, the circles
of a Nurimisaki the ends of its white lines), a layout by chance seldom has a solution, and hardly ever one. With the
layout open every solution is one of some layout; what the layout says are clues then, a word a cell, and solutions are
mended as others are until their layout has no second one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import takewhile
from random import Random

from deduce.evidence import Statement
from deduce.ground.deadline import Deadline
from deduce.ground.errors import ProblemError
from deduce.language.constraints import Constraint, Exactly
from deduce.language.facts import Or
from deduce_models.pencil.kinds.moonsun import MOON, SUN
from deduce_models.pencil.kinds.tateyoko import ACROSS, DOWN
from deduce_models.pencil.making.places import Place
from deduce_models.pencil.making.solution_first import OnSheet, Reader, Wanted
from deduce_models.pencil.making.true_clues import TrueClue, with_words
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard, place
from deduce_models.pencil.rules.conditional import When
from deduce_models.pencil.rules.loops import LINE, VISITED, Lines
from deduce_models.pencil.rules.polyominoes import pieces, shapes_of
from deduce_models.pencil.rules.shades import connected, no_block
from deduce_models.pencil.rules.sparse import NOTHING
from deduce_models.pencil.rules.stated import CountFacts, RaySight
from deduce_models.pencil.rules.visits import once_each_area
from deduce_models.pencil.sheet.printed import EMPTY, SIDES, Cell, Sheet

_BEGUN = 3
"""So many solutions are begun with before the solver is built anew."""
Words = Iterable[tuple[str, list[Constraint]]]


@dataclass(frozen=True)
class Open:
    """A family with its layout left open.

    Attributes:
        rules: A board without what the layout says.
        words: The words that a cell can have in the layout with a solution (values by name), each with what it says.
        all: Every cell has its word in the end; those that say nothing more than the layout are not thinned.
        bare: Cells begin without the signs that the sheet has.
        rest: What must be written besides the words kept, with a solution, so that it is one of the puzzle.
    """

    rules: Callable[[Sheet], PuzzleBoard]
    words: Callable[[PuzzleBoard, Cell, Mapping[str, Hashable]], Words]
    all: bool = True
    bare: bool = True
    rest: Callable[[PuzzleBoard, Mapping[str, Hashable], Mapping[Place, str]], dict[Place, str]] | None = (
        None
    )


class _Reader:
    """What the cells of a board say that is open, as a `ClueReader` tells it."""

    def __init__(self, open_: Open, board: PuzzleBoard) -> None:
        self.open, self.board = open_, board
        self.known: dict[tuple[Cell, str], TrueClue] = {}

    def true_of(
        self, solution: Mapping[str, Hashable], places: Iterable[Place]
    ) -> dict[Place, list[TrueClue]]:
        """For each place its words."""
        found = {}
        for at in places:
            words = self.open.words(self.board, (at[1] + 1, at[2] + 1), solution)
            if clues := [self._clue(at, *said) for said in words]:
                found[at] = clues
        return found

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
    open_ = OPEN[blank.family]
    cells: list[Place] = [("clues", r - 1, c - 1) for r, c in blank.cells]
    bare = with_words(blank, dict.fromkeys(cells, EMPTY)) if open_.bare else blank
    shown = frozenset(cells if open_.all else ())
    asked = replace(wanted, groups=[[at] for at in cells], shown=shown, steps=1)
    on = _OnOpenSheet(bare, asked, rng, deadline)
    for _ in range(_BEGUN):
        made = on.mended(None)
        if made.kept is not None:
            words = {clue.at: clue.word for clue in made.kept}
            rest = {} if open_.rest is None else open_.rest(on.board, made.solution, words)
            return with_words(bare, words | rest)
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


# Dosun-Fuwari.


def _any_balls(sheet: Sheet) -> PuzzleBoard:
    """A balloon and an iron ball in each area, some cells black."""
    board = PuzzleBoard(sheet)
    cell = board.grid((NOTHING, "w", "b", "x"))
    for cells in sheet.areas.values():
        for ball in ("w", "b"):
            board.rule("one of each in each area", Exactly(1, [cell[at] for at in cells], ball))
    for at, own in cell.items():
        for ball, beside in (("w", -1), ("b", 1)):
            held = cell.get((at[0] + beside, at[1]))
            if held is not None:
                board.rule("what holds a ball", Or(own != ball, held.is_in((ball, "x"))))
    size = len(sheet.cells)
    board.rule("some cells are black", CountFacts([v == "x" for v in cell.values()], size // 12, size // 5))
    return board


# Moon or Sun.


def _any_signs(sheet: Sheet) -> PuzzleBoard:
    """One loop once through each area, in turn one that is taken for its moons and one for its suns."""
    if len(sheet.areas) % 2:
        raise ProblemError("moons and suns in turn take an even number of areas")
    board = PuzzleBoard(sheet)
    lines = Lines(board)
    lines.one_loop()
    once_each_area(lines)
    lines.visited()
    area = dict(board.variables("area", sheet.areas, (MOON, SUN)))
    board.grids["area"] = {cells[0]: area[name] for name, cells in sheet.areas.items()}
    for (a, b), v in lines.edge.items():
        one, two = area[sheet.area_of[a]], area[sheet.area_of[b]]
        if one is not two:
            for kind in (MOON, SUN):
                board.rule("moons and suns in turn", Or(v != LINE, one != kind, two != kind))
    return board


def _moon_or_sun(board: PuzzleBoard, at: Cell, solution: Mapping[str, Hashable]) -> Words:
    taken = board.grids["area"][board.sheet.areas[board.sheet.area_of[at]][0]]
    cell = board.cell[at]
    moon = (solution[taken.name] == MOON) == (solution[cell.name] == VISITED)
    own, other, word = (MOON, SUN, "x") if moon else (SUN, MOON, "o")
    return [(word, [Or(taken == other, cell == VISITED), Or(taken == own, cell != VISITED)])]


def _one_taken(
    board: PuzzleBoard, solution: Mapping[str, Hashable], words: Mapping[Place, str]
) -> dict[Place, str]:
    """A sign on the loop in every area that has none of what it is taken for."""
    found: dict[Place, str] = {}
    for cells in board.sheet.areas.values():
        word = "x" if solution[board.grids["area"][cells[0]].name] == MOON else "o"
        own: list[Place] = [("clues", r - 1, c - 1) for r, c in cells]
        if all(words.get(at) != word for at in own):
            visited = [
                at
                for at, cell in zip(own, cells, strict=True)
                if solution[board.cell[cell].name] == VISITED
            ]
            found[visited[len(visited) // 2]] = word
    return found


# Tateyoko.


def _any_bars(sheet: Sheet) -> PuzzleBoard:
    """A stroke in every white cell."""
    board = PuzzleBoard(sheet)
    board.grid((DOWN, ACROSS), [at for at in sheet.cells if at not in sheet.clues])
    return board


def _bar(board: PuzzleBoard, at: Cell, solution: Mapping[str, Hashable]) -> Words:
    """How long the bar of a cell is, in one cell of it; how many bars end at a black one."""
    sheet, cell = board.sheet, board.cell
    if at not in cell:
        ends = [cell[x] == (DOWN if x[1] == at[1] else ACROSS) for x in sheet.near(at) if x in cell]
        number = sum(
            solution[cell[x].name] == (DOWN if x[1] == at[1] else ACROSS)
            for x in sheet.near(at)
            if x in cell
        )
        return [(f"{number}x", [CountFacts(ends, number, number)])] if ends else []
    kind = solution[cell[at].name]
    bar = [at]
    for side in "ns" if kind == DOWN else "we":
        bar += takewhile(lambda x: x in cell and solution[cell[x].name] == kind, sheet.ray(at, side))
    if at != sorted(bar)[sum(r + c for r, c in bar) % len(bar)]:
        return []  # a bar has one number at most, in some cell that is the same from wherever it is looked at
    said: list[Constraint] = []
    for way, sides in ((DOWN, "ns"), (ACROSS, "we")):
        lines = [[cell[x] for x in takewhile(cell.__contains__, sheet.ray(at, side))] for side in sides]
        if any(lines):
            own = RaySight([line for line in lines if line], way, len(bar) - 1, len(bar) - 1)
            said.append(When(cell[at] == way, own))
        elif len(bar) > 1:
            said.append(cell[at] != way)
    return [(str(len(bar)), said)]


OPEN: Mapping[str, Open] = {
    "dosufuwa": Open(_any_balls, _black_or_not("x")),
    "heteromino": Open(_any_pieces, _black_or_not("x")),
    "moonsun": Open(_any_signs, _moon_or_sun, all=False, rest=_one_taken),
    "nurimisaki": Open(_any_capes, _cape_or_not),
    "simpleloop": Open(_any_loop, _black_or_not(CLEAR)),
    "tateyoko": Open(_any_bars, _bar, all=False, bare=False),
}
"""The families whose layouts follow from a solution."""

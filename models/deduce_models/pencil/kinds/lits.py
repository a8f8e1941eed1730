"""LITS: a tetromino in every area."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from deduce.ground.phrases import say
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import AREAS, HOLES, values
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout

TITLE = "LITS"
ABOUT = (
    "Shade four cells of every area that form an L, I, T or S; all shaded cells hang together, nowhere "
    "two by two; equal shapes "
    "do not share a side (@ and # are holes)."
)
EXAMPLE = """
5 5
1 1 2 2 2
1 2 2 3 3
1 1 1 3 3
4 4 4 3 3
4 4 4 4 3
"""
SHAPES = ("L", "I", "T", "S")

parse = layout(AREAS)


def rules(sheet: Sheet) -> PuzzleBoard:
    """A shape in every area, connected, no blocks, equal shapes apart.

    The variable of an area says which cells its shape covers; that of a cell says the letter of its shape.
    """
    board = PuzzleBoard(sheet)
    cell = board.grid(("-", *SHAPES), [at for at in sheet.cells if sheet.area_of[at] not in HOLES])
    places = {}
    for name, area in sheet.areas.items():
        if name not in HOLES:
            places[name] = dict(tetrominoes(area))
            if not places[name]:
                raise sheet.refuse("areas", f"no shape of four cells fits into area {name}", *area[0])
    piece = dict(board.variables("shape", places, lambda name: tuple(places[name])))
    connect(board)
    for name, found in places.items():
        for at in sheet.areas[name]:
            for shape in SHAPES:
                covering = [cells for cells, letter in found.items() if letter == shape and at in cells]
                inside, here = piece[name].is_in(covering), cell[at] == shape
                board.rule(say("one shape in area {area}", area=name), Or(~inside, here), Or(inside, ~here))
    for a, b in sheet.pairs:
        if a in cell and b in cell and sheet.area_of[a] != sheet.area_of[b]:
            for shape in SHAPES:
                board.rule("equal shapes do not share a side", Or(cell[a] != shape, cell[b] != shape))
    board.ask(list(cell.values()))
    return board


def connect(board: PuzzleBoard) -> None:
    """All shaded cells hang together, and no block is shaded."""
    from deduce_models.pencil.rules.shades import connected

    connected(board, list(SHAPES), "the shaded cells hang together")  # type: ignore[arg-type]
    for block in board.sheet.blocks():
        if all(at in board.cell for at in block):
            board.rule("no block of two by two is shaded", Or(*(board.cell[at] == "-" for at in block)))


def tetrominoes(area: Iterable[Cell]) -> Iterator[tuple[tuple[Cell, ...], str]]:
    """The ways to place four cells in an area, each with its letter (never the square)."""
    inside = set(area)
    level = {frozenset((at,)) for at in inside}
    for _ in range(3):
        level = {
            cells | {x}
            for cells in level
            for r, c in cells
            for x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
            if x in inside and x not in cells
        }
    for cells in sorted(map(sorted, level)):
        if letter := letter_of(cells):
            yield tuple(cells), letter


def letter_of(cells: Iterable[Cell]) -> str:
    """The letter of four cells that hang together; empty for the square."""
    found = list(cells)
    height = len({r for r, _ in found})
    width = len({c for _, c in found})
    if 4 in (height, width):
        return "I"
    if (height, width) == (2, 2):
        return ""
    if any(sum(abs(a - c) + abs(b - d) == 1 for c, d in found) == 3 for a, b in found):
        return "T"
    # Of the box of six around it an S leaves two opposite corners out, an L two cells of one line.
    box = {(r, c) for r in {r for r, _ in found} for c in {c for _, c in found}}
    (a, b), (c, d) = box - set(found)
    return "S" if a != c and b != d else "L"


show = values

"""Galaxies: symmetric regions around their centres."""

from __future__ import annotations

from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.owned import hang_together
from deduce_models.pencil.rules.stated import Both
from deduce_models.pencil.rules.tiles import owners
from deduce_models.pencil.sheet.printed import Cell, Sheet, TextLayer, layout

TITLE = "Galaxies"
ABOUT = (
    "Divide the grid into regions, each symmetric about its one centre by half a turn; a centre lies in "
    "the cell (0), on its "
    "right side (1), on its lower side (2) or at its lower right corner (3)."
)
EXAMPLE = """
2 3
0 1 -
0 1 -
"""

parse = layout(TextLayer("clues", "[0-3-]", "0, 1, 2, 3 or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Each cell and its mirror image belong to one centre; regions hang together.

    A cell may belong to a centre if cells that lead to it from there may, together with their images.
    """
    homes: dict[Cell, list[Cell]] = {}
    taken: dict[Cell, Cell] = {}
    for (r, c), word in sheet.clues.items():
        right, low = int(word) & 1, int(word) >> 1
        homes[r, c] = [(r + i, c + j) for i in range(low + 1) for j in range(right + 1)]
        for at in homes[r, c]:
            if not sheet.has(at) or at in taken:
                raise sheet.refuse("clues", "the centre lies outside or too near to another", r, c)
            taken[at] = (r, c)
    owners_of: dict[Cell, list[Cell]] = {at: [] for at in sheet.cells}
    images: dict[tuple[Cell, Cell], Cell] = {}
    for home, cells in homes.items():
        total = (cells[0][0] + cells[-1][0], cells[0][1] + cells[-1][1])
        reach = list(cells)
        known = set(reach)
        for at in reach:
            for x in sheet.near(at):
                image = (total[0] - x[0], total[1] - x[1])
                if (
                    x not in known
                    and sheet.has(image)
                    and taken.get(x, home) == taken.get(image, home) == home
                ):
                    known.update((x, image))
                    reach += [x, image] if x != image else [x]
        for at in reach:
            owners_of[at].append(home)
            images[at, home] = (total[0] - at[0], total[1] - at[1])
    for at, near in owners_of.items():
        if not near:
            raise sheet.refuse("clues", "no centre reaches this cell", *at)
    board = PuzzleBoard(sheet)
    cell = board.grid(lambda at: owners_of[at])
    for (at, home), image in images.items():
        if at < image:
            board.rule("a cell and its image belong together", Both(cell[at] == home, cell[image] == home))
    for home, cells in homes.items():
        hang_together(board, home, cells, "a region hangs together")
    return board


show = owners

"""Kropki: a Latin square in which every dot is given."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.relations import Relation
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import different_lines, square
from deduce_models.pencil.rules.parts import PERHAPS, values
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Kropki"
ABOUT = (
    "Every number stands once in each row and column; a white dot (w to the right, W to below) stands between numbers "
    "that differ by one, a black dot (b, B) where one is twice the other, either between 1 and 2; there are no others."
)
EXAMPLE = """
4 4
- - - -
- - - -
- - - -
- - - -
bW wB W W
W - b W
bW W W W
- w b -
"""

parse = layout(
    PERHAPS, TextLayer("dots", r"[wb][WB]?|[WB]|-", "w or b (to the right), W or B (to below), both, or -")
)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines, and one relation for each two neighbours: a dot is a clue, and so is its absence."""
    n = square(sheet)
    board = PuzzleBoard(sheet)
    cell = board.grid(range(1, n + 1))
    different_lines(board)
    board.givens()
    every = [(a, b) for a in range(1, n + 1) for b in range(1, n + 1)]
    rows = {
        "w": [(a, b) for a, b in every if abs(a - b) == 1],
        "b": [(a, b) for a, b in every if a == 2 * b or b == 2 * a],
    }
    rows[""] = [pair for pair in every if pair not in rows["w"] and pair not in rows["b"]]
    dots = sheet.layer("dots")
    for (r, c), word in dots.items():
        if (c == sheet.cols and word[0].islower()) or (r == sheet.rows and word[-1].isupper()):
            raise sheet.refuse("dots", f"there is no cell beyond the dot {word}", r, c)
    for a, b in sheet.pairs:
        word = dots.get(a, "")
        dot = next((sign.lower() for sign in word if sign.islower() == (a[0] == b[0])), "")
        said = {"w": "a white dot", "b": "a black dot", "": "no dot"}[dot]
        text = say(f"{said} between {{first}} and {{second}}", first=cell[a].name, second=cell[b].name)
        board.clue(Relation([cell[a], cell[b]], rows[dot], text=text), text)
    return board


show = values

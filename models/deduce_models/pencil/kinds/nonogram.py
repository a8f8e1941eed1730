"""Nonogram: runs of shaded cells by their lengths."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import shading
from deduce_models.pencil.rules.runs import nought_alone
from deduce_models.pencil.rules.stated import LineRuns
from deduce_models.pencil.sheet.printed import Lines, Sheet, TextLayer, layout, line_name

TITLE = "Nonogram"
ABOUT = "The numbers of a row or column are the lengths of its runs of shaded cells, in order."
EXAMPLE = """
5 5
0
4
3
3
1
0
2
4
3
1 1
"""


def _agrees(cols: int, body: Lines) -> bool:
    """Whether columns and rows hold as many shaded cells."""
    counts = [sum(int(word) for word in words if word.isdecimal()) for _, words in body]
    return sum(counts[:cols]) == sum(counts[cols:])


# Elsewhere - is a line about which nothing is said; here every line has its runs.
_RUN = "a number (0 for a line without shaded cells)"
parse = layout(
    TextLayer("columns", r"\d+", _RUN, side="col lines"),
    TextLayer("rows", r"\d+", _RUN, side="row lines"),
    agrees=_agrees,
)


def rules(sheet: Sheet) -> PuzzleBoard:
    """The runs of every line."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    for layer, size, line_of in (("columns", sheet.rows, sheet.col), ("rows", sheet.cols, sheet.row)):
        for i, words in enumerate(sheet.layers[layer], 1):
            nought_alone(sheet, layer, i, words)
            runs = [length for length in map(int, words) if length]
            if sum(runs) + len(runs) - 1 > size:
                raise sheet.refuse(layer, f"the runs {' '.join(words)} do not fit into {size} cells", i)
            text = say("the runs of {line} are {what}", line=line_name(layer[:-1], i), what=" ".join(words))
            board.clue(LineRuns([cell[at] for at in line_of(i)], runs, SHADED), text)
    return board


show = shading

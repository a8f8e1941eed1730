"""Skyscrapers: how many buildings are seen from the edge."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import AllDifferent, Exactly
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import square
from deduce_models.pencil.rules.parts import BOTTOM, LEFT, PERHAPS, RIGHT, TOP, values
from deduce_models.pencil.rules.stated import Wall
from deduce_models.pencil.sheet.printed import Sheet, layout, line_name, many

TITLE = "Skyscrapers"
ABOUT = (
    "Each row and column holds buildings of every height up to the one given, and parks (0) in the cells "
    "that are left; a "
    "number beside the grid says how many buildings are seen from there, higher ones hiding lower ones "
    "(D: no height twice "
    "on a long diagonal either)."
)
EXAMPLE = """
4 4 4
- - - 3
- 3 - -
- - 1 -
- - - -
- 2 - -
- - - -
- - - -
- - - -
"""

parse = layout(TOP, BOTTOM, LEFT, RIGHT, PERHAPS, extra="the greatest height")


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines, buildings seen, heights given."""
    n = square(sheet)
    top = int(sheet.extra[0]) if sheet.extra[0].isdecimal() else 0
    if not 1 <= top <= n or sheet.extra[1:] not in ((), ("D",), ("d",)):
        raise sheet.refuse("", f"after rows and columns comes the greatest height, 1 to {n}, and perhaps D")
    parks = n - top
    board = PuzzleBoard(sheet)
    cell = board.grid(range(0 if parks else 1, top + 1))
    groups = list(sheet.lines())
    if sheet.extra[1:]:
        groups.append(("a diagonal", [(i, i) for i in range(1, n + 1)]))
        groups.append(("a diagonal", [(i, n + 1 - i) for i in range(1, n + 1)]))
    for name, group in groups:
        line = [cell[at] for at in group]
        if parks < 2:
            board.rule(say("no height twice in {line}", line=name), AllDifferent(line))
            continue
        for height in range(1, top + 1):
            board.rule(
                say("one building of height {height} in {line}", height=height, line=name),
                Exactly(1, line, height),
            )
    for layer in ("top", "bottom", "left", "right"):
        for i, number in enumerate(sheet.side(layer), 1):
            if number is None:
                continue
            if not 1 <= number <= top:
                raise sheet.refuse(layer, f"no {many(number, 'building')} to be seen; allowed: 1 to {top}")
            line = [cell[at] for at in (sheet.col(i) if layer in ("top", "bottom") else sheet.row(i))]
            if layer in ("bottom", "right"):
                line.reverse()
            name = line_name("column" if layer in ("top", "bottom") else "row", i)
            board.clue(
                Wall(line, number),
                say(f"{{number}} seen from the {layer} of {{line}}", number=number, layer=layer, line=name),
            )
    board.givens()
    return board


show = values

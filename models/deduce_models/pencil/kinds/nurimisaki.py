"""Nurimisaki: white capes, each seen as far as its number."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import blacks, shading
from deduce_models.pencil.rules.shades import connected, no_block
from deduce_models.pencil.rules.stated import CountFacts, RaySight
from deduce_models.pencil.sheet.printed import SIDES, Sheet, layout, many

TITLE = "Nurimisaki"
ABOUT = (
    "Shade cells so that the others hang together and no block of two by two is all shaded or all white; a white cell "
    "with one white neighbour only is a cape, and every cape is a circle (o) or a number, which says how many cells its "
    "straight white line has, itself among them."
)
EXAMPLE = """
4 4
- - o -
- - - -
- 2 - -
- - o -
"""

parse = layout(blacks("o"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """White connected, no blocks, capes."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    connected(board, CLEAR, "the white cells hang together")
    no_block(board, SHADED, "no block of two by two is shaded")
    no_block(board, CLEAR, "no block of two by two is white")
    for at in sheet.cells:
        near = [cell[x] == CLEAR for x in sheet.near(at)]
        word = sheet.clues.get(at)
        if word is None:
            for x in sheet.near(at):
                others = [cell[y] == CLEAR for y in sheet.near(at) if y != x]
                ways = Or(cell[at] == SHADED, cell[x] == SHADED, *others)
                board.rule("every cape is a circle", ways)  # one white neighbour means another
            continue
        if not near:
            raise sheet.refuse("clues", "a cape needs a white neighbour", *at)
        board.clue(cell[at] == CLEAR, "a cape is white", at)
        board.clue(CountFacts(near, 1, 1), "a cape has one white neighbour", at)
        if word != "o":
            number = int(word)
            if not 2 <= number <= max(sheet.rows, sheet.cols):
                raise sheet.refuse("clues", f"a white line cannot have {many(number, 'cell')}", *at)
            rays = [[cell[x] for x in sheet.ray(at, side)] for side in SIDES]
            text = say("a white line of {number:cell} from here", number=number)
            board.clue(RaySight([ray for ray in rays if ray], CLEAR, number - 1, number - 1), text, at)
    return board


show = shading

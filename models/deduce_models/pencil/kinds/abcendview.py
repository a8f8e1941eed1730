"""ABC End View: the first letter seen from the edge."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import values
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout, line_name

TITLE = "ABC End View"
ABOUT = (
    "Each letter up to the one given stands once in each row and column, the other cells stay empty; a letter beside the "
    "grid is the first one seen from there."
)
EXAMPLE = """
4 4 c
c - - a
- c - b
- - - -
- - - -
- - - -
c - - -
- - - -
- - - -
"""
EMPTY = "-"
_SIDES = (("top", "cols"), ("bottom", "cols"), ("left", "rows"), ("right", "rows"))

parse = layout(
    *(TextLayer(name, "[a-z]|-", "a letter or -", side=side) for name, side in _SIDES),
    TextLayer("clues", "[a-z]|-", "a letter or -"),
    extra="the last letter",
)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Letters once a line, letters seen."""
    last = sheet.extra[0].lower()
    if len(sheet.extra) != 1 or not ("a" <= last <= "z" and len(last) == 1):
        raise sheet.refuse("", "after rows and columns comes the last letter")
    letters = [chr(i) for i in range(ord("a"), ord(last) + 1)]
    if len(letters) > min(sheet.rows, sheet.cols):
        raise sheet.refuse("", f"{len(letters)} letters do not fit into a line")
    board = PuzzleBoard(sheet)
    cell = board.grid((EMPTY, *letters))
    for name, line in sheet.lines():
        for letter in letters:
            board.rule(
                say("one {letter} in {line}", letter=letter, line=name),
                Exactly(1, [cell[at] for at in line], letter),
            )
    for layer, _ in _SIDES:
        for i, letter in enumerate(sheet.layers[layer][0], 1):
            if letter == "-":
                continue
            if letter not in letters:
                raise sheet.refuse(layer, f"{letter} is not among {', '.join(letters)}")
            line = sheet.col(i) if layer in ("top", "bottom") else sheet.row(i)
            seen = [cell[at] for at in (line if layer in ("top", "left") else reversed(line))]
            text = say(
                f"{{letter}} is seen first from the {layer} of {{line}}",
                letter=letter,
                line=line_name("column" if layer in ("top", "bottom") else "row", i),
            )
            for place, variable in enumerate(seen):
                before = [v == letter for v in seen[:place]]
                board.clue(Or(variable.is_in((EMPTY, letter)), *before), text)
    for at, letter in sheet.clues.items():
        board.given(at, letter)
    return board


show = values

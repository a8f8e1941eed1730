"""Balance Loop: a loop with arms that are equally long, or not."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import LINE, Lines, shown
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Balance Loop"
ABOUT = (
    "Draw one loop through all circles; from a white one (w) both arms of the line are equally long up "
    "to their first turn, "
    "from a black one (b) not; a number is the length of both together."
)
EXAMPLE = """
4 4
- b3 - -
- w2 - -
- - b3 -
- - w2 -
"""

parse = layout(
    TextLayer("clues", r"[bw]\d*|\d+[bw]|-", "b or w, with a number before or after it or not; or -")
)


def rules(sheet: Sheet) -> PuzzleBoard:
    """One loop, circles."""
    board = PuzzleBoard(sheet)
    lines = Lines(board)
    lines.one_loop()
    for at, word in sheet.clues.items():
        white, digits = "w" in word, word.strip("bw")
        low, high = (int(digits),) * 2 if digits else (2, sheet.rows + sheet.cols)
        if digits and (low < 2 or low > sheet.rows + sheet.cols):
            raise sheet.refuse("clues", f"the arms cannot be {low} long together", *at)
        board.clue(Exactly(2, list(lines.around(at).values()), LINE), "the loop passes here", at)
        text: str = f"{'equal' if white else 'unequal'} arms"
        text = say(f"{text}, {{number}} together", number=digits) if digits else text
        lines.arms(at, low, high, text, white)
    return board


show = shown

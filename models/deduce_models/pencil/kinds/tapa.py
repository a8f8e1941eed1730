"""Tapa: numbers say how many cells in a row are shaded around them."""

from __future__ import annotations

from itertools import product

from deduce.ground.phrases import say
from deduce.language.relations import Relation
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import shading
from deduce_models.pencil.rules.shades import connected, no_block
from deduce_models.pencil.sheet.printed import Cell, Sheet, TextLayer, layout

TITLE = "Tapa"
ABOUT = (
    "Shade cells without numbers so that they hang together, nowhere two by two; numbers are the lengths of the shaded "
    "stretches among the cells around them, in any order, with a gap between (? is any length)."
)
EXAMPLE = """
4 4
- - - -
- 4 - -
- - 3 -
- - 1 -
"""
RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))

parse = layout(
    TextLayer("clues", r"[0-8?](,[1-8?]){0,3}|-", "up to four numbers with commas (? for any), or -")
)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Shaded connected, no blocks, stretches around the numbers."""
    board = PuzzleBoard(sheet)
    cell = board.shading()
    connected(board, SHADED, "the shaded cells hang together")
    no_block(board, SHADED, "no block of two by two is shaded")
    for at, word in sheet.clues.items():
        board.clue(cell[at] == CLEAR, "a number is not shaded", at)
        ring = [(at[0] + r, at[1] + c) for r, c in RING]
        inside = [x for x in ring if sheet.has(x)]
        rows = [
            shades
            for shades in product((CLEAR, SHADED), repeat=len(inside))
            if _fits(word.split(","), stretches(ring, dict(zip(inside, shades, strict=True))))
        ]
        if not rows:
            raise sheet.refuse("clues", f"no cells around it can be shaded in stretches of {word}", *at)
        if inside:
            text = say("stretches of {word} around it", word=word)
            board.clue(Relation([cell[x] for x in inside], rows, text=text), text, at)
    return board


def stretches(ring: list[Cell], shade: dict[Cell, str]) -> list[int]:
    """The lengths of the shaded stretches of a ring; what is not in `shade` is none."""
    on = [shade.get(at) == SHADED for at in ring]
    if all(on):
        return [len(on)]
    start = on.index(False)
    found = [0]
    for shaded in on[start:] + on[:start]:
        if shaded:
            found[-1] += 1
        elif found[-1]:
            found.append(0)
    return [length for length in found if length]


def _fits(words: list[str], lengths: list[int]) -> bool:
    if words == ["0"]:
        return not lengths
    known = [int(word) for word in words if word != "?"]
    left = list(lengths)
    for number in known:
        if number not in left:
            return False
        left.remove(number)
    return len(words) == len(lengths)


show = shading

"""Yin-Yang: two colours, each in one piece."""

from __future__ import annotations

from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import values
from deduce_models.pencil.rules.shades import connected, no_block
from deduce_models.pencil.rules.stated import CountFacts
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Yin-Yang"
ABOUT = "Every cell is black (b) or white (w); each colour hangs together; no block of two by two has one colour."
EXAMPLE = """
4 4
- b - w
- - b -
- - - -
b - w -
"""
COLOURS = ("w", "b")

parse = layout(TextLayer("clues", "[bw-]", "b, w or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Both colours connected, no blocks, and what follows for diagonals and for the border; colours given."""
    board = PuzzleBoard(sheet)
    cell = board.grid(COLOURS)
    for value, name in zip(COLOURS, ("white", "black"), strict=True):
        connected(board, value, f"the {name} cells hang together")
        no_block(board, value, f"no block of two by two is {name}")
    if sheet.rows > 1 and sheet.cols > 1 and len(sheet.cells) > 4:
        one, other = map(board.where, COLOURS)
        for a, b, c, d in sheet.blocks():
            for own, not_own in ((one, other), (other, one)):
                board.rule(
                    "two diagonals of different colours would part one of them",
                    Or(not_own[a], not_own[d], own[b], own[c]),
                )
        edge = [
            *sheet.row(1),
            *sheet.col(sheet.cols)[1:],
            *sheet.row(sheet.rows)[-2::-1],
            *sheet.col(1)[-2:0:-1],
        ]
        changes = [cell[a] != cell[b] for a, b in zip(edge, edge[1:] + edge[:1], strict=True)]
        board.rule("the colours change at most twice along the border", CountFacts(changes, 0, 2))
    for at, word in sheet.clues.items():
        board.given(at, word)
    return board


show = values

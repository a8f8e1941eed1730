"""Eulero: two Latin squares at once, of numbers and of letters."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import AllDifferent
from deduce.language.facts import And
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.latin import square
from deduce_models.pencil.rules.parts import NUMBERS, Solution
from deduce_models.pencil.rules.stated import CountFacts
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Eulero"
ABOUT = (
    "Write a number and a letter into every cell; each number and each letter stands once in each row and"
    " column, and each number stands with each letter once (first the numbers given, then the letters)."
)
EXAMPLE = """
3 3
- - -
1 - 2
- - -
- - -
a - -
- c -
"""

parse = layout(NUMBERS, TextLayer("letters", "[a-z]|-", "a letter or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines, pairs, and what is given."""
    n = square(sheet)
    if n > 26:
        raise sheet.refuse("", "there are no more than 26 letters")
    board = PuzzleBoard(sheet)
    board.apart = True
    letters = [chr(ord("a") + i) for i in range(n)]
    number, letter = board.grid(range(1, n + 1)), board.grid(letters, name="letter")
    for name, line in sheet.lines():
        board.rule(
            say("the numbers of {line} are different", line=name), AllDifferent([number[at] for at in line])
        )
        board.rule(
            say("the letters of {line} are different", line=name), AllDifferent([letter[at] for at in line])
        )
    for value in range(1, n + 1) if board.stating else ():
        for sign in letters:
            pairs = [And(number[at] == value, letter[at] == sign) for at in sheet.cells]
            board.rule("each number stands with each letter once", CountFacts(pairs, 1, 1))
    board.givens()
    for at, word in sheet.layer("letters").items():
        if word not in letters:
            raise sheet.refuse("letters", f"{word} cannot stand here; allowed: a to {letters[-1]}", *at)
        board.clue(letter[at] == word, say("{word} is given", word=word), at)
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """The number and the letter of each cell."""
    number, letter = board.cell, board.grids["letter"]
    return board.sheet.write(lambda at: f"{solution[number[at]]}{solution[letter[at]]}")

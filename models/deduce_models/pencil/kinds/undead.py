"""Undead: monsters and mirrors."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.constraints import Exactly
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.loops import step
from deduce_models.pencil.rules.parts import BOTTOM, LEFT, RIGHT, TOP, values
from deduce_models.pencil.rules.stated import CountFacts
from deduce_models.pencil.sheet.printed import Cell, Sheet, TextLayer, layout, many

TITLE = "Undead"
ABOUT = (
    "Put a ghost (G), a vampire (V) or a zombie (Z) into every cell without a mirror, so many of each as "
    "the first line says; a number beside the grid says how many are seen along the line of sight from "
    "there: vampires not in mirrors, ghosts only in mirrors, zombies always."
)
EXAMPLE = r"""
3 3 2 2 3
- - -
3 1 -
2 3 -
- - -
- \ /
- - -
- - -
"""
GHOST, VAMPIRE, ZOMBIE = "G", "V", "Z"
TURNS = {"/": {"n": "e", "e": "n", "s": "w", "w": "s"}, "\\": {"n": "w", "w": "n", "s": "e", "e": "s"}}
_WAYS = {"top": "s", "bottom": "n", "left": "e", "right": "w"}

parse = layout(
    TOP,
    BOTTOM,
    LEFT,
    RIGHT,
    TextLayer("clues", r"[/\\-]", "/, \\ or -"),
    extra="how many ghosts, vampires and zombies there are",
    shown=2,
)


def rules(sheet: Sheet) -> PuzzleBoard:
    """How many of each, and what is seen."""
    board = PuzzleBoard(sheet)
    free = [at for at in sheet.cells if at not in sheet.clues]
    if len(sheet.extra) != 3 or not all(word.isdecimal() for word in sheet.extra):
        raise sheet.refuse("", "after rows and columns come the numbers of ghosts, vampires, zombies")
    numbers = [int(word) for word in sheet.extra]
    if sum(numbers) != len(free) or not free:
        raise sheet.refuse("", f"there are {many(len(free), 'cell')} for {many(sum(numbers), 'monster')}")
    cell = board.grid((GHOST, VAMPIRE, ZOMBIE), free)
    for kind, number in zip((GHOST, VAMPIRE, ZOMBIE), numbers, strict=True):
        board.rule(
            say("{kind} stands in {number:cell}", kind=kind, number=number),
            Exactly(number, list(cell.values()), kind),
        )
    for layer, side in _WAYS.items():
        for i, number_seen in enumerate(sheet.side(layer), 1):
            if number_seen is None:
                continue
            start = {"top": (1, i), "bottom": (sheet.rows, i), "left": (i, 1), "right": (i, sheet.cols)}[
                layer
            ]
            seen = [
                cell[at].is_in((GHOST, ZOMBIE) if mirrored else (VAMPIRE, ZOMBIE))
                for at, mirrored in sight(sheet, start, side)
            ]
            text = say(
                f"{{number:monster}} seen from the {layer} at {{place}}", number=number_seen, place=i
            )
            if number_seen > len(seen):
                raise sheet.refuse(layer, f"at {i} only {many(len(seen), 'cell')} can be seen")
            if seen:
                board.clue(CountFacts(seen, number_seen, number_seen), text)
    return board


def sight(sheet: Sheet, at: Cell, side: str) -> list[tuple[Cell, bool]]:
    """The cells without mirrors on a line of sight that enters at a cell, each with whether a mirror came before."""
    found: list[tuple[Cell, bool]] = []
    mirrored = False
    while sheet.has(at):
        word = sheet.clues.get(at)
        if word is None:
            found.append((at, mirrored))
        else:
            mirrored, side = True, TURNS[word][side]
        at = step(at, side)
    return found


show = values

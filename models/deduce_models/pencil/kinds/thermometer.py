"""Thermometers: filled from the bulb on."""

from __future__ import annotations

from deduce.language.facts import Or
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import LEFT, TOP, shading
from deduce_models.pencil.sheet.printed import Cell, Sheet, TextLayer, layout

TITLE = "Thermometers"
ABOUT = (
    "Thermometers are filled from the bulb (number 1 after the dot) without gaps, wholly, partly or not at all; the "
    "numbers say how many cells of a line are filled."
)
EXAMPLE = """
3 3
2 1 1
2 1 1
1.1 1.2 1.3
2.1 3.2 3.1
2.2 4.2 4.1
"""

parse = layout(
    TOP, LEFT, TextLayer("tubes", r"\d+\.\d+|-", "a thermometer's number, a dot, and the place in it; or -")
)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Thermometers and numbers."""
    board = PuzzleBoard(sheet)
    filling = sheet.layer("tubes")
    cell = board.shading(filling)
    tubes: dict[str, dict[int, Cell]] = {}
    for at, word in filling.items():
        name, _, place = word.partition(".")
        if int(place) in tubes.setdefault(name, {}):
            raise sheet.refuse("tubes", f"the place {word} is there twice", *at)
        tubes[name][int(place)] = at
    for name, tube in tubes.items():
        for i in range(2, len(tube) + 1):
            if i not in tube or i - 1 not in tube:
                raise sheet.refuse(
                    "tubes",
                    f"thermometer {name} has no place {i - 1 if i in tube else i}",
                    *min(tube.values()),
                )
            if tube[i] not in sheet.around(tube[i - 1]):
                raise sheet.refuse(
                    "tubes", f"the place {name}.{i} lies apart from {name}.{i - 1}", *tube[i]
                )
            filled = Or(cell[tube[i]] == CLEAR, cell[tube[i - 1]] == SHADED)
            board.rule("a thermometer is filled from the bulb", filled)
    board.line_counts(cell, SHADED, "filled cell")
    return board


show = shading

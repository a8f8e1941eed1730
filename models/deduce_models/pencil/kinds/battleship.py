"""Battleships: a fleet that does not touch."""

from __future__ import annotations

from deduce.ground.phrases import say
from deduce.language.facts import And, Fact, Or
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.parts import LEFT, TOP, Solution
from deduce_models.pencil.rules.stated import CountFacts
from deduce_models.pencil.sheet.printed import SIDES, Sheet, TextLayer, layout, many

TITLE = "Battleships"
ABOUT = (
    "Place the fleet (so many ships of one cell, of two cells, ... as the first line says); ships do not "
    "touch, not even at "
    "a corner; numbers count the ship cells of a line; n, e, s, w are ends, m middles, o ships of one cell, x water."
)
EXAMPLE = """
4 4 2 1
1 1 1 1
2 1 0 1
- - - -
- - - x
- - - -
- - - -
"""
WORDS = {"o": "", "n": "s", "s": "n", "w": "e", "e": "w"}
"""The sides on which a ship goes on, for each word but m."""

parse = layout(
    TOP,
    LEFT,
    TextLayer("clues", "[nesmwox-]", "one of n e s w m o x -"),
    extra="how many ships of each length",
)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Ships apart, the fleet, numbers, parts given."""
    if not all(word.isdecimal() for word in sheet.extra):
        raise sheet.refuse("", "after rows and columns come the numbers of ships of each length")
    fleet = [int(word) for word in sheet.extra]
    while fleet and not fleet[-1]:
        fleet.pop()
    board = PuzzleBoard(sheet)
    cell = board.shading()
    for one, two, three, four in sheet.blocks():
        for x, y in ((one, four), (two, three)):
            board.rule("ships do not touch at corners", Or(cell[x] == CLEAR, cell[y] == CLEAR))
    ships: list[list[Fact]] = [[] for _ in fleet]
    for r, c in sheet.cells:
        for dr, dc in ((0, 1), (1, 0)):
            body = [(r, c)]
            while sheet.has(body[-1]) and len(body) <= len(fleet):
                length = len(body)
                if length > 1 or dc:
                    beside = [(r - dr, c - dc), (r + dr * length, c + dc * length)]
                    if length == 1:
                        beside = sheet.near((r, c))
                    facts = [cell[x] == SHADED for x in body] + [
                        cell[x] == CLEAR for x in beside if sheet.has(x)
                    ]
                    ships[length - 1].append(And(*facts))
                body.append((r + dr * length, c + dc * length))
            if len(body) == len(fleet) + 1 and sheet.has(body[-1]):
                board.rule("no ship is longer than the longest", Or(*(cell[x] == CLEAR for x in body)))
    for length, (number, places) in enumerate(zip(fleet, ships, strict=True), 1):
        if number > len(places):
            raise sheet.refuse("", f"no room for {many(number, 'ship')} of {many(length, 'cell')}")
        board.clue(
            CountFacts(places, number, number),
            say("{number:ship} of {length:cell}", number=number, length=length),
        )
    if not fleet:
        board.rule("there is no ship", *(v == CLEAR for v in cell.values()))
    board.line_counts(cell, SHADED, "ship cell")
    for at, word in sheet.clues.items():
        board.clue(_part(board, at, word), say("{word} is given", word=word), at)
    return board


def _part(board: PuzzleBoard, at: tuple[int, int], word: str) -> Fact:
    cell = board.cell
    if word == "x":
        return cell[at] == CLEAR
    beside = {side: cell.get((at[0] + dr, at[1] + dc)) for side, (dr, dc) in SIDES.items()}
    on = {side: v == SHADED if v is not None else Or() for side, v in beside.items()}
    if word == "m":
        return And(cell[at] == SHADED, Or(And(on["n"], on["s"]), And(on["w"], on["e"])))
    goes = WORDS[word]
    return And(cell[at] == SHADED, *(fact if side in goes and goes else ~fact for side, fact in on.items()))


def show(board: PuzzleBoard, solution: Solution) -> str:
    """The parts of the ships."""
    cell = board.cell
    ship = {at for at, v in cell.items() if solution[v] == SHADED}
    ends = {frozenset(goes): word for word, goes in WORDS.items()}

    def word(at: tuple[int, int]) -> str:
        if at not in ship:
            return "-"
        goes = frozenset(s for s, (dr, dc) in SIDES.items() if (at[0] + dr, at[1] + dc) in ship)
        return ends.get(goes, "m")

    return board.sheet.write(word)

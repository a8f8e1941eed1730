"""Tents: a tent beside each tree."""

from __future__ import annotations

from deduce.language.constraints import AtMost
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import CLEAR, PuzzleBoard
from deduce_models.pencil.rules.parts import LEFT, TOP, Solution
from deduce_models.pencil.sheet.printed import Cell, Sheet, TextLayer, layout

TITLE = "Tents"
ABOUT = (
    "Each tree (x) has a tent of its own on one of the four cells beside it; tents do not touch, not even at a corner; "
    "the numbers say how many tents a line holds."
)
EXAMPLE = """
4 4
- 0 1 1
- - 0 1
- - - -
- x - -
x - - x
- - - -
"""
TENT = "tent"

parse = layout(TOP, LEFT, TextLayer("clues", r"[x-]", "x (a tree) or -"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Trees with their tents, tents apart, numbers.

    The variable of a tree says on which side its tent stands; a cell holds a tent exactly if one tree has it there.
    """
    board = PuzzleBoard(sheet)
    trees = sheet.clues
    cell = board.grid((CLEAR, TENT), [at for at in sheet.cells if at not in trees])
    owners: dict[Cell, list[Cell]] = {at: [] for at in cell}
    for tree in trees:
        beside = [x for x in sheet.near(tree) if x in cell]
        if not beside:
            raise sheet.refuse("clues", "there is no room for a tent beside this tree", *tree)
        for x in beside:
            owners[x].append(tree)
    if trees:
        own = board.grid(lambda tree: [x for x in sheet.near(tree) if x in cell], trees, name="tree")
    for at, near in owners.items():
        if not near:
            board.rule("a tent stands beside its tree", cell[at] == CLEAR)
            continue
        facts = [own[tree] == at for tree in near]
        board.rule("a tent belongs to one tree", *(Or(~fact, cell[at] == TENT) for fact in facts))
        board.rule("a tent belongs to one tree", Or(cell[at] == CLEAR, *facts))
        if len(facts) > 1:
            board.rule(
                "a tent belongs to one tree", *(Or(~a, ~b) for i, a in enumerate(facts) for b in facts[:i])
            )
    for block in sheet.blocks():
        four = [cell[at] for at in block if at in cell]
        if len(four) > 1:
            board.rule("tents do not touch", AtMost(1, four, TENT))
    board.line_counts(cell, TENT, "tent")
    board.ask(list(cell.values()))
    return board


def show(board: PuzzleBoard, solution: Solution) -> str:
    """``o`` for tents, ``x`` for trees."""
    cell = board.cell
    return board.sheet.write(
        lambda at: "x" if at not in cell else "o" if solution[cell[at]] == TENT else "-"
    )

"""A variant sudoku being made: its text changes line by line, and one solver and what it has found stay alive.

Rows, columns and boxes are the rules that stay; every further line, those of the whole grid among them, is a clue
that can come and go. So `deduce.puzzles.candidates`, `verify`, `hint` and the others, asked of `Workbench.knowledge`,
find the work of the texts before.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from deduce.evidence import Statement
from deduce.knowledge import Knowledge
from deduce.language.variables import Variable
from deduce.puzzles.candidate_counts import Candidates, candidates
from deduce_models.pencil.catalogue import parse
from deduce_models.pencil.kinds.variantsudoku import (
    base,
    crowded,
    line_place,
    refused,
    regions,
    rule_lines,
    statements,
)
from deduce_models.pencil.rules.board import PuzzleBoard, place
from deduce_models.pencil.rules.variant_lines import RuleFault
from deduce_models.pencil.rules.variant_rules import VariantGrid
from deduce_models.pencil.sheet.printed import Cell, Sheet

_MARKS = frozenset({"all-kropki", "all-xv", "minimum", "maximum"})
"""Rules that speak of the other lines, too."""


class Workbench:
    """A variant sudoku that is being edited; see the module docstring.

    Attributes:
        sheet: The puzzle as it is written now.
        knowledge: Its rules and clues now: what every question of `deduce.puzzles` takes.
    """

    def __init__(self, text: str) -> None:
        """Raises `RecordError` for a text that is no variant sudoku."""
        self.sheet: Sheet
        self.knowledge: Knowledge
        self._board: PuzzleBoard | None = None
        self._shape: object = None
        self._said: dict[object, list[Statement]] = {}
        self.edit(text)

    @property
    def cell(self) -> Mapping[Cell, Variable]:
        """The variables of the cells, by row and column from 1."""
        return self.knowledge.problem.cell  # type: ignore[attr-defined,no-any-return]

    @property
    def boxes(self) -> list[list[Cell]]:
        """The boxes, each a list of cells; none in a Latin square."""
        return regions(self.sheet, rule_lines(self.sheet))

    def edit(self, text: str) -> None:
        """The puzzle is `text` now; another size or other boxes begin anew. An error (`RecordError`) changes nothing."""
        sheet = parse("variantsudoku", text)
        lines = rule_lines(sheet)
        shape = sheet.rows, sheet.cols, tuple(x for x in lines if x.name in ("region", "no-boxes"))
        board, said = self._board, self._said
        if board is None or shape != self._shape:
            board, grid = base(sheet, lines)
            said = {}
        else:
            grid = VariantGrid(board.cell, sheet.rows, regions(sheet, lines), lines)
        log: list[Statement] = []
        shared = crowded(sheet, lines)
        for at, word in sheet.clues.items():
            log.append(said.setdefault((at, word), [_given(sheet, grid, at, word)])[0])
        for number, line in enumerate(lines):
            key = line, line_place(line) in shared, tuple(lines) if line.name in _MARKS else ()
            if key not in said:
                try:
                    said[key] = statements(grid, line, shared)
                except RuleFault as fault:
                    raise refused(sheet, number, fault) from None
            log += said[key]
        self.knowledge = Knowledge(board).learn(*log)
        self.sheet, self._board, self._shape, self._said = sheet, board, shape, said

    def candidates(
        self, entries: Mapping[Variable, Hashable] | None = None, **settings: object
    ) -> Candidates:
        """What every cell can still be; see `deduce.puzzles.candidates`."""
        return candidates(self.knowledge, entries or (), **settings)  # type: ignore[arg-type]


def _given(sheet: Sheet, grid: VariantGrid, at: Cell, word: str) -> Statement:
    if int(word) not in grid.cell[at].domain:
        raise sheet.refuse("clues", f"{word} cannot stand here; allowed: 1 to {grid.size}", *at)
    return Statement(grid.cell[at] == int(word), f"{word} is given", "observation", place(at))

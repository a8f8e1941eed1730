"""Variant Sudoku: a sudoku of any size with further rules, a line each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from dataclasses import replace

from deduce.evidence import Statement
from deduce.ground.compat import override
from deduce.ground.errors import RecordError
from deduce.ground.phrases import as_is, say
from deduce.language.constraints import AllDifferent
from deduce_models.pencil.rules.board import PuzzleBoard, place
from deduce_models.pencil.rules.latin import boxes, different_lines, square
from deduce_models.pencil.rules.parts import PERHAPS, values
from deduce_models.pencil.rules.variant_lines import RuleFault, RuleLine, read_line
from deduce_models.pencil.rules.variant_rules import FORM_OF, VariantGrid, constraints_of
from deduce_models.pencil.sheet.printed import EMPTY, Cell, Sheet, SheetLayout

TITLE = "Variant Sudoku"
ABOUT = (
    "Every number stands once in each row, column and box; below the grid further rules follow, a line each, such as "
    "thermometer r1c1 r2c1, cage 10 r1c1 r1c2 or anti-knight."
)
EXAMPLE = """
6 6
- - - - - -
- - - - - -
- - - - - -
- - - - - -
- - - - - -
- - - - - -
thermometer r1c1 r2c1 r3c2 r3c3
arrow r1c6 = r2c6 r3c5
cage 8 r5c1 r6c1 r6c2
whispers r4c1 r4c2 r5c3
quadruple 1 6 r1c3
sandwich 8 left 5
anti-king
"""
_MOST, _LONGEST = 1_000, 10_000


class _Layout(SheetLayout):
    """Header and grid as everywhere, then lines of rules; a row may be written without blanks, a dot for nothing."""

    __slots__ = ()

    @override
    def __call__(self, family: str, text: str) -> Sheet:
        lines = text.lstrip("\ufeff").splitlines()
        numbers = [i for i, line in enumerate(lines) if line.strip()]
        before = 1  # what errors call the first line, less by one where a header is put above it
        if numbers and len(lines[numbers[0]].split()) == 1:  # no header: the grid says how large it is
            size = len(lines[numbers[0]].strip())
            lines[numbers[0]] = f"{size} {size}\n{lines[numbers[0]]}"
            lines = "\n".join(lines).splitlines()
            numbers = [numbers[0], *(i + 1 for i in numbers)]
            before = 0
        words = lines[numbers[0]].split() if numbers else []
        rows = int(words[0]) if len(words) == 2 and words[0].isdecimal() and len(words[0]) < 4 else 0
        grid = numbers[1 : rows + 1]
        for i in grid:
            if " " not in lines[i].strip() and len(lines[i].strip()) == rows:
                lines[i] = " ".join(lines[i].strip().replace(".", EMPTY))
        end = grid[-1] + 1 if grid else len(lines)
        try:
            sheet = super().__call__(family, "\n".join(lines[:end]))
        except RecordError as error:
            line = error.line and max(1, error.line - 1 + before)
            raise RecordError(error.message, line=line, column=error.column) from None
        rest = [i for i in numbers if i >= end]
        if len(rest) > _MOST:
            raise RecordError(
                f"{family}: there are {len(rest):,} rules; at most {_MOST:,}", line=rest[0] + before
            )
        for i in rest:
            if len(lines[i]) > _LONGEST:
                raise RecordError(
                    f"{family}: a line of {len(lines[i]):,} signs is too long", line=i + before
                )
        rules = tuple(tuple(lines[i].split()) for i in rest)
        starts = {name: line - 1 + before for name, line in sheet.starts.items()}
        starts |= {f"rule {number}": i + before for number, i in enumerate(rest)}
        found = replace(sheet, layers={**sheet.layers, "rules": rules}, starts=starts)
        rule_lines(found)
        return found


parse = _Layout((PERHAPS,), "", None, False, None)


def rule_lines(sheet: Sheet) -> list[RuleLine]:
    """The rules of a sheet as read. Raises `RecordError`."""
    if not sheet.layers["rules"]:
        return []
    n, found = square(sheet), []
    for number, words in enumerate(sheet.layers["rules"]):
        try:
            found.append(read_line(words, FORM_OF, n))
        except RuleFault as fault:
            raise refused(sheet, number, fault) from None
    return found


def refused(sheet: Sheet, number: int, fault: RuleFault) -> RecordError:
    """The error that says what is wrong with a line of rules, counted from 0."""
    return RecordError(f"{sheet.family}: {fault}", line=sheet.starts.get(f"rule {number}", 0))


def regions(sheet: Sheet, lines: Sequence[RuleLine]) -> list[list[Cell]]:
    """The boxes: those given, or the usual ones, or none. Raises `RecordError`."""
    given = [list(line.cells) for line in lines if line.name == "region"]
    if not given:
        return [] if any(line.name == "no-boxes" for line in lines) else boxes(sheet)
    n = square(sheet)
    for number, line in enumerate(lines):
        if line.name == "region" and len(line.cells) != n:
            raise refused(sheet, number, RuleFault(f"a region has {n} cells, not {len(line.cells)}"))
    if sorted(at for cells in given for at in cells) != sorted(sheet.cells):
        raise RecordError(f"{sheet.family}: the regions do not cover every cell once")
    return given


def _beside(words: Sequence[str]) -> str:
    """A place beside the grid in words: ``left 5``."""
    side, *rest = words
    return say(f"{side} {{number}}", number=rest[0]) if len(rest) == 1 else " ".join(words)


def line_place(line: RuleLine) -> str:
    """Where a line is printed; empty for a rule of the whole grid."""
    if FORM_OF[line.name] == "outside":
        return _beside(line.words[2:])
    return place(line.cells[0]) if line.cells else ""


def crowded(sheet: Sheet, lines: Sequence[RuleLine]) -> frozenset[str]:
    """The places of more than one clue: two dots of one cell, a digit in an arrow's circle."""
    found = Counter([*map(place, sheet.clues), *filter(None, map(line_place, lines))])
    return frozenset(at for at, n in found.items() if n > 1)


def statements(grid: VariantGrid, line: RuleLine, shared: Container[str] = ()) -> list[Statement]:
    """What a line says, each constraint with its sentence and place. Raises `RuleFault`.

    Where its place is `shared` with another clue it is named with the line, so that the two are told apart.
    """
    at = line_place(line)
    if at and at in shared:
        at = say("{place} ({line})", place=at, line=as_is(" ".join(line.words)))
    return [
        Statement(constraint, say("{rule}: {text}", rule=line.name, text=text), "observation", at)
        for constraint, text in constraints_of(grid, line)
    ]


def base(sheet: Sheet, lines: Sequence[RuleLine]) -> tuple[PuzzleBoard, VariantGrid]:
    """Rows, columns and boxes alone, and what the further rules speak of. Raises `RecordError`."""
    n = square(sheet)
    found = regions(sheet, lines)
    board = PuzzleBoard(sheet)
    cell = board.grid(range(1, n + 1))
    different_lines(board)
    for box in found:
        board.rule("no number twice in a box", AllDifferent([cell[at] for at in box]))
    return board, VariantGrid(cell, n, found, lines)


def rules(sheet: Sheet) -> PuzzleBoard:
    """Lines, boxes, the numbers given, and the further rules: those of the whole grid as rules, the others as clues."""
    lines = rule_lines(sheet)
    board, grid = base(sheet, lines)
    board.givens()
    shared = crowded(sheet, lines)
    for number, line in enumerate(lines):
        try:
            found = statements(grid, line, shared)
        except RuleFault as fault:
            raise refused(sheet, number, fault) from None
        for statement in found:
            if line.cells:
                board.state(statement)
            else:
                board.rule(statement.text, statement.content)  # type: ignore[arg-type]
    return board


show = values

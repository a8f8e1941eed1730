"""Grids divided into pieces of given forms: borders between cells, and what the piece of each cell is called."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cache

from deduce.ground.compat import override
from deduce.language.facts import Or
from deduce.language.posting import Literal, Model
from deduce.language.variables import Variable
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import Solution
from deduce_models.pencil.rules.stated import Stated
from deduce_models.pencil.rules.tiles import numbered
from deduce_models.pencil.sheet.printed import Cell

JOINED, PARTED = "joined", "parted"
Form = tuple[Cell, ...]
"""Cells by row and column from the first one, in reading order, at (0, 0)."""


def pieces(
    board: PuzzleBoard, forms: Mapping[Form, str], what: str, cells: Iterable[Cell] | None = None
) -> tuple[Mapping[Cell, Variable], Mapping[tuple[Cell, Cell], Variable]]:
    """Every cell (of `cells`) lies in a piece of one of the forms; its name for each cell, and the borders between them.

    Pieces of one name do not share a side.
    """
    sheet = board.sheet
    inside = set(sheet.cells if cells is None else cells)
    cell = board.grid(sorted(set(forms.values())), [at for at in sheet.cells if at in inside])
    pairs = [(a, b) for a, b in sheet.pairs if a in inside and b in inside]
    border = dict(board.variables("border", pairs, (JOINED, PARTED))) if pairs else {}
    board.borders = border
    board.rule(what, Cut(cell, border, forms))
    for (a, b), v in border.items():
        for name in cell[a].domain:
            apart = Or(v == JOINED, cell[a] != name, cell[b] != name)
            board.rule("pieces of one form do not share a side", apart)
    return cell, border


def no_crossings(board: PuzzleBoard) -> None:
    """Nowhere do four pieces meet in a point."""
    border = board.borders
    for a, b, c, d in board.sheet.blocks():
        around = [border[pair] for pair in ((a, b), (a, c), (b, d), (c, d)) if pair in border]
        if len(around) == 4:
            board.rule("no four pieces meet in a point", Or(*(v == JOINED for v in around)))


class Cut(Stated):
    """Borders part the cells into pieces of the forms, and each cell says the name of its piece."""

    __slots__ = ("border", "cell", "forms")

    def __init__(
        self,
        cell: Mapping[Cell, Variable],
        border: Mapping[tuple[Cell, Cell], Variable],
        forms: Mapping[Form, str],
    ) -> None:
        self.cell, self.border, self.forms = dict(cell), dict(border), dict(forms)
        self.scope = (*self.cell.values(), *self.border.values())

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        named = dict(zip(self.cell, values, strict=False))
        state = dict(zip(self.border, values[len(self.cell) :], strict=True))
        region = regions(list(self.cell), [pair for pair, value in state.items() if value == JOINED])
        if any((region[a] == region[b]) != (value == JOINED) for (a, b), value in state.items()):
            return False
        whole: dict[Cell, list[Cell]] = {}
        for at, first in region.items():
            whole.setdefault(first, []).append(at)
        return all(
            {named[at] for at in cells} == {self.forms.get(_moved(cells))} for cells in whole.values()
        )

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        """A literal for each way to place a piece: every cell has one, and it sets borders and names."""
        parted = {pair: model.literal(v, v.position(PARTED)) for pair, v in self.border.items()}
        covering: dict[Cell, list[Literal]] = {at: [] for at in self.cell}
        for r, c in self.cell:
            for form, name in self.forms.items():
                piece = [(r + i, c + j) for i, j in form]
                if not all(at in self.cell for at in piece):
                    continue
                literal, own = model.fresh(), set(piece)
                for at in piece:
                    covering[at].append(literal)
                    v = self.cell[at]
                    model.clause([-literal, model.literal(v, v.position(name))])
                for pair in _around(piece):
                    if pair in parted:
                        cut = not own.issuperset(pair)
                        model.clause([-literal, parted[pair] if cut else -parted[pair]])
        # Two pieces that share a cell without being the same disagree about a border, so "one" is enough.
        for literals in covering.values():
            model.clause(literals, when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Cut:
        cell = {at: mapping.get(v, v) for at, v in self.cell.items()}
        return Cut(cell, {pair: mapping.get(v, v) for pair, v in self.border.items()}, self.forms)

    @override
    def sentence(self) -> str:
        return f"the grid is cut into pieces of {len(set(self.forms.values()))} forms"


def _around(piece: Iterable[Cell]) -> dict[tuple[Cell, Cell], None]:
    """The pairs of neighbours at or in a piece."""
    found: dict[tuple[Cell, Cell], None] = {}
    for i, j in piece:
        for x in ((i, j + 1), (i + 1, j), (i, j - 1), (i - 1, j)):
            found[min((i, j), x), max((i, j), x)] = None
    return found


def _moved(cells: Iterable[Cell]) -> Form:
    """A piece with its first cell at (0, 0)."""
    r, c = min(cells)
    return tuple(sorted((i - r, j - c) for i, j in cells))


def drawn(picture: str) -> list[Cell]:
    """The cells of a form drawn with ``x``, lines parted by slashes."""
    return [
        (r, c) for r, line in enumerate(picture.split("/")) for c, sign in enumerate(line) if sign == "x"
    ]


def forms_of(pictures: Mapping[str, str]) -> dict[Form, str]:
    """Every turned and mirrored form of each picture, with its name."""
    found: dict[Form, str] = {}
    for name, picture in pictures.items():
        cells = drawn(picture)
        for _ in range(4):
            cells = [(c, -r) for r, c in cells]
            found[_moved(cells)] = found[_moved([(r, -c) for r, c in cells])] = name
    return found


def show_pieces(board: PuzzleBoard, solution: Solution) -> str:
    """The pieces by number."""
    joined = [pair for pair, v in board.borders.items() if solution[v] == JOINED]
    region = regions(list(board.cell), joined)
    return numbered(board, lambda at: region.get(at, (0, 0)))


@cache
def shapes_of(size: int) -> tuple[tuple[Cell, ...], ...]:
    """All forms of `size` cells that hang together, their first cell in reading order at (0, 0)."""
    level = {frozenset({(0, 0)})}
    for _ in range(size - 1):
        level = {
            cells | {x}
            for cells in level
            for r, c in cells
            for x in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
            if x not in cells
        }
    found = set()
    for cells in level:
        r, c = min(cells)
        found.add(tuple(sorted((i - r, j - c) for i, j in cells)))
    return tuple(sorted(found))


def regions(cells: Sequence[Cell], joined: Sequence[tuple[Cell, Cell]]) -> dict[Cell, Cell]:
    """For each cell the first cell, in the order given, of its region."""
    beside: dict[Cell, list[Cell]] = {at: [] for at in cells}
    for a, b in joined:
        beside[a].append(b)
        beside[b].append(a)
    region: dict[Cell, Cell] = {}
    for start in cells:
        if start in region:
            continue
        region[start] = start
        part = [start]
        for at in part:
            for other in beside[at]:
                if other not in region:
                    region[other] = start
                    part.append(other)
    return region

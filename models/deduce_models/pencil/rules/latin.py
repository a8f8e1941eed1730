"""What number placement families share: lines without repeats, boxes, cages."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, pairwise

import numpy as np

from deduce.ground.compat import override
from deduce.ground.phrases import say
from deduce.language.automata import Automaton, Bools, Ints
from deduce.language.constraints import AllDifferent, Constraint, Sum
from deduce.language.facts import And, Or
from deduce.language.posting import Literal, Model
from deduce.language.variables import Variable
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.sheet.printed import Cell, Sheet, many


def square(sheet: Sheet) -> int:
    """The side of a square grid. Raises `RecordError` for any other."""
    if sheet.rows != sheet.cols:
        raise sheet.refuse("", f"the grid is {sheet.rows} by {sheet.cols}; it must be a square")
    return sheet.rows


def boxes(sheet: Sheet) -> list[list[Cell]]:
    """The boxes of a sudoku: as near to squares as the side allows, never higher than wide."""
    n = square(sheet)
    height = max(d for d in range(1, n + 1) if n % d == 0 and d * d <= n)
    width = n // height
    return [
        [(r + i, c + j) for i in range(height) for j in range(width)]
        for r in range(1, n + 1, height)
        for c in range(1, n + 1, width)
    ]


def true_boxes(sheet: Sheet) -> list[list[Cell]]:
    """Those `boxes`. Raises `RecordError` for a side such as 5, whose boxes would be its rows."""
    found = boxes(sheet)
    if len(found) > 1 and found[0] == sheet.row(1):
        raise sheet.refuse(
            "",
            f"a grid of {sheet.rows} by {sheet.cols} has no boxes; a jigsawsudoku names its areas, and a variantsudoku "
            "with the line no-boxes has rows and columns only",
        )
    return found


def different_areas(board: PuzzleBoard, size: int | None = None) -> None:
    """No number twice in an area. With `size`, raises `RecordError` for an area of another size."""
    cell = board.cell
    for name, area in board.sheet.areas.items():
        if size is not None and len(area) != size:
            raise board.sheet.refuse(
                "areas", f"area {name} has {many(len(area), 'cell')} instead of {size}", *area[0]
            )
        if len(area) > 1:
            board.rule(
                say("no number twice in area {area}", area=name), AllDifferent([cell[at] for at in area])
            )


def filled_areas(sheet: Sheet) -> PuzzleBoard:
    """A board whose areas hold the numbers 1 to their size once each."""
    board = PuzzleBoard(sheet)
    sizes = {at: len(area) for area in sheet.areas.values() for at in area}
    board.grid(lambda at: range(1, sizes[at] + 1))
    different_areas(board)
    return board


def different_lines(board: PuzzleBoard) -> None:
    """No number twice in a row or column."""
    cell = board.cell
    for name, line in board.sheet.lines():
        board.rule(
            say("no number twice in {line}", line=name),
            AllDifferent([cell[at] for at in line if at in cell]),
        )


@cache
def _sums(values: tuple[int, ...], size: int, total: int) -> tuple[tuple[int, ...], ...]:
    return tuple(chosen for chosen in combinations(values, size) if sum(chosen) == total)


class DifferentSum(Constraint):
    """The variables differ and add up to `total`; said to a solver by the sets of numbers that do."""

    __slots__ = ("_pair", "total")

    chained = False

    def __init__(self, variables: Sequence[Variable], total: int) -> None:
        self.scope = tuple(variables)
        self.total = total
        self._pair: tuple[AllDifferent, Sum] | None = None

    def _both(self) -> tuple[AllDifferent, Sum]:
        if self._pair is None:
            self._pair = AllDifferent(self.scope), Sum(self.scope, self.total, self.total)
        return self._pair

    @override
    def parts(self) -> Sequence[Constraint]:
        return self._both()

    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """Those of the two conditions."""
        return [automaton for part in self._both() for automaton in part.automata(order)]

    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        """Both conditions."""
        different, total = self._both()
        return different.check(columns) & total.check(columns)

    def holds(self, values: Sequence[Hashable]) -> bool:
        """Both conditions."""
        return len(set(values)) == len(values) and self._both()[1].holds(values)

    def sets(self) -> tuple[tuple[int, ...], ...]:
        """The sets of numbers that fit."""
        domains = {id(x.domain): x.domain for x in self.scope}.values()
        values = sorted({v for domain in domains for v in domain if isinstance(v, int)})
        return _sums(tuple(values), len(self.scope), self.total)

    def post(self, model: Model, when: Literal | None = None) -> None:
        """A literal for each set of numbers and for each number used: a set chosen says which are."""
        sets = self.sets()
        if not sets:
            model.clause([], when)
            return
        used = frozenset().union(*sets)
        sure = frozenset(sets[0]).intersection(*sets)
        takers: dict[Hashable, list[Literal]] = {value: [] for value in used}
        outside: list[Literal] = []
        for v in self.scope:
            for value, literal in zip(v.domain, model.literals(v), strict=True):
                takers.get(value, outside).append(literal)
        model.clauses(([-literal] for literal in outside), when)
        for value, own in takers.items():
            model.cardinality(own, int(value in sure), 1, when)
        if len(sets) == 1:
            return
        unsure = {value: own for value, own in takers.items() if value not in sure}
        named = {value: model.fresh() for value in unsure}
        for value, own in unsure.items():
            model.clause([-named[value], *own])
            model.clauses([-literal, named[value]] for literal in own)
        chosen = [model.fresh() for _ in sets]
        model.clause(chosen, when)
        for literal, numbers in zip(chosen, sets, strict=True):
            model.clauses([-literal, x if value in numbers else -x] for value, x in named.items())

    def over(self, mapping: Mapping[Variable, Variable]) -> DifferentSum:
        """The same over other variables."""
        return DifferentSum([mapping.get(v, v) for v in self.scope], self.total)

    def sentence(self) -> str:
        """In words."""
        first, last = self.scope[0].name, self.scope[-1].name
        return f"{first} to {last} are all different and add up to {self.total}"


def near_differ(board: PuzzleBoard, pairs: Iterable[tuple[Cell, Cell]], text: str) -> None:
    """The two cells of each pair differ."""
    cell = board.cell
    for a, b in pairs:
        if a in cell and b in cell:
            board.rule(text, cell[a] != cell[b])


class Straight(Constraint):
    """The variables take consecutive whole numbers, in any order."""

    __slots__ = ()

    def __init__(self, variables: Sequence[Variable]) -> None:
        self.scope = tuple(variables)

    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """All different, and all within one of the windows of their number."""
        inside = Or(
            *(
                And(*(v.is_in([x for x in window if x in v.domain]) for v in order))
                for window in self.windows()
            )
        )
        return [*AllDifferent(order).automata(order), *inside.automata(order)]

    def windows(self) -> list[tuple[int, ...]]:
        """The stretches of numbers that the variables may fill."""
        known = {v for x in self.scope for v in x.domain if isinstance(v, int)}
        size = len(self.scope)
        every = [tuple(range(low, low + size)) for low in sorted(known)]
        return [window for window in every if known.issuperset(window)]

    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        """By the values of each row."""
        stacked = np.stack([np.array(v.domain)[columns[v]] for v in self.scope])
        stacked.sort(axis=0)
        found: Bools = (stacked[1:] - stacked[:-1] == 1).all(axis=0)
        return found

    def holds(self, values: Sequence[Hashable]) -> bool:
        """Sorted, they go up by one."""
        numbers = sorted(v for v in values if isinstance(v, int))
        return all(b - a == 1 for a, b in pairwise(numbers))

    def post(self, model: Model, when: Literal | None = None) -> None:
        """One literal a window: it rules out all numbers outside and puts each number inside somewhere."""
        AllDifferent(self.scope).post(model, when)
        chosen = []
        for window in self.windows():
            literal = model.fresh()
            chosen.append(literal)
            for v in self.scope:
                for value, own in zip(v.domain, model.literals(v), strict=True):
                    if value not in window:
                        model.clause([-literal, -own])
            for value in window:
                takers = [model.literal(v, v.position(value)) for v in self.scope if value in v.domain]
                model.clause([-literal, *takers])
        model.clause(chosen, when)

    def over(self, mapping: Mapping[Variable, Variable]) -> Straight:
        """The same over other variables."""
        return Straight([mapping.get(v, v) for v in self.scope])

    def sentence(self) -> str:
        """In words."""
        return f"{self.scope[0].name} to {self.scope[-1].name} are consecutive numbers"

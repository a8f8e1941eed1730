"""The problem of a pencil puzzle: variables by cell, the family's rules, the sheet's clues.

Rules are the problem's rules; clues are the log, so that they can be left out, quoted and blamed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

from deduce.evidence import Statement
from deduce.ground.phrases import say
from deduce.knowledge import Knowledge
from deduce.language.constraints import Constraint, Exactly
from deduce.language.facts import Fact, Or
from deduce.language.variables import Variable
from deduce.problem import Problem
from deduce_models.pencil.rules.stated import CountFacts
from deduce_models.pencil.sheet.printed import Cell, Sheet, line_name, many

if TYPE_CHECKING:
    from deduce_models.pencil.rules.loops import Lines

SHADED, CLEAR = "shaded", "clear"


def place(cell: Cell) -> str:
    """A cell in words."""
    return say("row {row}, column {column}", row=cell[0], column=cell[1])


def any_of(facts: Iterable[Fact]) -> Fact:
    """At least one of the facts."""
    return Or(*facts)


_UNSTATED: ContextVar[bool] = ContextVar("rules are not stated", default=False)


@contextmanager
def rules_unstated() -> Iterator[None]:
    """Within it boards take clues and leave their rules out: for readers who know the rules already."""
    token = _UNSTATED.set(True)
    try:
        yield
    finally:
        _UNSTATED.reset(token)


_HEARD: ContextVar[Callable[[Constraint], None] | None] = ContextVar("who hears rules", default=None)


@contextmanager
def rules_heard(hear: Callable[[Constraint], None]) -> Iterator[None]:
    """Within it boards tell their rules to `hear` one by one and do not keep them; it may raise to stop the reading."""
    token = _HEARD.set(hear)
    try:
        yield
    finally:
        _HEARD.reset(token)


class PuzzleBoard(Problem):
    """A problem with the sheet it was read from.

    Attributes:
        sheet: The puzzle as printed.
        grids: The variables by cell, by the name of their family.
        lines: The lines between cells, for families that draw them.
        borders: What stands between two cells, for families that draw borders.
        bridges: The bridges between cells, each with the cells it passes over.
        sides: The sides of cells by their end points, for families that draw along them.
    """

    def __init__(self, sheet: Sheet) -> None:
        super().__init__(sheet.family)
        self.sheet = sheet
        self.grids: dict[str, Mapping[Cell, Variable]] = {}
        self.lines: Lines | None = None
        self.sides: Mapping[tuple[Cell, Cell], Variable] = {}
        self.borders: Mapping[tuple[Cell, Cell], Variable] = {}
        self.bridges: Mapping[tuple[Cell, Cell], tuple[Variable, list[Cell]]] = {}
        self._clues: list[Statement] = []

    @property
    def stating(self) -> bool:
        """Whether rules are taken; where not, those that take long to write need not be."""
        return not _UNSTATED.get()

    @property
    def cell(self) -> Mapping[Cell, Variable]:
        """The variables of the cells, by row and column."""
        return self.grids["cell"]

    def grid(
        self,
        domain: Sequence[Hashable] | Callable[[Cell], Sequence[Hashable]],
        cells: Iterable[Cell] | None = None,
        *,
        name: str = "cell",
    ) -> Mapping[Cell, Variable]:
        """A variable for each cell (or for each of `cells`)."""
        keys = list(self.sheet.cells if cells is None else cells)
        made = dict(self.variables(name, keys, domain)) if keys else {}
        self.grids[name] = made
        return made

    def where(self, value: Hashable, name: str = "cell") -> dict[Cell, Fact]:
        """For each cell the fact that it takes the value, made once for all rules that say so."""
        return {at: v == value for at, v in self.grids[name].items()}

    def shading(self, cells: Iterable[Cell] | None = None) -> Mapping[Cell, Variable]:
        """A variable ``shaded`` or ``clear`` for each cell."""
        return self.grid((CLEAR, SHADED), cells)

    def rule(self, text: str, *constraints: Constraint) -> None:
        """Rules of the family, all with one sentence."""
        if not self.stating:
            return
        hear = _HEARD.get()
        for constraint in constraints:
            if hear is None:
                self.require(constraint, text)
            else:
                hear(constraint)

    def clue(self, constraint: Constraint, text: str, at: Cell | None = None) -> None:
        """A clue of this puzzle."""
        self.checked(constraint)
        self._clues.append(Statement(constraint, text, "observation", place(at) if at else ""))

    def state(self, statement: Statement) -> None:
        """A clue that comes with its sentence and place."""
        self.checked(statement.content)
        self._clues.append(statement)

    def givens(self, layer: str = "clues") -> None:
        """Numbers written in cells are their values; other words are left alone. Raises `RecordError`."""
        for at, word in self.sheet.layer(layer).items():
            if word.isdecimal():
                self.given(at, int(word), layer)

    def given(self, at: Cell, value: Hashable, layer: str = "clues") -> None:
        """The value of one cell is given. Raises `RecordError` when it cannot be."""
        variable = self.cell.get(at)
        if variable is None or value not in variable.domain:
            allowed = ", ".join(map(str, variable.domain)) if variable is not None else "nothing"
            raise self.sheet.refuse(layer, f"{value} cannot stand here; allowed: {allowed}", *at)
        self.clue(variable == value, say("{value} is given", value=value), at)

    def counted(
        self,
        at: Cell,
        number: int,
        inside: Sequence[Variable] | Sequence[Fact],
        what: str,
        where: str,
        value: Hashable = None,
        *,
        layer: str = "clues",
    ) -> None:
        """A clue: so many of the variables take `value`, or so many of the facts are true. Raises `RecordError`."""
        if number > len(inside):
            raise self.sheet.refuse(layer, f"no room for {many(number, what)} {where}", *at)
        facts = [fact for fact in inside if isinstance(fact, Fact)]
        variables = [v for v in inside if isinstance(v, Variable)]
        if inside:
            made = CountFacts(facts, number, number) if facts else Exactly(number, variables, value)
            self.clue(made, say(f"{{number:{what}}} {where}", number=number), at)

    def line_counts(
        self,
        cell: Mapping[Cell, Variable],
        value: Hashable,
        what: str,
        *,
        top: str = "top",
        left: str = "left",
    ) -> None:
        """The numbers beside the grid say how many cells of a line take `value`. Raises `RecordError`."""
        sheet = self.sheet
        lines = [
            *((top, line_name("column", c), sheet.col(c), n) for c, n in enumerate(sheet.side(top), 1)),
            *((left, line_name("row", r), sheet.row(r), n) for r, n in enumerate(sheet.side(left), 1)),
        ]
        for layer, name, line, number in lines:
            if number is None:
                continue
            inside = [cell[at] for at in line if at in cell]
            if number > len(inside):
                raise sheet.refuse(layer, f"{name} has no room for {many(number, what)}")
            if inside:
                self.clue(
                    Exactly(number, inside, value),
                    say(f"{{number:{what}}} in {{line}}", number=number, line=name),
                )

    def knowledge(self) -> Knowledge:
        """The rules and the clues."""
        return Knowledge(self).learn(*self._clues)

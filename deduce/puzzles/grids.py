"""Grids of all-different groups, such as sudokus: their solutions by the compiled search, where there is one."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from operator import itemgetter
from weakref import WeakKeyDictionary

from deduce.evidence import Statement
from deduce.kernels.cover import MOST_CELLS, MOST_VALUES, Groups
from deduce.kernels.library import library
from deduce.knowledge import Knowledge
from deduce.language.constraints import Constraint
from deduce.language.variables import Variable
from deduce.problem import Problem

_MOST_TOLD = 10_000
"""So many statements are remembered with what they say of cells."""

MOST_SOLUTIONS = 1_000
"""For more solutions than this other methods are asked, which give them one by one."""


class _Grid:
    """The rules of a grid: cells by variable, the values of all, and what each cell may be by the rules alone."""

    def __init__(self, scope: tuple[Variable, ...], groups: list[Constraint]) -> None:
        self.scope = scope
        self.place = {variable: i for i, variable in enumerate(scope)}
        values: dict[Hashable, int] = {}
        for domain in {id(v.domain): v.domain for v in scope}.values():
            for value in domain:
                values.setdefault(value, len(values))
        self.values = tuple(values)
        # None where a domain lists all values in the order of all.
        self.number = [None if v.domain == self.values else [values[x] for x in v.domain] for v in scope]
        self.masks = array("Q", [self.translated(i, v.full_mask) for i, v in enumerate(scope)])
        members = [[self.place[v] for v in group.scope] for group in groups]
        able = []
        for group in members:
            mask = 0
            for cell in group:
                mask |= self.masks[cell]
            able.append(mask)
        self.groups = Groups(len(scope), members, able, len(values))
        # By identity, and kept so that no other statement can have it: givens are shared by all puzzles of a shape.
        self._told: dict[int, tuple[Statement, list[tuple[int, int]]]] = {}

    def translated(self, cell: int, mask: int) -> int:
        """A mask by domain position as one by number of value."""
        number = self.number[cell]
        if number is None:
            return mask
        return sum(1 << value for i, value in enumerate(number) if mask >> i & 1)

    def narrowed(self, masks: array[int], statements: Sequence[Statement]) -> bool:
        """Narrow `masks` by what statements say of single cells; False where one says something else."""
        known = list(map(self._told.get, map(id, statements)))
        if None in known:
            known = [
                self._told.get(id(statement)) or self._remembered(statement) for statement in statements
            ]
        for each in known:
            if each is None:
                return False
            for cell, mask in each[1]:
                masks[cell] &= mask
        return True

    def _remembered(self, statement: Statement) -> tuple[Statement, list[tuple[int, int]]] | None:
        """What a statement says of single cells, kept for the next puzzle; None where it says something else."""
        found = self._of(statement)
        if found is None:
            return None
        if len(self._told) >= _MOST_TOLD:
            self._told.clear()
        self._told[id(statement)] = known = statement, found
        return known

    def _of(self, statement: Statement) -> list[tuple[int, int]] | None:
        """What a statement says of single cells, as masks; None where it says something else."""
        content = statement.content
        if (single := statement.single()) is not None:
            cell = self.place[single.variable]
            return [(cell, self.translated(cell, single.mask))]
        if not isinstance(content, Constraint):
            return None
        found = []
        for part in content.parts():
            only = part.scope[0] if len(part.scope) == 1 else None
            mask = part.support(only) if only is not None else None
            if only is None or mask is None:
                return None
            found.append((self.place[only], self.translated(self.place[only], mask)))
        return found


_GRIDS: WeakKeyDictionary[Problem, tuple[tuple[Statement, ...], _Grid | None]] = WeakKeyDictionary()


def _grid_of(knowledge: Knowledge) -> _Grid | None:
    """The grid that the rules make, kept with the problem; None for other rules."""
    known = _GRIDS.get(knowledge.problem)
    if known is None or known[0] != knowledge.rules:
        known = (knowledge.rules, _read(knowledge))
        _GRIDS[knowledge.problem] = known
    return known[1]


def _read(knowledge: Knowledge) -> _Grid | None:
    scope = knowledge.scope
    if not scope or len(scope) > MOST_CELLS:
        return None
    values = {value for domain in {id(v.domain): v.domain for v in scope}.values() for value in domain}
    if len(values) > MOST_VALUES:
        return None
    groups: list[Constraint] = []
    single: list[Statement] = []
    for rule in knowledge.rules:
        if isinstance(rule.content, Constraint) and rule.content.apart:
            groups.append(rule.content)
        else:
            single.append(rule)
    # Groups that cross are what other methods find hard; of separate ones a diagram is made at once.
    if sum(len(group.scope) for group in groups) <= len({v for group in groups for v in group.scope}):
        return None
    grid = _Grid(scope, groups)
    return grid if grid.narrowed(grid.masks, single) else None


def grid_solutions(knowledge: Knowledge, limit: int | None) -> list[dict[Variable, Hashable]] | None:
    """Up to `limit` solutions, fewer when there are no more; None where this is no grid, or not the way.

    Linear in the cells where singles lead to the end; bounded by some thousands of guesses otherwise.
    """
    if library() is None or limit is None or limit > MOST_SOLUTIONS:
        return None
    grid = _grid_of(knowledge)
    if grid is None:
        return None
    masks = grid.masks[:]
    if not grid.narrowed(masks, knowledge.log):
        return None
    found = grid.groups.search(masks, limit)
    if found is None:
        return None
    # A getter of all cells at once takes a third of the time of a loop; of one cell it would give no tuple.
    if len(grid.scope) == 1:
        return [{grid.scope[0]: grid.values[row[0]]} for row in found]
    return [dict(zip(grid.scope, itemgetter(*row)(grid.values), strict=True)) for row in found]

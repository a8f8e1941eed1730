"""Worlds as an explicit table: one column a variable, one row a world, a weight a row.

For few worlds (up to some ten million), for changes of the hidden state, and for questions about who knows
what. Columns hold domain positions in the smallest unsigned integers that fit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.ground.wording import many
from deduce.language.automata import tabulate_rows
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact
from deduce.language.variables import Variable
from deduce.worlds.base import DEFAULT_MAX_BYTES, Floats, V, Worlds, generator, ratios_of, reweighed

if TYPE_CHECKING:
    from deduce.worlds.diagram import Diagram
    from deduce.worlds.passes import Children

Positions = NDArray[Any]


class Table(Worlds):
    """A weighted set of worlds, row by row. Immutable.

    Args:
        variables: One a column.
        columns: Domain positions, shape ``(len(variables), worlds)``; rows must be distinct (use
            `Table.gathered` when they may not be).
        weights: One positive number a row; None for all 1. Rows of weight 0 are dropped.
        scale: The true weights are ``weights * 2 ** scale``.
    """

    def __init__(
        self,
        variables: Sequence[Variable],
        columns: NDArray[np.integer[Any]],
        weights: Floats | None = None,
        *,
        scale: float = 0,
    ) -> None:
        super().__init__(variables)
        largest = max((len(v.domain) for v in self.variables), default=1)
        kind = np.uint8 if largest <= 256 else np.uint16 if largest <= 65536 else np.uint32
        self._columns: Positions = np.ascontiguousarray(columns, dtype=kind)
        if self._columns.ndim != 2 or len(self._columns) != len(self.variables):
            raise ProblemError(f"Table needs one column a variable, not an array of shape {columns.shape}")
        self._weights, self._scale = weights, scale
        if weights is not None and not bool((weights > 0).all()):
            alive = weights > 0
            self._columns, self._weights = np.ascontiguousarray(self._columns[:, alive]), weights[alive]

    @classmethod
    def of(cls, variables: Sequence[Variable], worlds: Iterable[Mapping[Variable, Hashable]]) -> Table:
        """A table of the given worlds (dicts from variable to value), each of weight 1."""
        rows = [[v.position(world[v]) for v in variables] for world in worlds]
        return cls.gathered(variables, np.array(rows, dtype=np.int64).reshape(len(rows), len(variables)).T)

    @classmethod
    def gathered(
        cls,
        variables: Sequence[Variable],
        columns: NDArray[np.integer[Any]],
        weights: Floats | None = None,
        *,
        scale: float = 0,
    ) -> Table:
        """A table from rows that may repeat: the weights of equal rows are added up."""
        example, number = _distinct(variables, columns)
        if weights is None and len(example) == columns.shape[1]:
            return cls(variables, columns, scale=scale)
        mass = np.bincount(number, weights=weights, minlength=len(example)).astype(np.float64)
        return cls(variables, columns[:, example], mass, scale=scale)

    @property
    def columns(self) -> Positions:
        """Domain positions, shape ``(len(variables), worlds)``. Do not write to it."""
        return self._columns

    @cached_property
    def weights(self) -> Floats:
        """One number a row. Do not write to it."""
        return np.ones(self._columns.shape[1]) if self._weights is None else self._weights

    def column(self, variable: Variable) -> Positions:
        """The domain positions of one variable, one a world."""
        return self._columns[self.place(variable)]  # type: ignore[no-any-return]

    @override
    def count(self) -> int:
        return int(self._columns.shape[1])

    @property
    @override
    def uniform(self) -> bool:
        return self._weights is None

    @cached_property
    def _total(self) -> float:
        return float(self.weights.sum()) if self._weights is not None else float(self.count())

    @override
    def log2_weight(self) -> float:
        return float(np.log2(self._total)) + self._scale if self._total > 0 else -np.inf

    @cached_property
    def _arrays(self) -> tuple[Floats, ...]:
        total = self._total or 1.0
        return tuple(
            np.bincount(column, weights=self._weights, minlength=len(v.domain)) / total
            for v, column in zip(self.variables, self._columns, strict=True)
        )

    def arrays(self) -> tuple[Floats, ...]:
        """See `Worlds.arrays`. One pass over the table."""
        return self._arrays

    @override
    def possible(self, variable: Variable[V]) -> set[V]:
        seen = np.bincount(self.column(variable), minlength=len(variable.domain))
        return {value for value, n in zip(variable.domain, seen, strict=True) if n}

    def mask(self, constraint: Constraint) -> NDArray[np.bool_]:
        """Which rows satisfy `constraint`."""
        columns = {v: self.column(v).astype(np.int64) for v in constraint.scope}
        return np.broadcast_to(constraint.check(columns), (self.count(),))

    def select(self, rows: NDArray[Any]) -> Table:
        """The worlds of a Boolean mask or an index array (without repeats)."""
        weights = None if self._weights is None else self._weights[rows]
        return Table(self.variables, self._columns[:, rows], weights, scale=self._scale)

    def restrict(self, *constraints: Constraint, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        """See `Worlds.restrict`. One vectorised check a constraint."""
        table = self
        for constraint in constraints:
            table = table.select(table.mask(constraint))
        return table

    @override
    def weigh(self, variable: Variable, ratios: Sequence[float] | Floats) -> Table:
        factor = ratios_of(ratios, len(variable.domain))[self.column(variable)]
        return self._scaled(factor)

    @override
    def weigh_fact(self, fact: Fact, ratio: float) -> Table:
        ratios_of(ratio)
        return self._scaled(np.where(self.mask(fact), ratio, 1.0))

    def _scaled(self, factor: Floats) -> Table:
        weights, shift = reweighed(self.weights, factor)
        return Table(self.variables, self._columns, weights, scale=self._scale + shift)

    @override
    def sample_rows(self, n: int, rng: int | np.random.Generator | None = None) -> NDArray[np.int64]:
        if not self.count():
            raise ProblemError("no world is left to draw from")
        random = generator(rng)
        if self._weights is None:
            chosen = random.integers(self.count(), size=n)
        else:
            chosen = random.choice(self.count(), size=n, p=self.weights / self._total)
        return self._columns[:, chosen].T.astype(np.int64)

    @override
    def rows(self) -> Iterator[tuple[int, ...]]:
        return (tuple(row) for row in self._columns.T.tolist())

    @override
    def unweighted(self) -> Table:
        return self if self.uniform and not self._scale else Table(self.variables, self._columns)

    @override
    def project(self, variables: Sequence[Variable], *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        places = [self.place(variable) for variable in variables]
        return Table.gathered(variables, self._columns[places], self._weights, scale=self._scale)

    @override
    def entropy(self) -> float:
        if self.count() <= 1:
            return 0.0
        if self._weights is None:
            return float(np.log2(self.count()))
        share = self.weights / self._total
        share = share[share > 0]
        return max(0.0, float(-(share * np.log2(share)).sum()))

    @override
    def to_table(self, *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        return self

    def to_diagram(self) -> Diagram:
        """See `Worlds.to_diagram`. Equal prefixes and equal endings share nodes."""
        from deduce.worlds.diagram import Diagram

        if not self.variables:
            return Diagram((), [], [], scale=self.log2_weight())
        if not self.count():
            empty = Diagram.free(self.variables)
            return empty.weigh(self.variables[0], np.zeros(len(self.variables[0].domain)))
        tree = tabulate_rows(self.variables, self._columns.T.astype(np.int64))
        children = []
        for i, table in enumerate(tree.tables):
            below = len(tree.tables[i + 1]) if i + 1 < len(tree.tables) else 1
            children.append(np.where(table < 0, below, table).astype(np.int32))
        diagram = Diagram(
            self.variables, children, [np.ones(len(v.domain)) for v in self.variables], scale=self._scale
        )
        return diagram if self._weights is None else _weighted_tree(self)

    def transform(
        self, variables: Sequence[Variable], change: Callable[[Positions], Iterable[tuple[Positions, Any]]]
    ) -> Table:
        """Worlds after a change of the hidden state.

        `change` gets the columns of `variables` (positions, shape ``(len(variables), worlds)``) and
        yields possible new columns of the same shape, each with its probability (a number, or one a world).
        Worlds that become equal are merged and their weights added.
        """
        places = [self.place(variable) for variable in variables]
        parts: list[Positions] = []
        weights: list[Floats] = []
        for columns, chance in change(self._columns[places].astype(np.int64)):
            grown = self._columns.copy()
            grown[places] = columns
            parts.append(grown)
            weights.append(np.broadcast_to(self.weights * chance, (self.count(),)))
        if not parts:
            return self.select(np.zeros(self.count(), dtype=np.bool_))
        columns, mass = np.concatenate(parts, axis=1), np.concatenate(weights)
        possible = mass > 0
        return Table.gathered(self.variables, columns[:, possible], mass[possible], scale=self._scale)

    def extend(self, variables: Sequence[Variable]) -> Table:
        """Each world once for every combination of values of `variables`, which are new to it."""
        table = self
        for variable in variables:
            size, n = len(variable.domain), table.count()
            columns = np.repeat(table._columns, size, axis=1)
            fresh = np.tile(np.arange(size), n)
            weights = None if table._weights is None else np.repeat(table._weights, size)
            table = Table(
                (*table.variables, variable), np.vstack([columns, fresh]), weights, scale=table._scale
            )
        return table

    def annotated(self, variable: Variable, column: NDArray[np.integer[Any]]) -> Table:
        """The same worlds with one more column: positions in the domain of `variable`, one a world."""
        columns = np.vstack([self._columns, np.asarray(column)[None, :]])
        return Table((*self.variables, variable), columns, self._weights, scale=self._scale)

    def relabel(self, names: Mapping[Variable, Variable]) -> Table:
        """The same worlds with columns renamed; see `Diagram.relabel`."""
        columns = tuple(names.get(v, v) for v in self.variables)
        return Table(columns, self._columns, self._weights, scale=self._scale)

    @property
    @override
    def nbytes(self) -> int:
        return self._columns.nbytes + (0 if self._weights is None else self._weights.nbytes)

    def __repr__(self) -> str:
        return f"<Table: {len(self.variables)} variables, {many(self.count(), 'world')}>"


def _weighted_tree(table: Table) -> Diagram:
    """A diagram with a node for every prefix: weights of whole rows need unshared paths to sit on."""
    from deduce.worlds.diagram import Diagram

    children: list[Children] = []
    arcs: list[Floats | None] = []
    prefix = np.zeros(table.count(), dtype=np.int64)
    states = 1
    weight = table.weights
    last = len(table.variables) - 1
    for i, variable in enumerate(table.variables):
        size = len(variable.domain)
        key = prefix * size + table.columns[i]
        unique, number = np.unique(key, return_inverse=True)
        layer = np.full(states * size, 1 if i == last else len(unique), dtype=np.int32)
        layer[unique] = 0 if i == last else np.arange(len(unique))
        children.append(layer.reshape(states, size))
        if i == last:
            final = np.zeros(states * size)
            final[key] = weight
            arcs.append(final.reshape(states, size))
        else:
            arcs.append(None)
        prefix, states = number.astype(np.int64), len(unique)
    ones = [np.ones(len(v.domain)) for v in table.variables]
    return Diagram(table.variables, children, ones, arcs, scale=table._scale)


def _distinct(
    variables: Sequence[Variable], columns: NDArray[np.integer[Any]]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """An example of each distinct row, and the number of every row's example."""
    n = columns.shape[1]
    key = np.zeros(n, dtype=np.int64)
    space = 1
    for variable, column in zip(variables, columns, strict=True):
        size = len(variable.domain)
        if space * size >= 1 << 62:
            unique, key = np.unique(key, return_inverse=True)
            space = len(unique)
        key = key * size + column
        space *= size
    _, example, number = np.unique(key, return_index=True, return_inverse=True)
    return example, number

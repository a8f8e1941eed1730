"""Worlds in several forms side by side: for each value of one variable, the *switch*, a set in whatever form fits it.

A mixture is mostly easy part by part, and wide as one diagram: what one part has to remember is nothing to another.
Every question goes to the parts and is added up by their weights; evidence keeps each in its form.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from math import log2

import numpy as np
from numpy.typing import NDArray

from deduce.ground.compat import override
from deduce.ground.errors import ProblemError, TooLarge
from deduce.ground.wording import many
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact
from deduce.language.variables import Variable, among
from deduce.worlds.base import DEFAULT_MAX_BYTES, Floats, Worlds, generator, ratios_of
from deduce.worlds.table import Table


class Alternatives(Worlds):
    """A weighted set of worlds apart by the value of one variable. Immutable; see the module docstring.

    Args:
        switch: The variable that tells which part a world is of.
        parts: For domain positions of the switch a set of worlds, all over the same other variables, with the base-2
            logarithm of what its weights are multiplied by. Values left out are impossible.

    Raises:
        ProblemError: No part, or parts over different variables or over the switch.
    """

    def __init__(self, switch: Variable, parts: Mapping[int, tuple[Worlds, float]]) -> None:
        if not parts:
            raise ProblemError("Alternatives need at least one part")
        first, _ = next(iter(parts.values()))
        known = set(first.variables)
        if switch in known or any(set(worlds.variables) != known for worlds, _ in parts.values()):
            raise ProblemError(
                f"the parts are sets of worlds over the same variables, {switch} not among them"
            )
        super().__init__((switch, *first.variables))
        self._switch, self._parts = switch, dict(parts)

    def _each(self, change: Callable[[Worlds], Worlds]) -> Alternatives:
        """The same change of every part."""
        made = {place: (change(worlds), more) for place, (worlds, more) in self._parts.items()}
        return Alternatives(self._switch, made)

    @cached_property
    def _logs(self) -> Floats:
        """The logarithm of the weight of each part."""
        return np.array([worlds.log2_weight() + more for worlds, more in self._parts.values()])

    @cached_property
    def _shares(self) -> Floats:
        """The chance of each part; all 0 where no world is left."""
        peak = float(self._logs.max())
        if peak == -np.inf:
            return np.zeros(len(self._logs))
        weights = np.exp2(self._logs - peak)
        found: Floats = weights / weights.sum()
        return found

    def count(self) -> int:
        """See `Worlds.count`. The parts have no world in common."""
        return sum(worlds.count() for worlds, _ in self._parts.values())

    def log2_weight(self) -> float:
        """See `Worlds.log2_weight`."""
        peak = float(self._logs.max())
        return peak if peak == -np.inf else peak + log2(float(np.exp2(self._logs - peak).sum()))

    @property
    @override
    def uniform(self) -> bool:
        return all(worlds.uniform for worlds, _ in self._parts.values()) and self._alike

    @cached_property
    def _alike(self) -> bool:
        """Whether a world of one part weighs as much as one of another, where each part is uniform."""
        each = [
            log - log2(worlds.count())
            for log, (worlds, _) in zip(self._logs.tolist(), self._parts.values(), strict=True)
            if worlds.count()
        ]
        return not each or max(each) - min(each) < 1e-12

    @cached_property
    def _arrays(self) -> tuple[Floats, ...]:
        found = [np.zeros(len(v.domain)) for v in self.variables]
        for (place, (worlds, _)), share in zip(self._parts.items(), self._shares.tolist(), strict=True):
            if share:
                found[0][place] = share
                for variable, chances in zip(worlds.variables, worlds.arrays(), strict=True):
                    found[self.place(variable)] += share * chances
        return tuple(found)

    def arrays(self) -> tuple[Floats, ...]:
        """See `Worlds.arrays`. What it costs each part."""
        return self._arrays

    @override
    def apart(self) -> tuple[Variable, Sequence[tuple[Hashable, Worlds, float]]]:
        every = zip(self._parts.items(), self._shares.tolist(), strict=True)
        return self._switch, [
            (self._switch.domain[place], worlds, share)
            for (place, (worlds, _)), share in every
            if share > 0
        ]

    # New sets from old.

    def _told(self, mask: int) -> Alternatives:
        """With the values of the switch that `mask` leaves; the other parts keep no world."""
        nothing = self._parts.items()
        return Alternatives(
            self._switch,
            {place: (worlds, more if mask >> place & 1 else -np.inf) for place, (worlds, more) in nothing},
        )._without()

    def _without(self) -> Alternatives:
        """The parts that weigh anything; one of them stays, emptied, where none does."""
        kept = {place: part for place, part in self._parts.items() if part[1] > -np.inf}
        if kept:
            return Alternatives(self._switch, kept)
        place, (worlds, _) = next(iter(self._parts.items()))
        if not worlds.variables:
            return Alternatives(self._switch, {place: (Table.of((), ()), 0.0)})
        first = worlds.variables[0]
        return Alternatives(self._switch, {place: (worlds.weigh(first, [0.0] * len(first.domain)), 0.0)})

    def restrict(self, *constraints: Constraint, max_bytes: int = DEFAULT_MAX_BYTES) -> Worlds:
        """See `Worlds.restrict`. Conditions on the switch and others together go to a diagram of all worlds."""
        made: Alternatives = self
        plain, mixed = [], []
        for constraint in constraints:
            for part in constraint.parts():
                mask = part.support(self._switch) if len(part.scope) == 1 else None
                if not among(self._switch, part.scope):
                    plain.append(part)
                elif mask is not None:
                    made = made._told(mask)
                else:
                    mixed.append(part)
        if plain:
            made = made._each(lambda worlds: worlds.restrict(*plain, max_bytes=max_bytes))
        return made.to_diagram().restrict(*mixed, max_bytes=max_bytes) if mixed else made

    def weigh(self, variable: Variable, ratios: Sequence[float] | Floats) -> Alternatives:
        """See `Worlds.weigh`."""
        if variable is not self._switch:
            return self._each(lambda worlds: worlds.weigh(variable, ratios))
        with np.errstate(divide="ignore"):
            more = np.log2(ratios_of(ratios, len(variable.domain))).tolist()
        made = {place: (worlds, log + more[place]) for place, (worlds, log) in self._parts.items()}
        return Alternatives(self._switch, made)._without()

    def weigh_fact(self, fact: Fact, ratio: float) -> Worlds:
        """See `Worlds.weigh_fact`."""
        if self._switch not in fact.scope:
            return self._each(lambda worlds: worlds.weigh_fact(fact, ratio))
        return super().weigh_fact(fact, ratio)

    def unweighted(self) -> Alternatives:
        """See `Worlds.unweighted`."""
        made = {place: (worlds.unweighted(), 0.0) for place, (worlds, _) in self._parts.items()}
        return self if made == self._parts else Alternatives(self._switch, made)

    def relabel(self, names: Mapping[Variable, Variable]) -> Alternatives:
        """See `Worlds.relabel`."""
        made = {place: (worlds.relabel(names), more) for place, (worlds, more) in self._parts.items()}
        return Alternatives(names.get(self._switch, self._switch), made)

    # Worlds one by one.

    def sample_rows(self, n: int, rng: int | np.random.Generator | None = None) -> NDArray[np.int64]:
        """See `Worlds.sample_rows`. A part by its chance, then a world of it."""
        random = generator(rng)
        if self.log2_weight() == -np.inf:
            raise ProblemError("no world is left to draw from")
        found = np.empty((n, len(self.variables)), dtype=np.int64)
        chosen = random.choice(len(self._parts), size=n, p=self._shares)
        for number, (place, (worlds, _)) in enumerate(self._parts.items()):
            rows = np.flatnonzero(chosen == number)
            if len(rows):
                found[rows, 0] = place
                columns = np.array([self.place(v) for v in worlds.variables], dtype=np.int64)
                found[rows[:, None], columns] = worlds.sample_rows(len(rows), random)
        return found

    def rows(self) -> Iterator[tuple[int, ...]]:
        """See `Worlds.rows`. Part by part."""
        return chain.from_iterable(self._rows(place, worlds) for place, (worlds, _) in self._parts.items())

    def _rows(self, place: int, worlds: Worlds) -> Iterator[tuple[int, ...]]:
        order = [worlds.place(v) for v in self.variables[1:]]
        return ((place, *(row[i] for i in order)) for row in worlds.rows())

    def project(self, variables: Sequence[Variable], *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        """See `Worlds.project`. Each part's, put together."""
        for variable in variables:
            self.place(variable)
        others = [v for v in variables if v is not self._switch]
        peak = self.log2_weight()
        columns, weights = [np.zeros((len(variables), 0), dtype=np.int64)], [np.zeros(0)]
        for (place, (worlds, _)), log in zip(self._parts.items(), self._logs.tolist(), strict=True):
            if log == -np.inf:
                continue
            table = worlds.project(others, max_bytes=max_bytes)
            rows = {v: table.column(v).astype(np.int64) for v in others}
            rows[self._switch] = np.full(table.count(), place)
            columns.append(
                np.stack([rows[v] for v in variables]) if variables else np.zeros((0, 1), np.int64)
            )
            share = table.weights / table.weights.sum() if others else np.ones(1)
            weights.append(np.maximum(share * 2.0 ** (log - peak), np.finfo(np.float64).tiny))
            if sum(part.nbytes for part in columns) > max_bytes:
                raise TooLarge(
                    f"the assignments of {len(variables)} variables do not fit in {max_bytes / 1e6:,.0f} MB; project on "
                    "fewer variables, or raise max_bytes"
                )
        scale = 0.0 if peak == -np.inf else peak
        every = np.concatenate(columns, axis=1)
        if self.uniform and len(variables) == len(self.variables):
            return Table(variables, every, scale=scale - log2(max(1, every.shape[1])))
        return Table.gathered(variables, every, np.concatenate(weights), scale=scale)

    def entropy(self) -> float:
        """See `Worlds.entropy`. That of the switch, and of the parts by their chances."""
        some = [
            (share, worlds)
            for share, (worlds, _) in zip(self._shares.tolist(), self._parts.values(), strict=True)
            if share > 0
        ]
        return float(sum(share * (worlds.entropy() - log2(share)) for share, worlds in some))

    def to_table(self, *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        """See `Worlds.to_table`."""
        count = self.count()
        if count * (8 * len(self.variables) + 16) > max_bytes:
            raise TooLarge(
                f"a table of {many(count, 'world')} of {len(self.variables)} variables does not fit in "
                f"{max_bytes / 1e6:,.0f} MB; keep the form, project on fewer, or raise max_bytes"
            )
        return self.project(self.variables, max_bytes=max_bytes)

    @property
    @override
    def nbytes(self) -> int:
        return sum(worlds.nbytes for worlds, _ in self._parts.values())

    def __repr__(self) -> str:
        forms = ", ".join(type(worlds).__name__ for worlds, _ in self._parts.values())
        return f"<Alternatives by {self._switch}: {forms}>"

"""Codes and keywords as worlds: parts (`parts`) that know nothing of each other, together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from deduce.ground.compat import override
from deduce.ground.errors import ProblemError, TooLarge
from deduce.ground.wording import many
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact
from deduce.language.variables import Variable
from deduce.worlds.base import DEFAULT_MAX_BYTES, Floats, Worlds, generator
from deduce.worlds.table import Table
from deduce_models.decrypto.knowledge.teams import JointPart, TeamPart

_MOST_PARTS: Final = 4096
"""A fact about several variables is split into at most so many about single ones."""


class CodeWorlds(Worlds):
    """Independent parts, each with codes and keywords: a `TeamPart`, or two teams' `JointPart`. Immutable.

    Facts about several variables are split into facts about single ones; where those are too many, and to learn such a
    fact when too many worlds are left, `TooLarge` is raised.
    """

    def __init__(self, variables: Sequence[Variable], parts: Sequence[TeamPart | JointPart]) -> None:
        super().__init__(variables)
        self._parts = tuple(parts)
        self._where = {variable: n for n, part in enumerate(parts) for variable in part.places}

    @override
    def count(self) -> int:
        return prod(part.count() for part in self._parts)

    @override
    def log2_weight(self) -> float:
        return float(sum(part.log2_weight() for part in self._parts)) if self._possible else -np.inf

    @property
    def _possible(self) -> bool:
        return all(part.possible for part in self._parts)

    @property
    @override
    def uniform(self) -> bool:
        return False

    @cached_property
    def _arrays(self) -> tuple[Floats, ...]:
        if not self._possible:
            return tuple(np.zeros(len(v.domain)) for v in self.variables)
        return tuple(self._parts[self._where[v]].array(v) for v in self.variables)

    @override
    def arrays(self) -> tuple[Floats, ...]:
        return self._arrays

    @override
    def weigh(self, variable: Variable, ratios: Sequence[float] | Floats) -> CodeWorlds:
        self.place(variable)
        number = self._where[variable]
        part = self._parts[number].weigh(variable, np.asarray(ratios, dtype=np.float64))
        return CodeWorlds(self.variables, (*self._parts[:number], part, *self._parts[number + 1 :]))

    def _masked(self, variable: Variable, mask: int) -> CodeWorlds:
        return self.weigh(variable, [float(mask >> i & 1) for i in range(len(variable.domain))])

    @override
    def weigh_fact(self, fact: Fact, ratio: float) -> Worlds:
        if len(fact.scope) == 1 and fact.support(fact.scope[0]) is not None:
            return super().weigh_fact(fact, ratio)
        return self._table().weigh_fact(fact, ratio)

    @override
    def restrict(self, *constraints: Constraint, max_bytes: int = DEFAULT_MAX_BYTES) -> Worlds:
        made, others = self, []
        for constraint in constraints:
            for part in constraint.parts():
                mask = part.support(part.scope[0]) if len(part.scope) == 1 else None
                if mask is None:
                    others.append(part)
                else:
                    made = made._masked(part.scope[0], mask)
        return made._table(max_bytes).restrict(*others, max_bytes=max_bytes) if others else made

    @override
    def probability(self, constraint: Constraint) -> float:
        whole = self.log2_weight()
        if len(constraint.scope) == 1 or whole == -np.inf:
            return super().probability(constraint)
        weights = (each.log2_weight() for each in self._split(constraint, wanted=True))
        return float(min(1.0, sum(2.0 ** (weight - whole) for weight in weights)))

    @override
    def verdict(self, constraint: Constraint, *, max_bytes: int = DEFAULT_MAX_BYTES) -> bool | None:
        if len(constraint.scope) == 1:
            return super().verdict(constraint, max_bytes=max_bytes)
        can_be, can_fail = (
            any(each._possible for each in self._split(constraint, wanted=wanted))
            for wanted in (True, False)
        )
        return None if can_be and can_fail else can_be

    def _split(self, constraint: Constraint, *, wanted: bool) -> Iterator[CodeWorlds]:
        """Disjoint worlds that together are those where `constraint` is as wanted."""
        *first, last = sorted(constraint.scope, key=lambda v: len(v.domain))
        shape = [len(v.domain) for v in first]
        if prod(shape) > _MOST_PARTS:
            names = ", ".join(v.name for v in constraint.scope)
            raise TooLarge(f"a fact about {names} together has too many cases")
        grid = np.indices((*shape, len(last.domain))).reshape(len(shape) + 1, -1)
        told = np.asarray(constraint.check(dict(zip((*first, last), grid, strict=True)))) == wanted
        rows = told.reshape(-1, len(last.domain))
        if len(first) == 1:
            kinds, kind = np.unique(rows, axis=0, return_inverse=True)
            for number, allowed in enumerate(kinds):
                if allowed.any():
                    yield self.weigh(first[0], (kind.ravel() == number).astype(float)).weigh(last, allowed)
            return
        for number, allowed in enumerate(rows):
            if allowed.any():
                made = self.weigh(last, allowed)
                for variable, at in zip(first, np.unravel_index(number, shape), strict=True):
                    made = made._masked(variable, 1 << int(at))
                yield made

    @override
    def sample_rows(self, n: int, rng: int | np.random.Generator | None = None) -> NDArray[np.int64]:
        if not self._possible:
            raise ProblemError("no world is left to draw from")
        random = generator(rng)
        found = np.empty((n, len(self.variables)), dtype=np.int64)
        for row in found:
            for part in self._parts:
                for variable, at in part.draw(random).items():
                    row[self.place(variable)] = at
        return found

    @override
    def rows(self) -> Iterator[tuple[int, ...]]:
        def below(worlds: CodeWorlds, number: int, row: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            if number == len(self.variables):
                yield row
                return
            variable = self.variables[number]
            for at in range(len(variable.domain)):
                made = worlds._masked(variable, 1 << at)
                if made._possible:
                    yield from below(made, number + 1, (*row, at))

        return below(self, 0, ()) if self._possible else iter(())

    def _table(self, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        count = self.count()
        if count > 20 * _MOST_PARTS or count * len(self.variables) * 8 > max_bytes:
            raise TooLarge(f"{many(count, 'world')} of codes and keywords are too many to list")
        found, weights = [], []
        whole = self.log2_weight()
        for row in self.rows():
            made = self
            for variable, at in zip(self.variables, row, strict=True):
                made = made._masked(variable, 1 << at)
            found.append(row)
            weights.append(2.0 ** (made.log2_weight() - whole))
        columns = np.array(found, dtype=np.int64).reshape(len(found), len(self.variables)).T
        return Table.gathered(self.variables, columns, np.array(weights), scale=whole)

    @override
    def unweighted(self) -> Worlds:
        return CodeWorlds(self.variables, [part.unweighted() for part in self._parts])

    @override
    def project(self, variables: Sequence[Variable], *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        return self._table(max_bytes).project(variables, max_bytes=max_bytes)

    @override
    def entropy(self) -> float:
        if not self._possible:
            return 0.0
        return max(0.0, float(sum(part.entropy() for part in self._parts)))

    @override
    def relabel(self, names: Mapping[Variable, Variable]) -> Worlds:
        parts = [part.relabel(names) for part in self._parts]
        return CodeWorlds([names.get(v, v) for v in self.variables], parts)

    @override
    def to_table(self, *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        return self._table(max_bytes)

    @property
    @override
    def nbytes(self) -> int:
        return sum(part.nbytes for part in self._parts)

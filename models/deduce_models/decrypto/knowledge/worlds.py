"""Codes and keywords as worlds: for each code of a team a weighted matrix of four columns by words, all different.

A clue weighs the keyword behind the digit it stands for, so the code decides which column it weighs. With the code
given, all evidence is about single columns; the at most 24 matrices together are the exact joint posterior. Sums over
four different words are those of `belief`: nothing here grows with the sets of words, as a diagram would.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import prod
from typing import Final

import numpy as np
from numpy.typing import NDArray

from deduce.compat import override
from deduce.constraints import Constraint
from deduce.errors import ProblemError, TooLarge
from deduce.facts import Fact
from deduce.variables import Variable
from deduce.worlds.base import DEFAULT_MAX_BYTES, Floats, Worlds, generator
from deduce.worlds.diagram import Diagram
from deduce.worlds.table import Table
from deduce_models.decrypto.knowledge.belief import different_chances, distinct_sums, ways
from deduce_models.decrypto.rules.moves import Code

__all__ = ["CodeWorlds", "TeamPart"]

_SMALLEST: Final = 1e-300
_MOST_PARTS: Final = 4096
"""A fact about several variables is split into at most so many about single ones."""

_SUBSETS: Final = [list(some) for size in (1, 2, 3, 4) for some in combinations(range(4), size)]


@dataclass(frozen=True, eq=False)
class TeamPart:
    """One team: `places` has what each of its variables is, `codes` the codes it may have (one empty: none).

    Places are ``("code", 0)``, ``("digit", i)``, ``("keyword", column)`` and ``("meant", i)``, from 0. `matrix` has the
    weights of words by code and column, shape (codes, 4, words + 4) where the last four are the columns' words
    outside the list, and no words where the keywords are no variables. `cases` weighs the codes; `scale` is a log2.
    """

    places: Mapping[Variable, tuple[str, int]]
    codes: tuple[Code | tuple[()], ...]
    cases: Floats
    matrix: Floats
    scale: float = 0.0

    def values(self, variable: Variable, case: int) -> tuple[int, NDArray[np.int64]] | int:
        """A column and the value of every domain position there; or the one position that the code allows."""
        kind, at = self.places[variable]
        code = self.codes[case]
        if kind == "code":
            return case
        if kind == "digit":
            return code[at] - 1
        index = np.arange(len(variable.domain))
        if kind == "meant":
            return code[at] - 1, index
        index[self.matrix.shape[2] - 4 :] += at
        return at, index

    def weigh(self, variable: Variable, ratios: Floats) -> TeamPart:
        """Multiply by the ratio of the value, by domain position."""
        cases, matrix = self.cases.copy(), self.matrix.copy()
        for case in range(len(self.codes)):
            found = self.values(variable, case)
            if isinstance(found, int):
                cases[case] *= ratios[found]
            else:
                column, index = found
                given = np.zeros(matrix.shape[2])
                given[index] = ratios
                row = matrix[case, column] * given
                # What was possible stays possible, however unlikely.
                matrix[case, column] = np.where(
                    (matrix[case, column] > 0) & (given > 0), np.maximum(row, _SMALLEST), 0
                )
        tops = matrix.max(axis=2) if matrix.shape[2] else np.ones((len(cases), 4))
        safe = np.where(tops > 0, tops, 1.0)
        lost = (cases > 0) & (tops > 0).all(axis=1)
        with np.errstate(divide="ignore"):
            logs = np.where(lost, np.log2(np.where(lost, cases, 1.0)) + np.log2(safe).sum(axis=1), -np.inf)
        peak = float(logs.max())
        if peak == -np.inf:
            return replace(self, cases=np.zeros(len(cases)), matrix=matrix)
        made = np.where(lost, np.maximum(np.exp2(logs - peak), _SMALLEST), 0.0)
        return replace(self, cases=made, matrix=matrix / safe[:, :, None], scale=self.scale + peak)

    @cached_property
    def able(self) -> NDArray[np.bool_]:
        """Which codes are possible: by Hall's theorem, whether the columns can have four different words."""
        found = self.cases > 0
        if self.matrix.shape[2]:
            there = self.matrix > 0
            for some in _SUBSETS:
                found &= there[:, some].any(axis=1).sum(axis=1) >= len(some)
        return found

    @cached_property
    def totals(self) -> Floats:
        """The weight of every code."""
        found = np.where(self.able, self.cases, 0.0)
        if self.matrix.shape[2] and self.able.any():
            found[self.able] *= np.maximum(distinct_sums(self.matrix[self.able]), _SMALLEST)
        return found

    @cached_property
    def chances(self) -> Floats:
        """The chance of every word in every column for each code, shape as `matrix`."""
        return different_chances(self.matrix) if self.matrix.shape[2] else self.matrix

    def count(self) -> int:
        """How many codes with keywords are possible."""
        if not self.matrix.shape[2]:
            return int(self.able.sum())
        return ways(self.matrix[self.able] > 0)

    def array(self, variable: Variable) -> Floats:
        """The chance of each value of a variable, by domain position; zeros where nothing is left."""
        found = np.zeros(len(variable.domain))
        whole = self.totals.sum()
        for case in np.flatnonzero(self.able).tolist():
            share, values = self.totals[case] / whole, self.values(variable, case)
            if isinstance(values, int):
                found[values] += share
            else:
                found += share * self.chances[case, values[0], values[1]]
        return found

    def entropy(self) -> float:
        """In bits: the logarithm of the whole weight less the mean of that of a world. Something must be left."""
        whole = self.totals.sum()
        share = self.totals[self.able] / whole
        chances, matrix = self.chances[self.able], self.matrix[self.able]
        logs = np.log2(np.where(matrix > 0, matrix, 1.0))
        mean = np.log2(self.cases[self.able]) + (chances * logs).sum(axis=(1, 2))
        return float(np.log2(whole) - (share * mean).sum())

    def draw(self, random: np.random.Generator) -> dict[Variable, int]:
        """A world by weight, as domain positions."""
        case = int(random.choice(len(self.codes), p=self.totals / self.totals.sum()))
        matrix, words = self.matrix[case : case + 1].copy(), [0] * 4
        for column in range(4 if matrix.shape[2] else 0):
            here = different_chances(matrix)[0, column]
            words[column] = int(random.choice(len(here), p=here / here.sum()))
            matrix[0, column] = 0.0
            matrix[0, column, words[column]] = 1.0
        found = {}
        for variable in self.places:
            values = self.values(variable, case)
            found[variable] = (
                values if isinstance(values, int) else int(np.flatnonzero(values[1] == words[values[0]])[0])
            )
        return found


class CodeWorlds(Worlds):
    """Independent teams (`TeamPart`), each with its code and keywords. Immutable; see the module docstring.

    Facts about several variables are split into facts about single ones; where those are too many, and to learn such a
    fact when too many worlds are left, `TooLarge` is raised.
    """

    def __init__(self, variables: Sequence[Variable], parts: Sequence[TeamPart]) -> None:
        super().__init__(variables)
        self._parts = tuple(parts)
        self._where = {variable: n for n, part in enumerate(parts) for variable in part.places}

    @override
    def count(self) -> int:
        return prod(part.count() for part in self._parts)

    @override
    def log2_weight(self) -> float:
        totals = [float(part.totals.sum()) for part in self._parts]
        if not all(total > 0 for total in totals):
            return -np.inf
        return float(sum(np.log2(totals))) + sum(part.scale for part in self._parts)

    @property
    @override
    def uniform(self) -> bool:
        return False

    @cached_property
    def _arrays(self) -> tuple[Floats, ...]:
        if self.log2_weight() == -np.inf:
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
        mask = fact.support(fact.scope[0]) if len(fact.scope) == 1 else None
        if mask is None:
            return self._table().weigh_fact(fact, ratio)
        only = fact.scope[0]
        return self.weigh(only, [ratio if mask >> i & 1 else 1.0 for i in range(len(only.domain))])

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
            any(each.log2_weight() > -np.inf for each in self._split(constraint, wanted=wanted))
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
        if self.log2_weight() == -np.inf:
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
                if made.log2_weight() > -np.inf:
                    yield from below(made, number + 1, (*row, at))

        return below(self, 0, ()) if self.log2_weight() > -np.inf else iter(())

    def _table(self, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        count = self.count()
        if count > 20 * _MOST_PARTS or count * len(self.variables) * 8 > max_bytes:
            raise TooLarge(f"{count:,} worlds of codes and keywords are too many to list")
        found, weights = [], []
        whole = self.log2_weight()
        for row in self.rows():
            made = self
            for variable, at in zip(self.variables, row, strict=True):
                made = made._masked(variable, 1 << at)
            found.append(row)
            weights.append(2.0 ** (made.log2_weight() - whole))
        columns = np.array(found, dtype=np.int64).reshape(len(found), len(self.variables)).T
        return Table.gathered(self.variables, columns, np.array(weights))

    @override
    def unweighted(self) -> Worlds:
        parts = [
            replace(
                part,
                cases=(part.cases > 0).astype(float),
                matrix=(part.matrix > 0).astype(float),
                scale=0.0,
            )
            for part in self._parts
        ]
        return CodeWorlds(self.variables, parts)

    @override
    def project(self, variables: Sequence[Variable], *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        return self._table(max_bytes).project(variables, max_bytes=max_bytes)

    @override
    def entropy(self) -> float:
        if self.log2_weight() == -np.inf:
            return 0.0
        return max(0.0, float(sum(part.entropy() for part in self._parts)))

    @override
    def relabel(self, names: Mapping[Variable, Variable]) -> Worlds:
        parts = [
            replace(part, places={names.get(v, v): place for v, place in part.places.items()})
            for part in self._parts
        ]
        return CodeWorlds([names.get(v, v) for v in self.variables], parts)

    @override
    def to_table(self, *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        return self._table(max_bytes)

    @override
    def to_diagram(self) -> Diagram:
        return self._table().to_diagram()

    @property
    @override
    def nbytes(self) -> int:
        return sum(part.matrix.nbytes + part.cases.nbytes for part in self._parts)

"""Which constraints say how often values are taken in a group of variables; which values a constraint tells apart."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce.language.constraints import AllDifferent, Constraint, Count
from deduce.language.facts import And, Or
from deduce.language.reified import Holds, Phrase
from deduce.language.variables import Variable
from deduce.worlds.scans import Ranges

__all__ = ["Cardinalities", "gathered", "labels"]

Ints = NDArray[np.int64]

_MOST_TABLED = 1 << 16
"""A constraint of at most so many combinations is asked which values it tells apart."""


@dataclass(frozen=True, eq=False)
class Cardinalities:
    """Variables, the values they take between them, and how often each value is taken."""

    scope: tuple[Variable, ...]
    values: tuple[Hashable, ...]
    ranges: Ranges

    @classmethod
    def of(cls, scope: Sequence[Variable]) -> Cardinalities:
        """Every value as often as may be."""
        values = tuple(dict.fromkeys(value for v in scope for value in v.domain))
        return cls(tuple(scope), values, ((0, len(scope)),) * len(values))

    def index(self, variable: Variable) -> list[int]:
        """The number among `values` of each value of a variable."""
        number = {value: i for i, value in enumerate(self.values)}
        return [number[value] for value in variable.domain]

    def entered(self, constraint: Constraint) -> Cardinalities | None:
        """With what one more constraint says; None where it is of another kind, or about other variables."""
        if isinstance(constraint, AllDifferent) and set(constraint.scope) == set(self.scope):
            bounds: Mapping[Hashable, tuple[int, int]] = dict.fromkeys(self.values, (0, 1))
        elif (
            isinstance(constraint, Count)
            and len(constraint.values) == 1
            and set(constraint.scope) == set(self.scope)
        ):
            bounds = {constraint.values[0]: (constraint.low, constraint.high)}
        else:
            return None
        free = (0, len(self.scope))
        ranges = [
            (max(low, bounds.get(value, free)[0]), min(high, bounds.get(value, free)[1]))
            for value, (low, high) in zip(self.values, self.ranges, strict=True)
        ]
        return replace(self, ranges=tuple(ranges))

    def implies(self, constraint: Constraint) -> bool:
        """Whether a constraint says no more than that some of these variables differ, which do so anyway."""
        if not isinstance(constraint, AllDifferent) or not set(constraint.scope) <= set(self.scope):
            return False
        return all(high <= 1 for _, high in self.ranges)

    def constraints(self) -> list[Constraint]:
        """The same as constraints."""
        n = len(self.scope)
        found: list[Constraint] = []
        if all(high <= 1 for _, high in self.ranges):
            found.append(AllDifferent(self.scope))
        for value, (low, high) in zip(self.values, self.ranges, strict=True):
            if low or high < (1 if found and isinstance(found[0], AllDifferent) else n):
                found.append(Or() if low > high else Count(self.scope, [value], low, high))
        return found

    def over(self, names: Mapping[Variable, Variable]) -> Cardinalities:
        """The same of other variables."""
        return replace(self, scope=tuple(names.get(v, v) for v in self.scope))


def gathered(parts: Iterable[Constraint]) -> tuple[list[Cardinalities], list[Constraint]]:
    """The groups that share no variable, the largest first, and all constraints that say something else."""
    parts = list(parts)
    scopes: dict[frozenset[Variable], tuple[Variable, ...]] = {}
    for part in parts:
        if len(part.scope) > 1 and Cardinalities.of(part.scope).entered(part) is not None:
            scopes.setdefault(frozenset(part.scope), part.scope)
    groups: list[Cardinalities] = []
    taken: set[Variable] = set()
    for scope in sorted(scopes.values(), key=len, reverse=True):
        if taken.isdisjoint(scope):
            taken.update(scope)
            groups.append(Cardinalities.of(scope))
    rest = []
    for part in parts:
        for i, group in enumerate(groups):
            if (grown := group.entered(part)) is not None:
                groups[i] = grown
                break
        else:
            rest.append(part)
    return groups, [part for part in rest if not any(group.implies(part) for group in groups)]


def labels(constraint: Constraint, variable: Variable) -> Ints:
    """A number for each value of `variable`; values of one number are the same to the constraint.

    Two numbers for values that are the same all the same only cost time.
    """
    size = len(variable.domain)
    if variable not in constraint.scope:
        return np.zeros(size, dtype=np.int64)
    if isinstance(constraint, Phrase):
        return labels(constraint.meaning, variable)
    if isinstance(constraint, Holds):
        return labels(constraint.constraint, variable)
    if isinstance(constraint, Count):
        return np.array([value in constraint.values for value in variable.domain], dtype=np.int64)
    if prod(len(v.domain) for v in constraint.scope) <= _MOST_TABLED:
        others = [v for v in constraint.scope if v is not variable]
        order = [variable, *others]
        sizes = [len(v.domain) for v in order]
        columns = dict(zip(order, np.indices(sizes).reshape(len(sizes), -1), strict=True))
        true = np.broadcast_to(constraint.check(columns), (prod(sizes),)).reshape(size, -1)
        return _numbered(true)
    if isinstance(constraint, (And, Or)):
        return reduce(refined, (labels(part, variable) for part in constraint.operands))
    return np.arange(size)


def refined(first: Ints, second: Ints) -> Ints:
    """Numbers that tell apart what either tells apart."""
    return _numbered(np.stack([first, second], axis=1))


def _numbered(rows: NDArray[Any]) -> Ints:
    """The same number for equal rows."""
    found: Ints = np.unique(rows, axis=0, return_inverse=True)[1].reshape(-1)
    return found

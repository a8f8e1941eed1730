"""Which constraints say how often values are taken in a group of variables."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb
from typing import TYPE_CHECKING

from deduce.language.constraints import AllDifferent, Constraint, Count
from deduce.language.facts import Or
from deduce.language.variables import Variable

if TYPE_CHECKING:
    from deduce.worlds.scans import Ranges

MOST_STATES = 4096
"""A group whose passes go through more sets of values than this is left to the diagram."""


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
        if set(constraint.scope) != set(self.scope):
            return None
        if constraint.apart:
            bounds: Mapping[Hashable, tuple[int, int]] = dict.fromkeys(self.values, (0, 1))
        elif (count := constraint.counted()) is not None and len(count.values) == 1:
            bounds = {count.values[0]: (count.low, count.high)}
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
        if not constraint.apart or not set(constraint.scope) <= set(self.scope):
            return False
        return all(high <= 1 for _, high in self.ranges)

    def constraints(self) -> list[Constraint]:
        """The same as constraints."""
        n = len(self.scope)
        apart = all(high <= 1 for _, high in self.ranges)
        found: list[Constraint] = [AllDifferent(self.scope)] if apart else []
        for value, (low, high) in zip(self.values, self.ranges, strict=True):
            if low or high < (1 if apart else n):
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


def states(places: int, values: int) -> int:
    """How many sets of values one pass over a group that all differ goes through."""
    return sum(comb(values, used) for used in range(min(places, values) + 1))


def apart_of(
    variables: Sequence[Variable], constraints: Iterable[Constraint]
) -> tuple[list[tuple[Variable, ...]], list[Constraint]] | None:
    """The groups that all differ, variables alone among them, and conditions on single ones; None if there is more.

    No two groups may share a variable, at least one must have three, and none too many values for its passes.
    """
    grouped: list[tuple[Variable, ...]] = []
    single: list[Constraint] = []
    for constraint in constraints:
        for part in constraint.parts():
            if len(part.scope) == 1 and part.support(part.scope[0]) is not None:
                single.append(part)
            elif part.apart:
                grouped.append(part.scope)
            else:
                return None
    taken = [variable for scope in grouped for variable in scope]
    if len(set(taken)) != len(taken) or not any(len(scope) > 2 for scope in grouped):
        return None
    place = {variable: i for i, variable in enumerate(variables)}
    scopes = sorted(
        [*grouped, *((v,) for v in variables if v not in set(taken))], key=lambda s: place[s[0]]
    )
    wide = (states(len(scope), len({value for v in scope for value in v.domain})) for scope in scopes)
    return None if any(each > MOST_STATES for each in wide) else (scopes, single)

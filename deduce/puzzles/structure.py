"""Rules and clues in one form, however they were cut: what excludes what, and how many of a set must be true.

A literal is a variable with one of its values, and a set of literals is the bits of one whole number. Every condition
says which pairs of literals exclude each other; those of all statements together make one graph. "Stars do not touch" as
one statement, as pairs, as a condition a cell or a 2x2 block gives the same graph, and so everything worked out
from it is the same. Counts become needs: between so many and so many of a set are true. A set of variables in which
every value excludes itself, with no more values than variables, must have every value once: that is told from the
graph too. What is left (sums, graphs, wide tables) is kept as rules of its own.

One file because it is one table that is filled and read by the same keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from deduce.evidence import Statement
from deduce.ground.deadline import tick
from deduce.language.constraints import Constraint, Count
from deduce.language.variables import Variable
from deduce.puzzles.combinations import Combinations

Rows = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
"""Rows of a table, each a column: positions in the domains."""

Bools = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]

_TABLED = 4_000
"""A condition with at most so many combinations of values is tabulated."""

_CLIQUES = 60
"""So many steps a literal are taken at most to find the sets that exclude each other pairwise."""


def bits_of(mask: int) -> Iterator[int]:
    """The places of the ones."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@dataclass(frozen=True, slots=True)
class Demand:
    """Between `low` and `high` literals of `mask` are true; `sources` are the statements that say so."""

    mask: int
    low: int
    high: int
    sources: frozenset[int]


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition that is more than pairs and needs: its statement, and its rows where they are few."""

    source: int
    content: Constraint
    rows: Rows | None


class Structure:
    """The form described above.

    Attributes:
        variables: The variables; variable i has the literals from ``start[i]`` on.
        full: All literals.
        alive: Those that no condition on their variable alone rules out.
        excludes: For each literal those that cannot be true with it.
        needs: Sets of which so many must be true: a variable's own values first.
        cliques: Largest sets of literals that exclude each other pairwise.
        rules: What is left.
        canonical: Whether all this is the same however the rules are cut; False where there were too many cliques.
    """

    def __init__(self, variables: Sequence[Variable], statements: Sequence[Statement]) -> None:
        self.variables = tuple(variables)
        self.start: list[int] = []
        total = 0
        for variable in self.variables:
            self.start.append(total)
            total += len(variable.domain)
        self.size, self.full = total, (1 << total) - 1
        self.place = {v: i for i, v in enumerate(self.variables)}
        self.owner = [i for i, v in enumerate(self.variables) for _ in v.domain]
        self.own = [self.mask_of(v, v.full_mask) for v in self.variables]
        self.excludes = [self.own[self.owner[x]] & ~(1 << x) for x in range(total)]
        self.said: list[list[tuple[int, frozenset[int]]]] = [[] for _ in range(total)]
        self.alive = self.full
        self.units: dict[int, set[int]] = {}
        self.rules: list[Rule] = []
        self._counts: dict[int, tuple[int, int, set[int]]] = {}
        self._declared: list[tuple[int, int]] = []
        for number, statement in enumerate(statements):
            if isinstance(statement.content, Constraint):
                parts = list(_split(statement.content))
                apart = [part for part in parts if part.apart]
                for part in parts:
                    tick()
                    self._read(number, part, [] if part.apart else apart)
        self._all_but_one()
        self._close()
        self._complements()
        self.canonical = True
        self.cliques = self._cliques()
        self.needs = self._needs()
        self.at: list[list[int]] = [[] for _ in range(total)]
        for n, need in enumerate(self.needs):
            for x in bits_of(need.mask):
                self.at[x].append(n)
        self.covers = [(c, 1) for c in self.cliques]
        self.covers += [(n.mask, n.high) for n in self.needs if 1 < n.high < n.mask.bit_count()]
        self.covered_by: list[list[int]] = [[] for _ in range(total)]
        for n, (mask, _) in enumerate(self.covers):
            for x in bits_of(mask):
                self.covered_by[x].append(n)

    def mask_of(self, variable: Variable, mask: int) -> int:
        """The literals of some values of a variable."""
        return mask << self.start[self.place[variable]]

    def values_of(self, i: int, mask: int) -> int:
        """The bit set of variable i's values among the literals of `mask`."""
        return (mask & self.own[i]) >> self.start[i]

    # Reading conditions.

    def _read(self, number: int, part: Constraint, apart: Sequence[Constraint]) -> None:
        """A part of a statement; a table of it says as well that those `apart` in the same statement differ."""
        scope = part.scope
        if len(scope) <= 1:
            for v in scope:
                support = part.support(v)
                if support is None:  # a sum, say, of one summand
                    self._tabled(number, part)
                elif support != v.full_mask:
                    self._unit(number, self.mask_of(v, v.full_mask & ~support))
        elif part.apart:
            self._all_different(number, scope)
        elif (count := part.counted()) is not None:
            self._count(number, count)
        elif len(scope) > 2 and (clause := part.clause()) is not None:
            mask = 0
            for each in clause:
                mask |= self.mask_of(each.variable, each.mask)
            self._bound(number, mask, 1, len(scope))
        elif prod(len(v.domain) for v in scope) <= _TABLED:
            here = set(scope)
            self._tabled(number, part, [each for each in apart if here.issuperset(each.scope)])
        else:
            self.rules.append(Rule(number, part, None))

    def _unit(self, number: int, dead: int) -> None:
        self.alive &= ~dead
        for x in bits_of(dead):
            self.units.setdefault(x, set()).add(number)

    def _exclude(self, number: int | frozenset[int], x: int, others: int) -> None:
        """Literal `x` cannot be true with those of `others`; says so of one direction."""
        new = others & ~self.excludes[x]
        if new:
            self.excludes[x] |= new
            self.said[x].append((new, frozenset([number]) if isinstance(number, int) else number))

    def _all_different(self, number: int, scope: Sequence[Variable]) -> None:
        alike: dict[object, int] = {}
        for v in scope:
            for i, value in enumerate(v.domain):
                alike[value] = alike.get(value, 0) | self.mask_of(v, 1 << i)
        for mask in alike.values():
            self._at_most_one(number, mask)

    def _at_most_one(self, number: int, mask: int) -> None:
        self._declared.append((mask, number))
        for x in bits_of(mask):
            self._exclude(number, x, mask & ~self.own[self.owner[x]])

    def _count(self, number: int, part: Count) -> None:
        wanted, mask = set(part.values), 0
        for v in part.scope:
            hits = sum(1 << i for i, value in enumerate(v.domain) if value in wanted)
            mask |= self.mask_of(v, hits)
        if part.high == 1:
            self._at_most_one(number, mask)
        self._bound(number, mask, part.low, part.high)

    def _bound(self, number: int | frozenset[int], mask: int, low: int, high: int) -> None:
        before = self._counts.get(mask)
        mine = {number} if isinstance(number, int) else set(number)
        if before is None:
            self._counts[mask] = (low, high, mine)
        else:
            more = mine if low > before[0] or high < before[1] else set()
            self._counts[mask] = (max(low, before[0]), min(high, before[1]), before[2] | more)

    def _tabled(self, number: int, part: Constraint, others: Sequence[Constraint] = ()) -> None:
        """A small condition as pairs; kept as a rule with its rows when it says more than they do."""
        scope = part.scope
        grid = np.indices([len(v.domain) for v in scope]).reshape(len(scope), -1)
        columns = {v: grid[i] for i, v in enumerate(scope)}
        good = np.broadcast_to(part.check(columns), grid.shape[1:])
        for other in others:
            good = good & other.check(columns)
        rows = grid[:, good]
        implied = np.ones(grid.shape[1], dtype=np.bool_)
        for i, v in enumerate(scope):
            seen = np.zeros(len(v.domain), dtype=np.bool_)
            seen[rows[i]] = True
            implied &= seen[grid[i]]
            dead = sum(1 << x for x in np.flatnonzero(~seen).tolist())
            if dead:
                self._unit(number, self.mask_of(v, dead))
        for i, v in enumerate(scope):
            for j in range(i):
                w = scope[j]
                together = np.zeros((len(v.domain), len(w.domain)), dtype=np.bool_)
                together[rows[i], rows[j]] = True
                implied &= together[grid[i], grid[j]]
                for a, b in np.argwhere(~together).tolist():
                    x, y = self.start[self.place[v]] + a, self.start[self.place[w]] + b
                    self._exclude(number, x, 1 << y)
                    self._exclude(number, y, 1 << x)
        if (implied & ~good).any() and not self._counted(number, part.scope, grid, implied, good):
            self.rules.append(Rule(number, part, rows))

    def _counted(
        self, number: int, scope: Sequence[Variable], grid: Rows, implied: Bools, good: Bools
    ) -> bool:
        """Whether what pairs do not say is that one of some literals is true, or a number of those of two values."""
        bad = grid[:, implied & ~good]
        boxes = [np.unique(values) for values in bad]
        if prod(map(len, boxes)) == np.unique(bad, axis=1).shape[1]:
            clause = 0
            for v, box in zip(scope, boxes, strict=True):
                clause |= self.mask_of(v, v.full_mask & ~sum(1 << x for x in box.tolist()))
            self._bound(number, clause, 1, len(scope))
            return True
        if any(len(v.domain) != 2 for v in scope):
            return False
        numbers = grid.sum(axis=0)
        allowed = set(numbers[good].tolist())
        low, high = min(allowed, default=1), max(allowed, default=0)
        if (good != np.isin(numbers, range(low, high + 1))).any():
            return False
        ones = 0
        for v in scope:
            ones |= self.mask_of(v, 2)
        self._bound(number, ones, low, high)
        return True

    def _all_but_one(self) -> None:
        """All but one of some literals of as many variables: any two of the opposites exclude each other."""
        for mask, (low, _, sources) in list(self._counts.items()):
            owners = [self.owner[x] for x in bits_of(mask)]
            if low == len(set(owners)) - 1 >= 1:
                others = 0
                for i in set(owners):
                    others |= self.own[i] & ~mask
                for x in bits_of(others):
                    self._exclude(frozenset(sources), x, others & ~self.own[self.owner[x]])

    def _close(self) -> None:
        """Pairs that no row of a rule has, once other conditions exclude some rows; until there is nothing new."""
        tabled = [(rule, rule.rows) for rule in self.rules if rule.rows is not None]
        new = True
        while new:
            new = False
            for rule, rows in tabled:
                tick()
                found = Combinations(rule.content, self).kept(rows)
                sources = frozenset({rule.source, *found.sources})
                for x, y in found.apart():
                    new = new or not self.excludes[x] >> y & 1
                    self._exclude(sources, x, 1 << y)
                    self._exclude(sources, y, 1 << x)

    def _complements(self) -> None:
        """Two opposites of two-valued variables that exclude each other: one of the two literals is true."""
        for x in range(self.size):
            i = self.owner[x]
            if self.own[i].bit_count() != 2:
                continue
            for y in bits_of(self.excludes[x] >> (x + 1) << (x + 1)):
                j = self.owner[y]
                if i != j and self.own[j].bit_count() == 2:
                    opposite = self.own[i] & ~(1 << x) | self.own[j] & ~(1 << y)
                    self._bound(frozenset(self.why(x, 1 << y)), opposite, 1, 2)

    # What follows from the graph alone.

    def _cliques(self) -> list[int]:
        """The largest sets of pairwise exclusive literals (Bron and Kerbosch, with pivots)."""
        found: list[int] = []
        budget = _CLIQUES * self.size
        alike = self._values_alike()
        among = self.full if alike is None else alike

        def grow(chosen: int, open_: int, done: int) -> bool:
            nonlocal budget
            budget -= 1
            if budget < 0:
                return False
            if not open_:
                if not done and chosen.bit_count() > 1:
                    found.append(chosen)
                return True
            apart = self._fewest_apart(open_, done)
            for x in bits_of(apart):
                beside = self.excludes[x]
                if not grow(chosen | 1 << x, open_ & beside, done & beside):
                    return False
                open_ &= ~(1 << x)
                done |= 1 << x
            return True

        open_, done = among, 0
        for x in bits_of(among):
            tick()
            beside = self.excludes[x] & among
            if not grow(1 << x, open_ & beside, done & beside):
                self.canonical = False
                return sorted({*self.own, *(mask for mask, _ in self._declared)})
            open_ &= ~(1 << x)
            done |= 1 << x
        if alike is not None:
            # A set of several values is of one variable, for else two of its literals would not exclude each other.
            n = self.own[0].bit_count()
            found = [mask << value for mask in found for value in range(n)] + (self.own if n > 1 else [])
        return sorted(found)

    def _values_alike(self) -> int | None:
        """The literals of the first value, where every value excludes itself between the same variables, and no other."""
        n = self.own[0].bit_count() if self.own else 0
        if not n or any(own.bit_count() != n for own in self.own):
            return None
        first = sum(1 << x for x in self.start)
        for i, x in enumerate(self.start):
            others = self.excludes[x] & ~self.own[i]
            if others & ~first:
                return None
            if any(self.excludes[x + value] & ~self.own[i] != others << value for value in range(1, n)):
                return None
        return first

    def _fewest_apart(self, open_: int, done: int) -> int:
        """The open literals that one of them does not exclude, as few as can be; none where all exclude one of `done`."""
        for x in bits_of(open_):
            done &= self.excludes[x]
            if not done:
                break
        if done:
            return 0
        best, fewest = open_, open_.bit_count() + 1
        for x in bits_of(open_):
            apart = open_ & ~self.excludes[x]
            if (count := apart.bit_count()) < fewest:
                best, fewest = apart, count
                if count == 1:
                    break
        return best

    def _needs(self) -> list[Demand]:
        nobody: frozenset[int] = frozenset()
        needs = [Demand(mask, 1, 1, nobody) for mask in self.own]
        known = set(self.own)
        for mask, (low, high, sources) in self._counts.items():
            if mask not in known:
                known.add(mask)
                needs.append(Demand(mask, low, high, frozenset(sources)))
        # As many variables as values, every value excluding itself: every value once.
        alike: dict[frozenset[int], list[int]] = {}
        for clique in self.cliques:
            members = frozenset(self.owner[x] for x in bits_of(clique))
            if len(members) == clique.bit_count() > 1:
                alike.setdefault(members, []).append(clique)
        for members, masks in alike.items():
            whole = 0
            for i in members:
                whole |= self.own[i]
            union = 0
            for mask in masks:
                union |= mask
            if len(masks) == len(members) and union == whole:
                because = self.sources_of(masks)
                for mask in masks:
                    if mask not in known:
                        needs.append(Demand(mask, 1, 1, because))
        return needs

    def sources_of(self, cliques: Iterable[int]) -> frozenset[int]:
        """The statements that make these sets exclusive."""
        found: set[int] = set()
        for mask in cliques:
            for x in bits_of(mask):
                found.update(self.why(x, mask))
        return frozenset(found)

    def why(self, x: int, others: int) -> Iterator[int]:
        """The statements that exclude `others` from being true with literal `x`."""
        for mask, numbers in self.said[x]:
            if mask & others:
                yield from numbers

    def known(self, given: Mapping[Variable, int]) -> int:
        """Candidates (a bit set a variable) as literals."""
        mask = self.full
        for v, values in given.items():
            mask &= ~self.mask_of(v, v.full_mask & ~values)
        return mask


def _split(constraint: Constraint) -> Iterator[Constraint]:
    """The conditions of which a constraint is the conjunction, as small as they get."""
    parts = constraint.parts()
    if len(parts) == 1 and parts[0] is constraint:
        yield constraint
    else:
        for part in parts:
            yield from _split(part)

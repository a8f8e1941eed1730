"""Worlds as deals: variables that share out values, each value taken so often, and few others that couple them.

The form for hands from a deck, from either side: "which card is in slot 3" (all different, or so many copies of each)
and "where is card 17" (so many at each place), with whatever is known of single cards, and conditions that tie a card to
a few variables of another kind: a code that nobody has seen, a role, a die. What ties variables together is gone through
case by case (`deduce.worlds.cases`); in each case the rest is about single variables, and its ways are counted by
placements (`deduce.worlds.placements`), which treat as one what nothing tells apart. Neither the hands nor a diagram of
them are ever laid out: 13 of 52 cards are 4e21 hands.

The form is symbolic: a log of conditions makes a longer list of conditions, and the scans are made when something is
asked. It is exact; where cases or scans would be too many it says so (`TooLarge`), and the caller tries a diagram.

One file because it is one form of worlds, a method a question.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from math import log2
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from deduce.ground.compat import cached_property, override
from deduce.ground.errors import ProblemError, TooLarge
from deduce.ground.wording import many
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact, Within
from deduce.language.variables import Variable
from deduce.worlds.base import DEFAULT_MAX_BYTES, Floats, V, Worlds, generator, ratios_of, reweighed
from deduce.worlds.cardinalities import Cardinalities, gathered
from deduce.worlds.cases import Cases, Making, cut_of
from deduce.worlds.diagram import Diagram
from deduce.worlds.table import Table

if TYPE_CHECKING:
    from deduce.worlds.shares import Shares

Ints = NDArray[np.int64]

MOST_WORK = 1e9
"""More multiplications than these in one scan of all cases are left to others."""

WIDEST = 500.0
"""Beyond so many bits between the largest and the smallest ratios, the diagram takes over: it scales."""

_LEAST = 1e-300
"""What is possible weighs at least so much of the heaviest case."""


@dataclass(frozen=True, eq=False)
class Said:
    """All that is known: groups, allowed values and ratios by variable, joint conditions and ratios, and a scale.

    `listed` are variables whose values are told apart in the cases, whatever the conditions say.
    """

    groups: tuple[Cardinalities, ...]
    masks: Mapping[Variable, int]
    ratios: Mapping[Variable, Floats]
    joint: tuple[Constraint, ...] = ()
    soft: tuple[tuple[Fact, float], ...] = ()
    scale: float = 0.0
    listed: tuple[Variable, ...] = ()

    def masked(self, variable: Variable, mask: int) -> Said:
        """With fewer values of a variable."""
        return replace(self, masks={**self.masks, variable: self.masks[variable] & mask})

    def stated(self, part: Constraint) -> Said:
        """With one more condition that has no simpler parts."""
        if not part.scope:
            return self if part.holds(()) else reduce(lambda said, v: said.masked(v, 0), self.masks, self)
        mask = part.support(part.scope[0]) if len(part.scope) == 1 else None
        if mask is not None:
            return self.masked(part.scope[0], mask)
        if any(group.implies(part) for group in self.groups):
            return self
        for i, group in enumerate(self.groups):
            if (grown := group.entered(part)) is not None:
                return replace(self, groups=(*self.groups[:i], grown, *self.groups[i + 1 :]))
        return replace(self, joint=(*self.joint, part))

    def constraints(self) -> list[Constraint]:
        """All conditions, without the ratios."""
        inside = [Within(v, mask) for v, mask in self.masks.items() if mask != v.full_mask]
        return [*inside, *(c for group in self.groups for c in group.constraints()), *self.joint]

    def weigh(self, worlds: Worlds) -> Worlds:
        """Worlds of some of the variables with the ratios that concern them alone."""
        known = set(worlds.variables)
        for variable, ratios in self.ratios.items():
            if variable in known:
                worlds = worlds.weigh(variable, ratios)
        for fact, ratio in self.soft:
            if known.issuperset(fact.scope):
                worlds = worlds.weigh_fact(fact, ratio)
        return worlds


class Deal(Worlds):
    """A weighted set of worlds as groups of variables that share out values, and cases. Immutable.

    See the module docstring. Build one with `deduce.compile` or `deal_of`.
    """

    def __init__(
        self, variables: Sequence[Variable], said: Said, make: Making, *, max_bytes: int = DEFAULT_MAX_BYTES
    ) -> None:
        super().__init__(variables)
        self._said, self._make, self._max_bytes = said, make, max_bytes

    def _saying(self, said: Said, max_bytes: int | None = None) -> Deal:
        made = Deal.__new__(Deal)
        made.variables, made._rank, made._said, made._make = self.variables, self._rank, said, self._make
        made._max_bytes = self._max_bytes if max_bytes is None else max_bytes
        return made

    # What is gone through, and what is shared out.

    @cached_property
    def _split(self) -> tuple[list[Cardinalities], set[Variable], list[Constraint]]:
        """The groups of which not all is gone through, what of them is, and the joint conditions."""
        said = self._said
        groups, joint = list(said.groups), list(said.joint)
        tied = [*joint, *(fact for fact, _ in said.soft)]
        while True:
            grouped = {v for group in groups for v in group.scope}
            # A fact that weighs is decided by the cases: all of it is gone through.
            begun = {v for fact, _ in said.soft for v in fact.scope} | set(said.listed)
            cut = cut_of(tied, grouped, begun & grouped)
            whole = [group for group in groups if cut.issuperset(group.scope)]
            if not whole:
                return groups, cut, joint
            for group in whole:
                groups.remove(group)
                more = group.constraints()
                joint += more
                tied += more

    @property
    def case_bits(self) -> float:
        """The logarithm, to base 2, of how many cases there may be; known before they are made."""
        groups, cut, _ = self._split
        grouped = {v for group in groups for v in group.scope}
        return sum(math.log2(len(v.domain)) for v in self.variables if v in cut or v not in grouped)

    @cached_property
    def _cases(self) -> Cases:
        groups, cut, joint = self._split
        grouped = {v for group in groups for v in group.scope}
        said = self._said
        modes = [v for v in self.variables if v not in grouped]
        return Cases.of(
            modes,
            [v for v in self.variables if v in cut],
            joint,
            said.masks,
            self._weigh_modes,
            listed=[v for v in said.listed if v in set(self.variables)],
            soft=[fact for fact, _ in said.soft],
            make=self._make,
            max_bytes=self._max_bytes,
        )

    def _weigh_modes(self, worlds: Worlds) -> Worlds:
        """The ratios of modes, and of facts; those of single grouped variables are in their placements."""
        grouped = {v for group in self._split[0] for v in group.scope}
        alone = {v: ratios for v, ratios in self._said.ratios.items() if v not in grouped}
        return replace(self._said, ratios=alone).weigh(worlds)

    @cached_property
    def _shares(self) -> list[Shares]:
        from deduce.worlds.shares import Shares  # most deals ask for none

        said, cases = self._said, self._cases
        return [
            Shares.of(
                group, [cases.allowed(v, said.masks[v]) for v in group.scope], said.ratios, len(cases)
            )
            for group in self._split[0]
        ]

    @property
    def work(self) -> float:
        """About how many multiplications a scan of all cases takes."""
        return sum(shares.bunches.work for shares in self._shares)

    def prepared(self) -> Deal:
        """Itself, once it is known that its questions can be answered. Raises `TooLarge`."""
        work = self.work
        needed = self.nbytes + max((shares.bunches.scan_bytes for shares in self._shares), default=0)
        if work > MOST_WORK or needed > self._max_bytes:
            raise TooLarge(
                f"{len(self._cases):,} cases, {work:,.0f} multiplications a scan and {needed / 1e6:,.1f} MB are too "
                f"many for a deal (allowed: {MOST_WORK:,.0f} multiplications, {self._max_bytes / 1e6:,.1f} MB): fewer "
                "conditions that couple cards with each other, or raise max_bytes"
            )
        return self

    # Weights of the cases.

    @cached_property
    def _posterior(self) -> tuple[Floats, float]:
        """The chance of each case, and the logarithm of the whole weight."""
        cases = self._cases
        with np.errstate(divide="ignore"):
            logs = np.log2(cases.weights) + cases.scale + sum(shares.log2_totals for shares in self._shares)
        peak = float(logs.max(initial=-np.inf))
        if peak == -np.inf:
            return np.zeros(len(logs)), -np.inf
        weights = np.where(logs > -np.inf, np.maximum(np.exp2(logs - peak), _LEAST), 0.0)
        total = float(weights.sum())
        return weights / total, log2(total) + peak + self._said.scale

    @cached_property
    def _weighed_modes(self) -> Worlds:
        """The modes and what is cut, each world with the weight of all that the groups make of it."""
        cases = self._cases
        if not cases.linked:
            return cases.weighed
        with np.errstate(divide="ignore"):
            logs = sum((shares.log2_totals for shares in self._shares), np.zeros(len(cases)))
        peak = float(logs.max(initial=-np.inf))
        weights = np.where(logs > -np.inf, np.maximum(np.exp2(logs - peak), _LEAST), 0.0)
        others = [v for v in cases.modes.variables if v not in set(cases.linked)]
        tree = Table(cases.linked, cases.columns, weights, scale=peak).to_diagram()
        if others:
            known = set(cases.modes.variables)
            inside = [c for c in self._split[2] if known.issuperset(c.scope)]
            masks = [Within(v, self._said.masks[v]) for v in others]
            tree = tree.beside(Diagram.free(others)).restrict(*inside, *masks)
        return self._weigh_modes(tree)

    # Questions.

    @override
    def count(self) -> int:
        return self._count

    @cached_property
    def _count(self) -> int:
        each = list(self._cases.ways)
        for shares in self._shares:
            counts = shares.bunches.counts
            each = [number * counts[matrix] for number, matrix in zip(each, shares.matrix, strict=True)]
        return sum(each)

    @override
    def log2_weight(self) -> float:
        return self._posterior[1]

    @property
    @override
    def uniform(self) -> bool:
        return not self._said.ratios and not self._said.soft

    @cached_property
    def _arrays(self) -> tuple[Floats, ...]:
        chances, total = self._posterior
        if total == -np.inf:
            return tuple(np.zeros(len(v.domain)) for v in self.variables)
        found: dict[Variable, Floats] = {}
        for shares in self._shares:
            found.update(shares.marginals(chances))
        cases = self._cases
        for variable, column in zip(cases.linked, cases.columns, strict=True):
            if variable not in found:
                found[variable] = np.bincount(column, chances, len(variable.domain)).astype(
                    np.float64, copy=False
                )
        rest = [v for v in self.variables if v not in found]
        if rest:
            modes = self._weighed_modes
            every = modes.arrays()
            found.update((v, every[modes.place(v)]) for v in rest)
        return tuple(found[v] for v in self.variables)

    @override
    def arrays(self) -> tuple[Floats, ...]:
        """See `Worlds.arrays`. Two scans of every different case."""
        return self._arrays

    @override
    def possible(self, variable: Variable[V]) -> set[V]:
        # Without weights, so that no tiny one is taken for none.
        chances = self.unweighted().arrays()[self.place(variable)]
        return {value for value, p in zip(variable.domain, chances.tolist(), strict=True) if p > 0}

    @override
    def entropy(self) -> float:
        whole = self.log2_weight()
        if whole == -np.inf:
            return 0.0
        if self.uniform:
            return log2(self.count())
        mean = self._said.scale
        for variable, ratios in self._said.ratios.items():
            mean += float(self._arrays[self.place(variable)] @ np.log2(ratios))
        for fact, ratio in self._said.soft:
            mean += self.probability(fact) * log2(ratio)
        return max(0.0, whole - mean)

    # New sets from old.

    @override
    def restrict(self, *constraints: Constraint, max_bytes: int = DEFAULT_MAX_BYTES) -> Deal:
        """See `Worlds.restrict`. Raises `TooLarge` where what is stated couples too much."""
        said = self._said
        for constraint in constraints:
            for part in constraint.parts():
                for variable in part.scope:
                    self.place(variable)
                said = said.stated(part)
        return self._saying(said, max_bytes).prepared()

    @override
    def weigh(self, variable: Variable, ratios: Sequence[float] | Floats) -> Worlds:
        self.place(variable)
        said = self._said
        given = ratios_of(ratios, len(variable.domain))
        mask = sum(1 << int(i) for i in np.flatnonzero(given > 0))
        if mask != variable.full_mask:
            said = said.masked(variable, mask)
        if len(set(given[given > 0].tolist())) == 1:
            # All alike: the values stay as they are, everything weighs more.
            return self._saying(replace(said, scale=said.scale + log2(given.max())))
        if not mask:
            return self._saying(said)
        known = said.ratios.get(variable, np.ones(len(given)))
        both, shift = reweighed(known, np.where(given > 0, given, 1.0))
        every = {**said.ratios, variable: both}
        if sum(float(np.log2(each.max() / each.min())) for each in every.values()) > WIDEST:
            return self.to_diagram().weigh(variable, given)
        return self._saying(replace(said, ratios=every, scale=said.scale + shift)).prepared()

    @override
    def weigh_fact(self, fact: Fact, ratio: float) -> Worlds:
        ratios_of(ratio)
        if ratio == 0:
            return self.restrict(~fact)
        if not fact.scope:
            scale = self._said.scale + (log2(ratio) if fact.holds(()) else 0.0)
            return self._saying(replace(self._said, scale=scale))
        if len(fact.scope) == 1 and fact.support(fact.scope[0]) is not None:
            return super().weigh_fact(fact, ratio)
        for variable in fact.scope:
            self.place(variable)
        return self._saying(replace(self._said, soft=(*self._said.soft, (fact, ratio)))).prepared()

    @override
    def unweighted(self) -> Deal:
        if self.uniform and not self._said.scale:
            return self
        return self._unweighted

    @cached_property
    def _unweighted(self) -> Deal:
        return self._saying(replace(self._said, ratios={}, soft=(), scale=0.0))

    @override
    def relabel(self, names: Mapping[Variable, Variable]) -> Deal:
        said = self._said

        def new(variable: Variable) -> Variable:
            return names.get(variable, variable)

        renamed = Said(
            tuple(group.over(names) for group in said.groups),
            {new(v): mask for v, mask in said.masks.items()},
            {new(v): ratios for v, ratios in said.ratios.items()},
            tuple(constraint.over(names) for constraint in said.joint),
            tuple((fact.over(names), ratio) for fact, ratio in said.soft),
            said.scale,
            tuple(map(new, said.listed)),
        )
        return Deal([new(v) for v in self.variables], renamed, self._make, max_bytes=self._max_bytes)

    # Worlds one by one, and other forms.

    @override
    def sample_rows(self, n: int, rng: int | np.random.Generator | None = None) -> Ints:
        if self.log2_weight() == -np.inf:
            raise ProblemError("no world is left to draw from")
        random = generator(rng)
        found = np.empty((n, len(self.variables)), dtype=np.int64)
        cases = self._cases
        chosen = np.zeros(n, dtype=np.int64)
        if cases.modes.variables:
            modes = self._weighed_modes
            rows = modes.sample_rows(n, random)
            for place, variable in enumerate(modes.variables):
                found[:, self.place(variable)] = rows[:, place]
            number = {row: i for i, row in enumerate(map(tuple, cases.columns.T.tolist()))}
            linked = rows[:, [modes.place(v) for v in cases.linked]].tolist()
            chosen = np.array([number[tuple(row)] for row in linked], dtype=np.int64)
        for shares in self._shares:
            for variable, drawn in shares.draw(chosen, random):
                found[:, self.place(variable)] = drawn
        return found

    @override
    def rows(self) -> Iterator[tuple[int, ...]]:
        """See `Worlds.rows`. Those of the diagram; where that does not fit, depth first with a scan a step."""
        try:
            made = self.to_diagram()
        except TooLarge:
            return self.unweighted()._walk(0, ())
        order = [made.place(variable) for variable in self.variables]
        return (tuple(row[place] for place in order) for row in made.rows())

    def _walk(self, at: int, row: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if at == len(self.variables):
            yield row
            return
        for value in np.flatnonzero(self.arrays()[at]).tolist():
            yield from self._saying(self._said.masked(self.variables[at], 1 << value))._walk(
                at + 1, (*row, value)
            )

    @override
    def project(self, variables: Sequence[Variable], *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        """See `Worlds.project`. A case for every combination. Raises `TooLarge`."""
        for variable in variables:
            self.place(variable)
        told = self._saying(replace(self._said, listed=(*self._said.listed, *variables))).prepared()
        cases = told._cases
        chances, total = told._posterior
        at = {variable: place for place, variable in enumerate(cases.linked)}
        places = [at[variable] for variable in variables]
        alive = chances > 0
        columns = cases.columns[places][:, alive]
        return Table.gathered(variables, columns, chances[alive], scale=total if alive.any() else 0.0)

    @override
    def to_table(self, *, max_bytes: int = DEFAULT_MAX_BYTES) -> Table:
        count = self.count()
        if count * (len(self.variables) + 16) > max_bytes:
            raise TooLarge(
                f"a table of {many(count, 'world')} of {len(self.variables)} variables does not fit in "
                f"{max_bytes / 1e6:,.0f} MB; project on fewer, or raise max_bytes"
            )
        return self.to_diagram().to_table(max_bytes=max_bytes)

    @override
    def to_diagram(self) -> Diagram:
        """See `Worlds.to_diagram`. Raises `TooLarge` where the diagram does not fit."""
        return self._diagram

    @cached_property
    def _diagram(self) -> Diagram:
        made = self._said.weigh(self._make(self.variables, self._said.constraints())).to_diagram()
        return Diagram(
            made.variables, made.layers, made._weights, made._arcs, scale=made._scale + self._said.scale
        )

    @property
    @override
    def nbytes(self) -> int:
        return self._cases.columns.nbytes + sum(shares.bunches.weights.nbytes for shares in self._shares)

    def __repr__(self) -> str:
        return f"<Deal: {len(self.variables)} variables, {len(self._said.groups)} groups, {len(self._cases)} cases>"


def deal_of(
    variables: Sequence[Variable],
    constraints: Sequence[Constraint],
    make: Making,
    *,
    max_bytes: int = DEFAULT_MAX_BYTES,
) -> Deal | None:
    """The worlds that satisfy `constraints`, if some say how often values are taken; else None.

    `make` is `compile_diagram`. What is asked of the deal raises `TooLarge` where too much is coupled; `Deal.prepared`
    says so beforehand.
    """
    parts = [part for constraint in constraints for part in constraint.parts()]
    groups, rest = gathered(parts)
    if not groups:
        return None
    said = Said(tuple(groups), {v: v.full_mask for v in variables}, {})
    for part in rest:
        said = said.stated(part)
    return Deal(variables, said, make, max_bytes=max_bytes)

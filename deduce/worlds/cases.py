"""What is settled case by case, so that the rest is about single variables.

A condition on a card's place and a code that nobody has seen couples the two; once the code is known it is about the
card alone. So the few variables that couple others are gone through: the variables of no group (*modes*) as they stand,
and of grouped variables those that stand in a condition with others of their kind (the *cut*), these only by which
classes of values the conditions tell apart.

One file because it is one step: what is cut, the cases, and what they leave of every other variable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import TooLarge
from deduce.language.base import refined
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact, Within
from deduce.language.variables import Variable, among
from deduce.worlds.base import Floats, Worlds
from deduce.worlds.diagram import Diagram
from deduce.worlds.table import Table

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]

Making = Callable[..., Diagram]
"""``compile_diagram``, handed in: it stands above."""

MOST_CASES = 50_000
"""More cases than these are not gone through."""

MOST_CUT = 40
"""Nor more variables of groups than these, which mostly have more cases."""

_CASE_BYTES = 1 << 26
"""The most memory that finding the cases may take."""


def cut_of(
    joint: Iterable[Constraint], grouped: set[Variable], begun: Iterable[Variable] = ()
) -> set[Variable]:
    """Grouped variables to go through, beside those of `begun`, so that no constraint has two others of them.

    Greedy: next the one that stands in most constraints with others.
    """
    cut = set(begun)
    open_ = [{v for v in constraint.scope if v in grouped} - cut for constraint in joint]
    while crowded := [scope for scope in open_ if len(scope) > 1]:
        times = Counter(v for scope in crowded for v in sorted(scope, key=lambda each: each.name))
        chosen = min(times, key=lambda v: (-times[v], len(v.domain), v.name))
        cut.add(chosen)
        for scope in open_:
            scope.discard(chosen)
    return cut


@dataclass(frozen=True, eq=False)
class Cases:
    """The cases that are gone through.

    Attributes:
        linked: The variables that tell the cases apart; of those that are cut a value stands for its class.
        columns: Their domain positions, shape (linked, cases).
        weights: For each case the weight of all worlds of the modes that it has; times ``2 ** scale``.
        ways: How many worlds of the modes each case has.
        modes: The modes and what is cut, with all conditions between them.
        weighed: The same with their weights.
        classes: For each variable that is cut the number of the class of each value.
        linking: The conditions on one more variable each.
    """

    linked: tuple[Variable, ...]
    columns: Ints
    weights: Floats
    scale: float
    ways: list[int]
    modes: Diagram
    weighed: Worlds
    classes: Mapping[Variable, Ints]
    linking: Sequence[Constraint]

    @classmethod
    def of(
        cls,
        modes: Sequence[Variable],
        cut: Sequence[Variable],
        joint: Sequence[Constraint],
        masks: Mapping[Variable, int],
        weigh: Callable[[Worlds], Worlds],
        *,
        listed: Sequence[Variable],
        soft: Sequence[Fact],
        make: Making,
        max_bytes: int,
    ) -> Cases:
        """All cases; `weigh` multiplies in what is known of modes and cut besides. Raises `TooLarge`."""
        if len(cut) > MOST_CUT:
            raise TooLarge(f"{len(cut)} variables would have to be gone through case by case")
        known = {*modes, *cut}
        inside = [constraint for constraint in joint if set(constraint.scope) <= known]
        linking = [constraint for constraint in joint if not set(constraint.scope) <= known]
        classes: dict[Variable, Ints] = {}
        allowed: list[Constraint] = [Within(v, masks[v]) for v in modes]
        kept = set(listed)
        for v in cut:
            told = np.arange(len(v.domain)) if v in kept else np.zeros(len(v.domain), dtype=np.int64)
            for constraint in (*joint, *soft):
                told = refined(told, constraint.labels(v))
            classes[v] = told
            first: dict[int, int] = {}
            for position, label in enumerate(told.tolist()):
                if masks[v] >> position & 1:
                    first.setdefault(label, 1 << position)
            allowed.append(Within(v, sum(first.values())))
        both = [*modes, *cut]
        room = min(max_bytes, _CASE_BYTES)
        made = make(both, [*inside, *allowed], max_bytes=room) if both else Diagram.free(())
        asked = {v for constraint in linking for v in constraint.scope} | set(cut) | set(listed)
        linked = tuple(v for v in both if v in asked)
        weighed = weigh(made)
        plain = _projected(made, linked)
        heavy = plain if weighed is made else _projected(weighed, linked)
        return cls(
            linked=linked,
            columns=plain.columns.astype(np.int64),
            weights=heavy.weights,
            scale=heavy._scale,
            ways=_exact(made, plain),
            modes=made,
            weighed=weighed,
            classes=classes,
            linking=linking,
        )

    def __len__(self) -> int:
        return int(self.columns.shape[1])

    def allowed(self, variable: Variable, mask: int) -> Bools:
        """Which values a grouped variable may have in each case, shape (cases, domain); one row where all are alike."""
        size = len(variable.domain)
        found: Bools = np.array([[mask >> i & 1 for i in range(size)]], dtype=np.bool_)
        places = {v: i for i, v in enumerate(self.linked)}
        if variable in self.classes:
            told = self.classes[variable]
            alike: Bools = told[None] == told[self.columns[places[variable]]][:, None]
            return found & alike
        for constraint in self.linking:
            if not among(variable, constraint.scope):
                continue
            others = [v for v in constraint.scope if v is not variable]
            rows, number = np.unique(self.columns[[places[v] for v in others]], axis=1, return_inverse=True)
            columns = {v: np.repeat(row, size) for v, row in zip(others, rows, strict=True)}
            columns[variable] = np.tile(np.arange(size), rows.shape[1])
            true = np.broadcast_to(constraint.check(columns), (rows.shape[1] * size,)).reshape(-1, size)
            found = found & true[number.reshape(-1)]
        return found


def _projected(worlds: Worlds, linked: Sequence[Variable]) -> Table:
    if len(linked) < len(worlds.variables) or worlds.count() <= MOST_CASES:
        found = worlds.project(linked, max_bytes=_CASE_BYTES)
        if found.count() <= MOST_CASES:
            # In one order, however the worlds are laid out.
            return found.select(np.lexsort(found.columns)) if linked else found
    raise TooLarge(
        f"more than {MOST_CASES:,} cases of {', '.join(v.name for v in linked[:6])} to go through"
    )


def _exact(modes: Diagram, cases: Table) -> list[int]:
    """How many worlds of the modes each case has."""
    if not cases.variables:
        return [modes.count()] * cases.count()
    if cases.count() == modes.count():
        return [1] * cases.count()
    if modes.count() < 1 << 53 and not cases._scale:
        return [round(weight) for weight in cases.weights.tolist()]
    found = []
    for row in cases.rows():
        here = [Within(v, 1 << position) for v, position in zip(cases.variables, row, strict=True)]
        found.append(modes.restrict(*here).count())
    return found

"""Constraints of the shelf that are said to a solver in clauses of their own.

Each says itself to a solver in few clauses and in plain Python by `holds`; a diagram gets the rows that hold, where
there are few enough. One file because they are seven small classes of one kind.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from itertools import pairwise, product
from typing import Self

import numpy as np

from deduce.ground.compat import override
from deduce.ground.errors import TooLarge
from deduce.language.automata import Automaton, Bools, Ints, tabulate_rows
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact
from deduce.language.posting import Literal, Model
from deduce.language.variables import Variable

_MOST = 1 << 10
"""Up to this many combinations of values are tried for a diagram."""


class Stated(Constraint):
    """What they share: rows for diagrams and tables, by `holds`."""

    __slots__ = ()

    @override
    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        combinations = math.prod(len(v.domain) for v in order)
        if combinations > _MOST:
            raise TooLarge(
                f"a diagram would try {combinations:,} combinations for: {self.sentence()} (at most {_MOST:,})"
            )
        place = {v: i for i, v in enumerate(order)}
        places = [place[v] for v in self.scope]
        rows = [
            row
            for row in product(*(range(len(v.domain)) for v in order))
            if self.holds([order[i].domain[row[i]] for i in places])
        ]
        return [tabulate_rows(order, np.array(rows, dtype=np.int64).reshape(-1, len(order)))]

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        stacked = np.stack(np.broadcast_arrays(*(columns[v] for v in self.scope)), axis=-1)
        rows, number = np.unique(stacked.reshape(-1, len(self.scope)), axis=0, return_inverse=True)
        held = [
            self.holds([v.domain[i] for v, i in zip(self.scope, row, strict=True)]) for row in rows.tolist()
        ]
        found: Bools = np.array(held, dtype=np.bool_)[number.reshape(stacked.shape[:-1])]
        return found

    @abstractmethod
    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Self: ...


Places = tuple[tuple[tuple[tuple[int, int], ...], ...], tuple[int, int] | None, bool]
"""Facts as their parts, each a place in a scope and a bit set of values; the condition likewise, None if it is true.

Last whether what is seen of them one by one is all that a count of them implies.
"""


def _places(scope: Sequence[Variable], facts: Sequence[Fact], condition: Fact | None) -> Places | None:
    """Facts and their condition in that form; None where one is more than values of variables, all at once."""
    number = {v: i for i, v in enumerate(scope)}
    found = []
    for fact in facts:
        parts = fact.all_of()
        singles = [part.single() for part in ((fact,) if parts is None else parts)]
        if None in singles:
            return None
        found.append(tuple((number[one.variable], one.mask) for one in singles if one is not None))
    if condition is None or not condition.scope:
        true = condition is None or condition.true_in({})
        return (tuple(found), None, _whole(found, None)) if true else None
    if (asks := condition.single()) is None:
        return None
    asked = number[asks.variable], asks.mask
    return tuple(found), asked, _whole(found, asked)


def _counted(masks: Sequence[int], places: Places, low: int, high: int) -> tuple[Sequence[int], bool]:
    """What is left where between `low` and `high` facts are true if the condition is; see `Constraint.narrowed`."""
    facts, condition, whole = places
    left, asked = list(masks), list(masks)
    if condition is not None:
        at, when = condition
        asked[at] &= when
        if not asked[at]:
            return left, True
    many = high >= len(facts)
    open_ = []
    for fact in facts:  # a loop, for this is where most of the time of long trials goes
        for i, mask in fact:
            if not asked[i] & mask:
                break
        else:
            open_.append(fact)
            if many and len(open_) > low:
                return left, whole
    if low < len(open_) <= high:
        return left, whole  # enough may be true, and too many cannot
    unsure = [[(i, mask) for i, mask in fact if asked[i] & ~mask] for fact in open_]
    sure = sum(not parts for parts in unsure)
    if len(open_) < low or sure > high:
        if condition is None:
            return [0] * len(left), True
        left[condition[0]] &= ~condition[1]
    elif condition is None or not masks[condition[0]] & ~condition[1]:
        for parts in unsure:
            if len(open_) == low:
                for i, mask in parts:
                    left[i] &= mask
            elif sure == high and len(parts) == 1:
                i, mask = parts[0]
                left[i] &= ~mask
    return left, whole


def _whole(facts: Sequence[tuple[tuple[int, int], ...]], condition: tuple[int, int] | None) -> bool:
    """Whether that is all a count implies: no two facts speak of one variable, none of several."""
    return len({fact[0][0] for fact in facts if fact}) == len(facts) and all(
        len(fact) == 1
        and (
            condition is None
            or fact[0][0] != condition[0]
            or condition[1] & fact[0][1] in (0, condition[1])
        )
        for fact in facts
    )


class CountFacts(Stated):
    """Between `low` and `high` of the facts are true."""

    __slots__ = ("_places", "facts", "high", "low")

    def __init__(self, facts: Sequence[Fact], low: int, high: int) -> None:
        self.facts, self.low, self.high = tuple(facts), low, high
        self._places: Places | None = None
        self.scope = tuple(dict.fromkeys(v for fact in self.facts for v in fact.scope))

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        world = dict(zip(self.scope, values, strict=True))
        return self.low <= sum(fact.true_in(world) for fact in self.facts) <= self.high

    @override
    def narrowed(self, masks: Sequence[int]) -> tuple[Sequence[int], bool] | None:
        if self._places is None:
            self._places = _places(self.scope, self.facts, None)
        return None if self._places is None else _counted(masks, self._places, self.low, self.high)

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        model.cardinality([fact.literal(model) for fact in self.facts], self.low, self.high, when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> CountFacts:
        return CountFacts([fact.over(mapping) for fact in self.facts], self.low, self.high)

    @override
    def sentence(self) -> str:
        amount = f"{self.low}" if self.low == self.high else f"{self.low} to {self.high}"
        return f"{amount} of {len(self.facts)} conditions hold"


class RaySight(Stated):
    """How far one sees along rays of two-valued variables: a ray ends before its first variable without `value`.

    Args:
        rays: Variables from near to far.
        value: What lets one see on.
        low, high: Bounds of the lengths' sum.
        equal: True if all rays that are not empty are equally long, False if no two of those are, None if
            it does not matter.
    """

    __slots__ = ("equal", "high", "low", "rays", "value")

    def __init__(
        self,
        rays: Sequence[Sequence[Variable]],
        value: Hashable,
        low: int,
        high: int,
        equal: bool | None = None,
    ) -> None:
        self.rays = tuple(tuple(ray) for ray in rays)
        self.value, self.low, self.high, self.equal = value, low, high, equal
        self.scope = tuple(dict.fromkeys(v for ray in self.rays for v in ray))

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        world = dict(zip(self.scope, values, strict=True))
        lengths = []
        for ray in self.rays:
            length = 0
            for v in ray:
                if world[v] != self.value:
                    break
                length += 1
            lengths.append(length)
        used = [length for length in lengths if length]
        kinds = len(set(used))
        fits = self.equal is None or (kinds <= 1 if self.equal else kinds == len(used))
        return fits and self.low <= sum(lengths) <= self.high

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        reach: list[list[Literal]] = []
        for ray in self.rays:
            seen: list[Literal] = []
            for v in ray:
                own = model.literal(v, v.position(self.value))
                if seen:
                    both = model.fresh()
                    model.clause([-both, own])
                    model.clause([-both, seen[-1]])
                    model.clause([both, -own, -seen[-1]])
                    own = both
                seen.append(own)
                if len(seen) > self.high:
                    break
            reach.append(seen)
        every = [literal for seen in reach for literal in seen]
        model.cardinality(every, self.low, self.high, when)
        if self.equal is not None:
            self._compare(model, reach, when)

    def _compare(self, model: Model, reach: Sequence[Sequence[Literal]], when: Literal | None) -> None:
        """Two rays are both in use when their first literals are; then they end together, or not."""
        for i, first in enumerate(reach):
            for second in reach[:i]:
                if not first or not second:
                    continue
                used = [-first[0], -second[0]]
                same: list[Literal] = []
                for k in range(1, max(len(first), len(second))):
                    a = first[k] if k < len(first) else None
                    b = second[k] if k < len(second) else None
                    if self.equal:
                        for x, y in ((a, b), (b, a)):
                            if x is not None:
                                model.clause([*used, -x, *([] if y is None else [y])], when)
                    else:
                        differ = model.fresh()
                        model.clause([-differ, *(x for x in (a, b) if x is not None)])
                        if a is not None and b is not None:
                            model.clause([-differ, -a, -b])
                        same.append(differ)
                if not self.equal:
                    model.clause([*used, *same], when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> RaySight:
        rays = [[mapping.get(v, v) for v in ray] for ray in self.rays]
        return RaySight(rays, self.value, self.low, self.high, self.equal)

    @override
    def sentence(self) -> str:
        amount = f"{self.low}" if self.low == self.high else f"{self.low} to {self.high}"
        return f"{len(self.rays)} rays of {self.value} are {amount} long together"


class CountIf(Stated):
    """If the condition is true, between `low` and `high` of the facts are."""

    __slots__ = ("_places", "condition", "facts", "high", "low")

    def __init__(self, condition: Fact, facts: Sequence[Fact], low: int, high: int) -> None:
        self.condition, self.facts, self.low, self.high = condition, tuple(facts), low, high
        self._places: Places | None = None
        self.scope = tuple(dict.fromkeys(v for fact in (condition, *self.facts) for v in fact.scope))

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        world = dict(zip(self.scope, values, strict=True))
        if not self.condition.true_in(world):
            return True
        return self.low <= sum(fact.true_in(world) for fact in self.facts) <= self.high

    @override
    def narrowed(self, masks: Sequence[int]) -> tuple[Sequence[int], bool] | None:
        if self._places is None:
            self._places = _places(self.scope, self.facts, self.condition)
        return None if self._places is None else _counted(masks, self._places, self.low, self.high)

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        literals = [fact.literal(model) for fact in self.facts]
        condition = self.condition.literal(model)
        if when is not None:
            condition = model.conjunction([condition, when])
        model.cardinality(literals, self.low, self.high, condition)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> CountIf:
        return CountIf(
            self.condition.over(mapping), [fact.over(mapping) for fact in self.facts], self.low, self.high
        )

    @override
    def sentence(self) -> str:
        return f"if {self.condition.sentence()}, {self.low} to {self.high} of {len(self.facts)} conditions hold"


class Both(Stated):
    """Two facts are both true or both false."""

    __slots__ = ("first", "second")

    def __init__(self, first: Fact, second: Fact) -> None:
        self.first, self.second = first, second
        self.scope = tuple(dict.fromkeys((*first.scope, *second.scope)))

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        world = dict(zip(self.scope, values, strict=True))
        return self.first.true_in(world) == self.second.true_in(world)

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        a, b = self.first.literal(model), self.second.literal(model)
        model.clause([-a, b], when)
        model.clause([a, -b], when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Both:
        return Both(self.first.over(mapping), self.second.over(mapping))

    @override
    def sentence(self) -> str:
        return f"either both or none: {self.first.sentence()}; {self.second.sentence()}"


class Same(Stated):
    """Where `link` takes `value`, the two variables (of one domain) are equal."""

    __slots__ = ("first", "link", "second", "value")

    def __init__(self, link: Variable, value: Hashable, first: Variable, second: Variable) -> None:
        self.link, self.value, self.first, self.second = link, value, first, second
        self.scope = (link, first, second)

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        return values[0] != self.value or values[1] == values[2]

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        on = -model.literal(self.link, self.link.position(self.value))
        for a, b in zip(model.literals(self.first), model.literals(self.second), strict=True):
            model.clause([on, -a, b], when)
            model.clause([on, a, -b], when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Same:
        link, first, second = (mapping.get(v, v) for v in self.scope)
        return Same(link, self.value, first, second)

    @override
    def sentence(self) -> str:
        return f"if {self.link} is {self.value}, {self.first} and {self.second} are equal"


class Wall(Stated):
    """How many of a line of numbers exceed all before them (0 never does): buildings seen from one end."""

    __slots__ = ("number",)

    def __init__(self, variables: Sequence[Variable], number: int) -> None:
        self.scope, self.number = tuple(variables), number

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        top = seen = 0
        for value in values:
            if isinstance(value, int) and value > top:
                top, seen = value, seen + 1
        return seen == self.number

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        below: dict[int, Literal] = {}  # height -> "something before is at least that high"
        heights = sorted({v for x in self.scope for v in x.domain if isinstance(v, int) and v > 0})
        seen: list[Literal] = []
        for place, v in enumerate(self.scope):
            own = {h: model.literal(v, v.position(h)) for h in heights if h in v.domain}
            visible = model.fresh()
            seen.append(visible)
            for h, literal in own.items():
                if place and h in below:
                    model.clause([-literal, -below[h], -visible])
                    model.clause([-literal, below[h], visible])
                else:
                    model.clause([-literal, visible])
            if 0 in v.domain:
                model.clause([-model.literal(v, v.position(0)), -visible])
            following: dict[int, Literal] = {}
            for h in heights:
                higher = [literal for g, literal in own.items() if g >= h]
                reached = model.fresh()
                before = [below[h]] if h in below else []
                model.clause([-reached, *higher, *before])
                for literal in (*higher, *before):
                    model.clause([reached, -literal])
                following[h] = reached
            below = following
        model.cardinality(seen, self.number, self.number, when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Wall:
        return Wall([mapping.get(v, v) for v in self.scope], self.number)

    @override
    def sentence(self) -> str:
        what = "1 building is" if self.number == 1 else f"{self.number} buildings are"
        return f"{what} seen from {self.scope[0].name} on"


class LineRuns(Stated):
    """Runs of `value` along a line, of given lengths in order, with gaps between them.

    To a solver: for each run, literals "it starts at or before here" over the places it can start.
    """

    __slots__ = ("runs", "value")

    def __init__(self, variables: Sequence[Variable], runs: Sequence[int], value: Hashable) -> None:
        self.scope, self.runs, self.value = tuple(variables), tuple(runs), value

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        found, length = [], 0
        for value in [*values, None]:
            if value == self.value and value is not None:
                length += 1
            elif length:
                found.append(length)
                length = 0
        return tuple(found) == self.runs

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        size = len(self.scope)
        slack = size - sum(self.runs) - len(self.runs) + 1
        own = [model.literal(v, v.position(self.value)) for v in self.scope]
        if not self.runs or slack < 0:
            for literal in own if slack >= 0 else ():
                model.clause([-literal], when)
            if slack < 0:
                model.clause([], when)
            return
        starts = [sum(self.runs[:k]) + k for k in range(len(self.runs))]
        by = [[model.fresh() for _ in range(slack)] for _ in self.runs]

        def before(k: int, at: int) -> Literal | bool:
            """Run `k` starts at place `at` or before."""
            shift = at - starts[k]
            return False if shift < 0 else True if shift >= slack else by[k][shift]

        for k, literals in enumerate(by):
            for a, b in pairwise(literals):
                model.clause([-a, b])
            if k:
                for a, b in zip(literals, by[k - 1], strict=True):
                    model.clause([-a, b])
        for place, literal in enumerate(own):
            for k, length in enumerate(self.runs):
                # Under the run: it has started here or before, and not so long ago that it has ended.
                _clause(
                    model, [(before(k, place), False), (before(k, place - length), True)], literal, when
                )
            for k in range(len(self.runs) + 1):
                # In the gap: the run before has ended, the next has not started.
                ended = before(k - 1, place - self.runs[k - 1]) if k else True
                begun = before(k, place) if k < len(self.runs) else False
                _clause(model, [(ended, False), (begun, True)], -literal, when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> LineRuns:
        return LineRuns([mapping.get(v, v) for v in self.scope], self.runs, self.value)

    @override
    def sentence(self) -> str:
        runs = ", ".join(map(str, self.runs)) or "none"
        return f"the runs of {self.value} from {self.scope[0].name} to {self.scope[-1].name}: {runs}"


def _clause(
    model: Model, conditions: Sequence[tuple[Literal | bool, bool]], then: Literal, when: Literal | None
) -> None:
    """If all conditions (literals, or constants; True: negated) hold, then `then`."""
    clause = [then]
    for literal, negated in conditions:
        if isinstance(literal, bool):
            if literal == negated:
                return
        else:
            clause.append(literal if negated else -literal)
    model.clause(clause, when)

"""Tasks in time: intervals, of which no two overlap, or which together never need more than there is.

Starts and durations are whole numbers, variables or expressions; an interval's end is an expression like any other.
In a diagram, and for a SAT solver, both constraints fall apart into facts about pairs of tasks or moments; CP-SAT has
them itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.ground.wording import shortened
from deduce.language.automata import Automaton, Bools, Ints
from deduce.language.comparisons import comparison
from deduce.language.constraints import Constraint
from deduce.language.expressions import Expression, expression_of, sum_
from deduce.language.facts import And, Fact, Or
from deduce.language.variables import Scope, Variable, is_whole

if TYPE_CHECKING:
    from deduce.language.posting import Literal, Model

_MOMENTS = 20_000
"""So many moments are looked at one by one where a solver has no such constraint of its own."""


class Interval:
    """From `start` to `end`, the moment after its last: ``end == start + duration``.

    Args:
        start: A variable, number or expression.
        duration: The same, never negative.
        present: Where this fact is false the task is not done, or done elsewhere; None for always.
        name: What sentences call it.

    Raises:
        ProblemError: A duration that can be negative, or what is no number.
    """

    __slots__ = ("duration", "end", "name", "present", "start")

    def __init__(
        self, start: object, duration: object, *, present: Constraint | None = None, name: str = ""
    ) -> None:
        self.start, self.duration = expression_of(start), expression_of(duration)
        if self.duration.low < 0:
            raise ProblemError(
                f"the duration '{self.duration.text()}' can be {self.duration.low}; it is never negative"
            )
        if present is not None and not isinstance(present, Constraint):
            raise ProblemError(f"present is a fact, such as machine == 2, not {present!r}")
        self.present: Fact | None = None if present is None else present._held()
        self.end: Expression = self.start + self.duration
        self.name = name or self.start.text()

    @property
    def scope(self) -> tuple[Variable, ...]:
        """The variables it depends on."""
        spoken = () if self.present is None else self.present.scope
        return tuple(dict.fromkeys((*self.start.scope, *self.duration.scope, *spoken)))

    def over(self, mapping: Mapping[Variable, Variable]) -> Interval:
        """The same with variables replaced."""
        present = None if self.present is None else self.present.over(mapping)
        return Interval(
            self.start.over(mapping), self.duration.over(mapping), present=present, name=self.name
        )

    def in_world(self, world: Mapping[Variable, Any]) -> tuple[int, int] | None:
        """Start and end in a world given as values; None where it is not present."""
        if self.present is not None and not self.present.true_in(world):
            return None
        start = self.start.value_in(world)
        return start, start + self.duration.value_in(world)

    def __repr__(self) -> str:
        present = "" if self.present is None else f", present={self.present!r}"
        return f"Interval({self.start.text()}, {self.duration.text()}{present})"


class _Tasks(Constraint):
    """What both constraints share: intervals, and facts they fall apart into."""

    __slots__ = ("_facts", "intervals")

    def __init__(self, intervals: Iterable[Interval]) -> None:
        self.intervals = tuple(intervals)
        for interval in self.intervals:
            if not isinstance(interval, Interval):
                raise ProblemError(f"{type(self).__name__} takes intervals, not {interval!r}")
        spoken = [v for each in self.intervals for v in each.scope]
        self.scope = Scope(dict.fromkeys(spoken))
        self._facts: tuple[Fact, ...] | None = None

    @property
    def timed(self) -> set[Variable]:
        """The variables of starts and durations, which a solver with numbers of its own keeps as such."""
        return {v for each in self.intervals for v in (*each.start.scope, *each.duration.scope)}

    def _apart(self) -> tuple[Fact, ...]:
        raise NotImplementedError

    def parts(self) -> Sequence[Constraint]:
        """Facts about pairs of tasks, or about moments."""
        if self._facts is None:
            self._facts = self._apart()
        return self._facts

    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """Those of the parts; see `Constraint.automata`."""
        rank = {variable: i for i, variable in enumerate(order)}
        found: list[Automaton] = []
        for part in self.parts():
            found += part.automata(tuple(sorted(part.scope, key=rank.__getitem__)))
        return found

    @override
    def spans(self) -> Sequence[tuple[tuple[Variable, ...], float]]:
        return [span for part in self.parts() for span in part.spans()]

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        found: Bools = np.ones(columns[self.scope[0]].shape, dtype=np.bool_)
        for part in self.parts():
            found = found & np.asarray(part.check(columns))
        return found

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.sentence()}>"

    def _named(self) -> str:
        return ", ".join(shortened([interval.name for interval in self.intervals]))


class NoOverlap(_Tasks):
    """No two of the intervals overlap; those that take no time, or are not present, are in nobody's way.

    Args:
        intervals: The tasks of one machine.
    """

    __slots__ = ()

    def __init__(self, intervals: Iterable[Interval]) -> None:
        super().__init__(intervals)

    def _apart(self) -> tuple[Fact, ...]:
        found = []
        for one, other in combinations(self.intervals, 2):
            away = [~x.present for x in (one, other) if x.present is not None]
            away += [
                comparison(x.duration, "<=", Expression()) for x in (one, other) if x.duration.low == 0
            ]
            found.append(
                Or(comparison(one.end, "<=", other.start), comparison(other.end, "<=", one.start), *away)
            )
        return tuple(found)

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        world = dict(zip(self.scope, values, strict=True))
        spans = [interval.in_world(world) for interval in self.intervals]
        busy = sorted(span for span in spans if span is not None and span[0] < span[1])
        return all(before[1] <= after[0] for before, after in pairwise(busy))

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        """As the backend has it, else pair by pair."""
        if not model.no_overlap(self.intervals, when):
            for part in self.parts():
                part.post(model, when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> NoOverlap:
        return NoOverlap(interval.over(mapping) for interval in self.intervals)

    @override
    def sentence(self) -> str:
        return f"no two of {self._named()} overlap"


class Cumulative(_Tasks):
    """At every moment the intervals then running need at most `capacity` together.

    Args:
        intervals: The tasks.
        demands: What each needs while it runs: whole numbers from 0, one a task, or one number for all.
        capacity: What there is.

    Raises:
        ProblemError: Demands below 0 or not one a task, a capacity that is no whole number.
    """

    __slots__ = ("capacity", "demands")

    def __init__(self, intervals: Iterable[Interval], demands: int | Iterable[int], capacity: int) -> None:
        super().__init__(intervals)
        listed = list(demands) if isinstance(demands, Iterable) else [demands] * len(self.intervals)
        if len(listed) != len(self.intervals):
            raise ProblemError(f"Cumulative has {len(self.intervals)} intervals but {len(listed)} demands")
        for number in (*listed, capacity):
            if not is_whole(number) or number < 0:
                raise ProblemError(
                    f"Cumulative needs whole numbers from 0 as demands and capacity, not {number!r}"
                )
        self.demands, self.capacity = tuple(map(int, listed)), int(capacity)

    def _apart(self) -> tuple[Fact, ...]:
        low = min((x.start.low for x in self.intervals), default=0)
        high = max((x.end.high for x in self.intervals), default=0)
        if high - low > _MOMENTS:
            raise ProblemError(
                f"{self.sentence()}: more than {_MOMENTS:,} moments; ask CP-SAT, or take a coarser unit"
            )
        found = []
        for moment in range(low, high):
            then = Expression((), moment)
            running = []
            for x, demand in zip(self.intervals, self.demands, strict=True):
                if x.start.low <= moment < x.end.high and demand:
                    there = [] if x.present is None else [x.present]
                    begun, going = comparison(x.start, "<=", then), comparison(x.end, ">", then)
                    running.append(demand * expression_of(And(begun, going, *there)))
            if sum(x.high for x in running) > self.capacity:
                found.append(comparison(sum_(running), "<=", Expression((), self.capacity)))
        return tuple(found)

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        world = dict(zip(self.scope, values, strict=True))
        spans = [interval.in_world(world) for interval in self.intervals]
        busy = [
            (*span, need)
            for span, need in zip(spans, self.demands, strict=True)
            if span and span[0] < span[1]
        ]
        # What is needed grows only where a task begins.
        return all(
            sum(need for start, end, need in busy if start <= moment < end) <= self.capacity
            for moment, _, _ in busy
        )

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        """As the backend has it, else moment by moment."""
        if not model.cumulative(self.intervals, self.demands, self.capacity, when):
            for part in self.parts():
                part.post(model, when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Cumulative:
        return Cumulative([x.over(mapping) for x in self.intervals], self.demands, self.capacity)

    @override
    def sentence(self) -> str:
        return f"{self._named()} never need more than {self.capacity} at once"

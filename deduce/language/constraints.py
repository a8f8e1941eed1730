"""The counting constraints: all different, counts, sums; what they share with all others is in `deduce.language.base`.

Each can be read by a decision diagram (`automata`), checked on whole tables (`check`), asked in plain Python (`holds`),
posted to a solver as literals, clauses and linear sums (`post`), moved to other variables (`over`), and said in words
(`sentence`). The others are in `deduce.language.facts` (Boolean facts) and `deduce.language.relations` (tuples,
functions, two viewpoints).

One file because it is one import path: whoever needs the base mostly needs one of the three as well.
"""

from __future__ import annotations

import sys
from abc import ABCMeta
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import comb, log2
from typing import TYPE_CHECKING, Any

import numpy as np

from deduce.ground.compat import override
from deduce.ground.deadline import tick
from deduce.ground.errors import ProblemError
from deduce.ground.wording import shortened
from deduce.language.automata import ADDED, MAX_BITS, UNBOUNDED, USED, Automaton, AutomatonStep, Bools, Ints
from deduce.language.base import Constraint, Looks, of_kind
from deduce.language.operators import Calculable, algebra
from deduce.language.tally import Tally
from deduce.language.variables import Variable, is_whole, variables_of

if TYPE_CHECKING:
    from deduce.language.posting import Literal, Model

__all__ = [
    "AllDifferent",
    "AtLeast",
    "AtMost",
    "Constraint",
    "Count",
    "Exactly",
    "Sum",
    "listing",
    "of_kind",
    "scope_of",
]


def listing(variables: Sequence[Variable], limit: int = 6) -> str:
    """The names of variables for a sentence; of more than `limit` the first and the last."""
    return ", ".join(shortened([variable.name for variable in variables], limit))


def scope_of(where: str, given: object) -> tuple[Variable, ...]:
    """The variables that `where` was given: families and lists taken apart, at least one.

    Raises `ProblemError` for anything else, and for one named twice.
    """
    scope = variables_of(where, given)
    if not scope:
        raise ProblemError(f"{where} needs at least one variable")
    if len(set(scope)) < len(scope):
        twice = next(variable for variable, number in Counter(scope).items() if number > 1)
        raise ProblemError(f"{where} has {twice.name} twice; list each variable once")
    return scope


class OfExpressions(ABCMeta):
    """Classes of constraints that take expressions wherever they take variables: see `deduce.language.stands`."""

    spoken: int
    """How many of the first arguments hold variables or expressions."""

    def __call__(cls, *given: Any, **named: Any) -> Any:
        # What is gone through once only is gone through here.
        things = [[*item] if isinstance(item, Iterator) else item for item in given[: cls.spoken]]
        if any(map(_calculated, things)):
            return algebra().standing(cls, things, given[cls.spoken :], named)
        return super().__call__(*things, *given[cls.spoken :], **named)


def _calculated(item: object) -> bool:
    """Whether an expression is among what a constraint is given."""
    kind = type(item)
    if kind is Variable:
        return False
    if isinstance(item, Calculable):
        return True
    if isinstance(item, Mapping):
        return any(map(_calculated, item.values()))
    return kind in (list, tuple) and any(map(_calculated, item))  # type: ignore[call-overload]


class _UsedValues:
    """Remembers which values of one chunk have been used; reading a used one is fatal."""

    __slots__ = ("_bit_of", "_keep", "bits", "order", "start")

    def __init__(self, order: tuple[Variable, ...], chunk: Sequence[Hashable]) -> None:
        self.order, self.bits, self.start = order, len(chunk), 0
        number = {value: bit for bit, value in enumerate(chunk)}
        self._bit_of: list[Ints] = []
        for variable in order:
            # Values outside the chunk contribute no bit and can never clash here.
            bits = [1 << number[value] if value in number else 0 for value in variable.domain]
            self._bit_of.append(np.array(bits, dtype=np.int64))
        # A bit is forgotten once no later variable can take its value: equal futures then merge.
        self._keep = [0] * len(order)
        later = 0
        for position in range(len(order) - 1, -1, -1):
            self._keep[position] = later
            later |= int(np.bitwise_or.reduce(self._bit_of[position]))

    def step(self, position: int, states: Ints, values: Ints) -> tuple[Bools | None, Ints]:
        bit = self._bit_of[position][values]
        return (states & bit) == 0, (states | bit) & self._keep[position]

    def data(self) -> list[AutomatonStep]:
        """See `AutomatonStep`."""
        return [
            AutomatonStep(USED, bits, keep) for bits, keep in zip(self._bit_of, self._keep, strict=True)
        ]


class AllDifferent(Constraint, metaclass=OfExpressions):
    """No two of the variables, or expressions, take the same value."""

    __slots__ = ()

    spoken = sys.maxsize
    apart = True
    chained = False

    def __init__(self, *variables: object) -> None:
        self.scope = scope_of("AllDifferent", variables)

    @override
    def looks(self) -> Looks:
        return "orders"

    @override
    def likeness(self) -> Hashable:
        return ("different", frozenset(map(id, self.scope)))

    @override
    def opposite(self) -> Sequence[Constraint]:
        """Two of them are equal."""
        return [one == other for one, other in combinations(self.scope, 2)]

    @override
    def bits_read(self, sizes: Mapping[Variable, int]) -> list[float]:
        """A set of used values: as many as the binomial coefficient says."""
        values = len(self.values())
        return [log2(max(1, comb(values, read))) for read in range(len(self.scope))]

    def _shared(self) -> list[Hashable]:
        """The values that at least two variables can take, in order of first appearance."""
        times: dict[Hashable, int] = {}
        for variable in self.scope:
            for value in variable.domain:
                times[value] = times.get(value, 0) + 1
        return [value for value, n in times.items() if n > 1]

    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """One automaton a chunk of values, a bit a value; see `Constraint.automata`."""
        shared = self._shared()
        return [_UsedValues(order, shared[i : i + MAX_BITS]) for i in range(0, len(shared), MAX_BITS)]

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        number: dict[Hashable, int] = {}
        coded = []
        for variable in self.scope:
            codes = np.array([number.setdefault(value, len(number)) for value in variable.domain])
            coded.append(codes[columns[variable]])
        stacked = np.sort(np.stack(coded), axis=0)
        different: Bools = (stacked[1:] != stacked[:-1]).all(axis=0)
        return different

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        return len(set(values)) == len(values)

    def post(self, model: Model, when: Literal | None = None) -> None:
        """As the backend has it for wide numbers; else at most one variable takes each value.

        With no value to spare it is exactly one. Where the domains themselves leave some variables fewer values than
        they are, that is all that is said.
        """
        if model.different(self.scope, when):
            return
        if not self._seats():
            model.clause([], when)
            return
        values = self.values()
        # Implied, and worth saying: without it a solver counts pigeons one by one.
        least = 1 if len(values) == len(self.scope) else 0
        tick()
        if _one_domain(self.scope):
            columns = zip(*map(model.literals, self.scope), strict=True)
            every: Iterable[Sequence[Literal]] = columns
        else:
            literals = [
                dict(zip(variable.domain, model.literals(variable), strict=True)) for variable in self.scope
            ]
            every = ([known[value] for known in literals if value in known] for value in values)
        for takers in every:
            if least or len(takers) > 1:
                model.cardinality(takers, least, 1, when)

    def values(self) -> tuple[Hashable, ...]:
        """The values that at least one variable can take, in order of first appearance."""
        # Members of a family share one tuple, which is looked at once.
        domains = {id(variable.domain): variable.domain for variable in self.scope}
        if len(domains) == 1:
            return self.scope[0].domain
        return tuple(dict.fromkeys(value for domain in domains.values() for value in domain))

    def _seats(self) -> bool:
        """Whether every variable can have a value of its own, by its domain alone (bipartite matching)."""
        taken: dict[Hashable, Variable] = {}
        # Those with many values never come short, and need not be seated.
        number = len(self.scope)
        narrow = [variable for variable in self.scope if len(variable.domain) < number]
        for variable in narrow:
            came: dict[Hashable, Variable] = {}
            queue = [variable]
            free: Hashable | None = None
            found = False
            while queue and not found:
                asking = queue.pop()
                for value in asking.domain:
                    if value in came:
                        continue
                    came[value] = asking
                    if value not in taken:
                        free, found = value, True
                        break
                    queue.append(taken[value])
            if not found:
                return False
            while True:
                asking = came[free]
                before = next((value for value, holder in taken.items() if holder is asking), None)
                taken[free] = asking
                if asking is variable:
                    break
                del taken[before]
                free = before
        return True

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> AllDifferent:
        return AllDifferent([mapping.get(variable, variable) for variable in self.scope])

    @override
    def sentence(self) -> str:
        return f"{listing(self.scope)} are all different"

    def __repr__(self) -> str:
        return f"AllDifferent({[v.name for v in self.scope]!r})"


class _Counter:
    """Counts hits; bounded from both sides by what can still come."""

    __slots__ = ("_cap", "_high", "_hit", "_low", "_need", "bits", "order", "start")

    def __init__(
        self, order: tuple[Variable, ...], hits: Sequence[tuple[Ints, int]], low: int, high: int
    ) -> None:
        """`hits` has for each variable 1 at the values that count, and whether there are any."""
        self.order, self.start = order, 0
        self._low, self._high = low, high
        self._hit = [hit for hit, _ in hits]
        # _need[i]: how many hits must have been seen after reading order[i] to still reach `low`.
        self._need = need = [0] * len(order)
        rest = 0
        for position in range(len(order) - 1, -1, -1):
            need[position] = low - rest
            rest += hits[position][1]
        # Beyond `low`, more hits make no difference when `high` cannot be exceeded.
        self._cap = low if high >= rest else None
        self.bits = _counter_bits(low, high, rest)

    def step(self, position: int, states: Ints, values: Ints) -> tuple[Bools | None, Ints]:
        count = states + self._hit[position][values]
        alive = count >= self._need[position]
        if self._cap is None:
            alive &= count <= self._high
        else:
            count = np.minimum(count, self._cap)
        if position == len(self.order) - 1:
            count = np.zeros_like(count)
        return alive, count

    def data(self) -> list[AutomatonStep]:
        """See `AutomatonStep`."""
        high, cap = (self._high, UNBOUNDED) if self._cap is None else (UNBOUNDED, self._cap)
        last = len(self.order) - 1
        return [
            AutomatonStep(ADDED, hit, need, high, cap, i == last)
            for i, (hit, need) in enumerate(zip(self._hit, self._need, strict=True))
        ]


def _counter_bits(low: int, high: int, most: int) -> int:
    """How many bits a count needs that can come to `most`."""
    return max(1, (low if high >= most else high).bit_length())


def _one_domain(scope: Sequence[Variable]) -> bool:
    first = scope[0].domain
    return all(variable.domain is first for variable in scope)


def _all_values(scope: Sequence[Variable]) -> set[Hashable]:
    return {value for variable in scope for value in variable.domain}


class Count(Constraint, metaclass=OfExpressions):
    """Between `low` and `high` of the variables take `value` (one value, or one of a set).

    Args:
        variables: Whose values are counted; expressions too.
        value: One domain value, or a set, frozenset or list of them (a domain value that is itself a
            frozenset counts as one value).
        low: The least number (default 0).
        high: The greatest number (default: as many as there are variables).

    Raises:
        ProblemError: A value outside every domain, or bounds that are no whole numbers.
    """

    __slots__ = ("_hit_table", "high", "low", "values")

    spoken = 1
    chained = False

    def __init__(self, variables: object, value: object, low: int = 0, high: int | None = None) -> None:
        self.scope = scope_of("Count", variables)
        known = self.scope[0].domain if _one_domain(self.scope) else _all_values(self.scope)
        single = isinstance(value, Hashable) and value in known
        collection = isinstance(value, (set, frozenset, list)) and not single
        self.values: tuple[Hashable, ...] = tuple(value) if collection else (value,)  # type: ignore[arg-type]
        for item in self.values:
            if not isinstance(item, Hashable) or item not in known:
                self.scope[0].position(item)  # raises, naming the nearest value
        self._hit_table: dict[int, tuple[Ints, int]] = {}
        high = len(self.scope) if high is None else high
        if not is_whole(low) or not is_whole(high) or low < 0 or high < 0:
            raise ProblemError(
                f"Count needs whole numbers 0 <= low <= high, not low={low!r}, high={high!r}"
            )
        self.low, self.high = int(low), min(int(high), len(self.scope))

    @override
    def counted(self) -> Count:
        return self

    @override
    def likeness(self) -> Hashable:
        return ("count", *map(id, self.scope), frozenset(self.values), self.low, self.high)

    @override
    def opposite(self) -> Sequence[Constraint]:
        """Fewer, or more."""
        values, n = list(self.values), len(self.scope)
        below = [Count(self.scope, values, 0, self.low - 1)] if self.low else []
        return [*below, *([Count(self.scope, values, self.high + 1, n)] if self.high < n else [])]

    @override
    def labels(self, variable: Variable) -> Ints:
        if variable not in self.scope:
            return super().labels(variable)
        return np.array([value in self.values for value in variable.domain], dtype=np.int64)

    @override
    def bits_read(self, sizes: Mapping[Variable, int]) -> list[float]:
        return [log2(min(read, self.high) + 1) for read in range(len(self.scope))]

    def hits(self, variable: Variable) -> tuple[Ints, int]:
        """Which values of a variable count, as an array of 0 and 1, and whether (0, 1) there are any."""
        # By the domain: members of a family share one tuple.
        found = self._hit_table.get(id(variable.domain))
        if found is None:
            wanted = self.values if len(self.values) == 1 else set(self.values)
            hits = [value in wanted for value in variable.domain]
            found = np.array(hits, dtype=np.int64), int(any(hits))
            self._hit_table[id(variable.domain)] = found
        return found

    @override
    def _bits(self) -> int:
        return _counter_bits(self.low, self.high, sum(self.hits(variable)[1] for variable in self.scope))

    def parts(self) -> Sequence[Constraint]:
        """See `Constraint.parts`: none at all, or all, is a condition on each variable."""
        none, every = self.low == self.high == 0, self.low == self.high == len(self.scope)
        if not none and not every:
            return [self]
        return [
            algebra().within(v, sum(1 << i for i, hit in enumerate(self.hits(v)[0]) if bool(hit) == every))
            for v in self.scope
        ]

    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """One counter; see `Constraint.automata`."""
        return [_Counter(order, [self.hits(v) for v in order], self.low, self.high)]

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        count = sum((self.hits(v)[0][columns[v]] for v in self.scope), np.int64(0))
        return np.asarray((count >= self.low) & (count <= self.high))

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        return self.low <= sum(value in self.values for value in values) <= self.high

    def post(self, model: Model, when: Literal | None = None) -> None:
        """A cardinality over literals; several values of one variable are one literal (their or)."""
        literals: list[Literal] = []
        masks: dict[int, int] = {}
        if self.high == 0 or len(self.values) == 1:
            # A value each, mostly: the literal is at hand.
            for variable in self.scope:
                literals += [
                    x
                    for value, x in zip(variable.domain, model.literals(variable), strict=True)
                    if value in self.values
                ]
            model.cardinality(literals, self.low, self.high, when)
            return
        for variable in self.scope:
            mask = masks.get(id(variable.domain))
            if mask is None:
                mask = sum([1 << i for i, value in enumerate(variable.domain) if value in self.values])
                masks[id(variable.domain)] = mask
            if mask:
                literals.append(model.membership(variable, mask))
        model.cardinality(literals, self.low, self.high, when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Count:
        return Count([mapping.get(v, v) for v in self.scope], list(self.values), self.low, self.high)

    @override
    def sentence(self) -> str:
        what = " or ".join(str(value) for value in self.values)
        if self.low == self.high:
            amount = f"exactly {self.low}"
        elif self.low == 0:
            amount = f"at most {self.high}"
        elif self.high == len(self.scope):
            amount = f"at least {self.low}"
        else:
            amount = f"{self.low} to {self.high}"
        return f"{amount} of {listing(self.scope)} {'is' if amount.endswith(' 1') else 'are'} {what}"

    def __repr__(self) -> str:
        names = [v.name for v in self.scope]
        return f"Count({names!r}, {list(self.values)!r}, low={self.low}, high={self.high})"


def Exactly(n: int, variables: object, value: object) -> Count:  # noqa: N802 - reads as a constraint
    """Exactly `n` of the variables take `value` (one value or a set)."""
    return Count(variables, value, n, n)


def AtLeast(n: int, variables: object, value: object) -> Count:  # noqa: N802 - reads as a constraint
    """At least `n` of the variables take `value` (one value or a set)."""
    return Count(variables, value, n, None)


def AtMost(n: int, variables: object, value: object) -> Count:  # noqa: N802 - reads as a constraint
    """At most `n` of the variables take `value` (one value or a set)."""
    return Count(variables, value, 0, n)


class Sum(Tally):
    """The weighted sum of integer-valued variables lies between `low` and `high`. Exact at any size.

    Args:
        variables: Variables whose values are all whole numbers.
        low: The least sum, or None for no bound below.
        high: The greatest sum, or None for no bound above. ``Sum(v, 7, 7)`` is "equals 7".
        weights: One whole number a variable (default all 1).

    Raises:
        ProblemError: A value or weight that is no whole number, no bound at all, or weights and
            variables of different length.
    """

    __slots__ = ("weights",)

    def __init__(
        self,
        variables: object,
        low: int | None = None,
        high: int | None = None,
        *,
        weights: Iterable[int] | None = None,
    ) -> None:
        scope = scope_of("Sum", variables)
        factors = (1,) * len(scope) if weights is None else tuple(weights)
        if len(factors) != len(scope):
            raise ProblemError(f"Sum has {len(scope)} variables but {len(factors)} weights")
        for variable in {id(v.domain): v for v in scope}.values():
            for value in variable.domain:
                if not isinstance(value, int):
                    raise ProblemError(f"Sum needs whole numbers; {variable.name} can be {value!r}")
        bounds: list[Any] = [bound for bound in (low, high) if bound is not None]
        if not bounds or not all(map(is_whole, (*bounds, *factors))):
            raise ProblemError(
                f"Sum needs whole-number weights and at least one whole-number bound, not low={low!r}, high={high!r}"
            )
        self.weights: tuple[int, ...] = tuple(map(int, factors))
        # In Python's integers, however large: a sum that wrapped around would be a false contradiction.
        terms = {
            variable: [weight * int(value) for value in variable.domain]  # type: ignore[call-overload]
            for weight, variable in zip(self.weights, scope, strict=True)
        }
        super().__init__(terms, None if low is None else int(low), None if high is None else int(high))
        self.scope = scope

    @override
    def likeness(self) -> Hashable:
        return ("sum", *map(id, self.scope), self.weights, self.low, self.high)

    @override
    def looks(self) -> Looks:
        return "sums"

    @override
    def opposite(self) -> Sequence[Constraint]:
        """Less, or more."""
        return [
            Sum(self.scope, None, self.low - 1, weights=self.weights),
            Sum(self.scope, self.high + 1, None, weights=self.weights),
        ]

    @override
    def _said(self, model: Model, when: Literal | None) -> None:
        """As a sum of numbers where the backend has such; else over the literals of the values."""
        terms = list(zip(self.weights, self.scope, strict=True))
        if not model.summed(terms, self.low, self.high, when):
            self._said_in_literals(model, when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Sum:
        scope = [mapping.get(v, v) for v in self.scope]
        return Sum(scope, self.low, self.high, weights=self.weights)

    @override
    def sentence(self) -> str:
        parts = [
            v.name if w == 1 else f"{w}*{v.name}" for w, v in zip(self.weights, self.scope, strict=True)
        ]
        total = " + ".join(shortened(parts))
        if self.low == self.high:
            return f"{total} is {self.low}"
        return f"{total} is {self.low} to {self.high}"

    def __repr__(self) -> str:
        names = [v.name for v in self.scope]
        return f"Sum({names!r}, {self.low}, {self.high}, weights={self.weights!r})"

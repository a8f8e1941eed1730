"""Facts about two variables at once: `Compare` puts them in order, and what `compare` makes of an operator."""

from __future__ import annotations

import operator
from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from math import log2
from typing import TYPE_CHECKING, Any

import numpy as np

from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.language.automata import COMPARED, Automaton, AutomatonStep, Bools, Ints, tabulate_rows
from deduce.language.base import Looks, open_until_the_end
from deduce.language.facts import And, Fact, Or, Within
from deduce.language.variables import Scope, Variable, is_not_itself, is_number

if TYPE_CHECKING:
    from deduce.language.posting import Literal, Model

NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", "<=": ">", ">": "<="}
TURNED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
IN_WORDS = {
    "==": "is the same as", "!=": "differs from", "<": "is below",
    "<=": "is at most", ">": "is above", ">=": "is at least",
}  # fmt: skip


def _remaining(fact: Paired | Compare, variable: Variable, value: int) -> Fact:
    """What a fact about pairs says of the other variable once one is known to have domain position `value`."""
    if variable is fact.left:
        row, other = fact.pairs[value], fact.right
    elif variable is fact.right:
        row, other = fact.pairs[:, value], fact.left
    else:
        return fact
    mask = sum(1 << int(i) for i in np.flatnonzero(row))
    if mask == other.full_mask:
        return And()
    return Within(other, mask) if mask else Or()


Bounded = tuple[tuple[tuple[int, Variable], ...], int | None, int | None]
"""Weights and variables, the least their sum may be, and the greatest (None: no bound)."""


class Paired(Fact):
    """Two variables whose values satisfy a condition together: a table of pairs."""

    __slots__ = ("left", "right")

    left: Variable
    right: Variable

    @abstractmethod
    @override
    def __invert__(self) -> Paired: ...

    @property
    @abstractmethod
    def pairs(self) -> Bools:
        """Which pairs of domain positions satisfy it; shape (left domain, right domain)."""

    @override
    def given(self, variable: Variable, value: int) -> Fact:
        return _remaining(self, variable, value)

    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """One table of transitions, from the pairs at once."""
        turned = order[0] is not self.left
        return [tabulate_rows(order, np.argwhere(self.pairs.T if turned else self.pairs))]

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        chosen: Bools = self.pairs[columns[self.left], columns[self.right]]
        return chosen

    @override
    def true_in(self, world: Mapping[Variable, Hashable]) -> bool:
        return bool(
            self.pairs[self.left.position(world[self.left]), self.right.position(world[self.right])]
        )

    def summed(self) -> Bounded | None:
        """The same as a weighted sum between bounds, where it is one."""
        return None

    @override
    def looks(self) -> Looks:
        return "names" if self.summed() is None else "sums"

    def literal(self, model: Model) -> Literal:
        """A literal equivalent to it: for each left value, the right values that go with it."""
        fresh = model.fresh()
        so, else_ = self.summed(), (~self).summed()
        if (
            so is not None
            and else_ is not None
            and model.summed(*so, fresh)
            and model.summed(*else_, -fresh)
        ):
            return fresh
        for i in range(len(self.left.domain)):
            here = model.literal(self.left, i)
            mask = sum(1 << int(j) for j in np.flatnonzero(self.pairs[i]))
            fits = model.membership(self.right, mask)
            model.clause([-fresh, -here, fits])
            model.clause([fresh, -here, -fits])
        return fresh

    def post(self, model: Model, when: Literal | None = None) -> None:
        """Directly as implications, without a literal of its own."""
        here = self.summed()
        if here is not None and model.summed(*here, when):
            return
        for i in range(len(self.left.domain)):
            mask = sum(1 << int(j) for j in np.flatnonzero(self.pairs[i]))
            if mask != self.right.full_mask:
                model.clause([-model.literal(self.left, i), model.membership(self.right, mask)], when)


_COMPARED: dict[str, Callable[[Any, Any], Any]] = {
    "==": np.equal, "!=": np.not_equal, "<": np.less, "<=": np.less_equal,
    ">": np.greater, ">=": np.greater_equal,
}  # fmt: skip

_PLAINLY: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip

_PAIRED = 1 << 20
"""Up to this many pairs of values are worked out once and kept."""


_FEW_VALUES = 256
"""Beyond this many values it pays to look up the one that is equal."""


class _Ranks:
    """Remembers the rank of the value read first and compares the second with it."""

    __slots__ = ("_compare", "_judging", "_place", "_ranks", "_swapped", "bits", "order", "start")

    def __init__(self, order: tuple[Variable, ...], fact: Compare, *, judging: bool) -> None:
        left, right = fact.ranks()
        self.order, self.start, self._judging = order, 0, judging
        self._swapped = order[0] is fact.right
        self._compare = _COMPARED[fact.op]
        first, second = (right, left) if self._swapped else (left, right)
        # A rank that no second value can tell from another need not be told apart either.
        self._ranks = (_classes(first, second, fact.op), second)
        top = int(max(first.max(), second.max())) + 1
        self.bits = max(1, top.bit_length())
        self._place: Ints | None = None
        if fact.op == "==" and not judging:
            self._place = np.full(top + 1, -1, dtype=np.int64)
            self._place[second] = np.arange(len(second))

    def following(self, position: int, states: Ints) -> tuple[Ints, Ints] | None:
        """Which (state's index, value) pairs survive, where that is known without trying them all."""
        if self._place is None or position != 1:
            return None
        value = self._place[states]
        source = (value >= 0).nonzero()[0]
        return source, value[source]

    def step(self, position: int, states: Ints, values: Ints) -> tuple[Bools | None, Ints]:
        rank = self._ranks[position][values]
        if position == 0:
            return None, np.broadcast_to(rank, np.broadcast_shapes(states.shape, rank.shape))
        verdict = self._compare(rank, states) if self._swapped else self._compare(states, rank)
        if self._judging:
            return None, verdict.astype(np.int64)
        return verdict, np.zeros(verdict.shape, dtype=np.int64)

    def data(self) -> list[AutomatonStep] | None:
        """See `deduce.language.automata.AutomatonStep`; None where `following` says more, and for judges."""
        if self._judging or (self._place is not None and len(self._ranks[1]) > _FEW_VALUES):
            return None
        # Bits for less, equal and greater, of the rank read first compared with the second.
        signs = (1, 0, -1) if self._swapped else (-1, 0, 1)
        relations = sum(1 << i for i, sign in enumerate(signs) if self._compare(sign, 0))
        return [
            AutomatonStep(COMPARED, self._ranks[0]),
            AutomatonStep(COMPARED, self._ranks[1], relations, done=True),
        ]


def _classes(first: Ints, second: Ints, op: str) -> Ints:
    """One rank for all ranks that compare alike with every rank of `second`."""
    if op in ("==", "!="):
        top = int(max(first.max(), second.max())) + 1
        return np.where(np.isin(first, second), first, top)
    found: dict[tuple[int, int], int] = {}
    ordered = np.sort(second)
    below, upto = np.searchsorted(ordered, first, "left"), np.searchsorted(ordered, first, "right")
    alike = [
        found.setdefault(key, int(rank))
        for key, rank in zip(zip(below.tolist(), upto.tolist(), strict=True), first, strict=True)
    ]
    return np.array(alike, dtype=np.int64)


class Compare(Fact):
    """Two variables compared: equal, different, or in order."""

    atomic = True
    chained = False

    __slots__ = ("_pairs", "left", "op", "right")

    def __init__(self, left: Variable, op: str, right: Variable) -> None:
        self.left, self.op, self.right = left, op, right
        self.scope = Scope((left, right))
        self._pairs: Bools | None = None

    @override
    def compared(self) -> Compare:
        return self

    @override
    def looks(self) -> Looks:
        return "names" if self.op == "!=" else "orders"

    @override
    def bits_read(self, sizes: Mapping[Variable, int]) -> list[float]:
        return open_until_the_end(2, log2(min(sizes[v] for v in self.scope) + 1))

    def ranks(self) -> tuple[Ints, Ints]:
        """For each side, the rank of each of its values among those of both sides."""
        left, right = self.left, self.right
        if left.numeric and right.numeric:
            values: Any = {*left.domain, *right.domain}
            number = {value: i for i, value in enumerate(sorted(values))}
        else:
            number = {}
            for value in (*left.domain, *right.domain):
                number.setdefault(value, len(number))
        return (
            np.array([number[v] for v in left.domain], dtype=np.int64),
            np.array([number[v] for v in right.domain], dtype=np.int64),
        )

    @property
    def pairs(self) -> Bools:
        """Which pairs of domain positions satisfy it; shape (left domain, right domain)."""
        if self._pairs is None:
            self._pairs = _COMPARED[self.op](*np.ix_(*self.ranks()))
        return self._pairs

    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """One automaton that remembers the rank of the value read first."""
        return [_Ranks(order, self, judging=False)]

    @override
    def judge(self, order: tuple[Variable, ...]) -> Automaton:
        return _Ranks(order, self, judging=True)

    def __invert__(self) -> Compare:
        return Compare(self.left, NEGATED[self.op], self.right)

    @override
    def given(self, variable: Variable, value: int) -> Fact:
        return _remaining(self, variable, value)

    @override
    def key(self) -> Hashable:
        return (self.op, id(self.left), id(self.right))

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        left, right = self.ranks()
        chosen: Bools = _COMPARED[self.op](left[columns[self.left]], right[columns[self.right]])
        return chosen

    @override
    def true_in(self, world: Mapping[Variable, Hashable]) -> bool:
        mine, yours = world[self.left], world[self.right]
        one, other = self.left.position(mine), self.right.position(yours)
        if self.op in ("==", "!=") or (self.left.numeric and self.right.numeric):
            return bool(_PLAINLY[self.op](mine, yours))
        if self._pairs is None and len(self.left.domain) * len(self.right.domain) > _PAIRED:
            left, right = self.ranks()
            return bool(_COMPARED[self.op](left[one], right[other]))
        return bool(self.pairs[one, other])

    def literal(self, model: Model) -> Literal:
        """A literal equivalent to it: for each left value, the right values that go with it."""
        fresh = model.fresh()
        self._imply(model, fresh)
        (~self)._imply(model, -fresh)
        return fresh

    def post(self, model: Model, when: Literal | None = None) -> None:
        """As implications, without a literal of its own."""
        if not self._ordered(model, when):
            self._imply(model, when)

    def _ordered(self, model: Model, when: Literal | None) -> bool:
        """The same as a difference of numbers, where the backend has such."""
        low = {">": 1, ">=": 0, "==": 0}.get(self.op)
        high = {"<": -1, "<=": 0, "==": 0}.get(self.op)
        return self.op != "!=" and model.summed([(1, self.left), (-1, self.right)], low, high, when)

    def _imply(self, model: Model, when: Literal | None) -> None:
        """For each left value, the right values that go with it; a number of clauses linear in the domains."""
        if self.op in ("==", "!=") and self.left.domain is self.right.domain:
            sign = 1 if self.op == "==" else -1
            both = zip(model.literals(self.left), model.literals(self.right), strict=True)
            model.clauses(([-a, sign * b] for a, b in both), when)
            return
        left, right = self.ranks()
        mine, others = model.literals(self.left), model.literals(self.right)
        place = {int(rank): i for i, rank in enumerate(right)}
        if self.op in ("==", "!="):
            for rank, literal in zip(left.tolist(), mine, strict=True):
                met = place.get(rank)
                if self.op == "!=" and met is not None:
                    model.clause([-literal, -others[met]], when)
                elif self.op == "==":
                    model.clause([-literal] if met is None else [-literal, others[met]], when)
            if self.op == "==":
                known = set(left.tolist())
                for rank, literal in zip(right.tolist(), others, strict=True):
                    if rank not in known:
                        model.clause([-literal], when)
            return
        # Order: a chain of literals "the right value is at least this", one a value of the right side.
        up = self.op in ("<", "<=")
        ladder = sorted(place, reverse=not up)
        steps: list[Literal] = [model.fresh() for _ in ladder]
        for i in range(1, len(ladder)):
            model.clause([-steps[i], steps[i - 1]], when)
            model.clause([-steps[i], -others[place[ladder[i - 1]]]], when)
        strict = self.op in ("<", ">")
        for rank, literal in zip(left.tolist(), mine, strict=True):
            wanted = (rank + (1 if up else -1)) if strict else rank
            least = bisect_left(ladder, wanted) if up else bisect_left(ladder, -wanted, key=lambda x: -x)
            if least == len(ladder):
                model.clause([-literal], when)
            elif least:
                model.clause([-literal, steps[least]], when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Compare:
        return Compare(mapping.get(self.left, self.left), self.op, mapping.get(self.right, self.right))

    @override
    def sentence(self) -> str:
        return f"{self.left} {IN_WORDS[self.op]} {self.right}"

    def __repr__(self) -> str:
        return f"({self.left.name} {self.op} {self.right.name})"


def compare(left: Variable, other: object, op: str) -> Fact:
    """The fact ``left op other`` for a value or another variable. Raises `ProblemError`."""
    if isinstance(other, Variable):
        alike = (left.numeric and other.numeric) or left.domain == other.domain
        if op not in ("==", "!=") and not alike:
            raise ProblemError(
                f"{left} and {other} cannot be put in order: their domains differ and are not both numbers"
            )
        if left is other:
            return Within(left, left.full_mask if op in ("==", "<=", ">=") else 0)
        return Compare(left, op, other)
    if op in ("==", "!="):
        mask = 1 << left.position(other)
        return Within(left, mask if op == "==" else left.full_mask & ~mask)
    keys: Iterable[Any]
    if left.numeric:
        truths = isinstance(left.domain[0], bool)
        number = is_number(other) or (truths and isinstance(other, bool))
        if not number or is_not_itself(other):
            kind = "truth values, False before True" if truths else "numbers"
            raise ProblemError(f"{left} takes {kind}; {other!r} cannot be compared with them")
        keys, pivot = left.domain, other
    else:
        keys, pivot = range(len(left.domain)), left.position(other)
    tests = {"<": lambda k: k < pivot, "<=": lambda k: k <= pivot,
             ">": lambda k: k > pivot, ">=": lambda k: k >= pivot}  # fmt: skip
    return Within(left, sum(1 << i for i, k in enumerate(keys) if tests[op](k)))

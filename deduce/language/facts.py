"""Facts: what can be said of a world with and, or and not. Built by comparing variables.

``~`` is pushed down to the leaves as a fact is built, so a fact is always a tree of `And` and `Or` over
`Within` (one variable, a set of values) and what says more of several variables, such as `deduce.language.pairs.Compare`.

One file because these turn into each other when they are negated, joined or given a value.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from math import log2, prod
from typing import TYPE_CHECKING, cast

import numpy as np

from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.language.automata import Automaton, Bools, Ints, tabulate, tabulate_truth
from deduce.language.base import MOST_TABLED, Constraint, open_until_the_end, refined
from deduce.language.operators import Calculable, algebra
from deduce.language.variables import Scope, Variable

if TYPE_CHECKING:
    from deduce.language.posting import Literal, Model

_TABLED = 512
"""A fact of at most so many combinations is read off its truth table."""


@lru_cache(maxsize=256)
def _grid(sizes: tuple[int, ...]) -> Ints:
    """The positions of every combination, a row a variable; shared, so not to be written to."""
    rows = np.indices(sizes).reshape(len(sizes), -1)
    rows.setflags(write=False)
    return rows


class Modal:
    """Marks formulas that say more than facts can; ``fact & formula`` is left to the formula."""

    __slots__ = ()


class Fact(Constraint, Calculable):
    """A Boolean condition on a world; combine facts with ``&``, ``|`` and ``~``.

    ``f >> g`` (or ``f.implies(g)``) is "if f, then g", ``f == g`` "f exactly if g", ``f != g`` and ``f ^ g``
    "one of the two, not both". Any other constraint may stand on either side. In arithmetic a fact counts 1
    where it is true and 0 elsewhere: ``sum(facts) >= 2``.
    """

    __slots__ = ()

    atomic = False
    """Whether its sentence stands beside "and" and "or" without brackets."""

    def __eq__(self, other: object) -> Fact:  # type: ignore[override]
        return _agreeing(self, other, True)

    def __ne__(self, other: object) -> Fact:  # type: ignore[override]
        return _agreeing(self, other, False)

    __hash__ = object.__hash__

    def __and__(self, other: object) -> Fact:
        return NotImplemented if isinstance(other, Modal) else And(self, _fact(other, "&"))

    def __or__(self, other: object) -> Fact:
        return NotImplemented if isinstance(other, Modal) else Or(self, _fact(other, "|"))

    @abstractmethod
    def __invert__(self) -> Fact:
        """The opposite fact."""

    def __xor__(self, other: object) -> Fact:
        if isinstance(other, Modal):
            return NotImplemented
        return algebra().agreeing(self, _fact(other, "^"), False)

    def implies(self, other: object) -> Fact:
        """The fact "if this, then `other`"; also written ``fact >> other``."""
        return algebra().implied(self, _fact(other, ">>"))

    def __rshift__(self, other: object) -> Fact:
        return NotImplemented if isinstance(other, Modal) else self.implies(other)

    @abstractmethod
    def given(self, variable: Variable, value: int) -> Fact:
        """What remains of the fact once `variable` is known to have domain position `value`."""

    def key(self) -> Hashable:
        """A value equal for facts of the same form (facts themselves compare by identity)."""
        raise TypeError(self)  # every concrete fact has its own

    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """One automaton whose states are the residual facts; see `Constraint.automata`."""
        return [self._residuals(order, lambda key: 0 if key == _TRUE else -1, judging=False)]

    def judge(self, order: tuple[Variable, ...]) -> Automaton:
        """An automaton that accepts every world and ends in state 1 where the fact is true, else 0."""
        return self._residuals(order, lambda key: int(key == _TRUE), judging=True)

    def _residuals(
        self, order: tuple[Variable, ...], finish: Callable[[Hashable], int], *, judging: bool
    ) -> Automaton:
        sizes = tuple(len(v.domain) for v in order)
        if order and prod(sizes) <= _TABLED:
            return tabulate_truth(order, self._truth_table(order, sizes), judging=judging)
        start = self.prepared(order)
        forms: dict[Hashable, Fact] = {start.key(): start}

        def step(position: int, state: Hashable, value: int) -> Hashable | None:
            rest = forms[state].given(order[position], value)
            key = rest.key()
            if key == _FALSE and not judging:
                return None
            forms.setdefault(key, rest)
            return key

        return tabulate(order, start.key(), step, finish)

    def _truth_table(self, order: tuple[Variable, ...], sizes: tuple[int, ...]) -> Bools:
        """Where the fact is true, an axis a variable."""
        columns = dict(zip(order, _grid(sizes), strict=True))
        return np.broadcast_to(self.check(columns), (prod(sizes),)).reshape(sizes)

    def prepared(self, order: tuple[Variable, ...]) -> Fact:
        """The fact as one that `given` reads variable by variable in this order."""
        return self

    @override
    def likeness(self) -> Hashable:
        return self.key()

    @override
    def opposite(self) -> Sequence[Constraint]:
        return [~self]

    @override
    def support(self, variable: Variable) -> int | None:
        if self.scope != (variable,):
            return None
        return sum(1 << i for i, value in enumerate(variable.domain) if self.true_in({variable: value}))

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        world = dict(zip(self.scope, values, strict=True))
        return self.true_in(world)

    @abstractmethod
    def true_in(self, world: Mapping[Variable, Hashable]) -> bool:
        """Whether the fact is true in a world given as values."""

    @abstractmethod
    def literal(self, model: Model) -> Literal:
        """A literal equivalent to the fact."""

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        model.clause([self.literal(model)], when)

    @abstractmethod
    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Fact: ...


def _agreeing(fact: Fact, other: object, same: bool) -> Fact:
    """The fact that `fact` and `other` (a fact, a constraint, or a truth value) agree, or differ."""
    if isinstance(other, (bool, int)) and other in (0, 1):
        return fact if bool(other) == same else ~fact
    if isinstance(other, Modal) or not isinstance(other, Calculable | Constraint):
        return NotImplemented  # type: ignore[no-any-return]
    if isinstance(other, Constraint):
        return algebra().agreeing(fact, algebra().holding(other), same)
    return algebra().compared(fact, "==" if same else "!=", other)


def _fact(item: object, operator: str) -> Fact:
    if isinstance(item, Fact):
        return item
    if isinstance(item, Constraint):
        return algebra().holding(item)
    raise ProblemError(
        f"{operator} combines facts, not {item!r}; put brackets around each comparison: (a == 1) {operator} (b == 2)"
    )


class Within(Fact):
    """One variable takes one of a set of values (a bit set over its domain)."""

    atomic = True
    chained = False

    __slots__ = ("mask", "variable")

    def __init__(self, variable: Variable, mask: int) -> None:
        self.variable, self.mask = variable, mask
        self.scope = Scope((variable,))

    @property
    def values(self) -> tuple[Hashable, ...]:
        """The allowed values, in domain order."""
        return tuple(v for i, v in enumerate(self.variable.domain) if self.mask >> i & 1)

    @override
    def single(self) -> Within:
        return self

    @override
    def support(self, variable: Variable) -> int | None:
        return self.mask if variable is self.variable else None

    def __invert__(self) -> Within:
        return Within(self.variable, self.variable.full_mask & ~self.mask)

    @override
    def given(self, variable: Variable, value: int) -> Fact:
        if variable is not self.variable:
            return self
        return And() if self.mask >> value & 1 else Or()

    @override
    def key(self) -> Hashable:
        return ("in", id(self.variable), self.mask)

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        allowed = np.array([bool(self.mask >> i & 1) for i in range(len(self.variable.domain))])
        chosen: Bools = allowed[columns[self.variable]]
        return chosen

    @override
    def true_in(self, world: Mapping[Variable, Hashable]) -> bool:
        return bool(self.mask >> self.variable.position(world[self.variable]) & 1)

    def literal(self, model: Model) -> Literal:
        """The literal that says it."""
        return model.membership(self.variable, self.mask)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Within:
        variable = mapping.get(self.variable, self.variable)
        mask = self.mask if variable.domain == self.variable.domain else variable.mask(self.values)
        return Within(variable, mask)

    @override
    def sentence(self) -> str:
        domain, many = self.variable.domain, self.mask.bit_count()
        size = len(domain)
        if many == 1:
            return f"{self.variable} is {self.variable.spelt(domain[self.mask.bit_length() - 1])}"
        if many == size - 1 and many > 1:
            left = self.variable.full_mask & ~self.mask
            return f"{self.variable} is not {self.variable.spelt(domain[left.bit_length() - 1])}"
        chosen = self.values
        if not chosen:
            return f"{self.variable} takes no value at all"
        if len(chosen) == size:
            return f"{self.variable} is anything"
        if 2 * len(chosen) > size:
            return f"{self.variable} is not {self._either((~self).values)}"
        return f"{self.variable} is {self._either(chosen)}"

    def _either(self, values: Iterable[Hashable]) -> str:
        *names, last = map(self.variable.spelt, values)
        return f"{', '.join(names)} or {last}" if names else last

    def __repr__(self) -> str:
        return f"{self.variable.name}.is_in({list(self.values)!r})"


class _Junction(Fact):
    """What `And` and `Or` share: flattened operands and their joint scope."""

    __slots__ = ("operands", "simple")

    operands: tuple[Fact, ...]
    simple: bool
    """Whether it is known that each operand is a set of values of one variable."""
    _word: str

    def __init__(self, *parts: Fact) -> None:
        for part in parts:
            if type(part) is not Within:
                break
        else:  # what most are
            self.operands, self.simple = parts, True
            self.scope = Scope(dict.fromkeys([part.variable for part in parts]))  # type: ignore[attr-defined]
            return
        self.simple = False
        flat: list[Fact] = []
        for part in parts:
            part = _fact(part, type(self).__name__)
            if part.scope:
                flat.extend(part.operands if isinstance(part, type(self)) else [part])
            elif part.true_in({}) != (self._word == "and"):
                # A constant either decides the whole (false among "and", true among "or") or says nothing.
                flat = [And() if self._word == "or" else Or()]
                break
        self.operands = tuple(flat)
        self.scope = Scope(dict.fromkeys([v for part in flat for v in part.scope]))

    @override
    def prepared(self, order: tuple[Variable, ...]) -> Fact:
        return type(self)(*(part.prepared(order) for part in self.operands))

    @override
    def key(self) -> Hashable:
        return (self._word, frozenset(part.key() for part in self.operands))

    @override
    def labels(self, variable: Variable) -> Ints:
        many = prod(len(v.domain) for v in self.scope) > MOST_TABLED
        if not many or variable not in self.scope:
            return super().labels(variable)
        return reduce(refined, (part.labels(variable) for part in self.operands))

    @override
    def bits_read(self, sizes: Mapping[Variable, int]) -> list[float]:
        """A part over one variable is settled when it is read."""
        open_parts = [part for part in self.operands if len(part.scope) > 1]
        bits = 1.0 + sum(log2(max(sizes[v] for v in part.scope) + 2) for part in open_parts)
        return open_until_the_end(len(self.scope), bits)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Fact:
        return type(self)(*(part.over(mapping) for part in self.operands))

    @override
    def sentence(self) -> str:
        if not self.operands:
            return "nothing is required" if self._word == "and" else "this cannot be"
        return f" {self._word} ".join(
            p.sentence() if p.atomic or len(self.operands) == 1 else f"({p.sentence()})"
            for p in self.operands
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.operands))})"


class And(_Junction):
    """All operands are true; without operands: true."""

    __slots__ = ()
    _word = "and"

    @override
    def all_of(self) -> tuple[Fact, ...]:
        return self.operands

    @override
    def parts(self) -> Sequence[Constraint]:
        return [part for operand in self.operands for part in operand.parts()]

    def __invert__(self) -> Fact:
        return Or(*(~part for part in self.operands))

    @override
    def given(self, variable: Variable, value: int) -> Fact:
        rest = [part.given(variable, value) for part in self.operands]
        if any(isinstance(part, Or) and not part.operands for part in rest):
            return Or()
        return And(*rest) if len(rest) != 1 else rest[0]

    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """The parts' automata side by side: narrower than one for the whole."""
        found: list[Automaton] = []
        for part in self.operands:
            mine = set(part.scope)
            found.extend(part.automata(tuple(v for v in order if v in mine)))
        return found

    @override
    def literal(self, model: Model) -> Literal:
        return model.conjunction([part.literal(model) for part in self.operands])

    def post(self, model: Model, when: Literal | None = None) -> None:
        """Part by part."""
        for part in self.operands:
            part.post(model, when)

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        checks = [part.check(columns) for part in self.operands]
        return np.logical_and.reduce(checks) if checks else np.array(True)

    @override
    def true_in(self, world: Mapping[Variable, Hashable]) -> bool:
        return all(part.true_in(world) for part in self.operands)


class Or(_Junction):
    """At least one operand is true; without operands: false."""

    __slots__ = ()
    _word = "or"
    chained = False

    @override
    def any_of(self) -> tuple[Fact, ...]:
        return self.operands

    @override
    def clause(self) -> tuple[Within, ...] | None:
        if self.simple:
            return cast("tuple[Within, ...]", self.operands)
        found = []
        for part in self.operands:
            if (single := part.single()) is None:
                return None
            found.append(single)
        return tuple(found)

    def __invert__(self) -> Fact:
        return And(*(~part for part in self.operands))

    @override
    def given(self, variable: Variable, value: int) -> Fact:
        rest = [part.given(variable, value) for part in self.operands]
        if any(isinstance(part, And) and not part.operands for part in rest):
            return And()
        live = [part for part in rest if not (isinstance(part, Or) and not part.operands)]
        return Or(*live) if len(live) != 1 else live[0]

    @override
    def literal(self, model: Model) -> Literal:
        return -model.conjunction([-part.literal(model) for part in self.operands])

    def post(self, model: Model, when: Literal | None = None) -> None:
        """One clause over the parts' literals."""
        model.clause([part.literal(model) for part in self.operands], when)

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        checks = [part.check(columns) for part in self.operands]
        return np.logical_or.reduce(checks) if checks else np.array(False)

    @override
    def true_in(self, world: Mapping[Variable, Hashable]) -> bool:
        return any(part.true_in(world) for part in self.operands)


_TRUE, _FALSE = And().key(), Or().key()

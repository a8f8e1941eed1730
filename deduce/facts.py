"""Facts: what can be said of a world with and, or and not. Built by comparing variables.

``~`` is pushed down to the leaves as a fact is built, so a fact is always a tree of `And` and `Or` over
`Within` (one variable, a set of values) and `Compare` (two variables).
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from deduce.automata import Automaton, Bools, Ints, tabulate
from deduce.constraints import Constraint
from deduce.errors import ProblemError
from deduce.variables import Variable

if TYPE_CHECKING:
    from deduce.posting import Literal, Model

__all__ = ["And", "Compare", "Fact", "Modal", "Or", "Within", "compare"]

_NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", "<=": ">", ">": "<="}
_IN_WORDS = {
    "==": "is the same as", "!=": "differs from", "<": "is below",
    "<=": "is at most", ">": "is above", ">=": "is at least",
}  # fmt: skip


class Modal:
    """Marks formulas that say more than facts can; ``fact & formula`` is left to the formula."""

    __slots__ = ()


class Fact(Constraint):
    """A Boolean condition on a world; combine facts with ``&``, ``|`` and ``~``."""

    __slots__ = ()

    def __and__(self, other: object) -> Fact:
        return NotImplemented if isinstance(other, Modal) else And(self, _fact(other, "&"))

    def __or__(self, other: object) -> Fact:
        return NotImplemented if isinstance(other, Modal) else Or(self, _fact(other, "|"))

    @abstractmethod
    def __invert__(self) -> Fact:
        """The opposite fact."""

    def __bool__(self) -> bool:
        raise TypeError(
            f"the fact '{self.sentence()}' is not true or false by itself: ask knowledge.holds(fact), and "
            "combine facts with &, | and ~ (not with and, or, not); mind the brackets around comparisons"
        )

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
        forms: dict[Hashable, Fact] = {self.key(): self}

        def step(position: int, state: Hashable, value: int) -> Hashable | None:
            rest = forms[state].given(order[position], value)
            key = rest.key()
            if key == _FALSE and not judging:
                return None
            forms.setdefault(key, rest)
            return key

        return tabulate(order, self.key(), step, finish)

    def holds(self, values: Sequence[Hashable]) -> bool:
        """See `Constraint.holds`."""
        world = dict(zip(self.scope, values, strict=True))
        return self.true_in(world)

    @abstractmethod
    def true_in(self, world: Mapping[Variable, Hashable]) -> bool:
        """Whether the fact is true in a world given as values."""

    @abstractmethod
    def literal(self, model: Model) -> Literal:
        """A literal equivalent to the fact."""

    def post(self, model: Model, when: Literal | None = None) -> None:
        """See `Constraint.post`."""
        model.clause([self.literal(model)], when)

    @abstractmethod
    def over(self, mapping: Mapping[Variable, Variable]) -> Fact:
        """See `Constraint.over`."""


def _fact(item: object, operator: str) -> Fact:
    if not isinstance(item, Fact):
        raise ProblemError(
            f"{operator} combines facts, not {item!r}; put brackets around each comparison: (a == 1) {operator} (b == 2)"
        )
    return item


class Within(Fact):
    """One variable takes one of a set of values (a bit set over its domain)."""

    __slots__ = ("mask", "variable")

    def __init__(self, variable: Variable, mask: int) -> None:
        self.variable, self.mask = variable, mask
        self.scope = (variable,)

    @property
    def values(self) -> tuple[Hashable, ...]:
        """The allowed values, in domain order."""
        return tuple(v for i, v in enumerate(self.variable.domain) if self.mask >> i & 1)

    def support(self, variable: Variable) -> int | None:
        """See `Constraint.support`."""
        return self.mask if variable is self.variable else None

    def __invert__(self) -> Within:
        return Within(self.variable, self.variable.full_mask & ~self.mask)

    def given(self, variable: Variable, value: int) -> Fact:
        """See `Fact.given`."""
        if variable is not self.variable:
            return self
        return And() if self.mask >> value & 1 else Or()

    def key(self) -> Hashable:
        """See `Fact.key`."""
        return ("in", id(self.variable), self.mask)

    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        """See `Constraint.check`."""
        allowed = np.array([bool(self.mask >> i & 1) for i in range(len(self.variable.domain))])
        chosen: Bools = allowed[columns[self.variable]]
        return chosen

    def true_in(self, world: Mapping[Variable, Hashable]) -> bool:
        """See `Fact.true_in`."""
        return bool(self.mask >> self.variable.position(world[self.variable]) & 1)

    def literal(self, model: Model) -> Literal:
        """The literal that says it."""
        return model.membership(self.variable, self.mask)

    def over(self, mapping: Mapping[Variable, Variable]) -> Within:
        """See `Constraint.over`."""
        variable = mapping.get(self.variable, self.variable)
        mask = self.mask if variable.domain == self.variable.domain else variable.mask(self.values)
        return Within(variable, mask)

    def sentence(self) -> str:
        """See `Constraint.sentence`."""
        size, chosen = len(self.variable.domain), self.values
        if not chosen:
            return f"{self.variable} takes no value at all"
        if len(chosen) == 1:
            return f"{self.variable} is {chosen[0]}"
        if len(chosen) == size:
            return f"{self.variable} is anything"
        if 2 * len(chosen) > size:
            return f"{self.variable} is not {_either([v for v in self.variable.domain if v not in chosen], 'or')}"
        return f"{self.variable} is {_either(chosen, 'or')}"

    def __repr__(self) -> str:
        return f"{self.variable.name}.is_in({list(self.values)!r})"


def _either(values: Sequence[object], word: str) -> str:
    names = [str(value) for value in values]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {word} {names[-1]}"


class Compare(Fact):
    """Two variables compared: equal, different, or in order."""

    __slots__ = ("_pairs", "left", "op", "right")

    def __init__(self, left: Variable, op: str, right: Variable) -> None:
        self.left, self.op, self.right = left, op, right
        self.scope = (left, right)
        self._pairs: Bools | None = None

    @property
    def pairs(self) -> Bools:
        """Which pairs of domain positions satisfy it; shape (left domain, right domain)."""
        if self._pairs is None:
            left, right = self.left, self.right
            if left.numeric and right.numeric:
                a: Any = np.array(left.domain, dtype=object)[:, None]
                b: Any = np.array(right.domain, dtype=object)[None, :]
            else:
                number: dict[Hashable, int] = {}
                for value in (*left.domain, *right.domain):
                    number.setdefault(value, len(number))
                a = np.array([number[v] for v in left.domain])[:, None]
                b = np.array([number[v] for v in right.domain])[None, :]
            result = {
                "==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b,
            }[self.op]  # fmt: skip
            self._pairs = np.asarray(result, dtype=np.bool_)
        return self._pairs

    def __bool__(self) -> bool:
        # `variable in list` and look-ups in dicts with equal hashes ask this of two variables.
        if self.op in ("==", "!="):
            return (self.left is self.right) == (self.op == "==")
        return super().__bool__()

    def __invert__(self) -> Compare:
        return Compare(self.left, _NEGATED[self.op], self.right)

    def given(self, variable: Variable, value: int) -> Fact:
        """See `Fact.given`."""
        if variable is self.left:
            row, other = self.pairs[value], self.right
        elif variable is self.right:
            row, other = self.pairs[:, value], self.left
        else:
            return self
        mask = sum(1 << int(i) for i in np.flatnonzero(row))
        if mask == other.full_mask:
            return And()
        return Within(other, mask) if mask else Or()

    def key(self) -> Hashable:
        """See `Fact.key`."""
        return (self.op, id(self.left), id(self.right))

    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        """See `Constraint.check`."""
        chosen: Bools = self.pairs[columns[self.left], columns[self.right]]
        return chosen

    def true_in(self, world: Mapping[Variable, Hashable]) -> bool:
        """See `Fact.true_in`."""
        return bool(
            self.pairs[self.left.position(world[self.left]), self.right.position(world[self.right])]
        )

    def literal(self, model: Model) -> Literal:
        """A literal equivalent to it: for each left value, the right values that go with it."""
        fresh = model.fresh()
        for i in range(len(self.left.domain)):
            here = model.literal(self.left, i)
            mask = sum(1 << int(j) for j in np.flatnonzero(self.pairs[i]))
            fits = model.membership(self.right, mask)
            model.clause([-fresh, -here, fits])
            model.clause([fresh, -here, -fits])
        return fresh

    def post(self, model: Model, when: Literal | None = None) -> None:
        """Directly as implications, without a literal of its own."""
        for i in range(len(self.left.domain)):
            mask = sum(1 << int(j) for j in np.flatnonzero(self.pairs[i]))
            if mask != self.right.full_mask:
                model.clause([-model.literal(self.left, i), model.membership(self.right, mask)], when)

    def over(self, mapping: Mapping[Variable, Variable]) -> Compare:
        """See `Constraint.over`."""
        return Compare(mapping.get(self.left, self.left), self.op, mapping.get(self.right, self.right))

    def sentence(self) -> str:
        """See `Constraint.sentence`."""
        return f"{self.left} {_IN_WORDS[self.op]} {self.right}"

    def __repr__(self) -> str:
        return f"({self.left.name} {self.op} {self.right.name})"


class _Junction(Fact):
    """What `And` and `Or` share: flattened operands and their joint scope."""

    __slots__ = ("operands",)

    operands: tuple[Fact, ...]
    _word: str

    def __init__(self, *parts: Fact) -> None:
        if not parts:
            self.operands = self.scope = ()
            return
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
        self.scope = tuple(dict.fromkeys(v for part in flat for v in part.scope))

    def key(self) -> Hashable:
        """See `Fact.key`."""
        return (self._word, frozenset(part.key() for part in self.operands))

    def over(self, mapping: Mapping[Variable, Variable]) -> Fact:
        """See `Constraint.over`."""
        return type(self)(*(part.over(mapping) for part in self.operands))

    def sentence(self) -> str:
        """See `Constraint.sentence`."""
        if not self.operands:
            return "nothing is required" if self._word == "and" else "this cannot be"
        return f" {self._word} ".join(
            f"({p.sentence()})" if isinstance(p, _Junction) else p.sentence() for p in self.operands
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.operands))})"


class And(_Junction):
    """All operands are true; without operands: true."""

    __slots__ = ()
    _word = "and"

    def parts(self) -> Sequence[Constraint]:
        """See `Constraint.parts`."""
        return [part for operand in self.operands for part in operand.parts()]

    def __invert__(self) -> Fact:
        return Or(*(~part for part in self.operands))

    def given(self, variable: Variable, value: int) -> Fact:
        """See `Fact.given`."""
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

    def literal(self, model: Model) -> Literal:
        """See `Fact.literal`."""
        return model.conjunction([part.literal(model) for part in self.operands])

    def post(self, model: Model, when: Literal | None = None) -> None:
        """Part by part."""
        for part in self.operands:
            part.post(model, when)

    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        """See `Constraint.check`."""
        checks = [part.check(columns) for part in self.operands]
        return np.logical_and.reduce(checks) if checks else np.array(True)

    def true_in(self, world: Mapping[Variable, Hashable]) -> bool:
        """See `Fact.true_in`."""
        return all(part.true_in(world) for part in self.operands)

    def support(self, variable: Variable) -> int | None:
        """See `Constraint.support`."""
        return _joint_support(self, variable, variable.full_mask, int.__and__)


class Or(_Junction):
    """At least one operand is true; without operands: false."""

    __slots__ = ()
    _word = "or"

    def __invert__(self) -> Fact:
        return And(*(~part for part in self.operands))

    def given(self, variable: Variable, value: int) -> Fact:
        """See `Fact.given`."""
        rest = [part.given(variable, value) for part in self.operands]
        if any(isinstance(part, And) and not part.operands for part in rest):
            return And()
        live = [part for part in rest if not (isinstance(part, Or) and not part.operands)]
        return Or(*live) if len(live) != 1 else live[0]

    def literal(self, model: Model) -> Literal:
        """See `Fact.literal`."""
        return -model.conjunction([-part.literal(model) for part in self.operands])

    def post(self, model: Model, when: Literal | None = None) -> None:
        """One clause over the parts' literals."""
        model.clause([part.literal(model) for part in self.operands], when)

    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        """See `Constraint.check`."""
        checks = [part.check(columns) for part in self.operands]
        return np.logical_or.reduce(checks) if checks else np.array(False)

    def true_in(self, world: Mapping[Variable, Hashable]) -> bool:
        """See `Fact.true_in`."""
        return any(part.true_in(world) for part in self.operands)

    def support(self, variable: Variable) -> int | None:
        """See `Constraint.support`."""
        return _joint_support(self, variable, 0, int.__or__)


def _joint_support(junction: _Junction, variable: Variable, start: int, join: Any) -> int | None:
    if junction.scope != (variable,):
        return None
    mask = start
    for part in junction.operands:
        mask = join(mask, part.support(variable))
    return mask


_TRUE, _FALSE = And().key(), Or().key()


def compare(left: Variable, other: object, op: str) -> Fact:
    """The fact ``left op other`` for a value or another variable. Raises `ProblemError`."""
    if isinstance(other, Variable):
        alike = (left.numeric and other.numeric) or left.domain == other.domain
        if op not in ("==", "!=") and not alike:
            raise ProblemError(
                f"{left} and {other} cannot be put in order: their domains differ and are not both numbers"
            )
        if left is other:
            return _Same(left, op)
        return Compare(left, op, other)
    if op in ("==", "!="):
        fact = Within(left, 1 << left.position(other))
        return fact if op == "==" else ~fact
    keys: Iterable[Any]
    if left.numeric:
        if not isinstance(other, (int, float)) or isinstance(other, bool):
            raise ProblemError(f"{left} takes numbers; {other!r} cannot be compared with them")
        keys, pivot = left.domain, other
    else:
        keys, pivot = range(len(left.domain)), left.position(other)
    tests = {"<": lambda k: k < pivot, "<=": lambda k: k <= pivot,
             ">": lambda k: k > pivot, ">=": lambda k: k >= pivot}  # fmt: skip
    return Within(left, sum(1 << i for i, k in enumerate(keys) if tests[op](k)))


class _Same(Within):
    """A variable compared with itself: trivially true or false, and usable in `in` and dicts."""

    __slots__ = ()

    def __init__(self, variable: Variable, op: str) -> None:
        super().__init__(variable, variable.full_mask if op in ("==", "<=", ">=") else 0)

    def __bool__(self) -> bool:
        return self.mask != 0

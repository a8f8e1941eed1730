"""Any constraint as a fact, and facts about facts: holding, "if ... then", "exactly if".

`Judged` facts are leaves that no comparison of one or two variables can say: a sum, a count, an all-different.
In a diagram each runs a `deduce.language.judges` automaton of its own beside the others; for a solver each becomes one
literal.

One file because these facts turn into each other when they are negated, prepared or given a value.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.language.automata import Automaton, Bools, Ints, Tabulated
from deduce.language.base import Constraint, Looks
from deduce.language.facts import And, Fact, Or
from deduce.language.judges import accepting, judge_of
from deduce.language.variables import Scope, Variable

if TYPE_CHECKING:
    from deduce.language.posting import Literal, Model

_MAX_MOVES = 200_000
"""The most transitions of a judge that are said to a solver in clauses."""


class Judged(Fact):
    """A leaf decided by an automaton over its whole scope. Subclasses say `judged`, `true_in`, `literal`."""

    __slots__ = ("_known",)

    _known: tuple[tuple[Variable, ...], Tabulated] | None

    @abstractmethod
    def judged(self, order: tuple[Variable, ...]) -> Tabulated:
        """A judge of the fact over `order`: 1 where it is true, else 0. May raise `TooLarge`."""

    def tables(self, order: tuple[Variable, ...]) -> Tabulated:
        """`judged`, remembered for the order asked for last."""
        known = getattr(self, "_known", None)
        if known is None or Scope(known[0]) != order:
            known = self._known = (order, self.judged(order))
        return known[1]

    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """The judge's paths to "true"."""
        return [accepting(self.tables(order))]

    def judge(self, order: tuple[Variable, ...]) -> Automaton:
        """The judge itself."""
        return self.tables(order)

    def prepared(self, order: tuple[Variable, ...]) -> Fact:
        """The fact as one that can be read variable by variable."""
        mine = set(self.scope)
        return _Running.started(self.tables(tuple(v for v in order if v in mine)))

    def given(self, variable: Variable, value: int) -> Fact:
        """Only `prepared` facts are read variable by variable, as that needs an order."""
        raise ProblemError(f"'{self.sentence()}' has no form with {variable} known")


class _Running(Fact):
    """A judge in the middle of its work: what is left of a `Judged` fact once some variables are read."""

    __slots__ = ("_judge", "_position", "_settled", "_state", "_truth")

    def __init__(
        self, judge: Tabulated, settled: Sequence[Ints], position: int, state: int, truth: bool = True
    ) -> None:
        self._judge, self._settled, self._position, self._state = judge, settled, position, state
        self._truth = truth
        self.scope = Scope(judge.order[position:])

    @classmethod
    def started(cls, judge: Tabulated) -> Fact:
        """The judge before its first variable."""
        # For each layer and state: 1 or 0 where every path leads to the same verdict, else -1.
        settled: list[Ints] = []
        below: Ints = np.array([0, 1], dtype=np.int64)
        for table in reversed(judge.tables):
            outcomes = below[table]
            low, high = outcomes.min(axis=1), outcomes.max(axis=1)
            below = np.where((low == high) & (low >= 0), low, -1)
            settled.append(below)
        settled.reverse()
        return cls._at(judge, settled, 0, judge.start)

    @classmethod
    def _at(cls, judge: Tabulated, settled: Sequence[Ints], position: int, state: int) -> Fact:
        verdict = state if position == len(judge.order) else int(settled[position][state])
        if verdict >= 0:
            return And() if verdict else Or()
        return cls(judge, settled, position, state)

    def given(self, variable: Variable, value: int) -> Fact:
        if variable is not self.scope[0]:
            return self
        following = int(self._judge.tables[self._position][self._state, value])
        rest = self._at(self._judge, self._settled, self._position + 1, following)
        return rest if self._truth else ~rest

    def key(self) -> Hashable:
        return ("running", id(self._judge), self._position, self._state, self._truth)

    def __invert__(self) -> Fact:
        return _Running(self._judge, self._settled, self._position, self._state, not self._truth)

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        states: Ints = np.asarray(self._state)
        for variable, table in zip(self.scope, self._left(), strict=True):
            states = table[states, columns[variable]]
        found: Bools = (states == 1) == self._truth
        return found

    @override
    def true_in(self, world: Mapping[Variable, Hashable]) -> bool:
        state = self._state
        for variable, table in zip(self.scope, self._left(), strict=True):
            state = int(table[state, variable.position(world[variable])])
        return (state == 1) == self._truth

    def _left(self) -> Sequence[Ints]:
        """The judge's tables for the variables that are not read yet."""
        return self._judge.tables[self._position :]

    @override
    def literal(self, model: Model) -> Literal:
        verdict = _said(model, self.scope, self._left(), self._state)
        return verdict if self._truth else -verdict

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Fact:
        order = tuple(mapping.get(variable, variable) for variable in self._judge.order)
        judge = Tabulated(order, self._judge.tables, self._judge.start)
        return _Running(judge, self._settled, self._position, self._state, self._truth)

    def sentence(self) -> str:
        return "what is left to decide"


def holding(constraint: Constraint) -> Fact:
    """The fact that a constraint holds; facts are returned as they are."""
    if isinstance(constraint, Fact):
        return constraint
    parts = constraint.parts()
    if any(part is not constraint for part in parts) and all(isinstance(part, Fact) for part in parts):
        return And(*parts)  # type: ignore[arg-type]
    return Holds(constraint)


class Holds(Judged):
    """A constraint that is no fact holds, or (`truth` False) does not hold."""

    __slots__ = ("constraint", "truth")

    def __init__(self, constraint: Constraint, truth: bool = True) -> None:
        self.constraint, self.truth, self.scope = constraint, truth, constraint.scope
        self._known = None

    def __invert__(self) -> Holds:
        return Holds(self.constraint, not self.truth)

    def parts(self) -> Sequence[Constraint]:
        """The constraint's own, so that it is compiled, posted and recognised as what it is."""
        return self.constraint.parts() if self.truth else [self]

    @override
    def plain(self) -> Constraint:
        return self.constraint.plain() if self.truth else self

    @override
    def looks(self) -> Looks:
        return self.constraint.looks() if self.truth else "names"

    @override
    def labels(self, variable: Variable) -> Ints:
        return self.constraint.labels(variable)

    @override
    def key(self) -> Hashable:
        form = self.constraint.likeness()
        return ("holds", id(self.constraint) if form is None else form, self.truth)

    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """The constraint's own, or those of its opposite."""
        return self.constraint.automata(order) if self.truth else super().automata(order)

    @override
    def judged(self, order: tuple[Variable, ...]) -> Tabulated:
        judge = judge_of(self.constraint.automata(order), order, self.constraint.sentence())
        if self.truth:
            return judge
        turned = [*judge.tables[:-1], 1 - judge.tables[-1]]
        return Tabulated(judge.order, turned, judge.start)

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        found = self.constraint.check(columns)
        return found if self.truth else ~found

    @override
    def true_in(self, world: Mapping[Variable, Hashable]) -> bool:
        return self.constraint.holds([world[v] for v in self.scope]) == self.truth

    def literal(self, model: Model) -> Literal:
        """One literal under which the constraint is stated, and under whose opposite its opposite is."""
        others = self._others()
        if others is None:
            return self._judged_literal(model)
        fresh = model.fresh()
        self.constraint.post(model, fresh)
        _one_of(others, model, -fresh)
        return fresh if self.truth else -fresh

    def post(self, model: Model, when: Literal | None = None) -> None:
        """The constraint, or its opposite."""
        if self.truth:
            self.constraint.post(model, when)
            return
        others = self._others()
        if others is None:
            model.clause([self._judged_literal(model)], when)
        else:
            _one_of(others, model, when)

    def _others(self) -> Sequence[Constraint] | None:
        """Constraints one of which holds where this one does not; None where no others say it."""
        try:
            return self.constraint.opposite()
        except ProblemError:
            return None

    def _judged_literal(self, model: Model) -> Literal:
        """The judge said in clauses: a literal a state, each leading to the next."""
        judge = self.tables(self.scope)
        if sum(table.size for table in judge.tables) > _MAX_MOVES:
            raise ProblemError(f"the opposite of '{self.constraint}' is too large to be stated to a solver")
        return _said(model, judge.order, judge.tables, judge.start)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Holds:
        return Holds(self.constraint.over(mapping), self.truth)

    @override
    def sentence(self) -> str:
        said = self.constraint.sentence()
        if self.truth:
            return said
        turned = said.replace(" are all different", " are not all different")
        return turned if turned != said else f"not: {said}"

    def __repr__(self) -> str:
        return f"Holds({self.constraint!r}{'' if self.truth else ', False'})"


def _said(model: Model, order: Sequence[Variable], tables: Sequence[Ints], start: int) -> Literal:
    """A judge that begins in the state `start`, said in clauses: a literal a state, each leading to the next."""
    verdict = model.fresh()
    states: dict[int, Literal] = {start: model.constant()}
    for position, (variable, table) in enumerate(zip(order, tables, strict=True)):
        last = position == len(order) - 1
        following: dict[int, Literal] = {0: -verdict, 1: verdict} if last else {}
        for state, here in states.items():
            for value, reached in enumerate(table[state].tolist()):
                if reached not in following:
                    following[reached] = model.fresh()
                model.clause([-here, -model.literal(variable, value), following[reached]])
        states = following
    return verdict


def _one_of(others: Sequence[Constraint], model: Model, when: Literal | None) -> None:
    """At least one of the constraints holds."""
    if len(others) == 1:
        others[0].post(model, when)
        return
    chosen: list[Literal] = []
    for other in others:
        if isinstance(other, Fact):
            chosen.append(other.literal(model))
        else:
            chosen.append(model.fresh())
            other.post(model, chosen[-1])
    model.clause(chosen, when)


class Phrase(Fact):
    """A fact that is another one in its author's words: subclasses say it, `meaning` is what is reasoned with."""

    __slots__ = ("meaning",)

    meaning: Fact

    def __invert__(self) -> Fact:
        return ~self.meaning

    def parts(self) -> Sequence[Constraint]:
        """The parts of its meaning; itself while there is only one, so that its words are kept."""
        parts = self.meaning.parts()
        return [self] if len(parts) == 1 and parts[0] is self.meaning else parts

    @override
    def plain(self) -> Constraint:
        return self.meaning.plain()

    @override
    def looks(self) -> Looks:
        return self.meaning.looks()

    @override
    def labels(self, variable: Variable) -> Ints:
        return self.meaning.labels(variable)

    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """Those of its meaning, over the variables it speaks of."""
        mine = set(self.meaning.scope)
        return self.meaning.automata(tuple(v for v in order if v in mine)) if mine else ()

    @override
    def prepared(self, order: tuple[Variable, ...]) -> Fact:
        return self.meaning.prepared(order)

    @override
    def given(self, variable: Variable, value: int) -> Fact:
        return self.meaning.given(variable, value)

    @override
    def key(self) -> Hashable:
        return self.meaning.key()

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        return self.meaning.check(columns)

    @override
    def true_in(self, world: Mapping[Variable, Hashable]) -> bool:
        return self.meaning.true_in(world)

    @override
    def literal(self, model: Model) -> Literal:
        return self.meaning.literal(model)

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        self.meaning.post(model, when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Fact:
        return self.meaning.over(mapping)


class Implies(Phrase):
    """If `condition`, then `consequence`."""

    __slots__ = ("condition", "consequence")

    def __init__(self, condition: Fact, consequence: Fact) -> None:
        self.condition, self.consequence = condition, consequence
        self.meaning = Or(~condition, consequence)
        self.scope = self.meaning.scope

    def __invert__(self) -> Fact:
        return self.condition & ~self.consequence

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Implies:
        return Implies(self.condition.over(mapping), self.consequence.over(mapping))

    @override
    def sentence(self) -> str:
        return f"if {self.condition.sentence()}, then {self.consequence.sentence()}"

    def __repr__(self) -> str:
        return f"Implies({self.condition!r}, {self.consequence!r})"


class Iff(Fact):
    """Two facts are both true or both false; or (`same` False) exactly one of them is true."""

    __slots__ = ("left", "right", "same")

    def __init__(self, left: Fact, right: Fact, same: bool = True) -> None:
        self.left, self.right, self.same = left, right, same
        self.scope = Scope(dict.fromkeys((*left.scope, *right.scope)))

    def __invert__(self) -> Iff:
        return Iff(self.left, self.right, not self.same)

    @override
    def agreed(self) -> Sequence[tuple[Fact, Fact, bool]]:
        return [(self.left, self.right, self.same)]

    @override
    def prepared(self, order: tuple[Variable, ...]) -> Fact:
        return Iff(self.left.prepared(order), self.right.prepared(order), self.same)

    @override
    def given(self, variable: Variable, value: int) -> Fact:
        left, right = self.left.given(variable, value), self.right.given(variable, value)
        for one, other in ((left, right), (right, left)):
            if isinstance(one, (And, Or)) and not one.operands:
                return other if isinstance(one, And) == self.same else ~other
        return Iff(left, right, self.same)

    @override
    def key(self) -> Hashable:
        return ("iff", self.same, frozenset([self.left.key(), self.right.key()]))

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        agree: Bools = np.asarray(self.left.check(columns) == self.right.check(columns))
        return agree if self.same else ~agree

    @override
    def true_in(self, world: Mapping[Variable, Hashable]) -> bool:
        return (self.left.true_in(world) == self.right.true_in(world)) == self.same

    @override
    def literal(self, model: Model) -> Literal:
        a, b, fresh = self.left.literal(model), self.right.literal(model), model.fresh()
        for clause in ([-fresh, -a, b], [-fresh, a, -b], [fresh, a, b], [fresh, -a, -b]):
            model.clause(clause)
        return fresh if self.same else -fresh

    def post(self, model: Model, when: Literal | None = None) -> None:
        """Two clauses over the literals of the sides."""
        a, b = self.left.literal(model), self.right.literal(model)
        if not self.same:
            b = -b
        model.clause([-a, b], when)
        model.clause([a, -b], when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Iff:
        return Iff(self.left.over(mapping), self.right.over(mapping), self.same)

    @override
    def sentence(self) -> str:
        left, right = self.left.sentence(), self.right.sentence()
        return f"{left} exactly if {right}" if self.same else f"either {left}, or {right}, but not both"

    def __repr__(self) -> str:
        return f"Iff({self.left!r}, {self.right!r}{'' if self.same else ', False'})"

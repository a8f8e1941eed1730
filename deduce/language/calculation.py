"""Comparisons that are no sum of functions of single variables: ``a * b == c + d``, ``count(pairs) >= 2``.

A diagram reads the variables one by one and remembers what the operations have come to so far (a running
product, a partial sum), so what a comparison costs follows from its structure. A solver gets one literal for
each number an operation can come to.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.language.automata import Automaton, Bools, Ints, Tabulated
from deduce.language.expressions import FUNCTIONS, NUMPY_FUNCTIONS, Apply, Expression, Of, Truth
from deduce.language.facts import Fact
from deduce.language.judges import tabulate_layers
from deduce.language.operators import algebra
from deduce.language.reified import Judged
from deduce.language.variables import Variable

if TYPE_CHECKING:
    from deduce.language.posting import Literal, Model

_MAX_CLAUSES = 1_000_000
"""The most pairs of numbers an operation is stated for to a solver."""

Carrier = tuple[Variable, tuple[int, ...]]
"""A variable (one of the problem, or one made for a solver) and a number for each of its values."""


class Calculation(Judged):
    """``difference op 0``, `op` one of ``==``, ``!=``, ``<=``, ``>``.

    `plainer`, if there is one, is an equivalent fact that a solver reads better.
    """

    __slots__ = ("difference", "op", "plainer")

    def __init__(self, difference: Expression, op: str, plainer: Fact | None = None) -> None:
        self.difference, self.op, self.plainer = difference, op, plainer
        self.scope = difference.scope
        self._known = None

    def __invert__(self) -> Calculation:
        turned = {"==": "!=", "!=": "==", "<=": ">", ">": "<="}[self.op]
        return Calculation(self.difference, turned, None if self.plainer is None else ~self.plainer)

    def _test(self, numbers: Any) -> Any:
        if self.op in ("==", "!="):
            return (numbers == 0) == (self.op == "==")
        return (numbers <= 0) == (self.op == "<=")

    @override
    def key(self) -> Hashable:
        return ("calculation", self.op, self.difference.key())

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        return np.asarray(self._test(self.difference.column(columns)))

    @override
    def true_in(self, world: Mapping[Variable, Hashable]) -> bool:
        return bool(self._test(self.difference.value_in(world)))

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Fact:
        return algebra().compared(self.difference.over(mapping), self.op, 0)

    @override
    def sentence(self) -> str:
        verb = {"==": "is", "!=": "is not", "<=": "is at most", ">": "is above"}[self.op]
        return f"{self.difference.text()} {verb} 0"

    @override
    def judged(self, order: tuple[Variable, ...]) -> Tabulated:
        return _Registers(self.difference, self.op, order).tabulated(self.sentence())

    # For a solver.

    @override
    def literal(self, model: Model) -> Literal:
        return self._stated(model).literal(model)

    def post(self, model: Model, when: Literal | None = None) -> None:
        """The comparison of the numbers its operations come to."""
        self._stated(model).post(model, when)

    def _stated(self, model: Model) -> Fact:
        """The plainer fact, or the comparison over variables made for `model`, one an operation."""
        if self.plainer is not None:
            return self.plainer
        terms = []
        for factor, atom in self.difference.terms:
            if isinstance(atom, Of):
                terms.append((factor, atom))
            else:
                variable, table = carrier(model, atom)
                terms.append((factor, Of(variable, table)))
        return algebra().compared(Expression(terms, self.difference.constant), self.op, 0)

    def __repr__(self) -> str:
        return f"({self.difference.text()} {self.op} 0)"


def carrier(model: Model, atom: object) -> Carrier:
    """A variable whose value the solver is told follows from the atom's."""
    if isinstance(atom, Of):
        return atom.variable, atom.table
    if isinstance(atom, Truth):
        made, literal = Variable("truth", (0, 1)), atom.fact.literal(model)
        false, true = model.literals(made)
        model.clause([-literal, true])
        model.clause([literal, false])
        return made, (0, 1)
    if not isinstance(atom, Apply):
        raise TypeError(atom)
    parts = [_carried(model, argument) for argument in atom.arguments]
    if atom.operation == "abs":
        variable, table = parts[0]
        return variable, tuple(map(abs, table))
    found = parts[0]
    for part in parts[1:]:
        found = _joined(model, found, part, FUNCTIONS[atom.operation])
    return found


def _carried(model: Model, expression: Expression) -> Carrier:
    """One variable for a whole expression."""
    found: Carrier | None = None
    for factor, atom in expression.terms:
        variable, table = carrier(model, atom)
        scaled = (variable, tuple(factor * number for number in table))
        found = scaled if found is None else _joined(model, found, scaled, lambda a, b: a + b)
    if found is None:
        return Variable("constant", (expression.constant,)), (expression.constant,)
    return found[0], tuple(number + expression.constant for number in found[1])


def _joined(model: Model, one: Carrier, other: Carrier, function: Callable[[int, int], int]) -> Carrier:
    (left, numbers), (right, others) = one, other
    if left is right:
        return left, tuple(map(function, numbers, others))
    if len(numbers) * len(others) > _MAX_CLAUSES:
        raise ProblemError(
            f"an operation on {len(numbers):,} by {len(others):,} numbers is too much for a solver; narrow the domains"
        )
    values = sorted({function(a, b) for a in set(numbers) for b in set(others)})
    made = Variable("result", values)
    position = {value: i for i, value in enumerate(values)}
    for i, a in enumerate(numbers):
        for j, b in enumerate(others):
            result = model.literal(made, position[function(a, b)])
            model.clause([-model.literal(left, i), -model.literal(right, j), result])
    return made, tuple(values)


class _Node:
    """One operation at work: where its numbers so far are kept, and where they go when all are known."""

    __slots__ = ("column", "done", "factor", "operation", "parent")

    def __init__(self, operation: str, column: int, done: int, factor: int, parent: _Node | None) -> None:
        self.operation, self.column, self.done = operation, column, done
        self.factor, self.parent = factor, parent


class _Registers:
    """Works a comparison out variable by variable; a state is what its operations have come to."""

    def __init__(self, difference: Expression, op: str, order: tuple[Variable, ...]) -> None:
        self.order, self.op = order, op
        self.rank = {variable: i for i, variable in enumerate(order)}
        self.start: list[int] = [0]  # column 0: 1 when settled as true, 2 as false
        self.nodes: list[_Node] = []
        self.reads: list[list[Callable[[Ints, Ints], None]]] = [[] for _ in order]
        root = self._sum(difference, None)
        self.root = root.column
        # What may still be added after each position.
        self.rest = []
        for position in range(len(order)):
            low = high = 0
            for factor, atom in difference.terms:
                if self._last(atom.scope) > position:
                    ends = sorted((factor * atom.low, factor * atom.high))
                    low, high = low + ends[0], high + ends[1]
            self.rest.append((low, high))

    def _last(self, scope: Sequence[Variable]) -> int:
        return max((self.rank[v] for v in scope), default=-1)

    def _register(self, start: int) -> int:
        self.start.append(start)
        return len(self.start) - 1

    def _sum(self, expression: Expression, parent: _Node | None) -> _Node:
        node = _Node("+", self._register(expression.constant), self._last(expression.scope), 1, parent)
        for times, atom in expression.terms:
            if isinstance(atom, Of):
                self._reading(node.column, self.rank[atom.variable], times, atom.table)
            elif isinstance(atom, Truth):
                self._fact(node.column, times, atom)
            elif isinstance(atom, Apply):
                self._apply(atom, times, node)
        self.nodes.append(node)  # after those it waits for
        return node

    def _reading(self, column: int, position: int, times: int, table: Sequence[int]) -> None:
        numbers = times * np.array(table, dtype=np.int64)

        def read(rows: Ints, values: Ints) -> None:
            rows[:, column] += numbers[values]

        self.reads[position].append(read)

    def _fact(self, column: int, times: int, atom: Truth) -> None:
        mine = set(atom.scope)
        judge: Automaton = atom.fact.judge(tuple(v for v in self.order if v in mine))
        state = self._register(judge.start)
        for place, variable in enumerate(judge.order):
            self.reads[self.rank[variable]].append(_judging(judge, place, state, column, times))

    def _apply(self, atom: Apply, times: int, parent: _Node) -> None:
        operation, done = atom.operation, self._last(atom.scope)
        if operation in ("*", "min", "max"):
            # What leaves the first argument as it is: the least is nowhere above its own greatest value.
            start, open_ = {"*": 1, "min": atom.high, "max": atom.low}[operation], []
            for argument in atom.arguments:
                if argument.terms:
                    open_.append(argument)
                else:
                    start = FUNCTIONS[operation](start, argument.constant)
            node = _Node(operation, self._register(start), done, times, parent)
            for argument in open_:
                self._sum(argument, node)
        elif operation == "abs":
            node = _Node("abs", self._register(0), done, times, parent)
            self._sum(atom.arguments[0], node)
        else:
            node = _Node(operation, self._register(atom.arguments[0].constant), done, times, parent)
            second = self._register(atom.arguments[1].constant)  # the column after the node's own
            if second != node.column + 1:
                raise AssertionError
            for place, argument in enumerate(atom.arguments):
                if argument.terms:
                    side = _Node("side", node.column + place, done, 1, node)
                    self._sum(Expression(argument.terms), side)
        self.nodes.append(node)

    def _finish(self, node: _Node, rows: Ints) -> None:
        """Hand a node's number on to the one above, and forget it."""
        numbers = rows[:, node.column].copy()
        if node.operation in ("//", "%", "**"):
            numbers = NUMPY_FUNCTIONS[node.operation](
                numbers, np.where(rows[:, 0] == 0, rows[:, node.column + 1], 1)
            )
            rows[:, node.column + 1] = 0
        elif node.operation == "abs":
            numbers = np.abs(numbers)
        rows[:, node.column] = 0
        above = node.parent
        if above is None:
            rows[:, node.column] = numbers
        elif above.operation in ("*", "min", "max"):
            rows[:, above.column] = NUMPY_FUNCTIONS[above.operation](rows[:, above.column], numbers)
        else:
            rows[:, above.column] += node.factor * numbers

    def _step(self, position: int, rows: Ints, values: Ints) -> Ints:
        rows = rows.copy()
        settled = rows[:, 0] != 0
        flags = rows[settled, 0]
        for read in self.reads[position]:
            read(rows, values)
        for node in self.nodes:
            if node.done == position:
                self._finish(node, rows)
        low, high = self.rest[position]
        least, most = rows[:, self.root] + low, rows[:, self.root] + high
        if self.op in ("<=", ">"):
            true, false = most <= 0, least > 0
        else:
            true, false = (least == 0) & (most == 0), (least > 0) | (most < 0)
        verdict = np.where(true, 1, np.where(false, 2, 0))
        verdict[settled] = flags
        rows[:, 0] = verdict
        rows[verdict != 0, 1:] = 0
        return rows

    def _verdict(self, rows: Ints) -> Bools:
        found: Bools = (rows[:, 0] == 1) == (self.op in ("==", "<="))
        return found

    def tabulated(self, what: str) -> Tabulated:
        """The judge; see `tabulate_layers`."""
        return tabulate_layers(self.order, self.start, self._step, self._verdict, what)


def _judging(
    judge: Automaton, place: int, state: int, column: int, times: int
) -> Callable[[Ints, Ints], None]:
    """Read one variable of a fact; after its last the verdict counts."""
    last = place == len(judge.order) - 1

    def read(rows: Ints, values: Ints) -> None:
        _, following = judge.step(place, rows[:, state], values)
        if last:
            rows[:, column] += times * following
            rows[:, state] = 0
        else:
            rows[:, state] = following

    return read

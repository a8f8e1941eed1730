"""Conditions on a line of variables read from one end to the other: any finite automaton, and the usual ones.

One file because the usual conditions are machines for `Regular`, a few lines each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from deduce.ground.compat import override
from deduce.ground.errors import Called, ProblemError
from deduce.language.automata import Automaton, Bools, Ints, Tabulated, tabulate
from deduce.language.constraints import Constraint, OfExpressions
from deduce.language.pairs import Compare
from deduce.language.variables import Scope, Variable, is_whole, variables_of

if TYPE_CHECKING:
    from deduce.language.posting import Literal, Model

State = Hashable
Value = Hashable


def _line(where: str, given: object) -> tuple[Variable, ...]:
    scope = variables_of(where, given)
    if not scope:
        raise ProblemError(f"{where} needs at least one variable")
    if len(set(scope)) < len(scope):
        twice = next(v for v in scope if scope.count(v) > 1)
        raise ProblemError(f"{where} has {twice.name} twice; list each variable once")
    return scope


def _whole(where: str, what: str, number: object, least: int) -> int:
    if not is_whole(number) or number < least:
        raise ProblemError(f"{where}: {what} is a whole number of at least {least}, not {number!r}")
    return int(number)


class Regular(Constraint, metaclass=OfExpressions):
    """The values, read in order, are accepted by a finite automaton.

    In a diagram: that automaton, made minimal; if the diagram reads the variables in another order, what
    each stretch read so far does to the states. In solvers: a literal for each state a place can be in.

    Args:
        variables: The line, from its first variable to its last.
        step: The next state for a state and a value, None (or no entry) where nothing can save it: a function of
            both, or a mapping from pairs.
        start: The state before the first variable; any hashable value.
        accepting: The states that are accepted at the end: a collection, or a function of a state.
        text: The condition in words.

    Building it takes reachable states times domain size calls of `step` for each variable.
    """

    __slots__ = ("machine", "text")

    spoken = 1

    def __init__(
        self,
        variables: object,
        step: Callable[[Any, Any], State | None] | Mapping[tuple[State, Value], State],
        start: State,
        accepting: Collection[State] | Callable[[Any], bool],
        *,
        text: str = "",
    ) -> None:
        self.scope = _line(type(self).__name__, variables)
        follow = step if callable(step) else lambda state, value: step.get((state, value))
        accepted = accepting if callable(accepting) else frozenset(accepting).__contains__
        self.text = text
        whose = (
            f"the {type(self).__name__} {text!r}"
            if text
            else f"a {type(self).__name__} over {_named(self.scope)}"
        )
        domains = [variable.domain for variable in self.scope]
        with Called(whose) as call:

            def stepped(position: int, state: Any, value: int) -> Any:
                read = domains[position][value]
                try:
                    return follow(state, read)
                except Exception:  # told here alone: it is called very often
                    call.given = state, read
                    raise

            def finished(state: Any) -> int:
                try:
                    return 0 if accepted(state) else -1
                except Exception:
                    call.given = (state,)
                    raise

            self.machine = tabulate(self.scope, start, stepped, finished)

    @override
    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        return [self.machine if order == self.scope else _rearranged(self.machine, order)]

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        state = np.zeros_like(columns[self.scope[0]])
        alive = np.ones(state.shape, dtype=np.bool_)
        for variable, table in zip(self.scope, self.machine.tables, strict=True):
            state = table[state, columns[variable]]
            alive = alive & (state >= 0)
            state = np.maximum(state, 0)
        return alive

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        state = 0
        for variable, value, table in zip(self.scope, values, self.machine.tables, strict=True):
            state = int(table[state, variable.position(value)])
            if state < 0:
                return False
        return True

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        """A literal a state and place; each pair of neighbours and the value between them support each other."""
        here: list[Literal | None] = [None]  # None: true, the only state there is
        last = len(self.scope) - 1
        for place, (variable, table) in enumerate(zip(self.scope, self.machine.tables, strict=True)):
            values = model.literals(variable)
            used = sorted({int(state) for state in table.ravel() if state >= 0})
            single = place == last or len(used) == 1
            after: dict[int, Literal | None] = {q: None if single else model.fresh() for q in used}
            if not used:
                model.clause([], when)
                return
            for state, known in enumerate(here):
                unless = [] if known is None else [-known]
                for literal, following in zip(values, table[state].tolist(), strict=True):
                    if following < 0:
                        model.clause([*unless, -literal], when)
                    elif (target := after[following]) is not None:
                        model.clause([*unless, -literal, target], when)
            self._supports(model, table, here, after, values, when)
            here = [after[q] for q in used]

    @staticmethod
    def _supports(
        model: Model,
        table: Ints,
        here: Sequence[Literal | None],
        after: Mapping[int, Literal | None],
        values: Sequence[Literal],
        when: Literal | None,
    ) -> None:
        """Said backwards: where a state, or a value, comes from. Implied, and worth saying: it spares search."""
        rows: list[list[int]] = table.tolist()
        through: dict[int, dict[int, list[Literal]]] = {following: {} for following in after}
        for q, row in enumerate(rows):
            for literal, following in zip(values, row, strict=True):
                if following >= 0:
                    through[following].setdefault(q, []).append(literal)
        for following, target in after.items():
            if target is None:
                continue
            sources = through[following]
            known = [here[q] for q in sources]
            if None not in known:
                model.clause([-target, *(x for x in known if x is not None)], when)
            for q, some in sources.items():
                if len(some) < len(values):
                    source = here[q]
                    model.clause([-target, *([] if source is None else [-source]), *some], when)
        for v, literal in enumerate(values):
            known = [here[q] for q, row in enumerate(rows) if row[v] >= 0]
            if None not in known:
                model.clause([-literal, *(x for x in known if x is not None)], when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Constraint:
        copy = Regular.__new__(Regular)
        copy.scope = Scope(mapping.get(v, v) for v in self.scope)
        copy.text = self.sentence()
        if any(new.domain != old.domain for new, old in zip(copy.scope, self.scope, strict=True)):
            raise ProblemError(f"{self.sentence()}: the other variables need the same domains")
        copy.machine = Tabulated(copy.scope, self.machine.tables)
        return copy

    @override
    def sentence(self) -> str:
        return self.text or f"{_named(self.scope)} are accepted by an automaton"


def _named(scope: Sequence[Variable]) -> str:
    if len(scope) <= 4:
        return ", ".join(v.name for v in scope)
    return f"{scope[0].name} to {scope[-1].name}"


Stretch = tuple[int, int, tuple[int, ...]]
"""First place, place after the last, and for each state before it the state after it (-1: dead)."""


def _rearranged(machine: Tabulated, order: tuple[Variable, ...]) -> Tabulated:
    """The automaton that reads the same variables in another order: stretches grow together."""
    places = {v: i for i, v in enumerate(machine.order)}
    tables = [table.tolist() for table in machine.tables]

    def step(position: int, state: tuple[Stretch, ...], value: int) -> tuple[Stretch, ...] | None:
        place = places[order[position]]
        here: Stretch = (place, place + 1, tuple(row[value] for row in tables[place]))
        rest = []
        for other in state:
            if other[1] == here[0]:
                here = (other[0], here[1], _after(other[2], here[2]))
            elif here[1] == other[0]:
                here = (here[0], other[1], _after(here[2], other[2]))
            else:
                rest.append(other)
        if all(q < 0 for q in here[2]):
            return None
        return tuple(sorted([*rest, here]))

    start: tuple[Stretch, ...] = ()
    return tabulate(order, start, step, lambda _: 0)


def _after(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(-1 if q < 0 else second[q] for q in first)


class Runs(Regular):
    """The line holds these runs in this order, apart from each other, and is empty elsewhere; as in a nonogram.

    Two neighbouring runs of the same value have a gap of at least one between them; runs of different values
    may touch.

    Args:
        variables: The line.
        runs: The lengths; for more than one colour, pairs of a length and a value; None (alone or in a pair) for
            a run of any length.
        value: The value that fills runs given by length alone. Every value that no run takes is empty.

    Raises:
        ProblemError: A length below 1, or a value that no variable can take.
    """

    __slots__ = ("runs",)

    def __init__(
        self,
        variables: object,
        runs: Sequence[int | tuple[int | None, Hashable] | None],
        *,
        value: Hashable = 1,
    ) -> None:
        line = _line("Runs", variables)
        if isinstance(runs, (str, int)):
            raise ProblemError(f"Runs takes a list of lengths, not {runs!r}")
        self.runs = [run if isinstance(run, tuple) else (run, value) for run in runs]
        known = {v for variable in line for v in variable.domain}
        for length, colour in self.runs:
            if length is not None:
                _whole("Runs", "a length", length, 1)
            if colour not in known:
                line[0].position(colour)  # raises, naming the nearest value
        colours = {value, *(colour for _, colour in self.runs)}
        blocks = self.runs

        def step(state: tuple[int, int], read: Hashable) -> tuple[int, int] | None:
            # Runs finished or begun so far, and how far the last one has come (0: it is over).
            number, come = state
            if come:
                length, colour = blocks[number - 1]
                if read == colour and (length is None or come < length):
                    return number, come if length is None else come + 1
                if length is not None and come < length:
                    return None
                if read == colour:
                    return None
            if read not in colours:
                return number, 0
            if number < len(blocks) and read == blocks[number][1]:
                return number + 1, 1
            return None

        def accepted(state: tuple[int, int]) -> bool:
            number, come = state
            length = blocks[number - 1][0] if come else None
            return number == len(blocks) and (length is None or come == length)

        super().__init__(line, step, (0, 0), accepted)

    @override
    def sentence(self) -> str:
        if not self.runs:
            return f"{_named(self.scope)} are empty"
        colours = {colour for _, colour in self.runs}
        lengths = ["any length" if length is None else str(length) for length, _ in self.runs]
        if len(colours) > 1:
            lengths = [f"{n} of {colour}" for n, (_, colour) in zip(lengths, self.runs, strict=True)]
        word = "a run" if len(lengths) == 1 else "runs"
        return f"{_named(self.scope)} hold {word} of {', '.join(lengths)}"


def _keys(where: str, scope: Sequence[Variable]) -> dict[Value, Any]:
    """For each value what it is ordered by: itself if all are numbers, else its place in the common domain."""
    if all(v.numeric for v in scope):
        return {value: value for v in scope for value in v.domain}
    if any(v.domain != scope[0].domain for v in scope):
        raise ProblemError(
            f"{where}: the values cannot be put in order: the domains differ and are not all numbers"
        )
    return {value: i for i, value in enumerate(scope[0].domain)}


class Visible(Regular):
    """So many of the values can be seen from the first variable's side, as heights in a skyline.

    A value is seen if it is greater than all before it.

    Args:
        variables: The line, from the side one looks from.
        low: How many are seen; with `high`, at least how many.
        high: At most how many.
        hidden: Values that stand for nothing at all (empty cells): never seen, hiding nothing.
    """

    __slots__ = ("bounds",)

    def __init__(
        self, variables: object, low: int, high: int | None = None, *, hidden: Collection[Hashable] = ()
    ) -> None:
        line = _line("Visible", variables)
        _whole("Visible", "the number seen", low, 0)
        most = low if high is None else _whole("Visible", "the number seen", high, 0)
        keys = _keys("Visible", line)
        self.bounds = (low, most)

        def step(state: tuple[Any, int], read: Hashable) -> tuple[Any, int] | None:
            tallest, seen = state
            if read in hidden or (tallest is not None and keys[read] <= tallest):
                return state
            return None if seen == most else (keys[read], seen + 1)

        super().__init__(line, step, (None, 0), lambda state: low <= state[1] <= most)

    @override
    def sentence(self) -> str:
        low, high = self.bounds
        amount = str(low) if low == high else f"{low} to {high}"
        return f"{amount} of {_named(self.scope)} can be seen from the side of {self.scope[0].name}"


class Lex(Regular):
    """One line of variables comes before another, as words do in a dictionary, or equals it.

    For breaking symmetries. Variables at the same place of both lines say nothing and are left out.

    Args:
        left: The line that comes first.
        right: The other, of the same length.
        strict: Whether they must differ.
    """

    __slots__ = ("lines",)

    spoken = 2

    def __init__(self, left: object, right: object, *, strict: bool = False) -> None:
        first, second = variables_of("Lex", left), variables_of("Lex", right)
        if len(first) != len(second):
            raise ProblemError(f"Lex compares lines of the same length, not {len(first)} and {len(second)}")
        pairs = [(a, b) for a, b in zip(first, second, strict=True) if a is not b]
        if not pairs:
            raise ProblemError("Lex needs two lines that differ in at least one variable")
        keys = [_keys("Lex", pair) for pair in pairs]
        self.lines = (first, second)

        def step(state: tuple[int, Any], read: Hashable) -> tuple[int, Any] | None:
            # How many have been read while all was equal (-1: it comes before), and the last of the left.
            number, waiting = state
            if number < 0:
                return state
            key = keys[number // 2][read]
            if number % 2 == 0:
                return number + 1, key
            if waiting < key:
                return -1, None
            return (number + 1, None) if waiting == key else None

        super().__init__(
            [v for pair in pairs for v in pair], step, (0, None), lambda state: state[0] < 0 or not strict
        )
        self.text = f"{_named(first)} {'come' if strict else 'equal or come'} before {_named(second)} in dictionary order"


class Increasing(Constraint, metaclass=OfExpressions):
    """Each variable is greater than the one before it.

    Args:
        variables: The line, smallest first.
        strict: Whether equal neighbours are forbidden.
    """

    __slots__ = ("_steps", "strict")

    spoken = sys.maxsize

    def __init__(self, *variables: object, strict: bool = True) -> None:
        self.scope = _line("Increasing", variables)
        self.strict = strict
        _keys("Increasing", self.scope)
        op = "<" if strict else "<="
        self._steps = [Compare(a, op, b) for a, b in pairwise(self.scope)]

    @override
    def parts(self) -> Sequence[Constraint]:
        return list(self._steps) or [self]

    @override
    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        rank = {v: i for i, v in enumerate(order)}
        if not self._steps:
            return [tabulate(order, 0, lambda *_: 0, lambda _: 0)]
        return [
            automaton
            for step in self._steps
            for automaton in step.automata(tuple(sorted(step.scope, key=rank.__getitem__)))
        ]

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        alive: Bools = np.ones(columns[self.scope[0]].shape, dtype=np.bool_)
        for step in self._steps:
            alive = alive & step.check(columns)
        return alive

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        keys = _keys("Increasing", self.scope)
        ordered = [keys[value] for value in values]
        return all(a < b or (a == b and not self.strict) for a, b in pairwise(ordered))

    @override
    def post(self, model: Model, when: Literal | None = None) -> None:
        for step in self._steps:
            step.post(model, when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Increasing:
        return Increasing([mapping.get(v, v) for v in self.scope], strict=self.strict)

    @override
    def sentence(self) -> str:
        return f"{_named(self.scope)} increase" + ("" if self.strict else " or stay equal")

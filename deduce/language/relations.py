"""Constraints by listing: allowed tuples, any Python function, and two viewpoints of one assignment."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from deduce.ground.compat import override
from deduce.ground.deadline import tick
from deduce.ground.errors import Called, ProblemError
from deduce.language.automata import Automaton, Bools, Ints, tabulate_rows
from deduce.language.base import Constraint, open_until_the_end
from deduce.language.constraints import OfExpressions, listing, scope_of
from deduce.language.facts import Fact, Within
from deduce.language.variables import Scope, Variable

if TYPE_CHECKING:
    from deduce.language.posting import Literal, Model

MAX_TABULATED = 2_000_000
"""The most combinations a `Predicate` is tried on."""

_MOST_OTHERS = 200_000
"""The most combinations, allowed or not, of which those that are not are listed."""


class Relation(Constraint, metaclass=OfExpressions):
    """The variables take one of the allowed tuples.

    Args:
        variables: The variables, or expressions, in the order of the tuples' entries.
        tuples: The allowed combinations of values; ``...`` stands for any value.
        text: The condition in words, for explanations.

    Raises:
        ProblemError: A tuple of the wrong length or with a value outside its variable's domain.
    """

    __slots__ = ("rows", "text")

    spoken = 1

    def __init__(self, variables: object, tuples: Iterable[Sequence[Hashable]], *, text: str = "") -> None:
        self.scope = scope_of("Relation", variables)
        rows: list[tuple[int, ...]] = []
        for entry in tuples:
            values = tuple(entry)
            if len(values) != len(self.scope):
                raise ProblemError(
                    f"Relation over {listing(self.scope)} needs tuples of {len(self.scope)}, not {values!r}"
                )
            places = [
                range(len(v.domain)) if value is ... else (v.position(value),)
                for v, value in zip(self.scope, values, strict=True)
            ]
            if len(rows) + math.prod(map(len, places)) > MAX_TABULATED:
                raise ProblemError(
                    f"Relation over {listing(self.scope)} has more than {MAX_TABULATED:,} tuples where ... is any "
                    "value; say it in facts joined by |"
                )
            rows.extend(product(*places))
        unique = np.unique(np.array(rows, dtype=np.int64).reshape(-1, len(self.scope)), axis=0)
        self.rows: Ints = unique
        self.text = text

    @classmethod
    def of_rows(cls, variables: object, rows: Ints, *, text: str = "") -> Relation:
        """The relation with these rows of domain positions, shape (tuples, variables), each once and in order."""
        return cls._of_rows(scope_of("Relation", variables), rows, text)

    @classmethod
    def _of_rows(cls, scope: tuple[Variable, ...], rows: Ints, text: str) -> Relation:
        relation = Relation.__new__(Relation)
        relation.scope, relation.rows, relation.text = Scope(scope), rows, text
        return relation

    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """The smallest automaton that accepts the tuples; see `Constraint.automata`."""
        columns = [self.scope.index(variable) for variable in order]
        return [tabulate_rows(order, self.rows[:, columns])]

    def _keys(self, columns: Sequence[Ints]) -> Ints:
        key = np.zeros_like(columns[0], dtype=object if self._wide() else np.int64)
        for variable, column in zip(self.scope, columns, strict=True):
            key = key * len(variable.domain) + column
        return key

    def _wide(self) -> bool:
        return math.prod(len(v.domain) for v in self.scope) >= 1 << 62

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        found: Bools = np.isin(
            self._keys([columns[v] for v in self.scope]), self._keys(list(self.rows.T)), kind=None
        )
        return found

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        row = [v.position(value) for v, value in zip(self.scope, values, strict=True)]
        return bool((self.rows == row).all(axis=1).any())

    @override
    def likeness(self) -> Hashable:
        return ("rows", *map(id, self.scope), self.rows.tobytes())

    @override
    def listed(self) -> Sequence[tuple[Hashable, ...]]:
        return self.tuples()

    @override
    def opposite(self) -> Sequence[Constraint]:
        """All other combinations. Raises `ProblemError` where there are more than 200,000."""
        if math.prod(len(v.domain) for v in self.scope) > _MOST_OTHERS:
            raise ProblemError(f"'{self}' has too many combinations to state its opposite")
        allowed = set(self.tuples())
        every = product(*(v.domain for v in self.scope))
        return [Relation(self.scope, [row for row in every if row not in allowed])]

    @override
    def bits_read(self, sizes: Mapping[Variable, int]) -> list[float]:
        return open_until_the_end(len(self.scope), math.log2(max(1, len(self.rows))))

    def tuples(self) -> list[tuple[Hashable, ...]]:
        """The allowed combinations, as values."""
        return [
            tuple(v.domain[i] for v, i in zip(self.scope, row, strict=True)) for row in self.rows.tolist()
        ]

    def post(self, model: Model, when: Literal | None = None) -> None:
        """Forbid what is not allowed where that is little; else say which values may follow which."""
        combinations = math.prod(len(v.domain) for v in self.scope)
        if not len(self.rows):
            model.clause([], when)
            return
        if combinations - len(self.rows) <= 64:
            allowed = {tuple(row) for row in self.rows.tolist()}
            for row in product(*(range(len(v.domain)) for v in self.scope)):
                if row not in allowed:
                    model.clause([-model.literal(v, i) for v, i in zip(self.scope, row, strict=True)], when)
            return
        self._post_states(model, when)

    def _post_states(self, model: Model, when: Literal | None) -> None:
        """The smallest automaton in clauses: a literal a state, and where each value leads from it."""
        tables = tabulate_rows(self.scope, self.rows).tables
        states: list[Literal | None] = [None]
        for place, (variable, table) in enumerate(zip(self.scope, tables, strict=True)):
            tick()
            last = place == len(tables) - 1
            literals = model.literals(variable)
            below: list[Literal | None] = [None] if last else []
            if not last:
                below = [model.fresh() for _ in range(len(tables[place + 1]))]
            for state, row in zip(states, table.tolist(), strict=True):
                here = [] if state is None else [-state]
                for literal, target in zip(literals, row, strict=True):
                    reached = None if target < 0 else below[target]
                    if target < 0:
                        model.clause([*here, -literal], when)
                    elif reached is not None:
                        model.clause([*here, -literal, reached], when)
            states = below

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Relation:
        scope = tuple(mapping.get(v, v) for v in self.scope)
        if all(new.domain == old.domain for new, old in zip(scope, self.scope, strict=True)):
            return Relation._of_rows(scope, self.rows, self.text)
        return Relation(scope, self.tuples(), text=self.text)

    @override
    def sentence(self) -> str:
        return self.text or f"({listing(self.scope)}) is one of {len(self.rows)} combinations"

    def __repr__(self) -> str:
        return f"Relation({[v.name for v in self.scope]!r}, {self.tuples()!r})"


def Predicate(  # noqa: N802 - reads as a constraint
    function: Callable[..., object], *variables: object, text: str = ""
) -> Relation:
    """Any Python function of a few variables, tabulated: it is called once a combination of values.

    Args:
        function: Called with one value a variable, in order; truthy means allowed.
        variables: The variables it speaks of.
        text: The condition in words; the function's docstring or name otherwise.

    Raises:
        ProblemError: More than two million combinations.
    """
    scope = scope_of("Predicate", variables)
    combinations = math.prod(len(v.domain) for v in scope)
    if combinations > MAX_TABULATED:
        raise ProblemError(
            f"Predicate over {listing(scope)} would call the function {combinations:,} times "
            f"(at most {MAX_TABULATED:,}); split it, or use Sum, Count or AllDifferent"
        )
    doc = (getattr(function, "__doc__", None) or "").strip().split("\n")[0]
    name = getattr(function, "__name__", "")
    text = text or doc or (f"{name}({listing(scope)})" if name not in ("", "<lambda>") else "")
    places = product(*(range(len(v.domain)) for v in scope))
    rows = []
    with Called(f"the Predicate {text!r}" if text else f"a Predicate over {listing(scope)}") as call:
        for row, values in zip(places, product(*(v.domain for v in scope)), strict=True):
            call.given = values
            if function(*values):
                rows.append(row)
    return Relation._of_rows(scope, np.array(rows, dtype=np.int64).reshape(-1, len(scope)), text)


class _Channelled:
    """One key of a channel: remembers which member of the other side named it."""

    __slots__ = ("_own", "_plans", "bits", "order", "start")

    def __init__(
        self, order: tuple[Variable, ...], own: Variable, key: Hashable, others: Mapping[Hashable, Variable]
    ) -> None:
        self.order, self.start, self._own = order, 0, own
        number = {name: i + 1 for i, name in enumerate(others)}
        name_of = {variable: name for name, variable in others.items()}
        self.bits = len(others).bit_length()
        own_read = False
        unread = set(others)
        # One plan a position: for `own`, the state each value leads to and whether it may follow "none
        # named it yet"; for a member of the other side, its number and which values name `key`.
        self._plans: list[tuple[Ints, Bools, bool, int]] = []
        for variable in order:
            if variable is own:
                target = np.array([number.get(value, 0) for value in own.domain], dtype=np.int64)
                fresh = np.array([value in unread or value not in number for value in own.domain])
                self._plans.append((target, fresh, own_read, 0))
                own_read = True
            else:
                name = name_of[variable]
                unread.discard(name)
                names_key = np.array([value == key for value in variable.domain])
                self._plans.append((np.zeros(0, np.int64), names_key, own_read, number[name]))

    def step(self, position: int, states: Ints, values: Ints) -> tuple[Bools | None, Ints]:
        target, flags, own_read, number = self._plans[position]
        last = position == len(self.order) - 1
        if number == 0:
            wanted = target[values]
            alive = np.where(states == 0, flags[values], wanted == states)
            following = np.broadcast_to(wanted, alive.shape)
        else:
            named = flags[values]
            if own_read:
                alive = named == (states == number)
                following = np.broadcast_to(states, alive.shape)
            else:
                alive = ~named | (states == 0)
                following = np.where(named, number, states)
        return alive, np.zeros_like(following) if last else following


class Channel(Constraint, metaclass=OfExpressions):
    """Two viewpoints of one assignment: ``left[a] == b`` exactly when ``right[b] == a``.

    Args:
        left: A family (or dict) of variables or expressions whose values are keys of `right` (other values stand for
            "nowhere" and are free).
        right: The same the other way round.
    """

    __slots__ = ("left", "right")

    spoken = 2

    def __init__(self, left: Mapping[Hashable, Variable], right: Mapping[Hashable, Variable]) -> None:
        if not isinstance(left, Mapping) or not isinstance(right, Mapping):
            raise ProblemError("Channel needs two families of variables (or dicts from keys to variables)")
        self.left, self.right = dict(left), dict(right)
        self.scope = scope_of("Channel", [*self.left.values(), *self.right.values()])
        known = {value for variable in self.left.values() for value in variable.domain}
        if not known & set(self.right):
            raise ProblemError("Channel: no value of the left variables is a key of the right ones")

    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        """One automaton a left key; see `Constraint.automata`."""
        rank = {variable: i for i, variable in enumerate(order)}
        found: list[Automaton] = []
        for key, own in self.left.items():
            others = {b: v for b, v in self.right.items() if key in v.domain or b in own.domain}
            scope = sorted([own, *others.values()], key=rank.__getitem__)
            found.append(_Channelled(tuple(scope), own, key, others))
        # A right variable may name a left key that does not exist only if it is no key at all, and
        # vice versa; both are free by definition, so nothing else needs an automaton.
        return found

    def _pairs(self) -> list[tuple[Within, Within]]:
        pairs = []
        for a, left in self.left.items():
            for b, right in self.right.items():
                lmask = left.mask([b]) if b in left.domain else 0
                rmask = right.mask([a]) if a in right.domain else 0
                if lmask or rmask:
                    pairs.append((Within(left, lmask), Within(right, rmask)))
        return pairs

    @override
    def agreed(self) -> Sequence[tuple[Fact, Fact, bool]]:
        return [(left, right, True) for left, right in self._pairs()]

    @override
    def opposite(self) -> Sequence[Constraint]:
        """Some two keys of which one names the other, and is not named by it."""
        found: list[Constraint] = []
        for here, there in self._pairs():
            named = [fact for fact in (here, there) if fact.mask]
            found += named if len(named) == 1 else [here & ~there, ~here & there]
        return found

    @override
    def bits_read(self, sizes: Mapping[Variable, int]) -> list[float]:
        keys = {**self.left, **self.right}
        return open_until_the_end(len(self.scope), len(keys) * math.log2(len(keys) + 1))

    @override
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        agree = [x.check(columns) == y.check(columns) for x, y in self._pairs()]
        return np.asarray(np.logical_and.reduce(agree))

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        world = dict(zip(self.scope, values, strict=True))
        return all(
            (world[left] == b) == (world[right] == a)
            for a, left in self.left.items()
            for b, right in self.right.items()
        )

    def post(self, model: Model, when: Literal | None = None) -> None:
        """Equivalence of the two literals of each pair."""
        for left, right in self._pairs():
            x, y = left.literal(model), right.literal(model)
            model.clause([-x, y], when)
            model.clause([x, -y], when)

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> Channel:
        return Channel(
            {key: mapping.get(v, v) for key, v in self.left.items()},
            {key: mapping.get(v, v) for key, v in self.right.items()},
        )

    @override
    def sentence(self) -> str:
        left, right = list(self.left.values()), list(self.right.values())
        return f"{listing(left, 3)} and {listing(right, 3)} are two views of one assignment"

    def __repr__(self) -> str:
        return f"Channel({list(self.left)!r}, {list(self.right)!r})"

"""Small random problems for differential tests, each constraint with a meaning of its own.

The meanings are plain Python over a world (a dict from variables to values) and share no code with the
library: they say what the documentation says. `brute_force` lists the worlds they allow.

Use it so::

    @given(problems())
    def test_something(small):
        variables, constraints = small
        expected = brute_force(variables, [meaning for _, meaning in constraints])
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from hypothesis import strategies as st

from deduce import (
    AllDifferent,
    AtLeast,
    AtMost,
    Channel,
    Constraint,
    Count,
    Exactly,
    Fact,
    Predicate,
    Problem,
    Relation,
    Sum,
    Variable,
)
from deduce.language.facts import And, Or

__all__ = [
    "Meaning",
    "Small",
    "Stated",
    "brute_force",
    "constraints",
    "facts",
    "problems",
    "same",
    "worlds",
]

World = dict[Variable, Hashable]
Meaning = Callable[[World], bool]
Stated = tuple[Constraint, Meaning]

WHOLE = [-3, -1, 0, 1, 2, 3, 5]
HUGE = [-(2**64), -(10**18), 0, 1, 2**31, 2**62, 2**63, 10**18, 10**30]
MIXED = [0, 1, 2.5, -2, "a", "b", "1", "", None, (1, 2), ("a",), frozenset({1})]


@dataclass(frozen=True)
class Small:
    """A drawn problem. Unpacks as ``variables, constraints``.

    Attributes:
        problem: A `Problem` with the variables and no rules yet; fresh for every example.
        variables: Its variables.
        constraints: Pairs of a constraint and its meaning.
    """

    problem: Problem
    variables: tuple[Variable, ...]
    constraints: tuple[Stated, ...]

    def __iter__(self) -> Iterator[Any]:
        return iter((self.variables, self.constraints))

    def required(self) -> Problem:
        """The problem with every constraint as a rule. Call it once."""
        for constraint, _ in self.constraints:
            self.problem.require(constraint)
        return self.problem

    @property
    def worlds(self) -> list[World]:
        """What brute force finds, in the order of the domains."""
        return brute_force(self.variables, [meaning for _, meaning in self.constraints])


def brute_force(variables: Sequence[Variable], meanings: Iterable[Meaning]) -> list[World]:
    """Every world that all `meanings` allow, in the order of the domains."""
    meanings = list(meanings)
    every = (
        dict(zip(variables, values, strict=True))
        for values in product(*(variable.domain for variable in variables))
    )
    return [world for world in every if all(meaning(world) for meaning in meanings)]


def worlds(found: Iterable[World], variables: Sequence[Variable]) -> list[tuple[int, ...]]:
    """Worlds as sorted rows of domain positions, so that lists of them can be compared; repeats stay."""
    return sorted(tuple(v.domain.index(world[v]) for v in variables) for world in found)


def same(left: Hashable, right: Hashable) -> bool:
    """Equality as Python has it, never mistaken for a fact."""
    return bool(left == right)


# Problems.


@st.composite
def problems(
    draw: Any,
    *,
    min_variables: int = 2,
    max_variables: int = 5,
    max_domain: int = 4,
    max_constraints: int = 4,
    whole_numbers: bool | None = None,
) -> Small:
    """Problems of a few variables that share a palette of values.

    Args:
        draw: Given by Hypothesis.
        min_variables: The fewest variables.
        max_variables: The most.
        max_domain: The most values a variable has.
        max_constraints: The most constraints; there may be none.
        whole_numbers: True for whole numbers only, False for mixed values, None for either.
    """
    if whole_numbers is None:
        whole_numbers = draw(st.booleans())
    pool = (
        (HUGE if draw(st.sampled_from([False, False, False, True])) else WHOLE) if whole_numbers else MIXED
    )
    palette = draw(st.lists(st.sampled_from(pool), min_size=2, max_size=max_domain + 1, unique=True))
    problem = Problem("random")
    for i in range(draw(st.integers(min_variables, max_variables))):
        # Mostly several values: problems of constants say little.
        fewest = draw(st.sampled_from([1, 2, 2, 3, 3])) if max_domain > 1 else 1
        size = draw(st.integers(min(fewest, max_domain, len(palette)), min(max_domain, len(palette))))
        domain = st.lists(st.sampled_from(palette), min_size=size, max_size=size, unique=True)
        problem.variable("vwxyz"[i] if i < 5 else f"v{i}", draw(domain))
    variables = problem.scope
    several = min(max_constraints, draw(st.sampled_from([2, 3, 1, 4, 2, 3, 0, max_constraints])))
    stated = draw(st.lists(constraints(variables), min_size=several, max_size=several))
    return Small(problem, variables, tuple(stated))


# Constraints.


def constraints(variables: Sequence[Variable]) -> st.SearchStrategy[Stated]:
    """Any member of the family over some of `variables`, with its meaning."""
    kinds = [
        all_different(variables),
        counts(variables),
        relations(variables),
        predicates(variables),
        *[facts(variables)] * 3,
    ]
    summable = [v for v in variables if all(isinstance(value, int) for value in v.domain)]
    if summable:
        kinds += [sums(summable)] * 2
    if len(variables) >= 2:
        kinds.append(channels(variables))
    return st.one_of(kinds)


def scopes(variables: Sequence[Variable], most: int = 5) -> st.SearchStrategy[list[Variable]]:
    """Some variables, each once, in any order."""
    most = min(most, len(variables))
    sizes = st.sampled_from([min(2, most), most, *range(1, most + 1)])
    indexes = sizes.flatmap(
        lambda size: st.lists(st.integers(0, len(variables) - 1), min_size=size, max_size=size, unique=True)
    )
    return indexes.map(lambda chosen: [variables[i] for i in chosen])


@st.composite
def all_different(draw: Any, variables: Sequence[Variable]) -> Stated:
    """`AllDifferent` over some variables."""
    scope = draw(scopes(variables))

    def meaning(world: World) -> bool:
        values = [world[v] for v in scope]
        return not any(same(a, b) for i, a in enumerate(values) for b in values[:i])

    return AllDifferent(scope), meaning


@st.composite
def counts(draw: Any, variables: Sequence[Variable]) -> Stated:
    """`Count`, `AtLeast`, `AtMost` or `Exactly`, of one value or of several."""
    scope = draw(scopes(variables))
    known = list(dict.fromkeys(value for v in scope for value in v.domain))
    wanted = draw(st.lists(st.sampled_from(known), min_size=1, max_size=3, unique=True))
    given = wanted[0] if len(wanted) == 1 and not isinstance(wanted[0], frozenset) else wanted
    low = draw(st.integers(0, len(scope)))
    high = draw(st.integers(low, len(scope) + 1) | st.integers(0, len(scope)))
    kind = draw(st.sampled_from(["count", "least", "most", "exactly"]))

    def number(world: World) -> int:
        return sum(1 for v in scope if any(same(world[v], value) for value in wanted))

    if kind == "count":
        return Count(scope, given, low, high), lambda world: low <= number(world) <= high
    if kind == "least":
        return AtLeast(low, scope, given), lambda world: number(world) >= low
    if kind == "most":
        return AtMost(high, scope, given), lambda world: number(world) <= high
    return Exactly(low, scope, given), lambda world: number(world) == low


@st.composite
def sums(draw: Any, variables: Sequence[Variable]) -> Stated:
    """`Sum`, with weights of any sign (0 too) or without, bounded on one side or on both."""
    scope = draw(scopes(variables))
    weights = draw(st.none() | st.lists(st.integers(-3, 3), min_size=len(scope), max_size=len(scope)))
    # Amounts beyond 64 bits, alone or in common: a sum must never wrap around.
    scale = draw(st.sampled_from([1, 1, 1, 10**9, 2**62, 10**18]))
    if weights is not None:
        extra = draw(st.sampled_from([0, 0, 1]))
        weights = [weight * scale + extra for weight in weights]
    reached = sum(
        draw(st.sampled_from(v.domain)) * (1 if weights is None else weights[i])
        for i, v in enumerate(scope)
    )
    near = st.integers(-8, 8) | st.integers(-1, 1).map(lambda n: reached + n)
    low, high = draw(st.tuples(near, st.none() | near) | st.tuples(st.none(), near))

    def meaning(world: World) -> bool:
        total = 0
        for i, v in enumerate(scope):
            total += world[v] * (1 if weights is None else weights[i])  # type: ignore[operator]
        return (low is None or total >= low) and (high is None or total <= high)

    return Sum(scope, low, high, weights=weights), meaning


def _some_rows(draw: Any, scope: Sequence[Variable]) -> list[tuple[Hashable, ...]]:
    share = draw(st.sampled_from([0.5, 0.8, 0.9, 1.0, 0.25, 0.0]))
    luck = Random(draw(st.integers(0, 2**32)))
    return [row for row in product(*(v.domain for v in scope)) if luck.random() < share]


@st.composite
def relations(draw: Any, variables: Sequence[Variable]) -> Stated:
    """`Relation` with any set of allowed tuples, none and all included."""
    scope = draw(scopes(variables, most=3))
    rows = _some_rows(draw, scope)
    return Relation(scope, rows), lambda world: tuple(world[v] for v in scope) in rows


@st.composite
def predicates(draw: Any, variables: Sequence[Variable]) -> Stated:
    """`Predicate` of any Python function."""
    scope = draw(scopes(variables, most=3))
    rows = _some_rows(draw, scope)

    def allowed(*values: Hashable) -> bool:
        return values in rows

    return Predicate(allowed, scope), lambda world: allowed(*(world[v] for v in scope))


@st.composite
def channels(draw: Any, variables: Sequence[Variable]) -> Stated:
    """`Channel` between some variables and others, keyed by values that may occur."""
    scope = draw(scopes(variables).filter(lambda chosen: len(chosen) >= 2))
    cut = draw(st.integers(1, len(scope) - 1))
    pool = list(dict.fromkeys([*(value for v in variables for value in v.domain), "nowhere", 77]))
    while len(pool) < len(scope):
        pool.append(f"spare {len(pool)}")
    known = list(dict.fromkeys(value for v in scope[:cut] for value in v.domain))
    # At least one value of the left side must be a key of the right side.
    first = draw(st.sampled_from(known))
    others = st.permutations([value for value in pool if value != first])
    right_keys = [first, *draw(others)[: len(scope) - cut - 1]]
    left_keys = draw(st.permutations(pool))[:cut]
    left = dict(zip(left_keys, scope[:cut], strict=True))
    right = dict(zip(right_keys, scope[cut:], strict=True))

    def meaning(world: World) -> bool:
        return all(
            same(world[here], b) == same(world[there], a)
            for a, here in left.items()
            for b, there in right.items()
        )

    return Channel(left, right), meaning


# Facts.


def facts(variables: Sequence[Variable], *, max_leaves: int = 5) -> st.SearchStrategy[tuple[Fact, Meaning]]:
    """Facts with ``&``, ``|`` and ``~`` over comparisons, each with its meaning."""
    return st.recursive(leaves(variables), _compound, max_leaves=max_leaves)


def _compound(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    both = st.tuples(parts, parts)
    return st.one_of(
        both.map(lambda p: (p[0][0] & p[1][0], lambda world: p[0][1](world) and p[1][1](world))),
        both.map(lambda p: (p[0][0] | p[1][0], lambda world: p[0][1](world) or p[1][1](world))),
        parts.map(lambda p: (~p[0], lambda world: not p[1](world))),
    )


_TESTS: dict[str, Callable[[Any, Any], bool]] = {
    "==": lambda a, b: bool(a == b),
    "!=": lambda a, b: bool(a != b),
    "<": lambda a, b: bool(a < b),
    "<=": lambda a, b: bool(a <= b),
    ">": lambda a, b: bool(a > b),
    ">=": lambda a, b: bool(a >= b),
}
_BUILD: dict[str, Callable[[Any, Any], Fact]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


def _are_numbers(variable: Variable) -> bool:
    return all(isinstance(value, (int, float)) for value in variable.domain)


@st.composite
def leaves(draw: Any, variables: Sequence[Variable]) -> tuple[Fact, Meaning]:
    """One comparison: with a value, with a set of values, or between two variables; or a constant."""
    kind = draw(st.sampled_from(["value", "set", "pair", "pair", "constant"]))
    one = variables[draw(st.integers(0, len(variables) - 1))]
    if kind == "constant":
        truth = draw(st.booleans())
        return (And() if truth else Or()), lambda world: truth
    if kind == "set":
        members = draw(st.lists(st.sampled_from(one.domain), unique=True))
        return one.is_in(members), lambda world: any(same(world[one], value) for value in members)
    op = draw(st.sampled_from(sorted(_TESTS)))
    if kind == "value":
        value = draw(st.sampled_from(one.domain))
        return _BUILD[op](one, value), _compared(one, op, lambda world: value, one)
    other = variables[draw(st.integers(0, len(variables) - 1))]
    ordered = (_are_numbers(one) and _are_numbers(other)) or one.domain == other.domain
    if not ordered and op not in ("==", "!="):
        op = "!="
    return _BUILD[op](one, other), _compared(one, op, lambda world: world[other], other)


def _compared(one: Variable, op: str, right: Callable[[World], Hashable], other: Variable) -> Meaning:
    """``one op right``: equality of values; order by number, or else by place in the (equal) domains."""
    if op in ("==", "!=") or (_are_numbers(one) and _are_numbers(other)):
        return lambda world: _TESTS[op](world[one], right(world))
    return lambda world: _TESTS[op](one.domain.index(world[one]), other.domain.index(right(world)))

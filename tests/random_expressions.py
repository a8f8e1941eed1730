"""Random arithmetic and reified constraints for differential tests, each with a meaning of its own.

As in `random_problems`, meanings are plain Python over a world and share no code with the library.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st
from random_problems import Meaning, World, all_different, counts, facts, relations, sums

from deduce import Fact, Variable
from deduce.language.choices import element
from deduce.language.expressions import count, max_, min_
from deduce.language.variables import Family

__all__ = ["comparisons", "expressions", "reified"]

Number = Callable[[World], Any]
Made = tuple[Any, Number]

OPS: dict[str, Callable[[Any, Any], Any]] = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}


@st.composite
def expressions(draw: Any, variables: Sequence[Variable], depth: int = 2) -> Made:
    """A variable, a number, or an operation on expressions, with its value in a world."""
    if depth == 0 or draw(st.integers(0, 3)) == 0:
        if draw(st.integers(0, 4)) == 0:
            number = draw(st.integers(-3, 4))
            return number, lambda world: number
        one = draw(st.sampled_from(variables))
        return one, lambda world: world[one]
    kind = draw(
        st.sampled_from(["+", "+", "-", "-", "*", "scaled", "//", "%", "abs", "min", "max", "sum", "count",
                         "power", "truth", "element", "member"])
    )  # fmt: skip
    inner = expressions(variables, depth - 1)
    a, x = draw(inner)
    if kind == "abs":
        return abs(a), lambda world: abs(x(world))
    if kind == "scaled":
        factor = draw(st.integers(-3, 3))
        return factor * a, lambda world: factor * x(world)
    if kind in ("//", "%"):
        by = draw(st.sampled_from([-3, -2, 2, 3]))
        if kind == "//":
            return a // by, lambda world: x(world) // by
        return a % by, lambda world: x(world) % by
    if kind == "power":
        return a * a, lambda world: x(world) ** 2
    if kind == "truth":
        fact, true = draw(facts(variables, max_leaves=2))
        return fact + a, lambda world: int(true(world)) + x(world)
    if kind == "count":
        several = draw(st.lists(facts(variables, max_leaves=2), min_size=1, max_size=3))
        return count([f for f, _ in several]), lambda world: sum(bool(m(world)) for _, m in several)
    if kind in ("element", "member"):
        index = draw(st.sampled_from(variables))
        places = {value: draw(expressions(variables, 0)) for value in index.domain}
        if kind == "member":
            pool = {value: draw(st.sampled_from(variables)) for value in index.domain}
            family: Any = Family("f", pool)
            return family[index] + 0, lambda world: world[pool[world[index]]]
        low = min(index.domain)
        listed = [places.get(low + i, (0, lambda world: 0)) for i in range(max(index.domain) - low + 1)]
        return (
            element([thing for thing, _ in listed], index - low) + 0,
            lambda world: places[world[index]][1](world),
        )
    b, y = draw(inner)
    if kind in ("min", "max"):
        c, z = draw(inner)
        if kind == "min":
            return min_(a, b, c), lambda world: min(x(world), y(world), z(world))
        return max_([a, b], c), lambda world: max(x(world), y(world), z(world))
    if kind == "sum":
        more = draw(st.lists(inner, max_size=2))
        return sum([a, b, *(e for e, _ in more)]), lambda world: sum(
            [x(world), y(world), *(m(world) for _, m in more)]
        )
    if kind == "*":
        return a * b, lambda world: x(world) * y(world)
    if kind == "+":
        return a + b, lambda world: x(world) + y(world)
    return a - b, lambda world: x(world) - y(world)


@st.composite
def comparisons(draw: Any, variables: Sequence[Variable], depth: int = 2) -> tuple[Any, Meaning]:
    """Two expressions compared; at least one speaks of a variable."""
    a, x = draw(expressions(variables, depth).filter(lambda made: not isinstance(made[0], int)))
    b, y = draw(expressions(variables, depth))
    if isinstance(a, Variable) and isinstance(b, int):
        a = a + 0  # a variable alone takes values of its domain only
    op = draw(st.sampled_from(sorted(OPS)))
    test = OPS[op]
    return test(a, b), lambda world: bool(test(x(world), y(world)))


def reified(variables: Sequence[Variable]) -> st.SearchStrategy[tuple[Fact, Meaning]]:
    """Facts with ``&``, ``|``, ``~``, ``^``, ``>>``, ``==`` and ``!=`` over constraints of every kind."""
    leaves = st.one_of(
        comparisons(variables, 1),
        facts(variables, max_leaves=2),
        all_different(variables),
        counts(variables),
        sums(variables),
        relations(variables),
    )
    return st.recursive(leaves, _compound, max_leaves=4)


def _compound(parts: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    both = st.tuples(parts, parts)
    return st.one_of(
        both.map(lambda p: (p[0][0] & p[1][0], lambda world: p[0][1](world) and p[1][1](world))),
        both.map(lambda p: (p[0][0] | p[1][0], lambda world: p[0][1](world) or p[1][1](world))),
        both.map(lambda p: (p[0][0] >> p[1][0], lambda world: not p[0][1](world) or p[1][1](world))),
        both.map(lambda p: (p[0][0] ^ p[1][0], lambda world: p[0][1](world) != p[1][1](world))),
        both.map(lambda p: (_held(p[0][0]) == p[1][0], lambda world: p[0][1](world) == p[1][1](world))),
        both.map(lambda p: (_held(p[0][0]) != p[1][0], lambda world: p[0][1](world) != p[1][1](world))),
        parts.map(lambda p: (~p[0], lambda world: not p[1](world))),
    )


def _held(constraint: Any) -> Fact:
    return constraint & constraint  # "exactly if" is between facts

"""Well-known problems as python-constraint's users state them: brought in, they have the solutions it finds itself."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import constraint as pc
import pytest

from deduce import Knowledge, Problem


def queens() -> Any:
    made = pc.Problem()
    made.addVariables(range(6), range(6))
    for a, b in combinations(range(6), 2):
        made.addConstraint(lambda x, y, far=b - a: abs(x - y) != far and x != y, (a, b))
    return made


def rooks() -> Any:
    made = pc.Problem()
    made.addVariables(range(5), range(5))
    for pair in combinations(range(5), 2):
        made.addConstraint(lambda x, y: x != y, pair)
    return made


def coins() -> Any:
    made = pc.Problem()
    worth = {"five": 0.05, "ten": 0.10, "fifty": 0.50, "whole": 1.00}
    for coin, value in worth.items():
        made.addVariable(coin, range(round(3.00 / value)))
    made.addConstraint(pc.ExactSumConstraint(3.00, list(worth.values())), list(worth))
    made.addConstraint(pc.ExactSumConstraint(25))
    return made


def crossed_sums() -> Any:
    made = pc.Problem()
    made.addVariables("abcdmefgh", range(1, 10))
    made.addConstraint(lambda a, b, c, d, m: a < b < c < d and a + b + c + d + m == 27, "abcdm")
    made.addConstraint(lambda e, f, g, h, m: e < f < g < h and e + f + g + h + m == 27, "efghm")
    made.addConstraint(pc.AllDifferentConstraint())
    return made


def seis() -> Any:
    made = pc.Problem()
    made.addVariables("seidoz", range(10))
    made.addConstraint(lambda s, e: 2 * s % 10 == e, "se")
    made.addConstraint(lambda i, s, z, e: (20 * i + 2 * s) % 100 == 10 * z + e, "isze")
    made.addConstraint(
        lambda s, e, i, d, o, z: 2 * (1001 * s + 100 * e + 10 * i) == 1000 * d + 100 * o + 10 * z + e,
        "seidoz",
    )
    made.addConstraint(pc.NotInSetConstraint([0]), "sd")
    made.addConstraint(pc.AllDifferentConstraint())
    return made


def money() -> Any:
    made = pc.Problem()
    made.addVariables("sendmory", range(10))
    made.addConstraint(lambda d, e, y: (d + e) % 10 == y, "dey")
    made.addConstraint(lambda n, d, r, e, y: (10 * n + d + 10 * r + e) % 100 == 10 * e + y, "ndrey")
    made.addConstraint(
        lambda s, e, n, d, m, o, r, y: (
            1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o + 10 * r + e
            == 10000 * m + 1000 * o + 100 * n + 10 * e + y
        ),
        "sendmory",
    )
    made.addConstraint(lambda s: s != 0, "s")
    made.addConstraint(lambda m: m != 0, "m")
    made.addConstraint(pc.AllDifferentConstraint())
    return made


def two() -> Any:
    made = pc.Problem()
    made.addVariables("twofur", range(10))
    made.addConstraint(
        lambda t, w, o, f, u, r: 2 * (100 * t + 10 * w + o) == 1000 * f + 100 * o + 10 * u + r, "twofur"
    )
    made.addConstraint(lambda o, r: 2 * o % 10 == r, "or")
    made.addConstraint(pc.NotInSetConstraint([0]), "tf")
    made.addConstraint(pc.AllDifferentConstraint())
    return made


def desks() -> Any:
    made = pc.Problem()
    made.addVariables(range(1, 9), ["A", "B", "C", "D"])
    for letter in "ABCD":
        made.addConstraint(pc.SomeInSetConstraint([letter], 2, True))
    for block in ((1, 2, 3, 4), (3, 4, 5, 6), (5, 6, 7, 8)):
        made.addConstraint(pc.AllDifferentConstraint(), block)
    return made


def houses() -> Any:
    made = pc.Problem()
    things = [f"{kind}{i}" for kind in ("colour", "pet") for i in range(1, 5)]
    made.addVariables(things[:4], ["red", "blue", "green", "white"])
    made.addVariables(things[4:], ["cat", "dog", "fish", "owl"])
    for kind in (things[:4], things[4:]):
        made.addConstraint(pc.AllDifferentConstraint(), kind)
    for i in range(1, 5):
        made.addConstraint(lambda c, p: c != "red" or p == "cat", (f"colour{i}", f"pet{i}"))
        if i < 4:
            made.addConstraint(lambda c, d: c != "green" or d == "white", (f"colour{i}", f"colour{i + 1}"))
            made.addConstraint(
                lambda p, q, c, d: p != "fish" or "blue" in (c, d),
                (f"pet{i}", f"pet{i + 1}", f"colour{i}", f"colour{i + 1}"),
            )
    made.addConstraint(lambda c: c != "green", ("colour4",))
    made.addConstraint(pc.InSetConstraint(["dog"]), ("pet2",))
    return made


@pytest.mark.parametrize(
    "make",
    [queens, rooks, coins, crossed_sums, seis, money, two, desks, houses],
    ids=lambda make: make.__name__,
)
def test_solutions_are_those_it_finds_itself(make: Callable[[], Any]) -> None:
    expected = make().getSolutions()
    source = make()
    problem = Problem.from_constraint(source)
    knowledge = Knowledge(problem)
    names = list(source._variables)
    found = {tuple(map(repr, (world[v] for v in problem.scope))) for world in knowledge.worlds}
    assert [v.name for v in problem.scope] == [str(name) for name in names]
    assert found == {tuple(repr(solution[name]) for name in names) for solution in expected}
    assert knowledge.count() == len(expected) > 0

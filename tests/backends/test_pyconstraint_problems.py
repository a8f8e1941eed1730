"""Well-known problems as python-constraint's users state them: brought in, they have the solutions it finds itself."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import constraint as pc
import pytest

from deduce import Knowledge, Problem
from deduce.backends.pyconstraint_strings import allowed_rows


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


def free_digits() -> Any:
    made = pc.Problem()
    made.addVariables("xyz", range(1, 8))
    return made


def crossed_words() -> Any:
    made = pc.Problem()
    words = ["OTTO", "OMEN", "NEON", "TREE", "ORCA", "ARIA", "ANNA", "NOUN", "ODOR", "RUIN"]
    made.addVariables(["across1", "across4", "down1", "down4"], words)
    crossings = (("across1", 0, "down1", 0), ("across1", 3, "down4", 0), ("across4", 0, "down1", 3),
                 ("across4", 3, "down4", 3))  # fmt: skip
    for across, i, down, j in crossings:
        made.addConstraint(lambda one, other, i=i, j=j: one[i] == other[j], (across, down))
    made.addConstraint(lambda word: word[0] == "O", ("across1",))
    made.addConstraint(pc.AllDifferentConstraint())
    return made


def small_sudoku() -> Any:
    made = pc.Problem()
    made.addVariables([(r, c) for r in range(6) for c in range(6)], range(1, 7))
    for i in range(6):
        made.addConstraint(pc.AllDifferentConstraint(), [(i, c) for c in range(6)])
        made.addConstraint(pc.AllDifferentConstraint(), [(r, i) for r in range(6)])
        box = [(i // 2 * 2 + r, i % 2 * 3 + c) for r in range(2) for c in range(3)]
        made.addConstraint(pc.AllDifferentConstraint(), box)
    for place, value in {
        (0, 0): 1,
        (0, 4): 5,
        (1, 2): 6,
        (2, 1): 3,
        (3, 5): 2,
        (4, 3): 4,
        (5, 5): 6,
    }.items():
        made.addConstraint(pc.InSetConstraint([value]), [place])
    return made


# What the library's own tests ask, with other numbers.


def bounded_products() -> Any:
    made = pc.Problem(pc.BacktrackingSolver())
    made.addVariable("a", [-2, 0, 1, 3])
    made.addVariable(7, [1, 2, 4])
    made.addConstraint(pc.MaxProdConstraint(4), ["a", 7])
    made.addConstraint(pc.MinProdConstraint(2), ["a", 7])
    made.addConstraint(pc.MinSumConstraint(1), ["a"])
    return made


def bounded_products_as_text() -> Any:
    made = pc.Problem(pc.RecursiveBacktrackingSolver())
    made.addVariable("a", [1, 2, 3])
    made.addVariable("b", [1, 2, 4])
    made.addConstraint(["2 <= a * b <= 4"])
    made.addConstraint(pc.FunctionConstraint(lambda a, b: a != 2 or b != 2))
    return made


def sums_and_products_as_text() -> Any:
    made = pc.Problem(pc.OptimizedBacktrackingSolver(forwardcheck=False))
    made.addVariables(["T", "U", "V"], range(5, 40))
    made.addConstraint("T == U + V")
    made.addConstraint("V * U >= T")
    made.addConstraint("V >= T / U")
    return made


def nothing_left() -> Any:
    made = pc.Problem()
    made.addVariables(["K", "L"], range(10, 50))
    made.addConstraint("L == 400 - 2*K")
    return made


def values_of_many_kinds() -> Any:
    made = pc.Problem()
    for name, domain in {"u": ["p", "q"], "v": [True, False], "w": [0, 1, 2], "x": ["p", 0.3]}.items():
        made.addVariable(name, domain)
    made.addConstraint(["u != 'p' or v < w", "v or u != 'q'", "x == 0.3"])
    return made


def restrictions_as_text() -> Any:
    made = pc.Problem()
    made.addVariable("p", [30, 60, 90])
    made.addVariable("q", [0, 1, 2])
    made.addConstraint(["p != 45", "q == 0 or p % 60 != 0", "30 <= p * q < 180"])
    return made


def half_open_products() -> Any:
    made = pc.Problem()
    made.addVariables("mn", range(1, 10))
    made.addConstraint(["m*n < 40", "20 < m*n"])
    return made


class Shelf(pc.Domain):
    """A domain of the caller's own class."""


class Looking(pc.Constraint):
    """A constraint of the caller's own class, which looks at the classes of the domains."""

    def __call__(self, variables: Any, domains: Any, assignments: Any, forwardcheck: bool = False) -> bool:
        if not isinstance(domains["b"], Shelf) or type(domains["a"]) is not pc.Domain:
            raise TypeError("not the caller's own domains")
        return assignments.get("a", 0) <= assignments.get("b", 9)


def classes_of_ones_own() -> Any:
    made = pc.Problem()
    made.addVariable("a", [0, 1, 2])
    made.addVariable("b", Shelf([0, 1]))
    made.addConstraint(Looking(), ["a", "b"])
    return made


def some_not_in(values: str, n: int, exact: bool) -> Callable[[], Any]:
    def made() -> Any:
        problem = pc.Problem()
        problem.addVariables(["one", "two", "three"], "klmno")
        problem.addConstraint(pc.SomeNotInSetConstraint(set(values), n=n, exact=exact))
        return problem

    made.__name__ = f"some_not_in_{values or 'nothing'}_{n}_{exact}"
    return made


def tuning() -> Any:
    made = pc.Problem()
    sizes = {
        "x": [1, 2, 4, 8, 16],
        "y": [4, 8, 12],
        "t": range(1, 5),
        "u": range(1, 5),
        "s": [0, 1],
        "m": range(4),
    }
    for name, domain in sizes.items():
        made.addVariable(name, list(domain))
    shared = "(x*t + u * 2) * (y + u * 2) * (2+s) * 4"
    made.addConstraint(
        [
            "16 <= x * y <= 96",
            "t % u == 0",
            f"{shared} <= 4096",
            f"m == 0 or ({shared}) * m <= 6000",
            "t > 1 or s == 0",
        ]
    )
    return made


MADE = [
    queens, rooks, coins, crossed_sums, seis, money, two, desks, houses, free_digits, crossed_words, small_sudoku,
    bounded_products, bounded_products_as_text, sums_and_products_as_text, nothing_left, values_of_many_kinds,
    restrictions_as_text, half_open_products, classes_of_ones_own, tuning, some_not_in("", 1, False),
    some_not_in("kl", 2, False), some_not_in("klm", 2, True), some_not_in("klmno", 1, False),
]  # fmt: skip


@pytest.mark.parametrize("make", MADE, ids=lambda make: make.__name__)
def test_solutions_are_those_it_finds_itself(make: Callable[[], Any]) -> None:
    expected = make().getSolutions()
    source = make()
    problem = Problem.from_constraint(source)
    knowledge = Knowledge(problem)
    names = list(source._variables)
    found = {tuple(map(repr, (world[v] for v in problem.scope))) for world in knowledge.worlds}
    assert [v.name for v in problem.scope] == [str(name) for name in names]
    assert found == {tuple(repr(solution[name]) for name in names) for solution in expected}
    assert knowledge.worlds.count() == len(expected)
    assert (not expected) == (make.__name__ in ("nothing_left", "some_not_in_klmno_1_False"))


# Strings of plain arithmetic, all combinations at once.

ATOMS = ["a", "b", "c", "0", "1", "3", "2.5", "True"]
FORMS = [
    "({} + {})", "({} - {})", "({} * {})", "({} / {})", "({} // {})", "({} % {})", "({} < {})", "({} <= {})",
    "({} == {})", "({} != {})", "({} and {})", "({} or {})", "({} > {} >= 1)", "({} and not {})", "(-{} + {})",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(150))
def test_strings_worked_out_at_once_say_what_python_says(seed: int) -> None:
    rng = random.Random(seed)
    problem = Problem("strings")
    scope = [problem.variable(name, rng.sample(range(-3, 4), 4)) for name in "abc"]

    def text(depth: int) -> str:
        if depth == 0 or rng.random() < 0.15:
            return rng.choice(ATOMS)
        return rng.choice(FORMS).format(text(depth - 1), text(depth - 1))

    said = text(rng.randint(1, 4))
    rows = allowed_rows(ast.parse(said, mode="eval").body, scope)

    def allowed(row: tuple[int, ...]) -> bool:
        try:
            return bool(eval(said, {v.name: v.domain[p] for v, p in zip(scope, row, strict=True)}))
        except ZeroDivisionError:
            return False

    expected = [list(row) for row in product(range(4), repeat=3) if allowed(row)]
    if rows is not None:
        assert rows.tolist() == expected, said
    else:
        # Whole parts and remainders of fractions are left to Python.
        assert any(sign in said for sign in ("//", "%")), said


def test_more_combinations_than_a_function_may_be_called_for() -> None:
    made = pc.Problem()
    made.addVariables("abcd", range(1, 41))
    made.addConstraint("a*b*c*d <= 40 and a <= b")
    few = [(a, b) for a in range(1, 41) for b in range(a, 40 // a + 1)]
    expected = sum(
        1 for a, b in few for c in range(1, 40 // (a * b) + 1) for d in range(1, 40 // (a * b * c) + 1)
    )
    assert Knowledge(Problem.from_constraint(made)).count() == expected


def test_what_is_no_plain_arithmetic_is_left_to_python() -> None:
    problem = Problem("left")
    scope = [problem.variable("a", [1, 2]), problem.variable("b", [3, 2**53])]
    for said in ("abs(a) == 1", "a in (1, 2)", "a == 'x'", "a ** 2 == 4", "a == b"):
        assert allowed_rows(ast.parse(said, mode="eval").body, scope) is None
    words = [problem.variable("w", ["x", "y"])]
    assert allowed_rows(ast.parse("w == 1", mode="eval").body, words) is None
    wide = [problem.variable("c", [2**40, 2**41]), problem.variable("d", [2**40, 1])]
    assert allowed_rows(ast.parse("c * d > 0", mode="eval").body, wide) is None
    assert allowed_rows(ast.parse("c + d > 0", mode="eval").body, wide).tolist() == [
        [0, 0],
        [0, 1],
        [1, 0],
        [1, 1],
    ]

"""What expressions say, refuse and stay: sentences, errors, structure, identity."""

from __future__ import annotations

from itertools import product

import pytest

from deduce import (
    AllDifferent,
    Count,
    Knowledge,
    Problem,
    ProblemError,
    Sum,
    Swap,
    count,
    element,
    max_,
    min_,
)
from deduce.language.expressions import FUNCTIONS, _bounds
from deduce.language.facts import Within
from deduce.language.pairs import Compare
from deduce.language.reified import Holds
from deduce.language.tally import Tally


@pytest.fixture
def problem() -> Problem:
    made = Problem()
    for name in "abcd":
        made.variable(name, range(1, 10))
    made.variables("x", range(1, 10), range(1, 10))
    return made


def test_sums_stay_sums_and_counts_counts(problem: Problem) -> None:
    a, b, c, x = problem["a"], problem["b"], problem["c"], problem["x"]
    kinds = {
        Sum: [2 * a <= b + c, a + b + c == 7, sum(x.values()) > 3 * a, a + b - c != 3],
        Count: [count(v == 3 for v in x.values()) == 2, sum(v == 3 for v in x.values()) <= 4],
        Tally: [a % 3 + b // 2 + c == 5, count(a == 1, b == 2, c != 1) == 2, a * a + b * b == c * c],
    }
    for kind, facts in kinds.items():
        for fact in facts:
            meaning = fact.meaning
            assert isinstance(meaning, Holds), fact
            assert isinstance(meaning.constraint, kind), (fact, meaning)
    assert isinstance(2 * a + 1 == 7, Within)
    assert len((max_(a, b, c) <= 4).parts()) == 3


def test_wide_products_are_worked_out_not_tabulated() -> None:
    problem = Problem()
    a, b, c, d = (problem.variable(name, range(1, 101)) for name in "abcd")
    found = Knowledge(problem).observe(a * b == c + d).count()
    expected = sum(
        min(100, a * b - 1) - max(1, a * b - 100) + 1
        for a in range(1, 101)
        for b in range(1, 101)
        if 2 <= a * b <= 200
    )
    assert found == expected


def test_sentences_come_from_the_expression(problem: Problem) -> None:
    a, b, c, x = problem["a"], problem["b"], problem["c"], problem["x"]
    assert (a + b == 7).sentence() == "a + b is 7"
    assert (abs(a - b) >= 2).sentence() == "the difference of a and b is at least 2"
    assert (~(2 * a <= b + c)).sentence() == "2*a is above b + c"
    assert (a * b == c).sentence() == "a * b is c"
    assert (x[a] == 3).sentence() == "x[a] is 3"
    assert (min_(a, b) < c).sentence() == "the least of a and b is below c"
    assert (~AllDifferent(a, b) >> (c == 1)).sentence() == "if a, b are not all different, then c is 1"


def test_a_constraint_over_expressions_has_the_sentence_of_one_over_variables() -> None:
    x = Problem("three").variables("x", "abc", range(3))
    assert AllDifferent([x["a"] + x["b"], x["c"]]).sentence() == "x[a] + x[b], x[c] are all different"


@pytest.mark.parametrize(("high", "amount"), [(3, "3"), (4, "3 to 4")])
def test_a_tally_says_between_what_it_lies(high: int, amount: str) -> None:
    x = Problem("two").variables("x", "ab", range(3))
    tally = Tally({x["a"]: [0, 1, 2], x["b"]: [0, 2, 4]}, 3, high)
    assert tally.sentence() == f"what x[a], x[b] count for sums to {amount}"
    assert repr(tally) == f"Tally({{'x[a]': (0, 1, 2), 'x[b]': (0, 2, 4)}}, 3, {high})"


def test_what_a_condition_looks_at_in_numbers() -> None:
    """Sums are for a solver of wide arithmetic, names for clauses; orders are for both."""
    a, b = Problem("two").variables("x", "ab", range(3)).values()
    looks = {op: Compare(a, op, b).looks() for op in ("==", "!=", "<", ">=")}
    assert looks == {"==": "orders", "!=": "names", "<": "orders", ">=": "orders"}
    assert Sum([a, b], 1, 3).looks() == "sums"
    assert AllDifferent(a, b).looks() == "orders"
    assert a.is_in({0, 2}).looks() == "names"


def test_facts_are_kept_as_themselves(problem: Problem) -> None:
    a, b = problem["a"], problem["b"]
    one, other = a == 1, b == 2
    assert one in [one, other]
    assert {one: "x", other: "y"}[other] == "y"
    assert len({one, other, a == 1}) == 3
    with pytest.raises(TypeError, match="exactly if"):
        bool(one == other)
    assert (one == True).key() == one.key()  # noqa: E712
    assert (one == False).key() == (~one).key()  # noqa: E712
    flag = problem.variable("flag", [False, True])
    assert Knowledge(problem).observe((a == 1) == flag).holds((flag == True) >> (a == 1)) is True  # noqa: E712


def test_members_know_their_keys() -> None:
    problem = Problem()
    grid = problem.variables("cell", [(r, c) for r in range(2) for c in range(2)], range(3))
    assert [v.key for v in grid.values()] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert problem.variable("alone", [1]).key is None


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda a, b, x: a // b, "'b - 1' can be 0"),
        (lambda a, b, x: x[a + 1] == 3, "can be 10, and x has no such member"),
        (lambda a, b, x: x[a] == 12, "12 is no value of x"),
        (lambda a, b, x: a + "1", "is the number 1 meant"),
        (lambda a, b, x: a == "1", "did you mean the number 1?"),
        (lambda a, b, x: a + b == 7.5, "7.5 is no whole number"),
        (lambda a, b, x: a**b, "a power is a whole number"),
        (lambda a, b, x: element([1, 2], a), "the list has the places 0 to 1"),
        (lambda a, b, x: count(a), "count takes facts"),
        (lambda a, b, x: min_(), "min_ needs at least one"),
        (lambda a, b, x: a * 10**20 * b == 1, "at most 2\\^53"),
    ],
)
def test_errors_say_what_is_allowed(problem: Problem, make: object, says: str) -> None:
    a, b, x = problem["a"], problem["b"] - 1, problem["x"]
    with pytest.raises(ProblemError, match=says):
        make(a, b, x)  # type: ignore[operator]


def test_no_arithmetic_with_words() -> None:
    problem = Problem()
    pet = problem.variable("pet", ["cat", "dog"])
    with pytest.raises(ProblemError, match="no whole numbers, such as 'cat'"):
        pet + 1
    with pytest.raises(TypeError, match="min_"):
        min(problem.variable("p", [1, 2]), problem.variable("q", [1, 2]))


def test_swap_names_the_other_order() -> None:
    problem = Problem()
    one, other = problem.variable("one", [1, 2, 3]), problem.variable("other", [3, 2, 1])
    with pytest.raises(ProblemError, match="the same values in another order"):
        Swap(one, other)


@pytest.mark.parametrize("number", range(2, 9))
def test_of_many_arguments_the_first_four_and_the_last_are_named(number):
    names = [f"v{n}" for n in range(number)]
    problem = Problem("named")
    variables = [problem.variable(name, [0, 1]) for name in names]
    listed = names if number <= 6 else [*names[:4], "...", names[-1]]
    for what, made in (("least", min_(variables)), ("greatest", max_(variables))):
        ((_, term),) = made.terms
        assert term.words() == f"the {what} of {', '.join(listed[:-1])} and {listed[-1]}"


@pytest.mark.parametrize("operation", ["*", "//", "%", "min", "max", "abs"])
def test_bounds_of_an_operation_hold_whatever_its_arguments_are(operation):
    """The least and the greatest of all values, but for a remainder, which is only bounded."""
    divides = operation in ("//", "%")
    meant = FUNCTIONS.get(operation, lambda x, _: abs(x))
    spans = [(low, high) for low in range(-3, 4) for high in range(low, 4)]
    for one, other in product(spans, [(0, 0)] if operation == "abs" else spans):
        pairs = product(range(one[0], one[1] + 1), range(other[0], other[1] + 1))
        values = [meant(x, y) for x, y in pairs if y or not divides]
        if not values:
            continue
        low, high = _bounds(operation, [one] if operation == "abs" else [one, other])
        if operation == "%":
            assert low <= min(values)
            assert max(values) <= high
        else:
            assert (low, high) == (min(values), max(values)), (one, other)


def test_only_compound_parts_of_a_condition_stand_in_brackets():
    problem = Problem("brackets")
    a, b, c = (problem.variable(name, [0, 1]) for name in "abc")
    assert ((a == b) | (c == 1)).sentence() == f"{(a == b).sentence()} or {(c == 1).sentence()}"
    assert f"({((a == 0) & (b == 0)).sentence()})" in (((a == 0) & (b == 0)) | (c == 1)).sentence()

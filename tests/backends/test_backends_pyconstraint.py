"""python-constraint brought in and taken out, against its own answers and against brute force."""

from __future__ import annotations

import copy
from itertools import product
from typing import Any

import constraint as pc
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_problems import Small, problems, worlds

from deduce import Problem, ProblemError
from deduce.backends.pyconstraint import solutions, to_constraint

VALUES = st.lists(st.integers(1, 6), min_size=1, max_size=4, unique=True)
# Multipliers and values are positive and products are avoided where python-constraint's own answers are
# compared: it loses solutions elsewhere. The meanings below are tried on negative numbers and 0 too.


def stated(draw: Any, keys: list[Any], low: int) -> tuple[Any, Any, list[Any], Any]:
    """(constraint, how to make a fresh one, scope, meaning on a dict)."""
    scope = draw(st.lists(st.sampled_from(keys), min_size=1, max_size=len(keys), unique=True))
    some = draw(st.sets(st.integers(low, 6)))
    n, exact = draw(st.integers(0, len(scope))), draw(st.booleans())
    goal = draw(st.integers(low * 3, 14))
    weights = draw(st.none() | st.lists(st.integers(1, 3), min_size=len(scope), max_size=len(scope)))

    def total(w: dict[Any, int]) -> int:
        return sum(w[k] * (weights[i] if weights else 1) for i, k in enumerate(scope))

    def hits(w: dict[Any, int], inside: bool) -> int:
        return sum((w[k] in some) == inside for k in scope)

    choices: list[tuple[Any, Any]] = [
        (pc.AllDifferentConstraint, lambda w: len({w[k] for k in scope}) == len(scope)),
        (pc.AllEqualConstraint, lambda w: len({w[k] for k in scope}) == 1),
        (lambda: pc.InSetConstraint(some), lambda w: all(w[k] in some for k in scope)),
        (lambda: pc.NotInSetConstraint(some), lambda w: not any(w[k] in some for k in scope)),
        (
            lambda: pc.SomeInSetConstraint(some, n, exact),
            lambda w: hits(w, True) == n if exact else hits(w, True) >= n,
        ),
        (
            lambda: pc.SomeNotInSetConstraint(some, n, exact),
            lambda w: hits(w, False) == n if exact else hits(w, False) >= n,
        ),
        (lambda: pc.ExactSumConstraint(goal, weights), lambda w: total(w) == goal),
        (lambda: pc.MinSumConstraint(goal, weights), lambda w: total(w) >= goal),
        (lambda: pc.MaxSumConstraint(goal + 0.5, weights), lambda w: total(w) <= goal),
        (lambda: lambda *row: sum(row) % 3 != 1, lambda w: sum(w[k] for k in scope) % 3 != 1),
        (
            lambda: pc.FunctionConstraint(lambda *row: row[0] >= row[-1]),
            lambda w: w[scope[0]] >= w[scope[-1]],
        ),
    ]
    make, meaning = draw(st.sampled_from(choices))
    return make(), make, scope, meaning


@st.composite
def foreign(draw: Any, low: int = 1) -> tuple[pc.Problem, Any, list[tuple[Any, Any]]]:
    """A python-constraint problem, a maker of fresh ones, and the meanings of its constraints."""
    keys = draw(st.lists(st.sampled_from(["a", "b", 3, (1, 2), None]), min_size=1, max_size=4, unique=True))
    domains = {k: draw(st.lists(st.integers(low, 6), min_size=1, max_size=4, unique=True)) for k in keys}
    entries, meanings = [], []
    for _ in range(draw(st.integers(0, 3))):
        _, make, scope, meaning = stated(draw, keys, low)
        entries.append((make, scope))
        meanings.append(meaning)

    def fresh() -> pc.Problem:
        problem = pc.Problem()
        for key, domain in domains.items():
            problem.addVariable(key, domain)
        for make, scope in entries:
            problem.addConstraint(make(), scope)
        return problem

    expected = [
        w
        for w in (dict(zip(keys, row, strict=True)) for row in product(*domains.values()))
        if all(meaning(w) for meaning in meanings)
    ]
    return fresh(), fresh, expected


def their_own(problem: pc.Problem) -> list[dict[Any, Any]]:
    try:
        return problem.getSolutions()
    except ValueError as error:
        # Its sums take the least of a domain that another constraint has emptied: nothing is left.
        if "empty" not in str(error):
            raise
        return []


def by_name(found: Any) -> list[dict[str, Any]]:
    rows = [{str(k): value for k, value in w.items()} for w in found]
    return sorted(rows, key=lambda row: sorted(row.items()))


@given(foreign())
def test_brought_in_it_has_python_constraint_s_own_solutions(drawn: Any) -> None:
    theirs, fresh, expected = drawn
    ours = Problem.from_constraint(theirs, "brought in")
    assert ours.name == "brought in"
    assert by_name(ours.compile()) == by_name(expected)
    assert by_name(their_own(fresh())) == by_name(expected)
    # and there and back again
    assert by_name(ours.to_constraint().getSolutions()) == by_name(expected)
    # the caller's problem was not touched: it still has all its values and solutions
    assert by_name(their_own(theirs)) == by_name(expected)


@given(foreign(low=-3))
def test_negative_numbers_and_nought_lose_nothing(drawn: Any) -> None:
    theirs, _, expected = drawn
    assert by_name(Problem.from_constraint(theirs).compile()) == by_name(expected)


@given(problems(max_variables=4))
def test_taken_out_it_has_the_same_solutions(small: Small) -> None:
    problem = small.required()
    by = {v.name: v for v in small.variables}
    expected = worlds(small.worlds, small.variables)
    for solver in (None, pc.BacktrackingSolver(), pc.RecursiveBacktrackingSolver()):
        found = problem.to_constraint() if solver is None else None
        rows = (
            [{by[name]: x for name, x in w.items()} for w in found.getSolutions()]
            if found is not None
            else list(solutions(problem, solver=solver))
        )
        assert worlds(rows, small.variables) == expected
    back = Problem.from_constraint(problem.to_constraint())
    assert back.compile().count() == len(expected)


def values(*domains: list[Any]) -> pc.Problem:
    problem = pc.Problem()
    for name, domain in zip("abcd", domains, strict=False):
        problem.addVariable(name, domain)
    return problem


WIDE = [-2, -1, 0, 1, 2, 3]


@pytest.mark.parametrize("numbers", [WIDE, [-1, 0.5, 1, 2.5]], ids=["whole", "decimals"])
@pytest.mark.parametrize(
    ("made", "meaning"),
    [
        (lambda: pc.ExactProdConstraint(2), lambda a, b, c: a * b * c == 2),
        (lambda: pc.MinProdConstraint(1), lambda a, b, c: a * b * c >= 1),
        (lambda: pc.MaxProdConstraint(-1), lambda a, b, c: a * b * c <= -1),
        (lambda: pc.VariableExactSumConstraint("c", ["a", "b"]), lambda a, b, c: a + b == c),
        (
            lambda: pc.VariableExactSumConstraint("c", ["a", "b"], [2, -1, 1]),
            lambda a, b, c: 2 * a - b == c,
        ),
        (lambda: pc.VariableMinSumConstraint("c", ["a", "b"]), lambda a, b, c: a + b >= c),
        (lambda: pc.VariableMaxSumConstraint("c", ["a", "b"]), lambda a, b, c: a + b <= c),
        (lambda: pc.VariableExactProdConstraint("c", ["a", "b"]), lambda a, b, c: a * b == c),
        (lambda: pc.VariableMinProdConstraint("c", ["a", "b"]), lambda a, b, c: a * b >= c),
        (lambda: pc.VariableMaxProdConstraint("c", ["a", "b"]), lambda a, b, c: a * b <= c),
        (lambda: pc.ExactSumConstraint(1.5, [0.5, 1, 1]), lambda a, b, c: 0.5 * a + b + c == 1.5),
        (lambda: pc.MinSumConstraint(1.2), lambda a, b, c: a + b + c >= 1.2),
        (lambda: pc.SomeInSetConstraint([9], 0), lambda a, b, c: True),
        (
            lambda: pc.SomeNotInSetConstraint([1, 2], 2, True),
            lambda a, b, c: sum(x not in (1, 2) for x in (a, b, c)) == 2,
        ),
        (lambda: "a * b <= c", lambda a, b, c: a * b <= c),
        (lambda: "a - b == c", lambda a, b, c: a - b == c),
        (lambda: "0 < a < b and c != a", lambda a, b, c: 0 < a < b and c != a),
        (lambda: "max(a, b) > abs(c)", lambda a, b, c: max(a, b) > abs(c)),
        (lambda: "sum(x > a for x in [b, c]) == 2", lambda a, b, c: b > a and c > a),
        (lambda: "2 * a - b * c >= 4", lambda a, b, c: 2 * a - b * c >= 4),
    ],
)
def test_every_kind_means_what_its_documentation_says(made: Any, meaning: Any, numbers: list[Any]) -> None:
    theirs = values(numbers, numbers, numbers)
    theirs.addConstraint(made())
    ours = Problem.from_constraint(theirs)
    expected = [dict(zip("abc", row, strict=True)) for row in product(numbers, repeat=3) if meaning(*row)]
    assert by_name(ours.compile()) == by_name(expected)


def test_floats_and_repeated_variables() -> None:
    theirs = values([0.1, 0.2, 0.3], [0.1, 0.2])
    theirs.addConstraint(pc.ExactSumConstraint(0.3), ["a", "b"])  # 0.1 + 0.2 is not 0.3 in binary
    assert Problem.from_constraint(theirs).compile().count() == 2
    twice = values([1, 2, 3], [2, 4])
    twice.addConstraint(pc.ExactSumConstraint(6), ["a", "a", "b"])
    twice.addConstraint(lambda a, b, again: a == again != b, ["a", "b", "a"])
    assert by_name(Problem.from_constraint(twice).compile()) == [{"a": 1, "b": 4}]
    never = values([1, 2])
    never.addConstraint(pc.AllDifferentConstraint(), ["a", "a"])
    assert Problem.from_constraint(never).compile().count() == 0


class Odd(pc.Constraint):
    """A constraint of the user's own that remembers being asked."""

    asked = 0

    def __call__(self, variables: Any, domains: Any, assignments: Any, forwardcheck: Any = False) -> bool:
        self.asked += 1
        return sum(assignments[v] for v in variables if v in assignments) % 2 == 1


class Pruning(Odd):
    def preProcess(self, *_: Any) -> None:  # noqa: N802 - the library's name
        return None


def test_classes_of_one_s_own() -> None:
    theirs = values([1, 2, 3], [1, 2])
    own = Odd()
    theirs.addConstraint(own)
    assert Problem.from_constraint(theirs).compile().count() == 3
    assert own.asked == 0

    class Renamed(pc.AllDifferentConstraint):
        pass

    theirs.addConstraint(Renamed())
    assert Problem.from_constraint(theirs).compile().count() == 3
    theirs.addConstraint(Pruning())
    with pytest.raises(ProblemError, match="Pruning says in preProcess"):
        Problem.from_constraint(theirs)


def test_a_search_left_half_way_hides_nothing() -> None:
    theirs = values([1, 2, 3], [1, 2, 3], [1, 2, 3])
    theirs.addConstraint(pc.AllDifferentConstraint())
    search = theirs.getSolutionIter()
    next(search)
    before = copy.deepcopy(theirs._variables)
    assert Problem.from_constraint(theirs).compile().count() == 6
    assert theirs._variables == before


def test_errors() -> None:
    clash = pc.Problem()
    clash.addVariables([1, "1"], [0, 1])
    with pytest.raises(ProblemError, match="would both be called '1'"):
        Problem.from_constraint(clash)
    repeated = values([1, 1, 2])
    with pytest.raises(ProblemError, match="has 1 twice"):
        Problem.from_constraint(repeated)
    unknown = values([1, 2])
    unknown.addConstraint(pc.AllEqualConstraint(), ["a", "aa"])
    with pytest.raises(ProblemError, match="names 'aa', which is no variable: did you mean 'a'"):
        Problem.from_constraint(unknown)
    for text, problem in [("a <", "no Python expression"), ("a + zz > 1", "names 'zz'")]:
        faulty = values([1, 2])
        faulty.addConstraint(text)
        with pytest.raises(ProblemError, match=problem):
            Problem.from_constraint(faulty)
    with pytest.raises(ProblemError, match=r"constraint\.Problem"):
        Problem.from_constraint("problem")  # type: ignore[arg-type]
    uneven = values([1, 2], [1, 2])
    uneven.addConstraint(pc.MinSumConstraint(2, [1]))
    with pytest.raises(ProblemError, match="1 multipliers for 2 variables"):
        Problem.from_constraint(uneven)


def test_a_solver_that_is_named_is_the_one_that_solves() -> None:
    problem = Problem("two")
    problem.variable("a", range(2))
    named = pc.RecursiveBacktrackingSolver()
    assert to_constraint(problem, named).getSolver() is named
    assert type(to_constraint(problem).getSolver()) is type(pc.Problem().getSolver())

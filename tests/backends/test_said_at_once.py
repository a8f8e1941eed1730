"""What is stated quickly is what is stated plainly: clauses in one go, and comparisons with plain values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pytest

from deduce import Problem
from deduce.backends.live_model import LiveModel
from deduce.backends.sat import SatSolver
from deduce.ground.errors import ProblemError
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact, Or
from deduce.language.pairs import compare
from deduce.language.posting import Literal
from deduce.language.variables import Variable
from deduce_models import pencil


class Recorded(SatSolver):
    """A solver that remembers its clauses, in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[list[Literal]] = []
        add = self._add

        def remembered(clause: Sequence[Literal]) -> object:
            self.said.append(list(clause))
            return add(clause)

        self._add = remembered


def _clauses(rules: Sequence[Constraint], variables: Sequence[Variable], *, at_once: bool) -> object:
    with Recorded() as solver:
        for variable in variables:
            solver.literals(variable)
        (solver.add_all if at_once else lambda some: LiveModel.add_all(solver, some))(rules)
        return solver.said, solver._facts, solver._stated


@pytest.mark.parametrize("name", pencil.families())
def test_rules_of_a_family_are_the_same_clauses_at_once_and_one_by_one(name: str) -> None:
    board = pencil.read(name, pencil.family(name).example)
    rules = [s.content for s in board.statements if isinstance(s.content, Constraint)]
    one_by_one = _clauses(rules, board.scope, at_once=False)
    assert _clauses(rules, board.scope, at_once=True) == one_by_one


def test_clauses_of_every_kind_of_part_are_the_same_at_once() -> None:
    problem = Problem("parts")
    a, b = problem.variables("two", ["a", "b"], ["no", "yes"]).values()
    c, d = problem.variables("five", ["c", "d"], range(5)).values()
    e = problem.variable("one", ["only"])
    rules = [
        Or(a == "no", b == "yes"),
        Or(a == "no", c == 3, d != 2),
        Or(c.is_in({0, 1}), d.is_in({1, 2, 3}), a == "yes"),  # neither a value nor all but one
        Or(c.is_in({0, 1}), b == "no"),
        Or(c.is_in([]), a.is_in(["no", "yes"])),
        Or(e == "only", a == "no"),
        Or(e != "only", a == "no"),
        Or(a == "yes"),
        Or(),
        Or(a == "no", c == d),
        c == d,
        c != d,
    ]
    for variables in ([a, b, c, d, e], []):
        assert _clauses(rules, variables, at_once=True) == _clauses(rules, variables, at_once=False)


@pytest.mark.parametrize(
    "domain", [("no", "yes"), range(4), (False, True), (1.0, 2.5), ("1", 1), ((1, 2), (3, 4)), ("only",)]
)
def test_a_variable_compared_with_a_value_is_what_comparing_makes(domain: Sequence[object]) -> None:
    variable = Variable("v", domain)
    for value in (*domain, 1, True, 0, 2.0, "no", "1", (1, 2), None):
        for op, made in (("==", variable.__eq__), ("!=", variable.__ne__)):
            assert _told(partial(made, value)) == _told(partial(compare, variable, value, op))


def _told(make: Callable[[], Fact]) -> object:
    """What the fact says, or why there is none."""
    try:
        return make().key()
    except ProblemError as error:
        return str(error)

"""What a person may get wrong when stating a problem, and what they are told."""

import pytest

import deduce
from deduce import (
    AllDifferent,
    AtLeast,
    Channel,
    Count,
    Knowledge,
    Predicate,
    Problem,
    ProblemError,
    Relation,
    Shuffle,
    Sum,
)
from deduce.ground.errors import nearest

ROOMS = ["Library", "Tome", "Radio"]


@pytest.fixture
def problem():
    return Problem("mansion")


@pytest.fixture
def cell(problem):
    return problem.variables("cell", [1, 2, 3], domain=ROOMS)


def said(wrong):
    with pytest.raises(ProblemError) as caught:
        wrong()
    return str(caught.value)


def test_a_variable_needs_a_domain(problem):
    assert "the domain of x is empty" in said(lambda: problem.variable("x", []))
    assert "single string" in said(lambda: problem.variable("x", "abc"))
    assert "'a' twice" in said(lambda: problem.variable("x", ["a", "b", "a"]))
    assert "cannot be hashed" in said(lambda: problem.variable("x", [["list"]]))
    assert problem.scope == ()


def test_names_are_unique(problem, cell):
    assert "already has a variable 'cell'" in said(lambda: problem.variable("cell", [1]))
    assert "already has a variable 'cell'" in said(lambda: problem.variables("cell", [1], domain=[1]))
    assert "already has a variable 'cell[1]'" in said(lambda: problem.variable("cell[1]", [1]))
    assert "key 1 twice" in said(lambda: problem.variables("row", [1, 1], domain=[1]))
    assert "no keys" in said(lambda: problem.variables("row", [], domain=[1]))


def test_a_failed_family_adds_nothing(problem):
    problem.variable("row[2]", [1])
    said(lambda: problem.variables("row", [1, 2], domain=[1]))
    assert [v.name for v in problem.scope] == ["row[2]"]


def test_a_value_outside_the_domain_names_the_nearest(cell):
    assert "did you mean 'Library'?" in said(lambda: cell[1] == "Libary")
    assert "did you mean 'Tome'?" in said(lambda: cell[1].is_in(["Tom"]))
    assert "not the string" in said(lambda: cell[1].is_in("Tome"))
    assert "allowed: 1, 2, 3" in said(lambda: cell[7])
    assert "cannot be hashed" in said(lambda: cell[1] == ["Tome"])


def test_order_needs_order(problem, cell):
    number = problem.variable("n", [1, 2, 3])
    assert "takes numbers" in said(lambda: number < "two")
    assert "cannot be put in order" in said(lambda: number < cell[1])
    assert (cell[1] < "Radio").values == ("Library", "Tome")
    assert (number <= 2.5).values == (1, 2)


def test_foreign_variables_are_refused(problem, cell):
    other = Problem("other").variables("cell", [1, 2], domain=ROOMS)
    assert "belongs to another problem" in said(lambda: problem.require(other[1] == "Tome"))
    k = Knowledge(problem)
    assert "another variable of that name" in said(lambda: k.observe(other[1] == "Tome"))
    assert "another problem" in said(lambda: k.marginals(other[2]))
    assert "another problem" in said(lambda: k.change(Shuffle(other[1], other[2])))
    assert "another problem" in said(lambda: k.weigh(other[1], {"Tome": 2.0}))


def test_facts_are_combined_with_the_right_operators(problem, cell):
    with pytest.raises(TypeError, match="not with and, or, not"):
        bool(cell[1] == "Tome")
    with pytest.raises(TypeError, match="not true or false"):
        bool(cell[1])
    assert "brackets" in said(lambda: (cell[1] == "Tome") & True)
    assert "truth value" in said(lambda: problem.require("Tome" in ROOMS))


def test_variables_work_in_collections(cell):
    scope = (cell[1] < cell[2]).scope
    assert cell[2] in scope
    assert cell[3] not in scope
    assert scope == (cell[1], cell[2])
    assert scope != (cell[2], cell[1])
    assert (scope.index(cell[2]), scope.count(cell[2]), scope.count(cell[3])) == (1, 1, 0)
    with pytest.raises(ValueError, match="is not among"):
        scope.index(cell[3])
    assert cell[2] in {cell[1], cell[2]}
    assert cell[3] not in {cell[1], cell[2]}
    assert {cell[1]: "one"}[cell[1]] == "one"
    assert len({cell[1], cell[1], cell[2]}) == 2


def test_constraints_check_their_arguments(problem, cell):
    number = problem.variables("n", [1, 2], domain=[1, 2, 3])
    assert "cell[1] twice" in said(lambda: AllDifferent(cell[1], cell[1]))
    assert "at least one variable" in said(lambda: AllDifferent([]))
    assert "expects variables" in said(lambda: AllDifferent("cell"))
    assert "did you mean 'Tome'?" in said(lambda: AtLeast(1, cell, "Tom"))
    assert "whole numbers" in said(lambda: Count(cell, "Tome", low=-1))
    assert "2 variables but 1 weights" in said(lambda: Sum(number, 3, 3, weights=[1]))
    assert "whole numbers" in said(lambda: Sum(cell, 3, 3))
    assert "at least one whole-number bound" in said(lambda: Sum(number))
    assert "tuples of 2" in said(lambda: Relation(number, [(1, 2, 3)]))
    assert "is not in the domain" in said(lambda: Relation(number, [(1, 9)]))
    assert "no value of the left" in said(lambda: Channel(cell, number))
    many = problem.variables("m", range(30), domain=range(10))
    assert "split it" in said(lambda: Predicate(lambda *v: True, many))


def test_weights_are_positive_and_chances_are_chances(cell, problem):
    k = Knowledge(problem)
    assert "observed, not weighed" in said(lambda: k.weigh(cell[1], {"Tome": 0.0}))
    assert "observed, not weighed" in said(lambda: k.weigh(cell[1] == "Tome", -1.0))
    assert "did you mean 'Tome'?" in said(lambda: k.weigh(cell[1], {"Tom": 2.0}))
    assert "needs a mapping" in said(lambda: k.weigh(cell[1], 2.0))
    assert "needs one number" in said(lambda: k.weigh(cell[1] == "Tome", {"Tome": 2.0}))
    assert "from 0 to below 1" in said(lambda: k.observe(cell[1] == "Tome", error=1.0))


def test_changes_check_their_arguments(problem, cell):
    number = problem.variable("n", [1, 2])
    assert "equal domains" in said(lambda: Shuffle(cell[1], number))
    assert "two to seven" in said(lambda: Shuffle(cell[1]))
    assert "no permutation" in said(lambda: Shuffle(cell[1], cell[2], weights={(0, 0): 1.0}))
    assert "positive chance" in said(lambda: deduce.Replace(cell[1], []))
    assert "not in the domain of n" in said(lambda: deduce.Transition(lambda x: {x + 1: 1.0}, number))
    both = cell[1], cell[2]
    assert "must give 2 new values" in said(lambda: deduce.Transition(lambda a, b: {a: 1.0}, *both))


def test_sentences_read_well(cell):
    assert (cell[1] == "Tome").sentence() == "cell[1] is Tome"
    assert (cell[1] != "Tome").sentence() == "cell[1] is not Tome"
    assert ((cell[1] == "Tome") | (cell[2] == "Radio")).sentence() == "cell[1] is Tome or cell[2] is Radio"
    assert (cell[1] == cell[2]).sentence() == "cell[1] is the same as cell[2]"
    assert AtLeast(1, cell, "Tome").sentence() == "at least 1 of cell[1], cell[2], cell[3] is Tome"


def test_an_order_lists_every_variable(problem, cell):
    assert "exactly once" in said(lambda: deduce.compile(problem, order=[cell[1]]))
    assert "did you mean 'table'?" in said(lambda: deduce.compile(problem, "tabel"))


def test_long_names_are_cut_and_compared_quickly():
    shown = nearest(10_000 * "x", ["Library", 5000 * "y"])
    assert shown == f"allowed: Library, {60 * 'y'}..."
    assert nearest("library", ["Library"]) == "did you mean 'Library'? allowed: Library"


def test_members_of_a_grid_are_named_by_the_parts_of_their_key():
    problem = Problem("grid")
    cell = problem.variables("cell", [(1, 2), (2, 1)], [0, 1])
    who = problem.variables("who", [("Old Gold", "x")], [0, 1])
    assert [v.name for v in cell.values()] == ["cell[1,2]", "cell[2,1]"]
    for name in ("cell[1,2]", "cell[1, 2]", " cell[ 1 ,2 ]"):
        assert problem[name] is problem.get(name) is cell[1, 2]
    assert problem["who[Old Gold, x]"] is who["Old Gold", "x"]
    assert problem.get("who[OldGold,x]") is None
    assert "did you mean 'cell[1,2]'" in said(lambda: problem["cell[(1, 2)]"])


def test_two_keys_that_read_alike_are_refused():
    problem = Problem("alike")
    assert "would both be called x[1,2]" in said(lambda: problem.variables("x", ["1,2", (1, 2)], [0, 1]))
    assert "would both be called x[1]" in said(lambda: problem.variables("x", [1, "1"], [0, 1]))
    assert problem.scope == ()


def test_a_weighed_fact_says_how_much_likelier_it_is():
    problem = Problem("weighed")
    x = problem.variables("x", range(1), ["a", "b"])[0]
    (statement,) = Knowledge(problem).weigh(x == "a", 2.5).log
    assert statement.content.sentence() == "x[0] is a: 2.5 times as likely"

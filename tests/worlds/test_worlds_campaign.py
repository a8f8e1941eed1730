"""The campaign over every form of worlds, its first problems; and that it can fail."""

import math
from functools import cache

import pytest
import worlds_campaign as campaign

from deduce import AllDifferent, AtLeast, Problem, Replace, Shuffle
from deduce.worlds import compile_problem
from deduce.worlds.assignment import shuffled_of
from deduce.worlds.deal import Deal

agree = cache(campaign.agree)


@pytest.mark.parametrize("number", range(40))
def test_a_problem_agrees_in_every_form(number):
    done = agree(number, 1)
    assert done["problems"] == done["dnnf"] == done["table"] == done["knowledge"] == 1


def test_the_first_problems_have_every_form():
    done = sum((agree(number, 1) for number in range(40)), start=campaign.Counter())
    for name in ("assignment", "assignment, shared", "deal", "shuffle", "swap", "replace", "fact"):
        assert done[name] >= 3, name


def test_a_form_that_is_wrong_is_named_with_the_problem(monkeypatch):
    monkeypatch.setattr(Deal, "entropy", lambda self: 7.0)
    monkeypatch.setattr(campaign, "CHUNK", 8)
    with pytest.raises(AssertionError, match=r"(?s)seed 1: .*deal.*another entropy"):
        campaign.chunk("core", 1000)


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_a_problem_comes_from_its_seed_and_number_alone(number):
    one, other = (campaign.posed(number, 5) for _ in range(2))
    assert [str(rule) for rule in one.problem.rules] == [str(rule) for rule in other.problem.rules]
    assert one.truth() == other.truth()


# What it found.


def test_found_by_a_campaign_matrices_that_became_one_keep_both_weights():
    """A restriction that turned one way of a shuffle into another lost the first's weight: 5 in place of 22 / 3."""
    problem = Problem("shared")
    v, w, x = (problem.variable(name, [-2, -1, 6, 7]) for name in "vwx")
    rules = [v != -2, w != -2, AtLeast(2, [w, x, v], 6)]
    shuffle = Shuffle(x, v, w)
    worlds = shuffle.apply(shuffled_of(problem.scope, rules, [shuffle.scope]))
    for rule in rules:
        worlds = worlds.restrict(rule)
    assert 2 ** worlds.log2_weight() == pytest.approx(22 / 3)


def test_found_by_a_campaign_the_same_where_all_differ():
    problem = Problem("permutation")
    cell = problem.variables("cell", range(4), range(5))
    problem.require(AllDifferent(cell))
    told = [cell[0] != 0, cell[1] != 0, cell[2] != 0]
    shuffle = Shuffle(cell[0], cell[1], cell[2], cell[3])
    forms = [compile_problem(problem, form).restrict(*told) for form in ("assignment", "table")]
    found, truth = (shuffle.apply(form).restrict(*told, cell[3].is_in([0, 1])) for form in forms)
    assert found.log2_weight() == pytest.approx(truth.log2_weight())
    assert found.marginals(cell[1]) == pytest.approx(truth.marginals(cell[1]))


def test_found_by_a_campaign_nothing_comes_of_no_world():
    """A value drawn anew for the variable whose layer had died made worlds of none."""
    problem = Problem("none")
    v, w = problem.variable("v", [1, 4, 6]), problem.variable("w", [1, 4, 6])
    problem.require(v == 1)
    none = problem.compile("diagram").restrict(w.is_in([]))
    after = Replace(w, [1, 4]).apply(none)
    assert (after.count(), list(after.rows()), after.log2_weight()) == (0, [], -math.inf)

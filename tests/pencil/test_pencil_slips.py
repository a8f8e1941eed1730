"""Slips on every family's example: what differs from the one solution breaks a rule, and is found and proved wrong.

The solver says that there is one solution; what the rules hold of a whole grid, and what a slip's reason proves, are
other code. A rule that lets too much pass shows here for every family at once.
"""

from functools import cache
from random import Random

import pytest

from deduce.puzzles import hint, mistake, verify
from deduce_models import pencil

FAMILIES = pencil.families()
TOLD = ["akari", "hashi", "heyawake", "kakuro", "slitherlink", "sudoku", "tapa"]
"""Families of different rules, whose slips are told in a second each."""


@cache
def solved(name):
    knowledge = pencil.read(name, pencil.family(name).example)
    return knowledge, verify(knowledge, time_limit=60).solution


def others(variable, solution):
    return [value for value in variable.domain if value != solution[variable]]


def open_cells(knowledge):
    """What is asked for and no clue says by itself."""
    given = {s.content.scope[0] for s in knowledge.statements if len(s.content.scope) == 1}
    return [v for v in knowledge.problem.key if len(v.domain) > 1 and v not in given]


@pytest.mark.parametrize("name", FAMILIES)
def test_whatever_differs_from_the_solution_breaks_a_rule(name):
    knowledge, solution = solved(name)
    for variable in knowledge.problem.key:
        rules = [s.content for s in knowledge.statements if variable in set(s.content.scope)]
        for value in others(variable, solution):
            grid = {**solution, variable: value}
            broken = [rule for rule in rules if not rule.holds([grid[v] for v in rule.scope])]
            assert broken, f"{variable.name} = {value}"


@pytest.mark.parametrize("name", TOLD)
def test_a_slip_among_right_entries_is_found_and_proved(name):
    knowledge, solution = solved(name)
    rng = Random(name)
    key = open_cells(knowledge)
    entered = {variable: solution[variable] for variable in key}
    assert mistake(knowledge, entered) is None
    slip = rng.choice(key)
    wrong = rng.choice(others(slip, solution))
    del entered[slip]  # it is entered last: the first entry that fits no solution is the one named
    found = mistake(knowledge, {**entered, slip: wrong}, time_limit=60)
    assert (found.variable, found.entered) == (slip, (wrong,))
    assert found.why.check()
    assert f"{slip} cannot be {wrong}" in str(found)


@pytest.mark.parametrize("name", TOLD)
def test_what_a_hint_adds_to_a_grid_that_is_nearly_done_is_so(name):
    knowledge, solution = solved(name)
    key = open_cells(knowledge)
    Random(f"{name}/hint").shuffle(key)
    left = set(key[-3:])
    found = hint(knowledge, {v: solution[v] for v in key if v not in left}, strength=3, time_limit=60)
    assert found.mistake is None
    assert found.steps
    for step in found.steps:
        for fact in step.conclusions:
            assert fact.holds([solution[v] for v in fact.scope])
            assert not {*fact.scope} & ({*key} - left)

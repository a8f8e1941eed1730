"""Steps by named techniques: each forced by what it names, and nothing of that to spare."""

from __future__ import annotations

import pytest
from amount import seeded
from puzzles_random import all_worlds, contents, random_puzzle, solvable_puzzle

from deduce import AllDifferent, Contradiction, Knowledge, Problem, ProblemError
from deduce.puzzles import grade, named_steps, verify
from deduce.puzzles.named_walk import NamedWalk
from deduce.puzzles.techniques import Finding
from deduce_models import pencil


@seeded(60)
def test_every_step_is_forced_and_nothing_in_it_is_spare(seed):
    knowledge = random_puzzle(seed, variables=4, values=3, rules=2, clues=4)
    worlds = all_worlds(knowledge.scope, contents(knowledge.statements))
    if not worlds:
        with pytest.raises(Contradiction):
            named_steps(knowledge)
        return
    found = named_steps(knowledge)
    assert found.solved == (len(worlds) == 1)
    left = {v: set(v.domain) for v in knowledge.scope}
    for step in found.steps:
        assert step.technique
        because = contents(step.reason.because)
        forced = all_worlds(knowledge.scope, because)
        assert all(fact.true_in(world) for fact in step.conclusions for world in forced)
        for spare in range(len(because)):
            fewer = all_worlds(knowledge.scope, because[:spare] + because[spare + 1 :])
            assert any(not fact.true_in(world) for fact in step.conclusions for world in fewer)
        for before in step.builds_on:
            assert before < step.number
        for fact in step.conclusions:
            v = fact.scope[0]
            struck = {x for x in left[v] if not fact.true_in({v: x})}
            assert struck
            left[v] -= struck
        for v, value in step.placed.items():
            assert left[v] == {value}
    for v in knowledge.scope:
        assert left[v] >= {world[v] for world in worlds}


@seeded(30)
def test_the_hardest_step_has_the_level_of_the_grade(seed):
    knowledge, truth = solvable_puzzle(seed, unique=True)
    found = named_steps(knowledge)
    assert found.solution == truth
    assert max((step.level for step in found.steps), default=0) == grade(knowledge).level


@pytest.mark.parametrize("name", ["akari", "hitori", "skyscraper", "starbattle"])
def test_the_grade_of_a_walk_is_that_of_the_puzzle(name):
    knowledge = pencil.read(name, pencil.family(name).example)
    assert named_steps(knowledge).grade == grade(knowledge)


def test_steps_have_names_and_entries_are_taken_as_found():
    problem = Problem("row")
    cell = problem.variables("cell", range(1, 5), range(1, 5))
    problem.require(AllDifferent(cell), "no number twice")
    k = Knowledge(problem).observe(cell[1].is_in([1, 2]), "a").observe(cell[2].is_in([1, 2]), "b")
    found = named_steps(k)
    pair = next(step for step in found.steps if step.technique == "pair")
    assert pair.to_dict()["level"] == 3
    assert pair.size == (1, 2)
    assert [(s.text, s.place) for s in pair.known] == [("cell[1] and cell[2] are 1 or 2", "steps 1, 2")]
    assert "(pair)" in str(found)
    assert not found.solved
    assert named_steps(k, {"cell[1]": 2, "cell[4]": 3}).solved
    with pytest.raises(ProblemError, match="no solution has"):
        named_steps(k, {"cell[1]": 3})


def test_what_a_group_of_unlike_variables_strikes_by_itself_rests_on_nothing():
    """Two variables that share two values leave none of these to a third; the rest goes by what was struck before."""
    problem = Problem("unlike")
    domains = ([1, 2], [1, 2], range(1, 5), [3, 4, 5])
    x, y, z, w = (problem.variable(name, domain) for name, domain in zip("xyzw", domains, strict=True))
    problem.require(AllDifferent([x, y, z, w]))
    walk = NamedWalk(Knowledge(problem), {})
    s = walk.structure

    def literals(v, *values):
        return s.mask_of(v, sum(1 << v.position(value) for value in values))

    gone = literals(w, 4, 5)
    finding = Finding("exclusion", 1, literals(z, 1, 2, 3), frozenset({0}), gone)
    pieces = list(walk._cut.of(finding, s.full & ~gone, finding.strikes, walk.masks))
    assert [(piece.struck, piece.sources, piece.uses) for piece in pieces] == [
        (literals(z, 1, 2), (0,), 0),
        (literals(z, 3), (0,), gone),
    ]
    assert list(walk._cut.of(finding, s.full, 0, walk.masks)) == []


def test_out_of_time_the_walk_says_so():
    problem = Problem("wide")
    cell = problem.variables("cell", range(40), range(40))
    problem.require(AllDifferent(cell))
    assert named_steps(problem, time_limit=0.0).limit


def test_a_rule_over_variables_that_have_one_value_is_asked_as_a_whole():
    """They share the literal that is always true; told apart by it, one of them ended steps in a KeyError."""
    rectangles = pencil.read("shikaku", "4 4\n- - 3 -\n- 2 - -\n4 - - -\n- 1 - 6")
    found = named_steps(rectangles)
    assert found.solved
    verdict = verify(rectangles)
    told = {fact.scope[0]: fact for step in found.steps for fact in step.conclusions}
    assert all(fact.true_in(verdict.solution) for fact in told.values())

"""The pieces of conflicts by counting, each beside all worlds of small problems; rules dated by changes."""

import itertools
import random

import pytest
from test_crowding import crowd

from deduce import AllDifferent, Knowledge, Problem
from deduce.changes import Unknown
from deduce.explain.crowding import _LARGE, _Rotation, _Said, crowded, may_be_crowded
from deduce.language.facts import Or


def turned(tenth):
    """The steps found from worlds with one false statement, each right, and those that a sum or an "or" forbids."""
    steps = spoilt = 0
    for seed in range(40 * tenth, 40 * tenth + 40):
        problem = crowd(random.Random(seed))
        said = _Said(Knowledge(problem)._timeline)
        variables, statements = list(said.number), list(said.parts)

        def false(world, statements=statements):
            return [s for s in statements if not s.content.holds([world[v] for v in s.content.scope])]

        for values in itertools.product(*(v.domain for v in variables)):
            world = dict(zip(variables, values, strict=True))
            broken = false(world)
            if len(broken) != 1:
                continue
            for variable in broken[0].content.scope:
                rotation = _Rotation(said, statements)
                del rotation.wanted[broken[0]]
                found = list(rotation._alone(world, variable, broken[0]))
                expected = []
                for value in variable.domain:
                    now = false({**world, variable: value})
                    others = [s for s in now if s is not broken[0]]
                    # A sum and an "or" are never wanted: a conflict by counting has none.
                    if len(now) == 1 == len(others) and not odd(others[0]):
                        expected.append((value, others[0]))
                    spoilt += len(others) > 1 and any(map(odd, others))
                assert found == expected, seed
                steps += len(found)
    return steps, spoilt


@pytest.mark.parametrize("tenth", range(10))
def test_from_one_world_every_other_with_one_false_statement_is_found_and_no_more(tenth):
    """Exactly: values of one variable that make exactly one other statement false, the broken one true."""
    steps, spoilt = turned(tenth)
    assert steps > 50
    assert spoilt > 5


def odd(statement):
    return isinstance(statement.content, Or) or type(statement.content).__name__ == "Sum"


def test_a_glance_is_taken_wherever_some_crowd_each_other():
    """Beside every clique of pairs (Hall's condition), and beside the rule that the glance is said to follow."""
    crowds = glances = 0
    for seed in range(1500):
        rng = random.Random(seed)
        problem = Problem("guests")
        number = rng.randint(2, 5)
        size = rng.randint(2, 6)
        seat = [problem.variable(f"seat {i}", range(size)) for i in range(number)]
        values = {v: set(v.domain) for v in seat}
        apart = {pair for pair in itertools.combinations(seat, 2) if rng.random() < 0.7}
        for a, b in apart:
            problem.require((a != b) if rng.random() < 0.5 else (b != a))
        for _ in range(rng.randint(0, 2 * number)):
            v, able = rng.choice(seat), rng.sample(range(size), rng.randint(1, size - 1))
            problem.require(v.is_in(able))
            values[v] &= set(able)

        def differ(several, apart=apart):
            return all(pair in apart for pair in itertools.combinations(several, 2))

        cliques = [
            several
            for many in range(2, number + 1)
            for several in itertools.combinations(seat, many)
            if differ(several)
        ]
        found = may_be_crowded(problem.rules)
        if any(values[v] for several in cliques for v in several) and any(
            len(set().union(*(values[v] for v in several))) < len(several) for several in cliques
        ):
            crowds += 1
            assert found, seed
        mates = {v: sum(v in set(pair) for pair in apart) for v in seat}
        narrow = {v for v in seat if len(values[v]) < 1 + max(mates.values())}
        wanted = any(
            narrow.issuperset(several)
            and (len(several) == 3 or len(set().union(*(values[v] for v in several))) < 2)
            for several in cliques
            if len(several) < 4
        )
        assert found is wanted, seed
        glances += found
    assert 300 < crowds < glances < 1400


def test_what_is_noted_behind_a_change_crowds_as_well():
    problem = Problem("late")
    seat = problem.variables("seat", range(5), range(3)).values()
    k = Knowledge(problem).change(Unknown(*seat))
    for a, b in itertools.combinations([*seat][:4], 2):
        k = k.observe(a != b)
    assert k.overcrowded


def test_a_rule_is_dated_once_for_each_change_that_touches_it():
    for seed in range(40):
        rng = random.Random(seed)
        problem = Problem("rules")
        cell = problem.variables("cell", range(4), range(3))
        for size in (1, 2, 3, 2):
            chosen = [cell[i] for i in rng.sample(range(4), size)]
            problem.require(AllDifferent(chosen) if size > 1 else chosen[0] != 0)
        k, touched = Knowledge(problem), []
        for _ in range(rng.randint(1, 4)):
            chosen = [cell[i] for i in rng.sample(range(4), rng.randint(1, 2))]
            k = k.change(Unknown(*chosen))
            touched.append(set(chosen))
        for rule in k.rules:
            dated = k._timeline.constraints([rule])
            times = sum(not some.isdisjoint(rule.content.scope) for some in touched)
            assert len(dated) == len({tuple(c.scope) for c in dated}) == 1 + times
            assert dated[-1].scope == tuple(map(k._timeline.current, rule.content.scope))


def pairs(edges, number, values):
    problem = Problem("pairs")
    x = problem.variables("x", range(number), range(values))
    for one, other in edges:
        problem.require(x[one] != x[other])
    return problem, x


def test_groups_and_larger_sets_of_pairs_are_cliques():
    problem, x = pairs([*itertools.combinations(range(3, 7), 2), (7, 8)], 9, 9)
    problem.require(AllDifferent(x[i] for i in range(4)))
    cliques = [set(members) for members in _Said(Knowledge(problem)._timeline).cliques()]
    assert cliques == [
        {x[i] for i in range(4)},
        {x[i] for i in range(3, 7)},
    ]  # of a single pair a solver knows


def test_those_join_a_clique_who_leave_room_for_others():
    """Each of five who all differ has friends of their own, one of whom knows many strangers."""
    edges, number = list(itertools.combinations(range(5), 2)), 5
    for one in range(5):
        edges += [(one, number + i) for i in range(4)]
        edges += [(number, number + i) for i in range(4, 10)]
        number += 10
    problem, x = pairs(edges, number, 4)
    cliques = list(_Said(Knowledge(problem)._timeline).cliques())
    assert cliques == [[x[i] for i in range(5)]]
    assert crowded(Knowledge(problem)._timeline) == problem.rules[:10]


@pytest.mark.parametrize("number", [3, 4, 6])
def test_from_the_first_witness_all_others_are_found(number, monkeypatch):
    greedy, worlds = _Rotation._greedy, []

    def recorded(self, spared):
        worlds.append(greedy(self, spared))
        return worlds[-1]

    monkeypatch.setattr(_Rotation, "_greedy", recorded)
    problem, _ = pairs(itertools.combinations(range(number), 2), number, number - 1)
    assert crowded(Knowledge(problem)._timeline) == problem.rules
    assert len(worlds) == 1


@pytest.mark.parametrize("first", list(itertools.combinations(range(3), 2)))
def test_what_another_says_too_holds_in_the_witness_of_a_conjunction(first):
    problem = Problem("two parts")
    x = problem.variables("x", range(5), range(2))
    for one, other in itertools.combinations(range(3), 2):
        alone = x[one] != x[other]
        problem.require(alone & (x[3] != x[4]) if (one, other) == first else alone)
    problem.require(x[3] != x[4])
    assert crowded(Knowledge(problem)._timeline) == problem.rules[:3]


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_large_groups_are_looked_at_even_where_nothing_is_said_pair_by_pair(more):
    problem = Problem("group")
    problem.require(AllDifferent(problem.variables("x", range(_LARGE + more), range(20))))
    assert may_be_crowded(problem.rules) is (more >= 0)


def test_a_limit_that_says_no_more_than_another_is_left_out():
    problem, x = pairs(itertools.combinations(range(4), 2), 4, 5)
    for i in range(4):
        problem.require(x[i].is_in([0, 1, 2]))
    for i in range(4):
        problem.require(x[i] != 3)
    found = crowded(Knowledge(problem)._timeline)
    assert found == problem.rules[:10]

"""Counts that sets side by side fill, beside every world of small problems."""

from __future__ import annotations

import random
from functools import reduce
from itertools import combinations, product
from operator import or_

import pytest
from amount import seeded

from deduce import AtLeast, Problem
from deduce.language.constraints import Count
from deduce.puzzles import steps
from deduce.puzzles.packing import Packing
from deduce.puzzles.structure import Structure, bits_of


def _problem(rng):
    """Counts of some of twelve cells, and clauses, all true of one world; what else is known of it."""
    problem = Problem("counts")
    x = problem.variables("x", range(12), [0, 1])
    solution = [rng.randrange(2) for _ in range(12)]
    for _ in range(2):
        some = rng.sample(range(12), rng.randint(5, 9))
        number = sum(solution[i] for i in some)
        problem.require(Count([x[i] for i in some], [1], max(0, number - rng.randrange(2)), number))
    for _ in range(7):
        some = rng.sample(range(12), rng.randint(2, 4))
        value = rng.choice([solution[i] for i in some])
        problem.require(Count([x[i] for i in some], [value], 1, len(some)))
    s = Structure(problem.scope, problem.rules)
    alive = s.full
    for i in rng.sample(range(12), rng.randint(0, 3)):
        alive &= ~s.mask_of(x[i], 1 << (1 - solution[i]))
    return problem, s, alive, [x[i] for i in range(12)]


@seeded(120)
def test_what_is_filled_strikes_only_what_no_world_has_and_as_its_uses_say(seed):
    problem, s, alive, variables = _problem(random.Random(seed))
    true = sum(own & alive for own in s.own if (own & alive).bit_count() == 1)
    for found in Packing(s).found(alive, true):
        assert found.struck & alive
        rules = [problem.rules[n].content for count in found.counts for n in count.sources]
        left = s.full & ~(found.uses & ~alive)
        options = [tuple(bits_of(s.values_of(s.place[v], left))) for v in variables]
        for values in product(*options):
            world = dict(zip(variables, values, strict=True))
            if all(rule.holds([world[v] for v in rule.scope]) for rule in rules):
                chosen = sum(s.mask_of(v, 1 << value) for v, value in world.items())
                assert not chosen & found.struck


@pytest.mark.parametrize("seed", range(30))
def test_whatever_sets_fill_one_count_by_themselves_is_found(seed):
    """All ways to lay sets without common places, by trying all: inside the count the rest goes."""
    rng = random.Random(seed)
    problem, filled = Problem("area"), rng.randint(2, 4)
    x = problem.variables("x", range(14), [0, 1])
    problem.require(Count([x[i] for i in range(12)], 1, 0, filled))
    for _ in range(7):
        some = rng.sample(range(rng.choice([12, 12, 13, 14])), rng.randint(2, 4))
        problem.require(Count([x[i] for i in some], 1, rng.choice([1, 1, 2]), len(some)))
    s = Structure(problem.scope, problem.rules)
    alive, true = s.full & ~sum(s.mask_of(x[i], 2) for i in rng.sample(range(12), 3)), 0
    left = []
    for need in s.needs:
        places, sure = alive & need.mask & ~true, (true & need.mask).bit_count()
        left.append((places, need.low - sure, need.high - sure))
    wanting = [(places, low) for places, low, _ in left if 0 < low < places.bit_count()]
    goes = 0
    for need, (area, _, room) in zip(s.needs, left, strict=True):
        if not 1 < need.high < need.mask.bit_count() - 1 or not 1 < room < 5:
            continue
        inside = [(places, low - (places & ~need.mask).bit_count()) for places, low in wanting]
        sets = [(places, low) for places, low in inside if low > 0 and places & area and places != area]
        for chosen in (some for n in (2, 3, 4) for some in combinations(sets, n)):
            union = reduce(or_, (places for places, _ in chosen))
            if union.bit_count() == sum(places.bit_count() for places, _ in chosen):
                goes |= area & ~union if sum(low for _, low in chosen) == room else 0
    struck = reduce(or_, (found.struck for found in Packing(s).found(alive, true)), 0)
    assert not goes & ~struck


def test_rows_that_need_one_each_fill_an_area():
    """An area of twelve cells holds three; each of three of its rows needs one: the fourth row has none."""
    problem = Problem("area")
    cell = problem.variables("cell", [(r, c) for r in range(4) for c in range(3)], ["clear", "shaded"])
    problem.require(Count(list(cell.values()), ["shaded"], 3, 3), "3 in the area")
    for r in range(3):
        row = [cell[r, c] for c in range(3)]
        problem.require(AtLeast(1, row, "shaded"), f"row {r} has one")
    walk = steps(problem)
    first = walk.steps[0]
    assert (first.technique, first.level) == ("four counts", 4)
    assert {v.name for v in first.placed} == {"cell[3,0]", "cell[3,1]", "cell[3,2]"}
    assert len(first.statements) == 4
    assert first.reason.check()


def test_a_set_that_reaches_out_of_a_count_takes_what_is_outside():
    """Two sets need three together, a count that holds all but one of their cells allows two."""
    problem = Problem("out")
    a, b, c, d, e, f, g = problem.variables("cell", "abcdefg", ["free", "mine"]).values()
    problem.require(AtLeast(2, [a, b, c, g], "mine"), "two of four")
    problem.require(AtLeast(1, [d, e], "mine"), "one of two")
    problem.require(Count([b, c, d, e, f, g], ["mine"], 0, 2), "at most two")
    s = Structure(problem.scope, problem.rules)
    wanted = s.mask_of(a, 1) | s.mask_of(f, 2)
    assert any(len(each.counts) == 3 and each.struck == wanted for each in Packing(s).found(s.full, 0))

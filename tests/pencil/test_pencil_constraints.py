"""The shelf's own constraints: what they say to a solver is what they hold, on random variables."""

from itertools import product
from random import Random

import numpy as np
import pytest
from amount import amount

from deduce import Problem
from deduce.backends.sat import SatSolver
from deduce.language.facts import Within
from deduce_models.pencil.kinds.araf import SmallerThan
from deduce_models.pencil.kinds.fillomino import EqualAreas
from deduce_models.pencil.kinds.foseruzu import JOINED, PARTED, Pieces, Sides
from deduce_models.pencil.kinds.gokigennaname import NoLoop
from deduce_models.pencil.kinds.nurikabe import Islands
from deduce_models.pencil.kinds.shakashaka import Angles
from deduce_models.pencil.rules.latin import DifferentSum, Straight
from deduce_models.pencil.rules.owned import InSteps
from deduce_models.pencil.rules.shades import Grown
from deduce_models.pencil.rules.stated import Both, CountFacts, CountIf, LineRuns, RaySight, Same, Wall

CELLS = [(r, c) for r in (1, 2, 3) for c in (1, 2, 3)]
NEAR = {(r, c): [x for x in CELLS if abs(x[0] - r) + abs(x[1] - c) == 1] for r, c in CELLS}


def numbers(rng, size, low=1):
    problem = Problem("numbers")
    return problem, [
        problem.variable(f"x{i}", range(rng.randint(low, 2), rng.randint(3, 5))) for i in range(size)
    ]


def flags(size, values=("off", "on")):
    problem = Problem("flags")
    return problem, [problem.variable(f"x{i}", values) for i in range(size)]


def cells(values):
    problem = Problem("cells")
    return problem, {at: problem.variable(f"c{at[0]}{at[1]}", values) for at in CELLS}


def different_sum(rng):
    problem, found = numbers(rng, rng.randint(1, 4))
    return problem, DifferentSum(found, rng.randint(2, 12))


def straight(rng):
    problem, found = numbers(rng, rng.randint(1, 3))
    return problem, Straight(found)


def count_facts(rng):
    problem, v = flags(5)
    facts = [(v[0] == "on") & (v[1] == "off"), v[2] == "on", (v[3] == "on") | (v[4] == "on"), v[1] == "on"]
    low = rng.randint(0, 3)
    return problem, CountFacts(facts, low, rng.randint(low, 4))


def count_if(rng):
    problem, v = flags(5)
    low = rng.randint(0, 3)
    return problem, CountIf(v[0] == "on", [x == "on" for x in v[1:]], low, rng.randint(low, 4))


def both(rng):
    problem, v = flags(3)
    return problem, Both((v[0] == "on") & (v[1] == "on"), v[2] == "on")


def same(rng):
    problem = Problem("same")
    link = problem.variable("link", ("off", "on"))
    pair = [problem.variable(name, range(4)) for name in "ab"]
    return problem, Same(link, "on", *pair)


def sight(rng):
    problem, v = flags(7)
    rng.shuffle(v)
    rays = [v[:2], v[2:5], v[5:6], v[6:]]
    low = rng.randint(0, 4)
    return problem, RaySight(rays, "on", low, rng.randint(low, 7), rng.choice([None, True, False]))


def wall(rng):
    problem, found = numbers(rng, rng.randint(1, 4), low=0)
    return problem, Wall(found, rng.randint(0, 3))


def rows(rng):
    problem, v = flags(rng.randint(1, 8))
    return problem, LineRuns(v, [rng.randint(1, 3) for _ in range(rng.randint(0, 3))], "on")


def grown(rng):
    problem, cell = cells(("clear", "shaded"))
    return problem, Grown(cell, NEAR, rng.sample(CELLS, rng.randint(1, 3)), rng.randint(0, 6), "shaded")


def in_steps(rng):
    problem, cell = cells(("other", "own"))
    return problem, InSteps(cell, NEAR, rng.choice(CELLS), rng.randint(0, 5), "own")


def islands(rng):
    problem, cell = cells(("clear", "shaded"))
    return problem, Islands(cell, NEAR, dict.fromkeys(rng.sample(CELLS, rng.randint(0, 3)), "2"))


def equal_areas(rng):
    problem = Problem("areas")
    inside = [(r, c) for r in (1, 2) for c in (1, 2, 3)]
    cell = {at: problem.variable(f"c{at[0]}{at[1]}", range(1, 4)) for at in inside}
    near = {at: [x for x in NEAR[at] if x in inside] for at in inside}
    return problem, EqualAreas(cell, near, rng.randint(1, 3))


def no_loop(rng):
    problem, cell = cells(("/", "\\"))
    return problem, NoLoop(cell)


def angles(rng):
    problem, v = flags(4, ("-", "nw", "ne", "sw", "se"))
    return problem, Angles([x if rng.random() < 0.8 else None for x in v])


def pieces(rng):
    problem = Problem("pieces")
    size = rng.choice([(2, 2), (2, 4), (1, 4), (2, 3)])
    inside = [(r, c) for r in range(1, size[0] + 1) for c in range(1, size[1] + 1)]
    pairs = [(a, b) for a in inside for b in inside if a < b and abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1]
    border = {pair: problem.variable(f"b{i}", (JOINED, PARTED)) for i, pair in enumerate(pairs)}
    return problem, Pieces(inside, border, rng.choice([(4,), (4, 5), (5,), (1, 2), (2, 3)]))


def smaller_than(rng):
    problem = Problem("regions")
    inside = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)]
    homes = rng.sample(inside, 3)
    cell = {at: problem.variable(f"c{at[0]}{at[1]}", rng.sample(homes, rng.randint(2, 3))) for at in inside}
    return problem, SmallerThan(cell, rng.choice(inside), rng.randint(2, 5))


MAKERS = (different_sum, straight, count_facts, count_if, both, same, sight, wall, rows, grown, in_steps, islands,
          equal_areas, no_loop, angles, pieces, smaller_than)  # fmt: skip


def worlds(scope):
    found = [()]
    for variable in scope:
        found = [(*world, value) for world in found for value in variable.domain]
    return found


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
@pytest.mark.parametrize("switched", [False, True], ids=("always", "when"))
def test_the_solver_allows_exactly_what_holds(make, switched):
    for seed in range(amount(7, 100)):
        _, constraint = make(Random(f"{make.__name__} {seed}"))
        wanted = {world for world in worlds(constraint.scope) if constraint.holds(world)}
        with SatSolver() as solver:
            when = solver.fresh() if switched else None
            for variable in constraint.scope:
                solver.literals(variable)
            solver.add(constraint, when)
            given = [when] if when else []
            found = set()
            while solver.satisfiable(given):
                world = solver.world(constraint.scope)
                found.add(tuple(world[v] for v in constraint.scope))
                solver.clause([-solver.literal(v, v.position(x)) for v, x in world.items()])
        assert found == wanted
        assert constraint.sentence()


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_what_holds_of_a_world_is_what_is_found_in_columns_of_them(make):
    for seed in range(amount(3, 100)):
        _, constraint = make(Random(f"columns {make.__name__} {seed}"))
        every = worlds(constraint.scope)
        rows = Random(seed).sample(every, min(200, len(every)))
        columns = {
            v: np.array([v.position(row[place]) for row in rows])
            for place, v in enumerate(constraint.scope)
        }
        assert list(constraint.check(columns)) == [constraint.holds(row) for row in rows]


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_read_value_by_value_in_any_order_it_accepts_exactly_what_holds(make):
    for seed in range(amount(2, 100)):
        rng = Random(f"read {make.__name__} {seed}")
        _, constraint = make(rng)
        every = worlds(constraint.scope)
        rows = rng.sample(every, min(100, len(every)))
        order = tuple(rng.sample(constraint.scope, len(constraint.scope)))
        columns = {
            v: np.array([v.position(row[place]) for row in rows])
            for place, v in enumerate(constraint.scope)
        }
        accepted = np.ones(len(rows), dtype=bool)
        for automaton in constraint.automata(order):
            states = np.full(len(rows), automaton.start)
            for position, variable in enumerate(order):
                alive, following = automaton.step(position, states, columns[variable])
                accepted &= True if alive is None else alive
                states = np.where(accepted, following, automaton.start)
        assert accepted.tolist() == [constraint.holds(row) for row in rows]


@pytest.mark.parametrize("switched", [False, True], ids=("always", "when"))
def test_a_number_of_borders_rules_out_the_regions_that_show_another_and_nothing_else(switched):
    ruled_out = 0
    for seed in range(amount(7, 100)):
        rng = Random(f"sides {seed}")
        _, rule = pieces(rng)
        number = rng.randint(1, 3)
        clue = Sides(rule, rng.choice(rule.cells), number)
        wanted = {
            world
            for world in worlds(rule.scope)
            if rule.holds(world)
            and clue.holds([dict(zip(rule.scope, world, strict=True))[v] for v in clue.scope])
        }
        with SatSolver() as solver:
            when = solver.fresh() if switched else None
            solver.add(rule)
            solver.add(clue, when)
            given = [when] if when else []
            against = rule.against(solver, clue.at, number)
            ruled_out += len(against)
            # What a region at the cell would show is known before any border is.
            assert not any(solver._probe([*given, way])[0] for way in against)
            found = set()
            while solver.satisfiable(given):
                world = solver.world(rule.scope)
                found.add(tuple(world[v] for v in rule.scope))
                solver.clause([-solver.literal(v, v.position(x)) for v, x in world.items()])
        assert found == wanted
    assert ruled_out


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_a_constraint_moved_to_other_variables_says_the_same(make):
    problem, constraint = make(Random(f"moved {make.__name__}"))
    twins = {v: problem.variable(f"{v.name} twin", v.domain) for v in constraint.scope}
    moved = constraint.over(twins)
    assert set(moved.scope) == set(twins.values())
    for world in worlds(constraint.scope)[:300]:
        named = dict(zip(constraint.scope, world, strict=True))
        back = {twin: named[v] for v, twin in twins.items()}
        assert moved.holds([back[v] for v in moved.scope]) == constraint.holds(world)


def counted_facts(rng):
    problem, v = flags(6, ("off", "on", "half"))
    low = rng.randint(0, 3)
    high = rng.randint(low, 4)
    facts = [x.is_in(rng.sample(("off", "on", "half"), rng.randint(1, 2))) for x in v[1:]]
    if rng.random() < 0.5:
        facts[0] &= rng.choice(v) == "on"
    if rng.random() < 0.3:
        return problem, CountFacts(facts, low, high)
    condition = rng.choice([v[0] == "on", v[0] != "on", v[1].is_in(("on", "half"))])
    return problem, CountIf(condition, facts, low, high)


@pytest.mark.parametrize(("low", "high"), [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)])
def test_a_count_whose_condition_is_of_a_counted_variable_is_seen_whole_only_where_it_is(low, high):
    """All conditions and facts of one variable with three values, beside a fact of another, whatever is left of them."""
    problem = Problem("one")
    v, w = problem.variable("v", range(3)), problem.variable("w", range(2))
    seen_whole = 0
    for when, counted in product(range(1, 7), repeat=2):
        rule = CountIf(Within(v, when), [Within(v, counted), w == 0], low, high)
        true = {
            (i, j)
            for i in range(3)
            for j in range(2)
            if rule.holds([(i, j)[v is not x] for x in rule.scope])
        }
        for mask, other in product(range(1, 8), range(1, 4)):
            given = {v: mask, w: other}
            left, whole = rule.narrowed([given[x] for x in rule.scope])
            found = dict(zip(rule.scope, left, strict=True))
            worlds = [(i, j) for i, j in true if mask >> i & 1 and other >> j & 1]
            wanted = {v: sum({1 << i for i, _ in worlds}), w: sum({1 << j for _, j in worlds})}
            assert not any(wanted[x] & ~found[x] for x in (v, w))
            assert not whole or found == wanted or not worlds
            seen_whole += whole
    assert seen_whole


@pytest.mark.parametrize("number", range(1, 5))
def test_in_a_line_a_cell_that_would_make_an_area_too_long_cannot_have_its_number(number):
    problem = Problem("line")
    line = [(1, c) for c in range(1, 6)]
    cell = {at: problem.variable(f"c{at[1]}", range(1, 6)) for at in line}
    near = {(1, c): [x for x in ((1, c - 1), (1, c + 1)) if x in cell] for _, c in line}
    rule = EqualAreas(cell, near, number)
    bit = 1 << (number - 1)
    for known in product((bit, 31, 31 & ~bit), repeat=5):
        left, _ = rule.narrowed([known[at[1] - 1] for at in rule.cell])
        left = dict(zip(rule.cell, left, strict=True))
        sure = [mask == bit for mask in known]
        for c, mask in enumerate(known):
            before = next((k for k in range(c) if not sure[c - 1 - k]), c)
            after = next((k for k in range(4 - c) if not sure[c + 1 + k]), 4 - c)
            if mask == 31 and 1 + before + after > number:
                assert not left[1, c + 1] & bit, (known, c)


@pytest.mark.parametrize("size", range(1, 5))
def test_in_a_line_a_cell_that_would_make_a_part_too_large_or_without_which_it_is_too_small_is_told(size):
    _, v = flags(5)
    cell = {(1, c): x for c, x in enumerate(v, 1)}
    near = {(1, c): [x for x in ((1, c - 1), (1, c + 1)) if x in cell] for _, c in cell}
    rule = Grown(cell, near, [(1, 2)], size, "on")

    def part(able):
        return [at for at in able if all((1, c) in able for c in range(min(at[1], 2), max(at[1], 2) + 1))]

    for known in product((1, 2, 3), repeat=len(rule.scope)):
        sure = [at for at, mask in zip(rule.cell, known, strict=True) if mask == 2]
        may = [at for at, mask in zip(rule.cell, known, strict=True) if mask & 2]
        left = rule.narrowed(known)[0]
        for at, mask, found in zip(rule.cell, known, left, strict=True):
            if mask == 3 and any(left):
                assert (found & 2 == 0) >= (len(part([*sure, at])) > size)
                assert (found & 1 == 0) >= (len(part([x for x in may if x != at])) < size)


@pytest.mark.parametrize(
    "make",
    [count_facts, count_if, counted_facts, grown, in_steps, islands, equal_areas, no_loop, pieces],
    ids=lambda f: f.__name__,
)
def test_a_look_strikes_nothing_that_some_world_has_and_all_else_where_it_says_so(make):
    some = 0
    for seed in range(amount(35, 500)):
        rng = Random(f"look {make.__name__} {seed}")
        _, constraint = make(rng)
        known = (-1, -1, -2, -3) if rng.random() < 0.7 else (-1, 1, 2, -2)
        masks = [v.full_mask & rng.choice(known) or v.full_mask for v in constraint.scope]
        looked = constraint.narrowed(masks)
        if looked is None:
            continue
        left, whole = looked
        wanted = [0] * len(masks)
        for world in worlds(constraint.scope):
            places = [1 << v.position(value) for v, value in zip(constraint.scope, world, strict=True)]
            if all(map(int.__and__, places, masks)) and constraint.holds(world):
                wanted = [mask | place for mask, place in zip(wanted, places, strict=True)]
        assert all(not want & ~have for want, have in zip(wanted, left, strict=True))
        assert all(not have & ~mask for have, mask in zip(left, masks, strict=True))
        if whole and any(wanted):
            assert list(left) == wanted
        some += list(left) != masks
    assert some or make is count_facts  # whose facts speak of two variables at once

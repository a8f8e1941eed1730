"""What is seen of lines and of what hangs together: sound beside brute force, and told by what is needed for it alone."""

import random
from functools import cache
from itertools import combinations, product

import pytest

from deduce import Problem
from deduce.graphs import Connected, Grid, Loop, Path
from deduce.puzzles.opaque import propagator_of
from deduce.puzzles.structure import Rule, Structure, bits_of


def loop_over_edges(rng):
    problem, grid = Problem("loop"), Grid(2, 4)
    line = problem.variables("line", grid.edges, ("no", "yes"))
    return problem, Loop(line, value="yes")


def loop_over_cells(rng):
    problem = Problem("ring")
    cell = problem.variables("cell", Grid(2, 4).cells, ("no", "yes"))
    return problem, Loop(cell, Grid(2, 4), value="yes")


def path_over_cells(rng):
    problem = Problem("snake")
    cells = Grid(2, 4).cells
    cell = problem.variables("cell", cells, ("no", "yes"))
    ends = tuple(rng.sample(list(cells), 2)) if rng.random() < 0.7 else None
    return problem, Path(cell, Grid(2, 4), ends=ends, value="yes")


def edges_that_hang_together(rng):
    problem, nodes = Problem("bridges"), range(6)
    pairs = [pair for pair in combinations(nodes, 2) if rng.random() < 0.5] or [(0, 1)]
    bridge = problem.variables("bridge", pairs, (0, 1, 2))
    inside = sorted({node for pair in pairs for node in pair})
    return problem, Connected(bridge, value=[1, 2], through=rng.sample(inside, rng.randint(0, len(inside))))


MAKERS = (loop_over_edges, loop_over_cells, path_over_cells, edges_that_hang_together)


def worlds(content, s, alive):
    """All worlds of a rule within the literals left, as literals."""
    options = [list(bits_of(s.values_of(s.place[v], alive))) for v in content.scope]
    for values in product(*options):
        if content.holds([v.domain[x] for v, x in zip(content.scope, values, strict=True)]):
            yield sum(1 << s.start[s.place[v]] + x for v, x in zip(content.scope, values, strict=True))


@cache
def told(make, seed):
    """How many arguments one problem had, each held against brute force."""
    found = 0
    rng = random.Random(f"{make.__name__} {seed}")
    problem, content = make(rng)
    s = Structure(problem.scope, [])
    alive = s.full
    for i, own in enumerate(s.own):
        if rng.random() < 0.55:
            alive &= ~own | 1 << rng.choice(list(bits_of(s.values_of(i, own)))) + s.start[i]
    possible = 0
    for world in worlds(content, s, alive):
        possible |= world
    for propagator in propagator_of(Rule(0, content, None), s):
        struck = propagator.strikes(alive)
        assert not struck & possible
        assert not struck & ~alive
        for x in list(bits_of(struck))[:4]:
            uses = propagator.why(x, alive)
            assert not uses & alive
            # Enough, by brute force, and nothing of it can be spared for this argument.
            assert not any(world >> x & 1 for world in worlds(content, s, s.full & ~uses))
            for y in bits_of(uses):
                assert not propagator.strikes(s.full & ~(uses & ~(1 << y))) >> x & 1
            found += 1
    return found


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_arguments_about_graphs_are_sound_and_need_what_they_name(make, seed):
    told(make, seed)


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_arguments_were_told(make):
    assert sum(told(make, seed) for seed in range(8)) > 8

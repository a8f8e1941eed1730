"""What single techniques strike, beside looking at every combination."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deduce import AllDifferent, Knowledge, Problem, Sum
from deduce.constraints import Count
from deduce.graphs import Grid
from deduce.opposites import opposite
from deduce.puzzles import redundant
from deduce.puzzles.covering import coverings
from deduce.puzzles.opaque import propagator_of
from deduce.puzzles.structure import Structure, bits_of
from deduce.puzzles.techniques import Techniques
from deduce_models import pencil
from deduce_models.pencil.kinds import killersudoku
from deduce_models.pencil.latin import DifferentSum

seeds = st.integers(0, 10**6)


def _structure(problem):
    return Structure(problem.scope, problem.rules)


@pytest.mark.parametrize("size", [4, 6])
@settings(max_examples=15)
@given(seed=seeds)
def test_a_sum_strikes_what_no_combination_has(size, seed):
    """Six of nine values are too many combinations to be listed: another way decides them."""
    rng = random.Random(seed)
    problem = Problem("sum")
    x = problem.variables("x", range(size), range(1, size + 4))
    total = rng.randint(size * 2, size * (size + 2))
    sides = rng.choice([(total, total), (total, None), (None, total)])
    problem.require(AllDifferent(x))
    problem.require(Sum(x, *sides))
    s = _structure(problem)
    (rule,) = s.rules
    (propagator,) = propagator_of(rule, s)
    alive = s.full
    for y in rng.sample(range(s.size), rng.randint(0, s.size // 2)):
        alive &= ~(1 << y)
    kept = 0
    options = [[v.domain[i] for i in bits_of(s.values_of(n, alive))] for n, v in enumerate(problem.scope)]
    for values in product(*options) if size == 4 else _different(options):
        if len(set(values)) == size and rule.content.holds(values):
            for v, value in zip(problem.scope, values, strict=True):
                kept |= s.mask_of(v, 1 << v.position(value))
    assert propagator.strikes(alive) == alive & ~kept


def _different(options):
    """Rows without a value twice."""
    rows = [()]
    for values in options:
        rows = [(*row, x) for row in rows for x in values if x not in row]
    return rows


@settings(max_examples=15)
@given(seed=seeds)
def test_pairs_strike_what_any_two_sets_in_any_two_covers_strike(seed):
    rng = random.Random(seed)
    problem, grid = Problem("latin"), Grid(4)
    cell = problem.variables("cell", grid.cells, range(4))
    for line in grid.lines:
        problem.require(AllDifferent([cell[x] for x in line]))
    for _ in range(3):
        problem.require(Count([cell[x] for x in rng.sample(grid.cells, 3)], rng.randrange(4), 0, 1))
    s = _structure(problem)
    techniques = Techniques(s)
    alive = s.full
    for y in rng.sample(range(s.size), rng.randint(10, 35)):
        alive &= ~(1 << y)
    while found := techniques.findings(alive, 2):
        for finding in found:
            alive &= ~finding.strikes
    if any(not alive & own for own in s.own):
        return
    needs = [n for n in s.needs if n.low == 1 and 2 <= (n.mask & alive).bit_count() <= 6]
    everything = 0
    for a, b in combinations(needs, 2):
        if a.mask & b.mask & alive:
            continue
        both = (a.mask | b.mask) & alive
        for (c, one), (d, other) in combinations(s.covers, 2):
            if one == other == 1 and not both & ~(c | d):
                everything |= (c | d) & alive & ~both
    struck = 0
    for _, _, others in coverings(s, alive, 2):
        struck |= others
    assert struck == everything


def test_the_opposite_of_a_conjunction_and_what_is_superfluous_in_a_killer_sudoku():
    problem = Problem("cage")
    x = problem.variables("x", range(3), range(1, 5))
    cage = DifferentSum(list(x.values()), 7)
    others = opposite(cage)
    for values in product(range(1, 5), repeat=3):
        told = any(o.holds([values[problem.scope.index(v)] for v in o.scope]) for o in others)
        assert told != cage.holds(values)
    killer = pencil.read("killersudoku", killersudoku.EXAMPLE)
    found = redundant(killer)
    clues = killer.log
    for clue in clues:
        rest = Knowledge(killer.problem)
        for other in clues:
            if other is not clue:
                rest = rest.observe(other.content)
        assert (clue in found.implied) == (rest.count() == rest.observe(clue.content).count())

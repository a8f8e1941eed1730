"""Arguments that people have, beside their wording said once more: what they strike, no less and no more."""

from __future__ import annotations

import random
from itertools import combinations, product
from types import SimpleNamespace

import pytest
from amount import seeded

from deduce import AllDifferent, Problem, Sum
from deduce.graphs import Connected, Grid, Loop, Path
from deduce.language.constraints import Count
from deduce.puzzles.covering import coverings
from deduce.puzzles.opaque import _DifferentSum, _Reach, propagator_of
from deduce.puzzles.packing import Packing
from deduce.puzzles.structure import Demand, Rule, Structure


def _joined(pairs, start):
    found = {start}
    while more := {x for pair in pairs if found & set(pair) for x in pair} - found:
        found |= more
    return found


def _edges(seed):
    """A loop over the edges of a small grid, with some of them known: what may be drawn, and what is."""
    rng = random.Random(seed)
    grid = Grid(*rng.choice([(2, 4), (3, 3)]))
    problem = Problem("loop")
    line = problem.variables("line", grid.edges, ("no", "yes"))
    content = Loop(line, value="yes")
    s = Structure(problem.scope, [])
    state = {pair: rng.choice(["no", "yes", "open", "open", "open"]) for pair in grid.edges}
    alive = sum(
        s.mask_of(v, {"no": 1, "yes": 2, "open": 3}[state[pair]])
        for pair, v in zip(grid.edges, problem.scope, strict=True)
    )
    on = {pair: s.mask_of(v, 2) for pair, v in zip(grid.edges, problem.scope, strict=True)}
    off = {pair: s.mask_of(v, 1) for pair, v in zip(grid.edges, problem.scope, strict=True)}
    found = {each.name: each for each in propagator_of(Rule(0, content, None), s)}
    may = [pair for pair in grid.edges if state[pair] != "no"]
    must = [pair for pair in grid.edges if state[pair] == "yes"]
    return grid, content, found, alive, on, off, may, must


def test_people_see_lines_and_pieces_by_arguments_of_their_own():
    problem, grid = Problem("names"), Grid(2, 3)
    cell = problem.variables("cell", grid.cells, ("no", "yes"))
    line = problem.variables("line", grid.edges, ("no", "yes"))
    s = Structure(problem.scope, [])

    def names(content):
        return [each.name for each in propagator_of(Rule(0, content, None), s)]

    assert names(Loop(line, value="yes")) == [
        "a line with two ends",
        "early closure",
        "cut off",
        "two ways",
    ]
    assert names(Path(cell, grid, value="yes")) == ["neighbours on a line", "bridge"]
    assert names(Loop(cell, grid, value="yes")) == ["neighbours on a line", "bridge"]
    assert names(Connected(cell, grid, value="yes")) == ["bridge"]
    assert names(Connected(line, value="yes")) == ["bridge"]


@seeded(40)
def test_a_line_leaves_every_node_that_it_comes_to(seed):
    """Node by node: two of its edges are drawn, or none."""
    grid, _, found, alive, on, off, may, must = _edges(seed)
    wanted = torn = 0
    for node in grid.cells:
        mine = [pair for pair in grid.edges if node in pair]
        ways = [
            {pair for pair, yes in zip(mine, bits, strict=True) if yes}
            for bits in product((0, 1), repeat=len(mine))
        ]
        ways = [way for way in ways if len(way) in (0, 2) and set(must) & set(mine) <= way <= set(may)]
        for pair in mine if ways else ():
            wanted |= alive & on[pair] if not any(pair in way for way in ways) else 0
            wanted |= alive & off[pair] if all(pair in way for way in ways) else 0
        torn |= 0 if ways else alive & sum(on[pair] for pair in mine)
    struck = found["a line with two ends"].strikes(alive)
    assert not wanted & ~struck
    assert not struck & ~(wanted | torn)
    assert bool(struck & torn) == bool(torn)


@seeded(40)
def test_an_edge_closes_no_loop_while_more_is_drawn_elsewhere(seed):
    _, _, found, alive, on, _, may, must = _edges(seed)
    wanted = 0
    for a, b in may:
        apart = [pair for pair in must if pair[0] not in _joined(must, must[0][0])]
        if (a, b) not in must and apart and b in _joined(must, a):
            wanted |= on[a, b]
    assert found["early closure"].strikes(alive) == wanted


@seeded(40)
def test_a_loop_lies_within_one_block(seed):
    """Two edges are in one block where a loop takes both: by all loops of what may be drawn."""
    grid, content, found, alive, on, _, may, must = _edges(seed)
    loops = []
    for bits in product((0, 1), repeat=len(may)):
        loop = {pair for pair, yes in zip(may, bits, strict=True) if yes}
        even = all(sum(node in pair for pair in loop) in (0, 2) for node in grid.cells)
        if loop and even and len(_joined(loop, next(iter(loop))[0])) == len(loop):
            loops.append(loop)
    assert all(content.holds(["yes" if pair in loop else "no" for pair in grid.edges]) for loop in loops)

    def together(*pairs):
        return any(loop >= set(pairs) for loop in loops)

    wanted = 0
    torn = any(not together(a, b) for a, b in combinations(must, 2))
    for pair in may:
        if torn or not together(pair) or not all(together(pair, other) for other in must):
            wanted |= on[pair]
    assert found["cut off"].strikes(alive) == wanted


@seeded(40)
def test_a_line_over_cells_has_two_neighbours_and_its_ends_one(seed):
    rng = random.Random(seed)
    problem, grid = Problem("snake"), Grid(2, 4)
    cells = list(grid.cells)
    cell = problem.variables("cell", cells, ("no", "yes"))
    ends = tuple(rng.sample(cells, 2)) if rng.random() < 0.7 else None
    content = Path(cell, grid, ends=ends, value="yes")
    s = Structure(problem.scope, [])
    state = {at: rng.choice([1, 2, 2, 3, 3]) for at in cells}
    alive = sum(s.mask_of(cell[at], mask) for at, mask in state.items())
    (rule,) = (each for each in propagator_of(Rule(0, content, None), s) if each.name != "bridge")
    wanted = torn = 0
    for at in cells:
        near = [x for x in cells if abs(x[0] - at[0]) + abs(x[1] - at[1]) == 1]
        allowed = range(3) if ends is None else (1,) if at in ends else (2,)
        states = [[x for x in (1, 2) if state[y] & x] for y in (at, *near)]
        worlds = [w for w in product(*states) if w[0] == 1 or w[1:].count(2) in allowed]
        if not worlds:
            torn |= s.mask_of(cell[at], 2)
        for i, y in enumerate((at, *near) if worlds else ()):
            seen = sum({w[i] for w in worlds})
            wanted |= alive & s.mask_of(cell[y], 3 & ~seen)
    assert rule.strikes(alive) & ~torn == wanted & ~torn
    assert rule.strikes(alive) & torn == torn


@seeded(40)
def test_a_sum_by_what_can_be_reached_strikes_what_no_row_of_values_has(seed):
    rng = random.Random(seed)
    problem = Problem("sum")
    xs = [problem.variable(f"x{i}", sorted(rng.sample(range(-3, 9), 4))) for i in range(4)]
    low = rng.randint(-4, 20)
    high = low + rng.choice([0, 1, 2, 5])
    weights = [rng.choice([1, 1, 2, -1]) for _ in xs]
    content = Sum(xs, low, high, weights=weights)
    s = Structure(problem.scope, [])
    alive = s.full & ~sum(1 << x for x in rng.sample(range(s.size), 5))
    kept = 0
    for values in product(*(x.domain for x in xs)):
        world = sum(s.mask_of(x, 1 << x.position(value)) for x, value in zip(xs, values, strict=True))
        total = sum(weight * value for weight, value in zip(weights, values, strict=True))
        kept |= world if low <= total <= high and not world & ~alive else 0
    assert _Reach("sum", Rule(0, content, None), s, content.added()).strikes(alive) == alive & ~kept


def test_a_sum_of_numbers_that_differ_names_what_says_so():
    problem = Problem("cage")
    x = problem.variables("x", range(7), range(1, 11))
    problem.require(AllDifferent(x))
    problem.require(Sum(list(x.values()), 35, 40))
    s = Structure(problem.scope, problem.rules)
    (propagator,) = propagator_of(s.rules[0], s)
    assert isinstance(propagator, _DifferentSum)
    assert propagator.sources == {0, 1}


def _sets(rng, several):
    """Sets that need some and sets that allow some, of a few places; as a structure that has nothing else."""
    size = rng.randint(6, 9)
    some = [1, 1, 1, 2] if several else [1]
    needs = []
    for _ in range(rng.randint(3, 6)):
        places = rng.sample(range(size), rng.randint(2, 4))
        needs.append(Demand(sum(1 << x for x in places), rng.choice(some), len(places), frozenset()))
    covers = []
    for _ in range(rng.randint(3, 6)):
        places = rng.sample(range(size), rng.randint(2, 5))
        covers.append((sum(1 << x for x in places), rng.choice(some)))
    return SimpleNamespace(needs=needs, covers=covers), (1 << size) - 1


def _possible(s, alive):
    """Whether all sets can have what they need."""
    return any(
        all((world & need.mask).bit_count() >= need.low for need in s.needs)
        and all((world & mask).bit_count() <= high for mask, high in s.covers)
        for world in range(alive + 1)
    )


def _within(s, alive, n, most, before=-1):
    """By all choices: what `n` sets, one of which has lost places, within as many others as count for no more strike."""
    needs = [(need.mask & alive, need.low, before < 0 or need.mask & before & ~alive) for need in s.needs]
    needs = [
        (mask, low, fresh)
        for mask, low, fresh in needs
        if mask.bit_count() > low and (low > 1 or mask.bit_count() <= most)
    ]
    struck = 0
    for chosen in combinations(needs, n):
        union, total = 0, sum(low for _, low, _ in chosen)
        for mask, _, _ in chosen:
            union |= mask
        apart = union.bit_count() == sum(mask.bit_count() for mask, _, _ in chosen)
        if not apart or not any(fresh for _, _, fresh in chosen):
            continue
        for number in range(1, n + 1):
            for covers in combinations(s.covers, number):
                area = 0
                for mask, _ in covers:
                    area |= mask & alive
                if not union & ~area and sum(high for _, high in covers) == total:
                    struck |= area & ~union
    return struck


@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize("several", [False, True])
@seeded(25)
def test_sets_within_as_many_sets_strike_what_all_choices_do(seed, several, n):
    """Once fewer sets show nothing; two of several each may count for more."""
    rng = random.Random(seed)
    for _ in range(8):
        s, alive = _sets(rng, several)
        if not _possible(s, alive):
            continue
        places = {1: 99, 2: 6, 3: 3}
        for fewer in range(1, n):
            while gone := _within(s, alive, fewer, places[fewer]):
                alive &= ~gone
        found = coverings(s, alive, n)
        struck = 0
        for needs, covers, others in found:
            union = area = 0
            for need in needs:
                assert not union & need.mask & alive
                union |= need.mask & alive
            for number in covers:
                area |= s.covers[number][0] & alive
            assert len(needs) == n >= len(covers) == len(set(covers))
            assert sum(need.low for need in needs) == sum(s.covers[number][1] for number in covers)
            assert others == area & ~union != 0
            assert not union & ~area
            struck |= others
        assert struck == _within(s, alive, n, places[n])
        before = alive
        for place in rng.sample(range(9), 3):
            before |= 1 << place
        again = 0
        for _, _, others in coverings(s, alive, n, before):
            again |= others
        assert again == _within(s, alive, n, places[n], before)


@pytest.mark.parametrize(("n", "places", "found"), [(2, 6, 1), (2, 7, 0), (3, 3, 1), (3, 4, 0)])
def test_a_set_of_more_places_than_people_look_at_is_left_out(n, places, found):
    """One set of so many places and others of two, spread over as many others, each of which has a place more."""
    covers, needs, place = [0] * n, [], 0
    for start, size in [(0, places), *((k, 2) for k in range(n - 1))]:
        mine = range(place, place + size)
        needs.append(Demand(sum(1 << x for x in mine), 1, size, frozenset()))
        for k, x in enumerate(mine):
            covers[(start + k) % n] |= 1 << x
        place += size
    covers = [(mask | 1 << place + k, 1) for k, mask in enumerate(covers)]
    s = SimpleNamespace(needs=needs, covers=covers)
    assert len(coverings(s, (1 << place + n) - 1, n)) == found


@seeded(40)
def test_whatever_sets_fill_two_counts_together_is_found(seed):
    """By all choices of two counts without common places, one of several, and of two or three sets within them."""
    rng = random.Random(seed)
    problem = Problem("areas")
    x = problem.variables("x", range(14), [0, 1])
    problem.require(Count([x[i] for i in range(7)], 1, 0, rng.choice([1, 2])))
    problem.require(Count([x[i] for i in range(7, 14)], 1, 0, rng.choice([1, 2])))
    for _ in range(6):
        some = rng.sample(range(14), rng.randint(2, 4))
        problem.require(Count([x[i] for i in some], 1, rng.choice([1, 1, 2]), len(some)))
    s = Structure(problem.scope, problem.rules)
    alive = s.full & ~sum(s.mask_of(x[i], 2) for i in rng.sample(range(14), 3))
    wanting = [(need.mask & alive, need.low) for need in s.needs]
    wanting = [(places, low) for places, low in wanting if 0 < low < places.bit_count()]
    bounds = [need for need in s.needs if 1 <= need.high < need.mask.bit_count() - 1 and need.mask & alive]
    goes = 0
    for one, other in combinations(bounds, 2):
        area, room = (one.mask | other.mask) & alive, one.high + other.high
        if one.mask & other.mask & alive or max(one.high, other.high) < 2 or room > 3:
            continue
        across = [p for p, _ in wanting if p & one.mask and p & other.mask and not p & ~area]
        inside = [(places, low - (places & ~area).bit_count()) for places, low in wanting]
        inside = [(places, low) for places, low in inside if low > 0]
        for chosen in (some for n in (2, 3) for some in combinations(inside, n) if across):
            union = 0
            for places, _ in chosen:
                union |= places
            whole = union.bit_count() == sum(places.bit_count() for places, _ in chosen)
            goes |= area & ~union if whole and sum(low for _, low in chosen) == room else 0
    struck = 0
    for found in Packing(s).found(alive, 0):
        assert not found.uses & alive
        struck |= found.struck
    assert not goes & ~struck

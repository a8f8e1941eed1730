"""Techniques and grades: sound by brute force, the same however the rules are cut, never harder for a clue more."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest
from amount import seeded
from hypothesis import given
from hypothesis import strategies as st
from puzzles_random import all_worlds, contents, random_puzzle, solvable_puzzle, true_constraint

from deduce import AllDifferent, AtMost, Contradiction, Exactly, Knowledge, Problem, Sum
from deduce.graphs import Connected, Grid, Loop
from deduce.language.facts import And
from deduce.puzzles import grade, verify
from deduce.puzzles.seeing import seen
from deduce.puzzles.structure import Structure, bits_of
from deduce.puzzles.techniques import LEVELS, Finding, Techniques

seeds = st.integers(0, 10**6)


def _sound(knowledge, worlds, rng):
    """Walk by techniques; nothing they strike is in a solution, and what they name as used forces it."""
    statements = knowledge.statements
    structure = Structure(knowledge.scope, statements)
    techniques = Techniques(structure)
    literals = [sum(structure.mask_of(v, 1 << v.position(w[v])) for v in knowledge.scope) for w in worlds]
    alive = structure.full
    if literals and rng.random() < 0.5:
        alive = rng.choice(literals)
        for x in range(structure.size):
            alive |= rng.randrange(2) << x
    inside = [w for w in literals if w & ~alive == 0]
    while found := techniques.findings(alive):
        finding = rng.choice(found)
        assert finding.level in LEVELS
        assert all(not world & finding.strikes for world in inside), finding
        _enough(structure, knowledge, finding, alive)
        alive &= ~finding.strikes
        if any(not alive & own for own in structure.own):
            assert not inside
            return


def _enough(structure, knowledge, finding, alive):
    """The statements named rule out what was struck, with nothing known but the candidates named as struck before."""
    sources, uses = finding.trial.rests_on() if finding.trial else (finding.sources, finding.uses)
    gone = uses & ~alive
    known = [
        ~v.is_in([v.domain[j] for j in bits_of(struck)])
        for i, v in enumerate(knowledge.scope)
        if (struck := structure.values_of(i, gone))
    ]
    named = [knowledge.statements[i] for i in sorted(sources)]
    for world in all_worlds(knowledge.scope, [*contents(named), *known]):
        for v, value in world.items():
            assert not structure.mask_of(v, 1 << v.position(value)) & finding.strikes, finding


@given(seed=seeds)
def test_techniques_strike_nothing_that_a_solution_has(seed):
    knowledge = random_puzzle(seed, variables=4, values=4, rules=3, clues=4)
    _sound(knowledge, all_worlds(knowledge.scope, contents(knowledge.statements)), random.Random(seed))


def _shaded(seed):
    rng = random.Random(seed)
    problem = Problem("shades")
    grid = Grid(3, 3)
    cell = problem.variables("cell", grid.cells, [0, 1])
    problem.require(Connected(cell, grid), "in one piece")
    problem.require(Exactly(rng.randint(3, 6), cell, 1), "so many")
    k = Knowledge(problem)
    for _ in range(3):
        some = rng.sample(list(cell.values()), 3)
        k = k.observe(AtMost(rng.randint(1, 2), some, 1))
    return k


def _looped(seed):
    rng = random.Random(seed)
    problem = Problem("loop")
    grid = Grid(2, 3)
    line = problem.variables("line", grid.corners.edges, [0, 1])
    problem.require(Loop(line), "one loop")
    k = Knowledge(problem)
    for cell in rng.sample(list(grid.cells), 3):
        k = k.observe(Exactly(rng.randint(0, 3), [line[side] for side in grid.sides(cell)], 1))
    return k


def _summed(seed):
    rng = random.Random(seed)
    problem = Problem("sums")
    xs = [problem.variable(f"x{i}", range(1, 5)) for i in range(5)]
    k = Knowledge(problem)
    k = k.observe(AllDifferent(xs[:4]))
    for _ in range(3):
        some = rng.sample(xs, rng.randint(2, 5))
        total = rng.randint(len(some), 3 * len(some))
        k = k.observe(Sum(some, total, total + rng.randint(0, 1)))
    return k


@pytest.mark.parametrize("made", [_shaded, _summed])
@pytest.mark.parametrize("seed", range(12))
def test_techniques_for_pieces_and_sums_are_sound(made, seed):
    knowledge = made(seed)
    _sound(knowledge, all_worlds(knowledge.scope, contents(knowledge.statements)), random.Random(seed))


@pytest.mark.parametrize("seed", range(4))
def test_techniques_for_loops_are_sound(seed):
    knowledge = _looped(seed)
    worlds = verify(knowledge, limit=None).solutions
    structure = Structure(knowledge.scope, knowledge.statements)
    techniques, alive = Techniques(structure), structure.full
    while found := techniques.findings(alive):
        for finding in found:
            for world in worlds:
                for v, value in world.items():
                    assert not structure.mask_of(v, 1 << v.position(value)) & finding.strikes, finding
            alive &= ~finding.strikes
        if any(not alive & own for own in structure.own):
            assert not worlds
            return


@given(seed=seeds)
def test_a_unique_puzzle_is_graded_to_its_end(seed):
    knowledge = random_puzzle(seed, variables=4, values=3, rules=2, clues=5)
    worlds = all_worlds(knowledge.scope, contents(knowledge.statements))
    if not worlds:
        with pytest.raises(Contradiction):
            grade(knowledge)
        return
    found = grade(knowledge)
    assert found.solved == (len(worlds) == 1)
    assert (found.effort > 0) == (found.seen > 0) == (sum(n for _, n in found.rounds) > 0)


@seeded(25)
def test_a_clue_more_never_raises_the_level(seed):
    knowledge, truth = solvable_puzzle(seed, clues=3, unique=True)
    more = true_constraint(random.Random(seed), truth)
    assert grade(knowledge.observe(more, "one more")).level <= grade(knowledge).level


# The Star Battle of the issue: "stars do not touch" said in four ways.


def _regions(size, rng):
    """A random partition of a grid into `size` connected regions."""
    cells = list(product(range(size), repeat=2))
    region = dict(zip(rng.sample(cells, size), range(size), strict=True))
    while len(region) < len(cells):
        r, c = rng.choice([cell for cell in cells if cell not in region])
        beside = [region[p] for p in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if p in region]
        if beside:
            region[r, c] = rng.choice(beside)
    return region


def _touching(size):
    cells = list(product(range(size), repeat=2))
    return [(p, q) for p, q in combinations(cells, 2) if max(abs(p[0] - q[0]), abs(p[1] - q[1])) == 1]


def _apart_at_once(star, size):
    return [And(*(~((star[p] == 1) & (star[q] == 1)) for p, q in _touching(size)))]


def _apart_by_pairs(star, size):
    return [~((star[p] == 1) & (star[q] == 1)) for p, q in _touching(size)]


def _apart_by_cells(star, size):
    beside = {cell: [] for cell in product(range(size), repeat=2)}
    for p, q in _touching(size):
        beside[p].append(q)
        beside[q].append(p)
    return [(star[p] == 0) | Exactly(0, [star[q] for q in near], 1) for p, near in beside.items()]


def _apart_by_blocks(star, size):
    corners = product(range(size - 1), repeat=2)
    return [AtMost(1, [star[r + i, c + j] for i, j in product((0, 1), repeat=2)], 1) for r, c in corners]


CUTS = [_apart_at_once, _apart_by_pairs, _apart_by_cells, _apart_by_blocks]


def _star_battle(size, region, cut, *, one_by_one=False):
    problem = Problem("stars")
    star = problem.variables("star", list(product(range(size), repeat=2)), [0, 1])
    rules = cut(star, size)
    for i in range(size):
        places = [
            [star[i, c] for c in range(size)],
            [star[r, i] for r in range(size)],
            [star[cell] for cell, number in region.items() if number == i],
        ]
        for group in places:
            rules += [AtMost(1, group, 1), ~AtMost(0, group, 1)] if one_by_one else [Exactly(1, group, 1)]
    for rule in rules:
        problem.require(rule)
    return problem


@pytest.mark.parametrize("size", [4, 5])
@seeded(5, 500)
def test_the_grade_does_not_depend_on_how_rules_are_cut(seed, size):
    region = _regions(size, random.Random(seed))
    first = _star_battle(size, region, CUTS[0])
    if not verify(first).solution:
        return
    grades = [grade(_star_battle(size, region, cut)) for cut in CUTS]
    grades.append(grade(_star_battle(size, region, CUTS[0], one_by_one=True)))
    assert len({(g.level, g.seen, g.effort, g.rounds, g.solved) for g in grades}) == 1
    assert all(g.canonical for g in grades)


def _latin(size, givens, cut):
    problem = Problem("latin")
    cell = problem.variables("cell", list(product(range(size), repeat=2)), range(size))
    for i in range(size):
        for line in ([cell[i, j] for j in range(size)], [cell[j, i] for j in range(size)]):
            if cut == "lines":
                problem.require(AllDifferent(line))
            elif cut == "pairs":
                for a, b in combinations(line, 2):
                    problem.require(a != b)
            else:
                problem.require(And(*(a != b for a, b in combinations(line, 2))))
    k = Knowledge(problem)
    for place, value in givens.items():
        k = k.observe(cell[place] == value)
    return k


@seeded(8, 1_000)
def test_different_in_pairs_is_as_hard_as_all_different(seed):
    rng = random.Random(seed)
    world = next(iter(Knowledge(_latin(4, {}, "lines").problem).sample(1, seed)))
    givens = {v.key: value for v, value in rng.sample(list(world.items()), rng.randint(4, 7))}
    grades = [grade(_latin(4, givens, cut)) for cut in ("lines", "pairs", "one statement")]
    assert len({(g.level, g.seen, g.effort, g.rounds, g.techniques) for g in grades}) == 1


def test_a_sum_of_one_summand_is_read_at_once():
    problem = Problem("one end")
    x, y = problem.variable("x", range(3)), problem.variable("y", range(3))
    problem.require(Sum([x], 2, 2))
    problem.require(Sum([x, y], 3, 3))
    found = grade(problem)
    assert (found.level, found.solved) == (1, True)


def _sudoku(lines):
    problem = Problem("sudoku")
    cell = problem.variables("cell", list(product(range(9), repeat=2)), range(1, 10))
    for i in range(9):
        problem.require(AllDifferent([cell[i, j] for j in range(9)]), f"row {i + 1}")
        problem.require(AllDifferent([cell[j, i] for j in range(9)]), f"column {i + 1}")
        r, c = 3 * (i // 3), 3 * (i % 3)
        block = [cell[r + a, c + b] for a, b in product(range(3), repeat=2)]
        problem.require(AllDifferent(block), f"block {i + 1}")
    k = Knowledge(problem)
    for place, sign in enumerate("".join(lines)):
        if sign not in ".0":
            k = k.observe(cell[divmod(place, 9)] == int(sign))
    return k


@pytest.mark.parametrize(
    ("puzzle", "level", "technique"),
    [
        # Widely printed examples of what it takes: singles; an X-wing; a swordfish; and one for computers.
        (
            "003020600900305001001806400008102900700000008006708200002609500800203009005010300",
            1,
            "last place",
        ),
        ("100000569492056108056109240009640801064010000218035604040500016905061402621000005", 3, "pair"),
        ("529410703006003002003200000052300076637050200190627530300069420200830600960742305", 4, "triple"),
        ("800000000003600000070090200050007000000045700000100030001000068008500010090000400", 10, ""),
    ],
)
def test_sudokus_printed_as_examples(puzzle, level, technique):
    found = grade(_sudoku([puzzle]), time_limit=60)
    assert found.solved
    assert found.level == level
    assert any(name.startswith(technique) for name, _ in found.techniques)


def test_a_limit_makes_it_a_lower_bound():
    found = grade(_sudoku(["." * 81]), time_limit=0.0001)
    assert found.limit
    assert not found.solved
    assert "at least" in str(found)


@pytest.mark.parametrize(
    ("name", "things"),
    [
        ("given", 1),
        ("exclusion", 2),
        ("last place", 2),
        ("pointing", 3),
        ("pair", 5),
        ("five counts", 6),
        ("triple", 7),
    ],
)
def test_of_a_rule_at_a_place_the_rules_are_seen_and_what_is_known_there(name, things):
    """A given is seen by itself; anything else is its rules, and one look at what is known."""
    problem = Problem("seen")
    problem.variables("x", range(2), range(3))
    structure = Structure(problem.scope, [])
    for uses, alive in ((0, structure.full), (3, structure.full & ~1)):
        assert seen(Finding(name, 1, 4, frozenset(), uses), structure, alive) == things

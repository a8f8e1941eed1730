"""The seams of the solvers by themselves: empty clauses, what a found model says, loops of published number, sizes."""

import os
import random
import subprocess
import sys
from itertools import combinations, product

import pytest
from pysat.solvers import Solver

from deduce import Count, GaveUp, Knowledge, Problem, Sum, TooLarge, solutions
from deduce.backends import cpsat
from deduce.backends.chains import MAX_CLAUSES
from deduce.backends.counting import _LAYERS, BoundGroup, _Layer, _sort
from deduce.backends.cpsat_solver import CpSatModel
from deduce.backends.live import clauses_of, solver_for
from deduce.backends.sat import _PIECE, SatSolver, _Assignment
from deduce.graphs import Grid, Loop


@pytest.mark.parametrize("when", [False, True])
def test_the_empty_clause_is_never_true(when):
    for say in (
        lambda solver, on: solver.clause([], on),
        lambda solver, on: solver.clauses([[]], on),
        lambda solver, on: solver.cardinality([solver.fresh(), solver.fresh()], 3, 3, on),
        lambda solver, on: solver.cardinality([solver.fresh()], 0, -1, on),
        lambda solver, on: solver.cardinality([solver.fresh()], 2, 1, on),
    ):
        with SatSolver() as solver:
            other = solver.fresh()
            on = solver.fresh() if when else None
            say(solver, on)
            assert not solver.satisfiable([] if on is None else [on])
            assert solver.satisfiable([-on, other]) if on is not None else not solver.satisfiable([other])


@pytest.mark.parametrize("settled", [False, True])
@pytest.mark.parametrize("number", [1, 4, 13, 24])
def test_counts_of_literals_are_kept(number, settled):
    """Which counts of true literals are possible, asked one by one; some literals are settled before."""
    rng = random.Random(f"{number} {settled}")
    for _ in range(12):
        low, high = rng.randint(0, number), rng.randint(0, number)
        true = rng.randint(0, number // 3) if settled else 0
        false = rng.randint(0, number // 3) if settled else 0
        with SatSolver() as solver:
            literals = [solver.fresh() * rng.choice([1, -1]) for _ in range(number)]
            for literal in literals[:true]:
                solver.clause([literal])
            for literal in literals[number - false :]:
                solver.clause([-literal])
            on = solver.fresh()
            solver.cardinality(literals, low, high, on)
            for wanted in {0, true, low - 1, low, high, high + 1, number - false, number}:
                if not true <= wanted <= number - false:
                    continue
                free = rng.sample(literals[true : number - false], wanted - true)
                assumed = [on, *(x if x in free else -x for x in literals[true : number - false])]
                assert solver.satisfiable(assumed) == (low <= wanted <= high)
            assert solver.satisfiable([-on])


@pytest.mark.parametrize("switched", [False, True])
def test_a_few_of_many_are_as_strong_as_all_but_many_of_the_rest(switched):
    """At least a few of many: what is missing is seen by propagation, and so is that all that is left is needed."""
    rng = random.Random(f"few {switched}")
    for _ in range(6):
        number, low = rng.randint(41, 60), rng.randint(2, 8)
        with SatSolver() as solver:
            literals = [solver.fresh() * rng.choice([1, -1]) for _ in range(number)]
            on = [solver.fresh()] if switched else []
            before = solver.fresh()
            solver.cardinality(literals, low, number, *on)
            # Not one literal for each and each of the rest.
            assert solver.fresh() - before <= number * low + 1
            mixed = rng.sample(literals, number)
            out = [-x for x in mixed[low:]]
            consistent, told = solver._probe([*on, *out])
            assert consistent
            assert set(mixed[:low]) <= set(told)
            assert solver._probe([*on, *out[1:]])[0]
            assert not solver._probe([*on, *out, -mixed[0]])[0]
            assert solver.satisfiable([*on, *out])
            assert solver.satisfiable([*on, *mixed])
            assert not switched or solver.satisfiable([-on[0], *out, -mixed[0]])


def test_what_a_model_says_of_literals():
    rng = random.Random(1)
    with SatSolver() as solver:
        literals = [solver.fresh() for _ in range(19)]
        for _ in range(20):
            chosen = {x for x in literals if rng.random() < 0.5}
            assert solver.satisfiable([x if x in chosen else -x for x in literals])
            found = _Assignment(solver)
            asked = [x * rng.choice([1, -1]) for x in rng.sample(literals, rng.randint(1, 19))]
            true = [x in chosen if x > 0 else -x not in chosen for x in asked]
            assert [found.true(x) for x in asked] == true
            assert found.chosen(asked) == [i for i, yes in enumerate(true) if yes]
            assert found.mask(tuple(asked)) == sum(1 << i for i, yes in enumerate(true) if yes)


def test_what_is_known_of_a_model_and_what_only_happens():
    with SatSolver() as solver:
        a, b, c = (solver.fresh() for _ in range(3))
        solver.clause([a])
        solver.clause([-a, b])
        assert solver.satisfiable([c])
        found = _Assignment(solver)
        assert [found.known(x) for x in (a, b, c, -c)] == [True, True, False, False]
        assert found.refuted([-b])
        assert not found.refuted([-c])


# The simple cycles of a square lattice of so many cells a side: OEIS A140517.
@pytest.mark.parametrize(("side", "cycles"), [(1, 1), (2, 13), (3, 213)])
def test_loops_are_as_many_as_published(side, cycles):
    grid = Grid(side, side)
    problem = Problem("loops")
    line = problem.variables("line", grid.corners.edges, [0, 1])
    problem.require(Loop(line), "one loop")
    with SatSolver() as solver:
        for variable in line.values():
            solver.literals(variable)
        solver.add(Loop(line))
        number = 0
        while solver.satisfiable():
            world = solver.world(list(line.values()))
            drawn = {edge for edge, v in line.items() if world[v] == 1}
            ends = [corner for edge in drawn for corner in edge]
            assert all(ends.count(corner) == 2 for corner in ends)
            number += 1
            solver.clause([-solver.literal(v, v.position(world[v])) for v in line.values()])
    assert number == cycles
    if side < 3:  # CP-SAT lists slowly
        found = cpsat.worlds(problem)
        assert len(found) == len({tuple(world[v] for v in line.values()) for world in found}) == cycles


def test_chains_of_a_sum_are_estimated_by_their_partial_sums():
    problem = Problem("sums")
    x = problem.variables("x", range(30), range(4))
    assert clauses_of(Sum(x, low=0, high=6)) <= 30 * 7 * 4
    assert clauses_of(Sum(x, low=0, high=6)) < clauses_of(Sum(x, low=40, high=60))
    assert clauses_of(Sum(x, low=40, high=60)) <= 30 * 91 * 4
    assert clauses_of(x[0] == x[1]) == 0
    wide = problem.variables("wide", range(5), range(38))
    heavy = Sum(wide, 10**6, 10**7, weights=[38**i for i in range(5)])
    assert clauses_of(heavy) > MAX_CLAUSES
    assert type(solver_for([heavy])).__name__ == "CpSatSolver"
    assert isinstance(solver_for([Sum(x, low=0, high=6)]), SatSolver)


def test_sums_by_clauses_are_those_of_a_plain_count():
    rng = random.Random(8)
    for _ in range(12):
        problem = Problem("sums")
        sizes = [rng.randint(1, 4) for _ in range(rng.randint(1, 4))]
        x = [problem.variable(f"x{i}", range(-1, size - 1)) for i, size in enumerate(sizes)]
        weights = [rng.choice([-3, -1, 1, 2]) for _ in x]
        low = rng.randint(-6, 6)
        high = low + rng.randint(0, 6)
        stated = Sum(x, low, high, weights=weights)
        rows = {
            row
            for row in product(*(v.domain for v in x))
            if low <= sum(w * value for w, value in zip(weights, row, strict=True)) <= high
        }
        found = set()
        with SatSolver() as solver:
            for variable in x:
                solver.literals(variable)
            solver.add(stated)
            while solver.satisfiable():
                world = solver.world(x)
                found.add(tuple(world[v] for v in x))
                solver.clause([-solver.literal(v, v.position(world[v])) for v in x])
        assert found == rows


def test_cores_name_what_is_needed():
    """Of ten pairs "not both" and one "one of these", the core is what brute force says."""
    rng = random.Random(4)
    for _ in range(15):
        with SatSolver() as solver:
            x = [solver.fresh() for _ in range(5)]
            rules = {}
            for a, b in combinations(x, 2):
                rules[solver.fresh()] = [-a, -b]
            rules[solver.fresh()] = list(x)
            forced = rng.sample(x, 3)
            for literal in forced:
                rules[solver.fresh()] = [literal]
            for on, clause in rules.items():
                solver.clause(clause, on)
            assert not solver.satisfiable(list(rules))
            core = solver.core()
            assert set(core) <= set(rules)
            assert not any(
                all(any((y > 0) == (abs(y) in true) for y in rules[on]) for on in core)
                for size in range(6)
                for true in map(set, combinations(x, size))
            )


def test_families_of_bounds_are_disjoint_and_so_many_at_most():
    """Beside a plain sorting; what no family takes is told, and stays outside whole."""
    rng = random.Random(0)
    layers: list[_Layer] = []
    plain: list[list[set[int]]] = []
    refused = 0
    for _ in range(600):
        sets = [set(rng.sample(range(1, 9), rng.choice([1, 2, 5]))) for _ in range(rng.choice([1, 1, 2]))]
        apart = all(a.isdisjoint(b) for a, b in combinations(sets, 2))
        fits = [own for own in plain if apart and all(a.isdisjoint(b) for a in own for b in sets)]
        taken = bool(fits) or (apart and len(plain) < _LAYERS)
        if fits:
            fits[0] += sets
        elif taken:
            plain.append([*sets])
        assert _sort(layers, [BoundGroup(tuple(each), 1, None) for each in sets]) is taken
        assert [[set(group.literals) for group in layer.groups] for layer in layers] == plain
        refused += apart and not taken
    assert len(plain) == _LAYERS
    assert refused > 20


@pytest.mark.parametrize("ended", ["gave up", "feasible"])
def test_worlds_are_all_of_them_or_given_up(ended, monkeypatch):
    """A listing that the limit cut short is no list; which worlds it had does not matter."""
    problem = Problem("cut short")
    problem.variables("x", range(2), range(3))
    assert len(cpsat.worlds(problem)) == 9
    found = CpSatModel.run
    monkeypatch.setattr(CpSatModel, "run", lambda *asked: found(*asked) and ended)
    with pytest.raises(GaveUp):
        cpsat.worlds(problem, time_limit=60)


@pytest.mark.parametrize(
    ("limit", "status", "answers"), [(1.0, "gave up", 1), (5.0, "gave up", 3), (9.0, "optimal", 4)]
)
def test_rules_said_later_are_heard_within_the_limit_only(limit, status, answers):
    """Answers of two seconds each, the first three of which break a rule said later."""
    asked = []

    class Later(CpSatModel):
        def amended(self, found):
            asked.append(found)
            return len(asked) < 4

    model = Later()
    solver = type("Slow", (model.cp.CpSolver,), {"wall_time": 2.0})()
    solver.parameters.max_time_in_seconds = limit
    model.clause([model.fresh()])
    assert model.run(solver) == status
    assert len(asked) == answers


@pytest.mark.parametrize(
    ("high", "form"),
    [(7, "sat"), (8, "diagram"), (93, "diagram")],
    ids=["nearly none", "some", "nearly all"],
)
def test_counts_that_leave_much_open_are_asked_of_a_diagram(high, form):
    problem, rng = Problem("count"), random.Random(1)
    x = list(problem.variables("x", range(101), [0, 1]).values())
    problem.require(Count(x, 1, high=high))
    for a, b, c in (rng.sample(x, 3) for _ in range(60)):
        problem.require((a == 1) | (b == 1) | (c == 0))
    assert Knowledge(problem).form == form


def test_what_has_too_many_values_is_refused_before_a_literal_is_made(monkeypatch):
    monkeypatch.setattr("deduce.backends.live.MAX_LITERALS", 11)
    problem = Problem("wide")
    a, b, c = (problem.variable(name, range(4)) for name in "abc")
    problem.require(a < b)
    assert next(solutions(problem))[a] < 3
    problem.require(b < c)
    with pytest.raises(TooLarge, match="3 variables with 12 values in all are too many for a solver"):
        next(solutions(problem))


def test_sums_of_many_clauses_are_asked_of_cpsat():
    problem = Problem("wide")
    a, b, c = (problem.variable(name, range(10**4)) for name in "abc")
    problem.require(3 * a + 5 * b == c + 1000)
    assert Knowledge(problem).form == "cpsat"


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_ends_a_question_and_leaves_the_solver_in_order():
    """It leapt out of the solver as an error of PySAT's, and the next one out of a stack that was gone: a crash.

    After CP-SAT had been asked anything it ended the process.
    """
    easy = Problem("easy")
    easy.variable("x", (1, 2))
    assert len(cpsat.worlds(easy)) == 2
    with SatSolver() as solver:
        pigeons = [[solver.fresh() for _ in range(12)] for _ in range(13)]
        for pigeon in pigeons:
            solver.clause(pigeon)
        for one, other in combinations(pigeons, 2):
            for here, there in zip(one, other, strict=True):
                solver.clause([-here, -there])
        for _ in range(2):
            stop = f"import os, time; time.sleep(0.1); os.kill({os.getpid()}, 2)"
            with subprocess.Popen([sys.executable, "-Sc", stop]), pytest.raises(KeyboardInterrupt):
                solver.satisfiable()
        assert not solver.satisfiable([pigeons[0][0], pigeons[1][0]])


def test_a_hard_question_takes_no_more_conflicts_than_the_solver_alone_needs():
    """By pieces of 3,000 conflicts it never ended: each piece forgot most that was learnt."""
    rng = random.Random(2)
    with SatSolver() as solver, Solver("minisat22") as alone:
        literals = [solver.fresh() for _ in range(200)]
        for _ in range(852):
            clause = [x * rng.choice([1, -1]) for x in rng.sample(literals, 3)]
            solver.clause(clause)
            alone.add_clause(clause)
        assert not alone.solve()
        assert not solver.satisfiable()
        needed, took = (each.accum_stats()["conflicts"] for each in (alone, solver._solver))
        assert 3 * _PIECE < needed < took < 2 * needed

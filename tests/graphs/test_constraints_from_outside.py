"""A constraint that another package brings works in every room, though no room has heard of its class.

Two of them: one says nothing of itself but the six methods that every constraint has; the other says that its variables
all differ, and is treated as that.
"""

import importlib
import subprocess
import sys
from itertools import pairwise, product
from random import Random

import pytest
from graphs_agreement import agree
from hypothesis import given, settings
from hypothesis import strategies as st

from deduce import Knowledge, Problem
from deduce.backends import cpsat, pyconstraint
from deduce.ground.errors import RecordError
from deduce.puzzles import files, steps, verify
from deduce.worlds.assignment import Assignment
from deduce.worlds.compile import compile_problem as compiled

SOURCE = '''
import numpy as np
from deduce import AllDifferent, Constraint, ProblemError
from deduce.language.automata import tabulate


class Gentle(Constraint):
    """From one variable to the next the number changes by at most `most`, and does change."""

    def __init__(self, variables, most):
        if not isinstance(most, int):
            raise ProblemError(f"Gentle changes by a whole number at most, not {most!r}")
        self.scope, self.most = tuple(variables), most

    def _fits(self, one, other):
        return 0 < abs(one - other) <= self.most

    def automata(self, order):
        place = {v: i for i, v in enumerate(self.scope)}

        def step(position, known, value):
            mine, number = place[order[position]], order[position].domain[value]
            read = dict(known)
            if any(abs(mine - i) == 1 and not self._fits(x, number) for i, x in known):
                return None
            return tuple(sorted([*read.items(), (mine, number)]))

        return [tabulate(order, (), step, lambda known: 0)]

    def check(self, columns):
        rows = [np.array(v.domain)[columns[v]] for v in self.scope]
        gaps = [np.abs(a - b) for a, b in zip(rows, rows[1:])]
        return np.logical_and.reduce([(gap > 0) & (gap <= self.most) for gap in gaps])

    def holds(self, values):
        return all(map(self._fits, values, values[1:]))

    def post(self, model, when=None):
        for one, other in zip(self.scope, self.scope[1:]):
            for i, a in enumerate(one.domain):
                for j, b in enumerate(other.domain):
                    if not self._fits(a, b):
                        model.clause([-model.literal(one, i), -model.literal(other, j)], when)

    def over(self, mapping):
        return Gentle([mapping.get(v, v) for v in self.scope], self.most)

    def sentence(self):
        return f"{self.scope[0]} to {self.scope[-1]} go gently, by {self.most} at most"


class Unlike(Constraint):
    """No two are alike: said by a class of its own, which says so."""

    apart = True

    def __init__(self, variables):
        self.scope = tuple(variables)

    def automata(self, order):
        return AllDifferent(self.scope).automata(order)

    def check(self, columns):
        return AllDifferent(self.scope).check(columns)

    def holds(self, values):
        return len(set(values)) == len(values)

    def post(self, model, when=None):
        AllDifferent(self.scope).post(model, when)

    def over(self, mapping):
        return Unlike([mapping.get(v, v) for v in self.scope])

    def sentence(self):
        return f"no two of {', '.join(map(str, self.scope))} are alike"


def broken(*given):
    raise RuntimeError("out of order")


def seven(*given):
    return 7
'''
POINTS = """
[deduce.constraints]
gentle = gentle_rules:Gentle
unlike = gentle_rules:Unlike
broken = gentle_rules:broken
seven = gentle_rules:seven
absent = no_such_rules:Gentle
"""
FILE = """
title = "Hills"
[variables]
height = { for = "1..5", values = "1..5" }
[[rule]]
text = "the path is gentle"
says = "gentle(height, 2)"
[[rule]]
text = "no height twice"
says = "unlike(height)"
[[clue]]
says = "height[1] == 3"
[[clue]]
says = "height[2] == 5"
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """A package of somebody else's, installed: its module, and the folder it lies in."""
    folder = tmp_path_factory.mktemp("gentle")
    (folder / "gentle_rules.py").write_text(SOURCE)
    info = folder / "gentle_rules-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: gentle-rules\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    sys.path.insert(0, str(folder))
    yield importlib.import_module("gentle_rules"), folder
    sys.path.remove(str(folder))


def gentle(values, most):
    return all(0 < abs(a - b) <= most for a, b in pairwise(values))


@settings(max_examples=15)
@given(seed=st.integers(0, 10**6))
def test_diagram_table_sat_cpsat_and_checker_agree_with_brute_force(package, seed):
    rng, module = Random(seed), package[0]
    problem = Problem("small")
    xs = [
        problem.variable(f"x{i}", rng.sample(range(1, 6), rng.randint(1, 4)))
        for i in range(rng.randint(2, 4))
    ]
    most, keys = rng.randint(1, 3), list(range(len(xs)))
    agree(problem, module.Gentle(xs, most), keys, lambda w: gentle(list(w.values()), most), rng, cp=True)
    agree(problem, module.Unlike(xs), keys, lambda w: len(set(w.values())) == len(w), rng, cp=True)


def hills(module):
    """Five heights, all different, that change by two at most: said by the other package's classes."""
    problem = Problem("hills")
    height = problem.variables("height", range(1, 6), domain=range(1, 6))
    problem.require(module.Gentle(height.values(), 2), "the path is gentle")
    problem.require(module.Unlike(height.values()), "no height twice")
    return problem, height


def truth(*facts):
    """The worlds of the hills by brute force, those in which the facts (a place, a height) are so."""
    rows = [row for row in product(range(1, 6), repeat=5) if len(set(row)) == 5 and gentle(row, 2)]
    return {row for row in rows if all(row[place - 1] == height for place, height in facts)}


def test_every_form_of_worlds_counts_them(package):
    problem, height = hills(package[0])
    counts = {form: compiled(problem, form=form).count() for form in ("auto", "diagram", "table", "dnnf")}
    assert set(counts.values()) == {len(truth())}
    k = Knowledge(problem).observe(height[1] == 3)
    assert k.probability(height[2] == 5) == pytest.approx(len(truth((1, 3), (2, 5))) / len(truth((1, 3))))


def test_one_that_says_its_variables_differ_is_an_assignment(package):
    problem = Problem("unlike")
    xs = problem.variables("x", range(4), domain=list("abcdef"))
    problem.require(package[0].Unlike(xs.values()))
    assert isinstance(compiled(problem), Assignment)
    assert compiled(problem).count() == 6 * 5 * 4 * 3


def test_other_solvers_take_it(package):
    problem, height = hills(package[0])
    assert {tuple(w[v] for v in height.values()) for w in pyconstraint.solutions(problem)} == truth()
    k = Knowledge(problem).observe(height[1] == 3)
    assert {tuple(w[v] for v in height.values()) for w in cpsat.worlds(k)} == truth((1, 3))


def test_reasons_quote_it_and_are_proved_again(package):
    problem, height = hills(package[0])
    k = Knowledge(problem).observe(height[1] == 3, "the first is 3").observe(height[2] == 5, "then 5")
    reason = k.why(height[3] == 4)
    assert reason.check()
    assert {s.text for s in reason.because} == {
        "the path is gentle",
        "no height twice",
        "the first is 3",
        "then 5",
    }
    assert k.observe(height[3] == 1, "then 1").conflict().check()


def test_it_is_part_of_other_conditions_and_denied(package):
    module = package[0]
    problem = Problem("denied")
    xs = problem.variables("x", range(3), domain=range(1, 4))
    values = list(xs.values())
    k = Knowledge(problem).observe(~module.Gentle(values, 1) | module.Unlike(values))
    rows = [r for r in product(range(1, 4), repeat=3) if not gentle(r, 1) or len(set(r)) == 3]
    assert k.count() == len(rows)
    assert {tuple(w[v] for v in values) for w in cpsat.worlds(k)} == set(rows)


def test_steps_and_verdict_of_a_puzzle_file(package):
    file = files.loads(FILE)
    (row,) = truth((1, 3), (2, 5))
    assert verify(file.puzzle).status == "unique"
    walk = steps(file.puzzle)
    assert walk.solved
    assert tuple(walk.solution.values()) == row
    assert {"the path is gentle", "no height twice"} <= {
        s.text for step in walk.steps for s in step.statements
    }
    fewest = steps(file.puzzle, fewest=True)
    assert fewest.solved
    assert tuple(fewest.solution.values()) == row


def test_the_command_solves_the_file(package, tmp_path):
    path = tmp_path / "hills.toml"
    path.write_text(FILE)
    asked = [sys.executable, "-m", "deduce", "unique", str(path)]
    done = subprocess.run(
        asked,
        check=False,
        env={"PYTHONPATH": f"{package[1]}:{':'.join(sys.path)}"},
        capture_output=True,
        text=True,
    )
    assert "Unique: exactly one solution" in done.stdout, done.stderr


@pytest.mark.parametrize(
    ("says", "told"),
    [
        ("gentle(height, often)", "changes by a whole number"),
        ("gentle(height)", "cannot be"),
        ("gentle(height, most=2)", "write it as gentle"),
        ("broken(height)", "out of order"),
        ("seven(height)", "made 7 instead of a constraint"),
        ("absent(height)", "cannot be loaded"),
        ("gentel(height, 2)", "gentle"),
        ("gentle(height, height[1] + 1)", "neither variables nor a value"),
    ],
)
def test_what_cannot_be_is_said_with_its_place(package, says, told):
    with pytest.raises(RecordError, match=told) as error:
        files.loads(FILE.replace("gentle(height, 2)", says))
    assert error.value.line == 7

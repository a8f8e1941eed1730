"""Every constraint of loops, lines and regions says itself in a sentence, for a person who meets it in a reason."""

import random
from itertools import product

import numpy as np
import pytest

from deduce import Knowledge, Problem, graphs
from deduce.graphs import (
    Circuit,
    Connected,
    Grid,
    Increasing,
    Lex,
    Loop,
    Path,
    Regions,
    Regular,
    Runs,
    Table,
    Visible,
)  # fmt: skip
from deduce.language.constraints import Constraint

problem = Problem("said")
x = list(problem.variables("x", range(3), [0, 1]).values())
n = list(problem.variables("n", range(3), [1, 2, 3]).values())
edge = problem.variables("edge", [(0, 1), (1, 2), (2, 0)], [0, 1])
after = problem.variables("after", range(3), range(3))
cell = problem.variables("cell", [(1, column) for column in (1, 2, 3)], [0, 1])
region = problem.variables("region", [(1, column) for column in (1, 2, 3)], [1, 2, 3])

SAID = [
    (Path(edge), "the lines of edge with 1 form one path"),
    (Path(edge, ends=(0, 2)), "the lines of edge with 1 form one path from 0 to 2"),
    (Loop(edge), "the lines of edge with 1 form one loop"),
    (Runs(x, [2]), "x[0], x[1], x[2] hold a run of 2"),
    (Runs(x, []), "x[0], x[1], x[2] are empty"),
    (Runs(x, [1, 1]), "x[0], x[1], x[2] hold runs of 1, 1"),
    (Visible(n, 2), "2 of n[0], n[1], n[2] can be seen from the side of n[0]"),
    (Increasing(n), "n[0], n[1], n[2] increase"),
    (Increasing(n, strict=False), "n[0], n[1], n[2] increase or stay equal"),
    (Table(n, [(1, 2, 3), (3, 2, 1)]), "(n[0], n[1], n[2]) fits one of 2 rows"),
    (Circuit(after), "the successors after make one round trip through all 3 nodes"),
    (Connected(cell, Grid(1, 3)), "the cells of cell with 1 are all connected"),
    (Regions(region, Grid(1, 3)), "each region of region is in one piece"),
    (Regions(region, Grid(1, 3), sizes=[1, 2]), "each region of region is of 1 or 2 cells"),
    (Regions(region, Grid(1, 3), size_at={(1, 2): 2}), "each region of region is as large as its clue"),
    (Lex(x, n), "x[0], x[1], x[2] equal or come before n[0], n[1], n[2] in dictionary order"),
    (Lex(x[:2], n[1:], strict=True), "x[0], x[1] come before n[1], n[2] in dictionary order"),
    (Regular(x, {("a", 0): "a"}, "a", ["a"]), "x[0], x[1], x[2] are accepted by an automaton"),
    (Regular(x, {("a", 0): "a"}, "a", ["a"], text="all are 0"), "all are 0"),
]


@pytest.mark.parametrize(("constraint", "sentence"), SAID)
def test_a_constraint_says_itself(constraint, sentence):
    assert constraint.sentence() == sentence
    assert repr(constraint) == f"<{type(constraint).__name__}: {sentence}>"


def accepts(machine, row):
    state = np.array([machine.start])
    for position, value in enumerate(row):
        alive, state = machine.step(position, state, np.array([value]))
        if alive is not None and not alive[0]:
            return False
    return True


square, grid = Problem("square"), Grid(2, 3)
at = square.variables("at", grid.cells, [0, 1])
side = square.variables("side", grid.edges, [0, 1])
LARGER = [
    Connected(at, grid),
    Connected(at, grid, through=[(1, 1), (2, 3)]),
    Path(at, grid),
    Loop(side),
    Path(side),
    Path(side, ends=((1, 1), (2, 2))),
    Circuit(square.variables("next", range(4), range(4)), optional=True),
    Circuit(square.variables("then", range(4), range(4))),
]


@pytest.mark.parametrize("constraint", [*(each for each, _ in SAID), *LARGER], ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_automata_read_one_row_after_another_as_all_at_once(constraint, seed):
    """Whoever compiles hands them many rows at once; states that come later are as right as the first."""
    luck = random.Random(seed)
    order = tuple(luck.sample(constraint.scope, len(constraint.scope)))
    machines = constraint.automata(order)
    rows = list(product(*(range(len(v.domain)) for v in order)))
    kinds = {True: [], False: []}
    for row in luck.sample(rows, len(rows)):
        at = dict(zip(order, row, strict=True))
        kinds[constraint.holds([v.domain[at[v]] for v in constraint.scope])].append(at)
    for at in luck.sample(some := kinds[True][:12] + kinds[False][:12], len(some)):
        accepted = all(accepts(machine, [at[v] for v in machine.order]) for machine in machines)
        assert accepted == (at in kinds[True]), at


def test_every_constraint_of_the_room_is_among_them():
    offered = {each for name in graphs.__all__ if isinstance(each := getattr(graphs, name), type)}
    assert {type(each) for each, _ in SAID} == {each for each in offered if issubclass(each, Constraint)}


@pytest.mark.parametrize(
    "constraint",
    [
        Table(n, [(1, 2, 3), (3, 2, 1), (2, 2, 2)]),
        Table(n, [(1, 1, 1)]),
        Table(n[:1], [(1,), (3,)]),
        Increasing(n),
        Increasing(n, strict=False),
        Visible(n, 2),
        Runs(x, [1, 1]),
        Path(edge),
        Loop(edge),
        Circuit(after),
    ],
    ids=str,
)
def test_many_rows_are_judged_as_each_alone(constraint):
    """`check`, which looks at columns of places at once, says what `holds` says of each row of values."""
    rows = list(product(*(range(len(v.domain)) for v in constraint.scope)))
    columns = dict(zip(constraint.scope, np.array(rows).T, strict=True))
    alone = [
        constraint.holds([v.domain[at] for v, at in zip(constraint.scope, row, strict=True)])
        for row in rows
    ]
    assert constraint.check(columns).tolist() == alone
    assert 0 < sum(alone) < len(rows)


def test_a_tour_of_one_node_stays_there():
    """Its only successor is itself, and that is a round trip."""
    here = Problem("one")
    here.require(Circuit(here.variables("after", [7], [7])))
    assert Knowledge(here).count() == 1

"""What cannot be meant of graphs, lines and regions is refused in a sentence; and what a graph says of itself."""

import pytest

from deduce import Problem, ProblemError
from deduce.graphs import (
    Circuit,
    Connected,
    Graph,
    Grid,
    Increasing,
    Lex,
    Loop,
    Path,
    Regions,
    Regular,
    Runs,
    Table,
)

P = Problem("refused")
X = P.variables("x", range(3), [0, 1])
V = list(X.values())
CELL = P.variables("cell", Grid(1, 3).cells, [0, 1])
EDGE = P.variables("edge", [("a", "b"), ("b", "c"), ("c", "a")], [0, 1])
GRID = Grid(1, 3)
TRIANGLE = Graph([("a", "b"), ("b", "c"), ("c", "a")], ["d"])

REFUSED = [
    (lambda: Increasing([]), "Increasing needs at least one variable"),
    (lambda: Runs(V, 3), "Runs takes a list of lengths, not 3"),
    (lambda: Lex(V[:1], V[:1]), "two lines that differ in at least one variable"),
    (lambda: Table([], []), "Table needs at least one variable, and each only once"),
    (lambda: Table([V[0], V[0]], [(0, 1)]), "Table needs at least one variable, and each only once"),
    (lambda: Loop({}), "Loop needs at least one variable"),
    (lambda: Loop({("a", "b"): V[0], ("b", "c"): V[0]}), "Loop has x.0. twice; list each variable once"),
    (lambda: Connected(CELL, [1]), r"takes a Graph or a Grid beside its cells, not \[1\]"),
    (lambda: Connected(CELL, GRID, value=[]), "no value is given that a variable takes"),
    (lambda: Path(EDGE, ends=("a", "x")), "'x' is no node of the graph"),
    (lambda: Regions(CELL, [1]), r"Regions takes a Graph or a Grid beside its cells, not \[1\]"),
    (lambda: Regions(CELL, GRID, value=7), "7"),
    (lambda: Regions(CELL, GRID, sizes="small"), "sizes is a collection, or 'value' over cells, not 'small'"),
    (lambda: Regions(EDGE, sizes="value"), "sizes is a collection, or 'value' over cells, not 'value'"),
    (lambda: Regions(CELL, GRID, sizes=3), "sizes is a collection of whole numbers, not 3"),
    (lambda: Regions(CELL, GRID, sums=[1], weights={(1, 1): 0.5}), r"weight of \(1, 1\) is a whole number, not 0.5"),
    (lambda: Regions(CELL, GRID, shapes=[[]]), r"a shape is a collection of cells \(row, column\), not \[\]"),
    (lambda: Regions(EDGE, shapes=[[(0, 0)]]), r"shapes need cells \(row, column\), and 'a' is none"),
    (lambda: Graph([("a", "a")]), r"the edge \('a', 'a'\) joins a node to itself"),
    (lambda: Graph([("a", "b"), ("a", "b")]), r"the edge \('a', 'b'\) is given twice; name parallel edges apart"),
    (lambda: Loop({("a", "b"): V[0], ("b", "a"): V[1]}), r"given twice, also as \('b', 'a'\)"),
    (lambda: Graph([], 3), "the nodes of a graph are a list, not 3"),
    (lambda: TRIANGLE.part(["a", "x"]), "the graph has no node 'x'"),
    (lambda: Graph("ab"), "the edges of a graph are a list, not 'ab'"),
    (lambda: TRIANGLE.neighbours("x"), "'x'"),
    (lambda: TRIANGLE.neighbours(["a"]), "'a'"),
    (lambda: Circuit({}), "needs at least one variable"),
    (lambda: Circuit(P.variables("to", range(3), ["a", "b"])), "one of the nodes"),
    (lambda: Loop(EDGE, value=3), "no variable can take 3"),
    (lambda: Connected(CELL, Grid(1, 2)), "the graph has no node"),
    (lambda: Path(EDGE, ends=("a", "a")), "two different nodes"),
    (lambda: Loop({"ab": V[0]}), "an edge is a tuple"),
    (lambda: Grid(0), "at least one of its rows"),
    (lambda: Runs(V, [0]), "at least 1, not 0"),
    (lambda: Runs(V, [1], value=7), "not in the domain"),
    (lambda: Increasing(V[0], P.variable("letter", ["a"])), "cannot be put in order"),
    (lambda: Lex(V, V[:1]), "same length"),
    (lambda: Table(V, [(1, 2)]), "rows of as many"),
    (lambda: Regular([V[0], V[0]], {}, 0, [0]), "twice"),
    (lambda: Regions(CELL, GRID, sums=[3]), "sums need weights"),
    (lambda: Regions(CELL, GRID, size_at={(3, 3): 1}), "is no node of the graph"),
    (lambda: Regions(CELL, GRID, sizes=[0]), "at least 1"),
]  # fmt: skip


@pytest.mark.parametrize(("make", "said"), REFUSED)
def test_what_cannot_be_meant_is_refused(make, said):
    with pytest.raises(ProblemError, match=said):
        make()


def test_a_graph_says_what_it_is_made_of():
    assert repr(TRIANGLE) == "<Graph: 4 nodes, 3 edges>"
    assert (TRIANGLE.neighbours("a"), TRIANGLE.neighbours("d")) == (("b", "c"), ())
    assert TRIANGLE.at("b") == (("a", "b"), ("b", "c"))
    part = TRIANGLE.part(["d", "a", "c"])
    assert (part.nodes, part.edges) == (("d", "a", "c"), (("c", "a"),))
    assert TRIANGLE.part("abcd") is TRIANGLE

"""Regions by values and by borders: every form against brute force on small random graphs."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

import pytest
from amount import examples
from graphs_agreement import agree
from graphs_random import parts, random_graph
from hypothesis import given
from hypothesis import strategies as st

from deduce import Problem
from deduce.graphs import Grid, Regions
from deduce.graphs.demands import shapes_of

World = dict[Any, Hashable]
SHAPES: list[list[tuple[int, int]]] = [
    [(0, 0)],
    [(0, 0), (0, 1)],
    [(0, 0), (0, 1), (0, 2)],
    [(0, 0), (0, 1), (1, 1)],
    [(5, 5), (5, 6), (6, 6), (6, 7)],
]


def demands(luck: Random, nodes: list[Any], *, by_value: bool, cells: bool) -> dict[str, Any]:
    """Random conditions on regions; few enough that some worlds obey them."""
    asked: dict[str, Any] = {}
    for kind in luck.sample(
        ["sizes", "size_at", "roots", "sums", "sum_at", "shapes"], luck.choice([0, 1, 1, 2])
    ):
        some = luck.sample(nodes, min(len(nodes), luck.randint(1, 3)))
        if kind == "sizes":
            asked[kind] = (
                "value"
                if by_value and luck.random() < 0.6
                else luck.sample(range(1, 6), luck.randint(1, 3))
            )
        elif kind == "size_at":
            asked[kind] = {node: luck.randint(1, 4) for node in some}
        elif kind == "roots":
            asked[kind] = some
        elif kind in ("sums", "sum_at"):
            asked.setdefault(
                "weights",
                {node: luck.choice([1, 2, 3, 0, -1 if luck.random() < 0.3 else 1]) for node in nodes},
            )
            asked[kind] = (
                luck.sample(range(6), 3) if kind == "sums" else {node: luck.randint(0, 5) for node in some}
            )
        elif cells:
            asked[kind] = luck.sample(SHAPES, luck.randint(1, 3))
    return asked


def right(part: set[Any], value: Hashable, asked: dict[str, Any]) -> bool:
    """The plain meaning of the conditions on one region."""
    sizes = asked.get("sizes")
    if sizes == "value" and len(part) != value:
        return False
    if sizes not in (None, "value") and len(part) not in sizes:
        return False
    if any(node in part and len(part) != n for node, n in asked.get("size_at", {}).items()):
        return False
    if "roots" in asked and len(part & set(asked["roots"])) != 1:
        return False
    total = sum(asked.get("weights", {}).get(node, 0) for node in part)
    if "sums" in asked and total not in asked["sums"]:
        return False
    if any(node in part and total != n for node, n in asked.get("sum_at", {}).items()):
        return False
    return "shapes" not in asked or any(_same_shape(part, shape) for shape in asked["shapes"])


def _same_shape(part: set[Any], shape: list[tuple[int, int]]) -> bool:
    def placed(cells: list[tuple[int, int]]) -> set[tuple[int, int]]:
        return {(r - min(x for x, _ in cells), c - min(y for _, y in cells)) for r, c in cells}

    forms = [shape, [(r, -c) for r, c in shape]]
    for _ in range(3):
        forms += [[(c, -r) for r, c in form] for form in forms[-2:]]
    return any(placed(list(part)) == placed(form) for form in forms)


def regions_of_values(luck: Random) -> tuple[Problem, Regions, list[Any], Any]:
    """A random problem with regions of equal values, the constraint's keys and its meaning."""
    cells = luck.random() < 0.5
    graph = Grid(luck.randint(1, 3), luck.randint(1, 3)) if cells else random_graph(luck, edges=8)
    nodes = list(graph.nodes)
    domain = (
        luck.choice([[1, 2], [1, 2, 3], ["a", "b"], [0, 1]])
        if len(nodes) <= 6
        else luck.choice([[1, 2], ["a", "b"]])
    )
    problem = Problem("random")
    fixed = {node: luck.choice(domain) for node in nodes if luck.random() < 0.15}
    x = problem.variables("x", nodes, lambda node: [fixed[node]] if node in fixed else domain)
    known = {v for variable in x.values() for v in variable.domain}
    value = luck.choice([None, None, *known])
    asked = demands(luck, nodes, by_value=isinstance(domain[0], int), cells=cells)
    pairs = [edge[:2] for edge in graph.edges]

    def meaning(world: World) -> bool:
        inside = [n for n in nodes if value is None or world[n] == value]
        clues = {*asked.get("size_at", {}), *asked.get("sum_at", {}), *asked.get("roots", [])}
        if not clues <= set(inside):
            return False
        joined = [p for p in pairs if world[p[0]] == world[p[1]] and p[0] in inside]
        return all(right(part, world[next(iter(part))], asked) for part in parts(inside, joined))

    constraint = Regions(x, graph, value=value, **asked)
    return problem, constraint, list(constraint.keys), meaning


def regions_by_borders(luck: Random) -> tuple[Problem, Regions, list[Any], Any]:
    """The same with regions between chosen edges."""
    cells = luck.random() < 0.5
    graph = Grid(luck.randint(1, 3), luck.randint(2, 3)) if cells else random_graph(luck, edges=9)
    problem = Problem("random")
    x = problem.variables("x", graph.edges, luck.choice([[0, 1], ["open", "wall"], [1, 0]]))
    wall = "wall" if "wall" in next(iter(x.values())).domain else 1
    nodes = list(dict.fromkeys(node for edge in graph.edges for node in edge[:2]))
    asked = demands(luck, nodes, by_value=False, cells=cells)

    def meaning(world: World) -> bool:
        found = parts(nodes, [edge for edge in graph.edges if world[edge] != wall])
        for edge in graph.edges:
            if world[edge] == wall and any(edge[0] in part and edge[1] in part for part in found):
                return False
        return all(right(part, None, asked) for part in found)

    constraint = Regions(x, value=wall, **asked)
    return problem, constraint, list(constraint.keys), meaning


@pytest.mark.parametrize("build", [regions_of_values, regions_by_borders])
@examples(16)
@given(seed=st.integers(0, 2**32))
def test_all_forms_agree_with_brute_force(build: Any, seed: int) -> None:
    luck = Random(seed)
    agree(*build(luck), luck, cp=luck.random() < 0.1)


@pytest.mark.parametrize(
    "asked",
    [
        {"sizes": [2, 3]},
        {"size_at": {(1, 1): 2, (2, 3): 3}},
        {"roots": [(1, 1), (2, 3)]},
        {"sums": [3, 4], "weights": {(1, 1): 3, (1, 2): 1, (2, 2): 2}},
        {"sum_at": {(1, 2): 4}, "weights": {(1, 1): 1, (1, 2): 1, (1, 3): 2}},
        {"shapes": [[(0, 0), (0, 1)], [(0, 0), (0, 1), (1, 1)]]},
    ],
    ids=lambda asked: next(iter(asked)),
)
def test_cells_of_another_value_are_in_no_region(asked):
    """What is asked of regions is not asked of them, alone or side by side."""
    grid = Grid(2, 3)
    x = Problem("one value").variables("x", grid.cells, [0, 1])
    constraint = Regions(x, grid, value=1, **asked)
    pairs = [edge[:2] for edge in grid.edges]
    clues = {*asked.get("size_at", {}), *asked.get("sum_at", {}), *asked.get("roots", [])}

    def meaning(world: World) -> bool:
        inside = {cell for cell in grid.cells if world[cell]}
        found = parts(inside, [pair for pair in pairs if {*pair} <= inside])
        return clues <= inside and all(right(part, 1, asked) for part in found)

    agree(Problem("one value"), constraint, list(constraint.keys), meaning, Random(1), cp=False)


@pytest.mark.parametrize(("rows", "columns", "tilings"), [(2, 3, 3), (4, 4, 36), (4, 6, 281), (6, 6, 6728)])
def test_domino_tilings(rows: int, columns: int, tilings: int) -> None:
    """The number of ways to cut a rectangle into dominoes (OEIS A099390)."""
    problem = Problem("dominoes")
    wall = problem.variables("wall", Grid(rows, columns).edges, [0, 1])
    problem.require(Regions(wall, sizes=[2]))
    assert problem.compile().count() == tilings


def test_a_shape_is_meant_in_every_turned_and_mirrored_form():
    for cells, forms in (
        (((0, 0),), 1),
        (((0, 0), (0, 1)), 2),
        (((5, 5), (6, 5), (6, 6)), 4),
        (((0, 0), (1, 0), (2, 0), (2, 1)), 8),
    ):
        found = shapes_of([cells])
        assert len(found) == forms
        for shape in found:
            assert {min(r for r, _ in shape), min(c for _, c in shape)} == {0}
            assert frozenset(shapes_of([shape])) == found

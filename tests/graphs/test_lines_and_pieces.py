"""Loop, Path, Connected: every form against brute force on small random graphs."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

import pytest
from amount import examples
from graphs_agreement import agree
from graphs_random import chosen_variables, is_loop, is_path, parts, random_graph
from hypothesis import given
from hypothesis import strategies as st

from deduce import Exactly, Problem
from deduce.graphs import Connected, Grid, Loop, Path
from deduce.graphs.frontier import read_edges

KINDS = ["loop", "ring", "path", "snake", "edges", "cells"]


def build(kind: str, luck: Random) -> tuple[Problem, Any, list[Any], Any]:
    """A random problem with a constraint of that kind, its keys, and its meaning."""
    graph = random_graph(luck, edges=9)
    problem = Problem("random")
    over_nodes = kind in ("ring", "snake", "cells")
    keys = list(graph.nodes if over_nodes else graph.edges)
    x, value = chosen_variables(problem, keys, luck)
    values = value if isinstance(value, list) else [value]
    distinct = {frozenset(edge[:2]) for edge in graph.edges}

    def on(world: dict[Any, Hashable]) -> list[Any]:
        return [key for key in keys if world[key] in values]

    def induced(nodes: list[Any]) -> list[tuple[Any, ...]]:
        return [tuple(pair) for pair in distinct if pair <= set(nodes)]

    given_graph = graph if over_nodes else None
    if kind in ("loop", "ring"):
        constraint: Any = Loop(x, given_graph, value=value)
        if over_nodes:
            return problem, constraint, keys, lambda w: _ring(on(w), induced(on(w)))
        return problem, constraint, keys, lambda w: is_loop(on(w))
    nodes = list(dict.fromkeys(n for edge in graph.edges for n in edge[:2])) if not over_nodes else keys
    if kind in ("path", "snake"):
        ends = tuple(luck.sample(nodes, 2)) if luck.random() < 0.5 and len(nodes) > 1 else None
        constraint = Path(x, given_graph, ends=ends, value=value)  # type: ignore[arg-type]
        if over_nodes:
            return problem, constraint, keys, lambda w: is_path(set(on(w)), induced(on(w)), ends)  # type: ignore[arg-type]
        return problem, constraint, keys, lambda w: is_path(_touched(on(w)), on(w), ends)  # type: ignore[arg-type]
    through = luck.sample(nodes, min(len(nodes), luck.choice([0, 0, 1, 2])))
    constraint = Connected(x, given_graph, through=through, value=value)

    def connected(world: dict[Any, Hashable]) -> bool:
        chosen = on(world)
        inside = set(chosen) if over_nodes else _touched(chosen)
        pairs = induced(chosen) if over_nodes else chosen
        return set(through) <= inside and len(parts(inside, pairs)) <= 1

    return problem, constraint, keys, connected


def _touched(edges: list[Any]) -> set[Any]:
    return {node for edge in edges for node in edge[:2]}


def _ring(nodes: list[Any], pairs: list[tuple[Any, ...]]) -> bool:
    return is_loop(pairs) and {n for pair in pairs for n in pair} == set(nodes)


@pytest.mark.parametrize("kind", KINDS)
@examples(16)
@given(seed=st.integers(0, 2**32))
def test_all_forms_agree_with_brute_force(kind: str, seed: int) -> None:
    luck = Random(seed)
    problem, constraint, keys, meaning = build(kind, luck)
    order = list(constraint.keys)
    assert set(order) == set(keys)
    agree(problem, constraint, order, meaning, luck, cp=luck.random() < 0.2)


# Published numbers: OEIS A140517 (loops), A007764 (corner to corner paths), A007341 (spanning trees).


@pytest.mark.parametrize(
    ("n", "loops"), [(1, 1), (2, 13), (3, 213), (4, 9349), (5, 1222363), (6, 487150371)]
)
def test_loops_of_a_grid(n: int, loops: int) -> None:
    problem = Problem("loops")
    line = problem.variables("line", Grid(n).corners.edges, [0, 1])
    problem.require(Loop(line))
    assert problem.compile().count() == loops


@pytest.mark.parametrize(
    ("n", "paths"), [(2, 2), (3, 12), (4, 184), (5, 8512), (6, 1262816), (7, 575780564)]
)
def test_paths_from_corner_to_corner(n: int, paths: int) -> None:
    problem = Problem("paths")
    line = problem.variables("line", Grid(n).edges, [0, 1])
    problem.require(Path(line, ends=((1, 1), (n, n))))
    assert problem.compile().count() == paths


@pytest.mark.parametrize(
    ("n", "trees"), [(2, 4), (3, 192), (4, 100352), (5, 557568000), (6, 32565539635200)]
)
def test_spanning_trees_of_a_grid(n: int, trees: int) -> None:
    grid = Grid(n)
    problem = Problem("trees")
    line = problem.variables("line", grid.edges, [0, 1])
    problem.require(Connected(line, through=grid.cells))
    problem.require(Exactly(n * n - 1, line, 1))
    assert problem.compile().count() == trees


def test_sentences_of_paths() -> None:
    problem = Problem("said")
    line = problem.variables("line", Grid(2).edges, [0, 1])
    assert Path(line).sentence() == "the lines of line with 1 form one path"
    ends = ((1, 1), (2, 2))
    assert (
        Path(line, ends=ends).sentence() == "the lines of line with 1 form one path from (1, 1) to (2, 2)"
    )


@pytest.mark.parametrize("seed", range(20))
def test_the_frontier_has_what_was_met_and_is_not_done_with(seed: int) -> None:
    """Edges of a random graph in a random order, beside what is read before and after each."""
    luck = Random(seed)
    pairs = [(a, b) for b in range(6) for a in range(b)]
    edges = luck.sample(pairs, luck.randint(1, len(pairs)))
    steps, width = read_edges(edges)
    place: dict[int, int] = {}
    most = 0
    for i, (step, edge) in enumerate(zip(steps, edges, strict=True)):
        before = {node for other in edges[:i] for node in other}
        times = {node: sum(node in other for other in edges[i + 1 :]) for node in edge}
        fresh = sorted(set(edge) - before)
        assert len(step.enter) == len(fresh)
        assert set(step.enter).isdisjoint(place.values())
        place |= dict(zip(fresh, step.enter, strict=True))
        most = max(most, len(place))
        assert len(set(place.values())) == len(place)
        assert step.pairs == ((place[edge[0]], place[edge[1]]),)
        assert step.leave == tuple((place[node], node) for node in sorted(edge) if times[node] == 0)
        assert step.nearly == tuple((place[node], node) for node in sorted(edge) if times[node] == 1)
        place = {node: slot for node, slot in place.items() if (slot, node) not in step.leave}
    assert width == most
    assert not place

"""The independent checker on loops, paths and pieces, judged by itself; every small fault planted in it shows."""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path as File
from random import Random
from typing import Any

import pytest
from mutants import Mutant, mutants
from test_lines_and_pieces import KINDS, build

from deduce import Problem
from deduce.explain import checker_graphs
from deduce.graphs import Connected, Graph, Grid, Loop, Path
from deduce.ground.deadline import alarmed

EQUIVALENT = {
    "chosen_may_hold: True -> False": "keys and variables are equally many",
    "chosen_may_hold: e <= known -> e < known": "where only two nodes are known their edge is one: it breaks no rule",
}
"""Faults that change nothing, each with the reason."""

Case = tuple[Any, dict[Any, list[Any]], bool, bool]


@cache
def corpus_of(kind: str) -> list[Case]:
    """Constraints of a kind, values left, whether some assignment of them is right, and whether all are settled."""
    found = []
    for seed in range(KINDS.index(kind), 240, len(KINDS)):
        luck = Random(seed)
        _, constraint, _, meaning = build(kind, luck)
        key_of = dict(zip(constraint.scope, constraint.keys, strict=True))
        for _ in range(4):
            share = luck.random()
            left = {v: [luck.choice(v.domain)] if luck.random() < share else list(v.domain) for v in key_of}
            worlds = (dict(zip(key_of.values(), values, strict=True)) for values in product(*left.values()))
            settled = all(len(values) == 1 for values in left.values())
            found.append((constraint, left, any(meaning(world) for world in worlds), settled))
    return found


@cache
def corpus() -> list[Case]:
    """Those of every kind."""
    return [case for kind in KINDS for case in corpus_of(kind)]


LEFT = [((1, 1), (1, 2)), ((2, 1), (2, 2)), ((1, 1), (2, 1)), ((1, 2), (2, 2))]
"""The edges of the left one of two squares side by side."""


@cache
def looks() -> list[tuple[Any, dict[Any, list[Any]], bool]]:
    """What one look must see: a ring that is closed already, and two cells that cannot meet."""
    grid = Grid(2, 3)
    problem = Problem("looks")
    edge = problem.variables("edge", grid.edges, [0, 1])
    cell = problem.variables("cell", Grid(1, 4).cells, [0, 1])
    square = {frozenset(pair) for pair in LEFT}
    ring = {edge[e]: [1] if frozenset(e) in square else [0, 1] for e in grid.edges}
    far = edge[next(e for e in grid.edges if frozenset(e) == frozenset({(1, 3), (2, 3)}))]
    row = [cell[c] for c in Grid(1, 4).cells]
    apart = dict(zip(row, ([1], [0], [1], [0, 1]), strict=True))
    named = problem.variables("named", "abcd", [0, 1])
    only = Graph([("a", "b", "only"), ("b", "c"), ("c", "d")])
    return [
        (Connected(named, only), {named[n]: [1] if n in "ab" else [0, 1] for n in "abcd"}, True),
        (Loop(edge), ring, True),
        (Loop(edge), {**ring, far: [1]}, False),
        (Path(edge), ring, False),
        (Connected(cell, Grid(1, 4)), apart, False),
        (Connected(cell, Grid(1, 4)), {**apart, row[1]: [0, 1]}, True),
    ]


@pytest.mark.parametrize("number", range(6))
def test_one_look_sees_what_it_should(number: int) -> None:
    constraint, left, may = looks()[number]
    assert checker_graphs.chosen_may_hold(constraint, left) == may


def survives(sight: int) -> bool:
    """Whether no right assignment is struck, settled ones are judged exactly, and so many wrong ones are seen at once."""
    if any(bool(checker_graphs.chosen_may_hold(c, left)) != may for c, left, may in looks()):
        return False
    seen = 0
    for constraint, left, right, settled in corpus():
        may = bool(checker_graphs.chosen_may_hold(constraint, left))
        if (right and not may) or (settled and may != right):
            return False
        seen += not may
    return seen == sight


SEEN = {"loop": 85, "ring": 87, "path": 58, "snake": 70, "edges": 32, "cells": 42}
"""Of the hopeless cases of each kind (473 in all) so many are seen to be so before anything is tried."""

SIGHT = sum(SEEN.values())


PATIENCE = 3.0
"""Seconds after which a fault that goes in circles is told from one that changes nothing: the control takes 0.03."""


def shown(mutant: Mutant) -> bool:
    with mutant.planted(checker_graphs):
        try:
            with alarmed(PATIENCE):
                return not survives(SIGHT)
        except Exception:  # whatever a fault raises, it shows
            return True


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_right_is_struck_and_what_is_settled_is_judged_exactly(kind: str) -> None:
    """And of the hopeless cases of each kind as many are seen to be so as ever: quick, for faults planted elsewhere."""
    seen = 0
    for number, (constraint, left, right, settled) in enumerate(corpus_of(kind)):
        may = bool(checker_graphs.chosen_may_hold(constraint, left))
        assert may or not right, number
        assert not settled or may == right, number
        seen += not may
    assert seen == SEEN[kind]


def test_every_planted_fault_shows() -> None:
    assert survives(SIGHT), "the control: without a fault everything passes"
    planted = list(mutants(File(checker_graphs.__file__)))
    assert len(planted) > 60
    alive = {str(mutant) for mutant in planted if not shown(mutant)}
    assert alive == set(EQUIVALENT)
    assert survives(SIGHT), "the control: nothing is left behind"

"""Every constraint and expression in every form beside brute force, many times: ``python tests/campaign.py forms``.

A problem of a kind has chance of its own, from the seed, the kind and its number. The forms are the diagram (in two
orders), the live SAT solver (whose rules are cuts where they would be long), CP-SAT, plain checking and the independent
checker.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
sys.path += [str(HERE), str(HERE / "graphs"), str(HERE / "backends")]

import test_lines_and_pieces as pieces  # noqa: E402
import test_regions as regions  # noqa: E402
import test_sequences as sequences  # noqa: E402
from graphs_agreement import agree  # noqa: E402
from hypothesis import HealthCheck, given, seed, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from random_expressions import comparisons, reified  # noqa: E402
from test_backends_expressions import everywhere, small  # noqa: E402

from deduce import Problem  # noqa: E402
from deduce.language.reified import holding  # noqa: E402

Posed = tuple[Problem, Any, list[Any], Any]


def _line(kind: str) -> Callable[[Random], Posed]:
    def made(luck: Random) -> Posed:
        while True:
            problem = Problem("random")
            constraint, meaning = sequences.BUILD[kind](luck, problem)
            # A circuit may have taken variables of another problem.
            if all(any(v is w for w in problem.scope) for v in constraint.scope):
                return problem, constraint, list(range(len(constraint.scope))), meaning

    return made


def _piece(kind: str) -> Callable[[Random], Posed]:
    def made(luck: Random) -> Posed:
        problem, constraint, _, meaning = pieces.build(kind, luck)
        return problem, constraint, list(constraint.keys), meaning

    return made


GRAPHS: dict[str, Callable[[Random], Posed]] = {
    **{kind: _piece(kind) for kind in pieces.KINDS},
    "regions": regions.regions_of_values,
    "borders": regions.regions_by_borders,
    **{kind: _line(kind) for kind in sequences.BUILD},
}


def _graph(kind: str, number: int, seeded: int) -> None:
    luck = Random(f"{kind} {seeded} {number}")
    problem, constraint, keys, meaning = GRAPHS[kind](luck)
    agree(problem, constraint, keys, meaning, luck, cp=True)


def _stated(kind: str, data: st.DataObject) -> None:
    problem = small(data).problem
    if kind == "reified":
        constraint, meaning = data.draw(reified(problem.scope))
        everywhere(problem, holding(constraint), meaning)
        return
    fact, meaning = data.draw(comparisons(problem.scope))
    if kind == "opposites":
        everywhere(problem, ~fact, lambda world: not meaning(world))
    else:
        everywhere(problem, fact, meaning)


def _expression(kind: str, number: int, seeded: int) -> None:
    """A hundred problems of Hypothesis at a time: they begin at `number`."""

    @seed(f"{kind} {seeded} {number}")
    @settings(
        max_examples=_BATCH,
        deadline=None,
        derandomize=False,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(data=st.data())
    def run(data: st.DataObject) -> None:
        _stated(kind, data)

    run()


_BATCH = 100
PIECES = 1000
EXPRESSIONS = ("comparisons", "opposites", "reified")
NAMES = (*GRAPHS, *EXPRESSIONS)


def chunk(kind: str, seed: int) -> dict[str, int]:
    """A hundred problems of a kind: a thousand such pieces are one seed. Raises with what disagreed."""
    seeded, first = seed // PIECES, seed % PIECES * _BATCH
    if kind in EXPRESSIONS:
        _expression(kind, first, seeded)
        return {}
    wrong = []
    for number in range(first, first + _BATCH):
        try:
            _graph(kind, number, seeded)
        except Exception:
            wrong.append(f"{kind} {number}, seed {seeded}\n{traceback.format_exc()}")
    if wrong:
        raise AssertionError(f"{len(wrong)} problems disagree:\n" + "\n".join(wrong))
    return {}

"""Every constraint and expression in every form beside brute force, many times: ``python tests/forms_campaign.py``.

A problem of a kind has chance of its own, from the seed, the kind and its number, so a line such as ``loop 812`` names
what failed and ``--only loop --first 812 --n 1`` asks it again. The forms are the diagram (in two orders), the live SAT
solver (whose rules are cuts where they would be long), CP-SAT, plain checking and the independent checker. A line is
written every hundred problems, so what ran before an interruption is worth something.
"""

from __future__ import annotations

import argparse
import sys
import time
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
EXPRESSIONS = ("comparisons", "opposites", "reified")


def main() -> int:
    """Run it; exit status 1 when anything failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--n", type=int, default=3000, help="problems of each kind")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--only", nargs="*", choices=[*GRAPHS, *EXPRESSIONS])
    asked = parser.parse_args()
    failed = 0
    for kind in asked.only or [*GRAPHS, *EXPRESSIONS]:
        step = _BATCH if kind in EXPRESSIONS else 1
        began, wrong = time.process_time(), 0
        for number in range(asked.first, asked.first + asked.n, step):
            try:
                (_expression if kind in EXPRESSIONS else _graph)(kind, number, asked.seed)
            except Exception:
                wrong += 1
                print(f"FAILED {kind} {number}, seed {asked.seed}\n{traceback.format_exc()}", flush=True)
            done = number + step - asked.first
            if done % 100 == 0 or done >= asked.n:
                spent = time.process_time() - began
                print(f"{kind}: {done} problems, {wrong} failures, {spent:.0f} s", flush=True)
        failed += wrong
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())

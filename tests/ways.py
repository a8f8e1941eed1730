"""Asking by one way only: the diagram, the SAT solver, or CP-SAT, whatever would be cheapest."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from unittest.mock import patch

from deduce.backends import live, routing
from deduce.puzzles import uniqueness

WAYS = ("diagram", "sat", "cpsat")


@contextmanager
def asked(way: str) -> Iterator[None]:
    """Everything made in this block is asked by `way`."""
    clauses = (lambda _: inf) if way == "cpsat" else (lambda _: 0.0)
    with (
        patch.object(routing, "_NARROW_ARCS", inf if way == "diagram" else -1),
        patch.object(routing, "_WIDE_ARCS", -1),
        patch.object(routing, "clauses_of", clauses),
        patch.object(live, "clauses_of", clauses),
        patch.object(uniqueness, "grid_solutions", lambda *_: None),
    ):
        yield

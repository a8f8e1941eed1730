"""Judges: automata that read every assignment to its end and say whether a condition was true of it.

A state is a row of whole numbers; a layer's rows are worked out together with numpy, the distinct ones kept,
and those with equal futures merged at the end. What it costs is the number of distinct rows, which follows
from the structure of a condition (a sum remembers its total), not from the product of all domains.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from deduce.ground.errors import TooLarge
from deduce.language.automata import FEW, Automaton, Bools, Ints, Tabulated, minimal
from deduce.language.variables import Variable

MAX_ROWS = 4_000_000
"""The most rows (states of a layer times values) a judge may need at once."""


def tabulate_layers(
    order: tuple[Variable, ...],
    start: Sequence[int],
    step: Callable[[int, Ints, Ints], Ints],
    verdict: Callable[[Ints], Bools],
    what: str,
) -> Tabulated:
    """A judge from a step over whole layers.

    Args:
        order: The variables as they are read.
        start: The first row.
        step: ``step(position, rows, values)`` reads ``order[position]``: `rows` has one row a state and value,
            `values` the domain position read; it gives the following rows.
        verdict: Which of the last rows mean "true".
        what: The condition, for the error.

    Raises:
        TooLarge: A layer needs more than four million rows.
    """
    layer: Ints = np.array([start], dtype=np.int64)
    tables: list[Ints] = []
    for position, variable in enumerate(order):
        size = len(variable.domain)
        if len(layer) * size > MAX_ROWS:
            raise TooLarge(
                f"to decide '{what}' step by step, {len(layer):,} different states of {variable} would have to be "
                "remembered; split the condition, or ask what is certain or unique, which a SAT solver answers"
            )
        rows = np.repeat(layer, size, axis=0)
        values = np.tile(np.arange(size, dtype=np.int64), len(layer))
        reached = step(position, rows, values)
        if position == len(order) - 1:
            number = verdict(reached).astype(np.int64)
        else:
            example, number = distinct(reached)
            layer = reached[example]
        tables.append(number.reshape(-1, size))
    return minimal(order, tables)


def distinct(rows: Ints) -> tuple[Ints, Ints]:
    """The index of the first of each distinct row, and each row's number; rows are numbered in ascending order."""
    if 0 < len(rows) <= FEW:
        keys = list(map(tuple, rows.tolist()))
        firsts = {row: len(keys) - 1 - i for i, row in enumerate(reversed(keys))}
        numbers = {row: i for i, row in enumerate(sorted(firsts))}
        example = np.array([firsts[row] for row in numbers], dtype=np.int64)
        return example, np.array([numbers[row] for row in keys], dtype=np.int64)
    key = rows[:, 0]
    for column in rows.T[1:]:
        _, left = np.unique(key, return_inverse=True)
        _, right = np.unique(column, return_inverse=True)
        key = left.astype(np.int64) * (int(right.max()) + 1) + right
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    return first.astype(np.int64), inverse.astype(np.int64)


def judge_of(automata: Sequence[Automaton], order: tuple[Variable, ...], what: str) -> Tabulated:
    """The judge of a conjunction of automata: it remembers all their states, or that one has failed.

    Raises `TooLarge`.
    """
    rank = {variable: i for i, variable in enumerate(order)}
    places = [{rank[v]: i for i, v in enumerate(automaton.order)} for automaton in automata]

    def step(position: int, rows: Ints, values: Ints) -> Ints:
        # What has failed is read no further: an automaton may have no state left to stand for it.
        going = np.flatnonzero(rows[:, -1] == 0)
        left, values = rows[going], values[going]
        alive: Bools = np.ones(len(going), dtype=np.bool_)
        for column, (automaton, at) in enumerate(zip(automata, places, strict=True)):
            if position not in at or not len(going):
                continue
            survives, following = automaton.step(at[position], left[:, column], values)
            left[:, column] = following
            if survives is not None:
                alive = alive & np.broadcast_to(survives, alive.shape)
        reached = np.zeros_like(rows)
        reached[:, -1] = 1
        reached[going[alive]] = left[alive]
        return reached

    start = [*(automaton.start for automaton in automata), 0]
    return tabulate_layers(order, start, step, lambda rows: rows[:, -1] == 0, what)


def accepting(judge: Tabulated, truth: bool = True) -> Tabulated:
    """The automaton that accepts what a judge finds true (or false)."""
    last = judge.tables[-1]
    tables = [*judge.tables[:-1], np.where(last == int(truth), 0, -1)]
    return minimal(judge.order, tables)

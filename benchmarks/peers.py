"""Peers that can beat us: specialists written for one question each, and other people's engines used at their best.

Each answers the question of a benchmark from the same evidence, and its answer is compared before a time is shown. What
is not installed (numba, oxidd) or cannot be compiled gives None, and the row says so.
"""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pysat.solvers import Solver

from deduce.kernels.build import command

HERE = Path(__file__).parent
Floats = NDArray[np.float64]

# Nine cards in nine cells: recursion over sets of cards.


@lru_cache(maxsize=1)
def _layers(n: int) -> list[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]]:
    """Of every number of cards laid: the sets, the cards not in them, and the sets with one more."""
    found = []
    for size in range(n):
        sets = np.array([s for s in range(1 << n) if s.bit_count() == size])
        cards = np.array([[c for c in range(n) if not s >> c & 1] for s in sets.tolist()])
        found.append((sets, cards, sets[:, None] | (1 << cards)))
    return found


def subset_numpy(allowed: Floats) -> tuple[int, Floats]:
    """The number of arrangements and the chance of each card in each cell; `allowed` is 1 or 0 by cell and card."""
    n = len(allowed)
    after, ahead = np.zeros(1 << n), np.zeros(1 << n)
    after[-1] = ahead[0] = 1.0
    for cell in range(n - 1, -1, -1):
        sets, cards, more = _layers(n)[cell]
        after[sets] = (after[more] * allowed[cell][cards]).sum(axis=1)
    table = np.empty((n, n))
    for cell in range(n):
        sets, cards, more = _layers(n)[cell]
        flow = ahead[sets][:, None] * allowed[cell][cards]
        table[cell] = np.bincount(cards.ravel(), (flow * after[more]).ravel(), n)
        ahead += np.bincount(more.ravel(), flow.ravel(), 1 << n)
    return round(after[0]), table / after[0]


@lru_cache(maxsize=1)
def subset_numba() -> Callable[[Floats], tuple[float, Floats]] | None:
    """The same compiled by numba, already warm; None where that is not installed."""
    if importlib.util.find_spec("numba") is None:
        return None
    numba: Any = importlib.import_module("numba")

    def recursion(allowed: Floats) -> tuple[float, Floats]:
        n = len(allowed)
        size = 1 << n
        after, ahead = np.zeros(size), np.zeros(size)
        level = np.zeros(size, np.int64)
        for s in range(1, size):
            level[s] = level[s >> 1] + (s & 1)
        after[size - 1] = ahead[0] = 1.0
        for s in range(size - 2, -1, -1):
            total = 0.0
            for card in range(n):
                if not s >> card & 1:
                    total += after[s | 1 << card] * allowed[level[s], card]
            after[s] = total
        table = np.zeros((n, n))
        for s in range(size - 1):
            for card in range(n):
                if not s >> card & 1:
                    flow = ahead[s] * allowed[level[s], card]
                    table[level[s], card] += flow * after[s | 1 << card]
                    ahead[s | 1 << card] += flow
        return after[0], table / after[0]

    compiled: Callable[[Floats], tuple[float, Floats]] = numba.njit(recursion)
    compiled(np.ones((3, 3)))
    return compiled


# Clue: cards dealt one after the other to an envelope and five hands.


State = tuple[int, tuple[int, ...], int]
"""Of a deal of Clue: kinds in the envelope, room left in the hands, suggestions settled among those still open."""


class ClueDeal:
    """The rules of a deal for `clue_dictionary`: where a card may go, and what state that leads to.

    `sizes` are the rooms in the hands of the players 1, 2, ...; place 0 is the envelope, with one card a group.
    """

    def __init__(
        self,
        order: Sequence[str],
        groups: Sequence[Sequence[str]],
        sizes: Sequence[int],
        heard: Sequence[tuple[Sequence[str], Sequence[int], int]],
    ) -> None:
        self.order, self.sizes = order, tuple(sizes)
        self.group = {card: i for i, each in enumerate(groups) for card in each}
        self.banned = {(card, other) for named, passed, _ in heard for other in passed for card in named}
        self.settles: dict[tuple[str, int], int] = {}
        for i, (named, _, player) in enumerate(heard):
            for card in named:
                self.settles[card, player] = self.settles.get((card, player), 0) | 1 << i
        # After which card a suggestion must be settled, and a kind of the envelope be known.
        last = [max(order.index(card) for card in named if card in order) for named, _, _ in heard]
        self.due = [sum(1 << i for i, place in enumerate(last) if place == at) for at in range(len(order))]
        ends = [max(order.index(card) for card in each if card in order) for each in groups]
        self.closing = [sum(1 << i for i, end in enumerate(ends) if end == at) for at in range(len(order))]

    def after(self, at: int, state: State) -> Iterator[tuple[int, State]]:
        """The places that the card may go to, each with the state that follows."""
        card, (envelope, room, settled) = self.order[at], state
        for place in range(len(self.sizes) + 1):
            if (card, place) in self.banned:
                continue
            laid, left = envelope, room
            if place == 0:
                if envelope >> self.group[card] & 1:
                    continue
                laid |= 1 << self.group[card]
            elif not room[place - 1]:
                continue
            else:
                left = (*room[: place - 1], room[place - 1] - 1, *room[place:])
            now = settled | self.settles.get((card, place), 0)
            if not (self.due[at] & ~now or self.closing[at] & ~laid):
                yield place, (laid, left, now & ~self.due[at])


def clue_dictionary(
    cards: Sequence[str],
    groups: Sequence[Sequence[str]],
    sizes: Sequence[int],
    heard: Sequence[tuple[Sequence[str], Sequence[int], int]],
) -> tuple[int, dict[str, dict[int, float]]]:
    """Both passes over dictionaries of states; see `ClueDeal` for the arguments."""
    deal = ClueDeal(list(cards), groups, sizes, heard)
    layers: list[dict[State, int]] = [{(0, deal.sizes, 0): 1}]
    arcs: list[list[tuple[State, int, State]]] = []
    for at in range(len(deal.order)):
        after: dict[State, int] = {}
        made = []
        for state, number in layers[-1].items():
            for place, key in deal.after(at, state):
                after[key] = after.get(key, 0) + number
                made.append((state, place, key))
        layers.append(after)
        arcs.append(made)
    below: dict[State, int] = dict.fromkeys(layers[-1], 1)
    total = sum(layers[-1].values())
    chances: dict[str, dict[int, float]] = {}
    for at in range(len(deal.order) - 1, -1, -1):
        before: dict[State, int] = {}
        tally: dict[int, int] = {}
        for state, place, key in arcs[at]:
            ways = below.get(key, 0)
            if ways:
                before[state] = before.get(state, 0) + ways
                tally[place] = tally.get(place, 0) + ways * layers[at][state]
        below = before
        chances[deal.order[at]] = {place: ways / total for place, ways in sorted(tally.items())}
    return total, chances


def clue_oxidd(
    clauses: Sequence[Sequence[int]], exactly: Sequence[tuple[Sequence[int], int]], size: int
) -> int | None:
    """The number of models by a BDD of oxidd; None where that is not installed.

    Cardinalities are built as diagrams of their own, clauses conjoined from the last variables to the first.
    """
    if importlib.util.find_spec("oxidd") is None:
        return None
    bdd: Any = importlib.import_module("oxidd.bdd")
    manager = bdd.BDDManager(1 << 22, 1 << 20, 1)
    manager.add_vars(size)
    variables = [manager.var(i) for i in range(size)]
    true, false = manager.true(), manager.false()

    def count(literals: Sequence[int], wanted: int) -> Any:
        rows = [true if k == wanted else false for k in range(wanted + 2)]
        for literal in sorted(literals, reverse=True):
            x = variables[literal - 1]
            rows = [x.ite(rows[min(k + 1, wanted + 1)], rows[k]) for k in range(wanted + 2)]
        return rows[0]

    parts = [count(literals, wanted) for literals, wanted in exactly]
    for clause in sorted(clauses, key=lambda each: -min(map(abs, each))):
        made = false
        for literal in clause:
            made = made | (variables[literal - 1] if literal > 0 else ~variables[-literal - 1])
        parts.append(made)
    result = true
    for part in parts:
        result = result & part
    return int(result.sat_count(size))


# Sudokus.


class LiveSat:
    """One PySAT solver that keeps the rules; givens are assumptions, the second solution is forbidden behind a guard."""

    def __init__(self, rules: Sequence[Sequence[int]], variables: int) -> None:
        self._solver = Solver(name="minisat22", bootstrap_with=rules)
        self._next = variables + 1

    def unique(self, givens: Sequence[int]) -> bool:
        """Whether exactly one solution has these literals."""
        if not self._solver.solve(assumptions=givens):
            return False
        model = [x for x in self._solver.get_model() if 0 < x < 730]
        guard, self._next = self._next, self._next + 1
        given = set(givens)
        self._solver.add_clause([-guard, *(-x for x in model if x not in given)])
        second = self._solver.solve(assumptions=[*givens, guard])
        self._solver.add_clause([-guard])
        return not second


@lru_cache(maxsize=1)
def sudoku_search() -> Callable[[bytes], int] | None:
    """The specialist in C beside this file, compiled as our kernels are; None without a compiler."""
    room = Path(tempfile.mkdtemp())
    target = room / "search.so"
    line = [part for part in command(target) if not part.endswith(".c") and part != "-fvisibility=hidden"]
    try:
        done = subprocess.run([*line, str(HERE / "sudoku_search.c")], capture_output=True, check=False)
    except OSError:
        return None
    if done.returncode:
        return None
    found: Callable[[bytes], int] = ctypes.CDLL(str(target)).solutions
    return found

"""Memory: the growth of the largest resident set, each measured in a process of its own.

Clue with eight players, 30 notes as they come, each asked for the count and all chances, every position kept (as a
record that can be looked up at every line does) or the last one only; and what a refusal costs, which should stay near
the bound that was set.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from benchmarks.bench_clue import CARDS, PEOPLE, ROOMS, TOOLS
from benchmarks.harness import Row, peak, timed
from deduce import AtLeast, Exactly, Knowledge, Problem, Sum, TooLarge
from deduce import compile as compiled

__all__ = ["kept", "last", "refused", "rows", "table"]

HANDS = [3, 3, 2, 2, 2, 2, 2, 2]
"""How many cards each of the eight holds; who takes notes looks on."""


def table(number: int, *, keep: bool, seed: int = 0) -> list[Knowledge]:
    """The positions after each of `number` notes of one fixed deal, or the last one.

    A note says that a player had one of three cards. Who had none of them is left out: the hardest case.
    """
    rng = np.random.default_rng(seed)
    envelope = [str(rng.choice(kind)) for kind in (PEOPLE, TOOLS, ROOMS)]
    dealt = [str(card) for card in rng.permutation([card for card in CARDS if card not in envelope])]
    ends = np.cumsum([0, *HANDS]).tolist()
    hands = {player: dealt[low:high] for player, (low, high) in enumerate(pairwise(ends), 1)}
    problem = Problem("Clue")
    holder = problem.variables("holder", CARDS, domain=range(len(HANDS) + 1))
    for kind in (PEOPLE, TOOLS, ROOMS):
        problem.require(Exactly(1, [holder[card] for card in kind], 0))
    for player, size in enumerate(HANDS, 1):
        problem.require(Exactly(size, holder, player))
    k = Knowledge(problem)
    found: list[Knowledge] = []
    while len(k.log) < number:
        named = [str(rng.choice(kind)) for kind in (PEOPLE, TOOLS, ROOMS)]
        player = int(rng.integers(1, len(HANDS) + 1))
        if set(named).isdisjoint(hands[player]):
            continue
        k = k.observe(AtLeast(1, [holder[card] for card in named], player))
        k.count(), k.table()
        found = [*found, k] if keep else [k]
    return found


def kept(number: int) -> int:
    """Every position kept; the number of deals left at the end."""
    return table(number, keep=True)[-1].count()


def last(number: int) -> int:
    """The last position kept."""
    return table(number, keep=False)[-1].count()


def refused(megabytes: int) -> None:
    """A sum whose diagram grows by a megabyte a layer until it is too large for the bound."""
    problem = Problem("sum")
    rng = np.random.default_rng(1)
    x = problem.variables("x", range(6 * megabytes), range(2))
    weights = [int(weight) for weight in rng.integers(500, 1000, len(x))]
    problem.require(Sum(x, sum(weights) // 2 - 30_000, sum(weights) // 2, weights=weights))
    try:
        compiled(problem, "diagram", max_bytes=megabytes << 20)
    except TooLarge:
        return
    raise AssertionError("it should not have fitted")


def rows() -> Iterator[Row]:
    """Seconds and megabytes."""
    for who, work in (("every position kept", kept), ("the last kept", last)):
        seconds, answer = timed(lambda work=work: work(30), repeat=1)  # type: ignore[misc]
        yield Row("Clue, 8 players, 30 notes", who, seconds, None, peak(work, 30), f"{answer} deals left")
    for megabytes in (64, 256):
        seconds, _ = timed(lambda m=megabytes: refused(m), repeat=1)  # type: ignore[misc]
        yield Row(f"refused at {megabytes} MB", "diagram", seconds, None, peak(refused, megabytes))

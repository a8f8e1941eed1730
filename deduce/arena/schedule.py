"""Who meets whom: line-ups of a tournament, every one of them with every deal."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from deduce.arena.match import Fixture
from deduce.games.base import seeded
from deduce.games.given import whole_of
from deduce.ground.errors import ProblemError, nearest

__all__ = ["PAIRINGS", "lineups", "schedule"]

PAIRINGS: Final = {
    "self": "each entrant fills every seat: for cooperative games, and to compare on paired deals",
    "round-robin": "every choice of entrants that fills the table, in every rotation of the seats",
    "cross": "each entrant in one seat, in turn, with each entrant in all the others",
}
"""The ways to pair entrants, with their meaning."""


def lineups(entrants: Sequence[str], seats: int, pairing: str) -> tuple[tuple[str, ...], ...]:
    """The line-ups of a pairing, without repetition, in a fixed order.

    In a round robin with fewer entrants than seats, entrants sit in turn more than once, and every order
    of turns is played, so that all have equally many seats. Raises `ProblemError` for a pairing that
    does not exist.
    """
    whole_of("seats", seats, 1)
    if pairing == "self":
        found = [(name,) * seats for name in entrants]
    elif pairing == "round-robin":
        found = [
            tuple(turned[(seat + start) % seats] for seat in range(seats))
            for chosen in itertools.combinations(entrants, min(len(entrants), seats))
            for first in range(len(chosen))
            for turned in [[chosen[(seat + first) % len(chosen)] for seat in range(seats)]]
            for start in range(seats)
        ]
    elif pairing == "cross":
        found = [
            tuple(one if seat == place else other for seat in range(seats))
            for one, other in itertools.product(entrants, repeat=2)
            for place in range(seats)
        ]
    else:
        raise ProblemError(f"there is no pairing {pairing!r}: {nearest(pairing, PAIRINGS)}")
    return tuple(dict.fromkeys(found))


def schedule(
    entrants: Sequence[str], seats: int, *, pairing: str, deals: int, rng: int = 0
) -> tuple[Fixture, ...]:
    """Every line-up with the deals of seeds ``rng`` to ``rng + deals - 1``, deal by deal.

    Raises `ProblemError` for numbers and a pairing that are none.
    """
    whole_of("deals", deals, 1)
    seeded(rng)
    tables = lineups(entrants, seats, pairing)
    return tuple(Fixture(deal, lineup) for deal in range(rng, rng + deals) for lineup in tables)

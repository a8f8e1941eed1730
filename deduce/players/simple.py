"""Players that look one move ahead at most: random, and greedy by any objective."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from deduce.games.given import number_given, rng_of, seen_of
from deduce.ground.errors import Called


class RandomPlayer:
    """Chooses uniformly among the legal moves."""

    __slots__ = ("name",)

    def __init__(self, *, name: str = "random") -> None:
        self.name = name

    def choose(self, view: Any, rng: random.Random) -> Any:
        """One of `view.moves`, each as likely as the others."""
        try:
            moves = view.moves
            return moves[int(rng.random() * len(moves))]
        except (AttributeError, TypeError):
            seen_of(view)
            rng_of(rng)
            raise

    def __repr__(self) -> str:
        return f"RandomPlayer(name={self.name!r})"


random_player: Final = RandomPlayer()
"""The random player; it has no settings, so one is enough."""


class Greedy:
    """Chooses the move with the highest `objective`; ties are broken by chance.

    Args:
        objective: ``objective(view, move)``, a number; higher is better.
        name: As printed in tables; the objective's own name when empty.
        tolerance: Values so close to the best count as ties.
    """

    __slots__ = ("name", "objective", "tolerance")

    def __init__(
        self, objective: Callable[[Any, Any], float], *, name: str = "", tolerance: float = 1e-12
    ) -> None:
        self.objective = objective
        self.name = name or f"greedy {getattr(objective, '__name__', 'player')}"
        self.tolerance = tolerance

    def choose(self, view: Any, rng: random.Random) -> Any:
        """The best of `view.moves`. Takes one evaluation of the objective a move."""
        moves = view.moves
        if len(moves) == 1:
            return moves[0]
        values = [self._value(view, move) for move in moves]
        least = max(values) - self.tolerance
        best = [move for move, value in zip(moves, values, strict=True) if value >= least]
        return best[int(rng.random() * len(best))]

    def _value(self, view: Any, move: Any) -> float:
        with Called(f"the player {self.name!r}") as call:
            call.given = (move,)
            value = self.objective(view, move)
        return number_given(f"the objective of {self.name!r}", value)

    def __repr__(self) -> str:
        return f"Greedy({self.objective!r}, name={self.name!r})"

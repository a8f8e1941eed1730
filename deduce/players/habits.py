"""Play-outs that learn from play-outs: of a few moves drawn by chance, the one that has done best so far.

In most games a blunder is a blunder almost whenever it is made, and so is a good move: the mean score of all play-outs
in which a seat made a move tells something, whatever the position was (H. Finnsson, Y. Bjoernsson, "Simulation-based
approach to general game playing", AAAI 2008). Taking the best of two or three drawn by chance keeps play-outs varied,
and costs the same in a list of five hundred moves as in one of five.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final

from deduce.games.base import CHANCE

__all__ = ["Habits"]

DRAWN: Final = 3
"""Among so many moves drawn by chance the best is made."""

PRIOR: Final = 2.0
"""A move counts as made so often before, with the mean score of its seat."""


class Habits:
    """What moves scored on average, seat by seat, in the play-outs made so far."""

    def __init__(self) -> None:
        self._moves: dict[int, dict[Any, list[float]]] = {}
        self._seats: dict[int, list[float]] = {}

    def choose(self, seat: int, moves: Sequence[Any], rng: random.Random) -> Any:
        """The best of `DRAWN` of the moves; one by chance before anything is known."""
        count, known = len(moves), self._moves.get(seat)
        best = moves[int(rng.random() * count)]
        if known is None or count == 1:
            return best
        played, total = self._seats[seat]
        mean = total / played
        found = _value(known.get(best), mean)
        for _ in range(DRAWN - 1):
            move = moves[int(rng.random() * count)]
            value = _value(known.get(move), mean)
            if value > found:
                best, found = move, value
        return best

    def play_on(self, state: Any, rng: random.Random, horizon: int) -> tuple[Any, list[tuple[int, Any]]]:
        """The state at the end of a play-out (or after `horizon` moves), and who decided what on the way."""
        path: list[tuple[int, Any]] = []
        for _ in range(horizon):
            actor = state.actor
            if actor is CHANCE:
                state = state.play(state.draw(rng))
            elif actor is None:
                break
            else:
                moves = state.moves()
                move = moves[0] if len(moves) == 1 else self.choose(actor, moves, rng)
                if len(moves) > 1:
                    path.append((actor, move))
                state = state.play(move)
        return state, path

    def learn(self, path: Sequence[tuple[int, Any]], scores: Sequence[float]) -> None:
        """A play-out ended with these scores."""
        for seat, move in path:
            score = scores[seat - 1]
            known = self._moves.setdefault(seat, {}).setdefault(move, [0, 0.0])
            known[0] += 1
            known[1] += score
            whole = self._seats.setdefault(seat, [0, 0.0])
            whole[0] += 1
            whole[1] += score


def _value(known: list[float] | None, mean: float) -> float:
    return mean if known is None else (known[1] + PRIOR * mean) / (known[0] + PRIOR)

"""Counting play-outs: numbers that pin down a game's rules, as perft does for chess programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deduce.games.base import CHANCE, Game
from deduce.games.given import whole_of


def perft(state: Any, depth: int) -> int:
    """The number of sequences of exactly `depth` moves from `state`; each chance outcome is a move.

    A game that ends sooner adds nothing, as in chess. Sequences are counted, not positions: two ways to
    one position count twice, and nothing is remembered, so that equality of states is not relied on.

    Raises `ProblemError` for a depth that is no whole number from 0. Takes time in proportion to the count at
    ``depth - 1``.
    """
    if depth <= 0 and whole_of("perft: depth", depth, 0) == 0:
        return 1
    actor = state.actor
    if actor is None:
        return 0
    moves = [move for move, _ in state.outcomes()] if actor is CHANCE else state.moves()
    if depth == 1:
        return len(moves)
    return sum(perft(state.play(move), depth - 1) for move in moves)


def playouts(
    game: Game[Any, Any, Any],
    depth: int,
    *,
    players: int,
    seed: int | None = 0,
    options: Mapping[str, Any] | None = None,
) -> tuple[int, ...]:
    """`perft` for depths 0 to `depth` from the deal of `seed` (None: from before the deal).

    The line of numbers to pin in a corpus: any change of the rules, the deal or the random stream shows.
    """
    state = game.new(players=players, seed=seed, **dict(options or {}))
    return tuple(perft(state, each) for each in range(whole_of("perft: depth", depth, 0) + 1))

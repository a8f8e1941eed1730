"""Playing a state to its end: the inner loop of sampling, of search and of every count of play-outs."""

from __future__ import annotations

import random
from typing import Any

from deduce.games.base import CHANCE, Player
from deduce.games.given import player_of, rng_of, whole_of
from deduce.ground.errors import ProblemError


def rollout(
    state: Any,
    rng: random.Random,
    *,
    policy: Player | None = None,
    horizon: int = 10_000,
    strict: bool = True,
) -> Any:
    """The state at the end of a play-out from `state`; chance is drawn by its probabilities.

    Args:
        state: Where to begin; it is not changed.
        rng: All chance comes from here.
        policy: Chooses for every seat, from that seat's view. None: uniformly among the legal moves,
            without making views, which is by far the fastest.
        horizon: At most so many moves, chance included.
        strict: Whether reaching the horizon before the end is an error.

    Raises `ProblemError` when `strict` and the game does not end within the horizon.
    """
    random_number = rng_of(rng).random
    whole_of("the horizon of a play-out", horizon, 0)
    if policy is not None:
        player_of(policy)
    for _ in range(horizon):
        actor = state.actor
        if actor is CHANCE:
            state = state.play(state.draw(rng))
        elif actor is None:
            return state
        elif policy is None:
            moves = state.moves()
            # Several times as fast as rng.choice; the bias is below 2**-40.
            state = state.play(moves[int(random_number() * len(moves))])
        else:
            state = state.play(policy.choose(state.view(actor), rng))
    if strict and state.actor is not None:
        raise ProblemError(f"a play-out did not end within {horizon} moves")
    return state

"""Random games that see much of the rules: kinds of moves that were not played yet come first."""

from __future__ import annotations

import random
from collections.abc import Iterator

from deduce.games.base import CHANCE


def wandering(state, rng: random.Random) -> Iterator[tuple]:
    """Each move of a random game from `state` on, with the position after it."""
    known = set()
    while state.actor is not None:
        if state.actor is CHANCE:
            move = state.draw(rng)
        else:
            able = list(state.moves())
            move = rng.choice([m for m in able if str(m).split()[0] not in known] or able)
            known.add(str(move).split()[0])
        state = state.play(move)
        yield move, state

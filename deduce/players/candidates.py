"""Which moves of a long list are worth a look: those that say what is so in a world that is possible, then others.

Where a code is to be guessed there are thousands of moves, and few of them could be right. `Game.truth` tells what the
hidden quantities are in a drawn world; a move whose last words (or whose letters) are values of these, in order, says
that they are so.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, Final

from deduce.games.base import Game
from deduce.ground.errors import DeduceError
from deduce.players.claims import Claims

TRIED: Final = 240
"""Of a longer list of moves so many are looked at."""

FEW: Final = 12
"""A list that is no longer is taken as it is."""

DRAWN, FRUITLESS = 24, 2
"""What is so in so many worlds is looked for among the moves; where so many gave none, no more."""


def candidates(
    game: Game[Any, Any, Any],
    view: Any,
    rng: random.Random,
    stop: float = math.inf,
    tested: Claims | None = None,
) -> Sequence[Any]:
    """The moves of `view`, `TRIED` at most; of more than `FEW` first those that say what may be so, then by chance.

    Of those that put something to the test (`tested`) the promising ones alone.
    """
    moves = view.moves
    if len(moves) <= FEW:
        return list(moves)
    found = dict.fromkeys(_spelled(game, view, rng, stop, tested))
    if tested is not None and tested.facts:
        found |= dict.fromkeys(tested.promising())
        moves = [move for move in moves if tested.silent(move)]
    others = rng.sample(range(len(moves)), min(TRIED, len(moves)))
    return [*found, *(moves[place] for place in others if moves[place] not in found)][:TRIED]


def _spelled(
    game: Game[Any, Any, Any], view: Any, rng: random.Random, stop: float, tested: Claims | None
) -> list[Any]:
    """The moves that spell values of a possible world, each world's in turn."""
    try:
        known = tested.known if tested is not None and tested.known is not None else game.knowledge(view)
    except (DeduceError, NotImplementedError):
        return []
    endings = _endings(tuple(view.moves))
    lengths = sorted({len(words) for words in endings}, reverse=True)
    found: list[Any] = []
    for drawn in range(DRAWN):
        if drawn >= FRUITLESS and (not found or time.monotonic() > stop):
            break
        world = game.resample(view, random.Random(rng.getrandbits(64)))
        values = tuple(map(str, game.truth(world, known).values()))
        for length in lengths:
            windows = [values[at : at + length] for at in range(len(values) - length + 1)]
            said = [move for window in windows for move in endings.get(window, ())]
            if said:  # the longest say most
                found += said
                break
    return found


@lru_cache(maxsize=4)
def _endings(moves: tuple[Hashable, ...]) -> dict[tuple[str, ...], list[Any]]:
    """The moves by their last words, and by their letters where they are one word."""
    found: dict[tuple[str, ...], list[Any]] = {}
    for move in moves:
        text = str(move)
        words = tuple(text.split())
        for start in range(len(words)):
            found.setdefault(words[start:], []).append(move)
        if len(words) == 1 and len(text) > 1:
            found.setdefault(tuple(text), []).append(move)
    return found

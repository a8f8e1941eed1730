"""Players by name: a game's own, and those that play every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deduce.errors import ProblemError, nearest
from deduce.games.base import Game, Player
from deduce.players.sampling import Sampling
from deduce.players.search import InformationSetSearch
from deduce.players.simple import random_player

__all__ = ["player", "players_of"]


def players_of(game: Game[Any, Any, Any]) -> dict[str, Callable[[], Player]]:
    """Makers of all players for `game`, by name: ``random``, ``sampling``, ``search``, then its own.

    A player of the game's own takes the place of the general one of its name.
    """
    general: dict[str, Callable[[], Player]] = {
        "random": lambda: random_player,
        "sampling": lambda: Sampling(game),
        "search": lambda: InformationSetSearch(game),
    }
    return general | dict(game.players)


def player(game: Game[Any, Any, Any], name: str) -> Player:
    """The player of that name. Raises `ProblemError` naming the nearest."""
    found = players_of(game)
    if name not in found:
        raise ProblemError(f"{game.name} has no player {name!r}: {nearest(name, found)}")
    return found[name]()

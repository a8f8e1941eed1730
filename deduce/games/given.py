"""What callers give to players, matches and bridges, checked: whoever gives something else is told what is allowed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from typing import Any

from deduce.games import registry
from deduce.games.base import Game
from deduce.ground.errors import DeduceError, ProblemError
from deduce.language.variables import is_number, is_whole


def game_of(game: Any) -> Game[Any, Any, Any]:
    """A game, or the installed one of that name. Raises `ProblemError` for anything else."""
    if isinstance(game, str):
        return registry.game(game)
    if isinstance(game, type) or not callable(getattr(game, "new", None)):
        hint = " (an object is wanted, not its class)" if isinstance(game, type) else ""
        raise ProblemError(f"a game is wanted, such as deduce.game('kuhn'), not {game!r:.200}{hint}")
    found: Game[Any, Any, Any] = game
    return found


def player_of(player: Any) -> Any:
    """A player. Raises `ProblemError` for what has no method `choose`, and for a class of players."""
    if isinstance(player, type) or not callable(getattr(player, "choose", None)):
        raise ProblemError(
            f"{player!r:.200} is no player: a player has a name and a method choose(view, rng)"
            " (an object, not its class; deduce.players.player(game, name) makes one by its name)"
        )
    return player


def who_moves(name: object, seat: int, game: Game[Any, Any, Any]) -> str:
    """Who moves, as errors say it."""
    return f"{name!r} at seat {seat} of {game.name}"


def move_of(player: Any, view: Any, rng: random.Random, who: str) -> Any:
    """What a player chooses. Raises `ProblemError`, from its error, where it fails; `who` says which one, and where.

    What is an error of ours already is raised as it is, with a note of who was asked.
    """
    try:
        return player.choose(view, rng)
    except DeduceError as error:
        error.add_note(f"asked to move was {who}")
        raise
    except MemoryError:
        raise
    except Exception as error:
        raise ProblemError(f"{who}, failed with {type(error).__name__}: {error}") from error


def not_whole(view: Any) -> Any:
    """What a seat sees, or any part of it. Raises `ProblemError` for a whole position, which holds what all hide."""
    if callable(getattr(type(view), "moves", None)):  # of its class: its own may take long to list
        raise ProblemError(
            "what a seat may see is wanted, a view, and this is the whole position: give state.view(seat)"
        )
    return view


def seen_of(view: Any) -> Any:
    """What a seat sees. Raises `ProblemError` for a whole position, or what is no view at all."""
    if not hasattr(type(not_whole(view)), "moves") and not hasattr(view, "moves"):
        raise ProblemError(f"what a seat may see is wanted, state.view(seat), not {view!r:.200}")
    return view


def rng_of(rng: Any) -> random.Random:
    """`rng`, if chance can be drawn from it; else `ProblemError`."""
    if not hasattr(rng, "getrandbits"):
        raise ProblemError(f"chance is drawn from a random.Random(seed), not from {rng!r:.200}")
    found: random.Random = rng
    return found


def mapping_of(what: str, given: Any) -> dict[str, Any]:
    """What was given by name; None is nothing. Raises `ProblemError`, which calls it `what`, for what is no mapping."""
    if given is not None and not isinstance(given, Mapping):
        raise ProblemError(f"{what} are given by name, as a mapping, not as {given!r:.200}")
    return dict(given or {})


def list_of(what: str, given: Any) -> list[Any]:
    """What was given for each seat. Raises `ProblemError`, which calls it `what`, for a text and what is no list."""
    if isinstance(given, (str, Mapping)) or not isinstance(given, Iterable):
        raise ProblemError(f"{what} are a list, one for each seat, not {given!r:.200}")
    return list(given)


def whole_of(what: str, value: Any, least: int) -> int:
    """A whole number from `least`; else `ProblemError`, which calls it `what`."""
    if not is_whole(value) or value < least:
        kind = "" if is_whole(value) else ", a whole number"
        raise ProblemError(f"{what} must be at least {least}{kind}, not {value!r:.200}")
    return int(value)


def number_given(what: str, value: Any) -> float:
    """A number, or a truth value as 1 or 0, numpy's too; else, and for nan, `ProblemError`, which says who gave it."""
    if hasattr(value, "item"):  # a number of numpy
        value = value.item()
    if not (is_number(value) or isinstance(value, bool)) or value != value:
        raise ProblemError(f"{what} gave {value!r:.200}: it gives a number, or whether something is so")
    found: float = value
    return found


def seconds_of(what: str, value: Any) -> float | None:
    """Seconds above 0, or None for no limit; else `ProblemError`, which calls them `what`."""
    if value is not None and not (is_number(value) and value > 0):
        raise ProblemError(f"{what} must be above 0 seconds, not {value!r}")
    found: float | None = value
    return found

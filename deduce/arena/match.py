"""One match: players, a deal, and what came of it. The same whenever and wherever it is played."""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from deduce.games.base import CHANCE, Game, Player, seeded
from deduce.games.given import (
    game_of,
    list_of,
    mapping_of,
    move_of,
    number_given,
    player_of,
    who_moves,
    whole_of,
)
from deduce.ground.errors import Called, DeduceError, IllegalMove, ProblemError
from deduce.ground.wording import many
from deduce.language.variables import is_whole


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match to play: the seed of its deal, and who sits where (seat 1 first)."""

    deal: int
    lineup: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A match that was played.

    Attributes:
        fixture: Who sat where, with which deal.
        scores: One number a seat, seat 1 first.
        decisions: How many moves each seat made.
        measures: What else was measured of the last state, by name.
        seconds: How long each seat thought; left out of comparisons, since it never repeats.
    """

    fixture: Fixture
    scores: tuple[float, ...]
    decisions: tuple[int, ...]
    measures: Mapping[str, float] = field(default_factory=dict)
    seconds: tuple[float, ...] = field(default=(), compare=False)

    def to_dict(self) -> dict[str, Any]:
        """The match as plain values for JSON; `from_dict` reads them back."""
        return {
            "deal": self.fixture.deal,
            "lineup": list(self.fixture.lineup),
            "scores": list(self.scores),
            "decisions": list(self.decisions),
            "measures": dict(self.measures),
            "seconds": [round(second, 6) for second in self.seconds],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Match:
        """The match that `to_dict` wrote. Raises KeyError, TypeError or ValueError for anything else."""
        lineup = data["lineup"]
        if not isinstance(lineup, list) or not lineup or not all(isinstance(name, str) for name in lineup):
            raise ProblemError("has no lineup of names")
        measures = data["measures"]
        if not isinstance(measures, dict):
            raise ProblemError("has no measures by name")
        if set(data) != set(cls(Fixture(0, ()), (), ()).to_dict()):
            raise ProblemError("has keys that are none of a match")
        seats = len(lineup)
        return cls(
            Fixture(_whole("deal", data["deal"]), tuple(lineup)),
            tuple(_number("scores", score) for score in _listed("scores", data, seats)),
            tuple(_whole("decisions", number, 0) for number in _listed("decisions", data, seats)),
            {name: _number("measures", value) for name, value in measures.items()},
            tuple(_number("seconds", second, 0.0) for second in _listed("seconds", data, seats)),
        )


def _listed(key: str, data: Mapping[str, Any], seats: int) -> list[Any]:
    found = data[key]
    if not isinstance(found, list) or len(found) != seats:
        raise ProblemError(f"has no {key} of {seats} seats")
    return found


def _number(key: str, value: object, least: float = -math.inf) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ProblemError(f"has {key} that are no numbers")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number) or number < least:
        raise ProblemError(f"has {key} beyond all bounds")
    return number


def _whole(key: str, value: object, least: int | None = None) -> int:
    if not is_whole(value) or (least is not None and value < least):
        raise ProblemError(f"has {key} that are no whole numbers" if least is not None else f"has no {key}")
    return int(value)


def _measured(name: str, measure: Callable[[Any], float], state: Any) -> float:
    """A number taken from the last state, which a results file can hold. Raises `ProblemError`."""
    with Called(f"the measure {name!r}"):
        value: Any = measure(state)
    number = number_given(f"the measure {name!r}", value)
    if not abs(number) <= sys.float_info.max:
        raise ProblemError(f"the measure {name!r} gave what no float holds, which no results file holds")
    return float(number)


def play_match(
    game: Game[Any, Any, Any] | str,
    players: Sequence[Player],
    *,
    deal: int,
    options: Mapping[str, Any] | None = None,
    names: Sequence[str] = (),
    measures: Mapping[str, Callable[[Any], float]] | None = None,
    max_moves: int = 100_000,
) -> Match:
    """Play one match.

    The set-up is ``game.new(seed=deal)``. Later chance moves, and each seat's own chance, come from
    generators seeded by the deal and nothing else, so line-ups that meet the same deal meet the same luck
    as far as their moves allow.

    Args:
        game: The game, or its name.
        players: One for each seat, seat 1 first. They are shown views, never states.
        deal: The seed.
        options: Passed to `Game.new`.
        names: What to call the players in the match; their own names when empty.
        measures: Numbers to take from the last state.
        max_moves: More count as endless.

    Raises:
        ProblemError: A player made an illegal move or failed (its error is the cause), or the match did not end; the
            message names the player, the seat and the deal. A measure that fails or is no finite number; a deal,
            players or names that are none.
    """
    game = game_of(game)
    seated = [player_of(player) for player in list_of("players", players)]
    called = list_of("names", names) or [getattr(player, "name", "") for player in seated]
    if len(called) != len(seated):
        raise ProblemError(f"{many(len(seated), 'player')} and {many(len(called), 'name')}: one for each")
    whole_of("max_moves", max_moves, 1)
    fixture = Fixture(seeded(deal), tuple(called))
    with game.watched():
        state, decisions, seconds = _played(
            game, seated, fixture, mapping_of("options", options), max_moves
        )
    if state.scores is None:
        raise ProblemError(f"{game.name}, deal {deal}, {fixture.lineup}: no end after {max_moves} moves")
    taken = {
        name: _measured(name, measure, state) for name, measure in mapping_of("measures", measures).items()
    }
    return Match(fixture, tuple(map(float, state.scores)), tuple(decisions), taken, tuple(seconds))


def _played(
    game: Game[Any, Any, Any],
    seated: Sequence[Player],
    fixture: Fixture,
    options: Mapping[str, Any],
    max_moves: int,
) -> tuple[Any, list[int], list[float]]:
    """The last state of a match, and how often each seat moved and how long it thought."""
    deal = fixture.deal
    state = game.new(players=len(seated), seed=deal, **options)
    chance = random.Random(f"{deal}/chance")
    own = [random.Random(f"{deal}/seat {seat}") for seat in range(1, len(seated) + 1)]
    decisions = [0] * len(seated)
    seconds = [0.0] * len(seated)
    told = [f"{who_moves(name, seat, game)}, deal {deal}" for seat, name in enumerate(fixture.lineup, 1)]
    for _ in range(max_moves):
        actor = state.actor
        if actor is None:
            break
        if actor is CHANCE:
            state = state.play(state.draw(chance))
            continue
        view = state.view(actor)
        began = time.perf_counter()
        move = move_of(seated[actor - 1], view, own[actor - 1], told[actor - 1])
        seconds[actor - 1] += time.perf_counter() - began
        decisions[actor - 1] += 1
        try:
            state = state.play(move)
        except DeduceError as error:
            illegal = isinstance(error, IllegalMove)
            did = "made an illegal move" if illegal else f"moves {str(move)!r}, and the game fails"
            raise ProblemError(f"{told[actor - 1]}, {did}: {error}") from error
    return state, decisions, seconds

"""OpenSpiel: every game of the registry as a Python game, ``load(game, ...)``.

Chance moves are OpenSpiel's chance nodes: an outcome is its place in `State.outcomes`. Other actions are numbered by
`deduce.bridges.actions.ActionList`. Information states are keys of views (`deduce.games.plain.information_state`) and
vectors as in `deduce.bridges.observations`. `resample_from_infostate` draws from the seat's possible worlds.
Needs the extra ``openspiel``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

import numpy as np

from deduce.bridges.actions import ActionList
from deduce.bridges.observations import observer_of
from deduce.games.base import CHANCE, Game, chance_from
from deduce.games.given import game_of
from deduce.games.plain import information_state
from deduce.ground.errors import IllegalMove, MissingExtra, ProblemError
from deduce.language.variables import is_number

try:
    import pyspiel
except ImportError:
    raise MissingExtra("open_spiel", "openspiel", "deduce.bridges.openspiel") from None

MOST_OUTCOMES = 1_000_000
"""No chance node has more outcomes."""

_registered: dict[str, Game[Any, Any, Any]] = {}
"""The games that OpenSpiel can make by name, so that their states serialise."""


def load(
    game: str | Game[Any, Any, Any],
    *,
    players: int | None = None,
    observation: str = "plain",
    **options: Any,
) -> DeduceGame:
    """An OpenSpiel game.

    Args:
        game: A game of the registry, by name, or a `Game`.
        players: How many seats play; the fewest that the game allows when None.
        observation: ``"plain"`` or ``"marginals"``; see `deduce.bridges.observations.observer`.
        options: Options of the game.

    It is registered with OpenSpiel as ``python_deduce_NAME`` (with a number after it where another `Game` has that
    name), so that its states serialise.
    """
    made = game_of(game)
    count = made.checked_players(players if players is not None else made.seats.start)
    name = _name_for(made)
    parameters = {
        "players": count,
        "observation": observation,
        "options": _text_of({key: made.checked_options(options)[key] for key in sorted(options)}),
    }
    if name not in _registered:
        pyspiel.register_game(_game_type(made, name), _maker(made, name))
        _registered[name] = made
    return DeduceGame(made, name, parameters)


def _name_for(game: Game[Any, Any, Any]) -> str:
    """The name of `game` in OpenSpiel's registry: its own, unless another game was registered under that."""
    first = name = f"python_deduce_{game.name}"
    number = 1
    while _registered.get(name, game) is not game:
        number += 1
        name = f"{first}_{number}"
    return name


def _maker(game: Game[Any, Any, Any], name: str) -> type[DeduceGame]:
    """A class that OpenSpiel can make with parameters alone; a function in its registry aborts Python at exit."""

    class Registered(DeduceGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, name, {**_defaults(game), **(params or {})})

    return Registered


def _defaults(game: Game[Any, Any, Any]) -> dict[str, Any]:
    return {"players": game.seats.start, "observation": "plain", "options": _text_of({})}


def _text_of(options: Mapping[str, Any]) -> str:
    """Options as a parameter of OpenSpiel, in which commas, brackets and equals signs mean something else."""
    return quote(json.dumps(options), safe="")


def _game_type(game: Game[Any, Any, Any], name: str) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=name,
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats.stop - 1,
        min_num_players=game.seats.start,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(game),
    )


class DeduceGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel ships no types
    """A game of ours as one of OpenSpiel's; made by `load`."""

    def __init__(self, game: Game[Any, Any, Any], name: str, parameters: Mapping[str, Any]) -> None:
        self.game = game
        self.players = int(parameters["players"])
        self.options: dict[str, Any] = json.loads(unquote(parameters["options"]))
        self.actions = ActionList(game, self.players, self.options)
        bounds = game.bounds(self.players)
        super().__init__(
            _game_type(game, name),
            pyspiel.GameInfo(
                num_distinct_actions=len(self.actions),
                max_chance_outcomes=MOST_OUTCOMES,
                num_players=self.players,
                min_utility=bounds.low,
                max_utility=bounds.high,
                utility_sum=None,
                max_game_length=bounds.moves,
            ),
            dict(parameters),
        )
        self.observe, self.width = observer_of(
            game, self.players, self.options, str(parameters["observation"])
        )

    def new_initial_state(self) -> DeduceState:
        """The position before the first chance move."""
        return DeduceState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        """An observer whose tensor is the vector of the view."""
        if params:
            raise ProblemError(f"an observer has no parameters, not {params!r}")
        return _Observer(self)


class _Held:
    """A frozen position: copies are itself, so that OpenSpiel's cloning costs nothing."""

    __slots__ = ("position",)

    def __init__(self, position: Any) -> None:
        self.position = position

    def __deepcopy__(self, memo: object) -> _Held:
        return self


class DeduceState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel ships no types
    """A position of a `DeduceGame`; `position` is the state of ours."""

    def __init__(self, game: DeduceGame) -> None:
        super().__init__(game)
        self._game = _Held(game)
        self._held = _Held(game.game.new(players=game.players, **game.options))

    @property
    def position(self) -> Any:
        """The state of the game itself."""
        return self._held.position

    def current_player(self) -> int:
        """The player to move (from 0), chance, or terminal."""
        actor = self.position.actor
        if actor is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor is CHANCE else int(actor) - 1

    def _legal(self) -> dict[int, Any]:
        position = self.position
        return self._game.position.actions.numbers(position.moves())  # type: ignore[no-any-return]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._legal()) if self.position.actor == player + 1 else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Places in `State.outcomes`, with their probabilities."""
        return [(place, chance) for place, (_, chance) in enumerate(self.position.outcomes())]

    def _move(self, action: int) -> Any:
        if self.position.actor is CHANCE:
            outcomes = self.position.outcomes()
            if not 0 <= action < len(outcomes):
                raise IllegalMove(f"chance has {len(outcomes)} outcomes, and no outcome {action}")
            return outcomes[action][0]
        legal = self._legal()
        if action not in legal:
            raise IllegalMove(f"action {action} is not legal now")
        return legal[action]

    def _apply_action(self, action: int) -> None:
        self._held = _Held(self.position.play(self._move(action)))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._move(action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.actor is None

    def returns(self) -> list[float]:
        """The scores; zeros before the end."""
        return [float(score) for score in self.position.scores or (0.0,) * self.num_players()]

    def information_state_string(self, player: int | None = None) -> str:
        """The key of what `player` (from 0; the one to move) knows."""
        seat = (self.current_player() if player is None else player) + 1
        return information_state(self.position.view(seat))

    observation_string = information_state_string

    def resample_from_infostate(self, player: int, probability: Any) -> DeduceState:
        """A state that `player` cannot tell from this one, drawn from its possible worlds.

        Its history is that of this state: only what lies hidden differs. `probability` draws numbers in [0, 1).
        """
        game = self._game.position
        drawn = probability() if callable(probability) else probability
        if not is_number(drawn) or not 0 <= drawn < 1:
            raise ProblemError(f"a world is drawn by a number from 0 to below 1, not by {drawn!r:.200}")
        seed = int(drawn * 2**53)
        other = self.clone()
        view = self.position.view(player + 1)
        other._held = _Held(game.game.resample(view, chance_from(seed)))
        return other  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return information_state(self.position.view(0))


class _Observer:
    """What OpenSpiel asks of an observer: a tensor, filled from a state, and a string."""

    def __init__(self, game: DeduceGame) -> None:
        self._game = game
        self.tensor = np.zeros(game.width, np.float32)
        self.dict: Mapping[str, Any] = {"observation": self.tensor}

    def set_from(self, state: DeduceState, player: int) -> None:
        """Fill the tensor with what `player` may use."""
        self.tensor[:] = self._game.observe(state.position.view(player + 1))

    def string_from(self, state: DeduceState, player: int) -> str:
        """The key of what `player` knows."""
        return information_state(state.position.view(player + 1))

"""PettingZoo: every game of the registry as an AEC environment, ``env(game, ...)``.

Seats become agents ``seat_1``, ``seat_2``, ...; chance is drawn inside. An observation is a dictionary with
``observation`` (a vector, see `deduce.bridges.observations`) and ``action_mask``; actions are numbered by
`deduce.bridges.actions.ActionList`. Rewards come at the end: the scores of the game. Needs the extra ``pettingzoo``.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from contextlib import suppress
from operator import index
from typing import Any

import numpy as np

from deduce.bridges.actions import ActionList
from deduce.bridges.observations import observer_of
from deduce.games.base import Game, chance_from, seeded, settle
from deduce.games.given import game_of
from deduce.ground.errors import IllegalMove, MissingExtra, ProblemError, nearest
from deduce.language.variables import is_whole

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
except ImportError:
    raise MissingExtra("pettingzoo", "pettingzoo", "deduce.bridges.pettingzoo") from None

ILLEGAL = ("end", "draw")
RENDERED = ("human", "ansi")


def _meant(action: Any, legal: Mapping[int, Any]) -> Any:
    """The legal move of a number, numpy's arrays of one without a shape included. Raises `IllegalMove` otherwise."""
    with suppress(TypeError):
        if (number := index(action)) in legal:
            return legal[number]
    raise IllegalMove(f"action {action} is not legal now")


def env(
    game: str | Game[Any, Any, Any],
    *,
    players: int | None = None,
    observation: str = "plain",
    render_mode: str | None = None,
    **options: Any,
) -> Any:
    """The environment with PettingZoo's checking wrappers; arguments as in `DeduceEnv`."""
    made = raw_env(game, players=players, observation=observation, render_mode=render_mode, **options)
    return wrappers.OrderEnforcingWrapper(made)


def raw_env(game: str | Game[Any, Any, Any], **arguments: Any) -> DeduceEnv:
    """The environment without wrappers, for speed; arguments as in `DeduceEnv`."""
    return DeduceEnv(game_of(game), **arguments)


class DeduceEnv(AECEnv):  # type: ignore[misc]  # PettingZoo ships no complete types
    """One game as an AEC environment.

    Args:
        game: A game of the registry, by name, or a `Game`.
        players: How many seats play; the fewest that the game allows when None.
        observation: ``"plain"`` or ``"marginals"``; see `deduce.bridges.observations.observer`.
        render_mode: ``"ansi"`` gives the view of the seat to move as text; ``"human"`` prints it.
        options: Options of the game.

    An illegal action ends the game for everybody with reward 0, and -1 for who chose it.
    """

    def __init__(
        self,
        game: Game[Any, Any, Any],
        *,
        players: int | None = None,
        observation: str = "plain",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *RENDERED):
            raise ProblemError(f"render_mode {render_mode!r}: {nearest(render_mode, RENDERED)}")
        self.game, self.options, self.render_mode = game, options, render_mode
        self.players = game.checked_players(players if players is not None else game.seats.start)
        self.metadata = {
            "name": f"deduce_{game.name}_v0",
            "render_modes": [*RENDERED],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(1, self.players + 1)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        self.actions = ActionList(game, self.players, options)
        self._seed = 0
        self._seen: tuple[Any, int, Any] = (None, 0, None)
        self._observe, self.width = observer_of(game, self.players, options, observation)

    @functools.cache  # noqa: B019 - PettingZoo asks that the same space is given again
    def observation_space(self, agent: str) -> Any:
        """A vector and the mask of legal actions."""
        limit = np.finfo(np.float32).max
        return spaces.Dict(
            {
                "observation": spaces.Box(-limit, limit, (self.width,), np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
            }
        )

    @functools.cache  # noqa: B019 - as above
    def action_space(self, agent: str) -> Any:
        """One number an action."""
        return spaces.Discrete(len(self.actions))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal anew: from `seed`, or without one from the next of this environment's own sequence."""
        self._seed = self._seed + 1 if seed is None else seeded(seed)
        self.rng = chance_from(self._seed)
        self.position = settle(self.game.new(players=self.players, **self.options), self.rng)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        actor = self.position.actor
        if isinstance(actor, int):
            self.agent_selection = self.possible_agents[actor - 1]

    def observe(self, agent: str) -> dict[str, Any]:
        """What the seat of `agent` may use, and what it may do now."""
        view = self._view(self.seats[agent])
        mask = np.zeros(len(self.actions), np.int8)
        if self.position.actor == self.seats[agent] and not self.terminations.get(agent, True):
            mask[list(self.actions.numbers(view.moves))] = 1
        return {"observation": self._observe(view), "action_mask": mask}

    def _view(self, seat: int) -> Any:
        """What a seat sees now; asked for again, the same."""
        if self._seen[0] is not self.position or self._seen[1] != seat:
            self._seen = (self.position, seat, self.position.view(seat))
        return self._seen[2]

    def step(self, action: int | None) -> None:
        """Play an action for the agent selected, then chance until somebody has to decide."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        legal = self.actions.numbers(self._view(self.seats[agent]).moves)
        self._clear_rewards()
        try:
            self.position = settle(self.position.play(_meant(action, legal)), self.rng)
        except IllegalMove as error:
            self.rewards[agent] = -1.0
            self.infos[agent]["illegal"] = str(error)
            self._end()
        else:
            scores = self.position.scores
            if scores is not None:
                self.rewards = {each: float(scores[self.seats[each] - 1]) for each in self.agents}
                self._end()
            else:
                self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """The view of the agent selected, as text."""
        text = str(self.position.view(self.seats[self.agent_selection]))
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """Nothing is held open."""


def parallel_env(
    game: str | Game[Any, Any, Any],
    *,
    max_cycles: int | None = None,
    illegal: str = "end",
    **arguments: Any,
) -> TurnsTogether:
    """The environment for loops in which every agent acts in every cycle; arguments as in `TurnsTogether`."""
    return TurnsTogether(raw_env(game, **arguments), max_cycles=max_cycles, illegal=illegal)


class TurnsTogether(ParallelEnv):  # type: ignore[misc]  # PettingZoo ships no complete types
    """A game as a parallel environment: every agent names an action in every cycle, the seat to move plays.

    The mask of the others is empty, and what they name is ignored.

    Args:
        inner: The environment that keeps the game.
        max_cycles: After so many cycles the game is cut off (truncated); None: it ends by its rules.
        illegal: What an illegal action of the seat to move does: ``"end"`` ends the game with -1 for it, ``"draw"``
            plays a legal move drawn evenly instead (for loops that know no masks).

    Raises `ProblemError` for another `illegal`, or a `max_cycles` below 1.
    """

    def __init__(self, inner: DeduceEnv, *, max_cycles: int | None = None, illegal: str = "end") -> None:
        if illegal not in ILLEGAL:
            raise ProblemError(f"illegal {illegal!r}: {nearest(illegal, ILLEGAL)}")
        if max_cycles is not None and (not is_whole(max_cycles) or max_cycles < 1):
            raise ProblemError(f"max_cycles is a whole number from 1, or None, not {max_cycles!r}")
        self.inner, self.max_cycles, self.illegal = inner, max_cycles, illegal
        self.metadata = {**inner.metadata, "is_parallelizable": True}
        self.render_mode, self.possible_agents = inner.render_mode, inner.possible_agents
        self.agents: list[str] = []
        self.cycles = 0

    def observation_space(self, agent: str) -> Any:
        """That of the game one agent at a time."""
        return self.inner.observation_space(agent)

    def action_space(self, agent: str) -> Any:
        """One number an action."""
        return self.inner.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal anew; every agent's observation and an empty note for each."""
        self.inner.reset(seed, options)
        self.agents, self.cycles = self.possible_agents[:], 0
        return {agent: self.inner.observe(agent) for agent in self.agents}, {
            agent: {} for agent in self.agents
        }

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """Play the action of the seat to move; observations, rewards, ends, cuts and notes of every agent."""
        inner, playing = self.inner, self.agents
        mover = inner.agent_selection
        action = actions.get(mover)
        if self.illegal == "draw":
            legal = np.flatnonzero(inner.observe(mover)["action_mask"])
            if action not in legal:
                action = int(inner.rng.choice(legal))
        inner.step(-1 if action is None else action)
        self.cycles += 1
        over = all(inner.terminations.values())
        cut = not over and self.cycles == self.max_cycles
        if over or cut:
            self.agents = []
        return (
            {agent: inner.observe(agent) for agent in playing},
            {agent: inner.rewards[agent] for agent in playing},
            dict(inner.terminations),
            dict.fromkeys(playing, cut),
            {agent: inner.infos[agent] for agent in playing},
        )

    def render(self) -> str | None:
        """The view of the seat to move, as text."""
        return self.inner.render()

    def close(self) -> None:
        """Nothing is held open."""

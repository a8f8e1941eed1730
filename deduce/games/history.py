"""Histories: a game's moves from its first chance move on, the whole of what a position is made of."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from deduce.games.base import CHANCE, Game, chance_from
from deduce.games.given import game_of, whole_of
from deduce.ground.errors import DeduceError
from deduce.ground.wording import many


@dataclass(frozen=True, slots=True)
class History:
    """A position as the moves that lead to it, chance moves included, and how the game was started.

    `seed` is the one a random play-out was made from, for messages; the moves alone decide.
    """

    game: Game[Any, Any, Any]
    players: int
    moves: tuple[Any, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    _states: tuple[Any, ...] = field(default=(), compare=False, repr=False)
    """The positions met while it was played, where they are at hand: states are values, and need not be made again."""

    def states(self) -> list[Any]:
        """The position before every move, and the last one: one more than there are moves."""
        if self._states:
            return [*self._states]
        states = [self.game.new(players=self.players, **self.options)]
        for move in self.moves:
            states.append(states[-1].play(move))
        return states

    def to(self, length: int) -> History:
        """The same history after its first `length` moves."""
        begun = self._states[: length + 1]
        return History(self.game, self.players, self.moves[:length], self.options, self.seed, begun)

    def to_dict(self) -> dict[str, Any]:
        """The history as plain values: `replay` reads its moves back."""
        return {
            "game": self.game.name,
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed,
            "moves": [str(move) for move in self.moves],
        }

    def __str__(self) -> str:
        start = f"{self.game.name}, {many(self.players, 'player')}"
        start += "".join(f", {key}={value!r}" for key, value in self.options.items())
        if not self.moves:
            return f"{start}, before any move"
        lines = "".join(f"\n    {number}  {move}" for number, move in enumerate(self.moves, 1))
        return f"{start}, after {len(self.moves)} moves:{lines}"


class ConformanceError(DeduceError, AssertionError):
    """A game breaks its contract; `history` is the shortest way found to the position that shows it.

    `part` names the check, `reason` says what was found, `place` is the file and line of the author's code that an error
    came from or that answers for what was found (empty where that is not known), `repeats` whether checking the history
    again shows it.
    """

    def __init__(
        self, part: str, reason: str, history: History, *, place: str = "", repeats: bool = True
    ) -> None:
        self.part, self.reason, self.history, self.repeats = part, reason, history, repeats
        self.place = place
        again = f"\nto repeat: check_history(error.history, parts=[{part!r}], last_only=True)"
        where = f"\nat {place}" if place else ""
        super().__init__(f"{part}: {reason}{where}\nin {history}{again if repeats else ''}")


def random_history(
    game: Game[Any, Any, Any] | str,
    players: int,
    seed: int,
    *,
    options: Mapping[str, Any] | None = None,
    max_moves: int = 10_000,
    choose: Callable[[Any, Sequence[Any], random.Random], Any] | None = None,
    begun: History | None = None,
) -> History:
    """A random play-out of a game, or of that name, to the end: chance by its probabilities, seats uniformly.

    With ``choose(state, moves, rng)`` that function decides in place of the uniform draw. With `begun`, a history of the
    same game, players and options, it goes on from the end of that, by chance of its own. Raises `ConformanceError` when
    a seat has no move, a move offered is refused (part ``"rules"``), or there is no end after `max_moves` moves (part
    ``"ends"``).
    """
    game = game_of(game)
    whole_of("max_moves", max_moves, 1)
    given = dict(options or {})
    moves: list[Any] = [] if begun is None else [*begun.moves]
    rng = chance_from(seed) if begun is None else random.Random(f"{seed} from {len(moves)}")
    states = [game.new(players=players, **given)] if begun is None else begun.states()
    state = states[-1]

    def broken(reason: str) -> ConformanceError:
        return ConformanceError("rules", reason, History(game, players, tuple(moves), given, seed))

    while state.actor is not None:
        if len(moves) == max_moves:
            begun = History(game, players, tuple(moves[:10]), given, seed)
            said = f"no end after {many(max_moves, 'move')}, which began as shown"
            raise ConformanceError("ends", said, begun, repeats=False)
        if state.actor is CHANCE:
            move = state.draw(rng)
        else:
            legal = state.moves()
            if not legal:
                raise broken(f"seat {state.actor} is to move and has no move")
            move = legal[int(rng.random() * len(legal))] if choose is None else choose(state, legal, rng)
        try:
            state = state.play(move)
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
            raise broken(f"{str(move)!r} is offered, and playing it raises {said}") from error
        moves.append(move)
        states.append(state)
    return History(game, players, tuple(moves), given, seed, tuple(states))


def replay(
    game: Game[Any, Any, Any],
    moves: Iterable[str] | Sequence[str],
    *,
    players: int,
    options: Mapping[str, Any] | None = None,
) -> Any:
    """The state after `moves`, given as text from the first chance move on.

    Raises what `Game.parse` and `State.play` raise: `RecordError` and `IllegalMove`.
    """
    state = game.new(players=players, **dict(options or {}))
    for text in moves:
        state = state.play(game.parse(text, state))
    return state

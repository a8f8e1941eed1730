"""A match: games until a player has three Triumph tokens. The Time Keeper moves on clockwise from game to game.

Who keeps Time in the next game, and what happens should two players ever be level, was not found: the order is ours, and
since a game has one winner at most nobody can be level at three.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from deduce.games.base import Player, chance_from, settle
from deduce.games.registry import game
from deduce.ground.errors import ProblemError
from deduce.rulebook import State

TRIUMPHS: Final = 3
MAX_GAMES: Final = 1000


@dataclass(frozen=True, slots=True)
class TriumphMatch:
    """A match: Triumphs by seat and the winner of every game so far (0: Chaos broke through)."""

    players: int
    triumphs: tuple[int, ...]
    winners: tuple[int, ...] = ()

    @classmethod
    def new(cls, players: int) -> TriumphMatch:
        """A match before its first game."""
        return cls(players, (0,) * players)

    @property
    def keeper(self) -> int:
        """The Time Keeper of the next game."""
        return len(self.winners) % self.players + 1

    @property
    def winner(self) -> int:
        """The seat with three Triumphs, 0 while there is none."""
        return next((seat for seat, won in enumerate(self.triumphs, 1) if won >= TRIUMPHS), 0)

    def after(self, state: State) -> TriumphMatch:
        """The match after a finished game. Raises `ProblemError` when it or the match is not at that point."""
        if state.actor is not None or state.seats != self.players or self.winner:
            raise ProblemError("a match goes on with a finished game of its own players, until it is won")
        won = tuple(has + (seat == state.winner) for seat, has in enumerate(self.triumphs, 1))
        return TriumphMatch(self.players, won, (*self.winners, state.winner))

    def to_dict(self) -> dict[str, Any]:
        """The match as plain values for JSON."""
        return {"triumphs": list(self.triumphs), "winners": list(self.winners), "winner": self.winner}


def play_match(players: Sequence[Player], *, rng: int = 0, **options: Any) -> TriumphMatch:
    """Play a match; `players` are seats 1, 2, ... Raises `ProblemError` if nobody wins in 1,000 games."""
    match = TriumphMatch.new(len(players))
    draw = chance_from(rng)
    while not match.winner:
        if len(match.winners) == MAX_GAMES:
            raise ProblemError(f"nobody has {TRIUMPHS} Triumphs after {MAX_GAMES} games")
        state = settle(
            game("enigma").new(players=len(players), **{**options, "keeper": match.keeper}), draw
        )
        while isinstance(state.actor, int):
            move = players[state.actor - 1].choose(state.view(state.actor), draw)
            state = settle(state.play(move), draw)
        match = match.after(state)
    return match

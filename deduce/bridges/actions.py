"""Moves as numbers: a fixed list of actions for a game, and which of them a view allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deduce.games.base import Game, ranked_actions
from deduce.ground.errors import IllegalMove


class ActionList:
    """The actions of a game for one number of players and one set of options, numbered from 0.

    For a game with finitely many moves an action is a move's text. A game whose moves are open (any word may be a clue)
    offers ``move 1``, ``move 2``, ...: the moves that its view lists now, in their order; moves beyond the
    last number cannot be made through a bridge. `open` tells which of the two it is.
    """

    def __init__(self, game: Game[Any, Any, Any], players: int, options: Mapping[str, Any]) -> None:
        self.texts: tuple[str, ...] = tuple(game.actions(players, **options))
        self.open = self.texts == ranked_actions(len(self.texts))
        self._number = {text: number for number, text in enumerate(self.texts)}

    def __len__(self) -> int:
        return len(self.texts)

    def numbers(self, moves: Sequence[Any]) -> dict[int, Any]:
        """The legal moves by their action's number, in increasing order.

        Raises `IllegalMove` when a legal move is not in the list: then `Game.actions` is wrong.
        """
        if self.open:
            return dict(zip(range(len(self.texts)), moves, strict=False))
        try:
            return dict(sorted((self._number[str(move)], move) for move in moves))
        except KeyError as error:
            raise IllegalMove(f"Game.actions does not list the legal move {error.args[0]!r}") from None

    def number(self, move: Any, moves: Sequence[Any]) -> int:
        """The action that is `move`, one of the legal `moves`. Raises `IllegalMove` when it has no number."""
        for number, each in self.numbers(moves).items():
            if each == move:
                return number
        raise IllegalMove(
            f"{str(move)!r} has no action: it is not legal, or not among the first {len(self)}"
        )

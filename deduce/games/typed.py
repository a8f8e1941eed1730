"""A move as a person types or taps it: its own text, or whatever else the game can read."""

from __future__ import annotations

from typing import Any

from deduce.games.base import Game
from deduce.ground.errors import ProblemError
from deduce.ground.wording import as_is, say


def typed_move(text: str, view: Any, game: Game[Any, Any, Any]) -> Any:
    """The legal move of `view` that `text` means.

    A view with a true ``open_moves`` lists only some of its legal moves, and leaves the judgement to `State.play`.
    Raises `DeduceError` saying what was expected.
    """
    answer = " ".join(text.split())
    moves = list(view.moves)
    for spelt in (str, str.casefold):  # options may differ in capitals alone
        for move in moves:
            if spelt(str(move)) == spelt(answer):
                return move
    move = game.parse(answer, view)
    if move not in moves and not getattr(view, "open_moves", False):
        raise ProblemError(
            say("{move} is not a legal move now; 'moves' lists them", move=as_is(repr(str(move))))
        )
    return move

"""Moves as text, and the words of things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from deduce.ground.errors import RecordError
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.refusals import why
from deduce_models.shakespeare.rules.state import State
from deduce_models.shakespeare.rules.views import View

NUMBERS = ("prestige", "pounds", "ambiance", "tokens", "cylinders")
"""The numbers of a board in a typed position."""


def parse_move(text: str, state: State | View) -> Move:
    """The move written `text`; in a state, whether it is legal is for `State.play` to say.

    Words may be shortened as long as they mean one move. Raises `RecordError` with the column of the word that is wrong
    and what was expected, and in the view of the seat to move, where nothing is played, with the rule that forbids it.
    """
    move = state.setup.by_text.get(" ".join(text.split()).casefold()) or _meant(text, state)
    seat = getattr(state, "seat", 0)
    # A view has all that a refusal asks for: the fields of the state, by the same names.
    if seat and seat == state.actor and (reason := why(cast("State", state), move)):
        raise RecordError(reason, column=1)
    return move


def _meant(text: str, position: State | View) -> Move:
    """The legal move that is meant, where it is one; else the one of all moves."""
    typed = text.casefold().split()
    if not typed:
        raise RecordError("expected a move, not an empty line", column=1)
    legal: Sequence[Move] = position.moves() if callable(position.moves) else position.moves
    # Copies of a card do the same, so any of them that can be taken now may be named without its number.
    for move in legal:
        if [uncopied(word) for word in move.text.casefold().split()] == typed:
            return move
    from deduce.records.moves import read_move

    try:
        return read_move(text, legal)
    except RecordError as error:
        refusal = error
    try:
        return read_move(text, list(position.setup.by_text.values()))
    except RecordError as error:
        raise refusal if refusal.column > 1 else error from None


def uncopied(code: str) -> str:
    """The code of a card or person without the number of its copy: ``mistress-6`` of ``mistress-6.2``."""
    name, point, copy = code.partition(".")
    return name if point and copy.isdecimal() else code

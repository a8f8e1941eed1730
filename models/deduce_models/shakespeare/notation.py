"""Moves as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from deduce.errors import RecordError, nearest
from deduce_models.shakespeare.moves import Move
from deduce_models.shakespeare.refusals import why

if TYPE_CHECKING:
    from deduce_models.shakespeare.state import State
    from deduce_models.shakespeare.views import View

__all__ = ["parse_move"]


def parse_move(text: str, position: State | View) -> Move:
    """The move written `text`; in a state, whether it is legal is for `State.play` to say.

    Raises `RecordError` with the column of the word that is wrong and what was expected, and in the view of
    the seat to move, where nothing is played, with the rule that forbids the move.
    """
    table = position.setup.by_text
    words = text.split()
    move = table.get(" ".join(words).casefold())
    if move is not None:
        if getattr(position, "seat", 0) and position.actor == getattr(position, "seat", 0):
            # A view has all that a refusal asks for: the fields of the state, by the same names.
            reason = why(cast("State", position), move)
            if reason:
                raise RecordError(reason, column=1)
        return move
    if not words:
        raise RecordError("expected a move, not an empty line", column=1)
    # The first word from which on no move is spelt like this.
    fitting = position.setup.spelling
    column = 1
    for place, word in enumerate(words):
        column = text.index(word, column - 1) + 1
        kept = [known for known in fitting if _word(known, place) == word.casefold()]
        if not kept:
            options = dict.fromkeys(_word(known, place) or "nothing more" for known in fitting)
            raise RecordError(f"{word[:60]!r}: {nearest(word, options)}", column=column)
        fitting = kept
        column += len(word)
    options = dict.fromkeys(_word(known, len(words)) for known in fitting)
    raise RecordError(f"something is missing here; {nearest('', options)}", column=column)


def _word(words: tuple[str, ...], place: int) -> str:
    return words[place] if place < len(words) else ""

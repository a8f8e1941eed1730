"""Moves and counts as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from deduce.ground.errors import RecordError, nearest
from deduce.records.record import Line
from deduce.records.words import counts_of, words_of
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.refusals import why

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State
    from deduce_models.shakespeare.rules.views import View

__all__ = [
    "NUMBERS",
    "in_words",
    "parse_move",
    "read_counts",
    "uncopied",
]

NUMBERS = ("prestige", "pounds", "ambiance", "tokens", "cylinders")
"""The numbers of a board in a typed position."""


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
    typed = [word.casefold() for word in words]
    # Copies of a card do the same, so any of them that can be taken now may be named without its number.
    for legal in _legal(position):
        if [uncopied(word) for word in legal.text.casefold().split()] == typed:
            return legal
    # The first word from which on no move is spelt like this.
    fitting = position.setup.spelling
    column = 1
    for place, word in enumerate(words):
        column = text.index(word, column - 1) + 1
        kept = [known for known in fitting if _word(known, place).casefold() == word.casefold()]
        if not kept:
            # What can be played now is named first: an error lists a few words only.
            now = [move.text.split() for move in _legal(position)] if place == 0 else []
            options = dict.fromkeys(_word(known, place) or "nothing more" for known in (*now, *fitting))
            raise RecordError(f"{word[:60]!r}: {nearest(word, options)}", column=column)
        fitting = kept
        column += len(word)
    options = dict.fromkeys(_word(known, len(words)) for known in fitting)
    raise RecordError(f"something is missing here; {nearest('', options)}", column=column)


def uncopied(code: str) -> str:
    """The code of a card or person without the number of its copy: ``mistress-6`` of ``mistress-6.2``."""
    name, point, copy = code.partition(".")
    return name if point and copy.isdecimal() else code


def _legal(position: State | View) -> Sequence[Move]:
    moves = position.moves
    return moves() if callable(moves) else moves


def _word(words: Sequence[str], place: int) -> str:
    return words[place] if place < len(words) else ""


# Counts of elements.


def read_counts(line: Line, first: int) -> tuple[int, ...]:
    """Counts by colour from the words ``black 2 pink 1 ...`` of a line. Raises `RecordError`."""
    counts = counts_of(words_of(line)[first:], COLOURS, "a colour", line)
    return tuple(counts.get(colour, 0) for colour in COLOURS)


def in_words(counts: Sequence[int]) -> str:
    """Counts by colour as they are typed: ``black 2 pink 1``."""
    return (
        " ".join(f"{word} {count}" for word, count in zip(COLOURS, counts, strict=True) if count) or "none"
    )

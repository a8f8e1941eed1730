"""What a move must be, refused in a sentence otherwise; small changes of tuples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deduce.ground.errors import IllegalMove
from deduce.ground.wording import as_is, run, say
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.phases import PHASES, listed

if TYPE_CHECKING:
    from deduce_models.initiative.rules.state import State

__all__ = ["card_among", "expect", "only_listed", "refuse", "swapped", "with_one", "without"]


def refuse(state: State, move: Move, rule: str) -> IllegalMove:
    """The refusal of `move` by a rule, with what is to be decided."""
    now = say("to decide now: {what}", what=PHASES[state.phase])
    return IllegalMove(run(as_is(move), ": ", rule, " (", now, ")"))


def expect(state: State, move: Move, verb: str, size: int) -> None:
    """Refuse `move` unless it has this verb and so many words."""
    if move.verb != verb or len(move.words) != size:
        raise refuse(
            state, move, say("expected {verb} and {number:word}", verb=as_is(f"'{verb}'"), number=size)
        )


def only_listed(state: State, move: Move) -> None:
    """Refuse `move` unless it is listed."""
    found = listed(state)
    if move not in found:
        raise refuse(state, move, say("expected one of {moves}", moves=as_is(", ".join(map(str, found)))))


def card_among(state: State, move: Move, code: str, among: Sequence[int], place: str) -> int:
    """The card of a code; `move` is refused unless it is among some, those of a place."""
    card = state.setup.deck.ids.get(code)
    if card is None or card not in among:
        raise refuse(state, move, say("the card {card} is not in {place}", card=as_is(code), place=place))
    return card


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards but for the first such one."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def with_one(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards and one more, in order."""
    return tuple(sorted((*cards, card)))


def swapped(items: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    """The items with another value in one place."""
    return (*items[:place], value, *items[place + 1 :])

"""What everybody sees in the cooperative game and the conventions read: plays, passes, hands exchanged and kept."""

from __future__ import annotations

from deduce_models.entracte.rules.setup import EXCHANGE, Kind
from deduce_models.entracte.rules.views import EntracteView

Event = tuple[int, int, int]
"""A seat (from 0), the card it played (or what it did instead, below 0), and the seats that put a token
(bit s: seat s)."""

EXCHANGED = -1
"""The hand was exchanged."""

KEPT = -2
"""The hand was kept though it could still have been exchanged."""

PASSED = -3
"""No card of the hand could be played."""

DREW = -4
"""The same, and a card was drawn (option `pass_draws`)."""

RENEWED = -5
"""The hand was exchanged when another pass would have ended the game, which tells nothing."""


def after_keeping(view: EntracteView) -> tuple[Event, ...]:
    """The events of a view with its seat's hand kept now, where it could be exchanged."""
    events = events_of(view)
    return (*events, (view.seat - 1, KEPT, 0)) if EXCHANGE in view.moves else events


def last_to_pass(view: EntracteView) -> bool:
    """Whether everybody else has passed just before, so that another pass ends the game."""
    moves = [move.kind for _, move in view.log if move.kind in (Kind.PLAY, Kind.PASS, Kind.EXCHANGE)]
    return moves[len(moves) - view.seats + 1 :] == [Kind.PASS] * (view.seats - 1)


def events_of(view: EntracteView) -> tuple[Event, ...]:
    """The public events of a view: plays with their tokens, exchanges, hands kept, passes."""
    found: list[Event] = []
    index, exchanged, deck, passes = 0, 0, len(view.setup.parts.cards), 0
    sizes, draws = [0] * (view.seats + 1), bool(view.setup.option("pass_draws"))
    for who, move in view.log:
        if move.kind in (Kind.PLAY, Kind.PASS) and deck and not exchanged >> who & 1:
            found.append((who - 1, KEPT, 0))
        if move.kind is Kind.PLAY:
            index, passes = index + 1, 0
            found.append((who - 1, move.item, view.tokens[index] >> 1))
            sizes[who] -= 1
        elif move.kind is Kind.PASS:
            passes += 1
            found.append((who - 1, DREW if draws and deck else PASSED, 0))
        elif move.kind is Kind.DRAW:
            deck -= 1
            sizes[who] += 1
        elif move.kind is Kind.EXCHANGE:
            # After everybody else has passed whoever is blocked exchanges, so that the game goes on: no sign of a code.
            found.append((who - 1, EXCHANGED if passes < view.seats - 1 else RENEWED, 0))
            exchanged |= 1 << who
            passes = 0
            deck, sizes[who] = deck + sizes[who], 0
    return tuple(found)

"""Endings: stopping by agreement, declaring, piles, whose turn is next, and the guesses."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from deduce_models.entracte.rules.phases import CLAIM, GUESSING, OVER, PILING, TURN
from deduce_models.entracte.rules.setup import AGREE, DECLARE, EntracteMove

if TYPE_CHECKING:
    from deduce_models.entracte.rules.state import EntracteState

__all__ = ["claim", "end_turn", "guess", "pile", "put", "vote"]

_T = TypeVar("_T")


def put(values: tuple[_T, ...], seat: int, value: _T) -> tuple[_T, ...]:
    """`values` with the one of `seat` (from 1) replaced."""
    return (*values[: seat - 1], value, *values[seat:])


def vote(state: EntracteState, move: EntracteMove) -> EntracteState:
    """A seat agrees to stop, or refuses and the turn goes on."""
    log = (*state.log, (state.asked, move))
    if move == AGREE:
        following = state.asked % state.seats + 1
        if following == state.turn:
            return _start_guessing(state._replace(log=log))
        return state._replace(asked=following, log=log)
    return state._replace(phase=TURN, asked=0, stopped=True, log=log)


def claim(state: EntracteState, move: EntracteMove) -> EntracteState:
    """A seat declares or stays silent at the end of a turn; then the next is asked."""
    seat = state.asked
    declared = state.declared | (1 << seat if move == DECLARE else 0)
    after = state._replace(declared=declared, log=(*state.log, (seat, move)))
    following = seat % state.seats + 1
    while following != state.turn:
        if not declared >> following & 1:
            return after._replace(asked=following)
        following = following % state.seats + 1
    return _next_turn(after)


def pile(state: EntracteState, move: EntracteMove) -> EntracteState:
    """A declared seat takes the top card of the deck, unseen."""
    seat, queue = state.queue[0], state.queue[1:]
    deck = tuple(card for card in state.deck if card != move.item)
    return state._replace(
        phase=PILING if queue and deck else TURN,
        deck=deck,
        piles=put(state.piles, seat, state.piles[seat - 1] + 1),
        queue=queue if deck else (),
        log=(*state.log, (seat, move)),
    )


def guess(state: EntracteState, move: EntracteMove) -> EntracteState:
    """One guess; the last one ends the game."""
    seat, per_guesser = state.asked, (state.seats - 1) * state.setup.per_seat
    made = (*state.guesses[seat - 1], move)
    after = state._replace(guesses=put(state.guesses, seat, made), log=(*state.log, (seat, move)))
    if len(made) < per_guesser:
        return after
    if seat < state.seats:
        return after._replace(asked=seat + 1)
    return after._replace(phase=OVER, asked=0)


def _start_guessing(state: EntracteState) -> EntracteState:
    return state._replace(phase=GUESSING, asked=1, queue=(), stopped=False)


def end_turn(state: EntracteState) -> EntracteState:
    """After a turn the game ends, or (competitive) everyone may declare, or the next seat is active."""
    if not state.setup.competitive:
        if len(state.row) >= state.setup.limit or state.passes >= state.seats:
            return _start_guessing(state)
        following = state.turn % state.seats + 1
        after: EntracteState = tuple.__new__(type(state), (state.setup, TURN, following, *state[3:]))
        return after
    return state._replace(phase=CLAIM, asked=state.turn)


def _remaining(state: EntracteState) -> int:
    """Competitive: the mask of the seats with a turn to come after the last card, declared or not."""
    seats = state.seats
    count = seats - 1
    if state.setup.option("last_turns") == "behind":
        first = int(str(state.setup.option("first")))
        count = (first - state.turn - 1) % seats
    return sum(1 << (state.turn + step - 1) % seats + 1 for step in range(1, count + 1))


def _next_turn(state: EntracteState) -> EntracteState:
    """Competitive: whose turn is next, after pile cards of the declared seats passed over."""
    seats, last = state.seats, state.last
    playing = sum(1 << seat for seat in range(1, seats + 1) if not state.declared >> seat & 1)
    if last < 0:
        if len(state.row) >= state.setup.limit:
            last = playing & _remaining(state)
    else:
        last &= playing & ~(1 << state.turn)
    if not playing or last == 0 or state.passes >= playing.bit_count():
        return _start_guessing(state)
    waiting = playing if last < 0 else last
    following, over = state.turn % seats + 1, []
    while not waiting >> following & 1:
        over.append(following)
        following = following % seats + 1
    # All of them have declared: the others with a turn to come sit side by side.
    takers = tuple(over)
    if state.setup.option("pile_turns") == "every":
        takers = tuple(seat for seat in range(1, seats + 1) if state.declared >> seat & 1)
    if last >= 0 and not state.setup.option("last_pile"):
        takers = ()
    phase = PILING if takers and state.deck else TURN
    queue = takers if phase == PILING else ()
    return state._replace(phase=phase, turn=following, asked=0, last=last, stopped=False, queue=queue)

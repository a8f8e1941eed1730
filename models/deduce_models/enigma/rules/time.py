"""How a turn begins, goes on and ends: the Time marker, the order of seats, and time-out."""

from __future__ import annotations

from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.phases import AFTER, DONE, EXTRA, OVER, QUIET, START, USABLE
from deduce_models.enigma.rules.setup import bits
from deduce_models.enigma.rules.state import EnigmaState

__all__ = ["finish_naming", "next_turn", "start_turn", "tick"]


def start_turn(state: EnigmaState, seat: int) -> EnigmaState:
    """The turn of `seat`, or of the next that is still in the game; the Time Keeper moves Time first.

    An eliminated Time Keeper's seat keeps that duty (reconstructed).
    """
    setup = state.setup
    while True:
        if seat == setup.keeper:
            state = tick(state, 1)
            if state.phase == OVER:
                return state
        if not state.out >> seat & 1:
            break
        seat = seat % state.seats + 1
    silenced = state.silent >> seat & 1
    return state._replace(
        phase=QUIET if silenced else START,
        turn=seat,
        asked=seat,
        stage=USABLE if state.keys >> seat & 1 else 0,
        at=-1,
        room=-1,
    )


def next_turn(state: EnigmaState) -> EnigmaState:
    """The turn passes on clockwise; with nobody left in the game Chaos breaks through."""
    if state.out == state.setup.all_seats:
        event = Event(What.TIMEOUT, 0, 0)
        return state._replace(phase=OVER, asked=0, log=(*state.log, event))
    return start_turn(state, state.turn % state.seats + 1)


def tick(state: EnigmaState, step: int) -> EnigmaState:
    """Move Time; entering the last slot ends the game, for the Saboteur if not silenced."""
    time = max(1, state.time + step)
    state = state._replace(time=time, log=(*state.log, Event(What.TIME, state.turn, what=time)))
    if time < state.setup.last_time:
        return state
    able = state.setup.all_seats & ~state.silent & ~state.out
    winner = 0
    for seat in bits(able):
        if state.character(seat) == state.setup.saboteur != -1:
            winner = seat
    event = Event(What.TIMEOUT, winner, able)
    return state._replace(phase=OVER, asked=0, winner=winner, log=(*state.log, event))


def finish_naming(state: EnigmaState) -> EnigmaState:
    """After an effect: on to the standard action if it is still to come, else to the end of the turn."""
    stage = state.stage & ~EXTRA
    return state._replace(
        phase=AFTER if stage & DONE else START, asked=state.turn, stage=stage, at=-1, room=-1, aux=0
    )

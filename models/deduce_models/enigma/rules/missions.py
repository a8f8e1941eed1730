"""Missions: showing one's Character, revealing the cards it asks for, out of the game at the first error.

Cards that lie face up already are only pointed at. What an attempt turned up stays face up.
"""

from __future__ import annotations

from collections.abc import Sequence

from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.phases import ACCUSING, CALLING, MISSION, OVER
from deduce_models.enigma.rules.setup import bits
from deduce_models.enigma.rules.state import MOVES, STEPS, EnigmaState
from deduce_models.enigma.rules.time import next_turn

__all__ = ["begin_mission", "may_try"]

UNKNOWN = -1


def may_try(state: EnigmaState) -> bool:
    """Whether the active seat has a mission and what it asks for at its start."""
    seat = state.turn
    card = state.character(seat)
    if card == UNKNOWN:
        return True
    person = state.setup.parts.characters[card]
    if not person.rooms:
        return False
    if person.accuses and not state.chaos & ~state.out & ~(1 << seat):
        return False
    if person.token == "D":
        return bool(state.keys >> seat & 1)
    if person.token == "C":
        return bool(state.chaos >> seat & 1)
    return not (person.token == "no C" and state.chaos >> seat & 1)


def begin_mission(state: EnigmaState) -> EnigmaState:
    """Show the Character; go on to what is still to be revealed."""
    slot = state.held[state.turn - 1]
    event = Event(What.MISSION, state.turn, slot, state.cards[slot])
    return _go_on(state._replace(aux=-1, log=(*state.log, event)))


def _shown(state: EnigmaState) -> int:
    """The mask of rooms that lie face up."""
    return sum(1 << state.cells[cell] for cell in bits(state.up))


def _go_on(state: EnigmaState) -> EnigmaState:
    """The next step of the mission, or success."""
    person = state.setup.parts.characters[state.character(state.turn)]
    if person.rooms & ~_shown(state):
        return state._replace(phase=MISSION)
    if person.calls:
        # `aux` counts the cards still to be named; -1 before that has begun.
        down = (state.setup.all_cells & ~state.up).bit_count()
        left = min(person.calls, down) if state.aux < 0 else state.aux
        if left:
            return state._replace(phase=CALLING, aux=left)
    if person.accuses:
        return state._replace(phase=ACCUSING)
    return _win(state)


def _win(state: EnigmaState) -> EnigmaState:
    event = Event(What.WIN, state.turn)
    return state._replace(phase=OVER, asked=0, winner=state.turn, log=(*state.log, event))


def _fail(state: EnigmaState) -> EnigmaState:
    """Out of the game: the Character stays shown, all tokens are returned."""
    seat = state.turn
    bit = 1 << seat
    return next_turn(
        state._replace(
            out=state.out | bit,
            chaos=state.chaos & ~bit,
            keys=state.keys & ~bit,
            silent=state.silent & ~bit,
            aux=0,
            log=(*state.log, Event(What.FAIL, seat)),
        )
    )


def _reveal_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    return state.setup.down_moves[Kind.REVEAL][state.up]


def _reveal(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    room = state.cells[move.at]
    event = Event(What.REVEAL, state.turn, move.at, room)
    person = state.setup.parts.characters[state.character(state.turn)]
    state = state._replace(up=state.up | 1 << move.at, log=(*state.log, event))
    return _go_on(state) if person.rooms >> room & 1 else _fail(state)


def _call_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    shown, calls = _shown(state), state.setup.calls
    rooms = [room for room in range(state.setup.cells) if not shown >> room & 1]
    return [calls[cell][room] for cell in bits(state.setup.all_cells & ~state.up) for room in rooms]


def _call(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    room = state.cells[move.at]
    event = Event(What.CALL, state.turn, move.at, room, move.what)
    state = state._replace(up=state.up | 1 << move.at, aux=state.aux - 1, log=(*state.log, event))
    return _go_on(state) if room == move.what else _fail(state)


def _accuse_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    able = state.chaos & ~state.out & ~(1 << state.turn)
    return [move for seat in bits(able) for move in state.setup.accusations[seat]]


def _accuse(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    slot = state.held[move.at - 1]
    right = state.cards[slot] == move.what
    event = Event(What.ACCUSE, state.turn, move.at, move.what, slot, int(right))
    state = state._replace(log=(*state.log, event))
    return _win(state) if right else _fail(state)


MOVES.update({MISSION: _reveal_moves, CALLING: _call_moves, ACCUSING: _accuse_moves})
STEPS.update({MISSION: _reveal, CALLING: _call, ACCUSING: _accuse})

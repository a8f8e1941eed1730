"""A turn: the deal, the Time marker, looking, naming, doubts and the check, and passing on."""

from __future__ import annotations

from collections.abc import Sequence

from deduce_models.enigma.rules.effects import begin_effect
from deduce_models.enigma.rules.events import HIDDEN, Event, What
from deduce_models.enigma.rules.missions import begin_mission, may_try
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.phases import (
    AFTER,
    CLAIMING,
    DEAL,
    DONE,
    DOUBTING,
    EXTRA,
    QUIET,
    START,
    USABLE,
)
from deduce_models.enigma.rules.setup import Setup
from deduce_models.enigma.rules.state import MOVES, STEPS, EnigmaState
from deduce_models.enigma.rules.time import next_turn, start_turn

__all__ = ["first_state"]


def first_state(setup: Setup) -> EnigmaState:
    """The position before the deal."""
    return EnigmaState(
        setup=setup,
        phase=DEAL,
        turn=0,
        asked=0,
        time=0,
        cells=(),
        start=(),
        up=0,
        cards=(),
        held=tuple(range(setup.players)),
        stack=tuple(range(setup.players, setup.slots)),
        chaos=0,
        keys=0,
        silent=0,
        out=0,
        stage=0,
        at=-1,
        room=-1,
        doubters=0,
        aux=0,
        log=(),
        winner=0,
    )


def _deal_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    setup, cells, cards = state.setup, state.cells, state.cards
    if len(cells) < setup.cells:
        return [move for move in setup.rooms[len(cells)] if move.what not in cells]
    return [move for move in setup.cards[len(cards)] if move.what not in cards]


def _deal(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    setup = state.setup
    if move.kind is Kind.ROOM:
        cells = (*state.cells, move.what)
        return state._replace(cells=cells, start=cells)
    state = state._replace(cards=(*state.cards, move.what))
    return state if len(state.cards) < setup.slots else start_turn(state, setup.keeper)


def _start_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    setup, stage = state.setup, state.stage
    if stage & EXTRA:
        return _extra_moves(state)
    moves = setup.peek_or_name[state.up]
    if _may_spend(state):
        moves = (*moves, setup.plain[Kind.SPEND])
    return (*moves, setup.plain[Kind.MISSION]) if may_try(state) else moves


def _extra_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    """What Decryption's extra naming begins with."""
    setup, up = state.setup, state.up
    if setup.extra_face_up:
        return setup.peek_or_name[up] if setup.extra_peek else setup.point_or_name[up]
    return setup.down_moves[Kind.PEEK if setup.extra_peek else Kind.POINT][up]


def _may_spend(state: EnigmaState) -> bool:
    """Whether Decryption held since the turn's beginning can be used: there is a card to name."""
    usable = state.stage & USABLE and state.keys >> state.turn & 1
    return bool(usable) and (state.setup.extra_face_up or state.up != state.setup.all_cells)


def _start(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    kind, seat = move.kind, state.turn
    if kind is Kind.MISSION:
        return begin_mission(state)
    if kind is Kind.SPEND:
        return _spend(state)
    # From here on a naming is under way: the extra one, or else the standard action.
    stage = state.stage if state.stage & EXTRA else state.stage | DONE
    room = state.cells[move.at]
    if kind is Kind.NAME:
        event = Event(What.NAME, seat, move.at, room)
        state = state._replace(stage=stage, at=move.at, room=room, log=(*state.log, event))
        return begin_effect(state)
    seen = room if kind is Kind.PEEK else HIDDEN
    event = Event(What.PEEK if kind is Kind.PEEK else What.POINT, seat, move.at, seen=seen)
    return state._replace(phase=CLAIMING, stage=stage, at=move.at, log=(*state.log, event))


def _spend(state: EnigmaState) -> EnigmaState:
    return state._replace(
        phase=START,
        stage=(state.stage | EXTRA) & ~USABLE,
        keys=state.keys & ~(1 << state.turn),
        log=(*state.log, Event(What.SPEND, state.turn)),
    )


def _claim_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    shown = 0
    if not state.setup.claim_face_up:
        up, cells = state.up, state.cells
        while up:
            low = up & -up
            shown |= 1 << cells[low.bit_length() - 1]
            up ^= low
    return state.setup.claim_lists[shown]


def _claim(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    state = state._replace(
        phase=DOUBTING,
        asked=state.turn,
        room=move.what,
        doubters=0,
        log=(*state.log, Event(What.CLAIM, state.turn, state.at, move.what)),
    )
    return _ask_next(state)


def _ask_next(state: EnigmaState) -> EnigmaState:
    """The next entitled seat declares; when all have, the nearest doubter checks."""
    seats, barred = state.seats, state.silent | state.out
    seat = state.asked % seats + 1
    while seat != state.turn:
        if not barred >> seat & 1:
            return state._replace(asked=seat)
        seat = seat % seats + 1
    return _verdict(state)


def _doubt_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    plain = state.setup.plain
    return (plain[Kind.TRUST], plain[Kind.DOUBT])


def _doubt(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    if move.kind is Kind.DOUBT:
        state = state._replace(doubters=state.doubters | 1 << state.asked)
    return _ask_next(state)


def _verdict(state: EnigmaState) -> EnigmaState:
    turn, doubters, at, room = state.turn, state.doubters, state.at, state.room
    if not doubters:
        event = Event(What.VERDICT, 0, at, room)
        return begin_effect(state._replace(asked=turn, log=(*state.log, event)))
    checker = turn % state.seats + 1
    while not doubters >> checker & 1:
        checker = checker % state.seats + 1
    seen = state.cells[at]
    event = Event(What.VERDICT, checker, at, room, doubters | (seen == room), seen)
    state = state._replace(asked=turn, doubters=0, log=(*state.log, event))
    if seen == room:
        return begin_effect(state._replace(up=state.up | 1 << at, silent=state.silent | 1 << checker))
    return next_turn(state._replace(silent=state.silent | 1 << turn))


def _quiet_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    moves = state.setup.down_moves[Kind.PEEK][state.up]
    return moves or (state.setup.plain[Kind.REST],)


def _quiet(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    seat = state.turn
    if move.kind is Kind.REST:
        event = Event(What.REST, seat)
    else:
        event = Event(What.QUIET, seat, move.at, seen=state.cells[move.at])
    return next_turn(state._replace(silent=state.silent & ~(1 << seat), log=(*state.log, event)))


def _after_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    plain = state.setup.plain
    moves = [plain[Kind.END]]
    if state.setup.late_naming and _may_spend(state):
        moves.append(plain[Kind.SPEND])
    if may_try(state):
        moves.append(plain[Kind.MISSION])
    return moves


def _after(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    if move.kind is Kind.MISSION:
        return begin_mission(state)
    if move.kind is Kind.SPEND:
        return _spend(state)
    return next_turn(state._replace(log=(*state.log, Event(What.END, state.turn))))


MOVES.update(
    {
        DEAL: _deal_moves,
        START: _start_moves,
        CLAIMING: _claim_moves,
        DOUBTING: _doubt_moves,
        QUIET: _quiet_moves,
        AFTER: _after_moves,
    }
)
STEPS.update({DEAL: _deal, START: _start, CLAIMING: _claim, DOUBTING: _doubt, QUIET: _quiet, AFTER: _after})

"""The nine effects, executed for the room *named*, true or not, and their void cases.

"Another card" is never the position that was named. A part with nothing to act on is void (reconstructed).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from deduce_models.enigma.components.parts import CHAOS, DECRYPTION
from deduce_models.enigma.rules.events import NOBODY, Event, What
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.phases import (
    ICON,
    LAYING,
    LOOKING,
    MIXING,
    OPENING,
    ORDER,
    OVER,
    PHANTOM,
    TEAM,
    WINDOW,
)
from deduce_models.enigma.rules.setup import PERMUTATIONS, bits
from deduce_models.enigma.rules.state import MOVES, STEPS, EnigmaState
from deduce_models.enigma.rules.time import finish_naming, tick

__all__ = ["begin_effect"]

LIBRARY = 0
UNKNOWN = -1


def begin_effect(state: EnigmaState) -> EnigmaState:
    """Execute the effect of the room named, as far as nobody has to decide."""
    return _EFFECTS[state.setup.effects[state.room]](state)


def _others_down(state: EnigmaState) -> int:
    """The mask of positions that count as face up for an effect: the one named is not "another card"."""
    return state.up | 1 << state.at


def _look(state: EnigmaState) -> EnigmaState:
    if _others_down(state) == state.setup.all_cells:
        return finish_naming(state)
    return state._replace(phase=LOOKING)


def _code(state: EnigmaState) -> EnigmaState:
    return _look(state) if state.chaos >> state.turn & 1 else finish_naming(state)


def _command(state: EnigmaState) -> EnigmaState:
    return finish_naming(state) if state.chaos >> state.turn & 1 else _look(state)


def _radio(state: EnigmaState) -> EnigmaState:
    if _others_down(state) == state.setup.all_cells:
        return finish_naming(state)
    return state._replace(phase=OPENING)


def _tome(state: EnigmaState) -> EnigmaState:
    state = tick(state, 1)
    return state if state.phase == OVER else _radio(state)


def _teamwork(state: EnigmaState) -> EnigmaState:
    if state.setup.all_seats & ~state.out & ~(1 << state.turn):
        return state._replace(phase=TEAM)
    return finish_naming(state)


def _bombe(state: EnigmaState) -> EnigmaState:
    bit = 1 << state.turn
    if state.chaos & bit:
        return finish_naming(state._replace(chaos=state.chaos & ~bit))
    return finish_naming(state._replace(keys=state.keys | bit))


def _phantom(state: EnigmaState) -> EnigmaState:
    return state._replace(phase=PHANTOM, chaos=state.chaos ^ 1 << state.turn)


def _machine(state: EnigmaState) -> EnigmaState:
    return _ask_cancel(state, (state.turn, *_after(state, state.turn)))


_EFFECTS: tuple[Callable[[EnigmaState], EnigmaState], ...] = (
    _look,
    _code,
    _radio,
    _tome,
    _teamwork,
    _command,
    _bombe,
    _phantom,
    _machine,
)


# Looking at and turning up another card.


def _look_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    return state.setup.down_moves[Kind.LOOK][_others_down(state)]


def _looked(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    setup, room = state.setup, state.cells[move.at]
    if setup.effects[state.room] != LIBRARY:
        event = Event(What.LOOK, state.turn, move.at, seen=room)
        return finish_naming(state._replace(log=(*state.log, event)))
    held = state.tokens(state.turn)
    icon = setup.icons[room] if room != UNKNOWN else UNKNOWN
    if icon == UNKNOWN and held != CHAOS | DECRYPTION:
        return state._replace(phase=ICON, aux=move.at)
    return _gain(state, move.at, max(icon, 0))


def _gain(state: EnigmaState, at: int, icon: int) -> EnigmaState:
    bit, held = 1 << state.turn, state.tokens(state.turn)
    gained = icon & ~held
    event = Event(What.LOOK, state.turn, at, gained, held, state.cells[at])
    return finish_naming(
        state._replace(
            chaos=state.chaos | bit if gained == CHAOS else state.chaos,
            keys=state.keys | bit if gained == DECRYPTION else state.keys,
            log=(*state.log, event),
        )
    )


def _icon_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    icons = state.setup.icon_moves
    # A card not known at all may also be the true Library; of a known one only its icon is left open.
    return icons if state.cells[state.aux] == UNKNOWN else icons[1:]


def _icon(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    return _gain(state, state.aux, move.what)


def _open_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    return state.setup.down_moves[Kind.OPEN][_others_down(state)]


def _opened(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    event = Event(What.OPEN, state.turn, move.at, state.cells[move.at])
    return finish_naming(state._replace(up=state.up | 1 << move.at, log=(*state.log, event)))


# Teamwork.


def _team_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    setup = state.setup
    others = bits(setup.all_seats & ~state.out & ~(1 << state.turn))
    view, flip = setup.seat_moves[Kind.VIEW], setup.seat_moves[Kind.FLIP]
    return [*(view[seat] for seat in others), *(flip[seat] for seat in others)]


def _teamed(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    seat = move.at
    if move.kind is Kind.FLIP:
        event = Event(What.FLIP, state.turn, seat)
        return finish_naming(state._replace(chaos=state.chaos ^ 1 << seat, log=(*state.log, event)))
    slot = state.held[seat - 1]
    event = Event(What.VIEW, state.turn, seat, slot, seen=state.cards[slot])
    return finish_naming(state._replace(log=(*state.log, event)))


# The Phantom: an exchange, or the Ghost.


def _phantom_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    setup, turn = state.setup, state.turn
    moves = [setup.plain[Kind.KEEP]]
    if state.seats > 2:
        swaps = setup.seat_moves[Kind.SWAP]
        moves += [swaps[seat] for seat in bits(setup.all_seats & ~state.out & ~(1 << turn))]
    elif state.stack:
        moves.append(setup.plain[Kind.RENEW])
    # A hand that is not known (a record of somebody else's) may be the Ghost.
    if state.character(turn) in (setup.ghost, UNKNOWN) and setup.ghost != UNKNOWN and state.stack:
        moves += setup.ghost_moves
    return moves


def _phantomed(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    turn, held, log = state.turn, list(state.held), state.log
    if move.kind is Kind.KEEP:
        return finish_naming(state._replace(log=(*log, Event(What.KEEP, turn))))
    own = held[turn - 1]
    if move.kind is Kind.SWAP:
        other = held[move.at - 1]
        held[turn - 1], held[move.at - 1] = other, own
        event = Event(What.SWAP, turn, move.at, own, other)
        return finish_naming(state._replace(held=tuple(held), log=(*log, event)))
    if move.kind is Kind.RENEW:
        held[turn - 1] = state.stack[0]
        event = Event(What.RENEW, turn, own, state.cards[own], held[turn - 1])
        return finish_naming(state._replace(held=tuple(held), stack=state.stack[1:], log=(*log, event)))
    rooms = [state.cells[cell] for cell in bits(move.at)]
    seen = -1 if UNKNOWN in rooms else rooms[0] | rooms[1] << 4 | rooms[2] << 8
    event = Event(What.GHOST, turn, move.at, own, seen=seen)
    return state._replace(phase=LAYING, aux=move.at, log=(*log, event))


def _lay_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    return state.setup.lays[state.aux]


def _permuted(state: EnigmaState, mask: int, number: int) -> tuple[int, ...]:
    triple, cells = bits(mask), list(state.cells)
    for place, source in zip(triple, PERMUTATIONS[number], strict=True):
        cells[place] = state.cells[triple[source]]
    return tuple(cells)


def _laid(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    """The cards are laid first; only then does the Ghost leave and its player see a new Character."""
    turn, drawn = state.turn, state.stack[0]
    event = Event(What.LAY, turn, move.at, more=drawn, seen=move.what)
    return finish_naming(
        state._replace(
            cells=_permuted(state, move.at, move.what),
            up=state.up & ~move.at,
            held=(*state.held[: turn - 1], drawn, *state.held[turn:]),
            stack=state.stack[1:],
            log=(*state.log, event),
        )
    )


# The Enigma Machine: who cancels, Time back, three cards shuffled.


def _after(state: EnigmaState, seat: int) -> list[int]:
    """The seats after `seat`, clockwise, up to the active one's neighbour."""
    seats = state.seats
    return [(seat + k) % seats + 1 for k in range((state.turn - seat - 1) % seats)]


def _ask_cancel(state: EnigmaState, seats: Iterable[int]) -> EnigmaState:
    """The first of `seats` that could cancel is asked; where none could, Time goes back and cards are mixed."""
    able = state.chaos & ~state.silent & ~state.out
    for seat in seats:
        if able >> seat & 1:
            return state._replace(phase=WINDOW, asked=seat)
    return tick(state._replace(asked=state.turn), -1)._replace(phase=MIXING)


def _window_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    plain = state.setup.plain
    return (plain[Kind.ALLOW], plain[Kind.CANCEL])


def _window(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    seat = state.asked
    if move.kind is Kind.CANCEL:
        event = Event(What.CANCEL, seat)
        return finish_naming(state._replace(chaos=state.chaos & ~(1 << seat), log=(*state.log, event)))
    return _ask_cancel(state._replace(log=(*state.log, Event(What.ALLOW, seat))), _after(state, seat))


def _mix_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    return state.setup.mixes[state.at]


def _mixed(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    return state._replace(phase=ORDER, aux=move.at)


def _order_moves(state: EnigmaState) -> Sequence[EnigmaMove]:
    return state.setup.orders


def _ordered(state: EnigmaState, move: EnigmaMove) -> EnigmaState:
    event = Event(What.SHUFFLE, state.turn, state.aux, seen=NOBODY + move.what)
    cells = _permuted(state, state.aux, move.what)
    return finish_naming(state._replace(cells=cells, up=state.up & ~state.aux, log=(*state.log, event)))


MOVES.update(
    {
        LOOKING: _look_moves,
        ICON: _icon_moves,
        OPENING: _open_moves,
        TEAM: _team_moves,
        PHANTOM: _phantom_moves,
        LAYING: _lay_moves,
        WINDOW: _window_moves,
        MIXING: _mix_moves,
        ORDER: _order_moves,
    }
)
STEPS.update(
    {
        LOOKING: _looked,
        ICON: _icon,
        OPENING: _opened,
        TEAM: _teamed,
        PHANTOM: _phantomed,
        LAYING: _laid,
        WINDOW: _window,
        MIXING: _mixed,
        ORDER: _ordered,
    }
)

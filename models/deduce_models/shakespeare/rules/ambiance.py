"""The ambiance phase: purple elements left on offer spoil it, then every seat gets what its space says."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce_models.shakespeare.components.elements import PURPLE
from deduce_models.shakespeare.rules import phases, rehearsal
from deduce_models.shakespeare.rules.effects import spoiled, with_gain
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.tracks import advanced, retreats

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State


def begin(state: State) -> State:
    """The phase begins."""
    return _from(state._replace(boards=spoiled(state.boards, state.set_offer[PURPLE - 1])), 0)


def go_on(state: State) -> State:
    """The seat whose turn it is has used its quills; the next one on the Order track follows."""
    return _from(state, state.order.index(state.turn) + 1)


def _from(state: State, first: int) -> State:
    parts = state.setup.parts
    for seat in state.order[first:]:
        space = state.boards[seat - 1].ambiance
        gain = parts.ambiance[space]
        if gain.pounds or gain.prestige:
            state = with_gain(state, seat, gain)
        if gain.quills[3]:
            return state._replace(phase=phases.AMBIANCE_QUILL, turn=seat, quills=gain.quills[3])
        if parts.grey[space] and retreats(state.setup, state.spaces, seat):
            return state._replace(phase=phases.AMBIANCE_BACK, turn=seat, quills=parts.grey[space])
    start = parts.start_ambiance
    boards = tuple(
        board if board.ambiance == start else board._replace(ambiance=start) for board in state.boards
    )
    return rehearsal.begin(state._replace(boards=boards, turn=0))


def back(state: State, move: Move) -> State:
    """A grey quill: a disc goes one space back, on top of the pile there."""
    setup, seat, quills = state.setup, state.turn, state.quills - 1
    spaces, ranking = advanced(setup, state.spaces, state.ranking, move.item, seat, -1)
    state = state._replace(spaces=spaces, ranking=ranking, quills=quills)
    if quills and retreats(setup, spaces, seat):
        return state
    return go_on(state._replace(quills=0))

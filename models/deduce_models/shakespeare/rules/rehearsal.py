"""The dress rehearsal: complete costumes have their power, then the acts are scored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce_models.shakespeare.components.parts import SLOTS
from deduce_models.shakespeare.rules import days, phases
from deduce_models.shakespeare.rules.effects import with_gain
from deduce_models.shakespeare.rules.scoring import scored

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State


def begin(state: State) -> State:
    """The phase begins, on the days of a dress rehearsal; otherwise the day ends."""
    if state.day not in state.setup.parts.rehearsals:
        return days.end_day(state)
    return _from(state, 0, 0)


def go_on(state: State) -> State:
    """The white quills of one costume are used; the next costume follows."""
    board = state.boards[state.turn - 1]
    place = board.troupe.index(state.worker) + 1
    return _from(state, state.initiative.index(state.turn), place)


def _from(state: State, first: int, place: int) -> State:
    people = state.setup.people
    for seat in state.initiative[first:]:
        board = state.boards[seat - 1]
        for person, costume in zip(board.troupe[place:], board.costumes[place:], strict=True):
            if len(costume) < SLOTS:
                continue
            gain = people[person].power
            state = with_gain(state, seat, gain)
            if gain.quills[3]:
                return state._replace(
                    phase=phases.REHEARSAL_QUILL, turn=seat, worker=person, quills=gain.quills[3]
                )
        place = 0
    boards, spaces, ranking = scored(state.setup, state.day, state.boards, state.spaces, state.ranking)
    state = state._replace(boards=boards, spaces=spaces, ranking=ranking, turn=0, worker=-1)
    return days.end_day(state)

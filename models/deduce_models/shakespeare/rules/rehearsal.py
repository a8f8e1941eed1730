"""The dress rehearsal: complete costumes have their power, then the acts are scored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce_models.shakespeare.components.parts import SLOTS
from deduce_models.shakespeare.rules import days, phases
from deduce_models.shakespeare.rules.gains import gained
from deduce_models.shakespeare.rules.scoring import act_gains
from deduce_models.shakespeare.rules.tracks import NEUTRAL, set_disc

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State

__all__ = ["begin", "go_on"]


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
            state = gained(state, seat, gain)
            if gain.quills[3]:
                return state._replace(
                    phase=phases.REHEARSAL_QUILL, turn=seat, worker=person, quills=gain.quills[3]
                )
        place = 0
    return days.end_day(score(state._replace(turn=0, worker=-1)))


def score(state: State) -> State:
    """The acts are scored; after the first rehearsal the neutral discs of a solo game go ahead."""
    setup = state.setup
    boards = tuple(
        board._replace(prestige=board.prestige + prestige, pounds=board.pounds + pounds)
        for board, (prestige, pounds) in zip(
            state.boards, act_gains(setup, state.spaces, state.ranking), strict=True
        )
    )
    state = state._replace(boards=boards)
    if setup.solo and state.day == setup.parts.rehearsals[0]:
        spaces, ranking = state.spaces, state.ranking
        for act in range(3):
            spaces, ranking = set_disc(setup, spaces, ranking, act, NEUTRAL, setup.parts.neutral[1])
        state = state._replace(spaces=spaces, ranking=ranking)
    return state

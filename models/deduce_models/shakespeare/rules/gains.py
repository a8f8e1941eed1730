"""What an activation, a space of the ambiance track or a costume gives, put on board and tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce_models.shakespeare.components.parts import Gain
from deduce_models.shakespeare.rules import boards
from deduce_models.shakespeare.rules.tracks import advanced

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State

__all__ = ["gained", "write"]


def gained(state: State, seat: int, gain: Gain) -> State:
    """The position after `seat` has got `gain`, its white quills left out."""
    setup = state.setup
    spaces, ranking = state.spaces, state.ranking
    for act in range(3):
        if gain.quills[act]:
            spaces, ranking = advanced(setup, spaces, ranking, act, seat, gain.quills[act])
    laid = boards.with_board(state.boards, seat, boards.gained(setup, state.boards[seat - 1], gain))
    return state._replace(boards=laid, spaces=spaces, ranking=ranking)


def write(state: State, act: int, steps: int) -> State:
    """The seat uses `steps` white quills in `act`."""
    spaces, ranking = advanced(state.setup, state.spaces, state.ranking, act, state.turn, steps)
    return state._replace(spaces=spaces, ranking=ranking, quills=state.quills - steps)

"""What an activation, a space of the ambiance track or a costume gives, put on board and tracks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce_models.shakespeare.components.parts import Gain
from deduce_models.shakespeare.rules.tracks import advanced

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import Board, State

__all__ = ["gained", "with_board", "write"]


def with_board(state: State, seat: int, board: Board) -> State:
    """The position with another board of `seat`."""
    return state._replace(boards=(*state.boards[: seat - 1], board, *state.boards[seat:]))


def gained(state: State, seat: int, gain: Gain) -> State:
    """The position after `seat` has got `gain`, its white quills left out."""
    setup = state.setup
    spaces, ranking = state.spaces, state.ranking
    for act in range(3):
        if gain.quills[act]:
            spaces, ranking = advanced(setup, spaces, ranking, act, seat, gain.quills[act])
    board = state.boards[seat - 1]
    top = len(setup.parts.ambiance) - 1
    board = board._replace(
        prestige=board.prestige + gain.prestige,
        pounds=board.pounds + gain.pounds,
        ambiance=min(top, board.ambiance + gain.ambiance),
    )
    boards = (*state.boards[: seat - 1], board, *state.boards[seat:])
    return state._replace(boards=boards, spaces=spaces, ranking=ranking)


def write(state: State, act: int, steps: int) -> State:
    """The seat uses `steps` white quills in `act`."""
    spaces, ranking = advanced(state.setup, state.spaces, state.ranking, act, state.turn, steps)
    return state._replace(spaces=spaces, ranking=ranking, quills=state.quills - steps)

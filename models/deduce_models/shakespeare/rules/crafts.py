"""The crafts at work: elements are taken from the offers one at a time and placed at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce_models.shakespeare.components.elements import PRICES
from deduce_models.shakespeare.rules.actions import end_turn
from deduce_models.shakespeare.rules.effects import dressed, less, placed, with_board
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.setup import JEWELER

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State


def put_set(state: State, move: Move) -> State:
    """An element of the set is placed."""
    boards = placed(state.setup, state.boards, state.turn, move.item, move.place)
    return _paid(state._replace(boards=boards, set_offer=less(state.set_offer, move.item)), move)


def put_costume(state: State, move: Move) -> State:
    """An element of a costume is placed."""
    board = dressed(state.setup, state.boards[state.turn - 1], move.item, move.place)
    boards, offer = with_board(state.boards, state.turn, board), less(state.costume_offer, move.item)
    return _paid(state._replace(boards=boards, costume_offer=offer), move)


def _paid(state: State, move: Move) -> State:
    """The craft has spent the price of an element; a Jeweler is done with one."""
    state = state._replace(budget=max(0, state.budget - PRICES[move.item]))
    return end_turn(state) if state.setup.trades[state.worker] == JEWELER else state


def done(state: State, _: Move) -> State:
    """The craft stops working."""
    return end_turn(state)

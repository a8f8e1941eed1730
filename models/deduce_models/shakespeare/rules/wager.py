"""The order of seats: the set-up's order, the draft, and the wagers of cylinders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce_models.shakespeare.rules import days, phases
from deduce_models.shakespeare.rules.effects import joined, wagered, with_board
from deduce_models.shakespeare.rules.moves import Move

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State


def seated(state: State, move: Move) -> State:
    """The Order track is drawn; Initiative starts the same, and so do the piles of the acts."""
    order = state.setup.moves.seatings[move.item]
    return state._replace(order=order, initiative=order, ranking=(order,) * 3)


def draft(state: State, move: Move) -> State:
    """The seat takes a card; those behind on the Order track came first."""
    seat = state.turn
    state = state._replace(
        boards=with_board(state.boards, seat, joined(state.setup, state.boards[seat - 1], move)),
        display=tuple(card for card in state.display if card != move.item),
    )
    place = state.order.index(seat)
    if place:
        return state._replace(turn=state.order[place - 1])
    return days.display(state)


def wager(state: State, move: Move) -> State:
    """The seat wagers, hidden; when all have, the new order stands and the first gains a point."""
    setup = state.setup
    seat = state.turn
    choices = (*state.choices[: seat - 1], move.item, *state.choices[seat:])
    if seat < setup.seats:
        return state._replace(choices=choices, turn=seat + 1)
    order, boards = wagered(state.boards, choices, state.initiative)
    return state._replace(
        phase=phases.ACTION,
        boards=boards,
        order=order,
        initiative=(),
        turn=order[0],
        out=0,
        choices=(0,) * setup.seats,
    )

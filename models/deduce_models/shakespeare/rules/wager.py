"""The order of seats: the set-up's order, the draft, and the wagers of cylinders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce_models.shakespeare.rules import days, phases
from deduce_models.shakespeare.rules.moves import Move

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State

__all__ = ["draft", "seated", "wager"]


def seated(state: State, move: Move) -> State:
    """The Order track is drawn; Initiative starts the same, and so do the piles of the acts."""
    order = state.setup.moves.seatings[move.item]
    return state._replace(order=order, initiative=order, ranking=(order,) * 3)


def draft(state: State, move: Move) -> State:
    """The seat takes a card; those behind on the Order track came first."""
    setup = state.setup
    seat = state.turn
    board = state.boards[seat - 1]
    board = board._replace(
        troupe=(*board.troupe, setup.person(move.item, move.place)), costumes=(*board.costumes, b"")
    )
    state = state._replace(
        boards=(*state.boards[: seat - 1], board, *state.boards[seat:]),
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
    rank = state.initiative.index
    order = tuple(sorted(setup.everybody, key=lambda each: (choices[each - 1], rank(each))))
    boards = [board._replace(cylinders=count) for board, count in zip(state.boards, choices, strict=True)]
    first = order[0] - 1
    boards[first] = boards[first]._replace(prestige=boards[first].prestige + 1)
    return state._replace(
        phase=phases.ACTION,
        boards=tuple(boards),
        order=order,
        initiative=(),
        turn=order[0],
        out=0,
        choices=(0,) * setup.seats,
    )

"""The action phase: turns, recruiting, actors, the Queen, leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce_models.shakespeare.components.parts import DRAWN_OBJECTIVES
from deduce_models.shakespeare.rules import ambiance, phases
from deduce_models.shakespeare.rules.effects import activated, joined, with_board, with_gain
from deduce_models.shakespeare.rules.moves import OBJECTIVES, POUNDS, TOKEN, Move
from deduce_models.shakespeare.rules.objectives import left, pending
from deduce_models.shakespeare.rules.setup import ACTOR

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State


def end_turn(state: State) -> State:
    """The next live seat on the Order track has its turn; without one the phase ends."""
    out = state.out
    seat = state.turn
    board = state.boards[seat - 1]
    if not board.cylinders and board.recruited:
        out |= 1 << seat - 1
    order = state.order
    place = order.index(seat)
    for other in order[place + 1 :] + order[: place + 1]:
        if not out >> other - 1 & 1:
            return state._replace(phase=phases.ACTION, turn=other, out=out, worker=-1, budget=0, before=b"")
    return _end_phase(state._replace(out=0, worker=-1, budget=0, before=b""))


def _end_phase(state: State) -> State:
    setup = state.setup
    if setup.solo:
        board = state.boards[0]
        if board.used.bit_count() in setup.parts.bonus:
            state = state._replace(boards=(board._replace(prestige=board.prestige + 1),))
    seen = state.initiative
    behind = tuple(seat for seat in state.order if seat not in seen)
    return ambiance.begin(state._replace(initiative=seen + behind))


def leave(state: State, _: Move) -> State:
    """The seat leaves the phase for good."""
    return end_turn(state._replace(out=state.out | 1 << state.turn - 1))


def recruit(state: State, move: Move) -> State:
    """The seat takes a card from the display, as its character or as an Extra."""
    seat = state.turn
    board = joined(state.setup, state.boards[seat - 1], move)._replace(recruited=True)
    display = tuple(card for card in state.display if card != move.item)
    return end_turn(state._replace(boards=with_board(state.boards, seat, board), display=display))


def activate(state: State, move: Move) -> State:
    """A cylinder goes on a character, which acts at once or begins to work."""
    setup = state.setup
    seat, person = state.turn, move.item
    way = move.place
    boards = with_board(state.boards, seat, activated(setup, state.boards[seat - 1], person, way))
    if setup.roles[person] == ACTOR:
        initiative = state.initiative
        if seat not in initiative:
            initiative = (*initiative, seat)
        gain = setup.people[person].activation
        state = with_gain(state._replace(boards=boards, initiative=initiative), seat, gain)
        if gain.quills[3]:
            return state._replace(phase=phases.QUILL, worker=person, quills=gain.quills[3])
        return work(state._replace(worker=person))
    if way == POUNDS:
        return end_turn(state._replace(boards=boards))
    if way == OBJECTIVES:
        need = min(DRAWN_OBJECTIVES, left(setup, state.dealings))
        dealings = (*state.dealings, (seat, (), -1, ()))
        return state._replace(
            boards=boards, phase=phases.OBJECTIVE, worker=person, need=need, dealings=dealings
        )
    return work(state._replace(boards=boards, worker=person), token=way == TOKEN)


def work(state: State, *, token: bool = False) -> State:
    """Whoever is activated begins to take elements, an actor after its gain; else the turn ends."""
    setup, person = state.setup, state.worker
    if setup.trades[person] < 0:
        return end_turn(state)
    board = state.boards[state.turn - 1]
    budget = setup.budget(board.troupe, person, token=token)
    return state._replace(phase=phases.CRAFT, budget=budget, before=board.stage)


# Objectives.


def objective(state: State, move: Move) -> State:
    """The next objective is drawn."""
    *old, (seat, drawn, kept, under) = state.dealings
    need = state.need - 1
    return state._replace(
        dealings=(*old, (seat, (*drawn, move.item), kept, under)),
        need=need,
        phase=phases.OBJECTIVE if need else phases.KEEP,
    )


def keep(state: State, move: Move) -> State:
    """The seat keeps one of the objectives drawn."""
    *old, (seat, drawn, _, under) = state.dealings
    return _put_under(state._replace(dealings=(*old, (seat, drawn, move.item, under))))


def under(state: State, move: Move) -> State:
    """One of the others goes under the deck; the last goes under it by itself."""
    *old, (seat, drawn, kept, under) = state.dealings
    return _put_under(state._replace(dealings=(*old, (seat, drawn, kept, (*under, move.item)))))


def _put_under(state: State) -> State:
    rest = pending(state)
    if len(rest) > 1:
        return state._replace(phase=phases.UNDER)
    *old, (seat, drawn, kept, under) = state.dealings
    return end_turn(state._replace(dealings=(*old, (seat, drawn, kept, under + rest))))

"""The legal moves of a position, listed; `refusals` says the same move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deduce_models.shakespeare.components.parts import DRAWN_OBJECTIVES
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.moves import OBJECTIVES, Move
from deduce_models.shakespeare.rules.objectives import left, pending
from deduce_models.shakespeare.rules.setup import COSTUME_MAKERS, JEWELER, QUEEN, SET_MAKERS
from deduce_models.shakespeare.rules.tracks import retreats

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.views import Lying

__all__ = ["draws_left", "menu", "objectives_offered"]

YELLOW_ALONE = 1 << 6


def menu(state: Lying) -> Sequence[Move]:
    """The legal moves of the seat to move, in a stable order; empty at chance and at the end."""
    phase = state.phase
    if phase == phases.CRAFT:
        return _craft(state)
    if phase == phases.ACTION:
        return _action(state)
    made = state.setup.moves
    if phase in (phases.QUILL, phases.AMBIANCE_QUILL, phases.REHEARSAL_QUILL):
        return made.quills
    if phase == phases.WAGER:
        return made.wagers[1:]
    if phase == phases.DRAFT:
        return [move for card in state.display for move in state.setup.taken[card]]
    if phase == phases.REST:
        board = state.boards[state.turn - 1]
        return [made.awakes[person] for place, person in enumerate(board.troupe) if board.used >> place & 1]
    if phase == phases.KEEP:
        return [made.keeps[item] for item in pending(state)]
    if phase == phases.UNDER:
        return [made.unders[item] for item in pending(state)]
    if phase == phases.AMBIANCE_BACK:
        return [made.backs[act] for act in retreats(state, state.turn)]
    return ()


def _action(state: Lying) -> Sequence[Move]:
    setup = state.setup
    board = state.boards[state.turn - 1]
    found: list[Move] = []
    if not board.recruited:
        recruits = setup.moves.recruits
        for card in state.display:
            found += recruits[card]
    if board.cylinders:
        known = setup.tokened if board.tokens else setup.plain
        blocked = board.used | board.resting
        for place, person in enumerate(board.troupe):
            if not blocked >> place & 1:
                found += known[person]
                if setup.roles[person] == QUEEN and not objectives_offered(state):
                    found.remove(setup.moves.activations[person][OBJECTIVES])
    if board.recruited or setup.options.pass_before_recruiting or not state.display:
        found.append(setup.moves.passing)
    return found


def objectives_offered(state: Lying) -> bool:
    """Whether the Queen can be asked for objectives: whether enough of them are left."""
    dealings = state.dealings
    if len(dealings) + DRAWN_OBJECTIVES <= len(state.setup.all_objectives):
        return True
    return draws_left(state) > 0


def draws_left(state: Lying) -> int:
    """How often Queens can still be asked for objectives; each time one is kept."""
    least = DRAWN_OBJECTIVES if state.setup.options.short_objectives == "none" else 1
    return max(0, left(state.setup, state.dealings) - least + 1)


def _craft(state: Lying) -> Sequence[Move]:
    setup = state.setup
    board = state.boards[state.turn - 1]
    role = setup.trades[state.worker]
    colours = YELLOW_ALONE if role == JEWELER else setup.affordable[state.budget]
    found: tuple[Move, ...] = ()
    if role in SET_MAKERS:
        there = colours & setup.colours_in(state.set_offer)
        before = board.stage if setup.options.stack_at_once else state.before
        found = setup.set_menu(board.stage, before, there) if there else ()
    if role in COSTUME_MAKERS:
        there = colours & setup.colours_in(state.costume_offer)
        if there:
            found += setup.costume_menu(board.troupe, board.costumes, there)
    return (*found, setup.moves.done)

"""The legal moves of a position, listed, for the rulebook too; `refusals` says the same move by move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deduce_models.shakespeare.components.parts import DRAWN_OBJECTIVES
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.objectives import left, pending
from deduce_models.shakespeare.rules.setup import COSTUME_MAKERS, JEWELER, QUEEN, SET_MAKERS, Setup
from deduce_models.shakespeare.rules.tracks import retreats

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.views import Board, Lying

YELLOW_ALONE = 1 << 6


def menu(state: Lying) -> Sequence[Move]:
    """The legal moves of the seat to move, in a stable order; empty at chance and at the end."""
    phase = state.phase
    if phase == phases.CRAFT:
        setup, board = state.setup, state.boards[state.turn - 1]
        offers = state.set_offer, state.costume_offer
        trade = setup.trades[state.worker]
        return (*elements(setup, board, trade, state.budget, state.before, *offers), setup.moves.done)
    if phase == phases.ACTION:
        board = state.boards[state.turn - 1]
        return actions(state.setup, board, state.display, left(state.setup, state.dealings))
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
        return [made.backs[act] for act in retreats(state.setup, state.spaces, state.turn)]
    return ()


def actions(setup: Setup, board: Board, display: Sequence[int], objectives: int) -> list[Move]:
    """To recruit, once a day; to activate somebody, for a cylinder; to leave the phase.

    `objectives` is how many the deck has.
    """
    found: list[Move] = []
    if not board.recruited:
        recruits = setup.moves.recruits
        for card in display:
            found += recruits[card]
    if board.cylinders:
        known = setup.tokened if board.tokens else setup.plain
        blocked, offered = board.used | board.resting, objectives_offered(setup, objectives)
        for place, person in enumerate(board.troupe):
            if not blocked >> place & 1:
                ways = known[person]
                found += ways if offered or setup.roles[person] != QUEEN else ways[:1]
    if board.recruited or setup.options.pass_before_recruiting or not display:
        found.append(setup.moves.passing)
    return found


def objectives_offered(setup: Setup, objectives: int) -> bool:
    """Whether the Queen can be asked for objectives: whether enough of them are left in the deck."""
    return objectives >= (DRAWN_OBJECTIVES if setup.options.short_objectives == "none" else 1)


def draws_left(state: Lying) -> int:
    """How often Queens can still be asked for objectives; each time one is kept."""
    least = DRAWN_OBJECTIVES if state.setup.options.short_objectives == "none" else 1
    return max(0, left(state.setup, state.dealings) - least + 1)


def elements(
    setup: Setup,
    board: Board,
    trade: int,
    budget: int,
    before: bytes,
    set_offer: tuple[int, ...],
    costume_offer: tuple[int, ...],
) -> tuple[Move, ...]:
    """What a craft can take and place for what it has left; yellow elements are the Jeweler's alone.

    `before` is the stage when it began to work.
    """
    colours = YELLOW_ALONE if trade == JEWELER else setup.affordable[budget]
    found: tuple[Move, ...] = ()
    if trade in SET_MAKERS:
        there = colours & setup.colours_in(set_offer)
        standing = board.stage if setup.options.stack_at_once else before
        found = setup.set_menu(board.stage, standing, there) if there else ()
    if trade in COSTUME_MAKERS:
        there = colours & setup.colours_in(costume_offer)
        if there:
            found += setup.costume_menu(board.troupe, board.costumes, there)
    return found

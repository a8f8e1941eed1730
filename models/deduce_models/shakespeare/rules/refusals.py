"""Why a move is not allowed, in words. What is not refused here is legal; `menus` lists the same moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from deduce_models.shakespeare.components.elements import COLOURS, PRICES, YELLOW
from deduce_models.shakespeare.components.parts import ACTS, SLOTS
from deduce_models.shakespeare.rules import chance, phases
from deduce_models.shakespeare.rules.menus import objectives_offered
from deduce_models.shakespeare.rules.moves import OBJECTIVES, PLAIN, TOKEN, Move
from deduce_models.shakespeare.rules.objectives import pending
from deduce_models.shakespeare.rules.setup import (
    ACTOR,
    ASSISTANT,
    COSTUME_MAKERS,
    EXTRA,
    JEWELER,
    ROLES,
    SET_MAKERS,
)
from deduce_models.shakespeare.rules.tracks import retreats

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State

__all__ = ["why"]


def why(state: State, move: Move) -> str:
    """Why `move` is not allowed in `state`; empty when it is."""
    if state.phase in phases.CHANCES:
        return _chance(state, move)
    if move not in state.setup.every:
        return f"{move} is no move of this game"
    return _RULES[move.kind](state, move)


def _now(state: State) -> str:
    if state.phase == phases.OVER:
        return "the game is over"
    return f"now to be decided: {phases.NAMES[state.phase]}"


def _chance(state: State, move: Move) -> str:
    for other, _ in chance.outcomes(state):
        if other == move:
            return ""
    return f"{move} is not possible; {_now(state)}"


def _no_draw(state: State, _: Move) -> str:
    return f"nothing is drawn; {_now(state)}"


def _draft(state: State, move: Move) -> str:
    if state.phase != phases.DRAFT:
        return f"the draft is over; {_now(state)}"
    if move.item not in state.display:
        return f"{state.setup.parts.codes[move.item]} is not on display"
    if move.place and not state.setup.options.draft_extras:
        return "no Extra is taken in the draft (option draft_extras)"
    return ""


def _wager(state: State, move: Move) -> str:
    if state.phase != phases.WAGER:
        return f"no wager is made now; {_now(state)}"
    most = state.setup.parts.cylinders
    return "" if 1 <= move.item <= most else f"a wager is 1 to {most} cylinders"


def _recruit(state: State, move: Move) -> str:
    if state.phase != phases.ACTION:
        return f"nobody is recruited now; {_now(state)}"
    if state.boards[state.turn - 1].recruited:
        return "only one card is recruited a day"
    if move.item not in state.display:
        return f"{state.setup.parts.codes[move.item]} is not on display"
    return ""


def _activate(state: State, move: Move) -> str:
    if state.phase != phases.ACTION:
        return f"nobody is activated now; {_now(state)}"
    setup = state.setup
    board = state.boards[state.turn - 1]
    person, way = move.item, move.place
    name = setup.codes[person]
    role = setup.roles[person]
    if person not in board.troupe:
        return f"{name} is not in the troupe of seat {state.turn}"
    if role in (ASSISTANT, EXTRA):
        return "an Extra or an Assistant is never activated"
    if not board.cylinders:
        return "no cylinder is left"
    bit = 1 << board.troupe.index(person)
    if board.used & bit:
        return f"{name} has been activated today"
    if board.resting & bit:
        return f"{name} has a Rest token"
    if way not in setup.ways[person]:
        if way == TOKEN:
            return 'a "+3" token helps a mistress, a dresser or a handyman only'
        if way == PLAIN:
            return "the Queen brings pounds or objectives: say which"
        return "only the Queen brings pounds or objectives"
    if way == TOKEN and not board.tokens:
        return 'there is no "+3" token'
    if way == OBJECTIVES and not objectives_offered(state):
        return "too few objectives are left in the deck"
    return ""


def _pass(state: State, _: Move) -> str:
    if state.phase != phases.ACTION:
        return f"nobody can pass now; {_now(state)}"
    if state.boards[state.turn - 1].recruited or state.setup.options.pass_before_recruiting:
        return ""
    # In a typed position there may be nobody to recruit.
    return "every player recruits once a day, before passing" if state.display else ""


def _piece(state: State, colour: int, offer: tuple[int, ...], kind: str) -> str:
    """Why the craft at work may not take an element of `colour` from `offer`."""
    word = COLOURS[colour - 1]
    if state.setup.trades[state.worker] == JEWELER:
        if colour != YELLOW:
            return "the Jeweler takes a yellow element"
    elif colour == YELLOW:
        return "only the Jeweler takes yellow elements"
    elif PRICES[colour] > state.budget:
        return f"{word} costs {PRICES[colour]}, and {state.budget} is left to spend"
    return "" if offer[colour - 1] else f"no {word} element of the {kind} is on offer"


def _worker(state: State) -> str:
    setup, person = state.setup, state.worker
    role = setup.roles[person]
    return setup.codes[person] if role == ACTOR else f"a {ROLES[role]}"


def _set(state: State, move: Move) -> str:
    if state.phase != phases.CRAFT:
        return f"no piece is placed now; {_now(state)}"
    setup = state.setup
    if setup.trades[state.worker] not in SET_MAKERS:
        return f"{_worker(state)} takes elements of costumes only"
    reason = _piece(state, move.item, state.set_offer, "set")
    if reason:
        return reason
    stage = state.boards[state.turn - 1].stage
    before = stage if setup.options.stack_at_once else state.before
    for place, allowed in setup.spots(stage, before):
        if place == move.place:
            if allowed >> move.item & 1:
                return ""
            break
    return setup.stage.refusal(stage, move.place, move.item) or (
        f"space {setup.stage.cells[move.place].name} stands on a piece of this activation (option stack_at_once)"
    )


def _costume(state: State, move: Move) -> str:
    if state.phase != phases.CRAFT:
        return f"no element is placed now; {_now(state)}"
    setup = state.setup
    if setup.trades[state.worker] not in COSTUME_MAKERS:
        return f"{_worker(state)} takes elements of the set only"
    reason = _piece(state, move.item, state.costume_offer, "costumes")
    if reason:
        return reason
    board = state.boards[state.turn - 1]
    if move.place not in board.troupe:
        return f"{setup.codes[move.place]} is not in the troupe of seat {state.turn}"
    if not setup.wears[move.place]:
        return f"{setup.codes[move.place]} wears no costume"
    if len(board.costumes[board.troupe.index(move.place)]) >= SLOTS:
        return f"the costume of {setup.codes[move.place]} is complete"
    return ""


def _done(state: State, _: Move) -> str:
    return "" if state.phase == phases.CRAFT else f"no craft is at work; {_now(state)}"


QUILLS = frozenset({phases.QUILL, phases.AMBIANCE_QUILL, phases.REHEARSAL_QUILL})


def _quill(state: State, _: Move) -> str:
    return "" if state.phase in QUILLS else f"there is no white quill to use; {_now(state)}"


def _back(state: State, move: Move) -> str:
    if state.phase != phases.AMBIANCE_BACK:
        return f"there is no grey quill to use; {_now(state)}"
    if move.item not in retreats(state, state.turn):
        return f"the disc of act {ACTS[move.item]} cannot go back"
    return ""


def _keep(state: State, move: Move) -> str:
    if state.phase != phases.KEEP:
        return f"no objective is kept now; {_now(state)}"
    return "" if move.item in pending(state) else "this objective was not drawn"


def _under(state: State, move: Move) -> str:
    if state.phase != phases.UNDER:
        return f"no objective goes under the deck now; {_now(state)}"
    return (
        "" if move.item in pending(state) else "this objective is not among those to be put under the deck"
    )


def _awake(state: State, move: Move) -> str:
    if state.phase != phases.REST:
        return f"nobody rests now; {_now(state)}"
    board = state.boards[state.turn - 1]
    if move.item in board.troupe and board.used >> board.troupe.index(move.item) & 1:
        return ""
    return f"{state.setup.codes[move.item]} was not activated today"


_RULES: tuple[Callable[[State, Move], str], ...] = (
    _no_draw, _no_draw, _no_draw, _no_draw, _draft, _wager, _recruit, _activate, _pass, _set, _costume, _done,
    _quill, _back, _no_draw, _keep, _under, _awake,
)  # fmt: skip

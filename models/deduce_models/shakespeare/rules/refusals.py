"""Why a move is not allowed, in words. What is not refused here is legal; `menus` lists the same moves."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import TYPE_CHECKING

from deduce.ground.wording import as_is, run, say
from deduce_models.shakespeare.components.elements import COLOURS, PRICES, YELLOW
from deduce_models.shakespeare.components.parts import ACTS, SLOTS
from deduce_models.shakespeare.rules import chance, phases
from deduce_models.shakespeare.rules.menus import objectives_offered
from deduce_models.shakespeare.rules.moves import OBJECTIVES, PLAIN, TOKEN, Move
from deduce_models.shakespeare.rules.objectives import left, pending
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


def why(state: State, move: Move) -> str:
    """Why `move` is not allowed in `state`; empty when it is."""
    if state.phase in phases.CHANCES:
        return _chance(state, move)
    if move not in state.setup.every:
        return say("{move} is no move of this game", move=as_is(move))
    there, rule, forbidden = _RULES[move.kind]
    if state.phase not in there:
        return run(say(rule), "; ", _now(state))
    return forbidden(state, move) if forbidden else ""


def _now(state: State) -> str:
    if state.phase == phases.OVER:
        return say("the game is over")
    return say("now to be decided: {what}", what=phases.NAMES[state.phase])


def _chance(state: State, move: Move) -> str:
    for other, _ in chance.outcomes(state):
        if other == move:
            return ""
    return run(say("{move} is not possible", move=as_is(move)), "; ", _now(state))


def _draft(state: State, move: Move) -> str:
    if move.item not in state.display:
        return say("{card} is not on display", card=as_is(state.setup.parts.codes[move.item]))
    if move.place and not state.setup.options.draft_extras:
        return say("no Extra is taken in the draft (option draft_extras)")
    return ""


def _wager(state: State, move: Move) -> str:
    most = state.setup.parts.cylinders
    return "" if 1 <= move.item <= most else say("a wager is 1 to {most} cylinders", most=most)


def _recruit(state: State, move: Move) -> str:
    if state.boards[state.turn - 1].recruited:
        return say("only one card is recruited a day")
    if move.item not in state.display:
        return say("{card} is not on display", card=as_is(state.setup.parts.codes[move.item]))
    return ""


def _activate(state: State, move: Move) -> str:
    setup = state.setup
    board = state.boards[state.turn - 1]
    person, way = move.item, move.place
    name = setup.codes[person]
    role = setup.roles[person]
    if person not in board.troupe:
        return say("{card} is not in the troupe of seat {seat}", card=as_is(name), seat=state.turn)
    if role in (ASSISTANT, EXTRA):
        return say("an Extra or an Assistant is never activated")
    if not board.cylinders:
        return say("no cylinder is left")
    bit = 1 << board.troupe.index(person)
    if board.used & bit:
        return say("{card} has been activated today", card=as_is(name))
    if board.resting & bit:
        return say("{card} has a Rest token", card=as_is(name))
    if way not in setup.ways[person]:
        if way == TOKEN:
            return say('a "+3" token helps a mistress, a dresser or a handyman only')
        if way == PLAIN:
            return say("the Queen brings pounds or objectives: say which")
        return say("only the Queen brings pounds or objectives")
    if way == TOKEN and not board.tokens:
        return say('there is no "+3" token')
    if way == OBJECTIVES and not objectives_offered(setup, left(setup, state.dealings)):
        return say("too few objectives are left in the deck")
    return ""


def _pass(state: State, _: Move) -> str:
    if state.boards[state.turn - 1].recruited or state.setup.options.pass_before_recruiting:
        return ""
    # In a typed position there may be nobody to recruit.
    return say("every player recruits once a day, before passing") if state.display else ""


def _piece(state: State, colour: int, offer: tuple[int, ...], kind: str) -> str:
    """Why the craft at work may not take an element of `colour` from `offer`."""
    word = COLOURS[colour - 1]
    if state.setup.trades[state.worker] == JEWELER:
        if colour != YELLOW:
            return say("the Jeweler takes a yellow element")
    elif colour == YELLOW:
        return say("only the Jeweler takes yellow elements")
    elif PRICES[colour] > state.budget:
        return say(
            "{colour} costs {cost}, and {left} is left to spend",
            colour=word, cost=PRICES[colour], left=state.budget,
        )  # fmt: skip
    if offer[colour - 1]:
        return ""
    return say("no {colour} element of the {kind} is on offer", colour=word, kind=kind)


def _worker(state: State) -> str:
    setup, person = state.setup, state.worker
    role = setup.roles[person]
    return as_is(setup.codes[person]) if role == ACTOR else say("a {role}", role=ROLES[role])


def _set(state: State, move: Move) -> str:
    setup = state.setup
    if setup.trades[state.worker] not in SET_MAKERS:
        return say("{who} takes elements of costumes only", who=_worker(state))
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
    return setup.stage.refusal(stage, move.place, move.item) or say(
        "space {space} stands on a piece of this activation (option stack_at_once)",
        space=as_is(setup.stage.cells[move.place].name),
    )


def _costume(state: State, move: Move) -> str:
    setup = state.setup
    if setup.trades[state.worker] not in COSTUME_MAKERS:
        return say("{who} takes elements of the set only", who=_worker(state))
    reason = _piece(state, move.item, state.costume_offer, "costumes")
    if reason:
        return reason
    board, who = state.boards[state.turn - 1], as_is(setup.codes[move.place])
    if move.place not in board.troupe:
        return say("{card} is not in the troupe of seat {seat}", card=who, seat=state.turn)
    if not setup.wears[move.place]:
        return say("{card} wears no costume", card=who)
    if len(board.costumes[board.troupe.index(move.place)]) >= SLOTS:
        return say("the costume of {card} is complete", card=who)
    return ""


def _back(state: State, move: Move) -> str:
    if move.item not in retreats(state.setup, state.spaces, state.turn):
        return say("the disc of act {act} cannot go back", act=ACTS[move.item])
    return ""


def _keep(state: State, move: Move) -> str:
    return "" if move.item in pending(state) else say("this objective was not drawn")


def _under(state: State, move: Move) -> str:
    return (
        ""
        if move.item in pending(state)
        else say("this objective is not among those to be put under the deck")
    )


def _awake(state: State, move: Move) -> str:
    board = state.boards[state.turn - 1]
    if move.item in board.troupe and board.used >> board.troupe.index(move.item) & 1:
        return ""
    return say("{card} was not activated today", card=as_is(state.setup.codes[move.item]))


_NO_DRAW = ((), "nothing is drawn", None)

_RULES: tuple[tuple[Container[int], str, Callable[[State, Move], str] | None], ...] = (
    _NO_DRAW,
    _NO_DRAW,
    _NO_DRAW,
    _NO_DRAW,
    ((phases.DRAFT,), "the draft is over", _draft),
    ((phases.WAGER,), "no wager is made now", _wager),
    ((phases.ACTION,), "nobody is recruited now", _recruit),
    ((phases.ACTION,), "nobody is activated now", _activate),
    ((phases.ACTION,), "nobody can pass now", _pass),
    ((phases.CRAFT,), "no piece is placed now", _set),
    ((phases.CRAFT,), "no element is placed now", _costume),
    ((phases.CRAFT,), "no craft is at work", None),
    (
        (phases.QUILL, phases.AMBIANCE_QUILL, phases.REHEARSAL_QUILL),
        "there is no white quill to use",
        None,
    ),
    ((phases.AMBIANCE_BACK,), "there is no grey quill to use", _back),
    _NO_DRAW,
    ((phases.KEEP,), "no objective is kept now", _keep),
    ((phases.UNDER,), "no objective goes under the deck now", _under),
    ((phases.REST,), "nobody rests now", _awake),
)
"""For each kind of move the phases that have it, what is said in others, and what else may forbid it."""

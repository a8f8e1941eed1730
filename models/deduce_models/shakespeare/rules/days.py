"""From day to day: draws of elements and cards, maintenance, rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.chance import forced
from deduce_models.shakespeare.rules.effects import rested
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.scoring import ended

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State


def end_day(state: State) -> State:
    """Maintenance begins; after the last day the game is over."""
    if state.day == state.setup.parts.days:
        return state._replace(phase=phases.OVER, turn=0, boards=ended(state))
    return display(state)


# Cards.


def display(state: State) -> State:
    """The displayed cards that nobody took are discarded, and new ones are drawn."""
    discard = tuple(sorted(state.discard + state.display))
    # A game never runs out of cards, but a typed position may have too many in the troupes.
    need = min(state.setup.shown, len(state.deck) + len(discard))
    state = state._replace(phase=phases.DEAL, display=(), discard=discard, need=need, turn=0)
    return _reshuffled(state) if need else _displayed(state)


def _reshuffled(state: State) -> State:
    """The discard becomes the deck when a card is needed and none is left."""
    if state.deck or not state.need:
        return state
    return state._replace(deck=state.discard, discard=())


def card(state: State, move: Move) -> State:
    """A card is turned up, for the draft or for the display."""
    need = state.need - 1
    state = _reshuffled(
        state._replace(
            deck=tuple(other for other in state.deck if other != move.item),
            display=tuple(sorted((*state.display, move.item))),
            need=need,
        )
    )
    if need:
        return state
    if state.phase == phases.DRAFT_DEAL:
        return state._replace(phase=phases.DRAFT, turn=state.order[-1])
    return _displayed(state)


def _displayed(state: State) -> State:
    # The offers of the first day were drawn before the draft.
    return draw_set(state) if state.day else _next_day(state)


# Elements.


def draw_set(state: State) -> State:
    """New elements of the set are drawn, then of costumes; what was left on offer is out of the game."""
    return _begun(state, phases.SET_DRAW)


def _begun(state: State, phase: int) -> State:
    state = state._replace(phase=phase, colour=0)
    _, bag = _elements(state)
    need = min(state.setup.drawn, sum(bag))
    return _forced(_with(state._replace(need=need), (0,) * len(bag), bag))


def _elements(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Offer and bag of what is drawn."""
    if state.phase == phases.COSTUME_DRAW:
        return state.costume_offer, state.costume_bag
    return state.set_offer, state.set_bag


def _with(state: State, offer: tuple[int, ...], bag: tuple[int, ...]) -> State:
    if state.phase == phases.COSTUME_DRAW:
        return state._replace(costume_offer=offer, costume_bag=bag)
    return state._replace(set_offer=offer, set_bag=bag)


def _forced(state: State) -> State:
    """Without a choice left there is nothing to draw: none, all, or the rest of the bag."""
    if state.need:
        count = forced(_elements(state)[1], state.colour, state.need)
        return state if count is None else _taken(state, count)
    state = state._replace(need=0, colour=0)
    if state.phase == phases.SET_DRAW:
        return _begun(state, phases.COSTUME_DRAW)
    return (
        _begin_rest(state) if state.day else state._replace(phase=phases.DRAFT_DEAL, need=state.setup.shown)
    )


def _taken(state: State, count: int) -> State:
    """`count` elements of the colour at hand are drawn."""
    (offer, bag), colour = _elements(state), state.colour
    state = state._replace(need=state.need - count, colour=colour + 1)
    return _forced(
        _with(
            state,
            (*offer[:colour], count, *offer[colour + 1 :]),
            (*bag[:colour], bag[colour] - count, *bag[colour + 1 :]),
        )
    )


def drawn(state: State, move: Move) -> State:
    """So many elements of a colour come from a bag."""
    return _taken(state, move.place)


# Rest.


def _begin_rest(state: State) -> State:
    boards = tuple(board._replace(resting=0) if board.resting else board for board in state.boards)
    return _next_choice(state._replace(boards=boards), 0)


def _sequence(state: State) -> tuple[int, ...]:
    strategic = state.setup.options.rest == "strategic"
    return state.initiative if strategic else state.setup.everybody


def _next_choice(state: State, place: int) -> State:
    """The next seat with two or more activated characters says which of them stays awake."""
    for seat in _sequence(state)[place:]:
        if state.boards[seat - 1].used.bit_count() > 1:
            return state._replace(phase=phases.REST, turn=seat)
    # All who were activated rest, but those who were chosen to stay awake.
    boards = tuple(rested(board, choice) for board, choice in zip(state.boards, state.choices, strict=True))
    return _next_day(state._replace(boards=boards, choices=(0,) * state.setup.seats))


def awake(state: State, move: Move) -> State:
    """The seat chooses who stays awake; in the strategic variant this shows at once."""
    seat = state.turn
    choices = (*state.choices[: seat - 1], move.item + 1, *state.choices[seat:])
    return _next_choice(state._replace(choices=choices), _sequence(state).index(seat) + 1)


def _next_day(state: State) -> State:
    setup = state.setup
    day = state.day + 1
    if not setup.solo:
        return state._replace(phase=phases.WAGER, day=day, turn=1, out=0)
    board = state.boards[0]._replace(cylinders=setup.parts.cylinders)
    return state._replace(phase=phases.ACTION, day=day, turn=1, out=0, boards=(board,), initiative=())

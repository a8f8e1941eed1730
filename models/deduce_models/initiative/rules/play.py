"""The rules in the search form: what each move does, one small function a phase.

Sources: the turn, traps, threat and loss follow the rulebook; open points are `Options`. The optional
parts of actions are moves of their own (``room``, ``more``, ``done``), so a player sees the first token
before deciding about the second. What is legal and what chance may do is in `phases`; which rule forbids a move
`rulebook` tells. One file because it is one state machine: every phase leads to others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from deduce.ground.errors import IllegalMove
from deduce.ground.wording import as_is, run, say
from deduce_models.initiative.components.parts import ACTIONS, GATHER, INTEL
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.guessing import VERDICTS, slip, windows
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.saying import drawn, left
from deduce_models.initiative.rules.setup import GLYPH, IS_CAMERA, IS_GAS

if TYPE_CHECKING:
    from deduce_models.initiative.rules.state import State

T = TypeVar("T")


def play(state: State, move: Move) -> State:
    """The position after `move`. Raises `IllegalMove` where it is none of the moves now."""
    if state.result:
        raise IllegalMove(run(as_is(move), ": ", say("the mission is over ({cause})", cause=state.cause)))
    if not _allowed(state, move):
        answers = move.verb == "answer" and state.moves().fits is not None
        why = slip(state.setup, windows(state), move.words) if answers else say("not among the choices now")
        now = say("to decide now: {what}", what=phases.PHASES[state.phase])
        raise IllegalMove(run(as_is(move), ": ", why, " (", now, ")"))
    return follow(state, move)


def _allowed(state: State, move: Move) -> bool:
    """Whether a move is one of the moves now; chance moves are told without listing all of them."""
    if state.phase in phases.CHANCES and not state.voters:
        return phases.could_come(state, move)
    if state.voters or move.verb == "answer":
        return move in state.moves()
    return move in phases.listed(state)


def follow(state: State, move: Move) -> State:
    """The position after a move that is legal, which is not looked at again."""
    if state.voters:
        if move == phases.OBJECT:
            return state._replace(proposal=(), voters=(), refused=True)
        return _settled(state._replace(voters=state.voters[1:]))
    if move.verb == "answer":
        seats = state.setup.seats
        voters = tuple((state.turn + k) % seats + 1 for k in range(seats - 1))
        return _settled(state._replace(proposal=move.words, voters=voters))
    if move == phases.DONE:
        after = _next_turn(state) if state.phase == phases.REFILL else _finish(state)
    else:
        after = _PLAYS[state.phase](state, move)
    return after._replace(refused=False) if after.refused else after


def _settled(state: State) -> State:
    """The answer is compared with the card once everybody has agreed."""
    if state.voters:
        return state
    truth = tuple("".join(state.secret[place]) for place in state.setup.front.answer)
    if any("?" in word for word in truth):
        raise IllegalMove(say("the answer cannot be compared: this mission file does not hold it"))
    right = truth == state.proposal
    return state._replace(result=1 if right else -1, cause=VERDICTS[not right])


# Small changes of tuples.


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards but for the first such one."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def with_one(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """The cards and one more, in order."""
    return tuple(sorted((*cards, card)))


def swapped(items: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The items with another value in one place."""
    return (*items[:place], value, *items[place + 1 :])


# Cards and actions.


def _leave_hand(state: State, seat: int, cards: tuple[int, ...]) -> State:
    hand, fresh = state.hands[seat - 1], state.fresh
    for card in cards:
        hand = without(hand, card)
        if card in state.reshuffled:
            fresh = swapped(fresh, seat - 1, fresh[seat - 1] - 1)
    state = state._replace(hands=swapped(state.hands, seat - 1, hand), fresh=fresh)
    return state._replace(told=left(state.told, state.setup.deck, seat, cards)) if state.told else state


def _card(state: State, move: Move) -> int:
    """The card that a move names last."""
    return state.setup.deck.ids[move.words[-1]]


def _deal(state: State, move: Move) -> State:
    seat, card = phases.dealt_seat(state), _card(state, move)
    hand = with_one(state.hands[seat - 1], card)
    hands = swapped(state.hands, seat - 1, hand)
    last = seat == state.setup.seats and len(hand) == state.setup.deck.hand
    return state._replace(
        deck=without(state.deck, card), hands=hands, phase=phases.MAIN if last else phases.DEAL
    )


def _main(state: State, move: Move) -> State:
    if move.verb == "play":
        return _play_card(state, move)
    if move.verb == "special":
        return _special(state, move)
    return _end_turn(state)


def _play_card(state: State, move: Move) -> State:
    code, name = move.words
    card, pile = state.setup.deck.ids[code], ACTIONS.index(name)
    after = _leave_hand(state, state.turn, (card,))._replace(
        piles=swapped(state.piles, pile, (*state.piles[pile], card)),
        acts=state.acts + 1,
        action=pile,
        spent=0,
        active=True,
        phase=(phases.INTEL_ROOM, phases.RUNNING, phases.GATHERING, phases.REGROUPING)[pile],
    )
    return _finish(after) if pile == GATHER and phases.listed(after) == [phases.DONE] else after


def _special(state: State, move: Move) -> State:
    cards = tuple(state.setup.deck.ids[code] for code in move.words)
    after = _leave_hand(state, state.turn, cards)
    after = after._replace(
        discard=(*state.discard, *cards),
        acts=state.acts + 1,
        action=phases.SPECIAL_ACTION,
        spent=0,
        used=(),
        active=True,
        phase=phases.SPECIAL,
    )
    return after if after.setup.abilities[after.turn - 1].moves(after) else _finish(after)


def _intel(state: State, move: Move) -> State:
    room = state.setup.room_ids[move.words[0]]
    if not state.hidden[room]:
        return _finish(state)
    return state._replace(phase=phases.REVEAL, room=room)


def _keep(state: State, move: Move) -> State:
    if move == phases.KEEP_MOVE:
        return resume(state)
    # The token just revealed is remembered in `queue`, which is free while nobody is gassed.
    return resume(_drop_token(state, state.room, state.queue[0]))


def _drop_token(state: State, room: int, kind: int) -> State:
    return state._replace(faceup=swapped(state.faceup, room, without(state.faceup[room], kind)))


def _run(state: State, move: Move) -> State:
    room = state.setup.room_ids[move.words[0]]
    after = state._replace(figures=swapped(state.figures, state.turn - 1, room), spent=state.spent + 1)
    return after if after.spent < phases.STEPS else _finish(after)


def _gather(state: State, move: Move) -> State:
    here = state.figures[state.turn - 1]
    if move == phases.TURN:
        return state._replace(phase=phases.REVEAL, room=here, used=(0,))
    kind = state.setup.ids[move.words[0]]
    return resume(collect(state, here, kind)._replace(spent=state.spent + 1, used=(1,)))


def collect(state: State, room: int, kind: int) -> State:
    """Take the face-up glyph `kind` from `room`: its windows open."""
    after = _drop_token(state, room, kind)
    return after._replace(opened=after.opened | 1 << kind) if state.setup.on_card[kind] else after


def clear(state: State, pile: int) -> State:
    """Discard the resource cards of a pile and the counterintelligence tokens on it."""
    return state._replace(
        discard=state.discard + state.piles[pile],
        piles=swapped(state.piles, pile, ()),
        blocks=swapped(state.blocks, pile, 0),
    )


# Tokens and traps.


def reveal(state: State, room: int) -> State:
    """Turn the top token of `room`: a chance move follows."""
    return state._replace(phase=phases.REVEAL, room=room)


def _token(state: State, move: Move) -> State:
    setup, room = state.setup, state.room
    kind = setup.ids[move.words[0]]
    state = state._replace(
        unseen=swapped(state.unseen, kind, state.unseen[kind] - 1),
        hidden=swapped(state.hidden, room, state.hidden[room] - 1),
        spent=state.spent + 1,
    )
    effect, pile = setup.effects[kind]
    if effect == GLYPH:
        state = _lay(state, room, kind)
        if state.action == GATHER:
            # It may be collected at once; what is left lies face up.
            allowed = setup.on_card[kind] or setup.options.gather_absent
            return state._replace(phase=phases.COLLECT, queue=(kind,)) if allowed else resume(state)
        return resume(state) if setup.on_card[kind] else state._replace(phase=phases.KEEP, queue=(kind,))
    if effect == IS_CAMERA:
        return resume(_lay(state, room, kind))
    if effect == IS_GAS:
        if state.threat and not setup.options.gas_in_threat:
            return resume(state)
        queue = tuple(
            seat for seat, place in enumerate(state.figures, 1) if place == room and state.hands[seat - 1]
        )
        return state._replace(phase=phases.GAS, queue=queue) if queue else resume(state)
    if state.action == INTEL:
        state = state._replace(blocks=swapped(state.blocks, pile, state.blocks[pile] + 1))
    return resume(state)


def _lay(state: State, room: int, kind: int) -> State:
    return state._replace(faceup=swapped(state.faceup, room, with_one(state.faceup[room], kind)))


def _gas(state: State, move: Move) -> State:
    seat, card = state.queue[0], _card(state, move)
    state = _leave_hand(state, seat, (card,))
    state = state._replace(discard=(*state.discard, card), queue=state.queue[1:])
    return state if state.queue else resume(state)


def resume(state: State) -> State:
    """Go on with the action that a token interrupted, or end it when nothing of it is left."""
    state = state._replace(queue=()) if state.queue else state
    if state.action == INTEL:
        goes_on = state.spent < phases.TOKENS and state.hidden[state.room] > 0
        return state._replace(phase=phases.MORE) if goes_on else _finish(state)
    if state.action == GATHER:
        state = state._replace(phase=phases.GATHERING, room=-1)
        return (
            state
            if state.spent < phases.TOKENS and phases.listed(state) != [phases.DONE]
            else _finish(state)
        )
    state = state._replace(phase=phases.SPECIAL)
    return state if state.setup.abilities[state.turn - 1].moves(state) else _finish(state)


def _finish(state: State) -> State:
    """The action is over: the second one follows, or the end of the turn."""
    state = state._replace(phase=phases.MAIN, action=-1, room=-1, spent=0, used=())
    return state if state.acts < 2 else _end_turn(state)


# The end of a turn.


def _end_turn(state: State) -> State:
    cameras = state.faceup[state.figures[state.turn - 1]].count(state.setup.camera)
    if cameras:
        return _camera_next(state._replace(spent=cameras))
    return _refill(state)


def _camera_next(state: State) -> State:
    if state.spent and not state.deck:
        state = _turn_deck_over(state)
    # Under threat an empty deck stays empty: the remaining cameras find no card.
    return (
        state._replace(phase=phases.CAMERA)
        if state.spent and state.deck
        else _refill(state._replace(spent=0))
    )


def _camera(state: State, move: Move) -> State:
    card = _card(state, move)
    state = state._replace(
        deck=without(state.deck, card), discard=(*state.discard, card), spent=state.spent - 1
    )
    if state.setup.options.camera_time_counts and _too_late(state):
        return _lost(state)
    return _camera_next(_deck_left(state))


def _deck_left(state: State) -> State:
    if state.deck or state.threat or state.setup.options.flip != "at once":
        return state
    return _turn_deck_over(state)


def _turn_deck_over(state: State) -> State:
    if state.threat:
        return state
    return state._replace(
        threat=True, deck=tuple(sorted(state.discard)), reshuffled=frozenset(state.discard), discard=()
    )


def _refill(state: State) -> State:
    if len(state.hands[state.turn - 1]) >= state.setup.deck.hand:
        return _next_turn(state)
    if not state.deck:
        state = _turn_deck_over(state)
    if not state.threat:
        return state._replace(phase=phases.CARD)
    return state._replace(phase=phases.REFILL) if state.deck else _next_turn(state)


def _draw_card(state: State, move: Move) -> State:
    seat, card = state.turn, _card(state, move)
    deck = without(state.deck, card)
    if state.setup.deck.symbols[card]:
        state = state._replace(deck=deck, discard=(*state.discard, card))
        return _lost(state) if _too_late(state) else _refill(state)
    hands = swapped(state.hands, seat - 1, with_one(state.hands[seat - 1], card))
    fresh = swapped(state.fresh, seat - 1, state.fresh[seat - 1] + 1) if state.threat else state.fresh
    told = drawn(state.told, seat) if state.told else ()
    return _refill(_deck_left(state._replace(deck=deck, hands=hands, fresh=fresh, active=True, told=told)))


def _too_late(state: State) -> bool:
    symbols = state.setup.deck.symbols
    return state.threat and sum(symbols[card] for card in state.discard) >= state.setup.deck.loss


def _lost(state: State) -> State:
    return state._replace(result=-1, cause="time ran out")


def _next_turn(state: State) -> State:
    idle = 0 if state.active else state.idle + 1
    if idle >= state.setup.seats:
        return state._replace(result=-1, cause="nobody could act or would draw", idle=idle)
    return state._replace(
        phase=phases.MAIN,
        turn=state.turn % state.setup.seats + 1,
        acts=0,
        spent=0,
        idle=idle,
        active=False,
        turns=state.turns + 1,
    )


_PLAYS: dict[int, Callable[[State, Move], State]] = {
    phases.DEAL: _deal,
    phases.MAIN: _main,
    phases.INTEL_ROOM: _intel,
    phases.KEEP: _keep,
    phases.MORE: lambda state, _: state._replace(phase=phases.REVEAL),
    phases.RUNNING: _run,
    phases.GATHERING: _gather,
    phases.REGROUPING: lambda state, move: _finish(clear(state, ACTIONS.index(move.words[0]))),
    phases.SPECIAL: lambda state, move: state.setup.abilities[state.turn - 1].play(state, move),
    phases.REVEAL: _token,
    phases.GAS: _gas,
    phases.CAMERA: _camera,
    phases.REFILL: lambda state, _: state._replace(phase=phases.CARD, active=True),
    phases.CARD: _draw_card,
    phases.COLLECT: lambda state, move: resume(
        collect(state, state.room, state.queue[0]) if move == phases.TAKEN else state
    ),
}

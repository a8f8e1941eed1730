"""The rules: what each move does, one small function a phase.

Sources: the turn, traps, threat and loss follow the rulebook; open points are `Options`. The optional
parts of actions are moves of their own (``room``, ``more``, ``done``), so a player sees the first token
before deciding about the second. What is legal and what chance may do is in `phases`. The file is longer than
others because it is one state machine: every phase leads to others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from deduce.ground.errors import IllegalMove
from deduce.ground.wording import as_is, run, say, typed
from deduce_models.initiative.components.parts import ACTIONS, GATHER, INTEL
from deduce_models.initiative.rules.answering import propose, vote
from deduce_models.initiative.rules.checks import (
    card_among,
    expect,
    only_listed,
    refuse,
    swapped,
    with_one,
    without,
)
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.phases import (  # fmt: skip
    CAMERA,
    CARD,
    COLLECT,
    DEAL,
    DONE,
    GAS,
    GATHERING,
    INTEL_ROOM,
    KEEP,
    KEEP_MOVE,
    MAIN,
    MORE,
    REFILL,
    REGROUPING,
    REVEAL,
    RUNNING,
    SKIP,
    SPECIAL,
    SPECIAL_ACTION,
    STEPS,
    STOP,
    TAKEN,
    TOKENS,
    TURN,
    draw_seat,
    listed,
    takeable,
)
from deduce_models.initiative.rules.saying import drawn, left
from deduce_models.initiative.rules.setup import GLYPH, IS_CAMERA, IS_GAS

if TYPE_CHECKING:
    from deduce_models.initiative.rules.state import State

__all__ = ["clear", "collect", "play", "resume", "reveal"]


def play(state: State, move: Move) -> State:
    """The position after `move`. Raises `IllegalMove` naming the rule that forbids it."""
    if state.result:
        raise IllegalMove(run(as_is(move), ": ", say("the mission is over ({cause})", cause=state.cause)))
    if state.voters:
        return vote(state, move)
    if move.verb == "answer":
        return propose(state, move)
    handler = _PLAYS[state.phase]
    after = handler(state, move)
    return after._replace(refused=False) if after.refused else after


def _leave_hand(state: State, seat: int, cards: tuple[int, ...]) -> State:
    hand, fresh = state.hands[seat - 1], state.fresh
    for card in cards:
        hand = without(hand, card)
        if card in state.reshuffled:
            fresh = swapped(fresh, seat - 1, fresh[seat - 1] - 1)
    state = state._replace(hands=(*state.hands[: seat - 1], hand, *state.hands[seat:]), fresh=fresh)
    return state._replace(told=left(state.told, state.setup.deck, seat, cards)) if state.told else state


def _deal(state: State, move: Move) -> State:
    expect(state, move, "deal", 2)
    seat = draw_seat(state)
    if move.words[0] != str(seat):
        raise refuse(state, move, say("the card goes to seat {seat}", seat=seat))
    card = card_among(state, move, move.words[1], state.deck, say("the deck"))
    hand = with_one(state.hands[seat - 1], card)
    hands = (*state.hands[: seat - 1], hand, *state.hands[seat:])
    last = seat == state.setup.seats and len(hand) == state.setup.deck.hand
    return state._replace(deck=without(state.deck, card), hands=hands, phase=MAIN if last else DEAL)


def _main(state: State, move: Move) -> State:
    if move.verb == "play":
        return _play_card(state, move)
    if move.verb == "special":
        return _special(state, move)
    hand = state.hands[state.turn - 1]
    if move == STOP:
        if not state.acts:
            raise refuse(state, move, say("at least one action is compulsory while one is possible"))
        return _end_turn(state)
    if move == SKIP:
        if state.acts or SKIP not in listed(state):
            raise refuse(state, move, say("a turn is skipped only when no action is possible"))
        return _end_turn(state)
    key = (
        "expected play, special, stop (hand of {number})"
        if state.acts
        else "expected play, special (hand of {number})"
    )
    raise refuse(state, move, say(key, number=len(hand)))


def _play_card(state: State, move: Move) -> State:
    expect(state, move, "play", 2)
    code, name = move.words
    card = card_among(state, move, code, state.hands[state.turn - 1], say("the hand"))
    if name not in ACTIONS:
        raise refuse(
            state,
            move,
            say(
                "{word} is none of the piles {piles}",
                word=as_is(repr(name)),
                piles=as_is(", ".join(ACTIONS)),
            ),
        )
    pile = ACTIONS.index(name)
    cards = state.piles[pile]
    values = state.setup.deck.values
    if state.blocks[pile]:
        raise refuse(state, move, say("a counterintelligence token lies on {pile}", pile=typed(name)))
    if cards and values[card] <= values[cards[-1]]:
        raise refuse(
            state,
            move,
            say(
                "{pile} shows {number}; a higher card is needed", pile=typed(name), number=values[cards[-1]]
            ),
        )
    after = _leave_hand(state, state.turn, (card,))._replace(
        piles=(*state.piles[:pile], (*cards, card), *state.piles[pile + 1 :]),
        acts=state.acts + 1,
        action=pile,
        spent=0,
        active=True,
        phase=(INTEL_ROOM, RUNNING, GATHERING, REGROUPING)[pile],
    )
    return _finish(after) if pile == GATHER and listed(after) == [DONE] else after


def _special(state: State, move: Move) -> State:
    expect(state, move, "special", 2)
    hand = state.hands[state.turn - 1]
    cards = tuple(card_among(state, move, code, hand, say("the hand")) for code in move.words)
    if cards[0] >= cards[1]:
        raise refuse(state, move, say("the two cards are named once each, in ascending order"))
    if len(hand) == 2 and not state.setup.options.special_last_two:
        raise refuse(state, move, say("the last two cards may not be spent on a special action"))
    after = _leave_hand(state, state.turn, cards)
    after = after._replace(
        discard=(*state.discard, *cards),
        acts=state.acts + 1,
        action=SPECIAL_ACTION,
        spent=0,
        used=(),
        active=True,
        phase=SPECIAL,
    )
    return after if after.setup.abilities[after.turn - 1].moves(after) else _finish(after)


def _intel(state: State, move: Move) -> State:
    if move == DONE:
        return _finish(state)
    expect(state, move, "room", 1)
    room = state.setup.room_ids.get(move.words[0])
    if room is None:
        raise refuse(state, move, say("expected a room of the map"))
    if not state.hidden[room]:
        return _finish(state)
    return state._replace(phase=REVEAL, room=room)


def _more(state: State, move: Move) -> State:
    only_listed(state, move)
    return _finish(state) if move == DONE else state._replace(phase=REVEAL)


def _keep(state: State, move: Move) -> State:
    only_listed(state, move)
    if move == KEEP_MOVE:
        return resume(state)
    # The token just revealed is remembered in `queue`, which is free while nobody is gassed.
    return resume(_drop_token(state, state.room, state.queue[0]))


def _collect(state: State, move: Move) -> State:
    only_listed(state, move)
    return resume(collect(state, state.room, state.queue[0]) if move == TAKEN else state)


def _drop_token(state: State, room: int, kind: int) -> State:
    faceup = state.faceup
    return state._replace(faceup=(*faceup[:room], without(faceup[room], kind), *faceup[room + 1 :]))


def _run(state: State, move: Move) -> State:
    if move == DONE:
        return _finish(state)
    expect(state, move, "move", 1)
    here = state.figures[state.turn - 1]
    room = state.setup.room_ids.get(move.words[0])
    if room is None or room not in state.setup.neighbours[here]:
        raise refuse(
            state, move, say("no passage leads there from {room}", room=as_is(state.setup.rooms[here]))
        )
    after = state._replace(figures=swapped(state.figures, state.turn - 1, room), spent=state.spent + 1)
    return after if after.spent < STEPS else _finish(after)


def _gather(state: State, move: Move) -> State:
    if move == DONE:
        return _finish(state)
    here = state.figures[state.turn - 1]
    mixing = state.setup.options.gather_mix or not state.used
    if move == TURN:
        if not state.hidden[here] or not (mixing or state.used[0] == 0):
            raise refuse(state, move, say("no hidden token may be turned here now"))
        return state._replace(phase=REVEAL, room=here, used=(0,))
    expect(state, move, "take", 1)
    kind = state.setup.ids.get(move.words[0])
    if kind is None or kind not in takeable(state, here) or not (mixing or state.used[0] == 1):
        raise refuse(state, move, say("no such glyph may be collected in this room now"))
    return resume(collect(state, here, kind)._replace(spent=state.spent + 1, used=(1,)))


def collect(state: State, room: int, kind: int) -> State:
    """Take the face-up glyph `kind` from `room`: its windows open."""
    after = _drop_token(state, room, kind)
    return after._replace(opened=after.opened | 1 << kind) if state.setup.on_card[kind] else after


def _regroup(state: State, move: Move) -> State:
    only_listed(state, move)
    return _finish(state if move == DONE else clear(state, ACTIONS.index(move.words[0])))


def clear(state: State, pile: int) -> State:
    """Discard the resource cards of a pile and the counterintelligence tokens on it."""
    return state._replace(
        discard=state.discard + state.piles[pile],
        piles=(*state.piles[:pile], (), *state.piles[pile + 1 :]),
        blocks=swapped(state.blocks, pile, 0),
    )


def _ability(state: State, move: Move) -> State:
    if move == DONE:
        return _finish(state)
    only_listed(state, move)
    return state.setup.abilities[state.turn - 1].play(state, move)


# Tokens and traps.


def reveal(state: State, room: int) -> State:
    """Turn the top token of `room`: a chance move follows."""
    return state._replace(phase=REVEAL, room=room)


def _token(state: State, move: Move) -> State:
    expect(state, move, "token", 1)
    setup, room = state.setup, state.room
    kind = setup.ids.get(move.words[0])
    if kind is None or not state.unseen[kind]:
        raise refuse(state, move, say("all tokens of this kind have been seen"))
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
            return state._replace(phase=COLLECT, queue=(kind,)) if allowed else resume(state)
        return resume(state) if setup.on_card[kind] else state._replace(phase=KEEP, queue=(kind,))
    if effect == IS_CAMERA:
        return resume(_lay(state, room, kind))
    if effect == IS_GAS:
        if state.threat and not setup.options.gas_in_threat:
            return resume(state)
        queue = tuple(
            seat for seat, place in enumerate(state.figures, 1) if place == room and state.hands[seat - 1]
        )
        return state._replace(phase=GAS, queue=queue) if queue else resume(state)
    if state.action == INTEL:
        state = state._replace(blocks=swapped(state.blocks, pile, state.blocks[pile] + 1))
    return resume(state)


def _lay(state: State, room: int, kind: int) -> State:
    faceup = state.faceup
    return state._replace(faceup=(*faceup[:room], with_one(faceup[room], kind), *faceup[room + 1 :]))


def _gas(state: State, move: Move) -> State:
    expect(state, move, "gas", 2)
    seat = state.queue[0]
    if move.words[0] != str(seat):
        raise refuse(state, move, say("seat {seat} loses a card first", seat=seat))
    card = card_among(
        state, move, move.words[1], state.hands[seat - 1], say("the hand of seat {seat}", seat=seat)
    )
    state = _leave_hand(state, seat, (card,))
    state = state._replace(discard=(*state.discard, card), queue=state.queue[1:])
    return state if state.queue else resume(state)


def resume(state: State) -> State:
    """Go on with the action that a token interrupted, or end it when nothing of it is left."""
    state = state._replace(queue=()) if state.queue else state
    if state.action == INTEL:
        goes_on = state.spent < TOKENS and state.hidden[state.room] > 0
        return state._replace(phase=MORE) if goes_on else _finish(state)
    if state.action == GATHER:
        state = state._replace(phase=GATHERING, room=-1)
        return state if state.spent < TOKENS and listed(state) != [DONE] else _finish(state)
    state = state._replace(phase=SPECIAL)
    return state if state.setup.abilities[state.turn - 1].moves(state) else _finish(state)


def _finish(state: State) -> State:
    """The action is over: the second one follows, or the end of the turn."""
    state = state._replace(phase=MAIN, action=-1, room=-1, spent=0, used=())
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
    return state._replace(phase=CAMERA) if state.spent and state.deck else _refill(state._replace(spent=0))


def _camera(state: State, move: Move) -> State:
    expect(state, move, "camera", 1)
    card = card_among(state, move, move.words[0], state.deck, say("the deck"))
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
        return state._replace(phase=CARD)
    return state._replace(phase=REFILL) if state.deck else _next_turn(state)


def _refill_choice(state: State, move: Move) -> State:
    only_listed(state, move)
    return _next_turn(state) if move == DONE else state._replace(phase=CARD, active=True)


def _draw_card(state: State, move: Move) -> State:
    expect(state, move, "card", 1)
    card = card_among(state, move, move.words[0], state.deck, say("the deck"))
    seat = state.turn
    deck = without(state.deck, card)
    if state.setup.deck.symbols[card]:
        state = state._replace(deck=deck, discard=(*state.discard, card))
        return _lost(state) if _too_late(state) else _refill(state)
    hands = (*state.hands[: seat - 1], with_one(state.hands[seat - 1], card), *state.hands[seat:])
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
        phase=MAIN,
        turn=state.turn % state.setup.seats + 1,
        acts=0,
        spent=0,
        idle=idle,
        active=False,
        turns=state.turns + 1,
    )


_PLAYS: dict[int, Callable[[State, Move], State]] = {
    DEAL: _deal,
    MAIN: _main,
    INTEL_ROOM: _intel,
    KEEP: _keep,
    MORE: _more,
    RUNNING: _run,
    GATHERING: _gather,
    REGROUPING: _regroup,
    SPECIAL: _ability,
    REVEAL: _token,
    GAS: _gas,
    CAMERA: _camera,
    REFILL: _refill_choice,
    CARD: _draw_card,
    COLLECT: _collect,
}

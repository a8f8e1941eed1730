"""Cards that the writer of a record did not see: they are guessed, and guesses are traded for what shows up.

Unseen cards of one pool are exchangeable, so a guess that a line contradicts changes places with the card it names.
"""

from __future__ import annotations

from collections.abc import Sequence

from deduce.records.record import Line
from deduce_models.initiative.rules.state import State

__all__ = ["with_named_cards"]


def with_named_cards(state: State, line: Line, seat: int) -> State:
    """`state` with guesses traded so that the cards named in `line` are where the line needs them."""
    words = [word for word, _ in line.words]
    ids = state.setup.deck.ids
    cards = [ids[word] for word in words[1:] if word in ids]
    verb = words[0].lower()
    if verb in ("deal", "card", "camera"):
        return _to_deck(state, cards, seat)
    holder = state.turn
    if verb == "gas" and words[1:2] and words[1] in map(str, range(1, state.setup.seats + 1)):
        holder = int(words[1])
    if verb in ("play", "special", "gas") and 1 <= holder <= state.setup.seats and holder != seat:
        for card in cards:
            state = _to_hand(state, card, holder, seat, cards)
    return state


def _to_deck(state: State, cards: Sequence[int], seat: int) -> State:
    for card in cards:
        for other, hand in enumerate(state.hands, 1):
            if other != seat and card in hand:
                spare = [
                    c for c in state.deck if not state.setup.deck.symbols[c] and _same_pool(state, c, card)
                ]
                if spare:
                    state = _trade(state, other, card, spare[0])
    return state


def _to_hand(state: State, card: int, holder: int, seat: int, named: Sequence[int]) -> State:
    if card in state.hands[holder - 1]:
        return state
    spare = [c for c in state.hands[holder - 1] if c not in named and _same_pool(state, c, card)]
    if not spare:
        return state
    if card in state.deck:
        return _trade(state, holder, spare[0], card)
    for other, hand in enumerate(state.hands, 1):
        if card in hand and other != seat:
            hands = list(state.hands)
            hands[other - 1] = tuple(sorted({*hand, spare[0]} - {card}))
            hands[holder - 1] = tuple(sorted({*state.hands[holder - 1], card} - {spare[0]}))
            return state._replace(hands=tuple(hands))
    return state


def _same_pool(state: State, a: int, b: int) -> bool:
    return (a in state.reshuffled) == (b in state.reshuffled)


def _trade(state: State, holder: int, given: int, taken: int) -> State:
    """`holder` gives a guessed card to the deck and has another from it instead."""
    hand = tuple(sorted({*state.hands[holder - 1], taken} - {given}))
    hands = (*state.hands[: holder - 1], hand, *state.hands[holder:])
    return state._replace(hands=hands, deck=tuple(sorted({*state.deck, given} - {taken})))

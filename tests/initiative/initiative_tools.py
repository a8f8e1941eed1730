"""Positions for the tests, set up by hand."""

import random

from deduce.games.base import CHANCE
from deduce_models.initiative import GAME
from deduce_models.initiative.components.parts import ACTIONS
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.phases import MAIN
from deduce_models.initiative.rules.state import State


def cards(state: State, *codes: str) -> tuple[int, ...]:
    return tuple(sorted(state.setup.deck.ids[code] for code in codes))


def dealt(players: int = 2, *, seed: int = 1, **options: object) -> State:
    """A position of the search form, which can be set up by hand."""
    return GAME.new(players=players, seed=seed, **options).face


def with_hands(state: State, *hands: str, **piles: str) -> State:
    """`state` at the first action with these hands and piles (codes with blanks); all else in the deck."""
    held = [cards(state, *hand.split()) for hand in hands]
    stacks = [tuple(state.setup.deck.ids[code] for code in piles.get(name, "").split()) for name in ACTIONS]
    used = {card for group in (*held, *stacks) for card in group}
    deck = tuple(card for card in state.setup.deck.numbers if card not in used)
    return state._replace(hands=tuple(held), piles=tuple(stacks), deck=deck, phase=MAIN)


def conserved(state: State) -> int:
    return len(state.deck) + len(state.discard) + sum(map(len, state.hands)) + sum(map(len, state.piles))


def record_of(moves, seat: int | None = None, **options: object) -> str:
    """A game of these moves as the text of its record; of one seat what that seat saw."""
    state = GAME.new(**options)
    for move in moves:
        state = state.play(move)
    return GAME.answers().write([state], (), {}, seat)


def do(state: State, *moves: str) -> State:
    """Play moves given as text."""
    for text in moves:
        verb, *words = text.split()
        state = state.play(Move(verb, tuple(words)))
    return state


def play_out(state: State, seed: int, *, limit: int = 5000) -> list[State]:
    """All positions of a random play-out."""
    rng = random.Random(seed)
    found = [state]
    while state.actor is not None and len(found) < limit:
        move = state.draw(rng) if state.actor is CHANCE else rng.choice(state.moves())
        state = state.play(move)
        found.append(state)
    return found


def finish_turn(state: State, seed: int = 0) -> State:
    """Chance moves by a fixed seed, optional parts declined, until the next seat has to act."""
    rng = random.Random(seed)
    number = state.turns
    while state.turns == number and state.actor is not None:
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
        else:
            state = do(state, "stop" if state.phase == MAIN else "done")
    return state

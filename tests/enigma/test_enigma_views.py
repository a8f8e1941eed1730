"""What a seat's view holds beside what is told: its own doubt while others still decide, and the cards it has seen."""

import random

import pytest
from amount import amount
from wandering import wandering

import deduce
from deduce.games.base import CHANCE
from deduce_models.enigma.rules.phases import DOUBTING
from deduce_models.enigma.rules.tokens import Tokens
from deduce_models.enigma.rules.views import seen_cells


@pytest.mark.parametrize("seed", range(12))
def test_each_seat_knows_its_own_doubt_and_no_others(seed):
    rng = random.Random(seed)
    state = deduce.game("enigma").new(players=3 + seed % 3, seed=seed)
    said = {}
    while state.actor is not None:
        asking = state.phase == DOUBTING
        if not asking:
            said.clear()
        for seat in range(state.seats + 1):
            assert state.view(seat).doubts == said.get(seat)
            # Searches take a view out of a whole position.
            assert state.face.view(seat) == state.view(seat).face._replace(moves=())
        actor = state.actor
        move = state.draw(rng) if actor is CHANCE else rng.choice(list(state.moves()))
        if asking:
            said[actor] = str(move) == "doubt"
        state = state.play(move)


@pytest.mark.parametrize("seed", range(amount(10, 200)))
def test_what_a_seat_remembers_of_cards_is_where_they_lie(seed):
    """Until cards are moved where it did not look, what a seat saw at a place lies there."""
    for _, state in wandering(deduce.game("enigma").new(players=4, seed=seed), random.Random(seed)):
        for seat in range(1, 5):
            for cell, room in seen_cells(state.view(seat)).items():
                assert state.cells[cell] == room


@pytest.mark.parametrize("seed", range(15))
def test_who_holds_which_tokens_is_read_from_the_log_alone(seed):
    rng = random.Random(f"tokens {seed}")
    state = deduce.game("enigma").new(players=2 + seed % 4, seed=seed)
    tokens, read, bold = Tokens(state.setup), 0, seed % 3
    while state.actor is not None:
        able = () if state.actor is CHANCE else list(state.moves())
        # Names, claims and tokens in turn: who only looks about meets few of their effects.
        wanted = [m for m in able if str(m).split()[0] not in ("look", "end", "accept", "trust")]
        move = (
            state.draw(rng) if not able else rng.choice(wanted if wanted and rng.random() < bold else able)
        )
        state = state.play(move)
        for event in state.log[read:]:
            tokens.read(event)
        read = len(state.log)
        if state.actor is not CHANCE:
            held = (tokens.chaos, tokens.keys, tokens.silent, tokens.out, tuple(tokens.held))
            assert held == (state.chaos, state.keys, state.silent, state.out, tuple(state.held))
            both = [tokens.of(seat) for seat in range(1, state.seats + 1)]
            assert both == [state.tokens(seat) for seat in range(1, state.seats + 1)]

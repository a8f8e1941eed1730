"""What a seat's view holds beside what is told: its own doubt while others still decide, and the cards it has seen."""

import random

import pytest

import deduce
from deduce.games.base import CHANCE
from deduce_models.enigma.rules.phases import DOUBTING
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
        actor = state.actor
        move = state.draw(rng) if actor is CHANCE else rng.choice(list(state.moves()))
        if asking:
            said[actor] = str(move) == "doubt"
        state = state.play(move)


@pytest.mark.parametrize("seed", range(20))
def test_what_a_seat_remembers_of_cards_is_where_they_lie(seed):
    """Until cards are moved where it did not look, what a seat saw at a place lies there."""
    rng = random.Random(seed)
    state = deduce.game("enigma").new(players=4, seed=seed)
    known = set()
    while state.actor is not None:
        if state.actor is CHANCE:
            move = state.draw(rng)
        else:
            able = list(state.moves())
            move = rng.choice([m for m in able if str(m).split()[0] not in known] or able)
            known.add(str(move).split()[0])
        state = state.play(move)
        for seat in range(1, 5):
            for cell, room in seen_cells(state.view(seat)).items():
                assert state.cells[cell] == room

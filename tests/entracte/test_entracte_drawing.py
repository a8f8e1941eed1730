"""What a player sees in the terminal."""

import random

from deduce.games import settle
from deduce_models.entracte import GAME


def test_a_view_reads_as_a_table():
    state = GAME.new(players=3, seed=5)
    rng = random.Random(5)
    start = str(state.view(2))
    assert start.splitlines()[0] == "Row of 1 (it ends at 12), 38 cards in the deck:"
    assert "You hold " in start
    assert "Seat 1 may hold one of 23 codes." in start
    assert "Seat 2" not in start
    while state.actor is not None:
        text = str(state.view(1))
        assert len([line for line in text.splitlines() if line[4:6] == "  "]) == len(state.row)
        state = settle(state.play(rng.choice(list(state.moves()))), rng)
    assert "The codes were: seat 1 " in str(state.view(0))


def test_only_what_a_seat_may_see_is_shown():
    state = GAME.new(players=2, seed=1)
    own = GAME.new(players=2, seed=1).setup.parts.codes[state.codes[0].bit_length() - 1].name
    assert f"You hold {own}." in str(state.view(1))
    assert own not in str(state.view(2)).split("You hold")[0]
    assert "You hold" not in str(state.view(0))


def test_competitive_views_name_both_codes():
    state = GAME.new(players=2, seed=1, mode="competitive")
    assert " and " in str(state.view(1)).splitlines()[-1]

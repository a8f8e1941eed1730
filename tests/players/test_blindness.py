"""No player chooses by what it cannot see; ``python tests/campaign.py blind`` asks at many more positions."""

import pytest
from amount import amount
from blindness import check_blind

import deduce
from deduce.players import players_of

SLOW = {"sampling", "search", "thinker", "inquirer"}
"""They play games to their end: asked at one late position, for few games, and of Shakespeare in the campaign alone."""


@pytest.mark.parametrize("name", ["decrypto", "enigma", "entracte", "initiative", "shakespeare"])
def test_players_are_blind(name):
    quick = set(players_of(deduce.game(name))) - SLOW
    done = [check_blind(name, seed, quick) for seed in range(amount(2, 10))]
    if name != "shakespeare":
        check_blind(name, 0, SLOW, late=True, brief=True)
    assert any(one["hidden_differs"] for one in done)

"""Every game tells one truth: knowledge, resampled states and exact beliefs say the same chances."""

import pytest
from amount import amount

import deduce
from deduce.conformance import check_game
from deduce.conformance.testing import conformance

GAMES = {"decrypto": (4,), "enigma": (3,), "entracte": (2, 4), "initiative": (1, 3), "shakespeare": (1, 3)}
"""With the numbers of players tried while working; the campaign tries all."""


@pytest.mark.parametrize("name", GAMES)
def test_a_game_tells_one_truth(name):
    playouts = amount(2 // len(GAMES[name]), 10)
    done = check_game(
        deduce.game(name), players=GAMES[name], playouts=playouts, decisions=2, parts=["agreement"]
    )
    assert done.minds >= 4


test_entracte_under_hypothesis = conformance(
    deduce.game("entracte"), parts=["agreement"], playouts=amount(3, 100)
)
test_shakespeare_under_hypothesis = conformance(
    deduce.game("shakespeare"), parts=["agreement"], playouts=amount(3, 100)
)

"""What the calibration campaigns keep of a game: chances as advice shows them, with what the game came to."""

import random

from benchmarks import decrypto_calibration, enigma_calibration
from deduce_models.decrypto.game import GAME as DECRYPTO
from deduce_models.enigma.advice.advice import decision
from deduce_models.enigma.game import GAME as ENIGMA


def test_enigma_keeps_the_value_of_the_first_turn_for_its_seat():
    told = enigma_calibration.Sayings()
    enigma_calibration.play(11, 2, told)
    first = told.said["winning, at the beginning of a turn"][0]
    state = ENIGMA.new(players=2, seed=11)
    made = decision(state.view(state.actor), random.Random("11/calibration"))
    assert first.said == made.values[made.best()]
    assert first.game == 11
    everywhere = told.said["winning, at all decisions"]
    assert len(everywhere) > len(told.said["winning, at the beginning of a turn"])
    cells = told.said["a card lies there"]
    # Of each position one room is there: what is said adds up to what happens, but for what is proven.
    assert abs(sum(each.said for each in cells) - sum(each.happened for each in cells)) < 1e-6


def test_decrypto_keeps_what_was_said_of_each_half():
    found = decrypto_calibration.Games()
    decrypto_calibration.play(5, 3, found)
    (played,) = (halves for halves in found.halves if halves)
    decoded = found.said["the own team decodes"]
    assert [each.happened for each in decoded] == [not half.missed for _, half in played]
    guesses = found.said["the guess at the rivals' code"]
    assert [each.happened for each in guesses] == [
        half.intercepted for _, half in played if half.interception
    ]
    assert all(0 < each.said < 1 for each in guesses)
    assert DECRYPTO.best == "aware"

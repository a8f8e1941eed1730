"""A guess of a code that is none is refused as other moves are, never with an error of ours."""

import pytest

import deduce
from deduce.ground.errors import IllegalMove, RecordError


@pytest.mark.parametrize("text", ["guess 2 -1", "guess 2 -1 -1", "guess -1 season repeat", "guess 2 99"])
def test_a_guess_of_a_negative_code_is_refused(text):
    game = deduce.game("entracte")
    state = game.new(players=2, seed=3)
    with pytest.raises((IllegalMove, RecordError)):
        state.play(game.parse(text, state))

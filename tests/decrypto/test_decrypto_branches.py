"""A move from an earlier position is that of a game played so from its beginning, hidden things and views included."""

import random

import pytest

from deduce.rulebook import State
from deduce_models.decrypto import GAME


def ahead(state, rng):
    if not isinstance(state.actor, int):
        return state.draw(rng)
    moves = state.moves()
    return moves[rng.randrange(len(moves))]


@pytest.mark.parametrize("seed", range(12))
def test_a_branch_is_the_game_played_from_its_beginning(seed):
    rng = random.Random(seed)
    state = GAME.new(players=3 + seed % 6)
    states = [state]
    while state.actor is not None and len(states) < 60:
        state = state.play(ahead(state, rng))
        states.append(state)
    for _ in range(6):
        begun = rng.choice(states[:-1])
        other = begun
        for _ in range(5):
            if other.actor is None:
                break
            other = other.play(ahead(other, rng))
        whole = State.of(begun.setting, other.history)
        assert (other.actor, other.scores) == (whole.actor, whole.scores)
        for seat in range(4):
            assert other.view(seat).to_dict() == whole.view(seat).to_dict()

"""Parts of whole games, as seat 1 notes them: every line is composed of what is offered, in few taps."""

import random

import pytest
from composing import Walk

from deduce.games.base import CHANCE
from deduce.players.named import player
from deduce_models.initiative import GAME

STEPS, TAPS = 3, 4


def part_of(who, seats, seed):
    """A game of such players: the notes of its first quarter by seat 1, and all that seat 1 heard."""
    rng = random.Random(seed)
    states = [GAME.new(players=seats, mission=f"easy:{seed}")]
    movers = {seat: player(GAME, who) for seat in range(1, seats + 1)}
    while (actor := states[-1].actor) is not None:
        state = states[-1]
        move = state.draw(rng) if actor is CHANCE else movers[actor].choose(state.view(actor), rng)
        states.append(state.play(move))
    quarter = states[len(states) // 4]
    return GAME.written([quarter], (), {}, seat=1), states[-1].view(1).entries


@pytest.mark.parametrize(("who", "seats", "seed"), [("greedy", 2, 1), ("random", 3, 2)])
def test_whole_games_are_composed_within_their_allowance(who, seats, seed):
    text, entries = part_of(who, seats, seed)
    walk = Walk(GAME, text, entries)
    for _ in range(STEPS):
        found = walk.step(*walk.heard(walk.text))
        assert found is not None, (walk.text.splitlines()[-5:], walk.steps)
    assert max(walk.taps) <= TAPS, list(zip(walk.steps, walk.taps, strict=True))

"""The first day of a game as seat 1 notes it: every line is composed of what is offered, in few taps.

A whole game of two: ``DEDUCE_WHOLE_EVENINGS=1 pytest -s tests/shakespeare/test_shakespeare_taps.py -k 2-1``.
"""

import os
import random

import pytest
from composing import Walk

from deduce.games.base import CHANCE
from deduce.players.named import player
from deduce_models.shakespeare import GAME

WHOLE = bool(os.environ.get("DEDUCE_WHOLE_EVENINGS"))
STEPS = 10_000 if WHOLE else 24
SET_UP, MOVE = 8, 3
"""So many taps a line, for what the whole table draws or shows and for what somebody does."""


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2)])
def test_a_day_is_composed_within_its_allowance(seats, seed):
    rng = random.Random(seed)
    state = GAME.new(players=seats)
    mover = player(GAME, "greedy")
    for _ in range(STEPS if WHOLE else 60 + 10 * seats):
        actor = state.actor
        if actor is None:
            break
        state = state.play(state.draw(rng) if actor is CHANCE else mover.choose(state.view(actor), rng))
    text = GAME.written([GAME.new(players=seats)], (), {}, seat=1)
    walk = Walk(GAME, text, state.view(1).entries)
    assert walk.go(STEPS), walk.text
    lines = walk.text.strip().split("\n\n")[1].split("\n")
    heads = {line.split()[0] for line in lines}
    assert {"offer", "display"} <= heads
    print(f"{len(lines)} lines, mean {sum(walk.turns) / len(lines):.1f} taps, at most {max(walk.turns)}")
    names = {f"P{seat}" for seat in range(1, seats + 1)}
    for line, taps in zip(lines, walk.turns, strict=True):
        assert taps <= (MOVE if line.split()[0] in names else SET_UP), (line, taps)

"""Whole games beside a second, independent set of rules, under any options: the same positions, moves and results."""

import random

from amount import amount
from beside_slow import chances_agree, fields, refusals_agree, told, views_agree
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_shakespeare import Slow

from deduce.games.base import CHANCE
from deduce_models.shakespeare import GAME

STAGES = st.sampled_from(["I", "A", "B", "D22", "D23"])
RESTS = st.sampled_from(["simultaneous", "strategic"])


def choose(legal, rng, eager):
    """A random move; with `eager` the crafts are used more than a random player would."""
    if eager:
        wanted = [m for m in legal if str(m).startswith(("set", "costume", "activate"))]
        if wanted and rng.random() < 0.9:
            return rng.choice(wanted)
    return rng.choice(list(legal))


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        name: st.sampled_from(option.allowed)
        for name, option in GAME.options.items()
        if name not in ("stage", "rest")
    },
)


@given(st.integers(1, 4), STAGES, RESTS, OPTIONS, st.integers(0, 10**9), st.booleans())
@settings(max_examples=amount(6, 1_666))
def test_whole_games_move_by_move(players, stage, rest, options, seed, eager):
    rng = random.Random(seed)
    state = GAME.new(players=players, stage=stage, rest=rest, **options)
    slow = Slow(players, stage, rest, **options)
    game = slow.play()
    who, allowed = next(game)
    every = state.setup.moves.all()
    while True:
        assert ("chance" if state.actor is CHANCE else state.actor) == who
        legal = [move for move, _ in state.outcomes()] if who == "chance" else list(state.moves())
        assert {str(move) for move in legal} == allowed
        assert fields(state) == told(slow)
        if rng.random() < 0.04:
            chances_agree(state, slow)
            views_agree(state, slow)
            refusals_agree(state, slow, allowed, rng.sample(every, 150))
        if who is None:
            break
        move = state.draw(rng) if who == "chance" else choose(legal, rng, eager)
        state = state.play(move)
        who, allowed = game.send(str(move))

"""Whole games beside a second, independent set of rules, under any options: the same moves and results."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from slow_shakespeare import ACTS, COLOURS, Slow

from deduce.errors import IllegalMove
from deduce.games.base import CHANCE
from deduce_models.shakespeare import GAME

STAGES = st.sampled_from(["I", "A", "B", "D22", "D23"])
RESTS = st.sampled_from(["simultaneous", "strategic"])


def shown(state):
    """What the engine says about a position, in the terms of the slow rules."""
    setup = state.setup
    found = {
        "display": {setup.parts.codes[card] for card in state.display},
        "deck": {setup.parts.codes[card] for card in state.deck},
        "discard": {setup.parts.codes[card] for card in state.discard},
    }
    for seat, board in enumerate(state.boards, 1):
        people = [setup.codes[person] for person in board.troupe]
        found[seat] = (
            board.prestige,
            board.pounds,
            board.ambiance,
            board.tokens,
            {
                (cell.row, cell.column): COLOURS[colour - 1]
                for cell, colour in zip(setup.stage.cells, board.stage, strict=True)
                if colour
            },
            {
                code: sorted(COLOURS[colour - 1] for colour in worn)
                for code, worn in zip(people, board.costumes, strict=True)
            },
            [row[seat - 1] for row in state.spaces],
        )
    discs = {1: 1, 2: "neutral"} if setup.solo else dict(zip(range(1, 5), range(1, 5), strict=True))
    found["ranking"] = [[discs[disc] for disc in order] for order in state.ranking]
    found["offers"] = [list(state.set_offer), list(state.costume_offer)]
    found["bags"] = [list(state.set_bag), list(state.costume_bag)]
    return found


def told(slow):
    """The same of the slow rules."""
    found = {"display": slow.display, "deck": slow.deck, "discard": slow.discard}
    for number, seat in slow.seats.items():
        found[number] = (
            seat.prestige,
            seat.pounds,
            seat.ambiance,
            seat.tokens,
            seat.pieces,
            {code: sorted(worn) for code, worn in seat.worn.items()},
            [slow.space(act, number) for act in range(3)],
        )
    found["ranking"] = [slow.ranking(act) for act in range(len(ACTS))]
    found["offers"] = [list(slow.offers[kind].values()) for kind in ("set", "costume")]
    found["bags"] = [list(slow.bags[kind].values()) for kind in ("set", "costume")]
    return found


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
@settings(max_examples=max(12, settings.default.max_examples // 2))
def test_whole_games_move_by_move(players, stage, rest, options, seed, eager):
    rng = random.Random(seed)
    state = GAME.new(players=players, stage=stage, rest=rest, **options)
    slow = Slow(players, stage, rest, **options)
    game = slow.play()
    expected = next(game)
    every = state.setup.moves.all()
    while True:
        who, allowed = expected
        actor = "chance" if state.actor is CHANCE else state.actor
        assert actor == who
        legal = [move for move, _ in state.outcomes()] if actor == "chance" else list(state.moves())
        assert {str(move) for move in legal} == allowed
        if rng.random() < 0.05:
            refused(state, legal, every, rng)
        if who is None:
            break
        move = state.draw(rng) if actor == "chance" else choose(legal, rng, eager)
        state = state.play(move)
        expected = game.send(str(move))
        if state.order and state.day:
            assert list(state.order) == slow.order
        if expected[0] is not None:
            assert shown(state) == told(slow)
    ends = [(board.prestige, board.pounds) for board in state.boards]
    assert ends == [(seat.prestige, seat.pounds) for seat in slow.seats.values()]


def refused(state, legal, every, rng):
    """Whatever is not listed is refused with a reason."""
    known = set(legal)
    for move in rng.sample(every, 200):
        if move in known:
            state.play(move)
        else:
            with pytest.raises(IllegalMove, match=r"\w"):
                state.play(move)

"""A game of each kind played at random, as its seats see it: what happens in sentences, and the first position of every
kind of decision, as they were approved; the last of these is drawn too."""

import random

import pytest
from approved import assert_approved

import deduce
from deduce.games import settle

GAMES = {"decrypto": 4, "enigma": 4, "entracte": 3, "initiative": 3, "shakespeare": 2}
MOST, TOLD = 6, 30
"""Positions and moves that are shown: whoever reads them reads all."""


@pytest.mark.parametrize("name", GAMES)
def test_play(name):
    game, rng = deduce.game(name), random.Random(7)
    state = settle(game.new(seed=7, players=GAMES[name]), rng)
    met, told, lines, drawn = set(), 0, [], ""
    while state.actor is not None and (told < TOLD or len(met) < MOST) and told < 300:
        seat = state.actor
        view, moves = state.view(seat), list(state.moves())
        kinds = frozenset(str(move).split()[0] for move in moves)
        if kinds not in met and len(met) < MOST:
            met.add(kinds)
            drawn = game.picture(view)
            shown = [str(move) for move in view.moves]
            lines += ["", f"== seat {seat}: {len(shown)} moves, {shown[0]} to {shown[-1]}"]
            lines += str(view).splitlines()
        move = rng.choice(moves)
        after = settle(state.play(move), rng)
        if told < TOLD:
            for other in (seat, seat % state.seats + 1):
                lines += [
                    f"{other}: {said}"
                    for said in game.happened(state.view(other), after.view(other), seat, move)
                ]
        state, told = after, told + 1
    assert_approved(
        f"play_{name}", [line.rstrip() for line in [*lines, "", *drawn.replace("><", ">\n<").split("\n")]]
    )

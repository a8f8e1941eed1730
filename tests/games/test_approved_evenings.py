"""Whole evenings of the five games between their own players, with what is advised, as they were approved.

Heuristics have no oracle: a threshold, a sign or a weight that changed shows here. Whoever changes them on purpose shows
their strength anew (``deduce arena``), and writes these anew (`approved`).
"""

import html
import random
import re

import pytest
from approved import assert_approved

import deduce
from deduce.games import settle
from deduce.kernels.library import library
from deduce.players.named import players_of

EVENINGS = {
    "decrypto": ("decrypto", 4, ["naive", "aware"], {"encryption": "alternate"}),
    "decrypto_three": ("decrypto", 3, ["aware", "aware", "naive"], {}),
    "enigma": ("enigma", 4, ["careful", "belief", "bluff"], {}),
    "enigma_two": ("enigma", 2, ["belief", "bluff"], {"extra_face_up": True}),
    "entracte": ("entracte", 3, ["greedy", "search", "convention-search"], {"convention": True}),
    "entracte_contest": ("entracte", 4, ["convention", "exchange", "rule-card"], {"mode": "competitive"}),
    "entracte_two": (
        "entracte",
        2,
        ["advised"],
        {"both_rule": "card", "age_loops": True, "pass_draws": True},
    ),
    "initiative": ("initiative", 3, ["planner", "greedy"], {}),
    "initiative_alone": ("initiative", 1, ["planner"], {}),
    "shakespeare": ("shakespeare", 2, ["planner", "greedy"], {}),
    "shakespeare_alone": ("shakespeare", 1, ["patient"], {"stage": "B"}),
}
"""Name of the file: game, seats, who sits there in turn, options."""
EVERY = 3
"""Of so many decisions one is advised on."""
SHOWN = 7
"""Of so many the chances are told that are drawn for its seat."""


def told(advice):
    """The best few and the worst; equals by name."""
    rows = sorted((-round(each.value, 3), str(each.move), each.kind, str(each.reason)) for each in advice)
    shown = rows if len(rows) <= 4 else [*rows[:3], rows[-1]]
    return [f"    {move}: {-value:.3f} {kind}, {reason}" for value, move, kind, reason in shown]


@pytest.mark.parametrize("evening", EVENINGS)
def test_evening(evening):
    name, seats, who, options = EVENINGS[evening]
    if name == "shakespeare" and library() is None:
        pytest.skip("without kernels rivals' turns are not played")
    game, rng = deduce.game(name), random.Random(evening)
    seated = [players_of(game)[one]() for one in who]
    state, lines, number = settle(game.new(seed=1, players=seats, **options), rng), [], 0
    while state.actor is not None:
        view, player = state.view(state.actor), seated[(state.actor - 1) % len(seated)]
        if len(view.moves) > 1:
            number += 1
            if number % EVERY == 0:
                lines += told(game.advise(view, rng=number))
            if number % SHOWN == 0:
                drawn = re.search("(?s)<desc>(.*?)</desc>", game.picture(view))
                lines += [f"    | {line}" for line in html.unescape(drawn[1]).splitlines() if "%" in line]
        move = player.choose(view, rng)
        lines.append(f"{state.actor} {player.name}: {move}")
        state = settle(state.play(move), rng)
    lines.append(f"scores {state.scores}")
    assert_approved(f"evening_{evening}", lines)

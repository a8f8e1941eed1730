"""Games chosen so that together they meet every rule, each position in full beside the slow rules.

Every value of every option is played, the crowded ends of tracks and decks too, and a data file in which no number is the
published one: what is written down twice shows.
"""

import random
import tomllib
from pathlib import Path

import pytest
from beside_slow import (
    chances_agree,
    ends_agree,
    fields,
    phase_of,
    refusals_agree,
    telling_agrees,
    told,
    values_hold,
    views_agree,
)
from slow_shakespeare import Slow

from deduce.games.base import CHANCE
from deduce_models.shakespeare import GAME

OTHER = Path(__file__).parent / "other_box.toml"

FLIPPED = {
    "act_tiers_cumulative": True,
    "pass_before_recruiting": True,
    "grey_into_penalty": False,
    "blocked_reorders": True,
    "prize_in_penalty": False,
    "plus3_limit": False,
    "stack_at_once": False,
    "split_quills": False,
    "short_objectives": "none",
    "payment": "forced",
    "neutral_ahead": False,
    "draft_extras": True,
    "act3_length": 10,
    "final_tie": "order",
}
QUEENS = ("objective", "activate queen objectives", "keep", "under", "recruit", "wager 5")
WORKERS = (
    "set",
    "costume",
    "activate dresser",
    "activate mistress",
    "activate jeweler",
    "activate handyman",
)
ACTORS = ("activate author", "quill II", "activate falstaff", "activate", "wager 5", "wager 4")
CRAFTS = (*WORKERS, "recruit dresser", "recruit jeweler", "recruit assistant", "recruit mistress")

PLANS = {
    "four, as published": (4, "any", {}, False),
    "three, as published, workers": (3, "crafts", {"stage": "A"}, False),
    "two, as published, queens": (2, "queens", {"stage": "B"}, False),
    "alone, as published": (1, "actors", {"stage": "D22"}, False),
    "alone, every option": (1, "any", {**FLIPPED, "stage": "D23"}, False),
    "two, every option, strategic": (2, "actors", {**FLIPPED, "rest": "strategic"}, False),
    "four, every option, queens": (4, "queens", {**FLIPPED, "draft_extras": False}, False),
    "three, every option, workers": (3, "crafts", {**FLIPPED, "rest": "strategic", "stage": "A"}, False),
    "two, another box": (2, "crafts", {}, True),
    "three, another box, every option": (3, "any", FLIPPED, True),
    "alone, another box": (1, "crafts", {"neutral_ahead": False}, True),
    "alone, another box, actors": (1, "actors", {"grey_into_penalty": False}, True),
    "four, another box, strategic": (4, "actors", {"rest": "strategic", "grey_into_penalty": False}, True),
}
"""Players, what is played with pleasure, options, and whether the data file is in use."""

LIKED = {"any": (), "queens": QUEENS, "crafts": CRAFTS, "actors": ACTORS}


def chosen(legal, liked, rng):
    """A move of one of the kinds that are liked, mostly; else one of any kind, each kind as often."""
    kinds = {}
    for move in legal:
        text = str(move)
        kind = next((word for word in liked if text.startswith(word)), "")
        kinds.setdefault(kind or text.split()[0], []).append(move)
    wanted = [kind for kind in kinds if kind in liked]
    if wanted and rng.random() < 0.85:
        return rng.choice(kinds[wanted[0] if rng.random() < 0.5 else rng.choice(wanted)])
    return rng.choice(kinds[rng.choice(sorted(kinds))])


@pytest.mark.parametrize("plan", PLANS)
def test_games_that_meet_every_rule(plan):
    players, liked, options, other = PLANS[plan]
    rng = random.Random(plan)
    box = tomllib.loads(OTHER.read_text(encoding="utf-8")) if other else None
    state = GAME.new(players=players, data=OTHER if other else None, **options)
    slow = Slow(players, **options, data=box)
    game = slow.play()
    who, legal = next(game)
    every = state.setup.moves.all()
    swept, number = set(), 0
    while who is not None:
        able = [move for move, _ in state.outcomes()] if who == "chance" else list(state.moves())
        assert ("chance" if state.actor is CHANCE else state.actor) == who
        assert {str(move) for move in able} == legal
        assert len(able) == len(legal)
        assert fields(state) == told(slow)
        assert state.scores is None
        chances_agree(state, slow)
        move = state.draw(rng) if who == "chance" else chosen(able, LIKED[liked], rng)
        new = (slow.doing["what"], slow.doing["worker"]) not in swept
        if new or rng.random() < 0.05:
            swept.add((slow.doing["what"], slow.doing["worker"]))
            views_agree(state, slow)
            refusals_agree(state, slow, legal, every[number % 7 :: 7])
            number += 1
        if new and state.order:
            ends_agree(state, slow)
        if new and number % 4 == 0:
            values_hold(state, move)
        then, before = phase_of(slow), state
        state = state.play(move)
        who, legal = game.send(str(move))
        if new or then[0] in ("the wager", "who stays awake"):
            telling_agrees(before, state, move, then, slow)
    assert state.actor is None
    assert not list(state.moves())
    assert not list(state.outcomes())
    assert fields(state) == told(slow)
    views_agree(state, slow)
    refusals_agree(state, slow, set(), every[::7])
    ends = [board.prestige + board.pounds / 1000 for board in slow.seats.values()]
    if players == 1:
        ends = [slow.seats[1].prestige]
    elif options.get("final_tie") == "order":
        ends = [end - slow.order.index(seat) / 1_000_000 for seat, end in enumerate(ends, 1)]
        ends = [end + (players - 1) / 1_000_000 for end in ends]
    assert state.scores == pytest.approx(ends, abs=1e-9)

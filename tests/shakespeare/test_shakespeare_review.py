"""A finished game in hindsight: what is called reachable is, it never rises, and what was lost adds up."""

import random

import pytest
from reduced import optimum, reduced
from shakespeare_tools import new

from deduce.games.base import CHANCE
from deduce.ground.errors import ProblemError
from deduce.records.record import read_record
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.advice.advice import advise
from deduce_models.shakespeare.advice.learned import PARTS
from deduce_models.shakespeare.advice.planning import Planner
from deduce_models.shakespeare.advice.review import _dawns, _script, doubts, review
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.state import start


def played(state, seed, until=10**9):
    """A game of careless moves from a position to its end, or so many of them."""
    rng, states, moves = random.Random(seed), [state], []
    while states[-1].actor is not None and len(moves) < until:
        here = states[-1]
        moves.append(here.draw(rng) if here.actor is CHANCE else rng.choice(list(here.moves())))
        states.append(here.play(moves[-1]))
    return states, moves


@pytest.mark.parametrize("seed", range(4))
def test_what_is_reachable_is_what_trying_every_line_of_play_finds(seed):
    pytest.importorskip("ortools")
    setup = reduced(random.Random(seed), days=2, cylinders=1, crafts=False)
    states, moves = played(start(setup), seed)
    found = review(states, moves, steps=2)
    script = _script(states, 0)
    for dawn, at in zip(found.dawns, _dawns(states), strict=True):
        best = optimum(states[at], script)
        assert dawn.day == states[at].day
        assert dawn.reachable <= best
        assert dawn.upper is None or best <= dawn.upper
        # Games as small as these are searched to their end.
        assert dawn.reachable == best
    worth = [dawn.reachable for dawn in found.dawns]
    assert worth == sorted(worth, reverse=True)
    assert worth[-1] >= found.prestige == states[-1].boards[0].prestige
    assert sum(dawn.cost for dawn in found.dawns) == worth[0] - found.prestige
    costs = [choice.cost for choice in found.choices]
    assert costs == sorted(costs, reverse=True)
    assert sum(costs) == max((dawn.cost for dawn in found.dawns), default=0)
    assert sum(costs) == 0 or found.choices[0].better != found.choices[0].played


def test_the_planner_doubts_what_it_would_not_have_played():
    states, moves = played(new(players=2, seed=5), 5, 260)
    told = doubts(states, moves, 2)
    assert told == sorted(told, key=lambda doubt: -doubt.behind)
    acted = [
        (state, move)
        for state, move in zip(states, moves, strict=False)
        if state.phase == phases.ACTION and state.turn == 2
    ]
    assert 0 < len(told) <= len(acted)
    assert all(doubt.behind > 0 and doubt.played != doubt.better for doubt in told)
    # What it plays itself it does not doubt.
    planner = Planner(samples=0, leaves=2)
    state = next(state for state, _ in acted if len(state.moves()) > 1)
    best = planner.rank(state.view(2), 0)[0].move
    assert not doubts([state], [best], 2)


def test_only_a_finished_game_of_one_has_a_hindsight():
    states, moves = played(new(players=1, seed=1), 1, 30)
    with pytest.raises(ProblemError, match="needs a finished game"):
        review(states, moves)
    with pytest.raises(ProblemError, match=r"is not to move|nobody|seat"):
        GAME.advise(new(players=2, seed=1).view(1))


def test_a_finished_record_is_answered_with_where_it_was_lost(monkeypatch):
    pytest.importorskip("ortools")
    from pathlib import Path

    record = read_record(
        (Path(__file__).parents[2] / "examples" / "shakespeare" / "solo.txt").read_text(encoding="utf-8")
    )
    monkeypatch.setattr(
        "deduce_models.shakespeare.answers.review.review", lambda *_, **how: review_of_nothing(how)
    )
    monkeypatch.setattr("deduce_models.shakespeare.answers.review.doubts", lambda *_, **__: [])
    report = GAME.advise_record(record, time_limit=4)
    assert "better: recruit puck" in report.text
    assert "dawn of day 3: 36 still reachable, at most 42; the day cost 3" in report.text


def review_of_nothing(how):
    """What a review would be, without its seconds of searching."""
    from deduce_models.shakespeare.advice.review import Choice, Dawn, Review

    assert how["steps"] == 2
    return Review(33, (Dawn(3, 36, 42, 3),), (Choice(3, ("pass",), 3, ("recruit puck",)),))


@pytest.mark.parametrize(("players", "named"), [(1, "days ahead"), (2, "rivals")])
def test_the_parts_of_advice_add_up_to_the_value_of_the_move(players, named):
    state = new(players=players, seed=4)
    rng = random.Random(2)
    while state.phase != phases.ACTION:
        state = state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves())))
    rows = advise(state.view(state.turn))
    assert len(rows) > 1
    for row in rows:
        parts = row.details["parts"]
        assert sum(parts.values()) == pytest.approx(row.value, abs=0.01)
        assert set(parts) == {*PARTS, "days ahead", *(["rivals"] if players > 1 else [])}
    assert any(abs(row.details["parts"][named]) > 0.01 for row in rows)

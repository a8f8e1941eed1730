"""A finished game in hindsight: what is called reachable is, it never rises, and what was lost adds up."""

import random
import re
from itertools import pairwise, product

import pytest
from reduced import optimum, reduced
from shakespeare_tools import new

from deduce.games.base import CHANCE
from deduce.games.speaking import speech_of, told
from deduce.ground.errors import ProblemError
from deduce.ground.phrases import LANGUAGES
from deduce.records.record import read_record
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.advice.advice import advise
from deduce_models.shakespeare.advice.learned import PARTS
from deduce_models.shakespeare.advice.planning import Planner
from deduce_models.shakespeare.advice.review import Cost, _dawns, _script, costs_of, doubts, review
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
    assert sum(dawn.cost.found for dawn in found.dawns) == worth[0] - found.prestige
    costs = [choice.cost.found for choice in found.choices]
    assert costs == sorted(costs, reverse=True)
    assert sum(costs) == max((dawn.cost.found for dawn in found.dawns), default=0)
    assert sum(costs) == 0 or found.choices[0].better != found.choices[0].played


def holds(cost, lost):
    """Whether the true cost is where it is said to be, and what the games found say too."""
    most = cost.most if cost.most is not None else 10**9
    return cost.least <= lost <= most and cost.least <= cost.found <= most


@pytest.mark.parametrize("seed", range(4))
def test_what_a_day_and_a_choice_truly_cost_is_within_what_is_said(seed, monkeypatch):
    """Poor searches, whose finds and bounds are anything that is no lie, against trying every line of play."""
    pytest.importorskip("ortools")
    from deduce_models.shakespeare.bound import rest

    setup = reduced(random.Random(seed), days=2, cylinders=1, crafts=False)
    states, moves = played(start(setup), seed)
    script, known = _script(states, 0), {}
    end = states[-1].boards[0].prestige
    dawns = [states[at] for at in _dawns(states)]
    true = [*(optimum(state, script, known) for state in dawns), end]
    too_high = too_low = 0
    for luck, above in product(range(10), (0, 2, None)):
        rng, reached = random.Random(luck), [end]

        def poor(state, script, *, played, rng=rng, reached=reached, above=above, **_):
            best = int(optimum(state, script, known))
            if state not in dawns:
                return rest.Rest(
                    rng.randint(int(end), best), played[0], None if above is None else best + above
                )
            least = rng.randint(int(reached[-1]), best)  # what was found later is known earlier too
            reached.append(least)
            return rest.Rest(least, played[0], None if above is None else best + above)

        monkeypatch.setattr(rest, "best_rest", poor)
        found = review(states, moves)
        for dawn, (best, after) in zip(found.dawns, pairwise(true), strict=True):
            assert dawn.upper is None or best <= dawn.upper
            assert (dawn.upper is None) == (above is None) == (dawn.cost.most is None)
            assert holds(dawn.cost, best - after)
            too_high += dawn.cost.found > best - after
            too_low += dawn.cost.found < best - after
        assert holds(found.cost, true[0] - end)
        if above == 0:  # the last day, whose end is known, and all of it
            assert found.dawns[-1].cost.most == true[-2] - end
            assert found.cost.most == true[0] - end
        day = {choice.day for choice in found.choices}
        acted = [at for at, state in enumerate(states) if state.phase == phases.ACTION and state.day in day]
        ends = [*(at for at in _dawns(states) if acted and at > acted[-1]), len(moves)]
        worth = [optimum(states[at], script, known) for at in [*acted, ends[0]]]
        lost = {
            moves[at].text: one - other for at, (one, other) in zip(acted, pairwise(worth), strict=True)
        }
        assert len(found.choices) == len(acted)
        assert all(holds(choice.cost, lost[choice.played[0]]) for choice in found.choices)
    # What the games found say is a figure that may be wrong either way, so it is not called a bound.
    assert too_high or too_low or true[0] == end


def test_costs_are_as_narrow_as_their_bounds_allow():
    # Reachable are 39 to 46, then 33 to 42, and the game ended with 33.
    assert costs_of([(39, 46), (33, 42), (33, 33)]) == [Cost(6, 0, 13), Cost(0, 0, 9)]
    assert costs_of([(40, 40), (36, 38), (33, 33)]) == [Cost(4, 2, 4), Cost(3, 3, 5)]
    # No bound was found; one from an earlier dawn holds later too, where it is lower than its own.
    assert costs_of([(40, None), (36, 37), (30, None), (29, 29)]) == [
        Cost(4, 3, None), Cost(6, 0, 7), Cost(1, 1, 8)
    ]  # fmt: skip
    assert costs_of([(7, 9), (5, 12), (5, 5)]) == [Cost(2, 0, 4), Cost(0, 0, 4)]
    assert costs_of([(5, 5), (5, 5)]) == [Cost(0, 0, 0)]


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


def test_a_finished_record_says_of_every_figure_what_kind_it_is_in_every_language(monkeypatch):
    pytest.importorskip("ortools")
    from pathlib import Path

    path = Path(__file__).parents[2] / "examples" / "shakespeare" / "solo.txt"
    record = read_record(path.read_text(encoding="utf-8"))
    monkeypatch.setattr(
        "deduce_models.shakespeare.answers.review.review", lambda *_, **how: review_of_nothing(how)
    )
    report = GAME.advise_record(record, time_limit=4)
    rows = report.text.split("\n")
    open_, third = "at most what is not known", " (3 by the games found)"
    for row in (
        f"  dawn of day 3: still reachable at least 36, at most 42; the day cost at least 2, at most 5{third}",
        "  dawn of day 4: still reachable exactly 33; the day cost exactly 0",
        f"  dawn of day 5: still reachable at least 33, {open_}; the day cost at least 0, {open_} (1 by the games found)",
        f"  in all it cost at least 3, {open_}",
        f"  pass: cost at least 0, at most 5{third}",
        "    better: recruit puck; activate falstaff",
    ):
        assert row in rows
    assert report.data["dawns"][0]["cost"] == {"found": 3, "least": 2, "most": 5}
    figures = [re.findall(r"\d+", row) for row in rows]
    for language in LANGUAGES:
        speech = speech_of(GAME, language)
        here = told(report, speech).text
        assert (speech.english, list(speech.missing), list(speech.kept)) == (0, [], [])
        assert [sorted(re.findall(r"\d+", row)) for row in here.split("\n")] == list(map(sorted, figures))
        assert language == "de" or set(re.findall("[A-Za-z]{2,}", here)) <= {"III"}
        assert not {"the", "at", "least", "cost", "found", "by", "for"} & set(re.findall(r"\w+", here))


def review_of_nothing(how):
    """What a review would be, without its seconds of searching."""
    from deduce_models.shakespeare.advice.review import Choice, Dawn, Review

    assert how["steps"] == 2
    dawns = (
        Dawn(3, 36, 42, Cost(3, 2, 5)), Dawn(4, 33, 33, Cost(0, 0, 0)), Dawn(5, 33, None, Cost(1, 0, None))
    )  # fmt: skip
    better = (Choice(3, ("pass",), Cost(3, 0, 5), ("recruit puck", "activate falstaff")),)
    return Review(33, Cost(3, 3, None), dawns, better)


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

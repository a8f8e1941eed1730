"""What a wager is worth: the day played out is the engine's, and the model alone decides where playing says nothing."""

import itertools
import random

import pytest
from shakespeare_tools import new

from deduce.games.base import CHANCE
from deduce_models.shakespeare.advice import wagering
from deduce_models.shakespeare.advice.day import GLIMPSE
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.plan_state import plan_state
from deduce_models.shakespeare.advice.rivals import applied, next_action
from deduce_models.shakespeare.advice.wagering import day_played, first_chance, rated_wagers, usable
from deduce_models.shakespeare.advice.wagers import payoff, solve
from deduce_models.shakespeare.advice.weights import Weights, usual_weights
from deduce_models.shakespeare.players.named import GreedyPlayer
from deduce_models.shakespeare.rules import phases


def at_the_wager(seed, players, day):
    """The first wager of a day in a game of greedy players."""
    rng, player = random.Random(seed), GreedyPlayer()
    state = new(players=players, seed=seed)
    while (state.day, state.phase) != (day, phases.WAGER):
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
        else:
            state = state.play(player.choose(state.view(state.actor), rng))
    return state


@pytest.mark.parametrize(
    ("seed", "players", "day", "wagers"),
    [(1, 2, 6, (3, 2)), (3, 2, 6, (4, 4)), (2, 3, 6, (2, 5, 1)), (5, 3, 2, (1, 1, 4))],
)
def test_the_day_is_played_as_the_engine_plays_it(seed, players, day, wagers):
    start, weights = at_the_wager(seed, players, day), usual_weights()
    state, drawn = start, dict.fromkeys(start.setup.everybody, 0)
    for wager in wagers:
        state = state.play(state.setup.moves.wagers[wager])
    while True:
        seat, before = state.turn, state
        step, _ = next_action(state, seat, weights)
        passing = (state.setup.moves.passing,)
        for move in step.moves if step else passing:
            state = state.play(move)
        if step and step.own.drawn:
            # What the Queen brings counts as a promise; which one is kept changes nothing else of the day.
            drawn[seat] += 1
            rng = random.Random(0)
            while state.actor is CHANCE or state.phase in (phases.KEEP, phases.UNDER):
                state = state.play(state.draw(rng) if state.actor is CHANCE else state.moves()[0])
            dealings = start.dealings
            state = state._replace(dealings=dealings) if state.phase == phases.ACTION else state
        if state.phase != phases.ACTION or state.day != day:
            break
    last = applied(before, seat, step.own, step.moves) if step else before
    values = [
        Evaluation(last, each, weights).value(plan_state(last, each)._replace(drawn=drawn[each]))
        for each in start.setup.everybody
    ]
    own, *others = values
    found = day_played(start, 1, wagers, weights, 0.5)
    assert found == pytest.approx(own - 0.5 * sum(others) / len(others))


@pytest.mark.parametrize("players", [2, 3])
def test_the_model_alone_decides_where_playing_says_nothing(players, monkeypatch):
    state, weights = at_the_wager(4, players, 3), usual_weights()
    seat = state.turn
    game, seats = solve(state, weights, GLIMPSE, 0.5)
    monkeypatch.setattr(wagering, "PLAIN", 0.0)
    monkeypatch.setattr(wagering, "day_played", lambda *given: 7.0)
    _, rated = rated_wagers(state, seat, weights, GLIMPSE, 0.5)
    model = game.values[seat - 1]
    assert sorted(each.wager for each in rated) == [1, 2, 3, 4, 5]
    assert model[rated[0].wager - 1] == max(model)
    assert [each.value for each in rated] == sorted((each.value for each in rated), reverse=True)
    # Against rivals who use all they can the payoffs of that profile are all that counts.
    monkeypatch.setattr(wagering, "PLAIN", 1.0)
    _, rated = rated_wagers(state, seat, weights, GLIMPSE, 0.5)
    plain = [usable(state, each) for each in state.setup.everybody]

    def simple(wager):
        profile = (*plain[: seat - 1], wager, *plain[seat:])
        return payoff(seats, profile, state.initiative, 0.5)[seat - 1]

    assert simple(rated[0].wager) == max(map(simple, range(1, 6)))


def test_playing_decides_between_wagers_that_are_near(monkeypatch):
    state, weights = at_the_wager(4, 2, 3), usual_weights()
    monkeypatch.setattr(wagering, "NEAR", 100.0)
    monkeypatch.setattr(
        wagering, "day_played", lambda at, seat, wagers, *rest: 50.0 * (wagers[seat - 1] == 2)
    )
    monkeypatch.setattr(wagering, "MOST", 5)
    _, rated = rated_wagers(state, state.turn, weights, GLIMPSE, 0.5)
    assert rated[0].wager == 2


@pytest.mark.parametrize("players", [2, 3])
def test_the_chance_to_be_first_counts_every_combination(players):
    state = at_the_wager(6, players, 4)
    seat = state.turn
    game, _ = solve(state, usual_weights(), GLIMPSE, 0.5)
    plain = [usable(state, each) for each in state.setup.everybody]
    rank = state.initiative.index
    for wager in range(1, 6):
        chance = 0.0
        for profile in itertools.product(range(1, 6), repeat=players):
            if profile[seat - 1] != wager:
                continue
            first = min(state.setup.everybody, key=lambda each: (profile[each - 1], rank(each)))
            mixed, simple = 1.0, 1.0
            for each in state.setup.everybody:
                if each != seat:
                    mixed *= game.mixtures[each - 1][profile[each - 1] - 1]
                    simple *= profile[each - 1] == plain[each - 1]
            share = (1 - wagering.PLAIN) * mixed + wagering.PLAIN * simple
            chance += share * (first == seat)
        assert first_chance(state, seat, wager, game) == pytest.approx(chance)


def test_greedy_keeps_its_numbers_among_rivals():
    state = at_the_wager(4, 2, 3)
    state = state.play(state.setup.moves.wagers[3]).play(state.setup.moves.wagers[3])
    view = state.view(state.turn)
    own, other = GreedyPlayer(), GreedyPlayer(weights=Weights())
    assert own.choose(view, random.Random(1)) == other.choose(view, random.Random(1))
    assert own.planner.weights == Weights()

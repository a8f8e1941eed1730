"""What a program gets that gives something else than is wanted: a sentence, never another answer or an endless loop."""

import json
import math
import random
from fractions import Fraction

import pytest
from toy_games import Whose

from deduce import Knowledge, Problem, TooLarge
from deduce.agents import Knows, Situation
from deduce.arena import lineups, play_match, run_tournament, schedule
from deduce.bridges.observations import observer
from deduce.games import check_game, game, playouts, random_history, read_record, settle
from deduce.games.plain import information_state
from deduce.graphs import Graph
from deduce.ground.errors import ProblemError
from deduce.players import (
    Greedy,
    InformationSetSearch,
    Inquirer,
    Sampling,
    Thinker,
    player,
    players_of,
    random_player,
    rollout,
)
from deduce.questions import Question, marked_words, plan
from deduce.show.places import lettered

KUHN = game("kuhn")
STATE = KUHN.new(players=2, seed=1)
VIEW = STATE.view(1)
CHANCE = random.Random(1)


class Takes:
    name = "takes"

    def choose(self, view, rng):
        return view.moves[0]


@pytest.mark.parametrize("value", [2.5, math.nan, "3", None, True, []])
@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (Sampling, "samples"),
        (Sampling, "horizon"),
        (InformationSetSearch, "iterations"),
        (Thinker, "worlds"),
        (Thinker, "descents"),
        (Inquirer, "worlds"),
    ],
)
def test_how_often_is_a_whole_number(kind, name, value):
    """nan is below nothing: `Thinker(game, descents=nan)` thought without end."""
    if (name, value) == ("horizon", None):
        assert kind(KUHN, horizon=None).horizon is None
        return
    with pytest.raises(ProblemError, match=rf"{kind.__name__}: {name} must be at least \d, a whole number"):
        kind(KUHN, **{name: value})


@pytest.mark.parametrize("limit", [0, math.nan, "3", True, []])
@pytest.mark.parametrize("kind", [Sampling, InformationSetSearch, Thinker, Inquirer])
def test_a_players_time_limit_is_a_number_of_seconds(kind, limit):
    with pytest.raises(ProblemError, match="time_limit must be above 0 seconds, not"):
        kind(KUHN, time_limit=limit)
    assert kind(KUHN, time_limit=Fraction(1, 2)).time_limit == Fraction(1, 2)


@pytest.mark.parametrize("limit", [-1, math.nan, "3", True])
@pytest.mark.parametrize("name", ["decrypto", "enigma", "entracte", "initiative", "shakespeare", "kuhn"])
def test_advice_takes_no_time_limit_that_is_none(name, limit):
    """-1 was no time at all, nan was no limit."""
    made = game(name)
    state = made.new(players=max(made.seats[0], 2), seed=1)
    with pytest.raises(ProblemError, match="a time limit"):
        made.advise(state.view(state.actor), time_limit=limit)


@pytest.mark.parametrize("limit", [-1, math.nan, "3"])
def test_a_plan_takes_no_time_limit_that_is_none(limit):
    problem = Problem("p")
    x = problem.variable("x", range(4))
    with pytest.raises(ProblemError, match="a time limit"):
        plan(problem, [x < 2, x == 0, x == 2], "optimal", time_limit=limit)


@pytest.mark.parametrize("wrong", [None, 3, type(KUHN)])
@pytest.mark.parametrize(
    "call",
    [
        Sampling,
        InformationSetSearch,
        Thinker,
        players_of,
        lambda one: player(one, "random"),
        lambda one: play_match(one, [random_player] * 2, deal=1),
        lambda one: run_tournament(one, ["random"]),
        lambda one: random_history(one, 2, 1),
        lambda one: check_game(one, playouts=1),
    ],
)
def test_a_game_is_a_game_or_its_name(call, wrong):
    with pytest.raises(ProblemError, match=r"a game is wanted, such as deduce\.game\('kuhn'\), not"):
        call(wrong)


def test_a_game_is_found_by_its_name():
    assert play_match("kuhn", [Takes()] * 2, deal=1) == play_match(KUHN, [Takes()] * 2, deal=1)
    assert Sampling("kuhn").game is KUHN
    assert players_of("kuhn").keys() == players_of(KUHN).keys()
    with pytest.raises(ProblemError, match="there is no game 'kun': did you mean 'kuhn'"):
        Thinker("kun")


@pytest.mark.parametrize(
    "made", [random_player, Sampling(KUHN), InformationSetSearch(KUHN), Thinker(KUHN), Inquirer(KUHN)]
)
def test_players_are_given_a_view_and_chance(made):
    with pytest.raises(ProblemError, match="this is the whole position: give state"):
        made.choose(STATE, CHANCE)
    with pytest.raises(ProblemError, match=r"chance is drawn from a random\.Random\(seed\), not from 3"):
        made.choose(VIEW, 3)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: KUHN.new(players=2).draw(3), "chance is drawn from"),
        (lambda: settle(KUHN.new(players=2), 3), "chance is drawn from"),
        (lambda: rollout(STATE, 3), "chance is drawn from"),
        (lambda: rollout(STATE, CHANCE, horizon=math.nan), "the horizon of a play-out must be at least 0"),
        (lambda: rollout(STATE, CHANCE, policy="random"), "'random' is no player"),
        (lambda: Sampling(KUHN, base="random"), "'random' is no player"),
        (lambda: InformationSetSearch(KUHN, base=Takes), "an object, not its class"),
        (lambda: InformationSetSearch(KUHN, exploration="x"), "exploration must be at least 0, not 'x'"),
        (lambda: KUHN.knowledge(None), r"wanted, state\.view\(seat\), not None"),
        (lambda: KUHN.resample(None, CHANCE), r"wanted, state\.view\(seat\), not None"),
        (lambda: KUHN.advise(None), r"wanted, state\.view\(seat\), not None"),
        (lambda: KUHN.parse(3, STATE), "a move is read from its text, not from 3"),
        (lambda: KUHN.parse("pass", 3), r"wanted, state\.view\(seat\), not 3"),
        (lambda: information_state(STATE), "this is the whole position"),
        (lambda: read_record(3), "a record is read from its text"),
        (lambda: playouts(KUHN, "x", players=2), "depth must be at least 0, a whole number, not 'x'"),
        (lambda: playouts(KUHN, -1, players=2), "perft: depth must be at least 0, not -1"),
        (lambda: check_game(KUHN, playouts="x"), "playouts must be at least 1, a whole number, not 'x'"),
        (lambda: random_history(KUHN, 2, 1, max_moves=math.nan), "max_moves must be at least 1"),
        (lambda: lineups(["a"], -1, "self"), "seats must be at least 1"),
        (lambda: schedule(["a"], 2, pairing="self", deals=1.5), "deals must be at least 1"),
        (lambda: schedule(["a"], 2, pairing="self", deals=1, rng=-1), "a seed is a whole number from 0"),
    ],
)
def test_what_is_wrong_is_told(call, says):
    with pytest.raises(ProblemError, match=says):
        call()


@pytest.mark.parametrize(
    ("objective", "says"),
    [
        (lambda view, move: math.nan, "the objective of 'mine' gave nan"),
        (lambda view, move: "x", "the objective of 'mine' gave 'x'"),
        (lambda view, move: 1 / 0, "the function of the player 'mine' failed with ZeroDivisionError"),
    ],
)
def test_an_objective_gives_numbers(objective, says):
    """Of nan nothing was the best, and the list of the best was empty."""
    state = Whose().new(players=2, seed=3)
    with pytest.raises(ProblemError, match=says):
        Greedy(objective, name="mine").choose(state.view(state.actor), CHANCE)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: Question.function(None), "a question is answered by a function, not by None"),
        (lambda: Question.table("x", text="what"), "a question is answered by a function, not by 'x'"),
        (lambda: marked_words("abc"), "needs lists of words, not 'abc'"),
        (lambda: marked_words(None), "needs lists of words, not None"),
        (lambda: marked_words([1, 2]), "a word is a text, not 1"),
        (lambda: marked_words(["ab"]).start().observe(3, "++"), "a guess is its values in order, not 3"),
        (lambda: Problem("p").variables("w", 3, [1, 2]), r"a list, not 3; w\[1\] to w\[9\] have range"),
    ],
)
def test_questions_words_and_keys_are_what_they_are(call, says):
    with pytest.raises(ProblemError, match=says):
        call()


def test_the_name_of_a_variable_is_no_variable():
    """It said: not 'x': did you mean 'x'?"""
    problem = Problem("p")
    problem.variable("x", range(2))
    with pytest.raises(ProblemError, match=r"expected a variable, not its name: give problem\['x'\]"):
        Knowledge(problem).possible("x")


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda s: s.holds(Knows(["A", "Z"], s.fact)), r"there is no agent \['A', 'Z'\]: allowed: A"),
        (lambda s: s.knowledge("A", seen=["r"]), r"what A saw is given by .* as a mapping, not as \['r'\]"),
        (lambda s: Graph(None), "the edges of a graph are a list, not None"),
        (lambda s: Graph([(1, 2)], "ab"), "the nodes of a graph are a list, not 'ab'"),
        (lambda s: lettered("F", 27, 2), "a board has columns from 1 to 26, not 27"),
        (lambda s: lettered("F", -1, 2), "a board has columns from 1 to 26, not -1"),
        (lambda s: lettered("F", 2, 2.5), r"a board has rows from 1, not 2\.5"),
    ],
)
def test_minds_graphs_and_boards_are_given_what_they_take(call, says):
    """Of 27 columns 26 were drawn."""
    problem = Problem("p")
    x = problem.variable("x", ["r", "g"])
    situation = Situation(problem, {"A": x})
    situation.fact = x == "r"
    with pytest.raises(ProblemError, match=says):
        call(situation)


def test_advice_without_a_known_error_is_json_too():
    advice = Sampling(KUHN, samples=1).advise(VIEW, CHANCE)
    told = [json.loads(json.dumps(each.to_dict(), allow_nan=False)) for each in advice]
    assert [(each["error"], each["behind_error"]) for each in told] == [(None, None)] * 2
    assert [each["value"] for each in told] == [each.value for each in advice]


def test_a_tree_that_is_over_has_no_answers():
    problem = Problem("p")
    tree = plan(problem, [problem.variable("x", range(2))])
    with pytest.raises(ProblemError, match="nothing more is asked here, so there is no answer 1 to follow"):
        tree.follow(0, 1)


def test_a_mean_that_no_float_holds_is_told_and_all_else_is_exact():
    problem = Problem("p")
    x, y = problem.variable("x", [0, 10**400]), problem.variable("y", [1, 2])
    known = Knowledge(problem)
    for ask in (lambda: known.expectation(x + y), lambda: known.covariance(y, x)):
        with pytest.raises(TooLarge, match="takes values that no float can hold"):
            ask()
    assert known.quantile(x, 0.75) == 10**400
    assert known.expectation(y) == 1.5
    assert known.observe(x + y > 10**400).count() == 2


def test_a_game_may_be_given_by_its_name():
    """It was let through by the check, and failed behind it."""
    assert random_history("kuhn", 2, 1).moves == random_history(KUHN, 2, 1).moves
    by_name, itself = (observer(each, VIEW, "marginals") for each in ("kuhn", KUHN))
    assert by_name(VIEW).tolist() == itself(VIEW).tolist()

"""The default opponents: what moves tell, what they score, what a search and an equilibrium say, against brute force."""

import itertools
import math
import random

import pytest
from asking_games import DIGITS, Code, Higher, Mines, Noisy
from test_players import WHOSE, exact, last_turn

import deduce
from deduce.games import check_game
from deduce.ground.errors import ProblemError
from deduce.players import Book, Inquirer, Thinker, look_ahead, player, survey, weigh
from deduce.players.thinking import advise
from deduce_models.tables.kuhn import GAME as KUHN

CODE = Code()


def test_what_a_question_tells_is_what_brute_force_says():
    """Renyi's information of order two of each answer over the 64 codes."""
    view = CODE.new(players=1, seed=1).view(1)
    seen = survey(
        CODE, view, random.Random(1), worlds=80, moves=[m for m in view.moves if str(m)[:3] == "ask"]
    )
    tests = {
        "ask third is 4": lambda a, b, c: c == 4,
        "ask second above first": lambda a, b, c: b > a,
        "ask third is first": lambda a, b, c: c == a,
        "ask first above 2": lambda a, b, c: a > 2,
    }
    told = {str(each.move): each.bits for each in seen.prospects}
    for text, test in tests.items():
        share = sum(test(*code) for code in itertools.product(DIGITS, repeat=3)) / 64
        assert told[text] == pytest.approx(-math.log2(share**2 + (1 - share) ** 2), abs=0.3)
    assert seen.hidden == pytest.approx(6, abs=0.6)
    assert seen.asking
    assert all(each.ends == 0 for each in seen.prospects)


def test_chance_is_no_information_and_commitments_are_what_they_score():
    game = Noisy()
    state = game.new(players=1, seed=1)
    seen = survey(game, state.view(1), random.Random(3), worlds=64)
    told = {str(each.move): each.bits for each in seen.prospects}
    assert told["ask"] == pytest.approx(1, abs=0.15)
    assert told["roll"] == pytest.approx(0, abs=0.3)
    assert told["wait"] == 0
    after = state.play(state.moves()[1])
    seen = survey(game, after.view(1), random.Random(3), worlds=64)
    assert all(each.ends == 1 for each in seen.prospects)
    assert sum(each.ending for each in seen.prospects) == pytest.approx(1)
    assert not seen.asking


def test_the_inquirer_asks_first_and_names_when_it_knows():
    inquirer = Inquirer(Noisy(), worlds=16)
    state = Noisy().new(players=1, seed=1)
    assert str(inquirer.choose(state.view(1), random.Random(1))) == "ask"
    found = []
    for seed in range(2):
        state, rng = CODE.new(players=1, seed=seed), random.Random(seed)
        while state.actor is not None:
            state = state.play(Inquirer(CODE, worlds=12).choose(state.view(1), rng))
        found.append(state.scores[0])
        asked = sum(text.startswith("ask") for text in state.history)
        assert 4 <= asked <= 8
    assert sum(found) == 2


def test_risks_are_weighed_against_what_they_tell():
    """A cell that is surely free comes before one that may blow up, whatever that would tell."""
    game = Mines()
    for seed in range(2):
        state, rng = game.new(players=1, seed=seed), random.Random(seed)
        for _ in range(2):
            ranked = Inquirer(game, worlds=40).weigh(state.view(1), rng)
            safe = [each for each in ranked if each.prospect.ends == 0 and len(each.prospect.scores) == 40]
            if safe:
                assert ranked[0].prospect.ends <= 0.05
            state = state.play(ranked[0].move)
            if state.actor is None:
                break


def test_looking_ahead_finds_a_best_move():
    for seed in range(12):
        view = last_turn(seed).view(2)
        values = exact(view)
        ranked = weigh(WHOSE, view, random.Random(seed), worlds=48, descents=400)
        assert values[ranked[0].move] == max(values.values())
        looked = look_ahead(WHOSE, view, view.moves, random.Random(seed), descents=60)
        assert [each.move for each in looked] == list(view.moves)
        assert all(each.values for each in looked)


def test_what_others_hold_decides_their_moves():
    """Facing a bet with the middle card in Kuhn poker, both moves are tried in the same worlds."""
    state = KUHN.new(players=2)
    for text in ("card[P1] = 2", "card[P2] = 1"):
        state = state.play(KUHN.parse(text, state))
    looked = look_ahead(KUHN, state.view(1), state.view(1).moves, random.Random(1), descents=400)
    assert len(looked[0].values) == len(looked[1].values) > 50
    high = KUHN.new(players=2)
    for text in ("card[P1] = 3", "card[P2] = 1", "pass", "bet"):
        high = high.play(KUHN.parse(text, high))
    assert str(Thinker(KUHN, descents=60).choose(high.view(1), random.Random(1))) == "bet"


def test_answers_repeat_from_their_generator_and_end_in_time():
    view = WHOSE.new(players=3, seed=4).view(1)
    one, other = (Thinker(WHOSE, worlds=8, descents=60).weigh(view, random.Random(9)) for _ in range(2))
    assert [(each.move, each.value) for each in one] == [(each.move, each.value) for each in other]
    assert {each.move for each in one} == set(view.moves)
    hasty = Thinker(WHOSE, worlds=10**6, descents=10**9, time_limit=0.05)
    assert hasty.choose(view, random.Random(1)) in view.moves
    given = advise(WHOSE, view)
    assert given == advise(WHOSE, view)
    assert [each.value for each in given] == sorted((each.value for each in given), reverse=True)
    assert all(each.reason for each in given)
    check_game(KUHN, parts=["advice"], playouts=1)


@pytest.mark.parametrize(
    ("build", "says"),
    [
        (lambda: Thinker(WHOSE, worlds=1), "worlds must be at least 2"),
        (lambda: Thinker(WHOSE, descents=-1), "descents must be at least 0"),
        (lambda: Inquirer(WHOSE, time_limit=0), "time_limit must be above 0"),
        (lambda: survey(WHOSE, None, random.Random(1), worlds=1), "worlds must be at least 2"),
        (
            lambda: weigh(WHOSE, WHOSE.new(players=2, seed=3).view(2), random.Random(1)),
            "seat 2 has no move",
        ),
    ],
)
def test_settings_are_checked(build, says):
    with pytest.raises(ProblemError, match=says):
        build()


def test_small_games_have_a_book_and_others_none():
    book = Book(KUHN)
    state = KUHN.new(players=2, seed=1)
    move = book(state.view(1), random.Random(1))
    assert move in state.moves()
    assert book.solution(2) is Book(KUHN).solution(2)
    assert player(KUHN, "thinker").choose(state.view(1), random.Random(1)) == move
    higher = Book(Higher())
    assert higher(Higher().new(players=2, seed=1).view(1), random.Random(1)) is None
    assert higher.solution(2) is None
    assert Book(deduce.game("entracte")).solution(2) is None
    assert Book(deduce.game("entracte")).solution(4) is None

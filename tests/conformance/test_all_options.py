"""The contract of games holds with every value of every option, in any mixture."""

from types import SimpleNamespace

import pytest
from amount import amount
from hypothesis import Phase, find, settings
from hypothesis import strategies as st
from options import mixtures, random_options

import deduce
from deduce.conformance import PARTS, check_game
from deduce.conformance.testing import any_options, conformance
from deduce.games import Option
from deduce.games.history import ConformanceError
from deduce.ground.errors import ProblemError

GAMES = ("decrypto", "enigma", "entracte", "initiative", "shakespeare")
QUICK = ("replay", "rules", "text", "chance", "views", "resample")
"""Without knowledge and advice, which take seconds where a mission's answer has many words."""
SURELY = settings(database=None, derandomize=True, phases=(Phase.generate, Phase.shrink))
MISSIONS = st.sampled_from(["easy:9", "medium:2", "m1_parcel"])


def varied(name, playouts, parts=PARTS, **kept):
    game = deduce.game(name)
    return conformance(game, options=any_options(game, **kept), playouts=playouts, parts=parts)


test_decrypto_with_any_options = varied("decrypto", amount(3, 500))
test_enigma_with_any_options = varied("enigma", amount(3, 500))
test_entracte_with_any_options = varied("entracte", amount(4, 500))
test_the_initiative_with_any_options = varied("initiative", amount(4, 500), QUICK, mission=MISSIONS)
test_shakespeare_with_any_options = varied("shakespeare", amount(3, 500))


@pytest.mark.parametrize("name", GAMES)
def test_mixtures_hold_every_value_of_every_option(name):
    game = deduce.game(name)
    rows = list(mixtures(game, seed=3))
    for option, rule in game.options.items():
        for value in rule.allowed or ():
            assert any(row.get(option, rule.default) == value for row in rows), (option, value)


@pytest.mark.parametrize("name", GAMES)
def test_every_value_can_be_played(name):
    """The rules alone, one game for each mixture; with `python tests/campaign.py contract` in all parts."""
    game = deduce.game(name)
    for number, options in enumerate(mixtures(game, seed=4)):
        begins = max(options.get(name, 1) for name in ("keeper", "first", "begins"))
        players = max(begins, list(game.seats)[number % len(game.seats)])
        check_game(game, players=players, playouts=1, rng=number, options=options, parts=("chance",))


def test_clues_the_players_let_pass_are_legal_in_decrypto():
    """It failed on 12 of 12 seeds: a clue that is not listed was played, and said to be illegal."""
    game = deduce.game("decrypto")
    options = {"clue_check": "players", "repeated_clues": "both"}
    check_game(game, players=4, playouts=2, options=options, parts=("rules", "text"))
    state = game.new(players=4, seed=1, **options)
    word = state.keywords[0]
    assert game.parse("clue sounds like rain", state) in state.moves()
    assert game.parse("clue sounds like rain", state) in state.view(1).moves
    strict = game.new(players=4, seed=1)
    assert type(state.moves()[0])("sounds like rain") not in strict.moves()
    assert type(state.moves()[0])("a quite unlisted phrase") in strict.moves()
    assert type(state.moves()[0])(word) not in state.moves()


def test_options_that_do_not_go_together_are_named():
    with pytest.raises(ProblemError, match="keeper=5"):
        deduce.game("enigma").new(players=3, keeper=5)


def test_random_options_are_legal():
    for name in GAMES:
        game = deduce.game(name)
        for seed in range(20):
            players, options = random_options(game, seed)
            assert game.new(players=players, **options).seats == players


def test_found_by_a_campaign_where_nothing_is_hidden_no_truth_is_asked_for(monkeypatch):
    """Shakespeare for one has no variable to tell the truth about; a game that has some must tell it."""
    solo = check_game(deduce.game("shakespeare"), players=1, playouts=1, decisions=2, parts=("knowledge",))
    assert solo.minds == 2
    game = deduce.game("entracte")
    monkeypatch.setattr(type(game), "truth", lambda *_: {})
    with pytest.raises(ConformanceError, match="says nothing about any variable"):
        check_game(game, players=3, playouts=1, decisions=1, parts=("knowledge",))


def test_options_without_a_list_of_values_stay_at_their_default():
    game = SimpleNamespace(
        options={
            "free": Option(1, None, "any number"),
            "listed": Option(1, (1, 2, 3), "one of three"),
            "kept": Option(1, (1, 2), "named otherwise"),
        }
    )
    for kept in ({}, {"kept": 7}, {"free": 5}):
        drawn = any_options(game, **kept)
        wanted = {"listed": 3, "kept": 2, **kept}
        assert find(drawn, lambda options, wanted=wanted: options == wanted, settings=SURELY) == wanted
        assert find(drawn, lambda options, wanted=wanted: len(options) == len(wanted), settings=SURELY) == {
            **dict.fromkeys(wanted, 1),
            **kept,
        }

"""What is published of Entracte, or was left open by it, beside what a game is made of: numbers, options, set-ups."""

import re

import pytest

from deduce_models.entracte import GAME
from deduce_models.entracte.components.parts import OPTIONS
from deduce_models.entracte.rules.setup import Kind

YES_NO = {True, False}
OPEN = {
    "mode": {"cooperative", "competitive"},
    "first": {1, 2, 3, 4},
    "hand_order": {"clockwise", "anticlockwise"},
    "both_rule": {"pair", "card"},
    "guesses": {"together", "in_turn"},
    "last_turns": {"others", "behind"},
    "blocked_exchange": {"optional", "required"},
    "pile_turns": {"own", "every"},
    "declared_guesses": {"notes", "table"},
    "days": {3, 4, 5, 6, 7},
    "ages": {3, 4},
    **dict.fromkeys(("count_starter", "last_pile", "pass_draws", "convention"), YES_NO),
    **dict.fromkeys(("season_loops", "day_loops", "age_loops", "type7_loops", "type8_loops"), YES_NO),
}
"""The questions that the rules leave open; an ordered type has three values at least, and a week seven days."""


def test_every_open_question_is_an_option_and_nothing_else_is():
    assert set(OPTIONS) == set(OPEN)
    for name, option in OPTIONS.items():
        assert sorted(option.allowed, key=str) == sorted(OPEN[name], key=str), name
        assert {type(value) for value in option.allowed} == {type(value) for value in OPEN[name]}, name
        assert option.of_seat == (name == "first"), name
    # As reconstructed: seasons and days go round, ages do not; a week of seven days and three ages.
    for name, value in {"days": 7, "ages": 3, "first": 1}.items():
        assert OPTIONS[name].default == value
    loops = {name for name, option in OPTIONS.items() if name.endswith("_loops") and option.default}
    assert loops == {"season_loops", "day_loops", "type7_loops", "type8_loops"}
    # The literal reading: twelve cards are played, the starter is turned up.
    for name in ("count_starter", "last_pile", "pass_draws", "convention"):
        assert OPTIONS[name].default is False


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("mode", ["cooperative", "competitive"])
def test_the_numbers_of_the_box(players, mode):
    """24 code cards, one a player or two; hands of three; twelve cards in the row; rows of 7, 8 and 9 are quick."""
    for count in (True, False):
        state = GAME.new(players=players, mode=mode, count_starter=count)
        setup, codes = state.setup, 2 if mode == "competitive" else 1
        assert (setup.per_seat, setup.limit, setup.quick) == (
            codes,
            13 - count,
            {2: 7, 3: 8, 4: 9}[players],
        )
        assert (setup.players, setup.must_exchange) == (players, False)
        assert [str(move) for move in setup.code_moves] == [f"code {c.name}" for c in setup.parts.codes]
        assert len(setup.code_moves) == 24 == len(dict(state.outcomes()))
        assert [len(row) for row in setup.guesses] == [24] * (players + 1)
        for table, verb in ((setup.draws, "draw"), (setup.piles, "pile"), (setup.plays, "play")):
            texts = [setup.parts.card_text(card) for card in setup.parts.cards]
            assert [str(move) for move in table] == [f"{verb} {text}" for text in texts]
            assert {(move.kind, move.seat) for move in table} == {(Kind[verb.upper()], 0)}
            assert [move.item for move in table] == list(range(48))
        assert not any(word in repr(setup) for word in ("EntracteMove", "array", "chosen"))
    state = GAME.new(players=players, mode=mode, seed=players)
    assert [len(hand) for hand in state.hands] == [3] * players
    assert state.deck_size == 48 - 3 * players - 1
    assert (state.face.seat, state.face.moves) == (0, ())  # nobody's, though all is seen
    assert re.match(r"Row of 1 \(it ends at 13\)", str(state.view(1)))


def test_set_ups_are_equal_where_all_that_is_chosen_is():
    made = [{"players": 2}, {"players": 3}, {"players": 2, "days": 5}, {"players": 2, "guesses": "in_turn"}]
    setups = [GAME.new(**options).setup for options in made]
    again = [GAME.new(**{**options, "first": 1}).setup for options in made]
    for i, one in enumerate(setups):
        for j, other in enumerate(again):
            assert (one == other) == (i == j)
            assert i != j or hash(one) == hash(other)


def test_nothing_is_agreed_on_unless_it_is_said_and_a_set_up_shows_what_was_chosen_only():
    assert GAME.options["convention"].default is False
    setup = GAME.new(players=3).setup
    shown = repr(setup)
    assert not any(
        f"{name}=" in shown
        for name in (
            *("chosen", "restrict", "code_moves", "draws", "piles", "plays", "guesses"),
            *("moves", "code_names", "card_names", "deck", "places"),
        )
    )
    assert len(shown.replace(repr(setup.parts), "")) < 2_000

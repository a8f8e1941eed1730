"""Faults that were planted and not noticed, one test each: see docs/reliability.md."""

import pytest

import deduce
from deduce.errors import IllegalMove
from deduce_models.decrypto.rules.moves import Clue, Guess, Name
from deduce_models.initiative.rules.moves import Move

DECRYPTO, INITIATIVE = deduce.game("decrypto"), deduce.game("initiative")


def test_decrypto_names_are_written_as_records_write_them():
    state = DECRYPTO.new(players=4, seed=1)
    naming = type(state)(state.setup, "name", 8, 0, state.keywords)
    assert naming.play(Name("a word nobody has")).names == ("a word nobody has",)
    for wrong in ("Rain", " rain", "rain#", ""):
        with pytest.raises(IllegalMove, match="lower case, one line"):
            naming.play(Name(wrong))
    with pytest.raises(IllegalMove, match="own keyword"):
        naming.play(Name(state.keywords[0]))


def test_decrypto_says_when_moves_are_open_and_which_round_it_is():
    state = DECRYPTO.new(players=4)
    assert (state.round, str(state.view(1)).startswith("round 1 (deal), seat 1")) == (1, True)
    assert "\n" not in str(state.view(1))
    state = DECRYPTO.new(players=4, seed=1)
    assert state.view(1).open_moves
    for word in ("distant", "quite", "seldom", "rarely", "mostly", "nearly"):
        state = state.play(Clue(word))
    assert state.phase == "answer"
    assert not state.view(1).open_moves
    assert not state.play(Guess((1, 2, 3))).view(1).open_moves


def test_the_initiative_begins_with_nothing_done():
    state = INITIATIVE.new(players=2, mission="hard:0")
    assert (state.acts, state.action, state.room, state.spent, state.turns) == (0, -1, -1, 0, 1)
    assert (state.opened, state.idle, state.result) == (0, 0, 0)
    assert (state.threat, state.refused, state.active) == (False, False, False)


def test_the_initiative_says_when_answers_may_be_given():
    state = INITIATIVE.new(players=2, mission="hard:0", seed=1)
    assert state.view(state.turn).open_moves
    assert not state.view(3 - state.turn).open_moves
    card = state.setup.deck.codes[state.hands[state.turn - 1][0]]
    asked = state.play(Move("play", (card, "Intel")))
    with pytest.raises(IllegalMove, match="room of the map"):
        asked.play(Move("room", ("Nowhere",)))


def test_the_map_of_the_initiative_draws_every_passage_once():
    for number in range(4):
        state = INITIATIVE.new(players=2, mission=f"hard:{number}", seed=1)
        setup = state.setup
        text = str(state)
        lines = text[text.index("\n\n") : text.index("\nIntel")].splitlines()
        assert sum(line.count(f"[{room}]") for line in lines for room in setup.rooms) == len(setup.rooms)
        along = across = others = 0
        for a, near in enumerate(setup.neighbours):
            for b in near:
                if a < b:
                    (x, y), (u, v) = setup.positions[a], setup.positions[b]
                    along += (abs(x - u), y) == (1, v)
                    across += (x, abs(y - v)) == (u, 1)
                    others += abs(x - u) + abs(y - v) != 1
        drawn = [line for line in lines if not line.startswith("also:")]
        assert sum(line.count("--") for line in drawn) == along
        assert sum(line.count("|") for line in drawn) == across
        assert sum(line.count(" - ") for line in lines if line.startswith("also:")) == others


@pytest.mark.parametrize("name", ["decrypto", "enigma", "entracte", "initiative", "shakespeare"])
def test_positions_and_views_draw_themselves(name):
    state = deduce.game(name).new(players=3, seed=1)
    for value in (state, state.view(1), state.view(0)):
        assert value._repr_svg_().startswith("<svg")
        assert name in repr(value)


@pytest.mark.parametrize("name", ["decrypto", "enigma", "entracte", "initiative", "shakespeare"])
def test_what_an_option_allows_is_told_apart(name):
    for option, told in deduce.game(name).options.items():
        if told.allowed is None:
            continue
        assert len({repr(value) for value in told.allowed}) == len(told.allowed) >= 2, option
        assert told.default in told.allowed, option
        if isinstance(told.default, bool):
            assert set(told.allowed) == {True, False}, option

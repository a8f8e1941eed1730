"""Faults that were planted and not noticed, one test each: see docs/reliability.md."""

import dataclasses
import json
import random

import pytest
from options import published

import deduce
from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove, ProblemError
from deduce_models.decrypto.rules.moves import Clue, Guess, Name
from deduce_models.initiative.rules.faces import followed
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.saying import AMOUNTS, bounds, drawn, is_kind, left
from deduce_models.shakespeare.rules.effects import with_board

DECRYPTO, INITIATIVE = deduce.game("decrypto"), deduce.game("initiative")


def test_decrypto_names_are_written_as_records_write_them():
    state = naming = DECRYPTO.new(players=4, seed=1, rounds=1)
    for word in ("distant", "quite", "seldom", "rarely", "mostly", "nearly"):
        naming = naming.play(Clue(word))
    for team in (0, 1):
        naming = naming.play(Guess(state.codes[team]))
    assert naming.phase == "name"
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
    with pytest.raises(IllegalMove, match=r"not among the choices now.* allowed: room A1"):
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


GAMES = ["decrypto", "enigma", "entracte", "initiative", "shakespeare"]


class Edge(random.Random):
    """Chance at the ends of its range: nought, or the largest number below one."""

    def __init__(self, at):
        super().__init__(1)
        self.at = at

    def random(self):
        return self.at

    def getrandbits(self, k):
        return 0 if self.at == 0.0 else (1 << k) - 1


@pytest.mark.parametrize("name", GAMES)
def test_draws_at_the_ends_of_chance_are_possible_ones(name):
    rng = random.Random(name)
    state = deduce.game(name).new(players=3)
    for _ in range(400):
        if state.actor is None:
            break
        if state.actor is CHANCE:
            able = dict(state.outcomes())
            assert sum(able.values()) == pytest.approx(1)
            for at in (0.0, 1 - 2**-53):
                assert state.draw(Edge(at)) in able
            state = state.play(state.draw(rng))
        else:
            assert not list(state.outcomes())
            state = state.play(rng.choice(list(state.moves())))


@pytest.mark.parametrize("name", GAMES)
def test_views_are_plain_values_for_json(name):
    state = deduce.game(name).new(players=3, seed=1)
    for seat in range(4):
        view = state.view(seat)
        if hasattr(view, "to_dict"):
            told = json.loads(json.dumps(view.to_dict()))
            assert told["seat"] == seat


def test_setups_of_the_initiative_are_equal_where_everything_is():
    made = [
        {"players": players, "mission": mission, **more}
        for players in (2, 3)
        for mission in ("hard:0", "hard:1")
        for more in ({}, {"gather_absent": False})
    ]
    setups = [INITIATIVE.new(**options).setup for options in made]
    again = [INITIATIVE.new(**options).setup for options in made]
    for i, one in enumerate(setups):
        for j, other in enumerate(again):
            assert (one == other) == (i == j)
            assert i != j or hash(one) == hash(other)
        assert one != "a mission"


def test_turns_of_the_initiative_are_counted():
    rng = random.Random(3)
    state = INITIATIVE.new(players=3, mission="easy:4", seed=3)
    turns, last = 1, state.turn
    while state.actor is not None:
        state = state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves())))
        turns, last = turns + (state.turn != last), state.turn
        assert state.turns == turns
    assert turns > 3


HELD = {
    "no": lambda n, size: n == 0,
    "some": lambda n, size: n > 0,
    "one": lambda n, size: n == 1,
    "two": lambda n, size: n == 2,
    "three": lambda n, size: n == 3,
    "four": lambda n, size: n == 4,
    "most": lambda n, size: 2 * n >= size,
    "all": lambda n, size: n == size,
}


@pytest.mark.parametrize("amount", HELD)
@pytest.mark.parametrize("size", range(1, 6))
def test_what_a_saying_leaves_is_what_hands_can_be(amount, size):
    """Beside all hands: how many cards of a kind there are at first, after cards were given up, and after a draw."""
    assert set(HELD) == set(AMOUNTS)
    state = INITIATIVE.new(players=3, mission="hard:0", seed=1)
    deck = state.setup.deck
    low = [card for card, value in enumerate(deck.values) if 1 <= value <= 4]
    high = [card for card, value in enumerate(deck.values) if 9 <= value <= 12]
    assert all(is_kind(deck, card, "low") for card in low)
    assert not any(is_kind(deck, card, "low") for card in high)
    able = {n for n in range(size + 1) if HELD[amount](n, size)}
    found = bounds(size, amount)
    if not able:
        assert found is None
        return
    before = ((1, "low", 0, 1), (2, "high", 0, 0), (2, "low", 9, 9))
    told = followed(deck, (), [(0, each) for each in (*before, (2, "low", *found))], (size,) * 3)
    assert told[:2] == before[:2]  # what others said, and of other kinds, stands
    assert len(told) == 3

    def allowed(told, most):
        ((_, _, least, top),) = [each for each in told if each[:2] == (2, "low")]
        return set(range(least, min(top, most) + 1))

    assert allowed(told, size) == able
    for gone in range(size + 1):
        cards = (*low[:gone], high[0])
        after = left(told, deck, 2, cards)
        if gone <= max(able):  # else it was no hand of which that was true
            assert allowed(after, size) == {n - gone for n in able if n >= gone}
        assert allowed(left(told, deck, 1, cards), size) == able
    more = drawn(told, 2)
    assert allowed(more, size + 1) >= able | {n + 1 for n in able}
    assert min(allowed(more, size + 1)) == min(able)
    assert allowed(drawn(told, 3), size) == able


def test_guesses_of_entracte_are_those_on_the_list():
    rng = random.Random(2)
    game = deduce.game("entracte")
    state = game.new(players=3, seed=2)
    while state.actor is not None:
        able = list(state.moves())
        stop = [move for move in able if str(move) in ("stop", "agree")]
        if str(able[0]).startswith("guess"):
            break
        state = state.play(state.draw(rng) if state.actor is CHANCE else (stop or able)[0])
    assert str(able[0]).startswith("guess")
    some = able[0]
    own = state.setup.parts.codes[state.codes[state.actor - 1].bit_length() - 1].name
    verb, seat, code = str(some).split(" ", 2)
    for wrong in (
        f"{verb} {seat} nonsense",
        f"{verb} {int(seat) % 3 + 1} {code}",
        f"code {code}",
        f"{verb} {seat} {own}",
    ):
        with pytest.raises(IllegalMove):
            state.play(dataclasses.replace(some, text=wrong))
    for move in able:
        assert state.play(move)


def test_a_board_of_shakespeare_takes_the_place_of_its_seat_alone():
    for players in range(1, 5):
        state = deduce.game("shakespeare").new(players=players, seed=1).face
        for seat in range(1, players + 1):
            board = state.boards[seat - 1]._replace(pounds=77)
            after = state._replace(boards=with_board(state.boards, seat, board))
            assert [b.pounds == 77 for b in after.boards] == [n == seat for n in range(1, players + 1)]
            assert after._replace(boards=state.boards) == state


@pytest.mark.parametrize("name", GAMES)
def test_options_have_the_values_that_are_published(name):
    listed, found = published(name)
    assert found == listed
    for option, each in deduce.game(name).options.items():
        for value in each.allowed or ():
            each.check(option, value)
        if each.open:
            # Names that a data file may add to are refused where it is read.
            with pytest.raises(ProblemError, match=option):
                deduce.game(name).new(players=2, **{option: "no such value"})
        elif each.allowed:
            with pytest.raises(ProblemError, match=option):
                each.check(option, "no such value")

"""What is in the boxes of declared games, as printed, and whose turn comes next."""

import random
from collections import Counter

import pytest
from options import published

from deduce.games.registry import game
from deduce_models.tables import battleship, clue, coup, hanabi, love_letter, one_night_werewolf, resistance

CLUE = game("clue")


def test_boxes_are_as_printed():
    assert dict.fromkeys(("duke", "assassin", "captain", "ambassador", "contessa"), 3) == coup.ROLES
    assert hanabi.COPIES == {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}
    assert len(hanabi.COLOURS) == 5
    letters = {"guard": 5, "priest": 2, "baron": 2, "handmaid": 2, "prince": 2}
    assert {**letters, "king": 1, "countess": 1, "princess": 1} == love_letter.COPIES
    assert [love_letter.RANK[card] for card in ("guard", "baron", "king", "princess")] == [1, 3, 6, 8]
    assert [len(kind) for kind in clue.KINDS.values()] == [6, 6, 9]
    assert resistance.SPIES == {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}
    assert Counter(one_night_werewolf.BASE)["werewolf"] == 2
    assert {fleet: sorted(ships.values()) for fleet, ships in battleship.FLEETS.items()} == {
        "two": [2, 2], "three": [2, 2, 3], "four": [2, 2, 3, 4],
    }  # fmt: skip
    later = (3, 4, 4, 5, 5)
    teams = {5: (2, 3, 2, 3, 3), 6: (2, 3, 4, 3, 4), 7: (2, 3, 3, 4, 4), 8: later, 9: later, 10: later}
    assert teams == resistance.TEAMS
    claims = {"tax": "duke", "assassinate": "assassin", "steal": "captain", "exchange": "ambassador"}
    assert claims == coup.CLAIMS
    blocks = {"foreign aid": ("duke",), "assassinate": ("contessa",), "steal": ("captain", "ambassador")}
    assert blocks == coup.BLOCKS


SEATS = {
    "avalon": (5, 10), "battleship": (2, 2), "bulls_and_cows": (1, 2), "clue": (2, 6), "coup": (2, 6),
    "goofspiel": (2, 4), "guess_who": (2, 2), "hanabi": (2, 5), "kuhn": (2, 2), "leduc": (2, 2), "liars_dice": (2, 6),
    "love_letter": (2, 4), "mastermind": (1, 2), "minesweeper": (1, 1), "one_night_werewolf": (3, 10),
    "resistance": (5, 10), "skull": (3, 6), "verifiers": (1, 4), "wild_place": (3, 4),
}  # fmt: skip


@pytest.mark.parametrize("name", SEATS)
def test_seats_and_options_are_those_published(name):
    listed, found = published(name)
    assert found == listed
    assert (game(name).seats[0], game(name).seats[-1]) == SEATS[name]


@pytest.mark.parametrize(("colours", "repeats"), [(2, True), (6, True), (8, False)])
def test_of_mastermind_every_code_of_the_colours_can_be_guessed(colours, repeats):
    mastermind = game("mastermind")
    assert max(mastermind.options["colours"].allowed) == 8
    state = mastermind.new(players=1, seed=1, pegs=2, colours=colours, repeats=repeats)
    assert len(set(map(str, state.moves()))) == colours**2


def asked_in_turn(state, most, out):
    """Whose turn it is, one after the other, where all suggest and who is `out` accuses wrongly the first time."""
    held = {v.name: who for v, who in CLUE.truth(state, CLUE.knowledge(state.view(0))).items()}
    turns = []
    while len(turns) < most:
        options = {str(move): move for move in state.moves()}
        verb = "accuse" if state.actor in out else "suggest"
        asked = [each for each in options if each.startswith(verb)]
        if asked:
            turns.append(state.actor)
            asked = [each for each in asked if held[f"holder[{each.split()[1]}]"] != "envelope"]
        state = state.play(options[asked[0]] if asked else next(iter(options.values())))
    return turns


def test_the_turn_goes_round_to_the_left_past_who_is_out():
    state = CLUE.new(players=4, seed=2)
    assert asked_in_turn(state, 6, ()) == [1, 2, 3, 4, 1, 2]
    assert asked_in_turn(state, 9, (2,)) == [1, 2, 3, 4, 1, 3, 4, 1, 3]
    assert asked_in_turn(state, 6, (2, 3)) == [1, 2, 3, 4, 1, 4]


@pytest.mark.parametrize("players", [1, 2])
@pytest.mark.parametrize("guesses", [1, 3])
def test_of_bulls_and_cows_everybody_has_as_many_guesses(players, guesses):
    bulls = game("bulls_and_cows")
    options = {"digits": 2, "highest": 3, "guesses": guesses}
    state = bulls.new(players=players, **options)
    rng, made = random.Random(1), Counter()
    while state.actor is not None:
        if not isinstance(state.actor, int):
            state = state.play(state.draw(rng))
            continue
        moves = [str(move) for move in state.moves()]
        guessing = any(len(move.split()[-1]) == 2 for move in moves)
        made[state.actor] += guessing
        # Everybody hides 0 1 (chance whatever it draws), and guesses 3 2.
        state = state.play(next(move for move in moves if move.endswith("32")) if guessing else moves[0])
        assert sum(made.values()) <= guesses * players
    assert set(state.scores) == {0.0}
    assert made == dict.fromkeys(range(1, players + 1), guesses)

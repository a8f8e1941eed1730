"""Who wins what, from the hidden truth by plain code; votes told of the rest; facts as people say them."""

import random

import pytest

import deduce
from deduce.games import CHANCE, read_record
from deduce.rulebook.claims import claim_of


def cards_in_envelope(game, state):
    truth = game.truth(state, game.knowledge(state.view(1)))
    return {variable.name[7:-1] for variable, value in truth.items() if value == "envelope"}


@pytest.mark.parametrize("seed", range(4))
def test_only_the_three_cards_of_the_envelope_win_clue(seed):
    game = deduce.game("clue")
    state, rng = game.new(players=3, seed=seed), random.Random(seed)
    while state.actor is CHANCE:
        state = state.play(state.draw(rng))
    hidden = cards_in_envelope(game, state)
    assert len(hidden) == 3
    accusations = [move for move in state.moves() if str(move).startswith("accuse")]
    won = []
    for move in accusations:
        named = {card for card in hidden if card in str(move)}
        if len(named) >= 2:  # all three, or one of them wrong
            after = state.play(move)
            won.append((len(named) == 3, after.actor is None, after.scores))
    assert sum(right for right, _, _ in won) == 1
    assert len(won) > 10
    for right, over, scores in won:
        assert over == right
        if right:
            assert list(scores) == [float(seat == state.actor) for seat in (1, 2, 3)]


@pytest.mark.parametrize("seed", range(5))
def test_the_highest_open_bid_takes_the_prize_of_goofspiel(seed):
    game, rng = deduce.game("goofspiel"), random.Random(seed)
    state = game.new(players=3, seed=seed, cards=5, prizes="rising")
    points, prize = [0.0, 0.0, 0.0], 0
    while state.actor is not None:
        prize += 1
        bids = []
        for _ in range(3):
            move = rng.choice(state.moves())
            bids.append(int(str(move).split()[-1]))
            state = state.play(move)
        if bids.count(max(bids)) == 1:
            points[bids.index(max(bids))] += prize
    assert list(state.scores) == points


HEADER = "game: resistance\nplayers: Ann, Bob, Cid, Dee, Eve\nseat: 0\n\n"


@pytest.mark.parametrize(
    ("told", "plain"),
    [
        ("Ann yes, Bob yes, the rest no", "Ann yes, Bob yes, Cid no, Dee no, Eve no"),
        ("Ann no, Cid no, everybody else yes", "Ann no, Cid no, Bob yes, Dee yes, Eve yes"),
    ],
)
def test_votes_of_the_rest(told, plain):
    game = deduce.game("resistance")
    read = game.answers().read
    both = [read(read_record(f"{HEADER}Ann team Ann Bob\n{votes}\n")) for votes in (told, plain)]
    one, other = ([str(entry) for entry in replay.view(0).entries] for replay in both)
    assert one == other


def test_a_fact_said_with_a_negation_is_its_opposite():
    game = deduce.game("clue")
    state, rng = game.new(players=3, seed=1), random.Random(1)
    while state.actor is CHANCE:
        state = state.play(state.draw(rng))
    known = game.knowledge(state.view(1))
    card = next(
        variable for variable in known.scope if known.probability(variable == "envelope") not in (0, 1)
    )
    likely = known.probability(card == "envelope")
    assert 0 < likely < 0.5
    assert known.probability(claim_of(f"{card.name} is envelope", known).fact) == pytest.approx(likely)
    assert known.probability(claim_of(f"{card.name} is not envelope", known).fact) == pytest.approx(
        1 - likely
    )


def test_before_anything_is_hidden_nothing_is_called_certain():
    answers = deduce.game("coup").answers()
    head = "game: coup\nplayers: May Will\nme: May\n\nI draw duke\n"
    assert (
        "Nothing that was dealt or done is hidden." in answers.solve(answers.read(read_record(head))).text
    )
    assert " worlds left" in answers.solve(answers.read(read_record(f"{head}I draw duke\n"))).text

"""Whole games beside a second, independent set of rules, under any options."""

import random

from beside import follow
from options import random_options, same_defaults
from slow_entracte import Slow

from deduce_models.entracte import GAME


def compare(state, slow, moves):
    """What everybody sees, and what each seat sees of its own."""
    parts = state.setup.parts
    text = slow.cards
    view = state.view(0)
    assert [text[card] for card in view.row] == slow.row, moves
    assert view.deck_size == len(slow.deck) if state.phase != 3 else True
    assert list(view.hand_sizes) == [len(hand) for hand in slow.hands.values()], moves
    found = [{seat for seat in slow.codes if mask >> seat & 1} for mask in view.tokens]
    assert found == slow.tokens, moves
    assert {seat for seat in slow.codes if view.exchanged >> seat & 1} == slow.exchanged
    assert {seat for seat in slow.codes if view.declared >> seat & 1} == set(slow.declared)
    assert list(view.piles) == list(slow.piles.values()), moves
    seat = len(moves) % state.seats + 1
    mine = state.view(seat)
    assert {text[card] for card in mine.hand} == slow.hands[seat]
    names = {name for place, name in enumerate(c.name for c in parts.codes) if mine.code >> place & 1}
    assert names == set(slow.codes[seat])


def choose_for(truth, eager):
    def choose(legal, rng):
        """Random, seldom to stop, and mostly right when guessing; the eager agree to stop early and are always right."""
        right = [move for move in legal if str(move) in truth()]
        if right and (eager or rng.random() < 0.9):
            return rng.choice(right)
        ends = [move for move in legal if str(move) in ("stop", "declare", "agree")]
        if ends and rng.random() < (0.8 if eager else 0.05):
            return ends[0]
        return rng.choice([move for move in legal if str(move) not in ("stop", "declare")] or legal)

    return choose


def one_game(seed):
    players, options = random_options(GAME, seed)
    options.pop("convention", None)
    rng = random.Random(seed)
    state = GAME.new(players=players, **options)
    slow = Slow([state.setup.parts.card_text(card) for card in state.setup.parts.cards], players, **options)

    def truth():
        return {f"guess {seat} {name}" for seat, codes in slow.codes.items() for name in codes}

    return follow(state, slow, rng, compare=compare, choose=choose_for(truth, seed % 4 == 0))


def test_whole_games_move_by_move():
    """The games compared reach every result, else the comparison would say less than it seems to."""
    ends = [one_game(seed) for seed in range(24)]
    assert {state.result for state in ends} == {None, "best", "win", "fair", "fail"}
    assert any(state.scores[0] > 2 * (state.seats - 1) for state in ends if state.result is None)


def test_found_by_a_campaign_the_twelfth_card_of_who_begins_the_rounds():
    """With ``last_turns=behind`` all others have a turn when the seat that begins every round played the last card."""
    for seed in (20025, 20193, 20198):
        assert one_game(seed).setup.option("last_turns") == "behind"


def test_defaults_are_those_of_the_second_writing():
    assert same_defaults(GAME, Slow([], 3).options, apart=("declared_guesses", "convention"))

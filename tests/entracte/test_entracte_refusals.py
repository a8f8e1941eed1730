"""A move is taken for what it says, in every phase: equal ones alike, any other refused by the rule that forbids it."""

import random
from dataclasses import replace
from functools import cache

import pytest

from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove, ProblemError
from deduce_models.entracte import GAME
from deduce_models.entracte.rules.phases import CLAIM, GUESSING, OVER, TURN
from deduce_models.entracte.rules.setup import HIDDEN, PLAIN, Kind

OPTIONS = [
    {},
    {"mode": "competitive", "pile_turns": "every"},
    {"guesses": "in_turn", "blocked_exchange": "required", "pass_draws": True},
]


@cache
def met():
    """Positions of some games by mode and phase, no more than three of each."""
    found = {}
    for seed in range(12):
        rng = random.Random(seed)
        state = GAME.new(players=2 + seed % 3, **OPTIONS[seed // 3 % 3])
        while state.actor is not None:
            found.setdefault((state.setup.competitive, state.phase), []).append(state)
            if state.actor is CHANCE:
                state = state.play(state.draw(rng))
                continue
            able = list(state.moves())
            able = [
                m for m in able if m.kind not in (Kind.STOP, Kind.DECLARE) or rng.random() < 0.2
            ] or able
            state = state.play(rng.choice(able))
        found.setdefault((state.setup.competitive, OVER), []).append(state)
    return {key: random.Random(1).sample(some, min(3, len(some))) for key, some in found.items()}


def able_in(state):
    return [move for move, _ in state.outcomes()] if state.actor is CHANCE else list(state.moves())


def twisted(move, seats):
    """The move with one field changed."""
    found = [replace(move, item=item) for item in (-2, -1, 0, 1, 23, 24, 47, 48, 10**4)]
    found += [replace(move, kind=kind) for kind in Kind]
    found += [replace(move, seat=seat) for seat in range(-1, seats + 2)]
    return [*found, replace(move, text=f"{move.text} "), replace(move, text="?")]


def test_equal_moves_are_alike_and_all_others_refused():
    assert len(met()) == 15  # of 18: votes, claims and pile cards are of one mode each
    refused = 0
    for some in met().values():
        for state in some:
            setup, able = state.setup, able_in(state)
            for move in able[:1] + able[-1:]:
                assert state.play(replace(move)) == state.play(move)
            others = [m for move in able[:1] + able[-1:] for m in twisted(move, state.seats)]
            others += [*PLAIN.values(), *HIDDEN.values(), setup.guesses[0][0]]
            for table in (setup.draws, setup.plays, setup.piles, setup.code_moves, *setup.guesses[1:]):
                others += [table[0], table[-1], table[len(table) // 2]]
            others = sorted(
                set(others) - set(able), key=lambda move: (move.kind, move.item, move.seat, move.text)
            )
            for move in random.Random(len(state.log)).sample(others, min(16, len(others))):
                refused += 1
                with pytest.raises(IllegalMove, match=reason(state, move)):
                    state.play(move)
    assert refused > 600


def reason(state, move):
    """What the rule is called that forbids a move."""
    if state.actor is None:
        return "the game is over"
    if state.actor is CHANCE:
        return "not in the deck|not a card of this game|chance moves now"
    if state.phase == GUESSING and move.kind is Kind.GUESS:
        return f"now guess about seat {about(state)}, a code neither"
    if state.phase != TURN:
        return "not possible now"
    seat = state.turn
    if move.kind is Kind.PLAY:
        held = move in [state.setup.plays[card] for card in state.hands[seat - 1]]
        return "matches the player's own code" if held else "is not in the hand of seat"
    if move.kind is Kind.PASS:
        forced = any(m.kind is Kind.EXCHANGE for m in able_in(state)) and state.setup.must_exchange
        return "must exchange first" if forced else "must play one"
    if move.kind is Kind.EXCHANGE:
        return "only once a game" if (seat, PLAIN[Kind.EXCHANGE]) in state.log else "the deck is empty"
    return (
        "once a turn, first, and in the cooperative game" if move.kind is Kind.STOP else "not possible now"
    )


def about(state):
    """The seat to be guessed about: the first of the others, in order, of which codes are still unguessed."""
    made = [move.seat for who, move in state.log if move.kind is Kind.GUESS and who == state.actor]
    others = [seat for seat in range(1, state.seats + 1) if seat != state.actor]
    return next(seat for seat in others if made.count(seat) < (2 if state.setup.competitive else 1))


def test_without_a_deck_no_hand_is_exchanged():
    for mode in ("cooperative", "competitive"):
        state = GAME.new(players=3, mode=mode, seed=3)
        exchange = PLAIN[Kind.EXCHANGE]
        assert exchange in state.moves()
        bare = state._replace(deck=())
        assert exchange not in bare.moves()
        for wrong in (exchange, replace(exchange, text="swap")):
            with pytest.raises(IllegalMove, match="the deck is empty"):
                bare.play(wrong)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("declared", [(), (1,), (2,)])
def test_nobody_can_play_a_card(players, declared):
    """A full round of passes ends the game, no sooner; who has declared is not asked."""
    for mode in ("competitive",) if declared else ("cooperative", "competitive"):
        state = GAME.new(players=players, mode=mode, seed=5, first=2)
        bare = state._replace(deck=(), hands=((),) * players, declared=sum(1 << seat for seat in declared))
        if 2 in declared:
            bare = bare._replace(turn=1)
        passed = 0
        while bare.phase != GUESSING:
            if bare.phase == CLAIM:
                bare = bare.play(PLAIN[Kind.SILENT])
                continue
            assert [str(move) for move in bare.moves() if str(move) != "stop"] == ["pass"]
            bare = bare.play(PLAIN[Kind.PASS])
            passed += 1
        assert passed == players - len(declared)


FILE = """
[[types]]
name = "hat"
kind = "ordered"
values = ["red", "green", "blue"]
[[types]]
name = "mask"
kind = "binary"
values = ["yes", "no"]
[deck]
cards = ["red yes", "red no", "green yes", "green no", "blue yes", "blue no"{more}]
"""


def test_the_fewest_cards_and_codes_that_do(tmp_path):
    """Three cards a hand and one for the row; a code a seat, or two in the competitive game."""
    path = tmp_path / "mine.toml"
    path.write_text(FILE.format(more=""))
    with pytest.raises(ProblemError, match="2 players need a deck of at least 7 cards, not 6"):
        GAME.new(players=2, data=path)
    path.write_text(FILE.replace('"blue"]', '"blue", "grey"]').format(more=', "grey no"'))
    state = GAME.new(players=2, data=path, seed=1)
    assert ([len(hand) for hand in state.hands], len(state.row), state.deck) == ([3, 3], 1, ())
    with pytest.raises(ProblemError, match="3 players need a deck of at least 10 cards, not 7"):
        GAME.new(players=3, data=path)
    more = [f'"{a} {b}"' for a in ("grey", "pink", "gold", "black") for b in ("yes", "no")]
    wide = FILE.replace('"blue"]', '"blue", "grey", "pink", "gold", "black"]')
    path.write_text(wide.format(more=", " + ", ".join(more)))
    assert len(GAME.new(players=3, data=path, mode="competitive").setup.parts.codes) == 6
    with pytest.raises(ProblemError, match="6 codes are too few for 4 players"):
        GAME.new(players=4, data=path, mode="competitive")
    assert GAME.new(players=4, data=path, seed=1).deck != ()
    for card_of_both in ("yes", "no"):
        setup = GAME.new(players=2, data=path, both_rule="card").setup
        place = [code.name for code in setup.parts.codes].index(f"both {card_of_both}")
        for before, row in enumerate(setup.restrict):
            for after, mask in enumerate(row):
                pair = setup.parts.pairs[before][after]
                strict = pair >> place & 1 or setup.parts.card_text(setup.parts.cards[after]).endswith(
                    card_of_both
                )
                assert mask & ~0b110000 == pair & ~0b110000
                assert bool(mask >> place & 1) == bool(strict)


def test_nobody_is_asked_while_chance_moves_and_a_copy_of_a_move_is_that_move():
    asked = {state.asked for some in met().values() for state in some if state.actor is CHANCE}
    assert asked == {0}
    assert GAME.new(players=2).asked == 0
    state = GAME.new(players=3, seed=4)
    while state.actor is CHANCE or state.phase != TURN:
        state = state.play(state.draw(random.Random(1)) if state.actor is CHANCE else state.moves()[0])
    move = next(move for move in state.moves() if move.kind is Kind.PLAY)
    copied = replace(move)
    assert copied is not move
    after = state.play(copied)
    assert after == state.play(move)
    assert (after.actor, after.asked) == (CHANCE, 0)
    card, _ = after.outcomes()[0]
    assert after.play(replace(card)) == after.play(card)

"""A move is taken for its text, in every phase: any other than those that are legal is refused, and told why."""

import random
from dataclasses import replace
from functools import cache
from itertools import product, takewhile

import pytest
from entracte_tools import Phase, phase, small, table

from deduce.games.base import CHANCE, settle
from deduce.ground.errors import IllegalMove, ProblemError
from deduce_models.entracte import GAME
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
            found.setdefault((state.setup.competitive, phase(state)), []).append(state)
            if state.actor is CHANCE:
                state = state.play(state.draw(rng))
                continue
            able = list(state.moves())
            able = [
                m for m in able if m.kind not in (Kind.STOP, Kind.DECLARE) or rng.random() < 0.2
            ] or able
            state = state.play(rng.choice(able))
        found.setdefault((state.setup.competitive, Phase.OVER), []).append(state)
    return {key: random.Random(1).sample(some, min(3, len(some))) for key, some in found.items()}


def able_in(state):
    return [move for move, _ in state.outcomes()] if state.actor is CHANCE else list(state.moves())


def twisted(move, seats):
    """The move with one field changed."""
    found = [replace(move, item=item) for item in (-2, -1, 0, 1, 23, 24, 47, 48, 10**4)]
    found += [replace(move, kind=kind) for kind in Kind]
    found += [replace(move, seat=seat) for seat in range(-1, seats + 2)]
    return [*found, replace(move, text=f"{move.text} "), replace(move, text="?")]


def test_a_move_is_its_text_and_all_others_are_refused():
    assert len(met()) == 15  # of 18: votes, claims and pile cards are of one mode each
    refused = 0
    for some in met().values():
        for state in some:
            setup, able = state.setup, able_in(state)
            for move in able[:1] + able[-1:]:
                assert state.play(replace(move)) == state.play(move)
            others = [m for move in able[:1] + able[-1:] for m in twisted(move, state.seats)]
            others += [*PLAIN.values(), *HIDDEN.values(), setup.guesses[0][0]]
            for listed in (setup.draws, setup.plays, setup.piles, setup.code_moves, *setup.guesses[1:]):
                others += [listed[0], listed[-1], listed[len(listed) // 2]]
            texts = {each.text for each in able}
            others = sorted(
                {move for move in others if move.text not in texts},
                key=lambda move: (move.kind, move.item, move.seat, move.text),
            )
            for move in random.Random(len(state.log)).sample(others, min(16, len(others))):
                refused += 1
                with pytest.raises(IllegalMove, match=reason(state, move)):
                    state.play(move)
    assert refused > 600


def reason(state, move):
    """What a move is told that the rules forbid."""
    if state.actor is None:
        return "the game is over"
    if state.actor is CHANCE:
        return "cannot be drawn now"
    if phase(state) is Phase.TURN and state.setup.moves.get(move.text) == move:
        if move.kind is Kind.PLAY:
            held = move.item in state.hands[state.turn - 1]
            return (
                "matches the player's own code"
                if held
                else f"is not there, in hand of {state.setting.names[state.turn - 1]}"
            )
        if move.kind is Kind.PASS and not state.setup.competitive and not state.setup.must_exchange:
            return "only where no card can be chosen"
    return "not among the choices now|only where no card can be chosen|not allowed now|is not there, in hand of"


def test_without_a_deck_no_hand_is_exchanged():
    exchange = PLAIN[Kind.EXCHANGE]
    for mode in ("cooperative", "competitive"):
        for cards, left in ((11, True), (10, False)):
            state = settle(table(3, small(3, cards), mode=mode), random.Random(3))
            assert (exchange in state.moves()) is left
            if not left:
                for wrong in (exchange, replace(exchange, text="swap")):
                    with pytest.raises(IllegalMove, match="not among the choices now"):
                        state.play(wrong)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("declared", [(), (1,), (2,)])
def test_nobody_can_play_a_card(players, declared):
    """A full round of passes ends the game, no sooner; who has declared is not asked."""
    ends = 0
    for mode, seed in product(("competitive",) if declared else ("cooperative", "competitive"), range(6)):
        rng = random.Random(seed)
        # So few cards that all hands are played before the row is full.
        state = settle(table(players, small(players, 3 * players + 1), mode=mode, first=2), rng)
        while phase(state) is not Phase.GUESSING and len(state.row) < state.setup.limit:
            able = [move for move in state.moves() if move.kind is not Kind.STOP]
            if phase(state) is Phase.CLAIM:
                state = settle(
                    state.play(PLAIN[Kind.DECLARE if state.actor in declared else Kind.SILENT]), rng
                )
                continue
            assert not state.declared >> state.actor & 1
            move = rng.choice(able)
            state = settle(state.play(move), rng)
        kinds = [move.kind for _, move in state.log]
        turns = [kind for kind in kinds if kind in (Kind.PLAY, Kind.PASS, Kind.EXCHANGE)]
        passed = len(list(takewhile(lambda kind: kind is Kind.PASS, reversed(turns))))
        if len(state.row) < state.setup.limit:
            assert passed == players - state.declared.bit_count()
            ends += 1
    assert ends or players == 4


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
    assert ([len(hand) for hand in state.hands], len(state.row), state.deck_size) == ([3, 3], 1, 0)
    with pytest.raises(ProblemError, match="3 players need a deck of at least 10 cards, not 7"):
        GAME.new(players=3, data=path)
    more = [f'"{a} {b}"' for a in ("grey", "pink", "gold", "black") for b in ("yes", "no")]
    wide = FILE.replace('"blue"]', '"blue", "grey", "pink", "gold", "black"]')
    path.write_text(wide.format(more=", " + ", ".join(more)))
    assert len(GAME.new(players=3, data=path, mode="competitive").setup.parts.codes) == 6
    with pytest.raises(ProblemError, match="6 codes are too few for 4 players"):
        GAME.new(players=4, data=path, mode="competitive")
    assert GAME.new(players=4, data=path, seed=1).deck_size > 0
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


def test_a_copy_of_a_move_is_that_move():
    state = GAME.new(players=3, seed=4)
    move = next(move for move in state.moves() if move.kind is Kind.PLAY)
    copied = replace(move)
    assert copied is not move
    after = state.play(copied)
    assert after == state.play(move)
    assert after.actor is CHANCE
    card, _ = after.outcomes()[0]
    assert after.play(replace(card)) == after.play(card)

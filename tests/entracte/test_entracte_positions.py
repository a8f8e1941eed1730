"""Every field of a move and of a position is what its documentation says, in play-outs under all kinds of options."""

import random
from functools import cache
from itertools import takewhile

import pytest

from deduce.games.base import CHANCE
from deduce_models.entracte.game import GAME
from deduce_models.entracte.rules.phases import CLAIM, GUESSING, OVER, PILING, SWAP, TURN, VOTE
from deduce_models.entracte.rules.setup import HIDDEN, PLAIN, EntracteMove, Kind

TOGETHER = {"mode": "cooperative"}
APART = {"mode": "competitive"}
OPTIONS = [
    TOGETHER,
    TOGETHER | {"blocked_exchange": "required", "count_starter": True, "pass_draws": True},
    APART,
    APART | {"pile_turns": "every", "last_pile": True, "first": 2},
    APART | {"last_turns": "behind", "last_pile": True},
    APART | {"last_turns": "behind", "pile_turns": "every", "first": 2},
]


CHANCE_KINDS = (Kind.CODE, Kind.DRAW, Kind.PILE)


@cache
def named(setup):
    parts = setup.parts
    return [code.name for code in parts.codes], [parts.card_text(card) for card in parts.cards]


def read(state, move):
    """A move read from its text alone: its kind, the card or code (-1: none), the seat guessed about (0: none)."""
    verb, _, rest = move.text.partition(" ")
    kind, seat, item = Kind[verb.upper()], 0, -1
    codes, cards = named(state.setup)
    if kind is Kind.GUESS:
        number, _, rest = rest.partition(" ")
        seat = int(number)
    if kind in (Kind.CODE, Kind.GUESS):
        item = codes.index(rest)
    elif rest:
        item = cards.index(rest)
    return EntracteMove(kind, item, seat, move.text)


def play_out(players, options, seed):
    state, rng = GAME.new(players=players, **options), random.Random(seed)
    while state.actor is not None:
        yield state
        able = list(state.moves())
        # To stop and to declare are seldom the first choice, so that games come to their end.
        slow = [m for m in able if m.kind not in (Kind.STOP, Kind.DECLARE)] or able
        move = (
            state.draw(rng) if state.actor is CHANCE else rng.choice(able if rng.random() < 0.1 else slow)
        )
        state = state.play(move)
    yield state


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_moves_and_positions_are_what_their_fields_say(options):
    phases, lasts = set(), 0
    for seed in range(30):
        players = 2 + seed % 3
        known = set()
        before = None
        for state in play_out(players, options, seed):
            phases.add(state.phase)
            able = [m for m, _ in state.outcomes()] if state.actor is CHANCE else list(state.moves())
            for move in able:
                if move not in known:
                    assert read(state, move) == move
                    known.add(move)
            seats = range(1, players + 1)
            # Who votes, claims or guesses, and nobody else, is asked.
            assert (state.asked in seats) if state.phase in (VOTE, CLAIM, GUESSING) else state.asked == 0
            if state.phase in (VOTE, CLAIM, GUESSING):
                assert state.actor == state.asked
            # Masks have a bit a seat, none for nobody; before the last round there is no mask.
            assert state.declared & ~sum(1 << seat for seat in seats) == 0
            assert state.last >= -1
            if state.last >= 0 and state.phase not in (GUESSING, OVER):
                lasts += 1
                assert state.last & ~sum(1 << seat for seat in seats) == 0 < state.last
                assert not state.last & state.declared or state.phase == CLAIM
            assert bool(state.queue) is (state.phase == PILING)
            assert all(state.declared >> seat & 1 for seat in state.queue)
            done = [(who, move.kind) for who, move in state.log if move.kind not in CHANCE_KINDS]
            # Passes are counted since a card was played or a hand exchanged.
            turns = [kind for _, kind in done if kind in (Kind.PLAY, Kind.EXCHANGE, Kind.PASS)]
            idle = list(takewhile(lambda kind: kind is Kind.PASS, reversed(turns)))
            assert state.passes == len(idle)
            if state.stopped:  # in a turn that goes on after it was refused to stop, or after an exchange
                assert state.phase in (TURN, SWAP)
                assert done[-1][1] is Kind.REFUSE or done[-1] == (state.turn, Kind.EXCHANGE)
            assert (state.phase == TURN and state.stopped) is (
                state.phase == TURN
                and bool(done)
                and (done[-1][1] is Kind.REFUSE or done[-1] == (state.turn, Kind.EXCHANGE))
            )
            if before is not None:
                assert state.log[:-1] == before.log
                who, move = state.log[-1]
                assert move in known
                assert 0 <= who <= players
            before = state
    assert {GUESSING, OVER, VOTE if options["mode"] == "cooperative" else CLAIM} <= phases
    if "last_turns" not in options:
        assert (lasts > 0) is (options["mode"] == "competitive")


def test_moves_without_a_card_or_a_code_name_none():
    assert len(PLAIN) == 7
    for kind, move in PLAIN.items():
        assert (move.kind, move.item, move.seat, move.text) == (kind, -1, 0, kind.name.lower())
    assert set(HIDDEN) == {Kind.CODE, Kind.DRAW, Kind.PILE, Kind.GUESS}
    for kind, move in HIDDEN.items():
        assert (move.kind, move.item, move.seat, move.hidden) == (kind, -1, 0, True)
    assert not any(move.hidden for move in PLAIN.values())

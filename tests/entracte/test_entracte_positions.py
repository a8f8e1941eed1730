"""Every field of a move and of a position is what its documentation says, in play-outs under all kinds of options."""

import random
from functools import cache
from itertools import takewhile

import pytest
from amount import amount
from entracte_tools import Phase, phase

from deduce.games.base import CHANCE
from deduce_models.entracte.game import GAME
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
    for seed in range(amount(12, 60)):
        players = 2 + seed % 3
        known = set()
        before = None
        for state in play_out(players, options, seed):
            now = phase(state)
            phases.add(now)
            able = [m for m, _ in state.outcomes()] if state.actor is CHANCE else list(state.moves())
            for move in able:
                if move not in known:
                    assert read(state, move) == move
                    known.add(move)
            seats = range(1, players + 1)
            # Masks have a bit a seat, none for nobody.
            assert (state.declared | state.exchanged) & ~sum(1 << seat for seat in seats) == 0
            done = [(who, move.kind) for who, move in state.log if move.kind not in CHANCE_KINDS]
            turns = [kind for _, kind in done if kind in (Kind.PLAY, Kind.EXCHANGE, Kind.PASS)]
            # Passes are counted since a card was played or a hand exchanged.
            if now is not Phase.DEAL:
                idle = list(takewhile(lambda kind: kind is Kind.PASS, reversed(turns)))
                assert state.table["passes"] == len(idle)
            if now is Phase.CLAIM:
                assert not state.declared >> state.actor & 1
            if now is Phase.PILING:
                assert state.declared
            if now is Phase.TURN:
                assert state.actor == state.turn
                # It may be proposed to stop once a turn, first of all, where all play together.
                begun = bool(done) and (
                    done[-1][1] is Kind.REFUSE or done[-1] == (state.turn, Kind.EXCHANGE)
                )
                apart = options["mode"] == "competitive"
                assert (PLAIN[Kind.STOP] in able) is (not begun and not apart)
                # Each for himself, who has cards may pass in the last round alone.
                able_to = {move.kind for move in able}
                if apart and {Kind.PLAY, Kind.PASS} <= able_to:
                    lasts += 1
                    assert len(state.row) >= state.setup.limit
            if before is not None:
                assert state.log[:-1] == before.log
                who, move = state.log[-1]
                assert move in known
                assert 0 <= who <= players
            before = state
    asked = Phase.VOTE if options["mode"] == "cooperative" else Phase.CLAIM
    assert {Phase.GUESSING, Phase.OVER, asked} <= phases
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
    assert GAME.new(players=2).setup.move("laughs") == EntracteMove(Kind.SILENT, -1, 0, "laughs")

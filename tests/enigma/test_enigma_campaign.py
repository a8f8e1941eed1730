"""Whole games: the truth is never excluded, tokens are conserved, and every game ends.

The nightly profile plays 50,000 of them, the default a few. The seats play at random, in manners that make rare
things common: many Machines, many lies, many doubts, or none.
"""

import random
from collections.abc import Iterator

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st
from positions import seen_by

from deduce.games.base import CHANCE
from deduce.rulebook import State
from deduce_models.enigma.belief.belief import believe
from deduce_models.enigma.belief.lying import MODELS
from deduce_models.enigma.game import GAME
from deduce_models.enigma.knowledge.evidence import evidence_of
from deduce_models.enigma.knowledge.layouts import deals, follow
from deduce_models.enigma.rules.events import Event, What
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.tokens import Tokens

GAMES = 50_000 if settings.default.max_examples >= 5_000 else 12
CALM = 150
"""After so many events everybody plays plainly at random; a game must end soon after that."""
LONGEST = 5_000
MANNERS = ("random", "machines", "liars", "honest", "doubters", "ghosts")
BY_NAME = {
    "machines": "claim Machine",
    "ghosts": "claim Phantom",
}


def chosen(state: State, manner: str, rng: random.Random) -> EnigmaMove:
    """A random move in the manner of one seat."""
    legal = list(state.moves())
    some = rng.choice(legal)
    if len(state.log) > CALM or rng.random() < 0.3:
        return some
    if state.phase and manner in BY_NAME:
        wished = [move for move in legal if move.text == BY_NAME[manner]]
        named = [move for move in legal if move.kind is Kind.NAME]
        return (wished or named or [some])[0]
    if some.kind is Kind.CLAIM and manner in ("honest", "liars"):
        true = [move for move in legal if move.what == state.cells[state.face.at]]
        return true[0] if manner == "honest" and true else some
    if some.kind in (Kind.DOUBT, Kind.TRUST):
        wished = [move for move in legal if (move.kind is Kind.DOUBT) == (manner == "doubters")]
        return wished[0]
    plain = [move for move in legal if move.kind is not Kind.MISSION]
    return rng.choice(plain or legal)


def played(seed: int, players: int, manners: list[str]) -> Iterator[State]:
    """The positions of one game, from after the deal to the end."""
    rng = random.Random(seed)
    state = GAME.new(players=players, seed=seed)
    yield state
    for _ in range(LONGEST):
        if state.actor is None:
            return
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
        else:
            state = state.play(chosen(state, manners[state.actor % len(manners)], rng))
        yield state
    raise AssertionError("the game does not end")


def check_tokens(log: tuple[Event, ...], tokens: Tokens) -> None:
    """Read events into `tokens`; nobody takes a second token, or returns, spends or uses what it cannot."""
    for event in log:
        kind, seat, before = event.kind, event.seat, (tokens.chaos, tokens.keys, tokens.silent)
        silent = before[2]
        if kind in (What.NAME, What.CLAIM, What.SPEND, What.MISSION, What.CANCEL):
            assert not silent >> seat & 1, "a silenced seat only looks"
        if kind in (What.QUIET, What.REST):
            assert silent >> seat & 1, "only a silenced seat returns Silence"
        if kind is What.SPEND:
            assert before[1] >> seat & 1
        if kind is What.CANCEL:
            assert before[0] >> seat & 1
        if kind is What.LOOK and event.what > 0:
            assert not tokens.of(seat) & event.what, "no second token of a kind"
        if kind is What.VERDICT:
            assert not event.more & silent, "a silenced seat does not doubt"
            assert not event.more & tokens.out & ~1
            if event.seat:
                taker = event.seat if event.more & 1 else tokens.claimant
                assert not silent >> taker & 1, "at most one Silence each"
        tokens.read(event)


def check_beliefs(state: State, seats: list[int], soft: list[int], model: str) -> None:
    """The truth is possible to every seat, and soft belief gives weight to what hard knowledge leaves, to that alone."""
    setup = state.setup
    for seat in seats:
        view = seen_by(state, seat)
        evidence = evidence_of(view)
        layouts, people = follow(setup.cells, evidence), deals(setup.slots, evidence)
        assert layouts.weights_of(np.array([state.cells]))[0] > 0
        assert people.weights_of(np.array([state.cards]))[0] > 0
        if seat in soft:
            belief = believe(view, model)
            assert ((belief.cells > 0) == (layouts.marginals() > 0)).all()
            assert ((belief.people > 0) == (people.marginals() > 0)).all()


@settings(max_examples=GAMES)
@given(
    st.integers(0, 2**32 - 1),
    st.integers(2, 5),
    st.lists(st.sampled_from(MANNERS), min_size=1, max_size=5),
    st.sampled_from(sorted(MODELS)),
    st.integers(0, 120),
)
# Sets of Characters that were not drawn had no chance at all.
@example(1477, 4, ["machines"], "motive", 47)
def test_whole_games(seed: int, players: int, manners: list[str], model: str, middle: int):
    tokens, read, state = None, 0, None
    for number, state in enumerate(played(seed, players, manners)):
        tokens = tokens or Tokens(state.setup)
        check_tokens(state.log[read:], tokens)
        read = len(state.log)
        held = (state.chaos, state.keys, state.silent, state.out, tuple(state.held))
        if not state.phase or state.actor is not CHANCE:
            assert held == (tokens.chaos, tokens.keys, tokens.silent, tokens.out, tuple(tokens.held))
        assert sorted(state.cells) == list(range(9))
        assert sorted((*state.held, *state.stack)) == sorted({*state.held, *state.stack})
        assert 1 <= state.time <= state.setup.last_time
        if number == middle:
            check_beliefs(state, list(range(players + 1)), [seed % (players + 1)], model)
    assert state is not None
    assert state.log[-1].kind in (What.WIN, What.TIMEOUT)
    check_beliefs(state, list(range(players + 1)), [], model)

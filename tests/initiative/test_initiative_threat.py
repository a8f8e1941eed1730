"""Hypergeometrics and draws under threat against exhaustive enumeration."""

import itertools
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st
from initiative_tools import dealt, do, with_hands

from deduce_models.initiative.advice.threat import (
    Threat,
    survive_playable,
    survive_turned,
    threat_of,
)
from deduce_models.initiative.knowledge.unseen import any_of, holds, share, token_chances

DECKS = st.builds(
    Threat,
    st.integers(0, 4),
    st.lists(st.integers(1, 2), max_size=3).map(sorted).map(tuple),
    st.integers(0, 2),
    st.integers(2, 3),
)


def orders(threat):
    return list(itertools.permutations((0,) * threat.numbers + threat.times))


@pytest.mark.parametrize(
    ("size", "chances"),
    [(16, ("34/35", "418/455", "11/13", "69/91")), (20, ("56/57", "920/969", "875/969", "273/323"))],
)
def test_the_published_arithmetic_follows_from_general_code(size, chances):
    fresh = Threat(size - 4)
    assert [survive_playable(fresh, r) for r in (1, 2, 3, 4)] == [Fraction(c) for c in chances]
    for k in range(size - 1):
        formula = Fraction(
            comb(size - 4, k) + 4 * comb(size - 4, k - 1) if k else comb(size - 4, k), comb(size, k)
        )
        formula += Fraction(3 * comb(size - 4, k - 2), comb(size, k)) if k > 1 else 0
        assert survive_turned(fresh, k) == formula


@given(DECKS)
def test_survival_equals_enumeration(threat):
    decks = orders(threat)
    for cards in range(threat.size + 1):
        alive = sum(threat.shown + sum(order[:cards]) < threat.loss for order in decks)
        assert survive_turned(threat, cards) == Fraction(alive, len(decks))
    for cards in range(threat.numbers + 1):
        alive = 0
        for order in decks:
            shown, got = threat.shown, 0
            for card in order:
                if got == cards or shown >= threat.loss:
                    break
                shown += card
                got += card == 0
            alive += shown < threat.loss and got == cards
        assert survive_playable(threat, cards) == Fraction(alive, len(decks))


def test_the_deck_of_a_position_under_threat():
    state = with_hands(dealt(2), "g1 g2 g3 g4", "y7 y8 y9 y10")
    ids = state.setup.deck.ids
    deck = (*state.deck, ids["t1"], ids["t2"], ids["t4"])
    state = state._replace(
        threat=True, deck=deck, discard=(ids["t3"],), reshuffled=frozenset({*deck, ids["t3"]})
    )
    expected = Threat(len(deck) - 3, (1, 1, 2), 1)
    assert threat_of(state) == expected
    assert threat_of(state.view(2)) == expected


@given(st.integers(0, 8), st.integers(0, 8), st.integers(0, 8))
def test_hypergeometric_equals_enumeration(good, bad, drawn):
    drawn = min(drawn, good + bad)
    hands = list(itertools.combinations([1] * good + [0] * bad, drawn))
    for hits in range(drawn + 1):
        assert share(good + bad, good, drawn, hits) == pytest.approx(
            sum(sum(h) == hits for h in hands) / len(hands)
        )
    assert any_of(good + bad, good, drawn) == pytest.approx(sum(sum(h) > 0 for h in hands) / len(hands))


def test_tokens_and_hands():
    state = with_hands(dealt(2, mission="m2_vault"), "g1 g2 g3 g4", "y7 y8 y9 y10")
    assert token_chances(state)["A"] == pytest.approx(2 / 30)
    view = state.view(1)
    unseen = 36 - 4
    twelves = sum(1 for c in state.setup.deck.numbers if state.setup.deck.values[c] == 12)
    chance = holds(view, 2, lambda card: state.setup.deck.values[card] == 12)
    assert chance == pytest.approx(any_of(unseen, twelves, 4))
    assert holds(view, 1, lambda card: state.setup.deck.values[card] == 1) == 1.0


def test_after_the_flip_old_and_new_cards_are_told_apart():
    state = with_hands(dealt(2), "g1 g2 g3 g4", "y7 y8 y9 y10")
    played = tuple(c for c in state.deck if c % 2)
    state = state._replace(
        deck=(),
        discard=(*played, *state.setup.deck.times),
        piles=(tuple(c for c in state.deck if not c % 2), (), (), ()),
    )
    flipped = state._replace(
        threat=True, deck=tuple(sorted(state.discard)), reshuffled=frozenset(state.discard), discard=()
    )
    view = flipped.view(1)
    # All that is neither seen nor reshuffled must be the other hand.
    assert holds(view, 2, lambda card: card == state.setup.deck.ids["y10"]) == pytest.approx(1.0)
    assert holds(view, 2, lambda card: card in played) == 0.0
    assert do(flipped, "special g1 g2", "done").fresh == (0, 0)

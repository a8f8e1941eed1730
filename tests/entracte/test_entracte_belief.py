"""The fast belief beside the general engine, the structure that makes it tiny, and what a card is worth."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter

import pytest
from entracte_tools import brute_worlds, evening, random_state, table
from hypothesis import given
from hypothesis import strategies as st

from deduce_models.entracte import GAME
from deduce_models.entracte.advice.evaluation import Evaluation, best_of_three, value_of
from deduce_models.entracte.knowledge.belief import Belief, belief_of, public_belief
from deduce_models.entracte.knowledge.evidence import evidence_of
from deduce_models.entracte.knowledge.model import masks_of
from deduce_models.entracte.knowledge.passes import told_by_hands
from deduce_models.entracte.rules.setup import Kind

MASKS = st.lists(st.integers(1, 2**6 - 1), min_size=1, max_size=4).map(tuple)


def assignments(masks: tuple[int, ...]) -> list[tuple[int, ...]]:
    choices = [[code for code in range(24) if mask >> code & 1] for mask in masks]
    return [codes for codes in itertools.product(*choices) if len(set(codes)) == len(codes)]


@given(MASKS, st.integers(0, 2**32))
def test_any_masks_against_enumeration(masks: tuple[int, ...], seed: int) -> None:
    belief, worlds = Belief(masks), assignments(masks)
    assert belief.count == len(worlds)
    for seat, mask in enumerate(masks, 1):
        for code in range(6):
            expected = sum(world[seat - 1] == code for world in worlds) / len(worlds) if worlds else 0.0
            assert belief.chance(seat, code) == pytest.approx(expected)
        assert mask >> 6 == 0
    if worlds:
        assert belief.sample(random.Random(seed)) in worlds
        certain = {
            seat: worlds[0][seat - 1]
            for seat in range(1, len(masks) + 1)
            if len({world[seat - 1] for world in worlds}) == 1
        }
        assert belief.certain() == certain


@given(MASKS.filter(lambda masks: len(masks) > 1))
def test_everyone_sure_against_enumeration(masks: tuple[int, ...]) -> None:
    worlds = assignments(masks)
    if not worlds:
        return
    expected = all(
        len([other for other in worlds if other[seat] == world[seat]]) == 1
        for world in worlds
        for seat in range(len(masks))
    )
    assert Belief(masks).everyone_sure == expected


@given(st.integers(2, 4), st.integers(0, 2**32), st.integers(0, 12))
def test_belief_equals_knowledge_and_groups_hold_without_passes(
    players: int, seed: int, steps: int
) -> None:
    state = random_state(table(players), random.Random(seed), steps=steps)
    if any(move.kind is Kind.GUESS for move in state.moves()):
        return
    passed = any(move.kind is Kind.PASS for _, move in state.log)
    for seat in range(players + 1):
        view = state.view(seat)
        belief, k = belief_of(view), GAME.knowledge(view)
        counted = told_by_hands(evidence_of(view))
        if not counted:
            assert belief.count == k.count()
        if not passed:
            assert belief.groups is not None
            assert public_belief(view).groups is not None
        for other, name in enumerate(("Ann", "Bob", "Cid", "Dee")[:players], 1):
            marginals = k.marginals(k.problem["code"][name])
            for index, code in enumerate(view.setup.parts.codes):
                chance = marginals.get(code.name, 0.0)
                if (
                    counted
                ):  # hands are counted by knowledge alone: the belief keeps whatever they may leave
                    assert belief.chance(other, index) > 0 or not chance
                else:
                    assert belief.chance(other, index) == pytest.approx(chance)
    assert masks_of(evidence_of(state.view(1)).seen_by(0)) == public_belief(state.view(1)).masks


def test_groups_count_as_falling_factorials() -> None:
    belief = Belief((0b1111, 0b1111, 0b1110000, 0b1111))
    assert belief.groups == ((0b1111, (1, 2, 4)), (0b1110000, (3,)))
    assert belief.count == math.perm(4, 3) * 3
    assert Belief((0b11, 0b110)).groups is None


@given(st.integers(2, 4), st.integers(0, 2**32), st.integers(0, 8))
def test_the_worth_of_a_card_against_enumeration(players: int, seed: int, steps: int) -> None:
    state = random_state(table(players), random.Random(seed), steps=steps)
    seat = state.actor
    assert isinstance(seat, int)
    plays = [move for move in state.moves() if move.kind is Kind.PLAY]
    if not plays:
        return
    view = state.view(seat)
    card = plays[0].item
    pair = state.setup.parts.pairs[view.row[-1]][card]
    mine, public = belief_of(view), public_belief(view)
    worth = value_of(mine, public, seat, pair, pair)
    outcomes = Counter(tuple(bool(pair >> code & 1) for code in world) for world in assignments(mine.masks))
    total = sum(outcomes.values())
    for other in range(players):
        expected = sum(n for key, n in outcomes.items() if key[other]) / total
        assert worth.signals[other] == pytest.approx(expected)
    bits = 0.0
    for key, n in outcomes.items():
        after = [
            (mask & ~pair if s == seat or not key[s - 1] else mask & pair)
            for s, mask in enumerate(public.masks, 1)
        ]
        bits += n / total * (math.log2(public.count) - math.log2(Belief(tuple(after)).count))
    assert worth.bits == pytest.approx(bits)


@given(st.lists(st.floats(0, 10), min_size=0, max_size=9))
def test_best_of_three(values: list[float]) -> None:
    if len(values) < 3:
        assert best_of_three(values) == max(values, default=0.0)
        return
    hands = list(itertools.combinations(values, 3))
    assert best_of_three(values) == pytest.approx(sum(map(max, hands)) / len(hands))


def test_the_exchange_promise_against_enumeration() -> None:
    view = random_state(table(4), random.Random(3), steps=4).view(1)
    valued = Evaluation.of(view)
    cards = view.setup.parts.cards
    unseen = [card for card in range(48) if card not in (*view.row, *view.hand)]
    values = [valued.value(cards[c]).bits if valued.legal(cards[c]) else 0.0 for c in unseen]
    hands = list(itertools.combinations(values, 3))
    assert valued.exchange() == pytest.approx(sum(map(max, hands)) / len(hands))


def test_the_whole_evening_ends_in_certainty() -> None:
    state = evening("referee.txt").state
    assert belief_of(state.view(1)).certain() == {
        seat: mask.bit_length() - 1 for seat, mask in enumerate(state.codes, 1)
    }
    assert list(brute_worlds(state.view(1))) == [state.codes]

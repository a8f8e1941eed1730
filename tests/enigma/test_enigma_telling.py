"""What claims tell of cards and Characters: against plain sums over claims, deals and tables of kinds."""

import math
import random
from itertools import permutations, product
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from positions import seen_by

from deduce.games.base import settle
from deduce_models.enigma.advice.expectimax import Decision
from deduce_models.enigma.belief.belief import believe
from deduce_models.enigma.belief.claiming import DATA, chances_of_claim, character_power, row_name
from deduce_models.enigma.belief.claims import Claim, habits_after, heard
from deduce_models.enigma.belief.draws import Draws
from deduce_models.enigma.belief.expected import SLIP, _ear
from deduce_models.enigma.belief.habits import Habits
from deduce_models.enigma.belief.lying import EXPECTED, PlayerKind
from deduce_models.enigma.game import GAME
from deduce_models.enigma.knowledge.evidence import evidence_of
from deduce_models.enigma.knowledge.layouts import deals, follow
from deduce_models.enigma.rules.moves import Kind
from deduce_models.enigma.rules.phases import DOUBTING

SEEDS = st.integers(0, 10**6)
KINDS = [(0.7, PlayerKind(0.3, 0.2, 0.0)), (0.3, PlayerKind(0.9, 0.5, 0.0, plain=True))]


def after_claims(seed: int, players: int, claims: int):
    """The position in which a claim is put to the others, after so many claims before that nobody doubted."""
    rng, made = random.Random(seed), 0
    state = GAME.new(players=players, seed=seed)
    for _ in range(200):
        if state.actor is None:
            break
        if state.phase == DOUBTING and made > claims:
            return state
        moves = list(state.moves())
        quiet = [move for move in moves if move.kind in (Kind.PEEK, Kind.CLAIM, Kind.TRUST, Kind.END)]
        move = rng.choice(quiet or moves)
        made += move.kind is Kind.CLAIM
        state = settle(state.play(move), rng)
    return reject()


@settings(max_examples=20)
@given(SEEDS, st.integers(1, 511), st.integers(0, 4), st.booleans(), st.booleans(), st.integers(0, 3))
def test_the_chances_of_all_claims_sum_to_one(seed, options, able, blank, watched, tokens):
    setup = GAME.new(players=3, seed=seed).setup
    rooms = [room for room in range(9) if options >> room & 1]
    if len(rooms) < 2:
        reject()
    total = np.zeros((setup.slots, 9))
    for room in rooms:
        claim = Claim(0, 1, 0, 0, room, tokens, 0, 0.0, options, (), 0, able, blank, watched)
        total += chances_of_claim(setup, claim, KINDS)
    assert total[:, rooms] == pytest.approx(1)


def test_what_a_character_wants_it_claims_more_often():
    setup = GAME.new(players=3, seed=1).setup
    rooms, people = setup.parts.room_names, setup.parts.character_names
    bombe = Claim(0, 1, 0, 0, rooms.index("Bombe"), 0, 0, 0.0, 511, (), 0, 2, False, False)
    told = chances_of_claim(setup, bombe, KINDS)[:, rooms.index("Tome")]
    assert told.argmax() == people.index("Decrypter")
    names = {row_name(person, tokens) for person in setup.parts.characters for tokens in range(4)}
    assert names >= {"Decrypter", "Decrypter with Decryption", "Messiah with Chaos"}
    assert '[wishes."anybody"]' in DATA.read_text(encoding="utf-8")


def test_a_claim_before_one_that_knows_nothing_is_likelier_true():
    """Who has seen nothing doubts readily; so the first claim is trusted more than one before seats that have looked."""
    setup = GAME.new(players=2, seed=1).setup
    chances = [
        chances_of_claim(setup, Claim(0, 1, 0, 0, 3, 0, 0, 0.0, 511, (), 0, 1, blank, False), KINDS)
        for blank in (False, True)
    ]
    assert (chances[1][:, 3] > chances[0][:, 3]).all()
    lies = [room for room in range(9) if room != 3]
    assert (chances[1][:, lies] < chances[0][:, lies]).all()


@settings(max_examples=12)
@given(SEEDS, st.integers(2, 4))
def test_who_is_blank_is_read_from_the_log(seed, players):
    """Against the views themselves: a seat is blank while its evidence leaves every layout, and watched what it saw."""
    state = after_claims(seed, players, 0)
    (claim,) = [each for each in heard(state.setup, state.log)[0] if each.open]
    others = [seat for seat in range(1, players + 1) if seat != state.turn]
    known = {seat: evidence_of(seen_by(state, seat)) for seat in others}
    layouts = {seat: follow(9, told).count() for seat, told in known.items()}
    assert claim.watched == any(step[:2] == ("cell", claim.at) for told in known.values() for step in told)
    assert claim.blank == any(count == math.factorial(9) for count in layouts.values())


def by_hand(view):
    """For a view with one claim of another seat: that claim, and its chances by the claimant's Character and the card."""
    said, laid = heard(view.setup, view.log, me=view.seat)
    (claim,) = said
    cells = follow(9, evidence_of(view)).marginals()
    habits = habits_after(view.setup, view.log, EXPECTED, said, laid, cells)
    del habits[view.seat]
    kinds = zip(EXPECTED.at_table(habits)[claim.seat], EXPECTED.kinds, strict=True)
    return claim, chances_of_claim(view.setup, claim, list(kinds))


@settings(max_examples=6)
@given(SEEDS, st.integers(2, 4))
def test_one_claim_is_weighed_by_bayes(seed, players):
    """With a single claim nothing is approximate: the card, the Character and the lie by plain sums."""
    state = after_claims(seed, players, 0)
    seat = state.turn % players + 1
    view = seen_by(state, seat)
    claim, table = by_hand(view)
    hard, slots = evidence_of(view), state.setup.slots
    cells, people = follow(9, hard).marginals(), deals(slots, hard).marginals()
    both = (people[claim.slot] @ table) * cells[state.face.at]
    found = Draws(view, EXPECTED, 5, random.Random(0))
    assert found.lie == pytest.approx(1 - both[state.room] / both.sum())
    powered = (table @ cells[state.face.at]) ** character_power()
    deal = np.zeros(slots)
    for order in permutations(range(slots)):
        if all(people[k, card] > 0 for k, card in enumerate(order)):
            deal[order[claim.slot]] += powered[order[claim.slot]]
    assert found.people[claim.slot] == pytest.approx(deal / deal.sum())
    # Nobody has answered yet, so cards are as proven; once nobody has doubted, the card named is as the claim says.
    assert found.cells == pytest.approx(cells)
    while state.phase == DOUBTING:
        state = state.play(next(move for move in state.moves() if move.kind is Kind.TRUST))
    view = seen_by(state, seat)
    if follow(9, evidence_of(view)).marginals() == pytest.approx(cells) and not any(claim.seen):
        both = (people[claim.slot] @ by_hand(view)[1]) * cells[claim.at]
        later = Draws(view, EXPECTED, 5, random.Random(0))
        assert later.cells[claim.at] == pytest.approx(both / both.sum())


@settings(max_examples=12)
@given(SEEDS, st.integers(2, 4), st.integers(0, 3))
def test_every_door_shows_one_figure(seed, players, claims):
    state = after_claims(seed, players, claims)
    for seat in range(1, players + 1):
        view = seen_by(state, seat)
        sheet, weighed = believe(view, "expected"), Draws(view, EXPECTED, 5, random.Random(seed))
        assert (sheet.cells == weighed.cells).all()
        assert (sheet.people == weighed.people).all()
        assert sheet.method == "approximate"
        assert sheet.cells.sum(axis=1) == pytest.approx(1)
        assert sheet.people.sum(axis=1) == pytest.approx(1)


COUNTS = st.builds(Habits, *[st.integers(0, 3)] * 6)


@given(st.lists(COUNTS, min_size=1, max_size=3))
def test_kinds_at_a_table_against_all_tables(habits):
    """Every way for the seats to be of some kinds, weighed one by one."""
    found = EXPECTED.at_table(dict(enumerate(habits)))
    n = len(EXPECTED.kinds)
    totals = np.zeros((len(habits), n))
    for kinds in product(range(n), repeat=len(habits)):
        apart = math.prod(EXPECTED.kinds[k].share for k in kinds)
        alike = EXPECTED.kinds[kinds[0]].share if len(set(kinds)) == 1 else 0.0
        weight = EXPECTED.alike * alike + (1 - EXPECTED.alike) * apart
        for k, each in zip(kinds, habits, strict=True):
            kind = EXPECTED.kinds[k]
            weight *= each.likelihood(kind.lies, kind.doubts, plain=kind.plain)
        for seat, k in enumerate(kinds):
            totals[seat, k] += weight
    expected = totals / totals.sum(axis=1, keepdims=True)
    assert np.array([found[seat] for seat in range(len(habits))]) == pytest.approx(expected)


@settings(max_examples=3)
@given(SEEDS, st.integers(2, 4), st.integers(0, 3))
def test_values_are_chances(seed, players, claims):
    state = after_claims(seed, players, claims)
    rng, told = random.Random(seed), (Kind.PEEK, Kind.NAME, Kind.SPEND, Kind.MISSION, Kind.END, Kind.TRUST)
    for _ in range(15):
        if not isinstance(state.actor, int):
            break
        view = seen_by(state, state.actor)
        if len(view.moves) > 1:
            made = Decision(view, EXPECTED, random.Random(seed), effort=0.1)
            values = [value for move, value in made.values.items() if move.kind in told]
            assert all(-1e-9 <= value <= 1 + 1e-9 for value in values)
        state = settle(state.play(rng.choice(list(view.moves))), rng)


def test_how_a_seat_doubts_is_a_mean_over_the_kinds_of_players_it_may_be():
    plain, minded = SimpleNamespace(plain=True, doubts=0.3), SimpleNamespace(plain=False, doubts=0.8)
    ear = _ear(SimpleNamespace(vigilance=0.9), [(0.25, plain), (0.75, minded)])
    whatever = 0.25 * 0.3  # who looks at no card doubts a truth and a lie alike
    assert ear.lie == pytest.approx(whatever + 0.75 * 0.9)
    assert ear.truth == pytest.approx(whatever + 0.75 * SLIP)
    assert ear.blind == pytest.approx(whatever + 0.75 * 0.8)

"""Imagined games, the soft layer and the convention: sound, blind to what is hidden, and of some use."""

from __future__ import annotations

import itertools
import math
import random
import runpy
from collections import Counter
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from entracte_tools import random_state, table
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.entracte_calibration import observe
from benchmarks.entracte_imagined import groups_of, imagined, play_on, put, sure, swap
from benchmarks.entracte_soft import gain, hints, soft_chances, soft_knowledge, weights
from deduce.games.base import CHANCE, settle
from deduce.ground.errors import ProblemError
from deduce_models.entracte import GAME
from deduce_models.entracte.advice.convention.decision import by_convention
from deduce_models.entracte.advice.convention.rule_card import guess_advice
from deduce_models.entracte.advice.convention.table import (
    best_assignment,
    lamp,
    learn,
    mixed,
    public_weights,
    score,
    signed,
    table_of,
    turn_to_exchange,
)
from deduce_models.entracte.advice.evaluation import value_of
from deduce_models.entracte.advice.informed import _guess
from deduce_models.entracte.advice.search import searched
from deduce_models.entracte.knowledge.belief import Belief, belief_of, public_belief
from deduce_models.entracte.players.named import PLAYERS, Follower
from deduce_models.entracte.rules.setup import EXCHANGE, Kind

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"

SEEDS = st.integers(0, 2**32)


def position(seed: int, steps: int, players: int = 4):
    return random_state(table(players), random.Random(seed), steps=steps)


def before_the_guesses(state) -> bool:
    return state.moves()[0].kind is not Kind.GUESS


@given(st.integers(2, 4), SEEDS, st.integers(0, 8))
def test_the_sum_over_groups_is_the_worth_of_a_card(players: int, seed: int, steps: int) -> None:
    state = position(seed, steps, players)
    if any(move.kind is Kind.PASS for _, move in state.log) or not before_the_guesses(state):
        return
    view = state.view(int(state.actor))
    mine, public = belief_of(view), public_belief(view)
    for move in view.moves:
        if move.kind is not Kind.PLAY:
            continue
        pair = state.setup.parts.pairs[view.row[-1]][move.item]
        expected = value_of(mine, public, view.seat, pair, pair).bits
        found = sum(
            gain(mask.bit_count(), len(seats), (mask & pair).bit_count(), view.seat in seats)
            for mask, seats in public.groups
        )
        assert found == pytest.approx(expected, abs=1e-9)


@given(st.integers(2, 4), SEEDS, st.integers(0, 8))
def test_imagined_positions_fit_the_view_and_go_on_by_the_rules(
    players: int, seed: int, steps: int
) -> None:
    state = position(seed, steps, players)
    if not before_the_guesses(state):
        return
    view, rng = state.view(int(state.actor)), random.Random(seed)
    world = imagined(view, rng)
    cards = [*view.row, *world.deck, *(card for hand in world.hands for card in hand)]
    assert sorted(cards) == list(range(len(view.setup.parts.cards)))
    assert world.hands[view.seat - 1] == list(view.hand)
    assert all(code & mask for code, mask in zip(world.codes, belief_of(view).masks, strict=True))
    copy, luck = world.copy(), [[rng.random() for _ in range(3)] for _ in range(players)]
    for move in view.moves:
        if move.kind is Kind.PLAY:
            after = world.copy()
            put(after, move.item)
            pair = view.setup.parts.pairs[view.row[-1]][move.item]
            barred = view.setup.restrict[view.row[-1]][move.item]
            for seat, (code, mask) in enumerate(zip(world.codes, world.masks, strict=True), 1):
                told = ~barred if seat == view.seat else pair if code & pair else ~pair
                assert after.masks[seat - 1] == mask & told
    swap(copy, luck[view.seat - 1])
    assert sorted([*copy.deck, *copy.hands[view.seat - 1]]) == sorted(
        [*world.deck, *world.hands[view.seat - 1]]
    )
    assert play_on(world, luck, until=12) == sure(world.masks)
    assert world.length <= 12


@given(st.lists(st.integers(1, 15), min_size=2, max_size=4).map(tuple))
def test_sure_is_everyone_sure_for_public_groups(masks: tuple[int, ...]) -> None:
    belief = Belief(masks)
    if belief.groups is not None and belief.count:
        assert sure(masks) == belief.everyone_sure


# The soft layer.


@given(st.integers(2, 4), SEEDS, st.integers(1, 8))
def test_soft_weights_decide_nothing_and_look_at_the_view_alone(
    players: int, seed: int, steps: int
) -> None:
    state = position(seed, steps, players)
    view = state.view(1)
    hard, soft = GAME.knowledge(view), soft_knowledge(view)
    assert soft.count() == hard.count()
    chances = soft_chances(view)
    assert chances == soft_chances(GAME.resample(view, random.Random(seed)).view(1))
    for own, code in zip(chances, state.codes, strict=True):
        assert own[code.bit_length() - 1] > 0
        assert sum(own.values()) == pytest.approx(1)
    for hint in hints(view):
        assert hint.seat != 1
        assert all(0 < likelihood <= 1 for _, likelihood in hint.likelihood)
    notes = [s for s in soft.log if s.kind == "weight"]
    assert all('model "greedy"' in s.text for s in notes)
    assert len(notes) == sum(bool(own) for own in weights(view))


def test_soft_layer_errors() -> None:
    view = position(1, 3).view(1)
    with pytest.raises(ProblemError, match="above 0 and at most 1"):
        hints(view, epsilon=0)
    rival = random_state(table(3, mode="competitive"), random.Random(1), steps=4).view(1)
    with pytest.raises(ProblemError, match="cooperative"):
        hints(rival)


def test_the_soft_layer_is_calibrated_with_greedy_and_with_random_partners() -> None:
    for name, allowance in (("greedy", 0.0), ("legal", 0.03)):
        pairs, soft_loss, hard_loss = observe(name, 40)
        assert soft_loss < hard_loss + allowance
        for low, high in itertools.pairwise((0.0, 0.12, 0.2, 0.35, 0.6, 1.01)):
            inside = [pair for pair in pairs if low <= pair[0] < high]
            said = sum(p for p, _ in inside) / len(inside)
            true = sum(t for _, t in inside) / len(inside)
            spread = math.sqrt(sum(p * (1 - p) for p, _ in inside)) / len(inside)
            # Chances within a deal are correlated, so the spread of independent bets is doubled.
            assert abs(said - true) < 4 * 2 * spread + 1e-9


# The convention.


@given(st.integers(2, 4), SEEDS, st.integers(0, 9), st.sampled_from([mixed, lamp]))
def test_public_weights_never_lose_the_truth(players: int, seed: int, steps: int, preference) -> None:
    state = position(seed, steps, players)
    agreed = table_of(state.setup, preference)
    view = state.view(0)
    own = public_weights(view, agreed)
    for weight, code in zip(own, state.codes, strict=True):
        assert sum(weight.values()) == pytest.approx(1)
        assert weight[code.bit_length() - 1] > 0
    assert own == public_weights(state.view(1), agreed)  # nothing private goes into them
    if not any(move.kind is Kind.PASS for _, move in state.log):
        for weight, mask in zip(own, public_belief(view).masks, strict=True):
            assert all(mask >> code & 1 for code in weight)


@pytest.mark.parametrize("preference", [mixed, lamp])
def test_every_card_is_read_whatever_was_exchanged_before(preference) -> None:
    """A bystander's sheet holds no code that a token, or its lack, has excluded."""
    excluded = 0
    for seed in range(2):
        state = position(seed, 6, 3)
        own = public_weights(state.view(0), table_of(state.setup, preference))
        row, view = state.row, state.view(0).face
        for number in range(1, len(row)):
            pair = state.setup.parts.pairs[row[number - 1]][row[number]]
            for seat, weight in enumerate(own, 1):
                if seat != view.played[number]:
                    token = bool(view.tokens[number] >> seat & 1)
                    assert all(bool(pair >> code & 1) == token for code in weight)
                    excluded += 24 - len(weight)
    assert excluded


def test_a_guess_is_of_the_likeliest_codes_that_are_possible_together() -> None:
    """All codes of three seats, one by one: the best three are guessed."""
    rng = random.Random(3)
    made = position(3, 0, 3).setup
    for seat in (2, 3):
        for _ in range(20):
            masks = tuple(
                sum(1 << code for code in rng.sample(range(6), rng.randint(1, 4))) for _ in range(3)
            )
            weights = [{code: rng.random() + 0.01 for code in range(24)} for _ in masks]
            worth = {
                codes: math.prod(own[code] for own, code in zip(weights, codes, strict=True))
                for codes in itertools.permutations(range(6), 3)
                if all(mask >> code & 1 for mask, code in zip(masks, codes, strict=True))
            }
            view = SimpleNamespace(moves=tuple(made.guesses[seat]))
            found = guess_advice(view, Belief(masks), weights)
            assert {each.move for each in found} == set(view.moves)
            if worth:
                best = max(worth, key=worth.__getitem__)
                assert found[0].move.item == best[seat - 1]
                assert found[0].value == pytest.approx(worth[best] / sum(worth.values()))


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0.0, "cannot be"),
        (1.0, "certain"),
        (1 / 3, "right with chance 33.3%"),
        (0.9, "right with chance 90.0%"),
    ],
)
def test_a_guess_says_its_chance(chance: float, said: str) -> None:
    move = position(3, 0, 3).setup.guesses[2][0]
    assert str(_guess(move, chance, Belief((3, 3))).reason) == said


def test_codes_known_of_nobody_share_a_group_and_one_that_is_known_makes_none() -> None:
    assert groups_of([0b111, 0b11000, 0b111, 0b100000], 2) == [(0b111, 3, 2, True), (0b11000, 2, 1, False)]


def test_weights_by_hand() -> None:
    state = position(3, 0)
    setup, last, card = state.setup, state.row[-1], state.hands[0][0]
    agreed = table_of(setup, mixed)
    flat = [dict.fromkeys(range(24), 1 / 24) for _ in range(4)]
    pair = setup.parts.pairs[last][card]
    after = learn(flat, setup, agreed, last, card, 1, 0, 0b0010)
    assert set(after[1]) == {code for code in range(24) if pair >> code & 1}
    assert set(after[2]) == {code for code in range(24) if not pair >> code & 1}
    expected = {c: math.exp(5 * mixed(setup, card, c, 1)) for c in range(24) if not pair >> c & 1}
    total = sum(expected.values())
    assert after[0] == pytest.approx({c: w / total for c, w in expected.items()})
    code = next(iter(after[0]))
    chance = pair.bit_count() / 24
    bits = -3 * (chance * math.log2(chance) + (1 - chance) * math.log2(1 - chance))
    bits += math.log2(expected[code] / (total / 24))
    assert score(flat, setup, agreed, last, card, 1, 0, code) == pytest.approx(bits)


@given(
    st.lists(st.integers(1, 31), min_size=2, max_size=3).map(tuple),
    st.lists(st.floats(0.01, 1), min_size=15, max_size=15),
)
def test_best_assignment_against_enumeration(masks: tuple[int, ...], numbers: list[float]) -> None:
    own = [{code: numbers[5 * seat + code] for code in range(5)} for seat in range(len(masks))]
    worlds = [
        codes
        for codes in itertools.product(range(5), repeat=len(masks))
        if len(set(codes)) == len(codes) and all(m >> c & 1 for m, c in zip(masks, codes, strict=True))
    ]
    found = best_assignment(Belief(masks), own)
    if not worlds:
        assert found == ()
        return

    def weight(codes: tuple[int, ...]) -> float:
        return math.prod(own[seat][code] for seat, code in enumerate(codes))

    assert found in worlds
    assert weight(found) == pytest.approx(max(map(weight, worlds)))


def test_lamps_answer_three_questions_about_the_sheet() -> None:
    setup = table(4).setup
    looks = {(card[4], card[5]): number for number, card in enumerate(setup.parts.cards)}
    on_male = looks[1, 0]
    # First card: light the half, sex the quarter; second: light the type of a pair, sex the half; third: quarter, type.
    assert [lamp(setup, on_male, code, 1) for code in (0, 6, 12, 18)] == [0.25, 0.0, 0.5, 0.25]
    assert [lamp(setup, on_male, code, 2) for code in (0, 3, 12, 15)] == [0.25, 0.5, 0.0, 0.25]
    assert [lamp(setup, on_male, code, 3) for code in (0, 3, 6, 9)] == [0.25, 0.0, 0.5, 0.25]
    assert lamp(setup, on_male, 5, 4) == lamp(setup, on_male, 5, 1)


def test_the_rule_card_exchanges_by_the_code() -> None:
    assert [turn_to_exchange(code, 24) for code in (0, 1, 2, 11, 13, 14, 23)] == [1, 2, 3, 3, 2, 4, 4]
    even = [dict.fromkeys(range(24), 1 / 24) for _ in range(2)]
    told = signed(even, 24, 0, 1, exchanged=True)
    assert sum(told[0][code] for code in range(0, 24, 3)) == pytest.approx(1 / (1 + 2 * 0.01))
    assert told[1] == even[1]
    for seed in range(12):
        rng, player = random.Random(seed), PLAYERS["rule-card"]()
        state = settle(GAME.new(players=3, seed=seed), rng)
        exchanged: dict[int, int] = {}
        while len(state.row) < 7 and state.moves()[0].kind not in (Kind.GUESS, Kind.AGREE):
            view, seat = state.view(state.actor), state.actor
            move = player.choose(view, rng)
            blocked = all(each.kind is not Kind.PLAY for each in view.moves)
            if move == EXCHANGE and not blocked:
                exchanged[seat] = view.played.count(seat) + 1
            state = settle(state.play(move), rng)
        for seat, turn in exchanged.items():
            assert turn_to_exchange(state.codes[seat - 1].bit_length() - 1, 24) == turn


# Play.


@pytest.mark.parametrize(
    "player",
    [
        *(PLAYERS[name]() for name in ("random", "legal", "greedy", "exchange", "convention", "rule-card")),
        Follower("search", partial(searched, samples=4)),
        Follower("convention-search", partial(by_convention, samples=3)),
    ],
    ids=lambda player: player.name,
)
@pytest.mark.parametrize("mode", ["cooperative", "competitive"])
def test_players_play_whole_games_from_views(player, mode: str) -> None:
    for players in (2, 4):
        rng = random.Random(players)
        state = settle(GAME.new(players=players, seed=5, mode=mode), rng)
        while state.actor is not None:
            if state.actor is CHANCE:
                state = state.play(state.draw(rng))
                continue
            view = state.view(state.actor)
            move = player.choose(view, rng)
            assert move in view.moves
            state = state.play(move)
        assert state.scores is not None


def test_random_is_uniform_over_all_legal_moves() -> None:
    """What was called so before is `legal`: it never exchanges and never stops unless everything is known."""
    view = GAME.new(players=3, seed=1).view(1)
    drawn = {name: Counter() for name in ("random", "legal")}
    rng = random.Random(4)
    for name, counts in drawn.items():
        counts.update(str(GAME.players[name]().choose(view, rng)) for _ in range(400))
    assert set(drawn["random"]) == set(map(str, view.moves)) > set(drawn["legal"])
    share = 400 / len(view.moves)
    assert all(abs(count - share) < 5 * share**0.5 for count in drawn["random"].values())


def test_registered_players_have_their_names() -> None:
    for name, maker in GAME.players.items():
        assert maker().name == name


def test_a_poor_hand_is_exchanged() -> None:
    swaps = 0
    for seed in range(60):
        state = position(seed, 9)
        view = state.view(int(state.actor))
        if EXCHANGE in view.moves:
            plain = PLAYERS["greedy"]().choose(view, random.Random(1))
            assert plain != EXCHANGE or all(m.kind is not Kind.PLAY for m in view.moves)
            swaps += PLAYERS["exchange"]().choose(view, random.Random(1)) == EXCHANGE
    assert swaps > 0


def test_strength_keeps_its_order() -> None:
    measured = runpy.run_path(str(BENCHMARKS / "entracte_strength.py"))["measured"]
    results = {
        name: [measured(name, 4, seed) for seed in range(60)] for name in ("legal", "greedy", "convention")
    }
    proved = {name: sum(sure for sure, _ in rows) for name, rows in results.items()}
    right = {name: sum(good for _, good in rows) for name, rows in results.items()}
    assert proved["legal"] + 6 < proved["greedy"]
    assert right["greedy"] + 8 < right["convention"]
    assert all(good for rows in results.values() for sure_of_all, good in rows if sure_of_all)

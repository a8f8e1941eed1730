"""Love Letter and Coup: the contract, single rules by positions made for them, and what a seat knows."""

from __future__ import annotations

import random

import pytest

from deduce.games import CHANCE, check_game, random_history
from deduce.rulebook.quantities import sheet_of
from deduce_models.tables.coup import GAME as COUP
from deduce_models.tables.love_letter import COPIES, RANK
from deduce_models.tables.love_letter import GAME as LOVE


@pytest.mark.parametrize(("game", "players"), [(LOVE, 3), (COUP, 2)])
def test_contract_is_kept(game, players):
    check_game(game, playouts=1, players=players, rng=11)


def test_several_rounds():
    check_game(
        LOVE, playouts=1, players=2, rng=4, options={"tokens": 2}, parts=("replay", "rules", "resample")
    )


def played(game, players, deals, moves, **options):
    """The state after moves, where chance deals these cards in a row."""
    state, deals, moves = game.new(players=players, **options), list(deals), list(moves)
    while moves or (state.actor is CHANCE and deals):
        if state.actor is CHANCE:
            state = state.play(next(m for m, _ in state.outcomes() if m.text.split()[1] == deals[0]))
            deals.pop(0)
        else:
            state = state.play(moves.pop(0))
    return state


def letter(hands, moves, players=3):
    """A round of Love Letter with a guard aside; `hands` are the cards drawn in a row."""
    return played(LOVE, players, ["guard", *hands], moves, open_cards=0)


def test_who_holds_the_card_guessed_is_out():
    hands = ["guard", "king", "priest", "baron", "guard"]
    state = letter(hands, ["play guard", "guess king of P2"])
    assert state.table["left"] == (1, 3)
    state = letter(hands, ["play guard", "guess prince of P2"])
    assert state.table["left"] == (1, 2, 3)
    assert not any(move.text.startswith("guess guard") for move in letter(hands, ["play guard"]).moves())


def test_of_equals_none_is_out_and_each_has_seen_the_others_card():
    state = letter(["baron", "priest", "princess", "priest"], ["play baron", "target P2"])
    assert state.table["left"] == (1, 2, 3)
    for seat in (1, 2, 3):
        shown = {entry.said: entry.value for entry in state.view(seat).entries if entry.kind == "reveal"}
        both = {"hand of P1": ("priest",), "hand of P2": ("priest",)}
        assert shown == (both if seat < 3 else {})
        names = {variable.name for variable in LOVE.knowledge(state.view(seat)).scope}
        assert names.isdisjoint({"hand of P1 now", "hand of P2 now"}) is (
            seat < 3
        )  # nothing is asked of it


def test_a_comparison_is_seen_by_two_and_its_loser_by_all():
    state = letter(["baron", "priest", "princess", "king"], ["play baron", "target P2"])
    assert state.table["left"] == (1, 3)
    kings = LOVE.knowledge(state.view(3)).marginals(hand(state, 3, "P1"))
    # Two barons came in 2 orders, a baron and the king in 2 * 2, and so on: 2, and 4 for each of 6 other cards.
    assert kings["baron"] == pytest.approx(1 / 13)
    assert kings["king"] == pytest.approx(2 / 13)
    assert LOVE.knowledge(state.view(2)).count() >= 1
    assert "king" in str(state.view(2))
    assert "king" not in str(state.view(3))


def hand(state, seat, name):
    return next(v for v in LOVE.knowledge(state.view(seat)).scope if v.name == f"hand of {name} now")


def test_equal_cards_let_both_stay():
    state = letter(["baron", "priest", "guard", "priest"], ["play baron", "target P2"])
    assert state.table["left"] == (1, 2, 3)


def test_the_countess_goes_before_king_and_prince():
    assert [m.text for m in letter(["king", "guard", "guard", "countess"], []).moves()] == ["play countess"]
    assert len(letter(["handmaid", "guard", "guard", "countess"], []).moves()) == 2


def test_a_handmaid_keeps_a_seat_out_of_reach_until_its_turn():
    state = letter(["handmaid", "king", "guard", "guard", "guard"], ["play handmaid", "play guard"])
    assert {move.text.split()[-1] for move in state.moves()} == {"P3"}


def test_hands_are_traded_and_both_know():
    state = letter(["king", "princess", "priest", "guard"], ["play king", "target P2"])
    now = [v.name for v in LOVE.knowledge(state.view(1)).problem.places.now]
    assert now == ["card aside now", "hand of P3 now"]
    assert "hand of P1: princess" in str(state.view(1))
    assert "hand of P2: guard" in str(state.view(2))


def test_a_prince_on_the_princess_and_with_an_empty_deck():
    state = letter(["prince", "princess", "guard", "guard"], ["play prince", "target P2"])
    assert state.table["left"] == (1, 3)
    for seed in range(40):
        history = random_history(LOVE, 2, seed)
        texts = [move.text for move in history.moves]
        after = [a for a, b in zip(texts[1:], texts, strict=False) if b.startswith("target")]
        aside = next((each for each in after if each.startswith("draw")), None)
        if aside is not None:
            return
    raise AssertionError("no prince was played")


def test_the_princess_is_never_played_unpunished():
    assert letter(["princess", "guard", "guard", "king"], ["play princess"]).table["left"] == (2, 3)


def test_the_highest_card_wins_and_of_equals_the_higher_discards():
    for seed in range(12):
        history = random_history(LOVE, 3, seed)
        state = LOVE.new(players=3)
        for move in history.moves:
            state = state.play(move)
        left = state.table["left"]
        world = state.run.table.log
        shown = {e.said[-2:]: e.value for e in world if e.kind == "reveal" and e.mask == -1}
        if len(left) > 1:
            strength = {
                seat: (
                    RANK[shown[f"P{seat}"][0]],
                    sum(RANK[c] for c in dict(state.table["discards"])[seat]),
                )
                for seat in left
            }
            best = max(strength.values())
            assert state.scores == tuple(float(strength.get(seat) == best) for seat in (1, 2, 3))
        else:
            assert state.scores == tuple(float(seat in left) for seat in (1, 2, 3))


def test_every_card_is_somewhere():
    for seed in range(6):
        state = LOVE.new(players=4, seed=seed)
        rng = random.Random(seed)
        while state.actor is not None:
            table = state.table
            discards = sum(len(cards) for _, cards in table["discards"])
            assert table["deck"] + table["aside"] + sum(n for _, n in table["hand"]) + discards in (15, 16)
            state = state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(state.moves()))
    assert sum(COPIES.values()) == 16


DEAL = ["duke", "duke", "contessa", "contessa"]


def coup(moves, deals=(), players=2):
    return played(COUP, players, [*DEAL, *deals], moves)


def test_a_true_claim_costs_the_doubter_and_is_replaced():
    state = coup(["tax", "doubt", "show duke", "lose contessa"], ["assassin"])
    assert dict(state.table["coins"]) == {1: 4, 2: 2}
    assert dict(state.table["hand"]) == {1: 2, 2: 1}
    known = COUP.knowledge(state.view(2))
    # The duke went back and something came: P1 holds what it held beside the duke, and a card of fourteen.
    assert sum(sheet_of(known)["hand of P1 has"].values()) == pytest.approx(2)


def test_a_bluff_costs_the_claimant_and_the_action():
    state = coup(["steal P2", "doubt", "give in", "lose duke"])
    assert dict(state.table["coins"]) == {1: 1, 2: 2}
    assert dict(state.table["hand"]) == {1: 1, 2: 2}


def test_what_a_seat_has_it_may_show_and_what_not_it_cannot():
    assert [m.text for m in coup(["tax", "doubt"]).moves()] == ["give in", "show duke"]
    assert [m.text for m in coup(["steal P2", "doubt"]).moves()] == ["give in"]


def test_a_block_stands_unless_it_is_doubted_rightly():
    state = coup(["foreign aid", "block as duke", "believe"])
    assert dict(state.table["coins"])[1] == 1
    state = coup(["foreign aid", "block as duke", "doubt", "give in", "lose contessa"])
    assert dict(state.table["coins"])[1] == 3


def test_ten_coins_force_a_coup():
    assert [move.text for move in coup(["income"] * 17).moves()] == ["coup P1"]
    assert "coup P2" in {move.text for move in coup(["income"] * 12).moves()}
    assert "coup P2" not in {move.text for move in coup(["income"] * 10).moves()}


def test_an_exchange_tells_others_nothing_but_that_cards_went_back():
    moves = ["exchange", "believe", "return captain", "return duke"]
    state = coup(moves, ["captain", "assassin"])
    assert dict(state.table["hand"]) == {1: 2, 2: 2}
    before = COUP.knowledge(coup([]).view(2))
    after = COUP.knowledge(state.view(2))
    assert sheet_of(after).keys() == {"hand of P1 has"}
    assert before.count() > 1
    assert "captain" not in str(state.view(2))


def test_love_letter_begins_with_its_first_round_and_nobody_has_a_token():
    state = LOVE.new(players=3, seed=1)
    assert (state.run.table.open.round, set(state.run.table.open.tokens.values())) == (1, {0})

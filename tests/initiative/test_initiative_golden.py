"""The golden examples I1 to I14 of the rules."""

import random

import pytest
from initiative_tools import cards, conserved, dealt, do, finish_turn, with_hands

from deduce.games.base import CHANCE
from deduce.ground.errors import IllegalMove
from deduce_models.initiative.components.mission import build
from deduce_models.initiative.components.parts import INTEL, REGROUP, RUN, named_board
from deduce_models.initiative.missions.generator import make
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.setup import Options, prepare
from deduce_models.initiative.rules.state import start


def threatened(state, discard="", hands=None):
    """`state` under threat: the deck is everything that is not elsewhere."""
    hands = state.hands if hands is None else hands
    gone = set(cards(state, *discard.split()))
    used = gone | {c for group in (*hands, *state.piles) for c in group}
    deck = tuple(c for c in range(len(state.setup.deck.codes)) if c not in used)
    return state._replace(
        threat=True,
        hands=hands,
        discard=tuple(sorted(gone)),
        deck=deck,
        reshuffled=frozenset({*deck, *gone}),
    )


def test_i1_a_card_may_start_a_pile_and_regroup_clears_another():
    state = with_hands(dealt(), "y3 g3 g5 g6", "g7 g8 g9 g10", Regroup="y1", Run="b4 b9")
    state = do(state, "play g3 Regroup")
    assert state.phase == phases.REGROUPING
    after = do(state, "clear Run")
    assert after.piles[RUN] == ()
    assert after.discard[-2:] == (state.setup.deck.ids["b4"], state.setup.deck.ids["b9"])
    assert after.piles[REGROUP] == (state.setup.deck.ids["y1"], state.setup.deck.ids["g3"])


@pytest.mark.parametrize(("code", "legal"), [("y1", False), ("y3", False), ("y4", False), ("y6", True)])
def test_i1b_only_a_higher_value_fits_whatever_its_colour(code, legal):
    state = with_hands(dealt(), "y1 y3 y4 y6", "g7 g8 g9 g10", Intel="g4")
    assert (Move("play", (code, "Intel")) in state.moves()) == legal
    if not legal:
        with pytest.raises(IllegalMove, match="not among the choices now"):
            do(state, f"play {code} Intel")


def example_mission():
    return build(
        "example",
        title="example",
        question="?",
        language="en",
        phrase="SO IS",
        glyphs="L. .L",
        ground=named_board("ring"),
        entrance=0,
        stacks=[3, 0, 3, 0, 0, 0],
        tokens={"L": 2, "Q": 1, "M": 3},
    )


def example(players=2):
    mission = example_mission()
    setup = prepare(mission, players, dealt().setup.deck, dealt(4).setup.abilities[:players], Options())
    return start(setup, mission.secret)


def test_i2_the_example_turn():
    state = with_hands(example(), "g1 g3 g6 g9", "y7 y8 y9 y10", Intel="b4")
    state = do(state, "play g6 Intel", "room Tower", "token Q", "remove", "more", "token M", "keep")
    assert state.piles[INTEL] == cards(state, "b4", "g6")
    assert state.faceup[2] == (state.setup.ids["M"],)
    state = do(state, "play g1 Gather", "turn", "token L", "collect")
    assert [[bool(text) for text in word] for word in state.windows] == [[True, False], [False, True]]
    assert state.faceup[0] == ()
    state = do(state, "done")
    assert state.phase == phases.CARD
    assert len(state.hands[0]) == 2
    after = finish_turn(state)
    assert len(after.hands[0]) == 4
    assert after.turn == 2
    assert len(state.deck) - len(after.deck) == 2


def test_i3_collecting_opens_every_window_of_that_glyph_and_no_other():
    mission = build(
        "i3", title="", question="", language="en", phrase="AAB", glyphs="LLM", ground=named_board("ring"),
        entrance=0, stacks=[2, 0, 0, 0, 0, 0], tokens={"L": 1, "M": 1},
    )  # fmt: skip
    setup = prepare(mission, 1, dealt().setup.deck, dealt(1).setup.abilities, Options())
    state = with_hands(start(setup, mission.secret), "g1 g2 g3 g4")
    state = do(state, "play g1 Gather", "turn", "token L", "collect")
    assert state.windows == (("A", "A", ""),)


def test_i4_near_is_the_own_room_and_one_passage():
    ground = named_board("grid")
    mission = make("i4", "ABC", language="en", rng=random.Random(1))
    a = ground.rooms.index("A1")
    assert {ground.rooms[k] for k in mission.neighbours[a]} == {"A2", "B1"}


@pytest.mark.parametrize(
    ("symbols", "lost"), [((2,), False), ((2, 1), True), ((1, 1), False), ((1, 1, 1), True)]
)
def test_i5_three_symbols_under_threat_lose_at_once(symbols, lost):
    state = threatened(with_hands(dealt(), "g1 g2 g3", "y7 y8 y9 y10"))._replace(phase=phases.REFILL)
    singles = iter(("t1", "t2", "t3"))
    for symbol in symbols:
        state = do(state, "draw", f"card {'t4' if symbol == 2 else next(singles)}")
    assert (state.result == -1) == lost
    assert (state.cause == "time ran out") == lost
    if lost:
        with pytest.raises(IllegalMove, match="the mission is over"):
            do(state, "answer UNDER THE BENCH")


def test_i6_time_symbols_are_harmless_before_the_flip():
    state = with_hands(dealt(), "g1 g2 g3 g4", "y7 y8 y9 y10")
    symbols = state.setup.deck.symbols
    assert sum(symbols[card] for card in state.discard) == 5
    assert finish_turn(do(state, "play g1 Run", "done")).result == 0


def test_i7_two_special_actions_spend_the_hand_and_the_refill_is_full():
    state = with_hands(dealt(1), "g1 g2 g3 g4")
    before = len(state.discard)
    state = do(state, "special g1 g2", "done", "special g3 g4", "done")
    assert state.hands[0] == ()
    assert len(state.discard) == before + 4
    assert state.phase == phases.CARD
    assert len(finish_turn(state).hands[0]) == 4


@pytest.mark.parametrize(
    ("hand", "moves"),
    [("", {"skip"}), ("g2", {"skip"}), ("g2 g3", {"special g2 g3"})],
)
def test_i8_a_turn_is_skipped_only_when_nothing_is_possible(hand, moves):
    state = with_hands(dealt(), hand, "y7 y8 y9 y10", Intel="b5", Run="y5", Gather="g5", Regroup="b6")
    assert {str(move) for move in state.moves()} == moves


def full_state(**changes):
    state = dealt(mission="hard:0")
    return with_hands(state, "g1 g2 g3 g4", "y7 y8 y9 y12", **changes)


def test_i9_counterintelligence_blocks_an_action_until_regroup():
    state = full_state()
    state = do(
        state,
        "play g1 Intel",
        f"room {state.setup.rooms[state.hidden.index(max(state.hidden))]}",
        "token ci-Run",
    )
    assert state.blocks[RUN] == 1
    state = do(state, "done")
    with pytest.raises(IllegalMove, match="not among the choices now"):
        do(state, "play g4 Run")
    freed = do(state, "play g2 Regroup", "clear Run")
    assert freed.blocks[RUN] == 0


def test_i9_otherwise_revealed_it_is_discarded():
    state = full_state()
    here = state.figures[0]
    hidden = list(state.hidden)
    hidden[here] = 2
    state = do(state._replace(hidden=tuple(hidden)), "play g1 Gather", "turn", "token ci-Run")
    assert state.blocks == (0, 0, 0, 0)
    assert state.faceup[here] == ()


def test_i10_each_camera_in_the_room_discards_a_card_before_the_refill():
    state = full_state()
    here = state.figures[0]
    faceup = list(state.faceup)
    faceup[here] = (state.setup.camera, state.setup.camera)
    watched = do(state._replace(faceup=tuple(faceup)), "play g1 Run", "done", "stop")
    assert watched.phase == phases.CAMERA
    deck = watched.setup.deck.codes
    once = do(watched, f"camera {deck[watched.deck[0]]}")
    assert once.phase == phases.CAMERA
    twice = do(once, f"camera {deck[once.deck[0]]}")
    assert twice.phase == phases.CARD
    assert len(watched.discard) + 2 == len(twice.discard)
    away = state.setup.rooms[state.setup.neighbours[here][0]]
    left = do(state._replace(faceup=tuple(faceup)), "play g1 Run", f"move {away}", "done", "stop")
    assert left.phase == phases.CARD


def test_i11_gas_costs_everybody_in_the_room_one_card_without_redraw():
    state = dealt(3, mission="hard:0")
    state = with_hands(state, "g1 g2 g3 g4", "", "y7 y8 y9 y12")
    here = state.figures[0]
    hidden = list(state.hidden)
    hidden[here] = 3
    other = state.setup.neighbours[here][0]
    state = state._replace(hidden=tuple(hidden), figures=(here, here, other))
    state = do(state, "play g1 Gather", "turn", "token gas")
    assert state.actor is CHANCE
    assert {str(move) for move, _ in state.outcomes()} == {"gas 1 g2", "gas 1 g3", "gas 1 g4"}
    state = do(state, "gas 1 g3")
    assert state.phase == phases.GATHERING
    assert [len(hand) for hand in state.hands] == [2, 0, 4]


def test_i12_regroup_never_clears_itself():
    state = do(full_state(), "play g1 Regroup")
    with pytest.raises(IllegalMove):
        do(state, "clear Regroup")
    assert {str(move) for move in state.moves()} == {"clear Intel", "clear Run", "clear Gather", "done"}


def test_i13_one_wrong_letter_loses_and_one_objection_stops_an_answer():
    state = with_hands(dealt(), "g1 g2 g3 g4", "y7 y8 y9 y10")
    proposed = do(state, "answer UNDER THE BENCH")
    assert proposed.actor == 2
    assert do(proposed, "agree").result == 1
    refused = do(proposed, "object")
    assert refused.result == 0
    assert refused.actor == 1
    with pytest.raises(IllegalMove, match="not among the choices now"):
        do(refused, "answer UNDER THE BENCH")
    wrong = do(state, "answer UNDER SHE BENCH", "agree")
    assert (wrong.result, wrong.cause) == (-1, "the answer was wrong")


def test_i13_an_answer_must_fit_lengths_glyphs_and_open_windows():
    state = with_hands(dealt(), "g1 g2 g3 g4", "y7 y8 y9 y10")
    with pytest.raises(IllegalMove, match="cannot stand for"):
        do(state, "answer UNDER THE BEACH")
    with pytest.raises(IllegalMove, match="words of 5, 3, 5"):
        do(state, "answer UNDER THE TREE")
    opened = state._replace(opened=1 << state.setup.ids["J"])
    with pytest.raises(IllegalMove, match="an open window shows T"):
        do(opened, "answer UNDER SHE BENCH")


def test_i14_the_last_card_turns_the_deck_over_and_the_refill_goes_on_by_choice():
    state = with_hands(dealt(1), "g1 g2 g3 g4")
    ids = state.setup.deck.ids
    rest = [c for c in state.deck if c != ids["b12"]]
    state = state._replace(deck=(ids["b12"],), discard=(*state.setup.deck.times, *rest))
    state = do(state, "play g1 Run", "done", "play g2 Intel", "done", "card b12")
    assert state.threat
    assert state.phase == phases.REFILL
    assert set(state.deck) == {*state.setup.deck.times, *rest}
    assert state.discard == ()
    assert conserved(state) == 40
    assert {str(move) for move in state.moves()} == {"draw", "done"}

"""The best placement under stated worths: equal to trying everything, certified, and true to the rules engine."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from placement_tools import (
    activation_of,
    activations,
    certified,
    every,
    moves_for,
    positions,
    reachable,
    stages,
    worths,
)

from deduce.ground.errors import ProblemError
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.components.elements import COLOURS, GREEN, PINK, VALUES, YELLOW
from deduce_models.shakespeare.components.loading import components
from deduce_models.shakespeare.placement.activation import SCALE, Action, Activation, Worth, best_activation
from deduce_models.shakespeare.placement.completion import complete_set

PARTS = components()


@given(activations(budget=4, wearers=2, most=8), worths())
def test_what_is_looked_at_is_every_action_that_can_be_played_piece_by_piece(activation, worth):
    slow = {activation.canonical(action) for action in reachable(activation)}
    found = best_activation(activation, worth, alternatives=10**6)
    assert certified(found)
    fast = [item.action for item in (found.best, *found.others)]
    assert len(fast) == len(set(fast))
    # Equal wearers: compare by what is left.
    assert {left(activation, action, worth) for action in fast} == {
        left(activation, action, worth) for action in slow
    }
    assert {activation.canonical(action) for action in every(activation)} == slow
    values = [activation.value(action, worth) for action in slow]
    assert round(found.value * SCALE) == max(values)


def left(activation, action, worth):
    after = activation.outcome(action)
    bonus = (*worth.complete, *[0] * len(after.costumes))
    return after.pieces, tuple(sorted(zip(activation.costumes, after.costumes, bonus, strict=False)))


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_the_steps_play_through_the_engine_to_the_promised_outcome(seats):
    checked = Counter()
    for state, person, token in positions(seats, seats=seats, games=6):
        seat = state.actor
        activation = activation_of(state, seat, person, token=token)
        if checked[activation.kind] == 12:
            continue
        found = best_activation(activation)
        assert certified(found)
        checked[activation.kind] += 1
        after = state
        for text in moves_for(state, seat, person, found.best.action, token=token):
            after = after.play(GAME.parse(text, after))
        old, new, promised = state.boards[seat - 1], after.boards[seat - 1], found.best.outcome
        worn = [
            costume
            for each, costume in zip(new.troupe, new.costumes, strict=False)
            if state.setup.wears[each]
        ]
        assert (new.stage, tuple(worn)) == (promised.pieces, promised.costumes)
        assert new.tokens == old.tokens - token + promised.tokens
        if after.day == state.day and after.phase == state.phase:  # the day goes on
            assert new.prestige == old.prestige + promised.prestige
            assert new.pounds == old.pounds + promised.pounds
            assert new.ambiance == promised.ambiance
    assert len(checked) >= 3


def test_fact_s6_the_dressers_example_is_found_legal_and_the_mirror_forbids():
    stage = PARTS.stage
    pieces = stage.put(stage.put(stage.empty, stage.place("1L1"), PINK), stage.place("1C"), GREEN)
    activation = Activation(
        stage, pieces, (), "dresser", 8, (4, 4, 2, 2, 2, 0), (0,) * 6, PARTS.costumes, supply=8
    )
    wrong = Action(((stage.place("1R1"), 1),))
    assert "mirrors 1L1" in activation.refusal(wrong)
    assert "needs a piece on 1R1" in activation.refusal(Action(((stage.place("2R1"), 1),)))
    right = Action(((stage.place("1R1"), PINK),))
    assert activation.refusal(right) == ""


def test_a_blue_piece_at_the_end_of_the_ambiance_track_brings_no_steps():
    stage = PARTS.stage
    only_blue = (0, 0, 0, 3, 0, 0)
    worth = Worth(piece=-0.01, debt=(0.0,) * 7, candle_ready=0.0)
    at_end = Activation(
        stage, stage.empty, (), "dresser", 8, only_blue, (0,) * 6, PARTS.costumes, ambiance=5
    )
    assert best_activation(at_end, worth).best.action == Action()
    below = Activation(
        stage, stage.empty, (), "dresser", 8, only_blue, (0,) * 6, PARTS.costumes, ambiance=3
    )
    assert len(best_activation(below, worth).best.action.pieces) == 1


def test_bad_activations_say_what_is_wrong():
    stage = PARTS.stage
    with pytest.raises(ProblemError, match="expected one of mistress"):
        Activation(stage, stage.empty, (), "queen", 6, (0,) * 6, (0,) * 6, PARTS.costumes)
    with pytest.raises(ProblemError, match="needs a piece on"):
        Activation(
            stage, stage.put(stage.empty, 5, 1), (), "dresser", 6, (0,) * 6, (0,) * 6, PARTS.costumes
        )
    with pytest.raises(ProblemError, match="six counts"):
        Activation(stage, stage.empty, (), "dresser", 6, (1, 2), (0,) * 6, PARTS.costumes)


# Beyond one activation.


def cheapest(stage, pieces, left, jewel):
    """The cheapest completion by trying every colour on every space; None when there is none."""
    empty = [place for place, colour in enumerate(pieces) if not colour]
    if not empty:
        return 0
    place, best = empty[0], None
    for colour in range(1, 7):
        if left[colour - 1] and stage.fits(pieces, place, colour):
            rest = [count - (number == colour) for number, count in enumerate(left, 1)]
            found = cheapest(stage, stage.put(pieces, place, colour), rest, jewel)
            if found is not None:
                cost = found + (jewel if colour == YELLOW else VALUES[colour])
                best = cost if best is None else min(best, cost)
    return best


@st.composite
def nearly_done(draw):
    """A stage with at most six empty spaces, and elements left."""
    stage, pieces = draw(stages(0))
    empty = draw(st.integers(1, 6))
    while pieces.count(0) > empty:
        choices = [
            (place, colour)
            for place in stage.open(pieces)
            for colour in range(1, 7)
            if stage.fits(pieces, place, colour)
        ]
        pieces = stage.put(pieces, *draw(st.sampled_from(choices)))
    return stage, pieces, draw(st.lists(st.integers(0, 2), min_size=6, max_size=6))


@given(nearly_done())
def test_completion_equals_trying_everything(position):
    stage, pieces, left = position
    for jewel in (8, 0, 3):
        want = cheapest(stage, pieces, left, jewel)
        found = complete_set(stage, pieces, left, jewel=jewel)
        assert found.possible == (want is not None)
        if found.possible:
            assert found.cost + jewel * found.jewels == want
            filled = bytes(
                COLOURS.index(found.pieces[cell.name]) + 1 if cell.name in found.pieces else piece
                for cell, piece in zip(stage.cells, pieces, strict=True)
            )
            assert all(filled)
            assert stage.consistent(filled) == ""
            used = Counter(found.pieces.values())
            assert all(used[word] <= count for word, count in zip(COLOURS, left, strict=True))
    if found.possible:
        assert found.conflict is None
    else:
        assert found.conflict is not None
        assert found.conflict.smallest
        assert found.conflict.check()


def test_an_impossible_set_is_explained_in_the_fewest_sentences():
    stage = PARTS.stage
    pieces = stage.put(stage.empty, stage.place("1L1"), 4)
    found = complete_set(stage, pieces, (9, 9, 9, 0, 9, 0))
    assert str(found).splitlines()[1:] == [
        "  - 1R1 mirrors 1L1, which is blue",
        "  - no blue left",
        "  - no yellow left",
    ]

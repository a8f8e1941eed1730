"""The best placement under stated worths beside a second writing of the rules (`slow_placement`), at every budget."""

from dataclasses import replace

import pytest
from hypothesis import event, given
from placement_campaign import cases
from placement_tools import activations, certified, worths
from slow_placement import TooLarge, best_gain

from deduce.ground.errors import ProblemError
from deduce_models.shakespeare.components.elements import COLOURS, VALUES
from deduce_models.shakespeare.components.loading import components
from deduce_models.shakespeare.placement.activation import SCALE, Action, Activation, Worth, best_activation

LIMIT = 10_000
"""Ways on a stage that the slow search tries in one example; the campaign tries far more."""


def agree(activation, worth):
    """The best has the slow value and a certificate that holds; False when that is too slow to know."""
    try:
        gain, _ = best_gain(activation, worth, limit=LIMIT)
    except TooLarge:
        return False
    found = best_activation(activation, worth)
    assert certified(found)
    assert round(gain * SCALE) == round(found.gain * SCALE)
    return True


@given(activations(budget=14), worths())
def test_every_budget_has_the_value_that_the_rules_written_twice_give(activation, worth):
    compared = agree(activation, worth)
    event(f"{activation.kind}, {'compared' if compared else 'too large'}")


def test_boards_met_in_games_have_the_same_value_for_every_craft():
    compared = {"mistress": 0, "dresser": 0, "handyman": 0, "jeweler": 0}
    for _, _, activation, worth in cases(32, seed=3):
        compared[activation.kind] += agree(activation, worth)
    assert min(compared.values()) >= 6


PARTS = components()
GOOD = Activation(
    PARTS.stage, PARTS.stage.empty, (b"",), "handyman", 4, (2,) * 6, (2,) * 6, sums=PARTS.costumes
)


def test_found_by_the_campaign_a_jeweler_takes_one_of_two_yellow_elements_that_mirror_each_other():
    """A solver took both when prices became 0 for yellow."""
    jeweler = replace(GOOD, kind="jeweler", budget=0)
    best = best_activation(jeweler).best
    assert len(best.action.pieces) + len(best.action.elements) == 1
    assert agree(jeweler, Worth())


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"pieces": bytes([9]) + bytes(17)}, "colours: expected 1 to 6"),
        ({"costumes": (bytes([0]),)}, "colours: expected 1 to 6"),
        ({"sums": PARTS.costumes[:9]}, "sums: expected an entry"),
    ],
)
def test_an_impossible_activation_is_refused_in_words(change, said):
    with pytest.raises(ProblemError, match=said):
        replace(GOOD, **change)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"debt": (0.0,)}, "debt: expected 7"),
        ({"partial": ((0.0,), (0.0,))}, "partial: expected a row"),
        ({"prestige": float("nan")}, "finite"),
    ],
)
def test_an_impossible_worth_is_refused_in_words(change, said):
    with pytest.raises(ProblemError, match=said):
        Worth(**change)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"worth": Worth(ambiance=(0.0, 1.0))}, "ambiance: expected a worth for each of 6 spaces"),
        ({"alternatives": -1}, "alternatives -1"),
    ],
)
def test_a_question_that_makes_no_sense_is_refused_in_words(asked, said):
    with pytest.raises(ProblemError, match=said):
        best_activation(GOOD, **asked)


def test_actions_outside_the_stage_and_the_colours_are_refused():
    assert "no space number 99" in GOOD.refusal(Action(((99, 1),)))
    assert "no wearer number 5" in GOOD.refusal(Action((), ((5, 1),)))
    assert "no colour number 9" in GOOD.refusal(Action(((0, 9),)))


@pytest.mark.parametrize(("colour", "number"), [("purple", 4), ("blue", 3), ("green", 3)])
def test_three_and_more_pieces_of_a_colour_count_on_their_track(colour, number):
    """Random cases rarely want so many; here nothing else is on offer and the last step pays most."""
    index = COLOURS.index(colour)
    offer = tuple(number * (other == index) for other in range(6))
    alone = replace(
        GOOD,
        kind="dresser",
        budget=number * VALUES[index + 1],
        set_offer=offer,
        rivals=(number, 5),
        ambiance=0,
        supply=2,
    )
    rising = (0.0, 0.1, 0.0, 0.2, 0.3, 2.0)
    worth = Worth(tokens=1.0, ambiance=rising, rivals=rising[::-1], purple_left=-0.3, piece=0.01)
    assert agree(alone, worth)
    assert len(best_activation(alone, worth).best.action.pieces) == number

"""The placement optimiser beside a second writing of the rules (`slow_placement`), at every budget of the game."""

from hypothesis import event, given
from placement_campaign import cases, listed
from placement_tools import activations, worths
from slow_placement import TooLarge, best_gain

from deduce_models.shakespeare.activation import SCALE
from deduce_models.shakespeare.placement import best_activation

LIMIT = 10_000
"""Ways on a stage that the slow search tries in one example; the campaign tries far more."""


def agree(activation, worth):
    """All methods have the slow value and a certificate that holds; False when it is too slow to know."""
    proved = best_activation(activation, worth, method="cp-sat")
    usual = best_activation(activation, worth)
    assert proved.certified()
    assert usual.certified()
    assert proved.value == usual.value
    assert listed(activation, worth, number=1) in (None, [proved.value])
    try:
        gain, _ = best_gain(activation, worth, limit=LIMIT)
    except TooLarge:
        return False
    assert round(gain * SCALE) == round(proved.gain * SCALE)
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

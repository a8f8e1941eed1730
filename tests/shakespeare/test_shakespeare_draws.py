"""What draws of objectives are worth: against every order of the deck; which goes under the deck first."""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.games.base import CHANCE
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.advice.day import CLOSE
from deduce_models.shakespeare.advice.deck import ObjectiveDeck
from deduce_models.shakespeare.advice.evaluation import Evaluation
from deduce_models.shakespeare.advice.growth import chances_of
from deduce_models.shakespeare.advice.keeping import parted
from deduce_models.shakespeare.advice.plan_state import plan_state
from deduce_models.shakespeare.advice.weights import ALONE, TRUSTED, Weights
from deduce_models.shakespeare.bound.draws import scripted, solo_script
from deduce_models.shakespeare.components.parts import DATA, METRICS
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.objectives import laid_out, next_objectives
from deduce_models.shakespeare.rules.state import State, start


def slow_worth(fresh: Sequence[float], under: Sequence[float], draws: int) -> float:
    """The mean over all orders of the fresh cards of the sum of the best of three, and three, ... from the top."""
    totals = []
    for order in itertools.permutations(fresh):
        pile = [*order, *under]
        totals.append(sum(max(pile[3 * draw : 3 * draw + 3], default=0.0) for draw in range(draws)))
    return sum(totals) / len(totals)


VALUES = st.lists(st.floats(0, 3), max_size=5)


@given(VALUES, VALUES, st.integers(0, 4))
def test_draws_are_worth_the_mean_over_all_orders(
    fresh: list[float], under: list[float], draws: int
) -> None:
    """What is unseen comes in any order, what went under the deck in its own."""
    values = [*fresh, *under]
    deck = ObjectiveDeck(tuple(range(len(fresh))), tuple(range(len(fresh), len(values))))
    assert deck.worth(values.__getitem__, draws) == pytest.approx(slow_worth(fresh, under, draws))


def test_known_cards_fill_a_draw_of_few_unseen_ones() -> None:
    """One unseen card and two known ones are drawn together."""
    deck = ObjectiveDeck((0,), (1, 2, 3))
    assert deck.worth((1.0, 0.0, 3.0, 2.0).__getitem__, 1) == 3.0
    assert deck.worth((1.0, 0.0, 3.0, 2.0).__getitem__, 2) == 5.0


@pytest.mark.parametrize("metric", range(len(METRICS)), ids=METRICS)
def test_growth_is_a_chance(metric: int) -> None:
    """Every row is a distribution, the last day leaves things as they are, and long games are taken like six days."""
    for left in range(1, 9):
        row = chances_of(ALONE, metric, left)
        assert sum(row) == pytest.approx(1)
        assert min(row) >= 0
        assert row == chances_of(ALONE, metric, min(6, left))
    assert chances_of(ALONE, metric, 0) == (1.0,)
    guessed = chances_of(Weights(), metric, 2)
    assert sum(more * chance for more, chance in enumerate(guessed)) == pytest.approx(
        2 * (Weights().growth or ())[metric], abs=1e-3
    )


def test_growth_is_shipped_for_every_metric() -> None:
    """Six rows each."""
    shipped = tomllib.loads((DATA / "growth.toml").read_text(encoding="utf-8"))["held"]
    assert {name.replace(" ", "_") for name in METRICS} == set(shipped) - {"provenance", "reason"}
    assert all(len(shipped[name.replace(" ", "_")]) == 6 for name in METRICS)


def _asking(draws: int, phase: int) -> State:
    """A game whose Queen draws whenever she can, until so many draws were begun, at this phase of the last."""
    setup = GAME.new(players=1).setup
    script, state = solo_script(31, setup), start(setup)
    while not (state.phase == phase and len(state.dealings) == draws):
        if state.actor is CHANCE:
            state = state.play(scripted(state, script))
            continue
        moves = state.moves()
        asked = [move for move in moves if move.text == "activate queen objectives"]
        passing = [move for move in moves if move.text == "pass"]
        awake = [move for move in moves if move.text == "awake queen"]
        state = state.play((asked or awake or passing or list(moves))[0])
    return state


def test_what_goes_under_the_deck_first_is_found_by_every_order() -> None:
    """The two orders differ in value by what the draws of the days that are left bring, and advice takes the better."""
    state = _asking(3, phases.UNDER)
    view = state.view(1)
    fresh, under = laid_out(view.setup, view.dealings)
    assert (len(fresh), len(under)) == (1, 4)
    evaluation = Evaluation(view, 1, ALONE)
    counts = evaluation.expected_counts(plan_state(view, 1))
    worth = [evaluation.objective_value(item, counts) for item in view.setup.all_objectives]
    one, other = view.moves
    totals = [
        slow_worth([worth[fresh[0]]], [worth[item] for item in (*under, *order)], evaluation.left)
        for order in ((one.item, other.item), (other.item, one.item))
    ]
    assert evaluation.left >= 2
    assert totals[0] != pytest.approx(totals[1])
    trust = ALONE.trust[evaluation.left - 1][TRUSTED.index("objectives")]
    found = {choice.move: choice.value for choice in parted(view, ALONE, CLOSE, kept=False)}
    assert found[one] - found[other] == pytest.approx(trust * (totals[0] - totals[1]))
    assert GAME.advise(view)[0].move == (one if totals[0] > totals[1] else other)


def test_next_objectives_are_the_top_of_what_is_laid_out() -> None:
    """One order of the deck: fresh cards, or the first of those under it."""
    state = _asking(4, phases.KEEP)
    fresh, under = laid_out(state.setup, state.dealings)
    assert not fresh
    assert next_objectives(state.setup, state.dealings) == under[:1]

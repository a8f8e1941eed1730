"""What draws of objectives are worth: against every order of the deck; which goes under the deck first."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.games.base import CHANCE
from deduce.ground.errors import ProblemError
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.advice import features, flat
from deduce_models.shakespeare.advice.learned import learned
from deduce_models.shakespeare.advice.plain_value import PlainValue
from deduce_models.shakespeare.bound.draws import rest_script, scripted, solo_script
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


def just_lasting() -> State:
    """A third day whose deck and bags hold as much as will be drawn."""
    state, rng = start(GAME.new(players=1).setup), random.Random(3)
    while state.day < 3:
        state = state.play(state.draw(rng) if state.actor is CHANCE else rng.choice(list(state.moves())))
    later = state.setup.parts.days - state.day
    return state._replace(deck=state.deck[: later * state.setup.shown], discard=())


def test_a_deck_that_just_lasts_is_dealt_to_the_end() -> None:
    state = just_lasting()
    script = rest_script(state, random.Random(3))
    later = state.setup.parts.days - state.day
    assert sorted(card for day in script.displays[-later:] for card in day) == sorted(state.deck)


@pytest.mark.parametrize("name", ["deck", "set_bag", "costume_bag"])
def test_there_is_no_script_where_one_card_or_element_is_missing(name: str) -> None:
    """Of cards it was refused where a whole day of them was missing, else a game could not be played to its end."""
    state = just_lasting()
    left = list(getattr(state, name))
    if name == "deck":
        left.pop()
    else:
        left[left.index(max(left))] -= 1
    with pytest.raises(ProblemError, match="do not last"):
        rest_script(state._replace(**{name: tuple(left)}), random.Random(3))


VALUES = st.lists(st.integers(0, 3000), max_size=5)


def worth_of(fresh: Sequence[int], under: Sequence[int], draws: int) -> int:
    """What the plain twin of the kernel says of draws from a deck of these (`test_shakespeare_learned` holds both)."""
    setup, at = GAME.new(players=1).setup, flat.position(start(GAME.new(players=1).setup), 1)
    flat.deck(at, (), range(len(fresh)), range(len(fresh), len(fresh) + len(under)))
    row = [0] * features.SIZE
    value = PlainValue(flat.frame(setup), at, row, [0] * len(setup.people))
    return value._drawn(dict(enumerate([*fresh, *under])), draws)


@given(VALUES, VALUES, st.integers(0, 4))
def test_draws_are_worth_the_mean_over_all_orders(fresh: list[int], under: list[int], draws: int) -> None:
    """What is unseen comes in any order, what went under the deck in its own; a draw loses less than a thousandth."""
    exact = slow_worth(fresh, under, draws)
    assert exact - draws <= worth_of(fresh, under, draws) <= exact + 1e-9


def test_known_cards_fill_a_draw_of_few_unseen_ones() -> None:
    """One unseen card and two known ones are drawn together."""
    assert worth_of([1000], [0, 3000, 2000], 1) == 3000
    assert worth_of([1000], [0, 3000, 2000], 2) == 5000


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


def test_what_goes_under_the_deck_first_is_what_is_worth_more_held() -> None:
    """It comes back first. Where the two are worth the same by every order of the deck, either may go first."""
    state = _asking(3, phases.UNDER)
    view = state.view(1)
    fresh, under = laid_out(view.setup, view.dealings)
    assert (len(fresh), len(under)) == (1, 4)
    worth = {}
    for move in view.moves:
        at = flat.position(view, 1)
        flat.deck(at, [*view.objectives, move.item], fresh, under)
        worth[move] = learned(view.setup).worth(at)[0]
    one, other = sorted(worth, key=lambda move: -worth[move])
    assert worth[one] > worth[other]
    assert GAME.advise(view)[0].move == one


def test_next_objectives_are_the_top_of_what_is_laid_out() -> None:
    """One order of the deck: fresh cards, or the first of those under it."""
    state = _asking(4, phases.KEEP)
    fresh, under = laid_out(state.setup, state.dealings)
    assert not fresh
    assert next_objectives(state.setup, state.dealings) == under[:1]

"""The penalty for what nobody can know: its mean is 0 whatever was seen before, and decisions are those of the game."""

import itertools
import math
import random
from dataclasses import replace

import pytest

from benchmarks import shakespeare_unknowing as unknowing
from deduce.games.base import CHANCE
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.bound.draws import scripted, solo_script
from deduce_models.shakespeare.rules.state import start

SETUP = GAME.new(players=1).setup


def offers(left, drawn):
    """Every offer of so many elements from a bag, with its chance."""
    whole = math.comb(sum(left), drawn)
    for offer in itertools.product(*(range(min(drawn, count) + 1) for count in left)):
        if sum(offer) == drawn:
            yield offer, math.prod(map(math.comb, left, offer)) / whole


@pytest.mark.parametrize("day", [1, 4, 5])
def test_the_mean_of_the_news_over_all_that_can_be_drawn_is_nothing(day):
    script = solo_script(3, SETUP)
    left = [count - sum(offer[c] for offer in script.sets[:day]) for c, count in enumerate(SETUP.bag)]
    total, certain = [0.0] * 6, 0.0
    for offer, chance in offers(left, SETUP.drawn):
        sets = (*script.sets[:day], offer, *script.sets[day + 1 :])
        seen = unknowing.news(SETUP, replace(script, sets=sets), day)[:6]
        total = [have + chance * more for have, more in zip(total, seen, strict=True)]
        certain += chance
    assert certain == pytest.approx(1)
    assert total == pytest.approx([0.0] * 6)

    cards = [card for shown in script.displays[day:] for card in shown]
    cards += [card for card in range(len(SETUP.parts.deck)) if card not in script.draft]
    gone = {*script.draft, *(card for shown in script.displays[:day] for card in shown)}
    rest = sorted({*cards} - gone)
    rows = []
    for shown in itertools.combinations(rest, SETUP.shown) if day == 5 else ():
        displays = (*script.displays[:day], shown, *script.displays[day + 1 :])
        rows.append(unknowing.news(SETUP, replace(script, displays=displays), day)[12:18])
    assert all(abs(sum(column)) < 1e-9 for column in zip(*rows, strict=True))

    later = script.objectives[3 * day :]
    rows = [
        unknowing.news(SETUP, replace(script, objectives=(*script.objectives[: 3 * day], *order)), day)[18:]
        for order in itertools.permutations(later)
        if day > 1
    ] or [
        unknowing.news(SETUP, replace(script, objectives=(*script.objectives[:3], *first, *rest)), 1)[18:]
        for first in itertools.combinations(later, 3)
        for rest in [[item for item in later if item not in first]]
    ]
    assert all(abs(sum(column)) < 1e-9 for column in zip(*rows, strict=True))
    assert any(map(any, rows)) == (day < 3)


def test_decisions_are_those_of_the_game():
    """A careless game fixed in the model: what the penalty counts is what was done by each evening."""
    pytest.importorskip("ortools")
    from deduce_models.shakespeare.bound.casting import coarsely
    from deduce_models.shakespeare.bound.model import GameModel

    rng, script = random.Random(5), solo_script(5, SETUP)
    state, played = start(SETUP), []
    while state.actor is not None:
        chance = state.actor is CHANCE
        move = scripted(state, script) if chance else rng.choice(list(state.moves()))
        if not chance:
            played.append((state.view(1), move))
        state = state.play(move)
    model, coarse = (GameModel(SETUP, script, coarse=small) for small in (False, True))
    values = {variable.index: value for variable, value in coarsely(model, coarse, played)}
    for day in range(1, SETUP.parts.days):
        done = [
            sum(factor * values[variable] for variable, factor in row.items())
            for row in unknowing.decisions(coarse, day)
        ]
        until = [(view, move) for view, move in played if view.day <= day]
        come = [
            move for _, move in until if move.text.split()[0] in ("draft", "recruit") and not move.place
        ]
        kinds = [SETUP.parts.deck[move.item].kind for move in come]
        assert done[:6] == [kinds.count(kind) for kind in unknowing.KINDS]
        acting = [
            SETUP.people[move.item].kind
            for view, move in until
            if view.day == day and move.text.startswith("activate")
        ]
        assert done[6:12] == [acting.count(kind) for kind in unknowing.ACTING]
        taken = [move.text.split()[0] + str(move.item) for _, move in until]
        wanted = [taken.count(f"{what}{colour}") for what in ("set", "costume") for colour in range(1, 7)]
        assert done[12:] == wanted


def test_without_prices_it_is_the_linear_bound_and_prices_count():
    pytest.importorskip("ortools")
    import numpy as np

    from deduce.backends.relaxation import linear_bound
    from deduce_models.shakespeare.bound.model import GameModel

    case = unknowing.Case(SETUP, 2)
    none = np.zeros((case.shape[1], case.news.shape[1]))
    value, made = case.bound(none, np.zeros(case.shape))
    model = GameModel(SETUP, solo_script(2, SETUP), coarse=True)
    assert value == pytest.approx(linear_bound(model.model), abs=1e-4)
    assert made.shape == case.shape
    assert made.min() >= 0
    # Whatever is paid for it, the best solution of before can still be had at its own price.
    prices = np.full_like(none, 0.05)
    paid = float(((made.T @ case.news) * prices).sum())
    assert case.bound(prices, np.zeros(case.shape))[0] >= value - paid - 1e-4

"""What chance draws comes as often as its outcomes say, in whatever order cards came; hands that there can be."""

import random
from collections import Counter
from itertools import permutations, product

import pytest

from deduce.records.form import Event
from deduce.rulebook import Rulebook
from deduce.rulebook.fields import _hands, _unlike


class Evenly(random.Random):
    """Gives the middle of each of so many equal parts, one after another."""

    def __init__(self, parts):
        super().__init__(1)
        self.left = iter([(part + 0.5) / parts for part in range(parts)])

    def random(self):
        return next(self.left)


class Drawing(Rulebook):
    """Cards are put into a hand in some order, and one of them is drawn out of it."""

    name, title, seats = "drawing", "Drawing", range(1, 2)
    order = ("elm", "ash", "oak", "elm")
    hand = True

    def rules(self, t):
        x = t.variable("x", (1, 2, 3))
        deck = t.deck("deck", {"ash": 1, "oak": 1, "elm": 2})
        hand = t.zone("hand", 1)
        for card in self.order:
            t.put(hand, t.take(deck, card))
        yield t.draw(hand if self.hand else deck, to=t.zone("row"))
        yield t.deal(x)
        yield t.roll("die", {1: 1, 2: 3})
        yield t.sense(1, x, {n: {"a": 0.25 * n, "b": 1 - 0.25 * n} for n in (1, 2, 3)}, "smell")
        return [0]


def drawn(state, parts):
    """How often each move comes, of so many draws spread evenly."""
    rng = Evenly(parts)
    return Counter(str(state.draw(rng)) for _ in range(parts))


@pytest.mark.parametrize("order", [*permutations(("ash", "oak", "elm"))])
def test_every_move_comes_as_often_as_its_chance(order):
    game = Drawing()
    game.order = (*order, "elm")
    state = game.new(players=1)
    while state.actor is not None:
        outcomes = {str(move): chance for move, chance in state.outcomes()}
        assert sum(outcomes.values()) == pytest.approx(1)
        assert drawn(state, 24) == {text: round(24 * chance) for text, chance in outcomes.items()}
        state = state.play(next(iter(outcomes)))


def test_the_order_in_which_cards_came_into_a_hand_does_not_matter():
    found = set()
    for order in permutations(Drawing.order):
        game = Drawing()
        game.order = order
        state = game.new(players=1)
        found.add(tuple(str(state.draw(random.Random(seed))) for seed in range(12)))
        assert [str(move) for move, _ in state.outcomes()] == [
            f"draw {card} to row" for card in ("ash", "oak", "elm")
        ]
    assert len(found) == 1


def test_the_last_card_of_a_deck_is_the_one_below():
    class Below(Rulebook):
        name, title, seats = "below", "Below", range(1, 2)

        def rules(self, t):
            deck = t.deck("deck", {"ash": 1, "elm": 1, "oak": 1})
            row = t.zone("row")
            for card in [t.take(deck, card) for card in ("elm", "oak")]:
                t.put(deck, card, under=True)
            for _ in range(3):
                yield t.draw(deck, to=row)
            return [0]

    state = Below().new(players=1)
    for card in ("ash", "elm", "oak"):  # what was laid below first is drawn first of what lies there
        assert {str(move): chance for move, chance in state.outcomes()} == {f"draw {card} to row": 1.0}
        state = state.play(f"draw {card} to row")


@pytest.mark.parametrize("size", range(6))
def test_every_hand_of_a_deck_comes_once_in_its_order(size):
    copies = {"c": 2, "a": 1, "b": 3}
    every = {tuple(sorted(hand, key=[*copies].index)) for hand in product(copies, repeat=size)}
    possible = {hand for hand in every if all(hand.count(card) <= copies[card] for card in copies)}
    found = [*_hands(copies, size)]
    assert set(found) == possible
    assert len(found) == len(possible)


def test_events_come_once_and_none_is_called_like_another():
    ask, other = Event("ask", "ask"), Event("ask", "ask me")
    bob = Event("ask", "ask", who="Bob")
    found = [*_unlike([ask, other, ask, Event("tell", "tell"), Event("ask", "ask you"), other, bob])]
    assert [(event.name, event.head) for event in found] == [
        ("ask", "ask"), ("ask …", "ask me"), ("tell", "tell"), ("ask … …", "ask you"),
        ("Bob: ask", "ask"),
    ]  # fmt: skip

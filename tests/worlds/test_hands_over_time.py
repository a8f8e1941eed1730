"""Hands drawn over time with passes: the example's model against all orders of a small deck, and in both forms."""

import runpy
from collections import Counter
from itertools import permutations, product
from pathlib import Path
from random import Random

import pytest

import deduce
from deduce.worlds.compile import compile_diagram
from deduce.worlds.deal import deal_of

Evening = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "hands" / "passes.py"))["Evening"]
DECK, SEATS, CODES = range(7), ("A", "B"), range(4)


def a_random_evening(seed):
    """The evening as everybody saw it, and what happened as a list, told by one true order of the deck."""
    random = Random(seed)
    evening = Evening(DECK, SEATS, CODES)
    order = random.sample(DECK, len(DECK))
    true_codes = random.sample(CODES, len(SEATS))
    hands = {seat: set() for seat in SEATS}
    happened = []

    def draw(seat, number):
        evening.draw(seat, number)
        happened.append(("draw", seat, number))
        for _ in range(number):
            hands[seat].add(order.pop())

    for seat in SEATS:
        draw(seat, 2)
    for turn in range(6):
        seat, code = SEATS[turn % 2], true_codes[turn % 2]
        shift = random.randrange(3)

        def fits(c, card, shift=shift):
            return (c * card + c + card + shift) % 3 != 0

        if all(fits(code, card) for card in hands[seat]):
            evening.passed(seat, fits)
            happened.append(("pass", seat, fits))
        else:
            card = random.choice(sorted(hands[seat]))
            hands[seat].discard(card)
            evening.play(seat, card)
            happened.append(("play", seat, card))
            if order:
                draw(seat, 1)
    return evening, happened


def by_brute_force(happened):
    """The weights of codes, and of who drew each card, over all orders of the deck and all codes."""
    codes, places, total = Counter(), Counter(), 0
    for order in permutations(DECK):
        left, hands, owner = list(order), {seat: set() for seat in SEATS}, dict.fromkeys(DECK, "deck")
        proofs = []
        for kind, seat, what in happened:
            if kind == "draw":
                for _ in range(what):
                    card = left.pop()
                    hands[seat].add(card)
                    owner[card] = seat
            elif kind == "play":
                if what not in hands[seat]:
                    break
                hands[seat].discard(what)
            else:
                proofs.append((SEATS.index(seat), what, frozenset(hands[seat])))
        else:
            for pair in product(CODES, repeat=2):
                if pair[0] != pair[1] and all(fits(pair[s], c) for s, fits, hand in proofs for c in hand):
                    total += 1
                    codes.update(enumerate(pair))
                    places.update(owner.items())
    return total, codes, places


@pytest.mark.parametrize("seed", range(12))
def test_an_evening_is_that_of_all_orders_of_the_deck(seed):
    evening, happened = a_random_evening(seed)
    k = evening.knowledge()
    problem = k.problem
    stated = [statement.content for statement in k.statements]
    dealt = deal_of(problem.scope, stated, compile_diagram)
    diagram = compile_diagram(problem.scope, stated)
    assert dealt.count() == diagram.count() == k.count()
    total, codes, places = by_brute_force(happened)
    where, code = problem["where"], problem["code"]
    for form in (dealt, diagram):
        for number, seat in enumerate(SEATS):
            chances = form.marginals(code[seat])
            assert chances == pytest.approx(
                {c: codes[number, c] / total for c in CODES if codes[number, c]}
            )
        for card in DECK:
            chances = Counter()
            for place, p in form.marginals(where[card]).items():
                chances[place if place == "deck" else place[0]] += p
            assert {w: p for w, p in chances.items() if p} == pytest.approx(
                {w: n / total for (c, w), n in places.items() if c == card}
            )


def test_passes_happen_and_stretches_are_divided():
    """The random evenings are not empty: some have passes, and hands that are spoken of more than once."""
    evenings = [a_random_evening(seed)[0] for seed in range(12)]
    assert sum(len(evening.passes) for evening in evenings) >= 8
    assert any(len(stretches) > 1 for evening in evenings for stretches in evening.drawn.values())
    assert deduce.compile(evenings[0].knowledge().problem).count() > 0

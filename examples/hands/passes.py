"""Hands that nobody sees, over time: what a pass proves of a hand, and of a code behind it. Exact.

A deck of 36 cards, three players with three cards each and a secret code of 24. Who plays shows a card and draws another;
nobody sees which of the drawn cards it was. Who passes proves that *no* card of the hand could be played: each of them
fits the code. So a pass tells something of the code, of three unseen cards at one time, and of what may be played later.

The model is "where is this card": one variable a card, exact counts a place. A place is a stretch of draws of one player:
all draws before the first word about that hand as a whole, and from then on a new stretch whenever the hand is
spoken of again: a pass, or a card that leaves it. A card that was played came in by one of the stretches before; a pass
is one condition a card. Nothing is laid out, neither hands nor orders of the deck.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import reduce
from operator import and_
from random import Random

from deduce import AllDifferent, Exactly, Knowledge, Problem

Card = Hashable
Place = tuple[str, int]


class Evening:
    """What everybody sees of the hands: draws, cards played, passes. `knowledge` is what follows."""

    def __init__(self, deck: Iterable[Card], seats: Sequence[str], codes: Iterable[Hashable]) -> None:
        self.deck, self.seats, self.codes = tuple(deck), tuple(seats), tuple(codes)
        self.drawn: dict[str, list[int]] = {seat: [0] for seat in seats}  # how many in each stretch
        self.spoken = dict.fromkeys(seats, False)  # of the hand as a whole, ever
        self.closed = dict.fromkeys(seats, False)  # the next draw begins a new stretch
        self.played: dict[Card, tuple[str, int]] = {}  # by whom, out of how many of the stretches
        self.passes: list[tuple[str, int, frozenset[Card], Callable[[Hashable, Card], bool]]] = []

    def draw(self, seat: str, number: int = 1) -> None:
        """So many cards came from the deck into a hand."""
        if self.closed[seat] and self.drawn[seat][-1]:
            self.drawn[seat].append(0)
        self.closed[seat] = False
        self.drawn[seat][-1] += number

    def play(self, seat: str, card: Card) -> None:
        """A card left a hand, face up."""
        self.played[card] = (seat, len(self.drawn[seat]))
        self.closed[seat] = self.spoken[seat]

    def passed(self, seat: str, fits: Callable[[Hashable, Card], bool]) -> None:
        """Every card of the hand fits the code, as things are on the table now."""
        self.passes.append((seat, len(self.drawn[seat]), frozenset(self.played), fits))
        self.spoken[seat] = self.closed[seat] = True

    def knowledge(self) -> Knowledge:
        """Variables ``where[card]`` and ``code[seat]``; rules for the counts, observations for what was seen."""
        problem = Problem("evening")
        places: list[Place] = [(s, i) for s in self.seats for i in range(len(self.drawn[s]))]
        where = problem.variables("where", self.deck, ["deck", *places])
        code = problem.variables("code", self.seats, self.codes)
        problem.require(AllDifferent(code), "every code is dealt once")
        for seat, stretch in places:
            problem.require(Exactly(self.drawn[seat][stretch], where, (seat, stretch)), f"what {seat} drew")
        k = Knowledge(problem)
        for card, (seat, stretches) in self.played.items():
            k = k.observe(where[card].is_in([(seat, i) for i in range(stretches)]), f"{seat} played {card}")
        for seat, stretches, gone, fits in self.passes:
            held = [(seat, i) for i in range(stretches)]
            each = [
                where[card].is_in(held) >> code[seat].is_in([c for c in self.codes if fits(c, card)])
                for card in self.deck
                if card not in gone
            ]
            k = k.observe(reduce(and_, each), f"{seat} passed")
        return k


def main() -> None:
    random = Random(5)
    deck = [(a, b, c, d) for a in range(3) for b in range(3) for c in range(2) for d in range(2)]
    kinds = [(type_, step) for type_ in range(4) for step in range(3)]  # "characteristic 2 goes one on"
    codes = [(kind, half) for kind in kinds for half in (0, 1)]

    def after(last: Card) -> Callable[[Hashable, Card], bool]:
        def fits(code: Hashable, card: Card) -> bool:
            (which, step), half = code
            return (card[which] - last[which]) % 3 == step and sum(card) % 2 == half  # type: ignore[index]

        return fits

    evening = Evening(deck, ["Ann", "Bob", "Cid"], codes)
    for seat in evening.seats:
        evening.draw(seat, 3)
    shown = random.sample(deck, 4)
    evening.play("Ann", shown[0])
    evening.draw("Ann")
    evening.passed("Bob", after(shown[0]))
    for seat, card in (("Cid", shown[1]), ("Ann", shown[2]), ("Bob", shown[3])):
        evening.play(seat, card)
        evening.draw(seat)
    k = evening.knowledge()
    print(f"{k.count():,} ways of dealing cards and codes, every one of them equally likely")
    where, code = k.problem["where"], k.problem["code"]
    best = sorted(k.marginals(code["Bob"]).items(), key=lambda item: -item[1])[:3]
    print("Bob's code after one pass:", ", ".join(f"{c} {p:.1%}" for c, p in best), "...")
    card = next(c for c in deck if c not in shown)
    print(f"where card {card} is:", {place: f"{p:.1%}" for place, p in k.marginals(where[card]).items()})


if __name__ == "__main__":
    main()

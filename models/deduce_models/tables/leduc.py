"""Leduc poker: six cards, two rounds of betting, a card for everybody between them.

F. Southey and others, "Bayes' bluff: opponent modelling in poker" (2005). The first player loses about 0.0856 a game
when both play well.
"""

from __future__ import annotations

from typing import Any

from deduce import AllDifferent
from deduce.ground.compat import override
from deduce.rulebook import EVERYBODY, Rulebook, Table, worded

RANKS = ("jack", "queen", "king")
CARDS = tuple(f"{rank} of {suit}" for rank in RANKS for suit in ("hearts", "spades"))


def rank(card: str) -> int:
    """0 for a jack, 1 for a queen, 2 for a king."""
    return RANKS.index(card.split()[0])


class Leduc(Rulebook):
    """Two players, an ante of 1, raises of 2 before and 4 after the open card, at most two a round."""

    name, title, seats = "leduc", "Leduc poker", range(2, 3)
    texts = worded({
        "card": ("Karte", "карта"), "open card": ("offene Karte", "открытая карта"),
        "fold": ("folds", "steigt aus", "пас"), "call": ("calls", "geht mit", "уравнивает"),
        "check": ("checks", "schiebt", "чек"), "raise": ("raises", "erhöht", "повышает"), "jack": ("Bube", "валет"),
        "queen": ("Dame", "дама"), "king": ("König", "король"), "hearts": ("Herz", "червей"),
        "spades": ("Pik", "пик"), "{rank} of {suit}": ("{suit} {rank}", "{rank} {suit}"),
        "each card exists once": ("jede Karte gibt es einmal", "каждая карта одна"),
    })  # fmt: skip

    @override
    def rules(self, t: Table) -> Any:
        card = t.variables("card", t.seats, CARDS)
        board = t.variable("open card", CARDS)
        t.require(AllDifferent([*card.values(), board]), "each card exists once")
        yield t.deal(card)
        for seat in t.seats:
            t.show(seat, card[seat])
        t.open.paid = {1: 1, 2: 1}
        for stake in (2, 4):
            if stake == 4:
                yield t.deal(board)
                common = t.show(EVERYBODY, board)
            folded = yield self.betting(t, stake)
            if folded:
                lost = t.open.paid[folded]
                return (-lost, lost) if folded == 1 else (lost, -lost)
        held = {seat: rank(t.show(EVERYBODY, card[seat])) for seat in t.seats}
        strength = {seat: (held[seat] == rank(common), held[seat]) for seat in t.seats}
        if strength[1] == strength[2]:
            return 0, 0
        won = t.open.paid[1]
        return (won, -won) if strength[1] > strength[2] else (-won, won)

    def betting(self, t: Table, stake: int) -> Any:
        """One round; gives the seat that folds, or 0."""
        paid, seat, raises, acted = t.open.paid, 1, 0, 0
        while True:
            other = 3 - seat
            behind = paid[seat] < paid[other]
            verbs = [*(["fold"] if behind else []), "call" if behind else "check"]
            done = yield t.choose(seat, verbs + ["raise"] * (raises < 2))
            if done == "fold":
                return seat
            paid[seat] = paid[other]
            acted += 1
            if done == "raise":
                paid[seat] += stake
                raises += 1
            elif acted > 1:
                return 0
            seat = other


GAME = Leduc()

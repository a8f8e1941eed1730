"""Kuhn poker: three cards, one bet; the smallest game in which bluffing is right.

H. W. Kuhn, "A simplified two-person poker" (1950). The first player loses 1/18 a game when both play well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from deduce import AllDifferent
from deduce.ground.compat import override
from deduce.rulebook import EVERYBODY, Rulebook, Table, worded
from deduce.rulebook.sayings import Saying


class Kuhn(Rulebook):
    """Two players, cards 1 to 3, an ante and a bet of 1."""

    name, title, seats = "kuhn", "Kuhn poker", range(2, 3)
    texts = worded({
        "card": ("Karte", "карта"), "pass": ("passes", "passt", "пас"), "bet": ("bets", "setzt", "ставит"),
        "each card exists once": ("jede Karte gibt es einmal", "каждая карта одна"),
        "the first card is higher": ("die erste Karte ist höher", "первая карта старше"),
    })  # fmt: skip
    words: ClassVar[Mapping[str, Sequence[str]]] = {"pass": ["check", "fold"], "bet": ["call"]}
    said: ClassVar[Sequence[Saying]] = ((r"\bfirst card is lower\b(?!:)", "first card is higher: no"),)

    @override
    def rules(self, t: Table) -> Any:
        card = t.variables("card", t.seats, (1, 2, 3))
        t.require(AllDifferent(card), "each card exists once")
        yield t.deal(card)
        for seat in t.seats:
            t.show(seat, card[seat])
        line = ""
        while line not in ("pp", "bb", "bp", "pbb", "pbp"):
            line += yield t.choose(len(line) % 2 + 1, {"pass": "p", "bet": "b"})
        pot = 2 if line.endswith("bb") else 1
        if line == "bp":
            return pot, -pot
        if line == "pbp":
            return -pot, pot
        first = t.tell(EVERYBODY, card[1] > card[2], "the first card is higher")
        return (pot, -pot) if first else (-pot, pot)


GAME = Kuhn()

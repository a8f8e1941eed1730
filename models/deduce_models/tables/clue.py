"""Clue: who, with what, where; suggestions are answered by showing a card to the one who asks.

The names are those of the American edition; the board is left out: every room can be suggested from everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, ClassVar

from deduce import Exactly
from deduce.ground.compat import override
from deduce.ground.wording import many
from deduce.rulebook import EVERYBODY, Rulebook, Table

__all__ = ["GAME", "Clue"]

KINDS = {
    "suspect": ("green", "mustard", "peacock", "plum", "scarlett", "white"),
    "weapon": ("candlestick", "knife", "pipe", "revolver", "rope", "wrench"),
    "room": (
        *("ballroom", "billiard", "conservatory", "dining", "hall"),
        *("kitchen", "library", "lounge", "study"),
    ),
}
CARDS = [card for names in KINDS.values() for card in names]
TRIPLES = list(product(*KINDS.values()))
CHOICES = {f"{verb} {' '.join(each)}": (verb, each) for verb in ("suggest", "accuse") for each in TRIPLES}
ENVELOPE, ROUNDS = "envelope", 20


class Clue(Rulebook):
    """Whoever accuses rightly wins; whoever accuses wrongly only answers from then on."""

    name, title, seats = "clue", "Clue", range(2, 7)
    words: ClassVar[Mapping[str, Sequence[str]]] = {"suggest": ["ask"]}

    @override
    def rules(self, t: Table) -> Any:
        n = len(t.seats)
        holder = t.variables("holder", CARDS, [ENVELOPE, *map(t.name, t.seats)])
        for kind, names in KINDS.items():
            t.require(
                Exactly(1, [holder[card] for card in names], ENVELOPE), f"one {kind} is in the envelope"
            )
        for seat in t.seats:
            size = (len(CARDS) - 3 + n - seat) // n
            t.require(Exactly(size, holder, t.name(seat)), f"{t.name(seat)} has {many(size, 'card')}")
        yield t.deal(holder)
        for seat in t.seats:
            t.which(
                seat,
                {card: holder[card] == t.name(seat) for card in CARDS},
                f"{t.name(seat)} is dealt {{}}",
            )
        t.open.turn, t.open.turns, t.open.out = 1, 0, []
        return self.one_turn

    def one_turn(self, t: Table) -> Any:
        """A seat suggests or accuses."""
        o, holder = t.open, t.recall("holder")
        me, n = o.turn, len(t.seats)
        verb, asked = yield t.choose(me, t.once("choices", lambda: CHOICES))
        if verb == "suggest":
            yield self.disproved(t, holder, me, asked)
        else:
            who, what, where = asked
            right = (holder[who] == ENVELOPE) & (holder[what] == ENVELOPE) & (holder[where] == ENVELOPE)
            if t.tell(EVERYBODY, right, f"it was {' '.join(asked)}"):
                return [float(seat == me) for seat in t.seats]
            o.out.append(me)
        o.turns += 1
        if len(o.out) == n or o.turns == ROUNDS * n:
            return [0.0] * n
        o.turn = next(seat for step in range(n) if (seat := (me + step) % n + 1) not in o.out)
        return self.one_turn

    def disproved(self, t: Table, holder: Any, me: int, asked: tuple[str, ...]) -> Any:
        """The others, from the left, until one has a card to show."""
        n = len(t.seats)
        for step in range(1, n):
            other = (me + step - 1) % n + 1
            has = {card: holder[card] == t.name(other) for card in asked}
            who, what, where = has.values()
            said = f"{t.name(other)} can show {' '.join(asked)}"
            if t.tell(EVERYBODY, who | what | where, said):
                shown = {card: (fact, card) for card, fact in has.items()}
                yield t.choose(other, shown, seen_by=me, aside=True)
                return


GAME = Clue()

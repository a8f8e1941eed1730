"""Laying: notes that begin with a position typed in, for authors who want that in a game of their own.

Everybody lays a card of two in turn. After a line ``position`` notes say what lies on the table, in any order, in place
of all that was played before; the writer's cards and moves follow.
"""

from dataclasses import dataclass

from deduce.games import check_game
from deduce.records.positions import Kind, Part, Told
from deduce.rulebook import Foretold, Rulebook

CARDS = range(1, 8)
LINES = Part("laid CARD+"), Part("holds SEAT: COUNT"), Part("turn SEAT")


class Laying(Rulebook):
    name, title, seats = "laying", "Laying", range(2, 4)

    def rules(self, t):
        set_out(t)
        for seat in (*t.seats, *t.seats):
            yield t.draw(t.open.deck, to=t.open.hand[seat])
        return self.turn

    def turn(self, t):
        o = t.open
        hand = o.hand[o.turn]
        o.laid += (t.take(hand, (yield t.choose(o.turn, t.option("lay {card}", card=hand)))),)
        o.turn = o.turn % len(t.seats) + 1
        return self.turn if o.hand[o.turn] else dict.fromkeys(t.seats, 0)

    def foretell(self, record, setting, me):
        """The rules from the position on with which notes begin, and how many lines say it."""
        lines, heads = record.events, [part.head for part in LINES]
        if not lines or lines[0].text.strip() != "position":
            return Foretold()
        size = next((k for k, line in enumerate(lines) if k and line.words[0][0] not in heads), len(lines))
        card = Kind("a card", {str(card): card for card in CARDS})
        seat = Kind("a player", {name: number for number, name in enumerate(setting.names, 1)})
        told = Told(LINES)  # refuses a word that is none of its kind, and what is said twice, at its place
        told.read(lines[1:size], {"CARD": card, "SEAT": seat, "COUNT": Kind("a number", high=2)})
        holds = tuple((told.get("holds", seat) or (2,))[0] for seat in setting.seats)
        (turn,) = told.get("turn") or (1,)
        return Foretold(begin=Typed(told.get("laid") or (), holds, turn), lines=size)


def set_out(t):
    """The table at the start, on which every position lies too."""
    t.open.deck, t.open.laid, t.open.turn = t.deck("deck", CARDS), (), 1
    t.open.hand = {seat: t.zone(f"hand of {t.name(seat)}", seat) for seat in t.seats}


@dataclass(frozen=True)
class Typed:
    """A position: called with a table it is the rules from there on. Views hold it: a value that can be pickled."""

    laid: tuple
    holds: tuple
    turn: int

    def __call__(self, t):
        set_out(t)
        t.open.laid, t.open.turn = self.laid, self.turn
        for card in self.laid:
            t.take(t.open.deck, card)
        for seat in t.seats:  # whose notes these are says what is drawn, as at the start: "my cards: 2, 5"
            for _ in range(self.holds[seat - 1]):
                yield t.draw(t.open.deck, to=t.open.hand[seat])
        return GAME.turn


GAME = Laying()

if __name__ == "__main__":
    print(check_game(GAME, playouts=1))

"""A template for a game: Kuhn poker, as its rulebook reads. Copy it, and write your own rules.

A distribution of your own names `GAME` in the entry-point group "deduce.games" of its metadata.
"""

from deduce import AllDifferent
from deduce.games import check_game
from deduce.rulebook import EVERYBODY, Rulebook


# fmt: off
class Kuhn(Rulebook):
    name, title, seats = "kuhn", "Kuhn poker", range(2, 3)

    def rules(self, t):
        card = t.variables("card", t.seats, (1, 2, 3))            # hidden quantities: a family of `deduce` variables
        t.require(AllDifferent(card), "each card exists once")
        yield t.deal(card)                                         # chance decides them, one by one
        for seat in t.seats:
            t.show(seat, card[seat])                               # this seat learns the value
        line = ""
        while line not in ("pp", "bb", "bp", "pbb", "pbp"):
            line += yield t.choose(len(line) % 2 + 1, {"pass": "p", "bet": "b"})
        pot = 2 if line.endswith("bb") else 1
        if line == "bp":
            return pot, -pot
        if line == "pbp":
            return -pot, pot
        first = t.tell(EVERYBODY, card[1] > card[2], "the first card is higher")   # everybody learns whether it is true
        return (pot, -pot) if first else (-pot, pot)
# fmt: on


GAME = Kuhn()

if __name__ == "__main__":
    print(check_game(GAME))

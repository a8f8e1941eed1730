"""Tricks: a trick-taking game of our own, for what rules say of cards in hidden hands.

Six cards of two suits are dealt. Whoever has the suit that was led plays it; the highest card of that suit takes the
trick and leads to the next. So a card of the other suit says something of a whole hand, and what is left follows.
"""

from deduce.games import check_game
from deduce.rulebook import Rulebook

CARDS = [f"{suit} {rank}" for suit in ("oak", "elm") for rank in (1, 2, 3)]


class Tricks(Rulebook):
    name, title, seats = "tricks", "Tricks", range(2, 4)
    unspoken = ("play",)

    def rules(self, t):
        deck = t.deck("deck", CARDS)
        hand = {seat: t.zone(f"hand of {t.name(seat)}", seen_by=seat) for seat in t.seats}
        for _ in range(len(CARDS) // len(t.seats)):
            for seat in t.seats:
                yield t.draw(deck, to=hand[seat])
        t.open.tricks, leader = dict.fromkeys(t.seats, 0), 1
        while hand[leader]:
            suit, played = "", {}
            for me in (*t.seats[leader - 1 :], *t.seats[: leader - 1]):
                played[me] = yield t.choose(me, self.cards(t, hand[me], suit))
                t.take(hand[me], played[me])
                suit = suit or played[me].split()[0]
            leader = max(played, key=lambda seat: (played[seat].startswith(suit), played[seat]))
            t.open.tricks[leader] += 1
        return t.open.tricks

    def cards(self, t, hand, suit):
        """What may be played from a hand: the suit that was led, or anything where there is none."""
        follows = [card for card in CARDS if suit and card.startswith(suit)]
        return t.option("play {card}", card=hand, when=lambda card: card in follows or ~hand.any(follows))


GAME = Tricks()

if __name__ == "__main__":
    print(check_game(GAME, players=(2, 3), playouts=1))

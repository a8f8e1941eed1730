"""Hanabi: cards that everybody sees but their owner, and hints about them; all win together.

Fifty cards of five colours (Antoine Bauza, 2010). A variable stands for each place of the deck, so what is left is told
apart by nothing but what was seen and said. As in the public learning environment a hint must be about a card that is
there, nothing is discarded while all hints are there, and three wrong cards lose everything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from deduce import Exactly
from deduce.games import Option
from deduce.ground.compat import override
from deduce.ground.errors import ProblemError
from deduce.ground.wording import many
from deduce.language.facts import Or
from deduce.rulebook import EVERYBODY, Rulebook, Table, worded

COLOURS = ("red", "yellow", "green", "white", "blue")
PLACES = ("first", "second", "third", "fourth", "fifth")
COPIES = {1: 3, 2: 2, 3: 2, 4: 2, 5: 1}


def kinds_of(card: Mapping[int, Any]) -> dict[str, dict[int, Any]]:
    """For every colour and rank the facts that the cards of the deck are of it."""
    kinds = [kind.split() for kind in card[1].domain]
    return {
        word: {
            n: each.is_in([" ".join(kind) for kind in kinds if word in kind]) for n, each in card.items()
        }
        for place in (0, 1)
        for word in dict.fromkeys(kind[place] for kind in kinds)
    }


class Hanabi(Rulebook):
    """Two to five seats, who play the ranks of every colour in order; everybody scores what lies there at the end."""

    name, title, seats = "hanabi", "Hanabi", range(2, 6)
    texts = worded({
        "rows": ("Reihen", "ряды"), "hints": ("Hinweise", "подсказки"), "lives": ("Leben", "жизни"),
        "left": ("Züge noch", "осталось ходов"),
        "hint": ("hints", "gibt Hinweis", "подсказывает"), "play": ("plays", "spielt", "играет"),
        "discard": ("discards", "wirft ab", "сбрасывает"), "card": ("Karte", "карта"), "red": ("Rot", "красный"),
        "yellow": ("Gelb", "жёлтый"), "green": ("Grün", "зелёный"), "white": ("Weiß", "белый"),
        "blue": ("Blau", "синий"), "first": ("erste", "первая"), "second": ("zweite", "вторая"),
        "third": ("dritte", "третья"), "fourth": ("vierte", "четвёртая"), "fifth": ("fünfte", "пятая"),
        "{word} of {who}": ("{word} bei {who}", "{word}, у кого: {who}"),
        "{card} is there {number} time": ("{card} gibt es {number}-mal", "{card}: всего {number}"),
        "{card} is there {number} times": ("{card} gibt es {number}-mal", "{card}: всего {number}"),
    })  # fmt: skip
    words: ClassVar[Mapping[str, Sequence[str]]] = {
        "hint": ["tell"],
        "has": ["holds", "has got", "hand"],
        "wait": ["hold on"],  # no card is held by that
    }
    options: Mapping[str, Option] = {
        "colours": Option(5, (2, 3, 4, 5), "how many colours"),
        "ranks": Option(5, (3, 4, 5), "the highest rank"),
        "hand": Option(0, (0, 2, 3, 4, 5), "cards a hand; 0 for the rules': 5 for 2 or 3 players, else 4"),
        "hints": Option(8, tuple(range(1, 9)), "hints at the start, and the most there are"),
        "lives": Option(3, (1, 2, 3), "wrong cards that lose the game"),
    }

    @override
    def rules(self, t: Table) -> Any:
        o = t.open
        colours, ranks = COLOURS[: t.options.colours], range(1, t.options.ranks + 1)
        copies = {f"{colour} {rank}": COPIES[rank] for colour in colours for rank in ranks}
        card = t.variables("card", range(1, sum(copies.values()) + 1), copies)
        for kind, number in copies.items():
            t.require(Exactly(number, card, kind), f"{kind} is there {many(number, 'time')}")
        o.rows, o.hints, o.lives = dict.fromkeys(colours, 0), t.options.hints, t.options.lives
        o.discards, o.deck, o.hand = [], len(card), {seat: [] for seat in t.seats}
        size = t.options.hand or (5 if len(t.seats) < 4 else 4)
        if size * len(t.seats) > len(card):
            raise ProblemError(
                f"{len(t.seats)} hands of {many(size, 'card')}: there are {len(card)}; give a smaller hand"
            )
        for seat in t.seats:
            for _ in range(size):
                yield self.drawn(t, card, seat)
        o.turn, o.left = 1, len(t.seats)
        return self.one_turn

    def one_turn(self, t: Table) -> Any:
        """A seat gives a hint, plays or discards."""
        o, card, me = t.open, t.recall("card"), t.open.turn
        about = t.once("about", lambda: kinds_of(card))
        o.left -= not o.deck
        hints: dict[str, Any] = {}
        for other in [seat for seat in t.seats if seat != me and o.hints]:
            for word, facts in about.items():
                some = Or(*[facts[n] for n in o.hand[other]])
                hints[f"hint {t.name(other)} {word}"] = (some, ("hint", (other, word)))
        verbs = ("play", "discard") if o.hints < t.options.hints else ("play",)
        acts = {
            f"{verb} {place}": (verb, n)
            for verb in verbs
            for place, n in zip(PLACES, o.hand[me], strict=False)
        }
        verb, what = yield t.choose(me, {**acts, **hints})
        if verb == "hint":
            other, word = what
            told = {place: about[word][n] for place, n in zip(PLACES, o.hand[other], strict=False)}
            t.which(EVERYBODY, told, f"{word} of {t.name(other)} {{}}")
            o.hints -= 1
        else:
            o.hand[me].remove(what)
            self.laid(t, t.show(EVERYBODY, card[what]), verb)
        whole = sum(o.rows.values()) == len(o.rows) * t.options.ranks
        if not (o.left and o.lives) or whole:
            return [float(sum(o.rows.values()) if o.lives else 0)] * len(t.seats)
        if verb != "hint" and o.deck:
            yield self.drawn(t, card, me)
        o.turn = me % len(t.seats) + 1
        return self.one_turn

    @staticmethod
    def drawn(t: Table, card: Any, seat: int) -> Any:
        """The next card of the deck comes to a hand, and all others see it."""
        n = len(card) + 1 - t.open.deck
        yield t.deal(card[n])
        t.open.deck -= 1
        t.open.hand[seat].append(n)
        t.show([other for other in t.seats if other != seat], card[n], name=t.name(seat))

    @staticmethod
    def laid(t: Table, kind: str, verb: str) -> None:
        """A card is played or discarded."""
        o = t.open
        colour, rank = kind.split()
        if verb == "play" and o.rows[colour] + 1 == int(rank):
            o.rows[colour] += 1
            o.hints = min(t.options.hints, o.hints + (int(rank) == t.options.ranks))
        else:
            o.discards.append(kind)
            o.hints += verb == "discard"
            o.lives -= verb == "play"


GAME = Hanabi()

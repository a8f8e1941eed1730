"""Small declared games for the tests of players: questions about a code, risks among mines, a race, Leduc poker."""

import itertools

from deduce import AllDifferent, Exactly
from deduce.rulebook import EVERYBODY, Rulebook

DIGITS = range(1, 5)


class Code(Rulebook):
    """Three digits; questions of yes and no, eight at most; then the code is named, rightly or not."""

    name, title, seats = "code", "A code", range(1, 2)

    def rules(self, t):
        d = t.variables("digit", range(1, 4), DIGITS)
        yield t.deal(d)
        facts = {
            "first above 2": d[1] > 2,
            "first is 1 or 4": d[1].is_in({1, 4}),
            "second above 2": d[2] > 2,
            "second above first": d[2] > d[1],
            "second is 1 or 4": d[2].is_in({1, 4}),
            "third above second": d[3] > d[2],
            "third above 2": d[3] > 2,
            "third is 4": d[3] == 4,
            "third is first": d[3] == d[1],
            "third is 1 or 4": d[3].is_in({1, 4}),
        }
        codes = {f"name {a}{b}{c}": (a, b, c) for a, b, c in itertools.product(DIGITS, repeat=3)}
        asked = 0
        while True:
            said = yield t.choose(
                1, {**({f"ask {text}": text for text in facts} if asked < 8 else {}), **codes}
            )
            if isinstance(said, tuple):
                right = t.tell(
                    EVERYBODY, (d[1] == said[0]) & (d[2] == said[1]) & (d[3] == said[2]), "right"
                )
                return (float(right),)
            asked += 1
            t.tell(EVERYBODY, facts[said], said)


class Mines(Rulebook):
    """Three mines among sixteen cells; whoever opens all others has won."""

    name, title, seats = "mines", "Mines", range(1, 2)

    def rules(self, t):
        cells = [f"{r}{c}" for r in range(4) for c in range(4)]
        mine = t.variables("mine", cells, (0, 1))
        t.require(Exactly(3, list(mine.values()), 1), "there are three mines")
        yield t.deal(mine)
        covered = list(cells)
        while len(covered) > 3:
            cell = yield t.choose(1, {f"open {cell}": cell for cell in covered})
            covered.remove(cell)
            if t.tell(EVERYBODY, mine[cell] == 1, f"a mine at {cell}"):
                return (0.0,)
            beside = [
                c
                for c in cells
                if c != cell and all(abs(int(a) - int(b)) < 2 for a, b in zip(c, cell, strict=True))
            ]
            t.tell(EVERYBODY, sum(mine[c] for c in beside), f"beside {cell}")
        return (1.0,)


class Leduc(Rulebook):
    """Leduc poker (F. Southey and others, "Bayes' Bluff", UAI 2005): six cards, two rounds, two raises a round."""

    name, title, seats = "leduc", "Leduc poker", range(2, 3)

    def rules(self, t):
        card = t.variables("card", ("1", "2", "table"), range(6))
        t.require(AllDifferent(card), "each card exists once")
        yield t.deal([card["1"], card["2"]])
        for seat in t.seats:
            t.show(seat, card[str(seat)])
        paid = [1, 1]
        for size in (2, 4):
            if size == 4:
                yield t.deal(card["table"])
                t.show(EVERYBODY, card["table"])
            said = ""
            while not (len(said) > 1 and said.endswith("c")):
                me = len(said) % 2
                able = {"call": "c"}
                if said.endswith("r"):
                    able["fold"] = "f"
                if said.count("r") < 2:
                    able["raise"] = "r"
                word = yield t.choose(me + 1, able)
                if word == "f":
                    return (-paid[me], paid[me]) if me == 0 else (paid[me], -paid[me])
                paid[me] = paid[1 - me] + size * (word == "r")
                said += word
        first, second = (t.show(EVERYBODY, card[key]) // 2 for key in ("1", "2"))
        table = t.show(EVERYBODY, card["table"]) // 2
        worth = [rank + 10 * (rank == table) for rank in (first, second)]
        if worth[0] == worth[1]:
            return 0, 0
        won = paid[1] if worth[0] > worth[1] else -paid[0]
        return won, -won


class Higher(Rulebook):
    """Two codes, a race: each turn a question about the other's, or a guess; who guesses right first has won."""

    name, title, seats = "higher", "Higher", range(2, 3)

    def rules(self, t):
        code = t.variables("code", t.seats, range(1, 13))
        yield t.deal(code)
        for seat in t.seats:
            t.show(seat, code[seat])
        for turn in range(16):
            me = turn % 2 + 1
            other = 3 - me
            asks = {f"above {n}": ("above", n) for n in range(1, 12)}
            verb, n = yield t.choose(me, {**asks, **{f"guess {n}": ("guess", n) for n in range(1, 13)}})
            if verb == "above":
                t.tell(EVERYBODY, code[other] > n, f"{t.name(other)} is above {n}")
            elif t.tell(EVERYBODY, code[other] == n, f"{t.name(other)} is {n}"):
                return (1, -1) if me == 1 else (-1, 1)
        return 0, 0


class Noisy(Rulebook):
    """A roll tells nothing about the card, a question does, and a second card is dealt with either."""

    name, title, seats = "noisy", "Noisy", range(1, 2)

    def rules(self, t):
        card = t.variable("card", range(8))
        yield t.deal(card)
        said = yield t.choose(1, {"roll": "roll", "ask": "ask", "wait": "wait"})
        if said == "roll":
            yield t.roll("die", range(1, 4))
        if said == "ask":
            t.tell(EVERYBODY, card > 3, "it is above 3")
        named = yield t.choose(1, {f"name {n}": n for n in range(8)})
        return (float(t.tell(EVERYBODY, card == named, f"it is {named}")),)

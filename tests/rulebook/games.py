"""Small declared games, each for some of what rules can say."""

from __future__ import annotations

from itertools import combinations, product
from typing import ClassVar

from deduce import AllDifferent, Exactly, count
from deduce.rulebook import EVERYBODY, Rulebook


class Above(Rulebook):
    """Public questions about others' cards, then a guess."""

    name, title, seats = "above", "Above", range(2, 5)

    def rules(self, t):
        card = t.variables("card", t.seats, range(1, 6))
        t.require(AllDifferent(card), "each card exists once")
        yield t.deal(card)
        for seat in t.seats:
            t.show(seat, card[seat])
        for turn in range(2 * len(t.seats)):
            me = turn % len(t.seats) + 1
            others = [seat for seat in t.seats if seat != me]
            verb, who, n = yield t.choose(
                me,
                {
                    f"{verb} {t.name(o)} {n}": (verb, o, n)
                    for o in others
                    for verb, ns in (("ask", range(1, 5)), ("name", range(1, 6)))
                    for n in ns
                },
            )
            if verb == "ask":
                t.tell(EVERYBODY, card[who] > n, f"{t.name(who)}'s card is above {n}")
            else:
                right = t.tell(EVERYBODY, card[who] == n, f"{t.name(who)}'s card is {n}")
                return [float((seat == me) == right) for seat in t.seats]
        return [0.0] * len(t.seats)


class Missions(Rulebook):
    """Roles, some seats told of others, open votes, secret cards of which the number is told."""

    name, title, seats = "missions", "Missions", range(4, 6)

    def rules(self, t):
        n = len(t.seats)
        role = t.variables("role", t.seats, ["spy", "loyal"])
        t.require(Exactly(2, role, "spy"), "two are spies")
        yield t.deal(role)
        for seat in t.seats:
            t.show(seat, role[seat])
            for other in t.seats:
                if other != seat:
                    t.tell(
                        seat, role[other] == "spy", f"{t.name(other)} is a spy", when=role[seat] == "spy"
                    )
        wins, leader = {"spies": 0, "loyal": 0}, 1
        for mission in range(1, 4):
            team = yield t.choose(
                leader, {"team " + " ".join(map(t.name, c)): c for c in combinations(t.seats, 2)}
            )
            leader = leader % n + 1
            cards = []
            for seat in team:
                cards.append(
                    (
                        yield t.choose(
                            seat,
                            {"succeed": "succeed", "fail": (role[seat] == "spy", "fail")},
                            seen_by=seat,
                            name=f"card of {t.name(seat)} in mission {mission}",
                        )
                    )
                )
            fails = t.tell(
                EVERYBODY, count(*[card == "fail" for card in cards]), f"fails in mission {mission}"
            )
            wins["spies" if fails else "loyal"] += 1
            if 2 in wins.values():
                break
        t.show(EVERYBODY, role[1])
        return [float(wins["spies"] >= 2)] * n


class Clue(Rulebook):
    """Holders of cards with sizes; a seat shows a card to one other."""

    name, title, seats = "smallclue", "Small Clue", range(2, 5)
    KINDS: ClassVar = {
        "who": ("plum", "green", "white"),
        "what": ("rope", "knife"),
        "where": ("hall", "study"),
    }

    def rules(self, t):
        cards = [card for kind in self.KINDS.values() for card in kind]
        n = len(t.seats)
        holder = t.variables("holder", cards, [0, *t.seats])
        for kind, names in self.KINDS.items():
            t.require(Exactly(1, [holder[c] for c in names], 0), f"one {kind} is in the envelope")
        for seat in t.seats:
            size = (4 + n - seat) // n
            t.require(Exactly(size, holder, seat), f"{t.name(seat)} has {size} cards")
        yield t.deal(holder)
        for seat in t.seats:
            for card in cards:
                t.tell(seat, holder[card] == seat, f"{t.name(seat)} holds {card}")
        me, out = 0, set()
        for _ in range(8):
            me = me % n + 1
            if me in out:
                continue
            triples = list(product(*self.KINDS.values()))
            verb, asked = yield t.choose(
                me, {f"{verb} {' '.join(x)}": (verb, x) for verb in ("suggest", "accuse") for x in triples}
            )
            if verb == "accuse":
                right = (holder[asked[0]] == 0) & (holder[asked[1]] == 0) & (holder[asked[2]] == 0)
                t.tell(me, right, f"it was {' '.join(asked)}")
                won = t.tell(EVERYBODY, right, f"{t.name(me)} is right")
                if won:
                    return [float(seat == me) for seat in t.seats]
                out.add(me)
                if len(out) == n:
                    break
                continue
            for step in range(1, n):
                other = (me + step - 1) % n + 1
                has = (
                    (holder[asked[0]] == other) | (holder[asked[1]] == other) | (holder[asked[2]] == other)
                )
                if t.tell(EVERYBODY, has, f"{t.name(other)} can show {' '.join(asked)}"):
                    shown = yield t.choose(other, {c: (holder[c] == other, c) for c in asked}, seen_by=me)
                    del shown
                    break
        return [0.0] * n


class Bids(Rulebook):
    """Choices at once, a roll in the open, and stretches that hand on."""

    name, title, seats = "bids", "Bids", range(2, 4)

    def rules(self, t):
        t.open.left = {seat: [1, 2, 3] for seat in t.seats}
        t.open.points = dict.fromkeys(t.seats, 0)
        t.open.round = 1
        return self.round
        yield

    def round(self, t):
        prize = yield t.roll("prize", {1: 0.25, 2: 0.75})
        bids = yield t.together({s: t.open.left[s] for s in t.seats}, name=f"bid {t.open.round}")
        best = max(bids.values())
        winners = [seat for seat, bid in bids.items() if bid == best]
        if len(winners) == 1:
            t.open.points[winners[0]] += prize
        for seat, bid in bids.items():
            t.open.left[seat].remove(bid)
        t.open.round += 1
        if t.open.round == 4:
            return [float(t.open.points[seat]) for seat in t.seats]
        return self.round


class Cups(Rulebook):
    """Hidden moves: chance shuffles two cups, a seat lays two anew unseen; a noisy look."""

    name, title, seats = "cups", "Cups", range(2, 4)

    def rules(self, t):
        cup = t.variables("cup", (1, 2, 3), ("A", "B", "C"))
        t.require(AllDifferent(cup), "each letter lies once")
        yield t.deal(cup)
        look = yield t.choose(1, {f"look {n}": n for n in cup})
        t.show(1, cup[look])
        yield t.shuffle([cup[1], cup[2]])
        yield t.sense(
            2,
            cup[3],
            {"A": {"warm": 0.8, "cold": 0.2}, "B": {"cold": 1.0}, "C": {"warm": 0.5, "cold": 0.5}},
            "it is",
        )
        yield t.rearrange(2, [cup[2], cup[3]], "lay {}")
        guess = yield t.choose(1, {f"guess {x}": x for x in "ABC"})
        right = t.tell(EVERYBODY, cup[1] == guess, f"{guess} lies under cup 1")
        return [float(right)] + [1.0 - right] * (len(t.seats) - 1)


ALL = (Above(), Missions(), Clue(), Bids(), Cups())

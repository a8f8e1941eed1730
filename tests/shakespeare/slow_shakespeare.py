"""A second set of rules, slow and plain, written from the facts alone; it shares no code with the engine.

`play` is one long generator, the day from top to bottom: it yields (who moves, the texts of all legal moves)
and is sent the text that was played. Who moves is a seat, "chance", or None at the end. Only the data files are
shared, and read here on their own.
"""

import itertools
import tomllib
from pathlib import Path

DATA = Path(__file__).parents[2] / "models" / "deduce_models" / "shakespeare" / "data"
COLOURS = ["black", "pink", "purple", "blue", "green", "yellow"]
PRICE = {"black": 1, "pink": 2, "purple": 3, "blue": 4, "green": 5}
WORTH = {**PRICE, "yellow": 3}
ACTS = ["I", "II", "III"]
CRAFTS = {"mistress", "dresser", "handyman"}


def read(name):
    return tomllib.loads((DATA / f"{name}.toml").read_text())


class Stage:
    """Spaces by (row, x), x the distance from the middle in half pieces."""

    def __init__(self, name):
        drawing = read("stage")["stages"][name]
        self.name, self.printed = {}, set()
        for row, text in enumerate(drawing["rows"], 1):
            for number, sign in enumerate(text):
                spot = (row, 2 * number - (len(text) - 1))
                if sign == "v":
                    self.printed.add(spot)
                else:
                    side = (
                        "C"
                        if spot[1] == 0
                        else ("L" if spot[1] < 0 else "R") + str((abs(spot[1]) + 1) // 2)
                    )
                    self.name[spot] = f"{row}{side}"
        self.candles = set(drawing["candles"])

    def allowed(self, pieces, spot, colour, below):
        """Whether a piece of `colour` may go to `spot` when `pieces` (spot: colour) stand; `below` may carry it."""
        row, x = spot
        if spot in pieces:
            return False
        if row > 1:
            for under in ((row - 1, x - 1), (row - 1, x + 1)):
                if under not in below and under not in self.printed:
                    return False
        across = pieces.get((row, -x))
        return across is None or across == colour or "yellow" in (across, colour)


class Seat:
    def __init__(self, people):
        self.prestige, self.pounds, self.ambiance, self.tokens = 5, 0, 2, 0
        self.pieces = {}
        self.people = list(people)  # [code, character]
        self.worn = {code: [] for code, _ in people}
        self.cylinders, self.used, self.resting, self.recruited, self.out = 0, [], [], False, False
        self.objectives = []


class Slow:
    """One game; `options` are those of the game that are not at their default."""

    def __init__(self, players, stage="I", rest="simultaneous", **options):
        self.n, self.rest, self.solo, self.options = players, rest, players == 1, options
        self.group = max(2, players)
        data = read("characters")
        known = {c["name"]: c for c in data["character"]}
        self.cards = {}
        for character in data["character"]:
            slug = character["name"].lower().replace(" ", "-")
            for copy in range(1, character["copies"] + 1):
                self.cards[slug if character["copies"] == 1 else f"{slug}.{copy}"] = character
        self.extra = {"name": "Extra", "kind": "extra", "cost": 0, "power": data["extra"]["power"]}
        start = [(n.lower().replace(" ", "-"), known[n]) for n in data["start"]["characters"]]
        self.tables = read("tables")
        self.aims = {o["name"].lower().replace(" ", "-"): o for o in read("objectives")["objective"]}
        self.stage = Stage(stage)
        self.seats = {seat: Seat(start) for seat in range(1, players + 1)}
        mix = self.tables["bags"][{1: "two", 2: "two", 3: "three", 4: "four"}[players]]
        self.bags = {kind: dict(zip(COLOURS, mix, strict=True)) for kind in ("set", "costume")}
        self.offers = {kind: dict.fromkeys(COLOURS, 0) for kind in ("set", "costume")}
        self.deck, self.discard, self.display = set(self.cards), set(), set()
        self.order, self.initiative = [1], [1]
        # Each act: the piles, from the bottom to the top, by space.
        self.piles = [{} for _ in ACTS]
        self.fresh, self.under = set(self.aims), []
        self.day = 0
        self.below = {}
        self.tables["acts"]["III"]["length"] = options.get("act3_length", 9)
        if options.get("act3_length") == 10:
            self.tables["acts"]["III"]["prestige"] = {"6": 1, "8": 2, "10": 3}

    # Small helpers.

    def space(self, act, disc):
        return next(space for space, pile in self.piles[act].items() if disc in pile)

    def put(self, act, disc, space):
        for pile in self.piles[act].values():
            if disc in pile:
                pile.remove(disc)
        self.piles[act].setdefault(space, []).append(disc)

    def ranking(self, act):
        piles = [self.piles[act][space] for space in sorted(self.piles[act], reverse=True)]
        if not self.options.get("neutral_ahead", True):
            piles = [sorted(pile, key=lambda disc: disc == "neutral") for pile in piles]
        return [disc for pile in piles for disc in pile]

    def forward(self, seat, act):
        old, last = self.space(act, seat), self.tables["acts"][ACTS[act]]["length"]
        if old < last:
            self.put(act, seat, old + 1)
        elif self.options.get("blocked_reorders"):
            self.put(act, seat, old)

    def gain(self, seat, what):
        for act, colour in enumerate(["red", "yellow", "blue"]):
            for _ in range(what.get(colour, 0)):
                self.forward(seat, act)
        me = self.seats[seat]
        me.prestige += what.get("prestige", 0)
        me.pounds += what.get("pounds", 0)
        me.ambiance = min(5, me.ambiance + what.get("ambiance", 0))

    def quills(self, seat, count):
        together = not self.options.get("split_quills", True)
        while count:
            text = yield seat, {f"quill {act}" for act in ACTS}
            for _ in range(count if together else 1):
                self.forward(seat, ACTS.index(text.split()[1]))
                count -= 1

    # Chance.

    def draw(self, kind):
        bag, offer, need = self.bags[kind], dict.fromkeys(COLOURS, 0), 3 * self.group
        self.offers[kind] = offer
        for number, colour in enumerate(COLOURS):
            others = sum(bag[c] for c in COLOURS[number + 1 :])
            counts = [k for k in range(bag[colour] + 1) if 0 <= need - k <= others]
            taken = counts[0]
            if len(counts) > 1:
                text = yield "chance", {f"offer {kind} {colour} {k}" for k in counts}
                taken = int(text.split()[3])
            offer[colour], need, bag[colour] = taken, need - taken, bag[colour] - taken

    def deal(self):
        for _ in range(self.group + 2):
            if not self.deck:
                self.deck, self.discard = self.discard, set()
            text = yield "chance", {f"card {code}" for code in self.deck}
            self.deck.remove(text.split()[1])
            self.display.add(text.split()[1])

    # The game.

    def play(self):
        if not self.solo:
            orders = itertools.permutations(self.seats)
            text = yield "chance", {"order " + " ".join(map(str, order)) for order in orders}
            self.order = [int(word) for word in text.split()[1:]]
            self.initiative = list(self.order)
        for pile in self.piles:
            pile[1] = list(self.order)
            if self.solo:
                pile[4] = ["neutral"]
        yield from self.draw("set")
        yield from self.draw("costume")
        yield from self.deal()
        for seat in reversed(self.order):
            ends = ("", " extra") if self.options.get("draft_extras", False) else ("",)
            text = yield seat, {f"draft {code}{end}" for code in self.display for end in ends}
            self.take(seat, text)
        self.discard |= self.display
        self.display = set()
        yield from self.deal()
        for self.day in range(1, 7):
            yield from self.one_day()
        for seat in self.seats.values():
            self.settle(seat)
        yield None, set()

    def take(self, seat, text):
        _, code, *extra = text.split()
        self.display.remove(code)
        me = self.seats[seat]
        name = f"extra-{code}" if extra else code
        me.people.append((name, self.extra if extra else self.cards[code]))
        me.worn[name] = []

    def one_day(self):
        for seat in self.seats.values():
            seat.used, seat.recruited, seat.out, seat.cylinders = [], False, False, 5
        yield from self.wager()
        yield from self.actions()
        yield from self.ambiance()
        if self.day in (4, 6):
            yield from self.rehearsal()
        if self.day < 6:
            self.discard |= self.display
            self.display = set()
            yield from self.deal()
            yield from self.draw("set")
            yield from self.draw("costume")
            yield from self.sleep()

    def wager(self):
        if self.solo:
            self.initiative = []
            return
        wagers = {}
        for seat in self.seats:
            text = yield seat, {f"wager {count}" for count in range(1, 6)}
            wagers[seat] = int(text.split()[1])
        self.order = sorted(self.seats, key=lambda s: (wagers[s], self.initiative.index(s)))
        self.seats[self.order[0]].prestige += 1
        self.initiative = []
        for seat in self.seats:
            self.seats[seat].cylinders = wagers[seat]

    def actions(self):
        for number in itertools.count():
            if all(seat.out for seat in self.seats.values()):
                break
            seat = self.order[number % self.n]
            if not self.seats[seat].out:
                yield from self.turn(seat, self.seats[seat])
        if self.solo and len(self.seats[1].used) in (1, 2):
            self.seats[1].prestige += 1
        self.initiative += [seat for seat in self.order if seat not in self.initiative]

    def turn(self, seat, me):
        legal = set()
        if not me.recruited:
            legal |= {f"recruit {code}{end}" for code in self.display for end in ("", " extra")}
        if me.recruited or self.options.get("pass_before_recruiting"):
            legal.add("pass")
        if me.cylinders:
            for code, character in me.people:
                if code in me.used or code in me.resting:
                    continue
                kind = character["kind"]
                if kind == "queen":
                    legal.add(f"activate {code} pounds")
                    left = len(self.fresh) + len(self.under)
                    if left >= (3 if self.options.get("short_objectives") == "none" else 1):
                        legal.add(f"activate {code} objectives")
                elif kind not in ("assistant", "extra"):
                    legal.add(f"activate {code}")
                    if kind in CRAFTS and me.tokens:
                        legal.add(f"activate {code} +3")
        text = yield seat, legal
        verb, *rest = text.split()
        if verb == "pass":
            me.out = True
        elif verb == "recruit":
            me.recruited = True
            self.take(seat, text)
        else:
            me.cylinders -= 1
            me.used.append(rest[0])
            yield from self.activate(seat, me, rest[0], rest[1:])
        if me.recruited and not me.cylinders:
            me.out = True

    def activate(self, seat, me, code, how):
        character = dict(me.people)[code]
        kind = character["kind"]
        self.below = me.pieces if self.options.get("stack_at_once", True) else dict(me.pieces)
        if kind == "actor":
            if seat not in self.initiative:
                self.initiative.append(seat)
            self.gain(seat, character["activation"])
            yield from self.quills(seat, character["activation"].get("white", 0))
        elif how == ["pounds"]:
            me.pounds += 4
        elif how == ["objectives"]:
            yield from self.aim(seat, me)
        elif kind == "jeweler":
            legal = self.places(me, "yellow", True, True) | {"done"}
            text = yield seat, legal
            self.place(seat, me, text)
        else:
            budget = character["value"] + sum(c["kind"] == "assistant" for _, c in me.people)
            if how == ["+3"]:
                me.tokens -= 1
                budget += 3
            while True:
                legal = {"done"}
                for colour, price in PRICE.items():
                    if price <= budget:
                        legal |= self.places(me, colour, kind != "mistress", kind != "dresser")
                text = yield seat, legal
                if text == "done":
                    break
                budget -= PRICE[text.split()[1]]
                self.place(seat, me, text)

    def places(self, me, colour, on_set, on_costumes):
        found = set()
        if on_set and self.offers["set"][colour]:
            for spot, name in self.stage.name.items():
                if self.stage.allowed(me.pieces, spot, colour, self.below):
                    found.add(f"set {colour} {name}")
        if on_costumes and self.offers["costume"][colour]:
            for code, character in me.people:
                if character["kind"] in ("actor", "extra") and len(me.worn[code]) < 3:
                    found.add(f"costume {colour} {code}")
        return found

    def place(self, seat, me, text):
        if text == "done":
            return
        kind, colour, where = text.split()
        self.offers[kind][colour] -= 1
        if kind == "costume":
            me.worn[where].append(colour)
            if len(me.worn[where]) == 3:
                total = sum(WORTH[c] for c in me.worn[where])
                me.pounds += self.tables["costumes"]["pounds"][total - 3]
                me.prestige += self.tables["costumes"]["prestige"][total - 3]
            return
        spot = next(spot for spot, name in self.stage.name.items() if name == where)
        me.pieces[spot] = colour
        me.prestige += where in self.stage.candles
        me.pounds += colour == "pink"
        if colour == "purple":
            for other, board in self.seats.items():
                if other != seat:
                    board.ambiance = max(0, board.ambiance - 1)
        if colour == "blue":
            me.ambiance = min(5, me.ambiance + 2)
        supply = 8 - sum(board.tokens for board in self.seats.values())
        if colour == "green" and (supply > 0 or not self.options.get("plus3_limit", True)):
            me.tokens += 1

    def aim(self, seat, me):
        drawn = []
        while len(drawn) < 3 and (self.fresh or self.under):
            options = self.fresh or {self.under[0]}
            text = yield "chance", {f"objective {code}" for code in options}
            code = text.split()[1]
            drawn.append(code)
            if self.fresh:
                self.fresh.remove(code)
            else:
                self.under.pop(0)
        text = yield seat, {f"keep {code}" for code in drawn}
        me.objectives.append(text.split()[1])
        drawn.remove(me.objectives[-1])
        while drawn:
            code = drawn[0]
            if len(drawn) > 1:
                text = yield seat, {f"under {code}" for code in drawn}
                code = text.split()[1]
            drawn.remove(code)
            self.under.append(code)

    def ambiance(self):
        for board in self.seats.values():
            board.ambiance = max(0, board.ambiance - self.offers["set"]["purple"])
        for seat in self.order:
            me = self.seats[seat]
            if me.ambiance == 0:
                me.prestige -= 1
            elif me.ambiance == 1:
                least = 1 if self.options.get("grey_into_penalty", True) else 4
                legal = {f"back {name}" for act, name in enumerate(ACTS) if self.space(act, seat) > least}
                if legal:
                    text = yield seat, legal
                    act = ACTS.index(text.split()[1])
                    self.put(act, seat, self.space(act, seat) - 1)
            elif me.ambiance == 3:
                me.pounds += 1
            elif me.ambiance == 4:
                yield from self.quills(seat, 1)
            elif me.ambiance == 5:
                me.prestige += 1
        for board in self.seats.values():
            board.ambiance = 2

    def rehearsal(self):
        for seat in self.initiative or self.order:
            me = self.seats[seat]
            for code, character in me.people:
                if len(me.worn[code]) == 3:
                    self.gain(seat, character["power"])
                    yield from self.quills(seat, character["power"].get("white", 0))
        for seat, me in self.seats.items():
            for act in range(3):
                space = self.space(act, seat)
                if space <= 3:
                    me.prestige -= 1
            first = self.tables["acts"]["I"]["pounds"]
            third = self.tables["acts"]["III"]["prestige"]
            count = sum if self.options.get("act_tiers_cumulative") else max
            me.pounds += count([0, *(n for at, n in first.items() if self.space(0, seat) >= int(at))])
            me.prestige += count([0, *(n for at, n in third.items() if self.space(2, seat) >= int(at))])
            if self.space(1, seat) > 3 or self.options.get("prize_in_penalty", True):
                me.prestige += [2, 1, 0, 0][self.ranking(1).index(seat)]
        if self.solo and self.day == 4:
            for act in range(3):
                self.put(act, "neutral", 8)

    def sleep(self):
        for board in self.seats.values():
            board.resting = []
        chosen = {}
        for seat in self.initiative if self.rest == "strategic" else sorted(self.seats):
            me = self.seats[seat]
            if len(me.used) > 1:
                text = yield seat, {f"awake {code}" for code in me.used}
                chosen[seat] = text.split()[1]
        for seat, code in chosen.items():
            self.seats[seat].resting = [c for c in self.seats[seat].used if c != code]

    def settle(self, me):
        """The end, every way of paying tried out."""
        costs = [c["cost"] for code, c in me.people[4:] if c["cost"]]
        yellow = list(me.pieces.values()).count("yellow") + sum(w.count("yellow") for w in me.worn.values())
        seat = next(number for number, board in self.seats.items() if board is me)
        best = None
        ways = []
        for paid in itertools.product([False, True], repeat=len(costs)):
            left = me.pounds - sum(cost for cost, done in zip(costs, paid, strict=True) if done)
            if left >= 0:
                ways.append((paid, left))
        most = max(paid.count(True) for paid, _ in ways)
        for paid, left in ways:
            if self.options.get("payment") == "forced" and paid.count(True) < most:
                continue
            counts = self.counts(seat, me, yellow, left, paid.count(False))
            worth = sum(self.worth(self.aims[code], counts) for code in me.objectives)
            points = (me.prestige + yellow + worth - 2 * paid.count(False), left)
            best = points if best is None else max(best, points)
        me.prestige, me.pounds = best

    @staticmethod
    def worth(aim, counts):
        count = counts[aim["metric"]]
        if count == 0:
            return aim.get("none", 0)
        return len([threshold for threshold in aim["thresholds"] if threshold <= count])

    def counts(self, seat, me, yellow, left, unpaid):
        rows = {}
        for spot in self.stage.name:
            rows.setdefault(spot[0], []).append(spot in me.pieces)
        lasts = [9, 9, self.tables["acts"]["III"]["length"]]
        kinds = [character["kind"] for _, character in me.people[4:]]
        return {
            "first places": sum(self.ranking(act)[0] == seat for act in range(3)),
            "complete costumes": sum(len(worn) == 3 for worn in me.worn.values()),
            "candles covered": sum(self.stage.name[spot] in self.stage.candles for spot in me.pieces),
            "full rows": sum(all(row) for row in rows.values()),
            "recruited actors": kinds.count("actor"),
            "recruited craftsmen": sum(kind in CRAFTS for kind in kinds),
            "yellow elements": yellow,
            "pounds after paying": left,
            "acts on the last prize": sum(self.space(act, seat) >= lasts[act] for act in range(3)),
            "unpaid characters": unpaid,
        }

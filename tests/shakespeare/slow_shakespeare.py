"""A second set of rules, slow and plain, written from the facts alone; it shares no code with the engine.

`play` is one long generator, the day from top to bottom: it yields (who moves, the texts of all legal moves)
and is sent the text that was played. Who moves is a seat, "chance", or None at the end. Only the data files are
shared, and read here on their own. What else is said at a position (what is decided, what is left to spend or to
draw, what has been chosen hidden) stands in `doing`, `chosen` and `dealings`.
"""

import itertools
import tomllib
from functools import cache
from pathlib import Path

DATA = Path(__file__).parents[2] / "models" / "deduce_models" / "shakespeare" / "data"
COLOURS = ["black", "pink", "purple", "blue", "green", "yellow"]
PRICE = {"black": 1, "pink": 2, "purple": 3, "blue": 4, "green": 5}
WORTH = {**PRICE, "yellow": 3}
ACTS = ["I", "II", "III"]
CRAFTS = {"mistress", "dresser", "handyman"}
BOX = {
    "prestige": 5,
    "ambiance": 2,
    "cylinders": 5,
    "plus3": 8,
    "days": 6,
    "rehearsals": [4, 6],
    "queen_pounds": 4,
}
SOLO = {"neutral": [4, 8], "bonus": [1, 2]}
"""What the rulebook says, unless a data file says otherwise."""


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


@cache
def ways(count, others, need):
    """In how many ways `need` things are drawn one by one, by how many of `count` are among them."""
    if need == 0:
        return {0: 1}
    found = {}
    for left, step, number in ((count - 1, 1, count), (count, 0, others)):
        if number:
            rest = ways(left, others - 1 + step, need - 1)
            for taken, many in rest.items():
                found[taken + step] = found.get(taken + step, 0) + number * many
    return found


class Seat:
    def __init__(self, people, box):
        self.prestige, self.pounds, self.ambiance, self.tokens = box["prestige"], 0, box["ambiance"], 0
        self.pieces = {}
        self.people = list(people)  # [code, character]
        self.worn = {code: [] for code, _ in people}
        self.cylinders, self.used, self.resting, self.recruited, self.out = 0, [], [], False, False
        self.objectives = []


class Slow:
    """One game; `options` are those of the game that are not at their default, `data` the tables of a data file."""

    def __init__(self, players, stage="I", rest="simultaneous", data=None, **options):
        self.n, self.rest, self.solo, self.options = players, rest, players == 1, options
        self.group = max(2, players)
        given = data or {}
        data = read("characters") | {key: part for key, part in given.items() if key != "character"}
        for changed in given.get("character", ()):
            same = [character for character in data["character"] if character["name"] == changed["name"]]
            if same:
                same[0].update(changed)
            else:
                data["character"].append(changed)
        self.box, self.alone = BOX | given.get("box", {}), SOLO | given.get("solo", {})
        known = {c["name"]: c for c in data["character"]}
        self.cards = {}
        for character in data["character"]:
            slug = character["name"].lower().replace(" ", "-")
            for copy in range(1, character["copies"] + 1):
                self.cards[slug if character["copies"] == 1 else f"{slug}.{copy}"] = character
        self.extra = {"name": "Extra", "kind": "extra", "cost": 0, "power": data["extra"]["power"]}
        start = [(n.lower().replace(" ", "-"), known[n]) for n in data["start"]["characters"]]
        for number, (code, character) in enumerate(
            start
        ):  # nobody on a board has the name of a card or of another
            before = sum(character is other for _, other in start[:number])
            if code in self.cards or before:
                start[number] = (f"{code}.0{before or ''}", character)
        self.printed = [code for code, _ in start]
        self.tables = read("tables") | given
        self.aims = {o["name"].lower().replace(" ", "-"): o for o in read("objectives")["objective"]}
        self.stage = Stage(stage)
        self.seats = {seat: Seat(start, self.box) for seat in range(1, players + 1)}
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
        self.doing, self.chosen, self.dealings = {}, {}, []
        third = self.tables["acts"]["III"]
        if options.get("act3_length") == 10:
            *some, (_, most) = sorted(third["prestige"].items(), key=lambda pair: int(pair[0]))
            third = third | {"length": 10, "prestige": dict(some) | {"10": most}}
        self.acts = [self.tables["acts"]["I"], self.tables["acts"]["II"], third]
        self.now("the order of play is drawn")

    # Small helpers.

    def now(self, what, turn=0, **more):
        """What is being done; what nobody is doing is nought."""
        nothing = {
            "turn": 0,
            "worker": None,
            "budget": 0,
            "quills": 0,
            "need": 0,
            "colour": 0,
            "before": {},
        }
        self.doing = nothing | {"what": what, "turn": turn} | more

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
        old, last = self.space(act, seat), self.acts[act]["length"]
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
        me.ambiance = min(self.top, me.ambiance + what.get("ambiance", 0))

    @property
    def top(self):
        return len(self.tables["ambiance"]["prestige"]) - 1

    def quills(self, seat, count, what, worker=None):
        together = not self.options.get("split_quills", True)
        while count:
            self.now(what, seat, worker=worker, quills=count)
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
                self.offers[kind] = dict(offer)
                self.now(
                    f"elements of {'the set' if kind == 'set' else 'costumes'} are drawn",
                    need=need,
                    colour=number,
                )
                number_of = ways(bag[colour], others, need)
                self.doing["chances"] = {
                    f"offer {kind} {colour} {k}": number_of[k] / sum(number_of.values()) for k in counts
                }
                text = yield "chance", {f"offer {kind} {colour} {k}" for k in counts}
                taken = int(text.split()[3])
            offer[colour], need, bag[colour] = taken, need - taken, bag[colour] - taken
        self.offers[kind] = offer

    def deal(self, what):
        for count in range(self.group + 2, 0, -1):
            if not self.deck:
                self.deck, self.discard = self.discard, set()
            self.now(what, need=count)
            self.doing["chances"] = {f"card {code}": 1 / len(self.deck) for code in self.deck}
            text = yield "chance", {f"card {code}" for code in self.deck}
            self.deck.remove(text.split()[1])
            self.display.add(text.split()[1])

    # The game.

    def play(self):
        if not self.solo:
            orders = {"order " + " ".join(map(str, order)) for order in itertools.permutations(self.seats)}
            self.doing["chances"] = dict.fromkeys(orders, 1 / len(orders))
            text = yield "chance", orders
            self.order = [int(word) for word in text.split()[1:]]
            self.initiative = list(self.order)
        for pile in self.piles:
            pile[1] = list(self.order)
            if self.solo:
                where = self.alone["neutral"][0]
                pile[where] = ["neutral", *pile.get(where, [])]  # placed first
        yield from self.draw("set")
        yield from self.draw("costume")
        yield from self.deal("characters are dealt for the draft")
        for seat in reversed(self.order):
            ends = ("", " extra") if self.options.get("draft_extras", False) else ("",)
            self.now("the draft", seat)
            text = yield seat, {f"draft {code}{end}" for code in self.display for end in ends}
            self.take(seat, text)
        self.discard |= self.display
        self.display = set()
        yield from self.deal("characters are displayed")
        days = self.box["days"]
        for self.day in range(1, days + 1):
            yield from self.one_day()
        for seat in self.seats.values():
            self.settle(seat)
        self.now("the game is over")
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
            seat.used, seat.recruited, seat.out = [], False, False
            if self.solo:
                seat.cylinders = self.box["cylinders"]
        yield from self.wager()
        yield from self.actions()
        yield from self.ambiance()
        if self.day in self.box["rehearsals"]:
            yield from self.rehearsal()
        if self.day < self.box["days"]:
            self.discard |= self.display
            self.display = set()
            yield from self.deal("characters are displayed")
            yield from self.draw("set")
            yield from self.draw("costume")
            yield from self.sleep()

    def wager(self):
        if self.solo:
            self.initiative = []
            return
        wagers = self.chosen = {}
        for seat in self.seats:
            self.now("the wager", seat)
            text = yield seat, {f"wager {count}" for count in range(1, self.box["cylinders"] + 1)}
            wagers[seat] = int(text.split()[1])
        self.chosen = {}
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
        for seat in self.seats.values():
            seat.out = False
        if self.solo and len(self.seats[1].used) in self.alone["bonus"]:
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
        self.now("an action", seat)
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
            yield from self.quills(seat, character["activation"].get("white", 0), "a white quill", code)
            for key, on_set, on_costumes in (("set", 1, 0), ("costume", 0, 1), ("elements", 1, 1)):
                if key in character["activation"]:
                    yield from self.fetch(seat, me, code, character["activation"][key], on_set, on_costumes)
        elif how == ["pounds"]:
            me.pounds += self.box["queen_pounds"]
        elif how == ["objectives"]:
            yield from self.aim(seat, me, code)
        elif kind == "jeweler":
            legal = self.places(me, "yellow", True, True) | {"done"}
            self.now("the work of a craft", seat, worker=code, before=dict(me.pieces))
            text = yield seat, legal
            self.place(seat, me, text)
        else:
            budget = character["value"] + sum(c["kind"] == "assistant" for _, c in me.people)
            if how == ["+3"]:
                me.tokens -= 1
                budget += 3
            yield from self.fetch(seat, me, code, budget, kind != "mistress", kind != "dresser")

    def fetch(self, seat, me, code, budget, on_set, on_costumes):
        """Elements for this value, one at a time."""
        before = dict(me.pieces)
        while True:
            self.now("the work of a craft", seat, worker=code, budget=budget, before=before)
            legal = {"done"}
            for colour, price in PRICE.items():
                if price <= budget:
                    legal |= self.places(me, colour, on_set, on_costumes)
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
            me.ambiance = min(self.top, me.ambiance + 2)
        supply = self.box["plus3"] - sum(board.tokens for board in self.seats.values())
        if colour == "green" and (supply > 0 or not self.options.get("plus3_limit", True)):
            me.tokens += 1

    def aim(self, seat, me, queen):
        drawn = []
        dealing = {"seat": seat, "drawn": [], "kept": None, "under": []}
        self.dealings.append(dealing)
        need = min(3, len(self.fresh) + len(self.under))
        for left in range(need, 0, -1):
            options = self.fresh or {self.under[0]}
            self.now("objectives are drawn", seat, worker=queen, need=left)
            self.doing["chances"] = {f"objective {code}": 1 / len(options) for code in options}
            text = yield "chance", {f"objective {code}" for code in options}
            code = text.split()[1]
            drawn.append(code)
            dealing["drawn"].append(code)
            if self.fresh:
                self.fresh.remove(code)
            else:
                self.under.pop(0)
        self.now("which objective to keep", seat, worker=queen)
        text = yield seat, {f"keep {code}" for code in drawn}
        me.objectives.append(text.split()[1])
        dealing["kept"] = text.split()[1]
        drawn.remove(me.objectives[-1])
        while drawn:
            code = drawn[0]
            if len(drawn) > 1:
                self.now("which objective goes under the deck first", seat, worker=queen)
                text = yield seat, {f"under {code}" for code in drawn}
                code = text.split()[1]
            drawn.remove(code)
            self.under.append(code)
            dealing["under"].append(code)

    def ambiance(self):
        for board in self.seats.values():
            board.ambiance = max(0, board.ambiance - self.offers["set"]["purple"])
        track = self.tables["ambiance"]
        for seat in self.order:
            me = self.seats[seat]
            space = me.ambiance
            me.prestige += track["prestige"][space]
            me.pounds += track["pounds"][space]
            yield from self.quills(seat, track["white"][space], "a white quill of the ambiance")
            for grey in range(track["grey"][space], 0, -1):
                legal = {f"back {ACTS[act]}" for act in self.able_to_go_back(seat)}
                if not legal:
                    break
                self.now("a grey quill of the ambiance", seat, quills=grey)
                text = yield seat, legal
                act = ACTS.index(text.split()[1])
                self.put(act, seat, self.space(act, seat) - 1)
        for board in self.seats.values():
            board.ambiance = self.box["ambiance"]

    def able_to_go_back(self, seat):
        penalties = self.tables["acts"]["penalty_spaces"]
        least = 1 if self.options.get("grey_into_penalty", True) else penalties + 1
        return [act for act in range(3) if self.space(act, seat) > least]

    def rehearsal(self):
        for seat in self.initiative or self.order:
            me = self.seats[seat]
            for code, character in me.people:
                if len(me.worn[code]) == 3:
                    self.gain(seat, character["power"])
                    white = character["power"].get("white", 0)
                    yield from self.quills(seat, white, "a white quill of a costume", code)
        acts = self.tables["acts"]
        count = sum if self.options.get("act_tiers_cumulative") else (lambda prizes: prizes[-1])
        for seat, me in self.seats.items():
            for number, act in enumerate(self.acts):
                space = self.space(number, seat)
                low = space <= acts["penalty_spaces"]
                me.prestige += acts["penalty"] * low
                for what in ("pounds", "prestige"):
                    tiers = sorted((int(at), prize) for at, prize in act.get(what, {}).items())
                    won = count([0, *(prize for at, prize in tiers if at <= space)])
                    setattr(me, what, getattr(me, what) + won)
                if not low or self.options.get("prize_in_penalty", True):
                    ranks = [act.get("first", 0), act.get("second", 0), 0, 0]
                    me.prestige += ranks[self.ranking(number).index(seat)]
        if self.solo and self.day == self.box["rehearsals"][0]:
            for act in range(3):
                self.put(act, "neutral", self.alone["neutral"][1])

    def sleep(self):
        for board in self.seats.values():
            board.resting = []
        chosen = self.chosen = {}
        for seat in self.initiative if self.rest == "strategic" else sorted(self.seats):
            me = self.seats[seat]
            if len(me.used) > 1:
                self.now("who stays awake", seat)
                text = yield seat, {f"awake {code}" for code in me.used}
                chosen[seat] = text.split()[1]
        self.chosen = {}
        for seat in self.seats.values():
            seat.cylinders = 0
        for seat, code in chosen.items():
            self.seats[seat].resting = [c for c in self.seats[seat].used if c != code]

    def settle(self, me):
        """The end."""
        me.prestige, me.pounds, *_ = self.ended(me)

    def ended(self, me):
        """Prestige and pounds if the game ends now, every way of paying tried out; paid, not paid, yellow, objectives."""
        costs = [c["cost"] for code, c in me.people[len(self.printed) :] if c["cost"]]
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
            worth = [self.worth(self.aims[code], counts) for code in me.objectives]
            points = me.prestige + yellow + sum(worth) + self.box.get("unpaid", -2) * paid.count(False)
            end = (points, left, paid.count(True), paid.count(False), yellow, worth)
            best = end if best is None else max(best, end)
        return best

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
        lasts = [
            max([int(at) for what in ("pounds", "prestige") for at in act.get(what, {})] or [act["length"]])
            for act in self.acts
        ]
        kinds = [character["kind"] for _, character in me.people[len(self.printed) :]]
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

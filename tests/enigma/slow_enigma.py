"""A second set of rules, slow and plain, written from the facts of the game; it shares no code with the engine.

`play` yields (who moves, the texts of all legal moves) and is sent the text that was played. Positions are 1 to 9, row by
row. Cards go by their short names; the icons that were found, and those that were not, stand below.
"""

import itertools

ROOMS = ["Library", "Code", "Radio", "Tome", "Teamwork", "Command", "Bombe", "Phantom", "Machine"]
FOUND = {"Phantom": "D", "Machine": "D", "Tome": "C", "Code": "C", "Library": ""}
GUESSED = {"Radio": "C", "Command": "C", "Teamwork": "D", "Bombe": "D"}
PEOPLE = ["Decrypter", "Messiah", "Medium", "Archivist", "Wanderer", "Ghost", "Saboteur"]
NEEDS = {
    "Decrypter": ["Command", "Code"],
    "Messiah": ["Radio", "Code"],
    "Medium": ["Phantom"],
    "Archivist": ["Library"],
    "Wanderer": ["Tome", "Library", "Teamwork"],
}


class OverError(Exception):
    """The game has ended."""


class Slow:
    def __init__(self, players, **options):
        self.options = {
            "keeper": 1, "slots": 5, "icons": "reconstructed", "extra_peek": True, "extra_face_up": False,
            "late_naming": True, "claim_face_up": False, **options,
        }  # fmt: skip
        self.n, self.seats = players, list(range(1, players + 1))
        self.at, self.up = {}, set()  # room by position, positions that lie face up
        self.person, self.stack = {}, []
        self.chaos, self.keys, self.silent, self.out = set(), set(), set(), set()
        self.time, self.winner, self.scores = 0, None, None

    def play(self):
        for place in range(1, 10):
            text = yield "chance", {f"room {place} {r}" for r in ROOMS if r not in self.at.values()}
            self.at[place] = text.split()[-1]
        dealt = []
        for slot in range(1, 8):
            dealt.append(
                (yield "chance", {f"card {slot} {p}" for p in PEOPLE if p not in dealt}).split()[-1]
            )
        self.person, self.stack = dict(zip(self.seats, dealt, strict=False)), dealt[self.n :]
        try:
            seat = self.options["keeper"]
            while True:
                if seat == self.options["keeper"]:
                    self.move_time(1)
                if seat not in self.out:
                    yield from self.turn(seat)
                if len(self.out) == self.n:
                    raise OverError
                seat = self.after(seat)
        except OverError:
            self.scores = [float(seat == self.winner) for seat in self.seats]
            yield None, set()

    def after(self, seat):
        return seat % self.n + 1

    def clockwise(self, seat):
        """All others, nearest first."""
        return [(seat + step - 1) % self.n + 1 for step in range(1, self.n)]

    def in_game(self, seat):
        return [other for other in self.seats if other != seat and other not in self.out]

    def down(self):
        return [place for place in range(1, 10) if place not in self.up]

    def move_time(self, step):
        self.time = max(1, self.time + step)
        if self.time == self.options["slots"]:
            for seat in self.seats:
                if self.person[seat] == "Saboteur" and seat not in self.silent | self.out:
                    self.winner = seat
            raise OverError

    def turn(self, seat):
        if seat in self.silent:
            legal = {f"peek {place}" for place in self.down()} or {"rest"}
            yield seat, legal
            self.silent.discard(seat)
            return
        usable, done = seat in self.keys, False
        while True:
            legal = {"end"} if done else self.pick(extra=False)
            nameable = self.options["extra_face_up"] or self.down()
            if usable and nameable and (self.options["late_naming"] or not done):
                legal = legal | {"spend"}
            if self.may_try(seat):
                legal = legal | {"mission"}
            text = yield seat, legal
            if text == "end":
                return
            if text == "mission":
                yield from self.mission(seat)
                return
            if text == "spend":
                usable = False
                self.keys.discard(seat)
                text = yield seat, self.pick(extra=True)
            else:
                done = True
            if not (yield from self.naming(seat, text)):
                return

    def pick(self, extra):
        """How a naming begins: a look at a card that lies face down, or a card that lies face up."""
        word = "peek" if not extra or self.options["extra_peek"] else "point"
        legal = {f"{word} {place}" for place in self.down()}
        if not extra or self.options["extra_face_up"]:
            legal |= {f"name {place}" for place in self.up}
        return legal

    def naming(self, seat, text):
        """One naming with doubts, check and effect; False when the turn is over."""
        how, place = text.split()
        place = int(place)
        room = self.at[place]
        if how != "name":
            shown = set() if self.options["claim_face_up"] else {self.at[p] for p in self.up}
            text = yield seat, {f"claim {r}" for r in ROOMS if r not in shown}
            room = text.split()[1]
            doubters = []
            for other in self.clockwise(seat):
                entitled = other not in self.silent and other not in self.out
                if entitled and (yield other, {"trust", "doubt"}) == "doubt":
                    doubters.append(other)
            if doubters and self.at[place] != room:
                self.silent.add(seat)
                return False
            if doubters:
                self.up.add(place)
                self.silent.add(doubters[0])
        yield from self.effect(seat, place, room)
        return True

    def effect(self, seat, place, room):
        has = seat in self.chaos
        others = [p for p in self.down() if p != place]
        if room == "Library" and others:
            yield from self.library(seat, others)
        if ((room == "Code" and has) or (room == "Command" and not has)) and others:
            yield seat, {f"look {p}" for p in others}
        if room == "Tome":
            self.move_time(1)
        if room in ("Tome", "Radio") and others:
            text = yield seat, {f"open {p}" for p in others}
            self.up.add(int(text.split()[1]))
        if room == "Teamwork" and self.in_game(seat):
            legal = {f"{word} {other}" for word in ("view", "flip") for other in self.in_game(seat)}
            word, other = (yield seat, legal).split()
            if word == "flip":
                self.chaos ^= {int(other)}
        if room == "Bombe" and has:
            self.chaos.discard(seat)
        elif room == "Bombe":
            self.keys.add(seat)
        if room == "Phantom":
            yield from self.phantom(seat)
        if room == "Machine":
            yield from self.machine(seat, place)

    def library(self, seat, others):
        seen = self.at[int((yield seat, {f"look {p}" for p in others}).split()[1])]
        icon = {**FOUND, **GUESSED}[seen]
        full = seat in self.chaos and seat in self.keys
        if self.options["icons"] == "free" and seen in GUESSED:
            icon = "" if full else (yield "chance", {"icon C", "icon D"}).split()[1]
        if icon == "C":
            self.chaos.add(seat)
        if icon == "D":
            self.keys.add(seat)

    def phantom(self, seat):
        self.chaos ^= {seat}
        legal = {"keep"}
        if self.n > 2:
            legal |= {f"swap {other}" for other in self.in_game(seat)}
        elif self.stack:
            legal.add("renew")
        if self.person[seat] == "Ghost" and self.stack:
            legal |= {"ghost {} {} {}".format(*three) for three in itertools.combinations(range(1, 10), 3)}
        word, *rest = (yield seat, legal).split()
        if word == "swap":
            other = int(rest[0])
            self.person[seat], self.person[other] = self.person[other], self.person[seat]
        if word == "renew":
            self.person[seat] = self.stack.pop(0)
        if word == "ghost":
            places = [int(p) for p in rest]
            text = yield seat, {"lay {} {} {}".format(*order) for order in itertools.permutations(places)}
            sources = [int(p) for p in text.split()[1:]]
            self.put(places, sources)
            self.person[seat] = self.stack.pop(0)

    def put(self, places, sources):
        """Lay three cards face down: each place gets the card that lay at its source."""
        rooms = [self.at[source] for source in sources]
        for place, room in zip(places, rooms, strict=True):
            self.at[place] = room
            self.up.discard(place)

    def machine(self, seat, place):
        for other in [seat, *self.clockwise(seat)]:
            able = other in self.chaos and other not in self.silent and other not in self.out
            if able and (yield other, {"allow", "cancel"}) == "cancel":
                self.chaos.discard(other)
                return
        self.time = max(1, self.time - 1)
        pairs = itertools.combinations([p for p in range(1, 10) if p != place], 2)
        text = yield seat, {f"shuffle {a} {b}" for a, b in pairs}
        places = sorted([place, *(int(p) for p in text.split()[1:])])
        text = yield (
            "chance",
            {"order {}{}{}".format(*order) for order in itertools.permutations((1, 2, 3))},
        )
        self.put(places, [places[int(digit) - 1] for digit in text.split()[1]])

    def may_try(self, seat):
        person = self.person[seat]
        if person == "Decrypter":
            return seat in self.keys
        if person == "Messiah":
            return seat in self.chaos
        if person == "Medium":
            return seat not in self.chaos and any(other in self.chaos for other in self.in_game(seat))
        return person in ("Archivist", "Wanderer")

    def mission(self, seat):
        person = self.person[seat]
        shown = {self.at[p] for p in self.up}
        while set(NEEDS[person]) - shown:
            text = yield seat, {f"reveal {p}" for p in self.down()}
            place = int(text.split()[1])
            self.up.add(place)
            shown.add(self.at[place])
            if self.at[place] not in NEEDS[person]:
                self.fail(seat)
                return
        if person == "Archivist":
            for _ in range(min(4, len(self.down()))):
                rooms = [r for r in ROOMS if r not in {self.at[p] for p in self.up}]
                text = yield seat, {f"call {p} {r}" for p in self.down() for r in rooms}
                place = int(text.split()[1])
                self.up.add(place)
                if self.at[place] != text.split()[2]:
                    self.fail(seat)
                    return
        if person == "Medium":
            able = [other for other in self.in_game(seat) if other in self.chaos]
            text = yield seat, {f"accuse {other} {p}" for other in able for p in PEOPLE}
            if self.person[int(text.split()[1])] != text.split()[2]:
                self.fail(seat)
                return
        self.winner = seat
        raise OverError

    def fail(self, seat):
        self.out.add(seat)
        for tokens in (self.chaos, self.keys, self.silent):
            tokens.discard(seat)

"""A second set of rules, slow and plain, written from the facts of the game; it shares no code with the engine.

`play` yields (who moves, the texts of all legal moves) and is sent the text that was played. Positions are 1 to 9, row by
row. Cards go by their short names; the icons that were found, and those that were not, stand below.
`log` is what happened: (what, which seat, about what); `seen` is what a seat sees, `memory` which cards it knows where.
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


SECRET = ("PEEK", "QUIET", "LOOK", "VIEW", "GHOST", "LAY")
"""What of these is seen, only who did them saw."""


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
        self.cards, self.slot, self.stack = [], {s: s - 1 for s in self.seats}, list(range(players, 7))
        self.had = {s: [s - 1] for s in self.seats}
        self.chaos, self.keys, self.silent, self.out = set(), set(), set(), set()
        self.time, self.winner, self.scores = 0, None, None
        self.active, self.done, self.extra, self.usable = 0, False, False, False
        self.place, self.room, self.aux, self.declared = None, None, 0, {}
        self.phase, self.log, self.memory = "DEAL", [], {seat: {} for seat in range(players + 1)}

    @property
    def person(self):
        """The Characters that the seats hold."""
        return {seat: self.cards[self.slot[seat]] for seat in self.seats if len(self.cards) == 7}

    def ask(self, phase, who, legal):
        self.phase = phase
        return (yield who, legal)

    def happens(self, what, seat, **about):
        self.log.append((what, seat, about))
        everybody = self.memory
        if what in ("PEEK", "QUIET", "LOOK"):
            self.memory[seat][about["place"]] = about["sees"]
        if what == "VERDICT" and seat:
            for reader in everybody if about["true"] else [seat]:
                self.memory[reader][about["place"]] = about["sees"]
        if what in ("OPEN", "REVEAL", "CALL"):
            for reader in everybody:
                self.memory[reader][about["place"]] = about["room"]
        if what in ("LAY", "SHUFFLE"):  # the cards have been laid; who laid them saw them before
            for reader in everybody:
                for place in about["places"]:
                    self.memory[reader].pop(place, None)
                    if what == "LAY" and reader == seat:
                        self.memory[reader][place] = self.at[place]
        if what == "GHOST":
            self.memory[seat].update(zip(about["places"], about["sees"], strict=True))

    def take(self, seat, slot):
        self.slot[seat] = slot
        self.had[seat].append(slot)

    def play(self):
        for place in range(1, 10):
            text = yield "chance", {f"cell[{place}] = {r}" for r in ROOMS if r not in self.at.values()}
            self.at[place] = text.split()[-1]
        for slot in range(1, 8):
            text = yield (
                "chance",
                {f"dealt[{self.called(slot)}] = {p}" for p in PEOPLE if p not in self.cards},
            )
            self.cards.append(text.split()[-1])
        try:
            seat = self.options["keeper"]
            while True:
                if seat == self.options["keeper"]:
                    self.move_time(1)
                if seat not in self.out:
                    yield from self.turn(seat)
                if len(self.out) == self.n:
                    self.happens("TIMEOUT", 0, able=set())
                    raise OverError
                seat = self.after(seat)
        except OverError:
            self.scores = [float(seat == self.winner) for seat in self.seats]
            yield from self.ask("OVER", None, set())

    def called(self, slot):
        """A slot of the deal: that of a player, or one of the stack."""
        return f"P{slot}" if slot <= self.n else f"stack {slot - self.n}"

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
        self.happens("TIME", None, to=self.time)
        if self.time == self.options["slots"]:
            able = {seat for seat in self.seats if seat not in self.silent | self.out}
            for seat in able:
                if self.person[seat] == "Saboteur":
                    self.winner = seat
            self.happens("TIMEOUT", self.winner or 0, able=able)
            raise OverError

    def turn(self, seat):
        self.active, self.place, self.room = seat, None, None
        self.done, self.extra, self.usable = False, False, seat in self.keys
        if seat in self.silent:
            legal = {f"peek {place}" for place in self.down()} or {"rest"}
            text = yield from self.ask("QUIET", seat, legal)
            if text == "rest":
                self.happens("REST", seat)
            else:
                place = int(text.split()[1])
                self.happens("QUIET", seat, place=place, sees=self.at[place])
            self.silent.discard(seat)
            return
        while True:
            legal = {"end"} if self.done else self.pick(extra=False)
            nameable = self.options["extra_face_up"] or self.down()
            if self.usable and nameable and (self.options["late_naming"] or not self.done):
                legal = legal | {"spend"}
            if self.may_try(seat):
                legal = legal | {"mission"}
            text = yield from self.ask("AFTER" if self.done else "START", seat, legal)
            if text == "end":
                self.happens("END", seat)
                return
            if text == "mission":
                yield from self.mission(seat)
                return
            if text == "spend":
                self.usable, self.extra = False, True
                self.keys.discard(seat)
                self.happens("SPEND", seat)
                text = yield from self.ask("START", seat, self.pick(extra=True))
            else:
                self.done = True
            if not (yield from self.naming(seat, text)):
                return
            self.extra, self.place, self.room, self.aux = False, None, None, 0

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
        self.place = place = int(place)
        room = self.at[place]
        if how == "name":
            self.room = room
            self.happens("NAME", seat, place=place, room=room)
        else:
            if how == "peek":
                self.happens("PEEK", seat, place=place, sees=room)
            else:
                self.happens("POINT", seat, place=place)
            shown = set() if self.options["claim_face_up"] else {self.at[p] for p in self.up}
            text = yield from self.ask("CLAIMING", seat, {f"claim {r}" for r in ROOMS if r not in shown})
            self.room = room = text.split()[1]
            self.happens("CLAIM", seat, place=place, room=room)
            doubters = []
            for other in self.clockwise(seat):
                if other not in self.silent and other not in self.out:
                    said = yield from self.ask("DOUBTING", other, {"trust", "doubt"})
                    self.declared[other] = said == "doubt"
                    if said == "doubt":
                        doubters.append(other)
            self.declared = {}
            true = self.at[place] == room
            if doubters:
                sees = {"doubters": set(doubters), "true": true, "sees": self.at[place]}
                self.happens("VERDICT", doubters[0], place=place, room=room, **sees)
            else:
                self.happens("VERDICT", 0, place=place, room=room, doubters=set(), true=False, sees=None)
            if doubters and not true:
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
            text = yield from self.ask("LOOKING", seat, {f"look {p}" for p in others})
            looked = int(text.split()[1])
            self.happens("LOOK", seat, place=looked, gains=None, had=set(), sees=self.at[looked])
        if room == "Tome":
            self.move_time(1)
        if room in ("Tome", "Radio") and others:
            text = yield from self.ask("OPENING", seat, {f"open {p}" for p in others})
            opened = int(text.split()[1])
            self.up.add(opened)
            self.happens("OPEN", seat, place=opened, room=self.at[opened])
        if room == "Teamwork" and self.in_game(seat):
            legal = {f"{word} P{other}" for word in ("view", "flip") for other in self.in_game(seat)}
            word, other = (yield from self.ask("TEAM", seat, legal)).split()
            other = int(other[1:])
            if word == "flip":
                self.chaos ^= {other}
                self.happens("FLIP", seat, whose=other)
            else:
                self.happens("VIEW", seat, whose=other, slot=self.slot[other], sees=self.person[other])
        if room == "Bombe" and has:
            self.chaos.discard(seat)
        elif room == "Bombe":
            self.keys.add(seat)
        if room == "Phantom":
            yield from self.phantom(seat)
        if room == "Machine":
            yield from self.machine(seat, place)

    def library(self, seat, others):
        text = yield from self.ask("LOOKING", seat, {f"look {p}" for p in others})
        place = int(text.split()[1])
        seen = self.at[place]
        icon = {**FOUND, **GUESSED}[seen]
        full = seat in self.chaos and seat in self.keys
        if self.options["icons"] == "free" and full:
            icon = ""
        elif self.options["icons"] == "free":  # nobody sees whether there was anything to be drawn
            self.aux = place - 1
            chances = dict.fromkeys(("gains C", "gains D", "gains nothing"), 0.0)
            for each in ("C", "D") if seen in GUESSED else (icon,):
                held = seat in {"C": self.chaos, "D": self.keys, "": {seat}}[each]
                chances["gains nothing" if held else f"gains {each}"] += 0.5 if seen in GUESSED else 1.0
            chances = {text: chance for text, chance in chances.items() if chance}
            icon = (yield from self.ask("ICON", "chance", chances)).split()[1].replace("nothing", "")
        had = {letter for letter, those in (("C", self.chaos), ("D", self.keys)) if seat in those}
        self.happens("LOOK", seat, place=place, gains="" if icon in had else icon, had=had, sees=seen)
        if icon == "C":
            self.chaos.add(seat)
        if icon == "D":
            self.keys.add(seat)

    def phantom(self, seat):
        self.chaos ^= {seat}
        legal = {"keep"}
        if self.n > 2:
            legal |= {f"swap P{other}" for other in self.in_game(seat)}
        elif self.stack:
            legal.add("renew")
        if self.person[seat] == "Ghost" and self.stack:
            legal |= {"ghost {} {} {}".format(*three) for three in itertools.combinations(range(1, 10), 3)}
        word, *rest = (yield from self.ask("PHANTOM", seat, legal)).split()
        mine = self.slot[seat]
        if word == "keep":
            self.happens("KEEP", seat)
        if word == "swap":
            other = int(rest[0][1:])
            theirs = self.slot[other]
            self.take(seat, theirs)
            self.take(other, mine)
            self.happens("SWAP", seat, whose=other, given=mine, taken=theirs)
        if word == "renew":
            self.take(seat, self.stack.pop(0))
            self.happens("RENEW", seat, given=mine, person=self.cards[mine], taken=self.slot[seat])
        if word == "ghost":
            places = [int(p) for p in rest]
            self.aux = sum(1 << p - 1 for p in places)
            self.happens("GHOST", seat, places=places, slot=mine, sees=[self.at[p] for p in places])
            legal = {"lay {} {} {}".format(*order) for order in itertools.permutations(places)}
            text = yield from self.ask("LAYING", seat, legal)
            sources = [int(p) for p in text.split()[1:]]
            self.put(places, sources)
            self.take(seat, self.stack.pop(0))
            self.happens("LAY", seat, places=places, taken=self.slot[seat], sees=sources)

    def put(self, places, sources):
        """Lay three cards face down: each place gets the card that lay at its source."""
        rooms = [self.at[source] for source in sources]
        for place, room in zip(places, rooms, strict=True):
            self.at[place] = room
            self.up.discard(place)

    def machine(self, seat, place):
        for other in [seat, *self.clockwise(seat)]:
            if other in self.chaos and other not in self.silent and other not in self.out:
                if (yield from self.ask("WINDOW", other, {"allow", "cancel"})) == "cancel":
                    self.chaos.discard(other)
                    self.happens("CANCEL", other)
                    return
                self.happens("ALLOW", other)
        self.move_time(-1)
        pairs = itertools.combinations([p for p in range(1, 10) if p != place], 2)
        text = yield from self.ask("MIXING", seat, {f"shuffle {a} {b}" for a, b in pairs})
        places = sorted([place, *(int(p) for p in text.split()[1:])])
        self.aux = sum(1 << p - 1 for p in places)
        legal = {"order {} {} {}".format(*order) for order in itertools.permutations(places)}
        text = yield from self.ask("ORDER", "chance", legal)
        sources = [int(p) for p in text.split()[1:]]
        self.put(places, sources)
        self.happens("SHUFFLE", seat, places=places, sees=sources)

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
        self.happens("MISSION", seat, slot=self.slot[seat], person=person)
        self.aux = -1
        shown = {self.at[p] for p in self.up}
        while set(NEEDS[person]) - shown:
            text = yield from self.ask("MISSION", seat, {f"reveal {p}" for p in self.down()})
            place = int(text.split()[1])
            self.up.add(place)
            shown.add(self.at[place])
            self.happens("REVEAL", seat, place=place, room=self.at[place])
            if self.at[place] not in NEEDS[person]:
                self.fail(seat)
                return
        if person == "Archivist":
            calls = min(4, len(self.down()))
            for left in range(calls, 0, -1):
                self.aux = left
                rooms = [r for r in ROOMS if r not in {self.at[p] for p in self.up}]
                legal = {f"call {p} {r}" for p in self.down() for r in rooms}
                text = yield from self.ask("CALLING", seat, legal)
                place, said = int(text.split()[1]), text.split()[2]
                self.up.add(place)
                self.happens("CALL", seat, place=place, room=self.at[place], said=said)
                if self.at[place] != said:
                    self.fail(seat)
                    return
            self.aux = 0 if calls else -1
        if person == "Medium":
            able = [other for other in self.in_game(seat) if other in self.chaos]
            text = yield from self.ask(
                "ACCUSING", seat, {f"accuse P{other} {p}" for other in able for p in PEOPLE}
            )
            other, said = int(text.split()[1][1:]), text.split()[2]
            right = self.person[other] == said
            self.happens("ACCUSE", seat, whose=other, person=said, slot=self.slot[other], right=right)
            if not right:
                self.fail(seat)
                return
        self.winner = seat
        self.happens("WIN", seat)
        raise OverError

    def fail(self, seat):
        self.out.add(seat)
        for tokens in (self.chaos, self.keys, self.silent):
            tokens.discard(seat)
        self.aux = 0
        self.happens("FAIL", seat)

    def known(self, seat):
        """What happened as a seat may know it: who shuffles sees nothing, who is caught lying shows only its checker."""
        told = []
        for what, who, about in self.log:
            secret = what in SECRET or (what == "VERDICT" and not about["true"])
            hidden = what == "SHUFFLE" or (secret and who != seat)
            told.append((what, who, {**about, "sees": None} if hidden and "sees" in about else about))
        return told

    def seen(self, seat):
        """All that a seat sees (0: somebody who looks on)."""
        had = sorted(set(self.had[seat])) if seat else []
        stage = {name for name in ("done", "extra", "usable") if getattr(self, name)}
        return {
            "seat": seat,
            "phase": self.phase,
            "turn": self.active,
            "time": self.time,
            "dealt": (len(self.at), len(self.cards)),
            "open": [self.at[p] if p in self.up else None for p in sorted(self.at) or ()],
            "own": {slot: self.cards[slot] for slot in had if slot < len(self.cards)},
            "held": list(self.slot.values()),
            "stack": self.stack,
            "chaos": self.chaos,
            "keys": self.keys,
            "silent": self.silent,
            "out": self.out,
            "stage": stage,
            "at": self.place,
            "room": self.room,
            "aux": self.aux,
            "doubts": self.declared.get(seat),
            "log": self.known(seat),
            "scores": self.scores,
        }

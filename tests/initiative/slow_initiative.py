"""A second set of rules, slow and plain, written from the facts of the game; it shares no code with the engine.

`play` yields (who moves, the texts of all listed moves, or weights at chance) and is sent the text that was played.
Cards, rooms, tokens and the mission are data and given. An answer may be proposed whenever a seat decides; only the
certain one is listed. What is going on (`asked`, `act`, `count` ...) is told too, as everybody at the table knows it.
"""

import itertools

PILES = ["Intel", "Run", "Gather", "Regroup"]


class OverError(Exception):
    """The mission is won or lost."""


class Slow:
    """`cards` are (code, value, symbols); `rooms` (name, neighbours, tokens); `words` of (glyph, printed open, text)."""

    def __init__(self, players, cards, rooms, entrance, tokens, words, answer, characters, **options):
        self.n = players
        self.options = {
            "flip": "at once", "gas_in_threat": True, "camera_time_counts": True,
            "gather_mix": True, "gather_absent": True, "special_last_two": True, "begins": 1,
            **options,
        }  # fmt: skip
        self.value = {code: value for code, value, _ in cards}
        self.symbols = {code: symbols for code, _, symbols in cards}
        self.order = [code for code, _, _ in cards]
        self.deck = {code for code in self.order if not self.symbols[code]}
        self.discard = [code for code in self.order if self.symbols[code]]
        self.threat = False
        self.hands = {seat: [] for seat in range(1, players + 1)}
        self.piles = {pile: [] for pile in PILES}
        self.blocks = dict.fromkeys(PILES, 0)
        self.near = {name: list(neighbours) for name, neighbours, _ in rooms}
        self.hidden = {name: count for name, _, count in rooms}
        self.up = {name: [] for name in self.near}
        self.unseen = dict(tokens)
        self.figures = dict.fromkeys(self.hands, entrance)
        self.words, self.answer = words, answer
        self.glyphs = {glyph for word in words for glyph, _, _ in word if glyph}
        self.collected = set()
        self.characters = characters
        self.seat, self.refused, self.won, self.moved = self.options["begins"], False, None, False
        self.scores, self.cause = None, ""
        self.asked, self.proposed, self.voting = "deal", [], []
        self.acts, self.act, self.about, self.count = 0, None, None, 0
        self.turns, self.idle, self.gassed = 1, 0, []
        self.flipped, self.drawn = set(), {seat: set() for seat in self.hands}

    def play(self):
        try:
            yield from self.deal()
            while True:
                self.moved = False
                yield from self.turn(self.seat)
                self.idle = 0 if self.moved else self.idle + 1
                if self.idle >= self.n:
                    self.end(False, "nobody could act or would draw")
                self.seat = self.seat % self.n + 1
                self.turns += 1
        except OverError:
            self.scores = [1.0 if self.won else 0.0] * self.n
            yield None, set()

    def end(self, won, cause):
        self.won, self.cause = won, cause
        raise OverError

    def is_glyph(self, token):
        return not token.startswith(("ci-", "camera", "gas"))

    def deal(self):
        for seat in self.hands:
            for _ in range(4):
                text = yield "chance", {f"deal {seat} {card}" for card in self.deck}
                card = text.split()[-1]
                self.deck.remove(card)
                self.hands[seat].append(card)

    # What the team knows of the answer.

    def open(self, window):
        glyph, printed, _ = window
        return printed or glyph in self.collected

    def decide(self, seat, legal):
        """A decision of a seat; before it any answer may be proposed, until one is refused."""
        windows = [window for place in self.answer for window in self.words[place]]
        sure = all(self.open(window) for window in windows)
        right = ["".join(text for _, _, text in self.words[place]) for place in self.answer]
        while True:
            extra = {"answer " + " ".join(right)} if sure and not self.refused else set()
            text = yield seat, legal | extra
            if not text.startswith("answer "):
                self.refused = False
                return text
            self.proposed = text.split()[1:]
            self.voting = [(seat + step - 1) % self.n + 1 for step in range(1, self.n)]
            while self.voting and (yield self.voting[0], {"agree", "object"}) == "agree":
                self.voting.pop(0)
            if not self.voting:
                told = self.proposed == right
                self.end(told, f"the answer was {'right' if told else 'wrong'}")
            self.refused, self.proposed, self.voting = True, [], []

    # A turn.

    def turn(self, seat):
        self.acts = 0
        while self.acts < 2:
            self.asked, self.act, self.about, self.count = "action", None, None, 0
            hand = sorted(self.hands[seat], key=self.order.index)
            legal = set()
            for card, pile in itertools.product(hand, PILES):
                top = self.value[self.piles[pile][-1]] if self.piles[pile] else 0
                if self.value[card] > top and not self.blocks[pile]:
                    legal.add(f"play {card} {pile}")
            if len(hand) > (1 if self.options["special_last_two"] else 2):
                legal |= {f"special {a} {b}" for a, b in itertools.combinations(hand, 2)}
            if self.acts:
                legal.add("stop")
            if not legal:
                legal.add("skip")
            verb, *words = (yield from self.decide(seat, legal)).split()
            if verb in ("stop", "skip"):
                break
            self.acts += 1
            self.moved = True
            self.act = words[1] if verb == "play" else "special"
            if verb == "play":
                self.leave(seat, words[0])
                self.piles[words[1]].append(words[0])
                act = {"Intel": self.intel, "Run": self.run, "Gather": self.gather, "Regroup": self.regroup}
                yield from act[words[1]](seat)
            else:
                for card in words:
                    self.leave(seat, card)
                    self.discard.append(card)
                kind = self.characters[seat - 1]
                act = {
                    "scout": self.scan,
                    "driver": self.escort,
                    "handler": self.reach,
                    "fixer": self.reset,
                }
                self.asked = "special"
                yield from act[kind](seat)
        self.act, self.about, self.count = None, None, 0
        yield from self.cameras(seat)
        yield from self.refill(seat)

    def leave(self, seat, card):
        """A seat gives up a card."""
        self.hands[seat].remove(card)
        self.drawn[seat].discard(card)

    def intel(self, seat):
        self.asked = "intel room"
        text = yield from self.decide(seat, {f"room {name}" for name in self.near} | {"done"})
        if text == "done":
            return
        room = text.removeprefix("room ")
        for number in range(2):
            if not self.hidden[room]:
                return
            self.asked = "second token"
            if number and (yield from self.decide(seat, {"more", "done"})) == "done":
                return
            yield from self.reveal(seat, room, "intel")

    def run(self, seat):
        self.asked = "run"
        for steps in range(3):
            self.count = steps
            legal = {f"move {name}" for name in self.near[self.figures[seat]]} | {"done"}
            text = yield from self.decide(seat, legal)
            if text == "done":
                return
            self.figures[seat] = text.removeprefix("move ")

    def gather(self, seat):
        room, before = self.figures[seat], None
        for _ in range(2):
            self.asked, self.about, legal = "gather", None, set()
            if self.options["gather_mix"] or before != "turn":
                for token in self.up[room]:
                    if self.is_glyph(token) and (self.options["gather_absent"] or token in self.glyphs):
                        legal.add(f"take {token}")
            if self.hidden[room] and (self.options["gather_mix"] or before != "take"):
                legal.add("turn")
            if not legal:
                return
            text = yield from self.decide(seat, legal | {"done"})
            if text == "done":
                return
            before = text.split()[0]
            if before == "turn":
                yield from self.reveal(seat, room, "gather")
            else:
                self.take(room, text.removeprefix("take "))
                self.count += 1

    def regroup(self, seat):
        self.asked = "regroup"
        text = yield from self.decide(seat, {"clear Intel", "clear Run", "clear Gather", "done"})
        if text != "done":
            self.clear(text.removeprefix("clear "))

    def clear(self, pile):
        self.discard += self.piles[pile]
        self.piles[pile], self.blocks[pile] = [], 0

    def take(self, room, token):
        self.up[room].remove(token)
        self.collected.add(token)

    # The special actions, one a character.

    def scan(self, seat):
        seen = set()
        while True:
            here = self.figures[seat]
            rooms = [name for name in [here, *self.near[here]] if self.hidden[name] and name not in seen]
            self.asked = "special"
            if not rooms:
                return
            text = yield from self.decide(seat, {f"room {name}" for name in rooms} | {"done"})
            if text == "done":
                return
            seen.add(text.removeprefix("room "))
            yield from self.reveal(seat, text.removeprefix("room "), "special")

    def escort(self, seat):
        text = yield from self.decide(seat, {f"figure {other}" for other in self.hands} | {"done"})
        if text == "done":
            return
        other = int(text.removeprefix("figure "))
        for _ in range(2):
            legal = {f"move {name}" for name in self.near[self.figures[other]]} | {"done"}
            text = yield from self.decide(seat, legal)
            if text == "done":
                return
            self.figures[other] = text.removeprefix("move ")

    def reach(self, seat):
        here = self.figures[seat]
        legal = {
            f"take {token} {room}"
            for room in [here, *self.near[here]]
            for token in self.up[room]
            if self.is_glyph(token)
        }
        if legal:
            text = yield from self.decide(seat, legal | {"done"})
            if text != "done":
                _, token, room = text.split(maxsplit=2)
                self.take(room, token)

    def reset(self, seat):
        legal = {f"clear {p}" for p in ("Intel", "Run", "Gather") if self.piles[p] or self.blocks[p]}
        if legal:
            text = yield from self.decide(seat, legal | {"done"})
            if text != "done":
                self.clear(text.removeprefix("clear "))

    # Tokens.

    def reveal(self, seat, room, by):
        """The top hidden token of a room is turned, and does what it does."""
        self.asked, self.about = "reveal", room
        text = yield "chance", {f"token {token}": n for token, n in self.unseen.items() if n}
        self.count += 1
        token = text.removeprefix("token ")
        self.unseen[token] -= 1
        self.hidden[room] -= 1
        if self.is_glyph(token):
            self.up[room].append(token)
            if by == "gather":
                if token in self.glyphs or self.options["gather_absent"]:
                    self.asked = "collect or leave"
                    text = yield from self.decide(seat, {"collect", "leave"})
                    if text == "collect":
                        self.take(room, token)
            elif token not in self.glyphs:
                self.asked = "keep or remove"
                text = yield from self.decide(seat, {"keep", "remove"})
                if text == "remove":
                    self.up[room].remove(token)
        elif token == "camera":
            self.up[room].append(token)
        elif token == "gas":
            if self.options["gas_in_threat"] or not self.threat:
                self.asked = "gas"
                self.gassed = [o for o in self.hands if self.figures[o] == room and self.hands[o]]
                while self.gassed:
                    other = self.gassed[0]
                    text = yield "chance", {f"gas {other} {card}" for card in self.hands[other]}
                    card = text.split()[-1]
                    self.leave(other, card)
                    self.discard.append(card)
                    self.gassed.pop(0)
        elif by == "intel":
            self.blocks[token.removeprefix("ci-")] += 1

    # The end of a turn.

    def flip(self):
        if not self.deck and not self.threat:
            self.threat = True
            self.deck, self.discard = set(self.discard), []
            self.flipped = set(self.deck)

    def time(self):
        """Three symbols shown under threat lose the mission."""
        if self.threat and sum(self.symbols[card] for card in self.discard) >= 3:
            self.end(False, "time ran out")

    def cameras(self, seat):
        number = self.up[self.figures[seat]].count("camera")
        for done in range(number):
            self.flip()
            if not self.deck:
                return
            self.asked, self.count = "camera", number - done
            text = yield "chance", {f"camera {card}" for card in self.deck}
            card = text.removeprefix("camera ")
            self.deck.remove(card)
            self.discard.append(card)
            self.count -= 1
            if self.options["camera_time_counts"]:
                self.time()
            if self.options["flip"] == "at once":
                self.flip()

    def refill(self, seat):
        self.count = 0
        while len(self.hands[seat]) < 4:
            self.flip()
            if self.threat:
                if not self.deck:
                    return
                self.asked = "refill"
                if (yield from self.decide(seat, {"draw", "done"})) == "done":
                    return
                self.moved = True
            self.asked = "card"
            text = yield "chance", {f"card {card}" for card in self.deck}
            card = text.removeprefix("card ")
            self.deck.remove(card)
            if self.symbols[card]:
                self.discard.append(card)
                self.time()
            else:
                self.hands[seat].append(card)
                self.moved = True
                if self.threat:
                    self.drawn[seat].add(card)
                if self.options["flip"] == "at once":
                    self.flip()

"""A second set of rules, slow and plain, written from the facts of the game; it shares no code with the engine.

`play` yields (who moves, the texts of all legal moves) and is sent the text that was played. Only the list of cards is
given: the deck is data. What a seat sees of the game, and what it may be told, is written here once more too: `log`
is everything that happened, each with whose it is, and `seen` what of it a seat knows.
"""

SEASONS = ["winter", "spring", "summer", "fall"]
DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
ORDERED = ["hand", "season", "day", "age", "type7", "type8"]
PLACES = ["hand", "season", "day", "age", "light", "sex", "type7", "type8"]
BEST = {2: 7, 3: 8, 4: 9}


class Slow:
    def __init__(self, cards, players, **options):
        self.options = {
            "mode": "cooperative", "first": 1, "hand_order": "clockwise", "both_rule": "pair",
            "count_starter": False, "guesses": "together", "last_turns": "others", "season_loops": True,
            "day_loops": True, "age_loops": False, "type7_loops": True, "type8_loops": True, "days": 7, "ages": 3,
            "blocked_exchange": "optional", "pile_turns": "own", "last_pile": False, "pass_draws": False,
            **options,
        }  # fmt: skip
        hands = ["up", "right", "down", "left"]
        if self.options["hand_order"] == "anticlockwise":
            hands = ["up", "left", "down", "right"]
        ages = (
            ["young", "adult", "old"] if self.options["ages"] == 3 else ["child", "young", "adult", "old"]
        )
        self.values = {
            "hand": hands,
            "season": SEASONS,
            "day": DAYS[: self.options["days"]],
            "age": ages,
            "type7": ["a", "b", "c", "d"],
            "type8": ["w", "x", "y", "z"],
        }
        self.loops = {kind: self.options.get(f"{kind}_loops", True) for kind in ORDERED}
        self.names = [f"{kind} {word}" for kind in ORDERED for word in ("forward", "reverse", "repeat")]
        self.names += [
            "light alternate",
            "both on",
            "both off",
            "sex alternate",
            "both male",
            "both female",
        ]
        self.n = players
        self.rivals = self.options["mode"] == "competitive"
        self.cards, self.deck = list(cards), set(cards)
        self.codes = {seat: [] for seat in range(1, players + 1)}
        self.hands = {seat: set() for seat in range(1, players + 1)}
        self.row, self.tokens = [], []
        self.exchanged, self.declared = set(), []
        self.piles = dict.fromkeys(self.codes, 0)
        self.guesses = {seat: {other: [] for other in self.codes if other != seat} for seat in self.codes}
        self.scores, self.idle = None, 0
        self.log, self.makers, self.active = [], [], self.options["first"]

    def note(self, seat, text):
        """Something happened: `seat` did it or got it, 0 is the row."""
        self.log.append((seat, text))
        return text

    def seen(self, seat):
        """The log as a seat knows it: cards and codes are seen by who gets them, pile cards by nobody."""
        found, over = [], self.scores is not None
        for who, text in self.log:
            verb = text.partition(" ")[0]
            hidden = verb == "pile"
            if verb == "draw":
                hidden = who != 0 and who != seat
            if verb == "code" and not over:
                hidden = who != seat
            if verb == "guess" and not over and self.options["guesses"] == "together":
                hidden = who != seat
            found.append((who, f"{verb} ?" if hidden else text))
        return found

    def heard(self, seat, before, after):
        """What is new to a seat between two of its logs: whose it is, what, and the tokens of a card played."""
        number = sum(text.startswith("play") for _, text in before)
        earlier = {who for who, text in before if text.startswith("guess")}
        found = [
            (who, text)
            for (who, text), (_, old) in zip(after, before, strict=False)
            if old == "guess ?" != text
        ]
        for who, text in after[len(before) :]:
            verb = text.partition(" ")[0]
            mine = who == seat
            if verb == "play":
                number += 1
                found.append((who, text, self.tokens[number]))
            elif verb == "draw":
                found += [(who, text)] if mine and seat else []
            elif verb == "pile":
                found.append((who, "pile"))
            elif verb == "guess":
                if text != "guess ?":
                    found += [] if mine else [(who, text)]
                elif who not in earlier:
                    found.append((who, "guess"))
            elif verb not in ("code", "silent"):
                found.append((who, verb))
        return found

    def matched(self, before, card):
        """The names of the codes that the pair of cards matches."""
        old, new = (dict(zip(PLACES, text.split(), strict=True)) for text in (before, card))
        found = set()
        for kind in ORDERED:
            values = self.values[kind]
            a, b = values.index(old[kind]), values.index(new[kind])
            ring = len(values) if self.loops[kind] else 10**6
            if a == b:
                found.add(f"{kind} repeat")
            else:
                if (a + 1 - b) % ring == 0:
                    found.add(f"{kind} forward")
                if (b + 1 - a) % ring == 0:
                    found.add(f"{kind} reverse")
        for kind in ("light", "sex"):
            found.add(f"both {new[kind]}" if old[kind] == new[kind] else f"{kind} alternate")
        return found

    def playable(self, seat):
        """The cards that a seat may play."""
        if self.rivals:
            return set(self.hands[seat])
        good = set()
        for card in self.hands[seat]:
            barred = self.matched(self.row[-1], card)
            if self.options["both_rule"] == "card":
                words = card.split()
                barred = barred | {f"both {words[4]}", f"both {words[5]}"}
            if not barred & set(self.codes[seat]):
                good.add(card)
        return good

    def after(self, seat):
        return seat % self.n + 1

    def play(self):
        for seat in self.codes:
            for _ in range(2 if self.rivals else 1):
                gone = {code for codes in self.codes.values() for code in codes}
                text = yield "chance", {f"code {name}" for name in self.names if name not in gone}
                self.note(seat, text)
                self.codes[seat].append(text.removeprefix("code "))
        for seat in self.codes:
            for _ in range(3):
                self.hands[seat].add((yield from self.top(seat)))
        self.row.append((yield from self.top(0)))
        self.tokens.append(set())
        self.makers.append(0)
        yield from self.contest() if self.rivals else self.together()
        yield from self.reveal()

    def top(self, seat, word="draw"):
        """Chance takes a card from the deck, for a seat."""
        text = yield "chance", {f"{word} {card}" for card in self.deck}
        card = self.note(seat, text).removeprefix(f"{word} ")
        self.deck.remove(card)
        return card

    def played(self):
        return len(self.row) if self.options["count_starter"] else len(self.row) - 1

    def together(self):
        seat = self.options["first"]
        while True:
            what = yield from self.turn(seat, may_pass=False)
            if what == "ended":
                return
            self.idle = self.idle + 1 if what == "passed" else 0
            if self.played() >= 12 or self.idle >= self.n:
                return
            seat = self.after(seat)

    def turn(self, seat, may_pass):
        """One turn; "played", "passed", or "ended" when all agreed to stop."""
        asked, self.active = False, seat
        while True:
            cards = self.playable(seat)
            legal = {f"play {card}" for card in cards}
            swap = seat not in self.exchanged and self.deck
            if may_pass or not cards:
                legal.add("pass")
            if swap:
                legal.add("exchange")
                if not cards and self.options["blocked_exchange"] == "required":
                    legal.discard("pass")
            if not self.rivals and not asked:
                legal.add("stop")
            text = self.note(seat, (yield seat, legal))
            if text == "stop":
                asked = True
                voter = self.after(seat)
                while voter != seat:
                    if self.note(voter, (yield voter, {"agree", "refuse"})) == "refuse":
                        break
                    voter = self.after(voter)
                if voter == seat:
                    return "ended"
            elif text == "exchange":
                self.exchanged.add(seat)
                self.idle = (
                    0  # new cards may make the others' turns worth while: a round of passes begins anew
                )
                asked = True  # stopping is proposed before anything else is done in a turn
                bottom, self.hands[seat] = set(self.hands[seat]), set()
                for _ in range(3):
                    if not self.deck:
                        self.deck, bottom = bottom, set()
                    self.hands[seat].add((yield from self.top(seat)))
                self.deck |= bottom
            elif text == "pass":
                if self.options["pass_draws"] and self.deck:
                    self.hands[seat].add((yield from self.top(seat)))
                return "passed"
            else:
                card = text.removeprefix("play ")
                found = self.matched(self.row[-1], card)
                self.hands[seat].remove(card)
                self.row.append(card)
                self.makers.append(seat)
                self.tokens.append(
                    {
                        other
                        for other, codes in self.codes.items()
                        if found & set(codes) and (self.rivals or other != seat)
                    }
                )
                if self.deck:
                    self.hands[seat].add((yield from self.top(seat)))
                return "played"

    def contest(self):
        """The competitive game: declaring, piles, and a last turn for the others after the twelfth card."""
        seat, last = self.options["first"], None
        while True:
            what = yield from self.turn(seat, may_pass=last is not None)
            self.idle = self.idle + 1 if what == "passed" else 0
            asked = seat
            for _ in range(self.n):
                said = ""
                if asked not in self.declared:
                    said = self.note(asked, (yield asked, {"silent", "declare"}))
                if said == "declare":
                    self.declared.append(asked)
                asked = self.after(asked)
            left = [other for other in self.codes if other not in self.declared]
            if last is not None:
                last = [other for other in last if other in left and other != seat]
            elif self.played() >= 12:
                others = [(seat + step - 1) % self.n + 1 for step in range(1, self.n)]
                if self.options["last_turns"] == "behind":  # those up to the end of this round
                    end = self.options["first"]
                    others = others[: others.index(end)] if end in others else others
                last = [other for other in others if other in left]
            if not left or last == [] or self.idle >= len(left):
                return
            passed_over = []
            seat = self.after(seat)
            while seat not in (left if last is None else last):
                if seat in self.declared:
                    passed_over.append(seat)
                seat = self.after(seat)
            self.active = seat
            if self.options["pile_turns"] == "every":
                passed_over = sorted(self.declared)
            if last is None or self.options["last_pile"]:
                for taker in passed_over:
                    if self.deck:
                        yield from self.top(taker, "pile")
                        self.piles[taker] += 1

    def reveal(self):
        """Every seat guesses the codes of all others."""
        wrong = dict.fromkeys(self.codes, 0)
        for seat in self.codes:
            for other in self.guesses[seat]:
                for _ in self.codes[other]:
                    made = self.guesses[seat][other]
                    left = [
                        name for name in self.names if name not in self.codes[seat] and name not in made
                    ]
                    text = yield seat, {f"guess {other} {name}" for name in left}
                    name = self.note(seat, text).removeprefix(f"guess {other} ")
                    wrong[seat] += name not in self.codes[other]
                    made.append(name)
        if self.rivals:
            asked = 2 * (self.n - 1)
            self.scores = [asked - wrong[s] + (0 if wrong[s] else self.piles[s]) for s in self.codes]
        else:
            every = sum(wrong.values())
            best = every == 0 and len(self.row) <= BEST[self.n]
            self.scores = [3 if best else 2 if every == 0 else 1 if every == 1 else 0] * self.n
        yield None, set()

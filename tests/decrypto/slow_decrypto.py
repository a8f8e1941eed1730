"""A second set of rules, slow and plain, written from the facts of the game; it shares no code with the engine.

`play` yields (who moves, the texts of all legal moves) and is sent the text that was played. For clues, which are open, a
function stands for the legal ones. White has the odd seats, Black the even ones; of three, the third intercepts alone.
`now` says what is waited for and which team is at it, `seen` what a seat sees, `heard` what each seat was told last.
"""

import itertools

CODES = ["-".join(three) for three in itertools.permutations("1234", 3)]

NAMES = ["White", "Black"]
WAITING = {
    "deal": "a keyword card is dealt",
    "draw": "a code card is drawn",
    "clue": "the Encryptor writes a clue",
    "intercept": "the rivals write down their interception",
    "answer": "the team writes down its answer",
    "name": "a team names the rivals' keywords",
    "over": "the game is over",
}
"""What is said to a move of another kind."""

PLURALS = {
    "tooth": "teeth",
    "foot": "feet",
    "mouse": "mice",
    "goose": "geese",
    "man": "men",
    "louse": "lice",
}
"""Those that differ from their word within its first three letters; a clue may be no form of an own keyword."""


class Slow:
    def __init__(self, words, players, **options):
        self.words, self.n, self.trio = list(words), players, players == 3
        self.options = {
            "rounds": 8, "interception_from": 2, "miscommunication_from": 1, "interceptions_to_win": 2,
            "misses_to_lose": 2, "end_test": "round", "tie_break": "keywords", "codes": "returned",
            "repeated_clues": "team", "clue_check": "rules", "encryption": "both", "encryptor_intercepts": True,
            "late_clues": False, "trio_rounds": 5, "trio_miss_pays": True, "trio_first_round_pays": True, **options,
        }  # fmt: skip
        self.seats = [[1, 3, 5, 7], [2, 4, 6, 8]]
        self.seats = (
            [[1, 2], [3]] if self.trio else [[s for s in team if s <= players] for team in self.seats]
        )
        self.cards = [[], []]
        self.wins, self.misses = [0, 0], [0, 0]
        self.history = []  # (round, team, code, clues, interception or None, answer)
        self.code, self.clues, self.reading, self.paper = [None, None], [[], []], None, None
        self.named = [[], []]
        self.scores, self.number, self.done = None, 0, False
        self.now, self.heard = ("deal", 0), self.silence()

    def silence(self):
        return {seat: [] for seat in range(self.n + 1)}

    def tell(self, seats, text):
        for seat in seats:
            self.heard[seat].append(text)

    def all_but(self, seat):
        return [other for other in range(self.n + 1) if other != seat]

    def team_of(self, seat):
        return next((team for team in (0, 1) if seat in self.seats[team]), None)

    def ask(self, phase, team, who, legal):
        """Wait for a move; what was told before it is forgotten."""
        self.now, self.who = (phase, team), who
        text = yield who, legal
        self.heard = self.silence()
        return text

    def play(self):
        for team in (0,) if self.trio else (0, 1):
            for _ in range(4):
                left = [word for word in self.words if word not in self.cards[0] + self.cards[1]]
                text = yield from self.ask("deal", team, "chance", {f"keyword {word}" for word in left})
                self.cards[team].append(text.removeprefix("keyword "))
        rounds = self.options["trio_rounds"] if self.trio else self.options["rounds"]
        for self.number in itertools.count(1):
            teams = self.encrypting()
            for team in teams:
                left = set(CODES)
                if self.options["codes"] == "used up":
                    left -= {half[2] for half in self.history if half[1] == team}
                text = yield from self.ask("draw", team, "chance", {f"code {code}" for code in left})
                self.code[team] = text.removeprefix("code ")
            for team in teams:
                seat = self.encryptor(team)
                for number in (1, 2, 3):
                    text = yield from self.ask("clue", team, seat, self.judge(team))
                    self.clues[team].append(text.removeprefix("clue "))
                    self.tell(
                        self.all_but(seat), f"Seat {seat} has written clue {number} of 3 for {NAMES[team]}."
                    )
                self.tell([seat], self.clues_read(team))
            for team in teams:
                yield from self.half(team)
                last = team == teams[-1]
                if last or self.options["end_test"] == "at once":
                    self.scores = yield from self.ended(last and self.number == rounds)
                    if self.scores:
                        yield from self.end()

    def end(self):
        """Everything is shown; also clues that nobody got to read."""
        for team in (0, 1):
            if self.clues[team]:
                self.tell(self.all_but(self.encryptor(team)), self.clues_read(team))
        self.now, self.done = ("over", 0), True
        yield None, set()

    def clues_read(self, team):
        return f"{NAMES[team]}'s clues: {'; '.join(self.clues[team])}."

    def encrypting(self):
        if self.trio:
            return [0]
        if self.options["encryption"] == "both":
            return [0, 1]
        return [1 - self.number % 2]

    def encryptor(self, team):
        """The role goes round the team, one turn at a time."""
        turns = self.number - 1
        if self.options["encryption"] == "alternate" and not self.trio:
            turns //= 2
        return self.seats[team][turns % len(self.seats[team])]

    def partner(self, team):
        """Who speaks for a team when the Encryptor is silent: the next of it."""
        mine = self.seats[team]
        return mine[(mine.index(self.encryptor(team)) + 1) % len(mine)]

    def judge(self, team):
        """Whether a text may be the next clue; None where it is a matter of the forms of words."""
        used = list(self.clues[team])
        for half in self.history:
            if half[1] == team or self.options["repeated_clues"] == "both":
                used += half[3]
        if self.options["repeated_clues"] == "free":
            used = []
        strict = self.options["clue_check"] == "rules"

        def verdict(text):
            kind, _, clue = text.partition(" ")
            if kind != "clue":
                return False
            if clue == "-":
                return self.options["late_clues"]
            if clue in used and strict:
                return False
            for word in self.cards[team]:
                if f" {word} " in f" {clue} ":
                    return False
                if strict and PLURALS.get(word) in clue.split():
                    return False
                if strict and any(part[:3] == word[:3] for part in clue.split()):
                    return None
            return None if len(clue) < 3 or clue in used else True

        return verdict

    def half(self, team):
        """One team's clues are read, guessed at by both, and tokens given."""
        self.reading = team
        self.tell(self.all_but(self.encryptor(team)), self.clues_read(team))
        rivals = 1 - team
        caught = None
        if self.number >= self.options["interception_from"]:
            speaker = self.encryptor if self.options["encryptor_intercepts"] else self.partner
            legal = {f"guess {code}" for code in CODES}
            caught = yield from self.ask("intercept", team, speaker(rivals), legal)
            self.paper = caught = caught.removeprefix("guess ")
            seat = speaker(rivals)
            self.tell(
                self.all_but(seat), f"Seat {seat} has written down a code for the clues of {NAMES[team]}."
            )
        answer = yield from self.ask(
            "answer", team, self.partner(team), {f"guess {code}" for code in CODES}
        )
        answer = answer.removeprefix("guess ")
        code = self.code[team]
        before = self.wins + self.misses
        self.wins[rivals] += caught == code
        if answer != code:
            if not self.trio:
                self.misses[team] += self.number >= self.options["miscommunication_from"]
            elif self.options["trio_miss_pays"] and (
                self.number > 1 or self.options["trio_first_round_pays"]
            ):
                self.wins[rivals] += 1
        self.history.append((self.number, team, code, tuple(self.clues[team]), caught, answer))
        self.code[team], self.clues[team], self.reading, self.paper = None, [], None, None
        everybody = range(self.n + 1)
        name, other = NAMES[team], NAMES[rivals]
        self.tell(
            everybody,
            f"{name}'s code was {code}; {name} answered {answer}, {'right' if answer == code else 'missed'}.",
        )
        if caught is not None:
            verb = "intercepted it" if caught == code else "did not intercept it"
            self.tell(everybody, f"{other} guessed {caught} and {verb}.")
        if self.wins + self.misses != before:
            won = f"{self.wins[0]} interception{'' if self.wins[0] == 1 else 's'}"
            lost = f"{self.misses[0]} miss{'' if self.misses[0] == 1 else 'es'}"
            self.tell(everybody, f"White has {won} and {lost}, Black {self.wins[1]} and {self.misses[1]}.")

    def ended(self, last):
        """The scores once tokens are looked at, or None."""
        full, lost = self.options["interceptions_to_win"], self.options["misses_to_lose"]
        if self.trio:
            if self.wins[1] >= full:
                return self.points(1)
            return self.points(0) if last else None
        won = [wins >= full for wins in self.wins]
        gone = [misses >= lost for misses in self.misses]
        one_has_both = (won[0] and gone[0]) or (won[1] and gone[1])
        if not (one_has_both or won == [True, True] or gone == [True, True]):
            if won[0] or gone[1]:
                return self.points(0)
            if won[1] or gone[0]:
                return self.points(1)
            if not last:
                return None
        depth = self.options["tie_break"]
        values = [0, 0]
        if depth == "interceptions":
            values = self.wins
        elif depth != "none":
            values = [self.wins[team] - self.misses[team] for team in (0, 1)]
        if values[0] != values[1]:
            return self.points(0 if values[0] > values[1] else 1)
        if depth != "keywords":
            return self.points(None)
        right = [0, 0]
        for team in (0, 1):
            for secret in self.cards[1 - team]:
                gone = self.cards[team] + self.named[team]
                seat = self.seats[team][0]
                legal = {f"name {word}" for word in self.words if word not in gone}
                text = yield from self.ask("name", team, seat, legal)
                self.named[team].append(text.removeprefix("name "))
                shown = self.seats[team] if len(self.named[1]) < 4 else range(self.n + 1)
                for reader in self.all_but(seat):
                    word = f": {self.named[team][-1]}" if reader in shown else ""
                    self.tell([reader], f"Seat {seat} has named a keyword of the rivals{word}.")
                right[team] += self.named[team][-1] == secret
        if right[0] == right[1]:
            return self.points(None)
        return self.points(0 if right[0] > right[1] else 1)

    def points(self, winner):
        return [
            0.5 if winner is None else float(seat in self.seats[winner]) for seat in range(1, self.n + 1)
        ]

    def seen(self, seat):
        """All that a seat sees (0: somebody who looks on), written as people write it."""
        phase, at = self.now
        mine, over = self.team_of(seat), phase == "over"
        encrypts = [self.number and self.team_of(seat) == t and self.encryptor(t) == seat for t in (0, 1)]
        read = [self.reading is not None and t <= self.reading for t in (0, 1)]
        named = self.named[0] + self.named[1] if over else self.named[mine] if mine is not None else []
        result = None
        if over:  # what a seat of White and one of Black scored
            result = [self.scores[team[0] - 1] for team in self.seats]
        return {
            "seat": seat,
            "phase": phase,
            "turn": at,
            "round": self.number or 1,
            "team": mine,
            "keywords": [self.cards[t] if over or t == mine else [] for t in (0, 1)],
            "own": [] if mine is None else self.cards[mine],
            "codes": [self.code[t] if over or encrypts[t] else None for t in (0, 1)],
            "clues": [self.clues[t] if over or encrypts[t] or read[t] else [] for t in (0, 1)],
            "counts": [len(clues) for clues in self.clues],
            "written": self.paper if mine is not None and mine != self.reading else None,
            "past": self.history,
            "columns": [self.columns(t) for t in (0, 1)],
            "tokens": [self.wins[0], self.misses[0], self.wins[1], self.misses[1]],
            "names": named,
            "named": len(self.named[0]) + len(self.named[1]),
            "dealt": len(self.cards[0]) + len(self.cards[1]),
            "result": result,
            "pending": self.reading,
            "open_moves": phase in ("clue", "name") and seat == self.who,
        }

    def columns(self, team):
        """The score sheet of a team: the clues that were for each of its four words."""
        sheet = {slot: [] for slot in "1234"}
        for _, side, code, clues, _, _ in self.history:
            for slot, clue in zip(code.split("-"), clues, strict=True):
                if side == team and clue != "-":
                    sheet[slot].append(clue)
        return list(sheet.values())

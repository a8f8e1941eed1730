"""The rules of The Initiative, as its rulebook reads; what is known, told, written and tapped follows from them.

Sources: the turn, traps, threat and loss follow the rulebook; open points are options (data/options.toml). What lies
on the table (`t.open`) is called by its names: cards and tokens as they are written, rooms and piles as on the board.

One file because the rules are one turn, read from top to bottom.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any

from deduce.ground.wording import say, typed
from deduce.rulebook import EVERYBODY, Table
from deduce_models.initiative.components.parts import ACTIONS, CAMERA, COUNTER, GAS
from deduce_models.initiative.rules.abilities import Ability, Escort, Reach, Reset, Scan
from deduce_models.initiative.rules.frame import Frame, Windows
from deduce_models.initiative.rules.guessing import VERDICTS, slip
from deduce_models.initiative.rules.setup import Setup

Going = Generator[Any, Any, Any]
INTEL, RUN, GATHER, REGROUP = ACTIONS
TOKENS, STEPS, PLAYED = 2, 3, 2
"""Tokens an Intel or a Gather turns, rooms a Run enters, actions a turn has; all at most."""


def rules(t: Table) -> Going:
    """The whole mission: set up and dealt, then turn by turn."""
    lay(t)
    for seat in t.seats:
        for _ in range(t.data.setup.deck.hand):
            yield t.draw(t.open.deck, to=t.open.hands[seat], text=f"deal {seat} {{}}")
    return Mission.one_turn


def lay(t: Table) -> None:
    """What lies on the table before the first card is dealt."""
    frame: Frame = t.data
    setup, o = frame.setup, t.open
    deck = setup.deck
    o.deck = t.deck("the deck", dict.fromkeys(deck.codes, 1) | dict.fromkeys(frame.times, 0))
    o.hands = {seat: t.zone(f"hand of {t.name(seat)}", seat) for seat in t.seats}
    o.piles, o.blocks = dict.fromkeys(ACTIONS, ()), dict.fromkeys(ACTIONS, 0)
    o.discard, o.threat, o.reshuffled, o.fresh = frame.times, False, (), dict.fromkeys(t.seats, 0)
    o.unseen = dict(zip(setup.kinds, setup.copies, strict=True))
    o.hidden = dict(zip(setup.rooms, setup.stacks, strict=True))
    o.faceup = dict.fromkeys(setup.rooms, ())
    o.figures = dict.fromkeys(t.seats, setup.rooms[setup.entrance])
    o.opened, o.windows = (), {}
    o.turn, o.turns, o.acts, o.idle, o.active = setup.options.begins, 1, 0, 0, False
    o.asked, o.doing, o.room, o.spent, o.used, o.queue = "deal", "", "", 0, (), ()
    o.proposal, o.voters, o.refused, o.result, o.cause = (), (), False, 0, ""
    frame.conceal(t)


class Mission:
    """A mission under way, as the seat at turn plays it."""

    def __init__(self, t: Table) -> None:
        self.t, self.o = t, t.open
        self.frame: Frame = t.data
        self.setup, self.options = self.frame.setup, self.frame.setup.options
        self.said: tuple[Any, Any] = (None, None)

    @staticmethod
    def one_turn(t: Table) -> Going:
        """One turn: actions, cameras, refill; then the next seat's."""
        return Mission(t).turn()

    def turn(self) -> Going:
        """See `one_turn`."""
        o = self.o
        yield self.actions()
        yield self.cameras()
        yield self.refill()
        o.idle = 0 if o.active else o.idle + 1
        if o.idle >= len(self.t.seats):
            self.over(0, "nobody could act or would draw")
        o.turn, o.turns = o.turn % len(self.t.seats) + 1, o.turns + 1
        o.acts, o.spent, o.active = 0, 0, False
        return Mission.one_turn

    # What the seat at turn decides.

    def ask(
        self, asked: str, menu: dict[str, Any], *cards: Any, unsaid: Any = None, otherwise: Any = ()
    ) -> Going:
        """A choice of the seat at turn; as often as an answer is proposed and refused, again."""
        t, o = self.t, self.o
        o.asked = asked
        rest = ("done",) if "done" in menu else unsaid
        while True:
            options = [menu, *cards] if o.refused else [menu, *cards, self.any_answer()]
            chosen = yield t.choose(o.turn, options, unsaid=unsaid, otherwise=otherwise, rest=rest)
            if chosen[0] != "answer":
                o.refused = False
                return chosen
            yield self.answer(chosen[1])

    def among(self, text: str, values: Iterable[Any], *words: str) -> dict[str, tuple[Any, ...]]:
        """The options ``text VALUE``, and words that stand for themselves; made once."""
        given = tuple(values)
        return self.t.once(
            (text, given, words),
            lambda: (
                {f"{text} {value}": (text, value) for value in given} | {word: (word,) for word in words}
            ),
        )

    def any_answer(self) -> Any:
        """An answer, as the windows are open now; one object for the same windows."""
        t, windows, opened = self.t, self.o.windows, self.o.opened
        if self.said[0] is not windows:
            key = "answer", frozenset(windows.items()), frozenset(opened)
            self.said = (
                windows,
                t.once(key, lambda: said_freely(t, self.frame.shown(windows), self.certain())),
            )
        return self.said[1]

    def actions(self) -> Going:
        """One action or two; none where none is possible."""
        t, o, hand = self.t, self.o, self.o.hands[self.o.turn]
        while o.acts < PLAYED:
            stop = self.among("stop", (), *(("stop",) if o.acts else ()))
            plays = [self.plays(hand)]
            if len(hand) > 2 or (len(hand) == 2 and self.options.special_last_two):
                plays.append(t.option("special {card} {other}", card=hand, other=hand, tag="special"))
            skip = () if o.acts else self.among("skip", (), "skip")
            verb, *cards = yield self.ask("action", stop, *plays, otherwise=skip)
            if verb in ("stop", "skip"):
                return
            o.acts, o.active, o.spent = o.acts + 1, True, 0
            if verb == "play":
                yield self.play(*cards)
            else:
                for card in cards:
                    o.discard += (self.leave(o.turn, card),)
                o.doing, o.used = "special", ()
                yield self.special(self.setup.abilities[o.turn - 1])
            o.doing, o.room, o.spent, o.used, o.asked = "", "", 0, (), "action"
            t.line_ends()

    def plays(self, hand: Any) -> Any:
        """A card on a pile that it may be laid on: higher than what lies there, where no token lies on it."""
        o, value = self.o, self.frame.value
        tops = {pile: value[cards[-1]] if cards else 0 for pile, cards in o.piles.items()}
        blocked = {pile for pile, count in o.blocks.items() if count}

        def fits(card: str, pile: str) -> bool:
            return value[card] > tops[pile] and pile not in blocked

        def why_not(_: str, pile: str) -> str:
            if pile in blocked:
                return say("a counterintelligence token lies on {pile}", pile=typed(pile))
            return say(
                "{pile} shows {number}; a higher card is needed", pile=typed(pile), number=tops[pile]
            )

        return self.t.option(
            "play {card} {pile}", card=hand, pile=ACTIONS, when=fits, sentence=why_not, tag="play"
        )

    def leave(self, seat: int, card: str) -> str:
        """A card leaves a hand in the open."""
        self.o.fresh[seat] -= card in self.o.reshuffled
        return str(self.t.take(self.o.hands[seat], card))

    def play(self, card: str, pile: str) -> Going:
        """A card on a pile, and what that action does."""
        o = self.o
        o.piles[pile] += (self.leave(o.turn, card),)
        o.doing = pile
        return {INTEL: self.intel, RUN: self.run, GATHER: self.gather, REGROUP: self.regroup}[pile]()

    # The four actions.

    def intel(self) -> Going:
        """One room anywhere; up to two of its top tokens are turned, one at a time."""
        o = self.o
        verb, *room = yield self.ask("intel room", self.among("room", o.hidden, "done"))
        if verb == "done" or not o.hidden[room[0]]:
            return
        while True:
            yield self.reveal(room[0])
            if o.spent >= TOKENS or not o.hidden[room[0]]:
                return
            verb, *_ = yield self.ask(
                "second token", self.among("more", (), "more", "done"), unsaid=("more",)
            )
            if verb == "done":
                return

    def run(self) -> Going:
        """Up to three rooms, through passages."""
        o, near = self.o, self.frame.near
        while o.spent < STEPS:
            verb, *room = yield self.ask("run", self.among("move", near[o.figures[o.turn]], "done"))
            if verb == "done":
                return
            o.figures[o.turn], o.spent = room[0], o.spent + 1

    def gather(self) -> Going:
        """Up to two tokens of the own room: open glyphs, or the top hidden one, which may be collected at once."""
        o = self.o
        here = o.figures[o.turn]
        while o.spent < TOKENS:
            mixing = self.options.gather_mix or not o.used
            taken = self.glyphs(here) if mixing or o.used[0] == "take" else []
            turn = ("turn",) if o.hidden[here] and (mixing or o.used[0] == "turn") else ()
            if not taken and not turn:
                return
            menu = self.among("take", taken, *turn, "done")
            verb, *glyph = yield self.ask("gather", menu, unsaid=("turn",))
            if verb == "done":
                return
            o.used = (verb,)
            if verb == "take":
                self.collect(here, glyph[0])
                o.spent += 1
            else:
                yield self.reveal(here)
                o.room = ""

    def regroup(self) -> Going:
        """Another pile is cleared."""
        verb, *pile = yield self.ask("regroup", self.among("clear", ACTIONS[:3], "done"))
        if verb != "done":
            self.clear(pile[0])

    # The characters' special actions.

    def special(self, ability: Ability) -> Going:
        """What the character at turn can do for two cards."""
        does: dict[type, Callable[[Any], Going]] = {
            Scan: self.scan,
            Escort: self.escort,
            Reach: self.reach,
            Reset: self.reset,
        }
        return does[type(ability)](ability)

    def scan(self, ability: Scan) -> Going:
        """Turn the top token of rooms near, each room once."""
        o = self.o
        while rooms := [room for room in self.around() if o.hidden[room] and room not in o.used]:
            verb, *room = yield self.ask("special", self.among("room", rooms, "done"))
            if verb == "done":
                return
            o.used += (room[0],)
            yield self.reveal(room[0])

    def escort(self, ability: Escort) -> Going:
        """Lead one figure some rooms."""
        o, near = self.o, self.frame.near
        verb, *who = yield self.ask("special", self.among("figure", self.t.seats, "done"))
        if verb == "done":
            return
        o.used += (who[0],)
        for _ in range(ability.steps):
            verb, *room = yield self.ask("special", self.among("move", near[o.figures[who[0]]], "done"))
            if verb == "done":
                return
            o.figures[who[0]] = room[0]
            o.used += (room[0],)

    def reach(self, ability: Reach) -> Going:
        """Collect one open glyph near."""
        o = self.o
        menu = {
            f"take {glyph} {room}": ("take", room, glyph)
            for room in self.around()
            for glyph in dict.fromkeys(o.faceup[room])
            if self.frame.is_glyph(glyph)
        }
        verb, *found = (yield self.ask("special", menu | {"done": ("done",)})) if menu else ("done",)
        if verb != "done":
            self.collect(*found)

    def reset(self, ability: Reset) -> Going:
        """Clear a pile."""
        o = self.o
        full = [pile for pile in ability.piles if o.piles[pile] or o.blocks[pile]]
        menu = self.among("clear", full, "done")
        verb, *pile = (yield self.ask("special", menu)) if full else ("done",)
        if verb != "done":
            self.clear(pile[0])

    def around(self) -> list[str]:
        """The room of the seat at turn, and those one passage away."""
        here = self.o.figures[self.o.turn]
        return [here, *self.frame.near[here]]

    # Tokens, windows, piles.

    def glyphs(self, room: str) -> list[str]:
        """The open glyphs of a room that may be collected."""
        able = self.frame.is_glyph if self.options.gather_absent else self.frame.on_card
        return [token for token in dict.fromkeys(self.o.faceup[room]) if able(token)]

    def collect(self, room: str, glyph: str) -> None:
        """An open glyph is taken: its windows open."""
        o = self.o
        self.pick(room, glyph)
        if self.frame.on_card(glyph):
            if glyph not in o.opened:
                o.opened += (glyph,)
            self.frame.open(self.t, glyph)

    def clear(self, pile: str) -> None:
        """The cards of a pile and the tokens on it are discarded."""
        self.o.discard += self.o.piles[pile]
        self.o.piles[pile], self.o.blocks[pile] = (), 0

    def lay(self, room: str, token: str) -> None:
        """A token lies open."""
        there = (*self.o.faceup[room], token)
        self.o.faceup[room] = tuple(sorted(there, key=self.frame.order.__getitem__))

    def pick(self, room: str, token: str) -> None:
        """A token that lies open leaves the room."""
        there = [*self.o.faceup[room]]
        there.remove(token)
        self.o.faceup[room] = tuple(there)

    def reveal(self, room: str) -> Going:
        """The top token of a room is turned."""
        o = self.o
        o.asked, o.room = "reveal", room
        token = yield self.t.roll("token", o.unseen)
        o.unseen[token] -= 1
        o.hidden[room] -= 1
        o.spent += 1
        if self.frame.is_glyph(token):
            self.lay(room, token)
            yield self.found(room, token)
        elif token == CAMERA:
            self.lay(room, token)
        elif token == GAS:
            if self.options.gas_in_threat or not o.threat:
                yield self.gas(room)
        elif o.doing == INTEL:
            o.blocks[ACTIONS[COUNTER[token]]] += 1

    def found(self, room: str, glyph: str) -> Going:
        """A glyph was turned: by Gather it may be collected; otherwise, if no window needs it, it may be removed."""
        o, needed = self.o, self.frame.on_card(glyph)
        if o.doing == GATHER:
            if needed or self.options.gather_absent:
                o.queue = (glyph,)
                menu = self.among("collect", (), "collect", "leave")
                (verb,) = yield self.ask("collect or leave", menu, unsaid=("collect",))
                if verb == "collect":
                    self.collect(room, glyph)
        elif not needed:
            o.queue = (glyph,)
            menu = self.among("remove", (), "remove", "keep")
            (verb,) = yield self.ask("keep or remove", menu, unsaid=("keep",))
            if verb == "remove":
                self.pick(room, glyph)
        o.queue = ()

    def gas(self, room: str) -> Going:
        """Everybody in the room loses a card by chance."""
        t, o = self.t, self.o
        o.queue = tuple([seat for seat in t.seats if o.figures[seat] == room and len(o.hands[seat])])
        while o.queue:
            o.asked, seat = "gas", o.queue[0]
            card = yield t.draw(o.hands[seat], seen_by=EVERYBODY, text=f"gas {seat} {{}}")
            o.fresh[seat] -= card in o.reshuffled
            o.discard += (card,)
            o.queue = o.queue[1:]

    # The end of a turn.

    def turn_over(self) -> bool:
        """The empty deck is turned over, once; gives whether a card is left."""
        o = self.o
        if not len(o.deck) and not o.threat:
            o.threat, cards = True, tuple(sorted(o.discard, key=self.frame.place.__getitem__))
            self.t.shuffle_in(o.deck, cards)
            o.reshuffled, o.discard = cards, ()
        return len(o.deck) > 0

    def drawn(self) -> None:
        """A card has left the deck."""
        if self.options.flip == "at once":
            self.turn_over()

    def cameras(self) -> Going:
        """Every camera in the room throws away a card of the deck."""
        t, o = self.t, self.o
        o.spent = o.faceup[o.figures[o.turn]].count(CAMERA)
        while o.spent and self.turn_over():
            o.asked = "camera"
            o.discard += ((yield t.draw(o.deck, seen_by=EVERYBODY, text="camera {}")),)
            o.spent -= 1
            if self.options.camera_time_counts:
                self.in_time()
            self.drawn()
        o.spent = 0

    def refill(self) -> Going:
        """Up to a full hand; under threat card by card, as long as one likes."""
        t, o = self.t, self.o
        hand = o.hands[o.turn]
        while len(hand) < self.setup.deck.hand and self.turn_over():
            if o.threat:
                verb, *_ = yield self.ask(
                    "refill", self.among("draw", (), "draw", "done"), unsaid=("draw",)
                )
                if verb == "done":
                    return
                o.active = True
            o.asked = "card"
            time = yield t.draw(o.deck, to=hand, text="card {}", open=self.frame.times)
            if time:
                o.discard += (time,)
                self.in_time()
            else:
                o.active = True
                o.fresh[o.turn] += o.threat
                self.drawn()

    def in_time(self) -> None:
        """Too many symbols of time lose under threat."""
        if (
            self.o.threat
            and sum(self.frame.symbols[card] for card in self.o.discard) >= self.setup.deck.loss
        ):
            self.over(0, "time ran out")

    def over(self, score: int, cause: str) -> None:
        """The mission ends for everybody."""
        self.o.result, self.o.cause = score or -1, cause
        self.t.end([score] * len(self.t.seats))

    # Answers.

    def certain(self) -> list[str]:
        """The answer, where every letter of it stands there."""
        if not self.setup.spelled_out or not self.frame.needed.issubset(self.o.opened):
            return []
        shown = self.frame.shown(self.o.windows)
        return [" ".join("".join(shown[place]) for place in self.setup.front.answer)]

    def answer(self, text: str) -> Going:
        """The others agree in turn, or one objects; then it is compared with the card."""
        t, o = self.t, self.o
        size = len(t.seats)
        o.proposal = tuple(text.split(" "))
        o.voters = tuple([(o.turn + k) % size + 1 for k in range(size - 1)])
        while o.voters:
            if (yield t.choose(o.voters[0], {"agree": "agree", "object": "object"})) == "object":
                o.proposal, o.voters, o.refused = (), (), True
                return
            o.voters = o.voters[1:]
        fact = self.frame.says(t, o.proposal)
        for place in self.frame.behind:
            self.frame.open(t, place)
        right = t.tell(EVERYBODY, fact, "the answer is right")
        self.over(int(right), VERDICTS[0 if right else 1])


def said_freely(t: Table, shown: Windows, certain: list[str]) -> Any:
    """An answer where this is shown in the windows."""
    setup: Setup = t.data.setup
    return t.free(
        "answer",
        lambda text: slip(setup, shown, tuple(text.split(" "))),
        certain,
        spell=str.upper,
        tag="answer",
    )

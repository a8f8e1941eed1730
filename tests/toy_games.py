"""Two tiny games for the tests of the games floor: one with hidden cards, one with hidden choices."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from deduce import AllDifferent, Knowledge, Problem
from deduce.games import CHANCE, Advice, Game, Option
from deduce.ground.errors import IllegalMove, RecordError


@dataclass(frozen=True, slots=True)
class Word:
    """A move that is a word and two numbers."""

    verb: str
    seat: int = 0
    card: int = 0

    def __str__(self):
        return f"{self.verb} {self.seat} {self.card}" if self.verb != "pass" else "pass"


def parse_word(text):
    words = text.split()
    if words == ["pass"]:
        return Word("pass")
    if len(words) == 3 and words[0] in ("deal", "guess", "show") and all(w.isdecimal() for w in words[1:]):
        return Word(words[0], int(words[1]), int(words[2]))
    raise RecordError(f"expected 'pass', or a verb, a seat and a number, not {text!r}")


@dataclass(frozen=True, slots=True)
class WhoseView:
    seat: int
    actor: Any
    players: int
    rounds: int
    card: int
    log: tuple[tuple[int, Word, bool], ...]
    moves: tuple[Word, ...]
    extra: Any = None
    unseen: Any = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class WhoseState:
    """One card each of ``players + 2``; `rounds` turns each to name another seat's card, or pass."""

    seats: int
    rounds: int
    cards: tuple[int, ...] = ()
    log: tuple[tuple[int, Word, bool], ...] = ()

    @property
    def actor(self):
        if len(self.cards) < self.seats:
            return CHANCE
        return None if len(self.log) == self.seats * self.rounds else len(self.log) % self.seats + 1

    @property
    def scores(self):
        if self.actor is not None:
            return None
        return tuple(
            float(sum(hit for seat, _, hit in self.log if seat == mine))
            for mine in range(1, self.seats + 1)
        )

    def moves(self):
        if not isinstance(self.actor, int):
            return ()
        others = [seat for seat in range(1, self.seats + 1) if seat != self.actor]
        named = {(word.seat, word.card) for _, word, _ in self.log}
        return (
            Word("pass"),
            *(
                Word("guess", seat, card)
                for seat, card in itertools.product(others, range(self.seats + 2))
                if (seat, card) not in named and card != self.cards[self.actor - 1]
            ),
        )

    def left(self):
        return [card for card in range(self.seats + 2) if card not in self.cards]

    def outcomes(self):
        if self.actor is not CHANCE:
            return ()
        left = self.left()
        return [(Word("deal", len(self.cards) + 1, card), 1 / len(left)) for card in left]

    def draw(self, rng):
        left = self.left()
        return Word("deal", len(self.cards) + 1, left[int(rng.random() * len(left))])

    def play(self, move):
        if self.actor is CHANCE:
            if move.verb != "deal" or move.seat != len(self.cards) + 1 or move.card not in self.left():
                raise IllegalMove(f"{move}: the next thing is a card for seat {len(self.cards) + 1}")
            return type(self)(self.seats, self.rounds, (*self.cards, move.card))
        if move not in self.moves():
            raise IllegalMove(f"{move}: name a card of another seat that nobody named, or pass")
        hit = move.verb == "guess" and self.cards[move.seat - 1] == move.card
        return type(self)(self.seats, self.rounds, self.cards, (*self.log, (self.actor, move, hit)))

    def view(self, seat):
        card = self.cards[seat - 1] if 0 < seat <= len(self.cards) else -1
        moves = self.moves() if seat == self.actor else ()
        return WhoseView(seat, self.actor, self.seats, self.rounds, card, self.log, moves)


class Whose(Game):
    name = "whose"
    title = "Whose card"
    seats = range(2, 4)
    options = MappingProxyType({"rounds": Option(2, (1, 2, 3), "turns for each seat")})
    players = MappingProxyType({})
    state_class = WhoseState

    def new(self, *, players, seed=None, data=None, **options):
        given = self.checked_options(options)
        state = self.state_class(self.checked_players(players), given["rounds"])
        rng = random.Random(seed)
        while seed is not None and state.actor is CHANCE:
            state = state.play(state.draw(rng))
        return state

    def parse(self, text, state):
        return parse_word(text)

    def worlds(self, view):
        found = []
        for cards in itertools.permutations(range(view.players + 2), view.players):
            if view.seat and cards[view.seat - 1] != view.card:
                continue
            told = [(word, hit) for _, word, hit in view.log if word.verb == "guess"]
            # A seat never names the card it holds: its guesses speak about itself as well.
            told_right = all((cards[word.seat - 1] == word.card) == hit for word, hit in told)
            if told_right and all(cards[s - 1] != w.card for s, w, _ in view.log if w.verb == "guess"):
                found.append(cards)
        return found

    def knowledge(self, view):
        problem = Problem("whose")
        card = problem.variables("card", range(1, view.players + 1), domain=range(view.players + 2))
        problem.require(AllDifferent(card), "every card is one card")
        known = Knowledge(problem)
        if view.seat:
            known = known.observe(card[view.seat] == view.card, "my own card")
        for seat, word, hit in view.log:
            if word.verb == "guess":
                named = card[word.seat] == word.card
                known = known.observe(named if hit else ~named, f"seat {seat} named a card")
                known = known.observe(card[seat] != word.card, "nobody names a card in hand")
        return known

    def truth(self, state, knowledge):
        return {knowledge.problem["card"][seat]: card for seat, card in enumerate(state.cards, 1)}

    def resample(self, view, rng):
        return self.state_class(view.players, view.rounds, rng.choice(self.worlds(view)), view.log)

    def advise(self, view, *, rng=0, time_limit=None):
        worlds = self.worlds(view)
        shares = {
            move: sum(w[move.seat - 1] == move.card for w in worlds) / len(worlds)
            if move.card >= 0
            else 0.0
            for move in view.moves
            if move.verb == "guess"
        }
        ranked = sorted(shares.items(), key=lambda item: -item[1])
        return [
            *(Advice(move, share, f"right in {share:.0%} of worlds") for move, share in ranked),
            Advice(Word("pass"), 0.0, "says nothing"),
        ]


@dataclass(frozen=True, slots=True)
class ShowView:
    seat: int
    actor: Any
    players: int
    mine: int
    shown: tuple[tuple[int, ...], ...]
    moves: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class ShowState:
    """Everybody shows one to three fingers at once, twice; a number shown by one seat alone scores."""

    seats: int
    choices: tuple[int, ...] = ()
    rounds = 2

    @property
    def actor(self):
        return None if len(self.choices) == self.seats * self.rounds else len(self.choices) % self.seats + 1

    @property
    def shown(self):
        whole = len(self.choices) // self.seats * self.seats
        return tuple(self.choices[i : i + self.seats] for i in range(0, whole, self.seats))

    @property
    def scores(self):
        if self.actor is not None:
            return None
        return tuple(
            float(sum(r[seat] for r in self.shown if r.count(r[seat]) == 1)) for seat in range(self.seats)
        )

    def moves(self):
        return () if self.actor is None else tuple(Word("show", self.actor, n) for n in (1, 2, 3))

    def outcomes(self):
        return ()

    def draw(self, rng):
        raise IllegalMove("nothing is drawn in this game")

    def play(self, move):
        if move not in self.moves():
            raise IllegalMove(f"{move}: it is seat {self.actor}'s turn to show 1, 2 or 3")
        return ShowState(self.seats, (*self.choices, move.card))

    def view(self, seat):
        now = self.choices[len(self.shown) * self.seats :]
        mine = now[seat - 1] if 0 < seat <= len(now) else 0
        moves = self.moves() if seat == self.actor else ()
        return ShowView(seat, self.actor, self.seats, mine, self.shown, moves)


class Show(Game):
    name = "show"
    title = "Show of fingers"
    seats = range(2, 4)
    options = MappingProxyType({})
    players = MappingProxyType({})

    def new(self, *, players, seed=None, data=None, **options):
        self.checked_options(options)
        return ShowState(self.checked_players(players))

    def parse(self, text, state):
        return parse_word(text)

    def _hidden(self, view):
        chosen = view.actor - 1 if view.actor else 0
        return [seat for seat in range(1, chosen + 1) if seat != view.seat]

    def knowledge(self, view):
        problem = Problem("show")
        fingers = problem.variables("fingers", range(1, view.players + 1), domain=(1, 2, 3))
        known = Knowledge(problem)
        return known.observe(fingers[view.seat] == view.mine, "I see my hand") if view.mine else known

    def truth(self, state, knowledge):
        now = state.choices[len(state.shown) * state.seats :]
        return {knowledge.problem["fingers"][seat]: n for seat, n in enumerate(now, 1)}

    def resample(self, view, rng):
        before = tuple(itertools.chain.from_iterable(view.shown))
        hidden = self._hidden(view)
        last = view.actor - 1 if view.actor else 0
        now = tuple(rng.randint(1, 3) if seat in hidden else view.mine for seat in range(1, last + 1))
        return ShowState(view.players, before + now)

    def advise(self, view, *, rng=0, time_limit=None):
        ranked = sorted(view.moves, key=lambda move: -move.card)
        return [Advice(m, float(m.card), "more fingers, more points", kind="heuristic") for m in ranked]

"""Above: a complete game in one file. Who holds which card of seven?

Every seat is dealt one of the cards 1 to 7. In turn, a seat asks another whether its card is above a
number, and is answered truthfully for all to hear; or it names another seat's card, which ends the game:
it scores 1 if it is right, and everybody else scores 1 if it is wrong. After three turns each the game
ends without a score.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from deduce import AllDifferent, IllegalMove, Knowledge, Problem, ProblemError, Variable
from deduce.games import CHANCE, Actor, Advice, Game, settle
from deduce.players import Greedy, random_player

CARDS = range(1, 8)
TURNS = 3


@dataclass(frozen=True, slots=True)
class Word:
    """A move: ``deal CARD``, ``ask SEAT NUMBER`` or ``name SEAT CARD``."""

    verb: str
    number: int
    seat: int = 0

    def __str__(self) -> str:
        return f"{self.verb} {self.seat} {self.number}" if self.seat else f"{self.verb} {self.number}"


@dataclass(frozen=True, slots=True)
class View:
    """What a seat may use: its card, what was said, and its moves if it is to move."""

    seat: int
    players: int
    actor: Actor
    card: int | None
    log: tuple[tuple[int, Word, bool], ...]
    moves: tuple[Word, ...]

    def __str__(self) -> str:
        said = [f"seat {seat}: {word}? {'yes' if answer else 'no'}" for seat, word, answer in self.log]
        return "\n".join([f"seat {self.seat} holds {self.card}", *said])


@dataclass(frozen=True, slots=True)
class State:
    """A position: the cards dealt so far, seat 1 first, and every word with its answer."""

    seats: int
    cards: tuple[int, ...] = ()
    log: tuple[tuple[int, Word, bool], ...] = ()

    @property
    def actor(self) -> Actor:
        """Chance until all cards are dealt, then the seats in turn."""
        if len(self.cards) < self.seats:
            return CHANCE
        over = len(self.log) == TURNS * self.seats or (self.log and self.log[-1][1].verb == "name")
        return None if over else len(self.log) % self.seats + 1

    @property
    def scores(self) -> tuple[float, ...] | None:
        """One number a seat when the game is over."""
        if self.actor is not None:
            return None
        who, word, right = self.log[-1]
        if word.verb != "name":
            return (0.0,) * self.seats
        return tuple(float((seat == who) == right) for seat in range(1, self.seats + 1))

    def moves(self) -> tuple[Word, ...]:
        """Every question and every name, about every other seat."""
        if not isinstance(self.actor, int):
            return ()
        others = [seat for seat in range(1, self.seats + 1) if seat != self.actor]
        asks = [Word("ask", number, seat) for seat in others for number in CARDS[:-1]]
        return (*asks, *(Word("name", card, seat) for seat in others for card in CARDS))

    def outcomes(self) -> list[tuple[Word, float]]:
        """The cards that can be dealt next."""
        left = self._left() if self.actor is CHANCE else []
        return [(Word("deal", card), 1 / len(left)) for card in left]

    def draw(self, rng: random.Random) -> Word:
        """A card for the next seat."""
        return Word("deal", rng.choice(self._left()))

    def _left(self) -> list[int]:
        return [card for card in CARDS if card not in self.cards]

    def play(self, move: Word) -> State:
        """The state after a card is dealt, or a word said and answered."""
        if self.actor is CHANCE:
            if move.verb != "deal" or move.number not in self._left():
                raise IllegalMove(f"{move}: a card that is still in the deck must be dealt")
            return replace(self, cards=(*self.cards, move.number))
        if not isinstance(self.actor, int) or move not in self.moves():
            raise IllegalMove(f"{move}: ask or name another seat, on your turn, while the game lasts")
        card = self.cards[move.seat - 1]
        answer = card > move.number if move.verb == "ask" else card == move.number
        return replace(self, log=(*self.log, (self.actor, move, answer)))

    def view(self, seat: int) -> View:
        """Its own card and what was said: nothing else is known to a seat."""
        card = self.cards[seat - 1] if 0 < seat <= len(self.cards) else None
        return View(
            seat, self.seats, self.actor, card, self.log, self.moves() if seat == self.actor else ()
        )


class Above(Game[State, View, Word]):
    """The plug-in: how to start, read, know, imagine and advise."""

    name = "above"
    title = "Above"
    seats = range(2, 5)

    def __init__(self) -> None:
        self.options = {}
        self.players = {
            "random": lambda: random_player,
            "prudent": lambda: Greedy(self._worth, name="prudent"),
        }

    def new(
        self, *, players: int, seed: int | None = None, data: str | Path | None = None, **options: Any
    ) -> State:
        """A new game; there are neither options nor data files."""
        self.checked_options(options)
        if data is not None:
            raise ProblemError("Above has no data to replace")
        state = State(self.checked_players(players))
        return state if seed is None else settle(state, random.Random(seed))

    def knowledge(self, view: View) -> Knowledge:
        """One variable a seat; every answer is a fact about one of them."""
        problem = Problem("above")
        card = problem.variables("card", range(1, view.players + 1), domain=CARDS)
        problem.require(AllDifferent(card), "every card exists once")
        known = Knowledge(problem)
        if view.card is not None:
            known = known.observe(card[view.seat] == view.card, "I see my own card")
        for turn, (seat, word, answer) in enumerate(view.log, 1):
            fact = card[word.seat] > word.number if word.verb == "ask" else card[word.seat] == word.number
            said = f"seat {seat}: {word}? {'yes' if answer else 'no'}"
            known = known.observe(fact if answer else ~fact, said, place=f"turn {turn}")
        return known

    def truth(self, state: State, knowledge: Knowledge) -> Mapping[Variable, Any]:
        """The cards as dealt, for `check_game`."""
        return {knowledge.problem["card"][seat]: card for seat, card in enumerate(state.cards, 1)}

    def resample(self, view: View, rng: random.Random) -> State:
        """A deal drawn from the worlds, with everything that was said."""
        known = self.knowledge(view)
        world = known.sample(1, rng.getrandbits(32))[0]
        return State(view.players, tuple(world[variable] for variable in known.scope), view.log)

    def advise(
        self, view: View, *, rng: int = 0, time_limit: float | None = None
    ) -> Sequence[Advice[Word]]:
        """The chance to name rightly: now, or after one answer, less a tenth for being slower."""
        known = self.knowledge(view)
        found = []
        for move in view.moves:
            chances = known.marginals(known.problem["card"][move.seat])
            if move.verb == "name":
                value = chances.get(move.number, 0.0)
                found.append(Advice(move, value, f"right with a chance of {value:.0%}", unit="right"))
            else:
                yes = max((chance for card, chance in chances.items() if card > move.number), default=0)
                no = max((chance for card, chance in chances.items() if card <= move.number), default=0)
                reason = f"naming that card next is then right with a chance of {yes + no:.0%}"
                found.append(Advice(move, 0.9 * (yes + no), reason, kind="heuristic", unit="compared"))
        return sorted(found, key=lambda advice: -advice.value)

    def _worth(self, view: View, move: Word) -> float:
        return next(advice.value for advice in self.advise(view) if advice.move == move)


GAME = Above()


def main() -> None:
    """One game between careful players, as everybody hears it."""
    rng = random.Random(4)
    state = settle(GAME.new(players=3, seed=4), rng)
    prudent = GAME.players["prudent"]()
    while state.actor is not None:
        move = prudent.choose(state.view(state.actor), rng)
        print(f"seat {state.actor}: {move}")
        state = settle(state.play(move), rng)
    print("scores:", *state.scores or ())


if __name__ == "__main__":
    main()

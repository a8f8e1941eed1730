"""A template for a game, as small as one can be: copy it, and replace each part, from top to bottom.

Here chance hides one of three cards; seat 1 may ask once whether it is a certain card, and then names it. What has to
be written is a move, a view, a state and the plug-in; records, players and pictures can come later. `check_game`, at
the end, says what is still wrong.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from deduce import IllegalMove, Knowledge, Problem, Variable
from deduce.games import CHANCE, Actor, Advice, Game, check_game, settle
from deduce.players import random_player

CARDS = ("ace", "king", "queen")


# 1. Moves: small frozen values; `Game.parse` reads their text back. Dealing is a move too.
@dataclass(frozen=True, slots=True)
class Move:
    verb: str
    card: str

    def __str__(self) -> str:
        return f"{self.verb} {self.card}"


# 2. A view: all that one seat may use and nothing else. Equal views are positions that the seat cannot tell apart.
@dataclass(frozen=True, slots=True)
class View:
    seat: int
    actor: Actor
    log: tuple[tuple[Move, bool], ...]
    moves: tuple[Move, ...]


# 3. A state: a whole position, hidden parts included. Playing gives a new one.
@dataclass(frozen=True, slots=True)
class State:
    hidden: str = ""
    log: tuple[tuple[Move, bool], ...] = ()
    seats: int = 1

    @property
    def actor(self) -> Actor:
        if not self.hidden:
            return CHANCE
        return None if self.log and self.log[-1][0].verb == "name" else 1

    @property
    def scores(self) -> tuple[float, ...] | None:
        return (float(self.log[-1][1]),) if self.actor is None else None

    def moves(self) -> tuple[Move, ...]:
        if self.actor != 1:
            return ()
        verbs = ("name",) if self.log else ("ask", "name")
        return tuple(Move(verb, card) for verb in verbs for card in CARDS)

    def outcomes(self) -> list[tuple[Move, float]]:
        return [(Move("hide", card), 1 / len(CARDS)) for card in CARDS] if self.actor is CHANCE else []

    def draw(self, rng: random.Random) -> Move:
        return Move("hide", CARDS[int(rng.random() * len(CARDS))])

    def play(self, move: Move) -> State:
        if self.actor is CHANCE and move.verb == "hide" and move.card in CARDS:
            return replace(self, hidden=move.card)
        if move not in self.moves():
            raise IllegalMove(f"{move}: ask once at most, then name a card")  # say which rule forbids it
        return replace(self, log=(*self.log, (move, move.card == self.hidden)))

    def view(self, seat: int) -> View:
        return View(seat, self.actor, self.log, self.moves() if seat == self.actor else ())


# 4. The plug-in. A distribution of your own names `GAME` in the entry-point group "deduce.games" of its metadata.
class Hidden(Game[State, View, Move]):
    name = "hidden"
    title = "Hidden card"
    seats = range(1, 2)

    def __init__(self) -> None:
        self.options = {}
        self.players = {"random": lambda: random_player}

    def new(
        self, *, players: int, seed: int | None = None, data: str | Path | None = None, **options: Any
    ) -> State:
        self.checked_options(options)
        self.checked_players(players)
        return State() if seed is None else settle(State(), random.Random(seed))

    def knowledge(self, view: View) -> Knowledge:
        """Variables, rules, and the view as evidence: answers, advice and pictures come from it."""
        problem = Problem("hidden")
        card = problem.variable("card", CARDS)
        known = Knowledge(problem)
        for move, yes in view.log:
            fact = card == move.card
            known = known.observe(fact if yes else ~fact, f"{move}? {'yes' if yes else 'no'}")
        return known

    def truth(self, state: State, knowledge: Knowledge) -> Mapping[Variable, Any]:
        """Which world is true, for `check_game`."""
        return {knowledge.problem["card"]: state.hidden} if state.hidden else {}

    def resample(self, view: View, rng: random.Random) -> State:
        """A position with this very view, drawn from what is possible."""
        (card,) = self.knowledge(view).sample(1, rng.getrandbits(32))[0].values()
        return State(str(card), view.log)

    def advise(
        self, view: View, *, rng: int = 0, time_limit: float | None = None
    ) -> Sequence[Advice[Move]]:
        known = self.knowledge(view)
        chances = known.marginals(known.problem["card"])
        found = []
        for move in view.moves:
            chance = chances.get(move.card, 0.0)
            if move.verb == "name":
                found.append(Advice(move, chance, f"it is the {move.card} with a chance of {chance:.0%}"))
            else:
                value = chance + (1 - chance) / (len(CARDS) - 1)
                found.append(Advice(move, value, "then the right name is likelier"))
        return sorted(found, key=lambda each: -each.value)


GAME = Hidden()

if __name__ == "__main__":
    print(check_game(GAME))

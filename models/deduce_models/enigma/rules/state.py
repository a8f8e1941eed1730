"""The position: a named tuple of small integers and tuples.

What happens in each phase is in `turns`, `effects` and `missions`, which enter their functions in the tables
here.

A cell or a character of -1 is unknown: `replay` follows the record of one seat with such a state and puts
in each card as the record tells it. A real game has none after the deal.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from deduce.games.base import CHANCE, Actor
from deduce.games.plain import brief
from deduce.games.registry import picture_of
from deduce.ground.errors import IllegalMove, nearest
from deduce_models.enigma.components.parts import CHAOS, DECRYPTION
from deduce_models.enigma.rules.events import Event
from deduce_models.enigma.rules.moves import EnigmaMove
from deduce_models.enigma.rules.phases import CHANCE_PHASES, OVER
from deduce_models.enigma.rules.refusals import refusal
from deduce_models.enigma.rules.setup import Setup
from deduce_models.enigma.rules.views import EnigmaView, make_view

__all__ = ["MOVES", "STEPS", "EnigmaState", "Step"]


class EnigmaState(NamedTuple):
    """A complete position.

    `cells` are rooms by position now, `start` as dealt, `up` the mask of positions that lie face up. `cards`
    are characters by slot: the slots of the seats, then the stack as dealt; `held` is each seat's slot now and
    `stack` what is left of the stack, top first. `chaos`, `keys` (Decryption), `silent` and `out` are masks of
    seats (bit `seat`). `at` and `room` are the position named and the room it was named as; `doubters` counts
    only while doubts are declared, `aux` is a phase's own number.
    """

    setup: Setup
    phase: int
    turn: int
    asked: int
    time: int
    cells: tuple[int, ...]
    start: tuple[int, ...]
    up: int
    cards: tuple[int, ...]
    held: tuple[int, ...]
    stack: tuple[int, ...]
    chaos: int
    keys: int
    silent: int
    out: int
    stage: int
    at: int
    room: int
    doubters: int
    aux: int
    log: tuple[Event, ...]
    winner: int

    def __repr__(self) -> str:
        return brief("enigma", self)

    def _repr_svg_(self) -> str:
        return picture_of("enigma", self)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.setup.players

    @property
    def actor(self) -> Actor:
        """The seat to move, `CHANCE`, or None when the game is over."""
        phase = self.phase
        if phase in CHANCE_PHASES:
            return CHANCE
        return None if phase == OVER else self.asked

    @property
    def scores(self) -> tuple[float, ...] | None:
        """When over: 1 for the winner, 0 for the others (for all after a Chaos Breakthrough)."""
        if self.phase != OVER:
            return None
        return tuple(float(seat == self.winner) for seat in range(1, self.seats + 1))

    def tokens(self, seat: int) -> int:
        """The Chaos and Decryption of a seat, as a mask of icons."""
        return (self.chaos >> seat & 1) * CHAOS | (self.keys >> seat & 1) * DECRYPTION

    def character(self, seat: int) -> int:
        """The Character a seat holds now."""
        return self.cards[self.held[seat - 1]]

    def moves(self) -> Sequence[EnigmaMove]:
        """The legal moves of the seat to move, in a stable order; empty at chance and at the end."""
        phase = self.phase
        if phase in CHANCE_PHASES or phase == OVER:
            return ()
        return MOVES[phase](self)

    def outcomes(self) -> Sequence[tuple[EnigmaMove, float]]:
        """At `CHANCE`: every possible move with its probability (they sum to 1). Else empty."""
        if self.phase not in CHANCE_PHASES:
            return ()
        moves = MOVES[self.phase](self)
        return [(move, 1 / len(moves)) for move in moves]

    def draw(self, rng: random.Random) -> EnigmaMove:
        """At `CHANCE`: one move drawn by its probability."""
        if self.phase not in CHANCE_PHASES:
            raise IllegalMove("there is nothing to draw: it is not chance's turn")
        moves = MOVES[self.phase](self)
        return moves[int(rng.random() * len(moves))]

    def play(self, move: EnigmaMove) -> EnigmaState:
        """The state after `move`. Raises `IllegalMove` naming the rule that forbids it."""
        phase = self.phase
        if phase == OVER:
            raise IllegalMove(f"{move}: the game is over")
        legal = MOVES[phase](self)
        if move not in legal:
            raise IllegalMove(f"{refusal(self, move)}; {nearest(move, legal)}")
        return STEPS[phase](self, move)

    def view(self, seat: int) -> EnigmaView:
        """What `seat` may use (0: what everybody sees)."""
        return make_view(self, seat)


Step = Callable[[EnigmaState, EnigmaMove], EnigmaState]
MOVES: Final[dict[int, Callable[[EnigmaState], Sequence[EnigmaMove]]]] = {}
STEPS: Final[dict[int, Step]] = {}

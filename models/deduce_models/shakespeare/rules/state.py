"""The position of a game: a flat frozen tuple, with one board a seat."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from deduce.games.base import CHANCE, Actor
from deduce.games.plain import brief
from deduce.games.registry import picture_of
from deduce_models.shakespeare.rules import chance, listing, menus, phases
from deduce_models.shakespeare.rules import play as rules
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.setup import Setup
from deduce_models.shakespeare.rules.views import View, view

__all__ = ["Board", "Dealing", "State", "start"]

Dealing = tuple[int, tuple[int, ...], int, tuple[int, ...]]
"""A Queen's draw of objectives: (seat, objectives drawn, the one kept or -1, those put under the deck)."""


class Board(NamedTuple):
    """What one seat has; all of it is public.

    Attributes:
        prestige: Prestige.
        pounds: Pounds.
        ambiance: Space of the ambiance track, from 0.
        tokens: "+3" tokens.
        stage: The colour on each space, 0 when empty (see `stage.Stage`).
        troupe: The persons (numbers of `Setup.people`): printed ones, then as they came.
        costumes: For each of the troupe the colours of its costume, sorted.
        cylinders: Cylinders left today.
        used: Bit mask of the troupe: activated today.
        resting: Bit mask of the troupe: with a Rest token.
        recruited: Whether a card was recruited today.
    """

    prestige: int
    pounds: int
    ambiance: int
    tokens: int
    stage: bytes
    troupe: tuple[int, ...]
    costumes: tuple[bytes, ...]
    cylinders: int
    used: int
    resting: int
    recruited: bool


class State(NamedTuple):
    """A complete position. A named tuple: frozen, hashable, and cheap to copy with fields changed.

    Attributes:
        setup: What is fixed and public.
        phase: What is to be decided now (see `phases`).
        day: The day, from 1 (0 during the set-up).
        boards: One board a seat.
        order: Seats from first to last on the Order track.
        initiative: Seats from first to last on the Initiative track.
        turn: The seat whose turn it is (0: nobody's).
        out: Bit mask of the seats (bit 0: seat 1) that have left the action phase.
        display: The cards on display, sorted.
        deck: The cards of the deck, sorted (their order does not exist before a draw).
        discard: The discarded cards, sorted.
        set_offer: Elements of the set on offer, a count a colour; `costume_offer` those of costumes.
        set_bag: Elements left in the bag of the set; `costume_bag` in the bag of costumes.
        spaces: For each act the space of each disc (seat 1 first; solo: the neutral disc second).
        ranking: For each act the discs from the first to the last; of discs on one space the lowest in the
            pile first.
        worker: The person being activated or whose costume counts, or -1.
        budget: What the craft at work can still spend.
        before: The own stage when the activation began.
        quills: White (or grey) quills still to be used.
        need: Elements, cards or objectives still to be drawn.
        colour: The colour to be drawn next (0: black).
        choices: Each seat's hidden choice: its wager, or 1 + the person that stays awake; 0: none yet.
        dealings: All draws of objectives, oldest first.
    """

    setup: Setup
    phase: int
    day: int
    boards: tuple[Board, ...]
    order: tuple[int, ...]
    initiative: tuple[int, ...]
    turn: int
    out: int
    display: tuple[int, ...]
    deck: tuple[int, ...]
    discard: tuple[int, ...]
    set_offer: tuple[int, ...]
    costume_offer: tuple[int, ...]
    set_bag: tuple[int, ...]
    costume_bag: tuple[int, ...]
    spaces: tuple[tuple[int, ...], ...]
    ranking: tuple[tuple[int, ...], ...]
    worker: int = -1
    budget: int = 0
    before: bytes = b""
    quills: int = 0
    need: int = 0
    colour: int = 0
    choices: tuple[int, ...] = ()
    dealings: tuple[Dealing, ...] = ()

    @property
    def actor(self) -> Actor:
        """The seat to move, `CHANCE`, or None when the game is over."""
        phase = self.phase
        if phase in phases.CHANCES:
            return CHANCE
        return self.turn if phase != phases.OVER else None

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.setup.seats

    @property
    def scores(self) -> tuple[float, ...] | None:
        """Prestige, and a thousandth a pound to break ties, for each seat when over; None before.

        With the option ``final_tie=order`` a millionth for each seat behind on the last Order track; a solo
        score is the prestige alone.
        """
        if self.phase != phases.OVER:
            return None
        if self.setup.solo:
            return (float(self.boards[0].prestige),)
        found = [board.prestige + board.pounds / 1000 for board in self.boards]
        if self.setup.options.final_tie == "order":
            for behind, seat in enumerate(reversed(self.order)):
                found[seat - 1] += behind / 1_000_000
        return tuple(found)

    @classmethod
    def restored(cls, view: View, choices: tuple[int, ...], dealings: tuple[Dealing, ...]) -> State:
        """The position with this view and the given hidden parts."""
        kept = {name: getattr(view, name) for name in cls._fields if name not in ("choices", "dealings")}
        return cls(**kept, choices=choices, dealings=dealings)

    def moves(self) -> Sequence[Move]:
        """The legal moves of the seat to move, in a stable order; empty at chance and at the end."""
        return menus.menu(self)

    def outcomes(self) -> Sequence[tuple[Move, float]]:
        """At chance: every possible move with its probability (at most 30)."""
        return chance.outcomes(self)

    def draw(self, rng: random.Random) -> Move:
        """At chance: one move, drawn by its probability."""
        return chance.draw(self, rng)

    def play(self, move: Move) -> State:
        """The position after `move`. Raises `IllegalMove` naming the rule that forbids it."""
        return rules.play(self, move)

    def view(self, seat: int) -> View:
        """What `seat` may use (0: a bystander)."""
        return view(self, seat)

    def __str__(self) -> str:
        return listing.text(self)

    def __repr__(self) -> str:
        return brief("shakespeare", self)

    def _repr_svg_(self) -> str:
        return picture_of("shakespeare", self)


def start(setup: Setup) -> State:
    """The position before anything is drawn."""
    parts = setup.parts
    people = tuple(range(setup.printed))
    board = Board(
        prestige=parts.prestige,
        pounds=0,
        ambiance=parts.start_ambiance,
        tokens=0,
        stage=setup.empty,
        troupe=people,
        costumes=(b"",) * len(people),
        cylinders=0,
        used=0,
        resting=0,
        recruited=False,
    )
    none = (0,) * len(setup.bag)
    spaces: tuple[int, ...] = (1,) * setup.seats
    ranking = setup.everybody
    if setup.solo:
        neutral = parts.neutral[0]
        spaces = (1, neutral)
        ranking = (2, 1) if neutral > 1 or setup.options.neutral_ahead else (1, 2)
    state = State(
        setup=setup,
        phase=phases.ORDER,
        day=0,
        boards=(board,) * setup.seats,
        order=(1,) if setup.solo else (),
        initiative=(1,) if setup.solo else (),
        turn=0,
        out=0,
        display=(),
        deck=tuple(range(setup.cards)),
        discard=(),
        set_offer=none,
        costume_offer=none,
        set_bag=setup.bag,
        costume_bag=setup.bag,
        spaces=(spaces,) * 3,
        ranking=(ranking,) * 3,
        choices=(0,) * setup.seats,
    )
    return rules.first_draw(state) if setup.solo else state

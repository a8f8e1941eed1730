"""The position of a mission: a flat frozen tuple, and the view that a seat has of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from deduce.games.base import CHANCE, PUBLIC, Actor
from deduce.games.plain import as_dict, brief
from deduce.games.registry import picture_of
from deduce_models.initiative.rules import drawing, phases
from deduce_models.initiative.rules import guessing as answers
from deduce_models.initiative.rules import play as rules
from deduce_models.initiative.rules.moves import Menu, Move
from deduce_models.initiative.rules.saying import Saying
from deduce_models.initiative.rules.setup import Setup

__all__ = ["State", "View", "start"]


class State(NamedTuple):
    """A complete position. A named tuple: frozen, hashable, and cheap to copy with one field changed.

    Attributes:
        setup: What is fixed and public.
        secret: The text behind every window, word by word.
        hands: The card numbers each seat holds, sorted.
        deck: The card numbers of the draw deck, sorted (their order does not exist before a draw).
        phase: What is to be decided now (see `phases.PHASES`).
        turn: The seat whose turn it is.
        acts: Actions begun this turn.
        action: The action being resolved (0-3, 4: special), or -1.
        room: The room an Intel or a reveal is about, or -1.
        spent: Tokens or steps used up by the action being resolved.
        used: What the action being resolved must remember.
        queue: Seats that lose a card to gas.
        piles: The cards on the four action cards, bottom to top.
        blocks: Counterintelligence tokens on the four action cards.
        discard: The discard, oldest first.
        threat: Whether the discard card shows its threat side.
        reshuffled: The cards that became the deck at the flip; empty before.
        fresh: For each seat the cards in hand that were drawn since the flip.
        unseen: For each token kind the copies that nobody has seen.
        hidden: Face-down tokens a room.
        faceup: Face-up tokens a room, sorted.
        figures: The room of each seat's figure.
        opened: Bit mask of the glyphs whose windows are open.
        proposal: The answer that is voted on, or empty.
        voters: The seats that have not yet agreed to it.
        refused: Whether an answer was refused since the last other move.
        idle: Turns in a row without action or draw.
        active: Whether the present turn had an action or a draw.
        turns: Turns begun.
        result: 1 won, -1 lost, 0 under way.
        cause: Why the mission ended.
        told: What seats said of their hands (see `rules.saying`); evidence, not a move.
    """

    setup: Setup
    secret: tuple[tuple[str, ...], ...]
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    phase: int = phases.DEAL
    turn: int = 1
    acts: int = 0
    action: int = -1
    room: int = -1
    spent: int = 0
    used: tuple[int, ...] = ()
    queue: tuple[int, ...] = ()
    piles: tuple[tuple[int, ...], ...] = ((), (), (), ())
    blocks: tuple[int, ...] = (0, 0, 0, 0)
    discard: tuple[int, ...] = ()
    threat: bool = False
    reshuffled: frozenset[int] = frozenset()
    fresh: tuple[int, ...] = ()
    unseen: tuple[int, ...] = ()
    hidden: tuple[int, ...] = ()
    faceup: tuple[tuple[int, ...], ...] = ()
    figures: tuple[int, ...] = ()
    opened: int = 0
    proposal: tuple[str, ...] = ()
    voters: tuple[int, ...] = ()
    refused: bool = False
    idle: int = 0
    active: bool = False
    turns: int = 1
    result: int = 0
    cause: str = ""
    told: tuple[Saying, ...] = ()

    @property
    def seat(self) -> int:
        """Nobody's: a position is drawn with all hands hidden."""
        return PUBLIC

    @property
    def hand(self) -> tuple[int, ...]:
        """The cards of nobody."""
        return ()

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(len(hand) for hand in self.hands)

    @property
    def left(self) -> int:
        """How many cards the deck has."""
        return len(self.deck)

    @property
    def actor(self) -> Actor:
        """The seat to move, `CHANCE`, or None when the mission is over."""
        if self.result:
            return None
        if self.voters:
            return self.voters[0]
        return CHANCE if self.phase in phases.CHANCES else self.turn

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.setup.seats

    @property
    def scores(self) -> tuple[float, ...] | None:
        """1 for everybody when the mission is won, 0 when lost; None before."""
        if not self.result:
            return None
        return (1.0 if self.result == 1 else 0.0,) * self.setup.seats

    def moves(self) -> Menu:
        """The legal moves of the seat to move (answers: see `Menu`); empty at chance and at the end."""
        return phases.menu(self)

    def outcomes(self) -> Sequence[tuple[Move, float]]:
        """At chance: every possible move with its probability."""
        return phases.outcomes(self)

    def draw(self, rng: random.Random) -> Move:
        """At chance: one move, drawn by its probability."""
        return phases.draw(self, rng)

    def play(self, move: Move) -> State:
        """The position after `move`. Raises `IllegalMove` naming the rule that forbids it."""
        return rules.play(self, move)

    def view(self, seat: int) -> View:
        """What `seat` may use (0: a bystander)."""
        shown = answers.windows(self)
        moves = Menu()
        if self.actor == seat and seat != PUBLIC:
            # The state's own menu looks behind the windows; a view's must not be able to.
            own = phases.menu(self)
            moves = Menu(own, partial(answers.fits, self.setup, shown) if own.fits else None)
        return View._make(
            (
                seat,
                self.actor,
                moves,
                self.hands[seat - 1] if seat != PUBLIC else (),
                self.sizes,
                self.left,
                shown,
                self.setup,
                *_seen(self),
            )
        )

    @property
    def windows(self) -> tuple[tuple[str, ...], ...]:
        """The text in every window, '' where it is closed."""
        return answers.windows(self)

    def __str__(self) -> str:
        return drawing.text(self)

    def __repr__(self) -> str:
        return brief("initiative", self)

    def _repr_svg_(self) -> str:
        return picture_of("initiative", self)


class View(NamedTuple):
    """What one seat may use: `State` without `secret`, `deck` and the others' cards.

    Attributes:
        hand: The own cards (a bystander: none).
        sizes: How many cards each seat holds.
        left: How many cards the deck has.
        windows: The text in every window, '' where it is closed.

    The other attributes are those of `State`.
    """

    seat: int
    actor: Actor
    moves: Menu
    hand: tuple[int, ...]
    sizes: tuple[int, ...]
    left: int
    windows: tuple[tuple[str, ...], ...]
    setup: Setup
    phase: int
    turn: int
    acts: int
    action: int
    room: int
    spent: int
    used: tuple[int, ...]
    queue: tuple[int, ...]
    piles: tuple[tuple[int, ...], ...]
    blocks: tuple[int, ...]
    discard: tuple[int, ...]
    threat: bool
    reshuffled: frozenset[int]
    fresh: tuple[int, ...]
    unseen: tuple[int, ...]
    hidden: tuple[int, ...]
    faceup: tuple[tuple[int, ...], ...]
    figures: tuple[int, ...]
    opened: int
    proposal: tuple[str, ...]
    voters: tuple[int, ...]
    refused: bool
    idle: int
    active: bool
    turns: int
    result: int
    cause: str
    told: tuple[Saying, ...]

    @property
    def open_moves(self) -> bool:
        """Whether `moves` holds more than it lists: an answer may be proposed in free words."""
        return self.moves.fits is not None

    def __str__(self) -> str:
        return drawing.text(self)

    def __repr__(self) -> str:
        return brief("initiative", self)

    def to_dict(self) -> dict[str, Any]:
        """What the seat sees as plain values for JSON."""
        return as_dict(self)

    def _repr_svg_(self) -> str:
        return picture_of("initiative", self)

    def restore(
        self,
        secret: tuple[tuple[str, ...], ...],
        hands: tuple[tuple[int, ...], ...],
        deck: tuple[int, ...],
    ) -> State:
        """The position with this view and the given hidden parts."""
        return State._make((self.setup, secret, hands, deck, *_kept(self)))


_seen = attrgetter(*View._fields[View._fields.index("phase") :])
_kept = attrgetter(*State._fields[State._fields.index("phase") :])
"""What lies open, of a position or a view, in the order of a view and in that of a position."""


def start(setup: Setup, secret: tuple[tuple[str, ...], ...]) -> State:
    """The position before the first card is dealt."""
    seats, rooms = setup.seats, len(setup.rooms)
    return State(
        setup,
        secret,
        ((),) * seats,
        tuple(setup.deck.numbers),
        discard=tuple(setup.deck.times),
        turn=setup.options.begins,
        fresh=(0,) * seats,
        unseen=setup.copies,
        hidden=setup.stacks,
        faceup=((),) * rooms,
        figures=(setup.entrance,) * seats,
    )

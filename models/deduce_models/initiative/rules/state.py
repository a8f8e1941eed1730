"""The position of a mission: a flat frozen tuple, and the view that a seat has of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.games.base import CHANCE, PUBLIC, Actor
from deduce.games.registry import picture_of
from deduce_models.initiative.rules import drawing, phases
from deduce_models.initiative.rules import guessing as answers
from deduce_models.initiative.rules import play as rules
from deduce_models.initiative.rules.moves import Menu
from deduce_models.initiative.rules.saying import Saying
from deduce_models.initiative.rules.setup import Setup

if TYPE_CHECKING:
    from deduce_models.initiative.rules.skips import Skips

HIDDEN = -1
"""A card that a seat does not see."""
OTHERWISE = frozenset(("secret", "hands", "deck", "looker", "skips"))
"""What a view tells under other names, or as what was done."""


def hidden(number: int) -> tuple[int, ...]:
    """So many cards that nobody sees."""
    return (HIDDEN,) * number


class Lying(NamedTuple):
    """What lies on the table, as one seat sees it or whole: frozen, hashable, cheap to copy with one field changed.

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
        skips: What forced skips prove of the hands of others; of a view alone.
        looker: The seat that sees it so (0: a bystander; -1: it is whole).
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
    skips: tuple[Skips, ...] = ()
    looker: int = -1

    @property
    def seat(self) -> int:
        """The seat that looks; nobody's for a bystander, and where it is whole: it is drawn with all hands hidden."""
        return max(PUBLIC, self.looker)

    @property
    def hand(self) -> tuple[int, ...]:
        """The own cards (a bystander: none)."""
        return self.hands[self.seat - 1] if self.seat else ()

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
    def windows(self) -> tuple[tuple[str, ...], ...]:
        """The text in every window, '' where it is closed."""
        return answers.windows(self)

    def __str__(self) -> str:
        return drawing.text(self)

    def __repr__(self) -> str:
        from deduce.games.plain import brief

        return brief("initiative", self)

    def _repr_svg_(self) -> str:
        return picture_of("initiative", self)


class State(Lying):
    """A complete position."""

    __slots__ = ()

    @property
    def scores(self) -> tuple[float, ...] | None:
        """1 for everybody when the mission is won, 0 when lost; None before."""
        if not self.result:
            return None
        return (1.0 if self.result == 1 else 0.0,) * self.setup.seats

    moves = phases.menu
    outcomes = phases.outcomes
    draw = phases.draw
    play = rules.play
    follow = rules.follow

    def view(self, seat: int) -> View:
        """What `seat` may use (0: a bystander)."""
        hands = tuple(
            [hand if own == seat else hidden(len(hand)) for own, hand in enumerate(self.hands, 1)]
        )
        secret, deck = answers.windows(self), hidden(len(self.deck))
        return View._make(self)._replace(secret=secret, hands=hands, deck=deck, looker=seat)


class View(Lying):
    """What one seat may use: what lies on the table, closed windows blank, cards that it does not see `HIDDEN`."""

    __slots__ = ()

    @property
    def moves(self) -> Menu:
        """Its legal moves."""
        return phases.menu(self) if self.seat and self.actor == self.seat else Menu()

    @property
    def open_moves(self) -> bool:
        """Whether `moves` holds more than it lists: an answer may be proposed in free words."""
        return self.moves.fits is not None

    def to_dict(self) -> dict[str, Any]:
        """What the seat sees as plain values for JSON."""
        from deduce.games.plain import as_dict, plain

        kept = {name: each for name, each in as_dict(self).items() if name not in OTHERWISE}
        own = {
            name: plain(getattr(self, name))
            for name in ("seat", "actor", "hand", "sizes", "left", "windows")
        }
        return {**own, **kept}

    def restore(
        self,
        secret: tuple[tuple[str, ...], ...],
        hands: tuple[tuple[int, ...], ...],
        deck: tuple[int, ...],
    ) -> State:
        """The position with this view and the given hidden parts."""
        return State._make(self)._replace(secret=secret, hands=hands, deck=deck, skips=(), looker=-1)


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

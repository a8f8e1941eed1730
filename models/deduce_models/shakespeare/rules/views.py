"""What lies on the table, and what a seat may use of it: all but the others' hidden wagers, rests and objectives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.games.base import CHANCE, Actor
from deduce.games.registry import picture_of
from deduce_models.shakespeare.rules import listing, menus, phases
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.objectives import held
from deduce_models.shakespeare.rules.setup import Setup

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State

NONE = -1
"""No objective has been kept yet."""

HIDDEN = -2
"""What the seat may not see: a choice already made, an objective."""


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


class Lying(NamedTuple):
    """What lies on the table, as one seat sees it or whole: frozen, hashable, cheap to copy with fields changed.

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
        looker: The seat that sees it so (0: a bystander; -1: it is whole).
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
    looker: int = -1

    @property
    def actor(self) -> Actor:
        """The seat to move, `CHANCE`, or None when the game is over."""
        if self.phase in phases.CHANCES:
            return CHANCE
        return self.turn if self.phase != phases.OVER else None

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.setup.seats

    def __str__(self) -> str:
        return listing.text(self)

    def __repr__(self) -> str:
        from deduce.games.plain import brief

        return brief("shakespeare", self)

    def _repr_svg_(self) -> str:
        return picture_of("shakespeare", self)


PUBLIC = tuple(name for name in Lying._fields if name not in ("setup", "choices", "dealings", "looker"))
"""What everybody sees as it is."""


class View(Lying):
    """What one seat may use: what lies on the table, with what it may not see masked.

    `choices` hold `HIDDEN` for the others' choices that are not shown yet; `dealings` hold `HIDDEN` for every
    objective that another seat drew, kept or put under the deck (how many, everybody sees).
    """

    __slots__ = ()

    @property
    def seat(self) -> int:
        """The seat that looks; 0 for a bystander."""
        return self.looker

    @property
    def moves(self) -> Sequence[Move]:
        """Its legal moves."""
        return tuple(menus.menu(self)) if self.seat and self.actor == self.seat else ()

    @property
    def board(self) -> Board:
        """The own board (a bystander: that of seat 1)."""
        return self.boards[max(0, self.seat - 1)]

    @property
    def objectives(self) -> tuple[int, ...]:
        """The objectives that the seat holds."""
        return held(self.dealings, self.seat) if self.seat else ()

    def to_dict(self) -> dict[str, Any]:
        """What the seat sees as plain values for JSON."""
        from deduce.games.plain import as_dict, plain

        seen = as_dict(self)
        return {"seat": seen.pop("looker"), "actor": plain(self.actor), **seen}


def view(state: State, seat: int) -> View:
    """What `seat` may use (0: a bystander)."""
    choices, dealings = masked_choices(state, seat), masked_dealings(state, seat)
    return View._make(state)._replace(choices=choices, dealings=dealings, looker=seat)


def masked_choices(state: State, seat: int) -> tuple[int, ...]:
    """The choices that `seat` may see: its own, and those that are made in the open."""
    if state.phase == phases.REST and state.setup.options.rest == "strategic":
        return state.choices
    return tuple(
        choice if not choice or owner == seat else HIDDEN for owner, choice in enumerate(state.choices, 1)
    )


def masked_dealings(state: State, seat: int) -> tuple[Dealing, ...]:
    """The draws of objectives, those of other seats without what was drawn.

    When the game is over all objectives held have been shown for scoring.
    """
    if not state.dealings:
        return ()
    over = state.phase == phases.OVER
    return tuple(
        dealing
        if dealing[0] == seat
        else (
            dealing[0],
            (HIDDEN,) * len(dealing[1]),
            dealing[2] if over or dealing[2] == NONE else HIDDEN,
            (HIDDEN,) * len(dealing[3]),
        )
        for dealing in state.dealings
    )

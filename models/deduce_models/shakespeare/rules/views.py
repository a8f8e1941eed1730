"""What a seat may use: the position without the others' hidden wagers, rests and objectives."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from deduce.games.base import Actor
from deduce.games.plain import as_dict, brief
from deduce.games.registry import picture_of
from deduce_models.shakespeare.rules import listing, phases
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.objectives import held
from deduce_models.shakespeare.rules.setup import Setup

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import Board, Dealing, State

__all__ = ["HIDDEN", "NONE", "View", "view"]

NONE = -1
"""No objective has been kept yet."""

HIDDEN = -2
"""What the seat may not see: a choice already made, an objective."""


class View(NamedTuple):
    """What one seat may use: its number, who moves, its legal moves, and the fields of `State`.

    `choices` hold `HIDDEN` for the others' choices that are not shown yet; `dealings` hold `HIDDEN` for every
    objective that another seat drew, kept or put under the deck (how many, everybody sees).
    """

    seat: int
    actor: Actor
    moves: Sequence[Move]
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
    worker: int
    budget: int
    before: bytes
    quills: int
    need: int
    colour: int
    choices: tuple[int, ...]
    dealings: tuple[Dealing, ...]

    @property
    def board(self) -> Board:
        """The own board (a bystander: that of seat 1)."""
        return self.boards[max(0, self.seat - 1)]

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.setup.seats

    @property
    def objectives(self) -> tuple[int, ...]:
        """The objectives that the seat holds."""
        return held(self.dealings, self.seat) if self.seat else ()

    def __str__(self) -> str:
        return listing.text(self)

    def __repr__(self) -> str:
        return brief("shakespeare", self)

    def to_dict(self) -> dict[str, Any]:
        """What the seat sees as plain values for JSON."""
        return as_dict(self)

    def _repr_svg_(self) -> str:
        return picture_of("shakespeare", self)


def view(state: State, seat: int) -> View:
    """What `seat` may use (0: a bystander)."""
    actor = state.actor
    moves: Sequence[Move] = tuple(state.moves()) if actor == seat and seat else ()
    masked = {"choices": masked_choices(state, seat), "dealings": masked_dealings(state, seat)}
    return View(seat, actor, moves, **(state._asdict() | masked))


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

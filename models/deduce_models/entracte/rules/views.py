"""What one seat sees of a position, as a value of its own that never refers to the position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deduce.games.base import Actor
from deduce.games.plain import as_dict, brief
from deduce.games.registry import picture_of
from deduce.ground.errors import ProblemError
from deduce_models.entracte.rules.setup import HIDDEN, EntracteMove, Kind, Setup
from deduce_models.entracte.rules.telling import happened_text, position_text

if TYPE_CHECKING:
    from deduce_models.entracte.rules.state import EntracteState, Event

__all__ = ["EntracteView", "make_view", "tokens"]


@dataclass(frozen=True, slots=True)
class EntracteView:
    """All that one seat may use; seat 0 is a bystander.

    `code` is the mask of the seat's own codes (0 for a bystander), `codes` those of everybody once the game
    is over (else empty). `played[i]` is the seat that played ``row[i]`` (0 for the starter) and `tokens[i]`
    the mask of seats (bit `seat`) with a token under it. `log` is the history with hidden moves blanked.
    """

    setup: Setup
    seat: int
    actor: Actor
    turn: int
    code: int
    hand: tuple[int, ...]
    hand_sizes: tuple[int, ...]
    deck_size: int
    row: tuple[int, ...]
    played: tuple[int, ...]
    tokens: tuple[int, ...]
    log: tuple[Event, ...]
    exchanged: int
    declared: int
    piles: tuple[int, ...]
    codes: tuple[int, ...]
    guesses: tuple[tuple[EntracteMove, ...], ...]
    scores: tuple[float, ...] | None
    moves: tuple[EntracteMove, ...]

    def __repr__(self) -> str:
        return brief("entracte", self)

    def to_dict(self) -> dict[str, Any]:
        """What the seat sees as plain values for JSON."""
        return as_dict(self)

    def _repr_svg_(self) -> str:
        return picture_of("entracte", self)

    @property
    def seats(self) -> int:
        """How many seats play."""
        return len(self.hand_sizes)

    def __str__(self) -> str:
        return position_text(self)

    @property
    def happened(self) -> str:
        """What was done last, as this seat saw it: a sentence."""
        return happened_text(self)

    @property
    def over(self) -> bool:
        """Whether the game is over and everything is revealed."""
        return self.actor is None


def make_view(state: EntracteState, seat: int) -> EntracteView:
    """The view of `seat`. Raises `ProblemError` for a seat that does not play."""
    if not 0 <= seat <= state.seats:
        raise ProblemError(f"seat {seat}: allowed are 0 (a bystander) to {state.seats}")
    over, setup = state.actor is None, state.setup
    heard = setup.option("guesses") == "in_turn"
    played, marks = [0], [0]
    for index, (who, move) in enumerate(e for e in state.log if e[1].kind is Kind.PLAY):
        pair = setup.parts.pairs[state.row[index]][move.item]
        played.append(who)
        marks.append(tokens(setup, state.codes, pair, who))
    return EntracteView(
        setup=setup,
        seat=seat,
        actor=state.actor,
        turn=state.turn,
        code=state.codes[seat - 1] if seat else 0,
        hand=state.hands[seat - 1] if seat else (),
        hand_sizes=tuple(map(len, state.hands)),
        deck_size=len(state.deck),
        row=state.row,
        played=tuple(played[: len(state.row)]),
        tokens=tuple(marks[: len(state.row)]),
        log=tuple(_seen(event, seat, over, heard=heard) for event in state.log),
        exchanged=state.exchanged,
        declared=state.declared,
        piles=state.piles,
        codes=state.codes if over else (),
        guesses=tuple(
            made if over or heard or who == seat else () for who, made in enumerate(state.guesses, 1)
        ),
        scores=state.scores,
        moves=_moves(state, seat),
    )


def _moves(state: EntracteState, seat: int) -> tuple[EntracteMove, ...]:
    moves: Sequence[EntracteMove] = state.moves() if seat and state.actor == seat else ()
    return tuple(moves)


def _seen(event: Event, seat: int, over: bool, *, heard: bool) -> Event:
    """A log entry as `seat` sees it. Cards and codes are seen by who gets them, guesses at the end or when `heard`."""
    who, move = event
    kind = move.kind
    if kind is Kind.CODE or kind is Kind.GUESS:
        hidden = who != seat and not over and not (heard and kind is Kind.GUESS)
    elif kind is Kind.DRAW:
        hidden = who not in (0, seat)
    else:
        hidden = kind is Kind.PILE
    return (who, HIDDEN[kind]) if hidden else event


def tokens(setup: Setup, codes: Sequence[int], pair: int, seat: int) -> int:
    """The mask of seats (bit `seat`) with a token after `seat` made a pair matching the codes `pair`."""
    own = setup.competitive
    return sum(1 << other for other, mask in enumerate(codes, 1) if mask & pair and (own or other != seat))

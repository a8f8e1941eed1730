"""A record understood, and played again by the rules where it is complete."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from deduce.games.base import CHANCE
from deduce.games.registry import picture_of
from deduce.ground.compat import override
from deduce.ground.errors import IllegalMove, ProblemError, RecordError
from deduce.records import replay
from deduce.records.excerpt import line_limit, seat_asked
from deduce.records.record import Line
from deduce.records.words import quote, whole_number
from deduce_models.entracte.components.codes import Partial, bits
from deduce_models.entracte.knowledge.evidence import Evidence, Noted
from deduce_models.entracte.rules.phases import CLAIM, DRAWING
from deduce_models.entracte.rules.setup import (
    AGREE,
    DECLARE,
    EXCHANGE,
    PASS,
    REFUSE,
    SILENT,
    STOP,
    EntracteMove,
)
from deduce_models.entracte.rules.state import EntracteState, first_state

__all__ = ["Replay", "random_play_out", "state_of"]

_PLAIN = {
    "pass": PASS,
    "exchange": EXCHANGE,
    "stop": STOP,
    "agree": AGREE,
    "refuse": REFUSE,
    "declare": DECLARE,
}


@dataclass(frozen=True, repr=False)
class Replay(replay.Replay[Evidence]):
    """A record of Entracte: its evidence, and the lines of header and entries that messages point to.

    `data` is the file of components it names. Lines do not count in comparisons.
    """

    names: tuple[str, ...]
    me: int | None
    evidence: Evidence
    header: Mapping[str, Line] = field(default_factory=dict, compare=False, repr=False)
    lines: tuple[Line, ...] = field(default=(), compare=False, repr=False)
    data: str = ""

    def _repr_svg_(self) -> str:
        return picture_of("entracte", self)

    @override
    def upto(self, until: str | None) -> Replay:
        if until is None:
            return self
        what, _, digits = until.strip().casefold().rpartition(" ")
        turn = whole_number(digits) if what == "turn" else None
        if turn is not None:
            ends = [index for index, entry in enumerate(self.evidence.entries, 1) if entry.turn]
            count = ends[turn - 1] if 0 < turn <= len(ends) else len(self.lines) * (turn > 0)
        else:
            limit = line_limit(until)
            if limit is None:
                raise ProblemError(
                    f"until {quote(until)}: expected a line number such as '12', or 'turn 3'"
                )
            count = sum(line.number <= limit for line in self.lines)
        return replace(self, evidence=self.evidence.first(count), lines=self.lines[:count])

    @override
    def view(self, seat: int | None = None) -> Evidence:
        asked = seat_asked(
            seat,
            seats=len(self.names),
            writer=self.me,
            names=self.names,
            complete="a complete record (codes: and hands: of all seats)",
        )
        if self.me is None:
            state_of(self)
            return self.evidence.seen_by(asked)
        return self.evidence if seat is None or asked else self.evidence.seen_by(0)

    @property
    @override
    def played(self) -> tuple[Sequence[EntracteState], Sequence[EntracteMove]]:
        return (state_of(self),), ()

    def error(self, index: int, message: str, column: int = 0) -> RecordError:
        """A `RecordError` at the line of entry `index`."""
        return self.lines[index].error(message, column) if index < len(self.lines) else RecordError(message)


def state_of(told: Replay) -> EntracteState:
    """Replay a complete record. Raises `RecordError` at the line that breaks a rule or the tokens."""
    evidence = told.evidence
    if not evidence.complete:
        raise ProblemError(
            "this record is one seat's view; a complete one has codes: and hands: of all seats"
        )
    state = first_state(evidence.setup)
    for mask in evidence.codes:
        for code in bits(mask):
            state = state.play(evidence.setup.code_moves[code])
    for hand in evidence.hands:
        for card in hand:
            state = _take(state, card, told.header.get("hands"))
    state = _take(state, evidence.start, told.header.get("start"))
    for index, entry in enumerate(evidence.entries):
        state = _apply(_until_asked(state, entry), entry, told, index)
    while state.phase == CLAIM:
        state = state.play(SILENT)
    return state


def _until_asked(state: EntracteState, entry: Noted) -> EntracteState:
    while state.phase == CLAIM and not (entry.kind == "declare" and state.asked == entry.seat):
        state = state.play(SILENT)
    return state


def _apply(state: EntracteState, entry: Noted, told: Replay, index: int) -> EntracteState:
    """One entry, with its draws, checked against the rules and the tokens."""
    line = told.lines[index] if index < len(told.lines) else None
    if entry.kind == "unseen":
        raise told.error(index, "a complete record has no missed turns")
    if entry.kind == "sure":
        return state
    if entry.kind == "pile":
        return _take(state, entry.drawn[0] if entry.drawn else (), line, pile=True)
    if state.actor != entry.seat:
        raise told.error(index, f"it is not this player's move: {_waiting(state)}", 1)
    for move in _moves(state, entry, line):
        try:
            state = state.play(move)
        except IllegalMove as error:
            raise told.error(index, str(error)) from error
    if entry.kind == "play" and not entry.unsure:
        truth = state.view(0).tokens[-1]
        if truth != entry.tokens:
            wrong = ", ".join(f"seat {seat}" for seat in bits(truth ^ entry.tokens))
            raise told.error(index, f"the tokens are not what the codes demand: {wrong}")
    for card in entry.drawn:
        state = _take(state, card, line)
    if state.phase == DRAWING or (state.actor is CHANCE and entry.kind == "exchange"):
        raise told.error(index, "a complete record says which card was drawn: '; draws CARD'")
    return state


def _waiting(state: EntracteState) -> str:
    if state.actor is CHANCE:
        return "chance moves"
    return f"seat {state.actor} moves" if state.actor else "it is over"


def _moves(state: EntracteState, entry: Noted, line: Line | None) -> list[EntracteMove]:
    setup = state.setup
    if entry.kind == "play":
        return [setup.plays[_card(state, entry.card, line)]]
    if entry.kind == "guess":
        return [setup.guesses[seat][code] for seat, code in entry.guesses]
    return [_PLAIN[entry.kind]]


def _refusal(line: Line | None, message: str) -> RecordError:
    return line.error(message) if line else RecordError(message)


def _card(state: EntracteState, card: Partial, line: Line | None) -> int:
    index = state.setup.parts.number.get(card)
    if index is None:
        text = state.setup.parts.card_text(card) or "like this"
        raise _refusal(line, f"no card of the deck is {text!r}; all values are needed")
    return index


def _take(state: EntracteState, card: Partial, line: Line | None, *, pile: bool = False) -> EntracteState:
    item = _card(state, card, line)
    table = state.setup.piles if pile else state.setup.draws
    try:
        return state.play(table[item])
    except IllegalMove as error:
        text = f"{state.setup.parts.card_text(card)}: this card cannot be drawn now"
        raise _refusal(line, text) from error


def random_play_out(state: EntracteState, rng: random.Random) -> EntracteState:
    """A random play-out from `state` to the end."""
    while state.actor is not None:
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
        else:
            moves = state.moves()
            state = state.play(moves[int(rng.random() * len(moves))])
    return state

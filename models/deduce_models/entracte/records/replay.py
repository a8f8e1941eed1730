"""A record understood, and played again by the rules."""

from __future__ import annotations

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
from deduce.rulebook import State, View
from deduce.rulebook.run import Run
from deduce_models.entracte.components.codes import Partial, bits
from deduce_models.entracte.knowledge.evidence import Evidence, Noted
from deduce_models.entracte.records.positions import setting_of, view_of
from deduce_models.entracte.rules.setup import PLAIN, SILENT, EntracteMove, Kind

__all__ = ["Replay", "state_of"]


@dataclass(frozen=True, repr=False)
class Replay(replay.Replay[View]):
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

    def told(self, seat: int | None = None) -> Evidence:
        """What `seat` has seen by this record: the writer, a bystander, or anybody of a complete one."""
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

    @override
    def view(self, seat: int | None = None) -> View:
        told = self.told(seat)
        return state_of(self).view(told.me) if self.me is None else view_of(told)

    @property
    @override
    def played(self) -> tuple[Sequence[State], Sequence[EntracteMove]]:
        return (state_of(self),), ()

    def error(self, index: int, message: str, column: int = 0) -> RecordError:
        """A `RecordError` at the line of entry `index`."""
        return self.lines[index].error(message, column) if index < len(self.lines) else RecordError(message)


def state_of(told: Replay) -> State:
    """Replay a complete record. Raises `RecordError` at the line that breaks a rule or the tokens."""
    evidence = told.evidence
    if not evidence.complete:
        raise ProblemError(
            "this record is one seat's view; a complete one has codes: and hands: of all seats"
        )
    state = State(Run.live(setting_of(evidence.setup, told.names)))
    for mask in evidence.codes:
        for code in bits(mask):
            state = state.play(evidence.setup.code_moves[code])
    for hand in evidence.hands:
        for card in hand:
            state = _take(state, card, told.header.get("hands"))
    state = _take(state, evidence.start, told.header.get("start"))
    for index, entry in enumerate(evidence.entries):
        state = _apply(_until_asked(state, entry), entry, told, index)
    while _claims(state):
        state = state.play(SILENT)
    return state


def _claims(state: State) -> bool:
    """Whether a seat is asked whether it declares."""
    return isinstance(state.actor, int) and SILENT in state.moves()


def _until_asked(state: State, entry: Noted) -> State:
    while _claims(state) and not (entry.kind == "declare" and state.actor == entry.seat):
        state = state.play(SILENT)
    return state


def _apply(state: State, entry: Noted, told: Replay, index: int) -> State:
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
    if state.actor is CHANCE and entry.kind in ("play", "pass", "exchange"):
        raise told.error(index, "a complete record says which card was drawn: '; draws CARD'")
    return state


def _waiting(state: State) -> str:
    if state.actor is CHANCE:
        return "chance moves"
    return f"seat {state.actor} moves" if state.actor else "it is over"


def _moves(state: State, entry: Noted, line: Line | None) -> list[EntracteMove]:
    setup = state.setup
    if entry.kind == "play":
        return [setup.plays[_card(state, entry.card, line)]]
    if entry.kind == "guess":
        return [setup.guesses[seat][code] for seat, code in entry.guesses]
    return [PLAIN[Kind[entry.kind.upper()]]]


def _refusal(line: Line | None, message: str) -> RecordError:
    return line.error(message) if line else RecordError(message)


def _card(state: State, card: Partial, line: Line | None) -> int:
    index = state.setup.parts.number.get(card)
    if index is None:
        text = state.setup.parts.card_text(card) or "like this"
        raise _refusal(line, f"no card of the deck is {text!r}; all values are needed")
    return int(index)


def _take(state: State, card: Partial, line: Line | None, *, pile: bool = False) -> State:
    item = _card(state, card, line)
    table = state.setup.piles if pile else state.setup.draws
    try:
        return state.play(table[item])
    except IllegalMove as error:
        text = f"{state.setup.parts.card_text(card)}: this card cannot be drawn now"
        raise _refusal(line, text) from error

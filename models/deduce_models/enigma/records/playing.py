"""The position a record has come to, and the playing of moves in it.

A complete record is played with its cards. The record of one seat is played by the same rules with cards that
are not known: before each move the cards that the line tells of are put in, after it only those that lie
face up stay. So turn order, tokens, Silence and doubts are checked in both.
"""

from __future__ import annotations

from deduce.ground.errors import IllegalMove
from deduce.records.record import Line
from deduce.records.words import Word
from deduce_models.enigma.records.lexicon import RecordNames
from deduce_models.enigma.records.spelling import clause_text
from deduce_models.enigma.rules.moves import EnigmaMove, Kind
from deduce_models.enigma.rules.phases import DOUBTING, WINDOW
from deduce_models.enigma.rules.refusals import reason
from deduce_models.enigma.rules.setup import Setup, bits
from deduce_models.enigma.rules.state import EnigmaState

__all__ = ["Playing"]

SHOWN_MOVES = 6


class Playing:
    """A position in a record: `state`, changed by every move, and the `line` whose moves these are.

    `known` tells a complete record, `me` the writer's seat (0: none). Every method raises `RecordError` at the word
    whose move the rules, or the cards that are known, forbid.
    """

    def __init__(self, state: EnigmaState, lexicon: RecordNames) -> None:
        self.state = state
        self.names, self.known, self.me = lexicon.names, lexicon.known, lexicon.me
        self.setup: Setup = state.setup
        self.line = Line(0, "", "")

    def do(self, move: EnigmaMove, word: Word, *, cells: dict[int, int] | None = None) -> None:
        """Play a move; `cells` are the rooms the record tells, put in where cards are not known."""
        if self.known:
            for at, room in (cells or {}).items():
                if room >= 0 and self.state.cells[at] != room:
                    names = self.setup.parts.room_names
                    raise self.line.error(
                        f"at {at + 1} lies {names[self.state.cells[at]]}, not {names[room]}", word.column
                    )
        elif cells:
            layout = list(self.state.cells)
            for at, room in cells.items():
                if self.state.up >> at & 1 and room >= 0 and layout[at] != room:
                    names = self.setup.parts.room_names
                    raise self.line.error(f"at {at + 1} lies {names[layout[at]]}, face up", word.column)
                layout[at] = layout[at] if self.state.up >> at & 1 else room
            self.state = self.state._replace(cells=tuple(layout))
        try:
            self.state = self.state.play(move)
        except IllegalMove as error:
            raise self.line.error(self._refused(move), word.column) from error
        if not self.known:
            up = self.state.up
            cells_now = tuple(room if up >> at & 1 else -1 for at, room in enumerate(self.state.cells))
            self.state = self.state._replace(cells=cells_now)

    def _refused(self, move: EnigmaMove) -> str:
        """Why a move cannot be, and what can, in the words of the record."""
        why = reason(self.state, move, self.names)
        return f"'{clause_text(move, self.state, self.names)}': {why}{self.possible('; possible now: ')}"

    def possible(self, lead: str) -> str:
        """The first moves that can be made, in the words of the record, behind `lead`; empty where chance moves."""
        if not isinstance(self.state.actor, int) or self.state.actor == 0:
            return ""
        texts = [clause_text(move, self.state, self.names) for move in self.state.moves()]
        found = list(dict.fromkeys(texts))
        if not found:
            return ""
        return f"{lead}{', '.join(found[:SHOWN_MOVES])}{', ...' if len(found) > SHOWN_MOVES else ''}"

    def person(self, slot: int, card: int, word: Word) -> None:
        """Put in a character the record tells of, or check it."""
        cards = self.state.cards
        if cards[slot] not in (-1, card):
            names = self.setup.parts.character_names
            raise self.line.error(f"that is the {names[cards[slot]]}, not the {names[card]}", word.column)
        if cards[slot] == -1 and card in cards:
            raise self.line.error("that Character was seen elsewhere", word.column)
        self.state = self.state._replace(cards=(*cards[:slot], card, *cards[slot + 1 :]))

    def declare(self, doubters: int, word: Word, cells: dict[int, int] | None = None) -> None:
        """Let the seats of the mask `doubters` doubt the claim and all others trust it, up to the check."""
        plain, barred = self.setup.plain, self.state.silent | self.state.out | 1 << self.state.turn
        wrong = bits(doubters & barred)
        if wrong:
            seat = wrong[0]
            why = "it is that player's own claim" if seat == self.state.turn else "under Silence"
            why = "eliminated" if self.state.out >> seat & 1 else why
            raise self.line.error(f"{self.names[seat - 1]} may not doubt: {why}", word.column)
        before = len(self.state.log)
        while self.state.phase == DOUBTING and len(self.state.log) == before:
            kind = Kind.DOUBT if doubters >> self.state.asked & 1 else Kind.TRUST
            self.do(plain[kind], word, cells=dict(cells or {}))

    def cancel(self, seat: int, word: Word) -> None:
        """Let `seat` (0: nobody) cancel the effect, all asked before it allow it."""
        plain = self.setup.plain
        while self.state.phase == WINDOW:
            kind = Kind.CANCEL if self.state.asked == seat else Kind.ALLOW
            self.do(plain[kind], word)
            if kind is Kind.CANCEL:
                return
        if seat:
            raise self.line.error(f"{self.names[seat - 1]} cannot cancel", word.column)

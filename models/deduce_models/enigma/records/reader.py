"""Reading the clauses of a line: words with columns, names in place of numbers, and playing a move.

`Reader` holds the position a record has come to; `reading.Interpreter` knows the verbs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from deduce.records.record import Line
from deduce.records.words import Word, clauses, end_of, expect_none, find, number, words_of
from deduce_models.enigma.rules.moves import EnigmaMove
from deduce_models.enigma.rules.setup import Setup
from deduce_models.enigma.rules.state import EnigmaState

__all__ = ["Clause", "Reader", "clauses_of"]

_WORD = re.compile(r"[^\s,]+|,")


Clause = list[Word]


def clauses_of(line: Line) -> list[Clause]:
    """The words of a line, split at commas. Raises `RecordError` where nothing stands between two."""
    found = clauses(words_of(line, pattern=_WORD), ",")
    if not all(found):
        raise line.error("expected something between the commas", end_of(line) - 1 or 1)
    return found


def _bare(word: Word) -> Word:
    """What was seen, without its equals sign."""
    return Word(word.text.removeprefix("="), word.column)


class Reader:
    """The position of a record and its words. `known` tells a complete record, `me` the writer's seat."""

    def __init__(self, state: EnigmaState, names: Sequence[str], *, known: bool, me: int) -> None:
        self.state, self.names, self.known, self.me = state, names, known, me
        self.setup: Setup = state.setup
        self.line = Line(0, "", "")

    def _seat(self, word: Word) -> int:
        return find(word, self.names, "a player's name", self.line) + 1

    def _room(self, word: Word) -> int:
        names = self.setup.parts.room_names
        return find(_bare(word), names, "a room", self.line)

    def _person(self, word: Word) -> int:
        names = self.setup.parts.character_names
        return find(_bare(word), names, "a Character", self.line)

    def _at(self, clause: Clause, place: int) -> int:
        if len(clause) <= place:
            last = clause[-1]
            raise self.line.error(
                f"expected a position from 1 to {self.setup.cells}", last.column + len(last.text)
            )
        return number(clause[place], self.line, 1, self.setup.cells, "a position") - 1

    def _none(self, words: Sequence[Word]) -> None:
        expect_none(words, self.line)

    def _need(self, clause: Clause, place: int, what: str) -> Word:
        if len(clause) <= place:
            last = clause[-1]
            raise self.line.error(f"expected {what}", last.column + len(last.text))
        return clause[place]

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
                if self.state.up >> at & 1 and layout[at] != room:
                    raise self.line.error(f"the card at {at + 1} lies face up and is another", word.column)
                layout[at] = room
            self.state = self.state._replace(cells=tuple(layout))
        with self.line.refusing(word.column):
            self.state = self.state.play(move)
        if not self.known:
            up = self.state.up
            cells_now = tuple(room if up >> at & 1 else -1 for at, room in enumerate(self.state.cells))
            self.state = self.state._replace(cells=cells_now)

    def person(self, slot: int, card: int, word: Word) -> None:
        """Put in a character the record tells of, or check it."""
        cards = self.state.cards
        if cards[slot] not in (-1, card):
            names = self.setup.parts.character_names
            raise self.line.error(f"that is the {names[cards[slot]]}, not the {names[card]}", word.column)
        if cards[slot] == -1 and card in cards:
            raise self.line.error("that Character was seen elsewhere", word.column)
        self.state = self.state._replace(cards=(*cards[:slot], card, *cards[slot + 1 :]))

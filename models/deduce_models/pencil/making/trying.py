"""Sheets tried one after another while a puzzle is made: is there one solution, are there more, is there none?

In most families a clue adds a statement and changes nothing else. Then all sheets on one blank sheet are knowledge of one
problem, and one live solver is asked about them all; what a clue says is found out on a sheet with that clue alone.
Whether a family is so is seen from what is stated, not known beforehand: `Tries.agrees` compares a finished sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from itertools import islice

from deduce.evidence import Statement
from deduce.ground.deadline import Deadline
from deduce.ground.errors import RecordError
from deduce.knowledge import Knowledge
from deduce.language.constraints import Constraint
from deduce.puzzles.house import house_rules
from deduce.puzzles.uniqueness import from_solver
from deduce_models.pencil.catalogue import family
from deduce_models.pencil.making.places import Place, clues, with_word
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.sheet.printed import Sheet

_Plain = tuple[str, str, str, tuple[str, ...]]


class Unsolvable(Exception):
    """A sheet has no solution."""


class Tries:
    """Judges sheets that differ from a blank one in their clues.

    Raises `RecordError` for a blank sheet that is refused.

    Attributes:
        shared: Whether all sheets are knowledge of one problem; False once a clue was seen to change more.
    """

    def __init__(self, blank: Sheet, extra: Sequence[str] = ()) -> None:
        self._blank, self._extra = blank, extra
        self._board = self._rules(blank)
        self._start = self._board.knowledge()
        self._form = _form(self._board, self._start)
        self._printed = {said(s) for s in self._start.log}
        self._statements: dict[tuple[Place, str], tuple[Statement, ...] | RecordError] = {}
        self.shared = True

    def unique(self, sheet: Sheet, deadline: Deadline) -> bool:
        """Whether a sheet has one solution (True) or more.

        Raises `RecordError` for a sheet that is refused, `Unsolvable`, `GaveUp` at the deadline.
        """
        deadline.left()
        knowledge = self._knowledge(sheet)
        # No diagram: with few clues there are too many solutions for one to pay.
        with closing(from_solver(knowledge, knowledge.problem.key, deadline)) as solutions:
            found = len(list(islice(solutions, 2)))
        if not found:
            raise Unsolvable
        return found == 1

    def agrees(self, sheet: Sheet) -> bool:
        """Whether a sheet read by itself states just what was judged; if not, nothing is shared from now on.

        Raises `RecordError` for a sheet that is refused.
        """
        if not self.shared:
            return True
        board = self._rules(sheet)
        knowledge = board.knowledge()
        judged = sorted(map(said, self._knowledge(sheet).log))
        self.shared = _form(board, knowledge) == self._form and sorted(map(said, knowledge.log)) == judged
        return self.shared

    def _rules(self, sheet: Sheet) -> PuzzleBoard:
        board = family(sheet.family).rules(sheet)
        house_rules(board, self._extra)
        return board

    def _knowledge(self, sheet: Sheet) -> Knowledge:
        if self.shared:
            found: list[Statement] = []
            for place, word in clues(sheet):
                found += self._clue(place, word)
            if self.shared:
                return self._start.learn(*found)
        return self._rules(sheet).knowledge()

    def _clue(self, place: Place, word: str) -> tuple[Statement, ...]:
        """What a clue says, about the variables of the blank sheet."""
        known = self._statements.get((place, word))
        if known is None:
            try:
                known = self._found(with_word(self._blank, place, word))
            except RecordError as error:
                known = error
            self._statements[place, word] = known
        if isinstance(known, RecordError):
            raise known
        return known

    def _found(self, sheet: Sheet) -> tuple[Statement, ...]:
        """What a sheet states that the blank one does not."""
        board = self._rules(sheet)
        knowledge = board.knowledge()
        if _form(board, knowledge) != self._form:
            self.shared = False
            return ()
        own = {v: self._board[v.name] for v in board.scope}
        return tuple(
            Statement(s.content.over(own), s.text, s.kind, s.place)
            for s in knowledge.log
            if said(s) not in self._printed and isinstance(s.content, Constraint)
        )


def said(statement: Statement) -> _Plain:
    """A statement as plain values: its text and place, its own words, and the names of its variables."""
    content = statement.content
    scope = content.scope if isinstance(content, Constraint) else ()
    return statement.text, statement.place, content.sentence(), tuple(v.name for v in scope)


def _form(board: PuzzleBoard, knowledge: Knowledge) -> tuple[object, ...]:
    """The variables with their values, and the rules, as plain values."""
    return (
        tuple((v.name, v.domain) for v in board.scope),
        tuple(v.name for v in board.key),
        tuple(map(said, knowledge.rules)),
    )

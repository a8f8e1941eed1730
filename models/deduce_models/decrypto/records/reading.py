"""Records of Decrypto, by headings: text to positions and views, and back."""

from __future__ import annotations

from deduce.games.registry import game
from deduce.records.record import Record
from deduce.rulebook import State, View, sheets
from deduce_models.decrypto.components.wordlist import WordList
from deduce_models.decrypto.knowledge.similarity import Judgements
from deduce_models.decrypto.records.judging import judgements_of

__all__ = ["Replay", "read", "read_state", "read_view", "write_state", "write_view"]


class Replay(sheets.SheetReplay):
    """A record of Decrypto that was read."""

    @property
    def judgements(self) -> Judgements | None:
        """What was judged at the table, if anything was."""
        return judgements_of(self.lists)


def read(record: Record, words: WordList | None = None) -> Replay:
    """A record checked against the rules; `words` is the list of a record that names none. Raises `RecordError`."""
    return _read(record, words)


def _read(record: Record, words: WordList | None, until: str | None = None) -> Replay:
    return sheets.read_sheet(game("decrypto"), record, words, until, Replay)


def read_state(record: Record, words: WordList, *, until: str | None = None) -> State:
    """The position at the end of a complete record. Raises `RecordError`."""
    return _read(record, words, until).last


def read_view(
    record: Record, words: WordList, *, seat: int | None = None, until: str | None = None
) -> tuple[View, Replay]:
    """The view at the end of a record, and the record as it was read.

    `seat` says whose view; a player's notes are that player's already, and a complete record without
    `seat` gives the view of whoever is to move (or the bystander's). Raises `RecordError`.
    """
    replay = _read(record, words, until)
    return replay.view(seat), replay


def write_state(state: State) -> str:
    """The complete record of a position; `read_state` gives it back."""
    from deduce.rulebook.sheet_forms import write_sheet

    return write_sheet(state)


def write_view(view: View) -> str:
    """One player's notes of a view, with ``?`` for what is hidden; `read_view` gives the view back."""
    from deduce.rulebook.sheet_forms import write_sheet

    return write_sheet(view)

"""Records of Decrypto, by headings: text to positions and views."""

from __future__ import annotations

from deduce.games.registry import game
from deduce.records.record import Record
from deduce.rulebook import State, View
from deduce.rulebook.sheets import SheetReplay, read_sheet
from deduce_models.decrypto.components.wordlist import WordList


def read_state(record: Record, words: WordList, *, until: str | None = None) -> State:
    """The position at the end of a complete record. Raises `RecordError`."""
    replay: SheetReplay = read_sheet(game("decrypto"), record, words, until)
    return replay.last


def read_view(
    record: Record, words: WordList, *, seat: int | None = None, until: str | None = None
) -> tuple[View, SheetReplay]:
    """The view at the end of a record, and the record as it was read.

    `seat` says whose view; a player's notes are that player's already, and a complete record without
    `seat` gives the view of whoever is to move (or the bystander's). Raises `RecordError`.
    """
    replay: SheetReplay = read_sheet(game("decrypto"), record, words, until)
    return replay.view(seat), replay

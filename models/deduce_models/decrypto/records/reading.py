"""Records of Decrypto, by headings: text to positions and views, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deduce.games.registry import game
from deduce.records.form import Form, Upcoming
from deduce.records.record import Record
from deduce.rulebook import State, View, sheets
from deduce.rulebook.sheet_forms import sheet_form, sheet_upcoming, write_sheet
from deduce_models.decrypto.components.wordlist import WordList
from deduce_models.decrypto.knowledge.similarity import Judgements
from deduce_models.decrypto.records.judging import judgements_of
from deduce_models.decrypto.records.words import HEADINGS, TEXTS, judge_event, sheets_of, unused
from deduce_models.decrypto.rules.setup import TEAMS

__all__ = ["Replay", "form", "read", "read_state", "read_view", "upcoming", "write_state", "write_view"]


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
    return write_sheet(state)


def write_view(view: View) -> str:
    """One player's notes of a view, with ``?`` for what is hidden; `read_view` gives the view back."""
    return write_sheet(view)


def form(names: Sequence[str], me: str, options: Mapping[str, Any]) -> Form:
    """The form of a record with these players and writer; teams act, so nobody's name begins a line."""
    del options  # none of them changes what is typed
    teams = TEAMS[:1] if len(names) == 3 else TEAMS
    return sheet_form(
        HEADINGS,
        names,
        me,
        asides=(judge_event(teams),),
        sheets=sheets_of(teams),
        texts=TEXTS,
        unused=unused(len(names)),
    )


def upcoming(replay: Replay) -> Upcoming:
    """What the round still lacks, in its usual order; and the clues given so far, the latest first, to be judged."""
    found = sheet_upcoming(replay, unused(len(replay.names)))
    given = replay.lists.given
    halves = [words.words for (_, key), words in given.items() if key.endswith("clues")]
    said = tuple(dict.fromkeys(clue for words in reversed(halves) for clue in words))
    return Upcoming("", (*found.events, *(("judge",) if said else ())), words={"clue": said})

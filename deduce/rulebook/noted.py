"""What a record tells a seat, as its view: the writer of notes, a bystander, any seat of a complete record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deduce.rulebook.heard import Entry
from deduce.rulebook.run import Run
from deduce.rulebook.views import View

if TYPE_CHECKING:
    from deduce.rulebook.notes import NotesReplay


def view_of(replay: NotesReplay, seat: int) -> View:
    """What a seat heard by the end of a record. Of one seat's notes it is the writer, or 0: what everybody heard."""
    if replay.me is not None and seat == replay.me:
        return _written(replay)
    view = replay.state.view(seat) if replay.me is None else _public(replay)
    log = replay.reader.table.log
    heard = [event.entry(seat) is not None for event in log]
    view.places = tuple(event.place for event, told in zip(log, heard, strict=True) if told)
    view.remarks = tuple((sum(heard[:number]), said) for number, said in replay.remarks)
    return view


def _written(replay: NotesReplay) -> View:
    """What the writer of notes heard."""
    moves, heard = replay.reader.boundary
    if replay.reader.pending is not None:  # of the table as it lies while an answer is waited for
        heard = len(replay.reader.answers)
    entries = tuple(answer for answer, _ in replay.reader.answers[:heard])
    run = None if replay.reader.pending is None else replay.reader.run
    view = _view(replay, replay.me or 0, entries, moves, run)
    view.remarks = tuple(replay.remarks)
    return view


def _public(replay: NotesReplay) -> View:
    """What one seat's notes tell a bystander."""
    log = _written(replay).behind.table.log
    heard = [entry for event in log if (entry := event.entry(0)) is not None]
    return _view(replay, 0, heard, replay.reader.boundary[0])


def _view(
    replay: NotesReplay, seat: int, entries: Sequence[Entry], moves: int, run: Run | None = None
) -> View:
    """The view of who heard these entries; `run` are the rules behind its eyes, where they stand already."""
    begin = replay.known.begin
    return view_behind(
        replay, seat, entries, run or Run.blind(replay.setting, seat, entries, moves, begin=begin), moves
    )


def view_behind(
    replay: NotesReplay, seat: int, entries: Sequence[Entry], run: Run, moves: int | None = None
) -> View:
    """The view of who heard these entries by a run behind its eyes, after so many moves (all that were made in it)."""
    view = View(
        replay.setting,
        seat,
        actor=None if run.wait is None else run.wait.actor,
        entries=tuple(entries),
        moves=(),
        table={},
        at=len(run.history) if moves is None else moves,
        scores=run.scores,
        begin=replay.known.begin,
    )
    view.look(run)
    return view

"""Records read lately: where a record goes on that was read before, only its new lines are read.

Nothing is known here that the notes did not say: a reader goes on from where it stood, as it does from line to line.
"""

from __future__ import annotations

from threading import get_ident
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from deduce.records.record import Record
    from deduce.rulebook.notes import NotesReplay
    from deduce.rulebook.setting import Setting

MOST: Final = 16
"""So many records are kept of each game, its players, options and data; those asked for lately."""


class Kept:
    """Replays by the records that they are of, the one asked for last at the end."""

    def __init__(self) -> None:
        self._replays: list[NotesReplay] = []

    def nearest(self, record: Record, kind: type[NotesReplay]) -> NotesReplay | None:
        """The replay of the longest record read lately with which this one begins; None where there is none."""
        best: NotesReplay | None = None
        for replay in reversed(self._replays):
            before = replay.record.events
            if (
                type(replay) is kind
                and len(before) <= len(record.events)
                and (best is None or len(before) > len(best.record.events))
                and replay.record.header == record.header
                and replay.record.source == record.source
                and before == record.events[: len(before)]
            ):
                best = replay
        if best is not None:
            self._replays.remove(best)
            self._replays.append(best)
        return best

    def keep(self, replay: NotesReplay) -> None:
        """Keep a replay all of whose lines were read."""
        self._replays.append(replay)
        del self._replays[:-MOST]

    def forget(self) -> None:
        """Keep nothing of what was read."""
        self._replays.clear()


def kept_of(setting: Setting) -> Kept:
    """What this thread read lately of such records; another thread's runs are not gone on with."""
    return setting.once(("records read lately", get_ident()), Kept)

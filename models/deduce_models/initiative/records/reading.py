"""A record of The Initiative, read by its rules: whose view is meant, and the positions of a whole evening."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce.games.registry import game
from deduce.ground.compat import override
from deduce.records.record import Record
from deduce.rulebook import notes
from deduce_models.initiative.records.lines import opened

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge


class Replay(notes.NotesReplay):
    """A record of The Initiative that was read."""

    @property
    @override
    def meant(self) -> int:
        """Everything is played in the open: that of the seat to move, or at turn."""
        ask = self.reader.run.wait
        turn: int = self.reader.table.open.turn
        return ask.actor if ask is not None and isinstance(ask.actor, int) else turn

    @override
    def knowledge(self, seat: int | None = None) -> Knowledge:
        """What a seat knows, what was said of hands and the lexicon included."""
        return self.setting.game.knowledge(self.view(seat))


def read(record: Record) -> Replay:
    """A record checked against the rules. Raises `RecordError` for the first line that is not understood."""
    return notes.read(game("initiative"), opened(record), kind=Replay)  # type: ignore[arg-type]

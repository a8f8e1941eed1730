"""A record of Shakespeare, read by its rules: whose view is meant, and the position that it may begin with."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from deduce.games.registry import game
from deduce.ground.compat import override
from deduce.records.record import Line, Record
from deduce.rulebook import notes
from deduce.rulebook.setting import Setting
from deduce_models.shakespeare.records.position import is_typed, read_position, seats_of
from deduce_models.shakespeare.rules.faces import Typed
from deduce_models.shakespeare.rules.state import start


class Replay(notes.NotesReplay):
    """A record of Shakespeare that was read.

    Attributes:
        assumed: What a typed position left open, in words.
    """

    def __init__(
        self, record: Record, setting: Setting, me: int | None, known: notes.Foretold | None = None
    ) -> None:
        lines, self.assumed = typed_lines(record), tuple[str, ...]()
        if isinstance(setting.path, Typed):
            setting = _with_path(setting, setting.path.source)
        dealings: Sequence[Any] = ()
        if lines:
            state, self.assumed = read_position(start(setting.data), lines, setting.names, seat=me)
            setting, dealings = _with_path(setting, Typed(setting.path, state)), state.dealings
        super().__init__(record, setting, me, known)
        codes = setting.data.objective_codes
        for _, _, item, _ in dealings:
            said = codes[item] if item >= 0 else "?"
            self.reader.read(f"objective {said}", f"line {lines[-1].number}", lines[-1])

    @property
    @override
    def meant(self) -> int:
        """That of the seat to move, or whose turn it is; alone there is nobody to hide anything from."""
        state = self.state
        turn: int = state.face.turn
        return 1 if state.seats == 1 else state.actor if isinstance(state.actor, int) else turn

    @property
    def last(self) -> Any:
        """The last position, in the search form; in one seat's notes what it cannot see is a guess that fits."""
        from random import Random

        from deduce_models.shakespeare.knowledge.model import resample

        return self.state.face if self.me is None else resample(self.view().face, Random(0))


def _with_path(setting: Setting, path: Any) -> Setting:
    return setting.game.setting(len(setting.seats), setting.chosen, path, setting.names)


def typed_lines(record: Record) -> list[Line]:
    """The lines of a typed position that the record begins with."""
    return list(itertools.takewhile(is_typed, record.events))


def read(record: Record) -> Replay:
    """A record checked against the rules. Raises `RecordError` for the lines that are not understood."""
    given = record.get("players")
    if not given and (players := seats_of(record.events)) > 1:
        # A position code says how many play.
        at = typed_lines(record)[0]
        record = replace(record, header=(*record.header, ("players", str(players), at)))
    replay = notes.read(game("shakespeare"), record, kind=Replay)  # type: ignore[arg-type]
    if given:
        seats_of(record.events, len(replay.names))
    return replay

"""A record understood: the position at its end, the moves, whose record it is."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from deduce.games.registry import picture_of
from deduce.ground.compat import override
from deduce.ground.errors import GaveUp, ProblemError, RecordError
from deduce.records import replay
from deduce.records.excerpt import last_line, seat_asked
from deduce.records.gathering import Gathering
from deduce.records.header import (
    WRITER_KEYS,
    file_of,
    header_lines,
    options_of,
    party_of,
    writer_of,
)
from deduce.records.record import Record
from deduce_models.shakespeare.records.code import seats_of
from deduce_models.shakespeare.records.position import is_typed, read_position
from deduce_models.shakespeare.records.reading import RecordReader
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.moves import Move
from deduce_models.shakespeare.rules.objectives import held
from deduce_models.shakespeare.rules.setup import OPTIONS, SEATS, TITLE, setup
from deduce_models.shakespeare.rules.state import State, start
from deduce_models.shakespeare.rules.views import View

__all__ = ["Replay", "read"]


@dataclass(frozen=True, repr=False)
class Replay(replay.Replay[View]):
    """A record that has been read.

    Attributes:
        record: The text.
        names: The players, seat 1 first; `me`: whose notes these are, see `deduce.records.replay`.
        last: The position at the end. In the record of one seat what it cannot see is a guess that fits.
        moves: The moves; in the record of one seat those that it did not see are left out.
        assumed: What a typed position left open, in words.
    """

    record: Record
    names: tuple[str, ...]
    me: int | None
    last: State
    moves: tuple[Move, ...]
    assumed: tuple[str, ...] = ()

    def _repr_svg_(self) -> str:
        return picture_of("shakespeare", self)

    @property
    @override
    def played(self) -> tuple[Sequence[State], Sequence[Move]]:
        super().played  # noqa: B018 - refuses one seat's notes
        states = [_start(self.record, Gathering())[0]]
        typed = any(is_typed(line) for line in self.record.events)
        for move in self.moves if not typed else ():
            states.append(states[-1].play(move))
        # A typed position has no moves that lead to it.
        return (states, self.moves) if states[-1] == self.last else ((self.last,), ())

    @override
    def upto(self, until: str | None) -> Replay:
        return self if until is None else read(self.record, until=until)

    @override
    def view(self, seat: int | None = None) -> View:
        """The last position as `seat` sees it; in a complete record the seat to move, or the bystander."""
        state = self.last
        mover = state.actor if isinstance(state.actor, int) else state.turn
        # Alone there is nobody to hide anything from.
        otherwise = 1 if state.seats == 1 else mover
        named = () if "P1" in self.names else self.names
        return state.view(
            seat_asked(seat, seats=state.seats, writer=self.me, otherwise=otherwise, names=named)
        )


def read(record: Record, *, until: str | None = None) -> Replay:
    """Replay a record up to line `until`.

    Raises `RecordError` with line, column and a right line for whatever cannot be; `RecordErrors` for several lines.
    """
    wrong = Gathering()
    state, names, me = _start(record, wrong)
    limit = last_line(record, until)
    lines = [line for line in record.events if line.number <= limit]
    typed = list(itertools.takewhile(is_typed, lines))
    assumed: tuple[str, ...] = ()
    with wrong.each():
        if typed:
            state, assumed = read_position(state, typed, names, seat=me)
    reader = RecordReader(state, me, record.events)
    with wrong.each(f"shows 1 {state.setup.objective_codes[0]}"):
        reader.shown = reader.shows()
    reader.events(lines[len(typed) :], wrong)
    wrong.settle()
    last = reader.state
    if me is not None:
        from deduce_models.shakespeare.knowledge.model import resample

        _check_shown(last, record)
        try:
            last = resample(last.view(me), Random(0))
        except GaveUp as error:
            raise RecordError(
                "what was drawn, kept and put under the deck of objectives cannot all be",
                source=record.source,
            ) from error
    return Replay(record, names, me, last, tuple(reader.moves), assumed)


def _check_shown(state: State, record: Record) -> None:
    """At the end of a game all objectives that are held have been shown."""
    if state.phase != phases.OVER:
        return
    for seat in state.setup.everybody:
        if any(item < 0 for item in held(state.dealings, seat)):
            raise RecordError(
                f"the game is over, and a line 'shows {seat} OBJECTIVE ...' is missing",
                source=record.source,
            )


def _start(record: Record, wrong: Gathering) -> tuple[State, tuple[str, ...], int | None]:
    """The new game of the header, who plays, and whose record it is.

    Refusals go to `wrong`, and are raised where nothing can be read after them.
    """
    with wrong.each():
        header_lines(record, ("game", "players", *WRITER_KEYS, "data", *OPTIONS))
    lines = {key: line for key, _, line in record.header}
    options = {key: option.default for key, option in OPTIONS.items()}
    with wrong.each():
        options |= options_of(record, OPTIONS)
    names: tuple[str, ...] = ()
    with wrong.each("players: Ann Bob"):
        if "players" in lines:
            names = party_of(record, SEATS, title=TITLE)
            seats_of(record.events, len(names))
        else:
            # Without a line about players somebody plays alone, unless a position code says how many do.
            names = tuple(f"P{seat}" for seat in range(1, seats_of(record.events) + 1))
    if not names:
        wrong.settle()
    me: int | None = None
    with wrong.each(f"me: {names[0]}"):
        me = writer_of(record, names)
    data = file_of(record, "data")
    try:
        frame = setup(len(names), options, None if data is None else str(data))
    except ProblemError as error:
        raise record.line_of("data" if "data" in lines else "players").error(str(error)) from error
    return start(frame), names, me

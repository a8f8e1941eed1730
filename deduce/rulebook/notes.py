"""A record of a declared game: read by running the rules over it.

One file because what is read and how it is read, line after line, know each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from deduce.games.registry import picture_of
from deduce.ground.compat import override
from deduce.ground.errors import Contradiction, DeduceError, GaveUp, ProblemError, RecordError
from deduce.records.gathering import Gathering
from deduce.records.header import (
    WRITER_KEYS,
    file_of,
    header_lines,
    options_of,
    party_of,
    spelled_out,
    writer_of,
)
from deduce.records.record import Line, Record
from deduce.records.replay import Replay, last_line, seat_asked
from deduce.rulebook.noted import view_of
from deduce.rulebook.reading import Reader
from deduce.rulebook.refusing import Refusals
from deduce.rulebook.rows import read_row
from deduce.rulebook.stand import Stand
from deduce.rulebook.state import State
from deduce.rulebook.views import View

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge
    from deduce.rulebook.game import Rulebook
    from deduce.rulebook.setting import Setting
    from deduce.rulebook.table import Table

R = TypeVar("R", bound="NotesReplay")

MARK = "?"
"""What a line begins with that stands for a turn nobody could read."""


class Foretold(NamedTuple):
    """What is known of a record before its first line is read; see `Rulebook.foretell`.

    `values` are told by lines that stand elsewhere, by the names of what is shown; `begin` are the rules from a position
    typed in, which takes the first `lines` lines; `conflict` is why the lines cannot all be true; `writer` is whose notes
    they are after all.
    """

    values: Mapping[str, Any] = MappingProxyType({})
    begin: Callable[[Table], Any] | None = None
    lines: int = 0
    conflict: Contradiction | None = None
    writer: int | None = None


class Said(NamedTuple):
    """A line, and what was understood; nothing where it was not read."""

    line: Line
    understood: tuple[str, ...]


class NotesReplay(Replay[View]):
    """A record that was read: whose it is, what was understood of each line, and where the rules stand.

    Attributes:
        said: Each line with what was understood.
        refused: What was refused of the header, told with what is refused of the lines.
        unread: The lines that were not read, each with the reason; `ways` by number what one of several meanings may be.
        later: Readers at all places where the rules may stand behind an unread turn; what is heard at all of them counts.
            Where there are none, nothing after it is reckoned with: what is known is what was known before it.
        work: What was done to find them; `too_many` says that there are none for too many ways.
    """

    def __init__(
        self, record: Record, setting: Setting, me: int | None, known: Foretold | None = None
    ) -> None:
        self.record, self.setting = record, setting
        self.names: tuple[str, ...] = setting.names
        self.me = me
        self.known = known or setting.game.foretell(record, setting, me)
        self.me = me = self.known.writer if me is None else me
        self.remarks: list[tuple[int, Any]] = []
        begin = self.known.begin
        origin = None if begin is None else Stand(setting, me, begin)
        self.reader = Reader(setting, me, origin, self.known.values)
        self.said: list[Said] = []
        self.refused: list[RecordError] = []
        self.unread: list[tuple[Line, str]] = []
        self.ways: dict[int, Sequence[str]] = {}
        self.later: list[Reader] = []
        self.work, self.too_many = 0, False
        self.set_up()

    def set_up(self) -> None:
        """What a game makes of the header before the first line is read; nothing, as it stands.

        A longer record is gone on with from a copy: what is set here is no longer changed in place.
        """

    @property
    def lasts(self) -> bool:
        """Whether a longer record can be gone on with from here; all that hangs on the lines is copied then."""
        return not self.unread

    def _repr_svg_(self) -> str:
        return picture_of(self.setting.game.name, self)

    def gone_on(self, record: Record) -> Self:
        """A replay of a longer record that begins with this one, whose new lines are still to be read."""
        other = copy(self)
        for name in [
            name for name in vars(other) if isinstance(getattr(type(other), name, None), cached_property)
        ]:
            del other.__dict__[name]  # what was worked out of fewer lines
        other.record, other.reader = record, self.reader.handed_on()
        other.said, other.remarks, other.unread, other.later = [*self.said], [*self.remarks], [], []
        other.ways = {}
        return other

    @property
    def front(self) -> Reader | None:
        """Where the rules stand after the last line, if that is certain."""
        if not self.unread:
            return self.reader
        return self.later[0] if len(self.later) == 1 else None

    @override
    def upto(self, until: str | None) -> Self:
        if until is None:
            return self
        limit = self.moments().get(until.strip().casefold()) or last_line(self.record, until)
        lines = self.record.lines[:limit]
        events = tuple(line for line in self.record.events if line.number <= limit)
        cut = replace(self.record, events=events, lines=lines)
        # Of a position that is cut short less is told.
        known = self.known if len(events) >= self.known.lines else None
        return _followed(type(self), cut, self.setting, self.me, strict=False, known=known)

    def moments(self) -> dict[str, int]:
        """The last line of each part of the game, as notes call it; of its several lines each by a letter too."""
        parts: dict[str, list[int]] = {}
        for said in self.said:
            place = f"line {said.line.number}"
            told = [
                event.part
                for event in self.reader.table.log
                if event.place == place and event.kind == "choose"
            ]
            if told and told[-1]:
                parts.setdefault(max(told[::-1], key=told.count).casefold(), []).append(said.line.number)
        found: dict[str, int] = {}
        for part, lines in parts.items():
            found |= (
                {f"{part}{chr(ord('a') + k)}": line for k, line in enumerate(lines)}
                if len(lines) > 1
                else {}
            )
            found[part] = lines[-1]
        return found

    @property
    @override
    def missing(self) -> tuple[str, ...]:
        return tuple(self.setting.game.missing(self))

    def asked(self, seat: int | None) -> int:
        """The seat that is meant; of a complete record, where nobody is named, a bystander."""
        return seat_asked(
            seat,
            seats=len(self.names),
            writer=self.me,
            otherwise=self.meant if seat is None and self.me is None else 0,
            names=self.names,
            public=not self.reader.table.zones,
            complete="a complete record",
        )

    @property
    def meant(self) -> int:
        """Whose view of a complete record is asked for where nobody is named: a bystander's."""
        return 0

    @override
    def view(self, seat: int | None = None) -> View:
        if self.known.conflict is not None:
            raise self.known.conflict
        return view_of(self, self.asked(seat))

    @property
    def state(self) -> State:
        """The last position of a complete record."""
        if self.me is not None:
            raise ProblemError("these are one seat's notes; a whole position needs a complete record")
        return State.of(self.setting, [answer for answer, _ in self.reader.answers])

    @property
    @override
    def played(self) -> tuple[Sequence[State], Sequence[Any]]:
        states, moves = [State.of(self.setting, ())], []
        for text in self.state.history:
            moves.append(self.setting.move(text))
            states.append(states[-1].play(moves[-1]))
        return states, moves

    @override
    def variants(self, number: int) -> Iterator[str]:
        from deduce.rulebook.variants import variants

        return variants(self, number)

    def agreed(self) -> Knowledge | None:
        """What is known whatever was done in turns that were not read; None where nothing after them is reckoned with."""
        if not self.later:
            return None
        from deduce.rulebook.onward import agreed

        return agreed(self.later)

    def knowledge(self, seat: int | None = None) -> Knowledge:
        """What a seat knows at the end of the record, with each statement at its line."""
        asked = self.asked(seat)
        if asked != self.me:
            return self.setting.game.knowledge(view_of(self, asked))
        if (known := self.agreed()) is not None:
            return known
        if self.unread and self.setting.game.lays_anew:
            from deduce.knowledge import Knowledge

            # What was not read may have moved what was known: only the rules are sure.
            problem = self.setting.problem(self.reader.table)
            return Knowledge(problem).learn(*self.setting.prior(self.reader.table, problem))
        from deduce.rulebook.knowing import knowledge_of

        self.reader.table.stale = bool(self.unread)
        return knowledge_of(self.reader.table, self.remarks)

    @override
    def to_dict(self) -> dict[str, Any]:
        return {
            **super().to_dict(),
            "understood": [{"line": said.line.number, "said": list(said.understood)} for said in self.said],
            "unread": [
                {"line": line.number, "reason": reason}
                | ({"ways": list(ways)} if (ways := self.ways.get(line.number)) else {})
                for line, reason in self.unread
            ],
            "too_many_ways": self.too_many,
        }


def read(
    game: Rulebook,
    record: Record,
    *,
    strict: bool = True,
    kind: type[R] = NotesReplay,  # type: ignore[assignment]
) -> R:
    """Read a record. Raises `RecordError` for its header, and where `strict` for the first line that is not understood.

    `kind` is what a game makes of it.

    Without `strict` such a line stays as a turn that is not read, as lines do that begin with ``?``.
    """
    plain = ("game", "players", *WRITER_KEYS, "data", *game.heads)
    keys = (*plain, *game.options)
    record = spelled_out(record, keys, plain)
    gathering = Gathering()
    with gathering.each():
        header_lines(record, keys, game.elsewhere)
    unknown = len(gathering.errors)
    names: tuple[str, ...] = ()
    me: int | None = None
    options: dict[str, Any] = {}
    with gathering.each():
        names = party_of(record, game.seats, title=game.title, taken=game.reserved, alone=game.alone)
    with gathering.each():
        options = options_of(record, game.options, names)
    wrong = len(gathering.errors) > unknown
    with gathering.each(f"me: {names[0]}" if names else ""):
        me = writer_of(record, names) if names else None
    if wrong:  # then the lines are told by their spelling alone
        if names:
            refused = Refusals(game.setting(len(names), game.checked_options({}), None, names))
            refused.spell(record.events)
            gathering.errors += refused.errors
        gathering.settle()
    if gathering:
        me = me or 1  # the lines are read as the first player's, for the slips in them
    path = file_of(record, "data")
    for key, ending in game.paths.items():
        if str(options.get(key, "")).endswith(ending):
            options[key] = str(file_of(record, key))
    try:
        setting = game.setting(len(names), game.checked_options(options), game.source(path), names)
    except ProblemError as error:
        guilty = next(
            (key for key in options if str(error).startswith(f"option {key}")), "data" * bool(path)
        )
        if not guilty:
            raise
        raise record.line_of(guilty).error(error.said) from error
    *better, last = game.settings_of(record, setting, me)
    for each in better if not gathering else ():
        with suppress(DeduceError):
            return _followed(kind, record, each, me, strict=True)
    return _followed(kind, record, last, me, strict=strict, refused=gathering.errors)


def _beside(line: Line, replay: NotesReplay) -> bool:
    """Whether a hurried line tells a row or a remark, in one way alone, and is read so."""
    answered = len(replay.reader.answers)
    for alike in () if line.is_struck else replay.reader.hurried(line.text.partition("#")[0]):
        for each in alike:
            on = replay if len(alike) == 1 else copy(replay)
            on.remarks = [*replay.remarks]
            told = _told_beside(replace(line, text=each), on)
            if told and on is replay:
                return True
            replay.reader.back_to(answered)
            if told:
                return False  # of several meanings
    return False


def _told_beside(line: Line, replay: NotesReplay) -> bool:
    try:
        return replay.setting.game.remark(line, replay) or read_row(line, replay)
    except RecordError:
        return False


def _followed(
    kind: type[R],
    record: Record,
    setting: Setting,
    me: int | None,
    *,
    strict: bool,
    known: Foretold | None = None,
    refused: Sequence[RecordError] = (),
) -> R:
    refusals = Refusals(setting, refused)
    kept = None
    if known is None and kind.__init__ is NotesReplay.__init__:
        from deduce.rulebook.kept import kept_of

        kept = kept_of(setting)
    before = kept.nearest(record, kind) if kept is not None else None
    if before is not None and before.known == setting.game.foretell(record, setting, me):
        replay: R = before.gone_on(record)  # type: ignore[assignment]
        lines = record.events[len(before.record.events) :]
    else:
        replay = kind(record, setting, me, known)
        for text, line in setting.game.opening(record):
            replay.reader.read(text, f"line {line.number}", line)
        refusals.errors += replay.refused
        lines = record.events[replay.known.lines :]
    for line in lines:
        if replay.unread and not replay.later:
            if strict and not line.body.startswith(MARK):
                refusals.spell((line,))
            replay.unread.append((line, f"line {replay.unread[0][0].number} before it was not read"))
            continue
        if refusals.full:
            break
        if refusals.lost:
            refusals.spell((line,))
            continue
        readers = replay.later or [replay.reader]
        if not setting.game.own_lines and line.body.startswith(MARK):
            replay.unread.append((line, "it is marked as a turn that nobody could read"))
            _go_behind(replay, readers)
            continue
        answered = {id(reader): len(reader.answers) for reader in readers}
        text = line.text.partition("#")[0]
        try:
            line.refuse_struck()
            if not replay.unread and (setting.game.remark(line, replay) or read_row(line, replay)):
                replay.said.append(Said(line, tuple(replay.reader.understood(answered[id(replay.reader)]))))
                continue
            if len(readers) > 1:
                from deduce.rulebook.onward import read_on

                readers = read_on(readers, text, f"line {line.number}", line)
            else:
                readers[0].read(text, f"line {line.number}", line)
        except RecordError as error:
            if not replay.unread and _beside(line, replay):
                replay.said.append(Said(line, tuple(replay.reader.understood(answered[id(replay.reader)]))))
                continue
            ways = () if replay.unread or refusals.errors else _ways(error.ways, replay.reader, line)
            if strict:
                told = setting.game.refused(error, line, replay)
                refusals.add(told, readers[0] if len(readers) == 1 else None, text, line)
                refusals.errors[-1].ways = ways
                continue
            replay.ways[line.number] = ways
            replay.unread.append((line, error.message))
            _go_behind(replay, readers)
        except GaveUp:  # no fault of the line
            raise
        except DeduceError as error:
            if not refusals.errors:  # what was only guessed may contradict what follows
                raise line.error(error.said) from error
        else:
            replay.later = readers if replay.unread else []
            replay.said.append(Said(line, tuple(readers[0].understood(answered[id(readers[0])]))))
    refusals.settle()
    if kept is not None and replay.lasts:
        kept.keep(replay)
    return replay


def _ways(lines: Sequence[str], reader: Reader, line: Line) -> Sequence[str]:
    """Lines that can be read in place of one, each as something else; none where fewer than two can."""
    meant: dict[str, str] = {}
    for each in lines:
        on = reader.handed_on()
        if on.reads(each, f"line {line.number}", line):
            meant.setdefault(repr((on.answers, on.pending)), each)
    return tuple(meant.values()) if len(meant) > 1 else ()


def _go_behind(replay: NotesReplay, readers: Sequence[Reader]) -> None:
    from deduce.rulebook.onward import behind  # most notes can be read

    found = behind(readers, replay.work)
    replay.later, replay.work, replay.too_many = [*found.readers], replay.work + found.work, found.too_many

"""A record of a declared game: read by running the rules over it, and written from a game or from what a seat heard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from deduce.games.base import Actor
from deduce.ground.compat import override
from deduce.ground.errors import Contradiction, DeduceError, ProblemError, RecordError
from deduce.knowledge import Knowledge
from deduce.records.excerpt import last_line, seat_asked
from deduce.records.gathering import Gathering
from deduce.records.header import (
    WRITER_KEYS,
    file_of,
    header_lines,
    option_lines,
    options_of,
    party_of,
    spelled_out,
    writer_of,
)
from deduce.records.record import Line, Record, read_record
from deduce.records.replay import Replay
from deduce.rulebook.asks import Change, Choose, Deal
from deduce.rulebook.attempt import HIDDEN, UNSEEN
from deduce.rulebook.audience import ALL
from deduce.rulebook.heard import UNSHOWN, Event
from deduce.rulebook.knowing import knowledge_of
from deduce.rulebook.onward import agreed, behind, read_on
from deduce.rulebook.reading import Reader
from deduce.rulebook.run import Run
from deduce.rulebook.stand import Stand
from deduce.rulebook.state import State, View

if TYPE_CHECKING:
    from deduce.rulebook.game import Rulebook
    from deduce.rulebook.setting import Setting
    from deduce.rulebook.table import Table

__all__ = ["Foretold", "NotesReplay", "read", "written"]

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
        unread: The lines that were not read, each with the reason.
        later: Readers at all places where the rules may stand behind an unread turn; what is heard at all of them counts.
            Where there are none, nothing after it is reckoned with: what is known is what was known before it.
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
        self.unread: list[tuple[Line, str]] = []
        self.later: list[Reader] = []

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
        limit = last_line(self.record, until)
        lines = self.record.lines[:limit]
        events = tuple(line for line in self.record.events if line.number <= limit)
        cut = Record(self.record.header, events, lines, self.record.source, self.record.allow_files)
        # Of a position that is cut short less is told.
        known = self.known if len(events) >= self.known.lines else None
        return _followed(type(self), cut, self.setting, self.me, strict=False, known=known)

    def asked(self, seat: int | None) -> int:
        """The seat that is meant; of a complete record, where nobody is named, a bystander."""
        return seat_asked(
            seat,
            seats=len(self.names),
            writer=self.me,
            otherwise=self.meant if seat is None and self.me is None else 0,
            names=self.names,
            public=False,
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
        asked = self.asked(seat)
        if self.me is None:
            return self.state.view(asked)
        moves, heard = self.reader.boundary
        entries = tuple(answer for answer, _ in self.reader.answers[:heard])
        run = Run.blind(self.setting, asked, entries, moves, begin=self.known.begin)
        actor: Actor = None if run.wait is None else run.wait.actor
        begin, remarks = self.known.begin, tuple(self.remarks)
        view = View(
            self.setting, asked, actor, entries, (), {}, moves, run.scores, begin=begin, remarks=remarks
        )
        view.look(run)
        return view

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

    def knowledge(self, seat: int | None = None) -> Knowledge:
        """What a seat knows at the end of the record, with each statement at its line."""
        asked = self.asked(seat)
        if self.me is None:
            return self.setting.game.knowledge(self.state.view(asked))
        known = agreed(self.later) if self.later else None
        if known is not None:
            return known
        if self.unread and self.setting.game.lays_anew:
            # What was not read may have moved what was known: only the rules are sure.
            problem = self.setting.problem(self.reader.table)
            return Knowledge(problem).learn(*self.setting.prior(problem))
        self.reader.table.stale = bool(self.unread)
        return knowledge_of(self.reader.table)

    @override
    def to_dict(self) -> dict[str, Any]:
        return {
            **super().to_dict(),
            "understood": [{"line": said.line.number, "said": list(said.understood)} for said in self.said],
            "unread": [{"line": line.number, "reason": reason} for line, reason in self.unread],
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
    keys = ("game", "players", *WRITER_KEYS, "data", *game.options)
    record = spelled_out(record, keys)
    header_lines(record, keys)
    gathering = Gathering()
    names: tuple[str, ...] = ()
    me: int | None = None
    options: dict[str, Any] = {}
    with gathering.each():
        alone = game.alone and not record.get("players")
        names = ("P1",) if alone else party_of(record, game.seats, title=game.title)
        me = writer_of(record, names)
    with gathering.each():
        options = options_of(record, game.options)
    gathering.settle()
    path = file_of(record, "data")
    for key, ending in game.paths.items():
        if str(options.get(key, "")).endswith(ending):
            options[key] = str(file_of(record, key))
    try:
        setting = game.setting(
            len(names), game.checked_options(options), str(path) if path else None, names
        )
    except ProblemError as error:
        guilty = next((key for key in options if str(error).startswith(f"option {key}")), "")
        if not guilty:
            raise
        raise record.line_of(guilty).error(str(error)) from error
    return _followed(kind, record, setting, me, strict=strict)


def _followed(
    kind: type[R],
    record: Record,
    setting: Setting,
    me: int | None,
    *,
    strict: bool,
    known: Foretold | None = None,
) -> R:
    replay = kind(record, setting, me, known)
    for line in record.events[replay.known.lines :]:
        if replay.unread and not replay.later:
            replay.unread.append((line, f"line {replay.unread[0][0].number} before it was not read"))
            continue
        readers = replay.later or [replay.reader]
        if line.body.startswith(MARK):
            replay.unread.append((line, "it is marked as a turn that nobody could read"))
            replay.later = behind(readers)
            continue
        answered = {id(reader): len(reader.answers) for reader in readers}
        try:
            if not replay.unread and setting.game.remark(line, replay):
                replay.said.append(Said(line, tuple(replay.reader.understood(answered[id(replay.reader)]))))
                continue
            readers = read_on(readers, line.text.partition("#")[0], f"line {line.number}", line)
        except RecordError as error:
            if strict:
                raise
            replay.unread.append((line, error.message))
            replay.later = behind(readers)
        except DeduceError as error:
            raise line.error(str(error)) from error
        else:
            replay.later = readers if replay.unread else []
            replay.said.append(Said(line, tuple(readers[0].understood(answered[id(readers[0])]))))
    return replay


def written(
    game: Rulebook,
    states: Sequence[State],
    _moves: Sequence[Any],
    options: Mapping[str, Any],
    seat: int | None,
) -> str:
    """A game as the text of its record; with `seat` only what that seat heard. What is written reads back the same.

    Raises `ProblemError` where it would not.
    """
    last = states[-1]
    setting = last.setting
    head = [f"game: {game.name}", f"players: {' '.join(setting.names)}"]
    if seat is not None:
        head.append(f"me: {setting.names[seat - 1]}" if seat else "seat: 0")
    head += option_lines(game.options, {**setting.chosen, **dict(options)})
    if setting.path is not None:
        head.append(f"data: {setting.path}")
    body = _complete(last) if seat is None else _heard(last.view(seat))
    text = "\n".join([*head, "", *body]) + "\n"
    again: NotesReplay = read(game, read_record(text, allow_files=True))
    same = (
        [answer for answer, _ in again.reader.answers] == list(last.history)
        if seat is None
        else tuple(answer for answer, _ in again.reader.answers) == last.view(seat).entries
    )
    if not same:
        raise ProblemError(f"{game.title}: what happened cannot be written so that it reads back the same")
    return text


def _complete(state: State) -> list[str]:
    """The lines of a complete record: every move, deals in a row, and what everybody was told."""
    run = Run(state.setting, state.run.table.__class__(state.setting)).start()
    names = state.setting.names
    rows: list[str] = []
    dealing, apart = False, state.setting.game.lines_of(state.run)
    for text in state.history:
        ask, before = run.wait, len(run.table.log)
        run.play(text)
        if isinstance(ask, Deal):
            if dealing:
                rows[-1] += f", {text}"
            else:
                rows.append(text)
            dealing = True
            continue
        dealing = False
        rows.append(
            f"{names[ask.seat - 1]} {text}" if isinstance(ask, (Choose, Change)) and ask.seat else text
        )
        told = [
            event
            for number, event in enumerate(run.table.log[before:], before)
            if event.mask == ALL and event.kind in ("tell", "which") and number not in apart
        ]
        rows[-1] += "".join(f", {each}" for event in told if (each := _clause(event, state.setting)))
    return rows


def _heard(view: View) -> list[str]:
    """The lines of one seat's notes."""
    run = view.run()
    names = view.setting.names
    rows: list[str] = []
    begun = False
    apart = view.setting.game.lines_of(run)
    last = max((k for k, event in enumerate(run.table.log) if run.table.hears(event.mask)), default=-1)
    for number, event in enumerate(run.table.log):
        if number in apart:
            rows += [apart[number]] if apart[number] else []
            begun = True
            continue
        if event.kind == "draw" and "{}" in event.said:
            rows.append(event.said.replace("{}", HIDDEN if event.value is None else str(event.value)))
            begun = True
            continue
        if event.kind in ("choose", "change", "roll"):
            if not run.table.hears(event.mask):
                if number > last and event.seat:  # the next line would tell, and there is none
                    unseen = event.name if event.kind == "change" else f"{names[event.seat - 1]} {UNSEEN}"
                    rows.append(unseen)
                continue
            clause = f"{names[event.seat - 1]} {event.said}" if event.seat else _clause(event, view.setting)
            rows.append(clause)
            begun = True
            continue
        clause = _clause(event, view.setting) if run.table.hears(event.mask) else ""
        if clause and begun:
            rows[-1] += f", {clause}"
        elif clause:
            rows.append(clause)
    return rows


def _clause(event: Event, setting: Setting) -> str:
    """How something told is written; empty where it goes without saying."""
    if (
        event.kind == "held"
        or event.value is UNSHOWN
        or (event.unsaid is not None and event.value == event.unsaid)
    ):
        return ""
    return setting.game.event_sentence(event, setting.names)

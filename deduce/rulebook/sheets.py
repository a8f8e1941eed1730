"""Reading notes that are kept under headings: the rules run, and look up what they come to.

The rules of one seat's notes run blind, those of a complete record live. What the writer did not see goes without
saying where anything that comes later is noted; what he saw and did not note is left open, unless the rules need it.

One file because both readings, of a complete record and of one seat's notes, look things up in the same lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn, Self, TypeVar

from deduce.games.registry import picture_of
from deduce.ground.compat import override
from deduce.ground.errors import ProblemError, RecordError
from deduce.ground.reading import is_file
from deduce.ground.wording import as_is, listing, run, say, typed
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
from deduce.records.replay import Replay, seat_asked
from deduce.rulebook.asks import Ask, Choose
from deduce.rulebook.audience import ALL
from deduce.rulebook.headings import HIDDEN, Given, Headings, Lists, lists_of
from deduce.rulebook.heard import Entry
from deduce.rulebook.lots import Lot
from deduce.rulebook.run import Run, frozen
from deduce.rulebook.secrets import Secret
from deduce.rulebook.setting import Setting
from deduce.rulebook.state import State
from deduce.rulebook.table import Table
from deduce.rulebook.views import View

Place = tuple[str, str, int]
S = TypeVar("S", bound="SheetReplay")


@dataclass(frozen=True, repr=False)
class SheetReplay(Replay[View]):
    """A record that was read: its lists, and where they lead.

    Attributes:
        setting: The game, its players, options and data.
        lists: The lines as lists, and the lines that are no event.
    """

    record: Record
    setting: Setting
    names: tuple[str, ...]
    me: int | None
    lists: Lists
    until: str | None = None

    def _repr_svg_(self) -> str:
        return picture_of(self.setting.game.name, self)

    @property
    def unread(self) -> Sequence[tuple[Line, str]]:
        """The lines that were not read, each with the reason."""
        return self.lists.unread

    @override
    def to_dict(self) -> dict[str, Any]:
        return {
            **super().to_dict(),
            "unread": [{"line": line.number, "reason": reason} for line, reason in self.unread],
        }

    @cached_property
    def last(self) -> State:
        """The position at the end of a complete record. Raises `RecordError` at a line that breaks a rule."""
        return _Complete(self).state()

    @cached_property
    def noted(self) -> View:
        """What the writer saw. Raises `RecordError` where the notes contradict the rules."""
        return _Noted(self).view()

    @property
    def begun(self) -> list[tuple[Given, str]]:
        """Lists of which only the beginning is noted, each with what they are when they are whole."""
        headings: Headings = self.setting.game.headings  # type: ignore[assignment]
        kinds = ((given, headings.of(key)) for (_, key), given in self.lists.given.items())
        return [
            (given, kind.noun)
            for given, kind in kinds
            if given.words and not given.hidden and len(given.words) < kind.most
        ]

    @cached_property
    def awaited(self) -> str | None:
        """The key of what the rules wait for, empty once the game is over; None where the notes do not tell."""
        if self.unread:
            return None
        try:
            ask = (self.last.run if self.me is None else self.noted.run()).wait
        except RecordError as error:
            return error.waits or None
        return "" if ask is None else _key(ask)[1]

    @override
    def upto(self, until: str | None) -> Self:
        if until is None:
            return self
        return read_sheet(self.setting.game, self.record, self.setting.path, until, type(self))

    @override
    def view(self, seat: int | None = None) -> View:
        seats = len(self.names)
        if self.me is None:
            actor = self.last.actor if isinstance(self.last.actor, int) else 0
            view = self.last.view(seat_asked(seat, seats=seats, writer=None, otherwise=actor))
        else:
            try:
                seat_asked(seat, seats=seats, writer=self.me, public=False)
            except ProblemError as error:
                raise self.record.line_of("seat").error(str(error), 1) from error
            view = self.noted
        headings: Headings = self.setting.game.headings  # type: ignore[assignment]
        view.remarks = tuple((len(view.entries), said) for said in headings.remarks(self.lists))
        return view


def read_sheet(
    game: Any,
    record: Record,
    data: Any = None,
    until: str | None = None,
    kind: type[S] = SheetReplay,  # type: ignore[assignment]
) -> S:
    """The lines of a record as lists, under what its header says; `data` where the header names none.

    `kind` is what a game makes of it. `until` stops after a line's number, or at the end of a part (``round 3``).
    Raises `RecordError` with line, column, what was expected and a right line; `RecordErrors` where several are wrong.
    """
    headings: Headings = game.headings
    wrong = Gathering()
    plain = ("game", "players", *WRITER_KEYS, *headings.settings)
    keys = (*plain, *game.options)
    record = spelled_out(record, keys, plain)
    with wrong.each():
        header_lines(record, keys, game.elsewhere)
    names: tuple[str, ...] = ()
    with wrong.each("players: 4"):
        if not record.get("players"):
            few, many = game.seats.start, game.seats.stop - 1
            raise record.line_of("game").error(f"expected a header line 'players: 4' ({few} to {many})")
        names = party_of(record, game.seats, title=game.title, taken=headings.who)
    options: dict[str, Any] = {}
    with wrong.each():
        options = options_of(record, game.options)
    if not names:
        wrong.settle()
    me: int | None = None
    with wrong.each(f"me: {names[0]}"):
        me = writer_of(record, names)
    if (file := file_of(record, headings.data)) is not None:
        if not is_file(file):
            raise record.line_of(headings.data).error(f"there is no file {str(file)!r}", 1)
        data = game.read_data(file)
    setting = game.setting(len(names), game.checked_options(options), game.source(data))
    lists = lists_of(record, setting, until, wrong, me, names)
    if not wrong and lists.asides:
        with wrong.each(next(iter(headings.aside_examples.values()))):
            headings.check(lists, setting)
    wrong.settle()
    return kind(record, setting, names, me, lists, until)


def _key(ask: Ask) -> tuple[Secret | None, str]:
    """What is decided now, and the key of the lines that say it."""
    if isinstance(ask, Choose) and ask.secret is None:
        return None, ask.name
    if isinstance(ask, (Lot, Choose)) and ask.secret is not None:
        return ask.secret, ask.secret.key
    raise ProblemError(f"{type(ask).__name__} has no place under headings")


class _Reading:
    """Looks up in lists what the rules come to."""

    def __init__(self, replay: SheetReplay) -> None:
        self.replay, self.lists, self.setting = replay, replay.lists, replay.setting
        self.headings: Headings = replay.setting.game.headings  # type: ignore[assignment]
        self.places: dict[Secret, Place] = {}
        self.count: dict[tuple[str, str], int] = {}
        self.line = replay.record.header[0][2]

    def place(self, ask: Ask, part: str) -> Place:
        """Where notes say what is decided now."""
        secret, key = _key(ask)
        part = "" if self.headings.of(key).apart else part
        found = (part, key, self.count.get((part, key), 0))
        if secret is not None:
            self.places[secret] = found
        return found

    def word(self, place: Place) -> str | None:
        """The word at a place; `HIDDEN` for what is hidden, None where nothing is said."""
        given = self.lists.given.get(place[:2])
        return given.words[place[2]] if given is not None and place[2] < len(given.words) else None

    def value(self, place: Place) -> Any:
        """What the word at a place means; None where it is not known."""
        word = self.word(place)
        if word in (None, HIDDEN):
            return None
        self.line = self.lists.given[place[:2]].line
        return self.headings.of(place[1]).read(word)

    def left(self) -> Iterator[Given]:
        """Lists that the rules have not come to, or not to their end."""
        for key, given in self.lists.given.items():
            if self.count.get(key, 0) < len(given.words):
                yield given

    def move(self, ask: Ask, table: Table, value: Any) -> str:
        """The text of the move that decides on a value."""
        if isinstance(ask, Choose):
            return ask.menu.text_of(value)
        assert isinstance(ask, Lot)  # noqa: S101 - the only other kind that has a place
        return ask.text(value)

    def waiting(self, ask: Ask | None, part: str) -> str:
        """What the rules wait for, in words."""
        if ask is None:
            return say("nothing (the game is over)")
        heading = self.headings.of(self.place(ask, part)[1])
        noun = say(" with {what}", what=heading.noun) if heading.most > 1 else ""
        return run(as_is(f"'{heading.key}'"), noun, say(" in {part}", part=typed(part)) if part else "")


def _untimely(waiting: str) -> str:
    return say("this comes too early or too late: {waiting} is expected before it", waiting=waiting)


class _Complete(_Reading):
    """A complete record is played through by the rules."""

    def state(self) -> State:
        """The last position."""
        run = Run.live(self.setting)
        while run.wait is not None:
            place = self.place(run.wait, run.table.now)
            word = self.word(place)
            if word is None:
                break
            line = self.lists.given[place[:2]].line
            if word == HIDDEN:
                raise line.error(
                    say("a complete record hides nothing; one player's notes need 'seat: N' in the header")
                )
            with line.refusing():
                run.play(self.move(run.wait, run.table, self.value(place)))
            self.count[place[:2]] = place[2] + 1
        self._check_rest(run)
        return State(run)

    def _check_rest(self, run: Run) -> None:
        """Of a record that was cut off, lines of the last part may wait for others that are not there."""
        last = self.lists.parts[-1] if self.lists.parts else ""
        for (part, key), given in self.lists.given.items():
            waits = not self.lists.whole and part == last
            if given.words and not self.count.get((part, key)) and not waits:
                waiting = self.waiting(run.wait, run.table.now)
                raise given.line.error(_untimely(waiting))


class _SheetTable(Table):
    """A blind table that is answered by lists."""

    def __init__(self, setting: Setting, seat: int, reader: _Noted) -> None:
        super().__init__(setting, seat)
        self.reader = reader

    @override
    def heard(self, kind: str | None, said: str | None, about: Any = None, **more: Any) -> Entry:
        entry = self.reader.entry(self, kind or "", said or "", about, needed=bool(more.get("unsaid")))
        self.reader.entries.append(entry)
        return entry


class _Noted(_Reading):
    """One seat's notes: the rules behind its eyes."""

    def __init__(self, replay: SheetReplay) -> None:
        super().__init__(replay)
        self.seat = replay.me or 0
        self.entries: list[Entry] = []
        self.open: dict[Secret, str] = {}
        self.menus: dict[Secret, Choose] = {}
        self.ahead: dict[Secret, tuple[str, str]] = {}

    def view(self) -> View:
        """What the writer saw."""
        table = _SheetTable(self.setting, self.seat, self)
        run = Run(self.setting, table).start()
        while run.wait is not None and self._happened(run.wait, table):
            ask, place = run.wait, self.place(run.wait, table.now)
            self.count[place[:2]] = place[2] + 1
            if isinstance(ask, Choose) and ask.secret is not None:
                self.menus[ask.secret] = ask
                if not table.hears(ask.mask) and self.value(place) is not None:
                    self.ahead[ask.secret] = place[:2]
            run.hear()
        for given in self.left():
            waiting = self.waiting(run.wait, table.now)
            raise given.line.error(_untimely(waiting))
        wait = run.wait
        actor = None if wait is None else wait.actor
        mine = bool(self.seat) and actor == self.seat
        free = mine and getattr(getattr(wait, "menu", None), "free", None) is not None
        lying = {key: frozen(value, self.seat) for key, value in vars(table.open).items()}
        return View(
            self.setting,
            self.seat,
            actor=actor,
            entries=(*self.entries, *self._known()),
            moves=None if mine else (),
            table=lying,
            at=len(run.history),
            scores=run.scores,
            open_moves=free,
        )

    def _happened(self, ask: Ask, table: Table) -> bool:
        """Whether the notes tell that this was decided. Raises `RecordError` where they leave out what they must say."""
        place = self.place(ask, table.now)
        mask = getattr(ask, "mask", ALL)
        word = self.word(place)
        if word is not None and (word != HIDDEN or mask != ALL):
            return True
        given = self.lists.given.get(place[:2])
        more = self._more(place, table.now)
        if given is not None and word is None:
            more = more or self._ahead(place)
            if not more:
                return False
            if given.words:
                self._unfinished(given, place[1])
        if mask == ALL:
            if more or word == HIDDEN:
                self._missing(place, table.now)
            return False
        if isinstance(ask, Lot) and self._begun(place):
            return True
        return more or self._ahead(place) or (isinstance(ask, Lot) and ask.silent and not table.hears(mask))

    def _more(self, place: Place, now: str) -> bool:
        """Whether anything is noted that can only have come later."""
        parts = self.lists.parts
        later = bool(parts) if not now else now in parts and parts.index(now) < len(parts) - 1
        return later or any(
            self.count.get(key, 0) < len(given.words) and key != place[:2]
            for key, given in self.lists.given.items()
        )

    def _begun(self, place: Place) -> bool:
        """Whether a line of this part stands there empty: what it is for has begun, so all has been dealt."""
        return any(
            key[0] == place[0] and key not in self.count and not given.words
            for key, given in self.lists.given.items()
        )

    def _ahead(self, place: Place) -> bool:
        """Whether something is noted that somebody else chose: that can be only once it has been shown."""
        return any(key != place[:2] for key in self.ahead.values())

    def _known(self) -> list[Entry]:
        """What the notes tell though the rules did not show it, or not yet: whoever wrote it knows it."""
        told = {entry.said for entry in self.entries if entry.kind == "show" and entry.value is not None}
        chosen = {secret for secret, ask in self.menus.items() if ask.mask >> self.seat & 1}
        found = [(secret, self.value(place)) for secret, place in self.places.items()]
        return [
            Entry("known", 0, secret, value)
            for secret, value in found
            if value is not None and secret not in told and secret not in chosen
        ]

    def _unfinished(self, given: Given, key: str) -> NoReturn:
        noun = self.headings.of(key).noun
        column = given.line.words[1][1]
        raise given.line.error(f"expected {noun}, separated by ';', not {len(given.words)}", column)

    def _missing(self, place: Place, now: str) -> NoReturn:
        """Something that everybody saw is not noted, though what came later is."""
        rest = [*self.left()]
        early = next((given for given in rest if self._when(given)), None)
        if early is not None:
            raise early.line.error(self._when(early))
        line = rest[-1].line if rest else self.line
        raise line.error(f"{now or 'the game'} is not finished: '{place[1]}' is missing")

    def _when(self, given: Given) -> str:
        return next(
            (self.headings.of(key).when for (_, key), each in self.lists.given.items() if each is given), ""
        )

    def entry(self, table: Table, kind: str, said: str, about: Any, *, needed: bool) -> Entry:
        """What the writer heard, as the lists have it."""
        if kind == "hidden":
            return Entry("hidden", about.seat, said)
        if kind == "choose":
            return self._chosen(table, about)
        place = self.places[about]
        self.ahead.pop(about, None)
        value = self.value(place)
        if value is not None:
            self._check(table, about, place, value)
        elif needed:
            key = place[1]
            error = self.line.error(
                say("once this is said, {what} is known too: add a line {what}", what=as_is(repr(key)))
            )
            error.waits = "" if self._more(place, table.now) else key
            raise error
        elif about in self.menus:
            self.open[about] = place[1]
        return Entry("show", 0, about, value)

    def _chosen(self, table: Table, ask: Choose) -> Entry:
        place = self.places[ask.secret] if ask.secret is not None else self._public(ask, table)
        value = self.value(place)
        if value is None:
            return Entry("choose", ask.seat, "", None)
        with self.line.refusing():
            text = ask.menu.text_of(value)
            ask.menu.find(text, table)
        if ask.mask == ALL and self.open:
            keys = listing([as_is(repr(key)) for key in dict.fromkeys(self.open.values())], "and")
            raise self.line.error(say("once this is said, {all} are known too", all=keys))
        return Entry("choose", ask.seat, text, value)

    def _public(self, ask: Choose, table: Table) -> Place:
        part, key, index = self.place(ask, table.now)
        return (part, key, index - 1)

    def _check(self, table: Table, secret: Secret, place: Place, value: Any) -> None:
        """What somebody else chose must have been legal, as far as the writer knows."""
        ask = self.menus.get(secret)
        free = ask.menu.free if ask is not None else None
        if free is not None and (why := free.refuse(value, *free.known(table))):
            raise self.lists.given[place[:2]].line.error(why)

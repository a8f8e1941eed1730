"""One record of an evening for everybody at one device: what all saw, and lines that belong to some of them alone.

Such a record says ``me: everybody``. A line that begins with ``@Ann`` belongs to Ann alone (``@Ann,Bob``: to these two),
in the header and among the events: her hand, a card that she was shown. ``@Ann = LINE`` is her own wording of the line
above that all read: it adds to it what she alone saw. Nothing of it may be left out or said otherwise, but a ``?`` or an
unseen choice is filled in, and the end of the line may be left off behind a comma.

What one person may see is a record like any other: that of the bystander, with that person's lines. It is made here and
nowhere else, before any game reads it, so no game can tell anybody what belongs to another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final

from deduce.ground.errors import ProblemError, RecordError, nearest

EVERYBODY: Final = "everybody"
"""The writer of a record that all at the table share."""
_WRITER = re.compile(rf"\s*(?:me|seat)\s*[:\s]\s*{EVERYBODY}\s*(?:#.*)?", re.IGNORECASE)
_PLAYERS = re.compile(r"\s*players\s*[:\s]\s*([^#]*)", re.IGNORECASE)
_PRIVATE = re.compile(r"\s*@(?P<who>[^\s=]*)\s*(?P<own>=(?=\s|$))?\s*(?P<text>.*)", re.DOTALL)
_TOKEN = re.compile(r"[,;]|[^\s,;]+")
_GAPS: Final = ("?", "chooses", "unseen")
"""Words that stand for what not everybody saw."""


@dataclass(frozen=True, slots=True)
class Part:
    """One line of a shared record: for all where `owners` is empty; `own` where it words the line above anew."""

    text: str
    owners: tuple[str, ...] = ()
    own: bool = False

    @property
    def body(self) -> str:
        """The line without its comment."""
        return self.text.partition("#")[0].strip()

    @property
    def line(self) -> str:
        """As it stands in the record."""
        return f"@{','.join(self.owners)} {'= ' * self.own}{self.text}" if self.owners else self.text


@dataclass(frozen=True, slots=True)
class _Seen:
    """A line that somebody sees: the part that it is, and the part that words it anew for them."""

    text: str
    at: int
    again: int | None = None


@dataclass(frozen=True, slots=True)
class Shared:
    """A record of everybody, line by line. `writer` is the number of its line ``me: everybody`` (0-based)."""

    names: tuple[str, ...]
    parts: tuple[Part, ...]
    writer: int
    source: str = ""

    @property
    def text(self) -> str:
        """The whole record, with the lines of all."""
        return "\n".join(each.line for each in self.parts)

    def person(self, name: str) -> str:
        """A player as the record spells the name, or by seat. Raises `ProblemError` for somebody who does not play."""
        for seat, known in enumerate(self.names, 1):
            if name.strip().casefold() in (known.casefold(), str(seat)):
                return known
        raise ProblemError(f"{name[:60]!r} does not play: {nearest(name, self.names)}")

    def lines(self, who: str | None) -> list[str]:
        """What `who` may see (None: a bystander), a line for each of the record: those of others are ``#``."""
        found = ["#" if each.owners else each.text for each in self.parts]
        for each in self._seen(who):
            found[each.at] = each.text
        return found

    def notes(self, who: str | None) -> str:
        """What `who` may see as a record of its own, in which nothing tells how much there is beside it."""
        return "\n".join(each.text for each in self._seen(who))

    def own(self, who: str | None) -> list[int]:
        """The lines of `notes` (from 1) that are of one's own, wholly or in part."""
        seen = enumerate(self._seen(who), 1)
        return [number for number, each in seen if self.parts[each.at].owners or each.again is not None]

    def opened(self) -> Iterator[tuple[int, str, str]]:
        """What was not for all: the number of the line (from 1), whose it was, and what it says."""
        for number, each in enumerate(self.parts, 1):
            if each.owners:
                yield number, " and ".join(each.owners), each.body

    def written(self, who: str | None, notes: str) -> Shared:
        """The record after `who` has made of what he sees (`notes` as of now) those `notes`.

        What is written by one person belongs to that person alone, what a bystander writes (None) is for all. A change
        of a line that all read becomes one's own wording of it. Raises `ProblemError` for what one cannot do alone.
        """
        old, new = self._seen(who), notes.split("\n")
        parts: list[Part | None] = list(self.parts)
        added: dict[int, list[Part]] = {}
        known = {each.at for each in old}
        for what, first, last, begin, end in _differing([each.text for each in old], new):
            if what == "equal":
                continue
            gone, come = old[first:last], new[begin:end]
            for was, now in zip(gone, come, strict=False):
                self._changed(parts, added, was, now, who)
            for was in gone[len(come) :]:
                self._removed(parts, was, who)
            behind = self._behind(old[last - 1] if last else None, known)
            added.setdefault(behind, []).extend(
                self._part(line, who, header=self._in_header(behind)) for line in come[len(gone) :]
            )
        made: list[Part] = list(added.get(-1, ()))
        for number, each in enumerate(parts):
            made += ([] if each is None else [each]) + added.get(number, [])
        found = shared_in("\n".join(each.line for each in made), self.source)
        if found is None:
            raise ProblemError(f"a record of everybody keeps its line 'me: {EVERYBODY}' and its players")
        found.notes(who)
        return found

    def worded(self, who: str, line: str) -> Shared:
        """The record with `who`'s own wording of the last line of all that it can be a wording of.

        Raises `ProblemError` where there is none.
        """
        seen = [each for each in self._seen(who) if not self.parts[each.at].owners]
        for each in reversed(seen):
            public = self.parts[each.at].body
            if each.again is None and public and not self._in_header(each.at):
                with suppress(ProblemError):
                    _worded(public, line)
                    parts = list(self.parts)
                    parts.insert(each.at + 1, Part(line, (who,), own=True))
                    return replace(self, parts=tuple(parts))
        raise ProblemError(
            "'= LINE' is a line that all read with what you alone saw in it: nothing of that line may be left out"
        )

    def _seen(self, who: str | None) -> list[_Seen]:
        """The lines that somebody sees. Raises `RecordError` at one of his that words another line than the one above."""
        found: list[_Seen] = []
        above: int | None = None
        for number, each in enumerate(self.parts):
            if number == self.writer:
                found.append(_Seen(f"me: {who or 0}", number))
            elif not each.owners:
                found.append(_Seen(each.text, number))
                above = len(found) - 1 if each.body and not self._in_header(number) else above
            elif who in each.owners and not each.own:
                found.append(_Seen(each.text, number))
            elif who in each.owners:
                if above is None or found[above].again is not None:
                    what = "is worded anew twice" if above is not None else "of all is above it"
                    raise self._error(number, f"'@{who} =' adds to the line of all above it: {what}")
                try:
                    again = _worded(found[above].text.partition("#")[0].strip(), each.body)
                except ProblemError as error:
                    raise self._error(number, str(error)) from None
                found[above] = replace(found[above], text=again, again=number)
        return found

    def _error(self, number: int, message: str) -> RecordError:
        return RecordError(message, line=number + 1, column=1, source=self.source)

    def _in_header(self, number: int) -> bool:
        """Whether a line belongs to the header, which a blank one ends."""
        return number < next(
            (k for k, each in enumerate(self.parts) if not each.line.strip()), self.writer + 1
        )

    def _behind(self, last: _Seen | None, seen: set[int]) -> int:
        """The line behind which something goes on: that of `last`, and those of others that belong to it."""
        place = -1 if last is None else last.at
        while place + 1 < len(self.parts) and self.parts[place + 1].owners and place + 1 not in seen:
            place += 1
        return place

    def _part(self, line: str, who: str | None, *, header: bool = False) -> Part:
        if who is None and line.lstrip().startswith("@"):
            raise ProblemError("what belongs to one alone is written behind the curtain")
        mine = who is not None and (line.strip() or header)
        return Part(line, (who,) if mine and who else ())

    def _changed(
        self, parts: list[Part | None], added: dict[int, list[Part]], was: _Seen, now: str, who: str | None
    ) -> None:
        before = self.parts[was.at]
        if before.owners or (who is None and was.at != self.writer):
            parts[was.at] = replace(before, text=now) if now.strip() else None
        elif not before.line.strip():
            added.setdefault(was.at - 1, []).append(self._part(now, who))
        elif was.at == self.writer or self._in_header(was.at):
            raise ProblemError("what all read in the header is changed before the eyes of all")
        else:
            _worded(before.body, now.strip())
            again = Part(now.strip(), (who or "",), own=True)
            if was.again is not None:
                parts[was.again] = again
            else:
                added.setdefault(was.at, []).append(again)

    def _removed(self, parts: list[Part | None], was: _Seen, who: str | None) -> None:
        if self.parts[was.at].owners:
            parts[was.at] = None
        elif was.again is not None:
            parts[was.again] = None
        elif who is not None:
            raise ProblemError("what all read is taken back before the eyes of all")
        else:
            parts[was.at] = None
            for number in range(was.at + 1, len(self.parts)):
                each = self.parts[number]
                if not each.owners and each.body:
                    break
                if each.own:  # a wording of a line that is no more
                    parts[number] = None


def shared_in(text: str, source: str = "") -> Shared | None:
    """The record of everybody in a text; None where it is a record like any other.

    Raises `RecordError` at a line that belongs to nobody who plays.
    """
    rows = text.split("\n")
    head = next((number for number, line in enumerate(rows) if not line.strip()), len(rows))
    named = next((found[1] for line in rows[:head] if (found := _PLAYERS.match(line))), "")
    words = named.replace(",", " ").split()
    count = words[0] if len(words) == 1 and words[0].isdigit() and len(words[0]) < 3 else ""
    names = tuple(f"P{seat}" for seat in range(1, int(count) + 1)) if count else tuple(words)
    writer = next((number for number, line in enumerate(rows[:head]) if _WRITER.fullmatch(line)), None)
    if writer is None or EVERYBODY in (name.casefold() for name in names):
        return None
    made = Shared(names, (), writer, source)
    if not names:
        raise made._error(writer, f"'me: {EVERYBODY}' needs a line 'players:' that says who they are")
    return replace(made, parts=tuple(_read(made, number, line) for number, line in enumerate(rows)))


def _read(made: Shared, number: int, line: str) -> Part:
    """A line of a record of everybody. Raises `RecordError`."""
    found = _PRIVATE.fullmatch(line.rstrip("\r"))
    if found is None:
        return Part(line)
    try:
        owners = tuple(dict.fromkeys(made.person(name) for name in found["who"].split(",")))
    except ProblemError as error:
        raise made._error(number, f"'@' names whose line it is: {error}") from None
    if not found["text"].partition("#")[0].strip():
        raise made._error(number, f"'@{found['who']}': expected what belongs to {' and '.join(owners)}")
    return Part(found["text"], owners, bool(found["own"]))


def _differing(old: Sequence[str], new: Sequence[str]) -> Sequence[tuple[str, int, int, int, int]]:
    """The stretches of lines that stayed or differ, as `difflib` names them."""
    from difflib import SequenceMatcher  # only where somebody writes

    return SequenceMatcher(None, old, new, autojunk=False).get_opcodes()


def _worded(public: str, own: str) -> str:
    """A line as one person words it, with what follows in the line that all read. Raises `ProblemError`."""
    mine = [each.group().casefold() for each in _TOKEN.finditer(own)]
    place = 0
    for told in _TOKEN.finditer(public):
        word = told.group().casefold()
        if word in mine[place:]:
            place = mine.index(word, place) + 1
        elif word not in _GAPS:
            if place and word in ",;":
                return f"{own}{' ' * (word == ';')}{public[told.start() :]}"
            raise ProblemError(
                f"one's own wording adds to what all read, '{public[:80]}', and leaves nothing out: "
                f"{told.group()!r} is missing"
            )
    return own

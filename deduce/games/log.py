"""A record that grows while the game goes on: every line is checked as it is written, and what it changed is told."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from deduce.games.alone import told_alone
from deduce.games.base import Game, not_noted
from deduce.games.beginning import new_record
from deduce.games.holding import is_a_turn, mends, readings
from deduce.ground.errors import DeduceError, ProblemError, RecordError
from deduce.ground.reading import text_of, write_text
from deduce.ground.report import Report
from deduce.ground.wording import as_is, lines_of, passage, say
from deduce.records.record import Record, read_record
from deduce.records.replay import as_far_as_told
from deduce.records.shared import EVERYBODY, shared_in

__all__ = ["Log", "changes", "lines_with", "new_record", "solved", "what_follows", "words_after"]

_NOTHING = say("nothing new follows")
_HEADER = re.compile(r"([a-z_]+):(\s|$)")
_HEADER_WORDS = re.compile(r"([A-Za-z_]+)\s+([^\s:].*)")


class Log:
    """The notes of a game in progress, in a file that is saved at every line.

    Args:
        game: The game of the record.
        path: The file; it must hold a record with its header, whose events may be none. An event that waits for a line
            still to come may stand in it: what follows is told when that comes, till then what was known before.
        who: Whose lines are written, in a record of everybody (`records.shared`): they belong to that player alone. Else
            what is written is for all, and what follows is what all can know.

    Raises `RecordError` when what the file holds is no record of the game.
    """

    def __init__(self, game: Game[Any, Any, Any], path: Path, who: str | None = None) -> None:
        self.game, self.path = game, path
        self.who = who and _player(path, who)
        self._stored = text_of(path)
        self.lines = self._stored.removesuffix("\n").split("\n")
        self._written: list[list[str]] = []
        self._held: list[str] = []
        self.kept: list[str] = []
        game.answers().read(self.record)
        self._waiting: int | None = None
        """The line of the file that waited when this sitting began; 0 for none, None before that is known."""
        self._sheet = self._solved()
        self._waiting = self._sheet.data.get("waiting_line", {}).get("line", 0)

    @property
    def record(self) -> Record:
        """The record as it stands."""
        return read_record("\n".join(self.lines) + "\n", source=str(self.path), who=self.who)

    def add(self, line: str) -> Report:
        """Write one event, or a header line (``code: ...``); the report says what follows that did not before.

        Some events take two lines. So a line that is refused is held: if the next one makes it whole, both are written;
        if the next one is another than the refused one typed anew, that is written before it as a turn that nobody could
        read (`kept` says so), or is held on in a game that has no such marks. Raises `RecordError` (naming the column)
        when the line is not understood or breaks a rule; then nothing was written.
        """
        kept, held, self._held, self.kept = self.lines, self._held, [], []
        refusals = []
        for lines in readings(held, line, self._marked):
            try:
                after = self._tried(kept, lines)
                self.kept = [each for each in lines if each != line and each not in held]
                self._held = [each for each in held if each not in lines and self._waits(each, line)]
                break
            except DeduceError as error:
                refusals.append((lines, error))
        else:
            taken = self._as_header(kept, line)
            if taken is None:
                alone = not any(map(self._marked, held)) or self._mends(held[-1], line)
                wanted = [error for lines, error in refusals if (lines == [line]) == alone]
                refused = wanted[-1] if wanted else refusals[-1][1]
                self._hold(held, line, refused)
                raise refused
            after = taken
        return self._take(kept, after)

    def holds(self, line: str) -> bool:
        """Whether a line that was refused last is held: the next one may go on with it, or say it anew."""
        return line in self._held

    def leave(self) -> list[str]:
        """Write what is still held as turns that nobody could read, or else as comments, where it tells of any turn.

        The lines written.
        """
        marks = [self._marked(each) or f"# {each}" for each in self._held if self._tells_a_turn(each)]
        kept, self._held = self.lines, []
        if not marks:
            return []
        try:
            self._take(kept, self._tried(kept, marks))
        except DeduceError:
            return []
        return marks

    def _hold(self, held: Sequence[str], line: str, refused: DeduceError) -> None:
        """Hold a refused line, in the place of what it was typed anew for; not one of somebody who is not to move."""
        before = list(held[:-1] if held and self._mends(held[-1], line) else held)
        said = str(refused).partition("\n")[0]
        early = not before and any(said.endswith(f", not {name}") for name in self._names())
        turn = not early and self._tells_a_turn(line)
        self._held = [*before, line] if turn or not (before or early) else before

    def _mends(self, refused: str, line: str) -> bool:
        """Whether a line is the refused one typed anew; lines that are not marked are told apart by two words."""
        return mends(refused, line, words=1 if self._marked(refused) else 2)

    def _waits(self, refused: str, line: str) -> bool:
        """Whether a refused line is held on when another is written: no mark stands for it, more may make it whole."""
        return (
            self._marked(refused) is None and self._tells_a_turn(refused) and not self._mends(refused, line)
        )

    def _names(self) -> list[str]:
        return self.record.get("players").replace(",", " ").split()

    def _tells_a_turn(self, line: str) -> bool:
        before = [*self.game.beginnings(), *(event.text for event in self.record.events)]
        return is_a_turn(line, self._names(), before)

    def _marked(self, line: str) -> str | None:
        """A refused line as a turn that nobody could read; None where it can be none."""
        return self.game.marked(line, self._names()) if self._tells_a_turn(line) else None

    def _take(self, kept: list[str], after: Report) -> Report:
        """Save what was tried; what follows from it."""
        try:
            self._save()
        except DeduceError:
            self.lines = kept
            raise
        self._written.append(kept)
        before, self._sheet = self._sheet, after
        return Report(passage(what_follows(self.game, before, after)), after.data, after.status)

    def _tried(self, kept: list[str], lines: Sequence[str]) -> Report:
        """The sheet with `lines` written; a refusal leaves what was `kept`."""
        try:
            self.lines = lines_with(kept, lines, self.who)
            self.game.answers().read(self.record)
            return self._solved()
        except DeduceError:
            self.lines = kept
            raise

    def _as_header(self, kept: list[str], line: str) -> Report | None:
        """The sheet with a refused line taken for one of the header whose colon was left out; None where it is none."""
        found = _HEADER_WORDS.fullmatch(line)
        if found is None or found[1].casefold() in _names_in(kept):
            return None
        try:
            return self._tried(kept, [f"{found[1].casefold()}: {found[2]}"])
        except DeduceError:
            return None

    def undo(self) -> list[str]:
        """Take back what was written last, and return it. Raises `ProblemError` where this sitting wrote nothing."""
        if not self._written:
            raise ProblemError(
                say("nothing was written in this sitting; older lines are mended in the file itself")
            )
        before, after = self._written[-1], self.lines
        taken = [line for new, line in _marked(before, after) if new]
        self.lines = before
        try:
            self._save()
        except DeduceError:
            self.lines = after
            raise
        self._written.pop()
        self._sheet = self._solved()
        return taken

    def sheet(self) -> Report:
        """The answer to ``deduce solve`` as the record stands."""
        return self._sheet

    def why(self, fact: str) -> Report:
        """The answer to ``deduce why``."""
        record = self.record
        return as_far_as_told(record, None, lambda until: self.game.why(record, fact, until=until))

    def advise(self, time_limit: float | None = None) -> Report:
        """The answer to ``deduce advise``."""
        record = self.record
        return as_far_as_told(
            record, None, lambda until: self.game.advise_record(record, until=until, time_limit=time_limit)
        )

    def words(self) -> list[str]:
        """Words that may come next, for completion: of the record so far and of the writer's legal moves."""
        return words_after(self.game, self.record)

    def _solved(self) -> Report:
        """The sheet. Raises `RecordError` where another line waits than when this sitting began."""
        record = self.record

        def ask(until: str | None) -> Report:
            return solved(self.game, record, until=until)

        try:
            found = ask(None)
        except RecordError as error:
            if self._waiting not in (None, error.line):
                raise
            found = as_far_as_told(record, None, ask)
        if self.who is None or found.status != 1:
            return found
        public = read_record("\n".join(self.lines) + "\n", source=str(self.path))
        return told_alone(found, self.game, self.who, public)

    def _save(self) -> None:
        """Write the file. Raises `ProblemError` where that is not possible, or somebody else has written to it since."""
        try:
            stored = text_of(self.path) if self.path.exists() else self._stored
            text = "\n".join(self.lines) + "\n"
            if stored == self._stored:
                write_text(self.path, text)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            file = as_is(str(self.path))
            raise ProblemError(
                say("{file} cannot be written: {reason}", file=file, reason=as_is(reason))
            ) from error
        if stored != self._stored:
            changed = "{file} was changed meanwhile, by an editor or other notes: leave with 'quit' and begin again"
            raise ProblemError(say(changed, file=as_is(str(self.path))))
        self._stored = text


def solved(
    game: Game[Any, Any, Any], record: Record, *, seat: int | None = None, until: str | None = None
) -> Report:
    """The answer to ``deduce solve``, or the sentence that there is nothing to solve yet."""
    try:
        return game.solve(record, seat=seat, until=until)
    except RecordError:
        raise
    except DeduceError as error:
        # A record without events may leave nothing to solve yet.
        return Report(str(error), {"error": str(error), "kind": type(error).__name__})


def words_after(game: Game[Any, Any, Any], record: Record) -> list[str]:
    """Words that may come next, for completion: of the record so far and of the writer's legal moves."""
    found = set(re.findall(r"[\w'?/.-]+", record.text))
    try:
        replay = game.answers().read(record)
        if replay.me:
            # What a record of notes gives for a view may list no moves.
            moves = list(getattr(replay.view(replay.me), "moves", ()))[:500]
            found |= {word for move in moves for word in str(move).split()}
    except DeduceError:
        pass  # completion is a convenience: without a view the record's own words remain
    return sorted(found)


def _player(path: Path, who: str) -> str:
    """The player of a record of everybody. Raises `ProblemError`."""
    shared = shared_in(text_of(path), str(path))
    if shared is None:
        raise ProblemError(f"{path} is no record of everybody: its header does not say 'me: {EVERYBODY}'")
    return shared.person(who)


def lines_with(kept: Sequence[str], lines: Sequence[str], who: str | None = None) -> list[str]:
    """The record with `lines` in their places: events at the end, header lines at the end of the header.

    They belong to `who` alone, where that is said of a record of everybody.
    """
    made = list(kept)
    mine = f"@{who} " if who else ""
    names = _names_in(kept)
    for line in lines:
        if who and line.startswith("=") and (shared := shared_in("\n".join(made))) is not None:
            made = shared.worded(who, line[1:].strip()).text.split("\n")
            continue
        key = _HEADER.match(line)
        if key and key[1] not in names:
            made.insert(
                next((place for place, text in enumerate(made) if not text.strip()), len(made)),
                f"{mine}{line}",
            )
        else:
            made.append(f"{mine}{line}")
    return made


def _names_in(lines: Sequence[str]) -> frozenset[str]:
    """What a line of an event may begin with before a colon: the players' names, and 'me' once it is said who that is."""
    values = {key.strip(): value for key, _, value in (line.partition(":") for line in lines)}
    mine = {"me"} if "me" in values or "seat" in values else set()
    return frozenset({*values.get("players", "").casefold().replace(",", " ").split(), *mine})


def what_follows(game: Game[Any, Any, Any], before: Report, after: Report) -> list[str]:
    """What `after` says and `before` did not, both answers of `solved`; all of it where the notes contradict each other.

    In the words of the game where it has some for changes (`Answers.changed`), else the lines of the sheet that are new.
    """
    if after.status:
        return lines_of(after.text)
    tell = game.answers().changed
    if tell is None or before.status or "error" in before.data or "error" in after.data:
        return changes(before.text, after.text)
    more = [each for each in after.data.get("missing", ()) if each not in before.data.get("missing", ())]
    return [*(list(tell(before, after)) or [_NOTHING]), *not_noted(more)]


def _marked(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[bool, str]]:
    """The lines of `after`, each with whether it is new; how like new lines are to old ones nobody asks."""
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for kind, _, _, start, stop in matcher.get_opcodes():
        yield from ((kind != "equal", line) for line in after[start:stop])


def changes(before: str, after: str) -> list[str]:
    """The lines of `after` that `before` has not, in order; a word where nothing but the title changed.

    The names above a table are told with its lines.
    """
    told: list[str] = []
    heading = above = ""
    for new, text in _marked(before.splitlines(), lines_of(after)):
        if not above.strip() and text.startswith("   "):
            heading = text  # an indented line opens a block: the heads of its columns
        elif not text.strip() or text.startswith(" "):
            heading = ""
        if new and re.search(r"\w", text):
            told += [heading] if heading and heading != text else []
            told.append(text)
            heading = ""
        above = text
    title = after.partition("\n")[0]
    return [*told, _NOTHING] if told in ([], [title]) else told

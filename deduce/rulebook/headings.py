"""Notes kept under headings, as score sheets are: a line is ``white clues storm; key; cold``, in any order within a part.

A game whose table keeps such a sheet declares its `Headings`; what a line holds is looked up by its key when the rules
come to it (`deduce.rulebook.sheets`). Here lines become lists of words, each with its place.

One file because a record of such a game always needs both, and a module more is felt when a short one is solved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Final

from deduce.ground.errors import RecordError, nearest
from deduce.ground.wording import as_is, listing, run, say, typed
from deduce.records.gathering import Gathering
from deduce.records.record import Line, Record
from deduce.records.replay import last_line, line_limit
from deduce.records.words import quote

if TYPE_CHECKING:
    from deduce.rulebook.setting import Setting

HIDDEN: Final = "?"
"""Stands for what is on the table and not known to the writer."""
_NONE: Final = "-"
"""Stands behind a sign for what did not happen."""
UNREAD: Final = say("it is marked as a line that nobody could read")
MOST_PARTS: Final = 99
"""So many parts of a game are looked at, where nothing says how many it has."""


@dataclass(frozen=True, slots=True)
class Heading:
    """One kind of line: who, what, and up to so many words between semicolons.

    Attributes:
        who: What the line begins with.
        verb: Its second word; both together are the `key` of secrets and choices.
        example: Right words.
        most: So many words.
        noun: What they are all together, for errors: ``three clues``.
        limit: The same for a line of too many; `noun` where empty.
        read: What a word means; raises `RecordError`.
        write: How a word is written that `read` would take for something else.
        digits: What may be tapped, where a word is made of taps.
        apart: Whether it belongs to the game as a whole and to no part.
        when: When it may come, where it may not come at once.
        late: Whether it is noted behind those that follow it, up to the next such one.
        word: What a field of the form is called; the verb where empty.
    """

    who: str
    verb: str
    example: str
    most: int = 1
    noun: str = "one word"
    limit: str = ""
    read: Callable[[str], Any] = str
    write: Callable[[str], str] = str
    digits: tuple[str, ...] = ()
    apart: bool = False
    when: str = ""
    late: bool = False
    word: str = ""

    @property
    def key(self) -> str:
        """``white clues``."""
        return f"{self.who} {self.verb}"


@dataclass(frozen=True, slots=True)
class Short:
    """Several lists in one line: a letter, the words of `first`, those of `rest`, and what stands behind signs.

    ``W 4-2-1 storm; key; cold = 4-2-1 / 1-4-3``. Where its lists are begun already, a new part begins.
    """

    letter: str
    first: str
    rest: str
    signs: Mapping[str, str]
    example: str


@dataclass(frozen=True, slots=True)
class Headings:
    """How a game's notes are kept.

    Attributes:
        headings: Every kind of line, in the order in which a part brings them.
        shorts: Lines of several lists.
        part: What a part is called: ``round``.
        misplaced: ``misplaced(who, verb, number, setting)`` says why a line cannot stand in a part, empty where it can;
            of the part itself with no `who`.
        asides: Lines that are no event of the rules, by their first word: each makes of a line what the game keeps.
        aside_examples: A right line of each.
        aside_slots: What can be tapped of some of them: slots by name, between semicolons; the words that each takes, or
            the verb of the headings whose words are offered.
        check: Looks at the asides once all lines are lists. Raises `RecordError`.
        remarks: What lines say beside the events of the rules, as plain values: the `View.remarks` of who asks.
        settings: Keys of the header that are about the helper.
        reworded: ``reworded(text, lists, setting, writer)`` puts a line as people say it under its heading;
            one that tells two things becomes two lines.
        data: The key of the header that names a data file.
    """

    headings: tuple[Heading, ...]
    shorts: tuple[Short, ...] = ()
    part: str = "round"
    misplaced: Callable[[str, str, int, Setting], str] = lambda *_: ""
    asides: Mapping[str, Callable[[Line], Any]] = field(default_factory=dict)
    aside_examples: Mapping[str, str] = field(default_factory=dict)
    aside_slots: Mapping[str, Mapping[str, Sequence[str] | str]] = field(default_factory=dict)
    check: Callable[[Lists, Setting], None] = lambda *_: None
    remarks: Callable[[Lists], Sequence[Any]] = lambda _: ()
    settings: tuple[str, ...] = ()
    data: str = "data"
    reworded: Callable[[str, Lists, Setting, int | None], str] = lambda text, *_: text

    def of(self, key: str) -> Heading:
        """The heading of a key."""
        return next(each for each in self.headings if each.key == key)

    @property
    def noted(self) -> tuple[Heading, ...]:
        """The headings of a part, in the order in which they are noted."""
        found: list[Heading] = []
        late: list[Heading] = []
        for each in (heading for heading in self.headings if not heading.apart):
            found += [] if each.late else [each]
            if each.late:
                found += late
                late = [each]
        return (*found, *late)

    def unused(self, setting: Setting) -> frozenset[str]:
        """The keys of lines that can stand in no part, with these players and options."""
        parts = tuple(
            takewhile(lambda number: not self.misplaced("", "", number, setting), range(1, MOST_PARTS + 1))
        )
        return frozenset(
            each.key
            for each in self.headings
            if all(self.misplaced(each.who, each.verb, number, setting) for number in parts)
        )

    @property
    def who(self) -> tuple[str, ...]:
        """What lines begin with."""
        return tuple(dict.fromkeys(each.who for each in self.headings))

    @property
    def examples(self) -> dict[str, str]:
        """A right line by the word that tells its kind."""
        found = {self.part: f"{self.part} 1", **self.aside_examples}
        for short in self.shorts:
            found.setdefault(short.letter.casefold(), short.example)
        for each in self.headings:
            found.setdefault(each.verb, f"{each.key} {each.example}")
        return found


@dataclass(frozen=True, slots=True)
class Given:
    """The words of one list as a line gave them; `column` is where it begins."""

    words: tuple[str, ...]
    line: Line
    column: int = 1

    @property
    def hidden(self) -> bool:
        """Whether it says only that something is there."""
        return self.words == (HIDDEN,)


@dataclass(slots=True)
class Lists:
    """A record's lines as lists, by part (empty: the game as a whole) and key.

    Attributes:
        parts: The parts that have begun.
        asides: What the game keeps of lines that are no event, each with its line.
        whole: Whether nothing was cut off.
        names: The players' names, as the record has them.
        denied: Of which list (its part and its key) a line has said that it is not these words.
        unread: A line that is marked (``? ...``) as one that nobody could read, and all behind it, each with the reason.
            Lines may stand in any order, so nothing tells which of those behind it hang on it.
    """

    parts: list[str] = field(default_factory=list)
    given: dict[tuple[str, str], Given] = field(default_factory=dict)
    asides: list[tuple[Any, Line]] = field(default_factory=list)
    whole: bool = True
    names: tuple[str, ...] = ()
    denied: set[tuple[str, str, tuple[str, ...]]] = field(default_factory=set)
    unread: list[tuple[Line, str]] = field(default_factory=list)

    def told(self, part: str, key: str) -> bool:
        """Whether a line says what stands there, and not only that something does."""
        given = self.given.get((part, key))
        return given is not None and not given.hidden


def lists_of(
    record: Record,
    setting: Setting,
    until: str | None,
    wrong: Gathering,
    writer: int | None = None,
    names: tuple[str, ...] = (),
) -> Lists:
    """The events of a record as lists; what is wrong is gathered in `wrong`, each with a right line."""
    headings: Headings = setting.game.headings  # type: ignore[assignment]
    reader = _Lines(headings, setting)
    reader.lists.whole, reader.lists.names = until is None, names
    lists = reader.lists
    for line in _events(record, until, headings.part):
        if lists.unread or line.body.startswith(HIDDEN):
            first = (
                say("line {line} before it was not read", line=lists.unread[0][0].number)
                if lists.unread
                else UNREAD
            )
            lists.unread.append((line, first))
            lists.whole = False
            continue
        with wrong.each(lambda line=line: _example(line, headings)):  # type: ignore[misc]
            line.refuse_struck()
            said = headings.reworded(line.text, lists, setting, writer)
            for each in said.split("\n"):
                reader.read(line if each == line.text else replace(line, text=each))
    return lists


def _events(record: Record, until: str | None, part: str) -> Sequence[Line]:
    """The lines up to a line's number, or to the end of a part."""
    if until is None:
        return record.events
    if line_limit(until) is not None:
        return [line for line in record.events if line.number <= last_line(record, until)]
    bodies = [" ".join(line.body.casefold().split()) for line in record.events]
    wanted = " ".join(until.casefold().split())
    if wanted not in bodies:
        raise RecordError(
            say(
                "no event is called {until}: give a line number, or a line such as {example}",
                until=quote(until),
                example=as_is(f"'{part} 2'"),
            ),
            source=record.source,
        )  # fmt: skip
    end = bodies.index(wanted) + 1
    if wanted.startswith(part):
        end = next((n for n in range(end, len(bodies)) if bodies[n].startswith(part)), len(bodies))
    return record.events[:end]


def _example(line: Line, headings: Headings) -> str:
    """A right line of the kind that a line was probably meant to be."""
    examples = headings.examples
    words = [word.casefold() for word, _ in line.words[:2]]
    if words[0] in examples:
        return examples[words[0]]
    from deduce.ground.spelling import closest

    close = [closest(word, examples, 0.5) for word in reversed(words)]
    return examples[next((found for found in close if found is not None), next(iter(examples)))]


class _Lines:
    """Reads lines one after another into lists."""

    def __init__(self, headings: Headings, setting: Setting) -> None:
        self.headings, self.setting, self.lists = headings, setting, Lists()
        self.shorts = {short.letter.casefold(): short for short in headings.shorts}

    def read(self, line: Line) -> None:
        """Read one line. Raises `RecordError`."""
        head, column = line.words[0]
        kind, headings = head.casefold(), self.headings
        if kind == headings.part:
            self._part(line)
        elif kind in headings.asides:
            self.lists.asides.append((headings.asides[kind](line), line))
        elif kind in headings.who:
            self._list(line, kind)
        elif kind in self.shorts:
            self._short(line, self.shorts[kind])
        else:
            known = (headings.part, *headings.who, *headings.asides)
            letters = listing([as_is(f"'{short.letter}'") for short in headings.shorts], "or")
            wanted = say(
                "{words}, or {letters} for half a {part}",
                words=as_is(", ".join(map(repr, known))), letters=letters, part=headings.part,
            )  # fmt: skip
            told = say("expected {wanted}, not {got}", wanted=wanted, got=quote(head))
            raise line.error(run(told, ": ", nearest(kind, known)), column)

    def _begin(self, line: Line, column: int) -> None:
        number = len(self.lists.parts) + 1
        if said := self.headings.misplaced("", "", number, self.setting):
            raise line.error(said, column)
        self.lists.parts.append(f"{self.headings.part} {number}")

    def _part(self, line: Line) -> None:
        wanted = f"{self.headings.part} {len(self.lists.parts) + 1}"
        right = len(line.words) == 2 and line.words[1][0] == wanted.rpartition(" ")[2]
        column = line.words[-1][1]
        # A refused one begins its part all the same, for the lines behind it.
        self._begin(line, column)
        if not right:
            raise line.error(say("expected {wanted}", wanted=as_is(f"'{wanted}'")), column)

    def _list(self, line: Line, who: str) -> None:
        verbs = [each.verb for each in self.headings.headings if each.who == who]
        said, column = line.words[1] if len(line.words) > 1 else ("", 0)
        verb = said.casefold()
        if verb not in verbs:
            if verb in {each.verb for each in self.headings.headings} and (
                why := self.headings.misplaced(who, verb, len(self.lists.parts), self.setting)
            ):
                raise line.error(why, column)
            wanted = say("what {who} did", who=as_is(line.words[0][0]))
            raise line.error(
                run(say("expected {wanted}", wanted=wanted), ": ", nearest(said, verbs)), column
            )
        heading = self.headings.of(f"{who} {verb}")
        if not heading.apart and not self.lists.parts:
            first = as_is(f"'{self.headings.part} 1'")
            raise line.error(say("expected {wanted} before this line", wanted=first), 1)
        self._store(line, heading, parts_of(_code(line), column - 1 + len(said)), 1)

    def _store(self, line: Line, heading: Heading, parts: list[tuple[str, int]], column: int) -> None:
        number = len(self.lists.parts)
        if why := self.headings.misplaced(heading.who, heading.verb, number, self.setting):
            raise line.error(why, column)
        place = ("" if heading.apart else self.lists.parts[-1], heading.key)
        before = self.lists.given.get(place)
        # What was hidden may be told later.
        if before is not None and not before.hidden:
            known = as_is(f"'{heading.key}'")
            raise line.error(
                say("{part} has a line {line} already", part=typed(place[0]), line=known)
                if place[0]
                else say("there is a line {line} already", line=known),
                1,
            )
        words = self._words(line, heading, parts)
        if (*place, words) in self.lists.denied:
            said = quote("; ".join(words))
            raise line.error(say("a line before says that it is not {said}", said=said), 1)
        self.lists.given[place] = Given(words, line, column)

    def _words(self, line: Line, heading: Heading, parts: list[tuple[str, int]]) -> tuple[str, ...]:
        if heading.most == 1 and len(parts) != 1 and (parts or not heading.apart):
            raise line.error(
                say(
                    "expected {what} after {verb}, like {example}",
                    what=heading.noun, verb=as_is(f"'{heading.verb}'"), example=as_is(heading.example),
                )
            )  # fmt: skip
        several = heading.limit or heading.noun
        if heading.most > 1 and len(parts) == 1 and "," in parts[0][0]:
            raise line.error(say("expected {what} with ';' between them", what=several), parts[0][1])
        if heading.most > 1 and (nothing := re.search(r";\s*;", _code(line))):
            raise line.error(say("expected {what} with ';' between them", what=several), nothing.end())
        if len(parts) > heading.most:
            raise line.error(
                say(
                    "expected at most {what}, separated by ';', not {number}",
                    what=several,
                    number=len(parts),
                ),
                parts[heading.most][1],
            )
        found: list[str] = []
        for text, column in parts:
            if not text:
                raise line.error(
                    say("expected a word between the semicolons ('?' for a hidden one)"), column
                )
            if text != HIDDEN:
                try:
                    value = heading.read(text)
                    text = heading.write(str(value)) if heading.most > 1 else text
                except RecordError as error:
                    raise line.error(error.message, column) from error
                if heading.apart and text in found:
                    raise line.error(say("{word} is given twice", word=quote(text)), column)
            found.append(text)
        if HIDDEN in found and set(found) != {HIDDEN}:
            raise line.error(
                say(
                    "{line} are known together: all {what}, or '?' for each",
                    line=as_is(f"'{heading.key}'"), what=heading.noun,
                )
            )  # fmt: skip
        return tuple(found)

    def _short(self, line: Line, short: Short) -> None:
        keys = (short.first, short.rest, *short.signs.values())
        here = self.lists.parts[-1] if self.lists.parts else ""
        first = self.headings.of(short.first)
        number = len(self.lists.parts) + (not here or any((here, key) in self.lists.given for key in keys))
        if why := self.headings.misplaced(first.who, first.verb, number, self.setting):
            raise line.error(why, 1)
        if len(line.words) < 2:
            raise line.error(
                say(
                    "expected a {what}, or ? while it is hidden: {example}",
                    what=first.verb, example=as_is(short.example),
                ),
                1,
            )  # fmt: skip
        if number > len(self.lists.parts):
            self._begin(line, 1)
        text, column = line.words[1]
        self._store(line, first, [(text, column)], column)
        for key, begin, parts in _behind(_code(line), column - 1 + len(text), short):
            heading = self.headings.of(key)
            # A dash where nothing can stand says no more than that.
            nothing = [text for text, _ in parts] == [_NONE] and self.headings.misplaced(
                heading.who, heading.verb, number, self.setting
            )
            if not nothing and (parts or key != short.rest):
                self._store(line, heading, parts, begin)


def _behind(code: str, at: int, short: Short) -> Iterator[tuple[str, int, list[tuple[str, int]]]]:
    """The lists of a short line behind its first word: key, column, words."""
    signs = "|".join(map(re.escape, short.signs))
    marks = [*re.finditer(rf"(?:^|(?<=\s))({signs})(?=\s|$)", code[at:])] if signs else []
    ends = [at + mark.start() for mark in marks] + [len(code)]
    yield short.rest, at + 1, parts_of(code[: ends[0]], at)
    for mark, end in zip(marks, ends[1:], strict=True):
        begin = at + mark.end()
        yield short.signs[mark[1]], begin, parts_of(code[:end], begin)


def _code(line: Line) -> str:
    return line.text.partition("#")[0].rstrip()


def parts_of(text: str, begin: int) -> list[tuple[str, int]]:
    """The texts between semicolons from 0-based place `begin` on, each with its 1-based column."""
    found = []
    for match in re.finditer(r"[^;]+", text[begin:]):
        part = " ".join(match[0].split())
        lead = len(match[0]) - len(match[0].lstrip())
        found.append((part, begin + 1 + match.start() + lead))
    return found if any(part for part, _ in found) else []

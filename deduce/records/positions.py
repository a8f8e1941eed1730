"""Positions that people type: lines that say, in any order, what lies on the table in place of what was played.

A game lists its lines as they are written, and says what each kind of word may be. Reading them, writing them and the
position in one line, as FEN is to chess, follow::

    Part("day DAY", "d")
    Part("offer set: COLOUR=COUNT*", "s")
    Part("troupe SEAT: PERSON*", "T")

CAPITALS are kinds of words, all else stands as it is. What is before a colon says what the line is about: two lines
about the same are refused. ``X*`` is any number of words and ``X+`` at least one, ``X X`` one each, ``X=Y*`` pairs with
no X twice.

In one line each of these is a field: its letter, what it is about, ``=`` and what it says, by commas (``d3 s=K2P1
T1=hamlet,puck``). Numbers about nothing need no ``=``; words that have a letter are written by it; of pairs with a number
those without letters are all said, in their order; other pairs, and what is about two things, have a colon between.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from deduce.ground.compat import override
from deduce.ground.errors import RecordError
from deduce.ground.wording import as_is, run, say
from deduce.records.record import Line
from deduce.records.words import (
    LARGEST,
    Word,
    end_of,
    expect_none,
    find,
    find_phrase,
    number,
    pairs,
    quote,
    words_of,
)

Saying = tuple[str, Sequence[Any], Sequence[Any]]
"""What is written of a position, in words and numbers: the head of a part, what it is about, what it says."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of word.

    Attributes:
        what: What errors call it, such as ``a colour``: a phrase, where errors are said in other languages too.
        names: The words and what each stands for; without any it is a number.
        low, high: Between what it is as a number.
        letters: How words are written in a code, where not in full.
        often: Whether a line may say the same word several times.
        late: Whether its words are understood when all other lines are.
        means: What a word stands for, where `names` do not say it: the word, its line, and all that the line has
            said before it. Raises `RecordError`.
    """

    what: str
    names: Mapping[str, Any] = field(default_factory=dict)
    low: int = 0
    high: int = LARGEST
    letters: Mapping[str, str] = field(default_factory=dict)
    often: bool = False
    late: bool = False
    means: Callable[[Word, Line, Sequence[Any]], Any] | None = None

    def read(self, word: Word, line: Line, before: Sequence[Any]) -> Any:
        """What a word stands for. Raises `RecordError` where it is none of this kind."""
        if self.means is not None:
            return self.means(word, line, before)
        if not self.names:
            return number(word, line, self.low, self.high, self.what)
        names = list(self.names)
        return self.names[names[find(word, names, self.what, line)]]

    def short(self, word: str) -> str:
        """A word as it is written in a code."""
        return self.letters.get(word, word)

    def full(self, short: str) -> str:
        """The word that is written `short` in a code."""
        return next((word for word, letter in self.letters.items() if letter == short), short)

    @property
    def listed(self) -> str:
        """What errors of codes call it: with its letters."""
        return run(self.what, as_is(f" ({' '.join(self.letters.values())})")) if self.letters else self.what


Kinds = Mapping[str, Kind]
"""The kinds of words by their CAPITALS."""


@dataclass(frozen=True, slots=True)
class Part:
    """One line of a position, as it is written, and its letter in a code (empty where the game has none).

    Attributes:
        again: Whether several lines about the same add up.
        head: The words that it begins with.
        about: The kinds of what it is about.
        says: The kinds of what it says.
        many: Whether that is said any number of times, and `least` how often at least; `paired`: two by two.
    """

    form: str
    letter: str = ""
    again: bool = False
    head: str = field(init=False)
    about: tuple[str, ...] = field(init=False)
    says: tuple[str, ...] = field(init=False)
    many: bool = field(init=False)
    least: int = field(init=False)
    paired: bool = field(init=False)

    def __post_init__(self) -> None:
        before, colon, after = self.form.partition(":")
        words = before.split()
        head = [word for word in words if word == word.lower()]
        about = words[len(head) :] if colon else []
        says = (after if colon else " ".join(words[len(head) :])).strip()
        for name, value in {
            "head": " ".join(head),
            "about": tuple(about),
            "says": tuple(re.findall("[A-Z]+", says)),
            "many": says[-1:] in ("*", "+"),
            "least": int(says.endswith("+")),
            "paired": "=" in says,
        }.items():
            object.__setattr__(self, name, value)

    @property
    def kinds(self) -> tuple[str, ...]:
        """All its kinds of words."""
        return self.about + self.says

    def plain(self, kinds: Kinds) -> bool:
        """Whether its field in a code is its letter and numbers."""
        return not self.about and not self.paired and not any(kinds[name].names for name in self.says)


@dataclass(frozen=True, slots=True)
class Said:
    """A line that was read: what it is about, what it says, and the words that say it."""

    line: Line
    about: tuple[Any, ...]
    values: tuple[Any, ...]
    words: tuple[Word, ...]

    @property
    def pairs(self) -> dict[Any, Any]:
        """What it says, two by two."""
        return dict(zip(self.values[::2], self.values[1::2], strict=True))


class Told:
    """What the lines of a position say.

    Args:
        parts: The lines that the game has.
        prefix: The word that each begins with, where there is one.
    """

    def __init__(self, parts: Sequence[Part], prefix: str = "") -> None:
        self.parts, self.prefix = parts, prefix
        self.found: dict[tuple[Any, ...], Said] = {}

    def read(self, lines: Iterable[Line], kinds: Kinds) -> None:
        """Understand the lines. Raises `RecordError` for the first that is none."""
        heads, late = [[part.head] for part in self.parts], list[tuple[Part, Line, list[Word]]]()
        for line in self._spelt_out(lines, kinds):
            words = words_of(line)[bool(self.prefix) :]
            if not words:
                parts = as_is(", ".join(part.head for part in self.parts))
                raise line.error(say("expected one of: {parts}", parts=parts), end_of(line))
            place, used = find_phrase(words, heads, say("a part of a position"), line)
            part = self.parts[place]
            if any(kinds[name].late for name in part.kinds):
                late.append((part, line, words[used:]))
            else:
                self._read(part, line, words[used:], kinds)
        for part, line, words in late:
            self._read(part, line, words, kinds)

    def _read(self, part: Part, line: Line, words: Sequence[Word], kinds: Kinds) -> None:
        expected = [*part.about, *(() if part.many else part.says)]
        least = len(expected) + part.least
        if len(words) < least:
            name = (expected + list(part.says))[len(words)]
            told = say("expected {what} after {words}", what=kinds[name].what, words=as_is(repr(line.body)))
            raise line.error(told, end_of(line))
        said: list[Any] = []
        for name, word in zip(expected, words, strict=False):
            said.append(kinds[name].read(word, line, said))
        about = tuple(said[: len(part.about)])
        before = self.found.get((part.head, *about))
        if before and not part.again:
            name = " ".join([part.head, *(word.text for word in words[: len(about)])])
            twice = say("{word} is given twice", word=quote(f"{self.prefix} {name}".strip()))
            raise line.error(twice, line.words[bool(self.prefix)][1])
        rest = words[len(expected) :]
        if not part.many:
            expect_none(rest, line)
        if part.paired:
            list(pairs(line, rest, self._example(part, kinds)))
        step = len(part.says)
        for place, word in enumerate(rest):
            kind = kinds[part.says[place % step]]
            value = kind.read(word, line, said)
            once = place % step == 0 if part.paired else not kind.often
            if once and value in said[len(expected) :: step]:
                raise line.error(say("{name} is named twice", name=as_is(word.text)), word.column)
            said.append(value)
        found = Said(line, about, tuple(said[len(about) :]), tuple(words[len(about) :]))
        if before:
            found = replace(found, values=before.values + found.values, words=before.words + found.words)
        self.found[part.head, *about] = found

    @staticmethod
    def _example(part: Part, kinds: Kinds) -> str:
        return " ".join(next(iter(kinds[name].names), "2") for name in part.says)

    def __contains__(self, key: object) -> bool:
        return key in self.found

    def get(self, head: str, *about: Any) -> tuple[Any, ...] | None:
        """What a line says; None where there is none."""
        found = self.found.get((head, *about))
        return None if found is None else found.values

    def line(self, head: str, *about: Any, otherwise: Line | None = None) -> Line:
        """The line, for errors; where there is none another."""
        found = self.found.get((head, *about))
        if found is None and otherwise is None:
            raise KeyError((head, *about))
        return found.line if found else otherwise  # type: ignore[return-value]

    def every(self, head: str) -> Iterator[Said]:
        """All lines that begin so."""
        return (said for key, said in self.found.items() if key[0] == head)

    # The position in one line.

    def _spelt_out(self, lines: Iterable[Line], kinds: Kinds) -> Iterator[Line]:
        """The lines, those of a code in place of it."""
        for line in lines:
            words = line.words
            if self.prefix and len(words) > 2 and words[1][0].casefold() == "code":
                for text, column in words[2:]:
                    yield from self._field(line, text, column, kinds)
            else:
                yield line

    def _field(self, line: Line, text: str, column: int, kinds: Kinds) -> Iterator[Line]:
        """The lines that a field of a code stands for. Raises `RecordError` at the field."""
        by_letter = {part.letter: part for part in self.parts if part.letter}
        part = by_letter.get(text[0])
        if part is None:
            said = "a field of a position code begins with one of {letters}, not {got}"
            raise line.error(say(said, letters=as_is(" ".join(by_letter)), got=quote(text[0])), column)
        first, rest = "", text[1:].removeprefix("=")
        if part.about:
            which = re.match(r"\w(\w+)=", text)
            if which is None:
                what, such = kinds[part.about[0]].what, as_is(f"'{part.letter}1='")
                raise line.error(
                    say("{what} is missing in this field, as in {example}", what=what, example=such), column
                )
            first, rest = kinds[part.about[0]].full(which[1]), text[which.end() :]
        for said in _in_full(part, rest, kinds, line, column):
            head = f"{self.prefix} {part.head} {first} {said}"
            yield _Field(line.number, " ".join(head.split()), line.source, column)


@dataclass(frozen=True, slots=True)
class _Field(Line):
    """A line that a field of a code stands for; its errors are at the field."""

    at: int = 0

    @override
    def error(self, message: str, column: int = 0) -> RecordError:
        return RecordError(message, line=self.number, column=self.at, source=self.source)


def _in_full(part: Part, rest: str, kinds: Kinds, line: Line, column: int) -> Iterator[str]:
    """What a field of a code says, in the words of lines. Raises `RecordError` at the field."""
    says = [kinds[name] for name in part.says]
    things = rest.split(",") if rest else []
    if len(part.about) > 1 or (part.paired and says[1].names):
        thing, colours = (kinds[part.about[1]], says[0]) if len(part.about) > 1 else (says[0], says[1])
        found = []
        for each in things:
            name, _, letters = each.partition(":")
            if not name or not letters or set(letters) - set(colours.letters.values()):
                wanted = say("{thing}, a colon and {letters}", thing=thing.what, letters=colours.listed)
                raise line.error(
                    say("expected {wanted}, not {got}", wanted=wanted, got=quote(each)), column
                )
            found.append(" ".join([name, *map(colours.full, letters)]))
        yield from found if len(part.about) > 1 else [" ".join(found)]
    elif part.paired and says[0].letters:
        letters = "".join(says[0].letters.values())
        if not re.fullmatch(rf"([{letters}]\d+)*", rest):
            said, such = (
                "expected {what} and a number each, such as {example}",
                f"{letters[0]}2{letters[1]}1",
            )
            raise line.error(say(said, what=says[0].listed, example=as_is(such)), column)
        yield " ".join(
            f"{says[0].full(letter)} {count}" for letter, count in re.findall(r"(\D)(\d+)", rest)
        )
    elif part.paired:
        if len(things) != len(says[0].names):
            said, names = "expected {count:number}: {names}", says[0].names
            raise line.error(say(said, count=len(names), names=as_is(", ".join(names))), column)
        yield " ".join(f"{name} {count}" for name, count in zip(says[0].names, things, strict=True))
    else:
        yield " ".join(says[min(k, len(says) - 1)].full(thing) for k, thing in enumerate(things))


# Writing.


def lines_of(sayings: Iterable[Saying], prefix: str = "") -> list[str]:
    """The lines that say all this."""
    return [
        " ".join([prefix, head, *map(str, about), *map(str, says)]).strip() for head, about, says in sayings
    ]


def code_of(sayings: Iterable[Saying], parts: Sequence[Part], kinds: Kinds) -> str:
    """The same in one line; what has no letter is left out."""
    by_head, found = {part.head: part for part in parts if part.letter}, dict[str, str]()
    for head, about, values in sayings:
        if (part := by_head.get(head)) is None:
            continue
        says = [kinds[name] for name in part.says]
        keys = [kinds[name].short(str(each)) for name, each in zip(part.about, about, strict=True)]
        words = [says[k % len(says)].short(str(value)) for k, value in enumerate(values)]
        if len(keys) > 1:
            text = f"{keys[1]}:{''.join(words)}"
        elif part.paired and says[1].names:
            text = ",".join(map(":".join, zip(words[::2], words[1::2], strict=True)))
        elif part.paired:
            text = "".join(words) if says[0].letters else ",".join(words[1::2])
        else:
            text = ",".join(words)
        name = part.letter + "".join(keys[:1]) + "=" * (not part.plain(kinds))
        found[name] = f"{found[name]},{text}" if name in found else f"{name}{text}"
    return " ".join(found.values())

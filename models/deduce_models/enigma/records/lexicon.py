"""The words of a record of Enigma: players, rooms, Characters and positions, in every way people write them.

`Clause` is a cursor over the words of one clause; what the verbs mean is the business of `clauses`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from deduce.ground.errors import RecordError
from deduce.records.record import Line
from deduce.records.words import (
    SELF,
    Word,
    expect_none,
    find,
    find_phrase,
    meant,
    number,
    quote,
    whole_number,
)
from deduce_models.enigma.rules.setup import Setup

__all__ = ["FILLERS", "Clause", "RecordNames"]

FILLERS = frozenset(
    {
        *("the", "a", "an", "at", "on", "with", "it", "is", "was"),
        *("as", "and", "see", "sees", "saw", "seeing", "seen", "position", "card", "cards", "that", "to"),
        *("be", "his", "her", "my", "their", "own", "=", "-", "&", "token", "tokens", "player"),
        *("then", "now", "also", "again", "its", "it's", "by", "from", "silenced", "silent", "silently"),
        *("he", "she", "they", "but", "so", "only", "just"),
    }
)
"""Words that say nothing, left out wherever they stand (unless a player's name begins with them)."""

ROWS = {"upper": 0, "top": 0, "middle": 1, "mid": 1, "centre": 1, "center": 1, "lower": 2, "bottom": 2}
COLUMNS = {"left": 0, "middle": 1, "mid": 1, "centre": 1, "center": 1, "right": 2}
LETTERS = {
    row + column: 3 * y + x
    for y, row_letters in enumerate(("ut", "mc", "lb"))
    for row in row_letters
    for x, column_letters in enumerate(("l", "cm", "r"))
    for column in column_letters
}
"""``ul`` is the upper left position, ``mc`` the middle one, ``lr`` the lower right one; t and b for top and bottom."""


@dataclass(frozen=True)
class RecordNames:
    """The names of one record. `known` tells a complete record, `me` the writer's seat (0: none)."""

    setup: Setup
    names: tuple[str, ...]
    known: bool
    me: int
    fillers: frozenset[str] = field(init=False)
    rooms: tuple[tuple[str, ...], ...] = field(init=False)
    people: tuple[tuple[str, ...], ...] = field(init=False)

    def __post_init__(self) -> None:
        fillers = {
            word for word in FILLERS if not any(name.casefold().startswith(word) for name in self.names)
        }
        parts = self.setup.parts
        object.__setattr__(self, "fillers", frozenset(fillers))
        object.__setattr__(
            self, "rooms", tuple((room.name, self._plain(room.title)) for room in parts.rooms)
        )
        object.__setattr__(
            self, "people", tuple((each.name, self._plain(each.title)) for each in parts.characters)
        )

    def _plain(self, title: str) -> str:
        """A title without the words that are left out of lines."""
        return " ".join(word for word in title.split() if word.casefold() not in FILLERS)

    def seat(self, word: Word, line: Line) -> int:
        """The seat of the player called by `word`; the writer's for 'I'."""
        return self.me if self._is_writer(word) else find(word, self.names, "a player's name", line) + 1

    def seats(self, word: Word) -> list[int]:
        """The seats that a word may mean."""
        return [self.me] if self._is_writer(word) else [index + 1 for index in meant(word, self.names)]

    def is_name(self, word: Word) -> bool:
        """Whether a player is called so, in full or by the beginning of one name, or by 'I'."""
        return len(self.seats(word)) == 1

    def is_person(self, words: Sequence[Word]) -> bool:
        """Whether these words are the name of one Character and nothing else."""
        said = " ".join(word.folded for word in words)
        return len({names for names in self.people for name in names if name.casefold() == said}) == 1

    def _is_writer(self, word: Word) -> bool:
        return self.me > 0 and word.folded in SELF and not meant(word, self.names)

    def is_position(self, words: Sequence[Word]) -> bool:
        """Whether these words begin with a position: its number, ``ur``, or ``upper right``."""
        number, cells = whole_number(words[0].folded), self.setup.cells
        if number is not None or cells != 9:
            return number is not None and 0 < number <= cells
        return words[0].folded in LETTERS or (
            len(words) > 1 and _square(words[0].folded, words[1].folded) is not None
        )


class Clause:
    """A cursor over the words of one clause. Every method raises `RecordError` at the word it cannot read."""

    def __init__(self, words: Sequence[Word], line: Line, lexicon: RecordNames) -> None:
        self.words, self.line, self.lexicon, self.place = list(words), line, lexicon, 0

    @property
    def left(self) -> list[Word]:
        """The words that are not read yet."""
        return self.words[self.place :]

    @property
    def next(self) -> Word | None:
        """The next word, None behind the last."""
        return self.words[self.place] if self.place < len(self.words) else None

    def error(self, message: str) -> RecordError:
        """A refusal at the next word, or behind the last."""
        last = self.words[-1]
        return self.line.error(message, self.next.column if self.next else last.column + len(last.text))

    def take(self, what: str) -> Word:
        """The next word, which has to be there."""
        word = self.next
        if word is None:
            raise self.error(f"expected {what}")
        self.place += 1
        return word

    def takes(self, *texts: str) -> bool:
        """Whether the next word is one of `texts`; then it is read."""
        if self.next is None or self.next.folded not in texts:
            return False
        self.place += 1
        return True

    def end(self) -> None:
        """Refuse what is left."""
        expect_none(self.left, self.line)

    def number(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        return number(self.take(f"a number from {low} to {high}"), self.line, low, high)

    def seat(self) -> int:
        """A player."""
        return self.lexicon.seat(self.take("a player's name"), self.line)

    def room(self, what: str = "a room") -> int:
        """A room, by its name or its title, with or without an equals sign."""
        return self._phrase(self.lexicon.rooms, what, "a room")

    def person(self, what: str = "a Character") -> int:
        """A Character, by its name or its title."""
        return self._phrase(self.lexicon.people, what, "a Character")

    def _phrase(self, names: Sequence[Sequence[str]], missing: str, what: str) -> int:
        self.take(missing)
        words = self.words[self.place - 1 :]
        words[0] = Word(words[0].text.removeprefix("="), words[0].column)
        found, used = find_phrase(words, names, what, self.line)
        self.place += used - 1
        return found

    def saw(self) -> int:
        """The room that is told after a position, -1 where none is."""
        return -1 if self.next is None else self.room("the room that was seen")

    def at(self) -> int:
        """A position: its number from 1, ``upper right``, or ``ur``."""
        cells = self.lexicon.setup.cells
        word = self.take(f"a position from 1 to {cells}")
        if cells == 9:
            texts = [*word.folded.split("-"), *(each.folded for each in self.left[:1])]
            if texts[0] in LETTERS:
                return LETTERS[texts[0]]
            if len(texts) > 1 and (found := _square(texts[0], texts[1])) is not None:
                self.place += "-" not in word.text
                return found
            if ROWS.get(texts[0]) == 1:
                return 4
        return number(word, self.line, 1, cells, "a position") - 1

    def ats(self, count: int) -> tuple[int, ...]:
        """So many different positions."""
        column = self.next.column if self.next else 0
        found = tuple(self.at() for _ in range(count))
        if len(set(found)) < count:
            raise self.line.error(f"expected {count} different positions", column)
        return found

    def one_of(self, choices: dict[str, str], what: str) -> str:
        """What one of several words stands for."""
        self.takes("a", "an")
        word = self.take(what)
        if word.folded in choices:
            return choices[word.folded]
        begun = {value for text, value in choices.items() if text.startswith(word.folded)}
        if len(begun) == 1:
            return begun.pop()
        raise self.line.error(f"expected {what}, not {quote(word.text)}", word.column)


def _square(first: str, second: str) -> int | None:
    """The position of two words such as ``upper right``, in either order."""
    if first in ROWS and second in COLUMNS:
        return 3 * ROWS[first] + COLUMNS[second]
    if first in COLUMNS and second in ROWS:
        return 3 * ROWS[second] + COLUMNS[first]
    return None

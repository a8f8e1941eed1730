"""Things that are known by their features: each has one value of every kind, such as a colour and a number.

People say them value by value, in any order, shortened and spelt otherwise, and often not all of it: `Features.read`
tells which values a person means, `Features.fitting` which of some things they leave. Where words are no values but names
that share words, ``season reverse`` and ``season forward``, the one that all of them fit is meant (`Called`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

from deduce.ground.errors import RecordError, nearest
from deduce.ground.wording import run, say, typed
from deduce.records.record import Line
from deduce.records.words import Word, either, end_of, find, quote

__all__ = ["Called", "Features", "Partial"]

Partial = tuple[int | None, ...]
"""What is known of a thing: for each kind which of its values, or None."""

FEW = 3
"""Words of so many letters may leave out others than the last."""


@dataclass(frozen=True)
class Features:
    """Things and the kinds of values that they have.

    Attributes:
        kinds: What the kinds are called, each with its values.
        things: All things there are, by the numbers of their values.
        spelt: Other words for values.
        called: Other words for kinds.
        tapped: How many kinds share a tap, kind after kind; every kind one of its own where they do not fill these.
    """

    kinds: tuple[tuple[str, tuple[str, ...]], ...]
    things: tuple[tuple[int, ...], ...] = ()
    spelt: Mapping[str, Sequence[str]] = field(default_factory=dict, compare=False, repr=False)
    called: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    tapped: tuple[int, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """Without what was looked up."""
        return Features, (self.kinds, self.things, self.spelt, self.called, self.tapped)

    @cached_property
    def names(self) -> Mapping[str, tuple[int, ...]]:
        """The things by their texts."""
        return {self.text(thing): thing for thing in self.things}

    def text(self, thing: Sequence[int | None]) -> str:
        """A thing as it is written: the names of its values; what is not known is left out."""
        written = self._written
        return " ".join([written[place][value] for place, value in enumerate(thing) if value is not None])

    @cached_property
    def _written(self) -> Sequence[Sequence[str]]:
        """The values of each kind as they are written: with it where another has one of that name, or is called so."""
        often = Counter(chain.from_iterable(set(values) for _, values in self.kinds))
        heads = {*self._kinds, *self.called}
        return [
            [f"{kind}={name}" if often[name] > 1 or name.casefold() in heads else name for name in values]
            for kind, values in self.kinds
        ]

    def spellings(self, name: str) -> tuple[str, ...]:
        """A name and what else people write for it, folded."""
        found = self._spellings.get(name)
        return found or tuple(word.casefold() for word in (name, *self.spelt.get(name, ())))

    @cached_property
    def _spellings(self) -> dict[str, tuple[str, ...]]:
        names = [name for _, values in self.kinds for name in values]
        return {
            name: tuple(word.casefold() for word in (name, *self.spelt.get(name, ()))) for name in names
        }

    @cached_property
    def _kinds(self) -> tuple[str, ...]:
        return tuple(kind.casefold() for kind, _ in self.kinds)

    def tells(self, word: Word) -> bool:
        """Whether a thing may begin with this word: with one of its values, or the name of a kind."""
        return word.folded.partition("=")[0] in self._kinds or bool(self._places(word.folded))

    def read(self, words: Sequence[Word], line: Line) -> Partial:
        """A thing from the names of its values in any order, ``kind=value`` or ``kind value`` where a name is shared.

        Raises `RecordError` at a word that is none of its values, could be several, or says a kind again.
        """
        thing: list[int | None] = [None] * len(self.kinds)
        kinds, number = self._kinds, 0
        unclear: list[Word] = []
        while number < len(words):
            word = words[number]
            kind = self.called.get(word.folded, word.folded)
            if kind in kinds and number + 1 < len(words) and self._heads(word, words[number + 1], kind):
                index, number = kinds.index(kind), number + 1
                self._put(thing, index, self._value_of(words[number], index, line), words[number], line)
            elif "=" not in word.text and len(self._places(word.folded)) > 1:
                unclear.append(word)
            else:
                self._put(thing, *self._value(word, line), word, line)
            number += 1
        # A letter that begins several values means the one whose kind the other words leave open: 'Mon adult on m'.
        for word in unclear:
            left = [place for place in self._places(word.folded) if thing[place[0]] is None]
            self._put(thing, *(left[0] if len(left) == 1 else self._value(word, line)), word, line)
        return tuple(thing)

    def fitting(self, partial: Partial, among: Sequence[Sequence[int]]) -> list[int]:
        """The numbers of those of some things that agree with what is known."""
        told = [(place, value) for place, value in enumerate(partial) if value is not None]
        return [k for k, thing in enumerate(among) if all(thing[place] == value for place, value in told)]

    def _heads(self, word: Word, behind: Word, kind: str) -> bool:
        """Whether the name of a kind stands before one of its values: it may be a value too, of things of one's own."""
        if not any(word.folded in map(str.casefold, values) for _, values in self.kinds):
            return True
        return any(self._kinds[at] == kind for at, _ in self._places(behind.folded))

    def _put(self, thing: list[int | None], index: int, value: int, word: Word, line: Line) -> None:
        """Note one value of a thing. Raises `RecordError` where its kind has one already."""
        if thing[index] is not None:
            raise line.error(say("{word} is given twice", word=typed(self.kinds[index][0])), word.column)
        thing[index] = value

    def _value_of(self, word: Word, index: int, line: Line) -> int:
        """The value of kind `index` called by `word`."""
        kind, values = self.kinds[index]
        spelt = [self.spellings(value) for value in values]
        for fits in (str.__eq__, str.startswith):
            found = [k for k, each in enumerate(spelt) if any(fits(s, word.folded) for s in each)]
            if len(found) == 1 or (found and fits is str.__eq__):
                return found[0]
        return find(word, values, say("a value of {kind}", kind=typed(kind)), line, found)

    @cached_property
    def _places(self) -> Callable[[str], tuple[tuple[int, int], ...]]:
        """Kind and value of all that may be called so: spelt so, or else beginning so."""
        ways: Sequence[Callable[[str, str], bool]] = (str.__eq__, str.startswith, _abbreviates)
        return lru_cache(4096)(
            lambda folded: next((found for fits in ways if (found := tuple(self._by(fits, folded)))), ())
        )

    def _by(self, fits: Callable[[str, str], bool], folded: str) -> Iterator[tuple[int, int]]:
        for place, (_, values) in enumerate(self.kinds):
            for number, value in enumerate(values):
                if any(fits(spelt, folded) for spelt in self.spellings(value)):
                    yield place, number

    def _value(self, word: Word, line: Line) -> tuple[int, int]:
        """Kind and value of a word that has one meaning. Raises `RecordError` at any other."""
        name, equals, value = word.text.partition("=")
        if equals:
            kinds = [kind for kind, _ in self.kinds]
            index = find(Word(name, word.column), kinds, say("a characteristic"), line)
            return index, self._value_of(Word(value, word.column + len(name) + 1), index, line)
        found = self._places(word.folded)
        if len(found) == 1:
            return found[0]
        if found:
            choice = either([f"{self.kinds[t][0]}={self.kinds[t][1][v]}" for t, v in found])
            told = say("{word} could be {meanings}: write that", word=quote(word.text), meanings=choice)
            raise line.error(told, word.column)
        told = say("expected {wanted}, not {got}", wanted=say("a value of a card"), got=quote(word.text))
        names = [value for _, values in self.kinds for value in values]
        raise line.error(run(told, ": ", nearest(word.text, names)), word.column)


def _abbreviates(spelling: str, folded: str) -> bool:
    """Whether two or three letters are those of the spelling with others left out, the first kept: ``yg``, ``wtr``.

    More letters are rather a slip of the pen, which is told.
    """
    if not 2 <= len(folded) <= FEW or spelling[0] != folded[0]:
        return False
    letters = iter(spelling)
    return all(letter in letters for letter in folded)


@dataclass(frozen=True)
class Called:
    """Things called by several words, in any order and each perhaps shortened: ``season reverse``, ``rev season``.

    Attributes:
        names: What each is called.
        words: For each all words for it in every spelling, folded.
        what: What errors call one of them; `wanted` what is said where one was expected and nothing stands, `unknown` of
            words that do not go together (a phrase about ``{word}``), `apart` of a list without commas, `lists` of no
            whole list.
        quiet: Words that may stand among them and say nothing.
    """

    names: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]
    what: str
    wanted: str
    unknown: str
    apart: str
    lists: str
    quiet: frozenset[str] = frozenset()

    @cached_property
    def _known(self) -> list[str]:
        return sorted({word for words in self.words for word in words})

    def read(self, words: Sequence[Word], line: Line, column: int = 0) -> int:
        """The number of the thing that all these words mean; `column` is where they were expected.

        Raises `RecordError` where they mean none, or several.
        """
        if not words:
            raise line.error(self.wanted, column or end_of(line))
        found: list[int] = [*range(len(self.names))]
        for word in words:
            if word.folded in self.quiet:
                continue
            exact = word.folded in self._known
            fits = {
                index
                for index, known in enumerate(self.words)
                if (word.folded in known if exact else any(each.startswith(word.folded) for each in known))
            }
            if not fits:
                told = say("expected {wanted}, not {got}", wanted=self.what, got=quote(word.text))
                raise line.error(run(told, ": ", nearest(word.text, self._known)), word.column)
            found = [index for index in found if index in fits]
        spelt, at = " ".join(word.text for word in words), words[0].column
        if not found:
            near = nearest(spelt, self.names)
            raise line.error(run(say(self.unknown, word=quote(spelt)), ": ", near), at)
        if len(found) > 1:
            choice = either([self.names[index] for index in found])
            raise line.error(say("{word} could be {meanings}", word=quote(spelt), meanings=choice), at)
        return found[0]

    def read_some(self, words: Sequence[Word], line: Line, column: int = 0, *, most: int) -> list[int]:
        """The thing that the words mean; with `most` of 2 or more also two that they can be parted into in one way only.

        Raises `RecordError` as `read`.
        """
        try:
            return [self.read(words, line, column)]
        except RecordError:
            found: list[list[int]] = []
            for place in range(1, len(words) if most > 1 else 0):
                with suppress(RecordError):
                    found.append([self.read(words[:place], line), self.read(words[place:], line)])
            if len(found) != 1:
                raise
            return found[0]

    def read_list(self, words: Sequence[Word], line: Line) -> int:
        """The mask of those named with commas between them. Raises `RecordError` as `read`."""
        mask, phrase = 0, list[Word]()
        for place, word in enumerate(words):
            phrase.append(word)
            end = word.column - 1 + len(word.text)
            if words[place + 1 :] and "," not in line.text[end : words[place + 1].column - 1]:
                continue
            try:
                mask |= 1 << self.read(phrase, line)
            except RecordError as error:
                if len(phrase) == 1:
                    raise
                raise line.error(run(error.message, self.apart), error.column) from None
            phrase = []
        return mask

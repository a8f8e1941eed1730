"""Reading cards and codes a person types; single words are read by `deduce.records.words`.

Every word may be shortened as long as only one thing begins with it, and what people say instead (`SPELLINGS`)
is understood; an error says where the word stands and what it may be.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cache, lru_cache
from typing import NamedTuple

from deduce.ground.errors import RecordError, nearest
from deduce.ground.wording import run, say, typed
from deduce.records.record import Line
from deduce.records.words import Word, either, end_of, find, quote, words_of
from deduce_models.entracte.components.codes import Partial
from deduce_models.entracte.components.parts import Components

__all__ = [
    "SPELLINGS",
    "Known",
    "card_words",
    "listed_beside",
    "parting",
    "read_card",
    "read_code",
    "tells_card",
]


class Known(NamedTuple):
    """What reading a line needs: components, names, the writer's seat (0: none), how many codes a seat has."""

    parts: Components
    names: tuple[str, ...]
    me: int
    per_seat: int

    def seat(self, word: Word) -> int:
        """The seat whose name a word is in full; 0 for none."""
        folded = word.folded.rstrip("?")
        return next((k for k, name in enumerate(self.names, 1) if name.casefold() == folded), 0)


SPELLINGS = {
    "Sun": ("Sunday",),
    "Mon": ("Monday",),
    "Tue": ("Tuesday",),
    "Wed": ("Wednesday",),
    "Thu": ("Thursday",),
    "Fri": ("Friday",),
    "Sat": ("Saturday",),
    "fall": ("autumn",),
    "male": ("man", "men", "boy", "guy"),
    "female": ("woman", "women", "girl", "lady"),
    "forward": ("fwd", "forwards"),
    "reverse": ("backward", "backwards", "reversed"),
    "repeat": ("same", "repeated"),
    "alternate": ("alternating", "alternates", "alternation", "different"),
}
"""Other words for values and for what codes ask, where those exist."""
TYPES = {"lamp": "light", "lights": "light", "gender": "sex", "weekday": "day"}
"""Other words for types, where those exist."""


_WORD = re.compile(r"\.\.\.|[;/\[\]]|(?:(?!\.\.\.)[^\s,;/\[\]()&])+")
_STOPS = ".!"
_MARKS = frozenset({"-", "->", ">", "\u2013", "\u2014", "+", "="})


def card_words(line: Line, start: int = 0) -> list[Word]:
    """The words of a line: commas, brackets, lone dashes and full stops are blanks, ``; / [ ]`` and dots words."""
    found = [
        word if word.text == "..." else Word(word.text.rstrip(_STOPS), word.column)
        for word in words_of(line, start, pattern=_WORD)
    ]
    return [word for word in found if word.text and word.text not in _MARKS]


@cache
def _spelt(name: str) -> tuple[str, ...]:
    """A name and what else people write for it, folded."""
    return tuple(word.casefold() for word in (name, *SPELLINGS.get(name, ())))


def read_card(words: Sequence[Word], parts: Components, line: Line) -> Partial:
    """A card from the names of its values in any order, ``type=value`` or ``type value`` where a name is shared."""
    card: list[int | None] = [None] * len(parts.types)
    types = [kind.name.casefold() for kind in parts.types]
    number = 0
    unclear: list[Word] = []
    while number < len(words):
        word = words[number]
        kind = TYPES.get(word.folded, word.folded)
        if kind in types and number + 1 < len(words) and _heads(word, words[number + 1], kind, parts):
            index, number = types.index(kind), number + 1
            _put(card, index, _value_of(words[number], index, parts, line), words[number], parts, line)
        elif "=" not in word.text and len(_places(word.folded, _kinds(parts))) > 1:
            unclear.append(word)
        else:
            _put(card, *_read_value(word, parts, line), word, parts, line)
        number += 1
    # A letter that begins several values means the one whose type the other words leave open: 'Mon adult on m'.
    for word in unclear:
        left = [place for place in _places(word.folded, _kinds(parts)) if card[place[0]] is None]
        _put(card, *(left[0] if len(left) == 1 else _read_value(word, parts, line)), word, parts, line)
    return tuple(card)


def _heads(word: Word, behind: Word, kind: str, parts: Components) -> bool:
    """Whether the name of a type stands before one of its values: it may be a value too, of a file of one's own."""
    if not any(word.folded in map(str.casefold, values) for values in _kinds(parts)):
        return True
    return any(parts.types[at].name.casefold() == kind for at, _ in _places(behind.folded, _kinds(parts)))


def _kinds(parts: Components) -> tuple[tuple[str, ...], ...]:
    return tuple(kind.values for kind in parts.types)


def _put(card: list[int | None], index: int, value: int, word: Word, parts: Components, line: Line) -> None:
    """Note one value of a card. Raises `RecordError` where its type has one already."""
    if card[index] is not None:
        raise line.error(say("{word} is given twice", word=typed(parts.types[index].name)), word.column)
    card[index] = value


def tells_card(word: Word, parts: Components) -> bool:
    """Whether a card may begin with this word: with one of its values, the name of a type, or a list of codes."""
    if word.text == "[" or word.folded.partition("=")[0] in [kind.name.casefold() for kind in parts.types]:
        return True
    return bool(_places(word.folded, _kinds(parts)))


def _value_of(word: Word, index: int, parts: Components, line: Line) -> int:
    """The value of type `index` called by `word`."""
    kind = parts.types[index]
    for place, value in enumerate(kind.values):
        if word.folded in _spelt(value):
            return place
    begun = [
        k for k, value in enumerate(kind.values) if any(s.startswith(word.folded) for s in _spelt(value))
    ]
    return (
        begun[0]
        if len(begun) == 1
        else find(word, kind.values, say("a value of {kind}", kind=typed(kind.name)), line)
    )


@lru_cache(maxsize=4096)
def _places(folded: str, kinds: tuple[tuple[str, ...], ...]) -> tuple[tuple[int, int], ...]:
    """Type and value of all that may be called so: spelt so, or else beginning so."""
    places = {(t, v): _spelt(text) for t, values in enumerate(kinds) for v, text in enumerate(values)}
    for fits in (str.__eq__, str.startswith, _abbreviates):
        found = tuple(place for place, spelt in places.items() if any(fits(s, folded) for s in spelt))
        if found:
            return found
    return ()


def _abbreviates(spelling: str, folded: str) -> bool:
    """Whether two or three letters are those of the spelling with others left out, the first kept: ``yg``, ``wtr``.

    More letters are rather a slip of the pen, which is told.
    """
    if not 2 <= len(folded) <= 3 or spelling[0] != folded[0]:
        return False
    letters = iter(spelling)
    return all(letter in letters for letter in folded)


def _read_value(word: Word, parts: Components, line: Line) -> tuple[int, int]:
    name, equals, value = word.text.partition("=")
    if equals:
        index = find(
            Word(name, word.column), [kind.name for kind in parts.types], say("a characteristic"), line
        )
        return index, _value_of(Word(value, word.column + len(name) + 1), index, parts, line)
    kinds = _kinds(parts)
    found = _places(word.folded, kinds)
    if len(found) == 1:
        return found[0]
    names = [value for values in kinds for value in values]
    if found:
        choice = either([f"{parts.types[t].name}={parts.types[t].values[v]}" for t, v in found])
        told = say("{word} could be {meanings}: write that", word=quote(word.text), meanings=choice)
        raise line.error(told, word.column)
    told = say("expected {wanted}, not {got}", wanted=say("a value of a card"), got=quote(word.text))
    raise line.error(run(told, ": ", nearest(word.text, names)), word.column)


def read_code(words: Sequence[Word], parts: Components, line: Line, column: int = 0) -> int:
    """The index of the code called by `words`, in any order: ``season reverse``, ``both male``.

    `column` is where a code was expected when there are no words.
    """
    if not words:
        raise line.error(
            say("expected a code, such as 'season reverse' or 'both male'"), column or end_of(line)
        )
    names = [_vocabulary(parts, index) for index in range(len(parts.codes))]
    known = sorted({name for of_code in names for name in of_code})
    found = list(range(len(names)))
    for word in words:
        if word.folded in ("the", "code", "are", "characters"):
            continue
        exact = any(name == word.folded for name in known)
        fits = [
            index
            for index in range(len(names))
            if any(name == word.folded if exact else name.startswith(word.folded) for name in names[index])
        ]
        if not fits:
            told = say("expected {wanted}, not {got}", wanted=say("a code"), got=quote(word.text))
            raise line.error(run(told, ": ", nearest(word.text, known)), word.column)
        found = [index for index in found if index in fits]
    spelt = " ".join(word.text for word in words)
    if not found:
        none = say("no code is called {word}", word=quote(spelt))
        raise line.error(run(none, ": ", nearest(spelt, map(str, parts.codes))), words[0].column)
    if len(found) > 1:
        choice = either([parts.codes[index].name for index in found])
        raise line.error(
            say("{word} could be {meanings}", word=quote(spelt), meanings=choice), words[0].column
        )
    return found[0]


def parting(words: Sequence[Word], parts: Components, line: Line) -> int:
    """Where the second of two codes side by side begins, if they can be parted in one way only; else 0."""
    found = []
    for place in range(1, len(words)):
        with suppress(RecordError):
            _ = read_code(words[:place], parts, line), read_code(words[place:], parts, line)
            found.append(place)
    return found[0] if len(found) == 1 else 0


def _vocabulary(parts: Components, index: int) -> tuple[str, ...]:
    code = parts.codes[index]
    kind = parts.types[code.type]
    words = [kind.name, code.asks] + ([kind.values[code.value]] if code.value >= 0 else [])
    return tuple(spelling for word in words for spelling in _spelt(word))


def listed_beside(words: list[Word], line: Line, parts: Components) -> tuple[list[Word], int | None, bool]:
    """The words outside ``[ ]``, the mask of the codes listed inside, and whether the list is whole."""
    marks = [index for index, word in enumerate(words) if word.text in "[]"]
    if not marks:
        return words, None, True
    if len(marks) != 2 or words[marks[0]].text != "[" or words[marks[1]].text != "]":
        raise line.error(say("expected one list of codes in [ ]"), words[marks[0]].column)
    inside = words[marks[0] + 1 : marks[1]]
    exhaustive = not (inside and inside[-1].text == "...")
    mask = _listed_codes(inside if exhaustive else inside[:-1], line, parts)
    return words[: marks[0]] + words[marks[1] + 1 :], mask, exhaustive


def _listed_codes(words: Sequence[Word], line: Line, parts: Components) -> int:
    """The mask of codes with commas between them."""
    mask, phrase = 0, list[Word]()
    for place, word in enumerate(words):
        phrase.append(word)
        end = word.column - 1 + len(word.text)
        if not words[place + 1 :] or "," in line.text[end : words[place + 1].column - 1]:
            try:
                mask |= 1 << read_code(phrase, parts, line)
            except RecordError as error:
                if len(phrase) == 1:
                    raise
                why = run(error.message, say(" (codes in [ ] have commas between them)"))
                raise line.error(why, error.column) from None
            phrase = []
    return mask

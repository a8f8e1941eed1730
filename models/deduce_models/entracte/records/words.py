"""Reading the codes a person types; cards are read by their features (`deduce.records.features`).

Every word may be shortened as long as only one thing begins with it, and what people say instead
is understood; an error says where the word stands and what it may be.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from deduce.ground.errors import RecordError, nearest
from deduce.ground.wording import run, say
from deduce.records.record import Line
from deduce.records.words import Word, either, end_of, quote, words_of
from deduce_models.entracte.components.parts import Components


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
    return tuple(spelling for word in words for spelling in parts.features.spellings(word))


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

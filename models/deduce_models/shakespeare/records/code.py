"""A position in one line, as FEN is to chess: ``n2 d3 o2,1 t2 D=hamlet,puck s=K2P1 a1=1,4,3 b1=7,3,2,1,3 ...``.

The fields, separated by blanks, are the lines of a typed position (`deduce_models.shakespeare.records.position`)
in short; what is left out is as there.

======================  ====================================================================
``n2``                  how many play; a record with a code needs no line ``players``
``d3 t2 o2,1 i2``       day, turn, Order track, Initiative track (first is first)
``D= X=``               display and discarded cards, by commas
``s= c= S= C=``         elements on offer and in the bags: of the set, of costumes, such as ``K2P1``
``a1=1,4,3``            the discs of seat 1 in acts I, II and III (``an=``: the neutral ones)
``p2=2,1``              the order of discs in act II
``b1=7,3,2,1,3``        prestige, pounds, ambiance, "+3" tokens and cylinders of seat 1
``T1= g1= w1=``         its troupe, its set (``1C:K,1L1:P``), its costumes (``author:KP``)
``u1= r1= q1=``         who was activated today, who rests, which objectives it holds (``?``: not seen)
``R1,2 O2``             who has recruited today, who has left the action phase
======================  ====================================================================

Colours: K black, P pink, U purple, B blue, G green, Y yellow.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deduce.ground.errors import RecordError
from deduce.records.record import Line
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.components.parts import ACTS
from deduce_models.shakespeare.records.words import NUMBERS
from deduce_models.shakespeare.records.written_position import position_lines
from deduce_models.shakespeare.rules.setup import SEATS

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State
    from deduce_models.shakespeare.rules.views import View

__all__ = ["lines_of", "position_code", "seats_of"]

LETTERS = dict(zip("KPUBGY", COLOURS, strict=True))
SHORT = {word: letter for letter, word in LETTERS.items()}
WORDS = {
    "d": "day", "t": "turn", "o": "order", "i": "initiative", "D": "display", "X": "discard",
    "s": "offer set", "c": "offer costume", "S": "bag set", "C": "bag costume",
    "a": "acts", "p": "pile", "b": "seat", "T": "troupe", "g": "stage", "w": "costume",
    "u": "used", "r": "resting", "q": "objectives", "R": "recruited", "O": "out",
}  # fmt: skip
"""The word of a typed position that each letter stands for."""

SEATS_LETTER = "n"
"""The letter of the number of seats."""

PLAIN = "dtoiRO"
"""Letters followed by numbers at once, without ``=``."""

_FIELD = re.compile(r"([A-Za-z])(?:(\d+|n)?=)?(.*)", re.DOTALL)


def position_code(position: State | View) -> str:
    """The position as one line; of a view, as its seat sees it. It reads back to the same typed position."""
    found: dict[str, str] = {"n": f"n{position.setup.seats}"}
    for line in position_lines(position):
        words = line.split()[1:]
        for letter, word in WORDS.items():
            if words[: len(word.split())] == word.split():
                name, text = _shortened(letter, words[len(word.split()) :])
                found[name] = f"{found[name]},{text}" if name in found else f"{name}{text}"
    return " ".join(found.values())


def _shortened(letter: str, rest: Sequence[str]) -> tuple[str, str]:
    """The name of a field (with its ``=``) and what follows, from the words of a line."""
    if letter in PLAIN:
        return letter, ",".join(rest)
    if letter in "DX":
        return f"{letter}=", ",".join(rest)
    if letter in "sScC":
        return f"{letter}=", "".join(SHORT[a] + b for a, b in zip(rest[::2], rest[1::2], strict=True))
    first, rest = rest[0], rest[1:]
    if letter == "p":
        return f"p{ACTS.index(first) + 1}=", ",".join("n" if word == "neutral" else word for word in rest)
    name = f"{letter}{'n' if first == 'neutral' else first}="
    if letter == "b":
        return name, ",".join(rest[1::2])
    if letter == "g":
        pairs = zip(rest[::2], rest[1::2], strict=True)
        return name, ",".join(f"{place}:{SHORT[colour]}" for place, colour in pairs)
    if letter == "w":
        return name, f"{rest[0]}:{''.join(SHORT[colour] for colour in rest[1:])}"
    return name, ",".join(rest)


# Reading.


def seats_of(lines: Sequence[Line], players: int | None = None) -> int:
    """How many play according to the first position code among the lines of a record; 1 when none says so.

    Raises `RecordError` for a number that the game does not have, or that is not `players`.
    """
    for line in lines:
        words = line.words
        if len(words) > 2 and [word.casefold() for word, _ in words[:2]] == ["position", "code"]:
            for word, column in words[2:]:
                if re.fullmatch(SEATS_LETTER + r"[0-9]{1,9}", word):
                    if int(word[1:]) not in SEATS:
                        raise line.error(f"{word[1:]} play; expected {SEATS[0]} to {SEATS[-1]}", column)
                    if players not in (None, int(word[1:])):
                        raise line.error(f"{word[1:]} play here, {players} in the header", column)
                    return int(word[1:])
    return 1 if players is None else players


@dataclass(frozen=True, slots=True)
class _Field:
    """One field of a code: its letter, the seat or act behind it, what it says, and where it stands."""

    line: Line
    column: int
    letter: str
    which: str
    rest: str

    def error(self, message: str) -> RecordError:
        return self.line.error(message, self.column)

    @property
    def seat(self) -> str:
        """The seat that it speaks of; of the discs of nobody, ``neutral``."""
        if not self.which:
            raise self.error(f"a seat is missing in this field, as in '{self.letter}1='")
        return "neutral" if self.which == "n" else self.which

    def coloured(self) -> Iterator[tuple[str, str]]:
        """Things and the colours behind their colons, in words."""
        for part in filter(None, self.rest.split(",")):
            thing, _, colours = part.partition(":")
            if not thing or not colours or set(colours) - set(LETTERS):
                raise self.error(f"expected a name, a colon and colours (K P U B G Y), not {part[:40]!r}")
            yield thing, " ".join(LETTERS[colour] for colour in colours)


def lines_of(line: Line, start: int) -> Iterator[tuple[Line, int]]:
    """The lines of a typed position that a code from 0-based column `start` on stands for, each with its column.

    Raises `RecordError` at a field that says nothing; what the fields say is checked where lines are read.
    """
    text = line.text.partition("#")[0]
    for match in re.finditer(r"\S+", text[start:]):
        column = start + match.start() + 1
        found = _FIELD.fullmatch(match.group())
        letter, which, rest = found.groups() if found else ("", None, "")
        if letter == SEATS_LETTER and not which and rest.isdigit():
            continue
        if letter not in READERS:
            allowed = " ".join(WORDS)
            raise line.error(
                f"a field of a position code begins with one of {allowed}, not {match.group()[:1]!r}",
                column,
            )
        for words in READERS[letter](_Field(line, column, letter, which or "", rest)):
            yield Line(line.number, f"position {WORDS[letter]} {words}", line.source), column


def _plain(field: _Field) -> Iterator[str]:
    yield field.rest.replace(",", " ")


def _listed(field: _Field) -> Iterator[str]:
    yield f"{field.seat} {field.rest.replace(',', ' ')}"


def _elements(field: _Field) -> Iterator[str]:
    if not re.fullmatch(r"([KPUBGY]\d+)*", field.rest):
        raise field.error("expected colours (K P U B G Y) and numbers, such as K2P1")
    counts = re.findall(r"([A-Z])(\d+)", field.rest)
    yield " ".join(f"{LETTERS[colour]} {count}" for colour, count in counts)


def _pile(field: _Field) -> Iterator[str]:
    if field.which not in ("1", "2", "3"):
        raise field.error("expected an act from 1 to 3, as in 'p2='")
    discs = " ".join("neutral" if disc == "n" else disc for disc in field.rest.split(","))
    yield f"{ACTS[int(field.which) - 1]} {discs}"


def _board(field: _Field) -> Iterator[str]:
    seat, numbers = field.seat, field.rest.split(",")
    if len(numbers) != len(NUMBERS):
        raise field.error(f"expected {len(NUMBERS)} numbers: {', '.join(NUMBERS)}")
    said = " ".join(f"{name} {count}" for name, count in zip(NUMBERS, numbers, strict=True))
    yield f"{seat} {said}"


def _stage(field: _Field) -> Iterator[str]:
    yield f"{field.seat} " + " ".join(f"{place} {colour}" for place, colour in field.coloured())


def _costumes(field: _Field) -> Iterator[str]:
    for person, colours in field.coloured():
        yield f"{field.seat} {person} {colours}"


READERS: dict[str, Callable[[_Field], Iterator[str]]] = {
    **dict.fromkeys("dtoiDXRO", _plain), **dict.fromkeys("sScC", _elements), **dict.fromkeys("Turqa", _listed),
    "p": _pile, "b": _board, "g": _stage, "w": _costumes,
}  # fmt: skip

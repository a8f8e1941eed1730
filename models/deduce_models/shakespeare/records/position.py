"""A position typed by hand: lines ``position ...`` at the top of a record, in any order.

What is left out is as on the first day::

    position day 3
    position order 2 1                            # the Order track; first is first
    position turn 2                               # whose action it is; left out: before the wagers
    position initiative 2
    position display hamlet puck romeo iago
    position discard juliet                       # left out: none; other cards are in the deck
    position offer set black 2 pink 1             # colours left out: none
    position offer costume blue 2
    position bag set black 6 pink 7 purple 5      # left out: assumed, see below
    position acts 1 4 3 7                         # seat 1 is on these spaces of acts I, II, III
    position pile II 2 1                          # order of discs in act II, first to last
    position seat 1 prestige 7 pounds 3 ambiance 2 tokens 1 cylinders 3
    position troupe 1 mistress-6.1 extra-romeo    # besides the printed characters
    position stage 1 1C black 1L1 pink
    position picture 2                            # or as `deduce solve` draws it: rows below, the top one first
    position costume 1 author black pink
    position used 1 author                        # activated today
    position resting 1 handyman
    position recruited 1                          # these seats have recruited today
    position out 2                                # these seats have left the action phase
    position objectives 1 wardrobe                # objectives that the seat holds; ? for those of others

``position code d3 o2,1 t2 ...`` says the same in one line; see `deduce_models.shakespeare.records.code`.
A card of which there are copies may be named without its number: then it is the first copy not named elsewhere.

In a solo game ``acts neutral 4 4 4`` places the neutral discs; left out they stand where the day has them. Of discs
on one space those named first in ``pile``, else the seats that come first on the Order track, are ahead. A bag that
is left out is assumed to hold its share of the elements that are not seen; `Replay.assumed` says what was assumed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import ProblemError, RecordError, nearest
from deduce.records import words as read_words
from deduce.records.record import Line
from deduce.records.words import Word, end_of, expect_none, find, number, pairs, whole_number, words_of
from deduce_models.shakespeare.components.drawing import is_stage_row, stage_of_row
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.components.parts import ACTS, SLOTS
from deduce_models.shakespeare.records.assembly import KINDS, Typed, assembled
from deduce_models.shakespeare.records.code import lines_of
from deduce_models.shakespeare.records.words import NUMBERS, read_counts, uncopied
from deduce_models.shakespeare.rules.setup import ASSISTANT, EXTRA, Setup
from deduce_models.shakespeare.rules.tracks import NEUTRAL

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State

__all__ = ["is_typed", "read_position"]


def is_typed(line: Line) -> bool:
    """Whether a line belongs to a typed position: it begins with ``position``, or is a row of a drawn stage."""
    return line.words[0][0].casefold() == "position" or is_stage_row(line.text)


UNSEEN = -100
"""The first number of an objective that the record does not name."""


def read_position(
    state: State, lines: Sequence[Line], names: Sequence[str] = (), *, seat: int | None = None
) -> tuple[State, tuple[str, ...]]:
    """The position that the lines describe, on top of the new game `state`, and what was assumed.

    `names` are the players, who may be named for their seats; `seat` is whose record it is (None: everybody's):
    objectives it does not see are numbers below 0. Raises `RecordError` with line and column.
    """
    reader = _Position(state, names, seat)
    for line in lines:
        reader.named |= {
            word.removeprefix("extra-") for word in re.split(r"[\s,:=]+", line.body.casefold())
        }
    drawn: list[Line] = []
    for line in lines:
        words = words_of(line)
        if is_stage_row(line.text):
            drawn.append(line)
            continue
        reader.read_drawn(drawn)
        if len(words) > 2 and words[1].folded == "code":
            for part, column in lines_of(line, words[2].column - 1):
                reader.columns[part] = column
                with reader.placing(part):
                    reader.read(part)
        else:
            reader.read(line)
    reader.read_drawn(drawn)
    return reader.finished(lines[-1])


class _Position:
    """The lines read so far, put into a state at the end."""

    def __init__(self, state: State, names: Sequence[str], seat: int | None) -> None:
        self.state, self.names, self.seat = state, names, seat
        self.setup: Setup = state.setup
        self.seen: dict[tuple[str, ...], Line] = {}
        self.fields: dict[str, Any] = {"day": 1}
        self.boards: list[dict[str, Any]] = [{} for _ in state.boards]
        self.discs: dict[int, tuple[int, ...]] = {}
        self.piles: dict[int, tuple[int, ...]] = {}
        self.kept: list[tuple[int, int]] = []
        self.named: set[str] = set()
        # Whose stage is drawn in the lines that follow.
        self.picture = 0
        # Lines that a field of a position code stands for, and where it stands.
        self.columns: dict[Line, int] = {}
        self.readers: dict[str, Callable[[Line, Sequence[Word], str], None]] = {
            "day": self._day, "order": self._order, "turn": self._turn, "initiative": self._seats,
            "display": self._cards, "discard": self._cards, "offer": self._counts, "bag": self._counts,
            "acts": self._acts, "pile": self._pile, "seat": self._seat, "troupe": self._troupe,
            "stage": self._stage, "picture": self._picture, "costume": self._costume, "used": self._marked,
            "resting": self._marked,
            "recruited": self._recruited, "out": self._out, "objectives": self._objectives,
        }  # fmt: skip

    @contextmanager
    def placing(self, line: Line) -> Iterator[None]:
        """A block whose errors, for a line that a code stands for, are at the code's field."""
        try:
            yield
        except RecordError as error:
            if line not in self.columns:
                raise
            raise line.error(error.message, self.columns[line]) from error

    ABOUT_SEATS = (
        "acts", "seat", "troupe", "stage", "picture", "costume", "used", "resting", "objectives",
    )  # fmt: skip

    def read(self, line: Line) -> None:
        """Understand one line; what needs other lines is kept for the end."""
        words = words_of(line)[1:]
        if not words:
            raise line.error(f"expected one of: {', '.join(self.readers)}", end_of(line))
        key = list(self.readers)[find(words[0], list(self.readers), "a part of a position", line)]
        twice = 3 if key == "costume" else 2 if key in (*self.ABOUT_SEATS, "offer", "bag", "pile") else 1
        if len(words) < 2:
            raise line.error(f"something is missing after {key!r}", end_of(line))
        name = (key, *(word.folded for word in words[1:twice]))
        if key in self.ABOUT_SEATS:
            name = (key, str(self._disc(line, words[1])), *name[2:])
        if key in ("offer", "bag"):
            name = (key, KINDS[find(words[1], KINDS, "a kind of element", line)])
        if name in self.seen:
            raise line.error(f"'position {' '.join(name)}' is given twice", words[0].column)
        self.seen[name] = line
        # Costumes and marks speak of the troupe, which may be given later.
        if key not in ("costume", "used", "resting"):
            self.readers[key](line, words[1:], key)

    # The table.

    def _day(self, line: Line, words: Sequence[Word], _: str) -> None:
        self.fields["day"] = number(words[0], line, 1, self.setup.parts.days, "a day")
        expect_none(words[1:], line)

    def _seat_of(self, line: Line, word: Word) -> int:
        if self.names and whole_number(word.text) is None:
            return find(word, self.names, "a player", line) + 1
        return number(word, line, 1, self.setup.seats, "a seat")

    def _distinct(self, line: Line, words: Sequence[Word]) -> tuple[int, ...]:
        seats: list[int] = []
        for word in words:
            seat = self._seat_of(line, word)
            if seat in seats:
                raise line.error(f"seat {seat} is named twice", word.column)
            seats.append(seat)
        return tuple(seats)

    def _order(self, line: Line, words: Sequence[Word], _: str) -> None:
        order = self._distinct(line, words)
        if len(order) < self.setup.seats:
            raise line.error(f"expected all {self.setup.seats} seats", words[-1].column)
        self.fields["order"] = order

    def _turn(self, line: Line, words: Sequence[Word], _: str) -> None:
        self.fields["turn"] = self._seat_of(line, words[0])
        expect_none(words[1:], line)

    def _seats(self, line: Line, words: Sequence[Word], _: str) -> None:
        self.fields["initiative"] = self._distinct(line, words)

    def _out(self, line: Line, words: Sequence[Word], _: str) -> None:
        self.fields["out"] = sum(1 << seat - 1 for seat in self._distinct(line, words))

    def _recruited(self, line: Line, words: Sequence[Word], _: str) -> None:
        for seat in self._distinct(line, words):
            self.boards[seat - 1]["recruited"] = True

    def _copy(self, line: Line, word: Word, names: Sequence[str], what: str) -> int:
        """The place in `names` of a card; without a number, of the first of its copies that is not named yet."""
        folded = word.folded
        copies = [name for name in names if uncopied(name) == folded]
        free = [name for name in copies if name.removeprefix("extra-") not in self.named]
        if folded in names or (not copies and read_words.meant(word, names)):
            return find(word, names, what, line)
        if not copies:
            if folded in self.setup.codes[: self.setup.printed]:
                raise line.error(
                    f"{word.text} is printed on every board: no card is called so", word.column
                )
            plain = dict.fromkeys(name for name in map(uncopied, names) if not name.startswith("extra-"))
            back = "" if what == "a card" else ", and extra-NAME face down"
            hint = nearest(word.text, plain, limit=len(plain), unlisted=names) + back
            raise line.error(f"expected {what}, not {read_words.quote(word.text)}: {hint}", word.column)
        if not free:
            raise line.error(f"all {len(copies)} copies of {word.text} are named already", word.column)
        self.named.add(free[0].removeprefix("extra-"))
        return names.index(free[0])

    def _cards(self, line: Line, words: Sequence[Word], key: str) -> None:
        cards = tuple(sorted(self._copy(line, word, self.setup.parts.codes, "a card") for word in words))
        if len(set(cards)) < len(cards):
            raise line.error("a card is named twice", words[0].column)
        self.fields[key] = cards

    def _counts(self, line: Line, words: Sequence[Word], key: str) -> None:
        kind = KINDS[find(words[0], KINDS, "a kind of element", line)]
        self.fields[f"{kind}_{key}"] = read_counts(line, 3)

    def _disc(self, line: Line, word: Word) -> int:
        neutral = self.setup.solo and word.folded == "neutral"
        return NEUTRAL if neutral else self._seat_of(line, word)

    def _acts(self, line: Line, words: Sequence[Word], _: str) -> None:
        disc = self._disc(line, words[0])
        if len(words) != 1 + len(ACTS):
            raise line.error("expected three spaces, one for each act", words[-1].column)
        self.discs[disc] = tuple(
            number(word, line, 1, act.length, "a space")
            for word, act in zip(words[1:], self.setup.acts, strict=True)
        )

    def _pile(self, line: Line, words: Sequence[Word], _: str) -> None:
        act = find(words[0], ACTS, "an act", line)
        discs = []
        for word in words[1:]:
            discs.append(self._disc(line, word))
        if sorted(discs) != list(range(1, self.setup.discs + 1)):
            raise line.error("expected every disc once, first to last", words[-1].column)
        self.piles[act] = tuple(discs)

    # The boards.

    def _seat(self, line: Line, words: Sequence[Word], _: str) -> None:
        board = self.boards[self._seat_of(line, words[0]) - 1]
        parts = self.setup.parts
        most = {
            "prestige": read_words.LARGEST,
            "pounds": read_words.LARGEST,
            "ambiance": len(parts.ambiance) - 1,
            "tokens": parts.plus3 if self.setup.options.plus3_limit else read_words.LARGEST,
            "cylinders": parts.cylinders,
        }
        for word, count in pairs(line, words[1:]):
            name = NUMBERS[find(word, NUMBERS, "a number of the board", line)]
            if name in board:
                raise line.error(f"{name} is named twice", word.column)
            # Prestige alone can be below 0.
            minus = name == "prestige" and count.text.startswith("-")
            digits = Word(count.text.removeprefix("-") if minus else count.text, count.column)
            board[name] = number(digits, line, 0, most[name]) * (-1 if minus else 1)

    def _troupe(self, line: Line, words: Sequence[Word], _: str) -> None:
        board = self.boards[self._seat_of(line, words[0]) - 1]
        names = self.setup.codes[self.setup.printed :]
        people = tuple(self.setup.printed + self._copy(line, word, names, "a person") for word in words[1:])
        if len(set(people)) < len(people):
            raise line.error("a person is named twice", words[1].column)
        board["troupe"] = (*range(self.setup.printed), *people)

    def _stage(self, line: Line, words: Sequence[Word], _: str) -> None:
        stage = self.setup.stage
        pieces = bytearray(stage.empty)
        for place, colour in pairs(line, words[1:]):
            space = find(place, list(stage.places), "a space", line)
            if pieces[space]:
                raise line.error(f"space {place.text} is named twice", place.column)
            pieces[space] = 1 + find(colour, COLOURS, "a colour", line)
        why = stage.consistent(bytes(pieces))
        if why:
            raise line.error(f"these pieces cannot stand so: {why}", words[0].column)
        board = self.boards[self._seat_of(line, words[0]) - 1]
        if "stage" in board:
            raise line.error("this stage is given twice, by its spaces and as a picture", words[0].column)
        board["stage"] = bytes(pieces)

    def read_drawn(self, lines: list[Line]) -> None:
        """Drawn rows of the stage, the top one first, below ``position picture SEAT``; they are used up."""
        if not lines and not self.picture:
            return
        stage, seat = self.setup.stage, self.picture
        rows = len(stage.rows)
        if not seat:
            raise lines[0].error("expected 'position picture SEAT' before the rows of a drawn stage", 1)
        if len(lines) != rows:
            where = lines[-1] if lines else self.seen["picture", str(seat)]
            raise where.error(f"{len(lines)} rows are drawn; the stage has {rows}, the top one first")
        pieces = bytearray(stage.empty)
        for above, line in enumerate(lines):
            try:
                found = stage_of_row(stage, rows - above, line.text)
            except ProblemError as error:
                raise line.error(str(error)) from error
            for place, colour in found.items():
                pieces[place] = colour
        why = stage.consistent(bytes(pieces))
        if why:
            raise lines[0].error(f"these pieces cannot stand so: {why}")
        self.boards[seat - 1]["stage"] = bytes(pieces)
        self.picture = 0
        lines.clear()

    def _picture(self, line: Line, words: Sequence[Word], _: str) -> None:
        self.picture = self._seat_of(line, words[0])
        expect_none(words[1:], line)
        if "stage" in self.boards[self.picture - 1]:
            raise line.error("this stage is given twice, by its spaces and as a picture", words[0].column)

    def _member(self, line: Line, seat: int, word: Word) -> int:
        """The place of a person in the troupe of `seat`."""
        names = [self.setup.codes[person] for person in self.boards[seat - 1]["troupe"]]
        copies = [name for name in names if uncopied(name) == word.folded]
        if word.folded in names or len(copies) != 1:
            return find(word, names, "one of the troupe", line)
        return names.index(copies[0])

    def _costume(self, line: Line, words: Sequence[Word], _: str) -> None:
        seat = self._seat_of(line, words[0])
        if len(words) < 2:
            raise line.error("expected a person and up to three colours", words[0].column)
        place = self._member(line, seat, words[1])
        board = self.boards[seat - 1]
        if not self.setup.wears[board["troupe"][place]]:
            raise line.error(f"{words[1].text} wears no costume", words[1].column)
        worn = bytes(sorted(1 + find(word, COLOURS, "a colour", line) for word in words[2:]))
        if len(worn) > SLOTS:
            raise line.error("a costume has at most three elements", words[2 + SLOTS].column)
        board["costumes"][place] = worn

    def _marked(self, line: Line, words: Sequence[Word], key: str) -> None:
        seat = self._seat_of(line, words[0])
        mask = 0
        for word in words[1:]:
            place = self._member(line, seat, word)
            if self.setup.roles[self.boards[seat - 1]["troupe"][place]] in (ASSISTANT, EXTRA):
                raise line.error(f"{word.text} is never activated", word.column)
            mask |= 1 << place
        other = self.boards[seat - 1].get("resting" if key == "used" else "used", 0)
        if mask & other:
            raise line.error("nobody is activated with a Rest token: named as used and as resting")
        self.boards[seat - 1][key] = mask

    def _objectives(self, line: Line, words: Sequence[Word], _: str) -> None:
        seat = self._seat_of(line, words[0])
        for word in words[1:]:
            if word.text == "?":
                if self.seat in (None, seat):
                    raise line.error(
                        "'?' stands for objectives of others, in the record of one seat", word.column
                    )
                self.kept.append((seat, UNSEEN - len(self.kept)))
                continue
            item = find(word, self.setup.objective_codes, "an objective", line)
            if any(item == other for _, other in self.kept):
                raise line.error(f"{word.text} is named twice", word.column)
            self.kept.append((seat, item))

    # Together.

    def finished(self, last: Line) -> tuple[State, tuple[str, ...]]:
        """The position of all lines."""
        for board in self.boards:
            board.setdefault("troupe", tuple(range(self.setup.printed)))
            board["costumes"] = [b""] * len(board["troupe"])
        for key, line in self.seen.items():
            if key[0] in ("costume", "used", "resting"):
                with self.placing(line):
                    self.readers[key[0]](line, words_of(line)[2:], key[0])
        for board in self.boards:
            board["costumes"] = tuple(board["costumes"])
        typed = Typed(self.state, self.fields, self.boards, self.discs, self.piles, self.kept, self.seen)
        return assembled(typed, last)

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

from deduce.errors import RecordError
from deduce.records.record import Line
from deduce.records.words import Word, end_of, expect_none, find, number, whole_number, words_of
from deduce_models.shakespeare.components.parts import ACTS, COLOURS, SLOTS
from deduce_models.shakespeare.records.code import lines_of
from deduce_models.shakespeare.records.words import LARGEST, NUMBERS, in_words, pairs, read_counts, uncopied
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.setup import ASSISTANT, EXTRA, Setup
from deduce_models.shakespeare.rules.tracks import NEUTRAL

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.state import State

__all__ = ["read_position"]

KINDS = ("set", "costume")
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
    for line in lines:
        words = words_of(line)
        if len(words) > 2 and words[1].folded == "code":
            for part, column in lines_of(line, words[2].column - 1):
                reader.columns[part] = column
                with reader.placing(part):
                    reader.read(part)
        else:
            reader.read(line)
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
        # Lines that a field of a position code stands for, and where it stands.
        self.columns: dict[Line, int] = {}
        self.readers: dict[str, Callable[[Line, Sequence[Word], str], None]] = {
            "day": self._day, "order": self._order, "turn": self._turn, "initiative": self._seats,
            "display": self._cards, "discard": self._cards, "offer": self._counts, "bag": self._counts,
            "acts": self._acts, "pile": self._pile, "seat": self._seat, "troupe": self._troupe,
            "stage": self._stage, "costume": self._costume, "used": self._marked, "resting": self._marked,
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

    ABOUT_SEATS = ("acts", "seat", "troupe", "stage", "costume", "used", "resting", "objectives")

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
        if folded in names or not copies:
            return find(word, names, what, line)
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
            "prestige": LARGEST,
            "pounds": LARGEST,
            "ambiance": len(parts.ambiance) - 1,
            "tokens": parts.plus3 if self.setup.options.plus3_limit else LARGEST,
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
        self.boards[self._seat_of(line, words[0]) - 1]["stage"] = bytes(pieces)

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
        turn = self.fields.get("turn", 1 if self.setup.solo else 0)
        for board in self.boards:
            board.setdefault("cylinders", self.setup.parts.cylinders if turn else 0)
        state = self.state._replace(
            boards=tuple(
                before._replace(**board)
                for before, board in zip(self.state.boards, self.boards, strict=True)
            ),
            order=self.fields.get("order", self.setup.everybody),
            initiative=self.fields.get(
                "initiative", () if turn else self.fields.get("order", self.setup.everybody)
            ),
            phase=phases.ACTION if turn else phases.WAGER,
            turn=turn or 1,
            need=0,
            **{
                key: value
                for key, value in self.fields.items()
                if key in ("day", "out", "display", "discard")
            },
        )
        state = self._with_discs(state)
        state = self._with_cards(state, last)
        state = state._replace(dealings=tuple((seat, (item,), item, ()) for seat, item in self.kept))
        state, assumed = self._with_elements(state, last)
        self._check_turn(state, last)
        return state, assumed

    def _with_discs(self, state: State) -> State:
        spaces = [list(row) for row in state.spaces]
        if self.setup.solo:
            for row in spaces:
                row[NEUTRAL - 1] = self._neutral()
        for disc, places in self.discs.items():
            for act, space in enumerate(places):
                spaces[act][disc - 1] = space
        ranking = []
        for act, row in enumerate(spaces):
            first = (NEUTRAL, 1) if self.setup.solo else state.order
            pile = self.piles.get(act, first)
            ranking.append(tuple(sorted(pile, key=lambda disc, row=row: -row[disc - 1])))  # type: ignore[misc]
            if act in self.piles and ranking[act] != pile:
                line = self.seen["pile", ACTS[act].casefold()]
                raise line.error("the disc that is further on comes first", end_of(line))
        return state._replace(spaces=tuple(map(tuple, spaces)), ranking=tuple(ranking))

    def _neutral(self) -> int:
        """Where the neutral discs of a solo game stand: they go ahead after the first rehearsal."""
        before, after = self.setup.parts.neutral
        return after if self.fields["day"] > self.setup.parts.rehearsals[0] else before

    def _with_cards(self, state: State, last: Line) -> State:
        taken = [*state.display, *state.discard]
        taken += [
            self.setup.card(p) for board in state.boards for p in board.troupe if p >= self.setup.printed
        ]
        for seat, board in enumerate(state.boards, 1):
            most = 1 + state.day
            if len(board.troupe) - self.setup.printed > most:
                raise self.seen["troupe", str(seat)].error(
                    f"on day {state.day} nobody has more than {most} cards: the drafted one and one a day"
                )
        for card in taken:
            if taken.count(card) > 1:
                raise self._twice(self.setup.parts.codes[card], last)
        return state._replace(deck=tuple(card for card in range(self.setup.cards) if card not in taken))

    def _twice(self, code: str, last: Line) -> RecordError:
        """The error at the last line that names a card which is somewhere else as well."""
        column = 0
        for key, line in self.seen.items():
            for word, at in line.words:
                if key[0] in ("display", "discard", "troupe") and word.casefold() in (
                    code,
                    f"extra-{code}",
                ):
                    last, column = line, at
        return last.error(f"the card {code} is in two places of this position", column)

    def _with_elements(self, state: State, last: Line) -> tuple[State, tuple[str, ...]]:
        assumed: list[str] = []
        found: dict[str, tuple[int, ...]] = {}
        none = (0,) * len(COLOURS)
        if self.setup.solo and NEUTRAL not in self.discs:
            assumed.append(
                f"the neutral discs were not given: assumed on space {self._neutral()} of each act"
            )
        for kind in KINDS:
            offer = self.fields.get(f"{kind}_offer", none)
            placed = [0] * len(COLOURS)
            for board in state.boards:
                for worn in (board.stage,) if kind == "set" else board.costumes:
                    for colour in filter(None, worn):
                        placed[colour - 1] += 1
            unseen = [full - a - b for full, a, b in zip(self.setup.bag, offer, placed, strict=True)]
            for colour, count in enumerate(unseen):
                if count < 0:
                    raise self.seen.get(("offer", kind), last).error(
                        f"this position has {self.setup.bag[colour] - count} {COLOURS[colour]} elements of the "
                        f"{kind}; the game has {self.setup.bag[colour]}"
                    )
            if sum(offer) > self.setup.drawn:
                raise self.seen["offer", kind].error(
                    f"{sum(offer)} elements of the {kind} on offer; {self.setup.drawn} are drawn a day"
                )
            bag = self.fields.get(f"{kind}_bag")
            if bag is None:
                size = max(0, sum(self.setup.bag) - self.setup.drawn * state.day)
                bag = _share(unseen, size)
                assumed.append(
                    f"the {kind} bag was not given: assumed to hold its share of what is not seen"
                )
            elif any(count > rest for count, rest in zip(bag, unseen, strict=True)):
                line = self.seen["bag", kind]
                raise line.error(
                    f"more elements than the game has left: at most {in_words(unseen)}",
                    words_of(line)[2].column,
                )
            found |= {f"{kind}_offer": offer, f"{kind}_bag": bag}
        return state._replace(**found), tuple(assumed)  # type: ignore[arg-type]

    def _check_turn(self, state: State, last: Line) -> None:
        supply = self.setup.parts.plus3
        tokens = sum(each.tokens for each in state.boards)
        if self.setup.options.plus3_limit and tokens > supply:
            raise last.error(f'the seats have {tokens} "+3" tokens together; the game has {supply}')
        for seat, each in enumerate(state.boards, 1):
            most = self.setup.parts.cylinders
            if each.cylinders + each.used.bit_count() > most:
                raise last.error(f"seat {seat} would have more than {most} cylinders, used ones included")
        if state.phase == phases.WAGER:
            if len(state.initiative) < state.seats:
                line = self.seen[("initiative",)]
                raise line.error("before the wagers all seats are on the Initiative track", end_of(line))
            return
        board = state.boards[state.turn - 1]
        if state.out >> state.turn - 1 & 1 or (board.recruited and not board.cylinders):
            raise last.error(f"it is the turn of seat {state.turn}, which has left the action phase")


def _share(unseen: Sequence[int], size: int) -> tuple[int, ...]:
    """`size` elements in the proportions of `unseen`, the largest remainders rounded up."""
    total = sum(unseen)
    size = min(size, total)
    if not total:
        return tuple(unseen)
    shares = [count * size // total for count in unseen]
    rest = sorted(range(len(unseen)), key=lambda colour: -(unseen[colour] * size % total))
    for colour in rest[: size - sum(shares)]:
        shares[colour] += 1
    return tuple(shares)

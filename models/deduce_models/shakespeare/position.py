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
    position objectives 1 wardrobe                # objectives that the seat holds

In a solo game ``acts neutral 4 4 4`` places the neutral discs. Of discs on one space those named first in
``pile``, else the seats that come first on the Order track, are ahead. A bag that is left out is assumed to
hold its share of the elements that are not seen; `Table.assumed` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from deduce.errors import RecordError, nearest
from deduce.games.record import Line
from deduce_models.shakespeare import phases
from deduce_models.shakespeare.components import ACTS, COLOURS
from deduce_models.shakespeare.setup import ASSISTANT, EXTRA, SLOTS, Setup
from deduce_models.shakespeare.tracks import NEUTRAL

if TYPE_CHECKING:
    from deduce_models.shakespeare.state import State

__all__ = ["position_lines", "read_counts", "read_position"]

Word = tuple[str, int]
NUMBERS = ("prestige", "pounds", "ambiance", "tokens", "cylinders")
LARGEST = 999


def read_counts(line: Line, first: int) -> tuple[int, ...]:
    """Counts by colour from the words ``black 2 pink 1 ...`` of a line. Raises `RecordError`."""
    counts = [0] * len(COLOURS)
    words = line.words[first:]
    for (word, column), count in _pairs(line, words):
        colour = _one_of(line, (word, column), COLOURS)
        if counts[colour]:
            raise line.error(f"{word} is named twice", column)
        counts[colour] = _whole(line, count, 0, LARGEST)
    return tuple(counts)


def _pairs(line: Line, words: Sequence[Word]) -> Iterator[tuple[Word, Word]]:
    if len(words) % 2:
        raise line.error("expected pairs of words, such as 'black 2'", words[-1][1])
    yield from zip(words[::2], words[1::2], strict=True)


def _whole(line: Line, word: Word, low: int, high: int) -> int:
    text, column = word
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 4 and low <= int(text) <= high):
        raise line.error(f"{text[:60]!r}: expected a number from {low} to {high}", column)
    return int(text)


def _one_of(line: Line, word: Word, allowed: Sequence[str]) -> int:
    text, column = word
    by_case = {name.casefold(): place for place, name in enumerate(allowed)}
    if text.casefold() not in by_case:
        raise line.error(f"{text[:60]!r} is unknown; {nearest(text, allowed)}", column)
    return by_case[text.casefold()]


def read_position(state: State, lines: Sequence[Line]) -> tuple[State, tuple[str, ...]]:
    """The position that the lines describe, on top of the new game `state`, and what was assumed.

    Raises `RecordError` with line and column.
    """
    reader = _Position(state)
    for line in lines:
        reader.read(line)
    return reader.finished(lines[-1])


class _Position:
    """The lines read so far, put into a state at the end."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.setup: Setup = state.setup
        self.seen: dict[tuple[str, ...], Line] = {}
        self.fields: dict[str, Any] = {"day": 1}
        self.boards: list[dict[str, Any]] = [{} for _ in state.boards]
        self.discs: dict[int, tuple[int, ...]] = {}
        self.piles: dict[int, tuple[int, ...]] = {}
        self.kept: list[tuple[int, int]] = []
        self.readers: dict[str, Callable[[Line, Sequence[Word]], None]] = {
            "day": self._day, "order": self._order, "turn": self._turn, "initiative": self._seats,
            "display": self._cards, "discard": self._cards, "offer": self._counts, "bag": self._counts,
            "acts": self._acts, "pile": self._pile, "seat": self._seat, "troupe": self._troupe,
            "stage": self._stage, "costume": self._costume, "used": self._marked, "resting": self._marked,
            "recruited": self._recruited, "out": self._out, "objectives": self._objectives,
        }  # fmt: skip

    ABOUT_SEATS = ("acts", "seat", "troupe", "stage", "costume", "used", "resting", "objectives")

    def read(self, line: Line) -> None:
        """Understand one line; what needs other lines is kept for the end."""
        words = line.words[1:]
        if not words:
            raise line.error(f"expected one of: {', '.join(self.readers)}", line.words[0][1])
        _one_of(line, words[0], list(self.readers))
        key = words[0][0].casefold()
        twice = 3 if key == "costume" else 2 if key in (*self.ABOUT_SEATS, "offer", "bag", "pile") else 1
        name = tuple(word.casefold() for word, _ in words[:twice])
        if name in self.seen:
            raise line.error(f"'position {' '.join(name)}' is given twice", words[0][1])
        self.seen[name] = line
        if len(words) < 2:
            raise line.error(f"something is missing after {key!r}", words[0][1])
        # Costumes and marks speak of the troupe, which may be given later.
        if key not in ("costume", "used", "resting"):
            self.readers[key](line, words[1:])

    # The table.

    def _day(self, line: Line, words: Sequence[Word]) -> None:
        self.fields["day"] = _whole(line, words[0], 1, self.setup.parts.days)

    def _seat_of(self, line: Line, word: Word) -> int:
        return _whole(line, word, 1, self.setup.seats)

    def _distinct(self, line: Line, words: Sequence[Word]) -> tuple[int, ...]:
        seats: list[int] = []
        for word in words:
            seat = self._seat_of(line, word)
            if seat in seats:
                raise line.error(f"seat {seat} is named twice", word[1])
            seats.append(seat)
        return tuple(seats)

    def _order(self, line: Line, words: Sequence[Word]) -> None:
        order = self._distinct(line, words)
        if len(order) < self.setup.seats:
            raise line.error(f"expected all {self.setup.seats} seats", words[-1][1])
        self.fields["order"] = order

    def _turn(self, line: Line, words: Sequence[Word]) -> None:
        self.fields["turn"] = self._seat_of(line, words[0])

    def _seats(self, line: Line, words: Sequence[Word]) -> None:
        self.fields["initiative"] = self._distinct(line, words)

    def _out(self, line: Line, words: Sequence[Word]) -> None:
        self.fields["out"] = sum(1 << seat - 1 for seat in self._distinct(line, words))

    def _recruited(self, line: Line, words: Sequence[Word]) -> None:
        for seat in self._distinct(line, words):
            self.boards[seat - 1]["recruited"] = True

    def _cards(self, line: Line, words: Sequence[Word]) -> None:
        key = line.words[1][0].casefold()
        cards = tuple(sorted(_one_of(line, word, self.setup.parts.codes) for word in words))
        if len(set(cards)) < len(cards):
            raise line.error("a card is named twice", words[0][1])
        self.fields[key] = cards

    def _counts(self, line: Line, words: Sequence[Word]) -> None:
        kind = ("set", "costume")[_one_of(line, words[0], ("set", "costume"))]
        self.fields[f"{kind}_{line.words[1][0].casefold()}"] = read_counts(line, 3)

    def _acts(self, line: Line, words: Sequence[Word]) -> None:
        neutral = self.setup.solo and words[0][0].casefold() == "neutral"
        disc = NEUTRAL if neutral else self._seat_of(line, words[0])
        if len(words) != 1 + len(ACTS):
            raise line.error("expected three spaces, one for each act", words[-1][1])
        self.discs[disc] = tuple(
            _whole(line, word, 1, act.length) for word, act in zip(words[1:], self.setup.acts, strict=True)
        )

    def _pile(self, line: Line, words: Sequence[Word]) -> None:
        act = _one_of(line, words[0], ACTS)
        discs = []
        for word in words[1:]:
            neutral = self.setup.solo and word[0].casefold() == "neutral"
            discs.append(NEUTRAL if neutral else self._seat_of(line, word))
        if sorted(discs) != list(range(1, self.setup.discs + 1)):
            raise line.error("expected every disc once, first to last", words[-1][1])
        self.piles[act] = tuple(discs)

    # The boards.

    def _seat(self, line: Line, words: Sequence[Word]) -> None:
        board = self.boards[self._seat_of(line, words[0]) - 1]
        parts = self.setup.parts
        ends = {
            "prestige": (-LARGEST, LARGEST),
            "pounds": (0, LARGEST),
            "ambiance": (0, len(parts.ambiance) - 1),
            "tokens": (0, parts.plus3 if self.setup.options.plus3_limit else LARGEST),
            "cylinders": (0, parts.cylinders),
        }
        for word, number in _pairs(line, words[1:]):
            name = NUMBERS[_one_of(line, word, NUMBERS)]
            board[name] = _whole(line, number, *ends[name])

    def _troupe(self, line: Line, words: Sequence[Word]) -> None:
        board = self.boards[self._seat_of(line, words[0]) - 1]
        names = self.setup.codes[self.setup.printed :]
        people = tuple(self.setup.printed + _one_of(line, word, names) for word in words[1:])
        if len(set(people)) < len(people):
            raise line.error("a person is named twice", words[1][1])
        board["troupe"] = (*range(self.setup.printed), *people)

    def _stage(self, line: Line, words: Sequence[Word]) -> None:
        stage = self.setup.stage
        pieces = bytearray(stage.empty)
        for place, colour in _pairs(line, words[1:]):
            space = _one_of(line, place, [cell.name for cell in stage.cells])
            if pieces[space]:
                raise line.error(f"space {place[0]} is named twice", place[1])
            pieces[space] = 1 + _one_of(line, colour, COLOURS)
        why = stage.consistent(bytes(pieces))
        if why:
            raise line.error(f"these pieces cannot stand so: {why}", words[0][1])
        self.boards[self._seat_of(line, words[0]) - 1]["stage"] = bytes(pieces)

    def _member(self, line: Line, seat: int, word: Word) -> int:
        """The place of a person in the troupe of `seat`."""
        troupe = self.boards[seat - 1]["troupe"]
        return _one_of(line, word, [self.setup.codes[person] for person in troupe])

    def _costume(self, line: Line, words: Sequence[Word]) -> None:
        seat = self._seat_of(line, words[0])
        if len(words) < 2:
            raise line.error("expected a person and up to three colours", words[0][1])
        place = self._member(line, seat, words[1])
        board = self.boards[seat - 1]
        if not self.setup.wears[board["troupe"][place]]:
            raise line.error(f"{words[1][0]} wears no costume", words[1][1])
        worn = bytes(sorted(1 + _one_of(line, word, COLOURS) for word in words[2:]))
        if len(worn) > SLOTS:
            raise line.error("a costume has at most three elements", words[2 + SLOTS][1])
        board["costumes"][place] = worn

    def _marked(self, line: Line, words: Sequence[Word]) -> None:
        key = line.words[1][0].casefold()
        seat = self._seat_of(line, words[0])
        mask = 0
        for word in words[1:]:
            place = self._member(line, seat, word)
            if self.setup.roles[self.boards[seat - 1]["troupe"][place]] in (ASSISTANT, EXTRA):
                raise line.error(f"{word[0]} is never activated", word[1])
            mask |= 1 << place
        self.boards[seat - 1][key] = mask

    def _objectives(self, line: Line, words: Sequence[Word]) -> None:
        seat = self._seat_of(line, words[0])
        for word in words[1:]:
            item = _one_of(line, word, self.setup.objective_codes)
            if any(item == other for _, other in self.kept):
                raise line.error(f"{word[0]} is named twice", word[1])
            self.kept.append((seat, item))

    # Together.

    def finished(self, last: Line) -> tuple[State, tuple[str, ...]]:
        """The position of all lines."""
        for board in self.boards:
            board.setdefault("troupe", tuple(range(self.setup.printed)))
            board["costumes"] = [b""] * len(board["troupe"])
        for key, line in self.seen.items():
            if key[0] in ("costume", "used", "resting"):
                self.readers[key[0]](line, line.words[2:])
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
                raise line.error("the disc that is further on comes first", line.words[-1][1])
        return state._replace(spaces=tuple(map(tuple, spaces)), ranking=tuple(ranking))

    def _with_cards(self, state: State, last: Line) -> State:
        taken = [*state.display, *state.discard]
        taken += [
            self.setup.card(p) for board in state.boards for p in board.troupe if p >= self.setup.printed
        ]
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
        for kind in ("set", "costume"):
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
                    f"more elements than the game has left: at most {_words(unseen)}", line.words[2][1]
                )
            found |= {f"{kind}_offer": offer, f"{kind}_bag": bag}
        return state._replace(**found), tuple(assumed)  # type: ignore[arg-type]

    def _check_turn(self, state: State, last: Line) -> None:
        if state.phase == phases.WAGER:
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


def _words(counts: Sequence[int]) -> str:
    return (
        " ".join(f"{word} {count}" for word, count in zip(COLOURS, counts, strict=True) if count) or "none"
    )


# Writing.


def position_lines(state: State) -> list[str]:
    """The lines of a position before the wagers or at an action; objectives as the seats hold them.

    They read back to the same position, but for the history of the objectives.
    """
    from deduce_models.shakespeare.objectives import held

    setup = state.setup
    lines = [f"day {state.day}", "order " + " ".join(map(str, state.order))]
    if state.phase == phases.ACTION:
        lines.append(f"turn {state.turn}")
    if state.initiative:
        lines.append("initiative " + " ".join(map(str, state.initiative)))
    for key, cards in (("display", state.display), ("discard", state.discard)):
        if cards:
            lines.append(f"{key} " + " ".join(setup.parts.codes[card] for card in cards))
    for key, counts in (
        ("offer set", state.set_offer),
        ("offer costume", state.costume_offer),
        ("bag set", state.set_bag),
        ("bag costume", state.costume_bag),
    ):
        lines.append(f"{key} {_words(counts)}".removesuffix(" none"))
    for disc in range(1, setup.discs + 1):
        name = "neutral" if setup.solo and disc == NEUTRAL else disc
        lines.append(f"acts {name} " + " ".join(str(row[disc - 1]) for row in state.spaces))
    for act, order in zip(ACTS, state.ranking, strict=True):
        names = ["neutral" if setup.solo and disc == NEUTRAL else str(disc) for disc in order]
        lines.append(f"pile {act} " + " ".join(names))
    for seat, board in enumerate(state.boards, 1):
        numbers = [f"{name} {getattr(board, name)}" for name in NUMBERS]
        lines.append(f"seat {seat} " + " ".join(numbers))
        people = [setup.codes[person] for person in board.troupe]
        if people[setup.printed :]:
            lines.append(f"troupe {seat} " + " ".join(people[setup.printed :]))
        pieces = [
            f"{cell.name} {COLOURS[colour - 1]}"
            for cell, colour in zip(setup.stage.cells, board.stage, strict=True)
            if colour
        ]
        if pieces:
            lines.append(f"stage {seat} " + " ".join(pieces))
        for code, worn in zip(people, board.costumes, strict=True):
            if worn:
                lines.append(f"costume {seat} {code} " + " ".join(COLOURS[colour - 1] for colour in worn))
        for key, mask in (("used", board.used), ("resting", board.resting)):
            if mask:
                names = [code for place, code in enumerate(people) if mask >> place & 1]
                lines.append(f"{key} {seat} " + " ".join(names))
        own = held(state.dealings, seat)
        if own:
            lines.append(f"objectives {seat} " + " ".join(setup.objective_codes[item] for item in own))
    recruited = [str(seat) for seat, board in enumerate(state.boards, 1) if board.recruited]
    gone = [str(seat) for seat in setup.everybody if state.out >> seat - 1 & 1]
    lines += [f"recruited {' '.join(recruited)}"] * bool(recruited) + [f"out {' '.join(gone)}"] * bool(gone)
    return [f"position {line}" for line in lines]

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

``position code n2 d3 o2,1 t2 D=hamlet,puck s=K2P1 a1=1,4,3 b1=7,3,2,1,3 g1=1C:K w1=author:KP ...`` says the same in one
line (`deduce.records.positions`; ``n2``: two play, ``an=``: the neutral discs, ``p2=``: act II; ``b1=``: the numbers of
seat 1 as they are named above). A card of which there are copies may be named without its number: then it is the first
copy not named elsewhere.

In a solo game ``acts neutral 4 4 4`` places the neutral discs; left out they stand where the day has them. Of discs
on one space those named first in ``pile``, else the seats that come first on the Order track, are ahead. A bag that
is left out is assumed to hold its share of the elements that are not seen; `Replay.assumed` says what was assumed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from deduce.ground.errors import ProblemError, nearest
from deduce.ground.wording import as_is, run, say
from deduce.records import words as read_words
from deduce.records.positions import Kind, Kinds, Part, Saying, Told, code_of, lines_of
from deduce.records.record import Line
from deduce.records.words import Word, find, number, quote, whole_number
from deduce_models.shakespeare.components.drawing import LETTERS, is_stage_row, stage_of_row
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.components.parts import ACTS
from deduce_models.shakespeare.components.stage import Stage
from deduce_models.shakespeare.records.assembly import assembled
from deduce_models.shakespeare.records.words import NUMBERS, uncopied
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.objectives import held
from deduce_models.shakespeare.rules.setup import ASSISTANT, EXTRA, SEATS, Setup
from deduce_models.shakespeare.rules.state import State
from deduce_models.shakespeare.rules.tracks import NEUTRAL
from deduce_models.shakespeare.rules.views import View

PARTS = tuple(
    Part(form, letter)
    for form, letter in (
        ("players SEATS", "n"), ("day DAY", "d"), ("order SEAT+", "o"), ("turn SEAT", "t"), ("initiative SEAT+", "i"),
        ("display CARD+", "D"), ("discard CARD+", "X"), ("offer set: COLOUR=COUNT*", "s"),
        ("offer costume: COLOUR=COUNT*", "c"), ("bag set: COLOUR=COUNT*", "S"), ("bag costume: COLOUR=COUNT*", "C"),
        ("acts DISC: SPACE SPACE SPACE", "a"), ("pile ACT: DISC+", "p"), ("seat SEAT: NUMBER=WORTH*", "b"),
        ("troupe SEAT: PERSON*", "T"), ("stage SEAT: PLACE=COLOUR*", "g"), ("costume SEAT WEARER: COLOUR*", "w"),
        ("used SEAT: ACTIVE*", "u"), ("resting SEAT: ACTIVE*", "r"), ("objectives SEAT: OBJECTIVE*", "q"),
        ("recruited SEAT+", "R"), ("out SEAT+", "O"),
    )
)  # fmt: skip
"""The lines of a position, each with its letter in the position as one line."""

UNSEEN = -100
"""The first number of an objective that the record does not name."""

HIDDEN = "?"
"""An objective that the writer does not see."""


def is_typed(line: Line) -> bool:
    """Whether a line belongs to a typed position: it begins with ``position``, or is a row of a drawn stage."""
    return line.words[0][0].casefold() == "position" or is_stage_row(line.text)


def read_position(
    state: State, lines: Sequence[Line], names: Sequence[str] = (), *, seat: int | None = None
) -> tuple[State, tuple[str, ...]]:
    """The position that the lines describe, on top of the new game `state`, and what was assumed.

    `names` are the players, who may be named for their seats; `seat` is whose record it is (None: everybody's):
    objectives it does not see are numbers below 0. Raises `RecordError` with line and column.
    """
    told = Told(PARTS, "position")
    words = _Words(state.setup, told, names, seat)
    for line in lines:
        words.named |= {word.removeprefix("extra-") for word in re.split(r"[\s,:=]+", line.body.casefold())}
    told.read(_undrawn(state.setup.stage, lines), words.kinds)
    return assembled(told, state, lines[-1])


def seats_of(lines: Sequence[Line], players: int | None = None) -> int:
    """How many play according to the first position code among the lines of a record; 1 when none says so.

    Raises `RecordError` for a number that the game does not have, or that is not `players`.
    """
    for line in lines:
        if re.match(r"position\s+code\s", line.body, re.IGNORECASE):
            for word, column in line.words[2:]:
                if re.fullmatch(r"n[0-9]{1,9}", word):
                    if int(word[1:]) not in SEATS:
                        said = "{number} play; expected {low} to {high}"
                        told = say(said, number=int(word[1:]), low=SEATS[0], high=SEATS[-1])
                        raise line.error(told, column)
                    if players not in (None, int(word[1:])):
                        said = "{number} play here, {players} in the header"
                        raise line.error(say(said, number=int(word[1:]), players=players or 0), column)
                    return int(word[1:])
    return 1 if players is None else players


def _undrawn(stage: Stage, lines: Sequence[Line]) -> Iterator[Line]:
    """The lines, a drawn stage as the line that says the same in words; its rows follow ``position picture SEAT``."""
    rest = list(lines)
    while rest:
        line = rest.pop(0)
        words = [word for word, _ in line.words]
        if is_stage_row(line.text):
            raise line.error(say("expected 'position picture SEAT' before the rows of a drawn stage"), 1)
        if len(words) < 3 or words[1].casefold() != "picture":
            yield line
            continue
        rows = []
        while rest and is_stage_row(rest[0].text):
            rows.append(rest.pop(0))
        if len(rows) != len(stage.rows):
            where = rows[-1] if rows else line
            wanted = "{number} rows are drawn; the stage has {all}, the top one first"
            raise where.error(say(wanted, number=len(rows), all=len(stage.rows)))
        pieces: dict[int, int] = {}
        for above, row in enumerate(rows):
            try:
                pieces |= stage_of_row(stage, len(rows) - above, row.text)
            except ProblemError as error:
                raise row.error(error.said) from error
        said = [f"{stage.cells[place].name} {COLOURS[colour - 1]}" for place, colour in pieces.items()]
        yield Line(line.number, " ".join(["position stage", *words[2:], *said]), line.source)


class _Words:
    """The kinds of words of a position, for this box and these players; `told` is what the lines said so far."""

    def __init__(
        self, setup: Setup, told: Told | None = None, names: Sequence[str] = (), seat: int | None = None
    ) -> None:
        self.setup, self.told, self.names, self.seat = setup, told or Told(PARTS), names, seat
        self.named: set[str] = set()
        self.unseen = UNSEEN

    @property
    def kinds(self) -> Kinds:
        """All of them."""
        setup, parts = self.setup, self.setup.parts
        colours = {colour: number for number, colour in enumerate(COLOURS, 1)}
        letters = dict(zip(COLOURS, LETTERS[1:], strict=True))
        cards = {code: place for place, code in enumerate(parts.codes)}
        acts = {act: place for place, act in enumerate(ACTS)}
        return {
            "SEATS": Kind("a number of players", low=SEATS[0], high=SEATS[-1]),
            "DAY": Kind("a day", low=1, high=parts.days),
            "SEAT": Kind("a seat", means=self._seat),
            "CARD": Kind("a card", cards, means=self._copy("a card", parts.codes, 0)),
            "COLOUR": Kind("a colour", colours, letters=letters, often=True),
            "COUNT": Kind("a number"),
            "DISC": Kind("a disc", letters={"neutral": "n"}, means=self._disc),
            "SPACE": Kind("a space", means=self._space),
            "ACT": Kind("an act", acts, letters={act: str(place + 1) for act, place in acts.items()}),
            "NUMBER": Kind("a number of the board", {name: name for name in NUMBERS}),
            "WORTH": Kind("a number", means=self._worth),
            "PERSON": Kind("a person", means=self._copy("a person", setup.codes[setup.printed :], setup.printed)),
            "PLACE": Kind("a space", dict(setup.stage.places)),
            "WEARER": Kind("a person", late=True, means=self._wearer),
            "ACTIVE": Kind("one of the troupe", late=True, means=self._active),
            "OBJECTIVE": Kind("an objective", means=self._objective),
        }  # fmt: skip

    def _seat(self, word: Word, line: Line, _: object = ()) -> int:
        if self.names and whole_number(word.text) is None:
            return find(word, self.names, "a player", line) + 1
        return number(word, line, 1, self.setup.seats, "a seat")

    def _disc(self, word: Word, line: Line, _: object) -> int:
        return NEUTRAL if self.setup.solo and word.folded == "neutral" else self._seat(word, line)

    def _space(self, word: Word, line: Line, before: Sequence[Any]) -> int:
        return number(word, line, 1, self.setup.acts[len(before) - 1].length, "a space")

    def _worth(self, word: Word, line: Line, before: Sequence[Any]) -> int:
        parts, name = self.setup.parts, before[-1]
        most = {"ambiance": len(parts.ambiance) - 1, "cylinders": parts.cylinders}
        if self.setup.options.plus3_limit:
            most["tokens"] = parts.plus3
        # Prestige alone can be below 0.
        minus = name == "prestige" and word.text.startswith("-")
        digits = Word(word.text.removeprefix("-") if minus else word.text, word.column)
        return number(digits, line, 0, most.get(name, read_words.LARGEST)) * (-1 if minus else 1)

    def _copy(self, what: str, names: Sequence[str], first: int) -> Callable[..., int]:
        """Finds the place of a card in `names`; without a number, of the first of its copies that is not named yet."""

        def found(word: Word, line: Line, _: object) -> int:
            folded = word.folded
            copies = [name for name in names if uncopied(name) == folded]
            free = [name for name in copies if name.removeprefix("extra-") not in self.named]
            if folded in names or (not copies and read_words.meant(word, names)):
                return first + find(word, names, what, line)
            if not copies:
                if folded in self.setup.codes[: self.setup.printed]:
                    said = "{name} is printed on every board: no card is called so"
                    raise line.error(say(said, name=as_is(word.text)), word.column)
                plain = dict.fromkeys(
                    name for name in map(uncopied, names) if not name.startswith("extra-")
                )
                back = "" if what == "a card" else say(", and extra-NAME face down")
                hint = nearest(word.text, plain, limit=len(plain), unlisted=names)
                told = say("expected {wanted}, not {got}", wanted=what, got=quote(word.text))
                raise line.error(run(told, ": ", hint, back), word.column)
            if not free:
                said, name = "all {number} copies of {name} are named already", as_is(word.text)
                raise line.error(say(said, number=len(copies), name=name), word.column)
            self.named.add(free[0].removeprefix("extra-"))
            return first + names.index(free[0])

        return found

    def _member(self, word: Word, line: Line, seat: int) -> tuple[int, int]:
        """The place of a person in the troupe of `seat`, and who that is."""
        troupe = (*range(self.setup.printed), *(self.told.get("troupe", seat) or ()))
        names = [self.setup.codes[person] for person in troupe]
        copies = [name for name in names if uncopied(name) == word.folded]
        if word.folded in names or len(copies) != 1:
            place = find(word, names, "one of the troupe", line)
        else:
            place = names.index(copies[0])
        return place, troupe[place]

    def _wearer(self, word: Word, line: Line, before: Sequence[Any]) -> int:
        place, person = self._member(word, line, before[0])
        if not self.setup.wears[person]:
            raise line.error(say("{name} wears no costume", name=as_is(word.text)), word.column)
        return place

    def _active(self, word: Word, line: Line, before: Sequence[Any]) -> int:
        place, person = self._member(word, line, before[0])
        if self.setup.roles[person] in (ASSISTANT, EXTRA):
            raise line.error(say("{name} is never activated", name=as_is(word.text)), word.column)
        return place

    def _objective(self, word: Word, line: Line, before: Sequence[Any]) -> int:
        if word.text == HIDDEN:
            if self.seat in (None, before[0]):
                said = "'?' stands for objectives of others, in the record of one seat"
                raise line.error(say(said), word.column)
            self.unseen -= 1
            return self.unseen
        item = find(word, self.setup.objective_codes, "an objective", line)
        if any(item in said.values for said in self.told.every("objectives")):
            raise line.error(say("{name} is named twice", name=as_is(word.text)), word.column)
        return item


# Writing.


def position_lines(position: State | View) -> list[str]:
    """The lines of a position before the wagers or at an action; objectives as the seats hold them.

    They read back to the same position, but for the history of the objectives; of a view ``?`` stands for those that
    its seat does not see.
    """
    return lines_of(_sayings(position), "position")


def position_code(position: State | View) -> str:
    """The position as one line; of a view, as its seat sees it. It reads back to the same typed position."""
    players: Saying = ("players", (), (position.setup.seats,))
    return code_of([players, *_sayings(position)], PARTS, _Words(position.setup).kinds)


def _sayings(state: State | View) -> Iterator[Saying]:
    setup, codes = state.setup, state.setup.parts.codes
    yield "day", (), (state.day,)
    yield "order", (), state.order
    if state.phase == phases.ACTION:
        yield "turn", (), (state.turn,)
    lists: dict[str, Sequence[Any]] = {
        "initiative": state.initiative,
        "display": [codes[card] for card in state.display],
        "discard": [codes[card] for card in state.discard],
    }
    yield from ((key, (), values) for key, values in lists.items() if values)
    for where in ("offer", "bag"):
        for kind in ("set", "costume"):
            counts = zip(COLOURS, getattr(state, f"{kind}_{where}"), strict=True)
            yield f"{where} {kind}", (), [each for pair in counts if pair[1] for each in pair]

    def disc(which: int) -> str | int:
        return "neutral" if setup.solo and which == NEUTRAL else which

    for each in range(1, setup.discs + 1):
        yield "acts", (disc(each),), [row[each - 1] for row in state.spaces]
    for act, order in zip(ACTS, state.ranking, strict=True):
        yield "pile", (act,), list(map(disc, order))
    for seat in setup.everybody:
        yield from _board_sayings(state, seat)
    recruited = [seat for seat, board in enumerate(state.boards, 1) if board.recruited]
    gone = [seat for seat in setup.everybody if state.out >> seat - 1 & 1]
    yield from ((key, (), seats) for key, seats in (("recruited", recruited), ("out", gone)) if seats)


def _board_sayings(state: State | View, seat: int) -> Iterator[Saying]:
    """What one board says, its costumes and objectives among it."""
    setup, board = state.setup, state.boards[seat - 1]
    people = [setup.codes[person] for person in board.troupe]
    yield "seat", (seat,), [each for name in NUMBERS for each in (name, getattr(board, name))]
    placed = [
        (cell.name, COLOURS[colour - 1])
        for cell, colour in zip(setup.stage.cells, board.stage, strict=True)
        if colour
    ]
    lists = {"troupe": people[setup.printed :], "stage": [each for pair in placed for each in pair]}
    yield from ((key, (seat,), words) for key, words in lists.items() if words)
    for code, worn in zip(people, board.costumes, strict=True):
        if worn:
            yield "costume", (seat, code), [COLOURS[colour - 1] for colour in worn]
    own = held(state.dealings, seat)
    lists = {
        "used": [code for place, code in enumerate(people) if board.used >> place & 1],
        "resting": [code for place, code in enumerate(people) if board.resting >> place & 1],
        "objectives": [setup.objective_codes[item] if item >= 0 else HIDDEN for item in own],
    }
    yield from ((key, (seat,), words) for key, words in lists.items() if words)

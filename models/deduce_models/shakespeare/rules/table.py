"""What lies on the table of Shakespeare, and how it is laid out: boards, menus, displays and offers.

The rules of `rulebook` move what is kept here; nothing here decides what may be done.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Any

from deduce.rulebook import Row
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.rules import phases
from deduce_models.shakespeare.rules.chance import forced
from deduce_models.shakespeare.rules.effects import gained, with_board
from deduce_models.shakespeare.rules.tracks import advanced
from deduce_models.shakespeare.rules.views import PUBLIC

if TYPE_CHECKING:
    from deduce.rulebook import Table
    from deduce_models.shakespeare.components.parts import Gain
    from deduce_models.shakespeare.rules.moves import Move
    from deduce_models.shakespeare.rules.setup import Setup
    from deduce_models.shakespeare.rules.state import Board, State

Going = Generator[Any, Any, Any]
KINDS = ("set", "costume")
WORDS = tuple(tuple(COLOURS)[k:] for k in range(len(COLOURS)))
"""The colours that are still to come, from each on."""
DRAWING = {"set": phases.SET_DRAW, "costume": phases.COSTUME_DRAW}


def lay(t: Table, begun: State) -> None:
    """What lies on the table at the beginning."""
    for name in PUBLIC:
        setattr(t.open, name, getattr(begun, name))
    t.open.awake, t.open.asked, t.open.held = (0,) * len(t.seats), 0, ()
    t.keep.objectives = t.deck("the objectives", t.data.objective_codes)
    t.keep.drawn = {seat: t.zone(f"objectives drawn by {t.name(seat)}", seat) for seat in t.seats}
    t.keep.known, t.keep.kept = {}, dict.fromkeys(t.seats, ())


class Stagehand:
    """A game under way, as far as it is moved about."""

    def __init__(self, t: Table) -> None:
        self.t, self.o, self.keep = t, t.open, t.keep
        self.setup: Setup = t.data
        self.parts, self.options = self.setup.parts, self.setup.options

    def display(self) -> Going:
        """Cards that nobody took are discarded, and new ones are shown."""
        o = self.o
        o.turn, o.phase = 0, phases.DEAL
        o.discard, o.display = tuple(sorted(o.discard + o.display)), ()
        # A game never runs out of cards, but a typed position may have too many in the troupes.
        yield self.cards(min(self.setup.shown, len(o.deck) + len(o.discard)))

    def cards(self, number: int) -> Going:
        """Cards are turned up; the discard becomes the deck where it is needed."""
        o = self.o
        o.need = number
        while o.need:
            if not o.deck:
                o.deck, o.discard = o.discard, ()
            codes = self.parts.codes
            there = [codes[card] for card in o.deck]
            card = codes.index((yield self.t.roll("card", there, row=Row("display", o.need))))
            o.deck = tuple([other for other in o.deck if other != card])
            o.display = tuple(sorted((*o.display, card)))
            o.need -= 1

    def offers(self) -> Going:
        """New elements of both kinds, colour by colour; what was left of the old ones is out of the game."""
        o = self.o
        for kind in KINDS:
            o.phase = DRAWING[kind]
            bag: tuple[int, ...] = getattr(o, f"{kind}_bag")
            offer = (0,) * len(bag)
            o.need = min(self.setup.drawn, sum(bag))
            for o.colour, word in enumerate(COLOURS):
                number = forced(bag, o.colour, o.need)
                if number is None:
                    setattr(o, f"{kind}_offer", offer)
                    setattr(o, f"{kind}_bag", bag)
                    chances = _counts(bag[o.colour], sum(bag[o.colour + 1 :]), o.need)
                    row = Row(f"offer {kind}", o.need, WORDS[o.colour])
                    number = yield self.t.roll(f"offer {kind} {word}", chances, row=row)
                elif number:
                    self.t.announce(f"offer {kind} {word}", number, row=f"offer {kind}")
                offer = (*offer[: o.colour], number, *offer[o.colour + 1 :])
                bag = (*bag[: o.colour], bag[o.colour] - number, *bag[o.colour + 1 :])
                o.need -= number
            setattr(o, f"{kind}_offer", offer)
            setattr(o, f"{kind}_bag", bag)
            o.need = o.colour = 0

    # What people and the ambiance bring.

    def gain(self, gain: Gain, phase: int) -> Going:
        """The seat at turn gets what somebody brings; each white quill goes on in an act of its choice."""
        o = self.o
        for act in range(3):
            if gain.quills[act]:
                self.advance(act, gain.quills[act])
        if gain.prestige or gain.pounds or gain.ambiance:
            self.put(gained(self.setup, self.board(), gain))
        if gain.quills[3]:
            o.phase, o.quills = phase, gain.quills[3]
        while o.quills:
            move = yield self.choose(self.setup.moves.quills)
            steps = 1 if self.options.split_quills else o.quills
            self.advance(move.item, steps)
            o.quills -= steps

    def advance(self, act: int, steps: int) -> None:
        """The disc of the seat at turn goes on."""
        o = self.o
        o.spaces, o.ranking = advanced(self.setup, o.spaces, o.ranking, act, o.turn, steps)

    # Boards and menus.

    def board(self, seat: int = 0) -> Board:
        """The board of a seat; without one of that at turn."""
        found: Board = self.o.boards[(seat or self.o.turn) - 1]
        return found

    def put(self, board: Board) -> None:
        """The seat at turn has another board."""
        self.o.boards = with_board(self.o.boards, self.o.turn, board)

    def choose(self, moves: Iterable[Move]) -> Any:
        """To be yielded: the seat at turn makes one of these moves."""
        return self.t.choose(self.o.turn, self.one_of(moves))

    def one_of(self, moves: Iterable[Move]) -> list[dict[str, Move]]:
        """The options for moves; those of each are made once."""
        options: dict[Move, dict[str, Move]] = self.t.once(
            "options",
            lambda: {
                move: self.t.once(move, lambda move=move: {move.text: move})  # type: ignore[misc]
                for move in self.setup.moves.all()
            },
        )
        return [options[move] for move in moves]


@lru_cache(1 << 12)
def _counts(count: int, others: int, need: int) -> dict[int, float]:
    """How many of `count` elements of a colour can be among `need` drawn from them and `others`, with chances."""
    numbers = range(max(0, need - others), min(count, need) + 1)
    return {number: float(comb(count, number) * comb(others, need - number)) for number in numbers}

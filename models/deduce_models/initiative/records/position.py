"""A position typed in: what lies on the table, in place of all that was played before.

After a line ``position`` each line says one thing, in any order; what is not said is as at the start::

    position
    hand y2 g5 b9 g11        the writer's own cards
    cards 2 3                seat 2 holds three cards (default: a full hand)
    fresh 2 1                one of them was drawn since the deck was turned over
    pile Run g4 y7           the cards on an action, lowest first
    block Gather             a counterintelligence token lies on it
    discard g1 t2            the discard
    threat                   the deck has been turned over; what is neither seen nor held is in it
    figure 2 A3              where a figure stands
    stack A1 2               hidden tokens left in a room
    faceup A1 Q camera       what lies open there
    gone L gas               tokens that were seen and have left
    turn 2                   whose turn it is (default: the writer's)
    open L E                 a collected glyph and what its windows show

Moves may follow. Of a card alone (a mission file without map) the ``open`` lines are enough.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from deduce.ground.errors import nearest
from deduce.ground.wording import many
from deduce.records.record import Line
from deduce.records.words import whole_number
from deduce.rulebook import NOBODY, Table
from deduce_models.initiative.components.parts import ACTIONS
from deduce_models.initiative.records.openings import opening
from deduce_models.initiative.rulebook import Going, Mission, lay
from deduce_models.initiative.rules.frame import Frame

__all__ = ["Typed", "card_alone", "position_lines", "typed"]


def position_lines(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines of the position that the record begins with, the word ``position`` first; none where it does not."""
    if not lines or lines[0].words[0][0].lower() != "position":
        return ()
    known = (*_KEYS, "open")
    end = 1
    while end < len(lines) and lines[end].words[0][0].lower() in known:
        end += 1
    return lines[:end]


@dataclass
class Typed:
    """What lies on the table, told by lines; called with a table it is the rules from there on.

    Attributes:
        frame: The mission.
        seats: How many play.
        seat: The writer.
        hand: The writer's cards, empty where they were not told.
        sizes, fresh: Of each seat how many cards it holds, and how many of them were drawn since the flip.
        gone: Tokens that were seen and have left.
        opened: The glyphs whose windows are open.
    """

    frame: Frame
    seats: int
    seat: int
    hand: list[str] = field(default_factory=list)
    piles: dict[str, list[str]] = field(default_factory=lambda: {pile: [] for pile in ACTIONS})
    blocks: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ACTIONS, 0))
    discard: list[str] = field(default_factory=list)
    threat: bool = False
    gone: list[str] = field(default_factory=list)
    opened: list[str] = field(default_factory=list)
    reshuffled: list[str] = field(default_factory=list)
    unseen: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        setup = self.setup = self.frame.setup
        self.sizes = dict.fromkeys(range(1, self.seats + 1), setup.deck.hand)
        self.fresh = dict.fromkeys(range(1, self.seats + 1), 0)
        self.figures = dict.fromkeys(range(1, self.seats + 1), setup.rooms[setup.entrance])
        self.hidden = dict(zip(setup.rooms, setup.stacks, strict=True))
        self.faceup: dict[str, list[str]] = {room: [] for room in setup.rooms}
        self.turn = self.seat or 1

    def __call__(self, t: Table) -> Going:
        """The rules, from this position on."""
        lay(t)
        o = t.open
        if self.threat:
            for card in self.frame.times:
                t.put(o.deck, card)
        known = [*self.discard, *(card for cards in self.piles.values() for card in cards)]
        for card in known:
            if self.threat or card not in self.frame.times:
                t.take(o.deck, card)
        o.piles, o.blocks, o.faceup = _tuples(self.piles), dict(self.blocks), _tuples(self.faceup)
        o.unseen, o.hidden, o.fresh = dict(self.unseen), dict(self.hidden), dict(self.fresh)
        o.discard, o.threat, o.reshuffled = tuple(self.discard), self.threat, tuple(self.reshuffled)
        o.figures, o.turn, o.asked = dict(self.figures), self.turn, "action"
        for glyph in self.opened:
            o.opened += (glyph,)
            self.frame.open(t, glyph)
        for card in self.hand:
            t.move(card, o.deck, o.hands[self.seat])
        for seat in t.seats:
            for _ in range(0 if seat == self.seat else self.sizes[seat]):
                yield t.draw(o.deck, to=o.hands[seat], seen_by=NOBODY)
        for _ in range(0 if self.hand else self.sizes[self.seat]):  # who writes knows them, and will tell
            yield t.draw(o.deck, to=o.hands[self.seat], text="hand {}")
        return Mission.one_turn

    # Words of the lines.

    def cards(self, line: Line, start: int) -> list[str]:
        """The cards of a line from a word on. Raises `RecordError`."""
        return self._known(line, start, self.setup.deck.codes, "card")

    def tokens(self, line: Line, start: int) -> list[str]:
        """The tokens of a line from a word on. Raises `RecordError`."""
        return self._known(line, start, self.setup.kinds, "token")

    @staticmethod
    def _known(line: Line, start: int, names: Sequence[str], what: str) -> list[str]:
        for word, column in line.words[start:]:
            if word not in names:
                raise line.error(f"{word!r} is no {what}; {nearest(word, names)}", column)
        return [word for word, _ in line.words[start:]]

    @staticmethod
    def among(line: Line, at: int, names: Sequence[str], what: str) -> str:
        """The one of some names that a word of a line is. Raises `RecordError`."""
        if len(line.words) <= at:
            raise line.error(f"expected {what}", len(line.text))
        word, column = line.words[at]
        folded = [name.casefold() for name in names]
        if word.casefold() not in folded:
            raise line.error(f"{word!r} is no {what}; {nearest(word, names)}", column)
        return names[folded.index(word.casefold())]

    @staticmethod
    def number(line: Line, at: int, most: int) -> int:
        """The number that a word of a line is. Raises `RecordError`."""
        text, column = line.words[at] if len(line.words) > at else ("", len(line.text))
        value = whole_number(text)
        if value is None or not 0 <= value <= most:
            raise line.error(f"expected a number from 0 to {most}, not {text!r}", column)
        return value

    def some_seat(self, line: Line, at: int = 1) -> int:
        """The seat that a word of a line is. Raises `RecordError`."""
        return int(self.among(line, at, [str(seat) for seat in range(1, self.seats + 1)], "seat"))


def _tuples(given: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(each) for key, each in given.items()}


def _cards_of(typed: Typed, line: Line) -> None:
    typed.sizes[typed.some_seat(line)] = typed.number(line, 2, typed.setup.deck.hand)


def _fresh(typed: Typed, line: Line) -> None:
    typed.fresh[typed.some_seat(line)] = typed.number(line, 2, typed.setup.deck.hand)


def _pile(typed: Typed, line: Line) -> None:
    pile = typed.among(line, 1, ACTIONS, "action")
    cards = typed.cards(line, 2)
    if any(typed.frame.value[a] >= typed.frame.value[b] for a, b in pairwise(cards)):
        raise line.error("the cards of a pile rise from the lowest", line.words[2][1])
    typed.piles[pile] = cards


def _block(typed: Typed, line: Line) -> None:
    typed.blocks[typed.among(line, 1, ACTIONS, "action")] += 1


def _threat(typed: Typed, line: Line) -> None:
    if len(line.words) > 1:
        raise line.error("'threat' stands alone", line.words[1][1])
    typed.threat = True


def _figure(typed: Typed, line: Line) -> None:
    typed.figures[typed.some_seat(line)] = typed.among(line, 2, typed.setup.rooms, "room")


def _stack(typed: Typed, line: Line) -> None:
    room = typed.among(line, 1, typed.setup.rooms, "room")
    typed.hidden[room] = typed.number(line, 2, sum(typed.setup.copies))


def _faceup(typed: Typed, line: Line) -> None:
    room = typed.among(line, 1, typed.setup.rooms, "room")
    typed.faceup[room] = sorted(typed.tokens(line, 2), key=typed.frame.order.__getitem__)


def _turn(typed: Typed, line: Line) -> None:
    typed.turn = typed.some_seat(line)


_KEYS: dict[str, Callable[[Typed, Line], None]] = {
    "hand": lambda typed, line: typed.hand.extend(typed.cards(line, 1)),
    "cards": _cards_of,
    "fresh": _fresh,
    "pile": _pile,
    "block": _block,
    "discard": lambda typed, line: typed.discard.extend(typed.cards(line, 1)),
    "threat": _threat,
    "figure": _figure,
    "stack": _stack,
    "faceup": _faceup,
    "gone": lambda typed, line: typed.gone.extend(typed.tokens(line, 1)),
    "turn": _turn,
}


def card_alone(frame: Frame, seats: int, seat: int) -> Typed:
    """Of a card alone nothing can be played, and nobody holds anything."""
    found = Typed(frame, seats, seat)
    found.sizes, found.unseen = (
        dict.fromkeys(found.sizes, 0),
        dict(zip(frame.setup.kinds, frame.setup.copies, strict=True)),
    )
    found.discard = list(frame.times)
    return found


def typed(frame: Frame, lines: Sequence[Line], seats: int, seat: int) -> Typed:
    """The position that `lines` describe.

    Raises `RecordError` for a line that cannot be read, a card or token that would be there too often, and a pile that
    does not rise.
    """
    found = Typed(frame, seats, seat)
    for line in lines[1:]:
        word = line.words[0][0].lower()
        if word == "open":
            found.opened.append(opening(frame.setup.front, line)[0])
        else:
            _KEYS[word](found, line)
    found.opened = list(dict.fromkeys(found.opened))
    _check_cards(found, lines[-1])
    found.unseen = _unseen(found, lines[-1])
    return found


def _check_cards(typed: Typed, last: Line) -> None:
    """That no card is in two places and that there are enough; under threat, which have come into the deck again."""
    deck, times = typed.setup.deck, typed.frame.times
    seen = [*typed.hand, *typed.discard, *(card for cards in typed.piles.values() for card in cards)]
    if len(set(seen)) < len(seen):
        twice = next(card for card in seen if seen.count(card) > 1)
        raise last.error(f"the card {twice} is in two places")
    if not typed.threat:
        typed.discard = [*(card for card in times if card not in seen), *typed.discard]
    left = [deck.codes[card] for card in deck.numbers if deck.codes[card] not in seen]
    old: list[str] = []
    for seat, size in typed.sizes.items():
        if seat == typed.seat and typed.hand:
            old += sorted(typed.hand, key=typed.frame.place.__getitem__)[typed.fresh[seat] :]
            typed.sizes[seat] = len(typed.hand)
            continue
        if len(left) < size:
            raise last.error(f"no {many(size, 'card')} are left for seat {seat}")
        # From the high end: which of the unseen cards are old, nobody told.
        old += left[len(left) - size :][typed.fresh[seat] :]
        del left[len(left) - size :]
    if typed.threat:
        piled = {card for cards in typed.piles.values() for card in cards}
        typed.reshuffled = [code for code in deck.codes if code not in piled and code not in old]
    else:
        typed.fresh = dict.fromkeys(typed.fresh, 0)


def _unseen(typed: Typed, last: Line) -> dict[str, int]:
    """The copies of each token that nobody has seen: all but those that lie open, were named gone, or opened a window."""
    setup = typed.setup
    left = dict(zip(setup.kinds, setup.copies, strict=True))
    seen = [token for tokens in typed.faceup.values() for token in tokens]
    seen += [*typed.gone, *(glyph for glyph in typed.opened if glyph not in typed.gone)]
    seen += [f"ci-{pile}" for pile, count in typed.blocks.items() for _ in range(count)]
    for token in seen:
        left[token] = left.get(token, 0) - 1
    short = [token for token, count in left.items() if count < 0]
    if short:
        raise last.error(f"more tokens {', '.join(short)} are told than the set has")
    if sum(left.values()) < sum(typed.hidden.values()):
        raise last.error(
            f"{sum(typed.hidden.values())} hidden tokens in the rooms, but only {sum(left.values())} have not been seen: "
            "add 'stack ROOM N'"
        )
    return left

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

from collections.abc import Callable, Sequence
from itertools import pairwise

from deduce.ground.errors import nearest
from deduce.ground.wording import many
from deduce.records.record import Line
from deduce.records.words import whole_number
from deduce_models.initiative.components.parts import ACTIONS
from deduce_models.initiative.records.openings import opening
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.setup import GLYPH
from deduce_models.initiative.rules.state import State

__all__ = ["POSITION_WORDS", "placed", "position_lines"]


def position_lines(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines of the position that the record begins with, the word ``position`` first; none where it does not."""
    if not lines or lines[0].words[0][0].lower() != "position":
        return ()
    known = (*_KEYS, "open")
    end = 1
    while end < len(lines) and lines[end].words[0][0].lower() in known:
        end += 1
    return lines[:end]


class _Typed:
    """What the lines say, gathered; `None` where nothing was said."""

    def __init__(self, state: State, seat: int) -> None:
        setup = state.setup
        self.state, self.setup, self.seat = state, setup, seat
        self.hand: list[int] = []
        self.sizes = [setup.deck.hand] * setup.seats
        self.fresh = [0] * setup.seats
        self.piles: list[tuple[int, ...]] = [(), (), (), ()]
        self.blocks = [0, 0, 0, 0]
        self.discard: list[int] = []
        self.threat = False
        self.figures = list(state.figures)
        self.hidden = list(state.hidden)
        self.faceup: list[tuple[int, ...]] = [() for _ in setup.rooms]
        self.gone: list[int] = []
        self.turn = seat or 1
        self.opened: set[int] = set()

    def cards(self, line: Line, start: int) -> list[int]:
        found = []
        for word, column in line.words[start:]:
            if word not in self.setup.deck.ids:
                raise line.error(f"{word!r} is no card; {nearest(word, self.setup.deck.ids)}", column)
            found.append(self.setup.deck.ids[word])
        return found

    def tokens(self, line: Line, start: int) -> list[int]:
        found = []
        for word, column in line.words[start:]:
            if word not in self.setup.ids:
                raise line.error(f"{word!r} is no token; {nearest(word, self.setup.kinds)}", column)
            found.append(self.setup.ids[word])
        return found

    def among(self, line: Line, at: int, names: Sequence[str], what: str) -> int:
        if len(line.words) <= at:
            raise line.error(f"expected {what}", len(line.text))
        word, column = line.words[at]
        folded = [name.casefold() for name in names]
        if word.casefold() not in folded:
            raise line.error(f"{word!r} is no {what}; {nearest(word, names)}", column)
        return folded.index(word.casefold())

    def number(self, line: Line, at: int, most: int) -> int:
        text, column = line.words[at] if len(line.words) > at else ("", len(line.text))
        value = whole_number(text)
        if value is None or not 0 <= value <= most:
            raise line.error(f"expected a number from 0 to {most}, not {text!r}", column)
        return value

    def some_seat(self, line: Line, at: int = 1) -> int:
        return self.among(line, at, [str(seat) for seat in range(1, self.setup.seats + 1)], "seat")


def _cards_of(typed: _Typed, line: Line) -> None:
    typed.sizes[typed.some_seat(line)] = typed.number(line, 2, typed.setup.deck.hand)


def _fresh(typed: _Typed, line: Line) -> None:
    typed.fresh[typed.some_seat(line)] = typed.number(line, 2, typed.setup.deck.hand)


def _pile(typed: _Typed, line: Line) -> None:
    pile = typed.among(line, 1, ACTIONS, "action")
    cards = typed.cards(line, 2)
    values = [typed.setup.deck.values[card] for card in cards]
    if any(a >= b for a, b in pairwise(values)):
        raise line.error("the cards of a pile rise from the lowest", line.words[2][1])
    typed.piles[pile] = tuple(cards)


def _block(typed: _Typed, line: Line) -> None:
    typed.blocks[typed.among(line, 1, ACTIONS, "action")] += 1


def _threat(typed: _Typed, line: Line) -> None:
    if len(line.words) > 1:
        raise line.error("'threat' stands alone", line.words[1][1])
    typed.threat = True


def _figure(typed: _Typed, line: Line) -> None:
    typed.figures[typed.some_seat(line)] = typed.among(line, 2, typed.setup.rooms, "room")


def _stack(typed: _Typed, line: Line) -> None:
    room = typed.among(line, 1, typed.setup.rooms, "room")
    typed.hidden[room] = typed.number(line, 2, sum(typed.setup.copies))


def _faceup(typed: _Typed, line: Line) -> None:
    typed.faceup[typed.among(line, 1, typed.setup.rooms, "room")] = tuple(sorted(typed.tokens(line, 2)))


def _turn(typed: _Typed, line: Line) -> None:
    typed.turn = typed.some_seat(line) + 1


_KEYS: dict[str, Callable[[_Typed, Line], None]] = {
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


POSITION_WORDS = ("position", *_KEYS)
"""The words that lines of a position begin with, ``open`` apart."""


def placed(state: State, lines: Sequence[Line], seat: int) -> State:
    """The position that `lines` describe, from the position before the first card is dealt.

    Cards that nobody sees are guessed, as everywhere in the record of one seat. Raises `RecordError` for a line that
    cannot be read, a card or token that would be there too often, and a pile that does not rise.
    """
    typed = _Typed(state, seat)
    for line in lines[1:]:
        word = line.words[0][0].lower()
        if word == "open":
            typed.opened.add(state.setup.ids[opening(state.setup.front, line)[0]])
        else:
            _KEYS[word](typed, line)
    last = lines[-1]
    hands, deck = _dealt(typed, last)
    return state._replace(
        hands=hands,
        deck=deck,
        phase=phases.MAIN,
        turn=typed.turn,
        piles=tuple(typed.piles),
        blocks=tuple(typed.blocks),
        discard=tuple(typed.discard),
        threat=typed.threat,
        reshuffled=frozenset((*deck, *typed.discard)) | _drawn(typed, hands)
        if typed.threat
        else frozenset(),
        fresh=tuple(typed.fresh) if typed.threat else state.fresh,
        unseen=_unseen(typed, last),
        hidden=tuple(typed.hidden),
        faceup=tuple(typed.faceup),
        figures=tuple(typed.figures),
        opened=sum(1 << kind for kind in typed.opened),
    )


def _dealt(typed: _Typed, last: Line) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Hands and deck: the writer's cards as told, the others' guessed from what is left."""
    deck = typed.setup.deck
    seen = [*typed.hand, *typed.discard, *(card for pile in typed.piles for card in pile)]
    if len(set(seen)) < len(seen):
        twice = next(card for card in seen if seen.count(card) > 1)
        raise last.error(f"the card {deck.codes[twice]} is in two places")
    if not typed.threat:
        typed.discard = [*(card for card in deck.times if card not in seen), *typed.discard]
    left = [card for card in deck.numbers if card not in seen]
    hands = []
    for seat, size in enumerate(typed.sizes, 1):
        if seat == typed.seat and typed.hand:
            hands.append(tuple(sorted(typed.hand)))
            continue
        if len(left) < size:
            raise last.error(f"no {many(size, 'card')} are left for seat {seat}")
        # From the high end: which cards is a guess that later lines trade.
        hands.append(tuple(sorted(left[len(left) - size :])))
        del left[len(left) - size :]
    times = [card for card in deck.times if typed.threat and card not in seen]
    return tuple(hands), tuple(sorted((*left, *times)))


def _drawn(typed: _Typed, hands: tuple[tuple[int, ...], ...]) -> frozenset[int]:
    """Guesses at the cards that hands drew since the flip."""
    return frozenset(card for hand, count in zip(hands, typed.fresh, strict=True) for card in hand[:count])


def _unseen(typed: _Typed, last: Line) -> tuple[int, ...]:
    """The copies of each token that nobody has seen: all but those that lie open, were named gone, or opened a window."""
    setup = typed.setup
    left = list(setup.copies)
    for kind in (*(kind for room in typed.faceup for kind in room), *typed.gone):
        left[kind] -= 1
    for kind in typed.opened - set(typed.gone):
        left[kind] -= 1
    for pile, count in enumerate(typed.blocks):
        for kind, (effect, blocked) in enumerate(setup.effects):
            if effect != GLYPH and blocked == pile and setup.kinds[kind].startswith("ci-"):
                left[kind] -= count
    short = [setup.kinds[kind] for kind, count in enumerate(left) if count < 0]
    if short:
        raise last.error(f"more tokens {', '.join(short)} are told than the set has")
    if sum(left) < sum(typed.hidden):
        raise last.error(
            f"{sum(typed.hidden)} hidden tokens in the rooms, but only {sum(left)} have not been seen: add 'stack ROOM N'"
        )
    return tuple(left)

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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Any

from deduce.ground.wording import as_is, say
from deduce.records.positions import Kind, Part, Told
from deduce.records.record import Line
from deduce.rulebook import NOBODY, Table
from deduce_models.initiative.components.parts import ACTIONS
from deduce_models.initiative.records.openings import opening
from deduce_models.initiative.rulebook import Going, Mission, lay
from deduce_models.initiative.rules.frame import Frame

PARTS = (
    Part("hand CARD+", again=True), Part("cards SEAT: SIZE"), Part("fresh SEAT: SIZE"), Part("pile PILE: CARD*"),
    Part("block PILE+", again=True), Part("discard CARD+", again=True), Part("threat"), Part("figure SEAT: ROOM"),
    Part("stack ROOM: COUNT"), Part("faceup ROOM: TOKEN*"), Part("gone TOKEN+", again=True), Part("turn SEAT"),
)  # fmt: skip
"""The lines of a position, but for ``open``."""


def position_lines(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines of the position that the record begins with, the word ``position`` first; none where it does not."""
    if not lines or lines[0].words[0][0].lower() != "position":
        return ()
    known = (*(part.head for part in PARTS), "open")
    return [lines[0], *takewhile(lambda line: line.words[0][0].lower() in known, lines[1:])]


@dataclass(frozen=True)
class Typed:
    """What lies on the table, told by lines; called with a table it is the rules from there on.

    Attributes:
        frame: The mission.
        seat: The writer; its `hand` is empty where it was not told.
        sizes: Of each seat how many cards it holds.
        opened: The glyphs whose windows are open.
        lying: What lies on the table, by the names of `rulebook.lay`.
    """

    frame: Frame
    seat: int
    hand: Sequence[str]
    sizes: Mapping[int, int]
    opened: Sequence[str]
    lying: Mapping[str, Any]

    def __call__(self, t: Table) -> Going:
        """The rules, from this position on."""
        lay(t)
        o = t.open
        for name, value in self.lying.items():
            setattr(o, name, dict(value) if isinstance(value, Mapping) else value)
        if o.threat:
            for card in self.frame.times:
                t.put(o.deck, card)
        for card in (*o.discard, *(card for cards in o.piles.values() for card in cards)):
            if o.threat or card not in self.frame.times:
                t.take(o.deck, card)
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


def card_alone(frame: Frame, seats: int, seat: int, opened: Sequence[str]) -> Typed:
    """Of a card alone nothing can be played, and nobody holds anything."""
    unseen = dict(zip(frame.setup.kinds, frame.setup.copies, strict=True))
    lying = {"unseen": unseen, "discard": tuple(frame.times), "turn": seat, "asked": "action"}
    return Typed(frame, seat, (), dict.fromkeys(range(1, seats + 1), 0), opened, lying)


def typed(frame: Frame, lines: Sequence[Line], seats: int, seat: int) -> Typed:
    """The position that `lines` describe.

    Raises `RecordError` for a line that cannot be read, a card or token that would be there too often, and a pile that
    does not rise.
    """
    setup, told = frame.setup, Told(PARTS)
    everybody = range(1, seats + 1)
    opens = [line for line in lines[1:] if line.words[0][0].lower() == "open"]
    told.read([line for line in lines[1:] if line not in opens], _kinds(frame, everybody))
    opened = list(dict.fromkeys(opening(setup.front, line)[0] for line in opens))
    for said in told.every("pile"):
        if any(frame.value[a] >= frame.value[b] for a, b in pairwise(said.values)):
            raise said.line.error(say("the cards of a pile rise from the lowest"), said.words[0].column)
    piles = {pile: told.get("pile", pile) or () for pile in ACTIONS}
    hand, threat = told.get("hand") or (), ("threat",) in told
    discard = told.get("discard") or ()
    seen = [*hand, *discard, *(card for cards in piles.values() for card in cards)]
    if len(set(seen)) < len(seen):
        twice = next(card for card in seen if seen.count(card) > 1)
        raise lines[-1].error(say("the card {card} is in two places", card=as_is(twice)))
    sizes = {who: _one(told, "cards", who, setup.deck.hand) for who in everybody}
    fresh = {who: _one(told, "fresh", who, 0) for who in everybody}
    if hand:
        sizes[seat] = len(hand)
    old = _old(frame, hand, seat, sizes, fresh, seen, lines[-1])
    piled = {card for cards in piles.values() for card in cards}
    lying = {
        "piles": piles,
        "blocks": {pile: (told.get("block") or ()).count(pile) for pile in ACTIONS},
        # Under threat these cards have come into the deck again.
        "discard": discard if threat else (*(card for card in frame.times if card not in seen), *discard),
        "threat": threat,
        "reshuffled": tuple(code for code in setup.deck.codes if code not in piled and code not in old) * threat,
        "fresh": fresh if threat else dict.fromkeys(fresh, 0),
        "hidden": {
            room: _one(told, "stack", room, size) for room, size in zip(setup.rooms, setup.stacks, strict=True)
        },
        "faceup": {
            room: tuple(sorted(told.get("faceup", room) or (), key=frame.order.__getitem__))
            for room in setup.rooms
        },
        "figures": {who: _one(told, "figure", who, setup.rooms[setup.entrance]) for who in everybody},
        "turn": (told.get("turn") or (seat,))[0],
        "asked": "action",
    }  # fmt: skip
    gone = told.get("gone") or ()
    return Typed(
        frame, seat, hand, sizes, opened, lying | {"unseen": _unseen(frame, lying, gone, opened, lines[-1])}
    )


def _kinds(frame: Frame, everybody: Sequence[int]) -> dict[str, Kind]:
    setup = frame.setup
    return {
        "CARD": Kind("a card", {code: code for code in setup.deck.codes}),
        "TOKEN": Kind("a token", {kind: kind for kind in setup.kinds}, often=True),
        "ROOM": Kind("a room", {room: room for room in setup.rooms}),
        "PILE": Kind("an action", {pile: pile for pile in ACTIONS}, often=True),
        "SEAT": Kind("a seat", {str(seat): seat for seat in everybody}),
        "SIZE": Kind("a number", high=setup.deck.hand),
        "COUNT": Kind("a number", high=sum(setup.copies)),
    }


def _one(told: Told, head: str, about: Any, otherwise: Any) -> Any:
    return (told.get(head, about) or (otherwise,))[0]


def _old(
    frame: Frame, hand: Sequence[str], seat: int, sizes: Mapping[int, int], fresh: Mapping[int, int],
    seen: Sequence[str], last: Line,
) -> list[str]:  # fmt: skip
    """The cards in hands that were not drawn since the deck was turned over. Raises `RecordError` where none are left."""
    deck, old = frame.setup.deck, list[str]()
    left = [deck.codes[card] for card in deck.numbers if deck.codes[card] not in seen]
    for who, size in sizes.items():
        if who == seat and hand:
            old += sorted(hand, key=frame.place.__getitem__)[fresh[who] :]
            continue
        if len(left) < size:
            raise last.error(say("no {number:card} are left for seat {seat}", number=size, seat=who))
        # From the high end: which of the unseen cards are old, nobody told.
        old += left[len(left) - size :][fresh[who] :]
        del left[len(left) - size :]
    return old


def _unseen(
    frame: Frame, lying: Mapping[str, Any], gone: Sequence[str], opened: Sequence[str], last: Line
) -> dict[str, int]:
    """The copies of each token that nobody has seen: all but those that lie open, were named gone, or opened a window."""
    left = dict(zip(frame.setup.kinds, frame.setup.copies, strict=True))
    seen = [token for tokens in lying["faceup"].values() for token in tokens]
    seen += [*gone, *(glyph for glyph in opened if glyph not in gone)]
    seen += [f"ci-{pile}" for pile, count in lying["blocks"].items() for _ in range(count)]
    for token in seen:
        left[token] = left.get(token, 0) - 1
    short = [token for token, count in left.items() if count < 0]
    hidden = sum(lying["hidden"].values())
    if short:
        told = say("more tokens {tokens} are told than the set has", tokens=as_is(", ".join(short)))
        raise last.error(told)
    if sum(left.values()) < hidden:
        raise last.error(
            say(
                "{hidden} hidden tokens in the rooms, but only {left} have not been seen: add 'stack ROOM N'",
                hidden=hidden, left=sum(left.values()),
            )
        )  # fmt: skip
    return left

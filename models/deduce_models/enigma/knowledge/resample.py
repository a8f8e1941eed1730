"""Whole positions with a given view, of worlds that were drawn: the log is filled in from the deal and the layings."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from deduce_models.enigma.rules.events import HIDDEN, NOBODY, Event, What
from deduce_models.enigma.rules.phases import DOUBTING
from deduce_models.enigma.rules.setup import PERMUTATIONS, bits
from deduce_models.enigma.rules.views import EnigmaView, Position


def _laid(cells: Sequence[int], triple: Sequence[int], number: int) -> tuple[int, ...]:
    moved = list(cells)
    for place, source in zip(triple, PERMUTATIONS[number], strict=True):
        moved[place] = cells[triple[source]]
    return tuple(moved)


def assemble(
    view: EnigmaView,
    start: Sequence[int],
    cards: Sequence[int],
    orders: Mapping[int, int],
    rng: random.Random,
) -> Position:
    """The state of a view, given the deal and the orders of all layings; open declarations are drawn."""
    cells, log = tuple(start), []
    for index, event in enumerate(view.log):
        log.append(_filled(event, cells, cards, orders.get(index)))
        if event.kind in (What.SHUFFLE, What.LAY):
            cells = _laid(cells, bits(event.at), orders[index])
    return Position._make(view)._replace(
        seat=-1,
        cells=cells[: len(view.cells)],
        start=tuple(start[: len(view.cells)]),
        cards=tuple(cards[: len(view.cards)]),
        doubters=_doubters(view, rng),
        log=tuple(log),
        moves=(),
    )


def _filled(event: Event, cells: Sequence[int], cards: Sequence[int], order: int | None) -> Event:
    """The event with everything that was seen, as it would be in the state's own log."""
    kind = event.kind
    if kind is What.SHUFFLE and order is not None:
        return event._replace(seen=NOBODY + order)
    if event.seen != HIDDEN:
        return event
    if kind in (What.PEEK, What.QUIET, What.LOOK) or (kind is What.VERDICT and event.seat):
        return event._replace(seen=cells[event.at])
    if kind is What.VIEW:
        return event._replace(seen=cards[event.what])
    if kind is What.GHOST:
        rooms = [cells[cell] for cell in bits(event.at)]
        return event._replace(seen=rooms[0] | rooms[1] << 4 | rooms[2] << 8)
    if kind is What.LAY and order is not None:
        return event._replace(seen=order)
    return event


def _doubters(view: EnigmaView, rng: random.Random) -> int:
    """Others' declarations so far are not seen: each may be either."""
    if view.phase != DOUBTING or not isinstance(view.actor, int):
        return 0
    mask, seats, barred = 0, view.seats, view.silent | view.out
    for step in range(1, (view.actor - view.turn) % seats):
        seat = (view.turn - 1 + step) % seats + 1
        if barred >> seat & 1:
            continue
        said = view.doubts if seat == view.seat else rng.random() < 0.5
        mask |= bool(said) << seat
    return mask

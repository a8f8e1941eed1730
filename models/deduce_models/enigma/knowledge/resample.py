"""Complete positions with a given view, drawn from what its seat thinks possible, blind to the truth.

Characters and layouts are drawn by weight from the hard evidence. The present layout comes first; then the log is
walked back, and at every shuffle an order is drawn by the weight of the layout before it. So every history
is drawn by its probability, and the log is filled in from it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import numpy as np

from deduce.ground.errors import ProblemError
from deduce_models.enigma.knowledge.evidence import evidence_of
from deduce_models.enigma.knowledge.layouts import LayoutHistory, deals
from deduce_models.enigma.rules.events import HIDDEN, NOBODY, Event, What
from deduce_models.enigma.rules.phases import DEAL, DOUBTING
from deduce_models.enigma.rules.setup import PERMUTATIONS, bits
from deduce_models.enigma.rules.state import EnigmaState
from deduce_models.enigma.rules.views import EnigmaView

__all__ = ["assemble", "resample"]


def resample(view: EnigmaView, rng: random.Random) -> EnigmaState:
    """A state with this very view. Raises `ProblemError` for a view that fits no state."""
    setup = view.setup
    evidence = evidence_of(view)
    people = deals(setup.slots, evidence)
    history = LayoutHistory.of(setup.cells, evidence)
    if people.total <= 0 or history.last.total <= 0:
        raise ProblemError("this view fits no position: its evidence contradicts itself")
    draw = np.random.default_rng(rng.getrandbits(64))
    cards = people.draw(1, draw)[0].tolist()
    starts, orders = history.back(history.last.draw(1, draw), draw)
    return assemble(view, starts[0].tolist(), cards, history.orders(orders[0]), rng)


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
) -> EnigmaState:
    """The state of a view, given the deal and the orders of all layings; open declarations are drawn."""
    cells, log = tuple(start), []
    for index, event in enumerate(view.log):
        log.append(_filled(event, cells, cards, orders.get(index)))
        if event.kind in (What.SHUFFLE, What.LAY):
            cells = _laid(cells, bits(event.at), orders[index])
    dealt, people = view.dealt
    return EnigmaState(
        setup=view.setup,
        phase=view.phase,
        turn=view.turn,
        asked=view.actor if isinstance(view.actor, int) else _asked(view),
        time=view.time,
        cells=cells[:dealt],
        start=tuple(start[:dealt]),
        up=view.up,
        cards=tuple(cards[:people]),
        held=view.held,
        stack=view.stack,
        chaos=view.chaos,
        keys=view.keys,
        silent=view.silent,
        out=view.out,
        stage=view.stage,
        at=view.at,
        room=view.room,
        doubters=_doubters(view, rng),
        aux=view.aux,
        log=tuple(log),
        winner=_winner(view),
    )


def _asked(view: EnigmaView) -> int:
    """At chance it is the active seat that would be asked; nobody before the deal's end or after the game."""
    return 0 if view.actor is None or view.phase == DEAL else view.turn


def _winner(view: EnigmaView) -> int:
    scores = view.scores or ()
    return next((seat for seat, score in enumerate(scores, 1) if score > 0), 0)


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

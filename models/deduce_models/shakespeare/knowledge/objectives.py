"""Where the objectives may be that a seat has seen: exact bookkeeping over the draws of all seats.

A seat knows the cards it put under the deck, and sees others draw them; after such a draw one of three cards was
kept and the others went under the deck, in an order nobody else saw. So each card that was seen has a set of
possible places, and together they have weights: the number of ways in which the draws can have led there. All
other cards are exchangeable and take the places that are left.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

from deduce_models.shakespeare.rules.state import State
from deduce_models.shakespeare.rules.views import HIDDEN, NONE, View

DECK = "deck"


@dataclass(slots=True)
class Places:
    """The places of the objectives, as far as the history shows.

    Attributes:
        seen: The objectives that were seen, in the order of seeing.
        ways: For each possible choice of their places the number of histories that lead to it.
        places: Every place with the number of cards there: ``deck``, ``under 1`` (first under the deck),
            ``seat 2.1`` (the first that seat 2 kept), ``hand 2`` (drawn by seat 2, not yet decided).
    """

    seen: list[int] = field(default_factory=list)
    ways: dict[tuple[str, ...], int] = field(default_factory=lambda: {(): 1})
    places: dict[str, int] = field(default_factory=dict)

    def observe(self, place: str, item: int) -> None:
        """The objective `item` is seen at `place`."""
        if item in self.seen:
            number = self.seen.index(item)
            self.ways = {key: count for key, count in self.ways.items() if key[number] == place}
            return
        # Whatever is not among the seen cards is as likely at one free place as at another.
        self.ways = {(*key, place): count for key, count in self.ways.items() if place not in key}
        self.seen.append(item)

    def move(self, sources: list[str], targets: list[str]) -> None:
        """The card of each source goes to the target of the same number."""
        to = dict(zip(sources, targets, strict=True))
        moved: dict[tuple[str, ...], int] = {}
        for key, count in self.ways.items():
            new = tuple(to.get(place, place) for place in key)
            moved[new] = moved.get(new, 0) + count
        self.ways = moved

    def shuffle(self, sources: list[str], targets: list[str]) -> None:
        """The cards of the sources go to the targets in an unknown order."""
        old, found = self.ways, dict[tuple[str, ...], int]()
        for order in itertools.permutations(targets):
            self.ways = old
            self.move(sources, list(order))
            for key, count in self.ways.items():
                found[key] = found.get(key, 0) + count
        self.ways = found


def places_of(position: View | State) -> Places:
    """Follow all draws of objectives, those hidden from the seat (-2) as shuffles."""
    found = Places()
    fresh = len(position.setup.objective_codes)
    queue: list[str] = []
    kept_by: dict[int, int] = {}
    names: dict[str, str] = {}
    for number, (seat, drawn, kept, under) in enumerate(position.dealings):
        sources = []
        for place in range(len(drawn)):
            if fresh:
                fresh -= 1
                sources.append(f"new {number}.{place}")
            else:
                sources.append(queue.pop(0))
        for source, item in zip(sources, drawn, strict=True):
            if item != HIDDEN:
                found.observe(source, item)
        rest = [f"rest {number}.{place}" for place in range(len(drawn) - (kept != NONE))]
        lower = rest[: len(under)]
        targets = rest
        if kept != NONE:
            kept_by[seat] = kept_by.get(seat, 0) + 1
            targets = [f"seat {seat}.{kept_by[seat]}", *rest]
            names[targets[0]] = targets[0]
        if HIDDEN in drawn:
            found.shuffle(sources, targets)
            if kept not in (NONE, HIDDEN):
                found.observe(targets[0], kept)
        else:
            others = [item for item in drawn if item != kept and item not in under]
            order = [*([kept] if kept != NONE else []), *under, *others]
            found.move([sources[drawn.index(item)] for item in order], targets)
        queue += lower
        names |= dict.fromkeys(rest[len(under) :], f"hand {seat}")
    names |= {place: f"under {number}" for number, place in enumerate(queue, 1)}
    return _named(found, names, fresh)


def _named(found: Places, names: dict[str, str], fresh: int) -> Places:
    """Places by the names that everybody can see; those that were left have been dropped on the way."""
    ways: dict[tuple[str, ...], int] = {}
    for key, count in found.ways.items():
        new = tuple(names[place] for place in key)
        ways[new] = ways.get(new, 0) + count
    places: dict[str, int] = {}
    for place in names.values():
        places[place] = places.get(place, 0) + 1
    if fresh:
        places[DECK] = fresh
    return Places(found.seen, ways, places)

"""The best action of one activation under prices stated by hand, proved by looking at all of them."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

from deduce.ground.errors import ProblemError
from deduce_models.shakespeare.components.elements import PRICES
from deduce_models.shakespeare.components.parts import SLOTS
from deduce_models.shakespeare.placement.activation import (
    NOTHING,
    SCALE,
    Action,
    Activation,
    Outcome,
    Pairs,
    Worth,
)

__all__ = ["Alternative", "Placement", "best_activation"]


def _sets(activation: Activation) -> Iterator[Pairs]:
    """Every way to place set elements, nothing included."""
    stage, base = activation.stage, activation.pieces
    colours = () if activation.kind == "mistress" else activation.colours

    def extend(first: int, pieces: bytes, money: int, chosen: Pairs) -> Iterator[Pairs]:
        yield chosen
        for place in range(first, len(base) if not (activation.jewels and chosen) else 0):
            standing = pieces if activation.stack else base
            if pieces[place] or not all(standing[under] for under in stage.cells[place].supports):
                continue
            for colour in colours:
                left = activation.set_offer[colour - 1] - sum(each == colour for _, each in chosen)
                if left and PRICES[colour] <= money and stage.fits(pieces, place, colour):
                    after, rest = stage.put(pieces, place, colour), money - PRICES[colour]
                    yield from extend(place + 1, after, rest, (*chosen, (place, colour)))

    return extend(0, base, activation.money, ())


def _costumes(activation: Activation, worth: Worth) -> Iterator[Pairs]:
    """Every way to place costume elements, of those that differ by equal wearers one; nothing included."""
    colours = () if activation.kind == "dresser" else activation.colours
    alike = [
        (costume, worth.complete[w : w + 1] or (0.0,)) for w, costume in enumerate(activation.costumes)
    ]

    def extend(wearer: int, money: int, chosen: Pairs) -> Iterator[Pairs]:
        if wearer == len(activation.costumes):
            yield chosen
            return
        room, twin = SLOTS - len(activation.costumes[wearer]), alike[:wearer][::-1]
        room = min(room, 1 - len(chosen)) if activation.jewels else room
        first = wearer - 1 - twin.index(alike[wearer]) if alike[wearer] in twin else None
        before = tuple(colour for each, colour in chosen if each == first)
        for number in range(room + 1):
            for taken in combinations_with_replacement(colours, number):
                if first is not None and taken > before:
                    continue
                more = (*chosen, *((wearer, colour) for colour in taken))
                price, worn = sum(PRICES[colour] for colour in taken), [colour for _, colour in more]
                if price <= money and all(worn.count(c) <= activation.costume_offer[c - 1] for c in taken):
                    yield from extend(wearer + 1, money - price, more)

    return extend(0, activation.money, ())


def _best(activation: Activation, worth: Worth, number: int) -> list[tuple[int, Action]]:
    """The best actions with their values. Sets and costumes share nothing but the budget, so they are rated apart."""
    empty = activation.value(NOTHING, worth)
    sides: list[dict[int, list[tuple[int, Pairs]]]] = []
    for row in (
        [Action(pieces, ()) for pieces in _sets(activation)],
        [Action((), elements) for elements in _costumes(activation, worth)],
    ):
        side: dict[int, list[tuple[int, Pairs]]] = {}
        for action in row:
            if activation.canonical(action) == action:
                gain = activation.value(action, worth) - empty
                side.setdefault(action.cost, []).append((gain, action.pieces or action.elements))
        # One more than asked for: the empty choice may be among them and not count. A jeweler's are few.
        most = len(row) if activation.jewels else number + 1
        sides.append({price: heapq.nsmallest(most, found, key=_order) for price, found in side.items()})
    pairs = (
        (empty + first + second, Action(pieces, elements))
        for price, built in sides[0].items()
        for cost, worn in sides[1].items()
        if price + cost <= activation.money
        for first, pieces in built
        for second, elements in worn
        if not (activation.jewels and pieces and elements)
    )
    return heapq.nsmallest(number, pairs, key=_order)


def _order(found: tuple[int, Any]) -> tuple[int, Any]:
    return -found[0], found[1]


@dataclass(frozen=True, slots=True)
class Alternative:
    """An action with its value in points, what it costs against the best, and what it leaves."""

    action: Action
    value: float
    behind: float
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Placement:
    """The best action of an activation under a worth, and the next best, in order; reflections count once."""

    activation: Activation
    worth: Worth
    best: Alternative
    others: tuple[Alternative, ...]

    @property
    def value(self) -> float:
        """The value of the best action, in points; no action is worth more."""
        return self.best.value

    @property
    def gain(self) -> float:
        """Points over doing nothing."""
        return round(self.best.value - self.activation.value(NOTHING, self.worth) / SCALE, 3)

    @property
    def steps(self) -> tuple[str, ...]:
        """The best action as it is played, piece by piece."""
        return tuple(self.activation.steps(self.best.action))


def best_activation(
    activation: Activation, worth: Worth | None = None, *, alternatives: int = 0
) -> Placement:
    """The best action of `activation` under `worth`, with the `alternatives` next best, by looking at all of them.

    Raises `ProblemError` for a negative number of alternatives or a worth that does not fit the ambiance track.
    """
    if alternatives < 0:
        raise ProblemError(f"alternatives {alternatives}: expected at least 0")
    worth = worth if worth is not None else Worth()
    for name, track in (("ambiance", worth.ambiance), ("rivals", worth.rivals)):
        if len(track) != activation.top + 1:
            raise ProblemError(f"{name}: expected a worth for each of {activation.top + 1} spaces")
    found = _best(activation, worth, alternatives + 1)
    best, *others = (
        Alternative(action, value / SCALE, (found[0][0] - value) / SCALE, activation.outcome(action))
        for value, action in found
    )
    return Placement(activation, worth, best, tuple(others))

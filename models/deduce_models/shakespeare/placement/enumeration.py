"""All actions of an activation, one by one: the oracle of the placement optimiser, and its engine when few.

Sets are listed from the lowest space up, costumes group by group of equal wearers, so every action comes once.
The best of a handyman is found without pairing everything: sets and costumes share nothing but the budget.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from itertools import combinations_with_replacement, islice

from deduce_models.shakespeare.components.elements import PRICES
from deduce_models.shakespeare.components.parts import SLOTS
from deduce_models.shakespeare.placement.activation import Action, Activation, Worth, fits

__all__ = ["TooMany", "actions", "best_of_all", "costumes", "sets"]


class TooMany(Exception):
    """More actions than the caller wanted to look at."""


def sets(activation: Activation) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    """(cost, pieces) of every way to place set elements, nothing included."""
    yield 0, ()
    if not activation.builds:
        return
    cells = activation.stage.cells
    pieces, offer = bytearray(activation.pieces), [0, *activation.set_offer]
    base, chosen = activation.pieces, list[tuple[int, int]]()
    free = [place for place, colour in enumerate(base) if not colour]
    supports = [cells[place].supports for place in range(len(cells))]

    def extend(first: int, money: int) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
        for index in range(first, len(free)):
            place = free[index]
            standing = pieces if activation.stack else base
            if not all(standing[under] for under in supports[place]):
                continue
            for colour in fits(activation.stage, bytes(pieces), place):
                price = PRICES[colour]
                if price > money or not offer[colour] or colour not in activation.colours:
                    continue
                pieces[place], offer[colour] = colour, offer[colour] - 1
                chosen.append((place, colour))
                yield activation.money - money + price, tuple(chosen)
                if not activation.jewels:
                    yield from extend(index + 1, money - price)
                chosen.pop()
                pieces[place], offer[colour] = 0, offer[colour] + 1

    yield from extend(0, activation.money)


def costumes(activation: Activation, worth: Worth) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    """(cost, elements) of every way to place costume elements, up to equal wearers; nothing included."""
    if not activation.dresses:
        yield 0, ()
        return
    wearers = [wearer for group in activation.twins(worth) for wearer in group]
    heads = {group[0] for group in activation.twins(worth)}
    offer, chosen = [0, *activation.costume_offer], list[tuple[int, int]]()
    most = 1 if activation.jewels else activation.money

    def extend(
        index: int, money: int, before: tuple[int, ...], left: int
    ) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
        if index == len(wearers):
            yield activation.money - money, tuple(chosen)
            return
        wearer = wearers[index]
        room = min(SLOTS - len(activation.costumes[wearer]), left)
        for number in range(room + 1):
            for taken in combinations_with_replacement(activation.colours, number):
                # Among equal wearers the additions fall, so that each split comes once.
                if wearer not in heads and taken > before:
                    continue
                price = sum(PRICES[colour] for colour in taken)
                if price > money or any(taken.count(colour) > offer[colour] for colour in set(taken)):
                    continue
                for colour in taken:
                    offer[colour] -= 1
                    chosen.append((wearer, colour))
                yield from extend(index + 1, money - price, taken, left - number)
                for colour in taken:
                    offer[colour] += 1
                    chosen.pop()

    yield from extend(0, activation.money, (), most)


def actions(activation: Activation, worth: Worth) -> Iterator[Action]:
    """Every action (canonical ones only), the empty one included. Exponential: the oracle."""
    dresses = list(costumes(activation, worth))
    for price, pieces in sets(activation):
        for cost, elements in dresses:
            if price + cost > activation.money or (activation.jewels and pieces and elements):
                continue
            action = Action(pieces, elements)
            if activation.canonical(action) == action:
                yield action


def best_of_all(
    activation: Activation, worth: Worth, *, number: int = 1, limit: int | None = None
) -> list[tuple[int, Action]]:
    """The `number` best canonical actions with their values (thousandths), best first, ties by `Action` order.

    Raises `TooMany` when there are more than `limit` sets and costumes to list.
    """
    listed = list(islice(sets(activation), None if limit is None else limit + 1))
    dresses = list(islice(costumes(activation, worth), None if limit is None else limit + 1))
    if limit is not None and len(listed) + len(dresses) > limit:
        raise TooMany
    worn: dict[int, list[tuple[int, tuple[tuple[int, int], ...]]]] = {}
    built: dict[int, list[tuple[int, tuple[tuple[int, int], ...]]]] = {}
    empty = activation.value(Action(), worth)
    for price, pieces in listed:
        action = Action(pieces)
        if activation.canonical(action) == action:
            built.setdefault(price, []).append((activation.value(action, worth) - empty, pieces))
    for price, elements in dresses:
        gain = activation.value(Action((), elements), worth) - empty
        worn.setdefault(price, []).append((gain, elements))
    for kind in (built, worn):
        for price, found in kind.items():
            # One more than asked for: the empty choice may be among them and not count.
            kind[price] = heapq.nsmallest(number + 1, found, key=lambda item: (-item[0], item[1]))
    if activation.jewels:  # one element in all: one list beside the other, nothing in one of them only
        single = [(empty + value, Action(pieces, ())) for value, pieces in built.get(0, [])]
        worn_only = [(value, elements) for value, elements in worn.get(0, []) if elements]
        single += [(empty + value, Action((), elements)) for value, elements in worn_only]
        return heapq.nsmallest(number, single, key=lambda item: (-item[0], item[1]))
    pairs = [
        (empty + first + second, Action(pieces, elements))
        for price, sides in built.items()
        for cost, others in worn.items()
        if price + cost <= activation.money
        for first, pieces in sides
        for second, elements in others
    ]
    return heapq.nsmallest(number, pairs, key=lambda item: (-item[0], item[1]))

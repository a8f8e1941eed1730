"""What hard evidence leaves of the layout, step by step, and how it may have come about.

The sets of layouts are the library's own weighted matchings (`deduce.worlds.mixture`): bare, since players and beliefs
ask them thousands of times; `knowledge.model` asks the same of a whole `Knowledge`. A layout weighs as much as the
ways of shuffling that lead to it: that is its probability, while `count` counts layouts, each once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from deduce.ground.errors import TooLarge
from deduce.worlds.base import Floats
from deduce.worlds.matchings import LIMIT, Matchings
from deduce.worlds.mixture import MatrixMatchings
from deduce.worlds.permanents import Ints
from deduce_models.enigma.knowledge.evidence import HardStep
from deduce_models.enigma.rules.setup import PERMUTATIONS, bits


class Ratios(NamedTuple):
    """What is said, not proven: the likelihoods of the rooms at one position, each in the place `when` of the log."""

    when: int
    at: int
    likely: Floats


def apply(layouts: Matchings, step: HardStep, *, limit: int = LIMIT) -> Matchings:
    """The layouts after one more step; evidence about characters changes nothing.

    Raises `TooLarge` where there would be more matrices than `limit`: `VectorMatchings` from the start are cheaper then.
    """
    if step.kind == "cell":
        return layouts.restrict(step.at, step.mask)
    if step.kind == "shuffle":
        return layouts.shuffled(bits(step.at), limit=limit, dense=False)
    return layouts.laid(bits(step.at), PERMUTATIONS[step.mask]) if step.kind == "lay" else layouts


def follow(cells: int, steps: Sequence[HardStep]) -> Matchings:
    """The layouts that hard evidence leaves at its end."""
    return LayoutHistory.of(cells, steps).last


def deals(slots: int, evidence: Iterable[HardStep]) -> MatrixMatchings:
    """Which character is in which slot of the deal."""
    people = MatrixMatchings.all(slots)
    for step in evidence:
        if step.kind == "card":
            people = people.restrict(step.at, step.mask)
    return people


class LayoutHistory:
    """The layouts through time: the set before each laying, and the last.

    `whens` are the places in the log of the layings, in order.
    """

    def __init__(self, last: Matchings, layings: list[tuple[HardStep, Matchings]]) -> None:
        self.last, self._layings = last, layings
        self.whens = [step.when for step, _ in layings]

    @classmethod
    def of(cls, cells: int, evidence: Iterable[HardStep], said: Iterable[Ratios] = ()) -> LayoutHistory:
        """Follow the evidence, and what was said. At one place of the log: what is seen, what is said, the laying."""
        items: list[tuple[int, int, HardStep | Ratios]] = [
            (step.when, 2 * (step.kind != "cell"), step) for step in evidence if step.kind != "card"
        ]
        items += [(ratios.when, 1, ratios) for ratios in said]
        story = [item for _, _, item in sorted(items, key=lambda each: each[:2])]
        try:
            return cls(*_through(MatrixMatchings.all(cells), story))
        except TooLarge:
            from deduce.worlds.vectors import VectorMatchings

            return cls(*_through(VectorMatchings.all(cells), story))

    def before(self, when: int) -> Matchings:
        """The layouts before the laying in the place `when` of the log."""
        return self._layings[self.whens.index(when)][1]

    def back(self, layouts: Ints, rng: np.random.Generator) -> tuple[Ints, Ints]:
        """From present layouts, shape (layouts, positions), back to first ones, and the order of every laying.

        The second has shape (layouts, layings). Every history is drawn by its probability.
        """
        orders = np.zeros((len(layouts), len(self._layings)), dtype=np.int64)
        for k in range(len(self._layings) - 1, -1, -1):
            step, before = self._layings[k]
            ways = np.arange(6) if step.kind == "shuffle" else np.array([step.mask])
            olds = np.stack([_unlaid(layouts, step.at, way) for way in ways.tolist()], axis=1)
            chosen = np.zeros(len(layouts), dtype=np.int64)
            if len(ways) > 1:
                weights = before.weights_of(olds.reshape(-1, olds.shape[2])).reshape(len(layouts), -1)
                sums = np.cumsum(weights, axis=1)
                goals = rng.random(len(layouts)) * sums[:, -1]
                chosen = np.minimum((sums <= goals[:, None]).sum(axis=1), len(ways) - 1)
            layouts, orders[:, k] = olds[np.arange(len(olds)), chosen], ways[chosen]
        return layouts, orders

    def orders(self, row: Ints) -> Mapping[int, int]:
        """One row of the orders that `back` gives, by place in the log."""
        return dict(zip(self.whens, row.tolist(), strict=True))


def _through(
    layouts: Matchings, story: Iterable[HardStep | Ratios]
) -> tuple[Matchings, list[tuple[HardStep, Matchings]]]:
    """The layouts after a story, and every laying with those before it."""
    layings = []
    for item in story:
        if isinstance(item, Ratios):
            layouts = layouts.weigh(item.at, item.likely)
            continue
        if item.kind in ("shuffle", "lay"):
            layings.append((item, layouts))
        layouts = apply(layouts, item)
    return layouts, layings


def _unlaid(layouts: Ints, mask: int, number: int) -> Ints:
    """The layouts before the cards of `mask` were laid in the order `number`."""
    triple, old = bits(mask), layouts.copy()
    for place, source in zip(triple, PERMUTATIONS[number], strict=True):
        old[:, triple[source]] = layouts[:, place]
    return old

"""Worlds drawn from the exact soft belief of one seat, many at once.

Everything a seat has seen or heard speaks of a position at some time, and between two layings cards only move. So for
each way all the shuffles may have gone, every piece of evidence is about the card that lay at one position *at the
start*, and the belief about the first layout is one matrix of weights. A matrix's permanent is the weight of its way. A
world is drawn by drawing a way, a first layout from its matrix, and following it to the present: the posterior itself,
with its history. With `MAX_WAYS` ways or fewer (three shuffles) nothing is left out; beyond that the ways are thinned
out by weight at each shuffle, and `exact` says so.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from deduce.errors import ProblemError
from deduce_models.enigma.belief import LieModel, claims_of
from deduce_models.enigma.evidence import Step
from deduce_models.enigma.permanents import Floats, Passes
from deduce_models.enigma.resample import assemble, evidence_of, people_of
from deduce_models.enigma.setup import PERMUTATIONS, bits
from deduce_models.enigma.state import EnigmaState
from deduce_models.enigma.views import EnigmaView

__all__ = ["MAX_WAYS", "Worlds"]

MAX_WAYS = 216

Ints = NDArray[np.int64]


class _Drawing(Passes):
    """Passes that draw many layouts in one go."""

    __slots__ = ()

    def many(self, matrices: Ints, picks: Floats) -> NDArray[np.int8]:
        """One layout by weight of each of `matrices`; `picks` (draws, positions) in [0, 1) decide."""
        n = self.weights.shape[1]
        rooms = np.arange(n)
        used = np.zeros(len(matrices), dtype=np.int64)
        found = np.empty((len(matrices), n), dtype=np.int8)
        for k in range(n):
            free = (used[:, None] >> rooms & 1) == 0
            ways = self.weights[matrices, k] * free
            ways *= self._behind[matrices[:, None], used[:, None] | 1 << rooms]
            sums = np.cumsum(ways, axis=1)
            goal = picks[:, k] * sums[:, -1]
            # The first room whose sum exceeds the goal; rooms of weight 0 never do so first.
            found[:, k] = np.minimum((sums <= goal[:, None]).sum(axis=1), n - 1)
            used |= np.int64(1) << found[:, k].astype(np.int64)
        return found


class Worlds:
    """The belief of a view under a model of lying, and `size` worlds drawn from it.

    `cells` (positions, rooms) are the exact chances now, `people` (slots, characters) those of hard evidence;
    `present` (worlds, positions) are the drawn layouts and `places` (worlds, rooms) the same turned round. Raises
    `ProblemError` for a view that fits no position.
    """

    def __init__(self, view: EnigmaView, model: LieModel, size: int, rng: random.Random) -> None:
        self.view, self.exact = view, True
        self._draw = np.random.default_rng(rng.getrandbits(64))
        self._hard = evidence_of(view)
        self._whens: list[tuple[int, tuple[int, ...]]] = []
        weights, origins, orders = self._follow(model)
        passes = _Drawing(weights)
        total = passes.totals.sum()
        if not total > 0:
            raise ProblemError("this view fits no position: its evidence contradicts itself")
        shares = passes.totals / total
        rows = np.arange(len(weights))[:, None]
        first = passes.marginals() / total
        self.cells: Floats = first[rows, origins].sum(axis=0)
        chosen = self._draw.choice(len(shares), size=size, p=shares)
        self.start = passes.many(chosen, self._draw.random((size, view.setup.cells)))
        self.orders = orders[chosen]
        self.present: NDArray[np.int8] = np.take_along_axis(self.start, origins[chosen], axis=1)

    @cached_property
    def places(self) -> NDArray[np.int8]:
        """Where each room lies, shape (worlds, rooms)."""
        return np.argsort(self.present, axis=1).astype(np.int8)

    @cached_property
    def people(self) -> Floats:
        """The chance of each character for each slot of the deal, by hard evidence."""
        return people_of(self.view.setup.slots, self._hard).marginals()

    def states(self, number: int, rng: random.Random) -> list[EnigmaState]:
        """The first `number` worlds as complete positions with this view, characters drawn as well."""
        setup = self.view.setup
        people = people_of(setup.slots, self._hard)
        found = []
        for world in range(min(number, len(self.start))):
            cards = people.draw([rng.random() for _ in range(setup.slots + 1)])
            start = [int(room) for room in self.start[world]]
            orders = {when: int(self.orders[world, k]) for k, (when, _) in enumerate(self._whens)}
            orders |= self._known_orders
            found.append(assemble(self.view, start, cards, orders, rng))
        return found

    @cached_property
    def _known_orders(self) -> Mapping[int, int]:
        return {step.when: step.mask for step in self._hard if step.kind == "lay"}

    def _follow(self, model: LieModel) -> tuple[Floats, Ints, Ints]:
        """For each way of shuffling: weights of the first layout, where each card lay first, the orders."""
        view, setup = self.view, self.view.setup
        n = setup.cells
        said = claims_of(setup, view.log, model, me=view.seat)
        # At one place of the log: what is seen, then what is said, then the laying.
        story: list[tuple[int, int, Step | tuple[int, Floats]]] = [
            (step.when, 2 * (step.kind != "cell"), step) for step in self._hard if step.kind != "card"
        ]
        story += [(claim.index, 1, (claim.at, claim.likelihood(setup, model, None))) for claim in said]
        weights, origins = np.ones((1, n, n)), np.arange(n)[None, :]
        orders = np.zeros((1, 0), dtype=np.int64)
        for _, _, item in sorted(story, key=lambda each: each[:2]):
            if not isinstance(item, Step) or item.kind == "cell":
                at, likely = (item.at, _allowed(item.mask, n)) if isinstance(item, Step) else item
                weights[np.arange(len(weights)), origins[:, at]] *= likely
                continue
            ways = range(6) if item.kind == "shuffle" else (item.mask,)
            if item.kind == "shuffle":
                self._whens.append((item.when, bits(item.at)))
                weights, origins, orders = self._thinned(weights, origins, orders)
            moved = []
            for way in ways:
                after = origins.copy()
                triple = bits(item.at)
                for place, source in zip(triple, PERMUTATIONS[way], strict=True):
                    after[:, place] = origins[:, triple[source]]
                moved.append(after)
            if item.kind == "shuffle":
                count = len(weights)
                weights = np.tile(weights, (6, 1, 1))
                column = np.repeat(np.arange(6), count)[:, None]
                orders = np.hstack([np.tile(orders, (6, 1)), column])
            origins = np.concatenate(moved)
        return weights, origins, orders

    def _thinned(self, weights: Floats, origins: Ints, orders: Ints) -> tuple[Floats, Ints, Ints]:
        """Without the impossible ways; and if six times as many would be too many, some drawn by weight."""
        if len(weights) == 1:
            return weights, origins, orders
        keep = np.flatnonzero((weights.max(axis=2) > 0).all(axis=1))
        if 6 * len(keep) > MAX_WAYS:
            totals = Passes(weights[keep]).totals
            keep = keep[totals > 0]
            if 6 * len(keep) > MAX_WAYS:
                self.exact = False
                totals = totals[totals > 0]
                number = MAX_WAYS // 6
                # Systematic draws: as often as its weight says; a way drawn twice stays there twice.
                marks = (self._draw.random() + np.arange(number)) / number * totals.sum()
                drawn = np.minimum(np.searchsorted(np.cumsum(totals), marks), len(totals) - 1)
                weights = weights[keep[drawn]] / totals[drawn][:, None, None] ** (1 / weights.shape[1])
                return weights, origins[keep[drawn]], orders[keep[drawn]]
        return weights[keep], origins[keep], orders[keep]


def _allowed(mask: int, n: int) -> Floats:
    return (mask >> np.arange(n) & 1).astype(np.float64)


"""Worlds drawn from the exact soft belief of one seat, many at once.

Everything a seat has seen or heard speaks of a position at some time, and between two layings cards only move. So for
each way all the shuffles may have gone, every piece of evidence is about the card that lay at one position *at the
start*, and the belief about the first layout is one matrix of weights. A matrix's permanent is the weight of its way. A
world is drawn by drawing a way, a first layout from its matrix, and following it to the present: the posterior itself,
with its history. Ways that differ in nothing but their past are kept as one. Up to `MAX_WAYS` ways nothing is left out;
beyond that they are thinned out by weight at each shuffle, and `exact` says so.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from deduce.errors import ProblemError
from deduce_models.enigma.belief.belief import LieModel, claims_of
from deduce_models.enigma.knowledge.evidence import Step
from deduce_models.enigma.knowledge.layouts import follow
from deduce_models.enigma.knowledge.permanents import Floats, Passes
from deduce_models.enigma.knowledge.resample import Story, assemble, evidence_of, people_of
from deduce_models.enigma.rules.setup import PERMUTATIONS, bits
from deduce_models.enigma.rules.state import EnigmaState
from deduce_models.enigma.rules.views import EnigmaView

__all__ = ["MAX_WAYS", "Worlds"]

MAX_WAYS = 512
FEW = 64
"""Worlds drawn where the ways that were kept all turned out impossible."""

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


class _Ways(NamedTuple):
    """Ways the shuffles may have gone, one row each.

    `weights` are of the first layout (ways, positions, rooms), `origins` (ways, positions) where the card now there lay
    first, `orders` (ways, shuffles) how the shuffles went, and `number` how many ways this one stands for.
    """

    weights: Floats
    origins: Ints
    orders: Ints
    number: Floats

    def kept(self, rows: Ints) -> _Ways:
        """Some of the ways."""
        return _Ways(self.weights[rows], self.origins[rows], self.orders[rows], self.number[rows])


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
        self._whens: list[int] = []
        ways = self._follow(model)
        passes = _Drawing(ways.weights)
        totals = passes.totals * ways.number
        if totals.sum() > 0:
            shares = totals / totals.sum()
            first = passes.marginals() * (ways.number / totals.sum())[:, None, None]
            self.cells: Floats = first[np.arange(len(first))[:, None], ways.origins].sum(axis=0)
            chosen = self._draw.choice(len(shares), size=size, p=shares)
            self.start = passes.many(chosen, self._draw.random((size, view.setup.cells)))
            self.orders = ways.orders[chosen]
            self.present: NDArray[np.int8] = np.take_along_axis(self.start, ways.origins[chosen], axis=1)
        elif self.exact:
            raise ProblemError("this view fits no position: its evidence contradicts itself")
        else:
            self._by_hard_evidence(rng)

    def _by_hard_evidence(self, rng: random.Random) -> None:
        """Where all the ways that were kept turned out impossible: some worlds by hard evidence alone."""
        story = Story.of(self.view.setup.cells, self._hard)
        if story.last.total <= 0:
            raise ProblemError("this view fits no position: its evidence contradicts itself")
        self.cells = story.last.marginals()
        nows = [story.last.draw([rng.random() for _ in range(story.last.cells + 1)]) for _ in range(FEW)]
        pasts = [story.back(now, rng) for now in nows]
        self.present = np.array(nows, dtype=np.int8)
        self.start = np.array([start for start, _ in pasts], dtype=np.int8)
        self.orders = np.array([[orders[when] for when in self._whens] for _, orders in pasts])

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
            orders = {when: int(self.orders[world, k]) for k, when in enumerate(self._whens)}
            orders |= self._known_orders
            found.append(assemble(self.view, start, cards, orders, rng))
        return found

    @cached_property
    def _known_orders(self) -> Mapping[int, int]:
        return {step.when: step.mask for step in self._hard if step.kind == "lay"}

    def _follow(self, model: LieModel) -> _Ways:
        """Every way of shuffling that is left after all that was seen and said."""
        view, setup = self.view, self.view.setup
        n = setup.cells
        known = follow(n, self._hard).marginals()
        said = claims_of(setup, view.log, model, me=view.seat, known=known)
        # At one place of the log: what is seen, then what is said, then the laying.
        story: list[tuple[int, int, Step | tuple[int, Floats]]] = [
            (step.when, 2 * (step.kind != "cell"), step) for step in self._hard if step.kind != "card"
        ]
        for claim in said:
            marks = [(claim.at, claim.likelihood(setup, model, None)), *claim.elsewhere(setup, model)]
            story += [(claim.index, 1, mark) for mark in marks]
        ways = _Ways(
            np.ones((1, n, n)), np.arange(n)[None, :], np.zeros((1, 0), dtype=np.int64), np.ones(1)
        )
        for _, _, item in sorted(story, key=lambda each: each[:2]):
            if not isinstance(item, Step) or item.kind == "cell":
                at, likely = (item.at, _allowed(item.mask, n)) if isinstance(item, Step) else item
                ways.weights[np.arange(len(ways.weights)), ways.origins[:, at]] *= likely
            elif item.kind == "lay":
                ways = ways._replace(origins=_laid(ways.origins, bits(item.at), item.mask))
            else:
                self._whens.append(item.when)
                ways = self._shuffled(ways, bits(item.at))
        return ways

    def _shuffled(self, ways: _Ways, triple: tuple[int, ...]) -> _Ways:
        """Six ways for each; impossible ones are left out, and of those that differ in nothing else one is kept."""
        keep = np.flatnonzero((ways.weights.max(axis=2) > 0).all(axis=1))
        ways = ways.kept(keep)
        count = len(keep)
        origins = np.concatenate([_laid(ways.origins, triple, order) for order in range(6)])
        weights, number = np.tile(ways.weights, (6, 1, 1)), np.tile(ways.number, 6) / 6
        orders = np.hstack([np.tile(ways.orders, (6, 1)), np.repeat(np.arange(6), count)[:, None]])
        now = weights[np.arange(len(weights))[:, None], origins].round(14)
        # Which of several equal ways stands for them all is a matter of chance; only the history depends on it.
        mixed = self._draw.permutation(len(now))
        _, first, same = np.unique(
            now[mixed].reshape(len(now), -1), axis=0, return_index=True, return_inverse=True
        )
        total = np.bincount(same.ravel(), weights=number[mixed]).astype(np.float64)
        kept = mixed[first]
        return self._thinned(_Ways(weights[kept], origins[kept], orders[kept], total))

    def _thinned(self, ways: _Ways) -> _Ways:
        """If there are too many ways, some drawn by weight."""
        if len(ways.number) <= MAX_WAYS:
            return ways
        totals = Passes(ways.weights).totals * ways.number
        keep = np.flatnonzero(totals)
        totals = totals[keep]
        if len(keep) > MAX_WAYS:
            self.exact = False
            # Systematic draws, as often as the weight says; each then stands for an equal share.
            marks = (self._draw.random() + np.arange(MAX_WAYS)) / MAX_WAYS * totals.sum()
            drawn = np.minimum(np.searchsorted(np.cumsum(totals), marks), len(totals) - 1)
            keep, share = keep[drawn], totals.sum() / MAX_WAYS / totals[drawn]
            ways = ways.kept(keep)
            return ways._replace(number=ways.number * share)
        return ways.kept(keep)


def _laid(origins: Ints, triple: tuple[int, ...], order: int) -> Ints:
    """Where the cards came from after three were laid in an order."""
    after = origins.copy()
    for place, source in zip(triple, PERMUTATIONS[order], strict=True):
        after[:, place] = origins[:, triple[source]]
    return after


def _allowed(mask: int, n: int) -> Floats:
    return (mask >> np.arange(n) & 1).astype(np.float64)

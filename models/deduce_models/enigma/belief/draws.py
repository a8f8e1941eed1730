"""Worlds drawn from the exact soft belief of one seat, many at once, with their histories.

The belief is the library's matchings after all that was seen and said. Present layouts are drawn from it; where a whole
history is wanted, walked back: at every shuffle an order is drawn by the weight of the layout before it. That is the
posterior itself, however many shuffles there were.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import ProblemError
from deduce.worlds.base import Floats
from deduce_models.enigma.belief.claims import claims_of
from deduce_models.enigma.belief.expected import Heard, meaning
from deduce_models.enigma.belief.lying import LieModel
from deduce_models.enigma.knowledge.evidence import evidence_of
from deduce_models.enigma.knowledge.layouts import LayoutHistory, Ratios, deals
from deduce_models.enigma.knowledge.resample import assemble
from deduce_models.enigma.rules.views import EnigmaView, Position


class Draws:
    """The belief of a view under a model of lying, and `size` worlds drawn from it.

    `cells` (positions, rooms) are the exact chances now, `people` (slots, characters) those of hard evidence; `soft` and
    `hard` are the layouts weighed by all that was said, and by proof alone; `present` (worlds, positions) are the drawn
    layouts and `places` (worlds, rooms) the same turned round. Raises `ProblemError` for a view that fits no position.
    """

    def __init__(self, view: EnigmaView, model: LieModel, size: int, rng: random.Random) -> None:
        self.view = view
        self._heard: Heard | None = None
        self._draw = np.random.default_rng(rng.getrandbits(64))
        self._hard = evidence_of(view)
        setup = view.setup
        proven = LayoutHistory.of(setup.cells, self._hard)
        self.hard = proven.last
        known = self.hard.marginals()
        said: list[Ratios] = []
        if model.kinds and self.hard.total > 0:
            self._heard = meaning(view, self._hard, proven, model)
            said += self._heard.ratios
        else:
            for claim in claims_of(setup, view.log, model, me=view.seat, known=known):
                said.append(Ratios(claim.index, claim.at, claim.likelihood(setup, model, None)))
                said += [Ratios(claim.index, at, likely) for at, likely in claim.elsewhere(setup, model)]
        self._history = LayoutHistory.of(setup.cells, self._hard, said)
        if not known.any() or self._history.last.total <= 0:
            raise ProblemError("this view fits no position: its evidence contradicts itself")
        self.soft = self._history.last
        self.cells: Floats = self._history.last.marginals()
        self.present: NDArray[np.int8] = self._history.last.draw(size, self._draw).astype(np.int8)

    @cached_property
    def places(self) -> NDArray[np.int8]:
        """Where each room lies, shape (worlds, rooms)."""
        return np.argsort(self.present, axis=1).astype(np.int8)

    @cached_property
    def people(self) -> Floats:
        """The chance of each character for each slot of the deal."""
        return self.proven_people if self._heard is None else self._heard.people

    @cached_property
    def proven_people(self) -> Floats:
        """The same by hard evidence alone."""
        return deals(self.view.setup.slots, self._hard).marginals()

    @property
    def plain(self) -> Mapping[int, float]:
        """For each other seat the chance that it says and does anything; empty under a model without kinds."""
        return {} if self._heard is None else self._heard.plain

    @cached_property
    def lie(self) -> float | None:
        """The chance that the claim under way is a lie; None where there is none, or the model has no kinds."""
        if self._heard is None or self._heard.open is None:
            return None
        chances = self.cells[self.view.at] * self._heard.open
        return float(1 - chances[self.view.room] / chances.sum())

    def states(self, number: int, rng: random.Random) -> list[Position]:
        """The first `number` worlds as complete positions with this view, histories and characters drawn as well."""
        number = min(number, len(self.present))
        people = deals(self.view.setup.slots, self._hard).draw(number, self._draw)
        starts, orders = self._history.back(self.present[:number].astype(np.int64), self._draw)
        return [
            assemble(self.view, start, cards, self._history.orders(order), rng)
            for start, cards, order in zip(starts.tolist(), people.tolist(), orders, strict=True)
        ]

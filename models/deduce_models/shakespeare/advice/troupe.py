"""What the troupe of a seat costs, and what its characters will still do on the days left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deduce_models.shakespeare.advice.plan_state import POUND, Crew, PlanState
from deduce_models.shakespeare.advice.weights import Weights
from deduce_models.shakespeare.components.parts import CRAFTS
from deduce_models.shakespeare.rules.setup import ACTOR, ASSISTANT, EXTRA, JEWELER, QUEEN

if TYPE_CHECKING:
    from deduce_models.shakespeare.rules.setup import Setup

__all__ = ["Troupe"]

ACTIVATIONS = 4.5
"""Activations that a later day has at most, on average."""

AWAKE = 0.2
"""The share of the days on which a character should rest but is the one that stays awake."""


class Troupe:
    """The characters of one seat: their pay at the end and their activations ahead, as one day expects them.

    Args:
        setup: The frame of the game.
        weights: The numbers of the estimate.
        left: Days after this one.
    """

    def __init__(self, setup: Setup, weights: Weights, left: int) -> None:
        self.setup, self.weights, self.left = setup, weights, left
        self._crews: dict[tuple[int, ...], Crew] = {}
        self._futures: dict[tuple[tuple[int, ...], int], float] = {}

    def crew(self, troupe: tuple[int, ...]) -> Crew:
        """What the troupe costs, and how many of it objectives count."""
        found = self._crews.get(troupe)
        if found is None:
            people = self.setup.people
            recruited = [people[person] for person in troupe[self.setup.printed :]]
            costs = tuple(sorted(person.cost for person in recruited if person.cost))
            found = self._crews[troupe] = Crew(
                costs,
                sum(costs),
                sum(person.kind == "actor" for person in recruited),
                sum(person.kind in CRAFTS for person in recruited),
            )
        return found

    def pay(self, pounds: float, troupe: tuple[int, ...]) -> float:
        """Expected loss by unpaid characters, with so much money at the end; spare pounds count a little."""
        unpaid = self.setup.parts.unpaid
        loss = 0.0
        for cost in self.crew(troupe).costs:
            if pounds >= cost:
                pounds -= cost
            else:
                loss += unpaid * (1 - max(0.0, pounds) / cost)
                pounds = 0.0
        return loss + self.weights.spare * max(0.0, pounds)

    def ahead(self, own: PlanState) -> float:
        """What the characters will do on the days left."""
        if not self.left:
            return 0.0
        key = (own.troupe, own.used)
        found = self._futures.get(key)
        if found is None:
            found = self._futures[key] = self._ahead(own.troupe, own.used)
        return found

    def _ahead(self, troupe: tuple[int, ...], used: int) -> float:
        setup, left = self.setup, self.left
        values: list[tuple[float, int]] = []
        helpers = sum(setup.roles[person] == ASSISTANT for person in troupe)
        awake = -1.0
        for place, person in enumerate(troupe):
            value = self.activation(person, helpers)
            if value:
                fresh = not used >> place & 1
                values.append((value, (left + 1) // 2 if fresh else left // 2))
                if not fresh:
                    awake = max(awake, value)
        values.sort(reverse=True)
        total: float = max(0.0, awake) * (left % 2)
        room = ACTIVATIONS * left
        for value, times in values:
            count = min(room, times + AWAKE * (left - times))
            total += value * count
            room -= count
            if room <= 0:
                break
        return self.weights.uses * total

    def activation(self, person: int, helpers: int) -> float:
        """What one activation on a later day is worth."""
        setup, weights = self.setup, self.weights
        role = setup.roles[person]
        if role in (EXTRA, ASSISTANT):
            return 0.0
        if role == ACTOR:
            gain = setup.people[person].activation
            return (
                weights.quill * sum(gain.quills)
                + weights.step * gain.ambiance
                + POUND * gain.pounds
                + gain.prestige
                + weights.craft * setup.people[person].value
            )
        if role == QUEEN:
            return weights.queen
        if role == JEWELER:
            return weights.jewel
        return weights.craft * (setup.people[person].value + helpers)

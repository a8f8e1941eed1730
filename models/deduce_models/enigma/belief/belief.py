"""Soft belief: what claims and silences suggest, by a named model of lying. Never mixed with what is proven.

A claim that nobody checked weighs the rooms that may lie there: ``P(claim | true room)``. The models:

* ``honest``: each player lies at a rate of its own, Beta-distributed and learned from the claims whose truth has come
  out; a lie is any other room that could be named, alike (rooms that lie face up cannot).
* ``motive``: the same rates, but a lie is likelier the more the room claimed would gain for the claimant's Character.
  So claims also tell about Characters, and layouts and Characters have one joint posterior.
* ``equilibrium``: everybody lies at the rate that makes a doubter indifferent between checking and not.
* ``expected``: what players are expected to do, as fitted to games (`telling`, `expected`): the one belief of advice,
  sheets and the strongest player. Characters and cards are then found by turns, which is called approximate.

A silence weighs too. A seat that had looked at that card since it was last laid, or at another card that is the room
claimed, knew a lie and would mostly have objected. The first speaks of the card named, the second of where the room
claimed is not. In the same way a lie that was doubted tells that the room claimed is rather where
the doubters had looked.

The posterior of the first three is exact. Cells and Characters are independent given the Characters of those who
claimed, so it is a mixture: for every possible set of those Characters and every way of shuffling one 9x9 matrix of
weights. Sets that make no difference to any claim count as one. Where there are too many
matrices `ways` goes on with all 9! layouts, exact too, and only where there are too many sets of Characters as well
it draws some of these; `Belief.error` then says how far off the chances may be.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import Any

import numpy as np

from deduce.ground.errors import ProblemError, nearest
from deduce.ground.shown import Plain
from deduce.ground.wording import say
from deduce.worlds.base import Floats
from deduce.worlds.permanents import Passes
from deduce_models.enigma.belief.claims import Claim, claims_of
from deduce_models.enigma.belief.expected import meaning
from deduce_models.enigma.belief.joint import PAIRS, Item, Joint, Marks, joint
from deduce_models.enigma.belief.lying import EXPECTED, MODELS, LieModel
from deduce_models.enigma.knowledge.evidence import HardStep, evidence_of
from deduce_models.enigma.knowledge.layouts import LayoutHistory, deals, follow
from deduce_models.enigma.rules.setup import Setup, bits
from deduce_models.enigma.rules.views import EnigmaView

NAMED = {**MODELS, EXPECTED.name: EXPECTED}


@dataclass(frozen=True, slots=True)
class Belief:
    """The posterior under a model: chances of rooms by position and of characters by slot, and its evidence.

    `cells` has shape (cells, rooms), `people` (slots, characters); rows sum to 1. `weight` is the chance of the
    claims under the model, up to a factor that depends on the hard evidence alone. `error` is None for exact
    chances, else the largest standard error of a cell's chance.
    """

    model: str
    cells: Floats
    people: Floats
    weight: float
    claims: tuple[Claim, ...]
    error: float | None = None
    exact: bool = True
    joint: Joint | None = field(default=None, repr=False, compare=False)
    people_by_set: Floats | None = field(default=None, repr=False, compare=False)

    @property
    def method(self) -> str:
        """``exact``, ``approximate``, or ``sampled`` with its standard error."""
        if not self.exact:
            return say("approximate")
        if self.error is None:
            return say("exact")
        return say("sampled, standard error {error}", error=f"{self.error:.3f}")

    def given(self, at: int, room: int) -> Belief:
        """The belief if `room` lies at `at` now. Without weight, and with old chances, if that is impossible."""
        if self.joint is None or self.people_by_set is None:
            raise ProblemError("this belief was made without its joint posterior; nothing can be supposed")
        made = self.joint.given(at, 1 << room)
        if made.total <= 0:
            return replace(self, weight=0.0)
        return _belief(self.model, made, self.people_by_set, self.claims)

    def to_dict(self) -> dict[str, Any]:
        """The belief as plain values for JSON."""
        return {
            "model": self.model,
            "method": self.method,
            "cells": self.cells.tolist(),
            "people": self.people.tolist(),
        }


def _belief(model: str, made: Joint, by_set: Floats, said: Sequence[Claim]) -> Belief:
    total = made.total
    people = np.einsum("s,spc->pc", made.by_set, by_set) / total
    return Belief(
        model,
        made.cells / total,
        people=people,
        weight=total,
        claims=tuple(said),
        error=made.error,
        exact=True,
        joint=made,
        people_by_set=by_set,
    )


def believe(
    view: EnigmaView,
    model: str | LieModel = "honest",
    *,
    claims: Sequence[Claim] | None = None,
    pairs: int = PAIRS,
) -> Belief:
    """The posterior over layouts and characters, exact unless it would need too much (see `ways`).

    `pairs` is how many matrices are affordable. Raises `ProblemError`.
    """
    if isinstance(model, str):
        if model not in NAMED:
            raise ProblemError(f"no lie model is called {model!r}: {nearest(model, NAMED)}")
        model = NAMED[model]
    setup, hard = view.setup, evidence_of(view)
    if model.kinds:
        return _expected(view, hard, model)
    if claims is None:
        known = follow(setup.cells, hard).marginals()
        claims = claims_of(setup, view.log, model, me=view.seat, known=known)
    return posterior(setup, hard, claims, model, pairs=pairs)


def _expected(view: EnigmaView, hard: Sequence[HardStep], model: LieModel) -> Belief:
    """The belief that moves are weighed with. Raises `ProblemError`."""
    cells = view.setup.cells
    proven = LayoutHistory.of(cells, hard)
    if proven.last.total <= 0 or deals(view.setup.slots, hard).total <= 0:
        raise ProblemError("the hard evidence contradicts itself; there is nothing to believe")
    told = meaning(view, hard, proven, model)
    last = LayoutHistory.of(cells, hard, told.ratios).last
    return Belief(model.name, last.marginals(), told.people, last.total, told.claims, exact=False)


def posterior(
    setup: Setup,
    hard: Sequence[HardStep],
    said: Sequence[Claim],
    model: LieModel,
    *,
    pairs: int = PAIRS,
) -> Belief:
    """The posterior from hard evidence and claims, both placed by their index in one log. Raises `ProblemError`."""
    slots = sorted({claim.slot for claim in said}) if model.motive != 1.0 else []
    sets, prior, people = _sets(setup, hard, slots)
    own = _likelihoods(setup, said, model, slots, sets)
    # Sets of Characters that make no difference to any claim are one.
    _, first, same = np.unique(own.reshape(len(sets), -1), axis=0, return_index=True, return_inverse=True)
    same = same.ravel()
    weight = np.bincount(same, prior, len(first)).astype(np.float64)
    by_set = np.zeros((len(first), *people.shape[1:]))
    np.add.at(by_set, same, people)
    by_set /= np.maximum(weight, 1e-300)[:, None, None]
    story, likely = _story(setup, hard, said, model, own[first])
    made = joint(setup.cells, story, likely, weight, pairs=pairs)
    if made.total <= 0:
        raise ProblemError("the hard evidence contradicts itself; there is nothing to believe")
    return _belief(model.name, made, by_set, said)


def _likelihoods(
    setup: Setup,
    said: Sequence[Claim],
    model: LieModel,
    slots: Sequence[int],
    sets: Sequence[tuple[int, ...]],
) -> Floats:
    """What each claim says of the room there, for each set of Characters at `slots`: (sets, claims, rooms)."""
    found = np.empty((len(sets), len(said), setup.cells))
    for number, claim in enumerate(said):
        if claim.slot not in slots:
            found[:, number] = claim.likelihood(setup, model, None)
            continue
        # Only the claimant's own Character matters: a row each, however many sets have it.
        cards = np.array([each[slots.index(claim.slot)] for each in sets], dtype=np.int64)
        rows = np.empty((setup.slots, setup.cells))
        for card in sorted(set(cards.tolist())):  # np.unique would load numpy.ma for it
            rows[card] = claim.likelihood(setup, model, card)
        found[:, number] = rows[cards]
    return found


def _story(
    setup: Setup, hard: Sequence[HardStep], said: Sequence[Claim], model: LieModel, own: Floats
) -> tuple[list[Item], Floats]:
    """What is proven and said in order of time, and the likelihoods of all marks, shape (sets, marks, rooms)."""
    timed: list[tuple[int, Item]] = [(step.when, step) for step in hard]
    shared: list[Floats] = []
    for number, claim in enumerate(said):
        marks = [(number, claim.at)]
        for at, likely in claim.elsewhere(setup, model):
            marks.append((len(said) + len(shared), at))
            shared.append(likely)
        timed.append((claim.index, Marks(tuple(marks))))
    story = [item for _, item in sorted(timed, key=lambda pair: pair[0])]
    common = np.array(shared).reshape(len(shared), setup.cells)
    every = np.broadcast_to(common, (len(own), *common.shape))
    return story, np.concatenate([own, every], axis=1)


def _sets(
    setup: Setup, hard: Sequence[HardStep], slots: Sequence[int]
) -> tuple[list[tuple[int, ...]], Floats, Floats]:
    """The possible characters of some slots, together; how many deals have each; and each deal's marginals, summed."""
    people = deals(setup.slots, hard)
    chances = people.marginals()
    if not people.total:
        raise ProblemError("the hard evidence contradicts itself; there is nothing to believe")
    sets = [
        each
        for each in permutations(range(setup.slots), len(slots))
        if all(chances[slot, card] > 0 for slot, card in zip(slots, each, strict=True))
    ]
    masks = np.broadcast_to(chances > 0, (len(sets), setup.slots, setup.slots)).astype(np.float64)
    for place, slot in enumerate(slots):
        only = np.zeros((len(sets), setup.slots))
        only[np.arange(len(sets)), [each[place] for each in sets]] = 1.0
        masks[:, slot] = only
    both = Passes(masks)
    return sets, both.totals, both.marginals()


@dataclass(frozen=True, slots=True)
class ClaimEffect(Plain):
    """One line of the ledger: what a claim did to the log-odds (natural logarithm) that a room lies at a position."""

    text: str
    index: int
    change: float


def ledger(view: EnigmaView, at: int, room: int, model: str = "honest") -> list[ClaimEffect]:
    """How each claim not proved true, in order, moved the log-odds of `room` at position `at` (from 0)."""
    lie_model = MODELS[model]
    known = follow(view.setup.cells, evidence_of(view)).marginals()
    said = claims_of(view.setup, view.log, lie_model, me=view.seat, known=known)
    rooms, found = view.setup.parts.room_names, []
    before = _log_odds(believe(view, lie_model, claims=[]).cells[at, room])
    for number, claim in enumerate(said):
        after = _log_odds(believe(view, lie_model, claims=said[: number + 1]).cells[at, room])
        text = f"seat {claim.seat} named {claim.at + 1} as {rooms[claim.room]}"
        if claim.doubted:
            doubters = " and ".join(f"seat {seat}" for seat in bits(claim.doubted))
            text += f", a lie that {doubters} doubted"
        elif claim.knew:
            text += ", and a seat that knew the card did not object"
        found.append(ClaimEffect(text, claim.index, after - before))
        before = after
    return found


def _log_odds(chance: float) -> float:
    chance = min(max(float(chance), 1e-12), 1 - 1e-12)
    return math.log(chance / (1 - chance))

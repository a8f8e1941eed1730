"""Soft belief: what claims and silences suggest, by a named model of lying. Never mixed with what is proven.

A claim that nobody checked weighs the rooms that may lie there: ``P(claim | true room)``. The models:

* ``honest``: each player lies at a rate of its own, Beta-distributed and learned from the checks so far; a lie is any
  other room alike.
* ``motive``: the same rates, but a lie is likelier the more the room claimed would gain for the claimant's Character.
  So claims also tell about Characters, and layouts and Characters have one joint posterior.
* ``equilibrium``: everybody lies at the rate that makes a doubter indifferent between checking and not.

A silence weighs too: a seat that had looked at that card since it was last laid, and could have doubted, would
mostly have objected to a lie.

The posterior is exact. Cells and Characters are independent given the Characters of those who claimed, so it is
a mixture: for every possible set of those Characters and every way of shuffling one 9x9 matrix of weights,
summed over layouts by `permanents` (see `ways`). Beyond `ways.MAX_WAYS` ways of shuffling the dense table of layouts
is used in their place, exact too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final

import numpy as np

from deduce.errors import ProblemError, TooLarge, nearest
from deduce_models.enigma.components import CHAOS, DECRYPTION
from deduce_models.enigma.events import Event, What
from deduce_models.enigma.evidence import Step
from deduce_models.enigma.permanents import Floats
from deduce_models.enigma.resample import evidence_of, people_of
from deduce_models.enigma.setup import Setup, bits
from deduce_models.enigma.views import EnigmaView
from deduce_models.enigma.ways import Item, dense, mixture

__all__ = [
    "MODELS",
    "Belief",
    "Claim",
    "Entry",
    "LieModel",
    "believe",
    "claims_of",
    "ledger",
    "lie_rates",
    "posterior",
    "wanted",
]


@dataclass(frozen=True, slots=True)
class LieModel:
    """How people lie. `lies` and `truths` are the Beta counts before anything is checked; estimates of ours.

    `vigilance` is the chance that who knows a claim to be a lie, and may doubt, does; `motive` how many times
    likelier a lie is that gains what its Character needs (1: no matter).
    """

    name: str
    lies: float = 1.5
    truths: float = 3.5
    learns: bool = True
    vigilance: float = 0.75
    motive: float = 1.0

    @staticmethod
    def indifferent(catch: float = 1.0, silence: float = 1.0) -> LieModel:
        """Lie rates that make a doubter indifferent: a caught lie is worth `catch`, being silenced costs `silence`."""
        rate = silence / (catch + silence)
        return LieModel("equilibrium", rate, 1 - rate, learns=False)


MODELS: Final = {
    "honest": LieModel("honest"),
    "motive": LieModel("motive", motive=3.0),
    "equilibrium": LieModel.indifferent(),
}


@dataclass(frozen=True, slots=True)
class Claim:
    """An unchecked claim: who, where, which room; `slot` and `tokens` the claimant's then, `knew` who had looked.

    `rate` is the claimant's lie rate as learned up to the end of the log.
    """

    index: int
    seat: int
    slot: int
    at: int
    room: int
    tokens: int
    knew: int
    rate: float

    def likelihood(self, setup: Setup, model: LieModel, card: int | None) -> Floats:
        """``P(claim, silence | room there)`` for each room, for a claimant who is `card` (None: not asked)."""
        n = setup.cells
        wish = np.ones(n)
        if card is not None and model.motive != 1.0:
            for room in wanted(setup, card, self.tokens):
                wish[room] = model.motive
        lie = self.rate * wish[self.room] / (wish.sum() - wish)
        quiet = (1 - model.vigilance) ** self.knew.bit_count()
        found: Floats = lie * quiet
        found[self.room] = 1 - self.rate
        return np.maximum(found, 1e-9)


def wanted(setup: Setup, card: int, tokens: int) -> list[int]:
    """The rooms whose effect a Character needs, given its tokens; a rough list of ours."""
    person = setup.parts.characters[card]
    names: list[str] = []
    if person.token == "D" and not tokens & DECRYPTION:
        names = ["Bombe"]
    elif person.token == "C" and not tokens & CHAOS:
        names = ["Phantom"]
    elif person.token == "no C" and tokens & CHAOS:
        names = ["Phantom", "Bombe"]
    elif person.accuses:
        names = ["Teamwork"]
    elif card == setup.saboteur:
        names = ["Tome"]
    elif card == setup.ghost:
        names = ["Phantom"]
    else:
        names = ["Library", "Code" if tokens & CHAOS else "Command"]
    rooms = setup.parts.room_names
    return [rooms.index(name) for name in names if name in rooms]


def claims_of(setup: Setup, log: Sequence[Event], model: LieModel, *, me: int = 0) -> list[Claim]:
    """The claims nobody checked, of all seats but `me`, with learned lie rates."""
    rates = lie_rates(setup, log, model)
    found: list[Claim] = []
    looked = [0] * setup.cells
    held, tokens = list(range(setup.players)), dict.fromkeys(rates, 0)
    out = silent = 0
    for index, event in enumerate(log):
        kind, seat = event.kind, event.seat
        if kind in (What.PEEK, What.QUIET, What.LOOK):
            looked[event.at] |= 1 << seat
        elif kind in (What.GHOST, What.SHUFFLE):
            for cell in bits(event.at):
                looked[cell] = 1 << seat if kind is What.GHOST else 0
        elif kind is What.VERDICT:
            claimant = _claimant(log, index)
            if seat:
                looked[event.at] |= 1 << seat
                silent |= 1 << (seat if event.more & 1 else claimant)
            elif claimant != me:
                knew = looked[event.at] & ~(1 << claimant) & ~out & ~silent
                found.append(
                    Claim(
                        *(index, claimant, held[claimant - 1], event.at, event.what),
                        *(tokens[claimant], knew, rates[claimant]),
                    )
                )
        if kind in (What.QUIET, What.REST):
            silent &= ~(1 << seat)
        if kind is What.FAIL:
            out |= 1 << seat
        _follow(event, held, tokens)
    return found


def lie_rates(setup: Setup, log: Sequence[Event], model: LieModel) -> dict[int, float]:
    """Each seat's lie rate: the mean of its Beta distribution after the checks in `log`."""
    lies = dict.fromkeys(range(1, setup.players + 1), model.lies)
    truths = dict.fromkeys(lies, model.truths)
    for index, event in enumerate(log):
        if event.kind is What.VERDICT and event.seat and model.learns:
            book = truths if event.more & 1 else lies
            book[_claimant(log, index)] += 1
    return {seat: lies[seat] / (lies[seat] + truths[seat]) for seat in lies}


def _claimant(log: Sequence[Event], index: int) -> int:
    """Whose claim the verdict at `index` is about."""
    return next(event.seat for event in reversed(log[:index]) if event.kind is What.CLAIM)


def _follow(event: Event, held: list[int], tokens: dict[int, int]) -> None:
    """Who holds which slot, and roughly which tokens (as far as the log alone tells without replaying)."""
    kind, seat = event.kind, event.seat
    if kind is What.SWAP:
        held[seat - 1], held[event.at - 1] = event.more, event.what
    elif kind in (What.RENEW, What.GHOST):
        held[seat - 1] = event.more
    elif kind is What.LOOK and event.what > 0:
        tokens[seat] |= event.what
    elif kind is What.SPEND:
        tokens[seat] &= ~DECRYPTION
    elif kind is What.FLIP:
        tokens[event.at] ^= CHAOS
    elif kind is What.CANCEL:
        tokens[seat] &= ~CHAOS


@dataclass(frozen=True, slots=True)
class Belief:
    """The posterior under a model: chances of rooms by position and of characters by slot, and its evidence.

    `cells` has shape (cells, rooms), `people` (slots, characters); rows sum to 1. `weight` is the chance of the
    claims under the model, up to a factor that depends on the hard evidence alone.
    """

    model: str
    cells: Floats
    people: Floats
    weight: float
    claims: tuple[Claim, ...]

    def to_dict(self) -> dict[str, Any]:
        """The belief as plain values for JSON."""
        return {"model": self.model, "cells": self.cells.tolist(), "people": self.people.tolist()}


def believe(
    view: EnigmaView, model: str | LieModel = "honest", *, claims: Sequence[Claim] | None = None
) -> Belief:
    """The exact posterior over layouts and characters. Raises `ProblemError`."""
    if isinstance(model, str):
        if model not in MODELS:
            raise ProblemError(f"no lie model is called {model!r}: {nearest(model, MODELS)}")
        model = MODELS[model]
    setup, hard = view.setup, evidence_of(view)
    said = claims_of(setup, view.log, model, me=view.seat) if claims is None else list(claims)
    return posterior(setup, hard, said, model)


def posterior(setup: Setup, hard: Sequence[Step], said: Sequence[Claim], model: LieModel) -> Belief:
    """The posterior from hard evidence and claims, both placed by their index in one log."""
    n = setup.cells
    timed: list[tuple[int, Item]] = [(step.when, step) for step in hard]
    timed += [(claim.index, (number, claim.at)) for number, claim in enumerate(said)]
    story = [item for _, item in sorted(timed, key=lambda pair: pair[0])]
    people = people_of(setup.slots, hard)
    slots = sorted({claim.slot for claim in said}) if model.motive != 1.0 else []
    sets = _assignments(setup, people.marginals(), slots)
    likely = np.array(
        [
            [
                claim.likelihood(setup, model, dict(zip(slots, each, strict=True)).get(claim.slot))
                for claim in said
            ]
            for each in sets
        ]
    ).reshape(len(sets), len(said), n)
    try:
        by_set, marginals = mixture(n, story, likely)
    except TooLarge:
        by_set, marginals = dense(n, story, likely)
    restricted = [_restricted(people, slots, each) for each in sets]
    prior = np.array([layouts.total for layouts in restricted])
    total = float(by_set @ prior)
    if total <= 0:
        raise ProblemError("the hard evidence contradicts itself; there is nothing to believe")
    shares = by_set * prior / total
    chances = sum(share * layouts.marginals() for share, layouts in zip(shares, restricted, strict=True))
    cells = np.einsum("m,mcr->cr", prior, marginals) / total
    return Belief(model.name, cells, np.asarray(chances), total, tuple(said))


def _assignments(setup: Setup, chances: Floats, slots: Sequence[int]) -> list[tuple[int, ...]]:
    """The possible characters of some slots, together."""
    every = permutations(range(setup.slots), len(slots))
    return [
        each
        for each in every
        if all(chances[slot, card] > 0 for slot, card in zip(slots, each, strict=True))
    ]


def _restricted(people: Any, slots: Sequence[int], cards: Sequence[int]) -> Any:
    for slot, card in zip(slots, cards, strict=True):
        people = people.restrict(slot, 1 << card)
    return people


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the ledger: what a claim did to the log-odds (natural logarithm) that a room lies at a position."""

    text: str
    index: int
    change: float

    def to_dict(self) -> dict[str, Any]:
        """The entry as plain values for JSON."""
        return {"text": self.text, "index": self.index, "change": self.change}


def ledger(view: EnigmaView, at: int, room: int, model: str = "honest") -> list[Entry]:
    """How each unchecked claim, in order, moved the log-odds of `room` at position `at` (from 0)."""
    lie_model = MODELS[model]
    said = claims_of(view.setup, view.log, lie_model, me=view.seat)
    rooms, found = view.setup.parts.room_names, []
    before = _log_odds(believe(view, lie_model, claims=[]).cells[at, room])
    for number, claim in enumerate(said):
        after = _log_odds(believe(view, lie_model, claims=said[: number + 1]).cells[at, room])
        silent = ", and a seat that knew the card did not object" if claim.knew else ""
        text = f"seat {claim.seat} named {claim.at + 1} as {rooms[claim.room]}{silent}"
        found.append(Entry(text, claim.index, after - before))
        before = after
    return found


def _log_odds(chance: float) -> float:
    chance = min(max(float(chance), 1e-12), 1 - 1e-12)
    return math.log(chance / (1 - chance))

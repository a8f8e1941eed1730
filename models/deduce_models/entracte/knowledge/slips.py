"""Tokens that were forgotten, and false ones: how often a person slips, and what codes are likely if people do.

Knowledge is exact if every note is right, and says nothing where notes contradict each other. Here each token has a
chance of its own. Of each seat two rates are unknown: how often a token that was due is forgotten, and how often one is
put that was not. Both are Beta rates whose counts begin with those of people in general and go on with what was
counted of the person on earlier evenings (``habits:``). Of a code all tokens of its holder together have a chance in
closed form, the rates integrated, so one forgotten token makes another likelier. Codes are all different. Cards played,
passes and guesses are taken as `model` takes them, each with its small chance of a wrong note; what somebody says to be
sure of is left out. Whether a person or the note of it was wrong cannot be told apart, and is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from math import lgamma

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import ProblemError
from deduce.records.profiles import Counts, beta_interval
from deduce_models.entracte.knowledge.evidence import Evidence
from deduce_models.entracte.knowledge.model import SLIPS
from deduce_models.entracte.knowledge.passes import passes_of

Floats = NDArray[np.float64]

USUAL = 20.0
"""So many tokens are what people in general are worth, beside those counted of one person; an estimate of ours."""


@dataclass(frozen=True)
class Slips(Counts):
    """What was counted of one person: tokens that were due, put or forgotten; and others, not put or put falsely."""

    games: float = 0.0
    put: float = 0.0
    forgotten: float = 0.0
    held: float = 0.0
    invented: float = 0.0

    @property
    def forgetting(self) -> tuple[float, float]:
        """The Beta counts of forgetting a token that is due."""
        return _counts("no token", self.forgotten, self.put)

    @property
    def inventing(self) -> tuple[float, float]:
        """The Beta counts of putting one that is not."""
        return _counts("token", self.invented, self.held)

    def rates(self) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
        """How often it forgets and invents: means, each with where about 90 % of the chance is."""
        return beta_interval(*self.forgetting), beta_interval(*self.inventing)

    def likelihood(self, tokens: Floats) -> Floats:
        """The logarithm of the chance of an evening's tokens, both rates integrated.

        `tokens` counts them by code, shape (codes, 4): put, forgotten, held, invented.
        """
        put, forgotten, held, invented = tokens.T
        forgets, invents = self.forgetting, self.inventing
        return _beta(forgotten, put, *forgets) + _beta(invented, held, *invents)


def _counts(slip: str, did: float, did_not: float) -> tuple[float, float]:
    """The Beta counts of a kind of slip: those of people in general and what was counted."""
    return USUAL * SLIPS[slip] + did, USUAL * (1 - SLIPS[slip]) + did_not


def _beta(did: Floats, did_not: Floats, yes: float, no: float) -> Floats:
    """The logarithm of the chance of events in their order, at a rate with these Beta counts."""
    gamma = np.vectorize(lgamma, otypes=[float])
    found: Floats = gamma(yes + did) + gamma(no + did_not) - gamma(yes + no + did + did_not)
    return found + lgamma(yes + no) - lgamma(yes) - lgamma(no)


def _tokens(told: Evidence, seat: int) -> Floats:
    """The tokens of a seat under the cards of all others, counted for each code it may hold: shape (codes, 4)."""
    codes = np.arange(len(told.setup.parts.codes))
    found = np.zeros((len(codes), 4))
    for step in told.steps[:-1]:
        entry = step.entry
        if entry.kind != "play" or entry.seat == seat or entry.unsure >> seat & 1:
            continue
        did = bool(entry.tokens >> seat & 1)
        for code in codes.tolist():
            if not step.open >> code & 1:  # of a card noted in part it may be open whether it was due
                due = bool(step.matched >> code & 1)
                found[code, (0 if did else 1) if due else (3 if did else 2)] += 1
    return found


def counted(told: Evidence) -> dict[int, Slips]:
    """What a finished evening tells of each seat. Raises `ProblemError` where a code was not shown."""
    if told.setup.competitive:
        raise ProblemError("slips are counted in the cooperative game, where everybody has one code")
    if not all(told.codes):
        raise ProblemError(
            "not everybody's code is told: add a line 'codes:' with all of them, as shown at the end"
        )
    found = {}
    for seat, mask in enumerate(told.codes, 1):
        put, forgotten, held, invented = _tokens(told, seat)[mask.bit_length() - 1].tolist()
        found[seat] = Slips(1.0, put, forgotten, held, invented)
    return found


def likely_codes(told: Evidence, people: Mapping[int, Slips]) -> Floats:
    """The chance of each code for each seat of a cooperative evening, slips reckoned with: shape (seats, codes)."""
    seats, number = len(told.names), len(told.setup.parts.codes)
    wrong = np.zeros((seats, number))
    for step in told.steps[:-1]:
        codes = step.barred if step.entry.kind == "play" else 0
        if step.entry.kind == "guess":
            codes = reduce(lambda mask, guess: mask | 1 << guess[1], step.entry.guesses, 0)
        _weigh(wrong, step.entry.seat, codes, SLIPS["card"])
    for step, count, hand in passes_of(told):
        _weigh(wrong, step.entry.seat, ~(count & hand), SLIPS["pass"])
    weights = []
    for seat, row in enumerate(wrong, 1):
        mask = told.codes[seat - 1] if seat == told.me else 0
        if mask:
            weights.append((mask >> np.arange(number) & 1).astype(np.float64))
            continue
        likely = row + people.get(seat, Slips()).likelihood(_tokens(told, seat))
        weights.append(np.exp(likely - likely.max()))
    return _all_different(weights)


def _weigh(wrong: Floats, seat: int, codes: int, chance: float) -> None:
    for code in range(wrong.shape[1]):
        if codes >> code & 1:
            wrong[seat - 1, code] += np.log(chance)


def _all_different(weights: list[Floats]) -> Floats:
    """The marginal chances of things of these weights that are all different, over every way to choose them."""
    number, seats = len(weights[0]), len(weights)
    whole: Floats = reduce(np.multiply.outer, weights)
    for one in range(seats):
        for other in range(one):
            shape = [number if axis in (one, other) else 1 for axis in range(seats)]
            whole = whole * (1 - np.eye(number)).reshape(shape)
    total = whole.sum()
    return np.array(
        [
            whole.sum(axis=tuple(axis for axis in range(seats) if axis != seat)) / total
            for seat in range(seats)
        ]
    )

"""What is counted of one person, weighed: which of a few ways of speaking is this person's, and at what rate.

A hierarchy of two levels. The population: somebody is of a kind that is expected of everybody, or has a way of its own,
with the shares below. The person: a way of its own has a rate, which is integrated over a grid, and rooms that lies name,
spread beforehand as those of the population. Three ways are thought of. A *liar* names another room than the card; who
has a *liking* names a room it likes whatever the card is; an *echo* names the room that was named last. All else of their
claims is true. The chance of a way is the chance of all that was counted under it, so few counts leave the population,
and many leave one way with a rate that is known.

What the next claim may be is linear in the rate, so a way with its mean rate says of one claim all that the grid does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma, log
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from deduce.worlds.base import Floats
from deduce_models.enigma.belief.claiming import SLIP, usual_names
from deduce_models.enigma.belief.habits import MISTAKEN
from deduce_models.enigma.belief.lying import PlayerKind

if TYPE_CHECKING:
    from deduce_models.enigma.belief.profiles import Profile

EXPECTED_SHARE = 0.40
"""How many people are of a kind that is expected of everybody; these shares are estimates of ours."""
LIARS, LIKINGS, ECHOES = 0.40, 0.12, 0.08
OWN_LIES, OWN_LIKING = 8.0, 2.0
"""So many lies are taken to have been spread as the population's: of a liar, and of who has a liking."""
DOUBTS, TRUSTS = 0.6, 2.4
"""Beta counts of doubts of what is not known, before anything is."""
GRID: Floats = np.sin((np.arange(40) + 0.5) * (np.pi / 80)) ** 2
"""Rates of a way, alike likely beforehand: Jeffreys' prior, by which many do so nearly always or nearly never.

They are the nodes of Gauss and Chebyshev, so means over them are exact for less than 80 claims."""


@dataclass(frozen=True)
class Person:
    """The kinds that one person may be of, with their chances; how often it lies: `rates` with `weights`."""

    kinds: tuple[PlayerKind, ...]
    chances: list[float]
    rates: Floats
    weights: Floats

    def lying(self) -> tuple[float, float, float]:
        """How often it lies: the mean, and the ends of what holds 90 % of the chance."""
        order = np.argsort(self.rates, kind="stable")
        rates, below = self.rates[order], np.cumsum(self.weights[order])
        low, high = np.searchsorted(below, [0.05, 0.95])
        return float(self.rates @ self.weights), float(rates[low]), float(rates[min(high, len(rates) - 1)])


def weighed(whole: Profile, right: int, wrong: int, expected: Sequence[PlayerKind]) -> Person:
    """The person of these counts, among the kinds `expected`.

    `right` and `wrong` are this evening's doubts and silences about cards that it had looked at.
    """
    rooms = tuple(whole.order)
    usual = usual_names(rooms)
    false = np.array([whole.rooms.get(name, 0.0) for name in rooms])
    true = np.array([whole.told.get(name, 0.0) for name in rooms])
    doubts = (DOUBTS + whole.doubts) / (DOUBTS + TRUSTS + whole.doubts + whole.trusts)
    minds = right * log(1 - MISTAKEN) + wrong * log(MISTAKEN)
    found: list[tuple[PlayerKind, float]] = []
    rates, weights = [], []
    for kind in expected:
        apart = log(EXPECTED_SHARE * kind.share)
        apart += whole.lies * log(kind.lies) + whole.truths * log(1 - kind.lies)
        apart += float(false.sum() * -log(len(rooms) - 1) if kind.plain else false @ np.log(usual))
        apart += whole.doubts * log(kind.doubts) + whole.trusts * log(1 - kind.doubts)
        apart += (right + wrong) * log(0.5) if kind.plain else minds
        found.append((kind, apart))
        rates.append(np.array([kind.lies]))
        weights.append(np.ones(1))
    heard = minds + _urn(np.array([whole.doubts, whole.trusts]), np.array([DOUBTS, TRUSTS]))
    for way in _ways(whole, false, true, usual):
        by_rate = np.exp(way.likely - way.likely.max())
        apart = log(way.share * float(by_rate.mean())) + float(way.likely.max()) + heard
        by_rate /= by_rate.sum()
        kind = PlayerKind(float(by_rate @ GRID), doubts, 0.0, False, way.rooms, way.blind, way.echoes)
        found.append((kind, apart))
        rates.append(GRID * way.false)
        weights.append(by_rate)
    best = max(likely for _, likely in found)
    shares = [exp(likely - best) for _, likely in found]
    chances = [share / sum(shares) for share in shares]
    return Person(
        tuple(kind for kind, _ in found),
        chances,
        np.concatenate(rates),
        np.concatenate([chance * each for chance, each in zip(chances, weights, strict=True)]),
    )


class _Way(NamedTuple):
    """A way of speaking.

    How common it is, the logarithm of the chance of all that was counted by its rate, shape (rates,), the chance that a
    claim made in this way is false, and the rooms it names.
    """

    share: float
    likely: Floats
    false: float
    rooms: tuple[float, ...]
    blind: bool = True
    echoes: bool = False


def _ways(whole: Profile, false: Floats, true: Floats, usual: Floats) -> tuple[_Way, ...]:
    """The three ways; `false` and `true` count claims by the room named, shape (rooms,)."""
    lies, truths = np.log(GRID), np.log1p(-GRID)
    cells = len(usual)
    named = (false + OWN_LIES * usual) / (false.sum() + OWN_LIES)
    liked = (false + OWN_LIKING * usual) / (false.sum() + OWN_LIKING)
    liar = whole.lies * lies + whole.truths * truths + _urn(false, OWN_LIES * usual)
    # A truth may be a room it likes that lies there by accident.
    liking = whole.lies * lies + _urn(false, OWN_LIKING * usual)
    liking += (whole.truths - true.sum()) * truths + true @ np.log(1 - GRID + GRID * liked[:, None])
    slips = max(0.0, whole.lies - whole.repeated_lies)
    echo = whole.repeated_lies * lies + whole.passed_truths * truths + slips * log(SLIP / cells)
    repeated, passed = whole.repeated_lies + whole.repeated_truths, whole.passed_lies + whole.passed_truths
    able = (repeated + passed + 1) / (whole.lies + whole.truths + 1)
    mostly = 1 - 1 / cells
    return (
        _Way(LIARS, liar, 1.0, tuple(named.tolist()), blind=False),
        _Way(LIKINGS, liking, mostly, tuple(liked.tolist())),
        _Way(ECHOES, echo, mostly * able, (), echoes=True),
    )


def _urn(counts: Floats, before: Floats) -> float:
    """The logarithm of the chance of outcomes counted in their order, at rates of Dirichlet counts `before`."""
    found = lgamma(float(before.sum())) - lgamma(float(before.sum() + counts.sum()))
    return found + sum(
        lgamma(b + c) - lgamma(b) for b, c in zip(before.tolist(), counts.tolist(), strict=True)
    )

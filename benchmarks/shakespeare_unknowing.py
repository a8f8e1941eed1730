"""How much can a player of Shakespeare reach who does not know the draws? Information relaxation with a fitted penalty.

    python -m benchmarks.shakespeare_unknowing --fit 80 --rounds 4 --scripts 30

A player who knows all draws is the clairvoyant of docs/shakespeare-strength.md. A penalty that a player without that
knowledge does not pay in the mean makes a bound for such players of what the clairvoyant can reach less the penalty
(Brown, Smith and Sun, 2010). Here it is a sum over days of decisions until the evening (who has come, who acts today,
what was taken of each colour), each times what the next morning draws otherwise than was to be expected: elements on
offer, kinds of cards, objectives. Its mean is 0 for every player who decides before seeing, whatever the prices. They
are fitted on scripts apart, by stochastic gradients of the linear relaxation of the clairvoyant's smaller model, in
which such a penalty is linear; the bound is the mean of that relaxation on fresh scripts.

The mean over all scripts is an upper bound; told is its estimate, with the standard error. Said besides: how far the
relaxation makes use of what it knows (decisions of its solutions against later draws: root mean square of the z-scores
of all pairs; 1 if not at all).
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

from benchmarks.shakespeare_strength import frame, mean
from deduce.backends.relaxation import Relaxed
from deduce_models.shakespeare.bound.draws import Script, solo_script
from deduce_models.shakespeare.bound.model import GameModel
from deduce_models.shakespeare.components.parts import DRAWN_OBJECTIVES
from deduce_models.shakespeare.rules.setup import Setup

KINDS = ("actor", "mistress", "dresser", "handyman", "jeweler", "assistant")
"""Kinds of characters that come."""

ACTING = (*KINDS[:-1], "queen")
"""Kinds that act."""

COLOURS = range(1, 7)

Row = Mapping[int, float]
"""A sum of variables of a model: the multiple of each."""


def decisions(model: GameModel, day: int) -> list[Row]:
    """What was decided until the evening of a day, as sums of variables."""
    company, rows = model.company, list[Row]()
    printed = model.setup.printed
    for kind in KINDS:
        come = (
            one.chosen
            for slot in company.slots[printed : printed + 1 + day]
            for one in slot.kind(kind)
            if not isinstance(one.chosen, int)
        )
        rows.append({each.index: 1.0 for each in come})
    for kind in ACTING:
        rows.append({active.index: 1.0 for _, at, active in company.activations(kind) if at == day})
    for what, colour in product(("set", "costume"), COLOURS):
        takes = company.takes.items()
        rows.append(
            {take.index: 1.0 for (k, _, at, c), take in takes if (k, c) == (what, colour) and at <= day}
        )
    return rows


def news(setup: Setup, script: Script, day: int) -> list[float]:
    """What the morning after a day draws, less what was to be expected of it on the evening; its mean is 0."""
    found: list[float] = []
    for offers in (script.sets, script.costumes):
        left = [count - sum(offer[c] for offer in offers[:day]) for c, count in enumerate(setup.bag)]
        found += [
            offers[day][c] - setup.drawn * count / sum(left) if count else 0.0
            for c, count in enumerate(left)
        ]
    deck, shown = setup.parts.deck, (script.draft, *script.displays)
    gone = {card for cards in shown[: day + 1] for card in cards}
    rest = [deck[card].kind for number, card in enumerate(range(len(deck))) if number not in gone]
    now = [deck[card].kind for card in shown[day + 1]]
    found += [now.count(kind) - len(now) * rest.count(kind) / len(rest) for kind in KINDS]
    # Nobody has drawn more often than once a day, so these are not known before the next morning.
    first, size = DRAWN_OBJECTIVES * day, len(setup.parts.objectives)
    unknown, drawn = script.objectives[first:], script.objectives[first : first + DRAWN_OBJECTIVES]
    fresh = len(drawn) == DRAWN_OBJECTIVES
    share = DRAWN_OBJECTIVES / len(unknown) if fresh else 0.0
    found += [((item in drawn) - share) * fresh if item in unknown else 0.0 for item in range(size)]
    return found


class Case:
    """One script: its relaxation, the decisions in it, and the news of each morning."""

    def __init__(self, setup: Setup, seed: int) -> None:
        script = solo_script(seed, setup)
        model = GameModel(setup, script, coarse=True)
        self.relaxed, self.days = Relaxed(model.model), range(1, setup.parts.days)
        rows = [decisions(model, day) for day in self.days]
        self.news = np.array([news(setup, script, day) for day in self.days])
        entries = [
            (at, number, variable, factor)
            for at, day in enumerate(rows)
            for number, row in enumerate(day)
            for variable, factor in row.items()
        ]
        self.at, self.number, self.variable = (np.array([e[k] for e in entries]) for k in range(3))
        self.factor = np.array([entry[3] for entry in entries])
        self.shape = len(rows), len(rows[0])

    def bound(self, prices: Any, usual: Any) -> tuple[float, Any]:
        """The relaxation less the penalty, and the decisions of its solution."""
        paid = self.news @ prices.T
        less = np.bincount(self.variable, self.factor * paid[self.at, self.number])
        value = self.relaxed.bound(dict(enumerate(less.tolist())))
        values = np.array(self.relaxed.values)
        made = np.zeros(self.shape)
        np.add.at(made, (self.at, self.number), self.factor * values[self.variable])
        # A constant in place of decisions has the mean 0 as well, and takes most of the noise away.
        return value + float((usual * paid).sum()), made


def fitted(cases: Sequence[Case], rounds: int) -> Iterator[tuple[Any, Any, float]]:
    """After each round: prices, usual decisions, and the z-scores' root mean square of the solutions without prices."""
    none, zero = np.zeros((cases[0].shape[1], cases[0].news.shape[1])), np.zeros(cases[0].shape)
    made = [case.bound(none, zero)[1] for case in cases]
    usual = np.mean(made, axis=0)
    pairs = np.array([(own - usual).T @ case.news for own, case in zip(made, cases, strict=True)])
    spread = pairs.std(axis=0)
    moves = spread > 0
    z = pairs.mean(axis=0)[moves] / spread[moves] * math.sqrt(len(cases))
    told = math.sqrt(float((z**2).mean()))
    prices, kept, steps, squares = none.copy(), none.copy(), 0, np.zeros_like(none)
    for _ in range(rounds):
        for case in cases:
            steps += 1
            slope = (case.bound(prices, usual)[1] - usual).T @ case.news
            squares += slope**2
            prices = prices + 0.005 * slope / np.sqrt(np.maximum(squares / steps, 0.02)) / steps**0.4
            kept = kept + (prices - kept) / min(steps, 300)
        yield kept, usual, told


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--fit", type=int, default=100, help="scripts to which the prices are fitted")
    parser.add_argument("--rounds", type=int, default=3, help="how often through them")
    parser.add_argument("--scripts", type=int, default=30, help="fresh scripts for the bound")
    parser.add_argument("--first", type=int, default=12_000_000, help="the seed of the first fresh script")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    setup = frame()
    apart = [Case(setup, given.first - 1 - number) for number in range(given.fit)]
    fresh = [Case(setup, given.first + number) for number in range(given.scripts)]
    none = np.zeros((fresh[0].shape[1], fresh[0].news.shape[1]))
    plain = [case.bound(none, np.zeros(case.shape))[0] for case in fresh]
    for prices, usual, uses in fitted(apart, given.rounds):
        priced = [case.bound(prices, usual)[0] for case in fresh]
        row = {
            "scripts": given.scripts,
            "clairvoyant": mean(plain),
            "unknowing": mean(priced),
            "change": mean([new - old for new, old in zip(priced, plain, strict=True)]),
            "uses": uses,
        }
        if given.json:
            print(json.dumps(row), flush=True)
            continue
        known, unknown, change = (
            "{:.2f} ({:.2f})".format(*row[key]) for key in ("clairvoyant", "unknowing", "change")
        )
        print(
            f"{given.scripts} fresh scripts, linear relaxation: with all draws known at most {known}, "
            f"without at most {unknown}, {change} paired; decisions against later draws {uses:.2f} (1: unused)",
            flush=True,
        )


if __name__ == "__main__":
    main()

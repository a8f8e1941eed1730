"""When is declaring good in competitive Entracte? ``python -m benchmarks.entracte_declaring --from 0.6 0.8``.

One seat among players like `greedy`, the seats in turn, declares as soon as its best guesses are all right with the
chance given, by drawn worlds; the others declare when all of theirs agree. Told are the seat's share of wins (a shared
win counts in part) with a 95 % interval, and its points.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence

from deduce.games.base import settle
from deduce_models.entracte import GAME
from deduce_models.entracte.advice import informed
from deduce_models.entracte.rules.setup import EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView

FIRST = 800_000
WORLDS = 60
"""Worlds drawn for a decision: fewer than in play, so that many games can be had."""


def decide(view: EntracteView, rng: random.Random, above: float | None) -> EntracteMove:
    """The move of a seat that declares from the chance `above` (None: when it is certain)."""
    found = informed.informed(view, rng, exchange=0.0)
    chance = next((item.value for item in found if item.move.kind is Kind.DECLARE), None)
    if chance is None or above is None:
        return found[0].move
    return next(move for move in view.moves if (move.kind is Kind.DECLARE) == (chance >= above))


def game(seats: int, deal: int, seat: int, above: float) -> tuple[float, float]:
    """The share of the win that falls to `seat`, and its points."""
    rng = random.Random(f"{deal}/{seats}")
    state = GAME.new(players=seats, seed=deal, mode="competitive")
    while True:
        state = settle(state, rng)
        actor = state.actor
        if not isinstance(actor, int):
            break
        state = settle(state.play(decide(state.view(actor), rng, above if actor == seat else None)), rng)
    scores = state.scores or ()
    winners = [score == max(scores) for score in scores]
    return winners[seat - 1] / sum(winners), scores[seat - 1]


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a row for each chance."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=FIRST, help="the seed of the first deal")
    parser.add_argument("--from", dest="above", type=float, nargs="+", default=[0.6, 0.8])
    told = parser.parse_args(arguments)
    informed.SAMPLES = WORLDS
    for above in told.above:
        rows = [
            game(told.seats, told.first + number // told.seats, number % told.seats + 1, above)
            for number in range(told.games)
        ]
        won = sum(win for win, _ in rows) / told.games
        error = 1.96 * (won * (1 - won) / told.games) ** 0.5
        points = sum(point for _, point in rows) / told.games
        played = f"{told.seats} seats, {told.games} games, from {above:.0%}"
        print(f"{played}: wins {won:.3f} +- {error:.3f}, points {points:.2f}")


if __name__ == "__main__":
    main()

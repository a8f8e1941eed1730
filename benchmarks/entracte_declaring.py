"""When is declaring good in competitive Entracte? ``python -m benchmarks.entracte_declaring --from 0.6 0.8``.

One seat among players like `greedy`, the seats in turn, declares as soon as its best guesses are all right with the
chance given, by drawn worlds; the others declare when all of theirs agree. Told are the seat's share of wins (a shared
win counts in part) with a 95 % interval, and its points.

``--guesses notes`` (the rule as we read it) lets who has declared guess by the notes at that moment, ``--guesses table``
by all that has come to light since. ``--player advised`` lets a named player sit there instead, with ``--like 2`` on
two seats.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Sequence
from functools import partial

from deduce.arena.statistics import mean_of
from deduce.games.base import settle
from deduce_models.entracte import GAME
from deduce_models.entracte.advice import informed
from deduce_models.entracte.rules.setup import EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView

FIRST = 800_000
WORLDS = 60
"""Worlds drawn for a decision: fewer than in play, so that many games can be had."""


Decide = Callable[[EntracteView, random.Random], EntracteMove]


def decide(view: EntracteView, rng: random.Random, above: float | None) -> EntracteMove:
    """The move of a seat that declares from the chance `above` (None: when it is certain)."""
    found = informed.informed(view, rng, exchange=0.0)
    chance = next((item.value for item in found if item.move.kind is Kind.DECLARE), None)
    if chance is None or above is None:
        return found[0].move
    return next(move for move in view.moves if (move.kind is Kind.DECLARE) == (chance >= above))


def game(
    seats: int, deal: int, seat: int, mine: Decide, guesses: str, like: int = 1
) -> tuple[float, float]:
    """The share of the win that falls to `seat`, which decides by `mine`, and its points.

    `like` seats from there on decide so; told is the mean of them.
    """
    ours = {(seat - 1 + step) % seats + 1 for step in range(like)}
    rng = random.Random(f"{deal}/{seats}")
    state = GAME.new(players=seats, seed=deal, mode="competitive", declared_guesses=guesses)
    while True:
        state = settle(state, rng)
        actor = state.actor
        if not isinstance(actor, int):
            break
        view = state.view(actor).face
        move = mine(view, rng) if actor in ours else decide(view, rng, None)
        state = state.play(move)
    scores = state.scores or ()
    winners = [score == max(scores) for score in scores]
    share = sum(winners[own - 1] for own in ours) / sum(winners) / like
    return share, sum(scores[own - 1] for own in ours) / like


def row(name: str, mine: Decide, told: argparse.Namespace) -> None:
    """Play and print one row, and what is known of it after every hundred games."""
    won: list[float] = []
    points = 0.0
    for number in range(told.games):
        deal, seat = told.first + number // told.seats, number % told.seats + 1
        win, point = game(told.seats, deal, seat, mine, told.guesses, told.like)
        won.append(win)
        points += point
        if len(won) % 100 == 0 or len(won) == told.games:
            found = mean_of(won)
            print(
                f"{told.seats} seats, {len(won)} games, guesses by {told.guesses}, {name}:"
                f" wins {found.value:.3f} +- {1.96 * found.error:.3f}, points {points / len(won):.2f}",
                flush=True,
            )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a row for each chance, or for the player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=FIRST, help="the seed of the first deal")
    parser.add_argument("--guesses", choices=("notes", "table"), default="notes")
    parser.add_argument(
        "--like", type=int, default=1, help="so many neighbours decide alike; told is their mean"
    )
    parser.add_argument("--player", choices=sorted(GAME.players))
    parser.add_argument("--from", dest="above", type=float, nargs="+", default=[0.6, 0.8])
    told = parser.parse_args(arguments)
    informed.SAMPLES = WORLDS
    if told.player:
        row(told.player, GAME.players[told.player]().choose, told)
        return
    for above in told.above:
        row(f"from {above:.0%}", partial(decide, above=above), told)


if __name__ == "__main__":
    main()

"""The solved games of the default player against others, over all deals: ``python -m benchmarks.opponents_solved kuhn``.

Where the default player has a book (`deduce.players.Book`), its chances are known everywhere. A rival's are not, so a
whole strategy of it is drawn, one decision at each view it can come to, with the same seconds for each; that strategy and
the book are then played against each other over every deal and every draw at once, in both seats. What the book gains is
unbiased for each strategy drawn, and the luck of the cards has no part in it; the 95 % interval is over strategies.
Uniformly random play needs no drawing: its figure is exact.
"""

from __future__ import annotations

import argparse
import json
import math
import random
from collections.abc import Callable, Mapping
from typing import Any

from benchmarks.opponents import RIVALS, by_processor_time, found, interval
from deduce.games.base import CHANCE, Player
from deduce.players import Book

Chances = Callable[[Any], Mapping[Any, float]]


def gained(
    state: Any, seat: int, ours: Chances, theirs: Chances, memory: dict[Any, Mapping[Any, float]]
) -> float:
    """The mean score of `seat`, by `ours`, where the other seat decides by `theirs`; each view is asked once."""
    actor = state.actor
    if actor is None:
        return float(state.scores[seat - 1])
    if actor is CHANCE:
        ways = state.outcomes()
    else:
        moves = state.moves()
        if len(moves) == 1:
            return gained(state.play(moves[0]), seat, ours, theirs, memory)
        view = state.view(actor)
        if view not in memory:
            memory[view] = (ours if actor == seat else theirs)(view)
        ways = memory[view].items()
    return math.fsum(
        share * gained(state.play(move), seat, ours, theirs, memory) for move, share in ways if share > 0
    )


def uniform(view: Any) -> Mapping[Any, float]:
    """Every move alike."""
    return {move: 1 / len(view.moves) for move in view.moves}


def drawn(player: Player, rng: random.Random) -> Chances:
    """One strategy of a player."""
    return lambda view: {player.choose(view, rng): 1.0}


def main() -> None:
    """Print one line a game and rival."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument(
        "--rivals", nargs="+", default=["random", "sampling", "search"], choices=sorted(RIVALS)
    )
    parser.add_argument("--strategies", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seconds", type=float, default=0.05, help="for a decision")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    by_processor_time()
    for name in given.games:
        game = found(name)
        solution = Book(game).solution(2)
        if solution is None:
            raise SystemExit(f"{name}: there is no book of it for two (see deduce.players.Book)")
        book = lambda view, at=solution.at: at(view) or uniform(view)  # noqa: E731 - a view never reached
        start = game.new(players=2)
        for rival in given.rivals:
            means = []
            for number in range(1 if rival == "random" else given.strategies):
                rng = random.Random(given.first + number)
                both = []
                for seat in (1, 2):
                    theirs = (
                        uniform if rival == "random" else drawn(RIVALS[rival](game, given.seconds), rng)
                    )
                    both.append(gained(start, seat, book, theirs, {}))
                means.append(
                    math.fsum(both)
                )  # the rival loses what the book gains, and both seats are played
            mean, half = (means[0], 0.0) if rival == "random" else interval(means)
            row = {"game": game.name, "rival": rival, "strategies": len(means), "first": given.first}
            row |= {"seconds": given.seconds, "ahead": round(mean, 4), "interval": round(half, 4)}
            print(
                json.dumps(row)
                if given.json
                else f"{game.name:16} 2 seats  book - {rival:9} {mean:+.3f} +- {half:.3f}  ({len(means)} strategies)",
                flush=True,
            )


if __name__ == "__main__":
    main()

"""Whether Enigma's advice says true chances: said against happened. Run by hand.

``python -m benchmarks.enigma_calibration --games 150`` lets belief players meet each other, asks for advice at the first
decision of every turn, and compares the value of its best move, a chance of winning, with what became of that seat. By
bins: how many, the mean said, the share won with its 95% Wilson interval. Missions by themselves: the chance of success
said against attempts that succeeded.
"""

from __future__ import annotations

import argparse
import random
from itertools import pairwise

import numpy as np

from deduce.arena.statistics import share_of
from deduce.games.base import settle
from deduce_models.enigma.game import GAME
from deduce_models.enigma.players.named import PLAYERS
from deduce_models.enigma.rules.moves import Kind
from deduce_models.enigma.rules.phases import START

EDGES = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.01)
Told = list[tuple[float, bool]]


def gather(players: int, deals: range) -> tuple[Told, Told]:
    """What was said of winning at the beginning of turns, and of missions when they were tried; with what happened."""
    winning: Told = []
    missions: Told = []
    for deal in deals:
        state, rng = GAME.new(players=players, seed=deal), random.Random(f"{deal}/play")
        seats = [PLAYERS[GAME.best]() for _ in range(players)]
        said: list[tuple[int, float]] = []
        tried: list[tuple[int, float]] = []
        while isinstance(state.actor, int):
            view = state.view(state.actor)
            move = seats[state.actor - 1].choose(view, rng)
            fresh = state.phase == START and len(view.moves) > 1
            if fresh or move.kind is Kind.MISSION:
                advice = GAME.advise(view, rng=rng.getrandbits(32))
                if fresh:
                    said.append((state.actor, min(1.0, max(0.0, advice[0].value))))
                if move.kind is Kind.MISSION:
                    tried.append((state.actor, next(a.value for a in advice if a.move == move)))
            state = settle(state.play(move), rng)
        winning += [(value, state.winner == seat) for seat, value in said]
        missions += [(value, state.winner == seat) for seat, value in tried]
    return winning, missions


def table(title: str, told: Told) -> None:
    """Print the bins."""
    values, happened = np.array([v for v, _ in told]), np.array([w for _, w in told], dtype=bool)
    print(f"\n{title}: {len(told)}, said {values.mean():.3f} on average, happened {happened.mean():.3f}")
    off = 0.0
    for low, high in pairwise(EDGES):
        here = (values >= low) & (values < high)
        if here.any():
            share = share_of(int(happened[here].sum()), int(here.sum()))
            off += here.mean() * abs(values[here].mean() - share.value)
            print(
                f"  {here.sum():>6}  said {values[here].mean():.3f}  happened {share.value:.3f}"
                f"  ({share.low:.3f} to {share.high:.3f})",
                flush=True,
            )
    brier = float(((values - happened) ** 2).mean())
    plain = float(happened.mean() * (1 - happened.mean()))
    print(f"  mean gap of the bins {off:.3f}; Brier score {brier:.4f} (the mean alone: {plain:.4f})")


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--players", type=int, choices=range(2, 6), default=3)
    parser.add_argument("--first", type=int, default=7_000_000, help="the seed of the first deal")
    chosen = parser.parse_args()
    winning, missions = gather(chosen.players, range(chosen.first, chosen.first + chosen.games))
    table("chances of winning at the beginning of a turn", winning)
    table("missions tried", missions)


if __name__ == "__main__":
    main()

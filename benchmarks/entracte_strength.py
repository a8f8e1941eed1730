"""How often cooperative Entracte players prove every code in time: ``python benchmarks/entracte_strength.py``.

Every player sits in all seats of the same deals (seeds 0, 1, ...) of the shipped deck. Counted is the share of
games in which, by row length 9 / 8 / 7 (starter included) for 4 / 3 / 2 players, every seat has proof of every
code. Printed with its standard error.
"""

from __future__ import annotations

import argparse
import random
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from deduce.games.base import CHANCE
from deduce_models.entracte import GAME
from deduce_models.entracte.belief import public_belief
from deduce_models.entracte.setup import QUICK, Kind


def proved(player_name: str, players: int, seed: int) -> bool:
    """Whether one deal is proved in time."""
    player, rng = GAME.players[player_name](), random.Random(seed)
    state = GAME.new(players=players, seed=seed)
    while len(state.row) <= QUICK[players]:
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
            continue
        if public_belief(state.view(0)).everyone_sure:
            return True
        view = state.view(int(state.actor or 0))
        if len(state.row) == QUICK[players] or view.moves[0].kind is Kind.GUESS:
            return False
        state = state.play(player.choose(view, rng))
    return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--players", default=",".join(GAME.players))
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    print(f"{given.deals} deals; proved by row length 9 / 8 / 7 for 4 / 3 / 2 players")
    with ProcessPoolExecutor(given.workers) as pool:
        for name in given.players.split(","):
            cells = []
            start = time.perf_counter()
            for players in (4, 3, 2):
                results = list(pool.map(partial(proved, name, players), range(given.deals), chunksize=8))
                share = sum(results) / len(results)
                error = (share * (1 - share) / len(results)) ** 0.5
                cells.append(f"{share:6.1%} +- {error:.1%}")
            print(f"{name:12} {'   '.join(cells)}   ({time.perf_counter() - start:.0f} s)", flush=True)


if __name__ == "__main__":
    main()

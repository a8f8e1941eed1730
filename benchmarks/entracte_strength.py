"""How often cooperative Entracte players prove every code in time: ``python benchmarks/entracte_strength.py``.

Every player sits in all seats of the same deals (seeds 0, 1, ...) of the shipped deck. Counted is the share of
games in which, by row length 9 / 8 / 7 (starter included) for 4 / 3 / 2 players, every seat has proof of every
code, and the share in which all seats' best guesses are then right; each with its standard error.
"""

from __future__ import annotations

import argparse
import random
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from deduce.games.base import CHANCE
from deduce_models.entracte import GAME
from deduce_models.entracte.belief import belief_of, public_belief
from deduce_models.entracte.convention import best_assignment
from deduce_models.entracte.setup import QUICK, Kind
from deduce_models.entracte.views import EntracteView


def measured(player_name: str, players: int, seed: int) -> tuple[bool, bool]:
    """Of one deal: whether every code is proved to every seat in time, and whether all would guess right."""
    player, rng = GAME.players[player_name](), random.Random(seed)
    state = GAME.new(players=players, seed=seed)
    while True:
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
            continue
        view = state.view(int(state.actor or 0))
        if len(state.row) == QUICK[players] or view.moves[0].kind in (Kind.GUESS, Kind.AGREE):
            break
        state = state.play(player.choose(view, rng))
    sure = public_belief(state.view(0)).everyone_sure
    truth = tuple(mask.bit_length() - 1 for mask in state.codes)
    guesses = getattr(player, "guesses", likeliest)
    return sure, all(guesses(state.view(seat)) == truth for seat in range(1, players + 1))


def likeliest(view: EntracteView) -> tuple[int, ...]:
    """The guesses of a player without convention: any assignment, all being equally likely."""
    return best_assignment(belief_of(view), [{} for _ in range(view.seats)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--players", default=",".join(GAME.players))
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    print(f"{given.deals} deals; 4, 3, 2 players: proved / all guesses right, by row length 9, 8, 7")
    with ProcessPoolExecutor(given.workers) as pool:
        for name in given.players.split(","):
            cells = []
            start = time.perf_counter()
            for players in (4, 3, 2):
                results = list(pool.map(partial(measured, name, players), range(given.deals), chunksize=4))
                shares = [sum(column) / len(results) for column in zip(*results, strict=True)]
                errors = [(share * (1 - share) / len(results)) ** 0.5 for share in shares]
                cells.append(
                    " / ".join(f"{s:5.1%} +- {e:.1%}" for s, e in zip(shares, errors, strict=True))
                )
            print(f"{name:18} {'   '.join(cells)}   ({time.perf_counter() - start:.0f} s)", flush=True)


if __name__ == "__main__":
    main()

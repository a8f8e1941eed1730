"""How often cooperative Entracte players prove every code in time: ``python benchmarks/entracte_strength.py``.

Every player sits in all seats of the same deals (seeds from ``--first`` on) of the shipped deck. Counted is the share of
games in which, by row length 9 / 8 / 7 (starter included) for 4 / 3 / 2 players, every seat has proof of every
code, and the share in which all seats' best guesses are then right; each with its standard error.

With ``--results FILE`` every game is noted there as it ends, and games noted before are not played again, so a long
run may be stopped and taken up. A file holds for one state of the players only.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.rows import Rows
from deduce.games.base import CHANCE
from deduce.rulebook import State
from deduce_models.entracte import GAME
from deduce_models.entracte.advice.convention import decision, rule_card
from deduce_models.entracte.advice.convention.table import best_assignment
from deduce_models.entracte.knowledge.belief import belief_of, public_belief
from deduce_models.entracte.rules.setup import QUICK, EntracteMove, Kind
from deduce_models.entracte.rules.views import EntracteView

Result = tuple[bool, bool]
Noted = dict[tuple[str, int, int], Result]
"""Results by player, number of seats and seed of the deal."""


Choice = Callable[[EntracteView, random.Random], EntracteMove]
Guesses = Callable[[EntracteView], tuple[int, ...]]


def by_hard_evidence(view: EntracteView) -> tuple[int, ...]:
    """The guesses of a player without convention: any assignment, all being equally likely."""
    return best_assignment(belief_of(view), [{} for _ in range(view.seats)])


GUESSES: dict[str, Guesses] = {
    "rule-card": rule_card.likeliest,
    "convention": decision.likeliest,
    "convention-search": decision.likeliest,
}
"""The codes of all seats (indices) that a player by name would guess now."""


def played(choose: Choice, players: int, seed: int) -> State:
    """One deal played by `choose` on all seats, up to the row length that counts or to the end of the turns."""
    rng, state = random.Random(seed), GAME.new(players=players, seed=seed)
    while True:
        if state.actor is CHANCE:
            state = state.play(state.draw(rng))
            continue
        view = state.view(int(state.actor or 0))
        if len(state.row) == QUICK[players] or view.moves[0].kind in (Kind.GUESS, Kind.AGREE):
            return state
        state = state.play(choose(view.face, rng))


def all_right(guesses: Guesses, state: State) -> bool:
    """Whether every seat would guess every code rightly now."""
    truth = tuple(mask.bit_length() - 1 for mask in state.codes)
    return all(guesses(state.view(seat).face) == truth for seat in range(1, state.seats + 1))


def measured(player_name: str, players: int, seed: int) -> Result:
    """Of one deal: whether every code is proved to every seat in time, and whether all would guess right."""
    player = GAME.players[player_name]()
    state = played(player.choose, players, seed)
    sure = public_belief(state.view(0).face).everyone_sure
    return sure, all_right(GUESSES.get(player_name, by_hard_evidence), state)


def results(name: str, seats: int, deals: range, workers: int, path: Path | None) -> Iterator[Result]:
    """The results of the `deals` (their seeds), those still missing played and noted."""
    with Rows(path, "player", _game) as kept:
        old: Noted = {_game(row): (row["proved"], row["right"]) for row in kept.rows}
        yield from (old[name, seats, seed] for seed in deals if (name, seats, seed) in old)
        yield from _played(
            name, seats, [seed for seed in deals if (name, seats, seed) not in old], workers, kept
        )


def _game(row: dict[str, Any]) -> tuple[str, int, int]:
    return row["player"], row["seats"], row["seed"]


def _played(name: str, seats: int, missing: list[int], workers: int, kept: Rows) -> Iterator[Result]:
    with ProcessPoolExecutor(workers) as pool:
        for seed, (proved, right) in zip(
            missing, pool.map(partial(measured, name, seats), missing, chunksize=4), strict=True
        ):
            kept.add({"player": name, "seats": seats, "seed": seed, "proved": proved, "right": right})
            yield proved, right


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first deal")
    parser.add_argument("--players", default=",".join(GAME.players), help="names, with commas")
    parser.add_argument("--seats", default="4,3,2", help="numbers of players, with commas")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--results", type=Path, help="a file of results to go on from")
    given = parser.parse_args()
    deals = range(given.first, given.first + given.deals)
    print(f"{given.deals} deals: proved / all guesses right, by row length 9 / 8 / 7 of 4 / 3 / 2 players")
    for name in given.players.split(","):
        for seats in map(int, given.seats.split(",")):
            start = time.perf_counter()
            games = list(results(name, seats, deals, given.workers, given.results))
            shares = [sum(column) / len(games) for column in zip(*games, strict=True)]
            errors = [(share * (1 - share) / len(games)) ** 0.5 for share in shares]
            cells = " / ".join(f"{s:5.1%} +- {e:.1%}" for s, e in zip(shares, errors, strict=True))
            seconds = time.perf_counter() - start
            print(f"{name:18} {seats} players  {cells}   ({seconds:.0f} s)", flush=True)


if __name__ == "__main__":
    main()

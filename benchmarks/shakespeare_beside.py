"""The planner of Shakespeare beside that of another commit, at one table: wins, and prestige in pairs.

    git worktree add ../before COMMIT && cp deduce/kernels/_kernels.so ../before/deduce/kernels/
    python -m benchmarks.shakespeare_beside ../before --seats 2 3 4 --deals 50 --first 52000000

In every deal one of the two planners sits among copies of the other, in each seat in turn, on the same chance; each then
plays the part of the other. So a deal at n seats has n games of one planner of this commit among rivals of the other, and
n games the other way round, in which only the planner in that one seat differs from a game of others alone. Told are the
share of wins of the planner of this commit where it sits alone (a shared win counts its part) with the 95 % Wilson
interval, its prestige less the mean of its rivals' with standard errors over deals, and what the other one gets so.

The other commit's code runs in a process of its own that follows the game move by move; the kernels must fit it.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from deduce.arena.statistics import mean_of, share_of
from deduce.games.base import CHANCE
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.players.named import PLAYERS
from deduce_models.shakespeare.rules.state import start

FOLLOWER = """
import random, sys
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.players.named import PLAYERS
from deduce_models.shakespeare.rules.state import start
state, players = None, {}
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "new":
        state, players = start(GAME.new(players=int(rest)).setup), {}
    elif word == "move":
        state = state.play(state.setup.by_text[rest.casefold()])
    else:
        seat, seed = map(int, rest.split())
        player = players.setdefault(seat, PLAYERS["planner"]())
        print(player.choose(state.view(seat), random.Random(seed)).text, flush=True)
"""
"""What the other process runs: it plays what it is told, and says what its planner would."""


class Follower:
    """The planner of another checkout."""

    def __init__(self, checkout: Path) -> None:
        paths = os.pathsep.join(map(str, (checkout, checkout / "models")))
        self._process = subprocess.Popen(
            [sys.executable, "-c", FOLLOWER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": paths},
            cwd=checkout,
        )

    def say(self, line: str) -> None:
        """One line."""
        assert self._process.stdin
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def choose(self, seat: int, seed: int) -> str:
        """The text of what it would play."""
        self.say(f"choose {seat} {seed}")
        assert self._process.stdout
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        """Ends it."""
        self._process.communicate()


def played(follower: Follower, seats: int, deal: int, own: Sequence[int]) -> tuple[Any, list[int]]:
    """Scores and prestige of a deal in which the planner of this commit has these seats."""
    chance = random.Random(f"{deal} beside")
    players: dict[int, Any] = {seat: PLAYERS["planner"]() for seat in own}
    state, made = start(GAME.new(players=seats).setup), 0
    follower.say(f"new {seats}")
    while state.actor is not None:
        made += 1
        if state.actor is CHANCE:
            move = state.draw(chance)
        elif state.actor in players:
            move = players[state.actor].choose(state.view(state.actor), random.Random(made))
        else:
            move = state.setup.by_text[follower.choose(state.actor, made).casefold()]
        state = state.play(move)
        follower.say(f"move {move.text}")
    return state.scores, [board.prestige for board in state.boards]


def deal(given: tuple[Path, int, int]) -> list[tuple[float, float, int, float, float, int]]:
    """All games of a deal: of each seat win, lead and prestige of the one that sits alone there, this and the other."""
    checkout, seats, number = given
    follower, found = Follower(checkout), []
    everybody = range(1, seats + 1)
    for seat in everybody:
        row: list[float] = []
        for own in ([seat], [each for each in everybody if each != seat]):
            if seats == 2 and own != [seat]:
                continue
            scores, prestige = played(follower, seats, number, own)
            won = (scores[seat - 1] == max(scores)) / scores.count(max(scores))
            rivals = [each for place, each in enumerate(prestige, 1) if place != seat]
            row += [won, prestige[seat - 1] - sum(rivals) / len(rivals), prestige[seat - 1]]
        found.append(tuple(row))
    follower.close()
    return found  # type: ignore[return-value]  # rows of three or six


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkout", type=Path, help="where the other commit is checked out")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4], choices=[2, 3, 4])
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--first", type=int, default=52_000_000, help="the seed of the first deal")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args()
    with Pool(given.processes) as pool:
        for seats in given.seats:
            tasks = [
                (given.checkout.resolve(), seats, given.first + number) for number in range(given.deals)
            ]
            deals = pool.map(deal, tasks, chunksize=1)
            for name, at in (("this commit's", 0), ("the other", 3))[: 1 + (seats > 2)]:
                rows = [[row[at : at + 3] for row in each] for each in deals]
                wins = sum(row[0] for each in rows for row in each)
                lead = mean_of([sum(row[1] for row in each) / seats for each in rows])
                own = mean_of([sum(row[2] for row in each) / seats for each in rows])
                print(
                    f"{seats} seats, {len(rows)} deals: {name} planner, alone among copies of the one beside it, wins"
                    f" {share_of(wins, seats * len(rows))}, even {1 / seats:.1%}; lead {lead}, prestige {own}",
                    flush=True,
                )


if __name__ == "__main__":
    main()

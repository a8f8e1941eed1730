"""Shakespeare: solo scores and how far they are from the clairvoyant bound; planner against others at 2 to 4 seats.

    python benchmarks/shakespeare_strength.py --games 200 --bounds 50 --results results.jsonl

Solo, every player plays the same draws (`solo_script`, seeds 0, 1, ...): mean prestige with its standard error,
the share of games above 30 (the rulebook calls more than 30 good), and paired gains. Of the first games the
clairvoyant bound (all draws known, a CP-SAT relaxation) and how far below it each player ends.

At 2 to 4 seats the challenger (the last of `--players`) sits among equal opponents in every seat in turn, on the same
draws each time (beside the planner of another commit: `benchmarks.shakespeare_beside`). A win shared by k seats counts
1/k. Printed are the share of wins with the 95 % Wilson interval (1/n means no better than the opponents) and the mean
winning prestige, beside the rulebook's 26, 24 and 22 for 2, 3 and 4 players.

Every finished game goes to the results file at once, and a run with the same file goes on where the last one
ended; delete the file when players, rules or data have changed.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.rows import Rows
from deduce.games.base import CHANCE, Player
from deduce_models.shakespeare import GAME
from deduce_models.shakespeare.bound.draws import play_script, solo_script
from deduce_models.shakespeare.bound.result import bound
from deduce_models.shakespeare.players.named import PLAYERS
from deduce_models.shakespeare.rules.setup import Setup

MARK = 30
"""The rulebook's mark of a good solo game: more than this."""

TYPICAL = {2: 26, 3: 24, 4: 22}
"""The rulebook's winning scores by the number of players."""

LONGEST = 20.0
"""Seconds that one unit of the solver's deterministic time may take before a bound is cut short."""

Row = dict[str, Any]


SITTING: Mapping[str, Callable[[], Player]] = PLAYERS
"""Who can be measured."""


class Results:
    """Finished games by their keys, in a file of one JSON object a line (or in memory only)."""

    def __init__(self, path: Path | None) -> None:
        self._kept = Rows(path, "key", lambda row: row["key"]).__enter__()  # as long as this lives
        self.rows: dict[str, Row] = {row["key"]: row for row in self._kept.rows}

    def get(self, key: str, make: Callable[[], Row]) -> Row:
        """The row of `key`, made now if it is not there."""
        if key not in self.rows:
            row = self.rows[key] = {"key": key, **make()}
            self._kept.add(row)
        return self.rows[key]


def frame() -> Setup:
    """The solo game on the shipped data with all options at their defaults."""
    made: Setup = GAME.new(players=1).setup
    return made


def mean(values: Sequence[float]) -> tuple[float, float]:
    """Mean and its standard error."""
    average = sum(values) / len(values)
    spread = sum((value - average) ** 2 for value in values)
    return average, math.sqrt(spread / max(1, len(values) - 1) / len(values))


def wilson(hits: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a rate."""
    z = 1.96
    middle = (hits + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * math.sqrt(hits * (n - hits) / n + z * z / 4)
    return middle - half, middle + half


# Solo.


def solo_game(setup: Setup, name: str, seed: int) -> Row:
    """One player on the draws of one seed."""
    start = time.process_time()
    end = play_script(SITTING[name](), setup, solo_script(seed, setup), seed=seed)
    board = end.boards[0]
    return {"prestige": board.prestige, "pounds": board.pounds, "seconds": time.process_time() - start}


class Recorded:
    """A player that remembers what it saw and chose."""

    def __init__(self, player: Player) -> None:
        self.player, self.name = player, player.name
        self.decisions: list[tuple[Any, Any]] = []

    def choose(self, view: Any, rng: random.Random) -> Any:
        """What the player chooses."""
        move = self.player.choose(view, rng)
        self.decisions.append((view, move))
        return move


def bounded(setup: Setup, name: str, seed: int, effort: float) -> Row:
    """The bound of the draws of one seed; the solver starts from the game of the player `name`."""
    script, player = solo_script(seed, setup), Recorded(SITTING[name]())
    play_script(player, setup, script, seed=seed)
    return bound(
        setup, script, time_limit=LONGEST * effort, effort=effort, played=player.decisions
    ).to_dict()


def solo(results: Results, players: Sequence[str], games: int, first: int) -> None:
    """Play and print; a partial table after every 20 games."""
    setup = frame()
    for seed in range(first, first + games):
        for name in players:
            results.get(f"solo {name} {seed}", partial(solo_game, setup, name, seed))
        done = seed - first + 1
        if done % 20 == 0 or done == games:
            print(f"solo, {done} of {games} games")
            scores = {
                name: [results.rows[f"solo {name} {n}"]["prestige"] for n in range(first, seed + 1)]
                for name in players
            }
            for name, values in scores.items():
                seconds = sum(results.rows[f"solo {name} {n}"]["seconds"] for n in range(first, seed + 1))
                average, error = mean(values)
                above = sum(value > MARK for value in values)
                low, high = wilson(above, done)
                print(
                    f"  {name:<10} {average:6.2f} +- {error:.2f}  (least {min(values)}, most {max(values)})"
                    f"  above {MARK}: {above / done:6.1%} [{low:.1%}, {high:.1%}]  {seconds / done:.2f} s a game"
                )
            for better, worse in zip(players[1:], players, strict=False):
                gain, error = mean([a - b for a, b in zip(scores[better], scores[worse], strict=True)])
                print(f"  {better} - {worse}, paired: {gain:+.2f} +- {error:.2f}")
            print(flush=True)


def bounds(results: Results, players: Sequence[str], games: int, first: int, effort: float) -> None:
    """The bound of each game beside what the players reached, and the mean gaps."""
    setup = frame()
    print(f"bounds, effort {effort:g} each: value, status, best solution of the model | prestige reached")
    gaps: dict[str, list[float]] = {name: [] for name in players}
    values = []
    for seed in range(first, first + games):
        row = results.get(
            f"bound {effort:g} {seed}",
            partial(bounded, setup, players[-1], seed, effort),
        )
        values.append(row["value"])
        reached = []
        for name in players:
            score = results.get(f"solo {name} {seed}", partial(solo_game, setup, name, seed))["prestige"]
            if score > row["value"]:
                raise AssertionError(f"game {seed}: {name} reached {score}, above the bound {row['value']}")
            gaps[name].append(row["value"] - score)
            reached.append(f"{name} {score}")
        print(
            f"  game {seed:>3}: {row['value']:>3} {row['status']:<10} {row['best_found']} | {', '.join(reached)}"
        )
        done = seed - first + 1
        if done % 10 == 0 or done == games:
            proved = sum(
                results.rows[f"bound {effort:g} {n}"]["status"] == "optimal" for n in range(first, seed + 1)
            )
            average, error = mean(values)
            print(f"  {done} games: mean bound {average:.2f} +- {error:.2f}, {proved} of them optimal")
            for name, found in gaps.items():
                average, error = mean(found)
                print(f"    gap of {name:<10} {average:6.2f} +- {error:.2f}")
            print(flush=True)


# Two to four seats.


def match(seats: int, challenger: str, opponent: str, number: int) -> Row:
    """One game: the deal `number` // `seats`, the challenger in seat 1 + `number` % `seats`."""
    deal, place = number // seats, 1 + number % seats
    start = time.process_time()
    chance, own = random.Random(f"{deal} chance"), random.Random(f"{number} own")
    sitting = [SITTING[challenger if seat == place else opponent]() for seat in range(1, seats + 1)]
    state = GAME.new(players=seats, seed=deal)
    while state.actor is not None:
        actor = state.actor
        move = state.draw(chance) if actor is CHANCE else sitting[actor - 1].choose(state.view(actor), own)
        state = state.play(move)
    scores = state.scores or ()
    winners = [seat for seat, score in enumerate(scores, 1) if score == max(scores)]
    return {
        "share": (place in winners) / len(winners),
        "best": max(board.prestige for board in state.boards),
        "prestige": state.boards[place - 1].prestige,
        "seconds": time.process_time() - start,
    }


def tables(
    results: Results, seats: int, challenger: str, opponents: Sequence[str], games: int, first: int
) -> None:
    """Play and print; every seat is taken equally often, so games are rounded up to whole rounds."""
    games = -(-games // seats) * seats
    for opponent in opponents:
        rows: list[Row] = []
        for number in range(first * seats, first * seats + games):
            key = f"{seats} seats {challenger} {opponent} {number}"
            rows.append(results.get(key, partial(match, seats, challenger, opponent, number)))
            if len(rows) % (20 * seats) == 0 or len(rows) == games:
                _print_table(seats, challenger, opponent, rows)


def _print_table(seats: int, challenger: str, opponent: str, rows: Sequence[Row]) -> None:
    n = len(rows)
    won = sum(row["share"] for row in rows)
    low, high = wilson(won, n)
    best, error = mean([row["best"] for row in rows])
    own, own_error = mean([row["prestige"] for row in rows])
    print(
        f"{seats} seats, {challenger} against {opponent}: {won:g} of {n} won = {won / n:.1%} "
        f"[{low:.1%}, {high:.1%}], even is {1 / seats:.1%}; winning prestige {best:.1f} +- {error:.1f} "
        f"(rulebook {TYPICAL[seats]}), {challenger} {own:.1f} +- {own_error:.1f}; "
        f"{sum(row['seconds'] for row in rows) / n:.2f} s a game",
        flush=True,
    )


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = ("solo", "bounds", "2", "3", "4")
    wished = [name for name in ("random", "greedy", "planner") if name in PLAYERS]
    parser.add_argument("--games", type=int, default=200, help="games of each table")
    parser.add_argument("--bounds", type=int, default=50, help="solo games to bound")
    parser.add_argument(
        "--effort", type=float, default=30.0, help="solver's time for each bound, see `bound`"
    )
    parser.add_argument(
        "--first", type=int, default=0, help="the first solo seed, and the first deal of several seats"
    )
    parser.add_argument("--players", nargs="+", default=wished, choices=list(SITTING))
    parser.add_argument("--only", nargs="+", default=list(parts), choices=parts)
    parser.add_argument("--results", type=Path, help="a file to keep finished games in, and to go on from")
    given = parser.parse_args()
    if given.games < 1 or given.bounds < 1 or given.effort <= 0:
        parser.error("--games, --bounds and --effort are above 0")
    results = Results(given.results)
    *opponents, challenger = given.players
    for part in given.only:
        if part == "solo":
            solo(results, given.players, given.games, given.first)
        elif part == "bounds":
            bounds(results, given.players, given.bounds, given.first, given.effort)
        else:
            # The strongest is named last; alone it plays against itself.
            tables(results, int(part), challenger, opponents or [challenger], given.games, given.first)


if __name__ == "__main__":
    main()

"""What advice says against what happens, and whether who follows it plays like the strongest player.

``python -m benchmarks.initiative_calibration --games 60 --first 30000``: teams play generated missions by `advise`
alone, at every decision by its first row. Under threat the chance to win that this row states is kept, and compared
with the end of the mission in ``--bins`` bins; the same missions and shuffles are played by the planner. The bins count
decisions, several of one mission, so the Wilson interval of a bin is that of as many values as it has missions.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict

from deduce.arena.statistics import mean_of, share_of
from deduce.games.base import CHANCE
from deduce_models.initiative import GAME
from deduce_models.initiative.players.named import Planner
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.state import State

LEVELS = ("easy", "medium", "hard")


def follow(state: State, seed: int) -> tuple[State, list[float]]:
    """Play by advice alone; the end, and what was said under threat."""
    rng, chance = random.Random(seed), random.Random(seed)
    said: list[float] = []
    while state.actor is not None:
        if state.actor is CHANCE:
            state = state.play(state.draw(chance))
            continue
        view = state.view(int(state.actor))
        first = GAME.advise(view, rng=rng.getrandbits(30))[0]
        if view.threat and view.phase in (phases.MAIN, phases.REFILL) and not view.voters:
            said.append(first.value)
        state = state.play(first.move)
    return state, said


def plan(state: State, seed: int) -> State:
    """Play by the planner."""
    rng, chance, player = random.Random(seed), random.Random(seed), Planner()
    while state.actor is not None:
        if state.actor is CHANCE:
            state = state.play(state.draw(chance))
        else:
            state = state.play(player.choose(state.view(int(state.actor)), rng))
    return state


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--first", type=int, default=30_000)
    parser.add_argument("--levels", nargs="+", default=list(LEVELS), choices=LEVELS)
    parser.add_argument("--bins", type=int, default=10)
    given = parser.parse_args()
    bins: dict[int, list[tuple[float, bool, str]]] = defaultdict(list)
    differences: list[int] = []
    wins = [0, 0]
    for level in given.levels:
        for number in range(given.first, given.first + given.games):
            mission, players = f"{level}:{number}", 1 + number % 4
            start = GAME.new(players=players, mission=mission)
            end, said = follow(start, number)
            other = plan(start, number)
            won = end.result > 0
            wins[0] += won
            wins[1] += other.result > 0
            differences.append(int(won) - int(other.result > 0))
            for value in said:
                bins[min(given.bins - 1, int(value * given.bins))].append((value, won, mission))
    count, gain = len(differences), mean_of(differences)
    print(f"missions {count}: follower {share_of(wins[0], count)}, planner {share_of(wins[1], count)}")
    apart = sum(each != 0 for each in differences)
    print(
        f"paired difference {gain.value:+.1%} +- {1.96 * gain.error:.1%}; {apart} of {count} missions ended otherwise"
    )
    print("| said | mean said | won (95 %) | decisions | missions |\n|---|---|---|---|---|")
    for place in sorted(bins):
        rows = bins[place]
        told = sum(value for value, _, _ in rows) / len(rows)
        games = len({mission for _, _, mission in rows})
        happened = share_of(games * sum(won for _, won, _ in rows) / len(rows), games)
        edges = f"{place / given.bins:.0%} to {(place + 1) / given.bins:.0%}"
        print(f"| {edges} | {told:.1%} | {happened} | {len(rows)} | {games} |")


if __name__ == "__main__":
    main()

"""What advice says against what happens, and whether who follows it plays like the strongest player.

``python -m benchmarks.initiative_calibration --games 60 --first 30000``: teams play generated missions by `advise`
alone, at every decision by its first row. Under threat the chance to win that this row states is kept, and compared
with the end of the mission in ten bins; the same missions and shuffles are played by the planner. The bins count
decisions, several of one mission, so the interval of a bin is taken over its missions.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict

from deduce.games.base import CHANCE
from deduce_models.initiative import GAME
from deduce_models.initiative.players.named import Planner
from deduce_models.initiative.rules import phases
from deduce_models.initiative.rules.state import State

LEVELS = ("easy", "medium", "hard")
BINS = 10


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
                bins[min(BINS - 1, int(value * BINS))].append((value, won, mission))
    count = len(differences)
    mean = sum(differences) / count
    spread = (sum((d - mean) ** 2 for d in differences) / max(1, count - 1) / count) ** 0.5
    print(f"missions {count}: follower {wins[0] / count:.1%}, planner {wins[1] / count:.1%}")
    print(f"paired difference {mean:+.1%} +- {1.96 * spread:.1%}")
    print("| said | mean said | won | decisions | missions |\n|---|---|---|---|---|")
    for place in range(BINS):
        rows = bins[place]
        if not rows:
            continue
        told = sum(value for value, _, _ in rows) / len(rows)
        happened = sum(won for _, won, _ in rows) / len(rows)
        games = len({mission for _, _, mission in rows})
        half = 1.96 * (happened * (1 - happened) / games) ** 0.5
        print(
            f"| {10 * place}-{10 * place + 10} % | {told:.1%} | {happened:.1%} +- {half:.1%} | {len(rows)} | {games} |"
        )


if __name__ == "__main__":
    main()

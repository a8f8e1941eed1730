"""Declared games beside OpenSpiel: a random play-out of each, and what one seat knows after a whole evening of Clue.

Run it: python -m benchmarks.tables_speed. Processor time, the least of several runs in turn, and its ratio to OpenSpiel's
own game: in Python where there is one (Kuhn poker), else the one in C++ behind its Python interface. Needs the extra
``openspiel``. The time of knowledge begins with the view: the rules run behind the seat's eyes, what it heard is
learned, and all marginals are asked for.
"""

from __future__ import annotations

import importlib
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from deduce.games import CHANCE
from deduce.games.registry import game

PAIRS: list[tuple[str, dict[str, Any], str]] = [
    ("kuhn", {}, "python_kuhn_poker"),
    ("kuhn", {}, "kuhn_poker"),
    ("leduc", {}, "leduc_poker"),
    ("liars_dice", {"dice": 1, "wild": 6, "rounds": "one"}, "liars_dice"),
]
GAMES, RUNS = 200, 5


def played(name: str, rng: random.Random, **options: Any) -> int:
    """One random game of ours; how many moves it had."""
    state, moves = game(name).new(players=2, **options), 0
    while state.actor is not None:
        legal = () if state.actor is CHANCE else state.moves()
        state = state.play(legal[int(rng.random() * len(legal))] if legal else state.draw(rng))
        moves += 1
    return moves


def played_there(their: Any, rng: random.Random) -> int:
    """One random game of OpenSpiel's; how many moves it had."""
    state, moves = their.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            action = rng.choices(actions, chances)[0]
        else:
            legal = state.legal_actions()
            action = legal[int(rng.random() * len(legal))]
        state.apply_action(action)
        moves += 1
    return moves


def seconds(play: Callable[[random.Random], int]) -> float:
    """Processor seconds of a game."""
    rng = random.Random(1)
    start = time.process_time()
    for _ in range(GAMES):
        play(rng)
    return (time.process_time() - start) / GAMES


def evening(seed: int) -> tuple[float, int]:
    """Processor seconds of the knowledge of one seat at the end of an evening of Clue, and how much it heard."""
    clue, rng = game("clue"), random.Random(seed)
    state = clue.new(players=6, seed=seed)
    for _ in range(40):
        legal = [move for move in state.moves() if not str(move).startswith("accuse")]
        state = state.play(rng.choice(legal))
    view = state.view(1)
    start = time.process_time()
    known = clue.knowledge(view)
    for variable in known.problem.scope:
        known.marginals(variable)
    return time.process_time() - start, len(view.entries)


def main() -> None:
    """Print the table."""
    import pyspiel

    importlib.import_module("open_spiel.python.games.kuhn_poker")  # registers it
    for name, options, theirs in PAIRS:
        mine = partial(played, name, **options)
        yours = partial(played_there, pyspiel.load_game(theirs))
        pairs = [(seconds(mine), seconds(yours)) for _ in range(RUNS)]
        ours, other = (1e6 * min(pair[i] for pair in pairs) for i in (0, 1))
        print(f"{name:12} {ours:7.0f} us a game   {theirs:18} {other:7.0f} us   {ours / other:5.1f} times")
    times = [min(evening(seed)[0] for _ in range(3)) for seed in range(5)]
    heard = evening(0)[1]
    print(
        f"clue, six players: knowledge {1000 * sorted(times)[2]:.0f} ms (median of 5 evenings, some {heard} things heard)"
    )


if __name__ == "__main__":
    main()

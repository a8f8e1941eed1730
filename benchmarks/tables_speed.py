"""Declared games beside other people's: a random play-out of each, what one seat knows after an evening, a turn's form.

Run it: python -m benchmarks.tables_speed. Processor time, the least of several runs in turn, and its ratio to the peer's
own game: OpenSpiel's in Python where there is one (Kuhn poker), else the one in C++ behind its Python interface, and
PettingZoo's classic environments, through `agent_iter`, `last` and `step`, which make an observation a step. A peer
that is not installed is named as such.

The time of knowledge begins with the view: the rules run behind the seat's eyes, what it heard is learned, and all
marginals are asked for. The time of a form begins with the text of a record, whose lines before the last one were read
before, as they are on the page.
"""

from __future__ import annotations

import contextlib
import importlib
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from deduce.games import CHANCE, read_record
from deduce.games.registry import game
from deduce.rulebook.kept import kept_of
from deduce.rulebook.setting import Setting
from deduce.web import answer

PAIRS: list[tuple[str, dict[str, Any], str]] = [
    ("kuhn", {}, "python_kuhn_poker"),
    ("kuhn", {}, "kuhn_poker"),
    ("leduc", {}, "leduc_poker"),
    ("liars_dice", {"dice": 1, "wild": 6, "rounds": "one"}, "liars_dice"),
]
GAMES, RUNS = 200, 5


ZOO: list[tuple[str, dict[str, Any], str]] = [
    ("leduc", {}, "leduc_holdem_v4"),
    ("hanabi", {}, "hanabi_v5"),
]


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


def played_zoo(env: Any, rng: random.Random) -> int:
    """One random game of PettingZoo's; how many moves it had."""
    env.reset(seed=rng.getrandbits(30))
    moves = 0
    for _ in env.agent_iter():
        observation, _, over, cut, _ = env.last()
        if over or cut:
            env.step(None)
            continue
        legal = observation["action_mask"].nonzero()[0]
        env.step(int(legal[int(rng.random() * len(legal))]))
        moves += 1
    return moves


def zoo(name: str) -> Any:
    """A classic environment; None where what it needs is not installed."""
    try:
        return importlib.import_module(f"pettingzoo.classic.{name}").env()
    except ImportError:
        return None


def beside(name: str, options: dict[str, Any], theirs: str, play: Callable[[random.Random], int]) -> str:
    """A line of the table."""
    mine = partial(played, name, **options)
    pairs = [(seconds(mine), seconds(play)) for _ in range(RUNS)]
    ours, other = (1e6 * min(pair[i] for pair in pairs) for i in (0, 1))
    return f"{name:12} {ours:7.0f} us a game   {theirs:28} {other:7.0f} us   {ours / other:5.2f} times"


def forms() -> list[tuple[str, float, float, float]]:
    """Each game's evening in `examples/tables`, line by line as on the page: seconds of what comes next.

    The median over its lines and the most, each for a line that was never read before; and for the whole evening read
    at once, as by a worker that has not seen it.
    """
    found = []
    for path in sorted((Path(__file__).parents[1] / "examples" / "tables").glob("*.txt")):
        record = read_record(path.read_text(encoding="utf-8"))
        head = "".join(line.text + "\n" for _, _, line in record.header)
        lines = [line.body for line in record.events]
        texts = [
            head + "\n" + "".join(line + "\n" for line in lines[:count]) for count in range(len(lines) + 1)
        ]
        runs, whole = [], []
        for _ in range(3):
            kept_of(_setting(texts[0])).forget()
            runs.append([_asked(text) for text in texts])
            kept_of(_setting(texts[0])).forget()
            whole.append(_asked(texts[-1]))
        least = [min(times) for times in zip(*runs, strict=True)]
        found.append((path.stem, statistics.median(least), max(least), min(whole)))
    return found


def _setting(text: str) -> Setting:
    record = read_record(text)
    setting: Setting = game(record.game).answers().read(record).setting
    return setting


def _asked(text: str) -> float:
    start = time.process_time()
    answer({"verb": "upcoming", "record": text})
    return time.process_time() - start


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
    pyspiel = None
    with contextlib.suppress(ImportError):
        pyspiel = importlib.import_module("pyspiel")
        importlib.import_module("open_spiel.python.games.kuhn_poker")  # registers it
    for name, options, theirs in PAIRS:
        if pyspiel is None:
            print(f"{name:12} OpenSpiel is not installed: {theirs} was not measured")
        else:
            play = partial(played_there, pyspiel.load_game(theirs))
            print(beside(name, options, f"OpenSpiel {theirs}", play), flush=True)
    for name, options, theirs in ZOO:
        env = zoo(theirs)
        if env is None:
            print(f"{name:12} what PettingZoo's {theirs} needs is not installed: it was not measured")
        else:
            print(beside(name, options, f"PettingZoo {theirs}", partial(played_zoo, env)), flush=True)
    times = [min(evening(seed)[0] for _ in range(3)) for seed in range(5)]
    heard = evening(0)[1]
    print(
        f"clue, six players: knowledge {1000 * sorted(times)[2]:.0f} ms (median of 5 evenings, some {heard} things heard)"
    )
    for name, middle, most, whole in forms():
        print(
            f"{name:20} a turn's form {1000 * middle:5.1f} ms (median of its evening), at most {1000 * most:.1f}; "
            f"with the whole evening read at once {1000 * whole:.1f}"
        )


if __name__ == "__main__":
    main()

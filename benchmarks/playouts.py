"""Random play-outs beside other people's games: python-chess, PettingZoo's and OpenSpiel's Hanabi.

A play-out is a function of a generator that plays one game and returns how many decisions the players made;
dealing and drawing are done and not counted. Contenders play in turn within one process, a little at a time, so
that whatever else the machine does falls on all of them; a row has the median of the rounds, and its note how
far the rounds were apart. A peer that is not installed gets a row that says so, without a time.
"""

from __future__ import annotations

import importlib
import importlib.util
import math
import random
import statistics
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from benchmarks.harness import Row

PlayOut = Callable[[random.Random], int]

MOST_PLIES = 200
"""Random chess hardly ends; only the absence of moves ends it earlier: asking for draws would cost more."""


def python_chess() -> PlayOut:
    import chess

    def play_out(rng: random.Random) -> int:
        board = chess.Board()
        while board.ply() < MOST_PLIES:
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(rng.random() * len(moves))])
        return int(board.ply())

    return play_out


def pettingzoo_hanabi(players: int) -> PlayOut:
    """PettingZoo's environment without its checking wrappers: the faster of the two it offers."""
    with warnings.catch_warnings():
        # Its own modules warn about each other.
        warnings.simplefilter("ignore")
        module: Any = importlib.import_module("pettingzoo.classic.hanabi.hanabi")
        env = module.raw_env(players=players, hand_size=4 if players >= 4 else 5)

    def play_out(rng: random.Random) -> int:
        env.reset(seed=rng.getrandbits(31))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                break
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[int(rng.random() * len(legal))]))
            decisions += 1
        return decisions

    return play_out


def openspiel_hanabi(players: int) -> PlayOut:
    """The compiled game below PettingZoo's, called from Python: no observations are made."""
    pyspiel: Any = importlib.import_module("pyspiel")
    game = pyspiel.load_game("hanabi", {"players": players, "hand_size": 4 if players >= 4 else 5})

    def play_out(rng: random.Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                deals, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(deals, chances)[0])
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            decisions += 1
        return decisions

    return play_out


PEERS: Mapping[str, tuple[str, Callable[[], PlayOut]]] = {
    "python-chess": ("chess", python_chess),
    "PettingZoo hanabi, 4": ("pettingzoo", lambda: pettingzoo_hanabi(4)),
    "OpenSpiel hanabi (C++), 4": ("pyspiel", lambda: openspiel_hanabi(4)),
}
"""Each peer: the module it needs, and how its play-out is made."""


def rate(work: PlayOut, rng: random.Random, seconds: float) -> float:
    """Decisions in a second of processor time, from whole games played for at least `seconds`."""
    done, start = 0, time.process_time()
    while (spent := time.process_time() - start) < seconds:
        done += work(rng)
    return done / spent


def beside(
    ours: Mapping[str, PlayOut],
    *,
    case: str = "a decision of a random game",
    rounds: int = 5,
    seconds: float = 0.4,
) -> Iterator[Row]:
    """A row for each of our play-outs and each peer; ratios are to the first of ours, round by round.

    Args:
        ours: Play-outs by name.
        case: What the rows are about.
        rounds: How often each contender plays.
        seconds: For how long at a time, in processor time.
    """
    contenders = dict(ours)
    missing = []
    for name, (module, make) in PEERS.items():
        if importlib.util.find_spec(module) is None:
            missing.append((name, module))
        else:
            contenders[name] = make()
    rng = random.Random(1)
    for work in contenders.values():
        work(rng)
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, work in contenders.items():
            rates[name].append(rate(work, rng, seconds))
    base = rates[next(iter(ours))]
    for name, found in rates.items():
        middle = statistics.median(found)
        ratios = [first / other for first, other in zip(base, found, strict=True)]
        note = f"{middle:,.0f} a second ({min(found):,.0f} to {max(found):,.0f} in {rounds} rounds)"
        yield Row(
            case, name, 1 / middle, statistics.median(ratios) if found is not base else None, note=note
        )
    for name, module in missing:
        yield Row(case, name, math.nan, note=f"{module} is not installed: this peer was not measured")

"""Entracte's speed: ``python benchmarks/bench_entracte.py`` prints play-outs beside python-chess, and queries.

Random play-outs are counted in decisions of players a second: dealing and drawing are done but not counted,
and python-chess pays for none. Both run in this process, one after the other, in processor time. The stop
proposal is left out of Entracte's random moves, so that games have their full length.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from pathlib import Path

from deduce.games.base import CHANCE
from deduce.games.record import read_record
from deduce_models.entracte import GAME
from deduce_models.entracte.belief import belief_of
from deduce_models.entracte.imagine import imagine, play_on
from deduce_models.entracte.setup import STOP

EXAMPLES = Path(__file__).parents[1] / "examples" / "entracte"


def rate(work: Callable[[random.Random], int], seconds: float) -> float:
    """How many units of `work` are done in a second of processor time."""
    rng, done, start = random.Random(1), 0, time.process_time()
    while time.process_time() - start < seconds:
        done += work(rng)
    return done / (time.process_time() - start)


def entracte(players: int, mode: str) -> Callable[[random.Random], int]:
    def play_out(rng: random.Random) -> int:
        state, decisions = GAME.new(players=players, mode=mode), 0
        while state.actor is not None:
            if state.actor is CHANCE:
                state = state.play(state.draw(rng))
                continue
            moves = state.moves()
            count = len(moves) - (moves[-1] is STOP)
            state = state.play(moves[int(rng.random() * count)])
            decisions += 1
        assert state.scores is not None
        return decisions

    return play_out


def chess_playout(rng: random.Random) -> int:
    import chess

    board, decisions = chess.Board(), 0
    while decisions < 200:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[int(rng.random() * len(moves))])
        decisions += 1
    return decisions


def millisecond(work: Callable[[], object], repeat: int = 20) -> float:
    """The median time of `work` in milliseconds of processor time."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return sorted(times)[repeat // 2] * 1e3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    seconds = parser.parse_args().seconds
    chess = rate(chess_playout, seconds)
    print(f"{'random play-outs':36} {'decisions/s':>12} {'ratio':>7}")
    print(f"{'python-chess':36} {chess:12,.0f} {1:7.2f}")
    for mode in ("cooperative", "competitive"):
        for players in (2, 3, 4):
            value = rate(entracte(players, mode), seconds)
            print(f"{f'Entracte, {mode}, {players} players':36} {value:12,.0f} {value / chess:7.2f}")
    print()
    view = read_record(EXAMPLES / "evening.txt")
    deals = (GAME.new(players=4, seed=seed).view(1) for seed in range(100))
    position = next(deal for deal in deals if len(deal.moves) == 5)  # three cards, exchange, stop
    belief, knowledge = belief_of(position), GAME.knowledge(position)
    assert belief.count == knowledge.count() == 23 * 22 * 21

    def imagined() -> float:
        rng = random.Random(1)
        return play_on(imagine(position, rng, belief), rng, until=9, below=1.0)

    rows: dict[str, Callable[[], object]] = {
        "imagined game to row length 9": imagined,
        "belief of a view": lambda: belief_of(position),
        "knowledge of a view, counted": lambda: GAME.knowledge(position).count(),
        "advice on a view": lambda: GAME.advise(position),
        "resampling a view": lambda: GAME.resample(position, random.Random(1)),
        "solve a whole evening": lambda: GAME.solve(view),
        "why, proved smallest and checked": lambda: GAME.why(view, "Dee type8 forward"),
        "one move by search": lambda: GAME.players["search"]().choose(position, random.Random(1)),
    }
    print(f"{'one of':36} {'ms':>12}")
    for name, work in rows.items():
        print(f"{name:36} {millisecond(work, 5 if 'search' in name else 20):12.2f}")


if __name__ == "__main__":
    main()

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

import numpy as np

from deduce import Knowledge
from deduce.games.base import CHANCE, settle
from deduce.games.record import read_record
from deduce_models.entracte import GAME, playouts
from deduce_models.entracte.belief import belief_of
from deduce_models.entracte.imagine import imagine, play_on
from deduce_models.entracte.model import NOBODY, knowledge_of
from deduce_models.entracte.notation import Evening
from deduce_models.entracte.replay import evening_of
from deduce_models.entracte.setup import STOP, Kind
from deduce_models.entracte.views import EntracteView

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


def five_to_go(seed: int) -> EntracteView:
    """A view of the seat to move with five cards to come before the best result is out of reach."""
    rng = random.Random(seed)
    state = GAME.new(players=4, seed=seed)
    while len(state.row) < 4 or not isinstance(state.actor, int):
        if isinstance(state.actor, int):
            moves = [move for move in state.moves() if move != STOP]
            state = settle(state.play(rng.choice(moves)), rng)
        else:
            state = state.play(state.draw(rng))
    return state.view(state.actor)


def millisecond(work: Callable[[], object], repeat: int = 20) -> float:
    """The median time of `work` in milliseconds of processor time."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return sorted(times)[repeat // 2] * 1e3


def long_evening(*, plays: int = 99) -> Evening:
    """A competitive evening for four in which nobody declares, as seat 1 saw it: some 60 pieces of evidence."""
    rng = random.Random(4)
    state = settle(GAME.new(players=4, mode="competitive"), rng)
    while len(state.row) <= plays and state.moves()[0].kind is not Kind.GUESS:
        moves = [move for move in state.moves() if move.kind in (Kind.PLAY, Kind.SILENT)]
        state = settle(state.play(rng.choice(moves or list(state.moves()))), rng)
    return evening_of(state.view(1))


def replay(told: Evening) -> float:
    """Count and all marginals after each piece of evidence, the knowledge growing statement by statement."""
    whole, total = knowledge_of(told), 0.0
    k = Knowledge(whole.problem)
    for statement in whole.log:
        k = k.learn(statement)
        total += k.count()
        for variable in whole.scope:
            total += len(k.marginals(variable))
    return total


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
    later = next(view for view in map(five_to_go, range(100)) if len(view.moves) == 5)
    belief, knowledge = belief_of(position), GAME.knowledge(position)
    assert belief.count == knowledge.count() == 23 * 22 * 21

    long, short = long_evening(), long_evening(plays=3)
    grown = knowledge_of(long)
    assert len(grown.log) >= 55
    sure = next(v for v, value in grown.certain().items() if value not in (NOBODY, "Ann"))
    claim = sure == next(iter(grown.possible(sure)))

    def imagined() -> bool:
        rng = random.Random(1)
        luck = [[rng.random() for _ in range(3)] for _ in range(4)]
        return play_on(imagine(position, rng, belief), luck, until=9)

    weights = playouts.even(belief, 24)

    def imagined_at_once() -> object:
        generator = np.random.default_rng(1)
        codes = playouts.draw_codes(weights, 1000, generator)
        return playouts.play_on(playouts.deal(position, codes, generator), until=9)

    rows: dict[str, Callable[[], object]] = {
        "imagined game to row length 9": imagined,
        "1000 of them at once": imagined_at_once,
        "belief of a view": lambda: belief_of(position),
        "knowledge of a view, counted": lambda: GAME.knowledge(position).count(),
        "advice on a view": lambda: GAME.advise(position),
        "resampling a view": lambda: GAME.resample(position, random.Random(1)),
        "solve a whole evening": lambda: GAME.solve(view),
        "why, proved smallest and checked": lambda: GAME.why(view, "Dee type8 forward"),
        f"why, {len(grown.log)} pieces of evidence": lambda: (
            Knowledge(grown.problem).learn(*grown.log).why(claim)
        ),
        f"competitive, {len(knowledge_of(short).log)} pieces, asked after each": lambda: replay(short),
        "one move by search": lambda: GAME.players["search"]().choose(position, random.Random(1)),
        "one move by convention-search": lambda: GAME.players["convention-search"]().choose(
            later, random.Random(1)
        ),
    }
    print(f"{'one of':44} {'ms':>12}")
    for name, work in rows.items():
        print(f"{name:44} {millisecond(work, 5 if 'search' in name else 20):12.2f}")


if __name__ == "__main__":
    main()

"""Decrypto's speed: a posterior, clue advice over 20,000 words, and play-outs against python-chess.

    python benchmarks/bench_decrypto.py            # about ten seconds

Every figure is the median of several runs in this process; play-outs of both games alternate, and their ratio
is that of processor times. python-chess comes with the extra "bench".
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import chess
import numpy as np

from deduce.games import CHANCE
from deduce_models.decrypto import (
    GAME,
    Associations,
    Clue,
    Embeddings,
    Guess,
    Mind,
    State,
    View,
    built_in,
    mind_for,
    rank_triples,
    read_codes,
    sheet,
)
from deduce_models.decrypto.players import sampled_clues

VOCABULARY = 20_000
DIMENSIONS = 300


def median(work: Callable[[], object], runs: int) -> float:
    """Median processor seconds of `work`."""
    work()
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def late_position() -> tuple[View, View]:
    """The views of White's Encryptor in round 8, and of Black's interceptor once the clues are read."""
    mind = mind_for(built_in())
    rng = random.Random(2)
    state: State = GAME.new(players=4, seed=2, interceptions_to_win=4, misses_to_lose=4)
    encryptor = None
    while True:
        view = state.view(state.actor) if isinstance(state.actor, int) else None
        if view is None:
            state = state.play(state.draw(rng))
        elif state.phase == "clue":
            if state.round == 8 and encryptor is None:
                encryptor = view
            for clue in sampled_clues(view, mind, rng):
                state = state.play(Clue(clue))
        elif state.phase == "intercept":
            if state.round == 8 and encryptor is not None:
                return encryptor, view
            state = state.play(Guess(wrong(state)))
        else:
            code = state.codes[state.turn]
            assert code is not None
            state = state.play(Guess(code))


def wrong(state: State) -> tuple[int, int, int]:
    """Some code that is not the one."""
    return (1, 2, 3) if state.codes[state.turn] != (1, 2, 3) else (3, 2, 1)


def decrypto_playouts(games: int, seed: int) -> tuple[int, float]:
    """Moves (chance included) and processor seconds of random games."""
    rng = random.Random(seed)
    moves = 0
    start = time.process_time()
    for _ in range(games):
        state = GAME.new(players=4)
        while (actor := state.actor) is not None:
            if actor is CHANCE:
                move = state.draw(rng)
            else:
                legal = state.moves()
                move = legal[int(rng.random() * len(legal))]
            state = state.play(move)
            moves += 1
    return moves, time.process_time() - start


def chess_playouts(games: int, seed: int) -> tuple[int, float]:
    """The same for chess."""
    rng = random.Random(seed)
    moves = 0
    start = time.process_time()
    for _ in range(games):
        board = chess.Board()
        while not board.is_game_over():
            legal = list(board.legal_moves)
            board.push(legal[int(rng.random() * len(legal))])
            moves += 1
    return moves, time.process_time() - start


def measure() -> dict[str, float]:
    """All figures by name."""
    found: dict[str, float] = {}
    encryptor, interceptor = late_position()
    mind = Mind(Associations(built_in()))
    # The table of the list is made once a process.
    built = time.process_time()
    mind.similarity.scores(["sea"], ["snow"])
    found["association table, once (ms)"] = 1e3 * (time.process_time() - built)
    found["interceptor's posterior, round 8 (ms)"] = 1e3 * median(
        lambda: read_codes(interceptor, 0, mind), 200
    )
    notes = sheet(interceptor, 0, mind)
    rows = mind.similarity.scores(interceptor.clues[0], notes.candidates)
    found["of which the 24 codes (ms)"] = 1e3 * median(lambda: notes.columns().codes(rows), 200)
    found["clue advice, built-in list (ms)"] = 1e3 * median(lambda: rank_triples(encryptor, mind), 10)
    rng = np.random.default_rng(1)
    keywords = built_in().keywords
    words = [*keywords, *(f"word{n}" for n in range(VOCABULARY - len(keywords)))]
    wide = Mind(Embeddings("random", words, rng.normal(size=(VOCABULARY, DIMENSIONS))))
    found[f"clue advice, {VOCABULARY:,} words x {DIMENSIONS} (ms)"] = 1e3 * median(
        lambda: rank_triples(encryptor, wide, vocabulary=words), 5
    )
    ratios, ours, theirs = [], [], []
    decrypto_playouts(5, 0)
    for seed in range(7):
        moves, seconds = decrypto_playouts(60, seed)
        other, spent = chess_playouts(5, seed)
        ours.append(moves / seconds)
        theirs.append(other / spent)
        ratios.append(ours[-1] / theirs[-1])
    found["play-outs (moves/s)"] = statistics.median(ours)
    found["python-chess play-outs (moves/s)"] = statistics.median(theirs)
    found["ratio of the two"] = statistics.median(ratios)
    found["lowest ratio of seven runs"] = min(ratios)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    given = parser.parse_args()
    found = measure()
    for name, value in found.items():
        print(f"{name:45} {value:12,.2f}")
    if given.json:
        given.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

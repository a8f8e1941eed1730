"""Decrypto: a posterior over the 24 codes, clue advice over 20,000 words, and play-outs against python-chess.

The posterior is the interceptor's in round 8 (21 clues on the sheet, 171 candidate words a column). Advice
sifts the vocabulary by 300-dimensional vectors (random ones: their values do not matter for the time) and
weighs 32,768 triples. Play-outs are games of random moves, chance moves included; times are per move, and
the ratio says how many times as long python-chess takes (extra "bench").
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator

import chess
import numpy as np

from benchmarks.harness import Row, timed
from deduce.games import CHANCE
from deduce.rulebook import State
from deduce_models.decrypto import (
    GAME,
    Associations,
    Clue,
    Guess,
    built_in,
    mind_for,
    rank_triples,
    read_codes,
)
from deduce_models.decrypto.knowledge.understanding import Mind, sheet
from deduce_models.decrypto.knowledge.vectors import Embeddings
from deduce_models.decrypto.players.named import sampled_clues
from deduce_models.decrypto.rules.views import View

VOCABULARY = 20_000
DIMENSIONS = 300
RUNS = 7


def late_position() -> tuple[View, View]:
    """The views of White's Encryptor in round 8, and of Black's interceptor once the clues are read."""
    mind = mind_for(built_in())
    rng = random.Random(2)
    state: State = GAME.new(players=4, seed=2, interceptions_to_win=4, misses_to_lose=4)
    encryptor = None
    while True:
        view = state.view(state.actor).face if isinstance(state.actor, int) else None
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


def rows() -> Iterator[Row]:
    encryptor, interceptor = late_position()
    mind = Mind(Associations(built_in()))
    seconds, belief = timed(lambda: read_codes(interceptor, 0, mind))
    assert abs(belief.probabilities.sum() - 1) < 1e-9
    yield Row("interceptor's posterior, round 8", "deduce", seconds, note="from the view")
    notes = sheet(interceptor, 0, mind)
    clues = mind.similarity.scores(interceptor.clues[0], notes.candidates)
    seconds, _ = timed(lambda: notes.columns().codes(clues))
    yield Row("the 24 codes alone", "deduce", seconds, note="four different words summed over exactly")
    seconds, _ = timed(lambda: rank_triples(encryptor, mind))
    yield Row("clue advice", "deduce", seconds, note=f"{len(built_in().vocabulary):,} words, built in")
    rng = np.random.default_rng(1)
    keywords = built_in().keywords
    words = [*keywords, *(f"word{n}" for n in range(VOCABULARY - len(keywords)))]
    wide = Mind(Embeddings("random", words, rng.normal(size=(VOCABULARY, DIMENSIONS))))
    seconds, _ = timed(lambda: rank_triples(encryptor, wide, vocabulary=words))
    yield Row("clue advice", "deduce", seconds, note=f"{VOCABULARY:,} words x {DIMENSIONS}")
    yield from _playouts()


def _playouts() -> Iterator[Row]:
    """Both games in turn, so that whatever else the machine does falls on both."""
    decrypto_playouts(5, 0)
    ours, theirs, ratios = [], [], []
    for seed in range(RUNS):
        moves, seconds = decrypto_playouts(60, seed)
        others, spent = chess_playouts(6, seed)
        ours.append(seconds / moves)
        theirs.append(spent / others)
        ratios.append(theirs[-1] / ours[-1])
    middle = statistics.median
    yield Row(
        "a move of a random play-out", "deduce", middle(ours), note=f"{1 / middle(ours):,.0f} moves/s"
    )
    note = f"{1 / middle(theirs):,.0f} moves/s; ratio {min(ratios):.1f} to {max(ratios):.1f} in {RUNS} runs"
    yield Row("a move of a random play-out", "python-chess", middle(theirs), middle(ratios), note=note)

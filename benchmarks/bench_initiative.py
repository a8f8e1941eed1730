"""(i) The Initiative: deciphering five words with a 100,000-word lexicon, and random play-outs beside python-chess.

The lexicon is made up: 100,000 different words of 3 to 10 letters from English letter frequencies, with Zipf
frequencies; so nothing needs to be installed and every run asks the same. The question, with no window
open, with a third, and with two thirds open: the most probable answers, the posterior of every letter, the
worth of every glyph, with a chance of words outside the lexicon. "cut" in the note would mean that the answer
is not exact. Play-outs: mean time a move of random games, whole games only, chance moves counted as moves;
python-chess lists and pushes random legal moves from the start position to the end.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from functools import lru_cache, partial

import numpy as np

from benchmarks.harness import Row, peak, timed
from deduce.ciphers.decipher import Deciphered, decipher
from deduce.games.base import CHANCE
from deduce.vocabulary.lexicons import WordList
from deduce_models.initiative import GAME
from deduce_models.initiative.components.mission import Mission, build
from deduce_models.initiative.components.parts import default_tokens, named_board
from deduce_models.initiative.missions.generator import glyphs_for
from deduce_models.initiative.missions.uniqueness import shown_windows

LETTERS = dict(
    zip(
        "ETAOINSHRDLCUMWFGYPBVKJXQZ",
        [12.7, 9.1, 8.2, 7.5, 7.0, 6.7, 6.3, 6.1, 6.0, 4.3, 4.0, 2.8, 2.8, 2.4, 2.4, 2.2, 2.0, 2.0, 1.9,
         1.5, 1.0, 0.8, 0.15, 0.15, 0.1, 0.07],
        strict=True,
    )
)  # fmt: skip
WORDS = 100_000
PHRASES = 12


@lru_cache(maxsize=1)
def lexicon() -> WordList:
    """The made-up words."""
    rng = np.random.default_rng(5)
    symbols = list(LETTERS)
    shares = np.array(list(LETTERS.values())) / sum(LETTERS.values())
    found: dict[str, float] = {}
    while len(found) < WORDS:
        length = int(rng.integers(3, 11))
        found.setdefault("".join(rng.choice(symbols, length, p=shares)), 1 / (len(found) + 1))
    return WordList(found, "en")


@lru_cache(maxsize=1)
def missions() -> tuple[Mission, ...]:
    """Five words each, drawn by frequency among lengths 4 to 8; a glyph for every letter while they last."""
    rng = random.Random(11)
    words = lexicon()
    tokens = default_tokens()["full"]
    labels = [token for token in tokens if len(token) == 1]
    found = []
    for number in range(PHRASES):
        phrase = []
        for _ in range(5):
            row = words.of_length(rng.randint(4, 8))
            assert row is not None
            place = rng.choices(range(len(row.weights)), row.weights.tolist())[0]
            phrase.append("".join(words.alphabet[code] for code in row.codes[place]))
        signs = glyphs_for(" ".join(phrase), labels, rng)
        found.append(
            build(
                f"bench {number}",
                title="",
                question="",
                language="en",
                phrase=" ".join(phrase),
                glyphs=signs,
                ground=named_board("ring"),
                entrance=0,
                stacks=[5] * 6,
                tokens=tokens,
            )
        )
    return tuple(found)


def solve(mission: Mission, share: float) -> Deciphered:
    """Decipher with this share of the glyphs open."""
    glyphs = mission.front.glyphs
    windows = shown_windows(mission, glyphs[: round(share * len(glyphs))])
    return decipher(mission.front, windows, lexicon())


def decipher_all(percent: int) -> None:
    """For the peak of memory."""
    for mission in missions():
        solve(mission, percent / 100)


def playout_initiative() -> int:
    """Random missions for a while: the number of moves."""
    rng = random.Random(1)
    moves = 0
    for number in range(60):
        state = GAME.new(players=1 + number % 4, mission=f"medium:{number % 8}")
        while state.actor is not None:
            move = state.draw(rng) if state.actor is CHANCE else rng.choice(state.moves())
            state = state.play(move)
            moves += 1
    return moves


def playout_chess() -> int:
    """Random games of chess: the number of moves."""
    import chess

    rng = random.Random(1)
    moves = 0
    for _ in range(20):
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
    return moves


def rows() -> Iterator[Row]:
    """The table."""
    lexicon()
    for percent in (0, 33, 67):
        slowest, total, cut = 0.0, 0.0, 0
        for mission in missions():
            seconds, answer = timed(partial(solve, mission, percent / 100), repeat=2, at_least=0)
            slowest, total, cut = max(slowest, seconds), total + seconds, cut + (not answer.exact)
        note = f"mean of {PHRASES} phrases; slowest {slowest * 1e3:.0f} ms; {cut} cut"
        memory = peak(decipher_all, percent)
        yield Row(
            f"five words, {percent} % of glyphs open", "decipher", total / PHRASES, None, memory, note
        )
    ours = _pace(playout_initiative)
    yield Row("one move of a random play-out", "The Initiative", ours)
    theirs = _pace(playout_chess)
    yield Row("one move of a random play-out", "python-chess", theirs, theirs / ours)


def _pace(work: Callable[[], int]) -> float:
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        moves = work()
        best = min(best, (time.process_time() - start) / moves)
    return best

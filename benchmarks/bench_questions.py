"""(q) What to ask next: Mastermind with 1,296 codes (4 pegs, 6 colours) and 32,768 codes (5 pegs, 8 colours).

The best first guess, the best second guess (over all codes, after the likeliest answer to a first guess), the
whole tree of Knuth's strategy, and the proof of the best possible strategy. Ours starts from nothing each time: the
game is made, interchangeable colours and places are found, then used. Plain numpy is what one writes without
a library: one guess after the other, vectorised over the codes left; or, for the tree, the whole matrix of
answers once and a bincount a guess. Every contender must find the same best value.

The limit of this method is the counting: each (guess, code) pair must be read and added to a count once. "Counting
alone" is numpy's bincount over ready-made keys for as many pairs as we look at, in blocks that fit
the cache: what would be left if answers and scores cost nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from math import log2

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Row, peak, timed
from deduce.questions import Position
from deduce.questions.answers import BLOCK
from deduce.questions.optimal import Prover
from deduce_models.classics import mastermind

SIZES = [(4, 6), (5, 8)]
FIRST = {(4, 6): ((1, 1, 2, 2), (1, 0)), (5, 8): ((1, 1, 2, 2, 3), (1, 1))}
Codes = NDArray[np.uint8]


def fresh(pegs: int, colours: int) -> Position:
    """A game made anew, so that nothing is left over from another run."""
    return mastermind.game.__wrapped__(pegs, colours).start()


def first(pegs: int, colours: int, symmetry: int = 1) -> float:
    return fresh(pegs, colours).rank("entropy", limit=1, symmetry=bool(symmetry))[0].bits


def second(pegs: int, colours: int, symmetry: int = 1) -> float:
    position = fresh(pegs, colours).observe(*FIRST[pegs, colours])
    return position.rank("entropy", limit=1, symmetry=bool(symmetry))[0].bits


def plain_codes(pegs: int, colours: int) -> tuple[Codes, Codes]:
    """The codes and their counts of colours, one row a place or colour: numpy likes long rows."""
    codes = np.array(list(product(range(colours), repeat=pegs)), dtype=np.uint8)
    counts = np.stack([(codes == colour).sum(axis=1) for colour in range(colours)])
    return np.ascontiguousarray(codes.T), counts.astype(np.uint8)


def plain_answers(places: Codes, counts: Codes, guess: Codes, count: Codes) -> Codes:
    """Blacks times (pegs + 1), plus blacks and whites, for one guess against many codes."""
    black = np.zeros(places.shape[1], dtype=np.uint8)
    for place, value in zip(places, guess, strict=True):
        black += place == value
    common = np.zeros_like(black)
    for has, wanted in zip(counts, count, strict=True):
        if wanted:
            common += np.minimum(has, wanted)
    found: Codes = black * np.uint8(len(places) + 1) + common
    return found


def plain_best(codes: Codes, counts: Codes, left: NDArray[np.int64]) -> float:
    places, has = np.ascontiguousarray(codes[:, left]), np.ascontiguousarray(counts[:, left])
    best = 0.0
    for guess in range(codes.shape[1]):
        sizes = np.bincount(plain_answers(places, has, codes[:, guess], counts[:, guess]))
        share = sizes[sizes > 0] / sizes.sum()
        best = max(best, float(-(share * np.log2(share)).sum()))
    return best


def plain_first(pegs: int, colours: int) -> float:
    codes, counts = plain_codes(pegs, colours)
    return plain_best(codes, counts, np.arange(codes.shape[1]))


def plain_second(pegs: int, colours: int) -> float:
    codes, counts = plain_codes(pegs, colours)
    guess, (black, white) = FIRST[pegs, colours]
    place = int(np.flatnonzero(np.equal(codes.T + 1, guess).all(axis=1))[0])
    answers = plain_answers(codes, counts, codes[:, place], counts[:, place])
    return plain_best(codes, counts, np.flatnonzero(answers == black * (pegs + 1) + black + white))


def counting(pairs: int, kinds: int) -> float:
    """Seconds for numpy's bincount alone, over that many pairs."""
    rng = np.random.default_rng(1)
    size = min(pairs, BLOCK)
    keys = rng.integers(0, 64 * kinds, size)
    seconds, _ = timed(lambda: np.bincount(keys, minlength=64 * kinds))
    return seconds * pairs / size


def tree(pegs: int = 4, colours: int = 6) -> int:
    return int(fresh(pegs, colours).plan("worst case").total)


def plain_tree(pegs: int = 4, colours: int = 6) -> int:
    """Knuth's strategy with the whole matrix of answers, every guess looked at everywhere."""
    codes, counts = plain_codes(pegs, colours)
    guesses = codes.shape[1]
    matrix = np.stack([plain_answers(codes, counts, codes[:, g], counts[:, g]) for g in range(guesses)])
    won = pegs * (pegs + 1) + pegs

    def total(left: NDArray[np.int64]) -> int:
        if len(left) == 1:
            return 1
        table = matrix[:, left]
        keys = table + np.arange(guesses)[:, None] * (won + 1)
        sizes = np.bincount(keys.ravel(), minlength=guesses * (won + 1)).reshape(guesses, -1)
        worst = sizes.max(axis=1)
        good = np.flatnonzero(worst == worst.min())
        inside = good[np.isin(good, left)]
        guess = int(inside[0] if len(inside) else good[0])
        row = table[guess]
        return len(left) + sum(
            total(left[row == answer]) for answer in np.unique(row).tolist() if answer != won
        )

    return total(np.arange(guesses))


def proof(pegs: int, colours: int) -> int:
    found = fresh(pegs, colours).plan("optimal")
    assert found.label == "proved"
    return int(found.total)


def rows() -> Iterator[Row]:
    for pegs, colours in SIZES:
        n = colours**pegs
        game = mastermind.game.__wrapped__(pegs, colours)
        position = game.start().observe(*FIRST[pegs, colours])
        for name, ours, plain, history, left in (
            ("first", first, plain_first, (), n),
            ("second", second, plain_second, position.history, position.count()),
        ):
            case = f"{name} guess, {n:,} codes"
            seconds, bits = timed(partial(ours, pegs, colours))
            looked = len(game.candidates(history))
            pairs = looked * left
            note = f"{looked} guesses x {left:,} codes left = {pairs:,} pairs (of {n * left:,}); {bits:.4f} bits"
            yield Row(case, "deduce", seconds, None, peak(ours, pegs, colours), note)
            without, same = timed(partial(ours, pegs, colours, 0), repeat=1)
            assert abs(same - bits) < 1e-9
            yield Row(
                case, "deduce, symmetry off", without, without / seconds, peak(ours, pegs, colours, 0),
                f"{without / n / left * 1e9:.1f} ns a pair",
            )  # fmt: skip
            slow, same = timed(partial(plain, pegs, colours), repeat=1)
            assert abs(same - bits) < 1e-9
            yield Row(
                case, "plain numpy", slow, slow / seconds, peak(plain, pegs, colours), "all guesses in turn"
            )
            alone = counting(pairs, game.kinds)
            yield Row(
                case, "limit: counting alone", alone, None, None,
                f"{alone / seconds:.0%} of ours; {pairs / 1e6:.2f} MB of answers, {looked * game.kinds:,} counts at most",
            )  # fmt: skip
    seconds, total = timed(tree, repeat=3)
    slow, same = timed(plain_tree, repeat=1)
    assert total == same
    yield Row("Knuth's whole tree", "deduce", seconds, None, peak(tree), f"total {total:,}")
    yield Row(
        "Knuth's whole tree", "plain numpy", slow, slow / seconds, peak(plain_tree), "matrix, bincount"
    )
    for pegs, colours in ((3, 6), (4, 4), (4, 5), (4, 6)):
        seconds, total = timed(partial(proof, pegs, colours), repeat=1)
        game = mastermind.game.__wrapped__(pegs, colours)
        prover = Prover(game)
        prover.solve(np.arange(game.worlds), float(total))
        note = (
            f"total {total:,} = {total / game.worlds:.4f} a code; the proof alone looks at {prover.visited:,} sets, "
            f"{prover.pairs:,} pairs (2^{log2(prover.pairs):.0f})"
        )
        case = f"proved optimum, {pegs} pegs {colours} colours"
        yield Row(case, "deduce", seconds, None, peak(proof, pegs, colours), note)

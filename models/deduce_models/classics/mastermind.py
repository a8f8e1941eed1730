"""Mastermind with any number of pegs and colours.

A secret code of coloured pegs, colours may repeat. A guess is answered by two numbers: right colour in the
right place ("black"), and right colour in another place ("white").

Published totals over all 1,296 codes of 4 pegs and 6 colours, tabulated by S. Gur (serkangur.freeservers.com)
from the papers that found them: worst case 5,801 (D. E. Knuth, "The Computer as Master Mind", 1977), entropy
5,722 (E. Neuwirth, 1982), expected size 5,696 (R. W. Irving, 1979), most parts 5,668 (B. Kooi, "Yet Another
Mastermind Strategy", 2005), and the optimum 5,625 (K. Koyama and T. W. Lai, 1993).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce import Problem
from deduce.ground.errors import ProblemError
from deduce.ground.wording import many
from deduce.kernels import guesses as kernels
from deduce.language.variables import is_whole
from deduce.questions import Guessing, Position, Tree

Code = tuple[int, ...]
Rows = NDArray[np.uint8]

MOST_CODES = 1 << 20

MOST_KINDS = 2_000
"""Up to so many kinds of codes the colours in common of any two are tabulated."""


# Typed: 4.0 would find the game of 4.
@lru_cache(maxsize=8, typed=True)
def game(pegs: int = 4, colours: int = 6) -> Guessing:
    """The game: codes are tuples of colours 1, 2, ...; answers are ``(black, white)``.

    Raises:
        ProblemError: No pegs, no colours, or more than 7 pegs, 100 colours or 1,048,576 codes.
    """
    if not is_whole(pegs) or not is_whole(colours) or pegs < 1 or colours < 1:
        raise ProblemError(
            f"Mastermind needs at least one peg and one colour, not {pegs!r} and {colours!r}"
        )
    if pegs > 7 or colours > 100 or colours**pegs > MOST_CODES:
        raise ProblemError(
            f"{pegs} pegs of {colours} colours make {many(colours**pegs, 'code')}; at most 7 pegs, 100 colours and "
            f"{MOST_CODES:,} codes are played here"
        )
    peg = Problem("mastermind").variables("peg", range(1, pegs + 1), range(1, colours + 1))
    codes = np.indices((colours,) * pegs, dtype=np.uint8).reshape(pegs, -1).T
    # All but one right and one colour misplaced cannot be.
    answers = [
        (black, white)
        for black in range(pegs + 1)
        for white in range(pegs + 1 - black)
        if (black, white) != (pegs - 1, 1)
    ]
    number = np.zeros((pegs + 1, pegs + 1), dtype=np.uint8)
    for code, (black, white) in enumerate(answers):
        number[black, black + white] = code

    played = _for_kernels(codes, number, colours)

    def answer(guesses: Rows, secrets: Rows) -> Rows:
        compiled = kernels.mastermind(guesses, secrets, played) if played else None
        if compiled is not None:
            return compiled
        black, alike = feedback(guesses, secrets, colours)
        return np.take(number, black * np.uint8(pegs + 1) + alike)

    return Guessing(list(peg.values()), codes, answer, answers, (pegs, 0), spell)


def _for_kernels(codes: Rows, number: Rows, colours: int) -> kernels.Pegs | None:
    """The game as the kernel wants it; None where the table of colours in common would be large."""
    pegs = codes.shape[1]
    counts, kind = _counts(codes, colours)
    if len(counts) > MOST_KINDS:
        return None
    alike = np.zeros((len(counts), len(counts)), dtype=np.uint8)
    for column in counts.T:
        alike += np.minimum(column[:, None], column[None, :])
    wide = np.zeros((8, 8), dtype=np.uint8)
    wide[: pegs + 1, : pegs + 1] = number
    return kernels.Pegs(kind.astype(np.int32), alike, wide, colours ** np.arange(pegs - 1, -1, -1))


def feedback(guesses: Rows, secrets: Rows, colours: int) -> tuple[Rows, Rows]:
    """Blacks, and blacks plus whites, of every guess (rows) against every secret (columns)."""
    black = np.zeros((len(guesses), len(secrets)), dtype=np.uint8)
    for g, s in zip(guesses.T, secrets.T, strict=True):
        black += g[:, None] == s[None, :]
    # Colours in common depend on how many pegs have each colour, and few such counts differ.
    kinds_g, of_g = _counts(guesses, colours)
    kinds_s, of_s = _counts(secrets, colours)
    common = np.zeros((len(kinds_g), len(kinds_s)), dtype=np.uint8)
    for g, s in zip(kinds_g.T, kinds_s.T, strict=True):
        common += np.minimum(g[:, None], s[None, :])
    return black, np.take(common[of_g], of_s, axis=1)


def _counts(rows: Rows, colours: int) -> tuple[Rows, NDArray[np.intp]]:
    """The distinct counts of colours among some codes, and which of them each code has."""
    # Codes with the same counts are the same once sorted.
    pegs = np.sort(rows, axis=1)
    key = np.zeros(len(rows), dtype=np.int64)
    for column in pegs.T:
        key = key * colours + column
    _, first, of = np.unique(key, return_index=True, return_inverse=True)
    counts = np.stack([(pegs[first] == colour).sum(axis=1) for colour in range(colours)], axis=1)
    return counts.astype(np.uint8), of


def spell(code: Sequence[Any]) -> str:
    """A code as text: ``1123``, or ``1-12-3-3`` where a colour has two digits."""
    return ("" if max(code) <= 9 else "-").join(map(str, code))


def table(pegs: int = 4, colours: int = 6) -> Position:
    """The position before the first guess: ``table().observe((1, 1, 2, 2), (1, 0)).best("entropy")``."""
    return game(pegs, colours).start()


def strategy(objective: str, pegs: int = 4, colours: int = 6, *, time_limit: float | None = None) -> Tree:
    """The whole strategy: a tree with `total` (guesses summed over all codes) and `worst`.

    Of guesses equally good by the objective, one that may be the secret is preferred, then the one that
    comes first in numerical order, which is Knuth's rule.

    Args:
        objective: ``"worst case"``, ``"entropy"``, ``"expected size"``, ``"most parts"``, ``"win"``, or
            ``"optimal"`` (fewest guesses on average, with proof).
        pegs: How many pegs a code has.
        colours: How many colours there are.
        time_limit: Seconds after which a proof gives up (``tree.label`` says so).
    """
    return table(pegs, colours).plan(objective, time_limit=time_limit)

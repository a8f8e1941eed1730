"""Bulls and Cows: a secret of different digits; bulls are right digits in place, cows right digits elsewhere.

With four of ten digits (5,040 secrets, a leading 0 allowed) the optimum is 26,274 guesses in all, 5.213 on average: found
by exhaustive search by Tanaka, presented at the 3rd Game Programming symposium (Hakone, 1996).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from deduce import Problem
from deduce.ground.errors import ProblemError
from deduce.language.variables import is_whole
from deduce.questions import Guessing, Position, Tree

Rows = NDArray[np.uint8]


# Typed: 4.0 would find the game of 4.
@lru_cache(maxsize=8, typed=True)
def game(places: int = 4, digits: int = 10, *, leading_zero: bool = True) -> Guessing:
    """The game: secrets are tuples of different digits 0, 1, ...; answers are ``(bulls, cows)``.

    Raises:
        ProblemError: Fewer digits than places, more than ten digits, or more than six places.
    """
    whole = is_whole(places) and is_whole(digits)
    if not whole or not 1 <= places <= 6 or not places <= digits <= 10:
        raise ProblemError(
            f"Bulls and Cows is played here with 1 to 6 places and at most 10 digits, at least as many as "
            f"places; not with {places!r} places and {digits!r} digits"
        )
    place = Problem("bulls and cows").variables("place", range(1, places + 1), range(digits))
    secrets = np.array(
        [row for row in permutations(range(digits), places) if leading_zero or row[0]], dtype=np.uint8
    )
    # A digit too few cannot hide: at least this many are common to any two secrets.
    fewest = max(0, 2 * places - digits)
    answers = [
        (bulls, common - bulls)
        for bulls in range(places + 1)
        for common in range(max(bulls, fewest), places + 1)
        if (bulls, common) != (places - 1, places)
    ]
    number = np.zeros((places + 1, places + 1), dtype=np.uint8)
    for code, (bulls, cows) in enumerate(answers):
        number[bulls, bulls + cows] = code

    def answer(guesses: Rows, others: Rows) -> Rows:
        bulls = np.zeros((len(guesses), len(others)), dtype=np.uint8)
        for g, s in zip(guesses.T, others.T, strict=True):
            bulls += g[:, None] == s[None, :]
        has = [
            np.stack([(rows == d).any(axis=1) for d in range(digits)], axis=1) for rows in (guesses, others)
        ]
        # Small whole numbers are exact in single precision, whose matrix product is the fast one.
        common = (has[0].astype(np.float32) @ has[1].astype(np.float32).T).astype(np.uint8)
        codes: Rows = number.ravel()[bulls * np.uint8(places + 1) + common]
        return codes

    return Guessing(list(place.values()), secrets, answer, answers, (places, 0), _spell)


def _spell(secret: Sequence[Any]) -> str:
    return "".join(map(str, secret))


def table(places: int = 4, digits: int = 10, *, leading_zero: bool = True) -> Position:
    """The position before the first guess: ``table().observe((0, 1, 2, 3), (1, 1)).best()``."""
    return game(places, digits, leading_zero=leading_zero).start()


def strategy(
    objective: str,
    places: int = 4,
    digits: int = 10,
    *,
    leading_zero: bool = True,
    time_limit: float | None = None,
) -> Tree:
    """The whole strategy, as for `deduce_models.classics.mastermind.strategy`."""
    start = table(places, digits, leading_zero=leading_zero)
    return start.plan(objective, time_limit=time_limit)

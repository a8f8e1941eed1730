"""Chance as it is asked for everywhere: begun at a seed, handed on, or unforeseeable."""

from __future__ import annotations

from random import Random
from typing import Any

from deduce.ground.errors import ProblemError
from deduce.language.variables import is_whole


def seeded(seed: Any) -> int:
    """`seed` if chance can be drawn from it: a whole number from 0. Raises `ProblemError`.

    To Python's chance -1 is 1, so that deals of negative seeds would come twice.
    """
    if not is_whole(seed) or seed < 0:
        raise ProblemError(f"a seed is a whole number from 0, not {seed!r}")
    return int(seed)


def chance_from(seed: Any) -> Random:
    """Chance begun at `seed`, the same for the same seed. Raises `ProblemError`, as `seeded` does."""
    return Random(seeded(seed))


def chance_of(rng: Random | int | None) -> Random:
    """The source of chance that is given, one begun at a seed, or for None another one each time.

    Raises `ProblemError`, as `seeded` does. Of numpy's chance `deduce.worlds.base.generator` does the same.
    """
    if isinstance(rng, Random):
        return rng
    return Random() if rng is None else chance_from(rng)

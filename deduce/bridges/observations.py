"""Views as vectors of fixed length: the plain view by hashing, or what the seat knows as exact marginals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from deduce.errors import ProblemError, TooLarge, nearest
from deduce.games.base import Game
from deduce.games.plain import plain

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge

__all__ = ["OBSERVATIONS", "Observer", "observer"]

Floats = NDArray[np.float32]
Observer = Callable[[Any], Floats]
"""From a view to a vector; the same length for every view of a game."""

HASHED = 512
"""How many numbers a plain view is hashed to."""


def observer(game: Game[Any, Any, Any], view: Any, kind: str, size: int = HASHED) -> Observer:
    """A function from views of `game` to vectors.

    Args:
        game: The game.
        view: Any view with the number of players and options meant; fixes the length of ``"marginals"``.
        kind: ``"plain"``: each entry of `deduce.games.plain.plain` hashed to one of `size` places, with a sign (feature
            hashing), so that collisions cancel in the mean. ``"marginals"``: for every variable of
            `Game.knowledge` the probability of each value, exact, then the plain vector; zeros where the knowledge
            cannot be compiled.
        size: The length of the plain part.

    Raises `ProblemError` for another kind.
    """
    if kind not in OBSERVATIONS:
        raise ProblemError(f"observation {kind!r}: {nearest(kind, OBSERVATIONS)}")

    def hashed(seen: Any) -> Floats:
        vector = np.zeros(size, np.float32)
        for path, value in _entries(plain(seen), ""):
            code = crc32(f"{path}={value}".encode())
            vector[code % size] += 1.0 if code >> 31 else -1.0
        return vector

    if kind == "plain":
        return hashed
    width = len(_chances(game.knowledge(view)))

    def both(seen: Any) -> Floats:
        try:
            known = _chances(game.knowledge(seen))
        except TooLarge:
            known = []
        # A game may know of more variables later on; what has no place in the vector is left out.
        fitted = [*known[:width], *[0.0] * (width - len(known))]
        return np.concatenate([np.asarray(fitted, np.float32), hashed(seen)])

    return both


OBSERVATIONS = ("plain", "marginals")


def _chances(known: Knowledge) -> list[float]:
    if not known.is_consistent():
        return []
    return [
        chances.get(value, 0.0)
        for variable, chances in ((v, known.marginals(v)) for v in known.scope)
        for value in variable.domain
    ]


def _entries(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """The leaves of a plain value with the way to each."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _entries(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _entries(inner, f"{path}.{number}")
    else:
        yield path, value

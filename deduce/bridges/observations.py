"""Views as vectors of fixed length: the plain view by hashing, or what the seat knows as exact marginals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from deduce.games.base import Game
from deduce.games.given import game_of, seen_of, whole_of
from deduce.games.plain import FIXED, plain
from deduce.ground.errors import ProblemError, TooLarge, nearest

if TYPE_CHECKING:
    from deduce.knowledge import Knowledge

__all__ = ["OBSERVATIONS", "Observer", "observer"]

Floats = NDArray[np.float32]
Observer = Callable[[Any], Floats]
"""From a view to a vector; the same length for every view of a game."""

KEPT = 100_000
"""Of so many parts of views the hashes are kept at the most."""

HASHED = 512
"""How many numbers a plain view is hashed to."""


def observer(
    game: Game[Any, Any, Any] | str, view: Any, kind: str, size: int = HASHED, *, others: Iterable[Any] = ()
) -> Observer:
    """A function from views of `game` to vectors.

    Args:
        game: The game, or its name.
        view: Any view with the number of players and options meant. The variables that its seat knows of are those
            that have places of their own in ``"marginals"``.
        kind: ``"plain"``: each entry of `deduce.games.plain.plain` hashed to one of `size` places, with a sign (feature
            hashing), so that collisions cancel in the mean. ``"marginals"``: for every variable of
            `Game.knowledge` the probability of each value, exact, then the plain vector. A variable has the same places
            whoever looks and whenever; one that has none, since knowledge speaks of it later on, is hashed into the
            plain vector, each value with its probability. Zeros where the knowledge cannot be compiled.
        size: The length of the plain part.
        others: Views of other seats, whose variables get places too.

    Raises `ProblemError` for another kind, a size below 1, and what is no view.
    """
    if kind not in OBSERVATIONS:
        raise ProblemError(f"observation {kind!r}: {nearest(kind, OBSERVATIONS)}")
    game = game_of(game)
    seen_of(view)
    hashed = _hashing(whole_of("size", size, 1))
    return hashed if kind == "plain" else _behind_chances(game, (view, *others), hashed, size)


def observer_of(
    game: Game[Any, Any, Any], players: int, options: Mapping[str, Any], kind: str
) -> tuple[Observer, int]:
    """The observer of a game for so many players, all of whose variables have places, and how long its vectors are."""
    start = game.new(players=players, seed=0, **options)
    found = observer(game, start.view(1), kind, others=map(start.view, range(2, players + 1)))
    return found, len(found(start.view(1)))


def _hashing(size: int) -> Observer:
    """A function from views to their entries, hashed to so many places."""
    # Most parts of a view (the history above all) were there a step ago: their codes are kept.
    kept: dict[Any, list[int]] = {}

    def hashed(seen: Any) -> Floats:
        seen_of(seen)
        found: list[int] = []
        for key in _parts(seen):
            try:
                codes = kept.get(key)
            except TypeError:
                # A part that cannot be hashed is worked out each time.
                found += _codes(*key[1:])
                continue
            if codes is None:
                if len(kept) >= KEPT:
                    kept.clear()
                codes = kept[key] = _codes(*key[1:])
            found += codes
        codes_found = np.array(found, np.int64)
        signs = (codes_found >> 31) * 2.0 - 1.0
        return np.bincount(codes_found % size, signs, size).astype(np.float32)

    return hashed


def _behind_chances(
    game: Game[Any, Any, Any], views: Iterable[Any], hashed: Observer, size: int
) -> Observer:
    """The same behind what is known: variables that are known of in one of these views have places of their own."""
    width, places = 0, dict[tuple[str, tuple[Any, ...]], int]()
    for view in views:
        for variable in game.knowledge(view).scope:
            if (key := (variable.name, variable.domain)) not in places:
                places[key] = width
                width += len(variable.domain)

    def both(seen: Any) -> Floats:
        vector = np.concatenate([np.zeros(width, np.float32), hashed(seen)])
        try:
            known = _chances(game.knowledge(seen))
        except TooLarge:
            return vector
        for (name, domain), chances in known.items():
            if (place := places.get((name, domain))) is not None:
                vector[place : place + len(domain)] = chances
                continue
            for value, chance in zip(domain, chances, strict=True):
                code = crc32(f"{name} is {value}".encode())
                vector[width + code % size] += chance if code >> 31 else -chance
        return vector

    return both


def _parts(view: Any) -> Iterator[tuple[type, str, Any]]:
    """A view cut where much stays the same from step to step: its fields, and the items of fields that are tuples."""
    if not (is_dataclass(view) or hasattr(view, "_fields")):
        yield type(view), "", view
        return
    names = view._fields if hasattr(view, "_fields") else [f.name for f in fields(view) if f.compare]
    for name in names:
        value = getattr(view, name)
        if name in FIXED:
            continue
        if type(value) is tuple:
            yield from ((type(item), f".{name}.{place}", item) for place, item in enumerate(value))
        else:
            yield type(value), f".{name}", value


def _codes(path: str, part: Any) -> list[int]:
    """The hash of every entry of a part."""
    return [crc32(f"{way}={value}".encode()) for way, value in _entries(plain(part), path)]


OBSERVATIONS = ("plain", "marginals")
"""The kinds of vectors that `observer` makes."""


def _chances(known: Knowledge) -> dict[tuple[str, tuple[Any, ...]], list[float]]:
    """The probability of each value of each variable, by its name and domain; none where nothing is possible."""
    if not known.is_consistent():
        return {}
    told = {variable: known.marginals(variable) for variable in known.scope}
    return {
        (variable.name, variable.domain): [chances.get(value, 0.0) for value in variable.domain]
        for variable, chances in told.items()
    }


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

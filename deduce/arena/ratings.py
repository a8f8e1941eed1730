"""Ratings of players from their matches, by the `openskill` library (extra ``arena``)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from deduce.arena.match import Match
from deduce.ground.errors import MissingExtra
from deduce.ground.shown import Plain


@dataclass(frozen=True, slots=True)
class Rating(Plain):
    """Strength `mu` with uncertainty `sigma`; a new player has 25 and 25/3."""

    mu: float
    sigma: float

    def __str__(self) -> str:
        return f"{self.mu:.1f} +- {self.sigma:.1f}"


def ratings(matches: Iterable[Match]) -> dict[str, Rating]:
    """The Plackett-Luce rating of every player after `matches`, in their order.

    Matches in which a name sits at several seats are left out: they say nothing about who is better.
    Ratings are updated match by match, so they depend, a little, on the order.

    Raises `MissingExtra` without openskill.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError as error:
        raise MissingExtra("openskill", "arena", "rating players") from error
    model = PlackettLuce()
    known: dict[str, Any] = {}
    for match in matches:
        lineup = match.fixture.lineup
        for name in lineup:
            known.setdefault(name, model.rating(name=name))
        if len(set(lineup)) < len(lineup) or len(lineup) < 2:
            continue
        rated = model.rate([[known[name]] for name in lineup], scores=list(match.scores))
        for name, (rating,) in zip(lineup, rated, strict=True):
            known[name] = rating
    return {name: Rating(rating.mu, rating.sigma) for name, rating in known.items()}

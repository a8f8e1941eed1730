"""Said against happened, in bins: what every benchmark of calibration prints.

Several values said in one game are no independent witnesses, so a bin's interval is Wilson's for as many values as its
games are worth: with m values of a game, (sum of m) squared by the sum of m squared (Kish), which is the number of games
where each says as much as the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from deduce.arena.statistics import Share, share_of

__all__ = ["CLOSE", "MANY", "TENTHS", "Bin", "Told", "binned", "table"]

TENTHS = tuple(k / 10 for k in range(11))
"""Ten bins."""

CLOSE, MANY = 0.03, 300
"""How near the said value should be to what happened, in a bin of so many games or more."""

PRINTED = 0.005
"""Chances are printed in whole percents: what is nearer than half of one is the same."""


class Told(NamedTuple):
    """A chance that was said in a game, and whether what it spoke of happened."""

    game: object
    said: float
    happened: bool


@dataclass(frozen=True, slots=True)
class Bin:
    """The values said from `low` up to `high` (the last bin holds its end too).

    Attributes:
        said: Their mean.
        share: How many of them came true, with the 95 % interval over games.
        values, games: How many there are, and of how many games.
    """

    low: float
    high: float
    said: float
    share: Share
    values: int
    games: int

    @property
    def holds(self) -> bool:
        """Whether what was said lies in the interval, or close to what happened where there are many games."""
        near = CLOSE if self.games >= MANY else PRINTED
        inside = self.share.low <= self.said <= self.share.high
        return inside or abs(self.said - self.share.value) <= near


def binned(told: Iterable[Told], edges: Sequence[float] = TENTHS) -> list[Bin]:
    """The bins that have values, in rising order."""
    listed = list(told)
    found = []
    for low, high in pairwise(edges):
        inside = [each for each in listed if low <= each.said < high or each.said == high == edges[-1]]
        if not inside:
            continue
        sizes = Counter(each.game for each in inside)
        games = max(1, round(len(inside) ** 2 / sum(size**2 for size in sizes.values())))
        share = sum(each.happened for each in inside) / len(inside)
        said = sum(each.said for each in inside) / len(inside)
        found.append(Bin(low, high, said, share_of(share * games, games), len(inside), len(sizes)))
    return found


def table(title: str, told: Iterable[Told], edges: Sequence[float] = TENTHS) -> list[Bin]:
    """Print the bins as a table in Markdown, and give them."""
    found = binned(told, edges)
    print(
        f"\n{title}\n\n| said | mean said | happened (95 %) | values | games | holds |\n|---|---|---|---|---|---|"
    )
    for each in found:
        share = f"{each.share.value:.1%} ({each.share.low:.1%} to {each.share.high:.1%})"
        print(
            f"| {each.low:.0%} to {each.high:.0%} | {each.said:.1%} | {share} | {each.values} | {each.games} |"
            f" {'yes' if each.holds else 'no'} |",
            flush=True,
        )
    return found

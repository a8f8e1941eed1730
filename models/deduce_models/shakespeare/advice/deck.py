"""What draws of the Queen are worth: the best of three of what lies next in the deck of objectives, in its order.

Cards that nobody has seen come first, in any order. Then come those that went under the deck, in the order in which
they did: who put them there knows them. Of each draw one is kept, and two go to the end.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple

from deduce_models.shakespeare.components.parts import DRAWN_OBJECTIVES

__all__ = ["ObjectiveDeck", "best_of"]


class ObjectiveDeck(NamedTuple):
    """The deck as a seat knows it.

    Attributes:
        fresh: The objectives that lie on top, in an unknown order.
        under: Those below them, the next first.
    """

    fresh: tuple[int, ...]
    under: tuple[int, ...] = ()

    @property
    def items(self) -> tuple[int, ...]:
        """All of them."""
        return (*self.fresh, *self.under)

    def worth(self, value: Callable[[int], float], draws: int) -> float:
        """The expected sum of the best of each of the next draws.

        What these draws themselves put under the deck is left out: it comes back when all else is gone, and it is what
        was not wanted.

        Args:
            value: What an objective is worth to who keeps it.
            draws: How many draws are made.

        Complexity: one value a card.
        """
        fresh = sorted((value(item) for item in self.fresh), reverse=True)
        under = [value(item) for item in self.under]
        rest, total = len(fresh), 0.0
        for _ in range(draws):
            unseen = min(DRAWN_OBJECTIVES, rest)
            known, under = under[: DRAWN_OBJECTIVES - unseen], under[DRAWN_OBJECTIVES - unseen :]
            total += best_of(fresh, unseen, max(known, default=0.0))
            rest -= unseen
        return total


def best_of(values: Sequence[float], count: int, least: float = 0.0) -> float:
    """The expected best of `count` of the values, best first, each choice equally likely, and of `least`."""
    if not count:
        return least
    chances = _best_chances(len(values), count)
    return sum(chance * max(least, value) for chance, value in zip(chances, values, strict=True))


@lru_cache(maxsize=256)
def _best_chances(size: int, count: int) -> tuple[float, ...]:
    """The chance of each of `size` cards, the best first, to be the best of `count` that are drawn."""
    total = math.comb(size, count)
    return tuple(math.comb(size - place - 1, count - 1) / total for place in range(size))

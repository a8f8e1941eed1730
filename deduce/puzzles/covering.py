"""Sets of places within as many sets of which no more can be true: pairs, triples, wings and swordfish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deduce.deadline import tick
from deduce.puzzles.structure import Demand, Structure, bits_of

__all__ = ["Covered", "coverings"]

_PLACES = {2: 6, 3: 3}
"""People look at sets with at most so many places left, for pairs and for triples."""

Covered = tuple[list[Demand], tuple[int, ...], int]
"""Sets, the numbers of the covers, and what the covers hold besides the places of the sets."""


def coverings(s: Structure, alive: int, n: int) -> list[Covered]:
    """Choices of `n` needs whose places lie within as many covers, so that nothing else there can be true.

    All that matter once no smaller number of needs shows anything: of covers that hold the same or less, one.
    """
    needs = [
        need
        for need in s.needs
        if need.low
        and (places := alive & need.mask).bit_count() > need.low
        and (need.low > 1 or places.bit_count() <= _PLACES[n])
    ]
    search = _Search(s, alive, n, needs)
    for i in range(len(needs)):
        tick()
        search.grow(1 << i, 1, search.places[i], 0, 0, 0)
    return search.found


def _largest(s: Structure, alive: int) -> list[tuple[int, int]]:
    """What is left of covers, each with its number, without those that lie within another; wider bounds all."""
    left: dict[int, int] = {}
    bounds: list[tuple[int, int]] = []
    for c, (mask, high) in enumerate(s.covers):
        if high > 1:
            bounds.append((mask & alive, c))
        elif (rest := mask & alive) & (rest - 1):
            left.setdefault(rest, c)
    holding: dict[int, list[int]] = {}
    found = []
    for mask in sorted(left, key=int.bit_count, reverse=True):
        shortest = min((holding.get(x, []) for x in bits_of(mask)), key=len)
        if all(mask & ~other for other in shortest):
            found.append((mask, left[mask]))
            for x in bits_of(mask):
                holding.setdefault(x, []).append(mask)
    return sorted(found, key=lambda cover: cover[1]) + bounds


class _Search:
    """Needs and covers are numbered; a set of them is the bits of a whole number.

    A cover is added for a place not yet covered, a need where all are. What has been seen is not grown again.
    """

    def __init__(self, s: Structure, alive: int, n: int, needs: Sequence[Demand]) -> None:
        self.s, self.n, self.needs = s, n, needs
        self.places = [alive & need.mask for need in needs]
        self.found: list[Covered] = []
        at: dict[int, int] = {}
        for i, places in enumerate(self.places):
            for x in bits_of(places):
                at[x] = at.get(x, 0) | 1 << i
        self._met = [_together(at, places) for places in self.places]
        covers = _largest(s, alive)
        self._area = [mask for mask, _ in covers]
        self._number = [c for _, c in covers]
        self._beside = [_together(at, mask) for mask in self._area]
        self._by: dict[int, list[int]] = {}
        for c, mask in enumerate(self._area):
            for x in bits_of(mask):
                self._by.setdefault(x, []).append(c)
        self._wide = sum(1 << c for c, number in enumerate(self._number) if s.covers[number][1] > 1)
        self._several = sum(1 << i for i, need in enumerate(needs) if need.low > 1)
        self._seen: set[tuple[int, int]] = set()

    def grow(self, chosen: int, count: int, union: int, covers: int, area: int, near: int) -> None:
        """All that comes of these needs, whose places are `union`, and these covers, which hold `area`."""
        rest = union & ~area
        if rest:
            if covers.bit_count() < self.n:
                for c in min((self._by.get(x, ()) for x in bits_of(rest)), key=len):
                    more = covers | 1 << c
                    if (chosen, more) not in self._seen:
                        self._seen.add((chosen, more))
                        self.grow(chosen, count, union, more, area | self._area[c], near | self._beside[c])
            return
        if count == self.n:
            self._note(chosen, union, covers, area)
            return
        left = self.n - covers.bit_count()
        if covers.bit_count() == count and not covers & self._wide and not chosen & self._several:
            return  # fewer sets in as few covers: nothing else is left there
        for i in bits_of(chosen):
            near &= ~self._met[i]
        for i in bits_of(near):
            wider = chosen | 1 << i
            if (left or not self.places[i] & ~area) and (wider, covers) not in self._seen:
                self._seen.add((wider, covers))
                self.grow(wider, count + 1, union | self.places[i], covers, area, near)

    def _note(self, chosen: int, union: int, covers: int, area: int) -> None:
        others = area & ~union
        needs = [self.needs[i] for i in bits_of(chosen)]
        numbers = tuple(self._number[c] for c in bits_of(covers))
        # Where covers overlap, a literal counts twice, so all the more can nothing else be true.
        if others and sum(need.low for need in needs) == sum(self.s.covers[c][1] for c in numbers):
            self.found.append((needs, numbers, others))


def _together(at: Mapping[int, int], mask: int) -> int:
    """The needs that have a place in `mask`."""
    found = 0
    for x in bits_of(mask):
        found |= at.get(x, 0)
    return found

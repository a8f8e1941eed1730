"""Sets of places within as many sets of which no more can be true: pairs, triples, wings and swordfish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from deduce.ground.deadline import tick
from deduce.puzzles.structure import Demand, Structure, bits_of

_PLACES = {2: 6, 3: 3}
"""People look at sets with at most so many places left, for pairs and for triples."""

_WIDEST = 6
"""For triples, where a place lies in many covers, only so many are looked at: nobody goes through more."""

_EFFORT = 50_000
"""So many beginnings of sets are looked at in one search, a fraction of a second; what comes after is left to trials."""

Covered = tuple[list[Demand], tuple[int, ...], int]
"""Sets, the numbers of the covers, and what the covers hold besides the places of the sets."""


def coverings(s: Structure, alive: int, n: int, before: int | None = None) -> list[Covered]:
    """Choices of `n` needs whose places lie within as many covers, so that nothing else there can be true.

    All that matter once no smaller number of needs shows anything: of covers that hold the same or less, one. With
    `before`, the literals when last asked, only those with a need that lost places since: the others had their say then.
    """
    needs: list[Demand] = []
    fresh = 0
    for need in s.needs:
        places = alive & need.mask
        count = places.bit_count()
        if need.low and count > need.low and (need.low > 1 or count <= _PLACES[n]):
            if before is None or places != before & need.mask:
                fresh |= 1 << len(needs)
            needs.append(need)
    if not fresh:
        return []
    search = _Search(s, alive, n, needs)
    if n == 2 and search.plain:
        search.pairs(fresh)
        return search.found
    for i in bits_of(fresh):
        tick()
        search.grow(1 << i, 1, search.places[i], 0, 0, 0, search.apart[i])
    return search.found


def _largest(s: Structure, alive: int, wanted: int) -> list[tuple[int, int]]:
    """What is left of covers, each with its number, without those that lie within another; wider bounds all.

    Only those with two places or more of `wanted`.
    """
    left: dict[int, int] = {}
    bounds: list[tuple[int, int]] = []
    for c, (mask, high) in enumerate(s.covers):
        if high > 1:
            bounds.append((mask & alive, c))
        elif (rest := mask & wanted) & (rest - 1):
            left.setdefault(mask & alive, c)
    masks = list(left)
    on: dict[int, int] = {}
    for i, mask in enumerate(masks):
        for x in bits_of(mask):
            on[x] = on.get(x, 0) | 1 << i
    found = []
    for i, mask in enumerate(masks):
        others = -1 ^ 1 << i
        for x in bits_of(mask):
            others &= on[x]
            if not others:
                found.append((mask, left[mask]))
                break
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
        every = (1 << len(needs)) - 1
        self.apart = [every & ~met for met in self._met]
        # Where no set counts for more than one, every cover serves two needs; see `_can`.
        self.plain = all(high == 1 for _, high in s.covers) and all(need.low == 1 for need in needs)
        wanted = alive
        if self.plain:
            wanted = 0
            for places in self.places:
                wanted |= places
        covers = _largest(s, alive, wanted)
        self._area = [mask for mask, _ in covers]
        self._number = [c for _, c in covers]
        self._beside = [_together(at, mask) for mask in self._area]
        self._by: dict[int, list[int]] = {}
        self._on: dict[int, int] = {}
        for c, mask in enumerate(self._area):
            for x in bits_of(mask):
                self._by.setdefault(1 << x, []).append(c)
                self._on[x] = self._on.get(x, 0) | 1 << c
        self._wide = sum(1 << c for c, number in enumerate(self._number) if s.covers[number][1] > 1)
        self._several = sum(1 << i for i, need in enumerate(needs) if need.low > 1)
        self._seen: set[tuple[int, int]] = set()
        self._left = _EFFORT
        if self.plain:
            self._by = {
                x: [c for c in own if self._beside[c] & (self._beside[c] - 1)]
                for x, own in self._by.items()
            }
        for own in self._by.values() if n > 2 else ():
            if len(own) > _WIDEST:
                own.sort(key=lambda c: -self._area[c].bit_count())
                del own[_WIDEST:]

    def pairs(self, fresh: int) -> None:
        """All for two needs, one of them in `fresh`; each is split between both covers, see `_can`."""
        found = []
        where = [[(1 << x, self._on.get(x, 0)) for x in bits_of(places)] for places in self.places]
        for a, area in enumerate(self._area):
            beside = self._beside[a]
            if not beside & fresh:
                continue
            tick()
            later = -1 << (a + 1)
            split = []
            for i in bits_of(beside):
                both = later
                for place, on in where[i]:
                    if not area & place:
                        both &= on
                if both > 0:
                    split.append((i, both, fresh >> i & 1))
            for (i, one, new), (j, other, newer) in combinations(split, 2):
                if one & other and (new or newer) and not self._met[i] >> j & 1:
                    found += [(i, j, a, b) for b in bits_of(one & other)]
        for i, j, a, b in sorted(found):
            self._note(
                1 << i | 1 << j,
                self.places[i] | self.places[j],
                1 << a | 1 << b,
                self._area[a] | self._area[b],
            )

    def _can(self, chosen: int, count: int, covers: int, near: int) -> int:
        """The needs of `near` that can still be added such that every cover serves two needs; all where that is moot.

        A cover with places of one need alone would leave, without the two, fewer needs in as many fewer covers, and
        these show first that the need has no place elsewhere.
        """
        if not self.plain or self.n - count > 1:
            return near
        while covers:
            low = covers & -covers
            covers ^= low
            here = self._beside[low.bit_length() - 1]
            served = here & chosen
            if not served & (served - 1):
                near &= here if count < self.n else 0
        return near

    def _fewest(self, places: int) -> Sequence[int]:
        """The covers of the place that lies in the fewest."""
        best: Sequence[int] = ()
        while places:
            low = places & -places
            places ^= low
            own = self._by.get(low, ())
            if not best or len(own) < len(best):
                best = own
                if not own:
                    break
        return best

    def grow(
        self, chosen: int, count: int, union: int, covers: int, area: int, near: int, apart: int
    ) -> None:
        """All that comes of these needs and these covers.

        The places of the needs are `union`, the covers hold `area` and have places of the needs `near`; those `apart`
        have no place in common with those chosen.
        """
        self._left -= 1
        if self._left < 0:
            return
        rest = union & ~area
        if rest:
            if covers.bit_count() < self.n:
                # Only where all but one need are chosen is it asked which may come; see `_can`.
                last = self.plain and self.n - count <= 1
                free = apart if count < self.n else -1
                for c in self._fewest(rest):
                    more = covers | 1 << c
                    if (chosen, more) not in self._seen:
                        self._seen.add((chosen, more))
                        if not last or self._can(chosen, count, more, free):
                            wider = area | self._area[c], near | self._beside[c]
                            self.grow(chosen, count, union, more, *wider, apart)
            return
        if count == self.n:
            self._note(chosen, union, covers, area)
            return
        left = self.n - covers.bit_count()
        if covers.bit_count() == count and not covers & self._wide and not chosen & self._several:
            return  # fewer sets in as few covers: nothing else is left there
        open_ = self._can(chosen, count, covers, near & apart)
        while open_:
            low = open_ & -open_
            open_ ^= low
            i = low.bit_length() - 1
            more = chosen | low
            if (left or not self.places[i] & ~area) and (more, covers) not in self._seen:
                self._seen.add((more, covers))
                beyond = union | self.places[i]
                self.grow(more, count + 1, beyond, covers, area, near, apart & self.apart[i])

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

"""Counting: sets that need some each, side by side, fill what one count, or two together, allow.

"Four rows want a shaded cell each, and the area has four: there are none elsewhere." Sets that have places outside of the
count, too, can be among them: as many as those they may take outside, and then they take them all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from deduce.ground.deadline import tick
from deduce.puzzles.structure import Demand, Structure, bits_of

_RULES = 5
"""People see so many counts together at most, those that are filled among them."""

_EFFORT = 600
"""So many choices of sets are looked at for one count."""


@dataclass(frozen=True, slots=True)
class Packed:
    """Sets that fill counts.

    Attributes:
        counts: All of them, those that are filled last.
        struck: The literals that go.
        uses: Those struck before that it rests on.
    """

    counts: tuple[Demand, ...]
    struck: int
    uses: int


@dataclass(frozen=True, slots=True)
class _Open:
    """What is left of a set: it needs `wanted` more of `places`."""

    number: int
    places: int
    wanted: int


class Packing:
    """Asks what sets fill; see the module docstring."""

    def __init__(self, s: Structure) -> None:
        self._s = s
        self._every = [*s.needs, *self._opposites()]
        self._bounds = [
            n for n, need in enumerate(self._every) if 1 <= need.high < need.mask.bit_count() - 1
        ]
        self._wide = [n for n in self._bounds if self._every[n].high > 1]
        at: dict[int, int] = {}
        for n, need in enumerate(self._every):
            if need.low:
                for x in bits_of(need.mask):
                    at[x] = at.get(x, 0) | 1 << n
        self._near = {n: self._met(at, self._every[n].mask) for n in self._bounds}
        self._kept: dict[tuple[int, ...], tuple[int, list[Packed]]] = {}

    def _opposites(self) -> Iterator[Demand]:
        """The same counts of the other values, where variables have two."""
        s = self._s
        known = {need.mask for need in s.needs}
        for need in s.needs:
            owners = [s.owner[x] for x in bits_of(need.mask)]
            if any(s.own[i].bit_count() != 2 for i in owners) or len(set(owners)) < len(owners):
                continue
            other, size = 0, len(owners)
            for i in owners:
                other |= s.own[i] & ~need.mask
            if other not in known and size > 2:
                yield Demand(other, size - need.high, size - need.low, need.sources)

    @staticmethod
    def _met(at: dict[int, int], mask: int) -> int:
        found = 0
        for x in bits_of(mask):
            found |= at.get(x, 0)
        return found

    def found(self, alive: int, true: int) -> Iterator[Packed]:
        """All that is filled where these literals are left and those of them true."""
        if not self._wide:
            return
        wanting: dict[int, _Open] = {}
        for n, need in enumerate(self._every):
            wanted = need.low - (true & need.mask).bit_count()
            places = alive & need.mask & ~true
            if 0 < wanted < places.bit_count():
                wanting[n] = _Open(n, places, wanted)
        rooms = {
            n: room
            for n in self._bounds
            if (room := self._every[n].high - (true & self._every[n].mask).bit_count()) > 0
            and alive & self._every[n].mask & ~true
        }
        for chosen in self._together(rooms, wanting, alive & ~true):
            yield from self._filled(chosen, sum(rooms[n] for n in chosen), wanting, alive, true)

    def _together(
        self, rooms: dict[int, int], wanting: dict[int, _Open], open_: int
    ) -> Iterator[tuple[int, ...]]:
        """Counts to be filled: one by itself, or two without common places with a set that has places in both."""
        for n in self._wide:
            if n in rooms and 1 < rooms[n] < _RULES:
                yield (n,)
        across = set[tuple[int, int]]()
        wide = set(self._wide)
        for each in wanting.values():
            of = [n for n in rooms if self._near[n] >> each.number & 1 and n != each.number]
            of = [n for n in of if self._every[n].mask & each.places]
            for a, b in combinations(of, 2):
                if (a in wide or b in wide) and rooms[a] + rooms[b] <= _RULES - 2:
                    one, other = self._every[a].mask & open_, self._every[b].mask & open_
                    if not one & other and not each.places & ~(one | other):
                        across.add((a, b))
        yield from sorted(across)

    def _filled(
        self, chosen: tuple[int, ...], room: int, wanting: dict[int, _Open], alive: int, true: int
    ) -> list[Packed]:
        """What sets side by side fill these counts."""
        area = near = 0
        for n in chosen:
            area |= self._every[n].mask
            near |= self._near[n]
        mine = [wanting[n] for n in bits_of(near) if n in wanting and n not in chosen]
        about = area
        for each in mine:
            about |= self._every[each.number].mask
        state = alive & about
        kept = self._kept.get(chosen)
        if kept is None or kept[0] != state:
            tick()
            kept = self._kept[chosen] = state, list(self._packed(chosen, area, room, mine, alive, true))
        return kept[1]

    def _packed(
        self, chosen: tuple[int, ...], area: int, room: int, mine: Sequence[_Open], alive: int, true: int
    ) -> Iterator[Packed]:
        s = self._s
        inside = alive & area & ~true
        able = [(each.wanted - (each.places & ~area).bit_count(), each) for each in mine]
        sets = self._least([(weight, each) for weight, each in able if weight > 0])
        struck = 0
        for packed in _side_by_side(sets, room, _RULES - len(chosen)):
            union = 0
            for each in packed:
                union |= each.places
            beyond = union & ~area
            gone = inside & ~union
            for x in bits_of(beyond):
                gone |= s.own[s.owner[x]] & ~(1 << x) & alive
            if not gone & ~struck:
                continue
            struck |= gone
            uses = 0
            for x in bits_of(true & area):
                uses |= s.own[s.owner[x]] & ~(1 << x)
            for each in packed:
                uses |= self._every[each.number].mask & ~alive
                for x in bits_of(true & self._every[each.number].mask):
                    uses |= s.own[s.owner[x]] & ~(1 << x)
            counts = tuple(self._every[n] for n in (*(each.number for each in packed), *chosen))
            yield Packed(counts, gone, uses & ~alive)

    @staticmethod
    def _least(sets: list[tuple[int, _Open]]) -> list[tuple[int, _Open]]:
        """Without those that have the places of another that counts for as much, and more places."""
        sets.sort(key=lambda each: (each[1].places.bit_count(), -each[0], each[1].number))
        kept: list[tuple[int, _Open]] = []
        for weight, each in sets:
            if not any(w >= weight and not other.places & ~each.places for w, other in kept):
                kept.append((weight, each))
        return kept


def _side_by_side(sets: Sequence[tuple[int, _Open]], room: int, most: int) -> Iterator[list[_Open]]:
    """Sets without common places that count for `room` together, two to `most` of them; the fewest first."""
    left = _EFFORT

    def grow(start: int, used: int, rest: int, count: int) -> Iterator[list[_Open]]:
        nonlocal left
        for i in range(start, len(sets)):
            left -= 1
            if left < 0:
                return
            weight, each = sets[i]
            if each.places & used or weight > rest:
                continue
            if count == 1:
                if weight == rest:
                    yield [each]
            elif weight < rest:
                for more in grow(i + 1, used | each.places, rest - weight, count - 1):
                    yield [each, *more]

    heaviest = max((weight for weight, _ in sets), default=0)
    for count in range(2, most + 1):
        if heaviest * count >= room:
            left = _EFFORT
            yield from grow(0, 0, room, count)

"""What asks one rule which of the literals left it does not allow."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from operator import or_

from deduce.puzzles.structure import Rule, Structure, bits_of

_VALUES = 3
"""With more values than that, which of them matter is asked first."""


def least(parts: Sequence[int], shows: Callable[[int], bool]) -> int:
    """Some of the bit sets, joined, none of which can be left out if what they are to show shall be shown.

    Args:
        parts: Together they do.
        shows: Whether joined sets do. Asked some `k log n` times where `k` of `n` are needed.
    """
    kept = list(parts)
    size = max(1, len(kept) // 2)
    while kept:
        at = 0
        while at < len(kept):
            rest = kept[:at] + kept[at + size :]
            if shows(reduce(or_, rest, 0)):
                kept = rest
            else:
                at += size
        if size == 1:
            break
        size //= 2
    return reduce(or_, kept, 0)


def _place(key: object) -> tuple[float, ...]:
    """Where a variable stands, by the numbers in its key: an edge halfway between its ends; empty where it has none."""
    if isinstance(key, tuple) and key and all(isinstance(x, int) for x in key):
        return tuple(map(float, key))
    places = [_place(part) for part in key] if isinstance(key, tuple) else []
    if len({len(place) for place in places}) != 1:
        return ()
    return tuple(sum(each) / len(places) for each in zip(*places, strict=True))


def distance(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """How far apart two places are, in rows and columns."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=False))


class Propagator(ABC):
    """What one rule strikes, given the literals that may be true.

    Attributes:
        name: What the deduction is called.
        source: The statement.
        sources: All statements used.
        mask: The literals it speaks of.
        level: The level of what it shows, where it is not large.
        large: Whether it is a rule about the whole puzzle, which nobody sees at once.
        quick: Whether it is asked during trials.
    """

    level = 2
    large = False
    quick = True

    def __init__(self, name: str, rule: Rule, structure: Structure) -> None:
        self.name, self.s = name, structure
        self.source = rule.source
        self.sources = frozenset([rule.source])
        self.scope = [structure.place[v] for v in rule.content.scope]
        self.mask = 0
        for i in self.scope:
            self.mask |= structure.own[i]
        self._known: dict[int, tuple[int, list[tuple[int, int]]]] = {}
        self._at = {i: _place(structure.variables[i].key) for i in self.scope}

    def strikes(self, alive: int) -> int:
        """Literals of `alive` that the rule does not allow; they may leave a variable no value."""
        return self._asked(alive)[0]

    def told(self, alive: int) -> list[tuple[int, int]]:
        """The same place by place; see `parts`."""
        return self._asked(alive)[1]

    def _asked(self, alive: int) -> tuple[int, list[tuple[int, int]]]:
        mine = alive & self.mask
        known = self._known.get(mine)
        if known is None:
            if len(self._known) > 20_000:
                self._known.clear()
            parts = list(self.parts(mine))
            struck = 0
            for some, _ in parts:
                struck |= some
            known = self._known[mine] = struck, parts
        return known

    def reasons(self, struck: int, alive: int) -> Iterator[tuple[int, int]]:
        """What is struck in parts, each with the literals that show it; see `why`."""
        while struck:
            uses = self.why((struck & -struck).bit_length() - 1, alive)
            shown = struck & -struck
            for some, _ in self.parts(self.mask & ~uses):
                shown |= some & struck
            yield shown, uses
            struck &= ~shown

    def why(self, x: int, alive: int) -> int:
        """Of the literals struck so far those that show, by this rule, that literal `x` goes: none can be left out.

        Near places are preferred, where the variables have places.
        """
        s, home = self.s, self.s.owner[x]
        gone = self.enough(x, alive) & self.mask & ~alive

        def shows(some: int) -> bool:
            return self._shows(x, some)

        # Of many values few matter mostly; then the places; then, where it may be less, one by one.
        values: dict[int, int] = {}
        for y in bits_of(gone):
            value = y - s.start[s.owner[y]]
            values[value] = values.get(value, 0) | 1 << y
        found = least(list(values.values()), shows) if len(values) > _VALUES else gone
        near = sorted(
            (i for i in self.scope if found & s.own[i]),
            key=lambda i: distance(self._at[i], self._at[home]),
        )
        mine = [found & s.own[i] for i in near]
        few = bisect_left(range(len(mine)), True, key=lambda n: shows(reduce(or_, mine[:n], 0)))
        found = least(mine[:few], shows)
        if found.bit_count() > sum(1 for some in mine if found & some):
            found = least([1 << y for y in bits_of(found)], shows)
        return found

    def nearest(self, literals: int, i: int) -> int:
        """Of some literals of the rule the one whose variable is nearest to variable i, where they have places."""
        here = self._at.get(i) or _place(self.s.variables[i].key)
        return 1 << min(bits_of(literals), key=lambda x: distance(self._at[self.s.owner[x]], here))

    def enough(self, x: int, alive: int) -> int:
        """Literals of which those struck so far show that `x` goes, with some to spare."""
        return next(uses for struck, uses in self.told(alive) if struck >> x & 1)

    def _shows(self, x: int, gone: int) -> bool:
        """Whether `x` goes where these literals are struck."""
        return any(struck >> x & 1 for struck, _ in self.parts(self.mask & ~gone))

    @abstractmethod
    def parts(self, mine: int) -> Iterator[tuple[int, int]]:
        """What goes, place by place where the rule can be seen at places, each with the literals that show it.

        Places may overlap. `mine` are the literals of the rule that may be true.
        """

"""Named techniques: what people do before they begin to try things out, the easiest first.

The state is a set of literals that may still be true. Each technique looks at the whole state and gives all that it
finds; what it finds can only grow when candidates go. So which techniques a puzzle needs does not depend on the order
in which they are used, nor, where the structure is canonical, on how the rules are cut (`deduce.puzzles.structure`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from deduce.ground.deadline import tick
from deduce.puzzles.covering import coverings
from deduce.puzzles.opaque import propagator_of
from deduce.puzzles.packing import Packing
from deduce.puzzles.propagators import Propagator
from deduce.puzzles.structure import Demand, Structure, bits_of
from deduce.puzzles.trials import Trial

LEVELS = {
    1: "what a settled value excludes, a full set, the last place in a set",
    2: "pointing (every place in a set excludes it), or one rule by itself",
    3: "two sets in two sets (naked and hidden pairs, wings), counting the places in a set,"
    " two or three counts that share places, the only two ways of a loop",
    4: "three sets in three sets (naked and hidden triples, swordfish), four and five counts together",
    5: "one large rule by itself, with all that it implies",
    6: "trial of a value, refuted in up to 4 rounds of level 1",
    7: "trial, refuted in up to 8 rounds",
    8: "trial, refuted in up to 16 rounds",
    9: "trial, however long",
    10: "more than one value tried at a time",
}
"""The scale: the level of a technique, and what belongs to it."""

_DEPTHS = (4, 8, 16)
"""The most rounds of a trial of level 6, 7 and 8."""

_SEVERAL = {3: "three counts", 4: "four counts", 5: "five counts"}
"""Of so many counts together."""

_PACKED = 24
"""Places of a set are packed exactly up to so many."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one technique strikes at one place.

    Attributes:
        name: The technique.
        level: Its place on the scale.
        strikes: The literals that go.
        sources: The statements used.
        uses: Literals of which it is used that they are struck already, those of them that are.
        depth: For a trial: the rounds to its contradiction.
        propagator: The rule that was asked by itself; None where `uses` is told without one.
        trial: For a trial, what it rests on: that takes longer to tell, so `sources` and `uses` are empty.
    """

    name: str
    level: int
    strikes: int
    sources: frozenset[int]
    uses: int
    depth: int = 0
    propagator: Propagator | None = None
    trial: Trial | None = None


class Techniques:
    """All techniques on one structure; `findings` gives those of the lowest level that finds anything."""

    def __init__(self, structure: Structure) -> None:
        self.s = structure
        self.small: list[Propagator] = []
        self.large: list[Propagator] = []
        for rule in structure.rules:
            for propagator in propagator_of(rule, structure):
                (self.large if propagator.large else self.small).append(propagator)

        self._searched: dict[int, tuple[int, int]] = {}
        self.quick = [p for p in self.small if p.quick]

    def findings(self, alive: int, most: int = 9) -> list[Finding]:
        """All findings of the lowest level (up to `most`) at which there is any.

        At a state without solutions some finding leaves a variable no value.
        """
        for level in range(1, min(most, 5) + 1):
            if found := self.of_level(level, alive):
                return found
        return self._trials(alive, most) if most > 5 else []

    def of_level(self, level: int, alive: int) -> list[Finding]:
        """All findings of one level, from 1 to 5."""
        by_level: list[Callable[[int], list[Finding]]] = [
            self._direct, self._single, self._double, self._triple, self._whole,
        ]  # fmt: skip
        return [f for f in by_level[level - 1](alive) if f.strikes]

    def settled(self, alive: int) -> int:
        """The literals whose variable has no other left."""
        true = 0
        for own in self.s.own:
            rest = alive & own
            if rest and rest & (rest - 1) == 0:
                true |= rest
        return true

    # Level 1.

    def _direct(self, alive: int) -> list[Finding]:
        s = self.s
        found: list[Finding] = []
        units: dict[int, int] = {}
        for x in bits_of(s.full & ~s.alive & alive):
            number = min(s.units[x])
            units[number] = units.get(number, 0) | 1 << x
        found += [Finding("given", 1, struck, frozenset([number]), 0) for number, struck in units.items()]
        true = self.settled(alive)
        for x in bits_of(true):
            for sources, struck in self._by_statement(x, s.excludes[x] & alive):
                found.append(Finding("exclusion", 1, struck, sources, self._others(1 << x)))
        for need in s.needs:
            places = alive & need.mask
            if places.bit_count() == need.low:
                struck = self._others(places) & alive
                if struck:
                    name = "last place" if need.low == 1 else "last places"
                    found.append(Finding(name, 1, struck, need.sources, need.mask & ~places))
            if 1 < need.high < need.mask.bit_count() and (true & need.mask).bit_count() == need.high:
                struck = places & ~true
                if struck:
                    found.append(Finding("full", 1, struck, need.sources, self._others(true & need.mask)))
        return found

    def _by_statement(self, x: int, struck: int) -> Iterator[tuple[frozenset[int], int]]:
        """What settled literal `x` strikes, by the statement that says so; its variable's other values by none."""
        own = struck & self.s.own[self.s.owner[x]]
        if own:
            yield frozenset(), own
        by_statement: dict[frozenset[int], int] = {}
        others = struck & ~own
        for mask, numbers in self.s.said[x] if others else ():
            if gone := mask & others:
                by_statement[numbers] = by_statement.get(numbers, 0) | gone
        yield from by_statement.items()

    def _others(self, places: int) -> int:
        """The other values of the variables of these literals."""
        struck = 0
        for x in bits_of(places):
            struck |= self.s.own[self.s.owner[x]]
        return struck & ~places

    # Level 2.

    def _single(self, alive: int) -> list[Finding]:
        found = []
        for need in self.s.needs:
            places = alive & need.mask
            if need.low == 1 and places & (places - 1):
                struck = alive
                for x in bits_of(places):
                    struck &= self.s.excludes[x]
                    if not struck:
                        break
                if struck:
                    sources = set(need.sources)
                    for x in bits_of(places):
                        sources.update(self.s.why(x, struck))
                    found.append(Finding("pointing", 2, struck, frozenset(sources), need.mask))
        return [*found, *self._ruled(alive, 2)]

    def _ruled(self, alive: int, level: int) -> Iterator[Finding]:
        """What single small rules of a level show."""
        for propagator in self.small:
            if propagator.level == level:
                yield from self._of(propagator, alive, level)

    def _whole(self, alive: int) -> list[Finding]:
        """What single large rules imply."""
        return [finding for propagator in self.large for finding in self._of(propagator, alive, 5)]

    def _of(self, propagator: Propagator, alive: int, level: int) -> list[Finding]:
        tick()
        return [
            Finding(propagator.name, level, struck, propagator.sources, uses, 0, propagator)
            for struck, uses in propagator.told(alive)
        ]

    # Levels 3 and 4.

    def _double(self, alive: int) -> list[Finding]:
        return [
            *self._ruled(alive, 3), *self._counting(alive), *self._compared(alive), *self._sets(alive, 2),
            *self._several(alive, 3),
        ]  # fmt: skip

    def _triple(self, alive: int) -> list[Finding]:
        return [*self._several(alive, 4), *self._sets(alive, 3)]

    def _counting(self, alive: int) -> Iterator[Finding]:
        """Sets that need several: a literal with which the rest has no room for them."""
        s = self.s
        for need in s.needs:
            places = alive & need.mask
            if need.low < 2:
                continue
            beside = places
            for x in bits_of(places):
                beside |= s.excludes[x]
            for x in bits_of(beside & alive):
                tick()
                left = places & ~s.excludes[x] & ~(1 << x)
                wanted = need.low - (places >> x & 1)
                if not self._room(left, wanted):
                    sources = set(need.sources)
                    for y in bits_of(places | 1 << x):
                        sources.update(s.why(y, places | 1 << x))
                    yield Finding("counting", 3, 1 << x, frozenset(sources), need.mask)

    @cached_property
    def _beside(self) -> list[tuple[Demand, Demand]]:
        """Sets that need several, each with one that may not be all true and has places in common with it."""
        s = self.s
        return [
            (more, s.needs[n])
            for more in s.needs
            if more.low > 1
            for n in dict.fromkeys(n for x in bits_of(more.mask) for n in s.at[x])
            if s.needs[n] is not more and s.needs[n].high < s.needs[n].mask.bit_count()
        ]

    def _compared(self, alive: int) -> Iterator[Finding]:
        """Two counts: what one set needs beyond the most that the other allows in common takes all places it has left.

        Then the other one has nothing outside of what they have in common.
        """
        true = self.settled(alive)
        for more, less in self._beside:
            own, others = alive & more.mask & ~less.mask, alive & less.mask & ~more.mask
            common = less.high - (others & true).bit_count()
            if (
                common < (alive & more.mask & less.mask).bit_count()
                and more.low - common >= own.bit_count()
            ):
                struck = (self._others(own) | others & ~true) & alive
                if struck:
                    uses = more.mask & ~less.mask & ~own | self._others(others & true)
                    yield Finding("two counts", 3, struck, more.sources | less.sources, uses)

    @cached_property
    def _packing(self) -> Packing:
        return Packing(self.s)

    def _several(self, alive: int, level: int) -> Iterator[Finding]:
        """Sets side by side that fill one count or two: three counts in all, or more."""
        for found in self._packing.found(alive, self.settled(alive)):
            sources = frozenset(n for count in found.counts for n in count.sources)
            if (len(found.counts) == 3) == (level == 3):
                name = _SEVERAL[len(found.counts)]
                yield Finding(name, level, found.struck & alive, sources, found.uses)

    def _room(self, places: int, wanted: int) -> bool:
        """Whether `wanted` of the places can be true together, as far as pairs tell."""
        if wanted <= 0:
            return True
        count = places.bit_count()
        if count < wanted:
            return False
        if count > _PACKED:
            return True
        x = (places & -places).bit_length() - 1
        rest = places & ~(1 << x)
        return self._room(rest & ~self.s.excludes[x], wanted - 1) or (
            rest & self.s.excludes[x] != 0 and self._room(rest, wanted)
        )

    def _sets(self, alive: int, n: int) -> Iterator[Finding]:
        """`n` sets whose places lie within as many sets of which no more can be true: nothing else there can be."""
        s = self.s
        last = self._searched.get(n)
        # What was found then is gone now, unless somebody asks about another state.
        before = last[0] if last is not None and not alive & ~last[1] else None
        all_found = coverings(s, alive, n, before)
        left = alive
        for _, _, struck in all_found:
            left &= ~struck
        self._searched[n] = alive, left
        for needs, covers, struck in all_found:
            sources: set[int] = set()
            whole = 0
            for need in needs:
                sources |= need.sources
                whole |= need.mask
            for c in covers:
                mask, high = s.covers[c]
                sources |= s.sources_of([mask]) if high == 1 else self._bound_sources(mask)
            yield Finding("pair" if n == 2 else "triple", n + 1, struck, frozenset(sources), whole)

    def _bound_sources(self, mask: int) -> frozenset[int]:
        return next(need.sources for need in self.s.needs if need.mask == mask)

    # Trials.

    def _trials(self, alive: int, most: int) -> list[Finding]:
        """The values that are refuted soonest, all of that depth's level."""
        true = self.settled(alive)
        trials = [Trial(self.s, self.quick, alive, true, x) for x in bits_of(alive & ~true)]
        return [
            Finding(
                "trial",
                trial_level(t.depth),
                strikes=1 << t.x,
                sources=frozenset(),
                uses=0,
                depth=t.depth,
                propagator=None,
                trial=t,
            )
            for t in self.refuted(trials, most)
        ]

    def refuted(self, trials: list[Trial], most: int = 9) -> list[Trial]:
        """Those of the trials that are refuted at the lowest level at which any is, the soonest first."""
        for level, rounds in enumerate((*_DEPTHS, None), start=6):
            if level > most:
                break
            refuted = []
            for trial in trials:
                tick()
                if trial.go(rounds):
                    refuted.append(trial)
            if refuted:
                return sorted(refuted, key=lambda trial: (trial.depth, trial.x))
            trials = [trial for trial in trials if not trial.resting]
        return []


def trial_level(depth: int) -> int:
    """The level of a trial that is refuted in so many rounds."""
    return next((level for level, most in enumerate(_DEPTHS, start=6) if depth <= most), 9)

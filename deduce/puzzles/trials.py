"""A value is tried: what follows from it, round by round, until something cannot be kept or nothing more follows.

Each round uses what the one before showed: what a true literal excludes, sets that are full or have no places to spare,
and small rules. Trials can be stopped after any number of rounds and go on later, so that of many the soonest refuted is
found without following the others to their ends. What a refutation rests on is read off backwards from its contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deduce.puzzles.propagators import Propagator
from deduce.puzzles.structure import Structure, bits_of

__all__ = ["Trial"]


@dataclass(frozen=True, slots=True)
class _Event:
    """What one thing showed in a round.

    Attributes:
        shown: Literals that it strikes (`truth`: that it makes true).
        truth: Whether it makes them true.
        sources: The statements that say so; for an exclusion None, as they hang on what is asked of it.
        gone: Struck literals that it rests on.
        true: True literals that it rests on.
        propagator: The rule asked, if it was one.
    """

    shown: int
    truth: bool
    sources: frozenset[int] | None
    gone: int
    true: int
    propagator: Propagator | None = None

    def told(self, asked: int) -> int:
        """The struck literals on which what is `asked` of the shown rests, told place by place where the rule can."""
        if self.propagator is None:
            return self.gone
        found = 0
        for struck, uses in self.propagator.told(self.propagator.mask & ~self.gone):
            if struck & asked:
                found |= uses & self.gone
                asked &= ~struck
        return found


class Trial:
    """Literal `x` tried where the literals `alive` are left; `true` are those settled.

    Attributes:
        depth: The rounds so far.
        refuted: Whether a contradiction was met, in the last of them.
        resting: Whether nothing more follows.
    """

    def __init__(self, s: Structure, quick: Sequence[Propagator], alive: int, true: int, x: int) -> None:
        self.s, self.x = s, x
        self.depth, self.refuted = 0, False
        self._quick = quick
        self._before, self._settled = alive, true
        self._alive, self._true = alive, true
        self._fresh, self._gone = 1 << x, 0
        self._events: list[_Event] = []
        self._against: list[_Event] = []

    @property
    def resting(self) -> bool:
        """See above."""
        return not self._fresh and not self._gone

    def go(self, most: int | None) -> bool:
        """Go on up to round `most` (None: to the end); whether the literal is refuted."""
        while not self.refuted and not self.resting and (most is None or self.depth < most):
            self.depth += 1
            self.refuted = self._round()
        return self.refuted

    def _round(self) -> bool:
        """One round; whether it meets a contradiction."""
        self._true |= self._fresh
        struck = new = 0
        for event in self._shown():
            if event.truth and not event.shown:
                self._against = [event]
                return True
            self._events.append(event)
            if event.truth:
                new |= event.shown
            else:
                struck |= event.shown
        both = struck & self._true
        if both:
            self._against = [_Event(0, True, frozenset(), both, both)]
            return True
        self._alive &= ~struck
        self._fresh, self._gone = new, struck
        return False

    def _shown(self) -> Iterator[_Event]:
        """What this round shows; a truth of nothing is a contradiction."""
        s, alive, true, struck = self.s, self._alive, self._true, 0
        for y in bits_of(self._fresh):
            mine = s.excludes[y] & alive
            if mine:
                struck |= mine
                yield _Event(mine, False, None, 0, 1 << y)
        for n in set[int]().union(*[s.at[y] for y in bits_of(self._fresh)]):
            need = s.needs[n]
            sure = true & need.mask
            count = sure.bit_count()
            if count >= need.high and need.mask & alive & ~true:
                struck |= need.mask & alive & ~true
                yield _Event(need.mask & alive & ~true, False, need.sources, 0, sure)
            if count > need.high:
                yield _Event(0, True, need.sources, 0, sure)
        for n in set[int]().union(*[s.at[y] for y in bits_of(self._gone)]):
            need = s.needs[n]
            places = alive & need.mask
            count = places.bit_count()
            if count < need.low:
                yield _Event(0, True, need.sources, need.mask & ~alive, 0)
            if count == need.low and places & ~true:
                yield _Event(places & ~true, True, need.sources, need.mask & ~alive, 0)
        for propagator in self._quick:
            if propagator.mask & (self._fresh | self._gone):
                more = propagator.strikes(alive) & alive & ~struck
                if more:
                    struck |= more
                    yield _Event(more, False, propagator.sources, propagator.mask & ~alive, 0, propagator)

    def rests_on(self) -> tuple[frozenset[int], int]:
        """The statements a refutation uses, and the literals struck before the trial that it uses."""
        s = self.s
        sources: set[int] = set()
        gone = true = 0
        for event in self._against:
            sources |= event.sources or frozenset()
            gone, true = gone | event.gone, true | event.true
        for event in reversed(self._events):
            shown = event.shown & (true if event.truth else gone)
            if not shown:
                continue
            if event.sources is None:
                sources.update(s.why(event.true.bit_length() - 1, shown))
            else:
                sources |= event.sources
            if event.truth:
                true &= ~shown
            else:
                gone &= ~shown
            gone, true = gone | event.told(shown), true | event.true
        for y in bits_of(true & self._settled & ~(1 << self.x)):
            gone |= s.own[s.owner[y]] & ~(1 << y)
        return frozenset(sources), gone & ~self._before

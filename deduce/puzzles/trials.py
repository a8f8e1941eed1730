"""A value is tried: what follows from it, round by round, until something cannot be kept or nothing more follows.

Each round uses what the one before showed: what a true literal excludes, sets that are full or have no places to spare,
and small rules. Trials can be stopped after any number of rounds and go on later, so that of many the soonest refuted is
found without following the others to their ends. What a refutation rests on is read off backwards from its contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from deduce.puzzles.propagators import Propagator
from deduce.puzzles.structure import Structure, bits_of


@dataclass(frozen=True, slots=True)
class Said:
    """What one thing shows in a round.

    Attributes:
        round: From 1.
        shown: Literals that it strikes (`truth`: that it makes true; none: that is a contradiction).
        truth: Whether it makes them true.
        sources: The statements that say so; none where a variable's own values do. None while it hangs on what is asked.
        gone: Struck literals that it rests on.
        true: True literals that it rests on.
        alive: The literals left before the round.
        propagator: The rule asked, if it was one.
        enough: So many of the literals it rests on are enough; None: all are needed.
    """

    round: int
    shown: int
    truth: bool
    sources: frozenset[int] | None
    gone: int
    true: int
    alive: int
    propagator: Propagator | None = None
    enough: int | None = None


class Trial:
    """Literal `x` tried where the literals `alive` are left; `true` are those settled.

    Each round asks the rules `quick` that the one before touched, and `later` those only where nothing else is shown.

    Attributes:
        depth: The rounds so far.
        refuted: Whether a contradiction was met, in the last of them.
        resting: Whether nothing more follows.
        left: The literals left.
        true: Those that are true.
    """

    def __init__(
        self,
        s: Structure,
        quick: Sequence[Propagator],
        alive: int,
        true: int,
        x: int,
        later: Sequence[Propagator] = (),
    ) -> None:
        self.s, self.x = s, x
        self.depth, self.refuted = 0, False
        self._quick, self._later = quick, later
        self._told = 0  # events before this round
        self._waiting = 0  # literals of which the rules asked later have not heard
        self._before, self._settled = alive, true
        self.left, self.true = alive, true
        self._fresh, self._gone = 1 << x, 0
        self._events: list[Said] = []

    def beyond(self, y: int) -> Trial:
        """A trial of literal `y` where this one came to rest."""
        return Trial(self.s, self._quick, self.left, self.true, y, self._later)

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
        self.true |= self._fresh
        struck = new = 0
        torn: Said | None = None
        if dead := self._fresh & ~self.left:
            return self._torn(dead)
        self._waiting |= self._fresh | self._gone
        self._told = len(self._events)
        for event in self._shown():
            self._events.append(event)
            if event.truth and not event.shown:
                return True
            if event.truth:
                new |= event.shown
            else:
                struck |= event.shown
                # What is seen at a node comes before what is cut off elsewhere by that.
                torn = torn or (event if event.shown & self.true else None)
        if torn is not None and torn.propagator is not None:
            return self._against(torn, torn.propagator)
        if torn is not None:
            return self._torn(torn.shown & self.true)
        self.left &= ~struck
        self._fresh, self._gone = new, struck
        return False

    def _torn(self, both: int) -> bool:
        """A contradiction: literals that are struck and true."""
        one = both & -both
        self._events.append(Said(self.depth, 0, True, frozenset(), one, one, self.left))
        return True

    def _against(self, event: Said, rule: Propagator) -> bool:
        """A contradiction: a rule that strikes true literals; of those the one nearest to what is tried."""
        one = rule.nearest(event.shown & self.true, self.s.owner[self.x])
        uses = next(uses for _, uses in rule.reasons(one, event.alive))
        self._events.append(Said(self.depth, 0, True, rule.sources, uses, one, self.left))
        return True

    def _shown(self) -> Iterator[Said]:
        """What this round shows; a truth of nothing is a contradiction."""
        s, alive, true, struck, n = self.s, self.left, self.true, 0, self.depth
        for y in bits_of(self._fresh):
            mine = s.excludes[y] & alive
            if mine:
                struck |= mine
                yield Said(n, mine, False, None, 0, 1 << y, alive)
        for need in [s.needs[i] for i in set[int]().union(*[s.at[y] for y in bits_of(self._fresh)])]:
            sure = true & need.mask
            count = sure.bit_count()
            if count >= need.high and (more := need.mask & alive & ~true):
                struck |= more
                yield Said(n, more, False, need.sources, 0, sure, alive, enough=need.high)
            if count > need.high:
                yield Said(n, 0, True, need.sources, 0, sure, alive, enough=need.high + 1)
        for need in [s.needs[i] for i in set[int]().union(*[s.at[y] for y in bits_of(self._gone)])]:
            places = alive & need.mask
            count, gone = places.bit_count(), need.mask & ~alive
            if count < need.low:
                spare = need.mask.bit_count() - need.low + 1
                yield Said(n, 0, True, need.sources, gone, 0, alive, enough=spare)
            if count == need.low and places & ~true:
                yield Said(n, places & ~true, True, need.sources, gone, 0, alive)
        yield from self._ruled(self._quick, self._fresh | self._gone, struck)
        if self._later and len(self._events) == self._told:
            yield from self._ruled(self._later, self._waiting, 0)
            self._waiting = 0

    def _ruled(self, rules: Sequence[Propagator], touched: int, struck: int) -> Iterator[Said]:
        """What rules show that hear of the literals touched; `struck` is known without them."""
        alive = self.left
        for propagator in rules:
            if propagator.mask & touched:
                more = propagator.strikes(alive) & alive & ~struck
                if more:
                    struck |= more
                    gone = propagator.mask & ~alive
                    yield Said(
                        self.depth, more, False, propagator.sources, gone, 0, alive, propagator=propagator
                    )

    @cached_property
    def story(self) -> list[Said]:
        """What leads to the contradiction, in order, each with no more than it rests on; the last is the contradiction.

        Values that go because another of their variable is true, or that are true because the others went, are among it.
        """
        return self._back(0)

    def leading(self, gone: int) -> list[Said]:
        """The same for literals that a trial without a contradiction struck."""
        return self._back(gone)

    def round_of(self, x: int) -> int:
        """The round in which a literal was struck."""
        return next(e.round for e in self._events if not e.truth and e.shown >> x & 1)

    def _back(self, gone: int) -> list[Said]:
        """What leads to a contradiction, and to these literals being struck."""
        told: list[Said] = []
        true = 0
        for event in reversed(self._events):
            asked = event.shown & (true if event.truth else gone)
            if not asked and event.shown:
                continue
            for said in self._because(event, asked):
                told.append(said)
                gone, true = gone | said.gone, true | said.true
            if event.truth:
                true &= ~asked
            else:
                gone &= ~asked
        return told[::-1]

    def _because(self, event: Said, asked: int) -> Iterator[Said]:
        """An event as far as it is asked, in as many parts as have reasons of their own."""
        if event.propagator is not None:
            for shown, uses in event.propagator.reasons(asked, event.alive):
                yield replace(event, shown=shown, gone=uses)
        elif event.sources is None:
            y = event.true.bit_length() - 1
            by_statement: dict[frozenset[int], int] = {}
            for x in bits_of(asked):
                own = self.s.owner[x] == self.s.owner[y]
                because = frozenset() if own else frozenset(self.s.why(y, 1 << x))
                by_statement[because] = by_statement.get(because, 0) | 1 << x
            for because, shown in by_statement.items():
                yield replace(event, shown=shown, sources=because)
        elif event.enough is not None:
            few = self._few(event.gone, event.enough), self._few(event.true, event.enough)
            yield replace(event, shown=asked, gone=few[0], true=few[1])
        else:
            yield replace(event, shown=asked)

    def _few(self, literals: int, number: int) -> int:
        """So many of the literals, those known before the trial first, for they need no telling how."""
        known = literals & (self._settled | ~self._before)
        found = 0
        for x in [*bits_of(known), *bits_of(literals & ~known)][:number]:
            found |= 1 << x
        return found

    def rests_on(self) -> tuple[frozenset[int], int]:
        """The statements a refutation uses, and the literals struck before the trial that it uses."""
        return self.rests_of(self.story)

    def rests_of(self, story: Sequence[Said]) -> tuple[frozenset[int], int]:
        """The same of any part of what the trial showed."""
        s = self.s
        sources: set[int] = set()
        gone = true = 0
        for said in story:
            sources |= said.sources or frozenset()
            gone, true = gone | said.gone, true | said.true
        for y in bits_of(true & self._settled & ~(1 << self.x)):
            gone |= s.own[s.owner[y]] & ~(1 << y)
        return frozenset(sources), gone & ~self._before

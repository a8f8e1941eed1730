"""Where no trial of one value is refuted: what two of them come to together.

Either way: what every value of one variable leads to, each followed to its end, is so whichever it is. Or a value is
supposed, and none of those of another variable goes with it: what a trial strikes is the same whether it or the other is
supposed, so that trials made already tell which do not go together, and none need be made for each two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deduce.evidence import Statement
from deduce.language.facts import Within
from deduce.puzzles.chains import Chain, led, links_of
from deduce.puzzles.needed import Needed
from deduce.puzzles.structure import Structure, bits_of
from deduce.puzzles.trials import Said, Trial
from deduce.puzzles.walks import MOST

EITHER = "either way"
"""What is so whichever value a variable has; the technique of such a step."""

_CASES = 4
"""People go through so many values of a variable at most."""

_COMPARED = 12
"""So many are compared by what is told of them; those that take the fewest rounds."""


@dataclass(frozen=True, slots=True)
class Together:
    """A literal that goes: what that rests on, and a case for each value of some variable."""

    name: str
    struck: int
    sources: frozenset[int]
    gone: int
    chain: Chain


class Pairs:
    """Asks what trials come to together.

    Args:
        trials: Of all literals left but settled ones, each followed to its end, none refuted.
        s: The structure.
        alive: The literals left.
        statements: Those of the structure.
        needed: Asked where a link names several statements.
    """

    def __init__(
        self,
        trials: Sequence[Trial],
        s: Structure,
        alive: int,
        statements: Sequence[Statement],
        needed: Needed,
    ) -> None:
        self._s, self._alive, self._statements, self._needed = s, alive, statements, needed
        self._trials = {trial.x: trial for trial in trials}
        self._open = {}
        for i, own in enumerate(s.own):
            ways = [self._trials[y] for y in bits_of(own & alive) if y in self._trials]
            if 1 < len(ways) <= _CASES:
                self._open[i] = ways

    def next(self) -> Together | None:
        """What is told in the fewest links: of what is so either way; else of what leaves a variable nothing."""
        told = [self._whichever(i, x) for _, i, x in sorted(self._either())[:_COMPARED]]
        told = told or [self._refuted(i, x) for _, i, x in sorted(self._clashing())[:_COMPARED]]
        return min(told, key=lambda each: (each.chain.most > MOST, each.chain.length), default=None)

    # Either way.

    def _either(self) -> Iterator[tuple[int, int, int]]:
        """Variables with literals that all their values strike, and how many rounds that takes."""
        for i, ways in self._open.items():
            struck = self._alive
            for trial in ways:
                struck &= ~trial.left
            for x in bits_of(struck):
                yield sum(trial.round_of(x) for trial in ways), i, x

    def _whichever(self, own: int, x: int) -> Together:
        s = self._s
        sources: set[int] = set()
        gone = s.own[own] & ~self._alive  # that there are no other values
        cases = []
        for trial in self._open[own]:
            clash = Said(trial.depth + 1, 0, True, frozenset(), 1 << x, 1 << x, trial.left)
            story = [*trial.leading(1 << x), clash]
            used, known = trial.rests_of(story)
            sources |= used
            gone |= known
            cases.append(self._chain(trial, story))
        chain = Chain(self._supposed(x), (), tuple(cases))
        return Together(EITHER, 1 << x, frozenset(sources), gone & ~(1 << x), chain)

    # What does not go together.

    def _clashing(self) -> Iterator[tuple[int, int, int]]:
        """Literals with which no value of some variable goes, and how many rounds that takes."""
        for x, trial in self._trials.items():
            for i, ways in self._open.items():
                left = [way for way in ways if trial.left >> way.x & 1]
                if len(left) > 1 and all(_clash(trial, way) for way in left):
                    yield trial.depth + sum(way.depth for way in left), i, x

    def _refuted(self, own: int, x: int) -> Together:
        s, trial = self._s, self._trials[x]
        sources: set[int] = set()
        gone = 0
        cases = []
        for y in bits_of(trial.left & s.own[own]):
            way = trial.beyond(y)
            way.go(None)
            used, known = way.rests_of(way.story)
            sources |= used
            gone |= known
            cases.append(self._chain(way, way.story))
        story = led(trial, cases)
        used, known = trial.rests_of(story)
        gone = (gone | known | s.own[own]) & ~self._alive
        chain = self._chain(trial, story, tuple(cases))
        return Together("cases", 1 << x, frozenset(sources | used), gone, chain)

    def _chain(self, trial: Trial, story: Sequence[Said], cases: tuple[Chain, ...] = ()) -> Chain:
        return Chain(
            self._supposed(trial.x), links_of(story, self._s, self._statements, self._needed), cases
        )

    def _supposed(self, x: int) -> Within:
        i = self._s.owner[x]
        return Within(self._s.variables[i], self._s.values_of(i, 1 << x))


def _clash(one: Trial, other: Trial) -> int:
    """Literals that one makes true and the other strikes."""
    return one.true & ~other.left | other.true & ~one.left

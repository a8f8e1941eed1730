"""Where no trial of one value leads to a contradiction: one value is refuted in cases, those too by trials.

Of the values that no solution has, those that a solver refutes soonest are looked at. Each is told as a person would go
through it: the value is supposed, and where that leads no further, a variable is gone through value by value. The value
told in the fewest links is taken. Where none can be told soon, the statements and known facts that refute one are
named, none of which can be left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from deduce.evidence import Statement
from deduce.ground.deadline import Deadline, tick
from deduce.ground.errors import GaveUp
from deduce.language.facts import Within
from deduce.puzzles.chains import Chain, led, links_of
from deduce.puzzles.hitting import Patient, minimal_set
from deduce.puzzles.needed import Needed
from deduce.puzzles.structure import bits_of
from deduce.puzzles.techniques import Techniques
from deduce.puzzles.trials import Said, Trial
from deduce.puzzles.walks import MOST

_EFFORTS = (10, 100, 1_000, None)
"""Conflicts that a solver may meet over one value; more are allowed where none is refuted with so few."""

_COMPARED = 3
"""So many values are compared by what refutes them."""

_PATIENCE = 200
"""So many worlds that break a rule stated lazily are looked at over one question; see `Patient`."""

_TRIALS = (150, 600, 2_000)
"""So many trials are made to tell how a value is refuted; more where none is told with so few."""

_SHORT = 20
"""A value refuted in so few links is taken at once."""

_NEAR = 16
"""Rules about more variables are asked where all others are at their end."""


@dataclass(frozen=True, slots=True)
class Refuted:
    """A value that cannot be: its literal, what it rests on, and how, where that could be told."""

    struck: int
    sources: frozenset[int]
    gone: int
    chain: Chain | None
    name: str = "cases"


class Cases:
    """Asks for one value after another; see the module docstring.

    Args:
        techniques: Of the structure that `statements` make.
        statements: Rules and clues.
        needed: Asked where a link names several statements; its solver for what cannot be.
    """

    def __init__(self, techniques: Techniques, statements: Sequence[Statement], needed: Needed) -> None:
        self._techniques, self._s, self._live = techniques, techniques.s, needed.live
        self._statements, self._needed = statements, needed
        self._said = [list(self._live.assumptions([statement])) for statement in statements]
        self._possible = 0  # literals that some solution has

    def next(self, alive: int) -> Refuted | None:
        """A value of those left that no solution has; None where each is in some solution."""
        found = self._impossible(alive)
        for trials in _TRIALS:
            best: _Told | None = None
            for x in found:
                told = _Telling(self._techniques, self._statements, self._needed, trials).told(alive, x)
                if told is not None and (best is None or told.length < best.length):
                    best = told
                if best is not None and (trials > _TRIALS[0] or best.length <= (False, _SHORT)):
                    break
            if best is not None:
                return Refuted(1 << best.x, best.sources, best.gone, best.chain)
        named = [self._smallest(alive, x) for x in found]
        return min(named, key=lambda each: len(each.sources) + each.gone.bit_count(), default=None)

    def _facts(self, mask: int) -> dict[int, tuple[int, ...]]:
        """What is known of each variable, as a solver's literals."""
        s = self._s
        return {
            i: self._live.within(v, s.values_of(i, mask))
            for i, v in enumerate(s.variables)
            if s.own[i] & ~mask
        }

    def _literal(self, x: int) -> int:
        i = self._s.owner[x]
        return self._live.solver.literals(self._s.variables[i])[x - self._s.start[i]]

    def _impossible(self, alive: int) -> list[int]:
        """Some values that no solution has, soonest refuted."""
        solver, s = self._live.solver, self._s
        known = [y for said in self._said for y in said]
        known += [y for literals in self._facts(alive).values() for y in literals]
        found: list[int] = []
        for effort in _EFFORTS:
            for x in bits_of(alive & ~self._possible):
                if self._possible >> x & 1:
                    continue
                tick()
                solver.effort = effort
                try:
                    open_ = solver.satisfiable([*known, self._literal(x)])
                except GaveUp:
                    tick()
                    continue
                finally:
                    solver.effort = None
                if not open_:
                    found.append(x)
                    if len(found) == _COMPARED:
                        return found
                    continue
                for v, value in self._live.found()[1].items():
                    self._possible |= s.mask_of(v, 1 << v.position(value))
            if found:
                return found
        return found

    def _smallest(self, alive: int, x: int) -> Refuted:
        """Statements and known facts that refute a value, none of which can be left out.

        Fewest statements first: what is known makes for a shorter story than the rules that it followed from.
        """
        s = self._s
        facts = {i: y for i, y in self._facts(alive).items() if i != s.owner[x]}
        here = [self._literal(x)]
        known = [y for literals in facts.values() for y in literals]
        sources = self._least(dict(enumerate(self._said)), [*here, *known])
        stated = [y for n in sources for y in self._said[n]]
        gone = 0
        for i in self._least(facts, [*here, *stated]):
            gone |= s.own[i] & ~alive
        return Refuted(1 << x, frozenset(sources), gone, None)

    def _least(self, items: Mapping[int, Sequence[int]], always: Sequence[int]) -> list[int]:
        asked = Patient(self._live, items, always, Deadline(None), _EFFORTS[1], _PATIENCE)
        return minimal_set(asked) or []


@dataclass(frozen=True, slots=True)
class _Told:
    """How a value, literal `x`, is refuted, and what that rests on."""

    x: int
    sources: frozenset[int]
    gone: int
    chain: Chain

    @property
    def length(self) -> tuple[bool, int]:
        """Whether a line of it is too long to be seen at once, and how many lines it has."""
        return self.chain.most > MOST, self.chain.length


class _Telling:
    """Refutes a value, going through cases where it must: what it rests on is gathered on the way."""

    def __init__(
        self, techniques: Techniques, statements: Sequence[Statement], needed: Needed, trials: int
    ) -> None:
        self._techniques, self._s, self._statements, self._needed = (
            techniques,
            techniques.s,
            statements,
            needed,
        )
        self._left = trials
        quick = techniques.quick
        near = [p for p in quick if len(p.scope) <= _NEAR]
        self._rules = near, [p for p in quick if len(p.scope) > _NEAR]

    def told(self, alive: int, x: int) -> _Told | None:
        """How the value is refuted where the literals `alive` are left; None where that takes too many trials."""
        try:
            told = self._refuted(alive, self._techniques.settled(alive), x)
        except GaveUp:
            tick()
            return None
        return replace(told, gone=told.gone & ~alive & ~(1 << x))

    def _trial(self, alive: int, true: int, x: int) -> Trial:
        self._left -= 1
        if self._left < 0:
            raise GaveUp("the cases are too many to be told")
        tick()
        near, far = self._rules
        trial = Trial(self._s, near, alive, true, x, far)
        trial.go(None)
        return trial

    def _refuted(self, alive: int, true: int, x: int) -> _Told:
        """The chain, or chains, from a value that cannot be. Raises `GaveUp`."""
        trial = self._trial(alive, true, x)
        return self._of(trial, trial.story, ()) if trial.refuted else self._through(trial)

    def _of(self, trial: Trial, story: Sequence[Said], cases: Sequence[_Told]) -> _Told:
        """What a trial comes to, with the cases that it leads to."""
        s, i = self._s, self._s.owner[trial.x]
        sources, gone = trial.rests_of(story)
        for case in cases:
            sources, gone = sources | case.sources, gone | case.gone | s.own[s.owner[case.x]]
        supposed = Within(s.variables[i], s.values_of(i, 1 << trial.x))
        links = links_of(story, s, self._statements, self._needed)
        chain = Chain(supposed, links, tuple(case.chain for case in cases))
        return _Told(trial.x, sources, gone, chain)

    def _through(self, trial: Trial) -> _Told:
        """A variable gone through value by value: of those whose values are all refuted at once the shortest told."""
        s = self._s
        left = [trial.left & own for own in s.own]
        fewest = min((some.bit_count() for some in left if some & (some - 1)), default=0)
        if not fewest:
            raise GaveUp("nothing is left to be gone through")
        ended: list[list[_Told]] = []
        reach: list[tuple[int, int, int]] = []
        for i, some in enumerate(left):
            if not 1 < some.bit_count() <= max(fewest, 4):
                continue
            tried = [self._trial(trial.left, trial.true, y) for y in bits_of(some)]
            if all(each.refuted for each in tried):
                ended.append([self._of(each, each.story, ()) for each in tried])
            refuted = sum(each.refuted for each in tried)
            reach.append((-refuted, sum(each.left.bit_count() for each in tried), i))
        if ended:
            cases = min(ended, key=lambda some: sum(each.chain.length for each in some))
        else:
            _, _, i = min(reach)
            cases = [self._refuted(trial.left, trial.true, y) for y in bits_of(left[i])]
        # What the cases rest on is told before them.
        return self._of(trial, led(trial, [case.chain for case in cases]), cases)

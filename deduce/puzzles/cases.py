"""Where no trial of one value leads to a contradiction: one value is refuted in cases, those too by trials.

Of the values that no solution has, those that a solver refutes soonest are looked at. For each a set of statements and
known facts is found none of which can be left out. What they come to is told as a person would go through it: the value
is supposed, and where that leads no further, a variable is gone through value by value. The value told in the fewest
links is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from deduce.evidence import Statement
from deduce.ground.deadline import Deadline, tick
from deduce.ground.errors import GaveUp
from deduce.language.facts import Within
from deduce.puzzles.chains import Chain, Link, led, links_of
from deduce.puzzles.hitting import Patient, minimal_set
from deduce.puzzles.live import Live
from deduce.puzzles.needed import Needed
from deduce.puzzles.structure import Structure, bits_of
from deduce.puzzles.techniques import Techniques
from deduce.puzzles.trials import Trial
from deduce.puzzles.walks import MOST

__all__ = ["Cases", "Refuted"]

_EFFORTS = (10, 100, 1_000, None)
"""Conflicts that a solver may meet over one value; more are allowed where none is refuted with so few."""

_COMPARED = 3
"""So many values are compared by what refutes them."""

_PATIENCE = 200
"""So many worlds that break a rule stated lazily are looked at over one question; see `Patient`."""

_TRIALS, _TOLD, _SHORT = 600, 300, 40
"""So many trials are made to tell the first value's refutation (of the others fewer), so many links told at most, and
so many looked no further than."""


@dataclass(frozen=True, slots=True)
class Refuted:
    """A value that cannot be: its literal, what it rests on, and how, where that could be told."""

    struck: int
    sources: frozenset[int]
    gone: int
    chain: Chain | None
    name: str = "cases"


class Cases:
    """Asks for one value after another; see the module docstring."""

    def __init__(self, structure: Structure, statements: Sequence[Statement], live: Live) -> None:
        self._s, self._statements, self._live = structure, statements, live
        self._said = [list(live.assumptions([statement])) for statement in statements]
        self._possible = 0  # literals that some solution has

    def next(self, alive: int) -> Refuted | None:
        """A value of those left that no solution has; None where each is in some solution."""
        found = [self._smallest(alive, x) for x in self._impossible(alive)]
        best: Refuted | None = None
        length = _TOLD + 1
        ordered = sorted(found, key=lambda each: len(each[1]) + each[2].bit_count())
        for n, (x, sources, gone) in enumerate(ordered, start=1):
            chain = self._chain(x, sources, gone, _TRIALS // n**2)
            if best is None or (chain is not None and chain.length < length):
                best = Refuted(1 << x, frozenset(sources), gone, chain)
                length = _TOLD + 1 if chain is None else chain.length
            if length <= _SHORT:
                break
        return best

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

    def _smallest(self, alive: int, x: int) -> tuple[int, list[int], int]:
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
        return x, sources, gone

    def _least(self, items: Mapping[int, Sequence[int]], always: Sequence[int]) -> list[int]:
        asked = Patient(self._live, items, always, Deadline(None), _EFFORTS[1], _PATIENCE)
        return minimal_set(asked) or []

    def _chain(self, x: int, sources: Sequence[int], gone: int, trials: int) -> Chain | None:
        """How the statements refute a value; None where that takes more trials, or too long to tell."""
        s = self._s
        statements = [self._statements[i] for i in sources]
        scope = dict.fromkeys(v for statement in statements for v in statement.content.scope)  # type: ignore[union-attr]
        small = Structure(list(scope), statements)
        alive = small.alive
        for v in scope:
            mask = s.values_of(s.place[v], s.full & ~gone)
            alive &= ~small.mask_of(v, v.full_mask & ~mask)
        variable = s.variables[s.owner[x]]
        if variable not in small.place:
            return None
        start = small.start[small.place[variable]] + x - s.start[s.owner[x]]
        telling = _Telling(small, statements, trials)
        try:
            chain = telling.refuted(alive, telling.techniques.settled(alive), start)
        except GaveUp:
            tick()
            return None
        whole = replace(chain, links=(*_outright(small, statements, chain), *chain.links))
        return whole if whole.length <= _TOLD else None


def _outright(s: Structure, statements: Sequence[Statement], chain: Chain) -> Iterator[Link]:
    """What statements about single variables say of those that a chain uses."""
    used = {fact.variable for link in chain.every for fact in link.known}
    used |= {each.supposed.variable for each in (chain, *chain.within)}
    struck: dict[int, int] = {}
    for x in bits_of(s.full & ~s.alive):
        if s.variables[s.owner[x]] in used:
            number = min(s.units[x])
            struck[number] = struck.get(number, 0) | 1 << x
    for number, gone in struck.items():
        shown = [
            ~Within(s.variables[i], s.values_of(i, gone))
            for i in dict.fromkeys(s.owner[x] for x in bits_of(gone))
        ]
        for at in range(0, len(shown), MOST):
            yield Link(1, (statements[number],), tuple(shown[at : at + MOST]), ())


class _Telling:
    """Refutes a value by few statements, going through cases where it must."""

    def __init__(self, s: Structure, statements: Sequence[Statement], trials: int) -> None:
        self._s, self._statements = s, statements
        self.techniques = Techniques(s)
        self._needed = Needed(s, statements)
        self._left = trials

    def _trial(self, alive: int, true: int, x: int) -> Trial:
        self._left -= 1
        if self._left < 0:
            raise GaveUp("the cases are too many to be told")
        tick()
        trial = Trial(self._s, self.techniques.quick, alive, true, x)
        trial.go(None)
        return trial

    def refuted(self, alive: int, true: int, x: int) -> Chain:
        """The chain, or chains, from a value that cannot be. Raises `GaveUp`."""
        s = self._s
        trial = self._trial(alive, true, x)
        i = s.owner[x]
        supposed = Within(s.variables[i], s.values_of(i, 1 << x))
        if trial.refuted:
            return Chain(supposed, links_of(trial.story, s, self._statements, self._needed))
        cases = self._through(trial)
        # What the cases rest on is told before them.
        story = led(trial, cases)
        return Chain(supposed, links_of(story, s, self._statements, self._needed), tuple(cases))

    def _through(self, trial: Trial) -> list[Chain]:
        """A variable gone through value by value: of those whose values are all refuted at once the shortest told."""
        s = self._s
        open_ = [i for i in range(len(s.variables)) if (trial.left & s.own[i]).bit_count() > 1]
        best: list[Chain] | None = None
        fewest = min(((trial.left & s.own[i]).bit_count() for i in open_), default=0)
        if not open_:
            raise GaveUp("nothing is left to be gone through")
        reach: list[tuple[int, int]] = []
        for i in open_:
            if (trial.left & s.own[i]).bit_count() > max(fewest, 4):
                continue
            tried = [self._trial(trial.left, trial.true, y) for y in bits_of(trial.left & s.own[i])]
            if all(each.refuted for each in tried):
                made = [
                    Chain(
                        Within(s.variables[i], s.values_of(i, 1 << each.x)),
                        links_of(each.story, s, self._statements, self._needed),
                    )
                    for each in tried
                ]
                if best is None or sum(c.length for c in made) < sum(c.length for c in best):
                    best = made
            reach.append(
                (
                    -sum(each.refuted for each in tried) * 1000
                    + sum(each.left.bit_count() for each in tried),
                    i,
                )
            )
        if best is not None:
            return best
        _, i = min(reach)
        return [self.refuted(trial.left, trial.true, y) for y in bits_of(trial.left & s.own[i])]

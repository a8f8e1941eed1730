"""A step-by-step solution as a value: steps with their reasons, and what a solver had entered before."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from deduce.evidence import Statement, labels
from deduce.explain.reasons import Reason
from deduce.explain.timeline import Timeline
from deduce.ground.errors import ProblemError
from deduce.ground.shown import Shown, Told, frame
from deduce.knowledge import Knowledge
from deduce.language.facts import And, Fact
from deduce.language.variables import Family, Variable
from deduce.puzzles.ratings import Grade

if TYPE_CHECKING:
    from deduce.puzzles.chains import Chain

MOST = 6
"""So many things are seen at once, and so many conclusions told."""

GIVEN = -1
"""What is printed as a value stands for a step of this number."""

Masks = dict[Variable, int]
"""What is still possible: a bit set of values a variable."""

SoFar = Mapping[Any, Any] | Iterable[Fact]
"""What a solver has entered: variables (or names) with values, or facts about single variables."""


@dataclass(frozen=True, slots=True)
class Step(Told):
    """One deduction.

    Attributes:
        number: From 1.
        conclusions: What it shows: facts about single variables.
        placed: Variables that are settled from here on, with their values.
        statements: The rules and clues it uses.
        known: What it uses of earlier steps, as statements with their place: facts about single variables; in steps
            by technique those that say the same of several variables as one, for they are seen at one look.
        builds_on: The numbers of the steps those came from.
        smallest: Proved that no deduction of fewer statements, or as many and fewer cells, existed at this point;
            False where that was not asked (steps by technique) or the time limit came first.
        reason: Statements and known facts with the conclusions they force; ``reason.check()`` proves it
            anew with the independent checker.
        technique: What the deduction is called; empty in steps of the fewest statements.
        level: The level of the technique on the scale of grades; 0 without one.
        chain: Of a trial, how what was tried leads to a contradiction.
    """

    number: int
    conclusions: tuple[Fact, ...]
    placed: Mapping[Variable, Hashable]
    statements: tuple[Statement, ...]
    known: tuple[Statement, ...]
    builds_on: tuple[int, ...]
    smallest: bool
    reason: Reason = field(repr=False)
    technique: str = ""
    level: int = 0
    chain: Chain | None = field(default=None, repr=False)

    @property
    def size(self) -> tuple[int, int]:
        """How many statements, and how many cells."""
        return len(self.statements), len(self.facts)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What it knows of single variables, one by one."""
        every = (s.content for s in self.known if isinstance(s.content, Fact))
        return tuple(fact for each in every for fact in each.all_of() or (each,))

    def to_dict(self) -> dict[str, Any]:
        """The step as plain values for JSON."""
        return {
            "number": self.number,
            "conclusions": [fact.sentence() for fact in self.conclusions],
            "placed": {v.name: v.domain[v.position(x)] for v, x in self.placed.items()},
            "left": _left(self.conclusions),
            "uses": sorted(_left(self.facts)),
            "statements": [s.to_dict() for s in self.statements],
            "known": [s.to_dict() for s in self.known],
            "builds_on": list(self.builds_on),
            "size": list(self.size),
            "smallest": self.smallest,
            **({"technique": self.technique, "level": self.level} if self.technique else {}),
        }

    @property
    def sentence(self) -> str:
        """The conclusions in words: what is shown, and what that settles."""
        said = _said(self.conclusions)
        shown = {fact.sentence() for fact in self.conclusions}
        then = [x for x in (f"{v} is {value}" for v, value in self.placed.items()) if x not in shown]
        return "; ".join(said) + (f": so {'; '.join(then)}" if then else "")

    def __str__(self) -> str:
        name = f" ({self.technique})" if self.technique else ""
        lines = [f"{self.number}. {self.sentence}{name}"]
        lines += [f"     - {label}" for label in labels(self.statements)]
        if self.known:
            lines.append("     knowing that " + ", ".join(f"{s.text} ({s.place})" for s in self.known))
        return "\n".join(lines)


def things(rules: int, known: Iterable[Fact]) -> int:
    """How many things have to be seen at once: rules at a place, and what is known, the same of several places as one.

    "r1c1, r1c2 and r1c4 are shaded" is one look; "r1c1 is 3, r1c2 is 5" are two.
    """
    return rules + len(_looks(known))


def looks(known: Iterable[tuple[Fact, Sequence[int]]]) -> Iterator[Statement]:
    """What is known of single variables as statements, the same of several variables as one.

    Args:
        known: The facts, each with the numbers of the steps that it comes from, as in `origin_place`.
    """
    found = dict(known)
    for some in _looks(found):
        content = some[0] if len(some) == 1 else And(*some)
        origins = sorted({step for fact in some for step in found[fact]})
        yield Statement(content, _told(some), "observation", origin_place(origins))


def _looks(known: Iterable[Fact]) -> list[list[Fact]]:
    """Facts that say the same of their variables together."""
    alike: dict[object, list[Fact]] = {}
    for fact in known:
        v = fact.scope[0]
        alike.setdefault(saying(v, fact.support(v) or 0), []).append(fact)
    return list(alike.values())


def saying(v: Variable, mask: int) -> tuple[bool, frozenset[Hashable]]:
    """What is known of a variable of which a bit set of values is left, in the shorter of two ways."""
    inside = mask.bit_count() * 2 <= len(v.domain) or mask.bit_count() == 1
    return inside, frozenset(x for i, x in enumerate(v.domain) if (mask >> i & 1) == inside)


def _said(facts: Iterable[Fact]) -> list[str]:
    """Facts in words, those that say the same together."""
    return [_told(some) for some in _looks(facts)]


def _told(alike: Sequence[Fact]) -> str:
    names = [fact.scope[0].name for fact in alike]
    return f"{_joined(names)} {alike[0].sentence().removeprefix(f'{names[0]} is ')}"


def _joined(names: Sequence[str]) -> str:
    return f"{names[0]} is" if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]} are"


@dataclass(frozen=True, slots=True)
class Walk(Shown):
    """A step-by-step solution.

    Attributes:
        steps: The steps, in order.
        solved: Whether every variable of the answer key is settled at the end. A puzzle that is not unique
            ends where nothing more follows.
        solution: The variables settled, with their values.
        proved: Whether every step was proved to be of the fewest statements and cells.
        limit: What ended the walk before its end; empty otherwise.
        grade: Of a walk by techniques how hard it was; None for one of the fewest statements, whose `measure` says that.
    """

    steps: tuple[Step, ...] = field(repr=False)
    solved: bool
    solution: Mapping[Variable, Hashable] = field(repr=False)
    proved: bool
    limit: str = ""
    grade: Grade | None = None

    @property
    def measure(self) -> str:
        """The most statements that a step needs at once, and all of them added up; "at most" unless proved."""
        sizes = Counter(step.size[0] for step in self.steps)
        parts = ", ".join(f"{n} of {size}" for size, n in sorted(sizes.items()))
        bound = "" if self.proved or not self.steps else "at most "
        most, total = max(sizes, default=0), sum(size * n for size, n in sizes.items())
        return f"{bound}{most} statement{'s' * (most != 1)} at once, {bound}{total} in all ({parts or 'no steps'})"

    def to_frame(self) -> Any:
        """A pandas data frame with a step a row. Raises `MissingExtra`."""
        return frame(
            [
                {
                    "number": step.number,
                    "sentence": step.sentence,
                    "statements": len(step.statements),
                    "cells": len(step.facts),
                    "because": "; ".join(statement.text for statement in step.statements),
                    "smallest": step.smallest,
                    "technique": step.technique,
                    "level": step.level,
                }
                for step in self.steps
            ]
        )

    def to_dict(self) -> dict[str, Any]:
        """The walk as plain values for JSON."""
        return {
            "steps": [step.to_dict() for step in self.steps],
            "solved": self.solved,
            "solution": {v.name: v.domain[v.position(x)] for v, x in self.solution.items()},
            "proved": self.proved,
            "limit": self.limit,
            **({} if self.grade is None else {"grade": self.grade.to_dict()}),
        }

    @property
    def end(self) -> str:
        """How the walk ends, in words."""
        if self.solved:
            return "solved"
        if self.limit:
            return f"gave up: {self.limit}"
        return "nothing more follows: there is more than one solution"

    def __str__(self) -> str:
        lines = [str(step) for step in self.steps]
        lines.append(self.end)
        return "\n".join(lines)


def _left(facts: Iterable[Fact]) -> dict[str, list[int | float | str]]:
    """The values that facts about single variables leave, by the variables' names."""
    found: dict[str, list[int | float | str]] = {}
    for fact in facts:
        v = fact.scope[0]
        mask = fact.support(v) or 0
        values = [x for i, x in enumerate(v.domain) if mask >> i & 1]
        found[v.name] = [x if isinstance(x, int | float) else str(x) for x in values]
    return found


def entries_of(knowledge: Knowledge, so_far: SoFar) -> dict[Variable, int]:
    """What was entered, as a bit set of values a variable.

    Raises `ProblemError` for names or values that do not exist, or facts about several variables.
    """
    entries: dict[Variable, int] = {}

    def enter(variable: Variable, mask: int) -> None:
        entries[variable] = entries.get(variable, variable.full_mask) & mask

    if isinstance(so_far, Mapping):
        for name, value in so_far.items():
            variable = knowledge.problem[name] if isinstance(name, str) else name
            if isinstance(variable, Family):
                member = next(iter(variable.values()))
                raise ProblemError(f"{variable.name!r} is a family; enter its members, such as {member}")
            if not isinstance(variable, Variable):
                raise ProblemError(f"entries name variables, not {name!r}")
            knowledge.problem.own(variable)
            several = isinstance(value, (set, frozenset))
            enter(variable, variable.mask(value) if several else 1 << variable.position(value))
        return entries
    if isinstance(so_far, (str, bytes)) or not isinstance(so_far, Iterable):
        raise ProblemError(
            f"what is found so far is a mapping from variables to values, or a list of facts, not {so_far!r}"
        )
    for fact in so_far:
        mask = fact.support(fact.scope[0]) if isinstance(fact, Fact) and len(fact.scope) == 1 else None
        if mask is None:
            raise ProblemError(f"entries are facts about one variable each, not {fact!r}")
        knowledge.problem.checked(fact)
        enter(fact.scope[0], mask)
    return entries


def givens_of(knowledge: Knowledge) -> dict[Variable, int]:
    """What clues say outright of one variable, as a bit set of one value each: printed, so nobody has to find it.

    A clue counts that is a fact about its variable; one that leaves a single value only where it stands (a pearl at the
    border of its grid) has to be seen.
    """
    found: dict[Variable, int] = {}
    for clue in knowledge.log:
        told = clue.content.single() if isinstance(clue.content, Fact) else None
        if told is not None and told.mask.bit_count() == 1:
            found[told.variable] = told.mask
    return found


def finished(knowledge: Knowledge, made: Sequence[Step], masks: Masks, grade: Grade | None = None) -> Walk:
    """Steps and the candidates at their end as a `Walk`."""
    settled = {v: v.domain[mask.bit_length() - 1] for v, mask in masks.items() if mask & (mask - 1) == 0}
    solved = all(v in settled for v in knowledge.problem.key)
    proved = bool(masks) and all(step.smallest for step in made)
    return Walk(tuple(made), solved, settled, proved, grade=grade)


def origin_place(origins: Sequence[int]) -> str:
    """Where what a step uses comes from: the steps about it, in order; 0 is what was there, `GIVEN` what is printed."""
    steps = [str(number) for number in origins if number > 0]
    if not steps:
        return "given" if GIVEN in origins else "already there"
    return f"step {steps[0]}" if len(steps) == 1 else f"steps {', '.join(steps)}"


def renumbered(chain: Sequence[Step]) -> tuple[Step, ...]:
    """Some of a walk's steps as a walk of their own, numbered from 1; each has what it builds on before it."""
    number = {step.number: i for i, step in enumerate(chain, start=1)}

    def place(old: str) -> str:
        return re.sub(r"\d+", lambda found: str(number[int(found[0])]), old)

    made = []
    for step in chain:
        known = tuple(replace(s, place=place(s.place)) for s in step.known)
        because = (*step.reason.because[: len(step.reason.because) - len(known)], *known)
        reason = replace(step.reason, because=because, timeline=Timeline((), because))
        builds_on = tuple(number[old] for old in step.builds_on)
        made.append(
            replace(step, number=number[step.number], known=known, builds_on=builds_on, reason=reason)
        )
    return tuple(made)

"""The set as a problem of its own: in how many ways can it be finished, and what do most of them have in common?

A way says what goes on every empty space; with `Workday` lists also in which activation. All of them are counted,
exactly, by `deduce.knowledge.Knowledge`, and each counts the same in the shares.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from deduce.ground.compat import override
from deduce.ground.errors import ProblemError, TooLarge
from deduce.ground.shown import Plain
from deduce.ground.wording import as_is, listing, run, say, typed
from deduce.knowledge import Knowledge
from deduce.language.constraints import AtMost, Sum
from deduce.language.relations import Relation
from deduce.language.variables import Variable
from deduce.problem import Problem
from deduce_models.shakespeare.components.elements import COLOURS, PRICES, YELLOW
from deduce_models.shakespeare.components.stage import Stage

JOKER_WORD = COLOURS[YELLOW - 1]

PRICE = dict(zip(COLOURS, PRICES[1:], strict=True))
"""What a craft spends on an element, by the name of its colour."""

MOST_WORK = 12
"""The most activations that a plan may have."""


@dataclass(frozen=True, slots=True)
class Workday:
    """The work on the set that one day allows.

    Attributes:
        crafts: The value that each craft of the set may take, in the order of their activations.
        jewels: Activations of a Jeweler for a yellow piece; they come after the crafts.
        offer: What can be taken on that day, by colour; None: whatever is left in the game.
    """

    crafts: tuple[int, ...] = ()
    jewels: int = 0
    offer: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Finishings(Plain):
    """All ways to finish a set.

    Attributes:
        ways: How many there are.
        shares: For each empty space the share of the ways in which each colour stands there; empty without a way.
    """

    ways: int
    shares: Mapping[str, Mapping[str, float]]

    def settled(self, count: int = 3) -> list[tuple[str, str, float]]:
        """The spaces about which the ways agree most: (space, colour, share), the clearest first.

        Shares that differ by rounding alone are equal: then the order of the stage and of the colours counts.
        """
        found = [
            (name, *max(row.items(), key=lambda each: round(each[1], 9)))
            for name, row in self.shares.items()
            if row
        ]
        return sorted(found, key=lambda each: -round(each[2], 9))[:count]

    def sentence(self) -> str:
        """The ways in words."""
        if not self.ways:
            return say("there is no way to finish the set")
        if not self.shares:
            return say("the set is finished")
        known = [
            run(
                say("{space} must be {colour}", space=as_is(name), colour=typed(colour)),
                ""
                if share == 1
                else say(" in {share} %", share=f"{100 * share:.0f}")
                if share < 0.995
                else say(" in nearly all"),
            )
            for name, colour, share in self.settled()
        ]
        ways = f"{self.ways:,}"
        told = say(
            "the set can be finished in {ways} ways", one="the set can be finished in {ways} way",
            ways=ways, count=self.ways,
        )  # fmt: skip
        return run(told, ": ", listing(known, ","))

    def __str__(self) -> str:
        return self.sentence()


def set_problem(stage: Stage, pieces: bytes, left: Sequence[int]) -> tuple[Problem, dict[str, Variable]]:
    """What holds when the set is finished with the elements `left`, and a variable for each empty space.

    Raises `ProblemError` for an impossible stage or counts below 0.
    """
    empty = _empty(stage, pieces, left)
    problem = Problem("set")
    if not empty:
        return problem, {}
    space = problem.variables("space", empty, domain=COLOURS)
    for name, colour in _asked(stage, pieces).items():
        mirror = stage.cells[stage.cells[stage.place(name)].mirror].name
        problem.require(
            space[name].is_in({colour, JOKER_WORD}), f"{name} mirrors {mirror}, which is {colour}"
        )
    for name, mirror in _pairs(stage, pieces):
        alike = [(a, b) for a in COLOURS for b in COLOURS if a == b or JOKER_WORD in (a, b)]
        problem.require(
            Relation((space[name], space[mirror]), alike), f"{name} and {mirror} mirror each other"
        )
    for number, colour in zip(left, COLOURS, strict=True):
        there = f"{number} {colour} left" if number else f"no {colour} left"
        problem.require(AtMost(number, space, colour), there)
    return problem, dict(space)


def _empty(stage: Stage, pieces: bytes, left: Sequence[int]) -> list[str]:
    """The empty spaces of a checked stage."""
    why = stage.consistent(pieces)
    if why:
        raise ProblemError(f"pieces: {why}")
    _check("left", left)
    return [cell.name for place, cell in enumerate(stage.cells) if not pieces[place]]


def _check(name: str, counts: Sequence[int]) -> None:
    if len(counts) != len(COLOURS) or min(counts) < 0:
        raise ProblemError(f"{name}: expected six counts of at least 0, not {list(counts)}")


def _asked(stage: Stage, pieces: bytes) -> dict[str, str]:
    """The colour that a piece on the other side asks of an empty space."""
    return {
        cell.name: COLOURS[pieces[cell.mirror] - 1]
        for place, cell in enumerate(stage.cells)
        if not pieces[place] and pieces[cell.mirror] not in (0, YELLOW)
    }


def _pairs(stage: Stage, pieces: bytes) -> list[tuple[str, str]]:
    """The pairs of mirrored spaces that are both empty."""
    return [
        (cell.name, stage.cells[cell.mirror].name)
        for place, cell in enumerate(stage.cells)
        if place < cell.mirror and not pieces[place] and not pieces[cell.mirror]
    ]


# With the work: a value is a colour and the activation that places it.

Placed = tuple[str, int]
"""A colour, and the activation (from 1) that places it."""


class SupplyTally(Sum):
    """What the values of some variables count for adds up to `most` at least nothing, at most that."""

    __slots__ = ("said", "worth")

    def __init__(
        self, variables: Iterable[Variable], worth: Mapping[Placed, int], most: int, said: str
    ) -> None:
        self.scope = tuple(variables)
        self.worth, self.said = worth, said
        from deduce.language.adding import LinearForm

        self.low, self.high = 0, most
        self.weights = (1,) * len(self.scope)
        terms = [[worth[cast("Placed", value)] for value in variable.domain] for variable in self.scope]
        self.form = LinearForm(terms, 0, most)

    @override
    def holds(self, values: Sequence[Hashable]) -> bool:
        return sum(self.worth[cast("Placed", value)] for value in values) <= self.high

    @override
    def over(self, mapping: Mapping[Variable, Variable]) -> SupplyTally:
        return SupplyTally((mapping.get(v, v) for v in self.scope), self.worth, self.high, self.said)

    @override
    def sentence(self) -> str:
        return self.said


def _planned(
    stage: Stage, pieces: bytes, left: Sequence[int], days: Sequence[Workday]
) -> tuple[Problem, dict[str, Variable]] | None:
    """The set finished by the activations of `days`: a variable for each empty space, its values `Placed`.

    None when nothing that they can place fits some space.
    """
    empty = _empty(stage, pieces, left)
    problem = Problem("set")
    budgets = [value for day in days for value in (*day.crafts, *[None] * day.jewels)]
    if not budgets or len(budgets) > MOST_WORK or any(each is not None and each < 0 for each in budgets):
        raise ProblemError(
            f"days: expected 1 to {MOST_WORK} activations with values of at least 0, not {budgets}"
        )
    if not empty:
        return problem, {}
    every: list[Placed] = [
        (word, number)
        for number, budget in enumerate(budgets, 1)
        for word in COLOURS
        if (word == JOKER_WORD if budget is None else word != JOKER_WORD and PRICE[word] <= budget)
    ]
    asked = _asked(stage, pieces)
    fits = {
        name: [each for each in every if name not in asked or each[0] in (asked[name], JOKER_WORD)]
        for name in empty
    }
    if not all(fits.values()):
        return None
    space: dict[str, Variable] = {name: problem.variable(name, domain=row) for name, row in fits.items()}
    for name, mirror in _pairs(stage, pieces):
        alike = [(a, b) for a in every for b in every if a[0] == b[0] or JOKER_WORD in (a[0], b[0])]
        problem.require(
            Relation((space[name], space[mirror]), alike), f"{name} and {mirror} mirror each other"
        )
    for name in empty:
        for under in stage.cells[stage.place(name)].supports:
            below = stage.cells[under].name
            if below in space:
                rows = [(a, b) for a in space[below].domain for b in space[name].domain if _after(a, b)]
                problem.require(Relation((space[below], space[name]), rows), f"{name} stands on {below}")
    for worth, most, said in _limits(every, left, days, budgets):
        if sum(max(worth[each] for each in row) for row in fits.values()) > most:
            problem.require(SupplyTally(space.values(), worth, most, said), said)
    return problem, space


def _limits(
    every: Sequence[Placed], left: Sequence[int], days: Sequence[Workday], budgets: Sequence[int | None]
) -> Iterator[tuple[dict[Placed, int], int, str]]:
    """What adds up to a most: what each value counts, the most, and the sentence; supply, activations, offers."""
    for count, word in zip(left, COLOURS, strict=True):
        yield {each: int(each[0] == word) for each in every}, count, f"{count} {word} left"
    for number, budget in enumerate(budgets, 1):
        if budget is None:
            jewel = {each: int(each[1] == number) for each in every}
            yield jewel, 1, f"activation {number} takes one yellow piece"
        else:
            spent = {each: PRICE[each[0]] * (each[1] == number) for each in every}
            yield spent, budget, f"activation {number} takes a value of {budget} at most"
    last = 0
    for place, day in enumerate(days, 1):
        first, last = last + 1, last + len(day.crafts) + day.jewels
        if day.offer is None:
            continue
        _check("offer", day.offer)
        for count, word in zip(day.offer, COLOURS, strict=True):
            taken = {each: int(each[0] == word and first <= each[1] <= last) for each in every}
            yield taken, count, f"{count} {word} on offer on day {place}"


def _after(below: Hashable, above: Hashable) -> bool:
    """Whether a piece is placed no later than the one on top of it."""
    return cast("Placed", below)[1] <= cast("Placed", above)[1]


def finishings(
    stage: Stage, pieces: bytes, left: Sequence[int], days: Sequence[Workday] | None = None
) -> Finishings:
    """All ways to finish the set, counted, and the share of each colour on each space.

    `left` are the elements left in the game (on offer and in the bag), by colour. With `days`, the work ahead, a way says
    in which activation each piece is placed, on pieces that are there by then; else only mirror images and supply decide.

    Raises:
        ProblemError: An impossible stage, counts below 0, no work or too much of it.
        TooLarge: The ways are too entangled to be counted; fewer activations help.
    """
    stated = set_problem(stage, pieces, left) if days is None else _planned(stage, pieces, left, days)
    if stated is None:
        return Finishings(0, {})
    problem, space = stated
    if not space:
        return Finishings(1, {})
    known = Knowledge(problem)
    try:  # what is counted anyway says it; a solver would have to be loaded
        possible = known.worlds.log2_weight() > -math.inf
    except TooLarge:
        possible = known.is_consistent()
    if not possible:
        return Finishings(0, {})
    ways = known.count()
    shares: dict[str, dict[str, float]] = {}
    for name, variable in space.items():
        row = shares[name] = {}
        for value, share in known.marginals(variable).items():
            colour = value[0] if isinstance(value, tuple) else str(value)
            if share:
                row[colour] = row.get(colour, 0.0) + share
    return Finishings(ways, shares)

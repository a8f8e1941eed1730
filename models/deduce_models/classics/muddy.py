"""Muddy children: each sees every forehead but its own.

Father says that at least one child is muddy and then asks again and again, "who knows whether they are
muddy?", and all answer at once. With k muddy children, nobody knows for k - 1 rounds; in round k the muddy
ones do, and in the next one all others. Source: Fagin, Halpern, Moses and Vardi, "Reasoning About Knowledge"
(1995), section 1.1; in Littlewood's "A Mathematician's Miscellany" (1953) as three ladies in a railway carriage.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from deduce import AtLeast, Problem, ProblemError
from deduce.agents import KnowsValue, Situation
from deduce.agents.formulas import AllOf
from deduce.ground.shown import Plain
from deduce.language.variables import Family, Variable, is_whole

MOST = 16
"""The most children: the table has two to this power worlds."""


@dataclass(frozen=True, slots=True)
class Round(Plain):
    """One round of answers.

    Attributes:
        number: 1 for the first time father asks.
        knows: Which children say that they know.
        worlds: How many worlds are left once all have heard the answers.
    """

    number: int
    knows: tuple[int, ...]
    worlds: int


def situation(children: int) -> tuple[Situation, Family[int]]:
    """The children 1 to `children` before father speaks, and the family ``muddy[child]`` (True or False).

    Raises `ProblemError` for fewer than one child or more than 16.
    """
    if not is_whole(children) or not 1 <= children <= MOST:
        raise ProblemError(f"children must be a whole number from 1 to {MOST}, not {children!r}")
    problem = Problem("muddy children")
    muddy = problem.variables("muddy", range(1, children + 1), [False, True])
    seen = {child: [muddy[other] for other in muddy if other != child] for child in muddy}
    return Situation(problem, seen), muddy


def play(children: int, muddy_ones: Collection[int]) -> list[Round]:
    """The rounds until every child knows. Father says "at least one" before the first.

    Raises `ProblemError` if no child is muddy (father could not say so), or one is unknown.
    """
    minds, muddy = situation(children)
    if not muddy_ones:
        raise ProblemError("father says that somebody is muddy: name at least one muddy child")
    world = dict.fromkeys(muddy.values(), False) | {muddy[child]: True for child in muddy_ones}
    minds = minds.announce(AtLeast(1, muddy, True), "at least one of you is muddy")
    rounds: list[Round] = []
    while not rounds or len(rounds[-1].knows) < children:
        minds, knows = answer(minds, muddy, world)
        rounds.append(Round(len(rounds) + 1, knows, minds.count()))
    return rounds


def answer(
    minds: Situation, muddy: Family[int], world: Mapping[Variable, bool]
) -> tuple[Situation, tuple[int, ...]]:
    """All children say at once whether they know; what is known after, and who knew."""
    question = {child: KnowsValue(child, muddy[child]) for child in muddy}
    knows = tuple(child for child in muddy if minds.holds(question[child], at=world))
    said = AllOf(*(question[child] if child in knows else ~question[child] for child in muddy))
    return minds.announce(said), knows

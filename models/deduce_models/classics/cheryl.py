"""Cheryl's birthday: ten dates; Albert is told the month and Bernard the day.

Albert: "I don't know when it is, but I know that Bernard does not know either." Bernard: "At first I did not
know, but I know now." Albert: "Then I also know." Source: Singapore and Asian Schools Math Olympiad 2015,
question 24; the answer is July 16.
"""

from __future__ import annotations

from collections.abc import Iterable

from deduce import Problem, Relation
from deduce.agents import Knows, KnowsValue, Situation
from deduce.language.variables import Variable

DATES = (
    *[("May", day) for day in (15, 16, 19)],
    *[("June", day) for day in (17, 18)],
    *[("July", day) for day in (14, 16)],
    *[("August", day) for day in (14, 15, 17)],
)  # fmt: skip


def conversation(dates: Iterable[tuple[str, int]] = DATES) -> tuple[list[Situation], Variable, Variable]:
    """The situation at first and after each of the three remarks; the variables month and day."""
    dates = list(dates)
    problem = Problem("Cheryl's birthday")
    month = problem.variable("month", dict.fromkeys(m for m, _ in dates))
    day = problem.variable("day", sorted({d for _, d in dates}))
    problem.require(Relation([month, day], dates), "it is one of the dates Cheryl named")

    albert, bernard = KnowsValue("Albert", month, day), KnowsValue("Bernard", month, day)
    start = Situation(problem, {"Albert": month, "Bernard": day})
    first = start.announce(~albert & Knows("Albert", ~bernard), by="Albert")
    # "At first I did not know" is news to nobody: Albert has just said that he knew it.
    second = first.announce(bernard, by="Bernard")
    third = second.announce(albert, by="Albert")
    return [start, first, second, third], month, day


def answer(dates: Iterable[tuple[str, int]] = DATES) -> list[tuple[object, object]]:
    """The dates that fit all three remarks; one for the original puzzle."""
    situations, month, day = conversation(dates)
    return [(world[month], world[day]) for world in situations[-1].worlds]

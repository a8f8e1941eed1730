"""Sum and product: two numbers 1 < x < y with x + y at most `limit`; S is told the sum, P the product.

P: "I do not know the numbers." S: "I knew that you did not." P: "Now I know them." S: "Now I know them too."
Source: H. Freudenthal, Nieuw Archief voor Wiskunde 17 (1969), problem 223; as an announcement protocol: van
Ditmarsch, Ruan and Verbrugge, "Sum and Product in Dynamic Epistemic Logic" (2008). With limit 100 the answer
is 4 and 13.
"""

from __future__ import annotations

from operator import add, mul

from deduce import Problem, ProblemError, Sum
from deduce.agents import Knows, KnowsValue, Situation
from deduce.language.variables import Variable, is_whole


def conversation(limit: int = 100) -> tuple[list[Situation], Variable, Variable]:
    """The situation at first and after each of the four remarks; the variables x and y.

    Raises `ProblemError` for a limit below 5, and `deduce.agents.Impossible` where nobody could have spoken so.
    """
    if not is_whole(limit) or limit < 5:
        raise ProblemError(f"limit must be a whole number from 5 on (2 + 3), not {limit!r}")
    problem = Problem("sum and product")
    x, y = problem.variable("x", range(2, limit - 2)), problem.variable("y", range(3, limit - 1))
    problem.require(x < y)
    problem.require(Sum([x, y], high=limit))

    s, p = KnowsValue("S", x, y), KnowsValue("P", x, y)
    start = Situation(problem, ["S", "P"]).look("S", add, x, y).look("P", mul, x, y)
    # What S knew before P spoke is learned from what S sees, so it is judged at the start; that P
    # speaks first and S second changes nothing, as what S says implies what P said.
    unknown = start.announce(~p, by="P")
    knew = start.announce(~p & Knows("S", ~p), by="S")
    now = knew.announce(p, by="P")
    done = now.announce(s, by="S")
    return [start, unknown, knew, now, done], x, y


def answer(limit: int = 100) -> list[tuple[object, object]]:
    """The pairs that fit all four remarks; one for the original limit."""
    situations, x, y = conversation(limit)
    return [(world[x], world[y]) for world in situations[-1].worlds]

"""The zebra puzzle: five houses, fifteen statements; who drinks water, who owns the zebra?

The clues are those published in Life International, 17 December 1962, in our own words; the answer
published in the issue of 25 March 1963: the Norwegian drinks water and the Japanese owns the zebra.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from deduce import AllDifferent, Knowledge, Predicate, Problem, Variable
from deduce.ground.errors import ProblemError, nearest
from deduce.language.constraints import Constraint

GROUPS = {
    "colour": ["red", "green", "ivory", "yellow", "blue"],
    "nation": ["Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese"],
    "pet": ["dog", "snails", "fox", "horse", "zebra"],
    "drink": ["coffee", "tea", "milk", "juice", "water"],
    "smoke": ["Old Gold", "Kools", "Chesterfields", "Lucky Strike", "Parliaments"],
}


def next_to(a: Variable, b: Variable) -> Constraint:
    """The houses `a` and `b` are neighbours."""
    return Predicate(lambda x, y: abs(x - y) == 1, a, b, text=f"{a} is next to {b}")


def puzzle() -> Knowledge:
    """The puzzle: a variable for each thing, whose value is its house (1 to 5 from the left)."""
    problem = Problem("zebra")
    house = problem.variables("house", [x for group in GROUPS.values() for x in group], range(1, 6))
    for name, group in GROUPS.items():
        problem.require(AllDifferent([house[x] for x in group]), f"each house has another {name}")

    right_of = Predicate(
        lambda x, y: x == y + 1, house["green"], house["ivory"], text="green is right of ivory"
    )
    k = Knowledge(problem)
    k = k.observe(house["Englishman"] == house["red"], "the Englishman lives in the red house")
    k = k.observe(house["Spaniard"] == house["dog"], "the Spaniard owns the dog")
    k = k.observe(house["coffee"] == house["green"], "coffee is drunk in the green house")
    k = k.observe(house["Ukrainian"] == house["tea"], "the Ukrainian drinks tea")
    k = k.observe(right_of, "the green house is just to the right of the ivory one")
    k = k.observe(house["Old Gold"] == house["snails"], "who smokes Old Gold keeps snails")
    k = k.observe(house["Kools"] == house["yellow"], "Kools are smoked in the yellow house")
    k = k.observe(house["milk"] == 3, "milk is drunk in the middle house")
    k = k.observe(house["Norwegian"] == 1, "the Norwegian lives in the first house")
    k = k.observe(next_to(house["Chesterfields"], house["fox"]), "Chesterfields are smoked next to the fox")
    k = k.observe(next_to(house["Kools"], house["horse"]), "Kools are smoked next to the horse")
    k = k.observe(house["Lucky Strike"] == house["juice"], "who smokes Lucky Strike drinks juice")
    k = k.observe(house["Japanese"] == house["Parliaments"], "the Japanese smokes Parliaments")
    return k.observe(
        next_to(house["Norwegian"], house["blue"]), "the Norwegian lives next to the blue house"
    )


def resident(solution: Mapping[Variable, Hashable], thing: str) -> str:
    """Whose house `thing` is in: the nationality. Raises `ProblemError` for an unknown thing."""
    where = {variable.name[6:-1]: place for variable, place in solution.items()}
    if thing not in where:
        raise ProblemError(f"there is no {thing!r} in the houses: {nearest(thing, where)}")
    return next(nation for nation in GROUPS["nation"] if where[nation] == where[thing])

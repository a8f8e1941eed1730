"""Einstein-style puzzles made to order: houses in a row, who lives where with what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations

from deduce import AllDifferent, Predicate, Problem, Statement
from deduce.ground.errors import ProblemError
from deduce.language.constraints import Constraint
from deduce.language.variables import is_whole
from deduce.puzzles import PuzzleFamily

THINGS = {
    "name": ["Ada", "Ben", "Cora", "Dan", "Eva"],
    "colour": ["red", "green", "blue", "white", "yellow"],
    "pet": ["cat", "dog", "fish", "hare", "owl"],
    "drink": ["tea", "milk", "cocoa", "juice", "water"],
}


def family(houses: int = 4, things: Mapping[str, Sequence[str]] = THINGS, groups: int = 3) -> PuzzleFamily:
    """Puzzles of `houses` houses and the first `groups` kinds of things, for `deduce.puzzles.generate`.

    A variable ``house[thing]`` a thing, its value the house. Possible clues: two things share a house, or
    do not; stand next to each other; one is just left of the other, or somewhere left; a thing's house.

    Raises:
        ProblemError: More groups than there are kinds of things, or more houses than things of a kind.
    """
    if not is_whole(groups) or not 1 <= groups <= len(things):
        raise ProblemError(
            f"groups is a number from 1 to {len(things)} ({', '.join(things)}), not {groups!r}"
        )
    fewest = min(len(names) for names in list(things.values())[:groups])
    if not is_whole(houses) or not 1 <= houses <= fewest:
        raise ProblemError(
            f"houses is a number from 1 to {fewest}, so many things there are of each kind, not {houses!r}"
        )
    problem = Problem(f"{houses} houses")
    kinds = {kind: list(names)[:houses] for kind, names in list(things.items())[:groups]}
    house = problem.variables("house", [x for names in kinds.values() for x in names], range(1, houses + 1))
    for kind, names in kinds.items():
        problem.require(AllDifferent([house[x] for x in names]), f"each house has another {kind}")
    group = {x: kind for kind, names in kinds.items() for x in names}

    def pool() -> Iterator[tuple[Constraint, str]]:
        for x in house:
            for place in range(1, houses + 1):
                yield house[x] == place, f"{x} is in house {place}"
        for x, y in combinations(house, 2):
            if group[x] != group[y]:
                yield house[x] == house[y], f"{x} and {y} share a house"
                yield house[x] != house[y], f"{x} and {y} are in different houses"
            yield (
                Predicate(lambda a, b: abs(a - b) == 1, house[x], house[y], text=f"{x} is next to {y}"),
                f"{x} is next to {y}",
            )
        for x, y in permutations(house, 2):
            yield (
                Predicate(lambda a, b: b == a + 1, house[x], house[y], text=f"{x} is just left of {y}"),
                f"{x} is just left of {y}",
            )
            yield house[x] < house[y], f"{x} is somewhere left of {y}"

    return PuzzleFamily(problem, [Statement(clue, text, "observation") for clue, text in pool()])

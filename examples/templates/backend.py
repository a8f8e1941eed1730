"""A template for a backend, as small as one can be: another solver behind the seam of `deduce.language.posting`.

Every constraint posts itself through the few methods of `Model`, so a backend implements these and knows no
constraint. This one has the simplest solver there is, trying everything; replace `solutions` by calls of yours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from deduce import AllDifferent, AtLeast, Constraint, Problem, Variable
from deduce.language.posting import Literal, Model

World = dict[Variable, object]


class TryEverything(Model):
    """Literals are numbered from 1; what must hold is kept as tests of a tuple of truth values."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0
        self.tests: list[Callable[[Sequence[bool]], bool]] = []

    # 1. A new literal: an unknown of your solver.
    def fresh(self) -> Literal:
        self.count += 1
        return self.count

    # 2. What constraints say. `when` makes a statement conditional: it binds only where that literal is true.
    def clause(self, literals: Iterable[Literal], when: Literal | None = None) -> None:
        self.linear([(1, literal) for literal in literals], 1, self.count + 1, when)

    def exactly_one(self, literals: Sequence[Literal]) -> None:
        self.cardinality(literals, 1, 1)

    def cardinality(
        self, literals: Sequence[Literal], low: int, high: int, when: Literal | None = None
    ) -> None:
        self.linear([(1, literal) for literal in literals], low, high, when)

    def linear(
        self, terms: Sequence[tuple[int, Literal]], low: int, high: int, when: Literal | None = None
    ) -> None:
        def test(values: Sequence[bool]) -> bool:
            if when is not None and not _true(when, values):
                return True
            return low <= sum(weight for weight, literal in terms if _true(literal, values)) <= high

        self.tests.append(test)

    # 3. Asking: state the problem, then turn what the solver says back into values.
    def solutions(
        self, variables: Sequence[Variable], constraints: Iterable[Constraint]
    ) -> Iterator[World]:
        literals = [self.literals(variable) for variable in variables]
        for constraint in constraints:
            constraint.post(self)
        seen = set()
        for values in product([False, True], repeat=self.count):
            if all(test(values) for test in self.tests):
                world = tuple(
                    next(i for i, literal in enumerate(row) if _true(literal, values)) for row in literals
                )
                if world not in seen:  # literals that constraints made for themselves may repeat a world
                    seen.add(world)
                    yield {v: v.domain[i] for v, i in zip(variables, world, strict=True)}


def _true(literal: Literal, values: Sequence[bool]) -> bool:
    return values[abs(literal) - 1] == (literal > 0)


if __name__ == "__main__":
    problem = Problem("three guests")
    chair = problem.variables("chair", ["Ann", "Bob", "Cid"], domain=[1, 2, 3])
    rules = [AllDifferent(chair), AtLeast(1, [chair["Ann"], chair["Bob"]], 3)]
    for world in TryEverything().solutions(problem.scope, rules):
        print({variable.name: value for variable, value in world.items()})

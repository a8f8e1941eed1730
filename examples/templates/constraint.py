"""A template for a constraint, and a real one: how many different values some variables take.

A constraint is one class with six methods. Copy this file, replace what it says, and run the test beside it
(`tests/graphs/test_constraint_template.py`): it compares all forms with each other and with brute force.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

import numpy as np

from deduce import Constraint, Knowledge, Problem, ProblemError, Variable
from deduce.language.automata import Automaton, Bools, Ints, tabulate
from deduce.language.posting import Literal, Model
from deduce.language.variables import variables_of
from deduce.puzzles import verify


class Different(Constraint):
    """The variables take between `low` and `high` different values."""

    # 1. The scope: every variable once. Check what you are given, and say what is allowed.
    def __init__(self, variables: object, low: int, high: int) -> None:
        self.scope = tuple(dict.fromkeys(variables_of("Different", variables)))
        self.low, self.high = low, high
        if not 0 <= low <= high:
            raise ProblemError(f"Different needs 0 <= low <= high, not low={low}, high={high}")
        self.values = list(dict.fromkeys(value for v in self.scope for value in v.domain))

    # 2. For diagrams: an automaton that reads the variables in any order and keeps no more than it needs.
    #    Here the set of values seen; None as soon as nothing can save it.
    def automata(self, order: tuple[Variable, ...]) -> Sequence[Automaton]:
        number = {value: i for i, value in enumerate(self.values)}

        def step(position: int, seen: int, value: int) -> int | None:
            seen |= 1 << number[order[position].domain[value]]
            most = seen.bit_count() + len(order) - position - 1
            return seen if seen.bit_count() <= self.high and most >= self.low else None

        return [tabulate(order, 0, step, lambda _: 0)]

    # 3. For tables: many rows at once. A column holds the positions of values in the variable's domain.
    def check(self, columns: Mapping[Variable, Ints]) -> Bools:
        taken = [
            np.any([columns[v] == v.domain.index(value) for v in self.scope if value in v.domain], axis=0)
            for value in self.values
        ]
        count = np.sum(taken, axis=0)
        found: Bools = (self.low <= count) & (count <= self.high)
        return found

    # 4. In plain Python: for brute force and for the independent checker of explanations.
    def holds(self, values: Sequence[Hashable]) -> bool:
        return self.low <= len(set(values)) <= self.high

    # 5. For solvers: clauses and cardinalities, which any of them understands. Under `when` only what can be false is
    #    conditional; what new literals mean is not.
    def post(self, model: Model, when: Literal | None = None) -> None:
        taken = []
        for value in self.values:
            takers = [model.literal(v, v.position(value)) for v in self.scope if value in v.domain]
            some = model.fresh()
            model.clause([-some, *takers])
            for taker in takers:
                model.clause([some, -taker])
            taken.append(some)
        model.cardinality(taken, self.low, self.high, when)

    # 6. The same about other variables, and in words.
    def over(self, mapping: Mapping[Variable, Variable]) -> Different:
        return Different([mapping.get(v, v) for v in self.scope], self.low, self.high)

    def sentence(self) -> str:
        names = ", ".join(v.name for v in self.scope)
        return f"{names} take {self.low} to {self.high} different values"


def main() -> None:
    """Everything in the library now takes it: counts, chances, proofs, reasons, and parts of other conditions."""
    problem = Problem("painters")
    wall = problem.variables("wall", range(1, 7), ["red", "blue", "green", "white"])
    problem.require(Different(wall, 2, 2), "two colours are enough")
    k = Knowledge(problem).observe(wall[1] == "red", "the first is red")
    k = k.observe(~Different([wall[1], wall[2], wall[3]], 1, 1), "the first three are not all alike")
    print(f"{k.count()} ways; wall 2 is red in {k.probability(wall[2] == 'red'):.0%} of them")
    k = k.observe((wall[2] == "blue") | (wall[3] == "blue"), "the second or the third is blue")
    print(k.why(wall[4] != "green"))
    print(verify(k).status)


if __name__ == "__main__":
    main()

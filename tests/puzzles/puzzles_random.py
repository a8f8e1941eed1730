"""Small random puzzles, and brute force over every assignment: no diagram, no solver."""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Sequence
from itertools import product

from deduce import AllDifferent, Count, Knowledge, Problem, Relation, Sum, Variable
from deduce.evidence import Statement
from deduce.language.constraints import Constraint
from deduce.puzzles.chains import Chain

World = dict[Variable, Hashable]


def random_constraint(rng: random.Random, variables: Sequence[Variable]) -> Constraint:
    few = rng.sample(list(variables), rng.randint(2, min(3, len(variables))))
    a, b = few[:2]
    kind = rng.randrange(9)
    if kind == 0:
        return a == rng.choice(a.domain)
    if kind == 1:
        return a != rng.choice(a.domain)
    if kind == 2:
        return rng.choice([a == b, a != b, a < b, a <= b])
    if kind == 3:
        return (a == rng.choice(a.domain)) | (b == rng.choice(b.domain))
    if kind == 4:
        return AllDifferent(few)
    if kind == 5:
        low = rng.randint(0, len(few) - 1)
        return Count(few, rng.choice(a.domain), low, rng.randint(low, len(few)))
    if kind == 6:
        low = rng.randint(0, 4)
        return Sum(few, low, low + rng.randint(0, 3))
    if kind == 7:
        rows = [row for row in product(*(v.domain for v in few)) if rng.random() < 0.6]
        return Relation(few, rows or [tuple(v.domain[0] for v in few)])
    return ~((a == rng.choice(a.domain)) & (b != rng.choice(b.domain)))


def random_puzzle(
    seed: int, *, variables: int = 4, values: int = 3, rules: int = 2, clues: int = 5
) -> Knowledge:
    """Any puzzle: with no solution, one, or several."""
    rng = random.Random(seed)
    problem = Problem(f"random {seed}")
    xs = [
        problem.variable(f"x{i}", range(rng.randint(2, values))) for i in range(rng.randint(2, variables))
    ]
    for i in range(rng.randint(0, rules)):
        problem.require(random_constraint(rng, xs), f"rule {i}")
    k = Knowledge(problem)
    for i in range(rng.randint(0, clues)):
        k = k.observe(random_constraint(rng, xs), f"clue {i}")
    return k


def true_constraint(rng: random.Random, truth: World) -> Constraint:
    while True:
        constraint = random_constraint(rng, list(truth))
        if constraint.holds([truth[v] for v in constraint.scope]):
            return constraint


def solvable_puzzle(seed: int, *, clues: int = 5, unique: bool = False) -> tuple[Knowledge, World]:
    """A puzzle and a world it is true of; with `unique`, clues are added until no other is left."""
    rng = random.Random(seed)
    problem = Problem(f"solvable {seed}")
    xs = [problem.variable(f"x{i}", range(rng.randint(2, 3))) for i in range(4)]
    truth: World = {x: rng.choice(x.domain) for x in xs}
    k = Knowledge(problem)
    made = 0
    while made < clues or (unique and len(all_worlds(xs, contents(k.log))) > 1):
        made += 1
        k = k.observe(true_constraint(rng, truth), f"clue {made}")
    return k, truth


def contents(statements: Iterable[Statement]) -> list[Constraint]:
    return [s.content for s in statements if isinstance(s.content, Constraint)]


def all_worlds(variables: Sequence[Variable], constraints: Sequence[Constraint]) -> list[World]:
    found = []
    for row in product(*(v.domain for v in variables)):
        world = dict(zip(variables, row, strict=True))
        if all(c.holds([world[v] for v in c.scope]) for c in constraints):
            found.append(world)
    return found


def answers(worlds: Iterable[World], key: Sequence[Variable]) -> set[tuple[Hashable, ...]]:
    return {tuple(world[v] for v in key) for world in worlds}


def of_use(told: Chain) -> bool:
    """What a link shows is used later, or says which values a variable has that are gone through; round by round."""
    for each in (told, *told.within):
        supposed = {case.supposed.variable for case in each.within}
        for at, link in enumerate(each.links):
            later = [*each.links[at + 1 :], *(x for case in each.cases for x in case.every)]
            used = {fact.variable for x in later for fact in x.known} | supposed
            if not {fact.variable for fact in link.shown} <= used:
                return False
        rounds = [link.round for link in each.links]
        if rounds != sorted(rounds):
            return False
    return True

"""Every form of a constraint against brute force: diagram, table, solver, CP-SAT, plain Python."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import product
from random import Random
from typing import Any

import numpy as np

from deduce import Constraint, Knowledge, Problem, Variable
from deduce.backends import cpsat
from deduce.backends.sat import SatSolver
from deduce.explain.checker import unsatisfiable
from deduce.language.facts import And
from deduce.worlds.compile import compile_constraints

Row = tuple[Hashable, ...]
Meaning = Callable[[dict[Any, Hashable]], bool]

MOST = 4096
"""The most assignments that brute force is asked to try."""

LISTED = 24
"""CP-SAT is slow to list worlds one by one: it is asked for at most so many."""


def by_force(scope: Sequence[Variable], keys: Sequence[Any], meaning: Meaning) -> set[Row]:
    """The assignments of `scope` that `meaning` allows; it is given values by key."""
    return {
        row for row in product(*(v.domain for v in scope)) if meaning(dict(zip(keys, row, strict=True)))
    }


def by_diagram(constraint: Constraint, order: Sequence[Variable]) -> set[Row]:
    worlds = compile_constraints(list(constraint.scope), [constraint], order=list(order))
    found = [tuple(world[v] for v in constraint.scope) for world in worlds]
    assert len(found) == worlds.count() == len(set(found))
    return set(found)


def by_holds(constraint: Constraint) -> set[Row]:
    rows = list(product(*(v.domain for v in constraint.scope)))
    positions = np.array(list(product(*(range(len(v.domain)) for v in constraint.scope))))
    checked = constraint.check({v: positions[:, i] for i, v in enumerate(constraint.scope)})
    held = [constraint.holds(row) for row in rows]
    assert checked.tolist() == held
    return {row for row, yes in zip(rows, held, strict=True) if yes}


def by_sat(constraint: Constraint, *, selected: bool) -> set[Row]:
    """All worlds, one by one; with `selected`, behind a selector that is assumed (and free when it is not)."""
    with SatSolver() as solver:
        when = solver.fresh() if selected else None
        for variable in constraint.scope:
            solver.literals(variable)
        solver.add(constraint, when)
        if when is not None:
            assert solver.satisfiable([-when])
        assumptions = [] if when is None else [when]
        found: set[Row] = set()
        while solver.satisfiable(assumptions):
            world = solver.world(constraint.scope)
            row = tuple(world[v] for v in constraint.scope)
            assert row not in found
            found.add(row)
            solver.clause([-solver.literal(v, v.position(world[v])) for v in constraint.scope])
        return found


def by_cpsat(problem: Problem, constraint: Constraint, given: dict[Variable, Hashable]) -> set[Row]:
    knowledge = Knowledge(problem).observe(constraint)
    for variable, value in given.items():
        knowledge = knowledge.observe(variable == value)
    return {tuple(world[v] for v in constraint.scope) for world in cpsat.worlds(knowledge)}


def few(
    truth: set[Row], scope: Sequence[Variable], luck: Random
) -> tuple[dict[Variable, Hashable], set[Row]]:
    """Values that leave few enough rows to list them one by one, and those rows."""
    given: dict[Variable, Hashable] = {}
    while len(truth) > LISTED:
        i = luck.randrange(len(scope))
        given[scope[i]] = luck.choice(sorted(truth, key=repr))[i]
        truth = {row for row in truth if row[i] == given[scope[i]]}
    return given, truth


def agree(
    problem: Problem,
    constraint: Constraint,
    keys: Sequence[Any],
    meaning: Meaning,
    luck: Random,
    *,
    cp: bool = False,
) -> None:
    """Assert that all forms of the constraint (over variables of `problem`, at `keys`) allow the same."""
    scope = constraint.scope
    truth = by_force(scope, keys, meaning)
    assert by_holds(constraint) == truth
    assert by_diagram(constraint, scope) == truth
    shuffled = list(scope)
    luck.shuffle(shuffled)
    assert by_diagram(constraint, shuffled) == truth
    assert by_sat(constraint, selected=luck.random() < 0.5) == truth
    copy = {v: Variable(v.name + "'", v.domain) for v in scope}
    assert by_holds(constraint.over(copy)) == truth
    assert constraint.sentence()
    if cp:
        values, left = few(truth, scope, luck)
        assert by_cpsat(problem, constraint, values) == left
    # The independent checker: with some values given, is nothing left?
    given = {v: luck.choice(v.domain) for v in luck.sample(scope, luck.randint(0, len(scope)))}
    fits = any(all(row[i] == given[v] for i, v in enumerate(scope) if v in given) for row in truth)
    facts = And(*(v == value for v, value in given.items()))
    assert unsatisfiable([constraint, facts]) != fits

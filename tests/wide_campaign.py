"""The search from the top down beside brute force, on problems as wide as a table of all rows allows.

    python tests/campaign.py wide --cases 100000 --seed 620000 --jobs 2 --results wide.jsonl

`worlds_campaign` has two to five variables, too few for parts of a problem to come asunder and be bound by what says
nothing of them any more. Here are five to ten, of two to four values, with clauses of up to four facts, sums, counts and
comparisons. Both searches tell the number of worlds and the chances of every value, and so does whatever form `compile`
chooses; then once more with likelihoods, a weighed fact and one more rule. A problem comes from the seed and its number
alone, and a hundred are one piece of work.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from deduce import AllDifferent, Exactly, Problem, Sum, Variable
from deduce.kernels import library, using
from deduce.language.constraints import Constraint
from deduce.language.facts import Fact, Or
from deduce.worlds import DecisionDnnf, Worlds
from deduce.worlds.compile import compile_constraints

CHUNK = 100
MOST = 70_000
"""Rows of the table of all worlds."""
SEARCHES = (False, True) if library() is not None else (False,)

Rows = NDArray[np.int8]
Stated = tuple[Constraint, NDArray[np.bool_]]


def clause(rng: random.Random, problem: Problem, rows: Rows, values: int) -> tuple[Fact, NDArray[np.bool_]]:
    """One of two to four facts, and in which rows it holds."""
    facts, holds = [], np.zeros(len(rows), dtype=bool)
    for at in rng.sample(range(rows.shape[1]), rng.randint(2, 4)):
        among = rng.sample(range(values), rng.choice([1, 1, 1, values - 1]))
        facts.append(problem.scope[at].is_in(among))
        holds |= np.isin(rows[:, at], among)
    return Or(*facts), holds


def stated(rng: random.Random, problem: Problem, rows: Rows, values: int) -> Stated:
    """A random constraint, and in which rows it holds."""
    x, many = problem.scope, rows.shape[1]

    def column(at: int) -> Rows:
        return rows[:, at]

    kind = rng.choice(["clause"] * 5 + ["sum", "more", "less", "apart", "times", "differ"])
    if kind == "clause":
        return clause(rng, problem, rows, values)
    a, b, c = rng.sample(range(many), 3)
    if kind == "sum":
        return x[a] + x[b] == x[c], column(a) + column(b) == column(c)
    if kind == "more":
        low = rng.randint(0, values)
        total = column(a) + column(b) + column(c)
        return Sum([x[a], x[b], x[c]], low, low + 2), (total >= low) & (total <= low + 2)
    if kind == "less":
        return x[a] <= x[b], column(a) <= column(b)
    if kind == "apart":
        return x[a] != x[b], column(a) != column(b)
    if kind == "times":
        number, value = rng.randint(0, 2), rng.randrange(values)
        return Exactly(number, [x[a], x[b], x[c]], value), (rows[:, [a, b, c]] == value).sum(
            axis=1
        ) == number
    return AllDifferent([x[a], x[b]]), column(a) != column(b)


def check(seed: int) -> bool:
    """Hold one problem against all rows; False where it has no world."""
    rng = random.Random(seed)
    values = rng.choice([2, 3, 3, 3, 4])
    many = rng.randint(5, 10)
    while values**many > MOST:
        many -= 1
    problem = Problem("wide")
    problem.variables("x", range(many), range(values))
    rows: Rows = np.array(list(product(range(values), repeat=many)), dtype=np.int8)
    holds, rules = np.ones(len(rows), dtype=bool), []
    for _ in range(rng.randint(2, 8)):
        rule, where = stated(rng, problem, rows, values)
        rules.append(rule)
        holds &= where
    forms: dict[str, Worlds] = {"chosen": compile_constraints(problem.scope, rules)}
    for compiled in SEARCHES:
        with using(compiled):
            forms[f"search, compiled: {compiled}"] = DecisionDnnf.of(problem.scope, rules)
    weights = holds.astype(float)
    assert_same(seed, problem.scope, forms, rows, weights)
    if not holds.any():
        return False
    # Then what makes values, a fact and its contrary likelier, and one more rule.
    at, ratios = rng.randrange(many), [rng.choice([0.25, 1.0, 3.0]) for _ in range(values)]
    (fact, true), ratio = clause(rng, problem, rows, values), rng.choice([0.5, 5.0])
    rule, where = stated(rng, problem, rows, values)
    weights *= np.array(ratios)[rows[:, at]]
    weights[true] *= ratio
    weights *= where
    variable = problem.scope[at]
    later = {
        name: form.weigh(variable, ratios).weigh_fact(fact, ratio).restrict(rule)
        for name, form in forms.items()
    }
    assert_same(seed, problem.scope, later, rows, weights)
    return True


def assert_same(
    seed: int,
    scope: Sequence[Variable],
    forms: Mapping[str, Worlds],
    rows: Rows,
    weights: NDArray[np.float64],
) -> None:
    """Every form tells the number of rows with a weight, and the share of every value in it."""
    left = weights > 0
    for name, form in forms.items():
        assert form.count() == left.sum(), (seed, name, form.count(), left.sum())
        for at, variable in enumerate(scope if left.any() else ()):
            shares = (
                np.bincount(rows[left, at], weights[left], minlength=len(variable.domain)) / weights.sum()
            )
            told = [form.marginals(variable).get(value, 0.0) for value in variable.domain]
            assert np.allclose(told, shares, atol=1e-9), (seed, name, variable.name, told, shares.tolist())


def chunk(_: str, seed: int) -> dict[str, int]:
    """A hundred problems: how many, and how many of them have no world."""
    done = [check(seed * CHUNK + number) for number in range(CHUNK)]
    return {"problems": len(done), "no worlds": done.count(False)}

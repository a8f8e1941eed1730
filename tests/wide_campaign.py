"""The search from the top down beside brute force, on problems as wide as a table of all rows allows.

    python tests/campaign.py wide --cases 100000 --seed 620000 --jobs 2 --results wide.jsonl

`worlds_campaign` has two to five variables, too few for parts of a problem to come asunder and be bound by what says
nothing of them any more. Here are five to ten, of two to four values, with clauses of up to four facts, sums, counts and
comparisons. Both searches tell the number of worlds and the chances of every value; so does whatever form `compile`
chooses. A problem comes from the seed and its number alone, and a hundred are one piece of work.
"""

from __future__ import annotations

import random
from itertools import product

import numpy as np
from numpy.typing import NDArray

from deduce import AllDifferent, Exactly, Problem, Sum
from deduce.kernels import library, using
from deduce.language.constraints import Constraint
from deduce.language.facts import Or
from deduce.worlds import DecisionDnnf, Worlds
from deduce.worlds.compile import compile_constraints

CHUNK = 100
MOST = 70_000
"""Rows of the table of all worlds."""
SEARCHES = (False, True) if library() is not None else (False,)

Rows = NDArray[np.int8]
Stated = tuple[Constraint, NDArray[np.bool_]]


def stated(rng: random.Random, problem: Problem, rows: Rows, values: int) -> Stated:
    """A random constraint, and in which rows it holds."""
    x, many = problem.scope, rows.shape[1]

    def column(at: int) -> Rows:
        return rows[:, at]

    kind = rng.choice(["clause"] * 5 + ["sum", "more", "less", "apart", "times", "differ"])
    if kind == "clause":
        facts, holds = [], np.zeros(len(rows), dtype=bool)
        for at in rng.sample(range(many), rng.randint(2, 4)):
            among = rng.sample(range(values), rng.choice([1, 1, 1, values - 1]))
            facts.append(x[at].is_in(among))
            holds |= np.isin(column(at), among)
        return Or(*facts), holds
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
    left = rows[holds]
    forms: dict[str, Worlds] = {"chosen": compile_constraints(problem.scope, rules)}
    for compiled in SEARCHES:
        with using(compiled):
            forms[f"search, compiled: {compiled}"] = DecisionDnnf.of(problem.scope, rules)
    for name, form in forms.items():
        if form.count() != len(left):
            raise AssertionError(f"seed {seed}, {name}: {form.count()} worlds, not {len(left)}; {rules}")
        for at, variable in enumerate(problem.scope if len(left) else ()):
            shares = np.bincount(left[:, at], minlength=values) / len(left)
            told = [form.marginals(variable).get(value, 0.0) for value in range(values)]
            if not np.allclose(told, shares, atol=1e-9):
                raise AssertionError(
                    f"seed {seed}, {name}: {variable} {told}, not {shares.tolist()}; {rules}"
                )
    return bool(len(left))


def chunk(_: str, seed: int) -> dict[str, int]:
    """A hundred problems: how many, and how many of them have no world."""
    done = [check(seed * CHUNK + number) for number in range(CHUNK)]
    return {"problems": len(done), "no worlds": done.count(False)}

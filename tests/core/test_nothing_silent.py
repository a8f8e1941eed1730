"""Python's own traps: what reads like a model and is none is an error that says what to write."""

from itertools import pairwise, permutations, product
from random import Random

import pytest

import deduce
from deduce import AllDifferent, Count, Knowledge, Problem, ProblemError, Sum, Variable
from deduce.graphs import Grid, Increasing, Lex, Regions, Regular, Runs, Table, Visible
from deduce.ground.errors import DeduceError, NotATruth
from deduce.language.variables import Scope


@pytest.fixture
def three():
    problem = Problem("three")
    return [problem.variable(name, [0, 1, 2]) for name in "abc"]


CHAINS = {
    "a == b == c": lambda a, b, c: a == b == c,
    "a != b != c": lambda a, b, c: a != b != c,
    "0 <= a < 2": lambda a, b, c: 0 <= a < 2,
    "a < b < c": lambda a, b, c: a < b < c,
    "2 * a == b == c": lambda a, b, c: 2 * a == b == c,
    "(a == b) or c": lambda a, b, c: (a == b) or c == 1,
    "(a == b) and c": lambda a, b, c: (a == b) and c == 1,
    "not a == b": lambda a, b, c: not a == b,  # noqa: SIM201
    "if a == b": lambda a, b, c: 1 if a == b else 2,
    "if a == a": lambda a, b, c: 1 if a == a else 2,
    "a in [b, c]": lambda a, b, c: a in [b, c],
    "a in (1, 2)": lambda a, b, c: a in (1, 2),
    "any": lambda a, b, c: any([a == b, b == c]),
    "all": lambda a, b, c: all(x == y for x, y in [(a, b), (b, c)]),
    "max": max,
    "sorted": lambda a, b, c: sorted([a, b, c]),
    "filter": lambda a, b, c: list(filter(None, [a == b])),
    "index": lambda a, b, c: [a, b].index(b),
    "tuples": lambda a, b, c: (a, b) == (b, a),
    "a constraint": lambda a, b, c: AllDifferent(a, b) and a == 1,
    "not a constraint": lambda a, b, c: not AllDifferent(a, b),
    "constraints compared": lambda a, b, c: bool(AllDifferent(a, b) == AllDifferent(a, b)),
    "facts compared": lambda a, b, c: bool((a == 1) == (a == 1)),
    "a choice": lambda a, b, c: deduce.element([3, 1, 4], a) == b == c,
    "an expression": lambda a, b, c: a + b or c,
}


@pytest.mark.parametrize("write", CHAINS.values(), ids=CHAINS)
def test_what_asks_for_a_truth_value_says_what_to_write(three, write):
    with pytest.raises(NotATruth, match="not true or false") as caught:
        write(*three)
    assert isinstance(caught.value, DeduceError)
    assert isinstance(caught.value, TypeError)
    for advice in ("(a == b) & (b == c)", "(0 <= a) & (a < 3)", "&, | and ~", "is_in", ">>", "a is b"):
        assert advice in str(caught.value)


def test_what_the_error_says_to_write_means_it(three):
    a, b, c = three
    facts = {
        (a == b) & (b == c): lambda x, y, z: x == y == z,
        (a >= 0) & (a < 2): lambda x, y, z: 0 <= x < 2,
        (a == b) | (c == 1): lambda x, y, z: x == y or z == 1,
        ~(a == b): lambda x, y, z: not x == y,  # noqa: SIM201
        a.is_in([1, 2]): lambda x, y, z: x in [1, 2],
        (a == 1) >> (b == 2): lambda x, y, z: x != 1 or y == 2,
        deduce.max_(a, b, c) == 1: lambda x, y, z: max(x, y, z) == 1,
    }
    for fact, meant in facts.items():
        for row in product(range(3), repeat=3):
            world = dict(zip(three, row, strict=True))
            assert fact.true_in({v: world[v] for v in fact.scope}) == meant(*row), fact


def test_variables_facts_and_constraints_are_kept_by_identity(three):
    a, b, c = three
    facts = [a == b, a == b, AllDifferent(a, b), AllDifferent(a, b)]
    assert len(set(facts)) == 4
    assert [facts[2] in set(facts), a in {a, b}, c in {a: 1, b: 2}] == [True, True, False]
    assert {(a, b): 1, (b, a): 2}[b, a] == 2
    problem = Problem("scopes")
    v = problem.variables("v", range(4), [0, 1])
    assert [problem.scope.index(v[i]) for i in range(4)] == [0, 1, 2, 3]
    assert v[2] in problem.scope
    assert a not in problem.scope
    assert problem.scope == tuple(v.values())
    assert tuple(v.values()) == problem.scope
    assert problem.scope != tuple(v.values())[::-1]
    assert Scope() == ()
    assert hash(problem.scope) == hash(tuple(v.values()))
    assert problem.scope != [*v.values()]


def test_constraints_compared_are_a_fact(three):
    a, b, c = three
    for same in (True, False):
        one, other = AllDifferent(a, b), Sum([b, c], 2, 2)
        fact = (one == other) if same else (one != other)
        for row in product(range(3), repeat=3):
            world = dict(zip(three, row, strict=True))
            agree = (row[0] != row[1]) == (row[1] + row[2] == 2)
            assert fact.true_in(world) == (agree == same)
    assert (AllDifferent(a, b) == True).sentence() == "a, b are all different"  # noqa: E712
    assert (AllDifferent(a, b) == None) is False  # noqa: E711
    for wrong in (
        lambda: Count(three, 1) == 2,
        lambda: Count(three, 1) != 2,
        lambda: AllDifferent(a, b) == c,
    ):
        with pytest.raises(ProblemError, match="a condition, no number"):
            wrong()


def test_weights_in_a_domain_are_refused():
    problem = Problem("weights")
    for add in (
        lambda: problem.variable("a", {1: 0.5, 2: 0.5}),
        lambda: problem.variables("b", range(2), {1: 0.5, 2: 0.5}),
        lambda: problem.variables("c", range(2), lambda key: {key: 1.0}),
        lambda: Variable("d", {1: 1}),
    ):
        with pytest.raises(ProblemError, match=r"what it maps to would be lost.*weigh"):
            add()
    assert problem.scope == ()


def test_truth_values_beside_numbers_are_refused():
    for domain in ([True, 1], [0, True], [False, 0.5, 2], [True, False, 2]):
        with pytest.raises(ProblemError, match="truth values beside numbers"):
            Variable("mixed", domain)
    assert Variable("kinds", [True, "maybe", None]).domain == (True, "maybe", None)


ORDERS = {
    "<": lambda x, y: x < y,
    "<=": lambda x, y: x <= y,
    ">": lambda x, y: x > y,
    ">=": lambda x, y: x >= y,
}


@pytest.mark.parametrize("written", ORDERS)
def test_false_is_below_true_however_the_domain_is_listed(written):
    meant = ORDERS[written]
    for one, other in product([[False, True], [True, False], [True], [0, 1, 2]], repeat=2):
        a, b = Variable("a", one), Variable("b", other)
        fact = meant(a, b)
        for x, y in product(one, other):
            assert fact.true_in({a: x, b: y}) == meant(x, y), (one, other, x, y)
        for bound in (False, True, 0, 1, 0.5) if one != [0, 1, 2] else (0, 1, 0.5):
            fact = meant(a, bound)
            assert [fact.true_in({a: x}) for x in one] == [meant(x, bound) for x in one]
    with pytest.raises(ProblemError, match="takes numbers; True"):
        meant(Variable("n", [1, 2]), True)
    with pytest.raises(ProblemError, match="False before True"):
        meant(Variable("t", [True, False]), "x")


def test_other_values_are_ordered_by_their_place():
    size = Variable("size", ["S", "M", "L"])
    assert (size < "L").values == ("S", "M")
    assert [x for x in size.domain if (size >= "M").true_in({size: x})] == ["M", "L"]


def _asked_of_clauses(problem):
    """Knowledge that asks a solver, however few its worlds."""
    knowledge = Knowledge(problem)
    knowledge._wide = True
    assert knowledge.form == "sat"
    return knowledge


def _lines(rng, v):
    """A random condition on the line, and what it means."""
    some = rng.sample(v, rng.randint(2, 4))
    rows = [tuple(rng.choice([..., *range(1, 5)]) for _ in some) for _ in range(3)]
    fits = [lambda row, r=r: all(e is ... or e == x for e, x in zip(r, row, strict=True)) for r in rows]
    seen = rng.randint(1, 3)
    values = rng.sample(range(5), 2)
    return some, rng.choice([
        (Visible(some, seen), lambda row: sum(x > max(row[:i], default=0) for i, x in enumerate(row)) == seen),
        (Regular(some, lambda s, x: (s + x) % 5, 0, values), lambda row: sum(row) % 5 in values),
        (Table(some, rows), lambda row: any(fit(row) for fit in fits)),
        (Increasing(some), lambda row: all(x < y for x, y in pairwise(row))),
        (Increasing(some, strict=False), lambda row: list(row) == sorted(row)),
        (Lex(some[:1], some[1:2]), lambda row: row[0] <= row[1]),
        (Runs(some, [1], value=2), lambda row: row.count(2) == 1),
        (Count(some, [1, 2], 1, 1), lambda row: sum(x in (1, 2) for x in row) == 1),
    ])  # fmt: skip


def test_a_solver_says_what_holds_of_every_kind_of_line():
    met = set()
    for seed in range(60):
        rng = Random(seed)
        problem = Problem("line")
        v = [problem.variable(f"v{i}", range(1, 5)) for i in range(4)]
        problem.require(AllDifferent(v))
        knowledge, worlds = _asked_of_clauses(problem), list(permutations(range(1, 5)))
        if rng.random() < 0.7:
            low = rng.randint(1, 3)
            knowledge = knowledge.observe(v[0] <= low)
            worlds = [w for w in worlds if w[0] <= low]
        some, (constraint, meant) = _lines(rng, v)
        places = [problem.scope.index(x) for x in some]
        # Table and Lex keep an order of their own.
        truths = {bool(meant(tuple(w[i] for i in places))) for w in worlds}
        wanted = None if len(truths) == 2 else truths.pop()
        assert knowledge.holds(constraint) is wanted, (seed, constraint)
        met.add((type(constraint).__name__, wanted))
    assert len({name for name, _ in met}) == 7
    assert {wanted for _, wanted in met} == {True, False, None}


def test_what_is_too_large_to_be_denied_is_looked_for_among_worlds(monkeypatch):
    problem = Problem("large")
    v = [problem.variable(f"v{i}", range(4)) for i in range(4)]
    knowledge = _asked_of_clauses(problem).observe(sum(v) <= 2)
    low = Regular(v, lambda s, x: s + x, 0, lambda s: s <= 2)
    even = Regular(v, lambda s, x: (s + x) % 2, 0, [0])
    monkeypatch.setattr("deduce.language.reified._MAX_MOVES", 1)
    assert knowledge.holds(low) is True
    assert knowledge.holds(even) is None
    monkeypatch.setattr("deduce.explain.search._TRIED", 3)
    with pytest.raises(deduce.GaveUp, match="more than 3 worlds"):
        knowledge.holds(low)


def test_the_opposite_of_regions():
    grid = Grid(2, 2)
    for demands in ({"sizes": [2]}, {"sizes": [4]}, {"sizes": [1, 3]}, {"size_at": {(1, 1): 1}}, {}):
        for over_nodes in (True, False):
            problem = Problem("regions")
            keys = grid.nodes if over_nodes else grid.edges
            b = problem.variables("b", keys, [0, 1])
            regions = Regions(b, grid, **demands) if over_nodes else Regions(b, **demands)
            truths = [regions.holds(row) for row in product([0, 1], repeat=len(keys))]
            knowledge = Knowledge(problem)
            assert knowledge.observe(regions).is_consistent() == any(truths)
            denied = knowledge.observe(~regions)
            assert denied.worlds.count() == truths.count(False)
            assert _asked_of_clauses(problem).holds(~regions) is (
                None if len(set(truths)) == 2 else not truths[0]
            )

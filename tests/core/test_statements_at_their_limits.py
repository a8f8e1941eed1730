"""What is refused of a statement, where it is too large to be said, and what other types are told."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from deduce import (
    AllDifferent,
    Channel,
    Count,
    Knowledge,
    Predicate,
    Problem,
    Relation,
    Sum,
    adding,
    calculation,
    comparisons,
    element,
    reified,
    relations,
)
from deduce.agents.formulas import Formula, Plain
from deduce.backends.sat import SatSolver
from deduce.ground.errors import ProblemError, TooLarge
from deduce.language.facts import And, Fact
from deduce.language.reified import Holds, holding


@pytest.fixture
def named():
    problem = Problem()
    found = {name: problem.variable(name, range(4)) for name in "abcd"}
    found |= {name: problem.variable(name, ["cat", "dog", "emu"]) for name in "pq"}
    found["x"] = problem.variables("x", range(4), range(4))
    return found


REFUSED = [
    (lambda a, b, p, q, x: (a == 1) == p, "p takes values that are no whole numbers, such as 'cat'"),
    (lambda a, b, p, q, x: element(["cat", "dog", "emu", "emu"], a) < "cat", "cannot be put in order"),
    (
        lambda a, b, p, q, x: element(["cat", "dog", "emu", "emu"], a) == "cow",
        "'cow' is no value of the entry of",
    ),
    (lambda a, b, p, q, x: element([1, 2, 3], a), "'a' can be 3, and the list has the places 0 to 2"),
    (lambda a, b, p, q, x: element([1, 2, 3, 4], a - 1), "can be -1, and the list has the places 0 to 3"),
    (lambda a, b, p, q, x: x[a + b] == 1, "a \\+ b can be 4, and x has no such member"),
    (lambda a, b, p, q, x: a + b == 2.5, "2.5 is no whole number"),
    (lambda a, b, p, q, x: a + b != 2.5, "so 'a \\+ b' is never it"),
    (lambda a, b, p, q, x: (a == 1) & True, "& combines facts, not True"),
    (lambda a, b, p, q, x: (a == 1) | 3, r"\(a == 1\) \| \(b == 2\)"),
    (lambda a, b, p, q, x: (a == 1) ^ "b", r"\^ combines facts, not 'b'"),
    (lambda a, b, p, q, x: (a == 1) >> 1, ">> combines facts, not 1"),
    (lambda a, b, p, q, x: AllDifferent(a, b) & 2, "& combines facts, not 2"),
    (lambda a, b, p, q, x: Channel([a], [b]), "needs two families of variables"),
    (lambda a, b, p, q, x: Channel({0: a}, [b]), "needs two families of variables"),
    (lambda a, b, p, q, x: Channel({"u": a}, {"v": b}), "no value of the left variables is a key"),
    (lambda a, b, p, q, x: Count([a, b], 1, low=-1), "not low=-1, high=2"),
    (lambda a, b, p, q, x: Count([a, b], 1, 0, -1), "0 <= low <= high, not low=0, high=-1"),
    (lambda a, b, p, q, x: Count([a, b], 1, 0.5, 1), "whole numbers"),
    (lambda a, b, p, q, x: Count([a, b], 1, 0, "2"), "whole numbers"),
    (lambda a, b, p, q, x: Sum([a, b], 2, 2, weights=[1, 2, 3]), "2 variables but 3 weights"),
    (lambda a, b, p, q, x: Sum([a, b], 0.5), "whole-number bound"),
    (lambda a, b, p, q, x: Sum([a, b], 1, high=1.5), "whole-number bound"),
    (lambda a, b, p, q, x: Sum([a, b], 1, weights=[1, 0.5]), "whole-number weights"),
    (lambda a, b, p, q, x: Sum([a, p], 1), "p can be 'cat'"),
    (lambda a, b, p, q, x: Sum([a, b]), "at least one whole-number bound"),
    (lambda a, b, p, q, x: AllDifferent(a, b, a), "a twice"),
    (lambda a, b, p, q, x: Relation([a, b], [(1,)]), r"tuples of 2, not \(1,\)"),
    (lambda a, b, p, q, x: Relation([a, b], [(1, 5)]), "5 is not in the domain of b"),
    (lambda a, b, p, q, x: Relation([], []), "at least one variable"),
]


@pytest.mark.parametrize("number", range(len(REFUSED)))
def test_what_cannot_be_said_is_refused_in_words(named, number):
    make, says = REFUSED[number]
    with pytest.raises(ProblemError, match=says):
        make(*(named[name] for name in "abpqx"))


def test_facts_are_compared_with_facts_and_numbers_only(named):
    one = named["a"] == 1
    assert ((one == "a"), (one != "a")) == (False, True)
    assert (one == 1) is one is (one != 0)
    assert (one == 0).sentence() == (one != True).sentence() == "a is not 1"  # noqa: E712
    assert (
        one == AllDifferent(named["a"], named["b"])
    ).sentence() == "a is 1 exactly if a, b are all different"
    assert (AllDifferent(named["a"], named["b"]) | one).sentence() == "(a, b are all different) or a is 1"
    assert holding(one) is one
    for wrong in (lambda: bool(one), lambda: one and one, lambda: not one):
        with pytest.raises(TypeError, match="combine facts with &, \\| and ~"):
            wrong()
    with pytest.raises(ProblemError, match="has no form with a known"):
        Holds(AllDifferent(named["a"], named["b"])).given(named["a"], 1)


def said(fact, variables):
    """How many worlds of a solver fit a fact, and how many do not."""
    with SatSolver() as solver:
        for variable in variables:
            solver.literals(variable)
        literal = fact.literal(solver)
        found = []
        for sign in (literal, -literal):
            number = 0
            while solver.satisfiable([sign]):
                world = solver.world(variables)
                solver.clause([-solver.literal(v, v.position(world[v])) for v in variables])
                number += 1
            found.append(number)
        return tuple(found)


def test_a_relation_with_too_many_others_is_said_by_its_judge():
    problem = Problem()
    wide = [problem.variable(name, range(500)) for name in "xy"]
    rows = [(1, 2), (1, 3), (400, 2)]
    listed = Relation(wide, rows)
    with SatSolver() as solver:
        solver.add(~listed)
        literal = holding(listed).literal(solver)
        for x, y, true in ((1, 2, True), (1, 4, False), (400, 3, False), (400, 2, True), (2, 2, False)):
            chosen = [solver.literal(v, value) for v, value in zip(wide, (x, y), strict=True)]
            assert solver.satisfiable(chosen) != true
            assert not solver.satisfiable([*chosen, literal])
    with pytest.MonkeyPatch.context() as patch, SatSolver() as solver:
        patch.setattr(reified, "_MAX_MOVES", 999)
        with pytest.raises(ProblemError, match="is too large to be stated to a solver"):
            solver.add(~listed)


def test_bounds_of_what_is_tabulated_are_reached_and_not_passed(named):
    a, b, c, d, x = (named[name] for name in "abcdx")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(relations, "MAX_TABULATED", 16)
        assert len(Predicate(lambda a, b: a < b, a, b).rows) == 6
        with pytest.raises(ProblemError, match=r"call the function 64 times \(at most 16\)"):
            Predicate(lambda a, b, c: True, a, b, c)
        patch.setattr(comparisons, "_MAX_CASES", 16)
        assert said(x[a] + x[b] == 3, [a, b, *x.values()])[0] > 0
        with pytest.raises(ProblemError, match="has more than 16 cases"):
            x[a] + x[b] + x[c] == 3  # noqa: B015
        patch.setattr(calculation, "_MAX_CLAUSES", 28)
        worlds = [(a, b, c, d) for a, b, c, d in product(range(4), repeat=4) if a * (b + c) == d]
        assert said(a * (b + c) == d, [a, b, c, d])[0] == len(worlds)
        patch.setattr(calculation, "_MAX_CLAUSES", 27)
        with SatSolver() as solver, pytest.raises(ProblemError, match="an operation on 4 by 7 numbers"):
            (a * (b + c) == d).literal(solver)


@pytest.mark.parametrize(("pairs", "triples"), [(16, 64), (15, 63)])
def test_forms_of_comparisons_by_size_say_the_same(named, pairs, triples):
    """Up to a size pairs and triples of values are tabulated, beyond it worked out: the same worlds."""
    a, b, c = (named[name] for name in "abc")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(comparisons, "_MAX_PAIRS", pairs)
        patch.setattr(comparisons, "_MAX_TRIPLES", triples)
        two, three, straight = a * b <= 2, a * b == c + 1, 2 * a == b
    kinds = [type(fact.meaning).__name__ for fact in (two, three)]
    assert kinds == (["Pairs", "Holds"] if pairs == 16 else ["Calculation", "Calculation"])
    grid = dict(zip((a, b, c), np.indices((4, 4, 4)).reshape(3, -1), strict=True))
    x, y, z = grid[a], grid[b], grid[c]
    assert (two.check(grid) == (x * y <= 2)).all()
    assert (three.check(grid) == (x * y == z + 1)).all()
    assert (straight.check(grid) == (2 * x == y)).all()
    assert said(two, [a, b]) == (10, 6)
    assert said(three, [a, b, c])[0] == int((x * y == z + 1).sum())


def test_a_sum_wider_than_words_has_only_so_many_totals():
    problem = Problem()
    wide = [problem.variable(f"v{i}", [0, 3**i + 10**19]) for i in range(12)]
    halves = Sum(wide, 5 * 10**19, 7 * 10**19)
    assert len(halves.automata(tuple(wide))) == 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(adding, "_TOTALS", 31)
        with pytest.raises(TooLarge, match=r"more than 31 different totals after 5 of its 12 variables"):
            halves.automata(tuple(wide))
        patch.setattr(adding, "_TOTALS", 32)
        with pytest.raises(TooLarge, match=r"more than 32 different totals after 6 of its 12 variables"):
            halves.automata(tuple(wide))
    found = Knowledge(problem).observe(Sum(wide[:5], 0, 10**19 + 27)).count()
    assert found == (1 + 4) * 2**7  # none of the five, or one that is not 81


class Odd(Fact):
    """A fact that has said nothing of itself but its words."""

    scope = ()

    def __invert__(self):
        return self

    def given(self, variable, value):
        return self

    def true_in(self, world):
        return True

    def literal(self, model):
        return model.constant()

    def over(self, mapping):
        return self

    def check(self, columns):
        return np.array(True)

    def sentence(self):
        return "all is odd"


def test_a_fact_without_a_key_says_so():
    with pytest.raises(TypeError, match="all is odd"):
        Odd().key()
    assert Odd().prepared(()).parts()[0].sentence() == "all is odd"
    assert And(Odd()).operands == ()


def test_formulas_take_facts_and_facts_leave_formulas_alone(named):
    """What agents know is said by formulas: they combine with facts by & and |, and by nothing else."""
    one, formula = named["a"] == 1, Plain(named["b"] == 2)
    for fact in (one, AllDifferent(named["a"], named["b"])):
        for made, word in ((fact & formula, "and"), (fact | formula, "or"), (formula & fact, "and")):
            assert isinstance(made, Formula)
            assert f" {word} " in made.sentence()
        for wrong in (lambda fact=fact: fact ^ formula, lambda fact=fact: fact >> formula):
            with pytest.raises(TypeError, match="unsupported operand"):
                wrong()
    assert ((one == formula), (one != formula)) == (False, True)


def test_constraints_imply_and_show_themselves(named):
    a, b, c = (named[name] for name in "abc")
    apart = AllDifferent(a, b)
    assert (
        apart.implies(c == 1).sentence()
        == (apart >> (c == 1)).sentence()
        == "if a, b are all different, then c is 1"
    )
    assert holding(apart).prepared((a, b)).sentence() == "what is left to decide"
    assert repr(Channel({1: a, 2: b}, {0: c})) == "Channel([1, 2], [0])"
    assert repr(Channel(named["x"], {0: a})) == "Channel([0, 1, 2, 3], [0])"
    few = [
        Problem().variable(name, domain)
        for name, domain in (("v", [1, 2, 3]), ("w", [3, 4]), ("u", [5, 6]))
    ]
    assert [one.bits for one in AllDifferent(few).automata(tuple(few))] == [1]
    sets = Problem().variable("z", [frozenset({1}), frozenset({2}), frozenset()])
    counted = Count([sets], frozenset({1}), 1, 1)
    assert counted.values == (frozenset({1}),)
    assert [counted.holds([value]) for value in sets.domain] == [True, False, False]

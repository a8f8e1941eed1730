"""Every kind of statement, said in every form the library has for it, beside what it means in plain Python.

Of each statement: its words, its text for programmers (read back), all worlds by `holds`, by whole columns, by its
automata read in three orders, by what it says to a solver (as a rule, under a condition, as a literal), value by
value, as its opposite, over other variables, in simpler parts.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from many_statements import COMPARED, COUNTING, FACTS, HERE, LISTED, RARE, THERE

import deduce
from deduce import AllDifferent, Channel, Count, Problem, Relation, Sum, count, element, max_, min_
from deduce.backends.sat import SatSolver
from deduce.explain.opposite import opposite as opposite_of
from deduce.language.facts import And, Fact, Or, Within
from deduce.language.reified import Holds, Iff, Implies, holding
from deduce.language.variables import Scope

UNREAD = ("x[", "[a", "entry of", "Channel", "Tally")
"""In texts that name what cannot be made from names alone."""

UNNAMED = ("never", "the outer ones add up", "mean(a, b, c)")
"""Words of relations that their text for programmers leaves out."""

EVERY = [*COUNTING, *LISTED, *FACTS, *COMPARED, *RARE]
every = pytest.mark.parametrize("statement", EVERY)


def read(statement, table=HERE):
    """The statement over a table's variables, and its variables in the order in which its meaning names them."""
    names, _, say, meaning = statement
    return say(table), [table.names[name] for name in names], meaning


def worlds(variables):
    """Every combination of positions, and of values."""
    places = list(product(*(range(len(v.domain)) for v in variables)))
    return places, [tuple(v.domain[i] for v, i in zip(variables, row, strict=True)) for row in places]


def expected(variables, meaning):
    return np.array([bool(meaning(*values)) for values in worlds(variables)[1]])


def checked(constraint, variables):
    rows = np.array(worlds(variables)[0], dtype=np.int64).reshape(-1, len(variables))
    columns = {v: rows[:, i] for i, v in enumerate(variables)}
    return np.broadcast_to(constraint.check(columns), len(rows))


def accepted(automaton, variables):
    """For every world where an automaton ends: -1 when it dies on the way."""
    rows = np.array(worlds(variables)[0], dtype=np.int64)
    states, living = np.full(len(rows), automaton.start, dtype=np.int64), np.ones(len(rows), dtype=bool)
    for position, variable in enumerate(automaton.order):
        values = rows[living, Scope(variables).index(variable)]
        alive, following = automaton.step(position, states[living], values)
        states[living] = following
        if alive is not None:
            living[living] = alive
        assert ((states[living] >= 0) & (states[living] < 1 << automaton.bits)).all()
    return np.where(living, states, -1)


@every
def test_words_and_texts(statement):
    _, words, _, meaning = statement
    constraint, variables, _ = read(statement)
    assert constraint.sentence() == str(constraint) == words
    written = repr(constraint)
    if written.startswith("<") or any(word in written for word in UNREAD):
        return
    again = eval(written, {**spoken(), **HERE.names})
    if isinstance(again, bool):  # nothing is left to ask of "a - b <= 3"
        assert again == all(expected(variables, meaning))
        return
    assert again.sentence() == words or words in UNNAMED
    assert (checked(again, variables) == expected(variables, meaning)).all()


def spoken():
    """The names that texts for programmers use, taking names of variables for variables."""

    def of_names(kind):
        return lambda names, *more, **options: kind([HERE.names[name] for name in names], *more, **options)

    kinds = {kind.__name__: of_names(kind) for kind in (AllDifferent, Count, Sum, Relation)}
    return {**kinds, "And": And, "Or": Or, "Implies": Implies, "Iff": Iff, "Holds": Holds, "abs": abs,
            "min": min_, "max": max_, "min_": min_, "max_": max_}  # fmt: skip


@every
def test_worlds_one_by_one_and_by_columns(statement):
    constraint, variables, meaning = read(statement)
    truth = expected(variables, meaning)
    place = [Scope(variables).index(v) for v in constraint.scope]
    assert set(constraint.scope) <= set(variables)
    assert [constraint.holds([row[i] for i in place]) for row in worlds(variables)[1]] == truth.tolist()
    assert (checked(constraint, variables) == truth).all()
    parts = constraint.parts()
    together = np.ones(len(truth), dtype=bool)
    for part in parts:
        together &= checked(part, variables)
    assert (together == truth).all()
    for group, bits in constraint.spans():
        assert set(group) <= set(constraint.scope)
        assert bits > 0 or not group or len(group) == 1
    if not isinstance(constraint, Fact | Channel | Count) and constraint.scope:
        bits = sum(automaton.bits for automaton in constraint.automata(constraint.scope))
        assert constraint.spans() == [(constraint.scope, bits)]
    for variable in variables:
        mask = constraint.support(variable)
        if mask is not None:
            assert variables == [variable] or len(constraint.scope) < 2
            assert [bool(mask >> i & 1) for i in range(len(variable.domain))] == truth.tolist()


@every
def test_automata_in_three_orders(statement):
    constraint, variables, meaning = read(statement)
    scope, truth = constraint.scope, expected(variables, meaning)
    if not scope:  # always or never: nothing is read
        assert len(set(truth)) == 1
        return
    for order in {scope, scope[::-1], (*scope[1:], *scope[:1])}:
        ends = [accepted(automaton, variables) for automaton in constraint.automata(order)]
        for automaton in constraint.automata(order):
            there = set(automaton.order)
            assert Scope(v for v in order if v in there) == automaton.order
        together = np.all([end == 0 for end in ends], axis=0) if ends else np.ones(len(truth), bool)
        assert (together == truth).all()
        if isinstance(constraint, Fact):
            judge = constraint.judge(order)
            assert (accepted(judge, variables) == truth).all()


@every
def test_what_a_solver_is_told(statement):
    constraint, variables, meaning = read(statement)
    truth = expected(variables, meaning)
    with SatSolver() as rule, SatSolver() as solver:
        for variable in variables:
            rule.literals(variable)
            solver.literals(variable)
        rule.add(constraint)
        when = solver.fresh()
        solver.add(constraint, when)
        stated, fact = [when], holding(constraint)
        if not isinstance(constraint, Sum) or constraint.form.span < 1 << 40:
            stated.append(fact.literal(solver))
            opposite = ~fact
            not_so = solver.fresh()
            solver.add(opposite, not_so)
        for row, true in zip(worlds(variables)[0], truth, strict=True):
            chosen = [rule.literal(v, i) for v, i in zip(variables, row, strict=True)]
            assert rule.satisfiable(chosen) == true
            chosen = [solver.literal(v, i) for v, i in zip(variables, row, strict=True)]
            assert solver.satisfiable([*chosen, -when])
            for literal in stated:
                assert solver.satisfiable([*chosen, literal]) == true
            if len(stated) > 1:
                assert solver.satisfiable([*chosen, -stated[1]]) != true
                assert solver.satisfiable([*chosen, not_so]) != true


@every
def test_opposites_and_other_variables(statement):
    constraint, variables, meaning = read(statement)
    truth = expected(variables, meaning)
    fact = holding(constraint)
    for opposite, wanted in ((~fact, ~truth), (~~fact, truth), (~constraint, ~truth)):
        assert (checked(opposite, variables) == wanted).all()
        found = [opposite.true_in(dict(zip(variables, row, strict=True))) for row in worlds(variables)[1]]
        assert found == wanted.tolist()
        apart = [checked(each, variables) for each in opposite_of(opposite)]
        assert (np.any(apart, axis=0) == ~wanted).all()
    elsewhere = {v: THERE.other(v) for v in variables}
    moved = [elsewhere[v] for v in variables]
    for made, right in ((constraint, True), (fact, True), (~fact, False)):
        assert (checked(made.over(elsewhere), moved) == (expected(moved, meaning) == right)).all()
        assert (checked(made.over({}), variables) == (truth == right)).all()
    if len(variables) > 1:  # one of them alone
        first = {variables[0]: elsewhere[variables[0]]}
        mixed = [first.get(v, v) for v in variables]
        assert (checked(constraint.over(first), mixed) == expected(mixed, meaning)).all()


@every
def test_facts_read_value_by_value(statement):
    constraint, variables, meaning = read(statement)
    if sum(len(v.domain) for v in variables) > 14 and statement[0] != "abcd":
        return
    truth = expected(variables, meaning)
    for fact, wanted in ((holding(constraint), truth), (~holding(constraint), ~truth)):
        for order in (variables, variables[::-1]):
            start = fact.prepared(tuple(order))
            assert (checked(start, variables) == wanted).all()
            assert (checked(~start, variables) != wanted).all()
            for row, true in list(zip(worlds(variables)[0], wanted, strict=True))[:: 1 + len(truth) // 50]:
                known, rest = dict(zip(variables, row, strict=True)), start
                for variable in order:
                    rest = rest.given(variable, known[variable])
                assert rest.scope == ()
                assert rest.true_in({}) == true
                assert rest.key() == (And() if true else Or()).key()


def test_facts_with_one_key_are_one_fact():
    """Where keys are equal so is what is said; and facts, counts, sums and all-differents made twice have one key."""
    told, kept = {}, []  # keys name things by their place in memory
    for number, parameter in enumerate(EVERY):
        statement = parameter.values[0]
        constraint, variables, _ = read(statement)
        for turn in (lambda fact: fact, lambda fact: ~fact):
            fact, again = turn(holding(constraint)), turn(holding(read(statement)[0]))
            if number < len(COUNTING) or parameter in FACTS:
                assert fact.key() == again.key(), fact
            kept.append(fact)
            truth = tuple(checked(fact, variables))
            known = told.setdefault(fact.key(), (Scope(variables), truth))
            assert known[0] != Scope(variables) or known[1] == truth, fact


def test_statements_of_one_likeness_say_the_same():
    alike = {}
    for statement in EVERY:
        constraint, _, _ = read(*statement.values)
        if (like := constraint.likeness()) is not None and constraint.scope:
            alike.setdefault((type(constraint), like, tuple(constraint.scope)), []).append(constraint)
    groups = [(scope, group) for (_, _, scope), group in alike.items() if len(group) > 1]
    assert groups
    assert all(len({checked(each, scope).tobytes() for each in group}) == 1 for scope, group in groups)


def test_a_fact_counts_as_nought_or_one_in_every_form():
    a, b, t = HERE.a, HERE.b, HERE.t
    for made in (
        (a == 1) + (b == 2) == 1,
        3 * (a == 1) - (b == 2) > 0,
        (a == 1) * b == 2,
        t.is_in([True]) + a == 1,
    ):
        assert isinstance(made, Fact)
    assert (
        checked((a == 1) + (b == 2) == 1, [a, b]) == expected([a, b], lambda a, b: (a == 1) != (b == 2))
    ).all()
    assert (checked((a == 1) * b == 2, [a, b]) == expected([a, b], lambda a, b: a == 1 and b == 2)).all()


def test_listing_and_family_names():
    problem = Problem()
    many = problem.variables("m", range(9), domain=range(3))
    some = list(many.values())
    assert AllDifferent(some[:6]).sentence() == "m[0], m[1], m[2], m[3], m[4], m[5] are all different"
    assert AllDifferent(some[:7]).sentence() == "m[0], m[1], m[2], m[3], ..., m[6] are all different"
    assert AllDifferent(many).sentence() == "m[0], m[1], m[2], m[3], ..., m[8] are all different"
    assert Sum(some[:6], 3, 3).sentence() == "m[0] + m[1] + m[2] + m[3] + m[4] + m[5] is 3"
    assert Sum(many, 3, 4).sentence() == "m[0] + m[1] + m[2] + m[3] + ... + m[8] is 3 to 4"
    nine = [v == 1 for v in many.values()]
    assert (count(nine) >= 3).sentence().count(";") == 7
    assert (count(nine[:8]) >= 3).sentence().count(";") == 7
    assert (count(nine) >= 3).sentence().endswith("m[5] is 1; ...; m[8] is 1")
    assert deduce.element(list(range(9)), many[0]).name == "the entry of [0, 1, 2, 3, ..., 8] at m[0]"
    assert deduce.element(list(range(6)), many[0]).name == "the entry of [0, 1, 2, 3, 4, 5] at m[0]"
    views = Channel(many, problem.variables("n", range(3), domain=range(9)))
    assert views.sentence().startswith("m[0], ..., m[8] and n[0], n[1], n[2] are two views")
    assert isinstance(many[0] == 1, Within)


def test_what_is_always_and_what_is_never():
    always, never = And(), Or()
    assert (always.sentence(), never.sentence()) == ("nothing is required", "this cannot be")
    assert (repr(always), repr(never)) == ("And()", "Or()")
    assert (always.holds([]), never.holds([])) == (True, False)
    assert ((~always).key(), (~never).key()) == (never.key(), always.key())
    assert (bool(always.check({})), bool(never.check({}))) == (True, False)
    one = HERE.a == 1
    for made, like in (
        (one & always, one), (one & never, never), (one | always, always), (one | never, one),
        (And(one), one), (Or(one), one), (And(always, never), never), (Or(always, never), always),
    ):  # fmt: skip
        assert made.scope == like.scope
        assert (checked(made, [HERE.a]) == checked(like, [HERE.a])).all()
        assert made.sentence() == like.sentence()
    assert one.over({}).sentence() == "a is 1"
    assert (always.parts(), always.automata(())) == ([], [])


def test_facts_compared_are_a_fact_of_their_own():
    """With itself, with its like, with another: never a truth value of Python's."""
    one, like = HERE.a == 1, HERE.a == 1
    for unclear in (one == one, one != one, one == like, one != like):
        with pytest.raises(TypeError, match="not true or false by itself"):
            bool(unclear)


def test_more_values_than_one_automaton_remembers():
    problem = Problem()
    x, y = (problem.variable(name, range(70)) for name in "xy")
    apart = AllDifferent(x, y)
    assert [automaton.bits for automaton in apart.automata((x, y))] == [62, 8]
    ends = np.all([accepted(automaton, [x, y]) == 0 for automaton in apart.automata((y, x))], axis=0)
    assert (ends == expected([x, y], lambda x, y: x != y)).all()
    assert problem.compile().count() == 4900


def test_expressions_in_columns_and_within_their_ends():
    a, b, e, t, x = HERE.a, HERE.b, HERE.e, HERE.t, HERE.x
    told = {
        "ab": [
            (x[a] + b, lambda a, b: (a, b, 0, 0)[a] + b if a < 2 else None),
            (a * b - 1, lambda a, b: a * b - 1),
        ],
        "abe": [
            (element([7, a, b], t + 1) * e, None),
            (
                abs(a - b) + min_(a, e, 2) - max_(b, e),
                lambda a, b, e: abs(a - b) + min(a, e, 2) - max(b, e),
            ),
            ((a + 1) ** 2 // (b + 1) + a % (b + 2), lambda a, b, e: (a + 1) ** 2 // (b + 1) + a % (b + 2)),
        ],
        "at": [(element([7, a], t + 0) + 2 * (a == 1), lambda a, t: (a if t else 7) + 2 * (a == 1))],
    }
    for names, made in told.items():
        for expression, meaning in made:
            variables = list(dict.fromkeys([*(HERE.names[name] for name in names), *expression.scope]))
            rows, values = worlds(variables)
            rows = np.array(rows, dtype=np.int64)
            columns = {v: rows[:, i] for i, v in enumerate(variables)}
            found = np.broadcast_to(expression.column(columns), len(rows))
            one_by_one = [expression.value_in(dict(zip(variables, row, strict=True))) for row in values]
            assert found.tolist() == one_by_one
            assert expression.low <= found.min()
            assert found.max() <= expression.high
            if meaning is not None:
                right = [meaning(*row[: len(names)]) for row in values]
                assert all(r is None or r == f for r, f in zip(right, one_by_one, strict=True))

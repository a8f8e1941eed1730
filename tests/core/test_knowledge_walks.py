"""Whole histories beside brute force: what is learned, weighed, changed and taken back, asked on the way and at the end.

What is chosen by size is forced here, so that a small problem goes every way: worlds at hand or a solver, worlds made
anew, worlds one by one.
"""

import itertools
import random
from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_problems import brute_force, constraints, problems
from test_changes import SIZE, moved

from deduce import Contradiction, Knowledge, Problem, Sum, TooLarge, knowledge
from deduce.backends import routing
from deduce.backends.live import clauses_of
from deduce.language.variables import Scope
from deduce.worlds import following

WAYS = {
    "as it is": [],
    "a solver": [(routing, "_NARROW_ARCS", -1), (routing, "_WIDE_ARCS", -1)],
    "ancestors are far": [(knowledge, "_NEAR_BYTES", -1)],
    "made anew": [(following, "_RECOMPILE", 1)],
    "no moment": [(knowledge, "_MOMENT_BYTES", 1)],
}
EVERY = list(itertools.product(range(SIZE), repeat=3))


def said(rng, v):
    """A fact by lot, and whether it holds in a world."""
    i, j = rng.sample(range(3), 2)
    c = rng.randrange(SIZE)
    return rng.choice(
        [
            (v[i] == c, lambda w: w[i] == c),
            (v[i] != c, lambda w: w[i] != c),
            (v[i] != v[j], lambda w: w[i] != w[j]),
            ((v[i] == c) | (v[j] != c), lambda w: w[i] == c or w[j] != c),
            (v[i] <= v[j], lambda w: w[i] <= w[j]),
        ]
    )


def going(go, kept):
    """What a change makes of weighted worlds, and the rules that hold afterwards."""

    def after(worlds):
        found = defaultdict(float)
        for world, weight in worlds.items():
            for new, chance in go(world).items():
                if chance and kept(new):
                    found[new] += weight * chance
        return found

    return after


def step(rng, k, v, kept):
    """One more statement: the knowledge after it, its meaning, and its meaning when it is taken back."""
    kind = rng.choice(["learn", "learn", "weigh", "weigh a value", "change"])
    words = f"note {len(k.log)}"
    if kind == "change":
        make, go = moved(rng)
        change = make(v)
        places = [v.index(x) for x in change.scope]

        def anything(world):
            return {
                tuple(dict(zip(places, new, strict=True)).get(i, world[i]) for i in range(3)): 1.0
                for new in itertools.product(range(SIZE), repeat=len(places))
            }

        touched = [(fact, test) for fact, test in kept if set(places) & {v.index(x) for x in fact.scope}]

        def rules(world):
            return all(test(world) for _, test in touched)

        return k.change(change, words), going(go, rules), going(anything, rules)
    fact, test = said(rng, v)
    if kind == "learn":
        return k.observe(fact, words), (lambda ws: {w: x for w, x in ws.items() if test(w)}), None
    if kind == "weigh":
        ratio = rng.choice([0.25, 2.0, 3.0])
        return (
            k.weigh(fact, ratio, words),
            (lambda ws: {w: x * (ratio if test(w) else 1.0) for w, x in ws.items()}),
            None,
        )
    i = rng.randrange(3)
    ratios = {value: rng.choice([0.5, 1.0, 3.0]) for value in range(SIZE)}
    return k.weigh(v[i], ratios, words), (lambda ws: {w: x * ratios[w[i]] for w, x in ws.items()}), None


def weighed(kept, meanings):
    worlds = {w: 1.0 for w in EVERY if all(test(w) for _, test in kept)}
    for meaning in meanings:
        worlds = meaning(worlds)
    return {w: x for w, x in worlds.items() if x > 0}


def check(rng, k, v, left):
    total = sum(left.values())
    questions = ["consistent", "certain", "possible", "holds", "probability", "count", "world"]
    rng.shuffle(questions)
    fact, test = said(rng, v)
    true = sum(x for w, x in left.items() if test(w))
    for question in questions[: rng.randint(1, 7)]:
        if question == "consistent":
            assert k.is_consistent()
        elif question == "certain":
            values = {x: {w[i] for w in left} for i, x in enumerate(v)}
            assert k.certain() == {x: min(s) for x, s in values.items() if len(s) == 1}
        elif question == "possible":
            i = rng.randrange(3)
            assert k.possible(v[i]) == {w[i] for w in left}
        elif question == "holds":
            number = sum(map(test, left))
            assert k.holds(fact) is (True if number == len(left) else False if number == 0 else None)
        elif question == "probability":
            assert k.probability(fact) == pytest.approx(true / total)
        elif question == "count":
            assert k.count() == len(left)
        else:
            world = rng.choice(EVERY)
            assert k.is_possible_world(dict(zip(v, world, strict=True))) == (world in left)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("first", range(0, 60, 20))
def test_histories_are_what_brute_force_says(way, first, monkeypatch):
    for module, name, value in WAYS[way]:
        monkeypatch.setattr(module, name, value)
    for seed in range(first, first + 20):
        rng = random.Random(f"{way}/{seed}")
        problem = Problem("history")
        cell = problem.variables("cell", range(3), range(SIZE))
        v = Scope(cell[i] for i in range(3))
        kept = [said(rng, v) for _ in range(rng.randrange(2))]
        for fact, _ in kept:
            problem.require(fact)
        k, meanings, back = Knowledge(problem), [], []
        for _ in range(rng.randint(2, 6)):
            more, meaning, other = step(rng, k, v, kept)
            left = weighed(kept, [*meanings, meaning])
            if left:  # that nothing is left is asked elsewhere
                k, meanings, back = more, [*meanings, meaning], [*back, other]
                if rng.random() < 0.4:
                    check(rng, k, v, left)
        check(rng, k, v, weighed(kept, meanings))
        gone = set(rng.sample(range(len(meanings)), rng.randint(0, len(meanings))))
        k = k.without(*(k.log[i] for i in gone))
        chosen = [back[i] if i in gone else meanings[i] for i in range(len(meanings))]
        left = weighed(kept, [meaning for meaning in chosen if meaning is not None])
        if left:  # what was taken back may have made a step possible
            check(rng, k, v, left)


@pytest.mark.parametrize("most", [0, 5, 6, 7, 1000])
def test_worlds_one_by_one_are_all_of_them_or_none(most, monkeypatch):
    """Where no diagram fits: six worlds of which all are listed, or too many."""
    problem = Problem("orders")
    cell = problem.variables("cell", range(3), range(3))
    v = Scope(cell[i] for i in range(3))
    for i, j in itertools.combinations(range(3), 2):
        problem.require(v[i] != v[j])

    def refused(self, max_bytes):
        raise TooLarge("no room")

    monkeypatch.setattr(Knowledge, "_compiled", refused)
    monkeypatch.setattr(knowledge, "_LISTED", most)
    k = Knowledge(problem).weigh(v[0], {0: 3.0})
    assert k.holds(v[0] == v[1]) is False
    assert k.possible(v[2]) == {0, 1, 2}
    if most < 6:
        for ask in (k.count, k.entropy, lambda: k.probability(v[0] == 0)):
            with pytest.raises(TooLarge):
                ask()
    else:
        assert k.count() == 6
        assert k.probability(v[0] == 0) == pytest.approx(3 / 5)
        assert k.possible(v[2]) == {0, 1, 2}
    none = Knowledge(problem).observe(v[0] == 1).observe(v[1] == 1)
    with pytest.raises(Contradiction):
        none.count()


def test_who_is_asked_is_told(monkeypatch):
    problem = Problem("who")
    cell = problem.variables("cell", range(4), range(4))
    for i in range(3):
        problem.require(cell[i] != cell[i + 1])
    total = Sum(cell, 6)
    problem.require(total)
    number = clauses_of(total)
    assert number > 3
    k = Knowledge(problem)
    assert k.form == "diagram"
    assert k.suits_clauses is False  # few worlds: a diagram is made in a moment
    assert Knowledge(problem, worlds=k.worlds).form == "diagram"
    monkeypatch.setattr(routing, "_NARROW_ARCS", -1)
    monkeypatch.setattr(routing, "_FEW_WORLDS", 255)
    fresh = Knowledge(problem)
    assert fresh.form == "sat"
    assert fresh.suits_clauses is True
    monkeypatch.setattr(routing, "_MANY_CLAUSES", number - 1)
    assert Knowledge(problem).form == "diagram"  # clauses beyond count, arcs below the wider bound
    assert Knowledge(problem).suits_clauses is False
    monkeypatch.setattr(routing, "_MANY_CLAUSES", number)
    assert Knowledge(problem).form == "sat"
    monkeypatch.setattr(routing, "MAX_CLAUSES", number - 1)
    assert Knowledge(problem).form == "cpsat"
    fresh.count()
    assert fresh.form == "diagram"  # they are at hand now
    assert fresh.suits_clauses is False


@given(problems(max_constraints=2), st.data())
def test_a_solver_says_of_any_constraint_whether_it_holds(small, data):
    """Also of those whose opposite is one of several things."""
    constraint, meaning = data.draw(constraints(small.variables))
    found = brute_force(small.variables, [test for _, test in small.constraints])
    with pytest.MonkeyPatch.context() as patch:
        for name in ("_NARROW_ARCS", "_WIDE_ARCS"):
            patch.setattr(routing, name, -1)
        k = Knowledge(small.required())
        if not found:
            with pytest.raises(Contradiction):
                k.holds(constraint)
            return
        true = sum(map(meaning, found))
        assert k.holds(constraint) is (True if true == len(found) else False if true == 0 else None)
        assert "worlds" not in k.__dict__


def test_a_conflict_is_told_where_no_worlds_fit(monkeypatch):
    def refused(self, max_bytes):
        raise TooLarge("no room")

    problem = Problem("none")
    x, y = problem.variable("x", range(3)), problem.variable("y", range(3))
    monkeypatch.setattr(Knowledge, "_compiled", refused)
    monkeypatch.setattr(Knowledge, "_listed", lambda self: None)
    k = Knowledge(problem).observe(x == y).observe(x == 1)
    with pytest.raises(TooLarge):
        k.count()
    with pytest.raises(Contradiction) as error:
        k.observe(y == 2).count()
    assert len(error.value.conflict.because) == 3

"""Knowledge against brute force: answers, contradictions, smallest reasons, repairs, changes."""

from collections import Counter
from itertools import combinations, permutations, product
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_problems import brute_force, constraints, facts, problems, worlds

from deduce import Contradiction, Knowledge, ProblemError, Replace, Shuffle, Swap, Transition
from deduce.changes import Unknown


def told(small, evidence):
    k = Knowledge(small.required())
    for i, (constraint, _) in enumerate(evidence):
        k = k.observe(constraint, f"note {i}")
    return k


def meanings(stated):
    return [meaning for _, meaning in stated]


@given(problems(max_constraints=2), st.data())
def test_answers_agree_with_brute_force(small, data):
    evidence = data.draw(st.lists(constraints(small.variables), max_size=4))
    fact, meaning = data.draw(facts(small.variables))
    found = brute_force(small.variables, meanings((*small.constraints, *evidence)))
    k = told(small, evidence)
    if not found:
        with pytest.raises(Contradiction):
            k.count()
        with pytest.raises(Contradiction):
            k.holds(fact)
        with pytest.raises(Contradiction):
            k.why(fact)
        assert not k.is_consistent()
        return
    true = sum(map(meaning, found))
    assert k.count() == len(found)
    assert isclose(k.probability(fact), true / len(found), abs_tol=1e-12)
    verdict = True if true == len(found) else False if true == 0 else None
    assert k.holds(fact) is verdict
    certain = {v: found[0][v] for v in small.variables if len({world[v] for world in found}) == 1}
    assert k.certain() == certain
    for v in small.variables:
        assert k.possible(v) == {world[v] for world in found}
    assert {id(v) for world in k.sample(3, rng=1) for v in world} == {id(v) for v in small.variables}


@given(problems(max_constraints=2), st.data())
def test_the_sat_solver_gives_the_same_answers(small, data):
    evidence = data.draw(st.lists(constraints(small.variables), max_size=3))
    fact, meaning = data.draw(facts(small.variables))
    found = brute_force(small.variables, meanings((*small.constraints, *evidence)))
    k = told(small, evidence)
    # As if the diagram did not fit in memory.
    k.__dict__["_fits"] = False
    assert k.is_consistent() == bool(found)
    if not found:
        with pytest.raises(Contradiction):
            k.holds(fact)
        return
    true = sum(map(meaning, found))
    assert k.holds(fact) is (True if true == len(found) else False if true == 0 else None)
    for v in small.variables:
        assert k.possible(v) == {world[v] for world in found}


def smallest_size(variables, stated, goal=None):
    """The size of a smallest subset of `stated` that leaves no world (in which `goal` fails)."""
    for size in range(len(stated) + 1):
        for chosen in combinations(stated, size):
            left = brute_force(variables, meanings(chosen))
            if not any(goal is None or not goal(world) for world in left):
                return size
    return None


@given(problems(max_variables=4, max_domain=3, max_constraints=3), st.data())
def test_reasons_are_smallest_and_checked(small, data):
    evidence = data.draw(st.lists(constraints(small.variables), max_size=3))
    fact, meaning = data.draw(facts(small.variables))
    everything = (*small.constraints, *evidence)
    found = brute_force(small.variables, meanings(everything))
    k = told(small, evidence)
    of = dict(zip(k.statements, everything, strict=True))
    if not found:
        conflict = k.conflict()
        assert conflict.smallest
        assert conflict.check()
        assert not brute_force(small.variables, meanings([of[s] for s in conflict.because]))
        assert len(conflict.because) == smallest_size(small.variables, everything)
        return
    assert k.conflict() is None
    reason = k.why(fact)
    if not all(map(meaning, found)):
        assert reason is None
        return
    assert reason.smallest
    assert reason.check()
    left = brute_force(small.variables, meanings([of[s] for s in reason.because]))
    assert all(map(meaning, left))
    assert len(reason.because) == smallest_size(small.variables, everything, meaning)
    assert [s for s in k.statements if s in reason.because] == list(reason.because)


@given(problems(max_variables=3, max_domain=3, max_constraints=1), st.data())
def test_repairs_are_all_minimal_ones_likeliest_first(small, data):
    evidence = data.draw(st.lists(constraints(small.variables), min_size=2, max_size=4))
    slips = data.draw(st.lists(st.sampled_from([0.001, 0.01, 0.2]), min_size=4, max_size=4))
    k = Knowledge(small.required())
    for (constraint, _), slip in zip(evidence, slips, strict=False):
        k = k.observe(constraint, error=slip)
    if brute_force(small.variables, meanings((*small.constraints, *evidence))):
        assert k.repairs() == []
        return
    expected = {}
    for size in range(len(evidence) + 1):
        for removed in combinations(range(len(evidence)), size):
            if any(set(known) <= set(removed) for known in expected):
                continue
            kept = [evidence[i] for i in range(len(evidence)) if i not in removed]
            left = brute_force(small.variables, meanings((*small.constraints, *kept)))
            if left:
                odds = len(left)
                for i in removed:
                    odds *= slips[i] / (1 - slips[i])
                expected[removed] = odds
    repairs = k.repairs(limit=50)
    found = {tuple(k.log.index(s) for s in repair.remove): repair.chance for repair in repairs}
    assert found.keys() == expected.keys()
    total = sum(expected.values())
    assert all(isclose(found[key], expected[key] / total, rel_tol=1e-9) for key in expected)
    chances = [repair.chance for repair in repairs]
    assert chances == sorted(chances, reverse=True)


def random_change(draw, variables):
    """A change with its meaning: from a world to a list of (new world, chance)."""
    kinds = ["transition", "replace", "unknown"]
    alike = [v for v in variables if v.domain == variables[0].domain]
    if len(alike) > 1:
        kinds += ["swap", "shuffle", "shuffle"]
    kind = draw(st.sampled_from(kinds))
    if kind == "swap":
        a, b = draw(st.permutations(alike))[:2]
        return Swap(a, b), lambda w: [({**w, a: w[b], b: w[a]}, 1.0)]
    if kind == "shuffle":
        scope = draw(st.permutations(alike))[: draw(st.integers(2, min(3, len(alike))))]
        every = list(permutations(range(len(scope))))
        weights = draw(
            st.none() | st.lists(st.sampled_from([0.0, 1.0, 3.0]), min_size=len(every), max_size=len(every))
        )
        if weights is not None and not any(weights):
            weights = None
        chances = dict.fromkeys(every, 1.0) if weights is None else dict(zip(every, weights, strict=True))
        total = sum(chances.values())

        def shuffled(w):
            return [
                ({**w, **{v: w[scope[p[i]]] for i, v in enumerate(scope)}}, chance / total)
                for p, chance in chances.items()
                if chance
            ]

        return Shuffle(scope, weights=None if weights is None else chances), shuffled
    variable = draw(st.sampled_from(variables))
    if kind == "replace":
        pool = draw(st.lists(st.sampled_from(variable.domain), min_size=1, unique=True))
        without = draw(
            st.lists(st.sampled_from([v for v in variables if v is not variable]), unique=True, max_size=1)
        )

        def replaced(w):
            left = [x for x in pool if all(w[other] != x for other in without)]
            return [({**w, variable: x}, 1.0 / len(left)) for x in left]

        return Replace(variable, pool, without=without), replaced
    if kind == "unknown":
        return Unknown(variable), lambda w: [({**w, variable: x}, 1.0) for x in variable.domain]
    table = {
        old: draw(
            st.dictionaries(st.sampled_from(variable.domain), st.sampled_from([0.2, 0.5]), max_size=2)
        )
        for old in variable.domain
    }
    return Transition(lambda old: table[old], variable), lambda w: [
        ({**w, variable: new}, chance) for new, chance in table[w[variable]].items()
    ]


def key(world, variables):
    return tuple(v.domain.index(world[v]) for v in variables)


@given(problems(max_variables=4, max_domain=3, max_constraints=1), st.data())
def test_changes_agree_with_brute_force(small, data):
    variables, rules = small.variables, meanings(small.constraints)
    k = Knowledge(small.required())
    now = Counter({key(w, variables): 1.0 for w in brute_force(variables, rules)})
    stated_rules = list(k.rules)
    history = []
    for _ in range(data.draw(st.integers(1, 2))):
        before, meaning_before = data.draw(constraints(variables))
        change, step = random_change(data.draw, variables)
        after, meaning_after = data.draw(constraints(variables))
        k = k.observe(before).change(change).observe(after)
        history.append((meaning_before, step, meaning_after))
        then = Counter()
        for row, weight in now.items():
            world = {v: v.domain[i] for v, i in zip(variables, row, strict=True)}
            if not meaning_before(world):
                continue
            for new, chance in step(world):
                if all(rule(new) for rule in rules) and meaning_after(new):
                    then[key(new, variables)] += weight * chance
        now = then
    fact, meaning = data.draw(facts(variables))
    if not now:
        assert not k.is_consistent()
        with pytest.raises((Contradiction, ProblemError)):
            k.count()
        return
    total = sum(now.values())
    worlds_now = [{v: v.domain[i] for v, i in zip(variables, row, strict=True)} for row in now]
    assert k.count() == len(now)
    assert worlds(k.worlds, variables) == sorted(now)
    share = sum(now[key(w, variables)] for w in worlds_now if meaning(w)) / total
    assert isclose(k.probability(fact), share, abs_tol=1e-9)
    certain = all(map(meaning, worlds_now))
    reason = k.why(fact)
    assert (reason is not None) == certain
    if reason is not None:
        assert reason.check()
        assert set(reason.because) <= {*stated_rules, *k.log}


@given(problems(max_variables=3, max_domain=3, max_constraints=1), st.data())
def test_a_doubted_change_leaves_values_unknown(small, data):
    variables, rules = small.variables, meanings(small.constraints)
    change, _ = random_change(data.draw, variables)
    k = Knowledge(small.required()).change(change)
    scope = change.scope
    expected = set()
    for world in brute_force(variables, rules):
        for values in product(*(v.domain for v in scope)):
            new = {**world, **dict(zip(scope, values, strict=True))}
            if all(rule(new) for rule in rules):
                expected.add(key(new, variables))
    forgotten = k.without(k.log[0])
    assert len(forgotten.log) == 1
    assert worlds(forgotten.worlds, variables) == sorted(expected)


@given(problems(max_constraints=2), st.data())
def test_the_ledger_multiplies_to_the_probability(small, data):
    evidence = data.draw(st.lists(constraints(small.variables), max_size=3))
    fact, meaning = data.draw(facts(small.variables))
    start = brute_force(small.variables, meanings(small.constraints))
    found = brute_force(small.variables, meanings((*small.constraints, *evidence)))
    if not found:
        return
    k = told(small, evidence)
    entries = k.ledger(fact)
    assert [entry.statement for entry in entries] == list(k.log)
    prior = sum(map(meaning, start)) / len(start)
    final = sum(map(meaning, found)) / len(found)
    assert isclose(entries[-1].after if entries else prior, final, abs_tol=1e-12)
    if final > 0:
        assert isclose(prior * 2 ** sum(entry.bits for entry in entries), final, rel_tol=1e-9)

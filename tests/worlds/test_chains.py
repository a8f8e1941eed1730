"""Chains of changes: forms that keep them against tables of all worlds, and memory by the length of the chain."""

from itertools import permutations
from math import factorial, isclose, prod
from random import Random

import numpy as np
import pytest
from amount import amount

from deduce import AllDifferent, Exactly, Knowledge, Problem, Replace, Shuffle, Swap, TooLarge
from deduce.changes import Unknown
from deduce.worlds.assignment import Assignment, shuffled_of
from deduce.worlds.following import Premises


def a_problem(random):
    """Four or five variables of three values or four; free, so many of each value, or some all different."""
    problem = Problem("chain")
    n, m = random.randint(3, 5), random.randint(3, 4)
    x = [*problem.variables("x", range(n), range(m)).values()]
    kind = random.choice(["free", "counts", "different", "two groups"])
    if kind == "counts":
        problem.require(Exactly(random.randint(1, 2), x, 0))
    if kind == "different":
        problem.require(AllDifferent(x[:3]))
    if kind == "two groups":
        problem.require(Exactly(1, x[:2], 1))
    return problem, x, kind


def a_chain(random, problem, x, kind, length):
    """Knowledge after a random chain of notes, likelihoods and changes."""
    k = Knowledge(problem)
    for _ in range(length):
        what = random.choice(["observe", "weigh", "shuffle", "shuffle", "swap", "replace", "unknown"])
        here = x
        if kind != "free":
            # Changes stay within a group, so that the rules go on holding.
            here = {"counts": x, "different": x[:3], "two groups": x[:2]}[kind]
        if what == "observe":
            k = k.observe(random.choice(x) != random.choice(x[0].domain))
        elif what == "weigh":
            k = k.weigh(random.choice(x), {value: random.choice([0.5, 1, 2, 3]) for value in x[0].domain})
        elif what == "shuffle":
            chosen = random.sample(here, random.randint(2, len(here)))
            weights = None
            if random.random() < 0.4:
                orders = random.sample(list(permutations(range(len(chosen)))), 2)
                weights = {order: random.choice([1.0, 2.0, 5.0]) for order in orders}
            k = k.change(Shuffle(*chosen, weights=weights))
        elif what == "swap":
            k = k.change(Swap(*random.sample(here, 2)))
        elif kind == "free":
            one = random.choice(x)
            k = k.change(Replace(one, {0: 1.0, 1: 3.0}) if what == "replace" else Unknown(one))
    return k


def by_table(k):
    """The worlds of a log with weights, by brute force over all of them."""
    worlds = {}
    for values in np.ndindex(*(len(v.domain) for v in k.scope)):
        world = dict(zip(k.scope, values, strict=True))
        if all(rule.content.holds([world[v] for v in rule.content.scope]) for rule in k.rules):
            worlds[values] = 1.0
    at = {v: i for i, v in enumerate(k.scope)}
    for statement in k.log:
        content, after = statement.content, {}
        for values, weight in worlds.items():
            for new, chance in ways(content, values, at):
                after[new] = after.get(new, 0.0) + weight * chance
        worlds = {values: weight for values, weight in after.items() if weight > 0}
    return worlds


def ways(content, values, at):
    """Where a world goes, and how likely: written down once more, from what the changes say of themselves."""
    if isinstance(content, (Shuffle, Swap)):
        places = [at[v] for v in content.scope]
        orders = {(1, 0): 1.0} if isinstance(content, Swap) else content.chances
        if orders is None:
            n = len(places)
            orders = {order: 1 / factorial(n) for order in permutations(range(n))}
        for order, chance in orders.items():
            new = list(values)
            for i, place in enumerate(places):
                new[place] = values[places[order[i]]]
            yield tuple(new), chance
    elif isinstance(content, (Replace, Unknown)):
        place = at[content.scope[0]]
        drawn = (
            {0: 0.25, 1: 0.75}
            if isinstance(content, Replace)
            else dict.fromkeys(content.scope[0].domain, 1.0)
        )
        for value, chance in drawn.items():
            yield (*values[:place], value, *values[place + 1 :]), chance
    elif hasattr(content, "target"):
        yield values, float(content.vector()[values[at[content.target]]])
    else:
        yield values, float(content.holds([values[at[v]] for v in content.scope]))


def agrees(form, expected, scope):
    total = sum(expected.values())
    assert form.count() == len(expected)
    if not expected:
        return
    assert isclose(2 ** form.log2_weight(), total, rel_tol=1e-9)
    for i, variable in enumerate(scope):
        truth = dict.fromkeys(variable.domain, 0.0)
        for values, weight in expected.items():
            truth[values[i]] += weight / total
        found = form.marginals(variable)
        assert all(isclose(found.get(value, 0.0), p, abs_tol=1e-9) for value, p in truth.items())
    for world in form.sample(20, rng=3):
        assert tuple(world[v] for v in scope) in expected


@pytest.mark.parametrize("seed", range(amount(24, 400)))
def test_chains_agree_with_all_worlds_row_by_row(seed):
    random = Random(seed)
    problem, x, kind = a_problem(random)
    k = a_chain(random, problem, x, kind, random.randint(2, 9))
    expected = by_table(k)
    stated = [rule.content for rule in k.rules]
    premises = Premises(k.scope, stated, None)
    plain = premises._walked(k.log, changed=True, max_bytes=1 << 30)
    moves = [s.content.scope for s in k.log if isinstance(s.content, (Shuffle, Swap))]
    start = shuffled_of(k.scope, stated, moves)
    assert start is not None
    kept = premises._walked(k.log, changed=True, max_bytes=1 << 30, known=(start, k.log))
    assert isinstance(kept, Assignment)
    for form in (plain, kept, kept.to_diagram()):
        agrees(form, expected, k.scope)


def many(count):
    problem = Problem("many")
    return problem, problem.variables("x", range(count), range(4))


def test_two_hundred_changes_of_separate_parts_stay_small():
    """Ten groups of four, forty notes and two hundred changes: what a part takes does not grow with the chain."""
    problem, x = many(40)
    random, k, sizes = Random(2), Knowledge(problem), []
    for step in range(200):
        group = random.randrange(10)
        part = random.sample([x[4 * group + i] for i in range(4)], 4)
        change = random.choice([Shuffle(*part[:3]), Swap(*part[:2]), Replace(part[0], {0: 1.0, 2: 2.0})])
        k = k.change(change)
        if step % 5 == 0:
            k = k.weigh(random.choice(part), {0: 2.0})
        sizes.append(k.worlds.nbytes)
    assert max(sizes[100:]) <= 1.5 * max(sizes[:100])
    assert all(sum(k.marginals(v).values()) == pytest.approx(1) for v in problem.scope)


def test_two_hundred_shuffles_of_twenty_variables_are_followed():
    """The table of the second asked for 185 million rows; two notes, moved about, are a few hundred branches."""
    problem, x = many(20)
    random = Random(1)
    k = Knowledge(problem).observe(x[0] != 2).weigh(x[7], {1: 3.0})
    for _ in range(200):
        k = k.change(Shuffle(*(x[i] for i in random.sample(range(20), 3))))
    assert k.worlds.nbytes < 1 << 20
    # However they lie: over all variables what was known of one is still known of one.
    assert sum(k.marginals(v)[2] for v in problem.scope) == pytest.approx(0 + 1 / 6 + 18 / 4)
    assert sum(k.marginals(v)[1] for v in problem.scope) == pytest.approx(1 / 3 + 3 / 6 + 18 / 4)


def test_shuffles_of_any_size():
    for size, each in ((30, (8, 8, 7, 7)), (13, (4, 3, 3, 3))):
        problem, x = many(size)
        for value in range(4):
            problem.require(Exactly(each[value], x, value))
        k = Knowledge(problem).observe(x[0] == 3).change(Shuffle(x))
        assert k.marginals(x[12])[3] == pytest.approx(each[3] / size)
    assert k.count() == factorial(13) // prod(map(factorial, each))
    few, y = Problem("few"), None
    y = few.variables("y", range(9), range(3))
    k = Knowledge(few)
    for i in range(1, 9):
        k = k.observe(y[i] == 0)
    k = k.observe(y[0] == 2).change(Shuffle(y))
    assert (k.count(), k.marginals(y[4])[2]) == (9, pytest.approx(1 / 9))
    assert k.why(~((y[0] == 1) & (y[1] == 1))) is not None


def test_a_chain_that_is_too_much_says_so():
    problem, x = many(20)
    random = Random(1)
    k = Knowledge(problem)
    for i in range(8):
        k = k.weigh(x[i], {0: 2.0 + i})
    for _ in range(25):
        k = k.change(Shuffle(*(x[i] for i in random.sample(range(20), 3))))
    with pytest.raises(TooLarge, match="moved about in more than 4,000 ways"):
        k.count()


@pytest.mark.parametrize("seed", range(amount(2, 40)))
def test_long_mixed_chains_by_the_chances_of_single_cups(seed):
    """Two hundred shuffles of any size, swaps and replacements: what each does to single chances is plain arithmetic."""
    rng = Random(seed)
    problem = Problem("cups")
    cups = list(problem.variables("cup", range(20), list("abcd")).values())
    chances = np.full((20, 4), 0.25)
    chances[0], chances[7] = [1, 0, 0, 0], [1 / 3, 1 / 3, 0, 1 / 3]
    knowledge = Knowledge(problem).observe(cups[0] == "a").observe(cups[7] != "c")
    for _ in range(200):
        kind = rng.choice(["shuffle", "swap", "replace"])
        places = rng.sample(range(20), {"shuffle": rng.randint(2, 20), "swap": 2, "replace": 1}[kind])
        some = [cups[i] for i in places]
        if kind == "shuffle":
            knowledge = knowledge.change(Shuffle(*some))
            chances[places] = chances[places].mean(axis=0)
        elif kind == "swap":
            knowledge = knowledge.change(Swap(*some))
            chances[places] = chances[places[::-1]]
        else:
            knowledge = knowledge.change(Replace(some[0], list("abcd")))
            chances[places] = 0.25
    assert knowledge.table() == pytest.approx(chances)
    assert knowledge.worlds.nbytes < 1 << 20
    assert knowledge.probability(cups[3] == "a") == pytest.approx(chances[3, 0])

"""Joint chances, expressions, conditions, moments, quantiles and the likeliest world: as brute force has them."""

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from random import Random

import pytest
from amount import amount

from deduce import AllDifferent, Contradiction, GaveUp, Knowledge, Problem, ProblemError, max_
from deduce.worlds import asking


def weighted(rng):
    """A random problem of four variables, knowledge with weights, and its worlds with theirs."""
    problem = Problem("random")
    v = [problem.variable(f"v{i}", rng.sample(range(-2, 4), rng.randint(2, 4))) for i in range(4)]
    knowledge, tests = Knowledge(problem), []
    for _ in range(rng.randint(0, 2)):
        a, b = rng.sample(range(4), 2)
        limit = rng.randint(-1, 4)
        knowledge = knowledge.observe(v[a] + 2 * v[b] <= limit + 2)
        tests.append(lambda w, a=a, b=b, limit=limit: w[a] + 2 * w[b] <= limit + 2)
    ratios = []
    for i in range(4) if rng.random() < 0.6 else ():
        ratio = {x: rng.choice([0.25, 1, 3, 7]) for x in v[i].domain}
        knowledge = knowledge.weigh(v[i], ratio)
        ratios.append((i, ratio))
    if ratios and rng.random() < 0.5:
        knowledge = knowledge.weigh(v[0] < v[1], 5.0)
        ratios.append((None, 5))
    worlds = {}
    for w in product(*(x.domain for x in v)):
        if all(test(w) for test in tests):
            weight = Fraction(1)
            for i, ratio in ratios:
                weight *= (ratio if w[0] < w[1] else 1) if i is None else Fraction(ratio[w[i]])
            worlds[w] = weight
    return v, knowledge, worlds


def shares(worlds, function):
    whole = sum(worlds.values())
    found = Counter()
    for world, weight in worlds.items():
        found[function(world)] += weight
    return {outcome: float(weight / whole) for outcome, weight in found.items()}


@pytest.mark.parametrize("seed", range(amount(12, 200)))
def test_what_is_asked_together_is_what_brute_force_finds(seed, monkeypatch):
    if seed % 2:  # outcome by outcome
        monkeypatch.setattr(asking, "_PROJECTED", 0)
    rng = Random(seed)
    v, knowledge, worlds = weighted(rng)
    if not worlds:
        with pytest.raises(Contradiction):
            knowledge.marginals(v[0], v[1])
        return
    given, kept = None, worlds
    if rng.random() < 0.5:
        bound = rng.randint(-1, 2)
        given = v[3] >= bound
        kept = {w: p for w, p in worlds.items() if w[3] >= bound}
    if not kept:
        with pytest.raises(ProblemError, match="no world is left"):
            knowledge.count(given=given)
        return
    total = sum(v)
    assert knowledge.count(given=given) == len(kept)
    assert knowledge.marginals(v[2], given=given) == pytest.approx(shares(kept, lambda w: w[2]))
    joint = knowledge.marginals(v[2], v[0], v[0] < v[1], given=given)
    assert joint == pytest.approx(shares(kept, lambda w: (w[2], w[0], w[0] < w[1])))
    assert knowledge.marginals(total, given=given) == pytest.approx(shares(kept, sum))
    product_of = v[0] * v[1] - max_(v[2], v[3])
    meant = shares(kept, lambda w: w[0] * w[1] - max(w[2], w[3]))
    assert knowledge.marginals(product_of, given=given) == pytest.approx(meant)
    assert list(knowledge.marginals(product_of, given=given)) == sorted(meant)
    truth = AllDifferent(v[:3])
    assert knowledge.marginals(truth, given=given) == pytest.approx(
        shares(kept, lambda w: len(set(w[:3])) == 3)
    )
    moments(knowledge, given, kept, v)
    best = knowledge.most_likely(given=given)
    whole, row = sum(kept.values()), tuple(best.world[x] for x in v)
    assert kept[row] == max(kept.values())
    assert best.probability == pytest.approx(float(kept[row] / whole))
    assert best.to_dict()["world"] == {f"v{i}": x for i, x in enumerate(row)}
    for world in knowledge.sample(5, rng=seed, given=given):
        assert tuple(world[x] for x in v) in kept


def moments(knowledge, given, kept, v):
    whole = sum(kept.values())
    numbers = {
        "sum": (sum(v), sum),
        "linear": (2 * v[0] - v[1] + 3, lambda w: 2 * w[0] - w[1] + 3),
        "product": (v[0] * v[2], lambda w: w[0] * w[2]),
        "one": (abs(v[1]), lambda w: abs(w[1])),
    }
    means = {}
    for name, (number, meant) in numbers.items():
        means[name] = sum(p * meant(w) for w, p in kept.items()) / whole
        assert knowledge.expectation(number, given=given) == pytest.approx(float(means[name]))
        ordered = sorted((meant(w), p) for w, p in kept.items())
        for level in (0, 0.1, 0.5, 0.9, 1):
            reached, wanted = Fraction(0), None
            for x, p in ordered:
                reached, wanted = reached + p / whole, x
                if reached >= Fraction(level) - Fraction(1, 10**11):
                    break
            assert knowledge.quantile(number, level, given=given) == wanted
    for one, other in [*combinations_with_replacement(numbers, 2), ("product", "sum")]:
        (number, meant), (second, too) = numbers[one], numbers[other]
        wanted = sum(p * (meant(w) - means[one]) * (too(w) - means[other]) for w, p in kept.items()) / whole
        assert knowledge.covariance(number, second, given=given) == pytest.approx(float(wanted), abs=1e-9)


def test_sixteen_variables_are_asked_without_listing_worlds():
    problem = Problem("dice")
    die = problem.variables("die", range(16), range(1, 7))
    knowledge = Knowledge(problem)
    total = sum(die.values())
    spread = knowledge.marginals(total)
    assert math.fsum(spread.values()) == pytest.approx(1)
    assert spread[56] == max(spread.values())
    assert spread[16] == pytest.approx(6.0**-16, rel=1e-9)
    assert knowledge.expectation(total) == pytest.approx(56)
    assert knowledge.covariance(total, total) == pytest.approx(16 * 35 / 12)
    assert knowledge.covariance(die[0], total, given=die[1] == 1) == pytest.approx(35 / 12)
    assert knowledge.quantile(total, 0.5) == 56


def test_slips_are_refused():
    problem = Problem("slips")
    a, word = problem.variable("a", range(3)), problem.variable("word", ["x", "y"])
    knowledge = Knowledge(problem)
    stranger = Problem("other").variable("stranger", range(3))
    assert knowledge.marginals(word, a == 1)["x", True] == pytest.approx(1 / 6)
    for wrong, match in (
        (lambda: knowledge.marginals(a, 3), "expected a variable, a fact or an expression"),
        (lambda: knowledge.marginals(stranger, a), "belongs to another problem"),
        (lambda: knowledge.marginals(stranger + a), "belongs to another problem"),
        (lambda: knowledge.expectation(word), "no whole numbers"),
        (lambda: knowledge.quantile(a, 1.5), "from 0 to 1"),
        (lambda: knowledge.count(given=stranger == 1), "belongs to another problem"),
        (lambda: knowledge.count(given=True), "expected a constraint"),
    ):
        with pytest.raises(ProblemError, match=match):
            wrong()


def test_a_limit_says_what_was_reached():
    problem = Problem("long")
    v = problem.variables("v", range(9), range(9))
    problem.require(AllDifferent(v))
    knowledge = Knowledge(problem)
    for ask in (
        lambda k: k.count(time_limit=0),
        lambda k: k.probability(v[0] == 1, time_limit=0),
        lambda k: k.marginals(v[0], time_limit=0),
        lambda k: k.sample(1, rng=1, time_limit=0),
    ):
        with pytest.raises(GaveUp, match=r"time limit of 0 s was reached; no worlds were worked out yet"):
            ask(Knowledge(problem))
    assert knowledge.count() == math.factorial(9)
    later = knowledge.observe(v[0] + v[1] < v[2]).observe(v[3] > v[4])
    with pytest.raises(GaveUp, match=r"362,880 worlds were left after the first 0 of 2 log entries"):
        later.count(time_limit=0)
    assert later.count(time_limit=60) == later.count()

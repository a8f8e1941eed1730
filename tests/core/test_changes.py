"""Every change beside brute force: where each world goes and how likely, how old and new values are related."""

import itertools
import math
import random
from collections import defaultdict

import numpy as np
import pytest
from amount import amount

from deduce import Knowledge, Problem, ProblemError, Replace, Shuffle, Swap, TooLarge, Transition
from deduce.changes import Unknown
from deduce.language.variables import Scope, Variable

SIZE = 3


def moved(rng):
    """A change of the variables by lot, and the function that says where a world goes."""
    kind = rng.choice(["swap", "even", "some", "some", "some", "transition", "replace", "unknown"])
    places = rng.sample(range(3), 2)
    if kind == "swap":
        first, second = places

        def go(world):
            new = list(world)
            new[first], new[second] = new[second], new[first]
            return {tuple(new): 1.0}

        return (lambda v: Swap(v[first], v[second])), go
    if kind in ("even", "some"):
        places = rng.sample(range(3), rng.choice([2, 3]))
        every = list(itertools.permutations(range(len(places))))
        weights = None
        if kind == "some":
            weights = {
                p: rng.choice([0.0, 1.0, 2.5]) for p in rng.sample(every, rng.randint(1, len(every)))
            }
            weights[every[0]] = 1.0
            if rng.random() < 0.5:  # no order is impossible, and yet they are not all alike
                weights = {p: rng.choice([0.5, 1.0, 3.0]) for p in every}

        def go(world):
            chances = dict.fromkeys(every, 1.0) if weights is None else weights
            found = defaultdict(float)
            for p, chance in chances.items():
                new = list(world)
                for i, at in enumerate(places):
                    new[at] = world[places[p[i]]]
                if chance:
                    found[tuple(new)] += chance / sum(chances.values())
            return found

        return (lambda v: Shuffle(*(v[i] for i in places), weights=weights)), go
    if kind == "transition":
        rows = {
            old: {
                new: rng.choice([0.0, 0.25, 0.5])
                for new in rng.sample(list(itertools.product(range(SIZE), repeat=2)), 2)
            }
            for old in itertools.product(range(SIZE), repeat=2)
        }

        def go(world):
            found = defaultdict(float)
            for pair, chance in rows[world[places[0]], world[places[1]]].items():
                new = list(world)
                new[places[0]], new[places[1]] = pair
                if chance:
                    found[tuple(new)] += chance
            return found

        return (lambda v: Transition(lambda x, y: rows[x, y], v[places[0]], v[places[1]])), go
    if kind == "replace":
        target, other = places
        pool = {
            value: rng.choice([0.5, 1.0, 3.0]) for value in rng.sample(range(SIZE), rng.randint(1, SIZE))
        }
        apart = rng.random() < 0.5

        def go(world):
            left = {x: chance for x, chance in pool.items() if not (apart and x == world[other])}
            return {
                tuple(x if i == target else y for i, y in enumerate(world)): chance / sum(left.values())
                for x, chance in left.items()
            }

        return (lambda v: Replace(v[target], pool, without=[v[other]] if apart else ())), go

    def go(world):
        return {
            tuple(x if i == places[0] else y for i, y in enumerate(world)): 1.0 / SIZE for x in range(SIZE)
        }

    return (lambda v: Unknown(v[places[0]])), go


@pytest.mark.parametrize("seed", range(amount(36, 600)))
def test_worlds_and_constraints_of_a_change_against_brute_force(seed):
    rng = random.Random(seed)
    problem = Problem("changes")
    cell = problem.variables("cell", range(3), range(SIZE))
    v = Scope(cell[i] for i in range(3))
    before = dict.fromkeys(itertools.product(range(SIZE), repeat=3), 1.0)
    k = Knowledge(problem)
    if (
        rng.random() < 0.5
    ):  # else the form is a product of its own variables, and a change is laid out beside the rest
        k = k.observe(v[0] != v[1])
        before = {w: p for w, p in before.items() if w[0] != w[1]}
    make, go = moved(rng)
    change = make(v)
    after = defaultdict(float)
    for world, weight in before.items():
        for new, chance in go(world).items():
            after[new] += weight * chance
    if not sum(after.values()):
        return
    worlds = change.apply(k.worlds)
    total = sum(after.values())
    for new in itertools.product(range(SIZE), repeat=3):
        fact = (v[0] == new[0]) & (v[1] == new[1]) & (v[2] == new[2])
        assert worlds.probability(fact) == pytest.approx(after[new] / total), (change.sentence(), new)

    old = {x: Variable(f"old {x}", x.domain) for x in change.scope}
    fresh = {x: Variable(f"new {x}", x.domain) for x in change.scope}
    related = change.unroll(old, fresh)
    for world in itertools.product(range(SIZE), repeat=3):
        reached = go(world)
        for new in itertools.product(range(SIZE), repeat=3):
            if any(new[i] != world[i] for i in range(3) if v[i] not in Scope(change.scope)):
                continue
            known = dict(zip(v, world, strict=True))
            known |= {old[x]: world[v.index(x)] for x in change.scope}
            known |= {fresh[x]: new[v.index(x)] for x in change.scope}
            assert agree(related, known) == (reached.get(new, 0) > 0), (change.sentence(), world, new)


def agree(constraints, known):
    """Whether the constraints can all hold with these values, whatever hidden variables they bring."""
    hidden = list(dict.fromkeys(x for c in constraints for x in c.scope if x not in known))
    return any(
        all(
            c.holds([{**known, **dict(zip(hidden, values, strict=True))}[x] for x in c.scope])
            for c in constraints
        )
        for values in itertools.product(*(x.domain for x in hidden))
    )


def test_sentences_of_changes():
    x, y = Variable("x", range(3)), Variable("y", range(3))
    assert Swap(x, y).sentence() == "x and y change places"
    assert Shuffle(x, y).sentence() == "x, y are shuffled"
    assert Transition(lambda a: {a: 1.0}, x).sentence() == "x change"
    assert Transition(lambda a: {a: 1.0}, x, text="time passes").sentence() == "time passes"
    assert Replace(x, [0, 1]).sentence() == "x gets a new value"
    assert Replace(x, [0, 1], text="x is drawn anew").sentence() == "x is drawn anew"
    assert Unknown(x, y).sentence() == "x, y changed in an unknown way"
    assert str(Swap(x, y)) == "x and y change places"


def test_a_replacement_goes_by_the_values_of_others_that_it_could_have():
    problem = Problem("two")
    x = problem.variable("x", ["red", "green", "blue"])
    y = problem.variable("y", ["blue", "violet"])
    problem.require((x == "red") & ((y == "blue") | (y == "violet")))
    worlds = Knowledge(problem).worlds
    after = Replace(x, ["green", "blue"], without=[y]).apply(worlds)
    assert after.probability((x == "blue") & (y == "blue")) == 0
    assert after.probability((x == "green") & (y == "blue")) == pytest.approx(0.5)
    assert after.probability((x == "blue") & (y == "violet")) == pytest.approx(0.25)


def test_a_world_without_a_value_left_to_draw_is_no_world():
    problem = Problem("two")
    x, y = problem.variable("x", range(3)), problem.variable("y", range(2))
    with np.errstate(all="raise"):
        after = Replace(x, [0], without=[y]).apply(Knowledge(problem).worlds)
    assert after.probability((x == 0) & (y == 1)) == 1


@pytest.fixture(scope="module")
def wide():
    """Six dice, of which two differ: 38,880 worlds."""
    problem = Problem("wide")
    die = problem.variables("die", range(6), range(6))
    worlds = Knowledge(problem).observe(die[0] != die[1]).worlds
    return [die[i] for i in range(6)], worlds


def test_what_does_not_fit_is_refused_and_what_fits_is_not(wide):
    die, worlds = wide
    alone = worlds.count() * (6 + 16)  # what its table is allowed for
    uneven = {p: 1.0 + p[0] for p in itertools.permutations(range(6))}
    with pytest.raises(TooLarge, match="in 720 orders"):
        Shuffle(*die, weights=uneven).apply(worlds, max_bytes=3 * alone)
    with pytest.raises(TooLarge, match="partial worlds"):
        Unknown(die[0], die[2]).apply(worlds.restrict((die[1] == 0) | (die[2] == die[3])), max_bytes=100)
    # What is forgotten hangs on nothing else: no world is written down for it.
    assert Unknown(*die[:2]).apply(worlds, max_bytes=alone).count() == 6**6
    assert Unknown(*die[2:]).apply(worlds, max_bytes=alone).count() == worlds.count()
    with pytest.raises(TooLarge):
        Replace(die[0], range(4), without=[die[2]]).apply(worlds, max_bytes=800)
    assert Replace(die[2], range(4)).apply(worlds, max_bytes=2 * alone).count() == 30 * 4 * 6**3
    assert Replace(die[2], [3]).apply(worlds, max_bytes=2 * alone).count() == 30 * 6**3
    assert Shuffle(die[4], die[5], weights={(1, 0): 1.0}).apply(worlds).count() == worlds.count()
    assert Unknown(die[2]).apply(worlds, max_bytes=8 * alone).count() == worlds.count()


def least_room(change, worlds):
    """The fewest bytes with which a change can be made, by bisection."""
    low, high = 0, 1 << 30
    while high - low > 1:
        middle = (low + high) // 2
        try:
            change.apply(worlds, max_bytes=middle)
            high = middle
        except TooLarge:
            low = middle
    return high


def test_room_for_a_shuffle_goes_by_worlds_times_orders():
    """So many bytes a row, and not one more: nothing of the form says that the dice are independent."""
    problem = Problem("dice")
    die = problem.variables("die", range(4), range(3))
    problem.require((die[0] != die[1]) | (die[2] != die[3]))
    needed = {}
    for number in (3, 6, 12):
        orders = list(itertools.permutations(range(4)))[:number]
        for sides, k in ((2, Knowledge(problem).observe(die[0] != 2)), (3, Knowledge(problem))):
            room = least_room(Shuffle(die, weights=dict.fromkeys(orders, 1.0)), k.worlds)
            needed[number, sides], rest = divmod(room, k.count() * number)
            assert rest == 0
    assert len(set(needed.values())) == 1


def test_a_transition_without_a_way_on_relates_nothing():
    x, old, new = (Variable(name, range(3)) for name in ("x", "old", "new"))
    (never,) = Transition(lambda a: {}, x).unroll({x: old}, {x: new})
    assert not any(never.holds(pair) for pair in itertools.product(range(3), repeat=2))


def test_as_many_cases_as_are_tabulated(monkeypatch):
    x, y = Variable("x", range(3)), Variable("y", range(3))
    monkeypatch.setattr("deduce.changes.MAX_TABULATED", 9)
    Transition(lambda a, b: {(b, a): 1.0}, x, y)
    monkeypatch.setattr("deduce.changes.MAX_TABULATED", 8)
    with pytest.raises(ProblemError, match="more than 8 cases"):
        Transition(lambda a, b: {(b, a): 1.0}, x, y)


@pytest.mark.parametrize(("number", "fits"), [(1, False), (2, True), (7, True), (8, False)])
def test_how_many_may_be_shuffled(number, fits):
    """Any number where all orders are alike, two to seven where they have chances."""
    cells = [Variable(f"cell {i}", range(9)) for i in range(number)]
    weights = {tuple(range(number)): 2.0, tuple(reversed(range(number))): 1.0}
    if fits:
        assert len(Shuffle(*cells, weights=weights).chances) == 2
        alike = dict.fromkeys(itertools.permutations(range(number)), 2.0)
        assert Shuffle(*cells, weights=alike).chances is None
    else:
        with pytest.raises(ProblemError, match="two to seven"):
            Shuffle(*cells, weights=weights)
    if number > 1:
        assert Shuffle(*cells).chances is None
        return
    with pytest.raises(ProblemError, match="two to seven"):
        Shuffle(*cells)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda x: Transition(lambda a: 7, x), "gave 7"),
        (
            lambda x: Transition(lambda a, _: {(a,): 1.0}, x, Variable("y", range(2))),
            "must give 2 new values",
        ),
        (lambda x: Transition(lambda a: {a: -1.0}, x), "the chance of 0"),
        (lambda x: Transition(lambda a: {a: np.inf}, x), "the chance of 0"),
        (lambda x: Replace(x, "red"), "single string"),
        (lambda x: Replace(x, [0], without=[x]), "its own pool"),
        (lambda x: Replace(x, []), "positive chances"),
        (lambda x: Replace(x, {0: 1.0, 1: -1.0}), "positive chances"),
        (lambda x: Replace(x, {0: 1.0, 1: math.inf}), "positive chances"),
        (lambda x: Shuffle(x, Variable("y", range(2)), weights={(0, 0): 1.0}), "no permutation"),
        (lambda x: Shuffle(x, Variable("y", range(2)), weights={(0, 1): -1.0}), "0 or more"),
        (lambda x: Shuffle(x, Variable("y", range(2)), weights={(0, 1): 0.0}), "at least one of them"),
        (lambda x: Shuffle(x, Variable("y", range(3))), "differ"),
        (lambda x: Swap(x, Variable("y", [1, 0])), "another order"),
    ],
)
def test_changes_that_make_no_sense(make, said):
    with pytest.raises(ProblemError, match=said):
        make(Variable("x", range(2)))

"""Matchings for several sets of likelihoods at once, in every form, beside all assignments listed with their weights."""

import math
import random
from itertools import permutations, product
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
import pytest

import deduce
from deduce import AllDifferent, Diagram, TooLarge
from deduce.kernels import library, using
from deduce.language.variables import Scope
from deduce.worlds import mixture, orderings
from deduce.worlds.assignment import Assignment, Group, assignment_of
from deduce.worlds.cardinalities import states
from deduce.worlds.mixture import MatrixMatchings
from deduce.worlds.permanents import Passes
from deduce.worlds.vectors import VectorMatchings

PATHS = [False, *([True] if library() is not None else [])]


class Story:
    """Looks, likelihoods and shuffles by lot, and what they make of the weight of every assignment, set by set."""

    def __init__(self, seed, places, values, sets, dense=True):
        self.rng = rng = random.Random(seed)
        self.places, self.values = places, values
        self.prior = np.array([rng.choice([0.5, 1.0, 2.0]) for _ in range(sets)])
        self.truth = {w: self.prior.copy() for w in permutations(range(values), places)}
        steps = [self.step() for _ in range(rng.randint(2, 6))]
        self.states = [self.told(MatrixMatchings.all(places, values, self.prior), steps, 10**6)]
        if places == values and dense:
            self.states.append(self.told(VectorMatchings.all(values, self.prior), steps, 10**6))
            self.states.append(self.told(MatrixMatchings.all(places, values, self.prior), steps, 0))

    def step(self):
        """A step by lot: what it is, and what it does to a form; here it is done to the truth."""
        rng, places, values = self.rng, self.places, self.values
        kind = rng.choice(["look", "weigh", "weigh", "laid", "even", "even", "pair", "uneven"])
        at = rng.randrange(places)
        if kind == "look":
            some = rng.sample(range(values), rng.randint(max(1, values - 2), values - 1))
            mask = sum(1 << v for v in some)
            self.truth = {w: x for w, x in self.truth.items() if w[at] in some}
            return lambda state, limit: state.restrict(at, mask)
        if kind == "weigh":
            every = [rng.choice([0.0, 0.25, 1.0, 1.0, 3.0]) for _ in range(values)]
            several = [[rng.choice([0.0, 0.5, 1.0, 2.0]) for _ in range(values)] for _ in self.prior]
            alike = [[rng.choice([0.5, 2.0])] * values for _ in self.prior]
            ratios = np.array(rng.choice([every, several, several, alike]))
            self.truth = {w: x * ratios[..., w[at]] for w, x in self.truth.items()}
            return lambda state, limit: state.weigh(at, ratios)
        chosen = rng.sample(range(places), 2 if kind == "pair" else rng.randint(2, min(3, places)))
        orders = list(permutations(range(len(chosen))))
        if kind == "laid":
            order = rng.choice(orders)
            self.shuffle(chosen, {order: 1.0})
            return lambda state, limit: state.laid(chosen, order)
        if kind == "uneven":
            parts = [rng.choice([1, 1, 2]) for _ in rng.sample(orders, rng.randint(1, len(orders)))]
            chances = {
                o: n / sum(parts) for o, n in zip(rng.sample(orders, len(parts)), parts, strict=True)
            }
        else:
            chances = dict.fromkeys(orders, 1 / len(orders))
        self.shuffle(chosen, chances)
        given = None if kind != "uneven" and rng.random() < 0.5 else chances
        return lambda state, limit: state.shuffled(chosen, given, limit=limit)

    def shuffle(self, places, chances):
        after = {w: np.zeros(len(self.prior)) for w in permutations(range(self.values), self.places)}
        for world, weight in self.truth.items():
            for order, chance in chances.items():
                moved = list(world)
                for i, place in enumerate(places):
                    moved[place] = world[places[order[i]]]
                after[tuple(moved)] += weight * chance
        self.truth = after

    @staticmethod
    def told(state, steps, limit):
        for step in steps:
            if isinstance(state, VectorMatchings):
                limit = 10**6
            state = step(state, limit)
        return state


def assert_told(story):
    every = list(permutations(range(story.values), story.places))
    weights = np.array([story.truth.get(w, np.zeros(len(story.prior))) for w in every])
    tallies = np.zeros((len(story.prior), story.places, story.values))
    for world, weight in zip(every, weights, strict=True):
        for place, value in enumerate(world):
            tallies[:, place, value] += weight
    total = weights.sum()
    for state in story.states:
        assert state.totals == pytest.approx(weights.sum(axis=0))
        assert np.allclose(state.tallies, tallies)
        assert state.total == pytest.approx(total)
        assert np.allclose(state.weights_of(np.array(every)), weights.sum(axis=1))
        assert state.count() == np.count_nonzero(weights.sum(axis=1))
        assert np.allclose(state.marginals(), tallies.sum(axis=0) / (total or 1.0))
        if isinstance(state, MatrixMatchings) and state.sets == 1:
            # Laid out matrix by matrix, pools in each of their orders.
            parts = [
                weight * matrix[np.arange(story.places), every].prod(axis=1)
                for matrix, weight in state.matrices()
            ]
            assert np.allclose(sum(parts), weights[:, 0])
        if total:
            drawn = state.draw(300, np.random.default_rng(3))
            assert drawn.shape == (300, story.places)
            share = np.array([(drawn == w).all(axis=1).mean() for w in every])
            chance = weights.sum(axis=1) / total
            assert (share[chance == 0] == 0).all()
            assert (abs(share - chance) <= 6 * np.sqrt(chance * (1 - chance) / 300) + 1 / 300).all()


@pytest.mark.parametrize("sets", [1, 2, 3])
def test_every_form_tells_what_the_assignments_weigh(sets):
    for seed in range(24):
        with patch.object(mixture, "FEW", 0 if seed % 2 else mixture.FEW):
            assert_told(Story(seed, *[(3, 3), (2, 4), (4, 4)][seed % 3], sets))


@pytest.mark.parametrize("bunch", [1, 2, 5])
def test_matrices_are_passed_over_some_at_a_time(bunch):
    for seed in range(100, 114):
        with patch.object(mixture, "BUNCH", bunch), patch.object(mixture, "FEW", seed % 2):
            assert_told(Story(seed, 4, 4, 1 + seed % 2, dense=False))


@pytest.mark.parametrize("first", range(0, 30, 5))
def test_pools_of_five_places_are_cut_and_joined(first):
    for seed in range(first, first + 5):
        rng = random.Random(seed)
        places = 5
        state, truth = MatrixMatchings.all(places), Story(seed, places, places, 1, dense=False)
        truth.truth = {w: np.ones(1) for w in permutations(range(places))}
        for at in rng.sample(range(places), 3):
            some = rng.sample(range(places), 3)
            state = state.restrict(at, sum(1 << v for v in some))
            truth.truth = {w: x for w, x in truth.truth.items() if w[at] in some}
        for size in rng.choices([2, 2, 3, 4], k=4):
            chosen = rng.sample(range(places), size)
            state = state.shuffled(chosen, limit=10**6)
            orders = list(permutations(range(size)))
            truth.shuffle(chosen, dict.fromkeys(orders, 1 / len(orders)))
            truth.truth = {w: x for w, x in truth.truth.items() if x[0]}
        look = rng.sample(range(places), 2)
        state = state.restrict(0, sum(1 << v for v in look))
        every = np.array(list(permutations(range(places))))
        weights = [
            truth.truth[tuple(w)][0] if tuple(w) in truth.truth and w[0] in look else 0 for w in every
        ]
        assert np.allclose(state.weights_of(every), weights)
        assert state.count() == np.count_nonzero(weights)


def test_so_many_matrices_are_kept_and_no_more():
    """Three places that may have different values, laid in each of six orders by unlike chances: six matrices."""
    for sets in (1, 2):
        state = MatrixMatchings.all(4, prior=np.ones(sets))
        for at in range(3):
            state = state.restrict(at, 0b1111 ^ 1 << at)
        chances = {o: (i + 1) / 21 for i, o in enumerate(permutations(range(3)))}
        assert type(state.shuffled(range(3), chances, limit=6 * sets)) is MatrixMatchings
        dense = state.shuffled(range(3), chances, limit=6 * sets - 1)
        assert type(dense) is VectorMatchings
        kept = state.shuffled(range(3), chances)
        assert type(kept) is MatrixMatchings
        assert np.allclose(kept.tallies, dense.tallies)
        with pytest.raises(TooLarge, match="more than 5 matrices"):
            state.shuffled(range(3), chances, limit=5, dense=False)
        # Memory is that of the matrices, or of a number for each ordering.
        one = 4 * 4 * 8 * sets
        assert [state.nbytes, kept.nbytes, dense.nbytes] == [one, 6 * one, 24 * 8 * sets]
        weighed = state.weigh(0, np.array([1.0, 2.0, 3.0, 4.0]))
        assert weighed.nbytes == one + 4 * 8 * sets
        again = weighed.weigh(1, np.array([1.0, 2.0, 3.0, 4.0]))
        assert again.nbytes == weighed.nbytes  # the same likelihood is kept once


def test_what_is_said_of_a_certain_place_is_a_weight():
    """So that matrices that differ in nothing else are one, and no likelihood is multiplied again and again."""
    ratios = np.array([3.0, 5.0, 7.0])
    for value in range(3):
        certain = MatrixMatchings.all(3).restrict(1, 1 << value)
        for state in (
            MatrixMatchings.all(3).weigh(1, ratios).restrict(1, 1 << value),
            certain.weigh(1, ratios),
        ):
            assert list(state.branches) == list(certain.branches)
            assert state.totals.tolist() == [2 * ratios[value]]
        # Uneven laying of two likelihoods, then both places certain: one matrix.
        state = MatrixMatchings.all(3).weigh(0, ratios).weigh(1, ratios**2)
        state = state.shuffled([0, 1], {(0, 1): 0.25, (1, 0): 0.75})
        assert len(state.branches) == 2
        other = (value + 1) % 3
        one = state.restrict(0, 1 << value).restrict(1, 1 << other)
        assert len(one.branches) == 1
        a, b = ratios[value], ratios[other]
        assert one.total == pytest.approx(0.25 * a * b**2 + 0.75 * b * a**2)


def test_pools_that_share_an_order_are_added_up():
    """One place that may have few values, shuffled with a second, and then perhaps the second with a third."""
    first, two = {(0, 1): 0.25, (1, 0): 0.75}, {(0, 1): 0.5, (1, 0): 0.5}
    state = MatrixMatchings.all(3, 4).restrict(0, 0b0011).shuffled([0, 1]).shuffled([1, 2], first)
    truth = dict.fromkeys(permutations(range(4), 3), 0.0)
    for world in permutations(range(4), 3):
        for (once, p), (again, q) in product(two.items(), first.items()):
            if world[0] < 2:
                mixed = (world[once[0]], world[once[1]], world[2])
                truth[mixed[0], mixed[1 + again[0]], mixed[1 + again[1]]] += p * q
    every = np.array(list(truth))
    laid = [weight * matrix[np.arange(3), every].prod(axis=1) for matrix, weight in state.matrices()]
    assert len(state.branches) == 2
    assert len(laid) == 3  # each pool has two orders, and one of them is the same
    assert np.allclose(sum(laid), list(truth.values()))
    assert np.allclose(state.weights_of(every), list(truth.values()))
    assert state.count() == np.count_nonzero(list(truth.values()))


def test_vectors_have_as_many_places_as_values_and_nine_at_most():
    assert len(MatrixMatchings.all(9).dense().vectors[0]) == math.factorial(9)
    for state in (MatrixMatchings.all(10), MatrixMatchings.all(3, 4)):
        with pytest.raises(TooLarge, match=f"shuffling {state.places} of {state.values} values"):
            state.dense()


def test_more_sets_than_are_passed_over_at_a_time():
    prior = np.arange(1.0, 131.0)
    state = MatrixMatchings.all(2, 3, prior).weigh(0, np.array([1.0, 2.0, 4.0])).restrict(1, 0b011)
    state = state.shuffled([0, 1], {(0, 1): 0.25, (1, 0): 0.75}, limit=1000)
    # The worlds (0, 1), (1, 0), (2, 0), (2, 1) weigh 1 + 2 + 4 + 4.
    assert state.totals == pytest.approx(11 * prior)


@pytest.mark.parametrize("compiled", PATHS)
def test_draws_at_the_ends_of_chance(compiled):
    """The least pick draws the first assignment that is possible, the greatest the last, whatever is impossible."""
    with using(compiled):
        for seed in range(40):
            rng = np.random.default_rng(seed)
            places = 3
            matrix = rng.choice([0.0, 0.0, 0.7, 1.3], size=(places, 4))
            able = [w for w in permutations(range(4), places) if all(matrix[i, v] for i, v in enumerate(w))]
            if not able:
                continue
            both = Passes(matrix[None])
            picks = np.array([[0.0] * places, [1 - 2**-53] * places])
            drawn = both.draw(np.zeros(2, dtype=np.int64), picks)
            assert [tuple(w) for w in drawn.tolist()] == [able[0], able[-1]]
        for at in (0, -1):
            only = list(permutations(range(4)))[at]
            state = VectorMatchings.all(4)
            for place, value in enumerate(only):
                state = state.restrict(place, 1 << value)
            assert state.draw(5, np.random.default_rng(1)).tolist() == [list(only)] * 5


@pytest.mark.parametrize("compiled", PATHS)
def test_products_tallies_and_mixtures_of_orderings(compiled):
    with using(compiled):
        for n in range(1, 7):
            rng = np.random.default_rng(n)
            every = np.array(list(permutations(range(n))))
            assert not orderings.columns(n).flags.writeable
            for kind in range(4):
                matrix = rng.choice([0.5, 2.0, 3.0], size=(n, n))
                matrix[rng.random(n) < (0.0, 0.4, 0.6, 1.0)[kind]] = 1.0
                if kind == 2:
                    matrix[: n - 1] = 1.0  # what comes after places without likelihoods still counts
                expected = matrix[np.arange(n), every].prod(axis=1)
                found = orderings.product(matrix)
                assert (found is None) == bool((matrix == 1.0).all())
                assert found is None or np.allclose(found, expected)
                weights = rng.random(len(every))
                tally = orderings.tally(weights, n)
                for place, value in product(range(n), repeat=2):
                    assert tally[place, value] == pytest.approx(weights[every[:, place] == value].sum())
                masks = [int(m) for m in rng.integers(1, 1 << n, n)]
                fitting = [
                    i for i, w in enumerate(every) if all(masks[p] >> v & 1 for p, v in enumerate(w))
                ]
                assert sorted(orderings.fitting(masks).tolist()) == fitting
                places = sorted(rng.choice(n, rng.integers(1, n + 1), replace=False).tolist())
                mixed = orderings.mixed(weights, n, places)
                for i, world in enumerate(every):
                    rest = [p for p in range(n) if p not in places]
                    like = (every[:, rest] == world[rest]).all(axis=1)
                    assert mixed[i] == pytest.approx(weights[like].mean())
            assert orderings.rank(every).tolist() == list(range(len(every)))
            assert orderings.fitting([(1 << n) - 1] * n).tolist() == list(range(len(every)))


def test_a_weighing_of_every_place_counts_before_it_is_asked():
    ratios = np.array([2.0, 3.0, 5.0])
    state = VectorMatchings.all(3)
    for at in range(3):
        state = state.weigh(at, ratios ** (at + 1))
    expected = [2.0 ** (w.index(0) + 1) * 3.0 ** (w.index(1) + 1) * 5.0 ** (w.index(2) + 1)
                for w in permutations(range(3))]  # fmt: skip
    assert state.weights[0].tolist() == pytest.approx(expected)
    mixed = state.shuffled([2, 0])
    assert mixed.total == pytest.approx(sum(expected))
    assert mixed.weigh(0, np.ones(3)).weights.tolist() == mixed.weights.tolist()


def test_sets_of_values_are_counted():
    for values, places in product(range(6), repeat=2):
        subsets = [s for s in product((0, 1), repeat=values) if sum(s) <= places]
        assert states(places, values) == len(subsets)


@pytest.mark.parametrize("first", range(0, 30, 5))
def test_assignments_in_any_order_of_places_told_by_their_variables(first):
    """Groups whose variables stand in another order than the problem's, of values that not all may have."""
    for seed in range(first, first + 5):
        rng = random.Random(seed)
        straight = seed % 3 > 0
        pool = list("abcde")
        v = [
            deduce.Variable(f"v{i}", rng.sample(pool, 5) if straight and seed % 2 else pool[: 5 - (i % 2)])
            for i in range(4)
        ]
        if straight and not seed % 2:
            v = [deduce.Variable(f"v{i}", pool[:4]) for i in range(4)]
        chosen = rng.sample(v, 3 + seed % 2)
        found = assignment_of(v, [AllDifferent(chosen)])
        truth = {w: 1.0 for w in product(*(x.domain for x in v))
                 if len({w[Scope(v).index(x)] for x in chosen}) == len(chosen)}  # fmt: skip
        spread = 0.0
        for _ in range(4):
            x = rng.choice(v)
            ratios = [rng.choice([0.0, 0.5, 1.0, 4.0, 6.0]) for _ in x.domain]
            some = dict(zip(x.domain, ratios, strict=True))
            now = {
                w: p * some[w[Scope(v).index(x)]] for w, p in truth.items() if some[w[Scope(v).index(x)]]
            }
            if rng.random() < 0.8 and now:
                found, truth = found.weigh(x, ratios), now
                spread += math.log2(max(ratios)) - math.log2(min(r for r in ratios if r))
        orders = list(permutations(range(3)))
        chances = dict(zip(rng.sample(orders, 3), (0.5, 0.375, 0.125), strict=True))
        shuffled = found.shuffled(chosen[:3], chances)
        at = [Scope(v).index(x) for x in chosen[:3]]
        if all(set(v[i].domain) == set(v[at[0]].domain) for i in at) and found.groups[0].straight:
            after = dict.fromkeys(truth, 0.0)
            for world, weight in truth.items():
                for order, chance in chances.items():
                    moved = list(world)
                    for i, place in enumerate(at):
                        moved[place] = world[at[order[i]]]
                    after[tuple(moved)] = after.get(tuple(moved), 0.0) + weight * chance
            found, truth = shuffled, {w: p for w, p in after.items() if p}
            spread += 3.0
        assert type(found) is Assignment
        total = sum(truth.values())
        heavy = math.log2(max(truth.values())) - math.log2(min(truth.values()))
        assert heavy - 1e-9 <= sum(group.spread for group in found.groups) <= spread + 1e-9
        assert found.log2_weight() == pytest.approx(math.log2(total))
        assert found.count() == len(truth)
        for form in (found, found.to_diagram(), found.to_table(), found.relabel({})):
            for i, x in enumerate(v):
                share = [sum(p for w, p in truth.items() if w[i] == value) / total for value in x.domain]
                assert form.arrays()[form.place(x)].tolist() == pytest.approx(share)
                assert form.marginals(x) == pytest.approx(
                    {value: p for value, p in zip(x.domain, share, strict=True) if p}
                )
            assert form.log2_weight() == pytest.approx(math.log2(total))
        rows = {tuple(x.domain[i] for x, i in zip(v, row, strict=True)) for row in found.rows()}
        assert rows == set(truth)
        drawn = {tuple(world[x] for x in v) for world in found.sample(60, rng=seed)}
        assert drawn <= rows
        # Facts of two variables are told by weight, not by number, once worlds weigh differently.
        one, other = chosen[0].domain[0], chosen[1].domain[0]
        fact = (chosen[0] == one) | (chosen[1] == other)
        places = Scope(v).index(chosen[0]), Scope(v).index(chosen[1])
        share = sum(p for w, p in truth.items() if w[places[0]] == one or w[places[1]] == other)
        assert found.probability(fact) == pytest.approx(share / total)
        assert found.unweighted().log2_weight() == pytest.approx(math.log2(len(truth)))
        assert found.nbytes == sum(group.state.nbytes for group in found.groups) > 0


def test_too_few_values_or_a_group_of_its_own():
    v = [deduce.Variable(f"v{i}", range(2)) for i in range(3)]
    none = assignment_of(v, [AllDifferent(v)])
    assert none.count() == 0
    assert none.to_diagram().count() == none.to_table().count() == 0
    assert list(none.rows()) == []
    assert none.arrays()[0].tolist() == [0.0, 0.0]
    assert none.marginals(v[0]) == {}
    four = [deduce.Variable(f"v{i}", range(4)) for i in range(4)]
    made = Assignment(
        four, [Group.of((2, 0), [four[2], four[0]]), Group.of((1, 3), [four[1], four[3]])], scale=3
    )
    assert made.count() == 144
    assert made.log2_weight() == pytest.approx(math.log2(144) + 3)
    assert made.to_diagram().log2_weight() == pytest.approx(math.log2(144) + 3)
    assert made.relabel({}).log2_weight() == made.log2_weight()
    assert made.unweighted().log2_weight() == pytest.approx(math.log2(144))
    first = made.weigh(four[0], [4.0, 1.0, 1.0, 1.0])
    assert not first.uniform
    assert first.log2_weight() == pytest.approx(math.log2(3 * 7 * 12) + 3)
    assert first.probability((four[0] == 0) & (four[1] == 0)) == pytest.approx(4 / 7 / 4)
    assert first.restrict(four[3] == 1, four[1] == 1).log2_weight() == -math.inf
    assert isinstance(first.to_diagram(), Diagram)


def test_floats_count_only_where_they_hold_every_whole_number(monkeypatch):
    """14 of 21 values can be more than 2**53 assignments, 14 of 20 cannot; twelve places are settled here."""

    def settled(values):
        state = MatrixMatchings.all(14, values)
        for place in range(12):
            state = state.restrict(place, 1 << place)
        return state.restrict(12, (1 << values) - 1 - (1 << 13)).weigh(13, np.arange(1.0, values + 1))

    assert math.perm(20, 14) < 1 << 53 < math.perm(21, 14) < 1 << 54
    passed = []

    def passes(matrices):
        # In place of going through a million sets of values.
        passed.append(matrices.sum(axis=2).tolist())
        return SimpleNamespace(totals=np.array([7.0 * 7.0]))

    monkeypatch.setattr("deduce.worlds.mixture.Passes", passes)
    assert settled(20).count() == 7 * 7
    assert passed == [[[1.0] * 12 + [19.0, 20.0]]]
    assert settled(21).count() == 8 * 8
    assert len(passed) == 1

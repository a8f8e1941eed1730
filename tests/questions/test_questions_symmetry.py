"""Symmetry: orbits against the whole group written out, and the same best value with and without."""

import random
from itertools import permutations, product
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce import ProblemError
from deduce.questions import OBJECTIVES, Interchange, symmetry
from deduce.questions.symmetry import _classes
from deduce_models.classics import bulls, mastermind


def group(width, size, variables, values):
    """Every (order, renaming) of the group, by trying all and keeping what moves within the classes."""

    def within(images, classes, n):
        home = {item: i for i, c in enumerate(classes) for item in c}
        return all(
            home.get(a, -1 - a) == home.get(b, -1 - b) for a, b in zip(range(n), images, strict=True)
        )

    orders = [p for p in permutations(range(width)) if within(p, variables, width)]
    renamings = [p for p in permutations(range(size)) if within(p, values, size)]
    return list(product(orders, renamings))


def image(row, order, renaming):
    return tuple(renaming[row[place]] for place in order)


@st.composite
def splits(draw, n):
    """Some disjoint classes of 0 to n - 1."""
    homes = draw(st.lists(st.integers(0, n - 1), min_size=n, max_size=n))
    return [[i for i in range(n) if homes[i] == h] for h in sorted(set(homes))]


@given(st.data())
def test_representatives_are_the_first_of_each_orbit(data):
    width, size = data.draw(st.sampled_from([(2, 3), (3, 3), (3, 4), (4, 2)]))
    variables, values = data.draw(splits(width)), data.draw(splits(size))
    rows = np.array(list(product(range(size), repeat=width)))
    fixed = data.draw(st.lists(st.sampled_from(rows.tolist()), max_size=2))
    stays = [np.array(fixed)] if fixed else []
    found = Interchange(variables, values, width=width, size=size).representatives(rows, *stays)
    keep = [
        (order, renaming)
        for order, renaming in group(width, size, variables, values)
        if all(image(row, order, renaming) == tuple(row) for row in fixed)
    ]
    first = {min(image(row, *g) for g in keep) for row in rows.tolist()}
    assert sorted(tuple(row) for row in rows[found].tolist()) == sorted(first)


@pytest.mark.parametrize("seed", range(40))
def test_what_was_asked_stays_as_it_is_whatever_is_exchanged(seed):
    """All rows of a small board under the whole group, with questions asked before that few exchanges keep."""
    rng = random.Random(seed)
    width, size = rng.choice([(2, 3), (3, 3), (2, 4)])
    variables = [list(range(width))] if rng.random() < 0.7 else [[0, 1]]
    values = rng.choice(
        [[list(range(size))], [[0, 1]], [list(range(1, size))], [[0, 1], [2]], [[0, 2], [1]]]
    )
    rows = np.array(list(product(range(size), repeat=width)))
    fixed = [rng.choice(rows.tolist()) for _ in range(rng.randint(1, 2))]
    made = Interchange(variables, values, width=width, size=size)
    found = made.representatives(rows, np.array(fixed))
    keep = [
        each
        for each in group(width, size, variables, values)
        if all(image(row, *each) == tuple(row) for row in fixed)
    ]
    first = {min(image(row, *each) for each in keep) for row in rows.tolist()}
    assert sorted(tuple(row) for row in rows[found].tolist()) == sorted(first)


@pytest.mark.parametrize("mapped", [1 << 24, 0])
@given(st.data())
def test_detection_finds_every_exchange_that_keeps_the_rows(mapped, data):
    """By a map of all conceivable rows, and by a sorted list of those there are."""
    with patch.object(symmetry, "_MAP", mapped):
        exchanges_are_those_that_keep_the_rows(data)


def exchanges_are_those_that_keep_the_rows(data):
    width, size = data.draw(st.sampled_from([(2, 3), (3, 2), (3, 3)]))
    every = list(product(range(size), repeat=width))
    rows = np.array(data.draw(st.lists(st.sampled_from(every), min_size=1, unique=True)))
    have = set(map(tuple, rows.tolist()))
    found = Interchange.detect(rows, size)

    def together(groups, a, b):
        return any(a in group and b in group for group in groups)

    for a, b in product(range(width), repeat=2):
        order = list(range(width))
        order[a], order[b] = b, a
        kept = {tuple(row[i] for i in order) for row in have} == have
        assert a == b or together(found.variables, a, b) == kept
    for a, b in product(range(size), repeat=2):
        name = list(range(size))
        name[a], name[b] = b, a
        kept = {tuple(name[v] for v in row) for row in have} == have
        assert a == b or together(found.values, a, b) == kept


GAMES = [
    mastermind.game(3, 3),
    mastermind.game(2, 5),
    bulls.game(3, 5),
    bulls.game(3, 5, leading_zero=False),
]


@pytest.mark.parametrize("game", GAMES)
def test_answers_really_are_symmetric(game):
    """Every exchange that is used leaves every answer to every guess as it is."""
    every = np.arange(game.worlds)
    answers = game.codes(every, every)
    symmetry = Interchange.detect(game.secrets, len(game.variables[0].domain))
    assert symmetry.variables
    assert symmetry.values
    place = {tuple(row): i for i, row in enumerate(game.secrets.tolist())}
    width, size = len(game.variables), len(game.variables[0].domain)
    for order, renaming in group(width, size, symmetry.variables, symmetry.values):
        moved = np.array([place[image(row, order, renaming)] for row in game.secrets.tolist()])
        assert np.array_equal(answers[np.ix_(moved, moved)], answers)


@given(st.sampled_from(GAMES), st.data(), st.sampled_from(OBJECTIVES))
def test_the_best_value_is_the_same_without_symmetry(game, data, objective):
    secret = data.draw(st.integers(0, game.worlds - 1))
    position = game.start()
    for guess in data.draw(st.lists(st.integers(0, game.worlds - 1), max_size=3)):
        position = position.observe(
            game.values(guess), game.answer(game.values(guess), game.values(secret))
        )
    thin = position.rank(objective, limit=None)
    full = position.rank(objective, limit=None, symmetry=False)
    assert (thin[0].index, thin[0].worst) == (full[0].index, full[0].worst)
    assert (thin[0].bits, thin[0].expected) == pytest.approx((full[0].bits, full[0].expected))
    assert len(full) == game.questions

    # Every guess has an equal among the representatives.
    def values(ranking):
        return {
            (round(r.bits, 9), round(r.expected, 9), r.worst, r.parts, round(r.finish, 9)) for r in ranking
        }

    assert values(thin) == values(full)


@pytest.mark.parametrize("objective", ["worst case", "entropy", "optimal"])
def test_trees_are_as_good_without_symmetry(objective):
    start = mastermind.table(3, 4)
    assert start.plan(objective).total == start.plan(objective, symmetry=False).total


def test_five_pegs_and_eight_colours_have_seven_first_guesses():
    game = mastermind.game(5, 8)
    assert [game.text(i) for i in game.candidates(())] == [
        "11111", "11112", "11122", "11123", "11223", "11234", "12345",
    ]  # fmt: skip


def test_faulty_groups_are_refused():
    with pytest.raises(ProblemError, match="disjoint"):
        Interchange([[0, 1], [1, 2]], [], width=3, size=2)
    with pytest.raises(ProblemError, match="within 0 to 1"):
        Interchange([], [[0, 5]], width=3, size=2)
    with pytest.raises(ProblemError, match="too many"):
        Interchange([range(8)], [], width=8, size=2)
    assert repr(Interchange([[0, 1]], [], width=2, size=2)) == "Interchange([[0, 1]], [], width=2, size=2)"


@pytest.mark.parametrize("kinds", ["", "a", "ab", "aabb", "abab", "abcabc", "aaaa", "abca"])
def test_what_is_alike_is_put_into_one_class_each(kinds):
    groups = _classes(len(kinds), lambda a, b: kinds[a] == kinds[b])
    wanted = [[n for n, kind in enumerate(kinds) if kind == each] for each in dict.fromkeys(kinds)]
    assert groups == [group for group in wanted if len(group) > 1]

"""What kinds of words follow each other, against the definition by hand, and the file that ships."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from benchmarks.word_order import Fitting
from deduce.vocabulary.following import CONSTANT, LEAST, MOST, OWN, Following, following
from deduce.vocabulary.vectors import Vectors

WORDS = ["dog", "cat", "runs"]


@pytest.fixture
def small():
    rng = np.random.default_rng(3)
    vectors = Vectors(WORDS, rng.normal(size=(3, 4)))
    shapes = {
        "before": (len(OWN) + 1, 2),
        "after": (len(OWN) + 1, 2),
        "before_map": (5, 2),
        "after_map": (5, 2),
    }
    return Following(vectors, **{name: rng.normal(size=shape) for name, shape in shapes.items()})


def by_hand(told, first, second):
    """Both vectors of the definition, number by number."""
    product = 0.0
    for d in range(2):
        sides = []
        for word, own, matrix in (
            (first, told._own[0], told._map[0]),
            (second, told._own[1], told._map[1]),
        ):
            vector = [*told.vectors.of([word])[0], CONSTANT]
            side = sum(vector[k] * matrix[k, d] for k in range(5))
            place = [*OWN, *WORDS].index(word)
            sides.append(side + (own[place, d] if place < len(own) else 0.0))
        product += sides[0] * sides[1]
    return min(max(product, LEAST), MOST)


def test_pairs_are_told_by_the_definition(small):
    words = [*OWN, *WORDS]
    pairs = np.array([(a, b) for a in range(len(words)) for b in range(len(words))])
    expected = [by_hand(small, words[a], words[b]) for a, b in pairs]
    assert_allclose(small.told(words, pairs), expected, atol=1e-5)


def test_an_unknown_word_tells_nothing(small):
    assert_allclose(small.told(["dog", "xqzv", "runs"], np.array([(0, 1), (1, 2)])), 0)
    assert small.told(["dog", "xqzv", "runs"], np.array([(0, 2)]))[0] != 0


def test_what_ships_knows_the_order_of_english():
    words = [
        "the",
        "a",
        "old",
        "dog",
        "sold",
        "his",
        "car",
        "of",
        "water",
        "they",
        "he",
        "green",
        "was",
        "she",
    ]

    def told(pair):
        first, second = pair.split()
        return following().told(words, np.array([(words.index(first), words.index(second))]))[0]

    for right in ("the old", "a dog", "his car", "he was", "she sold", "old car"):
        first, second = right.split()
        assert told(right) > told(f"{second} {first}") + 1, right


def test_a_step_of_the_fit_goes_down_the_slope():
    rng = np.random.default_rng(5)
    fitting = Fitting(rng.normal(size=(9, 4)).astype(np.float32), rng, common=2)
    pairs, real = rng.integers(0, 9, (6, 2)), np.array([1, 0, 1, 0, 1, 0], np.float32)
    slopes = fitting.slopes(pairs, real)
    for name, array in fitting.at.items():
        for place in [(0, 0), (1, 3), (len(array) - 1, 7)]:
            before, step = array[place], 1e-2
            losses = []
            for moved in (step, -step):
                array[place] = before + moved
                losses.append(fitting.loss(pairs, real))
            array[place] = before
            assert slopes[name][place] == pytest.approx((losses[0] - losses[1]) / (2 * step), abs=2e-3)

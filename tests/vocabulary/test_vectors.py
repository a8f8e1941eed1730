"""Word vectors: what ships, and tables of one's own."""

import numpy as np
import pytest

from deduce.ground.errors import ProblemError
from deduce.vocabulary import Vectors, english


def made_up(rng):
    words = ["a", "b", "c", "d", "e"]
    return words, rng.normal(size=(5, 7)).astype(np.float32)


def test_cosines_are_those_of_the_rows():
    words, rows = made_up(np.random.default_rng(1))
    vectors = Vectors(words, rows)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    assert np.allclose(vectors.of(words), unit, atol=1e-6)
    mean = unit[0] * np.sqrt(3) + unit[3] * np.sqrt(6)  # rare words weigh more
    assert np.allclose(vectors.of(["a d"])[0], mean / np.linalg.norm(mean), atol=1e-6)
    assert not vectors.of(["unheard of"]).any()
    assert np.allclose(vectors.of(["unheard b"])[0], unit[1], atol=1e-6)


def test_the_nearest_are_found_by_looking_at_all():
    words, rows = made_up(np.random.default_rng(2))
    vectors = Vectors(words, rows)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    expected = sorted("bcde", key=lambda word: -float(unit[0] @ unit[words.index(word)]))
    assert vectors.nearest("a", 3) == expected[:3]
    assert vectors.nearest("zebra crossing", 3) == []


def test_a_table_that_does_not_fit_is_refused():
    with pytest.raises(ProblemError, match="2 words need as many rows"):
        Vectors(["a", "b"], np.ones((3, 4)))


def test_what_ships_says_where_it_comes_from():
    vectors = english()
    assert len(vectors) == 80_000
    assert "GloVe" in vectors.provenance
    assert vectors.licence == "PDDL-1.0"
    assert "volcano" in vectors
    assert "qzxv" not in vectors
    lengths = np.linalg.norm(vectors.of(["volcano", "lava", "tax"]), axis=1)
    assert np.allclose(lengths, 1, atol=1e-5)
    near = vectors.of(["volcano"])[0] @ vectors.of(["lava", "tax"]).T
    assert near[0] > near[1]

"""The published models in examples/models: what they answer, and that the table compares the right things."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from benchmarks import models

MODELS = {work.__name__: work for file in models.SOURCES.values() for work in models.source(file).MODELS}
SOURCES = {file: models.source(file) for file in models.SOURCES.values()}


def _coins():
    return sum(
        a + 5 * b + 10 * c + 25 * d + 50 * e == 100
        for b, c, d, e in product(range(21), range(11), range(5), range(3))
        if (a := 100 - 5 * b - 10 * c - 25 * d - 50 * e) >= 0
    )


def _words():
    words = SOURCES["of_python_constraint"].WORDS.split()
    return sum(
        all(a + b + c in words for a, b, c in zip(*rows, strict=True)) for rows in product(words, repeat=3)
    )


def _sum():
    return sum(
        2 * (1000 * s + 100 * e + 10 * i + s) == 1000 * d + 100 * o + 10 * z + e
        for s, e, i, d, o, z in permutations(range(10), 6)
        if s and d
    )


# Published: 92 ways for eight queens, 40 all-interval series of eight, 52 Langford pairings of seven (26 and their
# mirror images), 6 orders of cars, one Fano plane up to order, 17 for six marks, 1072 loops through 36 cells
# (OEIS A003763).
KNOWN = {
    "queens": 92, "rooks": 40320, "intervals": 40, "langford": 52, "cars": 6, "magic": 8, "blocks": 1, "golomb": 17,
    "simple_loop": 1072, "einstein": "German", "agatha": "Agatha", "money": "unique 10652",
}  # fmt: skip


@pytest.mark.parametrize("name", KNOWN)
def test_models_with_published_answers(name):
    assert MODELS[name]() == KNOWN[name]


@pytest.mark.parametrize(("name", "plainly"), [("coins", _coins), ("crossword", _words), ("words", _sum)])
def test_models_counted_plainly(name, plainly):
    assert MODELS[name]() == plainly()


def test_there_are_25_and_none_is_refused():
    assert len(MODELS) == 25
    for name in set(models.pencil(SOURCES["of_cspuz"])):
        assert MODELS[name]() == "unique"


def test_lines_are_those_of_the_code():
    def short():
        """Not this one."""
        # Nor this.
        return 3

    assert models.lines_of(short) == 1

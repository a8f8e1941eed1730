"""`examples/from_cpmpy.py` and `examples/csplib_more.py`: known answers, and CPMpy's own where it is installed."""

from itertools import combinations, product

import pytest

from benchmarks.bench_examples import examples
from benchmarks.cpmpy_models import MODELS

EXAMPLES = examples()


def hadamard(n):
    rings = [ring for ring in product((-1, 1), repeat=n) if sum(ring) == 1]

    def shifted(ring):
        return [sum(ring[i] * ring[(i + k) % n] for i in range(n)) for k in range(1, n // 2 + 1)]

    return sum(
        all(a + b == -2 for a, b in zip(shifted(one), shifted(other), strict=True))
        for one, other in product(rings, repeat=2)
    )


def sets():
    cards = [(0, 1, 2, 0), (1, 1, 1, 0), (2, 1, 0, 0), (0, 0, 0, 1), (1, 2, 0, 2), (2, 2, 2, 2),
             (0, 2, 1, 1), (1, 0, 2, 1), (2, 0, 1, 2), (0, 1, 1, 2), (1, 1, 0, 1), (2, 2, 1, 0)]  # fmt: skip
    return sum(
        all(len({card[f] for card in three}) != 2 for f in range(4)) for three in combinations(cards, 3)
    )


KNOWN = {
    "nqueens": 724,  # OEIS A000170
    "php": False,
    "send_more_money": 10652,  # Dudeney's puzzle
    "set_game": sets(),
    "who_killed_agatha": {0},  # herself
    "zebra": "Japanese",
    "prob005_auto_correlation": 12,  # OEIS A091383
    "prob015_schur": 18,  # three partitions of 1 to 13 in three sum-free parts, by any names
    "prob023_magic_hexagon": 1,  # Ernst von Haselberg, 1887
    "prob032_still_life": 16,  # OEIS A055397
    "prob044_steiner": 30,  # 7! / 168 Fano planes
    "prob084_hadamard": hadamard(7),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_answers(name):
    assert EXAMPLES[name]() == KNOWN[name]


def test_names_are_those_of_the_examples():
    assert set(MODELS) <= set(EXAMPLES)
    assert len(MODELS) >= 25
    assert sum(name.startswith("prob") for name in EXAMPLES) >= 20


@pytest.mark.parametrize("name", MODELS)
def test_the_same_answer_as_cpmpy(name):
    pytest.importorskip("cpmpy")
    assert EXAMPLES[name]() == MODELS[name]()

"""The answers of `examples/csplib.py`: numbers from the literature, and what other ways of searching find."""

import importlib.util
from itertools import pairwise, permutations, product
from pathlib import Path

import pytest

_FILE = Path(__file__).parents[2] / "examples" / "csplib.py"
_SPEC = importlib.util.spec_from_file_location("csplib_example", _FILE)
csplib = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(csplib)


def knapsack(room):
    weight, worth = [12, 7, 11, 8, 9, 6, 15, 5], [24, 13, 23, 15, 16, 11, 28, 9]
    loads = product((0, 1), repeat=len(weight))
    return max(
        sum(w * t for w, t in zip(worth, load, strict=True))
        for load in loads
        if sum(w * t for w, t in zip(weight, load, strict=True)) <= room
    )


def project(capacity):
    """Every order of the tasks, each put as early as it goes: some order gives a shortest plan."""
    length, workers, after = [3, 4, 2, 4, 3, 2], [2, 3, 4, 4, 3, 2], {2: 0, 3: 1, 5: 2}
    best = 99
    for order in permutations(range(6)):
        if any(order.index(before) > order.index(task) for task, before in after.items()):
            continue
        busy, end = [0] * 60, {}
        for task in order:
            start = end[after[task]] if task in after else 0
            while any(busy[t] + workers[task] > capacity for t in range(start, start + length[task])):
                start += 1
            for t in range(start, start + length[task]):
                busy[t] += workers[task]
            end[task] = start + length[task]
        best = min(best, max(end.values()))
    return best


def shop():
    """Every order of all steps, each begun as early as its job and its machine allow."""
    jobs = [[(0, 3), (1, 2), (2, 2)], [(0, 2), (2, 1), (1, 4)], [(1, 4), (2, 3), (0, 1)]]
    best = 99
    for order in _orders((3, 3, 3)):
        job, machine, at = [0] * 3, [0] * 3, [0] * 3
        for j in order:
            m, length = jobs[j][at[j]]
            job[j] = machine[m] = max(job[j], machine[m]) + length
            at[j] += 1
        best = min(best, max(job))
    return best


def _orders(left):
    if not any(left):
        yield ()
    for j, n in enumerate(left):
        if n:
            for rest in _orders(tuple(m - (i == j) for i, m in enumerate(left))):
                yield (j, *rest)


KNOWN = {
    "prob006_golomb_ruler": 11,  # optimal Golomb rulers, OEIS A003022
    "prob007_all_interval_series": 40,
    "prob019_magic_squares": 8,  # one square, turned and mirrored
    "prob024_langford": 52,  # 26, and mirrored: OEIS A014552
    "prob028_fano_plane": [3] * 7,
    "prob049_number_partitioning": 1,
    "prob053_graceful_graph": 48,
    "prob054_queens": 92,  # OEIS A000170
    "prob061_project": project(4),
    "job_shop": shop(),
    "prob076_costas": 40,  # OEIS A008404
    "prob133_knapsack": knapsack(50),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_answers(name):
    assert getattr(csplib, name)() == KNOWN[name]


def test_all_are_run():
    assert {solve.__name__ for solve in csplib.PROBLEMS} == set(KNOWN)


@pytest.mark.parametrize("n", [4, 5, 6])
def test_all_interval_series_by_brute_force(n):
    wanted = sum(len({abs(a - b) for a, b in pairwise(row)}) == n - 1 for row in permutations(range(n)))
    assert csplib.prob007_all_interval_series(n) == wanted

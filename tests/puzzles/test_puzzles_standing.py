"""Of clues that cannot all stand: the first in their order that does not go with those before it, and what refutes it."""

import random

import pytest

from deduce import AllDifferent, Knowledge, Problem
from deduce.ground.errors import Contradiction
from deduce.puzzles import hint
from deduce.puzzles.standing import first_conflict


def _latin(clues):
    problem = Problem("latin")
    x = problem.variables("x", [(r, c) for r in range(4) for c in range(4)], range(4))
    for i in range(4):
        problem.require(AllDifferent([x[i, j] for j in range(4)]), f"row {i}")
        problem.require(AllDifferent([x[j, i] for j in range(4)]), f"column {i}")
    known = Knowledge(problem)
    for n, (cell, value) in enumerate(clues):
        known = known.observe(x[cell] == value, f"clue {n}")
    return known


@pytest.mark.parametrize("seed", range(8))
def test_the_first_clue_that_cannot_stand_is_the_one_of_brute_force(seed):
    rng = random.Random(seed)
    cells = rng.sample([(r, c) for r in range(4) for c in range(4)], 9)
    clues = [(cell, rng.randrange(4)) for cell in cells]
    stand = [_latin(clues[:n]).is_consistent() for n in range(len(clues) + 1)]
    known = _latin(clues)
    assert not stand[-1]
    found = first_conflict(known)
    assert found.check()
    if known.overcrowded:  # seen by counting alone: smallest, whichever is first
        assert found.smallest
        return
    first = stand.index(False) - 1
    assert found.first is found.because[-1] is known.log[first]
    assert str(found).endswith(f"those before it: clue {first}")
    assert found.to_dict()["first"]["text"] == f"clue {first}"
    others = [clue for clue in known.log if clue not in found.because]
    for clue in found.because:
        if clue in known.log:
            assert known.without(clue, *others).is_consistent()


def test_a_hint_on_clues_that_cannot_all_stand_names_the_first():
    known = _latin([((0, 0), 0), ((0, 1), 1), ((0, 2), 2), ((1, 3), 3), ((2, 0), 1)])
    with pytest.raises(Contradiction) as error:
        hint(known, {"x[3,3]": 0})
    assert error.value.conflict.first is known.log[3]


def test_a_puzzle_with_a_solution_has_none():
    assert first_conflict(_latin([((0, 0), 0), ((1, 1), 0)])) is None

"""What `tests/determinism.py` does for every command, done for a few."""

import pytest
from determinism import differences, same


@pytest.mark.parametrize("name", ["advise entracte"])
def test_the_same_seed_gives_the_same_answer_everywhere(name):
    assert differences(name, only={"hash seed 4711", "two workers", "numpy alone"}) == []


def test_answers_that_differ_are_told_apart():
    answer = {"moves": [{"chance": 0.25, "move": "play"}], "count": 3}
    assert same(answer, {"moves": [{"chance": 0.25 + 1e-12, "move": "play"}], "count": 3})
    assert not same(answer, {"moves": [{"chance": 0.2501, "move": "play"}], "count": 3})
    assert not same(answer, {"moves": [{"chance": 0.25, "move": "pass"}], "count": 3})
    assert not same(answer, {"moves": [], "count": 3})
    assert not same(answer, {"moves": answer["moves"], "count": 4})
    assert not same({"unique": True}, {"unique": 1})

"""Our puzzles as a data set of reasoning-gym: items, answers judged, and settings as our own data sets have them."""

import pytest

from deduce.bridges import reasoning
from deduce.bridges.reasoning import ANY, Config, register
from deduce.ground.errors import ProblemError


def test_reasoning_gym_takes_our_puzzles():
    gym = pytest.importorskip("reasoning_gym")
    register()
    register()
    data = gym.create_dataset("deduce", family="kakurasu", size=2, seed=9)
    assert len(data) == 2
    for index, entry in enumerate(data):
        assert entry["metadata"]["source_index"] == index
        assert data.score_answer(entry["answer"], entry) == 1.0
        assert data.score_answer("4", entry) == data.score_answer(None, entry) == 0.0
    with pytest.raises(ProblemError):
        gym.create_dataset("deduce", family="no such family")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"family": "kakurasuu"}, "kakurasu"),
        ({"size": 0}, "n is 0"),
        ({"low": 3, "high": 2}, r"\(3, 2\)"),
        ({"low": 1, "high": 0}, r"\(1, 0\)"),
    ],
)
def test_settings_that_a_data_set_refuses_are_refused(wrong, said):
    with pytest.raises(ProblemError, match=said):
        Config(**wrong).validate()


@pytest.mark.parametrize(
    ("low", "high", "wish"), [(None, None, None), (2, None, (2, ANY)), (None, 3, (0, 3)), (2, 3, (2, 3))]
)
def test_settings_are_those_of_a_data_set(low, high, wish, monkeypatch):
    asked = []
    monkeypatch.setattr(reasoning, "dataset", lambda *args, **how: asked.append((args, how)))
    Config("kakurasu", rows=3, columns=4, low=low, high=high, seed=7, size=5).validate()
    assert asked == [(("kakurasu", 5), {"seed": 7, "difficulty": wish, "size": (3, 4)})]

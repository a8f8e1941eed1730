"""Our puzzles as a data set of reasoning-gym: items, answers judged, and settings as our own data sets have them."""

import pytest

from deduce.bridges.reasoning import Config, register
from deduce.ground.errors import ProblemError
from deduce.puzzles import dataset


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
def test_settings_are_those_of_a_data_set(wrong, said):
    Config(low=3).validate()
    Config(high=3).validate()
    with pytest.raises(ProblemError, match=said):
        Config(**wrong).validate()
    made = Config("kakurasu", rows=3, columns=4, low=1, high=9, size=3).items(5)
    assert len(made) == 3
    assert made[1].to_dict() == dataset("kakurasu", 3, seed=5, difficulty=(1, 9), size=(3, 4))[1].to_dict()

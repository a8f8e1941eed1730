"""The campaign over every form of worlds, its first problems; and that it can fail."""

import pytest
import worlds_campaign as campaign

from deduce.worlds.deal import Deal


def test_the_first_problems_agree_in_every_form():
    done = sum((campaign.agree(number, 1) for number in range(40)), start=campaign.Counter())
    assert done["problems"] == done["dnnf"] == done["table"] == done["knowledge"] == 40
    for name in ("assignment", "assignment, shared", "deal", "shuffle", "swap", "replace", "fact"):
        assert done[name] >= 3, name


def test_a_form_that_is_wrong_is_named_with_the_problem(monkeypatch):
    monkeypatch.setattr(Deal, "entropy", lambda self: 7.0)
    line = campaign.chunk(0, seed=1, last=8)
    assert line["wrong"]
    assert "deal" in line["wrong"][0]
    assert "another entropy" in line["wrong"][0]
    assert "seed 1" in line["wrong"][0]


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_a_problem_comes_from_its_seed_and_number_alone(number):
    one, other = (campaign.posed(number, 5) for _ in range(2))
    assert [str(rule) for rule in one.problem.rules] == [str(rule) for rule in other.problem.rules]
    assert one.truth() == other.truth()

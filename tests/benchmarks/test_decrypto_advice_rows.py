"""`python -m benchmarks.decrypto_advice`: what is said is held against the half it was said of, and binned by it."""

import pytest

from benchmarks import decrypto_advice as rows
from deduce.arena.statistics import share_of
from deduce_models.decrypto.players.named import Naive
from deduce_models.decrypto.rules.setup import Half


def test_what_was_said_meets_its_own_half():
    follower = rows.Follower()
    follower.said = {
        (2, 0, "own team decodes"): 0.9,
        (2, 0, "rivals intercept"): 0.2,
        (2, 1, "guess at rivals' code"): 0.4,
        (3, 0, "own team decodes"): 0.5,
    }
    clues = ("a", "b", "c")
    past = (
        Half(2, 0, (1, 2, 3), clues, (1, 2, 3), (1, 2, 4)),
        Half(2, 1, (4, 2, 1), clues, (4, 2, 3), (4, 2, 1)),
    )
    assert follower.happened(7, past) == [
        ("own team decodes", 7, 0.9, False),
        ("rivals intercept", 7, 0.2, True),
        ("guess at rivals' code", 7, 0.4, False),
    ]


def test_bins_and_their_intervals(capsys):
    rows.calibration([("x", 1, 0.1, True), ("x", 1, 0.3, True), ("x", 2, 1.0, False)], 2)
    out = capsys.readouterr().out.splitlines()
    assert out[2] == "| x | 0% to 50% | 20.0% | 100.0% | +80.0% +- 0.0% | 2 | 1 |"
    assert out[3] == "| x | 50% to 100% | 100.0% | 0.0% | -100.0% +- 0.0% | 1 | 1 |"
    assert str(share_of(1, 2)).strip().startswith("50.0%")


@pytest.mark.parametrize("side", [0, 1])
def test_a_game_is_played_by_what_the_answer_to_a_record_names_first(side):
    follower, other = rows.Follower(), Naive()
    end = rows.play(rows.FIRST + side, *((follower, other) if side == 0 else (other, follower)))
    assert end.actor is None
    assert {team for _, team, about in follower.said if about == "own team decodes"} == {side}
    assert all(0 <= chance <= 1 for chance in follower.said.values())
    assert len(follower.happened(1, end.past)) == len(follower.said)

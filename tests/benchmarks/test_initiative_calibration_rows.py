"""`python -m benchmarks.initiative_calibration`: every decision under threat lands in its bin."""

import pytest

from benchmarks import initiative_calibration as rows


class End:
    """The end of a mission."""

    def __init__(self, result):
        self.result = result


def test_decisions_are_counted_in_their_bins_and_missions_by_themselves(monkeypatch, capsys):
    ends = {7: (End(1), [0.1, 0.9, 1.0]), 8: (End(0), [0.2])}
    monkeypatch.setattr(rows, "follow", lambda state, seed: ends[seed])
    monkeypatch.setattr(rows, "plan", lambda state, seed: End(0))
    monkeypatch.setattr(
        "sys.argv", ["rows", "--games", "2", "--first", "7", "--levels", "easy", "--bins", "2"]
    )
    rows.main()
    out = capsys.readouterr().out.splitlines()
    assert out[0].split("[")[0] == "missions 2: follower  50.0% "
    assert out[1].startswith("paired difference +50.0%")
    assert out[1].endswith("1 of 2 missions ended otherwise")
    assert [[cell.strip().split(" [")[0] for cell in line.split("|")[1:-1]] for line in out[4:]] == [
        ["0% to 50%", "15.0%", "50.0%", "2", "2"],
        ["50% to 100%", "95.0%", "100.0%", "2", "1"],
    ]


@pytest.mark.parametrize("seed", [30_000])
def test_a_mission_is_played_by_advice_alone(seed):
    state = rows.GAME.new(players=1, mission=f"easy:{seed}")
    end, said = rows.follow(state, seed)
    assert end.actor is None
    assert all(0 <= value <= 1 for value in said)

"""`python -m benchmarks.initiative_calibration`: what advice said of a mission lands in its bin, with how it ended."""

from benchmarks import initiative_calibration as rows


def run(monkeypatch, capsys, *words):
    """What the command prints, line by line."""
    monkeypatch.setattr("sys.argv", ["rows", *words])
    rows.main()
    return capsys.readouterr().out.splitlines()


def test_what_was_said_is_held_against_the_end_of_its_mission(monkeypatch, capsys, tmp_path):
    ends = {
        7: (1, [rows.Said("under threat", 0.11, 0.3), rows.Said("under threat", 0.95, 0.9)]),
        8: (-1, [rows.Said("under threat", 0.19, 0.2), rows.Said("vote", 0.42, 0.42)]),
    }

    class End:
        def __init__(self, result):
            self.result = result

    def follow(state, seed, before):
        return End(ends[seed][0]), ends[seed][1]

    monkeypatch.setattr(rows, "follow", follow)
    words = ("--games", "2", "--first", "7", "--levels", "easy", "--results", str(tmp_path / "rows.jsonl"))
    out = run(monkeypatch, capsys, *words)
    assert out[0].startswith("easy: won  50.0%")
    cells = [
        [cell.strip().split(" (")[0] for cell in line.split("|")[1:-1]] for line in out if line[:1] == "|"
    ]
    assert ["10% to 20%", "15.0%", "50.0%", "2", "2", "yes"] in cells
    assert ["90% to 100%", "95.0%", "100.0%", "1", "1", "yes"] in cells
    assert ["40% to 50%", "42.0%", "0.0%", "1", "1", "yes"] in cells
    # A second run reads the file and plays nothing.
    monkeypatch.setattr(rows, "follow", None)
    assert run(monkeypatch, capsys, *words) == out


def test_a_mission_is_played_by_advice_alone():
    state = rows.GAME.new(players=1, mission="easy:30000")
    end, said = rows.follow(state, 30_000, 0.05)
    assert end.actor is None
    assert said[-1].sort == "answer"
    assert {each.sort for each in said} <= set(rows.SORTS)
    assert all(0 <= each.value <= 1 for each in said)


def test_a_likeliest_answer_is_held_against_the_truth():
    found = [rows.likeliest("easy", number) for number in range(8)]
    assert all(each is None or 0 < each.said <= 1 for each in found)
    assert {each.happened for each in found if each is not None and each.said > 0.95} == {True}

"""The campaigns: what is done is kept, what is missing is done, and what was asked is counted."""

import json
import sys

import campaign
import pytest
from amount import amount
from toy_games import Show, Whose

from deduce.conformance import PARTS, check_game


def run(monkeypatch, capsys, *words):
    monkeypatch.setattr(sys, "argv", ["campaign.py", *map(str, words)])
    status = campaign.main()
    return status, capsys.readouterr().out


@pytest.fixture
def kind(monkeypatch):
    """A kind of campaign that notes what it was asked, fails at seed 3 and is interrupted once at seed 5."""
    asked = []

    def work(name, seed):
        asked.append((name, seed))
        if seed == 3:
            raise AssertionError("three")
        if seed == 5 and asked.count((name, seed)) == 1:
            raise KeyboardInterrupt
        return {"things": seed, "long": [seed], "said": {"views": {"pass 1": seed + 1}}}

    monkeypatch.setitem(campaign.KINDS, "toy", campaign.Kind(work, 10, lambda: ["a"]))
    return asked


def test_an_interrupt_keeps_what_was_done_and_the_next_run_does_the_rest(
    kind, tmp_path, monkeypatch, capsys
):
    path = tmp_path / "rows.jsonl"
    words = ("toy", "--cases", 65, "--seed", 1, "--results", path)
    status, out = run(monkeypatch, capsys, *words)
    assert status == 130
    assert "a seed 3: AssertionError: three" in out
    assert "interrupted" in out
    assert [json.loads(line)["seed"] for line in path.read_text().splitlines()] == [1, 2, 3, 4]
    status, out = run(monkeypatch, capsys, *words)
    assert status == 1
    assert kind == [("a", seed) for seed in (1, 2, 3, 4, 5, 5, 6, 7)]
    last = next(line for line in out.splitlines() if line.startswith("toy a"))
    assert last.startswith("toy a: 70 cases, findings at seeds [3], ")
    assert "seeds 1 to 7; things 25, long median 4.5, at most 7" in last
    assert "views 31 times, 1 kinds by seats, fewest 31 (pass 1)" in out


def test_a_run_without_findings_ends_well(kind, monkeypatch, capsys):
    assert run(monkeypatch, capsys, "toy", "other", "--cases", 20, "--seed", 8)[0] == 0
    assert kind == [("other", 8), ("other", 9)]


def test_a_thousand_pieces_of_the_core_are_one_seed_of_chance(monkeypatch):
    import worlds_campaign

    asked = []
    monkeypatch.setattr(
        worlds_campaign, "agree", lambda *each: asked.append(each) or worlds_campaign.Counter()
    )
    campaign.KINDS["worlds"].work("core", 60_123)
    assert asked == [(number, 60) for number in range(12_300, 12_400)]


@pytest.mark.parametrize(("game", "lacks"), [(Whose(), {"records"}), (Show(), {"records", "chance"})])
def test_thin_play_outs_ask_every_promise_beside_every_kind_of_move_of_every_seat(game, lacks):
    done = check_game(game, players=2, playouts=600, decisions=0.3, thin=True)
    asked = done.asked
    everywhere = set(asked["views"])
    for part in ("resample", "knowledge"):
        # At chance nobody is asked what it knows: beside a deal the position after the last one is left.
        assert set(asked[part]) >= {key for key in everywhere if not key.startswith("deal")}, part
        assert 0.2 * 600 < done.minds < 600
    assert sum(asked["advice"].values()) < sum(asked["knowledge"].values()) / 4
    assert asked.keys() == set(PARTS) - {"replay"} - lacks
    for seat in range(3):
        assert sum(number for key, number in asked["views"].items() if key.endswith(str(seat))) > 150


def test_what_had_nothing_to_ask_is_not_counted():
    done = check_game(Whose(), players=2, playouts=20, decisions=1, parts=["chance", "rules", "advice"])
    assert sum(done.asked["chance"].values()) < sum(done.asked["rules"].values())
    assert all(key.endswith(" 0") for key in done.asked["chance"])


@pytest.mark.parametrize("name", ["harbour", "ill", "skull"])
def test_a_line_that_is_turned_is_never_read_as_before(name):
    from notes_campaign import fates

    done = [fate for seed in range(amount(1, 20)) for fate in fates(name, seed, amount(12, 100))]
    assert len(done) > 30
    assert not [fate.text for fate in done if fate.fate == "the same"]

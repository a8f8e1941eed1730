"""`python -m benchmarks.entracte_said`: what was said in a game, and whether it happened."""

import random

import pytest

from benchmarks import entracte_said as rows
from deduce_models.entracte.advice.calibration import chance_of, later


@pytest.mark.parametrize("mode", rows.MODES)
def test_what_was_said_of_a_game_is_told(mode):
    game = rows.Game(mode, 2, 3)
    said = game.played()
    assert game.state.actor is None
    assert not game.waiting
    assert all(0 <= each.value <= 1 for each in said)
    sorts = {each.sort for each in said}
    assert {"sheet", "declaring" if mode == "competitive" else "guess"} <= sorts
    for each in said:
        if each.sort in rows.FITTED:
            play = "convention" if each.sort.startswith("guessed") else "cooperative"
            in_time = each.sort.endswith("in time")
            assert each.value == pytest.approx(chance_of(each.raw, later(play, 2, in_time=in_time)))
        # Codes that are possible share a rival's chance, and the rival has as many.
    sheet = [each for each in said if each.sort == "sheet"]
    assert sum(each.value for each in sheet) == pytest.approx(sum(each.happened for each in sheet))


def test_the_fit_finds_how_much_better_a_table_plays():
    rng = random.Random(1)
    shares = [rng.random() for _ in range(800)]
    pairs = [(share, rng.random() < 1 - (1 - share) ** 1.5) for share in shares]
    assert rows.fitted(pairs) == pytest.approx(1.5, abs=0.3)


def test_rows_are_kept_and_printed(monkeypatch, capsys, tmp_path):
    said = [rows.Said("proved in time", 0.4, 0.3, True), rows.Said("token", 0.5, 0.5, False)]
    monkeypatch.setattr(rows.Game, "played", lambda game: said)
    words = ["rows", "--games", "1", "--seats", "2", "--modes", "cooperative", "--results"]
    monkeypatch.setattr("sys.argv", [*words, str(tmp_path / "rows.jsonl")])
    rows.main()
    out = capsys.readouterr().out
    assert "cooperative, 2 seats, 1 games: token" in out
    assert "| 25% to 50% | 40.0% | 100.0% (" in out
    # A second run reads the file and plays nothing.
    monkeypatch.setattr(rows.Game, "played", None)
    rows.main()
    assert capsys.readouterr().out == out


def test_chances_rise_with_the_share_and_stay_chances():
    for play in ("cooperative", "convention"):
        for seats in (2, 3, 4):
            for in_time in (True, False):
                better = later(play, seats, in_time=in_time)
                chances = [chance_of(k / 20, better) for k in range(-2, 23)]
                assert chances == sorted(chances)
                assert (chances[0], chances[-1]) == (0, 1)

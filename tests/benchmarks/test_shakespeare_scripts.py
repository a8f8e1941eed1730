"""`python -m benchmarks.shakespeare_scripts`: anybody's player on scripts with proved intervals."""

import json
import sys

import pytest

from benchmarks import shakespeare_scripts as scripts
from deduce.ground.errors import ProblemError
from deduce.players.simple import RandomPlayer


def test_there_are_fifty_intervals_and_none_is_empty():
    known = scripts.intervals()
    assert list(known) == list(range(50))
    assert all(30 < lower <= upper < 60 for lower, upper in known.values())


def test_a_players_scores_are_told_in_words_and_as_values(monkeypatch, capsys):
    for more in ([], ["--json"]):
        player = "deduce.players.simple:RandomPlayer"
        monkeypatch.setattr(sys, "argv", ["scripts", "--player", player, "--scripts", "2", *more])
        scripts.main()
    told, values = capsys.readouterr().out.strip().rsplit("\n", 1)
    assert "RandomPlayer on 2 scripts" in told
    rows = json.loads(values)["rows"]
    assert [row["script"] for row in rows] == [0, 1]
    for row in rows:
        assert row["left"] == row["lower"] - row["score"] > 0
        assert (
            f"script  {row['script']}: {row['score']:2}, with all draws known {row['lower']} to {row['upper']}"
            in told
        )


@pytest.mark.parametrize(
    "words", [["--player", "nobody"], ["--player", "no.module:Player"], ["--scripts", "51"]]
)
def test_what_is_wrong_is_said(words, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["scripts", *words])
    with pytest.raises(SystemExit):
        scripts.main()
    assert "nobody" in (err := capsys.readouterr().err) or "no.module" in err or "expected 1 to 50" in err


def test_a_score_above_the_proof_is_an_error():
    with pytest.raises(ProblemError, match="is above 3, which is proved"):
        scripts.scored(RandomPlayer, 3, (2, 3))

"""Every figure of advice says what it is: points, bits, a chance, prestige, or that it compares moves alone."""

import math
import re
from functools import cache
from pathlib import Path

import pytest

from deduce.games import Advice, game, read_record
from deduce.games.base import UNITS
from deduce.games.speaking import speech_of, told
from deduce.ground.errors import ProblemError
from deduce.records.examples import evening_of

EXAMPLES = Path(__file__).parents[2] / "examples"


@cache
def advised(name):
    return game(name).advise_record(read_record(evening_of(name)))


@pytest.mark.parametrize(("language", "unit"), [("en", "points"), ("de", "Punkte"), ("ru", "очка")])
@pytest.mark.parametrize("name", ["mastermind", "liars_dice"])
def test_figures_of_declared_games_are_points_of_the_score(name, language, unit):
    report = told(advised(name), speech_of(game(name), language))
    rows = [line for line in report.text.splitlines() if re.match(r" *\d+\. ", line)]
    assert len(rows) > 3
    assert all(re.search(rf"\[-?\d+\.\d\d( \+- \d+\.\d\d)? {unit}\]  ", row) for row in rows), rows
    assert {row["unit"] for row in report.data["advice"]} == {"points"}


@pytest.mark.parametrize(
    ("path", "until", "units"),
    [
        ("enigma/evening.txt", None, {"win"}),
        ("entracte/evening.txt", "13", {"bits", "compared"}),
        ("initiative/seat1.txt", None, {"win"}),
        ("shakespeare/seat2.txt", None, {"compared"}),
    ],
)
def test_figures_of_the_published_games_are_what_they_are(path, until, units):
    record = read_record(EXAMPLES / path)
    rows = game(record.game).advise_record(record, until=until, time_limit=1).data["advice"]
    assert {row["unit"] for row in rows} <= units
    assert {row["unit"] for row in rows} & units
    assert all(0 <= row["value"] <= 1 for row in rows if row["unit"] == "win")


def test_a_figure_is_told_with_its_unit_and_its_error():
    found = {unit: Advice("pass", 0.456, "", 0.0512, "sampled", unit=unit).figure() for unit in UNITS}
    assert found == {
        "points": "0.46 +- 0.05 points",
        "bits": "0.46 +- 0.05 bits",
        "win": "46% +- 5.1% to win",
        "right": "46% +- 5.1% to be right",
        "prestige": "0.46 +- 0.05 prestige",
        "compared": "0.46 +- 0.05, to compare moves alone",
    }
    assert Advice("pass", 1.0, "", 1e-12, unit="right").figure() == "100% to be right"
    assert Advice("pass", math.inf, "").figure() == "end"
    for error, details, more in (
        (0.0, {"samples": 64}, "all 64 samples alike"), (1e-12, {"worlds": 5}, "all 5 samples alike"),
        (0.0, {}, "all samples alike"), (0.0, {"samples": 1}, "by one sample"), (math.inf, {}, "by one sample"),
    ):  # fmt: skip
        assert Advice("pass", 4.0, "", error, "sampled", details).figure() == f"4.00 points, {more}"
    with pytest.raises(ProblemError, match="no unit 'bit': did you mean 'bits'"):
        Advice("pass", 1.0, "", unit="bit")

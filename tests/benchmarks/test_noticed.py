"""The table of planted faults: shares with their intervals, and what is judged equivalent."""

import json

import pytest

from benchmarks import noticed
from benchmarks.noticed import read, table, unplaced, wilson


def test_the_interval_is_wilson_s():
    # Newcombe 1998, table I: 81 of 263 and 1 of 29, score method without continuity correction
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(1, 29) == pytest.approx((0.0061, 0.1718), abs=5e-5)
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_table_sets_apart_what_is_judged_equivalent(tmp_path, monkeypatch):
    listed = tmp_path / "equivalent.txt"
    listed.write_text("# a comment\na.py:f: 1 -> 2 || it is the same\n", encoding="utf-8")
    monkeypatch.setattr(noticed, "EQUIVALENT", listed)
    kept = tmp_path / "results.jsonl"
    faults = [
        ("a.py:f:7: 1 -> 2", "survived"),
        ("a.py:f:8: 2 -> 3", "survived"),
        ("a.py:g:9: 0 -> 1", "detected"),
    ]
    lines = [json.dumps({"fault": key, "room": "ground", "result": what, "by": ""}) for key, what in faults]
    kept.write_text(
        "\n".join([*lines, lines[0][:9]]), encoding="utf-8"
    )  # the last line was not written to its end
    assert unplaced(faults[0][0]) == "a.py:f: 1 -> 2"
    shown = table(read(kept)).split("\n")
    assert shown[2] == "| ground | 3 | 33% | 6% to 79% | 50% of 2 | 9% to 91% |"
    assert [line[:18] for line in shown[-2:]] == ["= a.py:f:7: 1 -> 2", "! a.py:f:8: 2 -> 3"]

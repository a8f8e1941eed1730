"""`python -m benchmarks --baseline FILE`: ratios are kept, and a regression is seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import __main__ as command
from benchmarks import baseline
from benchmarks.harness import Row
from deduce.ground.errors import ProblemError


def test_ratios_are_kept_and_a_regression_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "ratios.json"
    rows = [Row("q", "deduce", 1.0), Row("q", "peer", 4.0, 4.0), Row("r", "peer", 1.0, 0.5)]
    first = baseline.ratios(rows)
    assert first == {"q / peer": 4.0, "r / peer": 0.5}
    assert command._kept(file, baseline.read(file), first) == 0
    assert baseline.read(file) == first
    slower = {"q / peer": 2.0, "r / peer": 0.6}
    lines = baseline.compared(baseline.read(file), slower)
    assert lines[0].startswith("slower")
    assert "q / peer" in lines[0]
    assert lines[1].startswith("same")
    assert command._kept(file, baseline.read(file), slower) == 1
    assert baseline.read(file) == first  # a regression does not become the measure
    assert command._kept(file, baseline.read(file), {"r / peer": 0.9}) == 0
    assert baseline.read(file) == {"q / peer": 4.0, "r / peer": 0.9}


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ratios.json"
    file.write_text("[]", encoding="utf-8")
    with pytest.raises(ProblemError, match="no file of ratios"):
        baseline.read(file)

"""Files that campaigns and measurements go on from: nothing in them is believed unread, and no line is lost."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.rows import Rows

ROOT = Path(__file__).parents[2]
ROW = '{"seed":1,"won":0.5}\n'


def rows(path):
    return Rows(path, "seed", lambda row: row["seed"])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"seed":2,"won":NaN}', "NaN"),
        ('{"seed":2,"won":-Infinity}', "Infinity"),
        ('{"seed":1,"won":0.25}', "is there already"),
        ('{"seed":2,"seed":3}', "twice"),
        ('{"won":0.25}', "no row of this measurement"),
        ('{"seed":[]}', "no row of this measurement"),
        ("[1, 2]", "is no line"),
        ("\ufeffx", "is no line"),
    ],
)
def test_a_row_that_is_none_ends_the_run_with_its_line(tmp_path, line, said):
    """Campaigns and tuning read their files with `json.loads`: tracebacks, NaN believed, a seed counted twice."""
    path = tmp_path / "rows.jsonl"
    text = f"{ROW}{line}\n"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit, match=r"line 2: .*" + said):
        rows(path).__enter__()
    assert path.read_text(encoding="utf-8") == text


def test_rows_go_on_behind_a_line_that_was_cut(tmp_path):
    """The next line was glued to what a kill had left of the last one, and the file could not be read any more."""
    path = tmp_path / "rows.jsonl"
    path.write_text(ROW + '{"seed":2,"wo', encoding="utf-8")
    with rows(path) as kept:
        assert kept.rows == [json.loads(ROW)]
        kept.add({"seed": 2, "won": 1.0})
        with pytest.raises(SystemExit, match="is being written by another run"):
            rows(path).__enter__()
    with rows(path) as kept:
        assert [row["seed"] for row in kept.rows] == [1, 2]
    with rows(None) as kept:
        kept.add({"seed": 2})
        assert kept.rows == [{"seed": 2}]


def test_a_campaign_refuses_a_file_of_something_else(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"arena":1}\n', encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "tests/campaign.py", "oracle", "decrypto", "--cases", "0", "--results", str(path)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 1
    assert "line 1: is no line of a file of kind" in done.stderr
    assert "Traceback" not in done.stderr
    assert path.read_text(encoding="utf-8") == '{"arena":1}\n'

"""``python -m benchmarks``: what it finds, and that contenders agree before anything is timed."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(*arguments):
    done = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=ROOT, check=False, capture_output=True, text=True
    )
    return done.returncode, done.stdout, done.stderr


def test_every_benchmark_with_rows_is_listed():
    status, out, _ = run("benchmarks", "--list")
    assert status == 0
    assert {"clue", "deals", "mansion"} <= set(out.split())


def test_an_unknown_name_is_refused():
    status, out, err = run("benchmarks", "clues")
    assert (status, out) == (2, "")
    assert "did you mean 'clue'?" in err


def test_contenders_agree():
    program = (
        "from benchmarks import bench_deals as d, bench_mansion as m;"
        "assert d.same(d.ours(), d.pair_lists());"
        "assert m.same(m.ours_once(18), m.python_constraint(18));"
        "assert not m.same(m.ours_once(18), m.python_constraint(17));"
        "print('agreed')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert done.stdout == "agreed\n", done.stderr

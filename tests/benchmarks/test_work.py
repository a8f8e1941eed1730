"""What central questions take, counted: a change of a tenth is noticed, on any machine."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from deduce.kernels import library

ROOT = Path(__file__).parents[2]
SLACK = 0.1


@pytest.mark.skipif(library() is None, reason="the counts are those with compiled kernels")
def test_central_questions_take_the_work_they_took():
    kept = tomllib.loads((ROOT / "benchmarks/data/work.toml").read_text("utf-8"))
    command = [sys.executable, "-m", "benchmarks.work"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    found = tomllib.loads(done.stdout)
    assert found.keys() == kept.keys(), "python -m benchmarks.work --write"
    changed = {
        name: f"{kept[name]} -> {found[name]}"
        for name in kept
        if not abs(found[name] - kept[name]) <= SLACK * kept[name]
    }
    assert not changed, "if this is meant: python -m benchmarks.work --write, and say why in the commit"


def test_calls_count_the_library_alone():
    from benchmarks.work import calls
    from deduce import Problem

    def three():
        Problem("a").variable("x", [1, 2])

    once = calls(three)
    assert once > 1
    assert calls(lambda: [three(), three()]) == 2 * once
    assert calls(lambda: sorted(range(9), key=lambda n: -n)) == 0

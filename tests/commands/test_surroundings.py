"""Commands behave where they are run: optimised, warnings as errors, odd locales, no home, streams closed.

A few quick commands here; ``python tests/surroundings.py`` without names runs all of them.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
QUICK = ("version", "solve", "why", "play", "new", "log", "nothing", "unknown", "missing")

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="each command is run in a forked process")


def found(*words, flags=(), **changes):
    environment = {key: value for key, value in os.environ.items() if changes.get(key, "") is not None}
    environment |= {key: value for key, value in changes.items() if value is not None}
    command = [sys.executable, *flags, str(ROOT / "tests" / "surroundings.py"), *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_commands_say_the_same_in_odd_surroundings():
    usual = found(*QUICK)
    assert [usual[name][0] for name in QUICK] == [0, 0, 0, 0, 0, 0, 2, 2, 2]
    bare = {"HOME": None, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    assert found(*QUICK, flags=("-O",), **bare) == usual
    strange = {"HOME": "/nonexistent", "LC_ALL": "xx_YY.foo", "PYTHONHASHSEED": "7"}
    assert found(*QUICK, flags=("-W", "error"), **strange) == usual


def test_a_closed_stream_is_no_traceback():
    """`play <&-` and `log <&-` were, and so were both with standard output or errors closed."""
    closed = found("streams", "play", "log", "solve", "missing")
    for name, (status, _, errors) in closed.items():
        assert "Traceback" not in errors, name
        assert status in (0, 2), name
    for name in ("play 0", "log 0"):
        assert closed[name][0] == 2
        assert "standard input" in closed[name][2]
    assert closed["missing 2"][0] == 2

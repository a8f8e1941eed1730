"""Every script in examples/ runs by itself and prints something."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
SCRIPTS = sorted(EXAMPLES.rglob("*.py"))


def convention_wins(told):
    """Of the three opponents of Entracte that are compared, each a line with its score."""
    rows = {name: float(score) for name, score in map(str.split, told.splitlines())}
    return set(rows) == {"hopeful", "greedy", "convention"} and rows["convention"] > rows["hopeful"]


SAYS = {
    "classics/russian_cards.py": lambda told: "Safe announcements for the hand 012: 102" in told,
    "entracte/ask_for_a_move.py": lambda told: (
        "Advice for Ann:\n 1. play down fall Thu adult off male b y" in told and "worlds left" in told
    ),
    "entracte/own_opponent.py": convention_wins,
}
"""What scripts must print that take a second: they are run here alone."""


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: str(path.relative_to(EXAMPLES)))
def test_scripts_run_and_print(script, tmp_path):
    environment = {**os.environ, "PYTHONWARNINGS": "error::DeprecationWarning:deduce"}
    # Elsewhere than in the repository: an example must not depend on where it is started.
    done = subprocess.run(
        [sys.executable, script],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
    assert SAYS.get(script.relative_to(EXAMPLES).as_posix(), bool)(done.stdout), done.stdout

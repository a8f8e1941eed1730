"""Every script in examples/ runs by itself and prints something; every record can be solved."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deduce.cli import app

EXAMPLES = Path(__file__).parents[1] / "examples"
SCRIPTS = sorted(EXAMPLES.rglob("*.py"))
RECORDS = [
    path for path in sorted(EXAMPLES.rglob("*.txt")) if path.read_text().lstrip().startswith(("#", "game:"))
]


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


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: str(path.relative_to(EXAMPLES)))
def test_records_are_solved(record):
    solved = CliRunner().invoke(app, ["solve", str(record)])
    assert solved.exit_code in (0, 1), solved.output
    assert solved.output.strip()

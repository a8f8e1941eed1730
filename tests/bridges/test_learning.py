"""The learning curve in the docs is what its figures say, and where the learner is not installed the example says so."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
EXAMPLE = TOP / "examples" / "bridges" / "learn_entracte.py"
FIGURES = EXAMPLE.with_suffix(".json")


def run(*arguments):
    done = subprocess.run(
        [sys.executable, EXAMPLE, *map(str, arguments)], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_picture_and_the_page_are_what_the_figures_say(tmp_path):
    told = run("--draw", FIGURES, tmp_path / "curve.svg")
    drawn = TOP / "docs" / "pictures" / "entracte-learning.svg"
    assert (tmp_path / "curve.svg").read_text() == drawn.read_text()
    page = (TOP / "docs" / "bridges.md").read_text()
    for line in told.splitlines():
        assert line in page
    assert {(run["view"], run["seed"]) for run in json.loads(FIGURES.read_text())} == {
        (view, seed) for view in ("marginals", "plain") for seed in (1, 2, 3)
    }


def test_without_the_learner_the_example_says_what_to_install():
    try:
        import sb3_contrib  # noqa: F401
    except ImportError:
        assert "pip install 'deduce-games[learn]'" in run()
    else:
        pytest.skip("the learner is installed")

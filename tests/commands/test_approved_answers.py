"""What the commands say of every example, whole, as it was approved: nothing in an answer changes unseen."""

from pathlib import Path

import pytest
from approved import assert_approved
from typer.testing import CliRunner

from deduce.cli import app
from deduce.kernels.library import library

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDS = ("solve", "advise", "story")
PUZZLES = ("unique", "candidates", "steps", "hint", "redundant", "repair")
LONG = {
    ("advise", "shakespeare/solo.txt"),
    ("story", "shakespeare/solo.txt"),
    ("story", "enigma/rulebook.txt"),
    ("story", "entracte/everybody.txt"),
    ("story", "tables/hanabi.txt"),
}
"""Answers that take seconds; others of their kind are read."""
LINES = 70
"""So many lines of an answer are kept: the steps of a sudoku go on alike."""
WHICHEVER = {("unique", "repair/holes.toml")}
"""Answers that name any two solutions: which, depends on the compiled kernels."""


def answers(folder, ending, commands):
    """The commands and what they say of the files of a folder."""
    lines = []
    for path in sorted((EXAMPLES / folder).glob(f"*.{ending}")):
        name = f"{folder}/{path.name}"
        for command in commands:
            if (command, name) in LONG | WHICHEVER:
                continue
            done = CliRunner().invoke(app, [command, str(path)])
            said = (done.output or f"! {done.exception}").replace(f"{EXAMPLES}/", "").splitlines()
            lines += ["", f"$ deduce {command} {name}  # {len(said)} lines", *said[:LINES]]
    return [line.rstrip() for line in lines]


@pytest.mark.parametrize(
    "folder", ["decrypto", "enigma", "entracte", "initiative", "shakespeare", "tables"]
)
def test_records(folder):
    if folder == "shakespeare" and library() is None:
        pytest.skip("without kernels rivals' turns are not played")
    commands = RECORDS[:2] if folder == "tables" else RECORDS
    assert_approved(f"answers_{folder}", answers(folder, "txt", commands))


@pytest.mark.parametrize("folder", ["puzzles", "repair"])
def test_puzzles(folder):
    assert_approved(f"answers_{folder}", answers(folder, "toml", PUZZLES))

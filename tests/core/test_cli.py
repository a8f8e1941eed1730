"""The command line: answers, JSON, exit statuses, and what people are told who typed something wrong."""

import json
import subprocess
import sys
from pathlib import Path

from command_line import deduce
from typer.testing import CliRunner

from deduce.cli import GROUPS, app

ROOT = Path(__file__).parents[2]
EVENINGS = ROOT / "examples" / "entracte"


def test_every_command_has_help():
    for commands in GROUPS.values():
        for command in commands:
            shown = CliRunner().invoke(app, [command.__name__, "--help"])
            assert shown.exit_code == 0
            assert "Usage" in shown.output


def test_solving_an_evening():
    status, out, err = deduce("solve", EVENINGS / "evening.txt")
    assert (status, err) == (0, "")
    assert "Dee: certain: type8 forward" in out
    status, out, _ = deduce("solve", EVENINGS / "evening.txt", "--json")
    assert status == 0
    assert json.loads(out)["worlds"] == 1


def test_contradictory_notes_end_with_status_one():
    status, out, _ = deduce("solve", EVENINGS / "forgotten_token.txt")
    assert status == 1
    assert "Likeliest slips" in out
    first = out.split("Likeliest slips:")[1].strip().splitlines()[0]
    assert "Dee put no token" in first
    status, out, _ = deduce("solve", EVENINGS / "forgotten_token.txt", "--json")
    assert status == 1
    assert json.loads(out)


def test_why_is_quoted_line_by_line():
    status, out, _ = deduce("why", EVENINGS / "evening.txt", "Dee type8 forward")
    assert status == 0
    assert "line " in out
    assert "checked independently" in out


def test_what_cannot_be_read_is_told_in_one_sentence(tmp_path):
    wrong = tmp_path / "wrong.txt"
    wrong.write_text("game: entracte\nplayers: Ann Bob\nme: Ann\n\nAnn dances\n")
    for arguments, expected in [
        (["solve", tmp_path / "missing.txt"], "cannot be read"),
        (["solve", wrong], "line "),
        (["why", EVENINGS / "evening.txt", "nonsense"], "expected"),
        (["games", "entract"], "did you mean 'entracte'?"),
        (["play", "entracte", "--players", "9"], "2 to 4 players, not 9"),
        (["play", "entracte", "-o", "mode=solo"], "allowed: cooperative, competitive"),
        (["play", "entracte", "-o", "mode"], "key=value"),
        (["arena", "entracte", "gredy"], "did you mean 'greedy'?"),
        (["unique", tmp_path / "missing.toml"], "missing.toml"),
    ]:
        status, out, err = deduce(*arguments)
        assert status == 2
        assert out == ""
        assert expected in err
        assert "Traceback" not in err
    status, out, _ = deduce("solve", wrong, "--json")
    assert status == 2
    assert json.loads(out)["line"] > 0


def test_standard_input_is_a_file_too():
    status, out, _ = deduce("solve", "-", stdin=(EVENINGS / "evening.txt").read_text())
    assert status == 0
    assert "everything is certain" in out


def test_a_tournament_prints_a_table():
    status, out, _ = deduce("arena", "entracte", "random", "greedy", "--deals", "4")
    assert status == 0
    assert out.splitlines()[0].split()[:3] == ["player", "games", "score"]


def test_nothing_heavy_is_imported_early():
    heavy = ["numpy", "ortools", "pandas", "pysat", "constraint", "joblib", "deduce_models"]
    code = f"import sys, deduce.cli; print(*[m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""

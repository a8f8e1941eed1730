"""The command line: answers, JSON, exit statuses, and what people are told who typed something wrong."""

import contextlib
import errno
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import deduce
from typer.testing import CliRunner

from deduce import __version__
from deduce.cli import GROUPS, app, main
from deduce.games import game
from deduce.kernels import describe

ROOT = Path(__file__).parents[2]
EVENINGS = ROOT / "examples" / "entracte"


def test_every_command_has_help():
    for modules in GROUPS.values():
        for command in " ".join(modules.values()).split():
            shown = CliRunner().invoke(app, [command, "--help"])
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
    assert "is ahead by (the same deals compared):" in out
    status, out, err = deduce("arena", "entracte", "random", "--deals", "1", "--ratings")
    assert (status, out) == (2, "")
    assert "ratings say who beats whom" in err


def test_options_are_spelt_as_in_records():
    status, out, _ = deduce(
        "arena", "entracte", "random", "--deals", "1", "-o", "season_loops=no", "-o", "mode=comp", "--json"
    )
    assert status == 0
    options = json.loads(out)["options"]
    assert options["season_loops"] is False
    assert options["mode"] == "competitive"
    status, _, err = deduce("arena", "entracte", "random", "-o", "days=8")
    assert status == 2
    assert "option days: '8': allowed: 3, 4, 5, 6, 7" in err


def test_an_interrupted_tournament_says_how_to_go_on(tmp_path, monkeypatch):
    def stopped(*arguments, **settings):
        raise KeyboardInterrupt

    monkeypatch.setattr("deduce.arena.run_tournament", stopped)
    file = tmp_path / "arena.jsonl"
    status, _, err = deduce("arena", "entracte", "random", "--results", file)
    assert status == 130
    assert f"the same command goes on from {file}" in err
    status, _, err = deduce("arena", "entracte", "random")
    assert "--results FILE would have kept them" in err


def test_nothing_heavy_is_imported_early():
    heavy = ["numpy", "ortools", "pandas", "pysat", "constraint", "joblib", "deduce_models"]
    code = f"import sys, deduce.cli; print(*[m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_usage_errors_are_json_too():
    for arguments, expected in [
        (["solve", "X", "--json", "--foo"], "--foo"),
        (["solve", "--json"], "FILE"),
        (["unique", "X", "--json", "--limit", "none"], "--limit"),
        (["slove", "--json"], "slove"),
    ]:
        status, out, err = deduce(*arguments)
        assert (status, err) == (2, "")
        assert json.loads(out)["kind"] == "UsageError"
        assert expected in json.loads(out)["error"]
        status, out, err = deduce(*(word for word in arguments if word != "--json"))
        if "FILE" not in expected:
            assert (status, out) == (2, "")
            assert expected in err
    status, out, err = deduce("solve")
    assert (status, out) == (2, "")
    assert "Usage" in err


def test_help_and_version():
    assert deduce("--version") == (0, f"deduce {__version__}\nkernels: {describe()}\n", "")
    status, out, err = deduce("--help")
    assert (status, err) == (0, "")
    assert "Reason about hidden information" in out
    assert "--version" in out


def test_odd_numbers_and_long_words_are_refused_in_a_sentence():
    evening = EVENINGS / "evening.txt"
    for arguments in [
        ["solve", evening, "--until", "\u00b2"],
        ["solve", evening, "--until", 5000 * "9"],
        ["why", evening, "Dee type8 forward", "--until", "\u00b2"],
        ["solve", ROOT / "examples" / "enigma" / "evening.txt", "--until", 5000 * "9"],
        ["solve", ROOT / "examples" / "initiative" / "evening.txt", "--until", "\u00b2"],
        ["solve", ROOT / "examples" / "initiative" / "evening.txt", "--until", 5000 * "9"],
    ]:
        status, out, err = deduce(*arguments)
        assert (status, out) == (2, "")
        assert "until" in err
        assert len(err) < 1000
    lines = "game: entracte\nplayers: A B C\n\nA plays " + 5000 * "x"
    status, _, err = deduce("solve", "-", stdin=lines)
    assert status == 2
    assert "line 4, column 9" in err
    assert len(err) < 500


def test_why_explains_an_earlier_moment():
    status, out, _ = deduce("why", EVENINGS / "evening.txt", "Dee type8 forward", "--until", "13", "--json")
    assert status == 0
    assert json.loads(out)["probability"] == 0.25


def test_every_game_explains_an_earlier_moment():
    for file, fact, until in [
        ("enigma/evening.txt", "1 = Library", "12"),
        ("decrypto/intercept.txt", "white keyword 1 = mountain", "14"),
        ("initiative/evening.txt", "A=6", "13"),
    ]:
        status, early, _ = deduce("why", ROOT / "examples" / file, fact, "--until", until, "--json")
        assert status == 0
        status, late, _ = deduce("why", ROOT / "examples" / file, fact, "--json")
        assert status == 0
        assert json.loads(early) != json.loads(late)


COMMAND = [sys.executable, "-c", "from deduce.cli import main; main()"]


def test_the_package_can_be_run_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "deduce", "--version"], capture_output=True, text=True, check=True
    )
    assert __version__ in done.stdout


def test_standard_input_must_be_utf8():
    done = subprocess.run(
        [*COMMAND, "solve", "-"], input=b"game: \xff\xfe\n", capture_output=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.decode().strip() == "deduce: standard input, line 1, column 7: is not UTF-8 text"
    text = "\ufeff" + (EVENINGS / "evening.txt").read_text()
    done = subprocess.run([*COMMAND, "solve", "-"], input=text.encode(), capture_output=True, check=False)
    assert done.returncode == 0


def test_what_is_typed_in_a_game_may_be_anything():
    done = subprocess.run(
        [*COMMAND, "play", "entracte"], input=b"\xff\xfe\n\n", capture_output=True, check=False
    )
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr
    assert b"allowed: exchange, play, stop" in done.stdout


def test_closed_streams_are_no_traceback():
    script = "import sys; sys.{} = None; from deduce.cli import main; main()"
    arguments = [sys.executable, "-c", script.format("stdin"), "solve", "-"]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "deduce: standard input: is closed\n")
    arguments = [sys.executable, "-c", script.format("stdout"), "solve", str(EVENINGS / "evening.txt")]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


class FullDisk(io.StringIO):
    """Takes nothing more."""

    def write(self, text):
        raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    "arguments", [["solve", EVENINGS / "evening.txt"], ["--help"], ["solve", "--json"]]
)
def test_output_that_cannot_be_written_is_one_sentence(arguments, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["deduce", *map(str, arguments)])
    errors = io.StringIO()
    with (
        contextlib.redirect_stdout(FullDisk()),
        contextlib.redirect_stderr(errors),
        pytest.raises(SystemExit) as stopped,
    ):
        main()
    assert stopped.value.code == 2
    assert errors.getvalue() == "deduce: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize(
    ("typed", "place", "found"), [("deduce so", 1, "solve"), ("deduce play ent", 2, "entracte")]
)
def test_a_shell_completes_commands_and_games(monkeypatch, typed, place, found):
    monkeypatch.setenv("_DEDUCE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(place))
    status, out, _ = deduce()
    assert (status, out.split()) == (0, [found])


def test_the_data_of_a_box_are_exported_by_the_name_of_its_game():
    text = game("shakespeare").exported()
    assert deduce("games", "Shakespeare", "--export") == (0, f"{text}\n", "")
    assert json.loads(deduce("games", "shakespeare", "--export", "--json")[1]) == {"export": text}
    assert "--export needs the name of a game" in deduce("games", "--export")[2]


def test_what_games_are_about_stands_behind_their_names_in_a_column():
    told = json.loads(deduce("games", "--json")[1])["games"]
    wide = max(len(each["name"]) for each in told) + 2
    assert deduce("games")[1].splitlines() == [f"{each['name']:{wide}}{each['about']}" for each in told]

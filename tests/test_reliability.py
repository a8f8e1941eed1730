"""The page about reliability: what its commands name exists."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import nightly

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")


def test_commands_of_the_page_are_there():
    commands = re.findall(r"^    python (\S+.*)$", PAGE, re.MULTILINE)
    assert len(commands) >= 5
    for command in commands:
        words = command.split()
        path = ROOT / (f"{words[1].replace('.', '/')}.py" if words[0] == "-m" else words[0])
        text = path.read_text(encoding="utf-8")
        for option in re.findall(r"--[a-z]+", command):
            assert f'"{option}"' in text, (option, path)


def test_tests_the_page_names_are_there():
    tests = {
        node.name
        for path in (ROOT / "tests").rglob("test_*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert named
    assert named <= tests
    for file in re.findall(r"`(tests/[\w/]+\.py)`", PAGE):
        assert (ROOT / file.replace("GAME", "decrypto")).exists(), file


def test_the_nightly_campaigns_name_what_is_there(tmp_path, capsys):
    assert nightly.main([str(tmp_path), "--list"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in shown] == list(nightly.CAMPAIGNS)
    for line in shown:
        words = line.split()[line.split().index("python") + 1 :]
        if words[0] == "-m" and words[1] == "pytest":
            continue
        path = ROOT / (f"{words[1].replace('.', '/')}.py" if words[0] == "-m" else words[0])
        text = path.read_text(encoding="utf-8")
        assert all(f'"{option}"' in text for option in re.findall(r"--[a-z]+", line)), line


def test_a_share_of_a_night_does_so_much_less_of_the_properties_too(tmp_path):
    _, variables = nightly.CAMPAIGNS["properties"].line(tmp_path, "properties", 0.1, 7, 2)
    asked = (
        "from amount import amount, examples; print(amount(4, 90), amount(4, 10), examples(3).max_examples)"
    )
    night = "from hypothesis import settings; settings.register_profile('nightly'); settings.load_profile('nightly'); "
    for before, said in (("", "4 4 3"), (night, "9 4 500")):
        ran = subprocess.run(
            [sys.executable, "-c", before + asked],
            cwd=ROOT / "tests",
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            check=True,
        )
        assert ran.stdout.strip() == said


def test_a_night_goes_on_where_it_was_and_tells_of_what_failed(tmp_path, capsys, monkeypatch):
    good = nightly.Campaign("-c \"print('all is well')\"", 1)
    bad = nightly.Campaign("-c \"print('a finding'); raise SystemExit(3)\"", 1)
    monkeypatch.setattr(nightly, "CAMPAIGNS", {"good": good, "bad": bad})
    assert nightly.main([str(tmp_path), "--only", "good"]) == 0
    assert "all is well" in capsys.readouterr().out
    assert nightly.main([str(tmp_path), "--only", "good", "bad"]) == 1
    told = capsys.readouterr().out
    assert "good ..." not in told
    assert "bad ..." in told
    assert "STATUS 3" in told
    assert "a finding" in told

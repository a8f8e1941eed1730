"""The page about reliability: what its commands name exists."""

import ast
import re
from pathlib import Path

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

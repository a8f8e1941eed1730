"""The README and every page of docs/ are run: Python sessions as doctests, console sessions line by line.

In a console session a line ``...`` stands for any number of lines.
"""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from deduce.cli import app

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def blocks(page, language):
    return [body for kind, body in FENCE.findall(page.read_text(encoding="utf-8")) if kind == language]


@pytest.mark.parametrize("page", [p for p in PAGES if blocks(p, "python")], ids=lambda p: p.name)
def test_python_sessions(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    session = "\n".join(body for body in blocks(page, "python") if ">>>" in body)
    test = doctest.DocTestParser().get_doctest(session, {}, page.name, str(page), 0)
    told = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert not told, "".join(told)


def sessions(page):
    """Pairs of a command and the output printed below it."""
    for body in blocks(page, "console"):
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


CONSOLE = [(page, command, output) for page in PAGES for command, output in sessions(page)]


@pytest.mark.parametrize(("page", "command", "expected"), CONSOLE, ids=[f"{p.name}: {c}" for p, c, _ in CONSOLE])
def test_console_sessions(page, command, expected, monkeypatch):
    monkeypatch.chdir(ROOT)
    program, *arguments = shlex.split(command)
    assert program == "deduce"
    shown = CliRunner().invoke(app, arguments)
    pattern = "".join(
        r"(?:.*\n)*" if line.strip() == "..." else re.escape(line.rstrip()) + r"[ ]*\n"
        for line in expected.splitlines()
    )
    assert re.fullmatch(pattern, shown.output if shown.output.endswith("\n") else shown.output + "\n"), shown.output


def test_local_links_lead_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_first_two_fenced_lines_are_the_two_commands():
    body = re.findall(r"^```\w*\n(.*?)^```", (ROOT / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    first, second = body[0].strip(), body[1].strip()
    assert "\n" not in first
    assert first.startswith("python3 -m venv .venv && ")
    assert "deduce solve examples/" in first
    assert "\n" not in second
    assert "pytest" in second

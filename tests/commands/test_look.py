"""What a person sees at a terminal, and that files and pipes get the text itself."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from deduce.commands import look

EVENING = str(Path(__file__).parents[2] / "examples" / "entracte" / "evening.txt")
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
WHY = ("why", EVENING, "Dee type8 forward")


def at_a_terminal(*words, columns=60, **environment):
    """What the command prints when its output is a terminal so wide."""
    pty = pytest.importorskip("pty")
    mine, theirs = pty.openpty()
    command = subprocess.Popen(
        [sys.executable, "-m", "deduce", *words],
        stdout=theirs,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": str(columns), **environment},
    )
    os.close(theirs)
    shown = b""
    while True:
        try:
            some = os.read(mine, 65536)
        except OSError:
            break
        if not some:
            break
        shown += some
    os.close(mine)
    assert command.wait() == 0
    return shown.decode().replace("\r\n", "\n")


def piped(*words):
    return subprocess.run(
        [sys.executable, "-m", "deduce", *words], capture_output=True, text=True, check=True
    ).stdout


def test_a_terminal_shows_the_same_words_coloured_and_wrapped():
    plain, shown = piped(*WHY), at_a_terminal(*WHY)
    assert "\x1b" not in plain
    assert "\x1b[32myes" in shown
    bare = ESCAPE.sub("", shown)
    assert max(map(len, bare.splitlines())) <= 60 < max(map(len, plain.splitlines()))
    assert bare.split() == plain.split()
    assert any(line.startswith("    ") for line in bare.splitlines())  # under the beginning of its sentence


def test_columns_stay_under_each_other():
    shown = ESCAPE.sub("", at_a_terminal("solve", EVENING, columns=40)).splitlines()
    rows = [line for line in piped("solve", EVENING).splitlines() if line.startswith(("season ", "type8 "))]
    assert len(rows) == 6
    assert max(map(len, rows)) > 40
    assert [line for line in shown if line.startswith(("season ", "type8 "))] == rows


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colours_can_be_left_out(environment):
    assert not re.search(r"\x1b\[3[0-9]m", at_a_terminal(*WHY, columns=200, **environment))


@pytest.mark.parametrize("output", ["none", "closed", "a file"])
def test_where_nobody_looks_on_is_no_terminal(output, monkeypatch):
    file = None if output == "none" else io.StringIO()
    if output == "closed":
        file.close()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", file)
        seen = look.at_terminal()
    assert seen is False


@pytest.mark.parametrize(
    ("text", "heads"), [("A head\n\nand a body", True), ("two\nlines\n\nand more", False), ("alone", False)]
)
def test_a_single_line_above_a_blank_one_is_a_heading(text, heads, monkeypatch):
    shown = []
    monkeypatch.setattr(look, "at_terminal", lambda: True)
    monkeypatch.setattr(look, "WORDS", [])
    monkeypatch.setattr(
        look, "_console", lambda: SimpleNamespace(print=lambda line, **_: shown.append(line))
    )
    monkeypatch.setattr(look, "_wrapped", lambda line, _: line)
    look.present(text)
    assert "\n".join(line.plain for line in shown) == text
    assert bool(shown[0].spans) == heads
    assert not any(line.spans for line in shown[1:])

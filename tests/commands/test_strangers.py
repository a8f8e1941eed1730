"""Files from strangers: whatever is in them, a short sentence with a place, in time, without filling memory.

Each command runs in one process of its own with a gigabyte of address space more than it has at its start.
"""

from __future__ import annotations

import multiprocessing
import resource
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path

import pytest
from command_line import deduce

LIMIT, OVERSHOOT = 3, 0.5
PUZZLE = '[variables]\nx = { for = ["1..4"], values = "1..4" }\n'
RECORD = "game: enigma\nplayers: Ann Bob Cid\n"

STRANGE_PUZZLES = {
    "trailing spaces": PUZZLE + f'[[clue]]\nsays = "x[1] == 1{" " * 250_000}"\n',
    "spaces between": PUZZLE + f'[[clue]]\nsays = "x[1] ={" " * 250_000}= 1"\n',
    "nested brackets": PUZZLE + f'[[clue]]\nsays = "{"(" * 500}x[1] == 1{")" * 500}"\n',
    "nested lists": f"x = {'[' * 500}{']' * 500}\n",
    "nested tables": "[a" + ".a" * 5_000 + "]\n",
    "a long range": '[variables]\nx = { for = ["1..4"], values = "1..' + "9" * 4_301 + '" }\n',
    "a long number": PUZZLE + f'[[clue]]\nsays = "x[1] == {"9" * 4_301}"\n',
    "a long bare number": f"x = {'9' * 5_000}\n",
    "many combinations": '[variables]\nx = { for = ["1..4"], values = "1..37" }\n'
    + "[[clue]]\nsays = \"x[1] * x[2] + x[3] * x[4] == 1\"\n" * 20,
    "many clues": PUZZLE + '[[clue]]\nsays = "x[1] != 5 or x[2] == 1"\n' * 10_000,
    "many variables": '[variables]\nx = { for = ["1..20000"], values = "1..9" }\n[[rule]]\nsays = "all_different(x)"\n',
    "many values": '[variables]\nx = { for = ["1..2"], values = "1..10000" }\n[[rule]]\nsays = "x[1] * x[2] == 77"\n',
    "many by many": '[variables]\nx = { for = ["1..10000"], values = "1..10000" }\n',
    "a long name": "[variables]\n" + "x" * 1_000_000 + ' = { for = ["1"], values = "1..9" }\n',
    "a long clue": PUZZLE + f'[[clue]]\nsays = "{"y" * 10_000_000}"\n',
    "control characters": PUZZLE + '[[clue]]\nsays = "x[1] == \\u001b[2Jgone"\n',
}  # fmt: skip
STRANGE_RECORDS = {
    "a long line": RECORD + "\nAnn peeks " + "5 " * 200_000,
    "a long number": RECORD + "\nAnn peeks " + "9" * 5_000,
    "trailing spaces": RECORD + "\nAnn peeks 5" + " " * 250_000 + "x",
    "many players": "game: enigma\nplayers: " + " ".join(f"P{i}" for i in range(50_000)) + "\n",
    "many header lines": "game: enigma\n" + "a: b\n" * 50_000,
    "brackets": RECORD + "\n" + "(" * 100_000,
    "colons": "game:" * 100_000,
    "no end of header": "game: enigma\nplayers: Ann Bob\n" + "x" * 1_000_000,
}


@pytest.fixture(scope="module")
def alone() -> Iterator[Executor]:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as one:
        one.submit(_warmed).result()
        yield one


def _warmed() -> None:
    """What is imported at first use is imported; then a gigabyte more and no further."""
    deduce("solve", Path(__file__).parents[2] / "examples" / "enigma" / "evening.txt")
    deduce("unique", Path(__file__).parents[2] / "examples" / "puzzles" / "cinema.toml")
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 30), resource.getrlimit(resource.RLIMIT_AS)[1]))


def _told(*arguments: object) -> tuple[int, str, str, float]:
    start = time.process_time()
    status, out, err = deduce(*arguments)
    return status, out[:2_000], err[:20_000], time.process_time() - start


def _short(found: tuple[int, str, str, float], path: Path) -> None:
    status, out, err, spent = found
    assert status in (0, 1, 2, 3), err
    assert spent < LIMIT + OVERSHOOT
    assert "Traceback" not in err
    if status == 2:
        assert out == ""
        assert err.startswith("deduce: ")
        assert len(err) < 1_500
        assert "\x1b" not in err
    if status == 3:
        assert "gave up" in out


@pytest.mark.parametrize("name", STRANGE_PUZZLES)
@pytest.mark.parametrize("command", ["unique", "steps"])
def test_a_strange_puzzle_ends_in_a_sentence(
    alone: Executor, tmp_path: Path, command: str, name: str
) -> None:
    path = tmp_path / "strange.toml"
    path.write_text(STRANGE_PUZZLES[name], encoding="utf-8")
    _short(alone.submit(_told, command, path, "--time-limit", LIMIT).result(), path)


@pytest.mark.parametrize("name", STRANGE_RECORDS)
def test_a_strange_record_ends_in_a_sentence(alone: Executor, tmp_path: Path, name: str) -> None:
    path = tmp_path / "strange.txt"
    path.write_text(STRANGE_RECORDS[name], encoding="utf-8")
    found = alone.submit(_told, "solve", path, "--time-limit", LIMIT).result()
    _short(found, path)
    assert found[0] in (2, 3)


@pytest.mark.parametrize("end", ["txt", "toml"])
def test_text_that_is_not_utf8_is_refused_with_its_place(tmp_path: Path, end: str) -> None:
    path = tmp_path / f"strange.{end}"
    path.write_bytes("# für\n# Zeile\ngame: enigma \u00fc".encode("utf-8") + b"\xff\n")
    status, out, err = deduce("solve" if end == "txt" else "unique", path)
    assert (status, out) == (2, "")
    assert err == f"deduce: {path}, line 3, column 15: is not UTF-8 text\n"


@pytest.mark.parametrize("special", ["/dev/zero", "/dev/full", "folder", "missing", "pipe"])
@pytest.mark.parametrize("command", ["solve", "unique"])
def test_special_files_are_refused(tmp_path: Path, command: str, special: str) -> None:
    import os

    path = Path(special) if special.startswith("/") else tmp_path / special
    if special == "folder":
        path.mkdir()
    if special == "pipe":
        os.mkfifo(path)
    status, out, err = deduce(command, path)
    assert (status, out) == (2, "")
    assert err.startswith(f"deduce: {path}: ")
    assert err.count("\n") == 1

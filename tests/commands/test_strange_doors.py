"""Whatever is given to a command, a reader or a writer that is no file, no text or no number that a person would give.

Each test names what a hostile stranger tried, and what came of it before it was mended.
"""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import subprocess
import sys
import time
import xml.dom.minidom
from pathlib import Path
from types import SimpleNamespace

import pytest
from command_line import deduce

from deduce import RecordError
from deduce import game as find
from deduce.bridges.engine import LONGEST
from deduce.commands import common
from deduce.commands.playing import _sent
from deduce.games.log import Log
from deduce.ground.errors import ProblemError
from deduce.ground.journal import Journal
from deduce.ground.reading import LONGEST_LINE, line_of, text_of, write_text
from deduce.ground.shown import write_svg
from deduce.ground.strange import alike, visible
from deduce.puzzles import files
from deduce.puzzles.sources import of_family
from deduce.records.record import read_record

EXAMPLES = Path(__file__).parents[2] / "examples"
CINEMA = EXAMPLES / "puzzles" / "cinema.toml"
SQUARE = '[variables]\nx = { for = ["1..4"], values = "1..4" }\n'
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs processes that fork")


class _Endless(io.RawIOBase):
    """A stream like /dev/zero."""

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        assert size >= 0, "all of it was asked for"
        return b"\0" * size

    def readline(self, size: int | None = -1) -> bytes:
        return self.read(-1 if size is None else size)


def test_standard_input_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """`deduce solve - </dev/zero` filled memory; so did the lines of `play`, `log` and `engine`."""
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=_Endless()))
    with pytest.raises(RecordError, match="standard input: is longer than 64 MB"):
        common.read("-")


def test_lines_without_end_end_a_conversation() -> None:
    endless = SimpleNamespace(readline=lambda size: "x" * size)
    assert line_of(endless) == ""  # type: ignore[arg-type]
    long = io.StringIO("x" * (LONGEST_LINE + 5) + "\nnext\n")
    with pytest.raises(RecordError, match="a line has at most"):
        line_of(long)
    assert (line_of(long), line_of(long)) == ("next\n", "")
    first, refused, last = _sent(io.StringIO("name\n" + "x" * (LONGEST_LINE + 5) + "\nquit\n"))
    assert (first, last) == ("name\n", "quit\n")
    assert len(refused) > LONGEST  # which the protocol refuses


@pytest.mark.parametrize("game", ["entracte", "enigma"])
def test_data_named_on_the_command_line_is_a_regular_file(tmp_path: Path, game: str) -> None:
    """`--option data=/dev/zero` filled memory, a pipe was waited for, 500 brackets ended in a traceback."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "deep").write_text("x = " + "[" * 5_000 + "]" * 5_000, encoding="utf-8")
    for named, said in (("/dev/zero", "is no regular file"), (tmp_path / "pipe", "is no regular file"),
                        (tmp_path / "deep", "is not TOML")):  # fmt: skip
        status, out, err = deduce("arena", game, "random", "--deals", "1", "--option", f"data={named}")
        assert (status, out) == (2, "")
        assert said in err
        assert err.count("\n") == 1


@pytest.mark.parametrize("line", ["mission: {}/m.toml", "lexicon: {}/w.txt", "mission: ../out/m.toml"])
def test_missions_and_lexicons_of_a_record_lie_beside_it(tmp_path: Path, line: str) -> None:
    """A stranger's record had any file that ended in .toml or .txt read."""
    out, inside = tmp_path / "out", tmp_path / "in"
    out.mkdir()
    inside.mkdir()
    (out / "m.toml").write_text("", encoding="utf-8")
    (out / "w.txt").write_text("secret\n", encoding="utf-8")
    record = inside / "record.txt"
    record.write_text(f"game: initiative\nplayers: 2\n{line.format(out)}\n\n", encoding="utf-8")
    with pytest.raises(RecordError, match="outside the folder of this file") as caught:
        find("initiative").answers().read(read_record(record))
    assert caught.value.line == 3


def test_a_board_of_a_mission_lies_beside_it(tmp_path: Path) -> None:
    from deduce_models.initiative.components.mission import FOLDER, load

    text = (FOLDER / "m1_parcel.toml").read_text(encoding="utf-8")
    (tmp_path / "out.toml").write_text("", encoding="utf-8")
    (tmp_path / "in").mkdir()
    mission = tmp_path / "in" / "m.toml"
    mission.write_text('board = "../out.toml"\n' + text.replace("board =", "# board ="), encoding="utf-8")
    with pytest.raises(ProblemError, match="outside the folder"):
        load(mission)


_SCRIPT = """
import os, resource, sys, time
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
import deduce.puzzles.reports as reports
from deduce.cli import main
def work(*_, **__):
    {}
reports.unique_report = work
sys.argv = ["deduce", "unique", "puzzle.toml"]
main()
"""


def _started(work: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _SCRIPT.format(work)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@needs_fork
def test_a_solver_that_aborts_its_process_is_told_of() -> None:
    """Minisat out of memory ended the command with 'Aborted', status 134 and no word from us."""
    with _started("os.abort()") as running:
        out, err = running.communicate()
    assert (running.returncode, out) == (3, "")
    assert "was ended before its work was (SIGABRT)" in err
    assert "Traceback" not in err


@needs_fork
def test_the_process_at_work_ends_with_the_one_that_waits() -> None:
    with _started("print(os.getpid(), flush=True); time.sleep(60)") as running:
        assert running.stdout is not None
        child = int(running.stdout.readline())
        assert child != running.pid
        running.send_signal(signal.SIGKILL)
    for _ in range(100):
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    os.kill(child, signal.SIGKILL)
    raise AssertionError("it went on for five seconds")


@needs_fork
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGINT, 130)])
def test_a_command_that_is_told_to_end_hands_it_on(number: signal.Signals, status: int) -> None:
    with _started("print('ready', flush=True); time.sleep(60)") as running:
        assert running.stdout is not None
        running.stdout.readline()
        running.send_signal(number)
        assert running.wait(10) == status


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_errors_that_cannot_be_written_keep_their_status(unbuffered: str) -> None:
    """`2>/dev/full` made an exit status of 1 of a file that is not there; of what was buffered Python made 120."""
    words = [sys.executable, "-m", "deduce", "games", "nosuch"]
    surroundings = {**os.environ, "PYTHONUNBUFFERED": unbuffered}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(words, stderr=full, env=surroundings, check=False)
    assert done.returncode == 2


@pytest.mark.parametrize("error", [MemoryError(), RecursionError(), RuntimeError("can't start new thread")])
def test_too_little_memory_is_a_sentence(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def short(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("deduce.puzzles.reports.unique_report", short)
    status, out, err = deduce("unique", CINEMA)
    assert (status, out) == (3, "")
    assert err.startswith("deduce: ")
    assert err.count("\n") == 1


STEERING = (
    'title = "a\\u001b[31m\\u0000"\n'
    '[variables]\nx = { for = ["a\\u0007b", "c"], values = ["p", "q"] }\n[[rule]]\nsays = "all_different(x)"\n'
    '[[clue]]\nsays = "x[c] == p"\ntext = "first \\u202e \\u009b2J \\r"\n'
)


@pytest.mark.parametrize("command", ["unique", "steps", "hint", "repair"])
def test_answers_show_no_sign_that_steers_a_terminal(tmp_path: Path, command: str) -> None:
    """Titles, names and sentences of a puzzle file reached the terminal as they were: colours, right to left."""
    path, picture = tmp_path / "steering.toml", tmp_path / "picture.svg"
    path.write_text(STEERING, encoding="utf-8")
    drawn = () if command == "hint" else ("--svg", picture)
    status, out, err = deduce(command, path, *drawn)
    assert status == 0, err
    assert not set(out) & set("\x1b\0\x07\x9b\r\u202e")
    assert "a\\u001b[31m" in out or command == "hint"
    if drawn:
        xml.dom.minidom.parse(str(picture))
    told = deduce(command, path, "--json")[1]
    assert not set(told) & set("\x1b\0\x07\x9b\r\u202e")
    json.loads(told)


def test_the_page_shows_no_sign_that_turns_its_direction() -> None:
    from deduce.web import answer

    found = answer({"verb": "unique", "puzzle": STEERING})
    assert found["ok"]
    assert not set(found["text"]) & set("\x1b\0\x07\x9b\r\u202e")
    assert not set(answer({"verb": "unique", "puzzle": "\u202e"})["error"]) & set("\u202e")


def test_json_says_the_same_with_its_unseen_signs_written() -> None:
    words = {"a\u202eb": "\x9b\u200f\ufeff\ud800\U000e0041 \\u202e \\", "plain": "für Аня, 我\t"}
    text = visible(json.dumps(words, ensure_ascii=False))
    assert json.loads(text) == words
    assert "für Аня, 我" in text


def test_a_console_of_another_alphabet_gets_every_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    from deduce.commands.declared import say

    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="latin-1"))
    say("für Аня")
    assert raw.getvalue() == "für ".encode("latin-1") + b"\\u0410\\u043d\\u044f\n"


@pytest.mark.parametrize(
    "other", ["\u0410nn", "\uff21nn", "Ann\u200b"]
)  # Cyrillic, wide, with a sign of no width
def test_players_whose_names_look_alike_are_refused(other: str) -> None:
    assert alike(["Ann", "Bob", other]) == ("Ann", other)
    record = read_record(f"game: entracte\nplayers: Ann Bob {other}\n\n")
    with pytest.raises(RecordError, match=r"look alike|letters and digits") as caught:
        find("entracte").answers().read(record)
    assert (caught.value.line, caught.value.column) == (2, 18)


def test_names_of_one_alphabet_do_not_look_alike() -> None:
    assert alike(["Ann", "ann", "Анна", "Αννα", "Аня", "我", "Zoë", "Zoe", "1", "l", ""]) is None


@pytest.mark.parametrize(
    "text", ['x = ["cat", "c\u0430t"]', 'x = { for = ["a", "\u0430"], values = "1..2" }', 'o = "1..2"\n"\u043e" = "1..2"']
)  # fmt: skip
def test_values_and_names_of_a_puzzle_that_look_alike_are_refused(text: str) -> None:
    with pytest.raises(RecordError, match="look alike"):
        files.loads(f"[variables]\n{text}\n")


LONG = "w" * 1_001


@pytest.mark.parametrize(
    "text",
    [
        f'title = "{LONG}"\n{SQUARE}',
        f"[variables]\n{LONG} = [1, 2]\n",
        f'[variables]\nx = ["a", "{LONG}"]\n',
        f'[variables]\nx = {{ for = ["a", "{LONG}"], values = [1] }}\n',
        f'{SQUARE}[[clue]]\nsays = "x[1] == 1"\ntext = "{LONG}"\n',
    ],
)
def test_what_answers_repeat_is_bounded(text: str) -> None:
    """A sentence of nearly two megabytes was printed whole where it was part of a conflict."""
    with pytest.raises(RecordError, match=r"at most 1,000 signs|cannot name a variable"):
        files.loads(text)


@pytest.mark.parametrize("limit", ["inf", "1e300", "100000001"])
def test_limits_beyond_every_clock_are_none(limit: str) -> None:
    """`--time-limit inf` was more than the system's alarm takes: a traceback."""
    assert deduce("unique", CINEMA, "--time-limit", limit)[0] == 0


def test_who_gives_up_names_the_limit_that_was_given() -> None:
    """It said that the time limit of 0.00859026 s was reached."""
    arguments = ("--family", "slitherlink", "--size", "30x30", "--time-limit", "0.25")
    status, out, _ = deduce("generate", *arguments)
    assert (status, out) == (3, "gave up: the time limit of 0.25 s was reached\n")


DIGITS = "9" * 5_000


@pytest.mark.parametrize(
    ("family", "text"),
    [("slitherlink", f"{DIGITS} 5\n"), ("starbattle", f"5 5 {DIGITS}\n"), ("kakuro", f"2 2\n{DIGITS} -\n- -\n")],
)  # fmt: skip
def test_numbers_of_thousands_of_digits_in_a_text_of_a_family(family: str, text: str) -> None:
    with pytest.raises(RecordError, match="at most 1,000 signs"):
        of_family(family, text, "text")


def test_numbers_of_thousands_of_digits_elsewhere() -> None:
    with pytest.raises(RecordError, match="at most 1,000,000,000"):
        files.loads(SQUARE + f'[[clue]]\nsays = "x[1] == 0x{DIGITS}"\n')
    with pytest.raises(RecordError, match="at most 1,000,000,000"):
        files.loads(SQUARE + f'[[clue]]\nsays = "x[1] == -0x{DIGITS}"\n')
    new = ("generate", "--family", "yinyang")
    for arguments in (
        (*new, "--size", f"{DIGITS}x3"),
        (*new, "--size", "3x3", "--difficulty", DIGITS),
        (*new, "--size", "3x3", "--difficulty", "²"),
        ("unique", f"https://puzz.link/p?slither/{DIGITS}/5/abc"),
        ("unique", f"https://puzz.link/p?starbattle/5/5/{DIGITS}/0"),
    ):
        status, out, err = deduce(*arguments)
        assert (status, out) == (2, "")
        assert len(err) < 2_100
        assert "Traceback" not in err


def test_a_text_to_decipher_is_bounded_in_length_and_time() -> None:
    """Twenty thousand words took more than a gigabyte, and ten seconds against a limit of two."""
    status, _, err = deduce("decipher", "AB " * 2_000)
    assert (status, err) == (2, "deduce: a text to decipher has at most 5,000 signs, not 6,000\n")
    status, out, err = deduce("decipher", ". " * 2_400, "--time-limit", "0.2")
    assert (status, out, err) == (3, "gave up: the time limit of 0.2 s was reached\n", "")


def test_no_pipe_is_waited_for_and_no_link_to_itself_replaced(tmp_path: Path) -> None:
    """`--svg` with the name of a pipe that nobody read never ended."""
    pipe, loop = tmp_path / "pipe", tmp_path / "loop"
    os.mkfifo(pipe)
    loop.symlink_to(loop)
    for path in (pipe, loop, tmp_path, tmp_path / "no" / "such"):
        with pytest.raises(ProblemError, match="the picture cannot be written"):
            write_svg(path, "<svg/>")
    assert loop.is_symlink()


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    target, link = tmp_path / "target.svg", tmp_path / "link.svg"
    link.symlink_to(target)
    write_text(link, "old")
    target.chmod(0o640)
    write_text(link, "older")
    assert (link.is_symlink(), target.stat().st_mode & 0o777) == (True, 0o640)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(ProblemError, match="No space left"):
            write_svg(link, "new")
    assert target.read_text(encoding="utf-8") == "older"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link.svg", "target.svg"]


def test_a_full_disk_leaves_whole_lines_of_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write

    def half(file: int, data: bytes) -> int:
        if len(data) < 6:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(file, data[: len(data) // 2])

    path = tmp_path / "results.jsonl"
    with Journal(path, "arena") as journal:
        journal.add({"arena": 1})
        monkeypatch.setattr(os, "write", half)
        with pytest.raises(
            ProblemError, match=r"No space left on device; what was finished before is in it"
        ):
            journal.add({"deal": 12345678901234567890})
    assert path.read_text(encoding="utf-8") == '{"arena":1}\n'


@pytest.mark.parametrize("version", ["2", "true", '"1"', "null"])
def test_results_of_another_version_are_refused(tmp_path: Path, version: str) -> None:
    """A file of a version to come was read as if it were of ours."""
    path = tmp_path / "results.jsonl"
    path.write_text(f'{{"puzzles":{version}}}\n', encoding="utf-8")
    with pytest.raises(RecordError, match="line 1: is of version"), Journal(path, "puzzles"):
        pass


def test_notes_taken_twice_at_once_lose_no_line(tmp_path: Path) -> None:
    """Whoever saved last wrote over the lines of the other, and over those of an editor."""
    header, events = (EXAMPLES / "enigma" / "evening.txt").read_text(encoding="utf-8").split("\n\n", 1)
    line, more = events.splitlines()[:2]
    path, link = tmp_path / "evening.txt", tmp_path / "link.txt"
    path.write_text(f"{header}\n\n", encoding="utf-8")
    link.symlink_to(path)
    one, other = Log(find("enigma"), link), Log(find("enigma"), path)
    one.add(line)
    for change in (lambda: other.add(line), other.undo):
        with pytest.raises(ProblemError, match=r"was changed meanwhile|nothing was written"):
            change()
    one.add(more)
    assert link.is_symlink()
    assert text_of(path).endswith(f"\n{line}\n{more}\n")
    path.write_text(text_of(path) + "# by hand\n", encoding="utf-8")
    with pytest.raises(ProblemError, match="was changed meanwhile"):
        one.undo()
    assert text_of(path).endswith("# by hand\n")

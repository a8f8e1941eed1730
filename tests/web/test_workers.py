"""A worker that takes too long, too much, or breaks is ended, the asker told, and the next question answered."""

import os
import sys
import threading
import time
from pathlib import Path

import pytest

from deduce.web.workers import Limits, Workers

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORD = (EXAMPLES / "enigma" / "evening.txt").read_text(encoding="utf-8")
UNIX = pytest.mark.skipif(sys.platform == "win32", reason="limits of processes are the Unix kernels'")


@pytest.fixture(scope="module")
def workers():
    made = Workers(1, Limits(seconds=60))
    yield made
    made.close()


SQUARE = """
[variables]
x = { for = ["1..20", "1..20"], values = "1..20" }
[[rule]]
for = "line in rows(x)"
says = "all_different(line)"
[[rule]]
for = "line in columns(x)"
says = "all_different(line)"
[[clue]]
says = "x[1, 1] == 1"
"""

LONG = {"verb": "generate", "puzzle": SQUARE, "n": 5, "time_limit": 20}
"""A question that takes more than ten seconds of processor time."""


@UNIX
def test_no_answer_in_time_is_a_sentence_and_the_next_question_is_answered():
    workers = Workers(1, Limits(seconds=0.2, grace=-0.1))
    try:
        found = workers.ask({**LONG, "time_limit": 0.3})
        assert found["kind"] == "Stopped"
        assert "time" in found["error"]
        assert workers.killed == 1
        workers.limits = Limits(seconds=60)
        assert workers.ask({"verb": "solve", "record": RECORD})["ok"]
        assert workers.alive == 1
    finally:
        workers.close()
    assert workers.alive == 0


@UNIX
def test_processor_time_is_limited_whatever_the_clock_says():
    workers = Workers(1, Limits(seconds=120, processor=-2.0))
    try:
        found = workers.ask(LONG)
        assert "processor time" in found["error"]
    finally:
        workers.close()


@UNIX
def test_memory_is_limited():
    workers = Workers(1, Limits(seconds=60, memory=300 << 20))
    try:
        puzzle = '[variables]\nx = { for = ["1..99", "1..99"], values = "1..90" }\n[[clue]]\nsays = "x[1, 1] == 1"\n'
        found = workers.ask({"verb": "unique", "puzzle": puzzle, "time_limit": 20})
        assert not found["ok"]
        assert found["kind"] != "Fault"
    finally:
        workers.close()


@UNIX
def test_whoever_leaves_stops_the_work():
    workers = Workers(1, Limits(seconds=120))
    left = threading.Event()
    threading.Timer(0.5, left.set).start()
    try:
        found = workers.ask(LONG, left=left)
        assert found["kind"] == "Stopped"
    finally:
        workers.close()


def test_a_worker_that_dies_is_replaced(workers):
    assert workers.ask({"verb": "words", "record": RECORD})["ok"]
    worker = next(iter(workers._live.values()))
    worker.process.kill()
    worker.process.join(10)
    assert workers.ask({"verb": "words", "record": RECORD})["ok"]


def test_workers_are_replaced_after_so_many_answers():
    workers = Workers(1, Limits(seconds=60, answers=2))
    try:
        lives = []
        for _ in range(4):
            assert workers.ask({"verb": "families"})["ok"]
            lives.append(list(workers._live))
        first, second, third = lives[0][0], lives[0][1], lives[2][1]
        # The next one is begun before it is needed, and is the one that goes on.
        assert lives == [[first, second], [second], [second, third], [third]]
        assert workers.killed == 2
    finally:
        workers.close()


@UNIX
@pytest.mark.parametrize(
    "work",
    [
        "open('/etc/passwd')",
        "open(HERE + '/new.txt', 'w')",
        "__import__('subprocess').run(['true'])",
        "__import__('os').system('true')",
        "__import__('socket').create_connection(('127.0.0.1', 9))",
        "__import__('os').remove(HERE + '/kept.txt')",
    ],
)
def test_a_confined_process_opens_nothing_and_starts_nothing(work, tmp_path):
    """In a process of its own, since the walls stay for good."""
    import subprocess

    (tmp_path / "kept.txt").write_text("kept")
    code = (
        "import deduce.web.confinement as c\nfrom deduce.ground.errors import ProblemError\n"
        f"HERE = {str(tmp_path)!r}\nc.confine(memory=2 << 30)\n"
        f"try:\n    {work}\nexcept ProblemError as error:\n    print('refused', error)\n"
    )
    env = dict(os.environ)
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env=env,
        cwd=Path(__file__).parents[2],
    )
    assert done.stdout.startswith("refused"), done.stderr
    assert (tmp_path / "kept.txt").read_text() == "kept"


def test_what_is_imported_in_a_confined_process_is_compiled_into_no_file(tmp_path):
    """A first game on the page was refused, since Python wanted to write down a module that nobody had imported yet."""
    import subprocess

    (tmp_path / "fresh_module.py").write_text("VALUE = 7\n")
    code = (
        "import deduce.web.confinement as c\nc.confine(memory=2 << 30)\n"
        "import fresh_module\nprint(fresh_module.VALUE)\n"
    )
    path = os.pathsep.join([str(tmp_path), *filter(None, sys.path)])
    env = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env={**env, "PYTHONPATH": path},
    )
    assert done.stdout == "7\n", done.stderr
    assert not (tmp_path / "__pycache__").exists()


def test_nobody_waits_for_ever_for_a_closed_pool():
    workers = Workers(1)
    workers.close()
    began = time.monotonic()
    assert workers.ask({"verb": "families"})["kind"] == "Stopped"
    assert time.monotonic() - began < 30


class _Orphan:
    """A process as it looks to its parent when the fork server has died: it seems to have ended, and lives."""

    exitcode = 255

    def __init__(self, process):
        self.process, self.pid, self.sentinel = process, process.pid, process.sentinel

    def is_alive(self):
        return False

    def kill(self):
        pass

    def join(self, timeout=None):
        pass

    def close(self):
        pass


@UNIX
def test_workers_answer_on_when_their_fork_server_has_died(monkeypatch):
    workers, begun = Workers(1, Limits(seconds=60)), []
    monkeypatch.setattr(workers, "_restarted", lambda: begun.append(1))
    try:
        assert workers.ask({"verb": "words", "record": RECORD})["ok"]
        (worker,) = workers._live.values()
        process = worker.process
        worker.process = _Orphan(process)
        assert workers.ask({"verb": "words", "record": RECORD})["ok"]
        assert begun == [1]  # the next fork server warms itself up meanwhile
        assert list(workers._live) == [process.pid]
        workers.limits = Limits(seconds=0.2, grace=-0.1)
        assert workers.ask({**LONG, "time_limit": 0.3})["kind"] == "Stopped"
        process.join(10)
        assert not process.is_alive()  # it was ended though its parent thought it had
        workers.limits = Limits(seconds=60)
        assert workers.ask({"verb": "words", "record": RECORD})["ok"]
    finally:
        workers.close()

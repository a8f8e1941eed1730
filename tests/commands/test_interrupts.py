"""Ctrl-C ends every long command with a word and the status 130, never with a traceback."""

import io
import signal
import subprocess
import sys

import pytest
from command_line import deduce

from deduce.ground.spreading import begun, spread

CINEMA = "examples/puzzles/cinema.toml"
EVENING = "examples/entracte/evening.txt"
LONG = {
    "solve": (EVENING,),
    "why": (EVENING, "Bob both on"),
    "advise": (EVENING,),
    "story": (EVENING,),
    "arena": ("kuhn",),
    "unique": (CINEMA,),
    "candidates": (CINEMA,),
    "steps": (CINEMA,),
    "hint": (CINEMA,),
    "redundant": (CINEMA,),
    "repair": (CINEMA,),
    "generate": ("slitherlink",),
    "decipher": ("KHOOR",),
}
BY_TYPER = {
    "steps": ("--fewest",),
    "unique": ("--limit=3",),
    "generate": ("-n", 2),
    "redundant": ("--fewest",),
}
"""Words that are read by typer, which makes a status of an interrupt where it is not asked otherwise."""


@pytest.mark.parametrize(("name", "more"), [*((name, ()) for name in LONG), *BY_TYPER.items()], ids=str)
def test_an_interrupt_is_a_word(monkeypatch, name, more):
    from deduce.ground.deadline import Deadline

    reached = []

    def interrupted(*_, **__):
        reached.append(name)
        raise KeyboardInterrupt

    monkeypatch.setattr(Deadline, "__init__", interrupted)
    monkeypatch.setattr("deduce.ground.progress.Progress.__init__", interrupted)
    monkeypatch.setattr("deduce.cli.guarded", lambda name: None)
    status, out, err = deduce(name, *LONG[name], *more)
    assert reached
    assert (status, out) == (130, "")
    assert err.endswith("stopped\n")
    assert "Traceback" not in err


def test_worker_processes_leave_an_interrupt_to_their_leader():
    """A terminal sends it to all of them: each would print a traceback of its own."""
    pytest.importorskip("joblib")
    assert set(spread(signal.getsignal, [signal.SIGINT] * 2, jobs=2)) == {signal.SIG_IGN}


def test_work_is_done_here_and_in_order_unless_more_processes_are_wanted():
    done = []
    assert list(spread(done.append, range(4))) == [None] * 4
    assert done == [0, 1, 2, 3]


def test_whoever_is_begun_is_deaf_and_the_leader_is_not_for_long():
    asked = "import signal; print(signal.getsignal(signal.SIGINT) == signal.SIG_IGN)"
    before = signal.getsignal(signal.SIGINT)
    heard = begun(lambda: subprocess.run([sys.executable, "-c", asked], capture_output=True, check=True))
    assert heard.stdout.strip() == b"True"
    assert signal.getsignal(signal.SIGINT) is before


def test_several_puzzles_of_a_family_are_counted_on_a_terminal():
    from deduce.puzzles.shelf_reports import family_generated

    class Terminal(io.StringIO):
        def isatty(self):
            return True

    shown = Terminal()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sys, "stderr", shown)
        family_generated("yinyang", 3, 3, n=2, seed=1, progress=None)
        family_generated("yinyang", 3, 3, n=1, seed=1, progress=None)
    assert shown.getvalue().count("2/2 puzzles") == 1
    assert "1/1" not in shown.getvalue()

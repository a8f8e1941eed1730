"""Time limits as values."""

from __future__ import annotations

import os
import random
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import combinations

import pytest

from deduce import AllDifferent, Variable
from deduce.backends.advisers import by_cpsat
from deduce.backends.cpsat_solver import CpSatModel
from deduce.backends.sat import SatSolver
from deduce.ground.deadline import Deadline, waking
from deduce.ground.errors import GaveUp, ProblemError

LONG = 30.0
"""Seconds that these tests only last if they fail."""


def test_a_limit_that_is_no_number_is_refused() -> None:
    with pytest.raises(ProblemError, match="not nan"):
        Deadline(float("nan"))


class Rung(Exception):
    """What a handler raises."""


@contextmanager
def ringing(*, harmless: int = 0) -> Iterator[list[int]]:
    """A signal comes every few milliseconds; beyond the harmless ones its handler raises."""
    came: list[int] = []

    def ring(number: int, _: object) -> None:
        came.append(number)
        if len(came) == harmless + 1:
            raise Rung

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.2, 0.05)
    try:
        yield came
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)


def pigeons(holes: int) -> SatSolver:
    """More pigeons than holes, in clauses alone: a solver proves that for minutes."""
    solver = SatSolver()
    rows = [[solver.fresh() for _ in range(holes)] for _ in range(holes + 1)]
    for row in rows:
        solver.clause(row)
    for a, b in combinations(rows, 2):
        for x, y in zip(a, b, strict=True):
            solver.clause([-x, -y])
    return solver


alarms = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system has no alarms")


@alarms
@pytest.mark.parametrize("harmless", [0, 3])
def test_a_signal_is_heard_while_a_solver_runs(harmless: int) -> None:
    solver, deadline = pigeons(13), Deadline(LONG)
    with deadline.watch(), ringing(harmless=harmless) as came, pytest.raises(Rung):
        solver.satisfiable()
    assert not deadline.passed
    assert len(came) > harmless
    # What was interrupted can be asked again.
    assert not pigeons(5).satisfiable(time_limit=LONG)
    with pytest.raises(GaveUp):
        solver.satisfiable(time_limit=0.1)


@alarms
def test_a_signal_is_heard_while_cpsat_runs() -> None:
    pytest.importorskip("ortools")
    # Market split: CP-SAT looks for minutes.
    model, rng = CpSatModel(), random.Random(0)
    literals = [model.fresh() for _ in range(50)]
    for _ in range(6):
        weights = [rng.randrange(100) for _ in literals]
        half = sum(weights) // 2
        model.linear([*zip(weights, literals, strict=True)], half, half)
    deadline = Deadline(LONG)
    with ringing(), pytest.raises(Rung):
        model.run(model.solver(time_limit=LONG))
    assert not deadline.passed


def test_the_adviser_takes_no_other_limit_for_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ortools")
    variable = Variable("x", (1, 2))
    asked = [AllDifferent([variable])]

    def alarm(*_: object) -> str:
        raise GaveUp("an alarm")

    monkeypatch.setattr(CpSatModel, "run", lambda *_: "gave up")
    assert by_cpsat(asked, {}) is None
    monkeypatch.setattr(CpSatModel, "run", alarm)
    with pytest.raises(GaveUp, match="an alarm"):
        by_cpsat(asked, {})


def test_nothing_is_interrupted_that_ends_in_time() -> None:
    called: list[int] = []
    for seconds in (LONG, None):
        with waking(seconds, lambda: called.append(1)):
            pass
    assert not called
    with waking(0.01, lambda: called.append(1)):
        while not called:
            pass
    assert called == [1]


def test_a_grace_is_a_little_later_than_its_limit_and_quotes_it() -> None:
    """A quarter of a second, or a twentieth of the limit; of what has no end there is none."""
    assert Deadline(None).grace().left() is None
    assert Deadline(2e8).grace().left() is None
    for seconds, more in ((0.0, 0.25), (2.0, 0.25), (5.0, 0.25), (20.0, 1.0), (100.0, 5.0)):
        later = Deadline(seconds).grace()
        left = later.left()
        assert left is not None
        assert seconds + more - 0.2 < left <= seconds + more
        assert later.seconds == seconds
    share = Deadline(20.0).share(0.5).grace()
    assert 10.8 < (share.left() or 0) <= 11.0
    assert share.seconds == 20.0


def test_a_loop_of_events_keeps_hearing_of_signals() -> None:
    heard, told = socket.socketpair()
    with heard, told:
        told.setblocking(False)
        before = signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
        try:
            with waking(LONG, lambda: None):
                assert signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False) == told.fileno()
            assert signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False) == told.fileno()
        finally:
            signal.set_wakeup_fd(before)
    with waking(LONG, lambda: None):
        pass
    assert signal.set_wakeup_fd(-1) == before


def test_a_limit_holds_with_a_thousand_files_open() -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    if before[1] != resource.RLIM_INFINITY and before[1] < 2048:
        pytest.skip("this machine allows fewer open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (2048, before[1]))
    called: list[int] = []
    held = [os.dup(2) for _ in range(1030)]
    try:
        end = time.monotonic() + LONG
        with waking(0.01, lambda: called.append(1)):
            while not called and time.monotonic() < end:
                pass
    finally:
        for number in held:
            os.close(number)
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    assert called == [1]

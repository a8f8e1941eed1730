"""Time limits: a moment after which work gives up, watched from deep inside the work.

A question takes `time_limit` in seconds and does all of its work under ``with Deadline(time_limit).watch():``.
Loops that may run long call `tick`, solvers ask `left`, and nobody hands clocks around. Of nested limits
the earliest counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from numbers import Real
from typing import TYPE_CHECKING, Any

from deduce.ground.errors import GaveUp, ProblemError

if TYPE_CHECKING:
    from types import FrameType

LONGEST = 1e8
"""More seconds (three years) are no limit: the system's clocks do not take any number, and nobody waits so long."""

_WATCHED: ContextVar[Deadline | None] = ContextVar("deadline", default=None)


class _Rest(float):
    """Seconds left of a limit that was so long as a whole."""

    whole: float

    def __new__(cls, left: float, whole: float) -> _Rest:
        found = super().__new__(cls, left)
        found.whole = whole
        return found


def checked_limit(seconds: Any) -> float | None:
    """A time limit in seconds, as a float, or None. Raises `ProblemError` for what is no number from 0."""
    if seconds is None or (isinstance(seconds, float) and seconds >= 0):
        return seconds
    number = isinstance(seconds, Real) and not isinstance(seconds, bool)
    if not number or not seconds >= 0:
        raise ProblemError(
            f"a time limit (--time-limit) is a number of seconds of at least 0, not {seconds!r}"
        )
    try:
        return float(seconds)
    except OverflowError:
        return float("inf")


class Deadline:
    """A moment after which work gives up; None is never."""

    __slots__ = ("_end", "seconds")

    def __init__(self, seconds: float | None, *, left: float | None = None) -> None:
        """`left` seconds from now, when some of the `seconds` are gone already.

        Raises `ProblemError` for what is no number from 0; nan would be a limit that never comes.
        """
        seconds = checked_limit(seconds)
        self.seconds = seconds.whole if isinstance(seconds, _Rest) else seconds
        self._end: float | None = None
        if seconds is not None and seconds <= LONGEST:
            self._end = time.monotonic() + (seconds if left is None else left)

    def left(self) -> float | None:
        """Seconds left, or None without a limit. Raises `GaveUp` when none are left."""
        if self._end is None:
            return None
        left = self._end - time.monotonic()
        if left <= 0:
            raise GaveUp(f"the time limit of {self.seconds:g} s was reached")
        return left

    def rest(self) -> float | None:
        """As `left`, to be a `time_limit` in turn: what gives up there names the whole limit, which a person gave."""
        left = self.left()
        return None if left is None or self.seconds is None else _Rest(left, self.seconds)

    @property
    def passed(self) -> bool:
        """Whether the moment has come."""
        return self._end is not None and time.monotonic() >= self._end

    def share(self, part: float) -> Deadline:
        """A deadline after that part of what is left (0 to 1); never when this one is never."""
        if self._end is None:
            return Deadline(None)
        found = Deadline(max(0.0, part * (self._end - time.monotonic())))
        found.seconds = self.seconds
        return found

    def grace(self) -> Deadline:
        """A little later than this: a quarter of a second, or a twentieth of the limit, to end in good order."""
        if self._end is None or self.seconds is None:
            return Deadline(None)
        later = Deadline(None)
        later.seconds, later._end = self.seconds, self._end + max(0.25, self.seconds / 20)
        return later

    @contextmanager
    def watch(self) -> Iterator[Deadline]:
        """Work in this block ends with `GaveUp` soon after the moment, wherever it is."""
        outer = _WATCHED.get()
        own = self._end is not None and (outer is None or outer._end is None or self._end < outer._end)
        token = _WATCHED.set(self if own else outer)
        try:
            yield self
        finally:
            _WATCHED.reset(token)


def tick() -> None:
    """Raise `GaveUp` when the watched deadline has passed. Costs a tenth of a microsecond without one."""
    watched = _WATCHED.get()
    if watched is not None:
        watched.left()


def left(seconds: float | None = None) -> float | None:
    """The lesser of `seconds` and what the watched deadline leaves; None for no limit. Raises `GaveUp`."""
    watched = _WATCHED.get()
    rest = None if watched is None else watched.left()
    if rest is None or seconds is None:
        return seconds if rest is None else rest
    return min(rest, seconds)


@contextmanager
def waking(seconds: float | None, interrupt: Callable[[], object]) -> Iterator[None]:
    """Call `interrupt` from another thread if this block outlasts `seconds` or a signal comes, never after its end.

    For solvers that know only conflicts: while one runs, Python's own handlers of signals (an alarm, Ctrl-C) wait for it
    to come back. None is no limit. A loop of events that listens to signals keeps them. Costs some tenths of a
    millisecond.
    """
    import signal
    import socket  # needed by long questions only
    from threading import Thread, current_thread, main_thread

    ended = False

    def wait() -> None:
        # A socket's own time limit: `select` refuses numbers of files from 1,024 on.
        with suppress(TimeoutError):
            heard.recv(1)
        if not ended:
            interrupt()

    heard, told = socket.socketpair()
    with heard, told:
        told.setblocking(False)
        heard.settimeout(seconds if seconds is None else max(seconds, 1e-3))
        listening = current_thread() is main_thread()
        waiter = Thread(target=wait, daemon=True)
        # A handler of a signal may raise anywhere, while the thread begins too: no file that is closed stays listened to.
        try:
            if (
                listening
                and (before := signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)) != -1
            ):
                listening = False
                signal.set_wakeup_fd(before)
            waiter.start()
            yield
        finally:
            if listening:
                signal.set_wakeup_fd(-1)
            ended = True
            told.send(b"\0")
            with suppress(RuntimeError):  # it was not begun
                waiter.join()


@contextmanager
def alarmed(seconds: float | None) -> Iterator[None]:
    """The last resort of a command: `GaveUp` is raised a third of a second (or 8 %) after its limit, wherever it is.

    An alarm of the system ends loops that never look at the clock. It rings again and again, in case someone takes
    the first for their own. Without a limit, off the main thread and where there are no alarms, nothing rings.
    """
    import signal
    from threading import current_thread, main_thread

    if (
        seconds is None
        or seconds > LONGEST
        or not hasattr(signal, "setitimer")
        or current_thread() is not main_thread()
    ):
        yield
        return

    def ring(_: int, frame: FrameType | None) -> None:
        # A module that is half imported would stay so: an import is finished first.
        while frame is not None:
            if frame.f_globals.get("__name__") == "importlib._bootstrap":
                return
            frame = frame.f_back
        raise GaveUp(f"the time limit of {seconds:g} s was reached")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds + max(0.33, 0.08 * seconds), 0.1)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)

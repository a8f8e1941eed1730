"""A line of progress on a terminal's standard error, and nothing anywhere else."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import IO, TYPE_CHECKING, ClassVar, Self

if TYPE_CHECKING:
    from threading import Event, Thread


class Waiting:
    """A clock while one answer is worked out, from the second second on; gone when the answer is there.

    Whoever counts with `Progress` meanwhile takes its line over.

    Args:
        limit: Seconds after which the work gives up; None if it does not.
        show: Whether to show anything; None asks whether `stream` is a terminal.
        stream: Where to; standard error when None.
        every: Seconds between two lines, and before the first.
    """

    now: ClassVar[Waiting | None] = None

    def __init__(
        self,
        limit: float | None = None,
        *,
        show: bool | None = None,
        stream: IO[str] | None = None,
        every: float = 1.0,
    ) -> None:
        self.stream = sys.stderr if stream is None else stream
        self.show = self.stream is not None and (self.stream.isatty() if show is None else show)
        self.limit, self.every = limit, every
        self._ticking: tuple[Event, Thread] | None = None

    def __enter__(self) -> Self:
        if self.show:
            from threading import Event, Thread  # what no pipe needs

            Waiting.now, over = self, Event()
            self._ticking = over, Thread(target=self._tick, args=(over,), daemon=True)
            self._ticking[1].start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Take the line away; nothing is written after this."""
        Waiting.now = None if Waiting.now is self else Waiting.now
        if self._ticking is not None:
            over, thread = self._ticking
            self._ticking = None
            over.set()
            thread.join()

    def _tick(self, over: Event) -> None:
        began, width = time.monotonic(), 0
        try:
            while not over.wait(self.every):
                until = "" if self.limit is None else f" of at most {self.limit:g}"
                text = f"working for {time.monotonic() - began:.0f} s{until}; Ctrl-C stops "
                self.stream.write("\r" + text.ljust(width))
                self.stream.flush()
                width = len(text)
            if width:
                self.stream.write("\r" + " " * width + "\r")
                self.stream.flush()
        except (OSError, ValueError):  # the terminal has gone; the answer goes where it was to go
            return


class Progress:
    """Shows how many of `total` are done, at most ten times a second.

    Args:
        total: How many there are.
        done: How many were there before.
        show: Whether to show anything; None asks whether `stream` is a terminal.
        stream: Where to; standard error when None.
        what: What they are.
    """

    def __init__(
        self,
        total: int,
        *,
        done: int = 0,
        show: bool | None = None,
        stream: IO[str] | None = None,
        what: str = "matches",
    ) -> None:
        self.stream = sys.stderr if stream is None else stream
        self.what = what
        # A program may be started without a standard error.
        self.show = self.stream is not None and (self.stream.isatty() if show is None else show)
        self.total, self.before, self.done = total, done, done
        self.began = self.shown = time.monotonic()
        self.width = 0

    def step(self, count: int = 1) -> None:
        """So many more are done."""
        self.done += count
        now = time.monotonic()
        if self.show and (now - self.shown > 0.1 or self.done == self.total):
            self.shown = now
            if Waiting.now is not None and Waiting.now.stream is self.stream:
                Waiting.now.stop()
            rate = (self.done - self.before) / max(now - self.began, 1e-9)
            left = (self.total - self.done) / rate
            clock = f"{int(left // 60)}:{int(left % 60):02}"
            text = f"{self.done}/{self.total} {self.what}, {rate:.3g}/s, {clock} left "
            # Blanks over what a longer line left behind.
            self.stream.write("\r" + text.ljust(self.width))
            self.width = len(text)
            self.stream.flush()

    def close(self) -> None:
        """End the line, if one was begun."""
        if self.show and self.done > self.before:
            self.stream.write("\n")
            self.stream.flush()

"""A line of progress on a terminal's standard error, and nothing anywhere else."""

from __future__ import annotations

import sys
import time
from typing import IO

__all__ = ["Progress"]


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

"""Commands that ask solvers run in a child process: a solver out of memory ends its process without a word.

The process that was started only waits, so that somebody is left who can say what happened. Where processes cannot be
forked, and where the command runs inside another program, it runs as it is.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from types import FrameType

from deduce.ground.errors import GaveUp

ASKING = frozenset(
    {
        *("solve", "why", "advise", "arena", "decipher"),
        *("unique", "candidates", "steps", "hint", "redundant", "repair", "generate"),
    }
)
"""The commands that ask solvers, and read nothing that is typed meanwhile."""

TOGETHER = 0.3
"""Interrupts within so many seconds are one."""


def guarded(name: str) -> int | None:
    """In the child, or where there is none: None, and the command goes on. In its parent: the child's exit status.

    Raises `GaveUp` when the child was ended before its work was.
    """
    if name not in ASKING or not hasattr(os, "fork") or sys.stdout is not sys.__stdout__:
        return None
    if threading.active_count() > 1:
        return None  # another program's threads
    alive, held = os.pipe()
    child = os.fork()
    if not child:
        os.close(held)
        _interrupted_once()
        with suppress(RuntimeError):  # no room for a thread
            threading.Thread(target=_end_with_parent, args=(alive,), daemon=True).start()
        return None
    os.close(alive)
    status = _end_of(child)
    os.close(held)
    if status >= 0:
        return status
    if -status in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    raise GaveUp(
        f"the process at work was ended before its work was ({_called(-status)}), most often for want of memory; "
        "what was finished is kept where results are kept"
    )


def _interrupted_once() -> None:
    """A terminal interrupts this process and its parent, which hands it on: one of the two counts."""
    last = 0.0

    def interrupt(*_: object) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last > TOGETHER:
            last = now
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)


def _end_with_parent(alive: int) -> None:
    """End this process when nobody holds the other end any more: the parent was killed."""
    os.read(alive, 1)
    os._exit(1)


def _end_of(child: int) -> int:
    """Wait for the child; its exit status, or the signal that ended it, negative. What ends this process is handed on."""

    def hand_on(number: int, _: FrameType | None) -> None:
        with suppress(ProcessLookupError):  # it has ended just now
            os.kill(child, number)

    handed_on = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    kept = {number: signal.signal(number, hand_on) for number in handed_on}
    try:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finally:
        for number, before in kept.items():
            signal.signal(number, before)


def _called(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

"""Rules that work on and on without anything to decide, stopped where a machine plays: with the line at which they are.

Nobody can say of a loop whether it will end. So a thread looks now and then where the rules are: they come to each thing
to decide in one call of `Run._go`, and one that is still the same after `PATIENCE` is interrupted. It costs nothing while
they play; where there are no threads, or another Python than the usual one, nothing is stopped.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread, get_ident
from types import FrameType
from typing import Final

from deduce.rulebook.faults import Stopped
from deduce.rulebook.run import Run

PATIENCE: Final = 20.0
"""Rules may work for so many seconds of the processor's time on what comes next."""
EVERY: Final = 0.25
"""So many seconds lie between two looks,"""
IDLE: Final = 8
"""and after so many at which nobody played nobody looks any more."""
HERE: Final = str(Path(__file__).parent)

_PLAYING: Counter[int] = Counter()
"""How many such blocks each thread is in. Changed without a lock, which a process forked at that moment would keep."""
_LOOKING: list[Thread] = []
"""Who looks."""


@contextmanager
def watched() -> Iterator[None]:
    """In this block rules of this thread that come to nothing to decide are stopped by a `RulesError` that says where."""
    thread = get_ident()
    _PLAYING[thread] += 1
    try:
        if not any(looking.is_alive() for looking in _LOOKING):
            _look_on()
        yield
    except Stopped as late:  # they had come to something at that very moment
        raise late.error() from None
    finally:
        _PLAYING[thread] -= 1
        if not _PLAYING[thread]:
            del _PLAYING[thread]


def _look_on() -> None:
    """Begin to look, where that can be done."""
    if not hasattr(ctypes, "pythonapi") or not hasattr(sys, "_current_frames"):
        return
    looking = Thread(target=_watch, daemon=True)
    try:
        looking.start()
    except RuntimeError:  # a machine without threads, as a browser's is
        return
    _LOOKING[:] = [looking]


def _watch() -> None:
    going: dict[int, tuple[FrameType, float, float]] = {}
    idle = 0
    while idle < IDLE:
        time.sleep(EVERY)
        idle = 0 if _PLAYING else idle + 1
        frames = sys._current_frames() if _PLAYING else {}
        now = time.process_time(), time.monotonic()
        for thread in list(_PLAYING):
            frame, within = _going(frames.get(thread))
            before = going.get(thread)
            if frame is None:
                going.pop(thread, None)
            elif before is None or frame is not before[0]:
                going[thread] = frame, *now
            elif min(now[0] - before[1], now[1] - before[2]) >= PATIENCE:
                going[thread] = frame, *now  # what it is told takes a moment to end
                _stop(thread, frame.f_locals["self"], within)
        for thread in going.keys() - _PLAYING.keys():
            del going[thread]
    _LOOKING.clear()
    if _PLAYING:  # somebody began at that very moment
        _look_on()


def _going(frame: FrameType | None) -> tuple[FrameType | None, list[FrameType]]:
    """The call that goes on to the next thing to decide, if one is under way, and all that is called in it."""
    within: list[FrameType] = []
    while frame is not None and frame.f_code is not Run._go.__code__:
        within.append(frame)
        frame = frame.f_back
    return frame, within if frame is not None else []


def _stop(thread: int, run: Run, within: list[FrameType]) -> None:
    """Raise `Stopped` in a thread: of a class made for it, since there only classes can be raised.

    It tells the innermost function in a file of the rules' own: what they call elsewhere would say little.
    """
    place, name = run.place, ""
    if within and not within[-1].f_code.co_filename.startswith(HERE):
        own = str(Path(within[-1].f_code.co_filename).parent)
        stands = next(each for each in within if str(Path(each.f_code.co_filename).parent) == own)
        place, name = f"{stands.f_code.co_filename}:{stands.f_lineno}", stands.f_code.co_qualname
    said = (
        f"the rules have worked for {PATIENCE:g} s and come to nothing to decide; they are in {name or 'a generator'}, "
        f"line {place.rpartition(':')[2]}: a loop that does not end?"
    )
    kind = type(Stopped.__name__, (Stopped,), {"said": said, "place": place})
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(kind))

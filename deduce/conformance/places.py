"""Where in the author's code a fault is to be looked for: a line of a traceback, or the method that answers for it."""

from __future__ import annotations

import sys
import sysconfig
from inspect import getattr_static
from pathlib import Path
from types import CodeType, TracebackType
from typing import Any, Final

import deduce
from deduce.games.base import Game

ANSWERS: Final = {
    "replay": "play",
    "rules": "play",
    "text": "parse",
    "chance": "outcomes",
    "views": "view",
    "resample": "resample",
    "knowledge": "knowledge",
    "agreement": "knowledge",
    "records": "answers",
    "advice": "advise",
}
"""Which method answers for a part of the contract, where a probe names no other."""

LIBRARY: Final = Path(deduce.__file__).resolve().parent
OTHERS: Final = tuple(
    {Path(sysconfig.get_path(name)).resolve() for name in ("stdlib", "purelib", "platlib")}
)


def place_of(
    game: Game[Any, Any, Any],
    part: str,
    *,
    state: Any = None,
    where: str = "",
    error: BaseException | None = None,
) -> str:
    """``file:line (what)`` for a fault in `part`; empty where the code at fault is not the author's or not known.

    An `error` that went through the author's code is placed at the innermost line there. Otherwise it is the method of
    `state` or of the game called `where`; in a game whose methods are a library's, the line of the rules at which
    `state` waits (its `place`, where it has one) or the method `rules`.
    """
    if error is not None and (found := _innermost(error, game)):
        return found
    name = where or ANSWERS.get(part, "")
    for holder in (state, game):
        code = None if holder is None else _code(getattr_static(type(holder), name, None))
        if code is not None and not Path(code.co_filename).resolve().is_relative_to(LIBRARY):
            return f"{_shown(code.co_filename)}:{code.co_firstlineno} ({code.co_qualname})"
    waiting = getattr(state, "place", "")
    if isinstance(waiting, str) and waiting:
        return waiting
    code = _code(getattr_static(type(game), "rules", None))
    return f"{_shown(code.co_filename)}:{code.co_firstlineno} ({code.co_qualname})" if code else ""


def _innermost(error: BaseException, game: Game[Any, Any, Any]) -> str:
    """The last line of the traceback in the package or folder of the game; else in no library."""
    own = _home(type(game))
    lines: list[tuple[Path, str, int]] = []
    trace: TracebackType | None = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        lines.append((Path(code.co_filename).resolve(), code.co_qualname, trace.tb_lineno))
        trace = trace.tb_next
    outside = [line for line in lines if not line[0].is_relative_to(LIBRARY)]
    ours = [line for line in outside if own is not None and line[0].is_relative_to(own)]
    plain = [line for line in outside if not any(line[0].is_relative_to(other) for other in OTHERS)]
    for path, name, number in reversed(ours or plain):
        return f"{_shown(path)}:{number} ({name})"
    return ""


def _home(kind: type) -> Path | None:
    """The folder of the top package that a class is in, or of its module."""
    top = sys.modules.get(kind.__module__.partition(".")[0])
    file = getattr(top, "__file__", None)
    if file is None or Path(file).resolve().is_relative_to(LIBRARY):
        return None
    return Path(file).resolve().parent


def _code(found: Any) -> CodeType | None:
    """The code of a function, a method, or the getter of a property."""
    for name in ("fget", "func", "__func__", "__wrapped__"):
        found = getattr(found, name, None) or found
    code = getattr(found, "__code__", None)
    return code if isinstance(code, CodeType) and Path(code.co_filename).exists() else None


def _shown(path: str | Path) -> str:
    """A path as short as it can be said from here."""
    path = Path(path).resolve()
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)

"""One pure function: a request as JSON has it, and its answer. HTTP is a thin layer around it (`deduce.web.server`).

    >>> from deduce.web import answer
    >>> answer({"verb": "new", "game": "enigma", "players": ["Ann", "Bob"], "me": "Ann"})["ok"]
    True

Nothing is kept between requests: the record or the puzzle comes with each of them. Whatever runs Python can hold this
function, a server or a worker inside a browser.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final

from deduce.ground.errors import DeduceError, GaveUp, ProblemError, RecordError, nearest
from deduce.ground.report import Report
from deduce.ground.strange import visible

PLAYING: Final = "deduce.web.play_verbs"
"""The module whose verbs are about games in progress; they also take the server's key."""
HOMES: Final[Mapping[str, tuple[str, ...]]] = {
    home: tuple(verbs.split())
    for home, verbs in {
        "deduce.web.record_verbs": "games example new check words solve board why why_not advise form upcoming"
        " mend story everybody",
        "deduce.web.puzzle_verbs": "families sheet blank unique candidates steps hint redundant generate",
        PLAYING: "play_new play_move play_view play_advise play_save play_walk",
    }.items()
}
"""The verbs by the module that answers them; a module is imported when one of its verbs is asked."""


def answer(request: Mapping[str, Any], *, secret: bytes = b"") -> dict[str, Any]:
    """The answer to a request.

    Args:
        request: ``verb`` and the fields of that verb, as JSON gives them.
        secret: The key with which games in progress are sealed; without one nothing can be played.

    Returns:
        ``ok`` true with ``text`` (for a person), ``data`` (as ``--json`` prints it) and ``status`` (the exit status of
        the command); or ``ok`` false with ``error`` (a sentence), ``kind``, and where it is known ``line``, ``column``
        and ``ways``: right lines, of which each is one of the meanings of the wrong one.
        The answer holds what JSON can: numbers that are none (infinities) are left out as null. No request
        raises an error.
    """
    try:
        if not isinstance(request, Mapping):
            raise ProblemError("a request is an object with the field 'verb'")
        verb = _verb(request.get("verb"))
        fields = {key: value for key, value in request.items() if key != "verb"}
        report = verb(fields, secret) if request["verb"] in HOMES[PLAYING] else verb(fields)
        text = visible(report.text)
        return {"ok": True, "text": text, "data": _plain(report.data), "status": report.status}
    except RecordError as error:
        kind = "Unfinished" if error.waits else "RecordError"
        told = failed(error.message, kind, line=error.line, column=error.column)
        return told | ({"ways": list(error.ways)} if error.ways else {})
    except GaveUp as error:
        return failed(str(error), "GaveUp")
    except DeduceError as error:
        return failed(str(error), type(error).__name__)
    except RecursionError:
        return failed("this is nested too deeply to be read", "TooDeep")
    except MemoryError:
        return failed("this needs more memory than a request may have", "TooLarge")
    except Exception as error:
        # A fault of the library (or of a plug-in), not of the person who asked; still a sentence.
        return failed(f"the library failed at this ({type(error).__name__}); please report it", "Fault")


def failed(error: str, kind: str, *, line: int = 0, column: int = 0) -> dict[str, Any]:
    """An answer that is an error; the sentence is cut where strangers made it long."""
    return {"ok": False, "error": visible(error[:4_000]), "kind": kind, "line": line, "column": column}


def _verb(name: object) -> Callable[..., Report]:
    known = {verb: home for home, verbs in HOMES.items() for verb in verbs}
    if not isinstance(name, str) or name not in known:
        raise ProblemError(f"there is no verb {str(name)[:60]!r}: {nearest(str(name), known, limit=40)}")
    found: Callable[..., Report] = import_module(known[name]).VERBS[name]
    return found


def _plain(value: Any) -> Any:
    """`value` as JSON can hold it."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(each) for each in value]
    if hasattr(value, "item"):
        return _plain(value.item())  # a number of an array
    return str(value)

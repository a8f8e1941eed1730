"""The command ``deduce``. Subcommands live in `deduce.commands`; errors end in one sentence, never a traceback."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any, Final, TextIO

from deduce.commands.declared import given_plainly, say
from deduce.commands.guarded import guarded
from deduce.ground.errors import DeduceError, GaveUp, MissingExtra, RecordError, TooLarge

__all__ = ["GROUPS", "app", "command_of", "main"]  # noqa: F822 - `app` is made when it is asked for

GROUPS: dict[str, dict[str, str]] = {
    "Games": {
        "records": "solve why advise games",
        "story": "story",
        "habits": "habits",
        "playing": "play arena engine",
    },
    "Puzzles": {
        "puzzles": "puzzles unique candidates convert steps hint redundant repair",
        "generating": "generate",
        "ciphers": "decipher",
    },
    "Begin": {
        "serving": "serve",
        "siting": "site",
        "examples": "examples",
        "notes": "new log",
    },
}
"""For each group of commands the modules of `deduce.commands` they are in; a command's function has its name."""

PLAIN_DEPENDENCIES = {
    "constraint": "python-constraint2",
    "numpy": "numpy",
    "ortools": "ortools",
    "pysat": "python-sat",
    "rich": "rich",
    "typer": "typer",
}
"""What is imported, and the package that brings it: an install may have left one out (pip's ``--no-deps``, a system
that has no wheel of it)."""


def command_of(name: str) -> Callable[..., None] | None:
    """The function of a command; None if there is no such command. Only its module is loaded."""
    for modules in GROUPS.values():
        for module, names in modules.items():
            if name in names.split():
                found: Callable[..., None] = getattr(import_module(f"deduce.commands.{module}"), name)
                return found
    return None


def __getattr__(name: str) -> Any:
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from deduce.commands.application import make_app

    globals()["app"] = made = make_app(GROUPS, command_of)
    return made


FRESH: Final = 50_000
"""After so many new objects circles are looked for."""


def main() -> None:
    """Run the command line; the exit status is 2 for anything the user has to mend."""
    # What a command imports and reads stays: looking through it again and again would take a tenth of a short command.
    gc.set_threshold(FRESH, 20, 20)
    # Whatever is left ends with the process; looking for circles in it would take a tenth of a short command.
    atexit.register(gc.freeze)
    try:
        status = _run()
        # What is still buffered may fail to be written; better here than while Python shuts down.
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader (head, a pager) has left; Python would complain once more while shutting down.
        _silence(sys.stdout)
        status = 141
    except OSError as error:
        _silence(sys.stdout)
        where = f"{error.filename}: " if error.filename else "the output cannot be written: "
        with suppress(OSError):  # of errors neither
            say(f"deduce: {where}{error.strerror or error}", err=True)
        status = 2
    except KeyboardInterrupt:
        say("stopped", err=True)
        status = 130
    if sys.stderr is not None:
        try:
            sys.stderr.flush()
        except OSError:  # else Python would make 120 of the status while shutting down
            _silence(sys.stderr)
    sys.exit(status)


def _run() -> int:
    """Run the command and report what the user did wrong, or what the machine has too little of; the exit status."""
    name, *words = sys.argv[1:] or [""]
    try:
        ended = guarded(name)
        if ended is not None:
            return ended
        command = command_of(name) if not any(key.endswith("_COMPLETE") for key in os.environ) else None
        given = None if command is None else given_plainly(command, words)
        if command is None or given is None:
            from deduce.commands.application import run

            return run(GROUPS, command_of)
        command(**given)
    except DeduceError as error:
        _report(error)
        return 3 if isinstance(error, GaveUp) else 2
    except (MemoryError, RuntimeError) as error:
        # No room for a thread is a RuntimeError, as are too many calls within each other.
        if isinstance(error, RecursionError):
            _report(TooLarge("this is nested too deeply"))
            return 3
        if isinstance(error, RuntimeError) and "new thread" not in str(error):
            raise
        _report(
            TooLarge(
                "there is not enough memory for this; what was finished is kept where results are kept"
            )
        )
        return 3
    except ModuleNotFoundError as error:
        lacking = PLAIN_DEPENDENCIES.get((error.name or "").partition(".")[0])
        if lacking is None:
            raise
        _report(MissingExtra(lacking, "", "this"))
        return 2
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    return 0


def _silence(stream: TextIO) -> None:
    """Send what is left of a standard stream nowhere."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except ValueError:
        # A stand-in for the stream that is no file (`io.UnsupportedOperation`) needs no silencing.
        return


def _report(error: DeduceError) -> None:
    if "--json" not in sys.argv:
        say(f"deduce: {error}", err=True)
        return
    import json

    data: dict[str, object] = {"error": str(error), "kind": type(error).__name__}
    if isinstance(error, RecordError):
        data |= error.to_dict()
    by_lines = sys.argv[1:2] == ["log"]  # which gives a line an answer
    say(json.dumps(data, ensure_ascii=False, indent=None if by_lines else 2))

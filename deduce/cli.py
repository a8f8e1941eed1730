"""The command ``deduce``. Subcommands live in `deduce.commands`; errors end in one sentence, never a traceback."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Annotated, Any

import typer

from deduce import __version__
from deduce.commands import ciphers, examples, notes, playing, puzzles, records, serving
from deduce.errors import DeduceError, RecordError

__all__ = ["app", "main"]

app = typer.Typer(
    name="deduce",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
GROUPS: dict[str, tuple[Callable[..., None], ...]] = {
    "Games": (
        records.solve,
        records.why,
        records.advise,
        records.games,
        playing.play,
        playing.arena,
        playing.engine,
    ),
    "Puzzles": (
        puzzles.puzzles,
        puzzles.unique,
        puzzles.steps,
        puzzles.hint,
        puzzles.redundant,
        puzzles.repair,
        puzzles.generate,
        ciphers.decipher,
    ),
    "Begin": (serving.serve, examples.examples, notes.new, notes.log),
}


def _show_version(wanted: bool) -> None:
    if wanted:
        from deduce.kernels import describe

        typer.echo(f"deduce {__version__}\nkernels: {describe()}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            help="Print the version, and whether compiled kernels are in use.",
            is_eager=True,
            callback=_show_version,
        ),
    ] = False,
) -> None:
    """Reason about hidden information: what is certain, how likely the rest is, why, and what to do next."""


for title, commands in GROUPS.items():
    for command in commands:
        app.command(rich_help_panel=title)(command)


# What typer raises for a wrong command line. Which module it comes from depends on typer's version.
_USAGE: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


def main() -> None:
    """Run the command line; the exit status is 2 for anything the user has to mend."""
    try:
        status = _run()
        # What is still buffered may fail to be written; better here than while Python shuts down.
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader (head, a pager) has left; Python would complain once more while shutting down.
        _silence()
        status = 141
    except OSError as error:
        _silence()
        where = f"{error.filename}: " if error.filename else "the output cannot be written: "
        typer.echo(f"deduce: {where}{error.strerror or error}", err=True)
        status = 2
    except (KeyboardInterrupt, typer.Abort):
        typer.echo("stopped", err=True)
        status = 130
    sys.exit(status)


def _run() -> int:
    """Run the command and report what the user did wrong; the exit status."""
    try:
        return int(app(standalone_mode=False) or 0)
    except DeduceError as error:
        _report(error)
        return 2
    except _USAGE as error:
        if "--json" in sys.argv:
            _print_json({"error": error.format_message(), "kind": "UsageError"})
        else:
            error.show()
        return int(error.exit_code)


def _silence() -> None:
    """Send what is left of standard output nowhere."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except ValueError:
        # A stand-in for the stream that is no file (`io.UnsupportedOperation`) needs no silencing.
        return


def _report(error: DeduceError) -> None:
    if "--json" in sys.argv:
        data: dict[str, object] = {"error": str(error), "kind": type(error).__name__}
        if isinstance(error, RecordError):
            data |= error.to_dict()
        _print_json(data)
    else:
        typer.echo(f"deduce: {error}", err=True)


def _print_json(data: dict[str, object]) -> None:
    typer.echo(json.dumps(data, ensure_ascii=False, indent=2))

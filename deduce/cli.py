"""The command ``deduce``. Subcommands live in `deduce.commands`; errors end in one sentence, never a traceback."""

from __future__ import annotations

import json
import os
import sys

import typer

from deduce.commands import playing, puzzles, records
from deduce.errors import DeduceError, RecordError

__all__ = ["app", "main"]

app = typer.Typer(
    name="deduce",
    help="Reason about hidden information: what is certain, how likely the rest is, why, and what to do next.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
GROUPS = {
    "Games": (records.solve, records.why, records.advise, records.games, playing.play, playing.arena),
    "Puzzles": (puzzles.unique, puzzles.steps, puzzles.hint, puzzles.redundant, puzzles.generate),
}
for title, commands in GROUPS.items():
    for command in commands:
        app.command(rich_help_panel=title)(command)


def main() -> None:
    """Run the command line; the exit status is 2 for anything the user has to mend."""
    try:
        app()
    except DeduceError as error:
        _report(error)
        sys.exit(2)
    except BrokenPipeError:
        # The reader (head, a pager) has left; Python would complain once more while shutting down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except KeyboardInterrupt:
        typer.echo("stopped", err=True)
        sys.exit(130)


def _report(error: DeduceError) -> None:
    if "--json" in sys.argv:
        data: dict[str, object] = {"error": str(error), "kind": type(error).__name__}
        if isinstance(error, RecordError):
            data |= {
                "message": error.message,
                "line": error.line,
                "column": error.column,
                "file": error.source,
            }
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        typer.echo(f"deduce: {error}", err=True)

"""The command line as typer has it: help, completion, and what to say of words that fit no command."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import typer

from deduce import __version__
from deduce.commands.declared import say, typed

Groups = Mapping[str, Mapping[str, str]]
Find = Callable[[str], Callable[..., None] | None]

INTERRUPTED = 130
"""The status that some releases of typer make of an interrupt, without a word."""
# What typer raises for a wrong command line. Which module it comes from depends on typer's version.
_USAGE: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


def _show_version(wanted: bool) -> None:
    if wanted:
        from deduce.kernels import describe

        say(f"deduce {__version__}\nkernels: {describe()}")
        raise typer.Exit


def _options(
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


def make_app(groups: Groups, find: Find) -> typer.Typer:
    """All commands in their groups."""
    app = typer.Typer(
        name="deduce",
        no_args_is_help=True,
        add_completion=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
    )
    app.callback()(_options)
    for title, modules in groups.items():
        for name in " ".join(modules.values()).split():
            command = find(name)
            if command is not None:
                app.command(rich_help_panel=title)(typed(command))
    return app


def run(groups: Groups, find: Find) -> int:
    """Run the command that the command line says; the exit status."""
    try:
        status = int(make_app(groups, find)(standalone_mode=False) or 0)
    except typer.Abort:
        raise KeyboardInterrupt from None
    except _USAGE as error:
        if "--json" in sys.argv:
            data = {"error": error.format_message(), "kind": "UsageError"}
            say(json.dumps(data, ensure_ascii=False, indent=2))
        else:
            error.show()
        return int(error.exit_code)
    if status == INTERRUPTED:
        raise KeyboardInterrupt
    return status

"""Runs the puzzle maker's session: the blocks of the page, in order, in a directory of their own."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from typer.testing import CliRunner

from deduce.cli import app
from deduce.errors import DeduceError

BLOCK = re.compile(r"^```(toml|shell-session)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def outputs(page: str, folder: Path) -> Iterator[str]:
    """What each command of the page prints now; `folder` is where it runs."""
    for kind, body in BLOCK.findall(page):
        if kind == "toml":
            _write(body, folder)
            continue
        for line in body.splitlines():
            if line.startswith("$ "):
                program, *arguments = shlex.split(line[2:])
                assert program == "deduce"
                shown = CliRunner().invoke(app, arguments)
                # `deduce.cli.main` says errors so, on stderr, and exits with 2.
                slip = isinstance(shown.exception, DeduceError)
                yield f"deduce: {shown.exception}" if slip else shown.output.rstrip()


def _write(body: str, folder: Path) -> None:
    """A block's first line says what to do with it: a new file, lines added, or a clue taken out."""
    header, _, rest = body.partition("\n")
    name, _, how = header.removeprefix("# ").partition(", ")
    path = folder / name
    if how == "added":
        path.write_text(path.read_text() + "\n" + rest)
    elif how == "without":
        blocks = path.read_text().split("\n\n")
        path.write_text("\n\n".join(block for block in blocks if rest.strip() not in block))
    else:
        path.write_text(body)


def filled(page: str, folder: Path) -> str:
    """The page with the output of every command as it is now."""
    now = iter(list(outputs(page, folder)))

    def fill(found: re.Match[str]) -> str:
        if found[1] == "toml":
            return found[0]
        commands = [line for line in found[2].splitlines() if line.startswith("$ ")]
        return "```shell-session\n" + "\n\n".join(f"{c}\n{next(now)}" for c in commands) + "\n```"

    return BLOCK.sub(fill, page)

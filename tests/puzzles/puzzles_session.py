"""Runs the puzzle maker's session: the blocks of the page, in order, in a directory of their own."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from deduce.errors import DeduceError
from deduce.puzzles import reports

BLOCK = re.compile(r"^```(toml|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def outputs(page: str, folder: Path) -> Iterator[tuple[str, str]]:
    """Each command of the page with what it prints now."""
    for kind, body in BLOCK.findall(page):
        if kind == "toml":
            _write(body, folder)
            continue
        for line in body.splitlines():
            if line.startswith("$ "):
                yield line, _run(shlex.split(line[2:]), folder)


def _write(body: str, folder: Path) -> None:
    header, _, rest = body.partition("\n")
    name, _, how = header.removeprefix("# ").partition(", ")
    path = folder / name
    if how == "added":
        path.write_text(path.read_text() + "\n" + rest)
    elif how == "without":
        blocks = path.read_text().split("\n\n")
        path.write_text("\n\n".join(b for b in blocks if rest.strip() not in b))
    else:
        path.write_text(body)


def _run(words: list[str], folder: Path) -> str:
    _, command, name, *rest = words
    options = dict(zip(rest[::2], rest[1::2], strict=True))
    path = folder / name
    try:
        if command == "unique":
            report = reports.unique_report(path)
        elif command == "redundant":
            report = reports.redundant_report(path)
        elif command == "steps":
            report = reports.steps_report(path)
        elif command == "hint":
            entries = options["--so-far"].split(";")
            report = reports.hint_report(path, entries, strength=int(options["--strength"]))
        else:
            report = reports.generate_report(
                path, n=int(options["--n"]), seed=int(options["--seed"]), difficulty=options["--difficulty"]
            )
        return report.text
    except DeduceError as error:
        return str(error).replace(f"{folder}/", "")


def filled(page: str, folder: Path) -> str:
    """The page with the output of every command as it is now."""
    now = dict(enumerate(outputs(page, folder)))
    count = iter(range(len(now)))

    def fill(found: re.Match[str]) -> str:
        if found[1] == "toml":
            return found[0]
        commands = [line for line in found[2].splitlines() if line.startswith("$ ")]
        parts = [f"{command}\n{now[next(count)][1]}" for command in commands]
        return "```console\n" + "\n\n".join(parts) + "\n```"

    return BLOCK.sub(fill, page)

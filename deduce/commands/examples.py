"""``deduce examples``: the scripts, records and puzzles that come with the library, listed and copied."""

from __future__ import annotations

from pathlib import Path
from textwrap import shorten
from typing import Annotated

from deduce.commands.common import JsonOption, show
from deduce.commands.declared import Argument, Option

KINDS = (".py", ".txt", ".toml")


def examples(
    name: Annotated[
        str | None, Argument(help="A folder or file of the list; it is copied.", show_default=False)
    ] = None,
    to: Annotated[Path, Option(help="Copy into this folder.")] = Path("examples"),
    json: JsonOption = False,
) -> None:
    """List the examples, or copy one of them (or a folder of them) to where you are; nothing is overwritten."""
    from deduce.ground.errors import ProblemError, nearest
    from deduce.ground.reading import write_text
    from deduce.ground.report import Report
    from deduce.records.examples import examples_folder

    top = examples_folder()
    files = sorted(path.relative_to(top).as_posix() for path in top.rglob("*") if path.suffix in KINDS)
    if name is None:
        rows = [f"{each:<40} {_first_line(top / each)}" for each in files]
        show(Report("\n".join(rows), {"examples": files}), json)
    wanted = str(name).strip("/")
    chosen = [each for each in files if each == wanted or each.startswith(f"{wanted}/")]
    if not chosen:
        folders = {each.rpartition("/")[0] for each in files} - {""}
        raise ProblemError(
            f"no example is called {wanted!r}: {nearest(wanted, [*files, *sorted(folders)])}"
        )
    there = [str(to / each) for each in chosen if (to / each).exists()]
    if there:
        raise ProblemError(f"{there[0]} exists already; name another folder with --to")
    for each in chosen:
        try:
            (to / each).parent.mkdir(parents=True, exist_ok=True)
            write_text(to / each, (top / each).read_text(encoding="utf-8"))
        except OSError as error:
            raise ProblemError(f"{to / each}: cannot be written: {error.strerror}") from error
    copied = [str(to / each) for each in chosen]
    show(Report("\n".join(copied), {"copied": copied}), json)


def _first_line(path: Path) -> str:
    """What an example says of itself: the first words of its docstring or comment."""
    for line in path.read_text(encoding="utf-8").splitlines():
        said = line.strip().strip('#"').strip()
        if said and not said.startswith(("game:", "import", "from")):
            return shorten(said, 90, placeholder=" ...")
    return ""

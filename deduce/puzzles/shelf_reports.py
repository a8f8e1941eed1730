"""What the command line says about the shelf, and about a puzzle given as a text of a family."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from deduce.errors import RecordError
from deduce.puzzles.shelves import families, shelf_of
from deduce.puzzles.uniqueness import verify
from deduce.report import Report

__all__ = ["family_unique_report", "shelf_report"]

_WIDTH = 96
_STATUS = {"unique": 0, "gave up": 3}


def shelf_report(names: Sequence[str] = (), *, svg: str | None = None) -> Report:
    """The families of all shelves, or those named; with `svg`, pictures of their examples in that folder.

    Raises `ProblemError` for an unknown family.
    """
    known = families()
    chosen = {name: shelf_of(name) for name in names} if names else known
    data: list[dict[str, Any]] = []
    lines: list[str] = []
    for name, shelf in chosen.items():
        entry = {
            "name": name,
            "title": shelf.title(name),
            "about": shelf.about(name),
            "example": shelf.example(name),
        }
        if svg is not None:
            folder = Path(svg)
            folder.mkdir(parents=True, exist_ok=True)
            picture = folder / f"{name}.svg"
            picture.write_text(shelf.draw(name, shelf.example(name)) + "\n", encoding="utf-8")
            entry["picture"] = str(picture)
        data.append(entry)
        lines.append(f"{name}: {entry['title']}")
        lines += textwrap.wrap(entry["about"], _WIDTH, initial_indent="  ", subsequent_indent="  ")
        if names:
            lines += ["", textwrap.indent(entry["example"], "  "), ""]
    lines.append(f"{len(data)} families")
    return Report("\n".join(lines), {"families": data})


def family_unique_report(
    name: str, path: str | Path, *, limit: int | None = 2, time_limit: float | None = None
) -> Report:
    """Is a puzzle given as a text of the family `name` unique? Its solution in the family's notation, or two.

    Raises `ProblemError` for an unknown family, `RecordError` for a faulty text.
    """
    shelf = shelf_of(name)
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError("is not UTF-8 text", source=str(path)) from error
    try:
        knowledge = shelf.read(name, text)
    except RecordError as error:
        raise RecordError(error.message, line=error.line, column=error.column, source=str(path)) from None
    verdict = verify(knowledge, limit=limit, time_limit=time_limit)
    shown = [shelf.show(knowledge, world) for world in verdict.solutions]
    first = str(verdict).splitlines()[0]
    lines = [f"{shelf.title(name)}: {first}"]
    for solution in shown[:2]:
        lines += ["", solution]
    if verdict.conflict is not None:
        lines.append(str(verdict.conflict))
    data = {**verdict.to_dict(), "family": name, "shown": shown}
    return Report("\n".join(lines), data, _STATUS.get(verdict.status, 1))

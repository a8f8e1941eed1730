"""What ``deduce convert`` says: a puzzle of a family as its text, or as an address of a site."""

from __future__ import annotations

from pathlib import Path

from deduce.ground.errors import ProblemError, nearest
from deduce.ground.report import Report
from deduce.puzzles.files import PuzzleFile
from deduce.puzzles.reports import opened
from deduce.puzzles.shelves import shelf_of

FORMS = ("text", "puzz.link", "pzprv3", "penpa", "f-puzzles", "sudokupad", "f-puzzles.json")
"""What a puzzle can be converted to."""


def convert_report(
    source: str | Path | PuzzleFile, *, family: str | None = None, to: str = "text"
) -> Report:
    """The puzzle that `source` names (see `open_puzzle`) in another form, one of `FORMS`.

    Raises `ProblemError` for a puzzle of no family, and for what the other form cannot say.
    """
    if to not in FORMS:
        raise ProblemError(f"there is no form {to!r}: {nearest(to, FORMS)}")
    file = opened(source, family)
    if not file.family:
        raise ProblemError(
            "only puzzles of a family (see `deduce puzzles`) are converted; this one has rules of its own"
        )
    if file.extra or (
        file.base and len(file.says) > len(shelf_of(file.family).read(file.family, file.text).log)
    ):
        raise ProblemError("the file adds rules or clues to its family's, which no other form says")
    said = file.text if to == "text" else shelf_of(file.family).address(file.family, file.text, to)
    if to == "text" and file.remark:
        said = f"# {file.remark}\n{said}"
    return Report(said, {"family": file.family, "to": to, "puzzle": said})

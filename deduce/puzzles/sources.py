"""Where a puzzle comes from: a puzzle file, a text in a family's own notation, or an address that holds the puzzle."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from deduce.ground.errors import ProblemError, RecordError
from deduce.ground.reading import text_of
from deduce.ground.spelling import closest
from deduce.puzzles.files import PuzzleFile, loads
from deduce.puzzles.shelves import (
    address_of,
    families,
    family_called,
    is_address,
    is_foreign,
    is_grid,
    shelf_of,
    without_remark,
)

_DIGITS = re.compile(r"[0-9.]{49,}")
"""A sudoku in the place of a file's name."""
_SIZED = re.compile(r"\s*\d+[ \t]+\d+(?:[ \t]+\w+)*[ \t]*(?:\n|$)")
_TOML = re.compile(r"[^\n]*=|\s*\[")
"""How the first line of a puzzle file begins, below its comments."""
_HEADING = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*")
"""Comments above a puzzle."""
_TITLE = re.compile(r"#[ \t]*([^,#\n]+?)(?:, seed \d+)?[ \t]*")


def open_puzzle(source: str | Path, family: str | None = None) -> PuzzleFile:
    """The puzzle that `source` names.

    Args:
        source: The path of a puzzle file (TOML, JSON of f-puzzles, pzprv3, or a sudoku's digits alone), or with `family`
            of a text in that family's notation; an address such as ``https://puzz.link/p?...``; or the 81 digits of a
            sudoku themselves.
        family: The family of the text, by name or title in any case. An address names its own; if given, it must be that.

    Raises:
        ProblemError: An unknown family, or an address of another family.
        RecordError: A faulty file, text or address.
    """
    family = family and (family_called(family) or family)
    if is_address(source):
        name, text = address_of(str(source))
        if family is not None and family != name:
            raise ProblemError(f"the address holds a puzzle of the family {name}, not {family}")
        bare, remark = without_remark(text)
        return replace(of_family(name, bare, str(source)), remark=remark)
    if family is not None:
        shelf_of(family)  # an unknown family is said before a faulty file
    if family in (None, "sudoku") and not Path(source).exists():
        if _DIGITS.fullmatch(str(source)):
            return puzzle_of(str(source), None, "the digits given")
        if family is None:
            _no_family(str(source))
    return puzzle_of(text_of(Path(source)), family, str(source))


def puzzle_of(text: str, family: str | None, source: str) -> PuzzleFile:
    """The puzzle in the text of a file; see `open_puzzle`. `source` is what errors call it."""
    family = family and (family_called(family) or family)
    heading, rest = _headed(text.lstrip("\ufeff"))
    title = _title(heading)
    if family is not None and not (family == "sudoku" and is_grid(text)):
        own = family if title is None else family_called(title, elsewhere=False) or family
        if own != family:
            raise RecordError(
                f"the text says that it is of the family {own}, not {family}", line=1, source=source
            )
        return of_family(family, text, source)
    if is_foreign(text):
        return _from_elsewhere(text, source)
    if "." in text and not text.strip(". \t\r\n\ufeff"):
        raise RecordError(
            "no place has a digit; a sudoku's digits are 81, with . for an empty place", source=source
        )
    titled = family_called(title, elsewhere=False) if title and rest and not _TOML.match(rest) else None
    if titled is not None:
        return of_family(titled, text, source)
    if _SIZED.match(rest):
        raise RecordError(
            f"{_nearly(title)}a text that begins with rows and columns is of a family: name it with --family, or in a"
            " first line of its own, as in '# Slitherlink'",
            line=1 + heading.count("\n"),
            source=source,
        )
    return loads(text, source=source)


def _headed(text: str) -> tuple[str, str]:
    """The comments and empty lines above a puzzle, and the rest."""
    found = _HEADING.match(text)
    end = found.end() if found else 0
    return text[:end], text[end:]


def _title(heading: str) -> str | None:
    """What the only line above a puzzle calls it, as `deduce generate` writes it.

    With more lines there it is not taken: they may be rules that were asked for besides.
    """
    first, *more = (line.strip() for line in heading.strip().splitlines() or [""])
    said = _TITLE.fullmatch(first)
    return None if said is None or (more and more[0]) else said[1]


def _nearly(title: str | None) -> str:
    """What to say of a title that is nearly that of a family, with what parts it from the next sentence."""
    titles = [shelf.title(name) for name, shelf in families().items()]
    close = closest(title.title(), titles, 0.7) if title is not None else None
    return "" if close is None else f"{title!r} is no family: did you mean {close!r}? "


def _no_family(source: str) -> None:
    """Raise `RecordError` where the name of a file that is not there is nearly that of a family."""
    close = closest(source.lower(), families(), 0.8) if source.isalnum() else None
    if close is not None:
        raise RecordError(
            f"there is no such file; {close} is a family: name it with --family {close}, and a file with its puzzle",
            source=source,
        )


def _from_elsewhere(text: str, source: str) -> PuzzleFile:
    """The puzzle in another program's file."""
    try:
        name, own = address_of(text.lstrip("\ufeff \t\r\n"))
    except RecordError as error:
        raise RecordError(error.message, source=source) from None
    return of_family(name, own, source)


def of_family(name: str, text: str, source: str) -> PuzzleFile:
    """The puzzle of a family in a text of its notation; `source` is what errors call it."""
    shelf = shelf_of(name)
    try:
        puzzle = shelf.read(name, text)
    except RecordError as error:
        raise RecordError(error.message, line=error.line, column=error.column, source=source) from None
    says = tuple(statement.text for statement in puzzle.log)
    return PuzzleFile(
        shelf.title(name),
        "",
        problem=puzzle.problem,
        puzzle=puzzle,
        says=says,
        source=source,
        family=name,
        text=text,
    )

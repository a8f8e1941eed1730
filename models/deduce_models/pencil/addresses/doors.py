"""The doors in and out: a puzzle in an address of some site, or in a file of its own form, read and written."""

from __future__ import annotations

from urllib.parse import urlsplit

from deduce.ground.errors import RecordError
from deduce.puzzles.shelves import is_grid
from deduce_models.pencil.addresses.puzz_link import ADDRESSED, read_puzz_link, write_puzz_link
from deduce_models.pencil.addresses.sudokupad import read_link, write_link
from deduce_models.pencil.sheet.printed import Sheet

__all__ = ["ADDRESSED", "address", "read_address"]

_PENPA = frozenset({"swaroopg92.github.io", "opt-pan.github.io"})


def address(sheet: Sheet, site: str = "") -> str:
    """The address of a puzzle on puzz.link, or on another `site` (penpa; of sudokus f-puzzles, sudokupad), or its file.

    Its file is what the site ``"pzprv3"`` gives. A variant sudoku has no address on puzz.link; its own is of f-puzzles
    unless a site is named.

    Raises `ProblemError` for a family that the site does not have, or a puzzle with something it cannot write.
    """
    if site == "pzprv3":
        from deduce_models.pencil.addresses.pzpr_files import write_pzpr

        return write_pzpr(sheet)
    if site == "penpa":
        from deduce_models.pencil.addresses.penpa_links import write_penpa

        return write_penpa(sheet)
    if site not in ("", "puzz.link") or (sheet.family == "variantsudoku" and not site):
        return write_link(sheet, site or "f-puzzles")
    return write_puzz_link(sheet)


def read_address(text: str) -> Sheet | None:
    """The sheet of a puzzle in an address of puzz.link and its kin, f-puzzles, SudokuPad or Penpa+; None for others.

    The text of a file of theirs is read, too, and a sudoku's digits alone. Raises `RecordError` for a family not on the
    shelf and a faulty address.
    """
    if text.lstrip("\ufeff \t\r\n").startswith("pzprv3"):
        from deduce_models.pencil.addresses.pzpr_files import read_pzpr

        return read_pzpr(text)
    if is_grid(text):
        from deduce_models.pencil.addresses.plain_sudoku import read_plain

        return read_plain(text)
    try:
        site = urlsplit(text).hostname
    except ValueError:  # a bracket that does not close
        raise RecordError(f"{text[:77]!r} is no address") from None
    elsewhere = read_link(text)
    if elsewhere is not None:
        return elsewhere
    if site in _PENPA:
        from deduce_models.pencil.addresses.penpa_links import read_penpa

        return read_penpa(text)
    return read_puzz_link(text)

"""Shelves of puzzle families: plug-ins of the entry-point group ``deduce.shelves``.

A plug-in names an object with the methods of `Shelf`. The library knows no family itself.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Hashable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from deduce.ground.errors import ProblemError, RecordError, nearest
from deduce.ground.wording import say
from deduce.knowledge import Knowledge
from deduce.language.variables import Variable

if TYPE_CHECKING:
    from deduce.puzzles.hints import Hint
    from deduce.puzzles.walks import Step

GROUP = "deduce.shelves"
"""The entry-point group in which shelves are found."""

_answered: dict[tuple[str, tuple[str, ...]], Shelf] = {}
"""What `shelf_of` has answered, by family and by where Python looked for distributions then."""


class Shelf(Protocol):
    """Families of puzzles, each with a notation of its own.

    Puzzles as printed are told by family and text, puzzles being solved by the knowledge that `read` gave; solutions in
    pictures are in the family's notation.
    """

    def names(self) -> tuple[str, ...]:
        """The families."""

    def title(self, name: str) -> str:
        """A family's name as people write it."""

    def about(self, name: str) -> str:
        """What one has to do, in one sentence."""

    def example(self, name: str) -> str:
        """A small puzzle of the family as text."""

    def read(self, name: str, text: str) -> Knowledge:
        """What is known of the puzzle that `text` describes. Raises `RecordError`."""

    def show(self, knowledge: Knowledge, solution: Mapping[Variable, Hashable]) -> str:
        """A solution in the family's notation."""

    def draw(self, name: str, text: str, solution: str = "", other: str = "") -> str:
        """A picture of a puzzle as SVG: with a solution if given, or with two side by side, marked where they differ."""

    def size(self, knowledge: Knowledge) -> tuple[int, int]:
        """Rows and columns of a puzzle's grid."""

    def name_of(self, variable: Variable) -> str:
        """A variable in words, such as ``row 2, column 3``."""

    def tell(self, knowledge: Knowledge, step: Step) -> Sequence[str]:
        """A step in the family's own words: what it shows, then why, a sentence each."""

    def draw_step(self, knowledge: Knowledge, steps: Sequence[Step], number: int) -> str:
        """A picture of what is known after step `number`, with what is new, as SVG."""

    def draw_hint(self, knowledge: Knowledge, entered: Mapping[Variable, int], hint: Hint) -> str:
        """A picture of a position and of what a hint says of it, as SVG; `entered` are masks of candidates."""

    def generate(
        self,
        name: str,
        rows: int,
        cols: int,
        *,
        rng: Random,
        time_limit: float,
        symmetric: bool = False,
        minimal: bool = True,
        extra: Sequence[str] = (),
        kinds: Sequence[str] = (),
        theme: str = "",
    ) -> str:
        """A puzzle with exactly one solution, as text: its clues in a symmetric pattern, and none superfluous, if asked.

        With `extra`, the solution obeys these house rules, too (see `deduce.puzzles.house`). Where a family leaves a
        choice its clues are of these `kinds`, and what the `theme` says is there in any case.

        Raises `ProblemError`, `GaveUp`.
        """

    def read_address(self, address: str) -> tuple[str, str] | None:
        """The family and text of a puzzle in an address, or in another program's file; None for any other.

        Raises `RecordError` for a faulty one.
        """

    def address(self, name: str, text: str, site: str = "") -> str:
        """The address of a puzzle, on the site named. Raises `ProblemError` where there is none."""


@runtime_checkable
class Tappable(Protocol):
    """A shelf whose puzzles can be drawn and solved by taps; a shelf may do without."""

    def tapped(self, name: str, text: str) -> dict[str, Any]:
        """What can be tapped on a puzzle, as plain data; see `deduce_models.pencil.drawing.tapping.tapped`.

        Raises `RecordError` for a faulty text.
        """

    def blank(self, name: str, rows: int, cols: int) -> str:
        """The text of a puzzle of that size without clues, as far as the family can do without."""


@runtime_checkable
class Naming(Protocol):
    """A shelf that has names for what steps do; a shelf may do without."""

    def technique(self, knowledge: Knowledge, step: Step) -> tuple[str, str] | None:
        """What a step is called in its family, and it in one sentence; None where it has no name."""


@runtime_checkable
class Calling(Protocol):
    """A shelf that knows what its families are called elsewhere; a shelf may do without."""

    def called(self, said: str) -> str | None:
        """The family that other programs call so, in small letters; None for none."""


@runtime_checkable
class Wording(Protocol):
    """A shelf that says values as its steps do; a shelf may do without."""

    def word_of(self, variable: Variable, value: Hashable) -> str:
        """What a variable is in words, such as ``drawn`` for a line."""


@runtime_checkable
class Listing(Protocol):
    """A shelf that tells the names it has for what steps do; a shelf may do without."""

    def techniques(self, name: str) -> Sequence[str]:
        """The names of a family's techniques; none for a family without names."""


@runtime_checkable
class Easing(Protocol):
    """A shelf that can make a new puzzle easier while it makes it; a shelf may do without."""

    def eased(self, name: str, rows: int, cols: int, *, harder: Callable[[str], bool], **style: Any) -> str:
        """As `Shelf.generate`; clues that could be left out stay as long as `harder` says so of a puzzle's text."""


def named(family: str, knowledge: Knowledge, step: Step) -> tuple[str, str] | None:
    """What a step is called where it has a name, and it in one sentence; see `Naming`."""
    shelf = shelf_of(family) if family else None
    return shelf.technique(knowledge, step) if isinstance(shelf, Naming) else None


def families() -> dict[str, Shelf]:
    """Every family of every installed shelf, by name."""
    # Imported here: reading metadata costs a few milliseconds that `import deduce` need not pay.
    from deduce.ground.plugins import entry_points

    found: dict[str, Shelf] = {}
    for point in sorted(entry_points(GROUP), key=lambda point: point.value):
        shelf: Shelf = point.load()
        for name in shelf.names():
            found.setdefault(name, shelf)
    return dict(sorted(found.items()))


def shelf_of(name: str) -> Shelf:
    """The shelf that holds the family `name`. Raises `ProblemError` naming the nearest."""
    key = (name, tuple(sys.path))
    if key not in _answered:
        known = families()
        if name not in known:
            raise ProblemError(f"there is no family {name!r}: {nearest(name, known, limit=100)}")
        _answered[key] = known[name]
    return _answered[key]


def family_called(said: str, *, elsewhere: bool = True) -> str | None:
    """The family of that name or title in any case, or with `elsewhere` what other programs call so; None for none."""
    known, wanted = families(), said.casefold().strip()
    if wanted in known:
        return wanted
    titled = (name for name, shelf in known.items() if wanted == shelf.title(name).casefold())
    shelves = [shelf for shelf in dict.fromkeys(known.values()) if elsewhere and isinstance(shelf, Calling)]
    return next((name for name in (*titled, *(each.called(wanted) for each in shelves)) if name), None)


_GRID = re.compile(r"(?!\s*\d+[ \t]+\d+[ \t]*(?:[\r\n]|$))(?=\D*\d)[\d\s.,;_*?|+=-]+")
_LONGEST_GRID = 2000
"""No sudoku is passed on in more signs, its frame with it: what is longer is not looked at."""


def is_foreign(text: str) -> bool:
    """Whether the text of a file is what `address_of` reads: JSON of f-puzzles, pzprv3, or digits and blanks alone."""
    return text.lstrip("\ufeff \t\r\n").startswith(("{", "pzprv3")) or is_grid(text)


def is_grid(text: str) -> bool:
    """Whether a text is digits and signs for empty places alone, as sudokus are passed on.

    One that begins with rows and columns is of the shelf's own notation, and may be of any family.
    """
    return len(text) <= _LONGEST_GRID and _GRID.fullmatch(text.lstrip("\ufeff")) is not None


_SITE = re.compile(r"(?i)(?:[a-z0-9-]+\.)+(?:app|com|io|jp|link|mn|net|org)/\S+")
"""An address without "https://", as browsers show it."""
_SCHEME = re.compile(r"(?i)\Ahttps?://")


def is_address(source: str | Path) -> bool:
    """Whether a source of a puzzle is an address and no file."""
    if not isinstance(source, str):
        return False
    said = _bare(source)
    return said.startswith(("https://", "http://")) or (
        bool(_SITE.fullmatch(said)) and not Path(said).exists()
    )


def _bare(address: str) -> str:
    """An address without what it is pasted with, blanks, quotes and brackets, and "https" in small letters."""
    return _SCHEME.sub(lambda found: found[0].lower(), address.strip(" \t\r\n<>\"'“”"))


_UNNAMED = re.compile(r"# the address names all but the last (\d+) places\n")


def without_remark(text: str) -> tuple[str, str]:
    """The text of a puzzle that was read from an address, and what is to be said of it; '' for nothing.

    Encoders of some programs leave out empty places at the end, and so does whoever cuts an address.
    """
    found = _UNNAMED.match(text)
    if found is None:
        return text, ""
    said = "the address ends before its last {number:place}, read as empty"
    return text[found.end() :], say(said, number=int(found[1]))


def address_of(address: str) -> tuple[str, str]:
    """The family and the text of the puzzle that an address holds, with a comment where it does not name all places.

    Raises `RecordError` for an address that no shelf reads.
    """
    if is_address(address):
        address = _bare(address)
        address = f"https://{address}" if _SITE.fullmatch(address) else address
    for shelf in dict.fromkeys(families().values()):
        found = shelf.read_address(address)
        if found is not None:
            return found
    raise RecordError("no family of puzzles is read from an address of this site", source=address)

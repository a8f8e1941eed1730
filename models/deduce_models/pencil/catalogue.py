"""Every family by name, and the doors through which all are used."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from deduce.ground.errors import ProblemError, nearest
from deduce.knowledge import Knowledge
from deduce.language.variables import Variable
from deduce_models.pencil import kinds as _kinds
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.sheet.printed import Sheet, SheetLayout

Solution = Mapping[Variable, Hashable]


@dataclass(frozen=True, slots=True)
class ShelfFamily:
    """One family of puzzles; each part is the function of that name in the family's file.

    Attributes:
        name: Its name in lower case.
        title: Its name as people write it.
        about: What one has to do, in one sentence.
        example: A small puzzle of our own in the family's notation.
        parse: Text to sheet.
        rules: Sheet to board.
        show: Board and solution to text.
    """

    name: str
    title: str
    about: str
    example: str
    parse: SheetLayout
    rules: Callable[[Sheet], PuzzleBoard]
    show: Callable[[PuzzleBoard, Solution], str]


@cache
def families() -> tuple[str, ...]:
    """The names of all families, sorted."""
    return tuple(sorted(module.name for module in iter_modules(_kinds.__path__)))


def family(name: str) -> ShelfFamily:
    """The family called `name`. Raises `ProblemError` naming the nearest."""
    if not isinstance(name, str):
        raise ProblemError(f"a family is asked for by its name, such as 'akari', not by {name!r}")
    return _family(name)


@cache
def _family(name: str) -> ShelfFamily:
    if name not in families():
        raise ProblemError(f"there is no family {name!r}: {nearest(name, families(), limit=100)}")
    part = import_module(f"{_kinds.__name__}.{name}")
    return ShelfFamily(
        name, part.TITLE, part.ABOUT, part.EXAMPLE.strip("\n"), part.parse, part.rules, part.show
    )


def parse(name: str, text: str) -> Sheet:
    """The sheet that `text` describes in the notation of the family `name`; above it lines with # are comments.

    Raises `ProblemError` for an unknown family, `RecordError` with row and column for a faulty text.
    """
    return family(name).parse(name, _uncommented(text))


def read(name: str, text: str) -> Knowledge:
    """What is known of a puzzle: the family's rules and the text's clues.

    Raises `ProblemError` for an unknown family, `RecordError` with row and column for a faulty text.
    """
    return family(name).rules(parse(name, text)).knowledge()


def _uncommented(text: str) -> str:
    """A text with comments above the puzzle left blank, so that errors still name its lines."""
    lines = text.lstrip("\ufeff").splitlines()
    for number, line in enumerate(lines):
        if line.strip() and not line.startswith("#"):
            break
        lines[number] = ""
    return "\n".join(lines)


def show(knowledge: Knowledge, solution: Solution) -> str:
    """A solution (every variable with its value) in the notation of the puzzle's family.

    Raises `ProblemError` when `knowledge` is not of a puzzle read by `read`, or `solution` is not one of its.
    """
    board = board_of(knowledge)
    try:
        return family(board.sheet.family).show(board, solution)
    except KeyError as error:
        raise ProblemError(
            f"the solution is of another puzzle or reading: it has no value for {error.args[0]}"
        ) from None


def board_of(knowledge: Knowledge) -> PuzzleBoard:
    """The board of a puzzle read by `read`. Raises `ProblemError` for any other knowledge."""
    board = knowledge.problem
    if not isinstance(board, PuzzleBoard):
        raise ProblemError("this asks for knowledge that pencil.read gave")
    return board

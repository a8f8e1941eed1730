"""What a person has filled in, as it is typed: ``pet[Ann]=cat``, or as steps say it: ``r1c2=3``, ``r1c1-r1c2=drawn``."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable

from deduce.ground.errors import ProblemError, nearest
from deduce.ground.wording import many
from deduce.language.variables import Variable
from deduce.puzzles.files import PuzzleFile
from deduce.puzzles.shelves import Wording, shelf_of
from deduce.puzzles.walks import entries_of

_BETWEEN = re.compile(r"^r\d+c\d+-r\d+c\d+$")
_CELL = re.compile(r"^r(\d+)c(\d+)$", re.IGNORECASE)


def entered(file: PuzzleFile, so_far: Iterable[str]) -> dict[Variable, object]:
    """Entries such as ``pet[Ann]=cat``, by variable. Raises `ProblemError`.

    ``r1c2=3`` stands for ``cell[1,2]=3``; in a puzzle of a family places and values may also be called as its steps call
    them (``the side above r1c1=drawn``), places without the article, and what lies between two cells by the two alone.
    """
    found: dict[Variable, object] = {}
    names = {v.name for v in file.problem.scope}
    called = _called(file) if file.family else {}
    for entry in so_far:
        name, sign, value = entry.partition("=")
        if not sign:
            raise ProblemError(
                f"{entry!r} is no entry; write it as {_place(file, file.problem.scope[0])}=value"
            )
        name = name.strip()
        own = name if name in names else _CELL.sub(r"cell[\1,\2]", name)
        own = own if own in names else called.get(name.casefold(), own)
        if own not in names and file.family and (_CELL.match(name) or file.problem.get(own) is None):
            raise ProblemError(_not_entered(file, name, called))
        variable = file.problem[own]
        if not isinstance(variable, Variable):
            raise ProblemError(
                f"{name!r} is a family; enter its members, such as {next(iter(variable.values()))}=value"
            )
        said = {value_said(file, variable, x): x for x in variable.domain}
        by_text = {each.casefold(): x for each, x in said.items()} | {str(x): x for x in variable.domain}
        chosen = by_text.get(value.strip(), by_text.get(value.strip().casefold()))
        if chosen is None and file.family:
            raise ProblemError(
                f"nothing in {name} is called {value.strip()!r}: {nearest(value.strip(), said)}"
            )
        meant = variable.domain[variable.position(value.strip() if chosen is None else chosen)]
        if found.setdefault(variable, meant) != meant:
            raise ProblemError(f"{name} is entered twice, as {found[variable]} and as {meant}")
    entries_of(file.puzzle, found)
    return found


def _called(file: PuzzleFile) -> dict[str, str]:
    """The variables by what steps call them, in lower case."""
    name_of = shelf_of(file.family).name_of
    found: dict[str, str] = {}
    for v in file.problem.scope:
        name = str(name_of(v)).casefold()
        one, dash, other = name.rpartition(" ")[2].partition("-")
        between = (f"{one}-{other}", f"{other}-{one}") if _BETWEEN.match(one + dash + other) else ()
        for said in (name, name.removeprefix("the "), *between):
            found.setdefault(said, v.name)
    return found


def _place(file: PuzzleFile, variable: Variable) -> str:
    """How a variable is called in an entry."""
    if not file.family:
        return variable.name
    return str(shelf_of(file.family).name_of(variable)).removeprefix("the ")


def value_said(file: PuzzleFile, variable: Variable, value: Hashable) -> str:
    """What steps say that a variable is where it is so."""
    shelf = shelf_of(file.family) if file.family else None
    return str(shelf.word_of(variable, value)) if isinstance(shelf, Wording) else str(value)


def _not_entered(file: PuzzleFile, name: str, called: Iterable[str]) -> str:
    """Why nothing is entered at a place of a family's grid; `called` is what its places are called."""
    first = file.problem.key[0]
    said = f"what is, is written such as '{_place(file, first)}={value_said(file, first, first.domain[0])}'"
    if cell := _CELL.match(name):
        rows, cols = shelf_of(file.family).size(file.puzzle)
        if not (1 <= int(cell[1]) <= rows and 1 <= int(cell[2]) <= cols):
            return f"{name} is outside of the grid of {many(rows, 'row')} and {many(cols, 'column')}"
        return f"nothing is entered in {name}; {said}"
    hint, asks, _ = nearest(
        name.casefold(), [each for each in called if not each.startswith("the ")]
    ).partition("?")
    return f"nothing is entered in {name}; " + (f"{hint}? W{said[1:]}" if asks else said)

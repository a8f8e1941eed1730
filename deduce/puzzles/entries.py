"""What a person has filled in, as it is typed: ``pet[Ann]=cat``, or ``r1c2=3`` in a grid."""

from __future__ import annotations

import re
from collections.abc import Iterable

from deduce.ground.errors import ProblemError
from deduce.ground.wording import many
from deduce.language.variables import Variable
from deduce.puzzles.files import PuzzleFile
from deduce.puzzles.shelves import shelf_of
from deduce.puzzles.walks import entries_of

__all__ = ["entered"]

_CELL = re.compile(r"^r(\d+)c(\d+)$", re.IGNORECASE)


def entered(file: PuzzleFile, so_far: Iterable[str]) -> dict[Variable, object]:
    """Entries such as ``pet[Ann]=cat``, by variable; ``r1c2=3`` stands for ``cell[1,2]=3``. Raises `ProblemError`."""
    found: dict[Variable, object] = {}
    names = {v.name for v in file.problem.scope}
    for entry in so_far:
        name, sign, value = entry.partition("=")
        if not sign:
            raise ProblemError(f"{entry!r} is no entry; write it as {file.problem.scope[0]}=value")
        name = name.strip()
        own = name if name in names else _CELL.sub(r"cell[\1,\2]", name)
        if own != name and own not in names and file.family:
            raise ProblemError(_not_entered(file, name))
        variable = file.problem[own]
        if not isinstance(variable, Variable):
            raise ProblemError(
                f"{name!r} is a family; enter its members, such as {next(iter(variable.values()))}=value"
            )
        by_text = {str(x): x for x in variable.domain}
        chosen = by_text.get(value.strip())
        meant = variable.domain[variable.position(value.strip() if chosen is None else chosen)]
        if found.setdefault(variable, meant) != meant:
            raise ProblemError(f"{name} is entered twice, as {found[variable]} and as {meant}")
    entries_of(file.puzzle, found)
    return found


def _not_entered(file: PuzzleFile, name: str) -> str:
    """Why nothing is entered in a cell of a family's grid."""
    rows, cols = shelf_of(file.family).size(file.puzzle)
    row, col = map(int, _CELL.sub(r"\1 \2", name).split())
    if not (1 <= row <= rows and 1 <= col <= cols):
        return f"{name} is outside of the grid of {many(rows, 'row')} and {many(cols, 'column')}"
    first = file.problem.key[0]
    return f"nothing is entered in {name}; what is, is written such as {first}={first.domain[0]}"

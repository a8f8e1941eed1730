"""Layouts changed a little so that a solution stays one and another is none any more.

A cell goes over to an area beside it, or a sign of the layout is put, changed or taken away. What that does is asked of
the family's own rules: the changed sheet is read, and both solutions are tried on it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random

from deduce.ground.errors import ProblemError, RecordError
from deduce.language.constraints import Constraint
from deduce_models.pencil.catalogue import family
from deduce_models.pencil.making.places import Place
from deduce_models.pencil.making.true_clues import with_words
from deduce_models.pencil.rules.board import rules_heard
from deduce_models.pencil.sheet.printed import EMPTY, Cell, Sheet

Named = Mapping[str, Hashable]
"""A solution: the value of each variable by its name."""
_TRIED = 60


def reshaped(
    sheet: Sheet, mine: Named, others: Sequence[Named], where: list[Cell], words: str, rng: Random
) -> Sheet | None:
    """A sheet of which `mine` is a solution and `others` are none, one step from `sheet`; None where none was found.

    Args:
        sheet: A sheet of which both `mine` and the first of `others` are solutions.
        mine: The solution to keep.
        others: The one to be rid of, and more that shall not come back.
        where: Cells in which they differ.
        words: Signs that may be put or taken away, one letter each; empty for none.
        rng: The source of chance.
    """
    for change in islice(changes(sheet, where, words, rng), _TRIED):
        new = with_words(sheet, change)
        if _tells_apart(new, mine, others):
            return new
    return None


def cells_of(sheet: Sheet, key: Hashable) -> Iterator[Cell]:
    """The cells that the key of a variable speaks of: one, two beside each other, those of an area."""
    if key in sheet.cells:
        yield key
    elif isinstance(key, tuple):
        yield from (part for part in key if part in sheet.cells)
    elif "areas" in sheet.layers and key in sheet.areas:
        yield from sheet.areas[key]


def changes(sheet: Sheet, where: list[Cell], words: str, rng: Random) -> Iterator[dict[Place, str]]:
    """Small changes of a layout in some cells, then in those beside them, else in an order by chance."""
    inside = rng.sample(where, len(where))
    beside = sorted({x for at in where for x in sheet.near(at)}.difference(where))
    for at in (*inside, *rng.sample(beside, len(beside))):
        place = (at[0] - 1, at[1] - 1)
        if "areas" in sheet.layers:
            own = sheet.area_of[at]
            others = list(
                dict.fromkeys(sheet.area_of[x] for x in sheet.near(at) if sheet.area_of[x] != own)
            )
            rng.shuffle(others)
            if _stays_whole(sheet, at):
                yield from ({("areas", *place): name} for name in others)
            if others and _is_rectangle(sheet.areas[sheet.area_of[at]]):
                yield from _divided_anew(sheet, sheet.area_of[at], others[0], rng)
        if words:
            now = sheet.clues.get(at, EMPTY)
            yield from ({("clues", *place): word} for word in (*words, EMPTY) if word != now)


def _is_rectangle(cells: Sequence[Cell]) -> bool:
    rows, cols = {r for r, _ in cells}, {c for _, c in cells}
    return len(cells) == (max(rows) - min(rows) + 1) * (max(cols) - min(cols) + 1)


def _divided_anew(sheet: Sheet, one: str, other: str, rng: Random) -> list[dict[Place, str]]:
    """Two areas that are a rectangle together as other two rectangles, or as one; none where they are not."""
    cells = [*sheet.areas[one], *sheet.areas[other]]
    if not _is_rectangle(cells):
        return []
    found = []
    for axis in (0, 1):
        for border in sorted({at[axis] for at in cells}):
            names = {at: one if at[axis] <= border else other for at in cells}
            change = {
                ("areas", r - 1, c - 1): name
                for (r, c), name in names.items()
                if name != sheet.area_of[r, c]
            }
            if change and change not in found:
                found.append(change)
    rng.shuffle(found)
    return found


def _stays_whole(sheet: Sheet, at: Cell) -> bool:
    """Whether the area of a cell hangs together without it, or is no more."""
    inside = {x for x in sheet.areas[sheet.area_of[at]] if x != at}
    if not inside:
        return True
    start = next(iter(inside))
    found, waiting = {start}, [start]
    while waiting:
        for x in sheet.near(waiting.pop()):
            if x in inside and x not in found:
                found.add(x)
                waiting.append(x)
    return len(found) == len(inside)


class _Broken(Exception):
    """The solution that shall stay breaks a rule."""


class _Judge:
    """Hears rules one by one, and raises `_Broken` at the first that a solution breaks."""

    def __init__(self, mine: Named) -> None:
        self.mine = mine
        self.heard: list[Constraint] = []

    def __call__(self, constraint: Constraint) -> None:
        if not _holds(constraint, self.mine):
            raise _Broken
        self.heard.append(constraint)


def _holds(constraint: Constraint, solution: Named) -> bool:
    """Whether a constraint holds; not where it speaks of something that the solution does not know."""
    try:
        return constraint.holds([solution[v.name] for v in constraint.scope])
    except KeyError:
        return False


def _tells_apart(sheet: Sheet, mine: Named, others: Sequence[Named]) -> bool:
    """Whether of solutions of other sheets the first is one of this, and the others are none."""
    judge = _Judge(mine)
    try:
        with rules_heard(judge):
            board = family(sheet.family).rules(sheet)
        if {v.name for v in board.scope} != mine.keys():
            return False
        allowed = {v.name: v.domain for v in board.scope}
        if any(value not in allowed[name] for name, value in mine.items()):
            return False
        for statement in board.knowledge().statements:
            if isinstance(statement.content, Constraint):
                judge(statement.content)
    except (RecordError, ProblemError, _Broken):
        return False
    return all(
        any(value not in allowed.get(name, ()) for name, value in other.items())
        or not all(_holds(constraint, other) for constraint in judge.heard)
        for other in others
    )

"""Layouts without a solution, mended where the rules that cannot all hold lie.

A layout found by chance has, on a large grid, a place or two at which the rules cannot be kept. A solver names rules
that have no solution together, without these others, and so on: that many places are wrong at least. The cells that
these rules speak of are where the layout is changed a little, and a change stays unless there are more such places
after it.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from random import Random

from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp, ProblemError, RecordError
from deduce.language.constraints import Constraint
from deduce.puzzles.live import Live
from deduce_models.pencil.catalogue import family
from deduce_models.pencil.making.reshaping import changes
from deduce_models.pencil.making.true_clues import with_words
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.sheet.printed import Cell, Sheet

__all__ = ["mended_layout"]

_CHANGES = 400
"""How many changes are tried."""
_AT_ONCE = 6
"""How many are tried of one place before another is taken."""
_EFFORT = 300
"""What takes more conflicts than these to refute is left to those who look for a solution."""
_MOST = 30
"""More places than these are counted as so many."""


def mended_layout(sheet: Sheet, words: str, rng: Random, deadline: Deadline) -> Sheet | None:
    """A sheet with a solution near one without; None where none was found.

    Args:
        sheet: A sheet without clues that is refused or has no solution.
        words: Signs that may be put, changed or taken away, one letter each.
        rng: The source of chance.
        deadline: For the solver.
    """
    wrong = _wrong(sheet, deadline)
    tried = 0
    while wrong and tried < _CHANGES:
        where = sorted(rng.choice(wrong))
        found = list(islice(changes(sheet, where, words, rng), _AT_ONCE))
        for change in found:
            tried += 1
            new = with_words(sheet, change)
            then = _wrong(new, deadline)
            if _worth(then) <= _worth(wrong):
                sheet, wrong = new, then
                break
        if not found:
            return None
    return None if wrong else sheet


def _worth(wrong: Sequence[set[Cell]]) -> int:
    """How many places are wrong; a refusal, which is about one place, may hide all others."""
    return _MOST + 1 if len(wrong) == 1 and len(wrong[0]) == 1 else len(wrong)


def _wrong(sheet: Sheet, deadline: Deadline) -> list[set[Cell]]:
    """Sets of cells in each of which something cannot be; none where there is a solution."""
    try:
        board = family(sheet.family).rules(sheet)
    except (RecordError, ProblemError) as error:
        named = re.search(r"row (\d+), column (\d+)", str(error))
        return [{(int(named[1]), int(named[2])) if named else sheet.cells[0]}]
    return _conflicts(board, deadline)


def _conflicts(board: PuzzleBoard, deadline: Deadline) -> list[set[Cell]]:
    """The cells of sets of rules that have no solution together, no rule in two of them, as far as they are seen soon."""
    statements = [s for s in board.knowledge().statements if isinstance(s.content, Constraint)]
    live = Live(board.scope, ())
    said = [live.assumptions([s]) for s in statements]
    left = list(range(len(statements)))
    found: list[set[Cell]] = []
    live.solver.effort = _EFFORT
    while len(found) < _MOST:
        try:
            if live.satisfiable([x for i in left for x in said[i]], deadline):
                break
        except GaveUp:
            deadline.left()
            break
        core = set(live.solver.core())
        conflict = {i for i in left if core.intersection(said[i])}
        left = [i for i in left if i not in conflict]
        scopes = (v for i in conflict for v in getattr(statements[i].content, "scope", ()))
        found.append({at for v in scopes for at in _cells(board.sheet, v.key)})
        if not conflict:
            break
    return found


def _cells(sheet: Sheet, key: Hashable) -> Iterator[Cell]:
    """The cells that the key of a variable speaks of: one, two beside each other, those of an area."""
    if key in sheet.cells:
        yield key
    elif isinstance(key, tuple):
        yield from (part for part in key if part in sheet.cells)
    elif "areas" in sheet.layers and key in sheet.areas:
        yield from sheet.areas[key]

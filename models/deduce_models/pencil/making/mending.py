"""Layouts without a solution, mended where the rules that cannot all hold lie.

A layout found by chance has, on a large grid, a place or two at which the rules cannot be kept. A solver names rules
that have no solution together, without these others, and so on: that many places are wrong at least. The cells that
these rules speak of are where the layout is changed a little, and a change stays unless there are more such places
after it.

Where signs are strewn over the grid there is a shorter way: as many of them as leave a solution stay, found by halves,
and for those that had to go others are put elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice
from random import Random

from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp, ProblemError, RecordError
from deduce.language.constraints import Constraint
from deduce.puzzles.live import Live
from deduce_models.pencil.catalogue import family
from deduce_models.pencil.making.places import Place, clues, word_at
from deduce_models.pencil.making.places import places as every_place
from deduce_models.pencil.making.reshaping import cells_of, changes
from deduce_models.pencil.making.true_clues import with_words
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.sheet.printed import EMPTY, Cell, Sheet

_CHANGES = 400
"""How many changes are tried, unless another number is asked for."""
_AT_ONCE = 6
"""How many are tried of one place before another is taken."""
_EFFORT = 300
"""What takes more conflicts than these to refute is left to those who look for a solution."""
_ELSEWHERE = 4
"""So many places are tried for each sign that had to go."""
_MOST = 30
"""More places than these are counted as so many."""


def mended_layout(
    sheet: Sheet,
    words: str,
    rng: Random,
    deadline: Deadline,
    most: int = _CHANGES,
    room: Callable[[Sheet, Place], bool] = lambda _, __: True,
) -> Sheet | None:
    """A sheet with a solution near one without; None where none was found.

    Args:
        sheet: A sheet without clues that is refused or has no solution.
        words: Signs that may be put, changed or taken away, one letter each.
        rng: The source of chance.
        deadline: For the solver.
        most: How many changes are tried.
        room: Whether a further sign may come to an empty place.
    """
    if words and (other := _strewn_anew(sheet, words, rng, deadline, room)) is not None:
        return other
    wrong = _wrong(sheet, deadline)
    tried = 0
    while wrong and tried < most:
        where = sorted(rng.choice(wrong))
        found = list(islice(changes(sheet, where, words, rng), _AT_ONCE))
        for change in found:
            tried += 1
            new = with_words(sheet, change)
            then = _wrong(new, deadline, len(wrong) + 1)
            if _worth(then) <= _worth(wrong):
                sheet, wrong = new, then
                break
        if not found:
            return None
    return None if wrong else sheet


def _strewn_anew(
    sheet: Sheet, words: str, rng: Random, deadline: Deadline, room: Callable[[Sheet, Place], bool]
) -> Sheet | None:
    """The sheet with as many of its signs as leave a solution, others put elsewhere; None where there is none at all."""
    signs = [(at, word) for at, word in clues(sheet) if word in words]
    places = [at for at in every_place(sheet) if at[0] == "clues"]
    kept = with_words(sheet, dict.fromkeys((at for at, _ in signs), EMPTY))
    if not signs or not _solvable(kept, deadline):
        return None
    rng.shuffle(signs)
    rng.shuffle(places)
    wanted, number = len(signs), 0
    waiting = [signs]
    while waiting:
        part = waiting.pop()
        new = with_words(kept, dict(part))
        if _solvable(new, deadline):
            kept, number = new, number + len(part)
        elif len(part) > 1:
            waiting += [part[: len(part) // 2], part[len(part) // 2 :]]
    for at in places[: _ELSEWHERE * (wanted - number)]:
        if number < wanted and word_at(sheet, at) == EMPTY and room(kept, at):
            new = with_words(kept, {at: rng.choice(words)})
            if _solvable(new, deadline):
                kept, number = new, number + 1
    return kept if 2 * number >= wanted else None


def _solvable(sheet: Sheet, deadline: Deadline) -> bool:
    """Whether a sheet has a solution, as far as that is seen soon."""
    try:
        board = family(sheet.family).rules(sheet)
        contents = [s.content for s in board.knowledge().statements if isinstance(s.content, Constraint)]
        live = Live(board.scope, contents)
        live.solver.effort = _EFFORT
        return live.satisfiable([], deadline)
    except GaveUp:
        deadline.left()
        return False
    except (RecordError, ProblemError):
        return False


def _worth(wrong: Sequence[set[Cell]]) -> int:
    """How many places are wrong; a refusal, which is about one place, may hide all others."""
    return _MOST + 1 if len(wrong) == 1 and len(wrong[0]) == 1 else len(wrong)


def _wrong(sheet: Sheet, deadline: Deadline, most: int = _MOST) -> list[set[Cell]]:
    """Sets of cells in each of which something cannot be, at most so many; none where there is a solution."""
    try:
        board = family(sheet.family).rules(sheet)
    except (RecordError, ProblemError) as error:
        named = re.search(r"row (\d+), column (\d+)", str(error))
        return [{(int(named[1]), int(named[2])) if named else sheet.cells[0]}]
    return _conflicts(board, deadline, min(most, _MOST))


def _conflicts(board: PuzzleBoard, deadline: Deadline, most: int) -> list[set[Cell]]:
    """The cells of sets of rules that have no solution together, no rule in two of them, as far as they are seen soon."""
    statements = [s for s in board.knowledge().statements if isinstance(s.content, Constraint)]
    live = Live(board.scope, ())
    said = [live.assumptions([s]) for s in statements]
    left = list(range(len(statements)))
    found: list[set[Cell]] = []
    live.solver.effort = _EFFORT
    while len(found) < most:
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
        found.append({at for v in scopes for at in cells_of(board.sheet, v.key)})
        if not conflict:
            break
    return found

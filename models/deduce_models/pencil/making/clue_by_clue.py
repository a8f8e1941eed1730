"""New puzzles clue by clue: clues are put in until one solution is left, then those not needed are taken out.

Every clue tried keeps the puzzle solvable, and is kept when it rules out one of two solutions found; so no full
solution is needed to begin with. For families in which a clue changes more than it says, or says too little of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from deduce.ground.errors import RecordError
from deduce.puzzles.live import Deadline
from deduce_models.pencil.catalogue import family
from deduce_models.pencil.making.places import Place, clue_layers, with_word, word_at
from deduce_models.pencil.making.trying import Tries, Unsolvable
from deduce_models.pencil.sheet.printed import EMPTY, Sheet

_WORDS = [*map(str, range(21)), *"abcdefowxEOts.<>v^", "<v", "<^", ">v", ">^",
          "1,1", "1,2", "1,3", "2,2", "1,1,1", *(f"{n}{s}" for n in range(4) for s in "nsew"),
          *(f"{kind}{n}" for kind in "bw" for n in range(2, 8))]  # fmt: skip


def clue_by_clue(
    sheet: Sheet,
    groups: Sequence[Sequence[Place]],
    rng: Random,
    deadline: Deadline,
    extra: tuple[str, ...] = (),
    *,
    minimal: bool = True,
) -> Sheet | None:
    """A puzzle on a blank sheet with one solution, groups of places with clues whole or not at all; None for no success.

    Raises `RecordError`, `Unsolvable` for a sheet without solution, `GaveUp` at the deadline.
    """
    tries = tries_on(sheet.family, sheet.text(), extra)
    before = rng.getstate()
    while True:
        made = _filled(sheet, tries.unique(sheet, deadline), rng, deadline, groups, tries)
        if made is not None and minimal:
            made = _thinned(made, rng, deadline, groups, tries)
        if made is None or tries.agrees(made):
            return made
        # The same again without the short cut, which is not taken any more: a seed's puzzle does not hang on what was
        # made before.
        rng.setstate(before)


@lru_cache(maxsize=8)
def tries_on(name: str, text: str, extra: tuple[str, ...]) -> Tries:
    """One for each blank sheet, because what was found out of clues holds for all puzzles on it."""
    return Tries(family(name).parse(name, text), extra)


def _possible(sheet: Sheet, deadline: Deadline, tries: Tries) -> bool | None:
    """Whether a sheet has one solution or more; None for one that is refused or has none."""
    try:
        return tries.unique(sheet, deadline)
    except (RecordError, Unsolvable):
        return None


def _filled(
    sheet: Sheet,
    unique: bool,
    rng: Random,
    deadline: Deadline,
    groups: Sequence[Sequence[Place]],
    tries: Tries,
) -> Sheet | None:
    """Clues put in, groups whole or not at all; None when all of them say too little."""
    parts = list(groups)
    rng.shuffle(parts)
    for part in parts:
        if unique:
            return sheet
        before = sheet, unique
        for place in part:
            found = _clue(sheet, place, rng, deadline, tries)
            if found is None:
                sheet, unique = before
                break
            sheet, unique = found
    return sheet if unique else None


def _clue(
    sheet: Sheet, place: Place, rng: Random, deadline: Deadline, tries: Tries
) -> tuple[Sheet, bool] | None:
    """The sheet with some clue at a place that leaves a solution, and whether just one; None when no clue does."""
    words = words_of(sheet, place[0])
    rng.shuffle(words)
    for word in words:
        tried = with_word(sheet, place, word)
        found = _possible(tried, deadline, tries)
        if found is not None:
            return tried, found
    return None


def _thinned(
    sheet: Sheet, rng: Random, deadline: Deadline, groups: Sequence[Sequence[Place]], tries: Tries
) -> Sheet:
    """Clues taken out, group by group, where one solution is left without them."""
    parts = [part for part in list(groups) if any(word_at(sheet, place) != EMPTY for place in part)]
    rng.shuffle(parts)
    for part in parts:
        less = sheet
        for place in part:
            less = with_word(less, place, EMPTY)
        found = _possible(less, deadline, tries)
        if found:
            sheet = less
    return sheet


def words_of(sheet: Sheet, name: str) -> list[str]:
    """The words that are tried in a layer."""
    pattern = next(layer.pattern for layer in clue_layers(sheet) if layer.name == name)
    most = sheet.rows * sheet.cols if sheet.family == "hidoku" else sheet.rows + sheet.cols
    numbers = [str(n) for n in range(most + 1)]
    words = dict.fromkeys([*numbers, *(word for word in _WORDS if not word.isdecimal())])
    return [word for word in words if re.fullmatch(pattern, word)]

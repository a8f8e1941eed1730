"""New puzzles of a family: clues are put in until one solution is left, then those not needed are taken out.

Every clue tried keeps the puzzle solvable, and is kept when it rules out one of two solutions found; so no full
solution is needed to begin with, and the same few lines serve every family whose clues are words in places.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random

from deduce.errors import GaveUp, ProblemError, RecordError
from deduce.puzzles.live import Deadline
from deduce_models.pencil.catalogue import family
from deduce_models.pencil.places import Place, clue_layers, places, with_word, word_at
from deduce_models.pencil.sheet import EMPTY, Sheet
from deduce_models.pencil.trying import Tries, Unsolvable
from deduce_models.pencil.variant_making import USUAL, make_variant

__all__ = ["GENERATED", "blank", "generate"]

GENERATED: dict[str, int] = {
    # family: the size of areas; 0 for no areas, -1 for as many cells as a line
    "abcendview": 0, "binairo": 0, "canalview": 0, "cave": 0, "creek": 0,
    "fillomino": 0, "gokigennaname": 0, "hakyuu": 4, "heyawake": 5, "hidoku": 0, "jigsawsudoku": -1,
    "kakurasu": 0, "koburin": 0, "kuromasu": 0, "kurotto": 0, "linesweeper": 0, "masyu": 0, "mosaic": 0,
    "shingoki": 0, "skyscraper": 0, "slitherlink": 0, "sudoku": 0, "suguru": 4, "yinyang": 0,
    "yajilin": 0, "balanceloop": 0, "geradeweg": 0, "countryroad": 5, "aqre": 6, "shimaguni": 6,
    "castlewall": 0, "chocona": 5, "evenoddsudoku": 0, "norinori": 6, "futoshiki": 0, "tapa": 0, "nurimisaki": 0,
    "cojun": 4, "tilepaint": 4, "kuroshuto": 0, "yajikazu": 0, "aquarium": 5, "hakoiri": 6, "fuzuli": 0,
}  # fmt: skip
"""The families whose puzzles are made here."""

_EXTRA = {"abcendview": "c", "skyscraper": None, "fuzuli": "2"}
_WORDS = [*map(str, range(21)), *"abcdefowxEOts.<>v^", "<v", "<^", ">v", ">^",
          "1,1", "1,2", "1,3", "2,2", "1,1,1", *(f"{n}{s}" for n in range(4) for s in "nsew"),
          *(f"{kind}{n}" for kind in "bw" for n in range(2, 8))]  # fmt: skip
_HABIT = {"geradeweg": r"[1-9]\d*|-", "shingoki": r"[bw]\d+|-"}
"""What is written in print, where a family's notation allows more."""
_SPELT = {"masyu": {"1": "w", "2": "b"}}
"""Words that are written otherwise in the end, where a family's notation has two for one thing."""
_Groups = Callable[[Sheet], list[list[Place]]]


def blank(name: str, rows: int, cols: int, rng: Random) -> Sheet:
    """A sheet of the family without clues, with random areas where it has areas.

    Raises `ProblemError` for a family that is not in `GENERATED`, `GaveUp` when no areas are found.
    """
    if name not in GENERATED:
        raise ProblemError(f"{name} is not generated; allowed: {', '.join(sorted(GENERATED))}")
    parse = family(name).parse
    size = GENERATED[name]
    layers = {}
    if size:
        layers["areas"] = _areas(rows, cols, cols if size < 0 else size, rng, exact=size < 0)
    sheet = parse.blank(name, rows, cols, layers)
    if name in _EXTRA:
        extra = _EXTRA[name] or str(rows)
        first = f"{rows} {cols} {extra}"
        sheet = replace(sheet, first=first, header=first, extra=(extra,))
    return sheet


def generate(
    name: str,
    rows: int,
    cols: int,
    *,
    rng: Random | int | None = None,
    time_limit: float = 60.0,
    symmetric: bool = False,
    minimal: bool = True,
    extra: Sequence[str] = (),
    kinds: Sequence[str] = (),
    theme: str = "",
) -> str:
    """A puzzle of the family with exactly one solution, as text.

    Args:
        name: One of `GENERATED`, or ``"variantsudoku"`` (see `make_variant`).
        rows: How many rows.
        cols: How many columns.
        rng: The source of chance, or a seed; the same seed gives the same puzzle, unless time runs out.
        time_limit: In seconds.
        symmetric: The places with clues look the same after half a turn; numbers beside the grid change sides.
        minimal: No clue could be left out (if symmetric: no clue with its partner).
        extra: House rules besides those of the family; see `deduce.puzzles.house`.
        kinds: Of a variant sudoku, what its lines are made of; see `make_variant`.
        theme: Of a variant sudoku, lines that it has in any case.

    Raises:
        ProblemError: A family that is not generated, or not in this size.
        GaveUp: No puzzle within the time limit.
    """
    rng = rng if isinstance(rng, Random) else Random(rng)
    if name == "variantsudoku":
        if rows != cols or symmetric or extra:
            raise ProblemError(
                f"a {name} is made in a square, without symmetry or house rules; see pencil.make_variant"
            )
        return make_variant(
            kinds or USUAL, rows, theme=theme, minimal=minimal, rng=rng, time_limit=time_limit
        )
    if kinds or theme:
        raise ProblemError(
            f"kinds of lines and a theme are for variantsudoku; {name} has one kind of clues"
        )
    deadline = Deadline(time_limit)
    groups = _turned if symmetric else _single
    while True:
        deadline.left()
        before = rng.getstate()
        try:
            sheet = blank(name, rows, cols, rng)
            tries = _tries(sheet.family, sheet.text(), tuple(extra))
            start = tries.unique(sheet, deadline)
        except (RecordError, Unsolvable) as error:
            if GENERATED[name] <= 0 or (
                isinstance(error, RecordError) and extra
            ):  # other areas would not help
                raise _none(name, rows, cols, error) from None
            continue
        made = _filled(sheet, start, rng, deadline, groups, tries)
        if made is not None and minimal:
            made = _thinned(made, rng, deadline, groups, tries)
        if made is None:
            continue
        if tries.agrees(made):
            return _spelt(made).text()
        # The same again without the short cut, so that a seed's puzzle does not hang on what was made before.
        rng.setstate(before)


def _spelt(sheet: Sheet) -> Sheet:
    words = _SPELT.get(sheet.family)
    if words is None:
        return sheet
    layers = {
        name: tuple(tuple(words.get(word, word) for word in line) for line in lines)
        for name, lines in sheet.layers.items()
    }
    return replace(sheet, layers=layers)


def _none(name: str, rows: int, cols: int, error: Exception) -> ProblemError:
    why = str(error).rpartition(f"{name}: ")[2] or "even without clues there is no solution"
    return ProblemError(f"there is no {name} of {rows} by {cols} cells: {why}")


@lru_cache(maxsize=8)
def _tries(name: str, text: str, extra: tuple[str, ...]) -> Tries:
    """One for each blank sheet, because what was found out of clues holds for all puzzles on it."""
    return Tries(family(name).parse(name, text), extra)


def _possible(sheet: Sheet, deadline: Deadline, tries: Tries) -> bool | None:
    """Whether a sheet has one solution or more; None for one that is refused or has none."""
    try:
        return tries.unique(sheet, deadline)
    except (RecordError, Unsolvable):
        return None


def _filled(
    sheet: Sheet, unique: bool, rng: Random, deadline: Deadline, groups: _Groups, tries: Tries
) -> Sheet | None:
    """Clues put in, groups whole or not at all; None when all of them say too little."""
    parts = groups(sheet)
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
    words = _words(sheet, place[0])
    rng.shuffle(words)
    for word in words:
        tried = with_word(sheet, place, word)
        found = _possible(tried, deadline, tries)
        if found is not None:
            return tried, found
    return None


def _thinned(sheet: Sheet, rng: Random, deadline: Deadline, groups: _Groups, tries: Tries) -> Sheet:
    """Clues taken out, group by group, where one solution is left without them."""
    parts = [part for part in groups(sheet) if any(word_at(sheet, place) != EMPTY for place in part)]
    rng.shuffle(parts)
    for part in parts:
        less = sheet
        for place in part:
            less = with_word(less, place, EMPTY)
        found = _possible(less, deadline, tries)
        if found:
            sheet = less
    return sheet


def _single(sheet: Sheet) -> list[list[Place]]:
    """Every place by itself."""
    return [[place] for place in places(sheet)]


_OPPOSITE = {"top": "bottom", "bottom": "top", "left": "right", "right": "left"}


def _turned(sheet: Sheet) -> list[list[Place]]:
    """Every place with the one where it comes to lie after half a turn."""
    parts: dict[frozenset[Place], list[Place]] = {}
    for name, i, j in places(sheet):
        lines = sheet.layers[name]
        # A side without the opposite one is turned in itself.
        other = _OPPOSITE.get(name, name) if _OPPOSITE.get(name, name) in sheet.layers else name
        pair = [(name, i, j), (other, len(lines) - 1 - i, len(lines[i]) - 1 - j)]
        parts.setdefault(frozenset(pair), list(dict.fromkeys(pair)))
    return list(parts.values())


def _words(sheet: Sheet, name: str) -> list[str]:
    pattern = _HABIT.get(sheet.family) or next(
        layer.pattern for layer in clue_layers(sheet) if layer.name == name
    )
    most = sheet.rows * sheet.cols if sheet.family == "hidoku" else sheet.rows + sheet.cols
    numbers = [str(n) for n in range(most + 1)]
    words = dict.fromkeys([*numbers, *(word for word in _WORDS if not word.isdecimal())])
    return [word for word in words if re.fullmatch(pattern, word)]


def _areas(rows: int, cols: int, size: int, rng: Random, *, exact: bool) -> Sequence[Sequence[str]]:
    """A random division into areas of at most `size` cells that hang together (`exact`: all of that size)."""
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    for _ in range(20_000):
        area: dict[tuple[int, int], int] = {}
        count = 0
        for start in cells:
            if start in area:
                continue
            count += 1
            wanted = size if exact else rng.randint(max(2, size - 2), size)
            part = [start]
            area[start] = count
            while len(part) < wanted:
                edge = [
                    x
                    for r, c in part
                    for x in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1))
                    if 0 <= x[0] < rows and 0 <= x[1] < cols and x not in area
                ]
                if not edge:
                    break
                new = rng.choice(edge)
                part.append(new)
                area[new] = count
            if exact and len(part) < wanted:
                break
        if len(area) == len(cells):
            return [[str(area[r, c]) for c in range(cols)] for r in range(rows)]
    raise GaveUp(f"no division of {rows} by {cols} cells into areas of {size} was found")

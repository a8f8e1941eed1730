"""New puzzles of a family, each with one solution.

First a layout (areas, places where clues come), then a solution, then the clues that are true of it, then those that are
needed; see `solution_first`. Where that is not the way, clue by clue.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from random import Random

from deduce.ground.errors import ProblemError, RecordError
from deduce.language.chance import chance_of
from deduce.language.variables import is_whole
from deduce.puzzles.live import Deadline
from deduce_models.pencil.catalogue import family
from deduce_models.pencil.making.clue_by_clue import clue_by_clue
from deduce_models.pencil.making.from_solutions import DRAWN, make_from_solution
from deduce_models.pencil.making.layouts import LAYOUTS, blank, room_for
from deduce_models.pencil.making.mending import mended_layout
from deduce_models.pencil.making.nonogram_making import make_nonogram
from deduce_models.pencil.making.open_layouts import OPEN, made_open
from deduce_models.pencil.making.places import Place, places, word_at
from deduce_models.pencil.making.places import clues as clues_in
from deduce_models.pencil.making.solution_first import Wanted, made_from, reads_alike
from deduce_models.pencil.making.trying import Unsolvable
from deduce_models.pencil.making.variant_making import USUAL, make_variant
from deduce_models.pencil.sheet.printed import EMPTY, Sheet

__all__ = ["GENERATED", "blank", "generate"]

GENERATED = tuple(sorted({*LAYOUTS, *DRAWN, "nonogram"}))
"""The families whose puzzles are made here; besides variant sudokus."""

_SPELT = {"masyu": {"1": "w", "2": "b"}}
"""Words that are written otherwise in the end, where a family's notation has two for one thing."""
_STEPS = 60
"""How often the areas of a layout are changed before another one is tried."""
_FAILED = 8
"""After so many layouts without a solution the last is mended, and again after twice as many."""
_CHANGES = 200
"""So many changes are tried then, and twice as many the next time."""
_ONE_BY_ONE = frozenset(
    {"batten", "castlewall", "fillmat", "fillomino", "hidoku", "numbrix", "renban", "tateyoko"}
)
"""Families made clue by clue: their clues change the form of the puzzle, or say too little of a solution.
Those that can be drawn in full are made so unless symmetry, a theme or a number of clues is wished."""


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
    clues: tuple[int, int] | None = None,
    harder: Callable[[str], bool] | None = None,
) -> str:
    """A puzzle of the family with exactly one solution, as text.

    Args:
        name: One of `GENERATED`, or ``"variantsudoku"`` (see `make_variant`).
        rows: How many rows.
        cols: How many columns.
        rng: The source of chance, or a seed; the same seed gives the same puzzle, unless time runs out. Without it each
            call gives another.
        time_limit: In seconds.
        symmetric: The places with clues look the same after half a turn; numbers beside the grid change sides.
        minimal: No clue could be left out (if symmetric: no clue with its partner), as far as a bounded search tells.
        extra: House rules besides those of the family; see `deduce.puzzles.house`.
        kinds: Of a variant sudoku, what its lines are made of; see `make_variant`.
        theme: Of a variant sudoku, lines that it has in any case. Of any other a picture of the cells, a line a row:
            ``o`` has a clue, ``.`` has none, ``?`` either; of a nonogram shaded cells, clear ones, either.
        clues: At least and at most so many clues; black cells and other signs of a layout are none.
        harder: Says of a puzzle's text whether it is harder than wished. As long as it does clues that could be left out
            are given back, an eighth of them at a time; where all are given, another solution is taken. What is made
            clue by clue or told in full is made without asking.

    Raises:
        ProblemError: A family that is not generated, or not in this size or with a number of clues, or a faulty number.
        GaveUp: No puzzle within the time limit.
    """
    rng = chance_of(rng)
    for what, number in (("rows", rows), ("cols", cols)):
        if not is_whole(number) or number < 1:
            raise ProblemError(f"{what} is {number!r}; it must be a whole number from 1")
    if clues is not None and not 0 <= clues[0] <= clues[1]:
        raise ProblemError(f"clues is {clues!r}; it must be at least and at most so many, the lesser first")
    if name == "variantsudoku":
        if rows != cols or symmetric or extra or clues:
            raise ProblemError(
                f"a {name} is made in a square, without symmetry or house rules; see pencil.make_variant"
            )
        return make_variant(
            kinds or USUAL,
            rows,
            theme=theme,
            minimal=minimal,
            harder=harder,
            rng=rng,
            time_limit=time_limit,
        )
    if kinds:
        raise ProblemError(f"kinds of lines are for variantsudoku; {name} has one kind of clues")
    if name not in GENERATED:
        raise ProblemError(f"{name} is not generated; allowed: {', '.join(GENERATED)}, variantsudoku")
    deadline = Deadline(time_limit)
    chosen = symmetric or theme or clues
    if name in DRAWN and not (chosen and name in _ONE_BY_ONE):
        if chosen:
            raise ProblemError(
                f"a {name} is told in full: it is made without symmetry, theme or number of clues"
            )
        return make_from_solution(name, rows, cols, rng, deadline, tuple(extra), minimal=minimal)
    picture = _picture(name, theme, rows, cols)
    if clues and (name == "nonogram" or LAYOUTS[name].bare or not _told_by_clues(name)):
        raise ProblemError(f"how many clues a {name} has is settled: none of them can be left out or added")
    if name == "nonogram":
        return make_nonogram(rows, cols, picture, rng, deadline)
    return _Making(
        name, rows, cols, rng, deadline, picture=picture, clues=clues, harder=harder, extra=tuple(extra),
        symmetric=symmetric, minimal=minimal,
    ).made()  # fmt: skip


@dataclass
class _Making:
    """Layouts one after another, until one becomes a puzzle as it was wished; for what is wished see `generate`."""

    name: str
    rows: int
    cols: int
    rng: Random
    deadline: Deadline
    _: KW_ONLY
    picture: dict[tuple[int, int], str] | None
    clues: tuple[int, int] | None
    harder: Callable[[str], bool] | None
    extra: tuple[str, ...]
    symmetric: bool
    minimal: bool
    failed: int = 0
    mends: int = 0
    why: set[str] = field(default_factory=set)
    """What refused a layout; empty for what left one without a solution."""
    mended: Sheet | None = None

    @property
    def opened(self) -> bool:
        """Whether its layout is opened by its solution."""
        return self.name in OPEN and not (self.picture or self.symmetric or self.extra or self.clues)

    def made(self) -> str:
        """The puzzle. Raises `ProblemError` where there is none, and `GaveUp`."""
        least, most = self.clues or (0, None)
        while True:
            self.deadline.left()
            sheet, self.mended = self.mended, None
            try:
                sheet = sheet or self._blank()
                made = self._filled(sheet, least, most)
            except (RecordError, ProblemError, Unsolvable) as error:
                self._without(sheet, error)
                continue
            if made is None or (self.clues and not least <= _number(made) <= self.clues[1]):
                continue
            if reads_alike(made, self.deadline, self.extra):
                return _spelt(made).text()

    def _blank(self) -> Sheet:
        strewn = [at for at, sign in (self.picture or {}).items() if sign == "o"]
        return blank(self.name, self.rows, self.cols, self.rng, strewn)

    def _filled(self, sheet: Sheet, least: int, most: int | None) -> Sheet | None:
        """The layout with a solution and its clues."""
        groups = _groups(sheet, self.picture, symmetric=self.symmetric)
        if self.name in _ONE_BY_ONE and not self.opened:
            return clue_by_clue(sheet, groups, self.rng, self.deadline, self.extra, minimal=self.minimal)
        layout, harder = LAYOUTS[self.name], self.harder
        words = layout.word if len(layout.word) > 1 else ""
        wanted = Wanted(
            groups,
            frozenset(at for at in places(sheet) if _in_any_case(sheet, at, self.picture)),
            minimal=self.minimal,
            most=most,
            least=least,
            extra=self.extra,
            steps=_STEPS if layout.areas or words else 1,
            words=words,
            harder=harder and (lambda made: harder(_spelt(made).text())),
        )
        make = made_open if self.opened else made_from
        with self.deadline.watch():
            return make(sheet, wanted, self.rng, self.deadline)

    def _without(self, sheet: Sheet | None, error: Exception) -> None:
        """After a layout that became no puzzle: where another would not help it raises, after many the last is mended."""
        self.failed += 1
        self.why.add(error.message if isinstance(error, RecordError) else "")
        refused = isinstance(error, RecordError) and (self.extra or len(self.why) == 1)
        if self.failed == 20 and (refused or not _by_chance(self.name)):
            raise _none(self.name, self.rows, self.cols, error) from None
        # Where layouts have solutions mostly, another one is found sooner than this one is mended.
        mendable = _by_chance(self.name) and not self.opened and self.name not in _ONE_BY_ONE
        if sheet is not None and mendable and self.failed == _FAILED << self.mends:
            words, changes = "" if self.picture else LAYOUTS[self.name].word, _CHANGES << self.mends
            self.mends += 1
            with self.deadline.watch():
                self.mended = mended_layout(
                    sheet, words, self.rng, self.deadline, changes, room_for(self.name)
                )


def _told_by_clues(name: str) -> bool:
    """Whether anything but areas is written in a puzzle of the family."""
    return any(layer.name != "areas" for layer in family(name).parse.layers)


def _number(sheet: Sheet) -> int:
    """How many clues there are, without the signs of the layout."""
    layout = LAYOUTS[sheet.family]
    return sum(layout.all or word not in layout.word for _, word in clues_in(sheet))


def _by_chance(name: str) -> bool:
    """Whether the layouts of a family differ."""
    layout = LAYOUTS[name]
    return layout.areas not in (0, -1) or bool(layout.word)


def _picture(name: str, theme: str, rows: int, cols: int) -> dict[tuple[int, int], str] | None:
    """The signs of a theme by place, from 0. Raises `ProblemError`."""
    lines = ["".join(line.split()) for line in theme.splitlines() if line.strip()]
    if not lines:
        return None
    if len(lines) != rows or any(len(line) != cols or set(line) - set("o.?") for line in lines):
        raise ProblemError(
            f"the theme of a {name} is a picture of {rows} lines of {cols} signs: o for a clue, . for none, ? for either"
        )
    return {(r, c): sign for r, line in enumerate(lines) for c, sign in enumerate(line)}


def _in_any_case(sheet: Sheet, at: Place, picture: dict[tuple[int, int], str] | None) -> bool:
    """Whether a place has its clue in any case."""
    layout = LAYOUTS[sheet.family]
    if at[0] != "clues":
        return False
    if layout.all:
        return word_at(sheet, at) == layout.word
    return picture is not None and picture[at[1:]] == "o"


def _groups(
    sheet: Sheet, picture: dict[tuple[int, int], str] | None, *, symmetric: bool
) -> list[list[Place]]:
    """Places that have a clue all or none, without those that stay empty."""
    layout = LAYOUTS[sheet.family]
    heads = layout.heads and not symmetric
    first = {cells[0] for cells in sheet.areas.values()} if heads else set()

    def open_(at: Place) -> bool:
        if at[0] != "clues":
            return True
        if layout.word and not layout.both and word_at(sheet, at) == EMPTY:
            return False
        if heads and (at[1] + 1, at[2] + 1) not in first:
            return False
        return picture is None or picture[at[1:]] != "."

    if layout.bare:
        return []
    groups = _turned(sheet) if symmetric else [[at] for at in places(sheet)]
    return [
        kept for group in groups if (kept := [at for at in group if open_(at)]) == group or not symmetric
    ]


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

"""Japanese Sums: the sums of runs of numbers, as in a nonogram."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from deduce.graphs import Regular
from deduce.ground.phrases import say
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import values
from deduce_models.pencil.rules.runs import lines_told
from deduce_models.pencil.rules.stated import CountFacts
from deduce_models.pencil.sheet.printed import Sheet, TextLayer, layout

TITLE = "Japanese Sums"
ABOUT = (
    "Write numbers up to the one given into some cells and shade the others; no number stands twice in a "
    "row or column; the numbers beside a line are the sums of its runs of numbers, in order (? is not "
    "told, - for a line about which nothing is said)."
)
EXAMPLE = """
4 4 3
-
-
1 3
3
0
-
2
2 3
"""
BLACK = "x"
WORDS = "sums, ? for one not told, or - for a line without"

parse = layout(
    TextLayer("columns", r"\d+|\?|-", WORDS, side="col lines"),
    TextLayer("rows", r"\d+|\?|-", WORDS, side="row lines"),
    extra="the greatest number",
)


def rules(sheet: Sheet) -> PuzzleBoard:
    """No number twice, sums of runs."""
    board = PuzzleBoard(sheet)
    numbers = range(1, sheet.number_after("the greatest number", 30) + 1)
    cell = board.grid((BLACK, *numbers))
    for name, line in sheet.lines():
        for number in numbers:
            few = CountFacts([cell[at] == number for at in line], 0, 1)
            board.rule(say("{number} stands at most once in {line}", number=number, line=name), few)
    for own, words, name in lines_told(board):
        sums = [None if x == "?" else int(x) for x in words]
        text = say("sums {what} in {line}", what=" ".join(words) or "0", line=name)
        board.clue(Regular(own, _run(sums), (0, 0), _ends(sums, sum(numbers))), text)
    return board


def _run(sums: Sequence[int | None]) -> Callable[[Hashable, Hashable], Hashable | None]:
    """A state is how many runs have ended, and the sum of the run at hand."""

    def after(state: Hashable, value: Hashable) -> Hashable | None:
        done, total = state if isinstance(state, tuple) else (0, 0)
        if isinstance(value, int):
            grown = total + value
            over = done == len(sums) or (sums[done] is not None and grown > sums[done])
            return None if over else (done, grown)
        if not total:
            return state
        return (done + 1, 0) if sums[done] in (None, total) else None

    return after


def _ends(sums: Sequence[int | None], most: int) -> list[tuple[int, int]]:
    ends = [(len(sums), 0)]
    if sums:
        last = sums[-1]
        ends += [(len(sums) - 1, total) for total in (range(1, most + 1) if last is None else (last,))]
    return ends


show = values

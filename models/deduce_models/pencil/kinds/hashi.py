"""Hashi: bridges between islands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from deduce.graphs import Connected
from deduce.ground.phrases import say
from deduce.language.constraints import Sum
from deduce.language.facts import Or
from deduce_models.pencil.rules.board import PuzzleBoard
from deduce_models.pencil.rules.parts import Solution, blacks
from deduce_models.pencil.sheet.printed import Cell, Sheet, layout, many

TITLE = "Hashi"
ABOUT = (
    "Build bridges along rows and columns between islands next to each other, at most two between any "
    "two, that do not cross; "
    "a number says how many bridges end at its island (? is not told); all islands hang together."
)
EXAMPLE = """
3 3
4 - 4
- - -
2 - 2
"""

parse = layout(blacks("?"))


def rules(sheet: Sheet) -> PuzzleBoard:
    """Numbers, crossings, one piece."""
    board = PuzzleBoard(sheet)
    islands = sheet.clues
    if len(islands) < 2:
        raise sheet.refuse("clues", f"islands: {len(islands)}; at least two are needed")
    spans = spans_of(sheet)
    ends: dict[Cell, int] = dict.fromkeys(islands, 0)
    for pair in spans:
        for at in pair:
            ends[at] += 1
    for at, number in sheet.numbers().items():
        if not 1 <= number <= 2 * ends[at]:
            raise sheet.refuse(
                "clues",
                f"no room for {many(number, 'bridge')} to end here; allowed: 1 to {2 * ends[at]}",
                *at,
            )
    bridge = dict(board.variables("bridge", spans, (0, 1, 2)))
    board.bridges = {pair: (bridge[pair], water) for pair, water in spans.items()}
    for one, other in crossing(spans):
        board.rule("bridges do not cross", Or(bridge[one] == 0, bridge[other] == 0))
    board.rule("all islands hang together", Connected(bridge, value=[1, 2], through=list(islands)))
    for at, number in sheet.numbers().items():
        own = [v for pair, v in bridge.items() if at in pair]
        board.clue(Sum(own, number, number), say("ends of {number:bridge} here", number=number), at)
    return board


Span = tuple[Cell, Cell]


def spans_of(sheet: Sheet) -> dict[Span, list[Cell]]:
    """The cells between each two clues that are next to each other along a row or column."""
    spans: dict[Span, list[Cell]] = {}
    for at in sheet.clues:
        for side in "es":
            ray = sheet.ray(at, side)
            end = next((i for i, x in enumerate(ray) if x in sheet.clues), None)
            if end is not None:
                spans[at, ray[end]] = ray[:end]
    return spans


def crossing(spans: Mapping[Span, list[Cell]]) -> Iterator[tuple[Span, Span]]:
    """The pairs of spans that share a cell between their ends, the one down first."""
    over: dict[Cell, Span] = {}
    for pair, water in spans.items():
        if pair[0][0] == pair[1][0]:
            over |= dict.fromkeys(water, pair)
    for pair, water in spans.items():
        if pair[0][1] == pair[1][1]:
            yield from ((pair, over[at]) for at in water if at in over)


def show(board: PuzzleBoard, solution: Solution) -> str:
    """``1`` and ``2`` for bridges across, ``a`` and ``b`` for one and two bridges down.

    Between islands side by side is no cell: both say to which sides their bridges go, ``e`` for one and ``ee`` for two.
    """
    words: dict[Cell, str] = {}
    for (a, b), (v, water) in board.bridges.items():
        if (number := solution[v]) and not water:
            for at, side in zip((a, b), "ew" if a[0] == b[0] else "sn", strict=True):
                words[at] = words.get(at, "") + side * number  # type: ignore[operator]
        elif number:
            words |= dict.fromkeys(water, str(number) if a[0] == b[0] else "-ab"[number])  # type: ignore[index]
    return board.sheet.write(lambda at: words.get(at, "-"))

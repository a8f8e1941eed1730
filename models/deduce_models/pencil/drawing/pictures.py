"""Pictures of pencil puzzles and their solutions as SVG: one helper for all families.

What is drawn follows from the layers of the sheet and from the solution's own notation: words made of directions are
lines, ``x`` is a shaded cell, numbers of regions are borders, everything else is written in the cell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from types import ModuleType

from deduce.ground.errors import RecordError
from deduce.ground.strange import escape
from deduce.show.svg import Print
from deduce_models.pencil.drawing.manners import (
    ARROWED,
    BLACK,
    BLANKS,
    BRIDGES,
    CAGED,
    COLOURED,
    DOTS,
    ISLAND,
    LETTERED,
    LINED,
    NAMED_REGIONS,
    PEARLS,
    SHADES,
    SIDED,
    WORDS,
)
from deduce_models.pencil.drawing.shapes import SIZE, circle, middle, pearl, rect, text
from deduce_models.pencil.sheet.printed import SIDES, Cell, Sheet

_MARGIN, _RIM = 34, 10
_PLATE = 8
"""The radius of what keeps a line off a number."""
_PRINTED = (
    "clues", "points", "corners", "marks", "tubes", "signs", "dots", "letters", "across", "down",
)  # fmt: skip
"""Layers of clues in cells and between them, in the order in which they are drawn."""
_SHADED, _LINE, _CLUE, _ADDED = Print.SHADED, Print.RED, Print.INK, Print.NAVY


def draw(sheet: Sheet, solution: str = "", *, above: Iterable[str] = ()) -> str:
    """A picture of a sheet, with a solution in the family's notation if given, and more elements `above` it.

    The text is a complete SVG document of about 28 pixels a cell.
    """
    shown = _solution(solution)
    below = [*_fills(sheet, shown), *printed(sheet, shown)]
    over = {at for at, word in shown.items() if _is_line(sheet, word)}
    return canvas(sheet, below, [*marks(sheet, shown), *above], strokes=strokes(sheet, shown), over=over)


def frame(sheet: Sheet) -> tuple[int, int, int]:
    """In pixels: where the grid begins, from the left and from the top alike; width and height of the picture."""
    start = (
        _MARGIN if {"left", "rows", "rules"} & sheet.layers.keys() or "row pluses" in sheet.layers else _RIM
    )
    end = 26 if {"bottom", "right", "rules"} & sheet.layers.keys() else _RIM
    return start, sheet.cols * SIZE + start + end, sheet.rows * SIZE + start + end


def canvas(
    sheet: Sheet,
    below: Iterable[str],
    above: Iterable[str],
    *,
    strokes: Iterable[str] = (),
    over: Collection[Cell] = (),
) -> str:
    """An SVG document for a sheet: `below`, the printed clues, `above`, and what stands beside the grid.

    Lines (`strokes`), which run through the cells `over`, hide no clue: only pieces of lines in print lie below them.
    """
    start, width, height = frame(sheet)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        f"<title>{escape(sheet.family)}</title>",
        f'<rect width="{width}" height="{height}" fill="{Print.PLAIN}"/>',
        f'<g transform="translate({start},{start})">',
        *below,
        *((*_clues(sheet, over), *strokes) if sheet.family in LINED else (*strokes, *_clues(sheet, over))),
        *above,
        *_beside(sheet),
        "</g></svg>",
    ]
    return "\n".join(parts)


def printed(sheet: Sheet, shown: dict[Cell, str]) -> Iterator[str]:
    """The grid, black cells, and borders of areas, boxes and a solution's regions."""
    if "rules" in sheet.layers:
        yield from variant_drawing().under(sheet)
    yield from _blacks(sheet)
    yield from _grid(sheet)
    yield from _borders(sheet, shown)


def variant_drawing() -> ModuleType:
    """How further rules are drawn, loaded for puzzles that have some."""
    from deduce_models.pencil.drawing import variant_drawing as found

    return found


def _solution(text: str) -> dict[Cell, str]:
    lines = text.splitlines()[1:]
    return {(r, c): word for r, line in enumerate(lines, 1) for c, word in enumerate(line.split(), 1)}


def _black(sheet: Sheet, at: Cell) -> bool:
    """Whether a printed word stands in a black cell."""
    word = sheet.clues.get(at, "") if "clues" in sheet.layers else ""
    return re.fullmatch(BLACK.get(sheet.family, "(?!)"), word) is not None


def _blacks(sheet: Sheet) -> Iterator[str]:
    """Cells that are black in print."""
    for at in sheet.cells:
        if _black(sheet, at) or ("areas" in sheet.layers and sheet.area_of[at] in ("@", "#")):
            yield rect(at, Print.FILLED)


def _fills(sheet: Sheet, shown: dict[Cell, str]) -> Iterator[str]:
    """Cells that a solution shades."""
    for at in sheet.cells:
        if shown.get(at) in SHADES.get(sheet.family, ("x",)):
            yield rect(at, _SHADED)


def _grid(sheet: Sheet) -> Iterator[str]:
    width, height = sheet.cols * SIZE, sheet.rows * SIZE
    lines = [f"M0 {r * SIZE}h{width}" for r in range(sheet.rows + 1)]
    lines += [f"M{c * SIZE} 0v{height}" for c in range(sheet.cols + 1)]
    yield f'<path d="{"".join(lines)}" stroke="{Print.GRID}" fill="none"/>'
    # Where sides of cells are drawn by the solver, the frame must not look like one of them.
    frame = f'"{Print.GRID}"' if sheet.family in SIDED else f'"{Print.FRAME}" stroke-width="2"'
    yield f'<rect width="{width}" height="{height}" fill="none" stroke={frame}/>'


def _borders(sheet: Sheet, shown: dict[Cell, str]) -> Iterator[str]:
    """Thick lines between areas, between the boxes of sudokus, and between the regions of a solution."""
    if "areas" in sheet.layers:
        yield _border(sheet, sheet.area_of.__getitem__, Print.FRAME, 2)
    if sheet.family in ("sudoku", "killersudoku", "evenoddsudoku"):
        from deduce_models.pencil.rules.latin import boxes

        with suppress(RecordError):  # a grid that is being drawn need not have boxes yet
            box = {at: i for i, cells in enumerate(boxes(sheet)) for at in cells}
            yield _border(sheet, box.__getitem__, Print.FRAME, 2)
    if "rules" in sheet.layers:
        with suppress(RecordError):
            box = {at: i for i, cells in enumerate(variant_drawing().boxes_of(sheet)) for at in cells}
            yield _border(sheet, lambda at: box.get(at, 0), Print.FRAME, 2)
    if shown and sheet.family in (*NAMED_REGIONS, "fillomino"):
        yield _border(sheet, shown.__getitem__, _ADDED, 3)
    if shown and sheet.family in SIDED:
        yield _border(sheet, lambda at: shown.get(at, "-"), _LINE, 3, outer="-")


def _border(
    sheet: Sheet, name: Callable[[Cell], object], colour: str, width: int, outer: str | None = None
) -> str:
    lines = []
    for r, c in sheet.cells:
        here = name((r, c))
        if c < sheet.cols and name((r, c + 1)) != here:
            lines.append(f"M{c * SIZE} {(r - 1) * SIZE}v{SIZE}")
        if r < sheet.rows and name((r + 1, c)) != here:
            lines.append(f"M{(c - 1) * SIZE} {r * SIZE}h{SIZE}")
        if outer is not None and here != outer:
            lines += [
                f"M{x * SIZE} {(r - 1) * SIZE}v{SIZE}" for x, edge in ((0, 1), (c, sheet.cols)) if c == edge
            ]
            lines += [
                f"M{(c - 1) * SIZE} {y * SIZE}h{SIZE}" for y, edge in ((0, 1), (r, sheet.rows)) if r == edge
            ]
    return f'<path d="{"".join(lines)}" stroke="{colour}" stroke-width="{width}" fill="none" stroke-linecap="round"/>'


def _clues(sheet: Sheet, over: Collection[Cell]) -> Iterator[str]:
    """What is printed in cells and between them; a line runs through the cells `over`."""
    for layer in _PRINTED:
        for at, word in sheet.layer(layer).items() if layer in sheet.layers else ():
            if layer in ("clues", "tubes"):
                yield from _in_cell(sheet, at, word, at in over)
            else:
                yield from _around(layer, at, word)


def _around(layer: str, at: Cell, word: str) -> Iterator[str]:
    """What a layer prints on a corner or a side of a cell, or small inside of it."""
    x, y = middle(at)
    if layer in ("points", "corners"):
        side, radius, size = (-SIZE / 2, 7, 10) if layer == "points" else (SIZE / 2, 9, 9)
        x, y = x + side, y + side
        yield f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="{Print.PLAIN}" stroke="{Print.RING}"/>'
        yield text(x, y, word, _CLUE, size)
    elif layer in ("signs", "dots"):
        yield from _signs(x, y, word)
    elif layer == "marks":
        yield from _sticks(at, int(word))
    else:
        a, b = {"letters": (9, 8), "across": (SIZE / 2, 0), "down": (0, SIZE / 2)}[layer]
        yield text(x + a, y + b, word, _CLUE, 10)


def _in_cell(sheet: Sheet, at: Cell, word: str, crossed: bool) -> Iterator[str]:
    """A clue as its family draws it in a cell, which a line may cross."""
    x, y = middle(at)
    family = sheet.family
    if family in DOTS:
        right, low = int(word) & 1, int(word) >> 1
        x, y = x + right * SIZE / 2, y + low * SIZE / 2
        yield f'<circle cx="{x:g}" cy="{y:g}" r="5" fill="{Print.PLAIN}" stroke="{Print.INK}"/>'
    elif word in PEARLS and family in COLOURED:
        yield pearl(x, y, Print.INK if word in ("b", "2") else Print.PLAIN)
    elif family in ("balanceloop", "shingoki"):
        black, coloured = "b" in word, "w" in word or family == "balanceloop"
        yield pearl(x, y, Print.INK if black else Print.PLAIN if coloured else Print.MIST)
        yield text(x, y, word.strip("bwg"), Print.PLAIN if black else _CLUE, 10)
    elif family == "moonsun":
        yield pearl(x, y, Print.PLAIN) if word == "o" else _moon(x, y)
    elif family in LINED:
        yield from _ends(x, y, word, Print.GRID if family == "net" else Print.INK)
    elif family in CAGED:
        yield text(x - 12, y - 9, word, _CLUE, 8, "start")
    elif family == "hashi":
        yield pearl(x, y, Print.PLAIN, ISLAND)
        yield text(x, y, word, _CLUE)
    elif family == "kakuro" and "," in word:
        yield from _sums(x, y, word)
    elif (family != "kakuro" or word != "0") and word not in BLANKS.get(family, ()):
        yield from _plain_word(sheet, at, word, crossed)


def _plain_word(sheet: Sheet, at: Cell, word: str, crossed: bool) -> Iterator[str]:
    """A clue that is written, on a plate where a line crosses the cell."""
    black = _black(sheet, at)
    plain = pointing(sheet, word.strip("x") if black else word)
    if crossed:
        yield circle(*middle(at), _PLATE, Print.PLAIN)
    size = 13 if len(plain) < 3 else 9 if len(plain) < 5 else 6
    yield text(*middle(at), plain, Print.PLAIN if black else _CLUE, size)


def pointing(sheet: Sheet, word: str) -> str:
    """A word as it is printed: the letter of a side as an arrow, where a family's clues point.

    A white clue of Castle Wall (``2eo``) has no sign beside its arrow: it stands on white.
    """
    word = word.rstrip("o.") or word if sheet.family == "castlewall" else word
    arrow = "↑→↓←"["nesw".index(word[-1])] if sheet.family in ARROWED and word[-1:] in set("nesw") else ""
    return word[:-1] + arrow if arrow else word


def _moon(x: float, y: float) -> str:
    return f'<path d="M{x + 4:g} {y - 8:g}a9 9 0 1 0 0 16a7 8 0 0 1 0 -16z" fill="{Print.INK}"/>'


def _sums(x: float, y: float, word: str) -> Iterator[str]:
    """The sums of a black cell: of the run below it under a stroke, of the run to its right above."""
    down, _, across = word.partition(",")
    half, off = SIZE / 2, SIZE / 5
    yield f'<path d="M{x - half:g} {y - half:g}l{SIZE} {SIZE}" stroke="{Print.PLAIN}" stroke-width="1"/>'
    for number, a, b in ((down, x - off, y + off), (across, x + off, y - off)):
        if number:
            yield text(a, b, number, Print.PLAIN, 10)


def _signs(x: float, y: float, word: str) -> Iterator[str]:
    """Signs and dots between a cell and its right and lower neighbours."""
    for sign in word:
        down = sign in "v^WB"
        a, b = (x, y + SIZE / 2) if down else (x + SIZE / 2, y)
        if sign in "wbWB":
            yield pearl(a, b, Print.PLAIN if sign in "wW" else Print.INK, 4)
        else:
            yield text(a, b, sign, _CLUE, 12)


def _sticks(at: Cell, bits: int) -> Iterator[str]:
    r, c = at
    if bits & 1:
        yield f'<path d="M{c * SIZE} {(r - 0.75) * SIZE:g}v{SIZE / 2:g}" stroke="{Print.INK}" stroke-width="4"/>'
    if bits & 2:
        yield f'<path d="M{(c - 0.75) * SIZE:g} {r * SIZE}h{SIZE / 2:g}" stroke="{Print.INK}" stroke-width="4"/>'


def strokes(sheet: Sheet, shown: dict[Cell, str]) -> Iterator[str]:
    """The lines that the solution draws through cells."""
    for at, word in shown.items():
        if _is_line(sheet, word):
            yield from _ends(*middle(at), word)


def _is_line(sheet: Sheet, word: str) -> bool:
    """Whether a word of a solution spells the sides that a line goes to."""
    return word in WORDS and sheet.family not in LETTERED


def marks(sheet: Sheet, shown: dict[Cell, str]) -> Iterator[str]:
    """What the solution writes or draws in cells, besides its lines."""
    printed = _written(sheet)
    shades = SHADES.get(sheet.family, ())
    for at, word in shown.items():
        x, y = middle(at)
        if sheet.family == "gokigennaname":
            ends = (-0.5, 0.5, 0.5, -0.5) if word == "/" else (-0.5, -0.5, 0.5, 0.5)
            a, b, c, d = (SIZE * e for e in ends)
            yield f'<path d="M{x + a:g} {y + b:g}L{x + c:g} {y + d:g}" stroke="{_LINE}" stroke-width="2"/>'
        elif sheet.family in ("hashi", "wblink"):
            yield from _bridges(at, word)
        elif sheet.family == "shakashaka" and word != "-":
            yield _triangle(x, y, word)
        elif _is_line(sheet, word):
            continue
        elif sheet.family in ("tent", "akari", "starbattle") and word in ("o", "x"):
            if at not in printed:
                yield f'<circle cx="{x:g}" cy="{y:g}" r="8" fill="{Print.TENT}" stroke="{Print.BROWN}"/>'
        elif at not in printed and sheet.family not in NAMED_REGIONS and word not in ("-", "x", *shades):
            yield text(x, y, pointing(sheet, word), _ADDED)


def _written(sheet: Sheet) -> set[Cell]:
    """The cells where nothing but the clue is to be read."""
    if "clues" not in sheet.layers or sheet.family in CAGED:
        return set()
    return {at for at, word in sheet.clues.items() if sheet.family != "kakuro" or word != "0"}


def _bridges(at: Cell, word: str) -> Iterator[str]:
    """Bridges over a cell, or from the island in it to those right of it and below."""
    (x, y), gap = middle(at), SIZE - 2 * ISLAND
    near = [(word.count(side), side == "s", ISLAND, gap) for side in "es" if side in word]
    for number, down, start, length in [(*BRIDGES[word], -SIZE / 2, SIZE)] if word in BRIDGES else near:
        path = "".join(
            f"M{x + d:g} {y + start:g}v{length}" if down else f"M{x + start:g} {y + d:g}h{length}"
            for d in ((0,) if number == 1 else (-3, 3))
        )
        yield f'<path d="{path}" stroke="{_LINE}" stroke-width="2" fill="none"/>'


def _ends(x: float, y: float, word: str, colour: str = _LINE) -> Iterator[str]:
    half = SIZE / 2
    path = "".join(f"M{x:g} {y:g}l{SIDES[s][1] * half:g} {SIDES[s][0] * half:g}" for s in word)
    yield f'<path d="{path}" stroke="{colour}" stroke-width="3" fill="none" stroke-linecap="round"/>'


def _triangle(x: float, y: float, word: str) -> str:
    half = SIZE / 2
    corners = {"nw": (-1, -1), "ne": (1, -1), "sw": (-1, 1), "se": (1, 1)}
    a, b = corners[word]
    points = [(a, b), (-a, b), (a, -b)]
    return f'<polygon points="{{}}" fill="{Print.FILLED}"/>'.format(
        " ".join(f"{x + p * half:g},{y + q * half:g}" for p, q in points)
    )


def _beside(sheet: Sheet) -> Iterator[str]:
    """The numbers beside the grid."""
    if "rules" in sheet.layers:
        yield from variant_drawing().over(sheet)
    width, height = sheet.cols * SIZE, sheet.rows * SIZE
    for name, words in (("top", -10.0), ("bottom", height + 12.0)):
        for c, word in enumerate(sheet.layers.get(name, ((),))[0], 1):
            if word != "-":
                yield text((c - 0.5) * SIZE, words, word, _CLUE, 12)
    for name, edge in (("left", -10.0), ("right", width + 12.0)):
        for r, word in enumerate(sheet.layers.get(name, ((),))[0], 1):
            if word != "-":
                yield text(edge, (r - 0.5) * SIZE, word, _CLUE, 12)
    for c, line in enumerate(sheet.layers.get("columns", ()), 1):
        for i, word in enumerate(reversed(line)):
            yield text((c - 0.5) * SIZE, -8 - 10 * i, word, _CLUE, 9)
    if "rows" in sheet.layers:
        for r, line in enumerate(sheet.layers["rows"], 1):
            yield text(-4, (r - 0.5) * SIZE, " ".join(line), _CLUE, 9, "end")
    for kind, sign, shift in (("pluses", "+", -24), ("minuses", "-", -9)):
        for c, word in enumerate(sheet.layers.get(f"column {kind}", ((),))[0], 1):
            yield text((c - 0.5) * SIZE, shift, f"{sign}{word}" if word != "-" else "", _CLUE, 9)
        for r, word in enumerate(sheet.layers.get(f"row {kind}", ((),))[0], 1):
            yield text(shift, (r - 0.5) * SIZE, f"{sign}{word}" if word != "-" else "", _CLUE, 9)

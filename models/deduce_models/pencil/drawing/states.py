"""Pictures of a puzzle half solved: what is known of it, and what a step adds."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from deduce.language.facts import Fact
from deduce.language.variables import Variable
from deduce.puzzles.hints import Hint
from deduce.puzzles.walks import Step
from deduce.show.svg import Print
from deduce_models.pencil.drawing.pictures import canvas, marks, printed, strokes
from deduce_models.pencil.drawing.shapes import SIZE, between, circle, middle, rect, text
from deduce_models.pencil.rules.board import CLEAR, SHADED, PuzzleBoard
from deduce_models.pencil.rules.loops import LINE
from deduce_models.pencil.sheet.printed import Cell

Masks = Mapping[Variable, int]
NEW, USED, OLD, ADDED = Print.NEW, Print.USED, Print.OLD, Print.RED
_LOOK = 8
"""How wide that is drawn between two cells of which nothing is settled, only that one should look there."""
_CANDIDATES = 9
"""Candidates are written in a cell up to this many values."""


def after(steps: Sequence[Step], number: int) -> tuple[dict[Variable, int], set[Variable], set[Variable]]:
    """What is known after a step: masks of candidates; the variables it is about; those it uses."""
    masks: dict[Variable, int] = {}
    for step in steps[:number]:
        for fact in step.conclusions:
            v = fact.scope[0]
            masks[v] = masks.get(v, v.full_mask) & (fact.support(v) or 0)
    if not 1 <= number <= len(steps):
        return masks, set(), set()
    last = steps[number - 1]
    new = {fact.scope[0] for fact in last.conclusions}
    used = {fact.scope[0] for fact in last.facts}
    return masks, new, used


def draw_state(
    board: PuzzleBoard, masks: Masks, new: Collection[Variable] = (), used: Collection[Variable] = ()
) -> str:
    """A picture as SVG: the puzzle, the candidates left, and in colour what is new and what it came from."""
    sheet = board.sheet
    below = [*_backgrounds(board, masks, new, used)]
    lines = [*_edges(board, masks, new)]
    edge = board.lines.edge if board.lines else {}
    over = {at for pair, v in edge.items() if _settled(v, masks) == LINE for at in pair}
    return canvas(sheet, [*below, *printed(sheet, {})], _cells(board, masks, new), strokes=lines, over=over)


def draw_hint(board: PuzzleBoard, entered: Masks, hint: Hint) -> str:
    """The position with what the hint says of it: where to look, the step, or the wrong entry and what rules it out.

    Args:
        board: The puzzle.
        entered: What was filled in: masks of candidates.
        hint: In any strength; the weaker, the less is coloured.
    """
    masks = dict(entered)
    if hint.mistake is not None:
        why = hint.mistake.why.because if hint.strength > 1 else ()
        used = {s.content.scope[0] for s in why if s.place == "entered" and isinstance(s.content, Fact)}
        return draw_state(board, masks, {hint.mistake.variable}, used)
    found, new, used = after(hint.steps, len(hint.steps))
    for v, mask in found.items():
        masks[v] = masks.get(v, v.full_mask) & mask
    return draw_state(board, masks, new or set(hint.where), used)


def _settled(variable: Variable, masks: Masks) -> object:
    """The one value left, or None."""
    mask = masks.get(variable, variable.full_mask)
    return variable.domain[mask.bit_length() - 1] if mask and mask & (mask - 1) == 0 else None


def _backgrounds(
    board: PuzzleBoard, masks: Masks, new: Collection[Variable], used: Collection[Variable]
) -> Iterator[str]:
    for at, v in board.grids.get("cell", {}).items():
        if _settled(v, masks) == SHADED:
            yield rect(at, Print.GOLD if v in new else Print.SHADED)
        elif v in new:
            yield rect(at, NEW)
        elif v in used:
            yield rect(at, USED)


def _cells(board: PuzzleBoard, masks: Masks, new: Collection[Variable]) -> Iterator[str]:
    sheet = board.sheet
    written = sheet.clues if "clues" in sheet.layers else {}
    shown: dict[Cell, str] = {}
    for at, v in board.grids.get("cell", {}).items():
        value = _settled(v, masks)
        x, y = middle(at)
        if value == CLEAR:
            if at not in written and board.lines is None:
                yield circle(x, y, 2, ADDED if v in new else OLD)
        elif value is not None and value not in (SHADED, "visited"):
            shown[at] = "x" if value in ("star", "tent", "light") else str(value)
        elif value is None and at not in written:
            yield from _candidates(at, v, masks)
    yield from strokes(sheet, shown)
    yield from marks(sheet, shown)


def _candidates(at: Cell, variable: Variable, masks: Masks) -> Iterator[str]:
    """The values left, small, each in its own place."""
    if variable not in masks or len(variable.domain) > _CANDIDATES:
        return
    if not all(isinstance(value, int) for value in variable.domain):
        return
    x, y = middle(at)
    wide = 3 if len(variable.domain) > 4 else 2
    for i, value in enumerate(variable.domain):
        if masks[variable] >> i & 1:
            step = SIZE / wide
            yield text(
                x - SIZE / 2 + (i % wide + 0.5) * step,
                y - SIZE / 2 + (i // wide + 0.5) * step,
                str(value),
                OLD,
                7,
            )


def _edges(board: PuzzleBoard, masks: Masks, new: Collection[Variable]) -> Iterator[str]:
    """Lines between cells or along their sides, borders and bridges."""
    edge = board.lines.edge if board.lines else {}
    for (a, b), v in edge.items():
        yield from _segment(middle(a), middle(b), v, masks, new)
    for (a, b), v in board.sides.items():
        yield from _segment(_corner(a), _corner(b), v, masks, new)
    for (a, b), v in board.borders.items():
        if _settled(v, masks) == "parted":
            yield between(a, b, ADDED if v in new else Print.FRAME)
        elif _settled(v, masks) == "joined":
            yield from _cross(middle(a), middle(b), ADDED if v in new else Print.CROSS)
        elif v in new:
            yield _stroke(*middle(a), *middle(b), NEW, _LOOK)
    for (a, b), (v, _) in board.bridges.items():
        number = _settled(v, masks)
        if number is None and v in new:
            yield _stroke(*middle(a), *middle(b), NEW, _LOOK)
        for i in range(number if isinstance(number, int) else 0):
            shift = 3 * (2 * i - (number == 2))
            (x, y), (x2, y2) = middle(a), middle(b)
            dx, dy = (shift, 0) if a[1] == b[1] else (0, shift)
            yield _stroke(x + dx, y + dy, x2 + dx, y2 + dy, ADDED if v in new else Print.FRAME, 2)


def _corner(at: Cell) -> tuple[float, float]:
    return (at[1] - 1) * SIZE, (at[0] - 1) * SIZE


def _segment(
    start: tuple[float, float],
    end: tuple[float, float],
    variable: Variable,
    masks: Masks,
    new: Collection[Variable],
) -> Iterator[str]:
    value = _settled(variable, masks)
    (x, y), (x2, y2) = start, end
    if value is None and variable in new:
        yield _stroke(x, y, x2, y2, NEW, _LOOK)
    elif value == LINE:
        yield _stroke(x, y, x2, y2, ADDED if variable in new else Print.FRAME, 3)
    elif value is not None and variable in masks:
        yield from _cross(start, end, ADDED if variable in new else Print.CROSS)


def _cross(start: tuple[float, float], end: tuple[float, float], colour: str) -> Iterator[str]:
    """A small cross midway: nothing runs here."""
    x, y, d = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2, 3
    yield _stroke(x - d, y - d, x + d, y + d, colour, 1)
    yield _stroke(x - d, y + d, x + d, y - d, colour, 1)


def _stroke(x: float, y: float, x2: float, y2: float, colour: str, width: int) -> str:
    return (
        f'<path d="M{x:g} {y:g}L{x2:g} {y2:g}" stroke="{colour}" stroke-width="{width}" '
        'fill="none" stroke-linecap="round"/>'
    )

"""Stages, costumes, tracks and offers as blocks of a picture: pure functions of values, next to `drawing`'s text.

An element has the colour of its piece in light and in dark, and always the letter of `LETTERS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deduce.show import svg
from deduce.show.svg import Print
from deduce_models.shakespeare.components import drawing
from deduce_models.shakespeare.components.elements import COLOURS
from deduce_models.shakespeare.components.parts import ACTS, SLOTS, Components
from deduce_models.shakespeare.components.stage import Set, Stage

FILLS = ("none", Print.COAL, Print.PINK, Print.PURPLE, Print.BLUE, Print.GREEN, Print.YELLOW)
"""The fill of each colour by its number."""
INKS = ("dim", Print.WHITE, Print.DARK, Print.WHITE, Print.WHITE, Print.WHITE, Print.DARK)
"""The letter on each colour."""
HIGH = 38.0
"""The height of a space of the stage."""


def element(
    x: float, y: float, wide: float, high: float, colour: int, *, edge: str = "edge", line: float = 1
) -> str:
    """A piece of a colour with its letter, or a dashed empty slot."""
    if not colour:
        return svg.box(x, y, wide, high, "", "rule", dashes="3 2")
    size = min(15.0, high - 5)
    return svg.box(x, y, wide, high, FILLS[colour], edge, line=line) + svg.text(
        x + wide / 2,
        y + high / 2 + size * 0.36,
        drawing.LETTERS[colour],
        size=size,
        ink=INKS[colour],
        anchor="middle",
        bold=True,
    )


def keys_block() -> svg.Block:
    """The legend of the colours."""
    shapes, wide = [], svg.INNER / len(COLOURS)
    for number, colour in enumerate(COLOURS, 1):
        x = wide * (number - 1)
        shapes.append(element(x, 0, 15, 15, number))
        shapes.append(svg.text(x + 18, 11.5, colour, size=10, ink="dim", fit=wide - 19))
    return svg.Block(22, tuple(shapes))


def stage_block(stage: Stage, pieces: Set) -> svg.Block:
    """The stage with the pieces that stand on it."""
    left, top, brick = _frame(stage, svg.INNER)

    def corner(row: int, column: int) -> tuple[float, float]:
        return (column - left) * brick / 2 + 1.5, (top - row) * HIGH

    shapes = []
    for row, column in stage.printed:
        x, y = corner(row, column)
        shapes.append(svg.box(x, y, brick - 3, HIGH - 3, "soft", "rule"))
        shapes.append(svg.text(x + brick / 2 - 1.5, y + 22, "printed", size=9, ink="dim", anchor="middle"))
    for place, cell in enumerate(stage.cells):
        x, y = corner(cell.row, cell.column)
        if pieces[place]:
            shapes.append(element(x, y, brick - 3, HIGH - 3, pieces[place]))
        else:
            asked = drawing.asked_colour(stage, pieces, place)
            shapes += _space(
                x, y, brick - 3, cell.name, cell.candle, asked, drawing.is_open(stage, pieces, place)
            )
    notes = ["outlined: open now", "dashed: not yet", "= asked by the mirror"]
    bottom = top * HIGH
    shapes.append(svg.text(0, bottom + 12, "; ".join(notes), size=10, ink="dim", fit=svg.INNER))
    return svg.Block(bottom + 20, tuple(shapes), drawing.stage_text(stage, pieces))


def _frame(stage: Stage, room: float) -> tuple[int, int, float]:
    """The leftmost column, the top row, and how wide a piece is where the stage is to fill `room`."""
    spots = [*((cell.row, cell.column) for cell in stage.cells), *stage.printed]
    left, right = min(column for _, column in spots), max(column for _, column in spots)
    return left, max(row for row, _ in spots), room / ((right - left + 2) / 2)


def _space(x: float, y: float, wide: float, name: str, candle: bool, asked: int, free: bool) -> list[str]:
    ink = "ink" if free else "dim"
    frame = svg.box(
        x,
        y,
        wide,
        HIGH - 3,
        "card" if free else "paper",
        "ink" if free else "rule",
        line=1.5 if free else 1,
        dashes="" if free else "4 3",
    )
    shapes = [frame, svg.text(x + 5, y + (13 if asked else 22), name, size=10.5, ink=ink, fit=wide - 20)]
    if asked:
        shapes.append(svg.text(x + 5, y + 28, "=", size=11, ink=ink))
        shapes.append(element(x + 14, y + 18, 13, 13, asked))
    if candle:
        foot, middle = y + HIGH - 8, x + wide - 9
        shapes.append(svg.box(middle - 2.5, foot - 11, 5, 11, Print.WAX, Print.BRONZE, radius=0))
        shapes.append(
            f'<ellipse cx="{middle:g}" cy="{foot - 15:g}" rx="2.6" ry="4" fill="{Print.ORANGE}"/>'
        )
    return shapes


def small_stage(stage: Stage, pieces: Set, x: float, y: float, room: float) -> tuple[list[str], float]:
    """Another's stage, small: the shapes in `room` units from (x, y), and their height."""
    left, top, brick = _frame(stage, room)
    high = brick * 0.62
    shapes = [
        svg.box(
            x + (column - left) * brick / 2, y + (top - row) * high, brick - 1.5, high - 1.5, "soft", "rule"
        )
        for row, column in stage.printed
    ]
    for place, cell in enumerate(stage.cells):
        at = x + (cell.column - left) * brick / 2, y + (top - cell.row) * high
        shapes.append(element(*at, brick - 1.5, high - 1.5, pieces[place]))
    return shapes, top * high


def costumes_block(
    parts: Components, costumes: Sequence[drawing.Costume], marks: Sequence[str] = ()
) -> svg.Block:
    """The costumes: three slots a character with a green outline when complete; `marks` are further words."""
    shapes, step = [], 22.0
    for row, (name, colours) in enumerate(costumes):
        y, done = step * row, len(colours) == SLOTS
        shapes.append(svg.text(0, y + 13, name, size=11.5, bold=done, fit=104))
        for slot, colour in enumerate([*colours, 0, 0, 0][:SLOTS]):
            edge = "good" if done else "edge"
            shapes.append(element(108 + 25 * slot, y, 22, 18, colour, edge=edge, line=2 if done else 1))
        words = drawing.costume_state(parts, colours) + (f"; {marks[row]}" if marks and marks[row] else "")
        shapes.append(svg.text(188, y + 13, words, size=10.5, ink="dim", fit=svg.INNER - 188))
    said = drawing.costumes_text(parts, costumes)
    told = [f"{name}: {mark}" for (name, _), mark in zip(costumes, marks, strict=False) if mark]
    return svg.Block(step * len(costumes) + 4, tuple(shapes), "\n".join([said, *told]))


def acts_block(parts: Components, piles: drawing.Piles) -> svg.Block:
    """The act tracks: grey spaces cost prestige, prizes under the spaces, the lowest disc is ahead."""
    longest = max(act.length for act in parts.acts)
    wide, shapes, y = (svg.INNER - 42) / longest, [], 0.0
    for name, act, discs in zip(ACTS, parts.acts, piles, strict=True):
        tallest = max((len(pile) for pile in discs.values()), default=1)
        deep = max(30.0, 15.0 * tallest + 14)
        word, found = drawing.prizes(act)
        shapes.append(svg.text(0, y + 16, f"Act {name}", size=11.5, bold=True, fit=40))
        for space in range(1, act.length + 1):
            x, costs = 42 + wide * (space - 1), space <= parts.penalty_spaces
            shapes.append(svg.box(x, y, wide - 3, deep, "soft" if costs else "card"))
            shapes.append(svg.text(x + 3, y + 10, str(space), size=9, ink="dim"))
            for height, disc in enumerate(discs.get(space, ())):
                seat = int(disc) if disc.isdigit() else 0
                shapes.append(svg.disc(x + wide / 2, y + deep - 10 - 15 * height, disc, seat, radius=7.5))
            worth = dict(found).get(space)
            if worth is not None:
                shapes.append(
                    svg.text(x + wide / 2 - 1, y + deep + 11, f"+{worth}", size=10, anchor="middle")
                )
        note = f"prestige: {drawing.ranks(act)}" if act.ranks else word
        shapes.append(svg.text(0, y + deep + 11, note, size=10, ink="dim"))
        y += deep + 19
    words = f"shaded: {parts.penalty} prestige; of a pile the lowest disc is ahead"
    shapes.append(svg.text(0, y + 8, words, size=10, ink="dim"))
    return svg.Block(y + 16, tuple(shapes), drawing.acts_text(parts, piles))


def ambiance_block(parts: Components, discs: Mapping[str, int]) -> svg.Block:
    """The ambiance track from its worst to its best space, with what each space gives."""
    shapes, wide = [], svg.INNER / len(parts.ambiance)
    for space in range(len(parts.ambiance)):
        x = wide * space
        here = [name for name, at in discs.items() if at == space]
        shapes.append(svg.box(x, 0, wide - 3, 62, "soft" if here else "card"))
        shapes.append(svg.text(x + 4, 11, str(space), size=9, ink="dim"))
        gain = drawing.gain_text(parts.ambiance[space], parts.grey[space]).replace(" in an act", "")
        for row, words in enumerate(svg.wrapped(gain, wide - 8, 9)[:2]):
            middle = x + wide / 2 - 1.5
            shapes.append(svg.text(middle, 24 + 11 * row, words, size=9, anchor="middle", fit=wide - 6))
        for number, name in enumerate(here):
            seat = int(name) if name.isdigit() else 0
            at = x + wide / 2 - 1.5 + 7 * (2 * number - len(here) + 1)
            shapes.append(svg.disc(at, 50, name, seat, radius=7.5))
    return svg.Block(70, tuple(shapes), drawing.ambiance_text(parts, discs))


def offer_block(title: str, offer: Sequence[int], bag: Sequence[int]) -> svg.Block:
    """The elements on offer, one by one, and how many of each are left in the bag."""
    shapes = [svg.text(0, 13, title, size=11.5, bold=True, fit=100)]
    pieces = [colour for colour, count in enumerate(offer, 1) for _ in range(count)]
    step = min(22.0, (svg.INNER - 108 - 20) / max(1, len(pieces) - 1)) if pieces else 0.0
    shapes += [element(108 + step * place, 0, 20, 18, colour) for place, colour in enumerate(pieces)]
    left = f"in the bag: {drawing.offer_text(bag)}"
    shapes.append(svg.text(108, 31, left, size=10, ink="dim", fit=svg.INNER - 108))
    return svg.Block(38, tuple(shapes), f"{title}: {drawing.offer_text(offer)}; {left}")

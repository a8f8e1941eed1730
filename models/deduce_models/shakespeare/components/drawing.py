"""Drawings of stages, costumes and tracks as pure functions of values: text for the terminal, SVG for pages.

The text fits 80 columns and needs no colour: every element is shown by the letter of its colour (`LETTERS`).
A `Picture` is a part of an SVG drawing; `svg` sets pictures one above the other in one document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from deduce_models.shakespeare.components.parts import ACTS, COLOURS, VALUES, Act, Components, Gain
from deduce_models.shakespeare.components.stage import JOKER, Set, Stage

__all__ = [
    "LEGEND",
    "LETTERS",
    "Picture",
    "acts_picture",
    "acts_text",
    "ambiance_picture",
    "ambiance_text",
    "costumes_picture",
    "costumes_text",
    "offer_text",
    "stage_picture",
    "stage_text",
    "svg",
]

LETTERS = " KPUBGY"
"""The letter of each colour by its number (0: no element)."""

LEGEND = "K black 1, P pink 2, U purple 3, B blue 4, G green 5, Y yellow (3 in a costume)"
"""What the letters mean, and what the elements cost."""

STAGE_LEGEND = (
    "[K] filled  <K1> proposed, in this order  (1C) open  1C not yet  [#] printed",
    "* candle  =K the mirrored piece asks for black or yellow",
)

Placed = Sequence[tuple[int, int]]
"""Proposed placements in their order: (space, colour), both as numbers."""

Costume = tuple[str, Sequence[int]]
"""A character's name and the colours of the elements of its costume, at most three."""

Piles = Sequence[Mapping[int, Sequence[str]]]
"""For each act, the discs on each occupied space (from 1), lowest first: the lowest is ahead."""


def offer_text(offer: Sequence[int]) -> str:
    """Counts by colour, as in an offer or a bag: ``K2 U1 Y1``; ``nothing`` when empty."""
    shown = [f"{LETTERS[colour]}{count}" for colour, count in enumerate(offer, 1) if count]
    return " ".join(shown) or "nothing"


def _asked(stage: Stage, pieces: Set, place: int) -> int:
    """The colour that the mirrored piece asks of an empty space; 0 when any colour fits."""
    colour = pieces[stage.cells[place].mirror]
    return 0 if colour == JOKER else colour


def _open(stage: Stage, pieces: Set, place: int) -> bool:
    """Whether the space is empty and all pieces under it are there."""
    return not pieces[place] and all(pieces[under] for under in stage.cells[place].supports)


def _after(pieces: Set, placed: Placed) -> Set:
    """The pieces with the proposed ones among them."""
    known = dict(placed)
    return bytes(known.get(place, colour) for place, colour in enumerate(pieces))


def stage_text(stage: Stage, pieces: Set | None = None, placed: Placed = ()) -> str:
    """The stage, top row first, with its legend.

    Args:
        stage: The geometry.
        pieces: The colour of the piece on each space, 0 when empty; by default all are empty.
        placed: Placements to highlight with their order numbers; they need not be in `pieces`.
    """
    before = stage.empty if pieces is None else pieces
    after = _after(before, placed)
    order = {place: number for number, (place, _) in enumerate(placed, 1)}
    rows: dict[int, dict[int, str]] = {}
    for row, column in stage.printed:
        rows.setdefault(row, {})[column] = "[#]"
    for place, cell in enumerate(stage.cells):
        if place in order:
            mark = f"<{LETTERS[after[place]]}{order[place]}>"
        elif after[place]:
            mark = f"[{LETTERS[after[place]]}]"
        else:
            asked = _asked(stage, after, place)
            mark = cell.name + "*" * cell.candle + (f"={LETTERS[asked]}" if asked else "")
            mark = f"({mark})" if _open(stage, after, place) else mark
        rows.setdefault(cell.row, {})[cell.column] = mark
    left = min(column for marks in rows.values() for column in marks)
    lines = []
    for _, marks in sorted(rows.items(), reverse=True):
        line = ""
        for column, mark in sorted(marks.items()):
            line = line.ljust(4 * (column - left)) + mark.center(8)
        lines.append(line.rstrip())
    return "\n".join([*lines, "", LEGEND, *STAGE_LEGEND])


def _costume_state(parts: Components, elements: Sequence[int]) -> str:
    """``sum 7 of 2 elements, 1 to come``, or ``sum 7, complete: 2 pounds``."""
    total = sum(VALUES[colour] for colour in elements)
    if len(elements) < 3:
        return f"sum {total}, {3 - len(elements)} to come"
    pounds, prestige = parts.costumes[total]
    return f"sum {total}, complete: {_gain_text(Gain(pounds=pounds, prestige=prestige))}"


def costumes_text(parts: Components, costumes: Sequence[Costume]) -> str:
    """One line a character: three slots, the sum, and what the complete costume brought."""
    if not costumes:
        return "no costumes"
    width = min(24, max(len(name) for name, _ in costumes))
    lines = []
    for name, elements in costumes:
        slots = "".join(f"[{LETTERS[colour]}]" for colour in [*elements, 0, 0, 0][:3])
        lines.append(f"{name[:24]:<{width}}  {slots}  {_costume_state(parts, elements)}")
    return "\n".join(lines)


def _prizes(act: Act) -> tuple[str, tuple[tuple[int, int], ...]]:
    """What the prizes of an act are, and the spaces from which they are won."""
    return ("pounds", act.pounds) if act.pounds else ("prestige", act.prestige)


def _ranks(act: Act) -> str:
    names = ("first", "second", "third", "fourth")
    return ", ".join(f"{name} {worth}" for name, worth in zip(names, act.ranks, strict=False))


def acts_text(parts: Components, piles: Piles) -> str:
    """The three act tracks with their piles of discs and their prizes."""
    longest = max(act.length for act in parts.acts)
    cell = max(3, min(6, 68 // longest))
    lines = [" " * 10 + "".join(str(space).rjust(cell) for space in range(1, longest + 1))]
    for name, act, discs in zip(ACTS, parts.acts, piles, strict=True):
        marks = ["".join(discs.get(space, ())) or "." for space in range(1, act.length + 1)]
        lines.append(f"Act {name}".ljust(10) + "".join(mark.rjust(cell) for mark in marks))
        word, prizes = _prizes(act)
        if prizes:
            row = [str(dict(prizes).get(space, "")).rjust(cell) for space in range(1, act.length + 1)]
            lines.append(f"  {word}".ljust(10) + "".join(row).rstrip())
        if act.ranks:
            lines.append(f"  prestige: {_ranks(act)}")
    lines.append(f"{parts.penalty} prestige on spaces 1 to {parts.penalty_spaces} of each act.")
    lines.append("Of discs on one space the one named first lies lowest and is ahead.")
    return "\n".join(line.rstrip() for line in lines)


def _gain_text(gain: Gain, grey: int = 0) -> str:
    """A gain in words: ``1 pound, 2 prestige``."""
    found = [f"{gain.pounds} pound{'s' * (gain.pounds != 1)}"] if gain.pounds else []
    found += [f"{gain.prestige} prestige"] if gain.prestige else []
    found += [f"{gain.quills[3]} white quill{'s' * (gain.quills[3] != 1)}"] if gain.quills[3] else []
    found += [f"{grey} step{'s' * (grey != 1)} back in an act"] if grey else []
    return ", ".join(found) or "nothing"


def ambiance_text(parts: Components, discs: Mapping[str, int]) -> str:
    """The ambiance track, best space first: what each space gives, and whose disc (name to space) is there."""
    lines = []
    for space in reversed(range(len(parts.ambiance))):
        here = " ".join(name for name, at in discs.items() if at == space)
        gain = _gain_text(parts.ambiance[space], parts.grey[space])
        lines.append(f"{space:>2}  {gain:<24}{here}".rstrip())
    return "\n".join(["Ambiance", *lines])


# SVG.

FILLS = ("#ffffff", "#3a3a3a", "#e78ac3", "#7b52ab", "#4a90d9", "#3f9b4f", "#f5c518")
"""The fill of each colour by its number."""

INKS = ("#555555", "#ffffff", "#1a1a1a", "#ffffff", "#ffffff", "#ffffff", "#1a1a1a")
"""The letter on each colour."""

ACCENT = "#d9480f"
BRICK, HEIGHT, MARGIN = 62, 40, 16


@dataclass(frozen=True)
class Picture:
    """A part of a drawing, in pixels from its own upper left corner, with the same in words."""

    width: float
    height: float
    shapes: tuple[str, ...]
    words: str


def svg(title: str, *pictures: Picture) -> str:
    """One SVG document with the pictures one above the other, an accessible title and the content in words."""
    width = max((picture.width for picture in pictures), default=0) + 2 * MARGIN
    width, top, groups = max(width, 9 * len(title) + 2 * MARGIN), 44.0, []
    for picture in pictures:
        groups.append(f'<g transform="translate({MARGIN} {top:g})">{"".join(picture.shapes)}</g>')
        top += picture.height + 24
    words = "\n\n".join(picture.words for picture in pictures)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width:g}" height="{top:g}" '
        f'viewBox="0 0 {width:g} {top:g}" font-family="sans-serif" font-size="13">'
        f"<title>{escape(title)}</title><desc>{escape(words)}</desc>"
        f'<rect width="100%" height="100%" fill="#fffdf8"/>'
        + _label(MARGIN, 27, title, size=17, weight="bold")
        + "".join(groups)
        + "</svg>"
    )


def _label(
    x: float,
    y: float,
    words: str,
    *,
    size: int = 13,
    ink: str = "#222222",
    anchor: str = "start",
    weight: str = "normal",
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{ink}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{escape(words)}</text>'
    )


def _box(x: float, y: float, width: float, height: float, fill: str, extra: str = "") -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="5" fill="{fill}" '
        f"{extra or _line('#555555')}/>"
    )


def _line(colour: str, width: float = 1, dashes: str = "") -> str:
    return f'stroke="{colour}" stroke-width="{width:g}"' + (
        f' stroke-dasharray="{dashes}"' if dashes else ""
    )


def _candle(x: float, y: float) -> str:
    """A candle with its foot at (x, y)."""
    return (
        f'<rect x="{x - 3:g}" y="{y - 13:g}" width="6" height="13" fill="#f3e3b3" {_line("#8a6d1a")}/>'
        f'<ellipse cx="{x:g}" cy="{y - 18:g}" rx="3" ry="5" fill="#f08c00"/>'
    )


def _keys(x: float, y: float) -> list[str]:
    """The legend of the colours."""
    shapes = []
    for number, colour in enumerate(COLOURS, 1):
        shapes.append(_box(x, y, 20, 20, FILLS[number]))
        shapes.append(_label(x + 10, y + 15, LETTERS[number], ink=INKS[number], anchor="middle"))
        shapes.append(_label(x + 25, y + 15, colour, size=12))
        x += 38 + 7 * len(colour)
    return shapes


def stage_picture(stage: Stage, pieces: Set | None = None, placed: Placed = ()) -> Picture:
    """The stage; proposed placements have a thick outline and their order number. Arguments as `stage_text`."""
    before = stage.empty if pieces is None else pieces
    after = _after(before, placed)
    order = {place: number for number, (place, _) in enumerate(placed, 1)}
    spots = [*((cell.row, cell.column) for cell in stage.cells), *stage.printed]
    left, top = min(column for _, column in spots), max(row for row, _ in spots)

    def corner(row: int, column: int) -> tuple[float, float]:
        return (column - left) * BRICK / 2, (top - row) * HEIGHT

    width = (max(column for _, column in spots) - left + 2) * BRICK / 2
    shapes = []
    for row, column in stage.printed:
        x, y = corner(row, column)
        shapes.append(_box(x + 2, y + 2, BRICK - 4, HEIGHT - 4, "#cfc7b8"))
        shapes.append(_label(x + BRICK / 2, y + 25, "printed", size=11, ink="#6b6357", anchor="middle"))
    for place, cell in enumerate(stage.cells):
        x, y = corner(cell.row, cell.column)
        if after[place]:
            shapes += _brick(x, y, after[place], order.get(place, 0))
        else:
            asked = _asked(stage, after, place)
            shapes += _space(x, y, cell.name, cell.candle, asked, _open(stage, after, place))
    bottom = top * HEIGHT + 14
    notes = ["white: open now", "dashed: not yet", "= asked by the mirror"]
    notes += ["orange: proposed, in this order"] if placed else []
    return Picture(
        max(width, 460),
        bottom + 46,
        (*shapes, *_keys(0, bottom), _label(0, bottom + 40, "; ".join(notes), size=12)),
        stage_text(stage, pieces, placed),
    )


def _brick(x: float, y: float, colour: int, number: int) -> list[str]:
    edge = _line(ACCENT, 3.5) if number else _line("#222222")
    shapes = [_box(x + 2, y + 2, BRICK - 4, HEIGHT - 4, FILLS[colour], edge)]
    shapes.append(
        _label(x + BRICK / 2, y + 26, LETTERS[colour], size=17, ink=INKS[colour], anchor="middle")
    )
    if number:
        shapes.append(f'<circle cx="{x + 13:g}" cy="{y + 13:g}" r="9" fill="#ffffff" {_line(ACCENT, 2)}/>')
        shapes.append(
            _label(x + 13, y + 17, str(number), size=12, ink=ACCENT, anchor="middle", weight="bold")
        )
    return shapes


def _space(x: float, y: float, name: str, candle: bool, asked: int, is_open: bool) -> list[str]:
    edge = _line("#333333", 1.5) if is_open else _line("#b0b0b0", 1, "4 3")
    ink = "#222222" if is_open else "#8a8a8a"
    shapes = [_box(x + 2, y + 2, BRICK - 4, HEIGHT - 4, "#ffffff" if is_open else "#f3f1ec", edge)]
    shapes.append(_label(x + 8, y + (16 if asked else 25), name, size=12, ink=ink))
    if asked:
        shapes.append(_label(x + 8, y + 32, "=", size=12, ink=ink))
        shapes.append(_box(x + 18, y + 20, 15, 15, FILLS[asked], _line("#555555", 0.8)))
        shapes.append(_label(x + 25.5, y + 32, LETTERS[asked], size=11, ink=INKS[asked], anchor="middle"))
    if candle:
        shapes.append(_candle(x + BRICK - 14, y + 33))
    return shapes


def costumes_picture(parts: Components, costumes: Sequence[Costume]) -> Picture:
    """The costumes: three slots a character, green outlines when complete."""
    shapes, step = [], 34
    for number, (name, elements) in enumerate(costumes):
        y, done = step * number, len(elements) == 3
        shapes.append(_label(0, y + 19, name, weight="bold" if done else "normal"))
        for slot, colour in enumerate([*elements, 0, 0, 0][:3]):
            edge = _line("#2b8a3e", 2.5) if done else _line("#777777", 1, "" if colour else "4 3")
            shapes.append(_box(150 + 40 * slot, y, 34, 27, FILLS[colour], edge))
            shapes.append(
                _label(167 + 40 * slot, y + 19, LETTERS[colour].strip(), ink=INKS[colour], anchor="middle")
            )
        shapes.append(_label(280, y + 19, _costume_state(parts, elements)))
    return Picture(560, max(step * len(costumes), 10), tuple(shapes), costumes_text(parts, costumes))


def acts_picture(parts: Components, piles: Piles) -> Picture:
    """The act tracks: grey spaces cost prestige, prizes under the spaces, the lowest disc is ahead."""
    shapes, y = [], 0.0
    for name, act, discs in zip(ACTS, parts.acts, piles, strict=True):
        tallest = max((len(pile) for pile in discs.values()), default=1)
        deep = max(36, 18 * tallest + 18)
        word, prizes = _prizes(act)
        shapes.append(_label(0, y + 20, f"Act {name}", weight="bold"))
        note = f"prestige: {_ranks(act)}" if act.ranks else word
        shapes.append(_label(0, y + deep + 14, note, size=12))
        for space in range(1, act.length + 1):
            x = 62 + 50 * (space - 1)
            fill = "#d5d5d5" if space <= parts.penalty_spaces else "#ffffff"
            shapes.append(_box(x, y, 46, deep, fill))
            shapes.append(_label(x + 4, y + 12, str(space), size=10, ink="#666666"))
            for height, disc in enumerate(discs.get(space, ())):
                shapes += _disc(x + 28, y + deep - 14 - 18 * height, disc)
            worth = dict(prizes).get(space)
            if worth is not None:
                shapes.append(_label(x + 23, y + deep + 14, f"+{worth}", size=12, anchor="middle"))
        y += deep + 28
    shapes.append(
        _label(0, y + 4, f"grey: {parts.penalty} prestige; of a pile the lowest disc is ahead", size=12)
    )
    longest = max(act.length for act in parts.acts)
    return Picture(62 + 50 * longest, y + 10, tuple(shapes), acts_text(parts, piles))


def _disc(x: float, y: float, name: str, radius: float = 15) -> list[str]:
    return [
        f'<ellipse cx="{x:g}" cy="{y:g}" rx="{radius:g}" ry="8.5" fill="#ffe8cc" {_line("#8a5a1a", 1.2)}/>',
        _label(x, y + 4, name, size=11, anchor="middle"),
    ]


def ambiance_picture(parts: Components, discs: Mapping[str, int]) -> Picture:
    """The ambiance track from its worst to its best space, with what each space gives."""
    shapes = [_label(0, 14, "Ambiance", weight="bold")]
    for space in range(len(parts.ambiance)):
        x = 92 * space
        here = [name for name, at in discs.items() if at == space]
        shapes.append(_box(x, 24, 88, 52, "#e7f5ff" if here else "#ffffff"))
        shapes.append(_label(x + 4, 36, str(space), size=10, ink="#666666"))
        gain = _gain_text(parts.ambiance[space], parts.grey[space]).replace(" in an act", "")
        shapes.append(_label(x + 44, 50, gain, size=11, anchor="middle"))
        for number, name in enumerate(here):
            shapes += _disc(x + 44 + 11 * (2 * number - len(here) + 1), 64, name, 10)
    return Picture(92 * len(parts.ambiance), 80, tuple(shapes), ambiance_text(parts, discs))

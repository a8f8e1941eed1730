"""The one helper behind every picture: boxes, words that fit, blocks one below the other, in light and in dark.

A picture is as wide as a phone (`WIDTH` units, drawn larger where there is room), so nothing in it gets too small to
read there. Colours are named; each has a light and a dark value, chosen by ``prefers-color-scheme``, by a page's
``data-theme``, or by a notebook's theme. A reader of SVG without style sheets draws the light ones. Every picture has a
title and the same content in words, for those who do not see it.

One file because it is one vocabulary: who draws writes ``svg.box``, ``svg.columns``, and looks for no second name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from deduce.ground.strange import escape
from deduce.ground.wording import in_percent

__all__ = [
    "INNER",
    "PALETTE",
    "WIDTH",
    "Block",
    "Print",
    "bar_rows",
    "box",
    "chance_grid",
    "chance_shade",
    "columns",
    "disc",
    "document",
    "fitted",
    "gap",
    "group",
    "heading",
    "initial",
    "line",
    "lines",
    "paragraph",
    "path",
    "percent",
    "sheet",
    "stacked",
    "strip",
    "text",
    "text_width",
    "wrapped",
]

WIDTH = 390.0
"""The width of every picture in its own units: with 12 units to a line of text it is readable on a phone."""
MARGIN = 12.0
INNER = WIDTH - 2 * MARGIN
"""What is left between the margins."""
SMALLEST = 8.5
"""Words are not made smaller than this; what still does not fit is cut, and said in full on pointing at it."""

PALETTE: dict[str, tuple[str, str]] = {
    "paper": ("#fffdf8", "#16181c"),
    "card": ("#ffffff", "#24272d"),
    "soft": ("#f0ede4", "#2e3239"),
    "rule": ("#d3cfc4", "#434851"),
    "edge": ("#85827a", "#7b818b"),
    "ink": ("#1f2328", "#e8e7e3"),
    "dim": ("#5d6066", "#a7acb4"),
    "accent": ("#b93c08", "#ff9d5c"),
    "good": ("#237a3b", "#63cf80"),
    "bad": ("#c22626", "#ff8585"),
    "shade": ("#3f78b5", "#6aaae8"),
}
"""Each named colour: light, dark."""

SEATS = ("#8c8c8c", "#e69f00", "#56b4e9", "#2fb58d", "#f0e442", "#cc79a7", "#ef7f45", "#a3a8f0", "#b8b08d")
"""The colour of each seat by its number (0: nobody): bright enough for dark letters, without which none is shown."""


class Print:
    """The colours of what is printed, in light and dark alike: puzzles, and the pieces of games."""

    PLAIN = "white"
    RED = "#c0392b"
    AMBER = "#e0a35c"
    NAVY = "#1f5fa8"
    AQUA = "#7fc4dd"
    BAD = "#f3c6c0"
    BLACK = "#000"
    BLUE = "#4a90d9"
    BRONZE = "#8a6d1a"
    BROWN = "#8a5a00"
    CLONE = "#d9ecd9"
    COAL = "#3a3a3a"
    CROSS = "#98a2ad"
    DARK = "#1a1a1a"
    DOT = "#444"
    EDGE = "#555"
    ENTROPY = "#f0b38a"
    EXTRA = "#e4e8ee"
    FILLED = "#3b4754"
    FRAME = "#333"
    GOLD = "#c99a3f"
    GREEN = "#3f9b4f"
    GRID = "#c4cad0"
    HIGHEST = "#e8dcec"
    INK = "#111"
    LEAF = "#7cc58a"
    LILAC = "#b59be0"
    LOWEST = "#f0ecd8"
    MARK = "#d6336c"
    MERCURY = "#c9ced4"
    MIST = "#d5dae0"
    NEW = "#ffe9a8"
    NODE = "#888"
    OLD = "#5b6670"
    OPEN = "#eaf1f9"
    ORANGE = "#f08c00"
    ORCHID = "#d58be0"
    PALE = "#b9bec4"
    PAPER = "#fff"
    PARITY = "#d8dce1"
    PINK = "#e78ac3"
    PURPLE = "#7b52ab"
    RING = "#666"
    SAND = "#dcd3c0"
    SHADED = "#9aa5b1"
    SHARE = "#cfe0f1"
    SKY = "#8fb3e8"
    STEEL = "#aab2bb"
    TEAL = "#66b2a8"
    TENT = "#f0b429"
    TUBE = "#8a929b"
    USED = "#dcebfa"
    WAX = "#f3e3b3"
    WHITE = "#ffffff"
    YELLOW = "#f5c518"

    # Cards of four colours.
    MEADOW, STRAW, HAZE, ROSE = "#a9d8a2", "#f0d873", "#a5c8ee", "#d0b4b4"
    # A stage, and who stands on it.
    NIGHT, STAGE, BEAM, MOON, STAR = "#3a3350", "#fff3d2", "#ffdf87", "#f4dfa0", "#8d82ad"
    WINTER, SPRING, SUMMER, FALL = "#8fb7d6", "#93c27c", "#efc24a", "#de8b4c"
    LINE, TAG, BALL = "#2b2130", "#fbf1de", "#f0b445"
    SKIN, FAIR, BRUNETTE, HOARY = "#f3cfa6", "#c98a3a", "#5b3a29", "#ffffff"
    DRESS, DRESS_NIGHT, SUIT, SUIT_NIGHT = "#b23a50", "#e0748a", "#3f6ea3", "#7da9dc"
    # Pieces by colour.
    PIECES = ("#4a3d50", "#e78ac3", "#7b52ab", "#4a90d9", "#3f9b4f", "#f5c518")


def chance_shade(chance: float) -> str:
    """What is behind a chance in a table of HTML: the darker the likelier, above any background."""
    return f"rgba(66,120,180,{0.85 * chance:.2f})"


def _variables(which: int) -> str:
    return "".join(f"--{name}:{pair[which]};" for name, pair in PALETTE.items())


STYLE = (
    f".dp{{{_variables(0)}}}"
    f"@media (prefers-color-scheme:dark){{.dp{{{_variables(1)}}}}}"
    f"[data-theme=light] .dp,[data-jp-theme-light=true] .dp{{{_variables(0)}}}"
    f"[data-theme=dark] .dp,[data-jp-theme-light=false] .dp{{{_variables(1)}}}"
    + "".join(
        f".dp .f-{name}{{fill:var(--{name})}}.dp .s-{name}{{stroke:var(--{name})}}" for name in PALETTE
    )
)


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a picture, `INNER` units wide, drawn from its own upper left corner, with the same in words."""

    height: float
    shapes: tuple[str, ...]
    words: str = ""


def document(title: str, blocks: Iterable[Block], *, note: str = "") -> str:
    """The blocks one below the other as one SVG document.

    Args:
        title: Stands above, and is the picture's accessible name.
        blocks: From top to bottom.
        note: A smaller line under the title.
    """
    head = [heading(title, size=16)]
    if note:
        head.append(paragraph(note, ink="dim"))
    top, groups, said = MARGIN, [], []
    for number, block in enumerate([*head, *blocks]):
        if block.shapes:
            groups.append(f'<g transform="translate({MARGIN:g} {top:g})">{"".join(block.shapes)}</g>')
        top += block.height
        # The title has an element of its own.
        said += [block.words] if block.words and number else []
    height = top + MARGIN
    words = f"<title>{escape(title)}</title><desc>{escape(chr(10).join(said))}</desc>"
    paper = f'<rect width="{WIDTH:g}" height="{height:g}" rx="8" {_paint("paper")}/>'
    return _framed(height, words, paper + "".join(groups))


def _framed(height: float, words: str, shapes: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="dp" role="img" width="{1.4 * WIDTH:g}" '
        f'viewBox="0 0 {WIDTH:g} {height:g}" style="max-width:100%;height:auto" '
        f'font-family="system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif">'
        f"{words}<style>{STYLE}</style>{shapes}</svg>"
    )


def _paint(fill: str, edge: str = "", width: float = 1, dashes: str = "") -> str:
    """Attributes for named colours or ``#rrggbb``; the light value stands for readers without style sheets."""
    classes = [f"{kind}-{name}" for kind, name in (("f", fill), ("s", edge)) if name in PALETTE]
    found = [f'class="{" ".join(classes)}"'] if classes else []
    found.append(f'fill="{PALETTE[fill][0] if fill in PALETTE else fill or "none"}"')
    if edge:
        found.append(
            f'stroke="{PALETTE[edge][0] if edge in PALETTE else edge}" stroke-width="{width:g}"'
            + (f' stroke-dasharray="{dashes}"' if dashes else "")
        )
    return " ".join(found)


_NARROW, _WIDE = frozenset("iljtfrI.,:;'|!()[] -/"), frozenset("mwMW@%")


def text_width(words: str, size: float = 12, *, bold: bool = False) -> float:
    """About how wide the words are, in units; rather too much than too little."""
    ems = 0.0
    for letter in words:
        if letter in _NARROW:
            ems += 0.36
        elif letter in _WIDE:
            ems += 0.92
        else:
            ems += 0.68 if letter.isupper() else 0.58
    return ems * size * (1.15 if bold else 1.0)


def fitted(words: str, room: float, size: float = 12, *, bold: bool = False) -> tuple[str, float]:
    """The words, cut with an ellipsis where there is no other way, and the size at which they fit in `room`."""
    wide = text_width(words, size, bold=bold)
    if wide <= room:
        return words, size
    smaller = max(min(SMALLEST, size), size * room / wide)
    if text_width(words, smaller, bold=bold) <= room + 0.01:
        return words, smaller
    kept = words
    while kept and text_width(kept + "…", smaller, bold=bold) > room:
        kept = kept[:-1]
    return kept.rstrip() + "…", smaller


def text(
    x: float,
    y: float,
    words: str,
    *,
    size: float = 12,
    ink: str = "ink",
    anchor: str = "start",
    bold: bool = False,
    fit: float | None = None,
) -> str:
    """Words whose baseline begins (``start``), is centred (``middle``) or ends (``end``) at (x, y).

    With `fit` they are made smaller, and in the end cut, to be at most so wide.
    """
    shown = words
    if fit is not None:
        shown, size = fitted(words, fit, size, bold=bold)
    full = f"<title>{escape(words)}</title>" if shown != words else ""
    weight = ' font-weight="bold"' if bold else ""
    place = f' text-anchor="{anchor}"' if anchor != "start" else ""
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:.4g}"{place}{weight} {_paint(ink)}>{escape(shown)}{full}</text>'


def box(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str = "card",
    edge: str = "edge",
    *,
    line: float = 1,
    dashes: str = "",
    radius: float = 4,
    opacity: float = 1,
) -> str:
    """A rectangle with round corners."""
    faint = f' fill-opacity="{opacity:.3g}"' if opacity < 1 else ""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"{faint} '
        f"{_paint(fill, edge, line, dashes)}/>"
    )


def line(
    x1: float, y1: float, x2: float, y2: float, edge: str = "edge", *, width: float = 1, dashes: str = ""
) -> str:
    """A straight line."""
    return f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" {_paint("", edge, width, dashes)}/>'


def path(way: str, edge: str = "edge", *, width: float = 1) -> str:
    """An open line along `way`, which is written as SVG writes it (``M0 0L5 5``)."""
    return f'<path d="{way}" {_paint("", edge, width)}/>'


def disc(x: float, y: float, words: str, seat: int = 0, *, radius: float = 8) -> str:
    """A round token with a short word in it, in the colour of a seat; its middle is at (x, y)."""
    size = radius * (1.25 if len(words) < 2 else 0.95)
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {_paint(SEATS[seat % len(SEATS)], "#40382a")}/>'
        + text(x, y + size * 0.36, words, size=size, ink="#1a1a1a", anchor="middle", bold=True)
    )


def initial(names: Sequence[str], seat: int) -> str:
    """The letter of a seat's disc: its name's first where all differ, else its number."""
    letters = [name[:1].upper() for name in names]
    return letters[seat - 1] if len(set(letters)) == len(letters) else str(seat)


def group(shapes: Iterable[str], title: str) -> str:
    """Shapes that belong together, with what they are for whoever points at them."""
    return f"<g><title>{escape(title)}</title>{''.join(shapes)}</g>"


def wrapped(words: str, room: float = INNER, size: float = 12) -> list[str]:
    """The words in lines that fit; a word longer than a line stands alone in it."""
    lines: list[str] = []
    for part in words.split("\n"):
        now = ""
        for word in part.split():
            longer = f"{now} {word}" if now else word
            if now and text_width(longer, size) > room:
                lines.append(now)
                now = word
            else:
                now = longer
        lines.append(now)
    return lines


def gap(height: float = 8) -> Block:
    """Nothing."""
    return Block(height, ())


def heading(words: str, *, size: float = 13) -> Block:
    """A line in bold; a long one is wrapped."""
    lines = wrapped(words, INNER, size * 1.15)
    step = size + 5
    shapes = [
        text(0, size + 3 + step * row, each, size=size, bold=True, fit=INNER)
        for row, each in enumerate(lines)
    ]
    return Block(step * len(lines) + 6, tuple(shapes), words)


def paragraph(words: str, *, size: float = 12, ink: str = "ink") -> Block:
    """Wrapped words."""
    step = size + 4
    lines = wrapped(words, INNER, size)
    shapes = [
        text(0, size + step * row, each, size=size, ink=ink, fit=INNER) for row, each in enumerate(lines)
    ]
    return Block(step * len(lines) + 4, tuple(shapes), words)


def strip(items: Sequence[str], *, label: str = "", size: float = 11.5, now: Iterable[int] = ()) -> Block:
    """Words in small cards, as many in a line as fit; those whose places are in `now` are marked."""
    marked = set(now)
    first = text_width(label, size, bold=True) + 8 if label else 0.0
    x, y, high = first, 0.0, size + 11
    shapes = [text(0, size + 3, label, size=size, bold=True)] if label else []
    for place, word in enumerate(items):
        shown, fits = fitted(word, INNER - 14, size)
        wide = text_width(shown, fits) + 12
        if x > first and x + wide > INNER:
            x, y = first if first + wide <= INNER else 0.0, y + high
        shapes.append(
            box(
                x,
                y,
                wide,
                high - 4,
                "card",
                "accent" if place in marked else "edge",
                line=2 if place in marked else 1,
            )
        )
        shapes.append(text(x + wide / 2, y + size + 2.5, shown, size=fits, anchor="middle"))
        x += wide + 4
    said = f"{label}: " if label else ""
    return Block(y + high + 2, tuple(shapes), said + (", ".join(items) or "nothing"))


def columns(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    widths: Sequence[float],
    *,
    size: float = 11,
    marked: Iterable[int] = (),
) -> Block:
    """A table of words; `widths` are shares of the whole width, `marked` the rows with an accent."""
    total = sum(widths)
    places, x = [], 0.0
    for share in widths:
        places.append((x, INNER * share / total))
        x += INNER * share / total
    high, y, shapes, chosen = size + 8, 0.0, [], set(marked)
    said = [" | ".join(heads)] if any(heads) else []
    if any(heads):
        shapes += [
            text(left, size + 1, head, size=size, bold=True, ink="dim", fit=wide - 4)
            for head, (left, wide) in zip(heads, places, strict=True)
        ]
        y += high
    for number, row in enumerate(rows):
        shapes.append(line(0, y, INNER, y, "rule"))
        if number in chosen:
            shapes.append(box(-3, y + 1, INNER + 6, high - 2, "accent", "", opacity=0.16, radius=3))
        shapes += [
            text(left, y + size + 3, word, size=size, fit=wide - 4)
            for word, (left, wide) in zip(row, places, strict=True)
            if word
        ]
        said.append(" | ".join(row))
        y += high
    return Block(y + 4, tuple(shapes), "\n".join(said))


def percent(chance: float) -> str:
    """A chance as it is written in a cell: ``-`` impossible, ``yes`` certain."""
    if chance <= 0:
        return "-"
    if chance >= 1 - 1e-12:
        return "yes"
    return in_percent(chance)


def chance_grid(
    heads: Sequence[str],
    rows: Sequence[tuple[str, Sequence[float | None]]],
    *,
    first: float = 110,
    high: float = 17,
    strange: Iterable[tuple[int, int]] = (),
) -> Block:
    """A deduction sheet: a row a name, a column a head, in each cell a chance, the darker the likelier.

    Args:
        heads: The columns.
        rows: Each with its name and its chances; None leaves a cell empty.
        first: The width of the names.
        high: The height of a row.
        strange: Cells (row, column) to mark.
    """
    wide, marked = (INNER - first) / max(1, len(heads)), set(strange)
    shapes = [
        text(first + wide * (column + 0.5), 11, head, size=11, bold=True, anchor="middle", fit=wide - 3)
        for column, head in enumerate(heads)
    ]
    said = []
    for row, (name, chances) in enumerate(rows):
        y = 16 + high * row
        shapes.append(text(0, y + high - 5, name, size=11, fit=first - 4))
        for column, chance in enumerate(chances):
            x = first + wide * column
            if chance is None:
                continue
            edge = "accent" if (row, column) in marked else "rule"
            shapes.append(box(x, y, wide, high, "card", "rule", radius=0))
            if chance > 0:
                shapes.append(
                    box(x, y, wide, high, "shade", "", opacity=0.08 + 0.5 * min(1.0, chance), radius=0)
                )
            if edge == "accent":
                shapes.append(box(x + 1, y + 1, wide - 2, high - 2, "", "accent", line=2, radius=0))
            sure = chance >= 1 - 1e-12
            shapes.append(
                text(
                    x + wide / 2,
                    y + high - 5,
                    percent(chance),
                    size=10.5,
                    ink="ink" if chance > 0 else "dim",
                    anchor="middle",
                    bold=sure,
                    fit=wide - 2,
                )
            )
        told = [f"{head} {percent(c)}" for head, c in zip(heads, chances, strict=True) if c]
        said.append(f"{name}: {', '.join(told) or 'none'}")
    return Block(16 + high * len(rows) + 6, tuple(shapes), "\n".join(said))


def bar_rows(
    rows: Sequence[tuple[str, float, float, str]],
    *,
    first: float = 150,
    high: float = 18,
    marked: Iterable[int] = (),
) -> Block:
    """Bars from a common zero: each row (name, value, standard error, the value in words).

    Positive bars go right, negative ones left; the whisker is one standard error each way.
    """
    chosen = set(marked)
    low = min([0.0, *(value - error for _, value, error, _ in rows)])
    top = max([0.0, *(value + error for _, value, error, _ in rows)])
    last = 8 + max([30.0, *(text_width(word, 10.5) for *_, word in rows)])
    room = INNER - first - last
    scale = room / (top - low) if top > low else 0.0
    zero = first - low * scale
    shapes = [line(zero, 0, zero, high * len(rows), "edge")]
    for row, (name, value, error, word) in enumerate(rows):
        y = high * row
        shapes.append(text(0, y + high - 5.5, name, size=11, fit=first - 6, bold=row in chosen))
        left = zero + min(0.0, value) * scale
        colour = "accent" if row in chosen else "shade" if value >= 0 else "bad"
        shapes.append(
            box(left, y + 3, max(0.6, abs(value) * scale), high - 7, colour, "", opacity=0.75, radius=2)
        )
        if error > 0:
            middle = zero + value * scale
            shapes.append(
                line(
                    middle - error * scale,
                    y + high / 2 - 0.5,
                    middle + error * scale,
                    y + high / 2 - 0.5,
                    "ink",
                    width=1.5,
                )
            )
        shapes.append(text(INNER, y + high - 5.5, word, size=10.5, anchor="end", ink="dim"))
    said = [f"{name}: {word}" for name, *_, word in rows]
    return Block(high * len(rows) + 6, tuple(shapes), "\n".join(said))


def lines(words: str) -> Block:
    """A text line by line, in letters of one width, as small as its longest line needs."""
    told = words.split("\n")
    longest = max((len(each) for each in told), default=0)
    size = max(5.0, min(11.0, INNER / (0.61 * max(1, longest))))
    step = size * 1.35
    shapes = [
        f'<text x="0" y="{step * (row + 1):g}" font-size="{size:.4g}" xml:space="preserve" '
        f'font-family="ui-monospace,Menlo,Consolas,monospace" {_paint("ink")}>{escape(each)}</text>'
        for row, each in enumerate(told)
        if each
    ]
    return Block(step * len(told) + 8, tuple(shapes), words)


def sheet(title: str, words: str) -> str:
    """A picture of a text: what a game shows that draws nothing of its own."""
    return document(title, [lines(words)])


def stacked(*documents: str) -> str:
    """Several documents of this module as one, from top to bottom; the first one's title is the title of all."""
    parts, said, top, title = [], [], 0.0, ""
    for document_ in documents:
        high = float(document_.split('viewBox="0 0 ', 1)[1].split('"', 1)[0].split()[1])
        title = title or document_.split("<title>", 1)[1].split("</title>", 1)[0]
        said.append(document_.split("<desc>", 1)[1].split("</desc>", 1)[0])
        inner = document_.split("</style>", 1)[1].removesuffix("</svg>")
        parts.append(f'<g transform="translate(0 {top:g})">{inner}</g>')
        top += high + 8
    return _framed(top - 8, f"<title>{title}</title><desc>{chr(10).join(said)}</desc>", "".join(parts))

"""Cards drawn from their words: layers of simple shapes, one source for pictures and for what is touched on the page.

A card is its words (``left fall Wed young``); it is drawn by every layer whose words are all among them, in order.
Colours are those of a printed card, the same on light and dark ground.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from deduce.ground.shown import Plain
from deduce.ground.strange import escape

WIDE, HIGH = 62.0, 88.0
"""The field that layers are drawn on."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A path, or a text in bold.

    Attributes:
        path: SVG path data; empty for a text.
        fill: A colour of `svg.Print`; empty for none.
        stroke: That of the line; empty for none.
        width: Of the line.
        text: What is written, its middle on (`x`, `y`), where `path` is empty.
        x: To the right.
        y: Downwards.
        size: Of the text.
    """

    path: str = ""
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    text: str = ""
    x: float = 0.0
    y: float = 0.0
    size: float = 0.0

    def drawn(self) -> str:
        """The shape as SVG."""
        if self.text:
            return (
                f'<text x="{self.x:g}" y="{self.y:g}" font-size="{self.size:g}" font-weight="700" '
                f'text-anchor="middle" fill="{self.fill}">{escape(self.text)}</text>'
            )
        return (
            f'<path d="{self.path}" fill="{self.fill or "none"}" stroke="{self.stroke or "none"}" '
            f'stroke-width="{self.width:g}" stroke-linecap="round" stroke-linejoin="round"/>'
        )

    def to_dict(self) -> dict[str, Any]:
        """The shape as plain values for JSON: what it has."""
        return {name: value for name, value in asdict(self).items() if value}


@dataclass(frozen=True, slots=True)
class Layer(Plain):
    """What cards with all these words show.

    Attributes:
        words: Any of no words is on every card.
        shapes: From the lowest.
        x: Where the shapes' origin is, to the right.
        y: Downwards.
        scale: Their size.
    """

    words: tuple[str, ...]
    shapes: tuple[Shape, ...]
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


def round_path(x: float, y: float, radius: float) -> str:
    """A circle as path data."""
    r = f"{radius:g}"
    return f"M{x - radius:g} {y:g}a{r} {r} 0 1 0 {2 * radius:g} 0a{r} {r} 0 1 0 {-2 * radius:g} 0z"


def card(words: Iterable[str], layers: Sequence[Layer], x: float, y: float, wide: float) -> str:
    """A card as SVG, `wide` units wide with its upper left corner at (`x`, `y`); empty where no layer is its own."""
    there = set(words)
    found = [each for each in layers if there.issuperset(each.words)]
    if not any(each.words for each in found):
        return ""
    # Inner drawings have fields of their own, so that nothing outside has to follow their scales.
    inside = "".join(
        f'<svg x="{each.x - WIDE * each.scale:g}" y="{each.y - HIGH * each.scale:g}" '
        f'width="{2 * WIDE * each.scale:g}" height="{2 * HIGH * each.scale:g}" '
        f'viewBox="{-WIDE:g} {-HIGH:g} {2 * WIDE:g} {2 * HIGH:g}">'
        + "".join(shape.drawn() for shape in each.shapes)
        + "</svg>"
        for each in found
    )
    return (
        f'<svg x="{x:g}" y="{y:g}" width="{wide:g}" height="{wide * HIGH / WIDE:g}" '
        f'viewBox="0 0 {WIDE:g} {HIGH:g}">{inside}</svg>'
    )

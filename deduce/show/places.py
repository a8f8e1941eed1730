"""A board as places that can be said: one value for the picture and for taps.

A game tells its boards as values (`Game.boards`); here they are drawn, and told as plain values to the page, where a
tap on a place says its word in the line or the move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from deduce.show import svg

__all__ = ["Board", "Place", "lettered"]

LARGEST = 46.0
"""The side of a place, where there is room."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a board.

    Attributes:
        say: The word of a line or a move that names it.
        row: From 0, from above.
        column: From 0, from the left.
        text: What is seen there, in a sign or a word.
        about: The same in words, where `text` is a sign.
        chance: How likely what the board asks about is there, 0 to 1; None where nobody asks.
        marked: Whether it stands out.
    """

    say: str
    row: int
    column: int
    text: str = ""
    about: str = ""
    chance: float | None = None
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """Places in rows and columns.

    Attributes:
        title: What it shows.
        rows: The names of the rows, from above.
        columns: The names of the columns, from the left.
        places: In any order; a square without one is no place.
        asked: What the chances are chances of, in a word; empty where there are none.
    """

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    places: tuple[Place, ...]
    asked: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The board as plain values for JSON."""
        return asdict(self)

    def drawn(self) -> svg.Block:
        """The board as a part of a picture; a chance is a shade and a percentage."""
        head = svg.heading(f"{self.title}: chances of {self.asked}" if self.asked else self.title, size=12)
        left, top = 18.0, head.height + 16
        side = min(LARGEST, (svg.INNER - left) / max(1, len(self.columns)))
        shapes = list(head.shapes)
        for column, name in enumerate(self.columns):
            x = left + side * (column + 0.5)
            shapes.append(svg.text(x, top - 5, name, size=11, bold=True, anchor="middle", fit=side))
        for row, name in enumerate(self.rows):
            y = top + side * (row + 0.5) + 4
            shapes.append(svg.text(left - 5, y, name, size=11, bold=True, anchor="end", fit=left - 5))
        for place in self.places:
            shapes += _square(place, left + side * place.column, top + side * place.row, side)
        said = [head.words, *(f"{place.say}: {_words(place)}" for place in self.places if _words(place))]
        return svg.Block(top + side * len(self.rows) + 8, tuple(shapes), "\n".join(said))


def _square(place: Place, x: float, y: float, side: float) -> list[str]:
    shapes = [svg.box(x, y, side, side, "card", "edge", radius=0)]
    if place.chance:
        opacity = 0.08 + 0.5 * min(1.0, place.chance)
        shapes.append(svg.box(x, y, side, side, "shade", "", opacity=opacity, radius=0))
    if place.marked:
        shapes.append(svg.box(x + 1, y + 1, side - 2, side - 2, "", "accent", line=2, radius=0))
    word = place.text or ("" if place.chance is None else svg.percent(place.chance))
    if word:
        size = min(15.0, side * 0.5) if place.text else 10.0
        middle, base = x + side / 2, y + side / 2 + size * 0.36
        shapes.append(svg.text(middle, base, word, size=size, anchor="middle", fit=side - 4))
    return shapes


def _words(place: Place) -> str:
    said = place.about or place.text
    chance = "" if place.chance is None else svg.percent(place.chance)
    return ", ".join(each for each in (said, chance) if each)


def lettered(
    title: str,
    width: int,
    height: int,
    *,
    text: Mapping[str, str] | None = None,
    about: Mapping[str, str] | None = None,
    chance: Mapping[str, float] | None = None,
    marked: Sequence[str] = (),
    asked: str = "",
) -> Board:
    """A board whose columns are letters and whose rows are numbers: its places are ``a1``, ``b1``, ...

    Args:
        title: What it shows.
        width: How many columns, up to 26.
        height: How many rows.
        text: What is seen, by place.
        about: The same in words, by place.
        chance: By place.
        marked: The places that stand out.
        asked: What the chances are chances of.
    """
    texts, words, chances = text or {}, about or {}, chance or {}
    columns = tuple("abcdefghijklmnopqrstuvwxyz"[:width])
    rows = tuple(str(row + 1) for row in range(height))
    places = [
        Place(
            name := letter + number,
            row,
            column,
            texts.get(name, ""),
            words.get(name, ""),
            chances.get(name),
            name in marked,
        )
        for row, number in enumerate(rows)
        for column, letter in enumerate(columns)
    ]
    return Board(title, rows, columns, tuple(places), asked if chances else "")

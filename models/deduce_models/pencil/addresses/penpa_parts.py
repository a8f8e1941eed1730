"""How what is printed of a puzzle is drawn in Penpa+: a part of a sheet, and the numbers, symbols and shades it becomes.

Reading takes away what was understood; what is left over at the end refuses the drawing, so nothing is overlooked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from deduce_models.pencil.addresses.address_parts import Layers
from deduce_models.pencil.addresses.borders import areas_by_borders, borders_of
from deduce_models.pencil.addresses.penpa_page import CELL, CORNER, LOWER, RIGHT, Edge, PenpaPage
from deduce_models.pencil.addresses.tokens import TokenFault
from deduce_models.pencil.rules.latin import boxes
from deduce_models.pencil.sheet.printed import EMPTY, Sheet

_DIRECTIONS = "nwes"
"""How arrows are numbered."""


class DrawnPart(Protocol):
    """A part of a sheet, drawn."""

    def read(self, page: PenpaPage, layers: Layers) -> None:
        """Move what it knows from a page into layers. Raises `TokenFault`."""

    def write(self, sheet: Sheet, page: PenpaPage) -> None:
        """Draw the part. Raises `TokenFault`."""


def blank_layer(page: PenpaPage, more: int = 0) -> list[list[str]]:
    """A layer with nothing in it."""
    return [[EMPTY] * (page.cols + more) for _ in range(page.rows + more)]


def number_of(text: str, unknown: str) -> str:
    """Our word for a text. Raises `TokenFault`."""
    if text.isascii() and text.isdecimal() and len(text) < 10:
        return str(int(text))
    if text in ("", "?"):
        if unknown:
            return unknown
        raise TokenFault("a clue without its number is not known here")
    raise TokenFault(f"{text[:20]!r} is no number")


@dataclass(frozen=True)
class DrawnNumbers:
    """Numbers in cells (or at points).

    Attributes:
        unknown: Our word for a clue without a number, and how it is drawn.
        style: The colour of a number, and how it is written.
    """

    unknown: tuple[str, str] = ("", "")
    style: tuple[int, str] = (1, "1")
    layer: str = "clues"
    points: bool = False

    def read(self, page: PenpaPage, layers: Layers) -> None:
        """See `DrawnPart`."""
        low, more = (0, 1) if self.points else (1, 0)
        found = layers.setdefault(self.layer, blank_layer(page, more))
        for at in list(page.numbers):
            kind, r, c = at
            if kind != (CORNER if self.points else CELL):
                continue
            if low <= r <= page.rows and low <= c <= page.cols:
                found[r - low][c - low] = number_of(page.numbers.pop(at)[0], self.unknown[0])

    def write(self, sheet: Sheet, page: PenpaPage) -> None:
        """See `DrawnPart`."""
        kind, low = (CORNER, 1) if self.points else (CELL, 0)
        for (r, c), word in sheet.layer(self.layer).items():
            text = self.unknown[1] if word == self.unknown[0] else number_of(word, "")
            page.numbers[kind, r - low, c - low] = (text, *self.style)


@dataclass(frozen=True)
class DrawnBoxes:
    """Cells of a colour with a word of their own, or with a number (or an arrow and its number)."""

    colours: Mapping[int, str]
    """The word of each colour without a number; with one it is put behind it, unless `bare`."""
    plain: str = "x"
    """The colour's word where ours has none."""
    bare: bool = True
    arrows: bool = False
    numbers: bool = True
    boxed: bool = False
    """Whether the sides of these cells are drawn, too, which means nothing."""

    def read(self, page: PenpaPage, layers: Layers) -> None:
        """See `DrawnPart`."""
        found = layers.setdefault("clues", blank_layer(page))
        for r, c in page.cells:
            number, colour = page.numbers.pop((CELL, r, c), None), page.surfaces.pop((r, c), None)
            word = self.colours.get(colour or 0)
            if number is None and colour is None:
                continue
            if word is None:
                raise TokenFault(
                    f"row {r}, column {c} has the colour {colour}, which has no meaning here"
                    if colour
                    else f"the number in row {r}, column {c} stands in no coloured cell"
                )
            if number is None or number[0] in ("", "?"):
                found[r - 1][c - 1] = word
            elif self.arrows:
                found[r - 1][c - 1] = _arrow(number[0]) + ("" if self.bare else word)
            else:
                found[r - 1][c - 1] = number_of(number[0], "")

    def write(self, sheet: Sheet, page: PenpaPage) -> None:
        """See `DrawnPart`."""
        for at, word in sheet.clues.items():
            end = word[-1] if word in self.colours.values() or not self.bare else ""
            own = end if end in self.colours.values() else self.plain
            colour = next(k for k, name in self.colours.items() if name == own)
            text = word.removesuffix(own) if word == own or not self.bare else word
            if colour:
                page.surfaces[at] = colour
            if self.arrows:
                page.numbers[CELL, *at] = (
                    _drawn_arrow(text) if text else " ",
                    7 if colour == 4 else 1,
                    "2",
                )
            elif self.numbers:
                page.numbers[CELL, *at] = (text or " ", 7, "1")
            if self.boxed:
                r, c = at
                corners = [(r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c)]
                page.edges |= {(corners[i], corners[j]) for i, j in ((0, 1), (0, 2), (1, 3), (2, 3))}


def _arrow(text: str) -> str:
    found = re.fullmatch(r"(\d{1,4})_([0-3])", text)
    if found is None:
        raise TokenFault(f"{text[:20]!r} is no number with an arrow, which alone is known here")
    return f"{int(found[1])}{_DIRECTIONS[int(found[2])]}"


def _drawn_arrow(word: str) -> str:
    if word[-1] not in _DIRECTIONS:
        raise TokenFault(f"{word!r} is not drawn there")
    return f"{word[:-1]}_{_DIRECTIONS.index(word[-1])}"


@dataclass(frozen=True)
class DrawnArrows:
    """Numbers with arrows."""

    def read(self, page: PenpaPage, layers: Layers) -> None:
        """See `DrawnPart`."""
        found = layers.setdefault("clues", blank_layer(page))
        for r, c in page.cells:
            number = page.numbers.pop((CELL, r, c), None)
            if number is not None:
                found[r - 1][c - 1] = _arrow(number[0])

    def write(self, sheet: Sheet, page: PenpaPage) -> None:
        """See `DrawnPart`."""
        for at, word in sheet.clues.items():
            page.numbers[CELL, *at] = (_drawn_arrow(word), 1, "2")


@dataclass(frozen=True)
class Lines:
    """Several numbers in a cell, a sign each."""

    def read(self, page: PenpaPage, layers: Layers) -> None:
        """See `DrawnPart`."""
        found = layers.setdefault("clues", blank_layer(page))
        for r, c in page.cells:
            text = page.numbers.pop((CELL, r, c), ("", 0, ""))[0]
            if not set(text) <= set("012345678?") or len(text) > 4:
                raise TokenFault(f"{text[:20]!r} is no clue")
            if text:
                found[r - 1][c - 1] = ",".join(text)

    def write(self, sheet: Sheet, page: PenpaPage) -> None:
        """See `DrawnPart`."""
        for at, word in sheet.clues.items():
            page.numbers[CELL, *at] = (word.replace(",", ""), 1, "4")


@dataclass(frozen=True)
class DrawnSymbols:
    """Symbols in cells.

    Attributes:
        name: The symbol as it is written, and others it is read from.
        words: Our word for each number of it.
        numbers: Whether a number may stand upon it; it comes behind the word.
    """

    name: tuple[str, ...]
    words: Mapping[int, str]
    numbers: bool = False
    spelt: Mapping[str, str] = field(default_factory=dict)

    def read(self, page: PenpaPage, layers: Layers) -> None:
        """See `DrawnPart`."""
        found = layers.setdefault("clues", blank_layer(page))
        for r, c in page.cells:
            symbol = page.symbols.get((CELL, r, c))
            if symbol is None or symbol[1] not in self.name or symbol[0] not in self.words:
                continue
            del page.symbols[CELL, r, c]
            text = page.numbers.pop((CELL, r, c), ("", 0, ""))[0] if self.numbers else ""
            found[r - 1][c - 1] = self.words[symbol[0]] + (number_of(text, "") if text else "")

    def write(self, sheet: Sheet, page: PenpaPage) -> None:
        """See `DrawnPart`."""
        for at, word in sheet.clues.items():
            own = self.spelt.get(word, word)
            number = "".join(sign for sign in own if sign.isdecimal()) if self.numbers else ""
            bare = own.replace(number, "") if number else own
            found = [k for k, name in self.words.items() if name == bare]
            if not found:
                raise TokenFault(f"{word!r} is not drawn there")
            page.symbols[CELL, *at] = (found[0], self.name[0], 1)
            if self.numbers:
                page.numbers[CELL, *at] = (number or " ", 4 if bare == "b" else 1, "1")


@dataclass(frozen=True)
class DrawnBorders:
    """Areas by the thick sides between their cells."""

    def read(self, page: PenpaPage, layers: Layers) -> None:
        """See `DrawnPart`."""
        upright, level = [], []
        for r in range(1, page.rows + 1):
            upright += [((r - 1, c), (r, c)) in page.edges for c in range(1, page.cols)]
        for r in range(1, page.rows):
            level += [((r, c - 1), (r, c)) in page.edges for c in range(1, page.cols + 1)]
        layers["areas"] = areas_by_borders(
            page.rows, page.cols, ["01"[x] for x in upright], ["01"[x] for x in level]
        )
        page.edges = outline(page)

    def write(self, sheet: Sheet, page: PenpaPage) -> None:
        """See `DrawnPart`."""
        _draw_borders(page, *borders_of(sheet))


def _draw_borders(page: PenpaPage, upright: list[list[bool]], level: list[list[bool]]) -> None:
    for r, line in enumerate(upright, 1):
        page.edges |= {((r - 1, c), (r, c)) for c, border in enumerate(line, 1) if border}
    for r, line in enumerate(level, 1):
        page.edges |= {((r, c - 1), (r, c)) for c, border in enumerate(line, 1) if border}


@dataclass(frozen=True)
class DrawnHouses:
    """The boxes of a sudoku, where they are drawn: the usual ones, or the drawing is of other rules."""

    def _drawn(self, sheet: Sheet) -> set[Edge]:
        page = PenpaPage(sheet.rows, sheet.cols)
        layers = dict(sheet.layers)
        box = {at: str(i) for i, cells in enumerate(boxes(sheet)) for at in cells}
        layers["areas"] = tuple(tuple(box[at] for at in sheet.row(r)) for r in range(1, sheet.rows + 1))
        DrawnBorders().write(replace(sheet, layers=layers), page)
        return page.edges

    def read(self, page: PenpaPage, layers: Layers) -> None:
        """See `DrawnPart`."""
        inside = page.edges - outline(page)
        if not inside:
            return
        size = f"{page.rows} {page.cols}"
        blank = Sheet("sudoku", page.rows, page.cols, size, size, (), {"clues": ()})
        if inside != self._drawn(blank):
            raise TokenFault("the thick lines are not those of the usual boxes, which alone are known here")
        page.edges.clear()

    def write(self, sheet: Sheet, page: PenpaPage) -> None:
        """See `DrawnPart`."""
        page.edges |= self._drawn(sheet)


@dataclass(frozen=True)
class DrawnSums:
    """Black cells with a sum for what lies to the right, and one for what lies below."""

    def read(self, page: PenpaPage, layers: Layers) -> None:
        """See `DrawnPart`."""
        found = layers.setdefault("clues", [["0"] * page.cols for _ in range(page.rows)])
        for r, c in page.cells:
            black = page.symbols.get((CELL, r, c), (0, "", 0))[1] == "kakuro"
            sums = {k: page.spots.pop(((r, c), k), "") for k in (1, 2)}
            if black:
                del page.symbols[CELL, r, c]
            elif any(sums.values()):
                raise TokenFault(f"the sums in row {r}, column {c} stand in no black cell")
            if black:
                across, down = (number_of(text, "") if text else "" for text in sums.values())
                found[r - 1][c - 1] = f"{down},{across}" if down or across else EMPTY

    def write(self, sheet: Sheet, page: PenpaPage) -> None:
        """See `DrawnPart`."""
        for r in range(1, sheet.rows + 1):
            for c in range(1, sheet.cols + 1):
                word = sheet.clues.get((r, c), EMPTY)
                if word == "0":
                    continue
                page.symbols[CELL, r, c] = (2 if word == EMPTY and r == c == 1 else 1, "kakuro", 2)
                down, _, across = word.strip(EMPTY).partition(",")
                for k, text in ((1, across), (2, down)):
                    if text:
                        page.spots[(r, c), k] = text


_CENTRE = {CELL: "0", RIGHT: "1", LOWER: "2", CORNER: "3"}


@dataclass(frozen=True)
class DrawnCentres:
    """Small circles in cells, on sides and corners; colours mean nothing."""

    def read(self, page: PenpaPage, layers: Layers) -> None:
        """See `DrawnPart`."""
        found = layers.setdefault("clues", blank_layer(page))
        for at in list(page.symbols):
            kind, r, c = at
            if (
                not page.symbols[at][1].startswith("circle")
                or not page.inside((r, c))
                or kind not in _CENTRE
            ):
                continue
            if found[r - 1][c - 1] != EMPTY:
                raise TokenFault("two centres belong to one cell")
            found[r - 1][c - 1] = _CENTRE[kind]
            del page.symbols[at]

    def write(self, sheet: Sheet, page: PenpaPage) -> None:
        """See `DrawnPart`."""
        kinds: dict[str, int] = {word: kind for kind, word in _CENTRE.items()}
        for at, word in sheet.clues.items():
            page.symbols[kinds[word], *at] = (1, "circle_SS", 2)


def outline(page: PenpaPage) -> set[Edge]:
    """The sides of the grid itself, and those beyond it, which mean nothing."""

    def inner(edge: Edge) -> bool:
        (a, b), (c, d) = edge
        return (
            0 < c <= page.rows
            and 0 < d <= page.cols
            and (a, b) != (c, d)
            and (0 < b < page.cols if b == d else 0 < a < page.rows)
        )

    return {edge for edge in page.edges if not inner(edge)}

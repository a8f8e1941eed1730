"""What stands outside of the grid in a drawing of Penpa+: numbers beside it, runs, how many stars, which letters."""

from __future__ import annotations

import re
from dataclasses import dataclass

from deduce_models.pencil.addresses.address_parts import EXTRA, Layers
from deduce_models.pencil.addresses.penpa_page import CELL, PenpaPage, PenpaSpot
from deduce_models.pencil.addresses.penpa_parts import blank_layer, number_of
from deduce_models.pencil.addresses.tokens import TokenFault
from deduce_models.pencil.sheet.printed import EMPTY, Sheet


@dataclass(frozen=True)
class DrawnSides:
    """Numbers (or letters) beside the grid."""

    sides: tuple[str, ...] = ("top", "left")
    letters: bool = False

    def _places(self, side: str, rows: int, cols: int) -> list[PenpaSpot]:
        line = {"top": 0, "bottom": rows + 1, "left": 0, "right": cols + 1}[side]
        if side in ("top", "bottom"):
            return [(CELL, line, c) for c in range(1, cols + 1)]
        return [(CELL, r, line) for r in range(1, rows + 1)]

    def read(self, page: PenpaPage, layers: Layers) -> None:
        """See `DrawnPart`."""
        for side in self.sides:
            line = []
            for at in self._places(side, page.rows, page.cols):
                text = page.numbers.pop(at, (EMPTY, 0, ""))[0]
                if text == EMPTY:
                    line.append(EMPTY)
                elif self.letters and len(text) == 1 and text.isascii() and text.isalpha():
                    line.append(text.lower())
                elif self.letters:
                    raise TokenFault(f"{text[:20]!r} is no letter")
                else:
                    line.append(number_of(text, ""))
            layers[side] = [line]

    def write(self, sheet: Sheet, page: PenpaPage) -> None:
        """See `DrawnPart`."""
        for side in self.sides:
            for at, word in zip(
                self._places(side, sheet.rows, sheet.cols), sheet.layers[side][0], strict=True
            ):
                if word != EMPTY:
                    page.numbers[at] = (word.upper(), 1, "1")


@dataclass(frozen=True)
class Range:
    """Letters in cells, and the last one, as ``(A-C)`` outside of the grid."""

    def read(self, page: PenpaPage, layers: Layers) -> None:
        """See `DrawnPart`."""
        found = layers.setdefault("clues", blank_layer(page))
        for at in list(page.numbers):
            text = page.numbers[at][0]
            last = re.fullmatch(r"\(A\s*-\s*([A-Z])\)", text)
            if last:
                layers[EXTRA] = [[last[1].lower()]]
                del page.numbers[at]
            elif at[0] == CELL and page.inside((at[1], at[2])):
                if len(text) != 1 or not (text.isascii() and text.isalpha()):
                    raise TokenFault(f"{text[:20]!r} is no letter")
                found[at[1] - 1][at[2] - 1] = text.lower()
                del page.numbers[at]
        if EXTRA not in layers:
            raise TokenFault("which letters there are, such as (A-C), stands nowhere outside of the grid")

    def write(self, sheet: Sheet, page: PenpaPage) -> None:
        """See `DrawnPart`."""
        page.numbers[CELL, -1, max(1, (sheet.cols + 1) // 2)] = (f"(A-{sheet.extra[0].upper()})", 1, "8")
        for at, word in sheet.clues.items():
            page.numbers[CELL, *at] = (word.upper(), 1, "1")


@dataclass(frozen=True)
class RowsAre:
    """What follows the size in a sheet is the number of rows."""

    def read(self, page: PenpaPage, layers: Layers) -> None:
        """See `DrawnPart`."""
        layers[EXTRA] = [[str(page.rows)]]

    def write(self, sheet: Sheet, page: PenpaPage) -> None:
        """See `DrawnPart`."""
        if list(sheet.extra) != [str(sheet.rows)]:
            raise TokenFault(f"there what follows the size is always {sheet.rows}")


@dataclass(frozen=True)
class DrawnStars:
    """How many stars, as a number beside a star outside of the grid."""

    def read(self, page: PenpaPage, layers: Layers) -> None:
        """See `DrawnPart`."""
        outside = [at for at in page.numbers if at[0] == CELL and not page.inside((at[1], at[2]))]
        stars = [
            at for at, symbol in page.symbols.items() if symbol[1] == "star" and not page.inside(at[1:])
        ]
        if len(outside) != 1 or len(stars) > 1:
            raise TokenFault("how many stars there are is one number outside of the grid, before a star")
        number = number_of(page.numbers.pop(outside[0])[0], "")
        layers[EXTRA] = [[number]]
        for at in stars:
            del page.symbols[at]

    def write(self, sheet: Sheet, page: PenpaPage) -> None:
        """See `DrawnPart`."""
        page.numbers[CELL, 0, max(1, sheet.cols - 1)] = (sheet.extra[0], 1, "1")
        page.symbols[CELL, 0, max(2, sheet.cols)] = (2, "star", 2)


@dataclass(frozen=True)
class DrawnRuns:
    """Lists of numbers above the columns and left of the rows."""

    def read(self, page: PenpaPage, layers: Layers) -> None:
        """See `DrawnPart`."""
        above: list[list[str]] = [[] for _ in range(page.cols)]
        beside: list[list[str]] = [[] for _ in range(page.rows)]
        for at in sorted(page.numbers):
            kind, r, c = at
            if kind != CELL or (r > 0) == (c > 0) or r > page.rows or c > page.cols:
                continue
            (above[c - 1] if r < 1 else beside[r - 1]).append(number_of(page.numbers.pop(at)[0], ""))
        layers["columns"] = [run or ["0"] for run in above]
        layers["rows"] = [run or ["0"] for run in beside]

    def write(self, sheet: Sheet, page: PenpaPage) -> None:
        """See `DrawnPart`."""
        for name in ("columns", "rows"):
            for i, run in enumerate(sheet.layers[name], 1):
                for k, word in enumerate(reversed([x for x in run if x not in (EMPTY, "0")])):
                    at = (CELL, -k, i) if name == "columns" else (CELL, i, -k)
                    page.numbers[at] = (word, 1, "1")
        deep = [max(len(run) for run in sheet.layers[name]) for name in ("columns", "rows")]
        page.space = (deep[0], 0, deep[1], 0)

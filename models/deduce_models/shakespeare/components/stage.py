"""The geometry of a stage: spaces in brick-like rows, printed pieces, the mirror, candles.

A space of row r stands over two neighbours of row r - 1; both must be filled (or printed pieces) first. Left
and right mirror each other: two mirrored spaces hold the same colour, or one of them yellow. Spaces on the
axis mirror themselves. Facts C1 to C6 about the real board are enforced; the drawings are data.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from deduce.ground.errors import ProblemError, nearest
from deduce.ground.wording import as_is, say
from deduce_models.shakespeare.components.elements import JOKER

Set = bytes
"""The pieces on a stage: for each space the number of its colour, 0 when empty."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One space to fill.

    `row` counts from 1 at the bottom; `column` is the distance from the axis in half pieces (left negative).
    `supports` are the spaces under it that must be filled (printed pieces are left out); `mirror` is the
    position of the mirrored space, its own on the axis.
    """

    name: str
    row: int
    column: int
    supports: tuple[int, ...]
    mirror: int
    candle: bool


@dataclass(frozen=True)
class Stage:
    """A stage: its spaces from the bottom row up and from left to right, and the printed pieces.

    `printed` are (row, column) of the pieces that are there from the start.
    """

    name: str
    cells: tuple[Cell, ...]
    printed: tuple[tuple[int, int], ...]

    @property
    def empty(self) -> Set:
        """A stage without pieces."""
        return bytes(len(self.cells))

    @cached_property
    def places(self) -> dict[str, int]:
        """The position of each space by its name."""
        return {cell.name: place for place, cell in enumerate(self.cells)}

    @cached_property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The spaces of each row, bottom row first."""
        height = max(cell.row for cell in self.cells)
        return tuple(
            tuple(place for place, cell in enumerate(self.cells) if cell.row == row)
            for row in range(1, height + 1)
        )

    def place(self, name: str) -> int:
        """The position of the space called `name`. Raises `ProblemError` with the nearest name."""
        if name not in self.places:
            raise ProblemError(f"the stage has no space {name!r}: {nearest(name, self.places)}")
        return self.places[name]

    def open(self, pieces: Set) -> tuple[int, ...]:
        """The empty spaces whose supports are filled."""
        return tuple(
            place
            for place, cell in enumerate(self.cells)
            if not pieces[place] and all(pieces[under] for under in cell.supports)
        )

    def fits(self, pieces: Set, place: int, colour: int) -> bool:
        """Whether the mirror of `place` allows `colour`."""
        across = pieces[self.cells[place].mirror]
        return across in (0, colour, JOKER) or colour == JOKER

    def refusal(self, pieces: Set, place: int, colour: int) -> str:
        """Why `colour` may not be put on `place`; empty when it may."""
        cell = self.cells[place]
        if pieces[place]:
            return say("space {space} is filled", space=as_is(cell.name))
        for under in cell.supports:
            if not pieces[under]:
                below = as_is(self.cells[under].name)
                return say(
                    "space {space} needs a piece on {below} under it", space=as_is(cell.name), below=below
                )
        if not self.fits(pieces, place, colour):
            other = as_is(self.cells[cell.mirror].name)
            return say(
                "space {space} mirrors {other}, which has another colour",
                space=as_is(cell.name), other=other,
            )  # fmt: skip
        return ""

    def put(self, pieces: Set, place: int, colour: int) -> Set:
        """The pieces with one more; legality is not checked."""
        return pieces[:place] + bytes((colour,)) + pieces[place + 1 :]

    def consistent(self, pieces: Set) -> str:
        """Why these pieces cannot stand on this stage; empty when they can."""
        for place, colour in enumerate(pieces):
            if colour:
                why = self.refusal(self.put(pieces, place, 0), place, colour)
                if why:
                    return why
        return ""

    def shapes(self, pieces: Set | None = None) -> tuple[int, ...]:
        """How many shapes can stand, by their number of pieces: which spaces are filled, whatever their colours.

        Counted are those that grow out of `pieces` (by default: of the empty stage), so the first number is theirs,
        a 1, and the last that of the full stage. Complexity: shapes x spaces.
        """
        level, found = {self._filled(pieces)}, []
        while level:
            found.append(len(level))
            level = {grown for shape in level for grown in self._grown(shape)}
        return tuple(found)

    def orders(self, pieces: Set | None = None) -> int:
        """In how many orders the spaces still empty can be filled, each piece on pieces that are there before it.

        Colours are left out. Complexity: shapes x spaces.
        """
        level = {self._filled(pieces): 1}
        while True:
            after: dict[int, int] = {}
            for shape, ways in level.items():
                for grown in self._grown(shape):
                    after[grown] = after.get(grown, 0) + ways
            if not after:
                return sum(level.values())
            level = after

    def _filled(self, pieces: Set | None) -> int:
        """The filled spaces as a bit set. Raises `ProblemError` when the pieces cannot stand."""
        if pieces is None:
            return 0
        why = self.consistent(pieces)
        if why:
            raise ProblemError(f"pieces: {why}")
        return sum(1 << place for place, colour in enumerate(pieces) if colour)

    def _grown(self, shape: int) -> Iterator[int]:
        """The shapes with one piece more."""
        for place, need in enumerate(self._needs):
            if not shape >> place & 1 and shape & need == need:
                yield shape | 1 << place

    @cached_property
    def _needs(self) -> tuple[int, ...]:
        """For each space those under it, as a bit set."""
        return tuple(sum(1 << under for under in cell.supports) for cell in self.cells)


def read_stage(name: str, rows: Sequence[str], candles: Sequence[str]) -> Stage:
    """The stage with these rows, bottom row first. Raises `ProblemError`, naming the key, when a fact is broken."""
    spots: dict[tuple[int, int], str] = {}
    for row, text in enumerate(rows, 1):
        if not text or set(text) - {"o", "v"}:
            raise ProblemError(f"rows: row {row} is {text!r}: expected letters o and v")
        for number, kind in enumerate(text):
            spots[row, 2 * number - len(text) + 1] = kind
    _check_shape(rows)
    order = [spot for spot, kind in spots.items() if kind == "o"]
    names = [_name(row, column) for row, column in order]
    for candle in candles:
        if candle not in names:
            raise ProblemError(f"candles: no space {candle!r}: {nearest(candle, names)}")
    cells = []
    for row, column in order:
        under = [] if row == 1 else [(row - 1, column - 1), (row - 1, column + 1)]
        for spot in under:
            if spot not in spots:
                raise ProblemError(
                    f"rows: space {_name(row, column)} hangs over nothing (two pieces needed)"
                )
        supports = tuple(order.index(spot) for spot in under if spots[spot] == "o")
        mirror = order.index((row, -column))
        cells.append(Cell(_name(row, column), row, column, supports, mirror, _name(row, column) in candles))
    if any(cells[cell.mirror].candle != cell.candle for cell in cells):
        raise ProblemError("candles: left and right mirror each other, so do the candles")
    return Stage(name, tuple(cells), tuple(spot for spot, kind in spots.items() if kind == "v"))


def _name(row: int, column: int) -> str:
    """``1C``, ``1L2``: row, side and distance from the middle in pieces, counted from 1."""
    return f"{row}C" if column == 0 else f"{row}{'L' if column < 0 else 'R'}{(abs(column) + 1) // 2}"


def _check_shape(rows: Sequence[str]) -> None:
    """What is certain about the board: C1 (row 1), C2 (brick-like), C3 (four printed pieces), C6 (mirror)."""
    for row, text in enumerate(rows, 1):
        if text != text[::-1]:
            raise ProblemError(f"rows: row {row} is {text!r}, which is no mirror image of itself (C6)")
        if row > 1 and abs(len(text) - len(rows[row - 2])) % 2 == 0:
            raise ProblemError(f"rows: row {row} does not lie between the pieces of the row under it (C2)")
    fillable = rows[0].count("o") if rows else 0
    if fillable < 5 or fillable % 2 == 0:
        raise ProblemError(f"rows: row 1 has {fillable} spaces; expected an odd number of at least 5 (C1)")
    printed = sum(text.count("v") for text in rows)
    if printed != 4:
        raise ProblemError(f"rows: {printed} printed pieces (v); expected 4 (C3)")

"""What a new puzzle has before its clues: areas, places where clues come, a word after the size.

A line a family (`LAYOUTS`), made of few kinds of chance: areas that hang together, dominoes, cells strewn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from deduce.ground.errors import GaveUp, ProblemError
from deduce_models.pencil.catalogue import family
from deduce_models.pencil.making.around import AROUND
from deduce_models.pencil.sheet.printed import EMPTY, Sheet


@dataclass(frozen=True)
class Layout:
    """How sheets of a family begin.

    Attributes:
        areas: The greatest size of areas; 0 for none, -1 for as many cells as a line, all alike, -2 for dominoes.
        extra: What follows the size: a word, with ``n`` for the number of rows and ``n-2`` for two fewer.
        word: What stands in places where a clue comes, before it is known.
        share: The share of the cells that have it.
        all: All these places have their clue in the end.
    """

    areas: int = 0
    extra: str = ""
    word: str = ""
    share: float = 0.0
    all: bool = False
    heads: bool = False
    """Clues come into the first cells of areas alone."""
    both: bool = False
    """Clues come into other cells, too."""
    least: int = 0
    """The least size of areas."""
    bare: bool = False
    """There are no clues: all is said by the layout."""
    apart: bool = False
    """No two places of the word share a side."""
    rest: int = 1
    """The cells without the word are a multiple of this."""


_STREWN = {
    "akari": ("x", 0.24), "yajilin": ("x", 0.18), "shakashaka": ("x", 0.24), "nurimisaki": ("o", 0.05),
    "minesweeper": ("#", 0.45),
}  # fmt: skip
_STREWN_ALL = {
    "koburin": ("?", 0.2), "linesweeper": ("?", 0.16), "hashi": ("?", 0.28), "shikaku": ("?", 0.2),
    "tatamibari": ("?", 0.2), "nawabari": ("?", 0.25), "usotatami": ("?", 0.3),
}  # fmt: skip
_PLAIN = (
    "balanceloop", "binairo", "canalview", "castlewall", "cave", "creek", "evenoddsudoku", "geradeweg", "fillomino",
    "futoshiki", "gokigennaname", "hidoku", "kakurasu", "kuromasu", "kuroshuto", "masyu", "mosaic", "shingoki",
    "slitherlink", "sudoku", "tapa", "yajikazu", "yinyang", "foseruzu", "pipelink", "mathrax",
    "aquapelago", "batten", "cbanana", "circlesquare", "clouds", "context", "eulero", "fillmat", "gappy", "midloop",
    "minarism", "nothree", "numbrix", "pentominous", "simplegako", "squarejam", "sukoro", "swslither", "tasquare",
    "tetrominous", "tslither", "vslither", "wittgen",
)  # fmt: skip
_AREAS = {
     "aquarium": 5,  "cojun": 4,  "hakoiri": 6, "hakyuu": 5,
     "jigsawsudoku": -1,  "suguru": 6, "tilepaint": 4, "magnetic": -2,
    "stitches": 7, "doubleback": 6, "dotchi": 6, "meander": 5, "nanro": 5, "news": 7,
    "paintarea": 4, "putteria": 5, "toichika": 5,
}  # fmt: skip

LAYOUTS: Mapping[str, Layout] = (
    {name: Layout() for name in _PLAIN}
    | {name: Layout(areas=size) for name, size in _AREAS.items()}
    | {name: Layout(word=word, share=share) for name, (word, share) in _STREWN.items()}
    | {name: Layout(word=word, share=share, all=True) for name, (word, share) in _STREWN_ALL.items()}
    | {
        "abcendview": Layout(extra="c"),
        "kenken": Layout(areas=3, heads=True),
        "killersudoku": Layout(areas=3, heads=True),
        "ayeheya": Layout(areas=-3, heads=True),
        "alter": Layout(areas=9, least=5),
        "hanare": Layout(areas=8, least=5),
        "aqre": Layout(areas=6, heads=True),
        "chocona": Layout(areas=5, heads=True),
        "countryroad": Layout(areas=5, heads=True),
        "heyawake": Layout(areas=-3, heads=True),
        "shimaguni": Layout(areas=6, heads=True),
        "detour": Layout(areas=6, heads=True),
        "factors": Layout(areas=3, heads=True),
        "juosan": Layout(areas=6, heads=True),
        "mannequin": Layout(areas=5, heads=True, least=3),
        "mapcolouring": Layout(areas=5, heads=True),
        "maxi": Layout(areas=4, heads=True),
        "renban": Layout(areas=4),
        "yajilinregions": Layout(areas=6, heads=True),
        "dosufuwa": Layout(areas=6, word="x", share=0.1, bare=True),
        "nondango": Layout(areas=9, least=6, word="o", share=0.5),
        "snail": Layout(extra="3"),
        "makaro": Layout(areas=5, word="x", share=0.12, both=True),
        "tateyoko": Layout(word="x", share=0.12, both=True),
        "heteromino": Layout(word="x", share=0.12, rest=3),
        "undead": Layout(extra="monsters", word="/\\", share=0.25),
        "kurotto": Layout(word="o", share=0.45),
        "nurikabe": Layout(word="?", share=0.12, apart=True),
        "norinuri": Layout(word="?", share=0.09, apart=True),
        "battleship": Layout(extra="fleet"),
        "doppelblock": Layout(extra="n-2"),
        "fuzuli": Layout(extra="2"),
        "minesweeper": Layout(extra="mines", word="#", share=0.45),
        "skyscraper": Layout(extra="n"),
        "starbattle": Layout(areas=-1, extra="stars"),
        "tent": Layout(word="x", share=0.2),
        "snake": Layout(word="x", share=-2),
        "lits": Layout(areas=9, least=5),
        "norinori": Layout(areas=5, least=3, bare=True),
        "moonsun": Layout(areas=7, least=4, word="ox", share=0.35),
        "simpleloop": Layout(word="x", share=0.12),
        "str8t": Layout(word="x", share=0.22, both=True),
        "patchwork": Layout(areas=-1),
    }
)
"""The families that have a layout."""


def blank(name: str, rows: int, cols: int, rng: Random, strewn: Sequence[tuple[int, int]] = ()) -> Sheet:
    """A sheet of the family without clues, with a random layout.

    Args:
        name: The family.
        rows: How many rows.
        cols: How many columns.
        rng: The source of chance.
        strewn: Where clues come, in families in which that is part of the layout; none for a choice by chance.

    Raises `ProblemError` for a family without a layout, `GaveUp` when no areas are found.
    """
    layout = LAYOUTS.get(name)
    if layout is None:
        raise ProblemError(f"{name} is not generated; allowed: {', '.join(sorted(LAYOUTS))}")
    draw = AROUND.get(name)
    drawn = None if draw is None else draw(rows, cols, rng)
    if drawn is not None:
        return family(name).parse.blank(name, rows, cols, drawn)
    layers: dict[str, Sequence[Sequence[str]]] = {}
    if layout.areas == -2:
        layers["areas"] = _dominoes(rows, cols, rng)
    elif layout.areas == -3:
        layers["areas"] = _rectangles(rows, cols, rng)
    elif layout.areas:
        layers["areas"] = _areas(
            rows,
            cols,
            cols if layout.areas < 0 else layout.areas,
            rng,
            layout.least,
            exact=layout.areas < 0,
        )
    if layout.word:
        cells = [(r, c) for r in range(rows) for c in range(cols)]
        number = round(layout.share * len(cells)) if layout.share > 0 else -int(layout.share)
        number = max(1, number)
        number += (len(cells) - number) % layout.rest
        chosen = set(strewn)
        if not strewn:
            order = rng.sample(cells, len(cells)) if layout.apart else rng.sample(cells, number)
            for at in order:
                if len(chosen) < number and not (layout.apart and chosen & {*_beside(at, rows, cols)}):
                    chosen.add(at)
        layers["clues"] = [
            [rng.choice(layout.word) if (r, c) in chosen else EMPTY for c in range(cols)]
            for r in range(rows)
        ]
    sheet = family(name).parse.blank(name, rows, cols, layers)
    extra = _extra(layout.extra, rows, cols)
    if extra:
        first = f"{rows} {cols} {extra}"
        shown = first.split()[: family(name).parse.shown]
        sheet = replace(sheet, first=first, header=" ".join(shown), extra=tuple(extra.split()))
    return sheet


def room_for(name: str) -> Callable[[Sheet, tuple[str, int, int]], bool]:
    """Whether one sign more of a family's layout may come to an empty place of a sheet."""
    layout = LAYOUTS[name]

    def room(sheet: Sheet, at: tuple[str, int, int]) -> bool:
        beside = _beside(at[1:], sheet.rows, sheet.cols)
        return not layout.apart or all(sheet.layers["clues"][r][c] == EMPTY for r, c in beside)

    return room


def _extra(word: str, rows: int, cols: int) -> str:
    least = min(rows, cols)
    fleet = [1, 1] if least < 5 else [2, 1] if least < 6 else [3, 2, 1] if least < 9 else [4, 3, 2, 1]
    known = {
        "n": str(rows),
        "n-2": str(rows - 2),
        "fleet": " ".join(map(str, fleet)),
        "mines": str(round(0.2 * rows * cols)),
        "stars": "1" if least < 8 else "2",
        "monsters": _monsters(rows * cols),
    }
    return known.get(word, word)


def _monsters(cells: int) -> str:
    """A third of each kind, where a quarter of the cells are mirrors."""
    free = cells - max(1, round(0.25 * cells))
    return f"{free // 3} {free // 3} {free - 2 * (free // 3)}"


def _dominoes(rows: int, cols: int, rng: Random) -> list[list[str]]:
    """A division into dominoes, one cell alone where their number is odd; by flips from rows of them."""
    name = [[""] * cols for _ in range(rows)]
    count = 0
    for r in range(rows):
        for c in range(cols):
            if name[r][c]:
                continue
            count += 1
            name[r][c] = str(count)
            if c + 1 < cols and not name[r][c + 1]:
                name[r][c + 1] = str(count)
            elif r + 1 < rows:
                name[r + 1][c] = str(count)
    for _ in range(20 * rows * cols):
        if rows < 2 or cols < 2:
            break
        r, c = rng.randrange(rows - 1), rng.randrange(cols - 1)
        a, b, d, e = name[r][c], name[r][c + 1], name[r + 1][c], name[r + 1][c + 1]
        if a == b and d == e and a != d:
            name[r][c + 1], name[r + 1][c] = d, a
        elif a == d and b == e and a != b:
            name[r][c + 1], name[r + 1][c] = a, b
    return name


def _rectangles(rows: int, cols: int, rng: Random) -> list[list[str]]:
    """A division into rectangles of at most three by three."""
    name = [[""] * cols for _ in range(rows)]
    count = 0
    for r in range(rows):
        for c in range(cols):
            if name[r][c]:
                continue
            count += 1
            room = next((k for k in range(cols - c) if name[r][c + k]), cols - c)
            height, width = rng.randint(1, min(3, rows - r)), rng.randint(1, min(3, room))
            for i in range(height):
                for j in range(width):
                    name[r + i][c + j] = str(count)
    return name


def _areas(
    rows: int, cols: int, size: int, rng: Random, least: int, *, exact: bool
) -> Sequence[Sequence[str]]:
    """A random division into areas of at most `size` cells that hang together (`exact`: all of that size)."""
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    if exact:
        return _even_areas(rows, cols, size, rng)
    area: dict[tuple[int, int], int] = {}
    count = 0
    for start in cells:
        if start in area:
            continue
        count += 1
        wanted = rng.randint(max(2, size - 2), size)
        part = [start]
        area[start] = count
        while len(part) < wanted:
            edge = [x for at in part for x in _beside(at, rows, cols) if x not in area]
            if not edge:
                break
            new = rng.choice(edge)
            part.append(new)
            area[new] = count
    _joined(area, least, rows, cols)
    return [[str(area[r, c]) for c in range(cols)] for r in range(rows)]


def _joined(area: dict[tuple[int, int], int], least: int, rows: int, cols: int) -> None:
    """Join areas of fewer than `least` cells to the smallest beside them."""
    while True:
        cells: dict[int, list[tuple[int, int]]] = {}
        for at, name in area.items():
            cells.setdefault(name, []).append(at)
        small = next((name for name, inside in cells.items() if len(inside) < least), None)
        if small is None or len(cells) == 1:
            return
        near = {area[x] for at in cells[small] for x in _beside(at, rows, cols)} - {small}
        new = min(near, key=lambda name: len(cells[name]))
        area.update(dict.fromkeys(cells[small], new))


def _beside(at: tuple[int, int], rows: int, cols: int) -> list[tuple[int, int]]:
    r, c = at
    return [
        x for x in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)) if 0 <= x[0] < rows and 0 <= x[1] < cols
    ]


def _even_areas(rows: int, cols: int, size: int, rng: Random) -> list[list[str]]:
    """Areas of one size: rows of them, then cells exchanged between neighbours as long as all hang together."""
    if rows * cols % size:
        raise GaveUp(f"no division of {rows} by {cols} cells into areas of {size} was found")
    order = [(r, c if r % 2 == 0 else cols - 1 - c) for r in range(rows) for c in range(cols)]
    area = {at: i // size for i, at in enumerate(order)}
    cells = list(area)
    for _ in range(30 * rows * cols):
        # A cell goes over to a neighbour's area, and one of that area that lies beside the first one comes back.
        one = rng.choice(cells)
        near = [area[x] for x in _beside(one, rows, cols) if area[x] != area[one]]
        if not near:
            continue
        mine, other = area[one], rng.choice(near)
        area[one] = other
        back = [
            x
            for x in cells
            if area[x] == other and x != one and any(area[y] == mine for y in _beside(x, rows, cols))
        ]
        rng.shuffle(back)
        for x in back[:4]:
            area[x] = mine
            if _whole(area, mine, rows, cols) and _whole(area, other, rows, cols):
                break
            area[x] = other
        else:
            area[one] = mine
    return [[str(area[r, c] + 1) for c in range(cols)] for r in range(rows)]


def _whole(area: Mapping[tuple[int, int], int], name: int, rows: int, cols: int) -> bool:
    inside = {at for at, own in area.items() if own == name}
    start = next(iter(inside))
    found, waiting = {start}, [start]
    while waiting:
        for x in _beside(waiting.pop(), rows, cols):
            if x in inside and x not in found:
                found.add(x)
                waiting.append(x)
    return len(found) == len(inside)

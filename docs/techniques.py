"""Write the page of named techniques with their pictures: ``python docs/techniques.py``; a test tells when it is due."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Hashable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path

from deduce.ground.strange import escape
from deduce.show.svg import Print
from deduce_models import pencil
from deduce_models.pencil.drawing.pictures import text
from deduce_models.pencil.sheet.printed import Cell
from deduce_models.pencil.techniques.forms import Form, Said, Spot
from deduce_models.pencil.techniques.table import Technique, named_families, techniques

DOCS = Path(__file__).parent
HEAD = """# Techniques by name

What the steps of twenty families of the shelf are called. `deduce steps` and `deduce hint` say the names, with
`--json` as `named` and `says`.

A step's *form* is its rules, what is known and what follows, by their places to each other: the same for every shift
and each of the eight symmetries of the square, in a sudoku whatever the digits. The forms of the steps of puzzles as
published were counted (`python -m benchmarks.pencil_techniques --data FOLDER --results FILE --mine` prints those
without a name) and what people call them was written into a table a family. The numbers are how many of a hundred
steps each names, in as many puzzles of at most 144 cells as are given (sudokus: generated ones of all grades,
`benchmarks/data`); steps without a name are those of rarer trials and cases, and say that. All twenty families were
counted together, with steps as they are now: what is printed is no step. A 0 is a technique that did not occur there.

In the pictures the rules are black (a dashed frame: the cells that a rule speaks of), what is known is blue, what
follows is red. Dark cells are outside of the grid; a crossed number is one that the cell is not.

Every step is proved by itself; a name claims no more. That a *form* holds wherever it fits was looked for in solved
puzzles (`--sound`, and in the tests in examples and graded puzzles): {forms} forms of {kept} techniques have held
wherever they fitted. In the last run these were some 230,000 places in 25 to 30 published puzzles of each of 18
families (of Hashi no form is left; sudokus are looked at in the tests). Forms that did not hold everywhere (39 of
those tried, mostly where the candidates of a single cell matter, such as which rectangles are left for a clue) were
left out with all of their kind. Techniques marked * have no form left: what follows there rests on more than a
picture shows.
"""


def main() -> None:
    """Write the page and the pictures."""
    folder = DOCS / "pictures" / "techniques"
    folder.mkdir(parents=True, exist_ok=True)
    (DOCS / "pencil-techniques.md").write_text(page(), encoding="utf-8")
    for name in named_families():
        (folder / f"{name}.svg").write_text(draw_techniques(techniques(name)) + "\n", encoding="utf-8")


def page() -> str:
    """The page as text."""
    every = [t for name in named_families() for t in techniques(name)]
    kept = [t for t in every if t.forms]
    head = HEAD.replace("{forms}", str(sum(len(t.forms) for t in kept))).replace("{kept}", str(len(kept)))
    return head + "\n".join(map(entry, named_families()))


def entry(name: str) -> str:
    """The part of a family."""
    file = files("deduce_models.pencil.techniques").joinpath(f"{name}.toml")
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    table = techniques(name)
    lines = [
        f"\n## {pencil.family(name).title}\n",
        f"{told['steps']:,} steps of {told['puzzles']} puzzles; {sum(t.often for t in table):.0f} of a hundred "
        "have a name.\n",
        f"![Techniques of {pencil.family(name).title}](pictures/techniques/{name}.svg)\n",
        "| technique | of 100 steps | |",
        "|---|---|---|",
    ]
    lines += [f"| {t.name}{'' if t.forms else ' *'} | {t.often:.3g} | {t.says} |" for t in table]
    return "\n".join(lines) + "\n"


# The pictures.

_HALF = 14
"""Pixels of half a cell, the unit in which forms count."""

_KNOWN, _SHOWN, _NEW, _PAPER, _GRID, _INK = (
    Print.NAVY,
    Print.RED,
    Print.NEW,
    Print.PAPER,
    Print.MIST,
    Print.INK,
)
_WIDE, _GAP, _HEAD = 170, 14, 34
"""Of a sheet of pictures: the width of a column, the space around a picture, the room for its name."""

_COLUMNS, _TALLEST = 4, 300
_SIGNS = {"light": "●", "star": "★", "tent": "▲", "-": "–"}
_NUMBERS = re.compile(
    r"^(\d+) (?:sides?|lights?|mines?|stars?|shaded|tents?|seen)|of (\d+) (?:cells?|bridges?)|add up to (\d+)|"
    r"gives (\S+)|runs of line are ([\d ]+)|^(\d+) is given"
)


def draw_form(form: Form) -> tuple[str, int, int]:
    """The elements of a picture, and its width and height in pixels."""
    spots = [form.shown[0], *(spot for spot, _ in form.known)]
    places = [(y, x) for _, y, x in spots]
    for _, home, offsets in form.rules:
        if home:
            places += [home, *((home[0] + dy, home[1] + dx) for dy, dx in offsets)]
    for spot, (_, values) in (form.shown, *form.known):
        places += [place for value in values for place in _reached(spot, value)]
    top, left = (2 * (min(p[i] for p in places) // 2) for i in (0, 1))
    bottom, right = (-2 * (-max(p[i] for p in places) // 2) for i in (0, 1))
    canvas = _Canvas(top, left)
    parts = [*canvas.grid(bottom, right, _outside(form))]
    parts += canvas.fact(*form.shown, _SHOWN, below=True)
    for rule in form.rules:
        parts += canvas.rule(*rule)
    clued = {home for sentence, home, _ in form.rules if _NUMBERS.search(sentence)}
    for spot, said in form.known:
        if said != (True, ("clear",)) or (spot[1], spot[2]) not in clued:
            parts += canvas.fact(spot, said, _KNOWN)
    parts += canvas.fact(*form.shown, _SHOWN)
    return "\n".join(parts), (right - left + 2) * _HALF, (bottom - top + 2) * _HALF


def _reached(spot: Spot, value: Hashable) -> list[Cell]:
    """The places that a value of a form names, from where its variable stands."""
    if isinstance(value, tuple) and len(value) in (2, 4):
        return [(spot[1] + value[i], spot[2] + value[i + 1]) for i in range(0, len(value), 2)]
    return []


def _outside(form: Form) -> set[Cell]:
    """The cells that are known not to be in the grid."""
    used = {(y, x) for _, y, x in (form.shown[0], *(spot for spot, _ in form.known))}
    ends = {(y + dy, x + dx) for y, x in used for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0))}
    found: set[Cell] = set()
    for kind, y, x in form.absent:
        if not (y + x) % 2:
            found.add((y, x))
        elif kind == "side":  # a side has a cell of the grid on one hand at least
            found |= {(y - 1, x), (y + 1, x)} if y % 2 else {(y, x - 1), (y, x + 1)}
        else:
            found |= {(y - 1, x), (y + 1, x)} - ends if y % 2 else {(y, x - 1), (y, x + 1)} - ends
    return found


class _Canvas:
    """Draws at doubled places; the cell at ``top, left`` is the first."""

    def __init__(self, top: int, left: int) -> None:
        self._top, self._left = top, left

    def _at(self, place: Cell) -> tuple[int, int]:
        """The middle of a place in pixels, across and down."""
        return (place[1] - self._left + 1) * _HALF, (place[0] - self._top + 1) * _HALF

    def _square(self, place: Cell, fill: str, stroke: str = "none", size: int = 2 * _HALF) -> str:
        x, y = self._at(place)
        half = size // 2
        return f'<rect x="{x - half}" y="{y - half}" width="{size}" height="{size}" fill="{fill}" stroke="{stroke}"/>'

    def grid(self, bottom: int, right: int, outside: set[Cell]) -> Iterator[str]:
        """The cells, those outside of the grid dark."""
        for y in range(self._top, bottom + 1, 2):
            for x in range(self._left, right + 1, 2):
                yield self._square((y, x), Print.STEEL if (y, x) in outside else _PAPER, _GRID)

    def rule(self, sentence: str, home: Cell | None, offsets: Sequence[Cell]) -> Iterator[str]:
        """The clue of a rule, and the cells it speaks of framed."""
        if home is None:
            return
        cells = {(home[0] + dy, home[1] + dx) for dy, dx in offsets}
        if len(cells) > 1 and all(y % 2 == x % 2 == 0 for y, x in cells):
            yield from self._frame(cells)
        x, y = self._at(home)
        if "pearl" in sentence or "line turns here" in sentence or "straight here" in sentence:
            fill = _INK if "black" in sentence or "turns" in sentence else _PAPER
            yield f'<circle cx="{x}" cy="{y}" r="9" fill="{fill}" stroke="{_INK}"/>'
        elif found := _NUMBERS.search(sentence):
            word = next(group for group in found.groups() if group)
            if "bridge" in sentence:
                yield f'<circle cx="{x}" cy="{y}" r="10" fill="{_PAPER}" stroke="{_INK}"/>'
            shared = home in cells and len(cells) > 1  # a number comes into the cell, too
            yield (
                text(x - 8, y - 8, word, _INK, 8)
                if shared
                else text(x, y, word, _INK, 8 if " " in word else 13)
            )
        elif "of a number" in sentence:
            for cell in sorted(cells):
                yield text(*self._at(cell), "n", _INK)

    def _frame(self, cells: set[Cell]) -> Iterator[str]:
        for y, x in sorted(cells):
            across, down = self._at((y, x))
            for dy, dx in ((-2, 0), (2, 0), (0, -2), (0, 2)):
                if (y + dy, x + dx) not in cells:
                    a, b = across + dx * _HALF // 2, down + dy * _HALF // 2
                    path = f"M{a} {b - _HALF}v{2 * _HALF}" if dx else f"M{a - _HALF} {b}h{2 * _HALF}"
                    yield f'<path d="{path}" stroke="{Print.OLD}" stroke-dasharray="3 2" fill="none"/>'

    def fact(self, spot: Spot, said: Said, colour: str, *, below: bool = False) -> list[str]:
        """What is known or shown of a place; `below`, only what lies under it."""
        kind, *place = spot
        at = place[0], place[1]
        inside, values = said
        cell = not (at[0] + at[1]) % 2
        if below:
            return [self._square(at, _NEW, _GRID)] if cell else []
        if values and isinstance(values[0], tuple):
            return [x for value in values for x in self._pointed(spot, value, inside, colour)]
        if not cell:
            return list(self._edge(kind, at, said, colour))
        x, y = self._at(at)
        if inside and values == ("shaded",):
            return [self._square(at, colour, colour, 18)]
        if inside and values == ("clear",):
            return [f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>']
        word = (
            "".join(_SIGNS.get(str(v), str(v)) for v in values)
            if len(values) < 5
            else f"{values[0]}…{values[-1]}"
        )
        size = 13 if len(word) < 3 else 8
        struck = [] if inside else [f'<path d="M{x - 8} {y}h16" stroke="{colour}"/>']
        return [text(x, y, word, colour, size), *struck]

    def _edge(self, kind: str, at: Cell, said: Said, colour: str) -> Iterator[str]:
        """A line, a cross where there is none, or a number of bridges."""
        x, y = self._at(at)
        inside, values = said
        if kind == "bridge":
            word = "/".join(map(str, values))
            yield text(x, y, word if inside else f"≠{word}", colour, 11)
        elif inside and values == ("line",):
            down = at[1] % 2 == (kind == "side")
            path = f"M{x} {y - _HALF}v{2 * _HALF}" if down else f"M{x - _HALF} {y}h{2 * _HALF}"
            yield f'<path d="{path}" stroke="{colour}" stroke-width="3" stroke-linecap="round" fill="none"/>'
        else:
            yield f'<path d="M{x - 3} {y - 3}l6 6m0 -6l-6 6" stroke="{colour}" stroke-width="1.5" fill="none"/>'

    def _pointed(self, spot: Spot, value: Hashable, inside: bool, colour: str) -> Iterator[str]:
        """A cell or a rectangle that a value names, from where its variable stands; dashed where it is not that."""
        ends = [self._at(place) for place in _reached(spot, value)]
        dashed = "" if inside else ' stroke-dasharray="4 3"'
        x, y = self._at((spot[1], spot[2]))
        if len(ends) == 2:
            (a, b), (c, d) = ends
            size = f'x="{a - 11}" y="{b - 11}" width="{c - a + 22}" height="{d - b + 22}"'
            yield f'<rect {size} fill="none" stroke="{colour}" stroke-width="2"{dashed}/>'
            yield text(x, y, "n", _INK)
        elif ends:
            path = (
                f'<path d="M{x} {y}L{ends[0][0]} {ends[0][1]}" stroke="{colour}" stroke-width="2"{dashed}/>'
            )
            yield path
            yield f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>'


def draw_techniques(techniques: Sequence[Technique]) -> str:
    """A sheet of pictures, each under its name, as an SVG document; techniques without one are left out."""
    parts: list[str] = []
    column, top, tallest = 0, 0, 0
    for technique in techniques:
        if technique.picture is None:
            continue
        drawn, width, height = draw_form(technique.picture)
        scale = min(1.0, (_WIDE - 2 * _GAP) / width, _TALLEST / height)
        if column == _COLUMNS:
            column, top, tallest = 0, top + tallest, 0
        left = column * _WIDE + _GAP
        parts.append(text(left, top + 16, technique.name, _INK, 10, "start"))
        parts.append(f'<g transform="translate({left},{top + _HEAD}) scale({scale:.3g})">{drawn}</g>')
        tallest = max(tallest, _HEAD + _GAP + round(height * scale))
        column += 1
    width, height = _COLUMNS * _WIDE, top + tallest
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">'
    )
    name = techniques[0].family if techniques else ""
    title = f"<title>{escape(f'Techniques: {name}')}</title>"
    return "\n".join(
        [head, title, f'<rect width="{width}" height="{height}" fill="{_PAPER}"/>', *parts, "</svg>"]
    )


if __name__ == "__main__":
    main()

"""A puzzle seen in a mirror, or across its diagonal, has the solution seen so: rules know no direction by accident."""

import re
from collections.abc import Callable, Mapping

import pytest

from deduce.puzzles import verify
from deduce_models import pencil
from deduce_models.pencil.sheet.printed import Sheet

ACROSS, MIRROR = "across the diagonal", "in a mirror"
Grid = list[list[str]]

LOOPS = frozenset(
    {"balanceloop", "castlewall", "countryroad", "geradeweg", "koburin", "linesweeper", "masyu", "moonsun"}
    | {
        "numberlink",
        "pipelink",
        "shingoki",
        "simpleloop",
        "yajilin",
        "midloop",
        "detour",
        "doubleback",
        "dotchi",
    }
    | {"maxi", "tracks", "yajilinregions"}
)
SIDES_SHOWN = LOOPS | {"battleship", "juosan", "news", "shakashaka", "stitches", "tateyoko", "toichika"}
SIDES_ASKED = frozenset(
    {"battleship", "castlewall", "makaro", "news", "pipelink", "toichika", "yajikazu", "yajilin"}
)
REGIONS = frozenset(
    {"araf", "dominos", "foseruzu", "galaxies", "meadows", "shikaku", "tatamibari", "fillmat", "heteromino"}
    | {"nawabari", "pentominous", "squarejam", "tetrominous", "usotatami"}
)
LEFT_OUT = {
    # What tells left from right, or rows from columns, by its rules.
    "kakuro": [MIRROR],
    "kakurasu": [MIRROR],
    "tennergrid": [ACROSS],
    "cojun": [ACROSS],
    "aquarium": [ACROSS],
    "dosufuwa": [ACROSS],
    "snail": [ACROSS, MIRROR],
    # Whose words spell sides in an order.
    "compass": [ACROSS, MIRROR],
    "net": [ACROSS, MIRROR],
    "tracks": [ACROSS, MIRROR],
    # Whose signs stand beside the cell that they are written in.
    "futoshiki": [ACROSS, MIRROR],
    "kropki": [ACROSS, MIRROR],
    "minarism": [ACROSS, MIRROR],
}
DOTS = frozenset({"galaxies", "midloop", "nothree"})
BOXES = frozenset({"sudoku", "killersudoku", "evenoddsudoku", "variantsudoku"})
_TURNED = {
    ACROSS: str.maketrans("nswe", "wens"),
    MIRROR: str.maketrans("nswe", "nsew"),
}
_WORDS: dict[tuple[str, str], Callable[[str], str]] = {
    ("tatamibari", ACROSS): lambda word: {"h": "v", "v": "h"}.get(word, word),
    **{(name, ACROSS): lambda word: {"1": "2", "2": "1"}.get(word, word) for name in sorted(DOTS)},
    ("undead", MIRROR): lambda word: {"/": "\\", "\\": "/"}.get(word, word),
    ("kakuro", ACROSS): lambda word: ",".join(word.split(",")[::-1]),
}
_SHOWN: dict[tuple[str, str], Callable[[str], str]] = {
    **{
        (name, way): lambda word, way=way: _bridge(word, way)
        for name in ("hashi", "wblink")
        for way in _TURNED
    },
    ("gokigennaname", MIRROR): lambda word: {"/": "\\", "\\": "/"}[word],
}
_BITS = {ACROSS: {1: 2, 2: 1, 4: 8, 8: 4}, MIRROR: {1: 4, 2: 2, 4: 1, 8: 8}}


def _bridge(word: str, way: str) -> str:
    """Bridges over a cell, or the sides to which those of an island beside others go."""
    over = {"1": "a", "2": "b", "a": "1", "b": "2"}
    return (over[word] if way == ACROSS else word) if word in over else word.translate(_TURNED[way])


def moved(lines: Grid, way: str) -> Grid:
    """A grid seen so."""
    return [list(line) for line in zip(*lines, strict=True)] if way == ACROSS else [x[::-1] for x in lines]


def turned(sheet: Sheet, way: str) -> str:
    """The text of the puzzle seen so."""
    layers = {name: [list(line) for line in lines] for name, lines in sheet.layers.items()}
    made: dict[str, Grid] = {}
    for name, lines in layers.items():
        if name in ("top", "bottom", "left", "right", "columns", "rows") or " " in name:
            made[name] = layers[_beside(name, way, layers)]
            if way == MIRROR:
                across = name in ("top", "bottom") or name.startswith("column ")
                made[name] = [x[::-1] for x in made[name]] if across or name == "rows" else made[name]
                made[name] = made[name][::-1] if name == "columns" else made[name]
        elif name == "rules":
            made[name] = [[_rule_word(line[0], word, way, sheet.cols) for word in line] for line in lines]
        elif sheet.family in DOTS and way == MIRROR:
            made[name] = [["-"] * sheet.cols for _ in lines]
            for (r, c), word in sheet.clues.items():
                made[name][r - 1][sheet.cols - c - (int(word) & 1)] = word
        else:
            made[name] = moved([[_word(sheet.family, name, word, way) for word in x] for x in lines], way)
    rows, cols = (sheet.cols, sheet.rows) if way == ACROSS else (sheet.rows, sheet.cols)
    first = " ".join([str(rows), str(cols), *sheet.extra])
    return "\n".join([first, *(" ".join(line) for lines in made.values() for line in lines)])


def _beside(name: str, way: str, layers: Mapping[str, Grid]) -> str:
    """The layer that stands there when the puzzle is seen so."""
    if way == MIRROR:
        other = {"left": "right", "right": "left"}.get(name, name)
        return other if other in layers else name
    words = {
        "top": "left",
        "left": "top",
        "bottom": "right",
        "right": "bottom",
        "columns": "rows",
        "rows": "columns",
    }
    first, _, rest = name.partition(" ")
    return words.get(name) or f"{'row' if first == 'column' else 'column'} {rest}"


def _word(family: str, layer: str, word: str, way: str) -> str:
    if layer == "marks":
        return str(sum(bit for old, bit in _BITS[way].items() if int(word) & old))
    if layer == "clues" and family in SIDES_ASKED:
        return word.translate(_TURNED[way])
    return _WORDS.get((family, way), str)(word) if layer == "clues" else word


def _rule_word(rule: str, word: str, way: str, cols: int) -> str:
    """A word of a further rule of a variant sudoku."""
    sides = {"left": "right", "right": "left"}
    if way == ACROSS:
        sides = {"left": "top", "top": "left", "right": "bottom", "bottom": "right"}

    def cell(found: re.Match[str]) -> str:
        r, c = int(found[1]), int(found[2])
        return f"r{c}c{r}" if way == ACROSS else f"r{r}c{cols + (rule != 'quadruple') - c}"

    return sides.get(word) or re.sub(r"\br(\d+)c(\d+)\b", cell, word)


def seen(family: str, solution: str, way: str) -> Grid:
    """A solution seen so, spelt in one way."""
    grid = (
        moved([line.split() for line in solution.splitlines()[1:]], way)
        if way
        else [line.split() for line in solution.splitlines()[1:]]
    )
    if way:
        change = _SHOWN.get((family, way), str)
        grid = [
            [word.translate(_TURNED[way]) if family in SIDES_SHOWN else change(word) for word in line]
            for line in grid
        ]
    names: dict[str, str] = {}
    if family in REGIONS:
        return [[names.setdefault(word, str(len(names))) for word in line] for line in grid]
    return [["".join(sorted(word)) if word.isalpha() else word for word in line] for line in grid]


def ways(sheet: Sheet) -> list[str]:
    """The ways in which a puzzle may be seen."""
    found = [way for way in (ACROSS, MIRROR) if way not in LEFT_OUT.get(sheet.family, ())]
    if sheet.family in BOXES and sheet.rows not in (4, 9, 16, 25):
        found.remove(ACROSS)
    return found


def solved(family: str, text: str) -> str:
    """The one solution."""
    knowledge = pencil.read(family, text)
    verdict = verify(knowledge, time_limit=60)
    assert verdict.status == "unique", verdict.status
    return pencil.show(knowledge, verdict.solution)


@pytest.mark.parametrize("name", pencil.families())
def test_a_puzzle_seen_otherwise_has_its_solution_seen_so(name):
    sheet = pencil.parse(name, pencil.family(name).example)
    solution = solved(name, sheet.text())
    for way in ways(sheet):
        text = turned(sheet, way)
        assert seen(name, solved(name, text), "") == seen(name, solution, way), way
        # Seen so twice it is what it was.
        assert turned(pencil.parse(name, text), way).split() == sheet.text().split()

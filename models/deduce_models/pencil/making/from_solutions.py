"""New puzzles whose whole text follows from a solution: drawn by chance, told in full, and thinned.

For families in which a clue is no word more or less in a place: every number of a Hitori stands there, every dot of a
Kropki is given. A maker gives a full text; what may be left out of it is taken out as long as one solution is left.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from random import Random

from deduce.ground.deadline import Deadline
from deduce.ground.errors import ProblemError, RecordError
from deduce.language.variables import Variable
from deduce.puzzles.live import live_solver
from deduce_models.pencil.catalogue import family
from deduce_models.pencil.making.full_grids import numbered_areas, numbered_walk
from deduce_models.pencil.making.places import Place, places, word_at
from deduce_models.pencil.making.solution_first import OnSheet, Wanted, reads_alike
from deduce_models.pencil.making.true_clues import with_words
from deduce_models.pencil.rules.board import CLEAR
from deduce_models.pencil.sheet.printed import EMPTY, Cell, Sheet

Grid = list[list[str]]
Values = Mapping[Cell, Hashable]


Told = Callable[[int, int, Random, Deadline], Mapping[str, Grid]]


@dataclass(frozen=True)
class Drawn:
    """How puzzles of a family are drawn.

    Attributes:
        told: The layers of a full text by chance, for rows and columns.
        spare: The lines of a layer whose words may be left out: its name, and how many at its end may not.
    """

    told: Told
    spare: tuple[str, int] = ("", 0)


def make_from_solution(
    name: str,
    rows: int,
    cols: int,
    rng: Random,
    deadline: Deadline,
    extra: tuple[str, ...],
    *,
    minimal: bool,
) -> str:
    """A puzzle with exactly one solution, as text. Raises `ProblemError` for a size without any, `GaveUp`."""
    drawn, parse = DRAWN[name], family(name).parse
    while True:
        deadline.left()
        sheet = parse(name, parse.blank(name, rows, cols, drawn.told(rows, cols, rng, deadline)).text())
        if reads_alike(sheet, deadline, extra):
            return (_thinned(sheet, drawn.spare, rng, deadline, extra) if minimal else sheet).text()


def _solution(sheet: Sheet, rng: Random, deadline: Deadline) -> Values:
    """Some solution of a sheet. Raises `ProblemError` where there is none."""
    board = family(sheet.family).rules(sheet)
    live, assumed = live_solver(board.knowledge())
    for v in board.scope:
        literals = live.solver.literals(v)
        best = rng.randrange(len(literals))
        live.solver.prefer([x if i == best else -x for i, x in enumerate(literals)])
    if not live.satisfiable(assumed, deadline):
        raise ProblemError(f"there is no {sheet.family} of {sheet.rows} by {sheet.cols} cells")
    world: Mapping[Variable, Hashable] = live.found()[1]
    return {at: world[v] for at, v in board.cell.items()}


def _thinned(
    sheet: Sheet, spare: tuple[str, int], rng: Random, deadline: Deadline, extra: tuple[str, ...]
) -> Sheet:
    """The sheet without the words that it does not need."""
    layer, last = spare
    order: list[Place] = [
        at
        for at in places(sheet)
        if at[0] == layer and at[1] < sheet.rows - last and word_at(sheet, at) != EMPTY
    ]
    rng.shuffle(order)
    less = _thinned_at_once(sheet, order, rng, deadline, extra) if order else sheet
    if less is not None:
        return less
    # Many at a time as long as that goes well: few words of a full text are needed.
    share = max(1, len(order) // 8)
    waiting = [order[i : i + share] for i in range(0, len(order), share)]
    while waiting:
        part = waiting.pop()
        less = with_words(sheet, dict.fromkeys(part, EMPTY))
        if reads_alike(less, deadline, extra):
            sheet = less
        elif len(part) > 1:
            waiting += [part[: len(part) // 2], part[len(part) // 2 :]]
    return sheet


def _thinned_at_once(
    sheet: Sheet, spare: list[Place], rng: Random, deadline: Deadline, extra: tuple[str, ...]
) -> Sheet | None:
    """The same by one live solver; None where a word changes more than it says, so that sheets must be read anew."""
    bare = with_words(sheet, dict.fromkeys(spare, EMPTY))
    try:
        full = family(sheet.family).rules(sheet)
        on = OnSheet(bare, Wanted([[at] for at in spare], extra=extra), rng, deadline)
    except (RecordError, ProblemError):
        return None
    live, assumed = live_solver(full.knowledge())
    if [v.name for v in full.scope] != [v.name for v in on.board.scope]:
        return None
    if not live.satisfiable(assumed, deadline):
        return None
    world = live.found()[1]
    made = on.from_solution({v.name: world[v] for v in full.scope})
    if not made.says({at: word_at(sheet, at) for at in spare}):
        return None
    made.choose()
    if made.kept is None:
        return None
    less = with_words(bare, {clue.at: clue.word for clue in made.kept})
    return less if reads_alike(less, deadline, extra) else None


def _latin(rows: int, rng: Random) -> list[list[int]]:
    """A Latin square by chance: rows, columns and numbers of a cyclic one exchanged."""
    names, down, across = (rng.sample(range(rows), rows) for _ in range(3))
    return [[names[(r + c) % rows] + 1 for c in across] for r in down]


def _given(square: list[list[int]]) -> Grid:
    return [[str(number) for number in line] for line in square]


def _consecutive(rows: int, cols: int, rng: Random, _: Deadline) -> Mapping[str, Grid]:
    square = _latin(rows, rng)

    def bits(r: int, c: int) -> str:
        near = {1: (r, c + 1), 2: (r + 1, c), 4: (r, c - 1), 8: (r - 1, c)}
        return str(
            sum(
                bit
                for bit, (i, j) in near.items()
                if 0 <= i < rows and 0 <= j < cols and abs(square[i][j] - square[r][c]) == 1
            )
        )

    return {"clues": _given(square), "marks": [[bits(r, c) for c in range(cols)] for r in range(rows)]}


def _kropki(rows: int, cols: int, rng: Random, _: Deadline) -> Mapping[str, Grid]:
    square = _latin(rows, rng)

    def dot(a: int, b: int, signs: str) -> str:
        if {a, b} == {1, 2}:
            return rng.choice(signs)
        return signs[0] if abs(a - b) == 1 else signs[1] if 2 * min(a, b) == max(a, b) else ""

    def word(r: int, c: int) -> str:
        across = dot(square[r][c], square[r][c + 1], "wb") if c + 1 < cols else ""
        down = dot(square[r][c], square[r + 1][c], "WB") if r + 1 < rows else ""
        return across + down or EMPTY

    return {"clues": _given(square), "dots": [[word(r, c) for c in range(cols)] for r in range(rows)]}


def _hitori(rows: int, cols: int, rng: Random, deadline: Deadline) -> Mapping[str, Grid]:
    """White cells of a Latin square as they are; a shaded cell repeats a white one of its row or column."""
    free = [[str(r * cols + c + 1) for c in range(cols)] for r in range(rows)]
    shade = _solution(family("hitori").parse.blank("hitori", rows, cols, {"clues": free}), rng, deadline)
    square = _latin(max(rows, cols), rng)

    def word(r: int, c: int) -> str:
        if shade[r + 1, c + 1] == CLEAR:
            return str(square[r][c])
        white = [square[r][j] for j in range(cols) if shade[r + 1, j + 1] == CLEAR]
        white += [square[i][c] for i in range(rows) if shade[i + 1, c + 1] == CLEAR]
        return str(rng.choice(white or [square[r][c]]))

    return {"clues": [[word(r, c) for c in range(cols)] for r in range(rows)]}


def _tenner(rows: int, cols: int, rng: Random, deadline: Deadline) -> Mapping[str, Grid]:
    values = _solution(family("tennergrid").parse.blank("tennergrid", rows, cols, {}), rng, deadline)
    inner = [[str(values[r, c]) for c in range(1, cols + 1)] for r in range(1, rows)]
    return {"clues": [*inner, [str(sum(int(line[c]) for line in inner)) for c in range(cols)]]}


def _meadows(rows: int, cols: int, rng: Random, _: Deadline) -> Mapping[str, Grid]:
    """Squares laid from the upper left on, with a circle somewhere in each."""
    left = {(r, c) for r in range(rows) for c in range(cols)}
    signs = [[EMPTY] * cols for _ in range(rows)]
    while left:
        r, c = min(left)
        sides = [
            n
            for n in range(1, min(rows, cols) + 1)
            if all((r + i, c + j) in left for i in range(n) for j in range(n))
        ]
        side = rng.choice(sides[:4])
        left -= {(r + i, c + j) for i in range(side) for j in range(side)}
        signs[r + rng.randrange(side)][c + rng.randrange(side)] = "o"
    return {"clues": signs}


DRAWN: Mapping[str, Drawn] = {
    "consecutivesudoku": Drawn(_consecutive, ("clues", 0)),
    "fillomino": Drawn(numbered_areas, ("clues", 0)),
    "hidoku": Drawn(numbered_walk(diagonal=True), ("clues", 0)),
    "hitori": Drawn(_hitori),
    "kropki": Drawn(_kropki, ("clues", 0)),
    "meadows": Drawn(_meadows),
    "numbrix": Drawn(numbered_walk(diagonal=False), ("clues", 0)),
    "tennergrid": Drawn(_tenner, ("clues", 1)),
}
"""The families made so."""

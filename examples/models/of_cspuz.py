"""Eight models of the kind that cspuz ships as examples, said in our language.

Each function states a puzzle and answers it. Run it: python examples/models/of_cspuz.py
"""

from itertools import groupby, pairwise

from deduce import AllDifferent, AtLeast, AtMost, Exactly, Knowledge, Problem
from deduce.graphs import Connected, Grid, Loop, Regions, Visible
from deduce.puzzles import verify


def rows(text: str) -> dict[tuple[int, int], str]:
    """The signs of a picture by row and column, both from 1; a dot is a place without one."""
    lines = text.split("\n")[1:-1]
    signs = {(r, c): sign for r, line in enumerate(lines, 1) for c, sign in enumerate(line.split(), 1)}
    return {cell: sign for cell, sign in signs.items() if sign != "."}


SLITHERLINK = """
. . 2 3 3 2 . 1
1 . 0 . . . . 2
. . 0 . 2 3 . 2
1 . 2 . . . . .
2 . . 2 . 2 . .
. . . 2 . 1 . 0
. 0 1 . . 0 . .
0 . . . 1 . 0 .
"""


def slitherlink() -> str:
    """One loop along sides of cells, so many at each number."""
    problem, grid = Problem("slitherlink"), Grid(8)
    line = problem.variables("line", grid.corners.edges, [0, 1])
    problem.require(Loop(line))
    for cell, sign in rows(SLITHERLINK).items():
        problem.require(Exactly(int(sign), [line[side] for side in grid.sides(cell)], 1))
    return verify(problem).status


MASYU = """
. . . . . . .
. . . w . . .
w . . . . . b
. . b . w . .
w . . b . . .
. . . . . w .
. . . . . w .
"""


def masyu() -> str:
    """One loop: it turns at black pearls and goes straight beside them; at white ones the other way round."""
    problem, grid = Problem("masyu"), Grid(7)
    line = problem.variables("line", grid.edges, [0, 1])
    problem.require(Loop(line))
    drawn = {edge: line[edge] == 1 for edge in grid.edges}

    def on(cell: tuple[int, int], r: int, c: int) -> object:
        """Whether the line goes on from a cell in a direction."""
        a, b = sorted([cell, (cell[0] + r, cell[1] + c)])
        return drawn.get((a, b), line[grid.edges[0]].is_in([]))  # no way there

    for (r, c), sign in rows(MASYU).items():
        ways = [on((r, c), *way) for way in ((-1, 0), (1, 0), (0, -1), (0, 1))]
        further = [on((r + y, c + x), y, x) for y, x in ((-1, 0), (1, 0), (0, -1), (0, 1))]
        up, down, left, right = ways
        if sign == "b":
            problem.require((up ^ down) & (left ^ right))
            for way, more in zip(ways, further, strict=True):
                problem.require(way >> more)
        else:
            problem.require((up & down) | (left & right))
            problem.require((up & down) >> ~(further[0] & further[1]))
            problem.require((left & right) >> ~(further[2] & further[3]))
    return verify(problem).status


NURIKABE = """
1 . . . 2
. . . . .
. 3 . . .
. . . . .
. . 4 . 2
"""


def nurikabe() -> str:
    """White parts of so many cells, one number each; the rest hangs together, without a block of two by two."""
    problem, grid = Problem("nurikabe"), Grid(5)
    black = problem.variables("black", grid.cells, [0, 1])
    numbers = {cell: int(sign) for cell, sign in rows(NURIKABE).items()}
    problem.require(Connected(black, grid))
    problem.require(Regions(black, grid, value=0, roots=list(numbers), size_at=numbers))
    for block in grid.windows(2, 2):
        problem.require(AtMost(3, [black[cell] for cell in block], 1))
    return verify(problem).status


ROOMS = """
1 2 2 3 3 4
1 1 2 3 3 3
5 2 2 6 6 6
5 7 7 6 8 9
5 5 7 8 8 9
A A A 9 9 9
"""
NUMBERS = """
. . . 0 . .
2 . . . . .
. . . . . .
. . . . . .
. 0 . . . .
. . . 0 . .
"""


def heyawake() -> str:
    """Black cells do not touch; so many in rooms with numbers; the white are one, no line through two walls."""
    problem, grid = Problem("heyawake"), Grid(6)
    black = problem.variables("black", grid.cells, [0, 1])
    room = rows(ROOMS)
    problem.require(Connected(black, grid, value=0))
    for a, b in grid.edges:
        problem.require(~((black[a] == 1) & (black[b] == 1)))
    for cell, number in rows(NUMBERS).items():
        problem.require(Exactly(int(number), [black[x] for x in grid.cells if room[x] == room[cell]], 1))
    for line in grid.lines:
        walls = [i for i in range(1, len(line)) if room[line[i - 1]] != room[line[i]]]
        for first, last in pairwise(walls):
            problem.require(~Exactly(last - first + 2, [black[x] for x in line[first - 1 : last + 1]], 0))
    return verify(problem).status


AKARI = """
. . . . 1 . .
0 1 . . . x .
. . x x 0 . x
. . . 1 . . .
x . x x x . .
. 2 . . . 0 1
. . x . . . .
"""


def akari() -> str:
    """Lamps light every white cell along rows and columns, never each other; numbers count lamps beside them."""
    problem, grid, walls = Problem("akari"), Grid(7), rows(AKARI)
    lamp = problem.variables("lamp", [cell for cell in grid.cells if cell not in walls], [0, 1])
    runs = [[*run] for line in grid.lines for wall, run in groupby(line, walls.__contains__) if not wall]
    for run in runs:
        problem.require(AtMost(1, [lamp[cell] for cell in run], 1))
    for cell in lamp:
        seen = [lamp[other] for run in runs if cell in run for other in run if other != cell]
        problem.require(AtLeast(1, [lamp[cell], *seen], 1))
    for cell, sign in walls.items():
        if sign != "x":
            beside = [lamp[x] for x in grid.neighbours(cell) if x not in walls]
            problem.require(Exactly(int(sign), beside, 1))
    return verify(problem).status


BELOW, LEFT = {3: 3, 4: 5}, {2: 2, 3: 1}
HEIGHTS = """
. . . . 1
. . . . .
. . . . .
. . . . .
2 . . . .
"""


def skyscrapers() -> str:
    """Heights from 1 to 5, different along lines; outside stands how many are seen from there."""
    problem, grid = Problem("skyscrapers"), Grid(5)
    height = problem.variables("height", grid.cells, range(1, 6))
    for line in grid.lines:
        problem.require(AllDifferent([height[cell] for cell in line]))
    for c, number in BELOW.items():
        problem.require(Visible([height[cell] for cell in reversed(grid.column(c))], number))
    for r, number in LEFT.items():
        problem.require(Visible([height[cell] for cell in grid.row(r)], number))
    for cell, sign in rows(HEIGHTS).items():
        problem.require(height[cell] == int(sign))
    return verify(problem).status


REGIONS = """
1 1 2 2 2
1 2 2 3 3
1 4 4 3 5
1 4 3 3 5
4 4 5 5 5
"""


def star_battle() -> str:
    """A star in every row, column and region, none touching another."""
    problem, grid, region = Problem("star battle"), Grid(5), rows(REGIONS)
    star = problem.variables("star", grid.cells, [0, 1])
    regions = [
        [cell for cell in grid.cells if region[cell] == number] for number in sorted({*region.values()})
    ]
    for group in [*grid.lines, *regions]:
        problem.require(Exactly(1, [star[cell] for cell in group], 1))
    for block in grid.windows(2, 2):
        problem.require(AtMost(1, [star[cell] for cell in block], 1), group="stars do not touch")
    return verify(problem).status


def simple_loop() -> int:
    """How many loops pass through all cells of a grid of six by six."""
    problem, grid = Problem("simple loop"), Grid(6)
    line = problem.variables("line", grid.edges, [0, 1])
    problem.require(Loop(line))
    for cell in grid.cells:
        problem.require(Exactly(2, [line[edge] for edge in grid.at(cell)], 1))
    return Knowledge(problem).count()


MODELS = [slitherlink, masyu, nurikabe, heyawake, akari, skyscrapers, star_battle, simple_loop]

if __name__ == "__main__":
    for model in MODELS:
        print(f"{model.__name__}: {model.__doc__.splitlines()[0]} {model()}")

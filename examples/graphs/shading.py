"""A Nurikabe and a nonogram, each a few lines; and how many ways there are to cut a chessboard into dominoes.

Run: python examples/graphs/shading.py
"""

from deduce import AtLeast, Problem
from deduce.graphs import Connected, Grid, Regions, Runs
from deduce.puzzles import verify


def shown(grid, cell, world):
    return "\n".join(
        " ".join("#" if world[cell[place]] else "." for place in grid.row(r))
        for r in range(1, grid.rows + 1)
    )


def nurikabe():
    """Islands (0), each with one number that is its size, in a sea (1) that is connected and has no 2x2 square."""
    grid, islands = Grid(5), {(1, 1): 2, (2, 4): 3, (4, 2): 1, (5, 4): 4}
    problem = Problem("nurikabe")
    cell = problem.variables("cell", grid.cells, [0, 1])
    problem.require(Connected(cell, grid), "the sea is connected")
    problem.require(
        Regions(cell, grid, value=0, roots=list(islands), size_at=islands), "each island has one number"
    )
    for square in grid.windows(2):
        problem.require(
            AtLeast(1, [cell[place] for place in square], 0), f"no 2x2 square of sea at {square[0]}"
        )
    found = verify(problem, limit=None)
    print(f"Nurikabe: {found.status}, {len(found.solutions)} ways; the first:")
    print(shown(grid, cell, found.solution))


def nonogram():
    """A picture from the lengths of its runs."""
    across = [[1, 1], [5], [5], [3], [1]]
    down = [[2], [4], [4], [4], [2]]
    grid = Grid(5)
    problem = Problem("nonogram")
    cell = problem.variables("cell", grid.cells, [0, 1])
    for line, runs in zip(grid.lines, [*across, *down], strict=True):
        problem.require(Runs([cell[place] for place in line], runs))
    found = verify(problem)
    print(f"\nNonogram: {found.status}")
    print(shown(grid, cell, found.solution))


def dominoes():
    """Regions of two cells each."""
    problem = Problem("dominoes")
    wall = problem.variables("wall", Grid(8).edges, [0, 1])
    problem.require(Regions(wall, sizes=[2]))
    print(f"\nA chessboard can be cut into dominoes in {problem.compile().count():,} ways.")


if __name__ == "__main__":
    nurikabe()
    nonogram()
    dominoes()

"""A Slitherlink proved unique; then, with clues taken away, counted exactly, with the chance of every line.

Run: python examples/graphs/slitherlink.py
"""

from deduce import Exactly, Knowledge, Problem
from deduce.graphs import Grid, Loop
from deduce.puzzles import verify

PUZZLE = """
. 3 . 2 . 1
. 2 . . . 0
2 . . 2 2 .
3 . 1 . 1 .
1 3 . . . 1
. . 1 2 . .
"""

clues = {
    (row, column): int(symbol)
    for row, line in enumerate(PUZZLE.split("\n")[1:-1], start=1)
    for column, symbol in enumerate(line.split(), start=1)
    if symbol != "."
}
grid = Grid(6)
problem = Problem("slitherlink")
line = problem.variables("line", grid.corners.edges, [0, 1])
problem.require(Loop(line), "the lines form one loop")


def given(clues):
    """What the clues tell."""
    knowledge = Knowledge(problem)
    for cell, n in clues.items():
        sides = [line[side] for side in grid.sides(cell)]
        knowledge = knowledge.observe(Exactly(n, sides, 1), f"the {n} in row {cell[0]}, column {cell[1]}")
    return knowledge


def drawn(world):
    """The loop, and the clues inside and outside of it."""
    rows = []
    for r in range(1, grid.rows + 2):
        sides = [((r, c), (r, c + 1)) for c in range(1, grid.columns + 1)]
        rows.append("+" + "+".join("--" if world[line[side]] else "  " for side in sides) + "+")
        if r <= grid.rows:
            walls = ["|" if world[line[(r, c), (r + 1, c)]] else " " for c in range(1, grid.columns + 2)]
            numbers = [f"{clues.get((r, c), ''):^2}" for c in range(1, grid.columns + 1)]
            rows.append("".join(wall + number for wall, number in zip(walls, [*numbers, ""], strict=True)))
    return "\n".join(rows)


def main():
    verdict = verify(given(clues))
    print(f"With all {len(clues)} clues: {verdict.status}.")
    print(drawn(verdict.solution))

    fewer = given({cell: n for cell, n in clues.items() if cell[0] not in (2, 3)})
    print(
        f"\nWithout those of rows 2 and 3: {fewer.count():,} loops; {fewer.entropy():.1f} bits are missing."
    )
    print("The chance in percent of the line above each cell, exact:")
    for r in range(1, grid.rows + 2):
        chances = [fewer.probability(line[(r, c), (r, c + 1)] == 1) for c in range(1, grid.columns + 1)]
        print("  " + " ".join(f"{100 * chance:3.0f}" for chance in chances))
    print("\nOne of them, drawn uniformly:")
    print(drawn(fewer.sample(1, rng=3)[0]))

    print("\nWhy there is no line on the right of the 0:")
    print(given(clues).why(line[(2, 7), (3, 7)] == 0))

    every = Problem("all loops")
    every.require(Loop(every.variables("line", grid.corners.edges, [0, 1])))
    print(f"\nA 6x6 grid has {every.compile().count():,} loops in all.")


if __name__ == "__main__":
    main()

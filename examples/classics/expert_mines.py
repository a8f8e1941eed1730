"""Expert Minesweeper, 30 by 16 with 99 mines, as the plain model: a variable a square, every rule as it is said."""

from itertools import product
from random import Random

from deduce import Exactly, Knowledge, Problem

ROWS, COLUMNS, MINES, OPENED = 16, 30, 99, 120


def around(r, c):
    near = product((r - 1, r, r + 1), (c - 1, c, c + 1))
    return [(a, b) for a, b in near if (a, b) != (r, c) and 0 <= a < ROWS and 0 <= b < COLUMNS]


# A board by lot, and squares that were opened one after the other beside what was open (the first ones far from mines).
chance = Random(21)
squares = list(product(range(ROWS), range(COLUMNS)))
mined = set(chance.sample([s for s in squares if s != (8, 15) and s not in around(8, 15)], MINES))
opened, edge = set(), [(8, 15)]
while len(opened) < OPENED:
    square = edge.pop(chance.randrange(len(edge)))
    opened.add(square)
    edge += [s for s in around(*square) if s not in mined and s not in opened and s not in edge]

problem = Problem("expert")
mine = problem.variables("mine", squares, [0, 1])
problem.require(Exactly(MINES, mine, 1), f"there are {MINES} mines in all")
board = Knowledge(problem)
for square in sorted(opened):
    number = sum(s in mined for s in around(*square))
    board = board.observe(mine[square] == 0, f"{square} is open")
    board = board.observe(Exactly(number, [mine[s] for s in around(*square)], 1), f"{square} says {number}")

print(
    f"{float(board.count()):.3g} layouts of {MINES} mines fit. Chances of a mine in percent, numbers in brackets:\n"
)
danger = {square: board.marginals(mine[square]).get(1, 0.0) for square in squares}
for r in range(ROWS):
    shown = []
    for c in range(COLUMNS):
        number = sum(s in mined for s in around(r, c))
        shown.append(f"[{number}]" if (r, c) in opened else f"{100 * danger[r, c]:3.0f}")
    print(" ".join(shown))

safe = [square for square in squares if square not in opened and danger[square] == 0]
print(f"\n{len(safe)} squares are safe for certain.", board.why(mine[safe[-1]] == 0))

"""Eleven more problems of CSPLib (https://www.csplib.org), written anew, with their answers; see csplib.py.

Run it: python examples/csplib_more.py
"""

from itertools import combinations, product

from deduce import AllDifferent, Count, Exactly, Knowledge, Problem, count, solutions, sum_
from deduce.backends.cpsat import optimise, satisfiable
from deduce.graphs import Increasing


def prob001_car_sequencing() -> object:
    """Orders of ten cars of six classes, no station with an option asked too often in a row."""
    built = [1, 1, 2, 2, 2, 2]
    needs = [(0, 2, 3), (3,), (1, 4), (1, 3), (0, 2), (0, 1)]
    limits = [(1, 2), (2, 3), (1, 3), (2, 5), (1, 5)]
    problem = Problem("cars")
    car = problem.variables("car", range(10), range(6))
    for kind, number in enumerate(built):
        problem.require(Exactly(number, car, kind))
    for option, (most, among) in enumerate(limits):
        having = [kind for kind, options in enumerate(needs) if option in options]
        for first in range(10 - among + 1):
            problem.require(Count([car[i] for i in range(first, first + among)], having, 0, most))
    return Knowledge(problem).count()


def prob003_quasigroup_existence(n: int = 5) -> object:
    """Idempotent Latin squares in which (b a) b) b is a, for all a and b."""
    problem = Problem("quasigroup")
    cell = problem.variables("cell", list(product(range(n), repeat=2)), range(n))
    for i in range(n):
        problem.require(AllDifferent(cell[i, j] for j in range(n)))
        problem.require(AllDifferent(cell[j, i] for j in range(n)))
        problem.require(cell[i, i] == i)
    for a, b in product(range(n), repeat=2):
        for once, twice in product(range(n), repeat=2):
            problem.require(((cell[b, a] == once) & (cell[once, b] == twice)) >> (cell[twice, b] == a))
    return sum(1 for _ in solutions(problem))


def prob005_auto_correlation(n: int = 9) -> object:
    """The signs whose shifted products add up to least, squared (not periodic)."""
    problem = Problem("signs")
    sign = problem.variables("sign", range(n), [-1, 1])
    off = []
    for shift in range(1, n):
        same = count(sign[i] == sign[i + shift] for i in range(n - shift))
        off.append(problem.variable(f"off by {shift}", range(shift - n, n - shift + 1)))
        problem.require(off[-1] == 2 * same - (n - shift))
    return optimise(problem, sum_(x * x for x in off), "min").value


def prob015_schur(balls: int = 13, boxes: int = 3) -> object:
    """Balls in boxes, none of which holds x, y and x + y; how often that goes for 13 in three."""
    problem = Problem("schur")
    box = problem.variables("box", range(1, balls + 1), range(boxes))
    for x, y in product(range(1, balls + 1), repeat=2):
        if x <= y and x + y <= balls:
            problem.require((box[x] != box[y]) | (box[y] != box[x + y]))
    return Knowledge(problem).count()


def prob023_magic_hexagon() -> object:
    """1 to 19 in a hexagon, all fifteen lines with the sum 38: how many there are, turns and mirror images apart."""
    cells = [(q, r) for q, r in product(range(-2, 3), repeat=2) if abs(q + r) <= 2]
    problem = Problem("hexagon")
    cell = problem.variables("cell", cells, range(1, 20))
    problem.require(AllDifferent(cell))
    for line, axis in product(range(-2, 3), range(3)):
        problem.require(sum_(cell[q, r] for q, r in cells if (q, r, q + r)[axis] == line) == 38)
    for corner in ((2, 0), (0, 2), (-2, 2), (-2, 0), (0, -2)):
        problem.require(cell[2, -2] < cell[corner])
    problem.require(cell[2, 0] < cell[0, -2])
    return sum(1 for _ in solutions(problem))


def prob032_still_life(n: int = 5) -> object:
    """The most living cells of a board that stays as it is, by Conway's rules."""
    problem = Problem("still life")
    places = list(product(range(-1, n + 1), repeat=2))
    cell = problem.variables("cell", places, [0, 1])
    for r, c in places:
        near = [(a, b) for a, b in product((r - 1, r, r + 1), (c - 1, c, c + 1)) if (a, b) != (r, c)]
        alive = sum_(cell[s] for s in near if s in cell)
        if not (0 <= r < n and 0 <= c < n):
            problem.require(cell[r, c] == 0)
            problem.require(alive != 3)
            continue
        problem.require((cell[r, c] == 1) >> ((alive == 2) | (alive == 3)))
        problem.require((cell[r, c] == 0) >> (alive != 3))
    return optimise(problem, sum_(cell), "max").value


def prob044_steiner(n: int = 7) -> object:
    """Triples of 1 to n, no two of which share two numbers: seven for seven, whatever they are called."""
    problem = Problem("steiner")
    triples = list(combinations(range(n), 3))
    taken = problem.variables("taken", triples, [0, 1])
    for pair in combinations(range(n), 2):
        problem.require(Exactly(1, [taken[t] for t in triples if set(pair) <= set(t)], 1))
    return Knowledge(problem).count()


def prob050_diamond_free(n: int = 8) -> object:
    """Whether a graph without a diamond has degrees that are multiples of three and add up to one of twelve."""
    problem = Problem("diamonds")
    edge = problem.variables("edge", list(combinations(range(n), 2)), [0, 1])
    for four in combinations(range(n), 4):
        problem.require(sum_(edge[pair] for pair in combinations(four, 2)) <= 4)
    degree = []
    for v in range(n):
        at = sum_(edge[pair] for pair in edge if v in pair)
        degree.append(problem.variable(f"degree {v}", [k for k in range(1, n) if k % 3 == 0]))
        problem.require(degree[-1] == at)
    problem.require(Increasing(degree[::-1], strict=False))
    problem.require(sum_(degree) % 12 == 0)
    return satisfiable(problem)


def prob067_quasigroup_completion() -> object:
    """A Latin square of order six with some cells given."""
    given = ["1..4..", "..3..6", ".5...1", "6..2..", "..1..3", "4....."]
    problem = Problem("completion")
    cell = problem.variables("cell", list(product(range(6), repeat=2)), range(1, 7))
    for i in range(6):
        problem.require(AllDifferent(cell[i, j] for j in range(6)))
        problem.require(AllDifferent(cell[j, i] for j in range(6)))
    for (r, c), variable in cell.items():
        if given[r][c] != ".":
            problem.require(variable == int(given[r][c]))
    return Knowledge(problem).count()


def prob074_maximum_clique() -> object:
    """The largest set of squares of a 4 by 4 board that a knight's move joins or at least three steps part."""
    squares = list(product(range(4), repeat=2))
    problem = Problem("clique")
    chosen = problem.variables("chosen", squares, [0, 1])
    for (r, c), (s, d) in combinations(squares, 2):
        step = sorted((abs(r - s), abs(c - d)))
        if not (step == [1, 2] or sum(step) >= 3):
            problem.require((chosen[r, c] == 0) | (chosen[s, d] == 0))
    return optimise(problem, sum_(chosen), "max").value


def prob084_hadamard(n: int = 7) -> object:
    """Two rings of signs that sum to one, whose shifted products cancel to minus two."""
    problem = Problem("rings")
    one = problem.variables("one", range(n), [-1, 1])
    other = problem.variables("other", range(n), [-1, 1])
    problem.require(sum_(one) == 1)
    problem.require(sum_(other) == 1)
    for shift in range(1, n // 2 + 1):
        same = count(ring[i] == ring[(i + shift) % n] for ring in (one, other) for i in range(n))
        problem.require(2 * same - 2 * n == -2)
    return Knowledge(problem).count()


PROBLEMS = [value for name, value in dict(globals()).items() if name.startswith("prob")]

if __name__ == "__main__":
    for solve in PROBLEMS:
        said = (solve.__doc__ or "").splitlines()[0]
        print(f"{solve.__name__}: {said} {solve()}")

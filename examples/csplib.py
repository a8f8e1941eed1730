"""Eleven problems of CSPLib (https://www.csplib.org) and a job shop, written anew, with their answers.

Run it: python examples/csplib.py

Functions are named after the numbers there. Each returns what is known of the problem elsewhere: how many solutions
there are, or the optimum.
"""

from itertools import combinations, pairwise

from deduce import AllDifferent, Count, Knowledge, Problem, max_, solutions, sum_
from deduce.backends.cpsat import optimise
from deduce.language.scheduling import Cumulative, Interval, NoOverlap


def prob006_golomb_ruler(marks: int = 5) -> object:
    """The shortest ruler whose marks are all at different distances."""
    problem = Problem("golomb")
    mark = [problem.variable(f"mark {i}", range(marks * marks)) for i in range(marks)]
    problem.require(mark[0] == 0)
    for left, right in pairwise(mark):
        problem.require(left < right)
    problem.require(AllDifferent(b - a for a, b in combinations(mark, 2)))
    return optimise(problem, mark[-1], "min").value


def prob007_all_interval_series(n: int = 8) -> object:
    """Orders of 0 to n - 1 in which neighbours are at all distances from 1 to n - 1."""
    problem = Problem("intervals")
    note = problem.variables("note", range(n), range(n))
    step = problem.variables("step", range(n - 1), range(1, n))
    problem.require(AllDifferent(note))
    problem.require(AllDifferent(step))
    for i in range(n - 1):
        problem.require(step[i] == abs(note[i] - note[i + 1]))
    return sum(1 for _ in solutions(problem))


def prob019_magic_squares(n: int = 3) -> object:
    """Squares of 1 to n * n with one sum in all rows, columns and diagonals."""
    problem = Problem("magic")
    cell = problem.variables("cell", [(r, c) for r in range(n) for c in range(n)], range(1, n * n + 1))
    problem.require(AllDifferent(cell))
    lines = [[cell[r, c] for c in range(n)] for r in range(n)] + [
        [cell[r, c] for r in range(n)] for c in range(n)
    ]
    lines += [[cell[i, i] for i in range(n)], [cell[i, n - 1 - i] for i in range(n)]]
    for line in lines:
        problem.require(sum_(line) == n * (n * n + 1) // 2)
    return Knowledge(problem).count()


def prob024_langford(n: int = 7) -> object:
    """Two of each of 1 to n in a line, the two k with k others between them."""
    problem = Problem("langford")
    first = problem.variables("first", range(1, n + 1), range(2 * n))
    second = problem.variables("second", range(1, n + 1), range(2 * n))
    problem.require(AllDifferent(first, second))
    for k in range(1, n + 1):
        problem.require(second[k] == first[k] + k + 1)
    return sum(1 for _ in solutions(problem))


def prob028_fano_plane(points: int = 7) -> object:
    """A balanced design: seven blocks of three of seven points, each two points together in one block."""
    problem = Problem("fano")
    holds = problem.variables("holds", [(b, p) for b in range(points) for p in range(points)], [0, 1])
    for b in range(points):
        problem.require(Count([holds[b, p] for p in range(points)], 1, 3, 3))
    for p, q in combinations(range(points), 2):
        problem.require(sum_((holds[b, p] == 1) & (holds[b, q] == 1) for b in range(points)) == 1)
    design = next(solutions(problem))
    return sorted(sum(design[holds[b, p]] for b in range(points)) for p in range(points))


def prob049_number_partitioning(n: int = 8) -> object:
    """1 to n in two halves of equal size, equal sums and equal sums of squares; 1 in the first."""
    problem = Problem("halves")
    side = problem.variables("side", range(1, n + 1), [0, 1])
    problem.require(side[1] == 0)
    for power in (0, 1, 2):
        whole = sum(k**power for k in side)
        problem.require(2 * sum_(k**power * side[k] for k in side) == whole)
    return Knowledge(problem).count()


def prob053_graceful_graph() -> object:
    """Numbers from 0 to 6 at the corners of a tetrahedron, whose edges show all differences from 1 to 6."""
    problem = Problem("graceful")
    corner = problem.variables("corner", range(4), range(7))
    problem.require(AllDifferent(corner))
    edge = []
    for a, b in combinations(range(4), 2):
        edge.append(problem.variable(f"edge {a}{b}", range(1, 7)))
        problem.require(edge[-1] == abs(corner[a] - corner[b]))
    problem.require(AllDifferent(edge))
    return Knowledge(problem).count()


def prob054_queens(n: int = 8) -> object:
    """Queens that do not attack each other."""
    problem = Problem("queens")
    row = problem.variables("row", range(n), range(n))
    problem.require(AllDifferent(row))
    for a, b in combinations(range(n), 2):
        problem.require(abs(row[a] - row[b]) != b - a)
    return sum(1 for _ in solutions(problem))


def prob061_project(capacity: int = 4) -> object:
    """The shortest plan of six tasks that need workers, some after others."""
    problem = Problem("project")
    length, workers = [3, 4, 2, 4, 3, 2], [2, 3, 4, 4, 3, 2]
    start = problem.variables("start", range(6), range(20))
    tasks = [Interval(start[i], length[i], name=f"task {i}") for i in range(6)]
    problem.require(Cumulative(tasks, workers, capacity))
    for before, after in [(0, 2), (1, 3), (2, 5)]:
        problem.require(tasks[before].end <= tasks[after].start)
    return optimise(problem, max_(task.end for task in tasks), "min").value


def job_shop() -> object:
    """Three jobs of three steps each, every step on its own machine: all done as soon as can be."""
    problem = Problem("shop")
    jobs = [[(0, 3), (1, 2), (2, 2)], [(0, 2), (2, 1), (1, 4)], [(1, 4), (2, 3), (0, 1)]]
    on: dict[int, list[Interval]] = {0: [], 1: [], 2: []}
    last = []
    for j, steps in enumerate(jobs):
        before: Interval | None = None
        for s, (machine, length) in enumerate(steps):
            step = Interval(problem.variable(f"job {j} step {s}", range(20)), length)
            on[machine].append(step)
            if before is not None:
                problem.require(before.end <= step.start)
            before = step
        last.append(before.end)
    for steps in on.values():
        problem.require(NoOverlap(steps))
    return optimise(problem, max_(last), "min").value


def prob076_costas(n: int = 5) -> object:
    """Permutations in whose triangle of differences no row has a number twice."""
    problem = Problem("costas")
    mark = problem.variables("mark", range(n), range(n))
    problem.require(AllDifferent(mark))
    for gap in range(1, n - 1):
        for a, b in combinations(range(n - gap), 2):
            problem.require(mark[a] - mark[a + gap] != mark[b] - mark[b + gap])
    return Knowledge(problem).count()


def prob133_knapsack(room: int = 50) -> object:
    """The dearest load of things that weigh at most `room` together."""
    problem = Problem("knapsack")
    weight, worth = [12, 7, 11, 8, 9, 6, 15, 5], [24, 13, 23, 15, 16, 11, 28, 9]
    taken = problem.variables("taken", range(len(weight)), [0, 1])
    problem.require(sum_(weight[i] * taken[i] for i in taken) <= room)
    return optimise(problem, sum_(worth[i] * taken[i] for i in taken), "max").value


PROBLEMS = [value for name, value in dict(globals()).items() if name.startswith(("prob0", "prob1", "job"))]

if __name__ == "__main__":
    for solve in PROBLEMS:
        said = (solve.__doc__ or "").splitlines()[0]
        print(f"{solve.__name__}: {said} {solve()}")

"""Nine models that CPMpy ships as examples, said in our language.

Each function states a problem and answers it. Run it: python examples/models/of_cpmpy.py
"""

from itertools import combinations, pairwise

from deduce import AllDifferent, AtMost, Exactly, Knowledge, Problem, count
from deduce.graphs import Grid, Increasing, Lex
from deduce.puzzles import verify


def money() -> str:
    """SEND + MORE = MONEY, proved unique."""
    problem = Problem("money")
    letter = problem.variables("letter", "sendmory", lambda x: range(x in "sm", 10))
    problem.require(AllDifferent(letter))

    def number(word: str) -> object:
        return sum(10**i * letter[x] for i, x in enumerate(reversed(word)))

    problem.require(number("send") + number("more") == number("money"))
    found = verify(problem)
    return found.status + " " + "".join(str(found.solution[letter[x]]) for x in "money")


def agatha() -> str:
    """Who killed Agatha."""
    problem, people = Problem("agatha"), ["Agatha", "butler", "Charles"]
    pairs = [(a, b) for a in people for b in people]
    killer = problem.variable("killer", people)
    hates, richer = (problem.variables(name, pairs, [0, 1]) for name in ("hates", "richer"))
    for a in people:
        problem.require((killer == a).implies((hates[a, "Agatha"] == 1) & (richer[a, "Agatha"] == 0)))
        problem.require(richer[a, a] == 0)
        problem.require((hates["Agatha", a] == 1).implies(hates["Charles", a] == 0))
        problem.require(hates["Agatha", a] == (a != "butler"))
        problem.require((richer[a, "Agatha"] == 0).implies(hates["butler", a] == 1))
        problem.require((hates["Agatha", a] == 1).implies(hates["butler", a] == 1))
        problem.require(sum(hates[a, b] for b in people) <= 2)
    for a, b in combinations(people, 2):
        problem.require((richer[a, b] == 1) ^ (richer[b, a] == 1))
    return str(Knowledge(problem).certain()[killer])


CARS = {"10110": 1, "00010": 1, "01001": 2, "01010": 2, "10100": 2, "11000": 2}
ROOM = [(1, 2), (2, 3), (1, 3), (2, 5), (1, 5)]


def cars() -> int:
    """In how many orders ten cars pass five stations, each with room for some of so many in a row."""
    problem, kinds = Problem("cars"), list(CARS)
    slot = problem.variables("slot", range(10), kinds)
    for kind, number in CARS.items():
        problem.require(Exactly(number, slot, kind))
    for option, (most, window) in enumerate(ROOM):
        wanting = [kind for kind in kinds if kind[option] == "1"]
        for start in range(11 - window):
            problem.require(AtMost(most, [slot[i] for i in range(start, start + window)], wanting))
    return Knowledge(problem).count()


def quasigroup(n: int = 5) -> int:
    """How many idempotent quasigroups of n elements have ((b a) b) b = a."""
    problem, numbers = Problem("quasigroup"), range(n)
    pairs = [(a, b) for a in numbers for b in numbers]
    times, half = (problem.variables(name, pairs, numbers) for name in ("times", "half"))
    for a in numbers:
        problem.require(AllDifferent([times[a, b] for b in numbers]))
        problem.require(AllDifferent([times[b, a] for b in numbers]))
        problem.require(times[a, a] == a)
    for a, b in pairs:
        problem.require(half[a, b] == times[times[b, a], b])
        problem.require(times[half[a, b], b] == a)
    return Knowledge(problem).count()


def intervals(n: int = 8) -> int:
    """How many orders of n notes have n - 1 different intervals."""
    problem = Problem("intervals")
    note = problem.variables("note", range(n), range(n))
    step = problem.variables("step", range(1, n), range(1, n))
    problem.require(AllDifferent(note))
    problem.require(AllDifferent(step))
    for i in range(1, n):
        problem.require(step[i] == abs(note[i] - note[i - 1]))
    return Knowledge(problem).count()


def magic(n: int = 3) -> int:
    """How many magic squares of n by n there are."""
    problem, grid = Problem("magic"), Grid(n)
    cell = problem.variables("cell", grid.cells, range(1, n * n + 1))
    problem.require(AllDifferent(cell))
    diagonals = [[(i, i) for i in range(1, n + 1)], [(i, n + 1 - i) for i in range(1, n + 1)]]
    for line in [*grid.lines, *diagonals]:
        problem.require(sum(cell[place] for place in line) == n * (n * n + 1) // 2)
    return Knowledge(problem).count()


def langford(n: int = 7) -> int:
    """In how many ways two of each number from 1 to n lie in a row, those of k with k others between them."""
    problem, numbers = Problem("langford"), range(1, n + 1)
    first = problem.variables("first", numbers, lambda k: range(2 * n - k - 1))
    second = problem.variables("second", numbers, lambda k: range(k + 1, 2 * n))
    for k in numbers:
        problem.require(second[k] - first[k] == k + 1)
    problem.require(AllDifferent(first, second))
    return Knowledge(problem).count()


def blocks(v: int = 7, k: int = 3) -> int:
    """Block designs (7, 7, 3, 3, 1), rows and columns in order."""
    problem, grid = Problem("blocks"), Grid(v)
    one = problem.variables("one", grid.cells, [0, 1])
    lines = [[one[cell] for cell in line] for line in grid.lines]
    for line in lines:
        problem.require(Exactly(k, line, 1))
    for a, b in combinations(lines[:v], 2):
        problem.require(count([(x == 1) & (y == 1) for x, y in zip(a, b, strict=True)]) == 1)
    for side in (lines[:v], lines[v:]):
        for a, b in pairwise(side):
            problem.require(Lex(b, a))
    return Knowledge(problem).count()


def golomb(n: int = 6) -> int:
    """The length of the shortest ruler of n marks no two of which are as far apart as two others."""
    length = n * (n - 1) // 2
    while True:
        problem = Problem("golomb")
        mark = problem.variables("mark", range(n), range(length + 1))
        problem.require((mark[0] == 0) & (mark[n - 1] == length))
        apart = problem.variables("apart", list(combinations(range(n), 2)), range(1, length + 1))
        problem.require(Increasing(mark, strict=True))
        problem.require(AllDifferent(apart))
        for a, b in combinations(range(n), 2):
            problem.require(mark[b] - mark[a] == apart[a, b])
        if Knowledge(problem).is_consistent():
            return length
        length += 1


MODELS = [money, agatha, cars, quasigroup, intervals, magic, langford, blocks, golomb]

if __name__ == "__main__":
    for model in MODELS:
        print(f"{model.__name__}: {model.__doc__.splitlines()[0]} {model()}")

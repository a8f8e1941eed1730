"""Eight models that python-constraint ships as examples, said in our language.

Each function states a problem and answers it. Run it: python examples/models/of_python_constraint.py
"""

from itertools import combinations

from deduce import AllDifferent, Exactly, Knowledge, Problem
from deduce.graphs import Grid, Table
from deduce.puzzles import verify


def coins() -> int:
    """In how many ways a pound is paid in five kinds of coins."""
    problem = Problem("coins")
    kinds = [1, 5, 10, 25, 50]
    number = problem.variables("number", kinds, lambda kind: range(100 // kind + 1))
    problem.require(sum(kind * number[kind] for kind in kinds) == 100)
    return Knowledge(problem).count()


WORDS = """
ace act age ape art ate cat cap car cut ear eat egg era gap get pat pea pet rat tar tea toe ton ten net
"""


def crossword() -> int:
    """In how many ways words fill a square of three by three, across and down."""
    problem = Problem("crossword")
    grid = Grid(3)
    letter = problem.variables("letter", grid.cells, list("abcdefghijklmnopqrstuvwxyz"))
    for line in grid.lines:
        problem.require(Table([letter[cell] for cell in line], [tuple(word) for word in WORDS.split()]))
    return Knowledge(problem).count()


GROUPS = [
    ["Brit", "Swede", "Dane", "Norwegian", "German"], ["red", "green", "white", "yellow", "blue"],
    ["tea", "coffee", "milk", "beer", "water"], ["dog", "bird", "cat", "horse", "fish"],
    ["Pall Mall", "Dunhill", "Blend", "Blue Master", "Prince"],
]  # fmt: skip
SAME = [
    ("Brit", "red"), ("Swede", "dog"), ("Dane", "tea"), ("green", "coffee"), ("Pall Mall", "bird"),
    ("yellow", "Dunhill"), ("Blue Master", "beer"), ("German", "Prince"),
]  # fmt: skip
BESIDE = [("Blend", "cat"), ("Dunhill", "horse"), ("Norwegian", "blue"), ("Blend", "water")]


def einstein() -> str:
    """Who has the fish."""
    problem = Problem("einstein")
    at = problem.variables("at", [name for group in GROUPS for name in group], range(1, 6))
    for group in GROUPS:
        problem.require(AllDifferent([at[name] for name in group]))
    for a, b in SAME:
        problem.require(at[a] == at[b])
    for a, b in BESIDE:
        problem.require(abs(at[a] - at[b]) == 1)
    problem.require(at["white"] - at["green"] == 1)
    problem.require(at["milk"] == 3)
    problem.require(at["Norwegian"] == 1)
    found = verify(problem).solution
    return next(name for name in GROUPS[0] if found[at[name]] == found[at["fish"]])


def queens(n: int = 8) -> int:
    """In how many ways n queens stand on a board of n by n, none in reach of another."""
    problem = Problem("queens")
    row = problem.variables("row", range(n), range(n))
    problem.require(AllDifferent(row))
    for a, b in combinations(range(n), 2):
        problem.require(abs(row[a] - row[b]) != b - a)
    return Knowledge(problem).count()


def rooks(n: int = 8) -> int:
    """The same with rooks."""
    problem = Problem("rooks")
    row = problem.variables("row", range(n), range(n))
    problem.require(AllDifferent(row))
    return Knowledge(problem).count()


SUDOKU = """
.9.7..86. .31..5.2. 8.6...... ..7.5...6 ...3.7... 5...1.7.. ......1.9 .2.6..35. .54..8.7.
"""


def sudoku() -> str:
    """A sudoku, proved unique."""
    problem, grid = Problem("sudoku"), Grid(9)
    cell = problem.variables("cell", grid.cells, range(1, 10))
    for group in [*grid.lines, *grid.blocks(3, 3)]:
        problem.require(AllDifferent([cell[place] for place in group]))
    for place, sign in zip(grid.cells, "".join(SUDOKU.split()), strict=True):
        if sign != ".":
            problem.require(cell[place] == int(sign))
    found = verify(problem)
    return found.status + " " + "".join(str(found.solution[cell[place]]) for place in grid.cells)


def desks() -> int:
    """In how many ways twenty desks go to four classes of five, none beside a desk of its own class."""
    problem, grid = Problem("desks"), Grid(4, 5)
    pupil = problem.variables("pupil", grid.cells, list("ABCD"))
    for a, b in grid.edges:
        problem.require(pupil[a] != pupil[b])
    for letter in "ABCD":
        problem.require(Exactly(5, pupil, letter))
    return Knowledge(problem).count()


def words() -> int:
    """In how many ways SEIS + SEIS = DOZE, a digit a letter."""
    problem = Problem("words")
    letter = problem.variables("letter", "seidoz", lambda x: range(x in "sd", 10))
    problem.require(AllDifferent(letter))

    def number(word: str) -> object:
        return sum(10**i * letter[x] for i, x in enumerate(reversed(word)))

    problem.require(2 * number("seis") == number("doze"))
    return Knowledge(problem).count()


MODELS = [coins, crossword, einstein, queens, rooks, sudoku, desks, words]

if __name__ == "__main__":
    for model in MODELS:
        print(f"{model.__name__}: {model.__doc__.splitlines()[0]} {model()}")

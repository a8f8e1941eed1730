"""Fourteen of the examples that CPMpy (https://github.com/CPMpy/cpmpy, Apache-2.0) comes with, written anew.

Run it: python examples/from_cpmpy.py

Functions have the names of the files there; no line of code is theirs, and small data are our own. Their examples from
CSPLib are in csplib.py and csplib_more.py. Tests hold every answer against CPMpy's where it is installed.
"""

from itertools import combinations, pairwise, product

from deduce import AllDifferent, AtMost, Exactly, Knowledge, Problem, element, max_, solutions, sum_
from deduce.backends.cpsat import optimise, satisfiable
from deduce.graphs import Circuit, Increasing
from deduce.language.scheduling import Interval, NoOverlap


def bus_schedule() -> object:
    """The fewest buses, each eight hours on duty, for six demands of four hours each."""
    demands = [8, 10, 7, 12, 4, 4]
    problem = Problem("buses")
    start = problem.variables("start", range(6), range(max(demands) + 1))
    for slot, wanted in enumerate(demands):
        problem.require(start[slot - 1 if slot else 5] + start[slot] >= wanted)
    return optimise(problem, sum_(start), "min").value


def frietkot() -> object:
    """Sauces that please nine people, each of whom says two things, one of which has to come true."""
    likes = [("mayo", 1, "curry", 1), ("ketchup", 1, "andalouse", 1), ("mayo", 0, "ketchup", 0),
             ("curry", 0, "samurai", 0), ("samurai", 1, "ketchup", 0), ("andalouse", 0, "mayo", 1),
             ("andalouse", 1, "curry", 1), ("mayo", 1, "samurai", 1), ("curry", 1, "ketchup", 1)]  # fmt: skip
    problem = Problem("sauces")
    taken = problem.variables("taken", ["mayo", "ketchup", "andalouse", "samurai", "curry"], [0, 1])
    for one, yes, other, too in likes:
        problem.require((taken[one] == yes) | (taken[other] == too))
    return Knowledge(problem).count()


def knapsack() -> object:
    """The dearest load of twelve things."""
    worth = [5, 8, 3, 9, 12, 7, 4, 6, 10, 11, 2, 8]
    weight = [4, 5, 2, 6, 9, 4, 3, 5, 7, 8, 1, 6]
    problem = Problem("knapsack")
    x = problem.variables("x", range(12), [0, 1])
    problem.require(sum_(weight[i] * x[i] for i in x) <= 25)
    return optimise(problem, sum_(worth[i] * x[i] for i in x), "max").value


def jobshop() -> object:
    """Five jobs of four steps on four machines: when all can be done."""
    length = [[5, 2, 8, 3], [4, 7, 1, 6], [3, 6, 5, 2], [7, 3, 4, 5], [2, 8, 3, 6]]
    machine = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0], [0, 2, 1, 3]]
    problem = Problem("shop")
    horizon = sum(map(sum, length))
    start = problem.variables("start", list(product(range(5), range(4))), range(horizon))
    task = {key: Interval(start[key], length[key[0]][key[1]]) for key in start}
    for j in range(5):
        for before, after in pairwise(range(4)):
            problem.require(task[j, before].end <= task[j, after].start)
    for m in range(4):
        problem.require(NoOverlap(task[j, s] for j, s in task if machine[j][s] == m))
    return optimise(problem, max_(task[j, 3].end for j in range(5)), "min").value


def mario() -> object:
    """The most gold on a way through seven houses that takes at most 40 of fuel, from the first to the last."""
    gold = [0, 20, 30, 15, 40, 10, 0]
    fuel = [[abs(i - j) * 4 + (i * j) % 5 for j in range(7)] for i in range(7)]
    problem = Problem("mario")
    following = problem.variables("following", range(7), range(7))
    problem.require(Circuit(following, optional=True))
    problem.require(following[6] == 0)
    used = [
        element([fuel[i][j] if i != j and i != 6 else 0 for j in range(7)], following[i]) for i in following
    ]
    problem.require(sum_(used) <= 40)
    found = sum_(gold[i] * (following[i] != i) for i in following)
    return optimise(problem, found, "max").value


def minesweeper() -> object:
    """Layouts of mines around eight open numbers."""
    board = ["..2.3.", "2.....", "..24.3", "1.34..", ".....3", ".3.3.."]
    problem = Problem("mines")
    mine = problem.variables("mine", list(product(range(6), repeat=2)), [0, 1])
    for (r, c), square in mine.items():
        if board[r][c] != ".":
            problem.require(square == 0)
            near = [
                mine[k] for k in product((r - 1, r, r + 1), (c - 1, c, c + 1)) if k in mine and k != (r, c)
            ]
            problem.require(Exactly(int(board[r][c]), near, 1))
    return Knowledge(problem).count()


def nqueens(n: int = 10) -> object:
    """Ways of placing queens, said with all-different over sums."""
    problem = Problem("queens")
    q = problem.variables("q", range(n), range(n))
    problem.require(AllDifferent(q))
    problem.require(AllDifferent(q[i] + i for i in q))
    problem.require(AllDifferent(q[i] - i for i in q))
    return Knowledge(problem).count()


def php(pigeons: int = 9) -> object:
    """Whether pigeons fit in one hole fewer."""
    problem = Problem("pigeons")
    hole = problem.variables("hole", range(pigeons), range(pigeons - 1))
    for h in range(pigeons - 1):
        problem.require(AtMost(1, hole, h))
    return satisfiable(problem)


def room_assignment() -> object:
    """Seven stays in three rooms, no two in a room at once: how many ways, the first guest's room known."""
    stays = [(0, 3), (1, 4), (2, 6), (3, 5), (4, 7), (5, 8), (6, 9)]
    problem = Problem("rooms")
    room = problem.variables("room", range(7), ["red", "green", "blue"])
    for (i, (begin, end)), (j, (first, last)) in combinations(enumerate(stays), 2):
        if begin < last and first < end:
            problem.require(room[i] != room[j])
    problem.require(room[0] == "red")
    return Knowledge(problem).count()


def send_more_money() -> object:
    """SEND + MORE = MONEY."""
    problem = Problem("letters")
    x = problem.variables("x", "SENDMORY", range(10))
    problem.require(AllDifferent(x))
    for first in "SM":
        problem.require(x[first] != 0)

    def number(word):
        return sum_(10**i * x[letter] for i, letter in enumerate(reversed(word)))

    problem.require(number("SEND") + number("MORE") == number("MONEY"))
    (only,) = solutions(problem)
    return int("".join(str(only[x[letter]]) for letter in "MONEY"))


def set_game() -> object:
    """Sets among twelve cards: three cards, each feature all alike or all different."""
    cards = [(0, 1, 2, 0), (1, 1, 1, 0), (2, 1, 0, 0), (0, 0, 0, 1), (1, 2, 0, 2), (2, 2, 2, 2),
             (0, 2, 1, 1), (1, 0, 2, 1), (2, 0, 1, 2), (0, 1, 1, 2), (1, 1, 0, 1), (2, 2, 1, 0)]  # fmt: skip
    problem = Problem("sets")
    taken = problem.variables("taken", range(3), range(12))
    problem.require(Increasing(taken))
    for feature in range(4):
        shown = [element([card[feature] for card in cards], taken[i]) for i in range(3)]
        problem.require((shown[0] + shown[1] + shown[2]) % 3 == 0)
    return Knowledge(problem).count()


def tsp() -> object:
    """The shortest round trip through nine places."""
    place = [(0, 0), (5, 1), (9, 3), (2, 7), (7, 8), (4, 4), (1, 3), (8, 6), (3, 9)]
    away = [[abs(a - c) + abs(b - d) for c, d in place] for a, b in place]
    problem = Problem("trip")
    following = problem.variables("following", range(9), range(9))
    problem.require(Circuit(following))
    return optimise(problem, sum_(element(away[i], following[i]) for i in following), "min").value


def who_killed_agatha() -> object:
    """Agatha, the butler or Charles: who may have done it."""
    agatha, butler, charles = people = range(3)
    problem = Problem("agatha")
    killer = problem.variable("killer", people)
    hates = problem.variables("hates", list(product(people, repeat=2)), [0, 1])
    richer = problem.variables("richer", list(product(people, repeat=2)), [0, 1])
    for a in people:
        problem.require((killer == a) >> ((hates[a, agatha] == 1) & (richer[a, agatha] == 0)))
        problem.require(richer[a, a] == 0)
        problem.require((hates[agatha, a] == 1) >> (hates[charles, a] == 0))
        problem.require(hates[agatha, a] == int(a != butler))
        problem.require((richer[a, agatha] == 0) >> (hates[butler, a] == 1))
        problem.require((hates[agatha, a] == 1) >> (hates[butler, a] == 1))
        problem.require(sum_(hates[a, b] for b in people) <= 2)
        for b in people:
            if a < b:
                problem.require((richer[a, b] == 1) ^ (richer[b, a] == 1))
    return Knowledge(problem).possible(killer)


def zebra() -> object:
    """Five houses in a row: whose is the zebra."""
    problem = Problem("zebra")
    groups = [
        ["English", "Spanish", "Ukrainian", "Norwegian", "Japanese"],
        ["red", "green", "ivory", "yellow", "blue"],
        ["dog", "snails", "fox", "horse", "zebra"],
        ["coffee", "tea", "milk", "juice", "water"],
        ["Old Gold", "Kools", "Chesterfield", "Lucky", "Parliament"],
    ]
    at = problem.variables("at", [name for group in groups for name in group], range(1, 6))
    for group in groups:
        problem.require(AllDifferent(at[name] for name in group))
    told = "English red, Spanish dog, coffee green, Ukrainian tea, Kools yellow, Lucky juice, Japanese Parliament"
    for one, other in [("Old Gold", "snails"), *(pair.split() for pair in told.split(", "))]:
        problem.require(at[one] == at[other])
    for one, other in [("Chesterfield", "fox"), ("Kools", "horse"), ("Norwegian", "blue")]:
        problem.require(abs(at[one] - at[other]) == 1)
    problem.require(at["green"] == at["ivory"] + 1)
    problem.require((at["milk"] == 3) & (at["Norwegian"] == 1))
    (only,) = solutions(problem)
    return next(name for name in groups[0] if only[at[name]] == only[at["zebra"]])


EXAMPLES = [bus_schedule, frietkot, knapsack, jobshop, mario, minesweeper, nqueens, php, room_assignment,
            send_more_money, set_game, tsp, who_killed_agatha, zebra]  # fmt: skip

if __name__ == "__main__":
    for solve in EXAMPLES:
        said = (solve.__doc__ or "").splitlines()[0]
        print(f"{solve.__name__}: {said} {solve()}")

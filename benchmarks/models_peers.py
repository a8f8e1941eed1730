"""The published models of `benchmarks.models` in the libraries they come from, each written anew as those like it.

A function answers what ours of the same name answers; those ending in ``_pc`` are for python-constraint, ``_cp`` for
CPMpy (with OR-Tools). Pencil puzzles are asked of puzzlekit, whose models are its own.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

__all__ = ["CPMPY", "PYTHON_CONSTRAINT"]


def _pc() -> Any:
    import constraint

    return constraint


def _cp() -> Any:
    import cpmpy

    return cpmpy


def _count(model: Any) -> int:
    return int(model.solveAll(solver="ortools"))


def _two(model: Any) -> str:
    return "unique" if model.solveAll(solver="ortools", solution_limit=2) == 1 else "several"


def coins_pc() -> int:
    c = _pc()
    problem = c.Problem()
    kinds = [1, 5, 10, 25, 50]
    for kind in kinds:
        problem.addVariable(kind, range(100 // kind + 1))
    problem.addConstraint(c.ExactSumConstraint(100, kinds), kinds)
    return len(problem.getSolutions())


def coins_cp() -> int:
    cp = _cp()
    kinds = [1, 5, 10, 25, 50]
    number = [cp.intvar(0, 100 // kind) for kind in kinds]
    return _count(cp.Model(sum(kind * x for kind, x in zip(kinds, number, strict=True)) == 100))


def crossword_pc(words: str) -> int:
    c = _pc()
    problem = c.Problem()
    lines = [f"{way}{i}" for way in "ad" for i in range(3)]
    problem.addVariables(lines, words.split())
    for i in range(3):
        for j in range(3):
            problem.addConstraint(lambda a, d, i=i, j=j: a[j] == d[i], [f"a{i}", f"d{j}"])
    return len(problem.getSolutions())


def crossword_cp(words: str) -> int:
    cp = _cp()
    letter = cp.intvar(0, 25, shape=(3, 3))
    table = [[ord(x) - 97 for x in word] for word in words.split()]
    model = cp.Model()
    for i in range(3):
        model += cp.Table(letter[i, :], table)
        model += cp.Table(letter[:, i], table)
    return _count(model)


def einstein_pc(groups: list[list[str]], same: list[tuple[str, str]], beside: list[tuple[str, str]]) -> str:
    c = _pc()
    problem = c.Problem()
    for group in groups:
        problem.addVariables(group, range(1, 6))
        problem.addConstraint(c.AllDifferentConstraint(), group)
    for a, b in same:
        problem.addConstraint(lambda x, y: x == y, [a, b])
    for a, b in beside:
        problem.addConstraint(lambda x, y: abs(x - y) == 1, [a, b])
    problem.addConstraint(lambda x, y: x - y == 1, ["white", "green"])
    problem.addConstraint(lambda x: x == 3, ["milk"])
    problem.addConstraint(lambda x: x == 1, ["Norwegian"])
    (found,) = problem.getSolutions()
    return next(name for name in groups[0] if found[name] == found["fish"])


def einstein_cp(groups: list[list[str]], same: list[tuple[str, str]], beside: list[tuple[str, str]]) -> str:
    cp = _cp()
    at = {name: cp.intvar(1, 5, name=name) for group in groups for name in group}
    model = cp.Model([cp.AllDifferent([at[name] for name in group]) for group in groups])
    model += [at[a] == at[b] for a, b in same]
    model += [abs(at[a] - at[b]) == 1 for a, b in beside]
    model += [at["white"] - at["green"] == 1, at["milk"] == 3, at["Norwegian"] == 1]
    assert _two(model) == "unique"
    return next(name for name in groups[0] if bool(at[name].value() == at["fish"].value()))


def queens_pc(n: int = 8) -> int:
    c = _pc()
    problem = c.Problem()
    problem.addVariables(range(n), range(n))
    problem.addConstraint(c.AllDifferentConstraint())
    for a, b in combinations(range(n), 2):
        problem.addConstraint(lambda x, y, d=b - a: abs(x - y) != d, [a, b])
    return len(problem.getSolutions())


def queens_cp(n: int = 8) -> int:
    cp = _cp()
    row = cp.intvar(0, n - 1, shape=n)
    up, down = [row[i] + i for i in range(n)], [row[i] - i for i in range(n)]
    return _count(cp.Model(cp.AllDifferent(row), cp.AllDifferent(up), cp.AllDifferent(down)))


def rooks_pc(n: int = 8) -> int:
    c = _pc()
    problem = c.Problem()
    problem.addVariables(range(n), range(n))
    problem.addConstraint(c.AllDifferentConstraint())
    return len(problem.getSolutions())


def rooks_cp(n: int = 8) -> int:
    cp = _cp()
    return _count(cp.Model(cp.AllDifferent(cp.intvar(0, n - 1, shape=n))))


def sudoku_pc(text: str) -> str:
    c = _pc()
    problem, signs = c.Problem(), "".join(text.split())
    for place, sign in enumerate(signs):
        problem.addVariable(place, range(1, 10) if sign == "." else [int(sign)])
    for i in range(9):
        r, s = 27 * (i // 3), 3 * (i % 3)
        block = [r + s + 9 * a + b for a in range(3) for b in range(3)]
        for group in (range(9 * i, 9 * i + 9), range(i, 81, 9), block):
            problem.addConstraint(c.AllDifferentConstraint(), list(group))
    found = problem.getSolutions()
    return ("unique " if len(found) == 1 else "several ") + "".join(str(found[0][i]) for i in range(81))


def sudoku_cp(text: str) -> str:
    cp = _cp()
    cell, signs = cp.intvar(1, 9, shape=(9, 9)), "".join(text.split())
    model = cp.Model()
    for i in range(9):
        r, s = 3 * (i // 3), 3 * (i % 3)
        model += [cp.AllDifferent(cell[i, :]), cp.AllDifferent(cell[:, i])]
        model += cp.AllDifferent(cell[r : r + 3, s : s + 3])
    model += [cell[divmod(i, 9)] == int(sign) for i, sign in enumerate(signs) if sign != "."]
    return _two(model) + " " + "".join(str(x) for x in cell.value().flatten())


def words_pc() -> int:
    c = _pc()
    problem = c.Problem()
    for x in "seidoz":
        problem.addVariable(x, range(x in "sd", 10))
    problem.addConstraint(c.AllDifferentConstraint())
    problem.addConstraint(
        lambda s, e, i, d, o, z: 2 * (1000 * s + 100 * e + 10 * i + s) == 1000 * d + 100 * o + 10 * z + e,
        list("seidoz"),
    )
    return len(problem.getSolutions())


def words_cp() -> int:
    cp = _cp()
    s, e, i, d, o, z = (cp.intvar(int(x in "sd"), 9) for x in "seidoz")
    seis, doze = 1000 * s + 100 * e + 10 * i + s, 1000 * d + 100 * o + 10 * z + e
    return _count(cp.Model(cp.AllDifferent(s, e, i, d, o, z), 2 * seis == doze))


def money_pc() -> str:
    c = _pc()
    problem = c.Problem()
    for x in "sendmory":
        problem.addVariable(x, range(x in "sm", 10))
    problem.addConstraint(c.AllDifferentConstraint())
    problem.addConstraint(lambda d, e, y: (d + e) % 10 == y, list("dey"))
    problem.addConstraint(
        lambda s, e, n, d, m, o, r, y: (
            1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o + 10 * r + e
            == 10000 * m + 1000 * o + 100 * n + 10 * e + y
        ),
        list("sendmory"),
    )
    (found,) = problem.getSolutions()
    return "unique " + "".join(str(found[x]) for x in "money")


def money_cp() -> str:
    cp = _cp()
    s, e, n, d, m, o, r, y = (cp.intvar(int(x in "sm"), 9) for x in "sendmory")
    send, more = 1000 * s + 100 * e + 10 * n + d, 1000 * m + 100 * o + 10 * r + e
    money = 10000 * m + 1000 * o + 100 * n + 10 * e + y
    model = cp.Model(cp.AllDifferent(s, e, n, d, m, o, r, y), send + more == money)
    return _two(model) + " " + "".join(str(x.value()) for x in (m, o, n, e, y))


def agatha_cp() -> str:
    cp = _cp()
    agatha, butler, charles = range(3)
    killer = cp.intvar(0, 2)
    hates, richer = cp.boolvar(shape=(3, 3)), cp.boolvar(shape=(3, 3))
    model = cp.Model()
    for a in range(3):
        model += (killer == a).implies(hates[a, agatha] & ~richer[a, agatha])
        model += ~richer[a, a]
        model += hates[agatha, a].implies(~hates[charles, a])
        model += hates[agatha, a] == (a != butler)
        model += (~richer[a, agatha]).implies(hates[butler, a])
        model += hates[agatha, a].implies(hates[butler, a])
        model += sum(hates[a, :]) <= 2
    model += [richer[a, b] != richer[b, a] for a, b in combinations(range(3), 2)]
    killers: set[int] = set()
    model.solveAll(solver="ortools", display=lambda: killers.add(killer.value()))
    (only,) = killers
    return ["Agatha", "butler", "Charles"][only]


def cars_cp(kinds: dict[str, int], room: list[tuple[int, int]]) -> int:
    cp = _cp()
    has, asked = list(kinds), list(kinds.values())
    slot = cp.intvar(0, len(has) - 1, shape=10)
    setup = cp.boolvar(shape=(10, 5))
    model = cp.Model([cp.sum(slot == k) == n for k, n in enumerate(asked)])
    for i in range(10):
        model += cp.Table([slot[i], *setup[i, :]], [[k, *map(int, one)] for k, one in enumerate(has)])
    for option, (most, window) in enumerate(room):
        model += [sum(setup[s : s + window, option]) <= most for s in range(11 - window)]
    return _count(model)


def quasigroup_cp(n: int = 5) -> int:
    cp = _cp()
    times = cp.intvar(0, n - 1, shape=(n, n))
    model = cp.Model([cp.AllDifferent(row) for row in times], [cp.AllDifferent(row) for row in times.T])
    model += [times[a, a] == a for a in range(n)]
    for a in range(n):
        for b in range(n):
            first = cp.Element(times[:, b], times[b, a])
            model += cp.Element(times[:, b], first) == a
    return _count(model)


def intervals_pc(n: int = 8) -> int:
    c = _pc()
    problem = c.Problem()
    notes, steps = [f"n{i}" for i in range(n)], [f"s{i}" for i in range(1, n)]
    problem.addVariables(notes, range(n))
    problem.addVariables(steps, range(1, n))
    problem.addConstraint(c.AllDifferentConstraint(), notes)
    problem.addConstraint(c.AllDifferentConstraint(), steps)
    for i in range(1, n):
        problem.addConstraint(lambda s, a, b: s == abs(a - b), [f"s{i}", f"n{i}", f"n{i - 1}"])
    return len(problem.getSolutions())


def intervals_cp(n: int = 8) -> int:
    cp = _cp()
    note, step = cp.intvar(0, n - 1, shape=n), cp.intvar(1, n - 1, shape=n - 1)
    model = cp.Model(cp.AllDifferent(note), cp.AllDifferent(step))
    model += [step[i] == abs(note[i + 1] - note[i]) for i in range(n - 1)]
    return _count(model)


def magic_pc(n: int = 3) -> int:
    c = _pc()
    problem, total = c.Problem(), n * (n * n + 1) // 2
    problem.addVariables(range(n * n), range(1, n * n + 1))
    problem.addConstraint(c.AllDifferentConstraint())
    lines = [range(n * i, n * i + n) for i in range(n)] + [range(i, n * n, n) for i in range(n)]
    for line in [*lines, range(0, n * n, n + 1), range(n - 1, n * n - 1, n - 1)]:
        problem.addConstraint(c.ExactSumConstraint(total), list(line))
    return len(problem.getSolutions())


def magic_cp(n: int = 3) -> int:
    cp = _cp()
    cell, total = cp.intvar(1, n * n, shape=(n, n)), n * (n * n + 1) // 2
    model = cp.Model(cp.AllDifferent(cell), [sum(row) == total for row in cell])
    model += [sum(column) == total for column in cell.T]
    model += [
        sum(cell[i, i] for i in range(n)) == total,
        sum(cell[i, n - 1 - i] for i in range(n)) == total,
    ]
    return _count(model)


def langford_pc(n: int = 7) -> int:
    c = _pc()
    problem = c.Problem()
    for k in range(1, n + 1):
        problem.addVariable(k, range(2 * n - k - 1))
        problem.addVariable(-k, range(k + 1, 2 * n))
        problem.addConstraint(lambda a, b, k=k: b - a == k + 1, [k, -k])
    problem.addConstraint(c.AllDifferentConstraint())
    return len(problem.getSolutions())


def langford_cp(n: int = 7) -> int:
    cp = _cp()
    first = [cp.intvar(0, 2 * n - k - 2) for k in range(1, n + 1)]
    places = [*first, *(x + k + 1 for k, x in enumerate(first, 1))]
    return _count(cp.Model(cp.AllDifferent(places)))


def blocks_cp(v: int = 7, k: int = 3) -> int:
    cp = _cp()
    one = cp.boolvar(shape=(v, v))
    model = cp.Model([sum(row) == k for row in one], [sum(column) == k for column in one.T])
    model += [sum(one[a, :] & one[b, :]) == 1 for a, b in combinations(range(v), 2)]
    model += [cp.LexLessEq(one[i + 1, :], one[i, :]) for i in range(v - 1)]
    model += [cp.LexLessEq(one[:, i + 1], one[:, i]) for i in range(v - 1)]
    return _count(model)


def golomb_cp(n: int = 6) -> int:
    cp = _cp()
    length = n * (n - 1) // 2
    while True:
        mark = cp.intvar(0, length, shape=n)
        model = cp.Model(mark[0] == 0, mark[-1] == length, cp.IncreasingStrict(mark))
        model += cp.AllDifferent([mark[b] - mark[a] for a, b in combinations(range(n), 2)])
        if model.solve(solver="ortools"):
            return length
        length += 1


def simple_loop_cp(n: int = 6) -> int:
    """Every loop in both directions."""
    cp = _cp()
    following = cp.intvar(0, n * n - 1, shape=n * n)
    model = cp.Model(cp.Circuit(following))
    for i in range(n * n):
        r, c = divmod(i, n)
        beside = [
            n * x + y
            for x, y in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
            if 0 <= x < n and 0 <= y < n
        ]
        model += cp.InDomain(following[i], beside)
    return _count(model) // 2


def _named(end: str) -> dict[str, Callable[..., Any]]:
    return {
        name.removesuffix(end): value
        for name, value in globals().items()
        if name.endswith(end) and name != end and callable(value)
    }


PYTHON_CONSTRAINT = _named("_pc")
CPMPY = _named("_cp")

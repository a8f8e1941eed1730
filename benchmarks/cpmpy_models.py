"""The problems of ``examples/from_cpmpy.py`` and ``examples/csplib*.py`` stated to CPMpy, whose default is CP-SAT.

Functions have the names of the examples and give the same answers; statements are our own. `solveAll` counts worlds.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, pairwise, product
from typing import Any

__all__ = ["MODELS"]

MODELS: dict[str, Callable[[], Any]] = {}


def peer(function: Callable[[], Any]) -> Callable[[], Any]:
    """Listed by name."""
    MODELS[function.__name__] = function
    return function


def _cp() -> Any:
    import cpmpy

    return cpmpy


def _best(model: Any) -> int:
    model.solve(solver="ortools", num_workers=1)
    return int(model.objective_value())


@peer
def bus_schedule() -> Any:
    cp = _cp()
    demands = [8, 10, 7, 12, 4, 4]
    x = cp.intvar(0, max(demands), shape=6)
    return _best(cp.Model([x[i - 1] + x[i] >= demands[i] for i in range(6)], minimize=cp.sum(x)))


@peer
def frietkot() -> Any:
    cp = _cp()
    mayo, ketchup, andalouse, samurai, curry = cp.boolvar(shape=5)
    likes = [mayo | curry, ketchup | andalouse, ~mayo | ~ketchup, ~curry | ~samurai, samurai | ~ketchup,
             ~andalouse | mayo, andalouse | curry, mayo | samurai, curry | ketchup]  # fmt: skip
    return cp.Model(likes).solveAll()


@peer
def knapsack() -> Any:
    cp = _cp()
    worth = [5, 8, 3, 9, 12, 7, 4, 6, 10, 11, 2, 8]
    weight = [4, 5, 2, 6, 9, 4, 3, 5, 7, 8, 1, 6]
    x = cp.boolvar(shape=12)
    return _best(cp.Model(cp.sum(x * weight) <= 25, maximize=cp.sum(x * worth)))


@peer
def jobshop() -> Any:
    cp = _cp()
    length = [[5, 2, 8, 3], [4, 7, 1, 6], [3, 6, 5, 2], [7, 3, 4, 5], [2, 8, 3, 6]]
    machine = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0], [0, 2, 1, 3]]
    start = cp.intvar(0, sum(map(sum, length)), shape=(5, 4))
    model = cp.Model()
    for j in range(5):
        for a, b in pairwise(range(4)):
            model += start[j, a] + length[j][a] <= start[j, b]
    for m in range(4):
        on = [(j, s) for j, s in product(range(5), range(4)) if machine[j][s] == m]
        model += cp.NoOverlap(
            [start[k] for k in on],
            [length[j][s] for j, s in on],
            [start[j, s] + length[j][s] for j, s in on],
        )
    model.minimize(cp.max([start[j, 3] + length[j][3] for j in range(5)]))
    return _best(model)


@peer
def mario() -> Any:
    cp = _cp()
    gold = [0, 20, 30, 15, 40, 10, 0]
    fuel = [[abs(i - j) * 4 + (i * j) % 5 if i not in (j, 6) else 0 for j in range(7)] for i in range(7)]
    s = cp.intvar(0, 6, shape=7)
    # CPMpy's Circuit passes every place: a place left out is a loop of its own in CP-SAT alone, so it is said in orders.
    order, on = cp.intvar(0, 6, shape=7), [s[i] != i for i in range(7)]
    model = cp.Model(cp.AllDifferent(s), s[6] == 0, order[0] == 0)
    for i in range(6):
        model += on[i].implies(order[i] + 1 == order[s[i]])
        model += (~on[i]).implies(order[i] == 0)
    model += cp.sum([cp.Element(fuel[i], s[i]) for i in range(7)]) <= 40
    model.maximize(cp.sum([gold[i] * on[i] for i in range(7)]))
    return _best(model)


@peer
def minesweeper() -> Any:
    cp = _cp()
    board = ["..2.3.", "2.....", "..24.3", "1.34..", ".....3", ".3.3.."]
    mine = cp.boolvar(shape=(6, 6))
    model = cp.Model()
    for r, c in product(range(6), repeat=2):
        if board[r][c] != ".":
            model += mine[r, c] == 0
            near = mine[max(0, r - 1) : r + 2, max(0, c - 1) : c + 2]
            model += cp.sum(near) == int(board[r][c])
    return model.solveAll()


def _queens(n: int) -> Any:
    cp = _cp()
    q = cp.intvar(0, n - 1, shape=n)
    shift = range(n)
    return cp.Model(cp.AllDifferent(q), cp.AllDifferent(q + shift), cp.AllDifferent(q - shift)).solveAll()


@peer
def nqueens() -> Any:
    return _queens(10)


@peer
def php() -> Any:
    cp = _cp()
    hole = cp.boolvar(shape=(9, 8))
    one = [cp.sum(hole[p, :]) == 1 for p in range(9)]
    return cp.Model(one, [cp.sum(hole[:, h]) <= 1 for h in range(8)]).solve(solver="ortools", num_workers=1)


@peer
def room_assignment() -> Any:
    cp = _cp()
    stays = [(0, 3), (1, 4), (2, 6), (3, 5), (4, 7), (5, 8), (6, 9)]
    room = cp.intvar(0, 2, shape=7)
    model = cp.Model(room[0] == 0)
    for (i, (begin, end)), (j, (first, last)) in combinations(enumerate(stays), 2):
        if begin < last and first < end:
            model += room[i] != room[j]
    return model.solveAll()


@peer
def send_more_money() -> Any:
    cp = _cp()
    s, e, n, d, m, o, r, y = x = cp.intvar(0, 9, shape=8)

    def number(*digits: Any) -> Any:
        return sum(10**i * digit for i, digit in enumerate(reversed(digits)))

    money = number(m, o, n, e, y)
    model = cp.Model(cp.AllDifferent(x), s > 0, m > 0, number(s, e, n, d) + number(m, o, r, e) == money)
    found: list[int] = []
    model.solveAll(display=lambda: found.append(int(money.value())))
    (only,) = found
    return only


@peer
def set_game() -> Any:
    cp = _cp()
    cards = [(0, 1, 2, 0), (1, 1, 1, 0), (2, 1, 0, 0), (0, 0, 0, 1), (1, 2, 0, 2), (2, 2, 2, 2),
             (0, 2, 1, 1), (1, 0, 2, 1), (2, 0, 1, 2), (0, 1, 1, 2), (1, 1, 0, 1), (2, 2, 1, 0)]  # fmt: skip
    x = cp.intvar(0, 11, shape=3)
    model = cp.Model(x[0] < x[1], x[1] < x[2])
    for f in range(4):
        shown = [cp.Element([card[f] for card in cards], x[i]) for i in range(3)]
        model += cp.sum(shown) % 3 == 0
    return model.solveAll()


@peer
def tsp() -> Any:
    cp = _cp()
    place = [(0, 0), (5, 1), (9, 3), (2, 7), (7, 8), (4, 4), (1, 3), (8, 6), (3, 9)]
    away = [[abs(a - c) + abs(b - d) for c, d in place] for a, b in place]
    s = cp.intvar(0, 8, shape=9)
    return _best(cp.Model(cp.Circuit(s), minimize=cp.sum([cp.Element(away[i], s[i]) for i in range(9)])))


@peer
def who_killed_agatha() -> Any:
    cp = _cp()
    killer, hates, richer = cp.intvar(0, 2), cp.boolvar(shape=(3, 3)), cp.boolvar(shape=(3, 3))
    model = cp.Model()
    for a in range(3):
        model += (killer == a).implies(hates[a, 0] & ~richer[a, 0])
        model += [richer[a, a] == 0, hates[0, a].implies(~hates[2, a]), hates[0, a] == int(a != 1)]
        model += [(~richer[a, 0]).implies(hates[1, a]), hates[0, a].implies(hates[1, a])]
        model += cp.sum(hates[a, :]) <= 2
        model += [richer[a, b] != richer[b, a] for b in range(3) if a < b]
    found = set()
    while model.solve(solver="ortools", num_workers=1):
        found.add(int(killer.value()))
        model += killer != killer.value()
    return found


@peer
def zebra() -> Any:
    cp = _cp()
    english, spanish, ukrainian, norwegian, japanese = nations = cp.intvar(1, 5, shape=5)
    red, green, ivory, yellow, blue = colours = cp.intvar(1, 5, shape=5)
    dog, snails, fox, horse, striped = animals = cp.intvar(1, 5, shape=5)
    coffee, tea, milk, juice, _ = drinks = cp.intvar(1, 5, shape=5)
    old, kools, chester, lucky, parliament = smokes = cp.intvar(1, 5, shape=5)
    model = cp.Model([cp.AllDifferent(x) for x in (nations, colours, animals, drinks, smokes)])
    model += [english == red, spanish == dog, coffee == green, ukrainian == tea, old == snails]
    model += [kools == yellow, lucky == juice, japanese == parliament, green == ivory + 1]
    model += [abs(chester - fox) == 1, abs(kools - horse) == 1, abs(norwegian - blue) == 1]
    model += [milk == 3, norwegian == 1]
    names = ["English", "Spanish", "Ukrainian", "Norwegian", "Japanese"]
    found: list[str] = []
    model.solveAll(
        display=lambda: found.extend(
            name for name, x in zip(names, nations, strict=True) if x.value() == striped.value()
        )
    )
    (only,) = found
    return only


# CSPLib.


@peer
def prob001_car_sequencing() -> Any:
    cp = _cp()
    built = [1, 1, 2, 2, 2, 2]
    needs = [(0, 2, 3), (3,), (1, 4), (1, 3), (0, 2), (0, 1)]
    limits = [(1, 2), (2, 3), (1, 3), (2, 5), (1, 5)]
    car = cp.intvar(0, 5, shape=10)
    model = cp.Model([cp.Count(car, kind) == n for kind, n in enumerate(built)])
    for option, (most, among) in enumerate(limits):
        having = [int(option in options) for options in needs]
        for first in range(10 - among + 1):
            model += cp.sum([cp.Element(having, car[i]) for i in range(first, first + among)]) <= most
    return model.solveAll()


@peer
def prob003_quasigroup_existence() -> Any:
    cp = _cp()
    n = 5
    x = cp.intvar(0, n - 1, shape=(n, n))
    model = cp.Model(
        [cp.AllDifferent(x[i, :]) for i in range(n)], [cp.AllDifferent(x[:, i]) for i in range(n)]
    )
    model += [x[i, i] == i for i in range(n)]
    for a, b in product(range(n), repeat=2):
        model += x[x[x[b, a], b], b] == a
    return model.solveAll()


@peer
def prob005_auto_correlation() -> Any:
    cp = _cp()
    n = 9
    up = cp.boolvar(shape=n)
    off = [
        2 * cp.sum([up[i] == up[i + shift] for i in range(n - shift)]) - (n - shift)
        for shift in range(1, n)
    ]
    return _best(cp.Model(minimize=cp.sum([x * x for x in off])))


@peer
def prob006_golomb_ruler() -> Any:
    cp = _cp()
    marks = 5
    x = cp.intvar(0, marks * marks, shape=marks)
    away = [b - a for a, b in combinations(x, 2)]
    return _best(cp.Model(x[0] == 0, x[:-1] < x[1:], cp.AllDifferent(away), minimize=x[-1]))


@peer
def prob007_all_interval_series() -> Any:
    cp = _cp()
    x = cp.intvar(0, 7, shape=8)
    step = cp.intvar(1, 7, shape=7)
    return cp.Model(
        cp.AllDifferent(x), cp.AllDifferent(step), [step[i] == abs(x[i] - x[i + 1]) for i in range(7)]
    ).solveAll()


@peer
def prob015_schur() -> Any:
    cp = _cp()
    box = cp.intvar(0, 2, shape=14)
    model = cp.Model(box[0] == 0)
    for a, b in product(range(1, 14), repeat=2):
        if a <= b and a + b <= 13:
            model += (box[a] != box[b]) | (box[b] != box[a + b])
    return model.solveAll()


@peer
def prob019_magic_squares() -> Any:
    cp = _cp()
    x = cp.intvar(1, 9, shape=(3, 3))
    lines = [*x, *x.T, x.diagonal(), x[:, ::-1].diagonal()]
    return cp.Model(cp.AllDifferent(x), [cp.sum(line) == 15 for line in lines]).solveAll()


@peer
def prob023_magic_hexagon() -> Any:
    cp = _cp()
    cells = [(q, r) for q, r in product(range(-2, 3), repeat=2) if abs(q + r) <= 2]
    x = dict(zip(cells, cp.intvar(1, 19, shape=19), strict=True))
    model = cp.Model(cp.AllDifferent(list(x.values())))
    for line in range(-2, 3):
        model += cp.sum([x[q, r] for q, r in cells if q == line]) == 38
        model += cp.sum([x[q, r] for q, r in cells if r == line]) == 38
        model += cp.sum([x[q, r] for q, r in cells if q + r == line]) == 38
    model += [x[2, -2] < x[corner] for corner in ((2, 0), (0, 2), (-2, 2), (-2, 0), (0, -2))]
    model += x[2, 0] < x[0, -2]
    return model.solveAll()


@peer
def prob024_langford() -> Any:
    cp = _cp()
    first, second = cp.intvar(0, 13, shape=7), cp.intvar(0, 13, shape=7)
    apart = [second[k] == first[k] + k + 2 for k in range(7)]
    return cp.Model(cp.AllDifferent(list(first) + list(second)), apart).solveAll()


@peer
def prob032_still_life() -> Any:
    cp = _cp()
    n = 5
    x = cp.boolvar(shape=(n + 2, n + 2))
    model = cp.Model(maximize=cp.sum(x))
    for r, c in product(range(n + 2), repeat=2):
        near = cp.sum(x[max(0, r - 1) : r + 2, max(0, c - 1) : c + 2]) - x[r, c]
        if 0 < r <= n and 0 < c <= n:
            model += [x[r, c].implies((near == 2) | (near == 3)), (~x[r, c]).implies(near != 3)]
        else:
            model += [x[r, c] == 0, near != 3]
    return _best(model)


@peer
def prob044_steiner() -> Any:
    cp = _cp()
    triples = list(combinations(range(7), 3))
    taken = dict(zip(triples, cp.boolvar(shape=len(triples)), strict=True))
    return cp.Model(
        [cp.sum([taken[t] for t in triples if set(p) <= set(t)]) == 1 for p in combinations(range(7), 2)]
    ).solveAll()


@peer
def prob049_number_partitioning() -> Any:
    cp = _cp()
    side = cp.boolvar(shape=9)
    model = cp.Model(side[0] == 0, side[1] == 0)
    for power in (0, 1, 2):
        model += 2 * cp.sum([k**power * side[k] for k in range(1, 9)]) == sum(k**power for k in range(1, 9))
    return model.solveAll()


@peer
def prob050_diamond_free() -> Any:
    cp = _cp()
    n = 8
    edge = dict(zip(combinations(range(n), 2), cp.boolvar(shape=n * (n - 1) // 2), strict=True))
    degree = cp.intvar(1, n - 1, shape=n)
    model = cp.Model(
        [cp.sum([edge[p] for p in combinations(f, 2)]) <= 4 for f in combinations(range(n), 4)]
    )
    model += [degree[v] == cp.sum([edge[p] for p in edge if v in p]) for v in range(n)]
    model += [degree[:-1] >= degree[1:], degree % 3 == 0, cp.sum(degree) % 12 == 0]
    return model.solve(solver="ortools", num_workers=1)


@peer
def prob053_graceful_graph() -> Any:
    cp = _cp()
    x, edge = cp.intvar(0, 6, shape=4), cp.intvar(1, 6, shape=6)
    said = [edge[i] == abs(x[a] - x[b]) for i, (a, b) in enumerate(combinations(range(4), 2))]
    return cp.Model(cp.AllDifferent(x), cp.AllDifferent(edge), said).solveAll()


@peer
def prob054_queens() -> Any:
    return _queens(8)


@peer
def prob067_quasigroup_completion() -> Any:
    cp = _cp()
    given = ["1..4..", "..3..6", ".5...1", "6..2..", "..1..3", "4....."]
    x = cp.intvar(1, 6, shape=(6, 6))
    model = cp.Model([cp.AllDifferent(row) for row in [*x, *x.T]])
    model += [x[r, c] == int(given[r][c]) for r, c in product(range(6), repeat=2) if given[r][c] != "."]
    return model.solveAll()


@peer
def prob074_maximum_clique() -> Any:
    cp = _cp()
    chosen = cp.boolvar(shape=(4, 4))
    model = cp.Model(maximize=cp.sum(chosen))
    for (r, c), (s, d) in combinations(product(range(4), repeat=2), 2):
        step = sorted((abs(r - s), abs(c - d)))
        if not (step == [1, 2] or sum(step) >= 3):
            model += ~chosen[r, c] | ~chosen[s, d]
    return _best(model)


@peer
def prob076_costas() -> Any:
    cp = _cp()
    x = cp.intvar(0, 4, shape=5)
    rows = [cp.AllDifferent([x[i] - x[i + gap] for i in range(5 - gap)]) for gap in range(1, 4)]
    return cp.Model(cp.AllDifferent(x), rows).solveAll()


@peer
def prob084_hadamard() -> Any:
    cp = _cp()
    n = 7
    rings = cp.boolvar(shape=(2, n))
    model = cp.Model([2 * cp.sum(ring) - n == 1 for ring in rings])
    for shift in range(1, n // 2 + 1):
        same = cp.sum([ring[i] == ring[(i + shift) % n] for ring in rings for i in range(n)])
        model += 2 * same - 2 * n == -2
    return model.solveAll()


@peer
def prob133_knapsack() -> Any:
    cp = _cp()
    weight, worth = [12, 7, 11, 8, 9, 6, 15, 5], [24, 13, 23, 15, 16, 11, 28, 9]
    x = cp.boolvar(shape=8)
    return _best(cp.Model(cp.sum(x * weight) <= 50, maximize=cp.sum(x * worth)))

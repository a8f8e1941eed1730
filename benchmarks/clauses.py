"""Twenty counting problems in clauses, of the kinds that competitions of model counters pose; all made here, by seeds.

Random 3-SAT, two-layered networks of causes and symptoms, colourings and independent sets of grids and random graphs,
perfect matchings and exact covers, queens and Latin squares in clauses, circuits by Tseitin's clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, product
from random import Random

__all__ = ["INSTANCES", "Clauses"]

Clauses = tuple[int, list[list[int]]]
"""How many propositions there are, and clauses of them: a number each, negative for its opposite."""


def _exactly_one(literals: list[int]) -> Iterator[list[int]]:
    yield literals
    for one, other in combinations(literals, 2):
        yield [-one, -other]


def satisfiability(n: int, m: int, seed: int) -> Clauses:
    """Random 3-SAT."""
    rng = Random(seed)
    made = [[v if rng.random() < 0.5 else -v for v in rng.sample(range(1, n + 1), 3)] for _ in range(m)]
    return n, made


def colouring(rows: int, columns: int, colours: int) -> Clauses:
    """Proper colourings of a grid."""
    number = {key: i + 1 for i, key in enumerate(product(range(rows), range(columns), range(colours)))}
    made: list[list[int]] = []
    for r, c in product(range(rows), range(columns)):
        made += _exactly_one([number[r, c, k] for k in range(colours)])
        for other in ((r + 1, c), (r, c + 1)):
            if (*other, 0) in number:
                made += [[-number[r, c, k], -number[(*other, k)]] for k in range(colours)]
    return len(number), made


def independent(rows: int, columns: int) -> Clauses:
    """Independent sets of a grid."""
    number = {cell: i + 1 for i, cell in enumerate(product(range(rows), range(columns)))}
    near = [(a, b) for a in number for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in number]
    return len(number), [[-number[a], -number[b]] for a, b in near]


def covers(n: int, m: int, seed: int) -> Clauses:
    """Vertex covers of a random graph."""
    edges = Random(seed).sample(list(combinations(range(1, n + 1), 2)), m)
    return n, [list(edge) for edge in edges]


def matchings(rows: int, columns: int) -> Clauses:
    """Coverings of a board by dominoes."""
    cells = list(product(range(rows), range(columns)))
    laid = [(a, b) for a in cells for b in ((a[0] + 1, a[1]), (a[0], a[1] + 1)) if b in cells]
    number = {pair: i + 1 for i, pair in enumerate(laid)}
    made: list[list[int]] = []
    for cell in cells:
        made += _exactly_one([number[pair] for pair in laid if cell in pair])
    return len(laid), made


def queens(side: int) -> Clauses:
    """Queens that do not attack each other."""
    number = {cell: i + 1 for i, cell in enumerate(product(range(side), repeat=2))}
    made: list[list[int]] = [[number[r, c] for c in range(side)] for r in range(side)]
    for (a, b), (c, d) in combinations(number, 2):
        if a == c or b == d or abs(a - c) == abs(b - d):
            made.append([-number[a, b], -number[c, d]])
    return len(number), made


def latin(side: int, given: int) -> Clauses:
    """Latin squares with a few cells given."""
    number = {key: i + 1 for i, key in enumerate(product(range(side), repeat=3))}
    made: list[list[int]] = []
    for i, j in product(range(side), repeat=2):
        made += _exactly_one([number[i, j, k] for k in range(side)])
        made += _exactly_one([number[i, k, j] for k in range(side)])
        made += _exactly_one([number[k, i, j] for k in range(side)])
    cells = Random(given).sample(list(product(range(side), repeat=2)), given)
    made += [[number[i, j, (i + j) % side]] for i, j in cells]
    return len(number), made


def symptoms(causes: int, effects: int, each: int, seed: int) -> Clauses:
    """A layer of causes and a layer of effects: an effect is there where one of its causes is; some are seen."""
    rng = Random(seed)
    made: list[list[int]] = []
    for effect in range(causes + 1, causes + effects + 1):
        some = rng.sample(range(1, causes + 1), each)
        made += [[-effect, *some], *([effect, -cause] for cause in some)]
        if rng.random() < 0.5:
            made.append([effect])
    return causes + effects, made


def circuit(inputs: int, gates: int, seed: int) -> Clauses:
    """Gates of two inputs each, the last ones stated to be on."""
    rng = Random(seed)
    made: list[list[int]] = []
    for gate in range(inputs + 1, inputs + gates + 1):
        a, b = (v if rng.random() < 0.5 else -v for v in rng.sample(range(max(1, gate - 12), gate), 2))
        if rng.random() < 0.3:  # exclusive or
            made += [[-gate, a, b], [-gate, -a, -b], [gate, -a, b], [gate, a, -b]]
        else:
            made += [[-gate, a], [-gate, b], [gate, -a, -b]]
    made.append([inputs + gates, inputs + gates - 1])
    return inputs + gates, made


INSTANCES: dict[str, Callable[[], Clauses]] = {
    "3-SAT 60/200": partial(satisfiability, 60, 200, 1),
    "3-SAT 60/180": partial(satisfiability, 60, 180, 2),
    "3-SAT 75/260": partial(satisfiability, 75, 260, 3),
    "3-SAT 100/380": partial(satisfiability, 100, 380, 4),
    "3-SAT 50/100": partial(satisfiability, 50, 100, 5),
    "grid 6x6 in 3 colours": partial(colouring, 6, 6, 3),
    "grid 5x8 in 4 colours": partial(colouring, 5, 8, 4),
    "independent sets, grid 9x9": partial(independent, 9, 9),
    "independent sets, grid 7x30": partial(independent, 7, 30),
    "vertex covers 60/120": partial(covers, 60, 120, 6),
    "vertex covers 80/120": partial(covers, 80, 120, 7),
    "dominoes 6x8": partial(matchings, 6, 8),
    "dominoes 8x8": partial(matchings, 8, 8),
    "7 queens": partial(queens, 7),
    "8 queens": partial(queens, 8),
    "Latin 5x5, 5 given": partial(latin, 5, 5),
    "Latin 6x6, 14 given": partial(latin, 6, 14),
    "causes 40, effects 60": partial(symptoms, 40, 60, 3, 8),
    "causes 60, effects 60": partial(symptoms, 60, 60, 3, 9),
    "circuit of 120 gates": partial(circuit, 20, 120, 10),
}

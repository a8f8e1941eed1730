"""Loops, steps, hints, superfluous clues and guessed words: what the language of rules is asked most.

Peers, where anybody else answers the same question: graphillion counts loops (zero-suppressed diagrams in C++); CP-SAT
proves a Slitherlink unique with its own circuit, by enumerating two solutions; plain numpy ranks guessed words from a
matrix of answers. Nobody else counts the loops of an ambiguous puzzle. Puzzles are our own, but for the sudokus.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any

import numpy as np

from benchmarks import bench_sudoku as sudokus
from benchmarks.harness import Row, timed
from deduce import Exactly, Knowledge, Problem
from deduce.graphs import Grid, Loop
from deduce.puzzles import hint, redundant, steps, verify
from deduce.questions import marked_words
from deduce_models import pencil
from deduce_models.classics import sudoku

__all__ = ["rows"]

SLITHERLINK = """
22.332..3.
.....32.1.
22.101....
3210...120
23.1.1...0
.2..3.1...
.2.11..003
.0..0...2.
.001.33..1
..........
"""
"""Unique; made by growing a region at random and taking clues away."""

KILLER_SEED = 14
GUESSES, SECRETS = 12_972, 2_315


def rows() -> Iterator[Row]:
    """All rows; answers are compared before a row with a peer is handed out."""
    yield from loop_rows()
    yield from slitherlink_rows()
    yield from step_rows()
    yield from word_rows()


def loops(points: int) -> int:
    """The loops of a square grid of points, from nothing."""
    problem = Problem("loops")
    problem.require(Loop(problem.variables("line", Grid(points).edges, [0, 1])))
    return problem.compile().count()


def loops_by_graphillion(points: int) -> int:
    """The same."""
    from graphillion import GraphSet

    GraphSet.set_universe(list(Grid(points).edges))
    return int(GraphSet.cycles().len())


def loop_rows() -> Iterator[Row]:
    for cells in (5, 7):
        ours, count = timed(partial(loops, cells + 1))
        yield Row(f"loops of a {cells}x{cells} grid", "deduce", ours, note=f"{count:,}")
        try:
            theirs, same = timed(partial(loops_by_graphillion, cells + 1), repeat=1)
        except ImportError:
            continue
        assert same == count
        yield Row(f"loops of a {cells}x{cells} grid", "graphillion", theirs, theirs / ours)


def slitherlink(dropped: range = range(0)) -> Problem:
    """The puzzle, without the clues of some rows."""
    grid, problem = Grid(10), Problem("slitherlink")
    line = problem.variables("line", grid.corners.edges, [0, 1])
    problem.require(Loop(line), "one loop")
    for (r, c), sign in _clues().items():
        if r not in dropped:
            sides = [line[side] for side in grid.sides((r, c))]
            problem.require(Exactly(int(sign), sides, 1), f"the {sign} at {r}, {c}")
    return problem


def _clues() -> dict[tuple[int, int], str]:
    lines = SLITHERLINK.split()
    return {
        (r, c): sign for r, text in enumerate(lines, 1) for c, sign in enumerate(text, 1) if sign != "."
    }


def slitherlink_by_cpsat() -> int:
    """How many solutions of at most two CP-SAT finds, with its circuit over both directions of an edge."""
    from ortools.sat.python import cp_model

    grid, model = Grid(10), cp_model.CpModel()
    arcs: list[Any] = []
    line: dict[Any, Any] = {}
    number: dict[Any, int] = {node: i for i, node in enumerate(grid.corners.cells)}
    for node, i in number.items():
        arcs.append((i, i, model.new_bool_var(f"out {node}")))
    for a, b in grid.corners.edges:
        there, back = model.new_bool_var(""), model.new_bool_var("")
        line[a, b] = model.new_bool_var("")
        model.add(there + back == line[a, b])
        arcs += [(number[a], number[b], there), (number[b], number[a], back)]
    model.add_circuit(arcs)
    for cell, sign in _clues().items():
        model.add(sum(line[side] for side in grid.sides(cell)) == int(sign))
    solver = cp_model.CpSolver()
    seen: set[frozenset[Any]] = set()
    solver.parameters.num_workers = 1
    while len(seen) < 2 and solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        found = frozenset(edge for edge, literal in line.items() if solver.value(literal))
        seen.add(found)
        model.add_bool_or([x.negated() if edge in found else x for edge, x in line.items()])
    return len(seen)


def slitherlink_rows() -> Iterator[Row]:
    case = "Slitherlink 10x10 proved unique"
    ours, verdict = timed(lambda: verify(slitherlink()).status)
    yield Row(case, "deduce", ours, note=f"{verdict}; building included")
    theirs, solutions = timed(slitherlink_by_cpsat, repeat=3)
    assert (verdict == "unique") == (solutions == 1)
    yield Row(case, "CP-SAT, its circuit", theirs, theirs / ours)
    ours, count = timed(lambda: slitherlink().compile().count())
    yield Row("the same counted", "deduce", ours, note=f"{count:,}")
    ours, count = timed(lambda: slitherlink(range(4, 7)).compile().count(), repeat=3)
    yield Row("without the clues of three rows", "deduce", ours, note=f"{count:,} loops, exactly")


@cache
def killer() -> str:
    """A killer sudoku of our own: the first of the seed's that has one solution."""
    rng = random.Random(KILLER_SEED)
    while True:
        text = _caged(rng)
        if verify(pencil.read("killersudoku", text)).unique:
            return text


def _caged(rng: random.Random) -> str:
    """A random solution, in cages of at most four cells."""
    grid = Grid(9)
    cells: list[Any] = list(grid.cells)
    rows, columns, digits = (rng.sample(range(9), 9) for _ in range(3))
    rows.sort(key=lambda r: r // 3)
    columns.sort(key=lambda c: c // 3)
    value: dict[Any, int] = {
        (r, c): digits[(rows[r - 1] * 3 + rows[r - 1] // 3 + columns[c - 1]) % 9] + 1 for r, c in cells
    }
    name: dict[Any, int] = {}
    for cell in rng.sample(cells, 81):
        cage = [cell]
        while cell not in name and len(cage) < rng.randint(2, 4):
            open_: list[Any] = [
                y
                for x in cage
                for y in grid.neighbours(x)
                if y not in name and y not in cage and value[y] not in {value[z] for z in cage}
            ]
            if not open_:
                break
            cage.append(rng.choice(open_))
        if cell not in name:
            name |= dict.fromkeys(cage, len(set(name.values())) + 1)
    first: dict[int, tuple[int, int]] = {}
    for cell in cells:
        first.setdefault(name[cell], cell)
    sums = {first[n]: sum(value[x] for x in cells if name[x] == n) for n in first}
    lines = [" ".join(str(sums.get((r, c), "-")) for c in range(1, 10)) for r in range(1, 10)]
    lines += [" ".join(str(name[r, c]) for c in range(1, 10)) for r in range(1, 10)]
    return "\n".join(["9 9", *lines, ""])


def large_sudoku() -> str:
    """A sudoku of side 16 of our own: rows and columns of a pattern exchanged, clues at random while it stays unique."""
    rng, n = random.Random(16), 16
    rows, columns, digits = (rng.sample(range(n), n) for _ in range(3))
    rows.sort(key=lambda r: r // 4)
    columns.sort(key=lambda c: c // 4)
    value = [[digits[(r % 4 * 4 + r // 4 + c) % n] + 1 for c in columns] for r in rows]
    kept = {(r, c) for r in range(n) for c in range(n) if rng.random() < 0.62}

    def text() -> str:
        lines = [" ".join(str(value[r][c]) if (r, c) in kept else "-" for c in range(n)) for r in range(n)]
        return "\n".join([f"{n} {n}", *lines, ""])

    while not verify(pencil.read("sudoku", text())).unique:
        kept.add((rng.randrange(n), rng.randrange(n)))
    return text()


def step_rows() -> Iterator[Row]:
    plain = sudokus.texts()
    small: list[tuple[str, Callable[[], Knowledge]]] = [
        ("a sudoku of 17 clues", partial(sudoku.puzzle, plain[0])),
        ("a hard sudoku", partial(sudoku.puzzle, plain[100])),
        ("a sudoku of side 16", partial(pencil.read, "sudoku", large_sudoku())),
        ("a killer sudoku", partial(pencil.read, "killersudoku", killer())),
    ]
    for case, read in small:
        seconds, walk = timed(lambda read=read: steps(read()), repeat=2)  # type: ignore[misc]
        note = f"{len(walk.steps)} steps, grade {walk.grade.level if walk.grade else 0}"
        yield Row(f"steps, {case}", "deduce", seconds, note=note if walk.solved else f"{note}, not solved")
        seconds, _ = timed(lambda read=read: hint(read(), {}, strength=1), repeat=2)  # type: ignore[misc]
        yield Row(f"hint, {case}", "deduce", seconds)
    for case, limit in (("redundant, a killer sudoku", None), ("the same, fewest, within 20 s", 20.0)):
        seconds, found = timed(
            lambda limit=limit: redundant(  # type: ignore[misc]
                pencil.read("killersudoku", killer()), fewest=limit is not None, time_limit=limit
            ),
            repeat=1,
        )
        note = f"{len(found.implied)} of {len(found.clues)} follow, {len(found.smallest[0])} are enough"
        note += ", as few as can be" if found.proved else ", fewer not excluded"
        yield Row(case, "deduce", seconds, note=note)


def words() -> tuple[list[str], list[str]]:
    """As many guesses and secrets as a well-known game has, of random letters: no list of words is needed."""
    rng = random.Random(5)
    letters, weights = (
        "etaoinshrdlcumwfgypbvkjxqz",
        [12, 9, 8, 8, 7, 7, 6, 6, 6, 4, 4, 3, 3, 2, 2, 2, 2] + [1] * 9,
    )
    found: dict[str, None] = {}
    while len(found) < GUESSES:
        found["".join(rng.choices(letters, weights, k=5))] = None
    return list(found), list(found)[:SECRETS]


def rank_by_numpy(guesses: list[str], secrets: list[str]) -> float:
    """The most bits a guess tells, answers worked out letter by letter for all secrets at once."""
    hidden = np.array([[ord(x) for x in word] for word in secrets])
    best = 0.0
    for word in guesses:
        left, signs = hidden.copy(), np.zeros(hidden.shape, dtype=np.int64)
        for i, x in enumerate(word):
            hit = left[:, i] == ord(x)
            signs[hit, i] = 2
            left[hit, i] = 0
        for i, x in enumerate(word):
            there = (left == ord(x)) & (signs[:, i] != 2)[:, None]
            row = np.flatnonzero(there.any(axis=1))
            signs[row, i] = 1
            left[row, there[row].argmax(axis=1)] = 0
        sizes = np.unique(signs @ 3 ** np.arange(5), return_counts=True)[1]
        best = max(best, float(np.log2(len(secrets)) - (sizes * np.log2(sizes)).sum() / len(secrets)))
    return best


def word_rows() -> Iterator[Row]:
    guesses, secrets = words()
    case = f"{GUESSES:,} words for {SECRETS:,}, ranked"

    def ours() -> Any:
        return marked_words(secrets, guesses).start().rank(limit=1)[0]

    seconds, found = timed(ours, repeat=2)
    yield Row(case, "deduce", seconds, note=f"{found}")
    theirs, bits = timed(partial(rank_by_numpy, guesses, secrets), repeat=1)
    assert abs(bits - found.bits) < 1e-9
    yield Row(case, "plain numpy", theirs, theirs / seconds)

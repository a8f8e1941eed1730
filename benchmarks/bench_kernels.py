"""Both paths, compiled and numpy alone, beside peers written for one question each.

The mansion: one more fact, the count and 81 marginals (as dictionaries and as one array), and 18 such steps, beside a
recursion over sets in numpy and in numba. Clue from nothing, beside a pass over dictionaries in plain Python and BDDs of
oxidd (the count alone). Sudokus through `verify`, each kind apart: at first sight, with nothing kept from others, and at
second sight, beside one live PySAT solver and a search in C that knows no other puzzle and proves the same. Mastermind's
rankings without symmetry and Knuth's tree, beside plain numpy. Entracte's competitive replay. Passes over diagrams of
10^3 to 10^7 arcs, as cost an arc.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from benchmarks import bench_clue as clue
from benchmarks import bench_entracte as entracte
from benchmarks import bench_mansion as mansion
from benchmarks import bench_questions as questions
from benchmarks import bench_sudoku as sudokus
from benchmarks import peers
from benchmarks.harness import Row, timed
from deduce import AtLeast, Problem
from deduce.kernels import describe, using
from deduce.puzzles import grids, live, verify
from deduce.worlds.diagram import Diagram
from deduce_models.classics import sudoku


def rows() -> Iterator[Row]:
    """All rows; answers that two of them give are found equal first."""
    yield from mansion_rows()
    yield from clue_rows()
    yield from sudoku_rows()
    yield from guessing_rows()
    told = entracte.long_evening(plays=3)
    yield from ours("Entracte, competitive replay", lambda: entracte.replay(told), repeat=10)[0]
    yield from growth()


def ours(
    case: str, work: Callable[[], Any], note: str = "", repeat: int = 20
) -> tuple[list[Row], float, Any]:
    """The rows of both paths, the seconds of the one in use, and its answer."""
    seconds, answer = timed(work, repeat=repeat)
    found = [Row(case, "deduce", seconds, None, None, note or f"kernels: {describe()}")]
    with using(True) as compiled, using(False):
        if compiled:
            slow, _ = timed(work, repeat=repeat)
            found.append(Row(case, "deduce, numpy alone", slow, slow / seconds))
    return found, seconds, answer


def peer(
    case: str, who: str, work: Callable[[], Any], mine: float, note: str = "", repeat: int = 5
) -> tuple[Row, Any]:
    seconds, answer = timed(work, repeat=repeat)
    return Row(case, who, seconds, seconds / mine, None, note), answer


def mansion_rows() -> Iterator[Row]:
    k, cells = mansion.mansion()
    for cell, card in mansion.EVIDENCE[:2]:
        k = k.observe(cells[cell] != card)
        k.count()
    cell, card = mansion.EVIDENCE[2]
    case = "one fact, count, 81 marginals"
    found, mine, answer = ours(case, partial(mansion.learned, k, cells, cell, card), repeat=200)
    yield from found

    def table() -> Any:
        learned = k.observe(cells[cell] != card)
        return learned.count(), learned.table()

    shorter, same = timed(table, repeat=200)
    assert mansion.same(answer, same)
    yield Row(case, "deduce, table()", shorter, shorter / mine)

    def allowed(pieces: int) -> Any:
        matrix = np.ones((mansion.N, mansion.N))
        for at, what in mansion.EVIDENCE[:pieces]:
            matrix[at, what] = 0.0
        return matrix

    numba = peers.subset_numba()
    matrix = allowed(3)
    row, same = peer(case, "subset recursion, numpy", lambda: peers.subset_numpy(matrix), mine, repeat=200)
    assert mansion.same(answer, same)
    yield row
    if numba is None:
        yield Row(case, "subset recursion, numba", float("nan"), None, None, "not installed")
        return
    row, (total, chances) = peer(case, "subset recursion, numba", lambda: numba(matrix), mine, "warm", 200)
    assert mansion.same(answer, (round(total), chances))
    yield row
    case = "18 steps, from nothing"
    found, mine, _ = ours(case, mansion.ours_replay, repeat=20)
    yield from found
    work = lambda: [numba(allowed(pieces)) for pieces in range(1, 19)]  # noqa: E731
    yield peer(case, "subset recursion, numba", work, mine, "warm", 50)[0]


def clue_rows() -> Iterator[Row]:
    for n in (0, 10, 20, 110, 120):
        case = f"Clue, {n} open" if n < 100 else f"Clue, {n - 100} open, answered at once"
        found, mine, (count, chances) = ours(case, partial(clue.ours, n), f"{count_of(n):,} deals", 8)
        yield from found
        groups = [
            [card for card in kind if card in clue.UNKNOWN]
            for kind in (clue.PEOPLE, clue.TOOLS, clue.ROOMS)
        ]
        work = partial(peers.clue_dictionary, clue.UNKNOWN, groups, [3] * 5, clue.heard(n))
        row, (total, table) = peer(case, "dictionaries, plain Python", work, mine, "count and chances", 2)
        assert total == count
        for card, mine_of in chances.items():
            assert mine_of.keys() == table[card].keys()
            assert all(abs(mine_of[place] - table[card][place]) < 1e-9 for place in mine_of)
        yield row
        yield oxidd(n, case, mine, count)


def count_of(n: int) -> int:
    return clue.ours(n)[0]


def oxidd(n: int, case: str, mine: float, count: int) -> Row:
    place = {(card, p): 6 * i + p + 1 for i, card in enumerate(clue.UNKNOWN) for p in clue.PLACES}
    exactly = [([place[card, p] for p in clue.PLACES], 1) for card in clue.UNKNOWN]
    for kind in (clue.PEOPLE, clue.TOOLS, clue.ROOMS):
        exactly.append(([place[card, 0] for card in kind if card in clue.UNKNOWN], 1))
    exactly += [([place[card, p] for card in clue.UNKNOWN], 3) for p in range(1, 6)]
    clauses = []
    for named, passed, player in clue.heard(n):
        cards = [card for card in named if card in clue.UNKNOWN]
        clauses += [[-place[card, other]] for other in passed for card in cards]
        clauses.append([place[card, player] for card in cards])
    work = partial(peers.clue_oxidd, clauses, exactly, len(place))
    row, total = peer(case, "oxidd (BDD), count alone", work, mine, repeat=1)
    if total is None:
        return Row(case, "oxidd (BDD), count alone", float("nan"), None, None, "not installed")
    assert total == count
    return row


def sudoku_rows() -> Iterator[Row]:
    texts = sudokus.texts()
    for case, some in (("100 sudokus of 17 clues", texts[:100]), ("100 hard sudokus", texts[100:])):

        def second(some: list[str] = some) -> int:
            return sum(verify(sudoku.puzzle(text)).unique for text in some)

        def first(some: list[str] = some) -> int:
            live._LIVE.clear()
            grids._GRIDS.clear()
            return second(some)

        known = [sudoku.puzzle(text) for text in some]

        def proved(known: list[Any] = known) -> int:
            return sum(verify(puzzle).unique for puzzle in known)

        # Reading 81 characters costs as much as a search.
        yield from ours(f"{case}, read before", proved, repeat=3)[0]
        for sight, work in (("first", first), ("second", second)):
            found, mine, unique = ours(f"{case}, {sight} sight", work, repeat=3)
            assert unique == 100
            yield from found
            givens = [
                [sudokus.literal(i // 9, i % 9, int(x)) for i, x in enumerate(text) if x not in ".0"]
                for text in some
            ]
            solver = peers.LiveSat(sudokus.RULES, 729)
            if sight == "second":
                assert all(map(solver.unique, givens))
            seconds, all_unique = timed(partial(all_of, solver, givens), repeat=1)
            assert all_unique == 100
            yield Row(
                f"{case}, {sight} sight",
                "one live PySAT solver",
                seconds,
                seconds / mine,
                None,
                "from literals",
            )
        search = peers.sudoku_search()
        if search is None:
            continue
        found_by = partial(searched, search, some)
        row, unique = peer(
            f"{case}, second sight", "search in C for this alone", found_by, mine, "no propagation", 1
        )
        assert unique == 100
        yield row


def all_of(solver: peers.LiveSat, givens: list[list[int]]) -> int:
    return sum(map(solver.unique, givens))


def searched(search: Callable[[bytes], int], texts: list[str]) -> int:
    return sum(search(text.encode()) == 1 for text in texts)


def guessing_rows() -> Iterator[Row]:
    for pegs, colours in questions.SIZES:
        case = f"second guess, {colours**pegs:,} codes, all"
        found, mine, bits = ours(case, partial(questions.second, pegs, colours, 0), "no symmetry used", 2)
        yield from found
        row, same = peer(
            case, "plain numpy", partial(questions.plain_second, pegs, colours), mine, repeat=1
        )
        assert abs(same - bits) < 1e-9
        yield row
    found, mine, total = ours("Knuth's whole tree, again", questions.tree, repeat=5)
    yield from found
    row, same = peer("Knuth's whole tree, again", "plain numpy", questions.plain_tree, mine, repeat=1)
    assert same == total
    yield row


def counters(many: int) -> Diagram:
    """About 10^many arcs: variables of ten values, counters of which none is yet full."""
    problem = Problem("growth")
    length = {3: 14, 4: 45, 5: 142, 6: 447, 7: 1414}[many]
    x = problem.variables("x", range(length), domain=range(10))
    made = Diagram.free(list(x.values()))
    return made.restrict(AtLeast(length // 2, x, 1), max_bytes=1 << 30)


def growth() -> Iterator[Row]:
    for many in range(3, 8):
        worlds = counters(many)
        arcs = sum(layer.size for layer in worlds._children)

        def again(worlds: Diagram = worlds) -> Any:
            fresh = worlds.weigh(worlds.variables[0], [1.0] * 10)
            return fresh.log2_weight(), fresh.arrays()

        found, seconds, _ = ours(f"passes over 10^{many} arcs", again, f"{arcs:,} arcs", 3)
        for row in found:
            yield Row(
                row.case, row.who, row.seconds, row.times, None, f"{row.seconds / arcs * 1e9:.2f} ns an arc"
            )
        assert seconds > 0

"""Reasons, superfluous clues and several minds, at sizes where they may hurt; new puzzles are in `pencil_generated`.

`why` at scale: a smallest reason for a cell of sudokus, beside PySAT's OptUx (smallest unsatisfiable subsets) on clauses
of the rules, which cost it nothing, and one soft clause a clue; ours counts rules as well. `redundant`, beside a loop
over the clues with one live PySAT solver. Muddy children, beside a Kripke model of plain Python sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

from pysat.examples.optux import OptUx
from pysat.formula import WCNF

from benchmarks import bench_sudoku as sudokus
from benchmarks.harness import Row, timed
from benchmarks.peers import LiveSat
from deduce import Knowledge
from deduce.language.facts import Fact
from deduce.puzzles import redundant
from deduce_models.classics import muddy, sudoku

__all__ = ["rows"]


def rows() -> Iterator[Row]:
    """All rows; where two contenders answer the same question their answers are found equal first."""
    yield from why_rows()
    yield from redundant_rows()
    yield from minds_rows()


def givens(text: str) -> list[int]:
    """The clues of a sudoku as literals."""
    return [sudokus.literal(i // 9, i % 9, int(x)) for i, x in enumerate(text) if x not in ".0"]


def fewest(puzzle: Knowledge, fact: Fact) -> int:
    """How many clues our smallest reason names."""
    reason = puzzle.why(fact)
    assert reason is not None
    return sum(statement in puzzle.log for statement in reason.because)


def fewest_by_optux(text: str, denied: int) -> int:
    """How many clues force the opposite of a literal, by OptUx."""
    formula = WCNF()
    for clause in [*sudokus.RULES, [-denied]]:
        formula.append(clause)
    for literal in givens(text):
        formula.append([literal], weight=1)
    with OptUx(formula) as search:
        return len(search.compute())


def why_rows() -> Iterator[Row]:
    texts = sudokus.texts()
    for case, text in (("why, a sudoku of 17 clues", texts[0]), ("why, a hard sudoku", texts[100])):
        puzzle = sudoku.puzzle(text)
        place = next(i for i, x in enumerate(text) if x in ".0")
        variable = puzzle.scope[place]
        value = puzzle.certain()[variable]
        seconds, clues = timed(partial(fewest, puzzle, variable == value), repeat=2)
        yield Row(case, "deduce", seconds, None, None, f"fewest statements, {clues} of them clues")
        denied = sudokus.literal(place // 9, place % 9, int(str(value)))
        theirs, least = timed(partial(fewest_by_optux, text, denied), repeat=2)
        assert least <= clues
        yield Row(case, "PySAT's OptUx", theirs, theirs / seconds, None, f"{least} clues, rules free")


def redundant_rows() -> Iterator[Row]:
    text = sudokus.texts()[100]
    solved = sudoku.puzzle(text).certain()
    spare = [i for i, x in enumerate(text) if x in ".0"][::12]
    fuller = "".join(
        str(solved[v]) if i in spare else x
        for i, (x, v) in enumerate(zip(text, sudoku.puzzle(text).scope, strict=True))
    )
    case = f"redundant, a sudoku of {len(givens(fuller))} clues"
    seconds, found = timed(lambda: len(redundant(sudoku.puzzle(fuller), limit=1).implied), repeat=1)
    yield Row(case, "deduce, with a smallest set", seconds, None, None, f"{found} implied")

    def peer() -> int:
        solver, clues = LiveSat(sudokus.RULES, 729), givens(fuller)
        return sum(solver.unique([x for x in clues if x != clue]) for clue in clues)

    theirs, same = timed(peer, repeat=2)
    assert same == found
    yield Row(case, "one live PySAT solver", theirs, theirs / seconds, None, "implied clues alone")


def minds_rows() -> Iterator[Row]:
    for children in (8, 12):
        case = f"muddy children, {children}"
        seconds, rounds = timed(lambda n=children: len(muddy.play(n, range(1, n + 1))), repeat=2)  # type: ignore[misc]
        yield Row(case, "deduce", seconds, None, None, f"{rounds} rounds")
        theirs, same = timed(lambda n=children: plain_children(n), repeat=2)  # type: ignore[misc]
        assert same == rounds
        yield Row(case, "sets in plain Python", theirs, theirs / seconds)


def plain_children(children: int) -> int:
    """The rounds until every muddy child knows, all of them muddy: worlds as tuples, partitions as dictionaries."""
    worlds = [world for world in product((0, 1), repeat=children) if any(world)]
    true = (1,) * children
    rounds = 0
    while True:
        rounds += 1
        seen: list[dict[tuple[int, ...], int]] = [{} for _ in range(children)]
        for world in worlds:
            for child in range(children):
                view = (*world[:child], *world[child + 1 :])
                seen[child][view] = seen[child].get(view, 0) + 1

        def knows(
            world: tuple[int, ...], seen: list[dict[tuple[int, ...], int]] = seen
        ) -> tuple[bool, ...]:
            return tuple(seen[c][(*world[:c], *world[c + 1 :])] == 1 for c in range(children))

        said = knows(true)
        if all(said):
            return rounds
        worlds = [world for world in worlds if knows(world) == said]

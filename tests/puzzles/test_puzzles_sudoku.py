"""The 200 sudokus: each unique; and not unique, with a correct second solution, when a needed clue goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from deduce import AllDifferent, ProblemError
from deduce.puzzles import difficulty, hint, mistake, redundant, steps, verify
from deduce_models.classics import sudoku

DATA = Path(__file__).parents[1] / "data"


def _load(name):
    lines = (DATA / name).read_text(encoding="utf-8").split("\n")
    return [line for line in lines if line and not line.startswith("#")]


SEVENTEEN, HARD = _load("sudoku_17_clues_100.txt"), _load("sudoku_hard_100.txt")


def _grid(solution):
    found = {v.name: value for v, value in solution.items()}
    return [[found[f"r{r}c{c}"] for c in range(1, 10)] for r in range(1, 10)]


def _correct(solution, text):
    """Right by plain counting, with the givens where they were."""
    grid = _grid(solution)
    digits = set(range(1, 10))
    assert all(set(row) == digits for row in grid)
    assert all({row[c] for row in grid} == digits for c in range(9))
    for r in (0, 3, 6):
        for c in (0, 3, 6):
            assert {grid[r + i][c + j] for i in range(3) for j in range(3)} == digits
    flat = [digit for row in grid for digit in row]
    assert all(mark in ".0" or int(mark) == digit for mark, digit in zip(text, flat, strict=True))
    return flat


def _without(text, place):
    return text[:place] + "." + text[place + 1 :]


def _several(text):
    verdict = verify(sudoku.puzzle(text))
    assert verdict.status == "several"
    assert _correct(verdict.solution, text) != _correct(verdict.second, text)


def test_the_data_are_what_they_say():
    assert len(SEVENTEEN) == len(HARD) == 100
    assert all(sum(mark not in ".0" for mark in text) == 17 for text in SEVENTEEN)


@pytest.mark.parametrize("texts", [SEVENTEEN, HARD], ids=["17 clues", "hard"])
def test_each_is_unique(texts):
    for text in texts:
        verdict = verify(sudoku.puzzle(text))
        assert verdict.unique
        _correct(verdict.solution, text)


def test_no_clue_of_17_can_go():
    # No sudoku has 16 clues, so every one of these is minimal.
    for number, text in enumerate(SEVENTEEN):
        clues = [i for i, mark in enumerate(text) if mark != "."]
        for place in clues if number < 10 else clues[number % 17 :][:2]:
            _several(_without(text, place))


def test_no_clue_of_a_hard_one_made_minimal_can_go():
    for number, text in enumerate(HARD):
        for place in [i for i, mark in enumerate(text) if mark not in ".0"]:
            fewer = _without(text, place)
            if verify(sudoku.puzzle(fewer)).unique:
                text = fewer
        clues = [i for i, mark in enumerate(text) if mark not in ".0"]
        for place in clues if number < 5 else clues[number % len(clues) :][:1]:
            _several(_without(text, place))


def test_redundant_agrees_with_taking_clues_away():
    text = HARD[3]
    found = redundant(sudoku.puzzle(text), time_limit=20)
    for clue in found.clues:
        place = found.clues.index(clue)
        at = [i for i, mark in enumerate(text) if mark not in ".0"][place]
        assert verify(sudoku.puzzle(_without(text, at))).unique == (clue in found.spare)
    solution = verify(sudoku.puzzle(text)).solution
    full = "".join(str(digit) for digit in _correct(solution, text))
    spare = redundant(sudoku.puzzle(text[:40] + full[40:]), time_limit=2)
    assert len(spare.spare) > 10


def test_steps_solve_one_and_are_checked():
    text = SEVENTEEN[0]
    assert steps(sudoku.puzzle(text), fewest=True).proved
    found = steps(sudoku.puzzle(text))
    assert found.solved
    assert found.grade.level == 1
    assert found.grade.canonical
    _correct(found.solution, text)
    assert all(step.reason.check() for step in found.steps)


def test_other_shapes():
    six = sudoku.puzzle("1....6 ...... .2..5. ...... ...... 4....3")
    assert verify(six, limit=3).status == "several"
    four = sudoku.puzzle("1... .2.. ..3. ...4")
    assert verify(four, limit=None).complete
    with pytest.raises(ProblemError, match="81"):
        sudoku.puzzle("123")
    with pytest.raises(ProblemError, match="row 1, column 2"):
        sudoku.puzzle("1x" + "." * 79)
    with pytest.raises(ProblemError, match="row 1, column 1 is '7'"):
        sudoku.puzzle("7" + "." * 35)


def test_a_jigsaw_has_its_own_regions():
    regions = "AABB AABB CCDD CCDD"
    boxes = verify(sudoku.puzzle("1... ..2. .3.. ...4"), limit=None)
    same = verify(sudoku.puzzle("1... ..2. .3.. ...4", regions=regions), limit=None)
    assert len(boxes.solutions) == len(same.solutions)
    odd = "AAAB CCAB CDBB CDDD"
    for solution in verify(sudoku.puzzle("1...............", regions=odd), limit=None).solutions:
        found = [value for _, value in sorted((v.name, x) for v, x in solution.items())]
        letters = odd.replace(" ", "")
        for letter in "ABCD":
            assert {d for d, mark in zip(found, letters, strict=True) if mark == letter} == {1, 2, 3, 4}
    with pytest.raises(ProblemError, match="each of them 4 times"):
        sudoku.puzzle("." * 16, regions="AAAAABBBCCCCDDDD")


def test_a_rule_of_ones_own_stays_with_its_puzzle():
    text = SEVENTEEN[0]
    mine = sudoku.puzzle(text).problem
    mine.require(AllDifferent([mine[f"r{i}c{i}"] for i in range(1, 10)]), "the diagonal too")
    assert verify(sudoku.puzzle(text)).unique
    assert len(sudoku.puzzle(text).rules) == 27


def test_hints_and_mistakes_in_a_sudoku():
    text = SEVENTEEN[1]
    puzzle = sudoku.puzzle(text)
    solution = verify(puzzle).solution
    found = hint(puzzle, strength=3)
    assert found.steps
    (where,) = found.where[:1]
    assert found.steps[-1].placed[where] == solution[where]
    wrong = solution[where] % 9 + 1
    slip = mistake(puzzle, {where: wrong}, time_limit=2)
    assert slip.variable is where
    assert slip.why.check()


def test_difficulty_of_a_full_grid_is_one():
    solution = verify(sudoku.puzzle(HARD[0])).solution
    text = "".join(str(digit) for digit in _correct(solution, HARD[0]))
    rating = difficulty(sudoku.puzzle(_without(text, 0)))
    assert rating.hardest == 1


@pytest.mark.parametrize("text", [None, b"." * 81, 81])
def test_what_is_no_text_is_no_sudoku(text):
    with pytest.raises(ProblemError, match="the text of a sudoku is a string"):
        sudoku.puzzle(text)
    with pytest.raises(ProblemError, match="the regions of a sudoku"):
        sudoku.puzzle("." * 16, regions=81)


@pytest.mark.parametrize(("size", "high", "wide"), [(4, 2, 2), (6, 2, 3), (9, 3, 3)])
def test_rules_are_of_rows_columns_and_boxes_numbered_as_they_are_read(size, high, wide):
    problem = sudoku.rules(size)
    boxes = {}
    for r in range(size):
        for c in range(size):
            number = r // high * (size // wide) + c // wide + 1
            boxes.setdefault(f"box {number}", set()).add(f"r{r + 1}c{c + 1}")
    lines = range(1, size + 1)
    rows = {f"row {r}": {f"r{r}c{c}" for c in lines} for r in lines}
    columns = {f"column {c}": {f"r{r}c{c}" for r in lines} for c in lines}
    found = {rule.text: {v.name for v in rule.content.scope} for rule in problem.rules}
    wanted = {**rows, **columns, **boxes}
    assert found == {f"{name} has each digit once": cells for name, cells in wanted.items()}
    at = {v.name: v for v in problem.scope}
    corners = {at["r1c1"]: 1, at[f"r{size}c{size}"]: 4, at["r2c1"]: 3}
    grid = [["."] * size for _ in lines]
    grid[0][0], grid[-1][-1], grid[1][0] = "1", "4", "3"
    assert sudoku.show(corners) == "\n".join(map(" ".join, grid))

"""The rank correlations of `benchmarks.grades`, and that grades rise with those of others."""

import pytest

from benchmarks.grades import DATA, kendall, lines_of, puzzle_of, ranks, spearman
from deduce.puzzles import grade, verify


def test_rank_correlations_of_known_lists():
    assert ranks([10, 20, 20, 5]).tolist() == [2, 3.5, 3.5, 1]
    assert spearman([1, 2, 3, 4], [2, 4, 6, 9]) == pytest.approx(1)
    # 5 of 6 pairs agree.
    assert kendall([1, 2, 3, 4], [1, 2, 4, 3]) == pytest.approx(4 / 6)
    assert spearman([1, 2, 3, 4], [1, 2, 4, 3]) == pytest.approx(1 - 6 * 2 / (4 * 15))


def test_grades_of_sudokus_rise_with_those_of_their_generator():
    by_grade = {}
    for theirs, _, puzzle in lines_of(DATA / "graded_sudoku.txt")[::12]:
        by_grade[int(theirs)] = grade(puzzle_of("sudoku", puzzle))
    assert sorted(by_grade) == [0, 1, 2, 3, 4, 5]
    levels = [by_grade[i].level for i in range(6)]
    assert levels == sorted(levels)
    assert levels[0] < levels[2] < levels[3] < levels[4]
    assert all(found.solved for found in by_grade.values())


@pytest.mark.parametrize("file", sorted(DATA.glob("graded_*.txt")), ids=lambda file: file.stem)
def test_graded_puzzles_are_read_and_have_one_solution(file):
    family = file.stem.split("_")[1]
    for row in lines_of(file)[::12]:
        assert verify(puzzle_of(family, row[-1])).unique

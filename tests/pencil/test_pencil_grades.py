"""A grade is the same of a puzzle turned, seen in a mirror, with its digits renamed, its rules in another order."""

import random

import pytest
from test_pencil_symmetry import turned, ways

from deduce import Knowledge
from deduce.puzzles import grade
from deduce.puzzles.ratings import Grade
from deduce_models import pencil

FAMILIES = ("akari", "binairo", "fillomino", "hashi", "heyawake", "hitori", "kuromasu", "masyu", "minesweeper",
            "nurikabe", "skyscraper", "slitherlink", "starbattle", "sudoku", "tent")  # fmt: skip

SUDOKU = """
9 9
- - 3 - 2 - 6 - -
9 - - 3 - 5 - - 1
- - 1 8 - 6 4 - -
- - 8 1 - 2 9 - -
7 - - - - - - - 8
- - 6 7 - 8 2 - -
- - 2 6 - 9 5 - -
8 - - 2 - 3 - - 9
- - 5 - 1 - 3 - -
"""


def told(found: Grade) -> tuple[object, ...]:
    return found.level, found.seen, found.effort, found.rounds, found.solved


@pytest.mark.parametrize("name", FAMILIES)
def test_a_puzzle_turned_or_in_a_mirror_has_its_grade(name):
    sheet = pencil.parse(name, pencil.family(name).example)
    mine = told(grade(pencil.read(name, sheet.text())))
    assert mine[0] >= 1
    for way in ways(sheet):
        assert told(grade(pencil.read(name, turned(sheet, way)))) == mine, way


@pytest.mark.parametrize("seed", range(2))
def test_digits_renamed_and_rules_said_otherwise_are_as_hard(seed):
    digits = list("123456789")
    random.Random(seed).shuffle(digits)
    first, *rest = SUDOKU.strip().splitlines()
    renamed = "\n".join(
        [first, *("".join(digits[int(x) - 1] if x.isdigit() else x for x in y) for y in rest)]
    )
    mine = grade(pencil.read("sudoku", SUDOKU))
    assert told(grade(pencil.read("sudoku", renamed))) == told(mine)
    # The clues in another order, and with other sentences.
    k = pencil.read("sudoku", SUDOKU)
    clues = list(k.log)
    random.Random(seed).shuffle(clues)
    other = Knowledge(k.problem)
    for i, clue in enumerate(clues):
        other = other.observe(clue.content, f"clue {i}")
    assert told(grade(other)) == told(mine)


def test_what_is_seen_at_the_hardest_point_and_in_all():
    easy = grade(pencil.read("sudoku", SUDOKU))
    assert (easy.level, easy.seen) == (1, 2)
    assert Grade.of(easy.to_dict()) == easy
    hard = SUDOKU.replace("- - 3 - 2 - 6 - -", "- - - - 2 - 6 - -", 1)
    assert grade(pencil.read("sudoku", hard)).effort >= easy.effort

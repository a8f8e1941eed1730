"""What is wished of new puzzles: grade, techniques needed and done without, beside solvers that know few of them."""

from __future__ import annotations

import json
from itertools import product

import pytest
from amount import amount

from deduce.ground.errors import ProblemError
from deduce.puzzles import grade, steps, verify
from deduce.puzzles.generation_reports import generate_report
from deduce.puzzles.shelves import named
from deduce.puzzles.wishes import SCALE, Wishes
from deduce_models import pencil

HARD = tuple(name for name, level in SCALE.items() if level > 2)


def sudoku(text):
    return pencil.read("sudoku", text)


def by_singles(text, *, pointing):
    """Whether a sudoku of nine by nine gives way to singles alone, or to those and locked candidates."""
    rows = [line.split() for line in text.splitlines()[1:]]
    left = {
        (r, c): {int(rows[r][c])} if rows[r][c] != "-" else set(range(1, 10))
        for r, c in product(range(9), repeat=2)
    }
    lines = [[(r, c) for c in range(9)] for r in range(9)] + [[(r, c) for r in range(9)] for c in range(9)]
    boxes = [[(r, c) for r, c in left if (r // 3, c // 3) == box] for box in product(range(3), repeat=2)]
    groups = lines + boxes
    while True:
        before = sum(map(len, left.values()))
        for group in groups:
            for at in group:
                if len(left[at]) == 1:
                    for other in group:
                        if other != at:
                            left[other] -= left[at]
            for digit in range(1, 10):
                where = [at for at in group if digit in left[at]]
                if len(where) == 1:
                    left[where[0]] = {digit}
                for other in groups if pointing and where else ():
                    if set(where) <= set(other):
                        for at in set(other) - set(group):
                            left[at] -= {digit}
        if sum(map(len, left.values())) == before:
            return all(len(one) == 1 for one in left.values())


@pytest.mark.parametrize("seed", range(amount(6, 60)))
def test_what_pointing_is_needed_for_singles_alone_do_not_solve(seed):
    text = pencil.generate("sudoku", 9, 9, rng=seed)
    singles, more = by_singles(text, pointing=False), by_singles(text, pointing=True)
    assert (grade(sudoku(text)).level == 1) == singles
    assert Wishes(1, 2).judge(sudoku(text)).fits == more
    assert Wishes(1, 2, without=("pointing",)).judge(sudoku(text)).fits == singles
    assert Wishes(1, 2, needs=("pointing",)).judge(sudoku(text)).fits == (more and not singles)


def test_needed_and_done_without_are_opposites():
    found = set()
    for seed in range(amount(2, 20)):
        puzzle = sudoku(pencil.generate("sudoku", 9, 9, rng=seed))
        for name in ("pointing", "pair", "trial"):
            needed = Wishes(needs=(name,)).judge(puzzle).fits
            assert needed != Wishes(without=(name,)).judge(puzzle).fits
            found.add((name, needed))
    assert len(found) >= 3


def test_a_puzzle_that_needs_several_values_tried_at_a_time_does_not_do_without_trials():
    text = "6 6\n- - - - - -\n- - - - ? -\n- - 6 - - -\n- 6 - - - 2\n- - - - - -\n- - - - - -"
    puzzle = pencil.read("nurikabe", text)
    assert grade(puzzle).level == 10
    assert Wishes(needs=("trial",)).judge(puzzle).fits
    assert not Wishes(without=("trial",)).judge(puzzle).fits


def test_puzzles_are_made_as_wished_and_said_so(tmp_path):
    results = tmp_path / "made.jsonl"
    asked = {"size": (9, 9), "n": 2, "seed": 3, "difficulty": "1-3", "needs": "Pair", "without": "trial"}
    report = generate_report(None, family="sudoku", results=results, **asked)
    for made in report.data["puzzles"]:
        assert verify(sudoku(made["text"])).unique
        assert not by_singles(made["text"], pointing=True)
        assert 3 <= made["difficulty"]["level"] <= 3
    first = json.loads(results.read_text().splitlines()[0])
    assert (first["needs"], first["without"]) == (["pair"], ["trial"])
    assert generate_report(None, family="sudoku", results=results, **asked).data == report.data
    with pytest.raises(ProblemError, match="holds puzzles of another needs"):
        generate_report(None, family="sudoku", results=results, **asked | {"needs": ""})


@pytest.mark.parametrize("name", ["akari", "slitherlink", "mosaic"])
def test_more_clues_are_given_where_it_would_be_too_hard(name):
    report = generate_report(
        None, family=name, size=(6, 6), n=2, seed=2, difficulty="1-2", without="bridge"
    )
    for made in report.data["puzzles"]:
        puzzle = pencil.read(name, made["text"])
        assert verify(puzzle).unique
        assert 1 <= grade(puzzle).level <= 2


def test_a_familys_own_names():
    wished = Wishes(needs=("a three IN a corner",), family="slitherlink")
    assert wished.needs == ("A three in a corner",)
    seen = set()
    for seed in range(amount(2, 4)):
        puzzle = pencil.read("slitherlink", pencil.generate("slitherlink", 4, 4, rng=seed))
        told = [named("slitherlink", puzzle, step) for step in steps(puzzle).steps]
        has = wished.needs[0] in [name[0] for name in told if name is not None]
        assert wished.judge(puzzle).fits == has
        assert Wishes(without=wished.needs, family="slitherlink").judge(puzzle).fits != has
        seen.add(has)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"needs": "pears"}, "no technique 'pears': did you mean 'pair'"),
        ({"needs": "pair", "without": "PAIR"}, "'pair' cannot be needed and done without"),
        ({"needs": "exclusion"}, "no technique 'exclusion'"),
        ({"difficulty": "13"}, "write a number from 1 to 10"),
        ({"difficulty": "5-2"}, "write a number from 1 to 10"),
        ({"difficulty": "0"}, "write a number from 1 to 10"),
    ],
)
def test_wishes_that_nothing_can_be_made_of(asked, said):
    with pytest.raises(ProblemError, match=said):
        generate_report(None, family="sudoku", size=(4, 4), seed=1, **asked)


def test_variant_sudokus_are_made_easier_too():
    report = generate_report(
        None, family="variantsudoku", size=(6, 6), kinds="renban", seed=1, difficulty="1-2"
    )
    puzzle = pencil.read("variantsudoku", report.data["puzzles"][0]["text"])
    assert verify(puzzle).unique
    assert 1 <= grade(puzzle).level <= 2

"""Data sets of puzzles: the same by seed in any order, one solution each by counting, answers judged, lines of JSON."""

import json
from pathlib import Path

import pytest
from command_line import deduce

from deduce import Knowledge
from deduce.ground.errors import GaveUp, ProblemError
from deduce.puzzles import dataset, grade

CINEMA = Path(__file__).parents[2] / "examples" / "puzzles" / "cinema.toml"
FAMILIES = ("kakurasu", "sudoku")


@pytest.mark.parametrize("family", [*FAMILIES, CINEMA], ids=lambda family: Path(family).stem)
def test_items_are_the_same_in_any_order_and_have_one_solution(family):
    items, longer = dataset(family, 2, seed=5), dataset(family, 50, seed=5)
    second = items[1]
    assert [item.to_dict() for item in items] == [longer[0].to_dict(), second.to_dict()]
    assert items[-1].to_dict() == longer[1:2][0].to_dict() == second.to_dict()
    for item in items:
        key = item.puzzle.worlds.project(item.key)
        assert key.count() == 1
        assert item.check()
        assert item.difficulty.solved
        assert item.difficulty == grade(item.puzzle)
        assert len(item.steps) >= sum(n for _, n in item.difficulty.rounds)
        assert all(clue in item.question for clue in item.clues)
        assert item.text in item.question or not item.sized
    assert dataset(family, 1, seed=6)[0].text != items[0].text


def test_another_world_is_not_confirmed():
    item = dataset("kakurasu", 1, seed=1)[0]
    looser = item.puzzle.without(*item.puzzle.log)
    assert isinstance(looser, Knowledge)
    from dataclasses import replace

    assert not replace(item, puzzle=looser).check()
    wrong = {variable: variable.domain[0] for variable in item.solution}
    assert not replace(item, solution=wrong).check()


def test_answers_are_right_or_wrong_however_they_are_set():
    item = dataset("sudoku", 1, seed=3)[0]
    assert item.score(item.answer) == 1.0
    assert item.score(f"\n```\n{item.answer.replace(' ', '   ')}\n```\n") == 1.0
    assert item.score("\n".join(item.answer.splitlines()[1:])) == 1.0
    assert item.score("\n".join(reversed(item.answer.splitlines()))) == 0.0
    assert item.score("") == 0.0
    rows = item.answer.splitlines()
    assert item.score("\n".join([*rows[:-1], rows[-1][::-1]])) == 0.0
    named = dataset(CINEMA, 1, seed=3)[0]
    assert named.score(named.answer) == 1.0
    assert named.score("\n".join(named.answer.splitlines()[1:])) == 0.0


def test_a_difficulty_is_kept_and_an_impossible_one_given_up():
    assert all(
        2 <= item.difficulty.hardest <= 3 for item in dataset("skyscraper", 1, seed=1, difficulty=(2, 3))
    )
    with pytest.raises(GaveUp):
        dataset("kakurasu", 1, difficulty=99, time_limit=0.5)[0]


def test_faulty_arguments_are_named():
    with pytest.raises(ProblemError, match="skyscraper"):
        dataset("skyscrapper", 1)
    with pytest.raises(ProblemError, match="n is 0"):
        dataset("sudoku", 0)
    with pytest.raises(ProblemError, match="difficulty"):
        dataset("sudoku", 1, difficulty=(3, 2))
    with pytest.raises(IndexError):
        dataset("sudoku", 1)[1]


def test_lines_of_json():
    status, out, _ = deduce("generate", "--family", "kakurasu", "--n", 3, "--seed", 4, "--jsonl")
    lines = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert lines == [item.to_dict() for item in dataset("kakurasu", 3, seed=4)]

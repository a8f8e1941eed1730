"""Sentences that stand several times, limits of commands, hints on positions that cannot be."""

import inspect
from types import SimpleNamespace

import pytest

from deduce import AllDifferent, Knowledge, Problem
from deduce.commands import puzzles
from deduce.evidence import Statement, labels
from deduce.ground.errors import Contradiction
from deduce.puzzles import hint, mistake, steps
from deduce.puzzles.printed import _told
from deduce.puzzles.reports import hint_report, plainly_told
from deduce.puzzles.sources import open_puzzle


@pytest.mark.parametrize(
    ("place", "said"),
    [("row 1, column 2", "row 1, column 2: turn; straight on"), ("", "turn; straight on")],
)
def test_a_printed_clue_is_told_with_its_place_and_each_of_its_sentences_once(place, said):
    parts = [SimpleNamespace(place=place, text=text) for text in ("turn", "straight on", "turn")]
    assert str(_told(parts)) == said


def test_a_sentence_that_stands_several_times_is_told_once_with_its_places():
    problem = Problem("pairs")
    x = problem.variables("x", range(9), range(9))
    for i in range(8):
        problem.require(x[i] != x[i + 1], "neighbours differ")
    clue = Statement(x[0] == 1, "one is first", "observation", "line 3")
    few = labels([*problem.rules[:2], clue])
    assert few == ["neighbours differ (2 times: x[0], x[1]; x[1], x[2])", "line 3: one is first"]
    assert labels(problem.rules) == ["neighbours differ (8 times, from x[0], x[1] to x[7], x[8])"]
    assert labels([clue]) == ["line 3: one is first"]


@pytest.mark.parametrize("name", ["unique", "steps", "hint", "candidates", "redundant", "repair"])
def test_commands_about_one_puzzle_have_a_limit(name):
    assert inspect.signature(getattr(puzzles, name)).parameters["time_limit"].default == puzzles.LIMIT


def test_hints_on_positions_that_cannot_be():
    problem = Problem("row")
    x = problem.variables("x", range(5), range(5))
    problem.require(AllDifferent(x), "no number twice")
    found = hint(problem, {"x[0]": 1, "x[1]": 1}, strength=3)
    assert found.mistake is not None
    assert found.mistake.variable is x[1]
    assert found.mistake.why.smallest
    assert found.mistake.why.check()
    assert "1 cannot be" not in str(found)
    known = Knowledge(problem).observe(x[0] == 1, "a").observe(x[1] == 1, "b")
    for ask in (hint, steps):
        with pytest.raises(Contradiction) as error:
            ask(known)
        assert error.value.conflict.check()
    with pytest.raises(Contradiction):
        mistake(known, {"x[2]": 3})


def test_a_wrong_entry_is_told_with_the_others_that_it_goes_against(tmp_path):
    path = tmp_path / "sudoku.txt"
    path.write_text("4 4\n- - - -\n- - - 2\n- 3 - -\n4 - - -\n")
    file = open_puzzle(path, "sudoku")
    assert plainly_told(["cell[1,2]", "is cell[1,2] cell[9,9]?"], file) == ["r1c2", "is r1c2 cell[9,9]?"]
    told = hint_report(file, ["r1c1=1", "r1c2=1"], strength=2).text
    assert told.splitlines()[1:] == [
        "r1c2 cannot be 1, because", "  - no number twice in row 1", "  - r1c1 is 1 (entered)",
    ]  # fmt: skip


def test_a_hint_says_whether_all_is_settled_or_several_solutions_are_left():
    problem = Problem("two")
    a, b = problem.variable("a", range(2)), problem.variable("b", range(2))
    problem.require(a != b, "they differ")
    ways = {(): (True, "several solutions are left"), (("a", 0), ("b", 1)): (False, "all is settled")}
    for entries, (several, said) in ways.items():
        found = hint(problem, dict(entries))
        assert (found.done, found.several) == (True, several)
        assert said in str(found)
    assert hint(problem, {"a": 0}).where == (b,)

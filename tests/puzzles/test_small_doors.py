"""Where a hint looks, where a house rule is wrong, and what is said where nothing is made."""

from __future__ import annotations

import inspect
import random
import time
from itertools import product
from types import SimpleNamespace

import pytest
from puzzles_random import solvable_puzzle

from deduce import AllDifferent, Knowledge, Problem
from deduce.commands.generating import generate
from deduce.ground.errors import GaveUp, ProblemError, RecordError
from deduce.puzzles import datasets, grids, hint, repair, shelf_reports, solutions, wishes
from deduce.puzzles.generation_reports import generate_report
from deduce.puzzles.house import house_rule, house_rules
from deduce.puzzles.named_walk import NamedWalk
from deduce.puzzles.ratings import Grade
from deduce.puzzles.wishes import Judged


@pytest.mark.parametrize("seed", range(20))
def test_a_hint_looks_where_the_walk_settles_something_first(seed):
    puzzle, _ = solvable_puzzle(seed, clues=3 + seed % 4)
    first, last = hint(puzzle), hint(puzzle, strength=3)
    assert first.where == last.where
    assert first.done == (not last.steps)
    walk = NamedWalk(puzzle, {})
    walk.go(until_placed=True)
    assert not any(step.placed for step in walk.made[:-1])


def grid(side=3):
    problem = Problem("grid")
    problem.variables(
        "cell", [(r, c) for r in range(1, side + 1) for c in range(1, side + 1)], domain=[1, 2, 3]
    )
    return problem


@pytest.mark.parametrize(
    ("condition", "number", "text"),
    [
        ("all_different(row)", 3, "all_different(row), for each row"),
        ("all_different(column)", 3, "all_different(column), for each column"),
        ("sum(diagonal) == 6", 2, "sum(diagonal) == 6, for each diagonal"),
        ("cell[1, 1] == 2", 1, None),
    ],
)
def test_house_rules_go_over_rows_columns_and_diagonals(condition, number, text):
    problem = grid()
    house_rules(problem, [condition])
    assert len(problem.rules) == number
    if text:
        assert {rule.text for rule in problem.rules} == {text}
        scopes = [{v.key for v in rule.content.scope} for rule in problem.rules]
        lines = {
            "row": [{(r, c) for c in (1, 2, 3)} for r in (1, 2, 3)],
            "column": [{(r, c) for r in (1, 2, 3)} for c in (1, 2, 3)],
            "diagonal": [{(n, n) for n in (1, 2, 3)}, {(n, 4 - n) for n in (1, 2, 3)}],
        }
        assert scopes == lines[text.rsplit(" ", 1)[1]]


def test_a_word_that_is_a_variable_means_that_variable():
    problem = grid()
    problem.variable("row", [1, 2])
    house_rule(problem, "row == 2")
    assert [rule.content.scope for rule in problem.rules] == [(problem["row"],)]


def test_a_wrong_house_rule_is_refused_where_it_stands():
    with pytest.raises(RecordError) as caught:
        house_rule(grid(), "all_different(row", source="puzzle.toml", line=7, column=3)
    assert (caught.value.source, caught.value.line) == ("puzzle.toml", 7)
    assert caught.value.column >= 3
    for condition in ("all_different(row", "cell[1, 1] =="):
        with pytest.raises(RecordError) as caught:
            house_rule(grid(), condition)
        # Nobody has said where it stands.
        assert (caught.value.source, caught.value.line, caught.value.column) == ("", 0, 0)
        assert str(caught.value).count("line") == 0


def test_what_was_looked_for_in_vain_is_said():
    assert str(datasets._none_found("sudoku", 3, None)) == (
        f"sudoku, item 3: {datasets.ATTEMPTS} attempts made no puzzle that its steps solve"
    )
    assert str(datasets._none_found("sudoku", 0, (1, 3))) == (
        f"sudoku, item 0: {datasets.ATTEMPTS} attempts made no puzzle of difficulty 1 to 3"
    )
    assert isinstance(datasets._none_found("sudoku", 0, None), GaveUp)


class Shelf:
    """Makes the texts that it is told to, and counts them."""

    def __init__(self, hardest):
        self.hardest, self.made, self.limits = iter(hardest), 0, []

    def generate(self, name, rows, cols, *, rng, time_limit, **style):
        self.made += 1
        self.limits.append(time_limit)
        return f"{name} {rows} {cols} {self.made}"


class Wished:
    """Judges puzzles by the levels it was told; fewer than two are too easy, more than four too hard."""

    def __init__(self, levels):
        self.levels = iter(levels)

    def judge(self, puzzle, *, time_limit):
        level = next(self.levels)
        why = "is of level 1" if level < 2 else "is harder than 4" if level > 4 else ""
        grade = Grade(level, 1, effort=1, rounds=((level, 1),), techniques=(), solved=True, canonical=True)
        return Judged(not why, level > 4, why, grade)


def test_puzzles_are_made_until_one_is_as_wished(monkeypatch):
    from deduce.ground.deadline import Deadline

    monkeypatch.setattr(shelf_reports, "read_at_home", lambda *_: None)

    def made(levels, wished):
        shelf = Shelf(levels)
        wishes = Wished(levels) if wished else None
        style = {"extra": ()}
        return shelf, lambda: shelf_reports._made(
            shelf, "toy", 2, 3, random.Random(1), wishes, Deadline(None), style
        )

    shelf, make = made([], False)
    assert make() == ("toy 2 3 1", None)
    assert shelf.limits == [60.0]
    shelf, make = made([1, 9, 5, 1, 2, 3], True)
    text, rating = make()
    assert (text, rating.level) == ("toy 2 3 5", 2)
    shelf, make = made([4], True)
    assert make()[1].level == 4
    shelf, make = made([1 + 5 * (n % 4 > 0) for n in range(shelf_reports._ATTEMPTS)], True)
    with pytest.raises(GaveUp, match="was as wished; 75 tried: is harder than 4; 25 tried: is of level 1"):
        make()
    assert shelf.made == shelf_reports._ATTEMPTS == 100


def test_every_door_to_generated_puzzles_has_the_same_defaults():
    doors = [
        inspect.signature(each).parameters
        for each in (shelf_reports.family_generated, generate_report, generate)
    ]
    for name in ("n", "symmetric", "minimal", "jobs", "difficulty"):
        defaults = {door[name].default for door in doors if name in door}
        assert len(defaults) == 1, name
    # Superfluous clues are taken out unless somebody asks otherwise.
    assert doors[0]["minimal"].default is True


@pytest.mark.parametrize("past", [True, False])
def test_a_worker_stops_at_the_end_of_all_the_work(past, monkeypatch):
    """However much of its own limit is left."""
    shelf = Shelf([])
    monkeypatch.setattr(shelf_reports, "shelf_of", lambda _: shelf)
    monkeypatch.setattr(shelf_reports, "read_at_home", lambda *_: None)
    end = time.time() + (-1.0 if past else 20.0)
    work = shelf_reports._Work("toy", 2, 3, 1, None, 50.0, end, {"extra": ()})
    if past:
        with pytest.raises(GaveUp):
            work.make(4)
    else:
        assert work.make(4) == {"number": 4, "text": "toy 2 3 1"}
        assert 0 < shelf.limits[0] <= 20.0


@pytest.mark.parametrize("listed", [2, 100])
def test_what_a_clue_would_tell_is_no_exact_figure_where_not_all_solutions_were_found(listed, monkeypatch):
    problem = Problem("open")
    x = problem.variables("x", range(3), range(3))
    problem.require(x[0] <= x[1])
    monkeypatch.setattr(solutions, "worlds_of", lambda _: None)
    monkeypatch.setattr(solutions, "MOST_LISTED", listed)
    found = repair(Knowledge(problem))
    assert found.label == ("exact" if listed == 100 else "gave up")
    assert found.additions
    assert {each.label for each in found.additions} == {found.label}


@pytest.mark.parametrize(("name", "most", "one_less"), [("MOST_CELLS", 16, 15), ("MOST_VALUES", 4, 3)])
def test_a_grid_is_one_up_to_so_many_cells_and_values(name, most, one_less, monkeypatch):
    """A latin square of four: where it is a grid no solver is asked, and the solutions are the same."""
    problem = Problem("latin")
    cell = problem.variables("cell", list(product(range(4), repeat=2)), domain=range(1, 5))
    for n in range(4):
        problem.require(AllDifferent([cell[n, c] for c in range(4)]))
        problem.require(AllDifferent([cell[r, n] for r in range(4)]))
    knowledge = Knowledge(problem)
    monkeypatch.setattr(grids, name, most)
    made = grids._read(knowledge)
    assert made is not None
    assert made.scope == knowledge.scope
    monkeypatch.setattr(grids, name, one_less)
    assert grids._read(knowledge) is None


@pytest.mark.parametrize("harder", [True, False])
@pytest.mark.parametrize(
    ("needs", "without"), [((), ()), (("pair",), ()), ((), ("pair",)), (("pair",), ("pair",))]
)
def test_a_puzzle_that_does_without_what_was_wished_is_no_harder_for_it(
    needs, without, harder, monkeypatch
):
    monkeypatch.setattr(wishes, "_harder", lambda *_: harder)
    monkeypatch.setattr(wishes, "SCALE", {"pair": 4})
    found = wishes.Wishes._of_scale(SimpleNamespace(needs=needs, without=without), None, None)
    if without and harder:
        assert (found.fits, found.harder, found.why) == (False, True, "needs pair")
    elif needs and not harder:
        assert (found.fits, found.harder, found.why) == (False, False, "does without pair")
    else:
        assert found is None


def test_a_familys_name_that_is_misspelt_is_told_as_such_and_not_as_a_file():
    with pytest.raises(
        ProblemError, match="no family 'Slitherlnk' and no file of that name: did you mean 'slitherlink'"
    ):
        generate_report("Slitherlnk", size=(3, 3))

"""Rules of boards by the number of their arguments, rows of batches, limits and picture clues: each as it was asked."""

import re
from types import SimpleNamespace

import pytest

from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp, ProblemError, RecordError
from deduce.puzzles import dataset, shelf_reports
from deduce.puzzles.batches import Batch, BatchRow
from deduce.puzzles.board_pictures import _LINE, _OTHER, board_svg
from deduce.puzzles.boards import RULES
from deduce.puzzles.candidate_reports import candidates_report
from deduce.puzzles.datasets import Dataset, _fits
from deduce.puzzles.families import _read_sheet, as_sheet
from deduce.puzzles.files import loads
from deduce.puzzles.shelf_reports import _limit, _made_folder, _missed
from deduce.puzzles.wishes import Judged

BOARD = '[board.b]\ncells = "rectangles"\npicture = """\n..\n..\n"""\n[variables]\n'
BOARD += 'cell = { for = "cells of b", values = ["-", "x"] }\nline = { for = "edges of b", values = ["no", "on"] }\n'
WRITTEN = {
    "loop": ("line", "on", "1", "1"),
    "path": ("line", "on", "1", "1"),
    "connected": ("cell", "x", "1", "1"),
    "regions": ("cell", "x", "2", "2"),
}
TAKEN = {"loop": {2}, "path": {2}, "connected": {2}, "regions": {1, 2, 3}}


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_of_a_board_takes_as_many_arguments_as_it_is_written_with(rule):
    for number in range(5):
        said = f"{rule}({', '.join(WRITTEN[rule][:number])})"
        text = f'{BOARD}[[rule]]\nsays = "{said}"\n'
        if rule == "regions" and number == 1:  # whose values are numbers: the sizes of the regions
            text = text.replace('["-", "x"]', '"1..4"')
        if number in TAKEN[rule]:
            (statement,) = loads(text).problem.rules
            assert statement.content.scope
        else:
            with pytest.raises(RecordError, match="write it as ") as refused:
                loads(text)
            assert RULES[rule] in str(refused.value)


@pytest.mark.parametrize("size", ["0", "count(cell, x)"])
def test_regions_have_a_size_from_one_on_that_is_a_number(size):
    with pytest.raises(RecordError, match="the size of regions is a number from 1 on"):
        loads(f'{BOARD}[[rule]]\nsays = "regions(cell, x, {size})"\n')


def row(name, status, **more):
    plain = {
        "family": "",
        "solutions": 1,
        "solution": "",
        "method": "sat",
        "seconds": 0.25,
        "limit": "",
        "remark": "",
    }
    return BatchRow(name, status=status, **{**plain, **more})


def test_a_batch_is_a_line_a_puzzle_and_the_sum():
    rows = (
        row("first.txt", "unique"),
        row("b", "gave up", limit="late", seconds=12.5),
        row("c", "unique", remark="cut"),
        row("d", "several", limit="late", remark="cut"),
    )
    assert str(Batch(rows)) == (
        "first.txt  unique     0.250 s\n"
        "b          gave up   12.500 s  late\n"
        "c          unique     0.250 s  (cut)\n"
        "d          several    0.250 s  late  (cut)\n"
        "4 puzzles: 2 unique, 1 several, 1 gave up"
    )
    assert str(Batch(())) == "0 puzzles: none"


def test_the_limit_that_is_told_is_the_one_that_was_reached():
    late = GaveUp("the solver was late")
    assert _limit(Deadline(None), late) is late
    assert _limit(Deadline(60.0), late) is late
    assert "time limit of 5 s" in str(_limit(Deadline(5.0, left=0.0), late))


def test_what_was_not_as_wished_is_counted_by_its_reason():
    judged = {str(n): Judged(fits, False, why, None) for n, (fits, why) in enumerate(
        [(False, "is of level 3"), (True, ""), (False, "needs pair"), (False, "is of level 3")]
    )}  # fmt: skip
    assert _missed(judged) == "; 2 tried: is of level 3; 1 tried: needs pair"
    assert _missed({"a": Judged(True, False, "", None)}) == ""


GRID = '[variables]\ncell = { for = ["1..2", "1..2"], values = "1..4" }\n'


def test_what_a_picture_gives_are_rules_or_clues_as_its_table_says():
    picture = 'of = "cell"\npicture = """\n1 .\n_ 4\n"""\n'
    rules, clues = (loads(f"{GRID}[[{table}]]\n{picture}") for table in ("rule", "clue"))
    assert [(s.text, s.kind) for s in rules.problem.rules] == [
        ("cell[1,1] is 1", "rule"),
        ("cell[2,2] is 4", "rule"),
    ]
    assert not rules.puzzle.log
    assert [(s.text, s.kind, s.place) for s in clues.puzzle.log] == [
        ("cell[1,1] is 1", "observation", "line 3"),
        ("cell[2,2] is 4", "observation", "line 3"),
    ]
    assert clues.says == ("cell[1,1] == 1", "cell[2,2] == 4")


def test_items_are_made_when_they_are_asked_for():
    made = []
    items = Dataset(lambda n: made.append(n) or n * 10, 5)
    assert len(items) == 5
    assert not made
    assert (items[0], items[-1], items[1:4], items[::-2], items[5:]) == (
        0,
        40,
        [10, 20, 30],
        [40, 20, 0],
        [],
    )
    assert made == [0, 4, 1, 2, 3, 4, 2, 0]
    assert [*items] == [0, 10, 20, 30, 40]
    assert repr(items) == "<Dataset of 5 puzzles>"
    with pytest.raises(IndexError):
        items[5]


@pytest.mark.parametrize(
    ("solved", "proved", "hardest", "wish", "fits"),
    [
        (True, True, 3, (2, 3), True), (True, True, 2, (2, 3), True), (True, True, 4, (2, 3), False),
        (True, True, 1, (2, 3), False), (True, False, 3, (2, 3), False), (True, False, 9, None, True),
        (False, True, 3, None, False), (False, True, 3, (2, 3), False),
    ],
)  # fmt: skip
def test_a_puzzle_of_a_data_set_is_solved_and_as_hard_as_wished(solved, proved, hardest, wish, fits):
    assert _fits(SimpleNamespace(solved=solved, proved=proved, hardest=hardest), wish) is fits


@pytest.mark.parametrize("wrong", [0, -1, True, 1.5, "3"])
def test_a_data_set_has_so_many_items(wrong):
    with pytest.raises(ProblemError, match=f"n is {wrong!r}; a data set has at least one item"):
        dataset("kakurasu", wrong)


@pytest.mark.parametrize(
    ("wish", "right"), [((0, 0), True), ((3, 3), True), (4, True), ((4, 3), False), (-1, False)]
)
def test_a_difficulty_is_a_number_or_a_range(wish, right):
    if right:
        assert len(dataset("kakurasu", 2, difficulty=wish)) == 2
    else:
        with pytest.raises(ProblemError, match="expected a number, or a range"):
            dataset("kakurasu", 2, difficulty=wish)


def test_a_picture_without_spaces_is_a_sheet_and_its_faults_are_in_its_own_lines():
    assert as_sheet("\n 1.\n.2 \n\n") == "2 2\n1 -\n- 2\n"
    for other in ("12", "1 2\n3 4", "12\n3", "", "2 2\n1 -\n- 2"):
        assert as_sheet(other) == other
    wrong = {
        "\n12\n\n123\n": (4, "a row of 3 signs; the first has 2"),
        "12\n3\n": (2, "a row of 1 sign; the first has 2"),
        "\n1...\n\n..x.\n....\n....\n": (4, "'x' is not"),
        "1...\n....\n....\n...9\n": (4, "9 cannot stand here"),
    }
    for text, (line, said) in wrong.items():
        with pytest.raises(RecordError, match=said) as refused:
            _read_sheet("sudoku", text)
        assert refused.value.line == line
    with pytest.raises(RecordError, match="9 cannot stand here") as refused:  # a sheet as it stands
        _read_sheet("sudoku", "4 4\n1 - - -\n- - - -\n- - - -\n- - - 9\n")
    assert refused.value.line == 5


def test_a_folder_for_pictures_is_made_or_refused(tmp_path):
    for _ in range(2):
        _made_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "file").write_text("")
    for wrong in ("file", "file/inside"):
        with pytest.raises(ProblemError, match="pictures cannot be written there: "):
            _made_folder(tmp_path / wrong)


@pytest.mark.parametrize(
    ("n", "progress", "shown"), [(1, True, False), (2, True, True), (2, None, None), (2, False, False)]
)
def test_how_many_are_made_is_shown_where_it_is_several(n, progress, shown, monkeypatch):
    told = []
    monkeypatch.setattr(
        shelf_reports,
        "Progress",
        lambda number, **more: (
            told.append((number, more["show"]))
            or SimpleNamespace(step=lambda: told.append("step"), close=lambda: told.append("closed"))
        ),
    )
    shelf_reports.family_generated("kakurasu", 2, 2, n=n, seed=1, progress=progress)
    assert told == [(n, shown), *["step"] * n, "closed"]


ANSWERS = {
    '"x"': ["x"],
    '["x", "y[b]"]': ["x", "y[b]"],
    '["y", "y[a]"]': ["y[a]", "y[b]"],
    '["x", 3]': None,
    "[3]": None,
    "[]": None,
    "3": None,
}


@pytest.mark.parametrize("about", ANSWERS)
def test_an_answer_is_about_variables_by_name(about):
    text = '[variables]\nx = "1..3"\ny = { for = ["a", "b"], values = "1..3" }\n[answer]\nabout = ' + about
    if ANSWERS[about] is None:
        with pytest.raises(RecordError, match=r'line 4: the answer needs about = \["..."\]: variables'):
            loads(text)
    else:
        assert [v.name for v in loads(text).problem.key] == ANSWERS[about]


FAULTY_TABLES = {
    "variables = {}": "a puzzle needs a table",
    "[variables]": "a puzzle needs a table",
    "variables = 3": "a puzzle needs a table",
    'variables = { a = "1..2", "\u0430" = "1..2" }': "look alike",  # a letter of another alphabet
    'board = { b = {} }\nvariables = { a = "1..2" }': "the board b needs picture",
    'variables = { a = "1..2" }\nanswer = 3': "write the answer as",
    'variables = { a = "1..2" }\nanswer = { about = [] }': "the answer needs about",
    'variables = { a = "1..2" }\nanswer = { abuot = ["a"] }': "the answer has no 'abuot'",
    'variables = { a = "1..2" }\nrule = 3': "write each rule under",
    'variables = { a = "1..2" }\nclue = [3]': "write each clue under",
    'variables = { "a b" = "1..2" }': "'a b' cannot name a variable",
    'variables = { a = "1..2", "and" = "1..2" }': "'and' cannot name a variable",
    '[variables]\na = "1..2"\n"and" = "1..2"': "'and' cannot name a variable",
}


@pytest.mark.parametrize("text", FAULTY_TABLES)
def test_what_is_wrong_with_a_table_is_said_with_its_line(text):
    """However the table is set: in a line of its own, or under a header."""
    with pytest.raises(RecordError, match=FAULTY_TABLES[text]) as refused:
        loads(f'title = "t"\n\n{text}\n')
    assert refused.value.line == 3 + (0 if text.startswith("board") else text.count("\n"))


def test_the_next_step_is_told_below_the_candidates_or_that_there_is_none():
    text = '[variables]\na = "1..3"\nb = "1..3"\n[[rule]]\nsays = "a + b == 6"\n'
    told = candidates_report(loads(text), step=True).text.splitlines()
    at = told.index("next:")
    assert len(told) > at + 1
    assert "next:" not in candidates_report(loads(text)).text
    settled = '[variables]\na = ["one"]\n'
    assert candidates_report(loads(settled), step=True).text.splitlines()[-1] == "nothing more follows"


def test_lines_of_a_board_are_drawn_where_a_solution_has_them_and_where_two_differ():
    problem = loads(f'{BOARD}[[rule]]\nsays = "count(line, on) >= 0"\n').problem
    lines = list(problem["line"].values())
    none = {v: v.domain[0] for v in problem.scope}
    plain = board_svg(problem, none).splitlines()

    def added(*solutions):
        return [line for line in board_svg(problem, *solutions).splitlines() if line not in plain]

    one, other = ({**none, v: "on"} for v in lines[:2])
    (drawn,) = added(one)
    assert f'stroke="{_LINE}"' in drawn
    assert added(other) != [drawn]
    assert added(one, one) == [drawn]
    assert [re.search(r'stroke="([^"]+)"', line)[1] for line in added(one, other)] == [_OTHER, _OTHER]
    assert [re.search(r'stroke="([^"]+)"', line)[1] for line in added(none, one)] == [_OTHER]

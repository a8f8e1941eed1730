"""Rules of boards by the number of their arguments, rows of batches, limits and picture clues: each as it was asked."""

import pytest

from deduce.ground.deadline import Deadline
from deduce.ground.errors import GaveUp, RecordError
from deduce.puzzles.batches import Batch, BatchRow
from deduce.puzzles.boards import RULES
from deduce.puzzles.files import loads
from deduce.puzzles.shelf_reports import _limit, _missed
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

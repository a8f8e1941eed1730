"""What is pointed at of a count, of numbers that differ, and how values and places are named, beside plain words."""

from __future__ import annotations

import random

import pytest
from amount import seeded

from deduce import Problem
from deduce.graphs import Grid, Loop
from deduce.language.constraints import Count
from deduce_models.pencil.words.naming import _bridges, _kind_of, _ranged
from deduce_models.pencil.words.pointing import _count, _different, _round


def _cells(number, values):
    problem = Problem("cells")
    return list(problem.variables("cell", [(1, c) for c in range(1, number + 1)], values).values())


def _names(cells):
    return " and ".join(f"r1c{v.key[1]}" for v in cells)


@seeded(40)
def test_of_a_count_is_told_that_it_is_full_or_that_all_that_is_left_is_needed(seed):
    rng = random.Random(seed)
    for _ in range(10):
        cells = _cells(5, (1, 2, 3))
        low = rng.randint(0, 4)
        content = Count(cells[:4], [2, 3], low, rng.randint(low, 4))
        masks = {v: rng.choice([1, 2, 4, 6, 7, 3, 5]) for v in cells}
        told = set(rng.sample(cells if rng.random() < 0.2 else cells[:4], 1))
        sure = [v for v in cells[:4] if not masks[v] & 1]
        open_ = [v for v in cells[:4] if masks[v] & 1 and masks[v] != 1]
        said = str(_count(content, masks, told))
        if told <= set(cells[:4]) and sure and len(sure) == content.high and open_:
            which = _names(sure) if len(sure) <= 2 else str(len(sure))
            assert said == f"{which} {'is' if len(sure) == 1 else 'are'} 2 or 3 already"
        elif told <= set(cells[:4]) and len(sure) + len(open_) == content.low and (sure or content.high):
            one = "it is all that can still be 2 or 3"
            assert said == (
                one if len(open_) == 1 else f"these {len(open_)} are all that can still be 2 or 3"
            )
        else:
            assert said == ""


@seeded(40)
def test_of_numbers_that_differ_is_told_where_one_stands_or_which_cells_share_as_many(seed):
    rng = random.Random(seed)
    for _ in range(10):
        unlike = rng.random() < 0.2
        cells = _cells(3, (1, 2, 3, 4))
        if unlike:
            cells[0] = Problem("other").variables("cell", [(1, 1)], (4, 3, 2, 1))[1, 1]
        some = sorted(rng.sample(cells, rng.randint(0, 3)), key=lambda v: v.key)
        mixed = unlike and len(some) > 1 and any(v is cells[0] for v in some)
        masks = {v: rng.choice([1, 2, 8, 3, 3, 5, 6, 7, 7]) for v in some}
        said = str(_different(masks))
        fixed = [v for v in some if masks[v] in (1, 2, 8)]
        union = {v.domain[i] for v in some for i in range(4) if masks[v] >> i & 1}
        if len(some) == 1 and fixed:
            assert said == f"{min(union)} is in r1c{some[0].key[1]} already"
        elif some and not fixed and not mixed and len(union) == len(some):
            numbers = [str(x) for x in sorted(union)]
            assert said.split(" belong to ")[0] == f"{', '.join(numbers[:-1])} and {numbers[-1]}"
            assert said.split(" belong to ")[1] == (_names(some) if len(some) == 2 else "r1c1 to r1c3")
        else:
            assert said == ""


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([1, 2, 3, 4], ["1", "2", "3", "4"]),
        ([1, 2, 3, 4, 5], ["1 to 5"]),
        ([0, 1, 2, 3, 4, 5], ["0 to 5"]),
        ([1, 2, 3, 4, 6], ["1", "2", "3", "4", "6"]),
        ([3], ["3"]),
    ],
)
def test_more_than_four_numbers_in_a_row_are_told_as_the_first_and_the_last(values, words):
    assert [str(word) for word in _ranged(values)] == words


@pytest.mark.parametrize(
    ("left", "every", "words"),
    [
        ({0}, {0, 1, 2}, "not there"),
        ({1}, {0, 1, 2}, "single"),
        ({2}, {0, 1, 2}, "double"),
        ({1, 2}, {0, 1, 2}, "there"),
        ({0, 1}, {0, 1, 2}, "not double"),
        ({0, 2}, {0, 1, 2}, "not single"),
    ],
)
def test_how_many_bridges_there_are_is_told_as_they_are_drawn(left, every, words):
    assert str(_bridges(left, every)) == words


@pytest.mark.parametrize(
    ("name", "key", "words"),
    [
        ("cell", (2, 3), ("", "r2c3")),
        ("cell", "west", ("cell", "west")),
        ("turn", (2, 3), ("the turn at", "r2c3")),
        ("box", (2, 3), ("the rectangle of", "r2c3")),
        ("tree", (2, 3), ("the tent of the tree at", "r2c3")),
        ("point", (2, 3), ("the point below and right of", "r2c3")),
        ("point", (0, 3), ("the point", "(0, 3)")),
        ("line", ((1, 2), (1, 3)), ("the line", "r1c2-r1c3")),
        ("bridge", ((1, 2), (4, 2)), ("the bridge", "r1c2-r4c2")),
        ("area", "7", ("area", "7")),
    ],
)
def test_a_variable_is_called_by_its_kind_and_its_place(name, key, words):
    (variable,) = Problem("named").variables(name, [key], (0, 1)).values()
    assert tuple(map(str, _kind_of(variable))) == words


def test_a_variable_by_itself_is_called_by_its_name():
    assert _kind_of(Problem("named").variable("outside", (0, 1))) == ("", "outside")


def test_of_what_is_cut_off_is_told_that_it_does_not_come_back():
    problem = Problem("loop")
    line = problem.variables("line", Grid(2, 3).edges, (0, 1))
    loop, masks = Loop(line), {v: v.full_mask for v in line.values()}
    one, other, *_ = line.values()
    assert (
        str(_round(loop, masks, [one == 0], "cut off")) == "a line there would not come back to the others"
    )
    for shown, technique in ([one == 0, other == 1], "cut off"), ([one == 0], "loop"):
        assert "come back" not in str(_round(loop, masks, shown, technique))

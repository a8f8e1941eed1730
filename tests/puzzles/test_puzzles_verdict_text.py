"""What `deduce unique` prints of a grid: rows and columns, and where two solutions differ."""

from deduce.puzzles.files import loads
from deduce.puzzles.reports import unique_report

FILE = """
title = "Four by four"
[variables.cell]
for = ["1..4", "1..4"]
values = "1..4"
[variables.sum]
values = "2..8"
[[rule]]
text = "rows"
says = "all_different(cell[r, 1..4])"
for = "r in 1..4"
[[rule]]
text = "columns"
says = "all_different(cell[1..4, c])"
for = "c in 1..4"
[[rule]]
text = "the sum"
says = "cell[1, 1] + cell[1, 2] == sum"
"""


def given(*clues):
    lines = [f'[[clue]]\ntext = "{clue}"\nsays = "{clue}"' for clue in clues]
    return unique_report(loads("\n".join([FILE, *lines])))


def cells(rows):
    return [f"cell[{r}, {c}] == {value}" for r, row in enumerate(rows, 1) for c, value in enumerate(row, 1)]


def test_a_solution_is_printed_as_rows_and_what_is_no_grid_beside_it() -> None:
    text = given(*cells(["1234", "3412", "2143"])).text
    assert text.splitlines()[2:] == ["  1 2 3 4", "  3 4 1 2", "  2 1 4 3", "  4 3 2 1", "  sum  3"]


def test_two_solutions_are_printed_with_marks_where_they_differ() -> None:
    text = given("cell[1, 1] == 1", *cells(["1234", "3412"])[1:]).text.splitlines()
    assert text[1] == "Not unique: at least 2 solutions."
    assert text[3:5] == ["  1 2 3 4", "  3 4 1 2"]
    assert all("?" in line for line in text[5:7])
    listed = [line.split()[0] for line in text[8:]]
    assert len(listed) == sum(line.count("?") for line in text[3:7])
    assert not any(name.startswith(("cell[1,", "cell[2,")) for name in listed)

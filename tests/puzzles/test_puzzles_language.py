"""What puzzle files can say since conditions are expressions: conjunctions, ``for``, slices, pictures, families."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from deduce import Knowledge, Problem, RecordError
from deduce.puzzles import families as families_module
from deduce.puzzles import verify
from deduce.puzzles.expressions import read_condition, read_each
from deduce.puzzles.files import loads


@pytest.fixture
def problem() -> Problem:
    made = Problem()
    made.variables("cell", list(product(range(1, 4), range(1, 4))), range(1, 4))
    for name in "abc":
        made.variable(name, range(1, 4))
    made.variables("pet", ["Ann", "Bob", "Cid"], ["cat", "dog", "fish"])
    made.variables("odd", [(1, "b"), (2, "b")], [1])
    made.variables("cube", product((1, 2), repeat=3), [1])
    made.variables("duo", ["Al", "Jo"], [1])
    return made


def worlds(problem: Problem, says: str) -> int:
    condition = read_condition(says, problem)
    return Knowledge(problem).observe(condition).count()


def area(grid: dict[Any, int], cell: tuple[int, int]) -> set[Any]:
    """The cells of the same number that hang together with one."""
    found, todo = {cell}, [cell]
    while todo:
        r, c = todo.pop()
        near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} - found
        new = [each for each in near if grid.get(each) == grid[cell]]
        found.update(new)
        todo += new
    return found


G = range(1, 4)
GRIDS = [dict(zip(product(G, G), values, strict=True)) for values in product(G, repeat=9)]
PETS = list(product(["cat", "dog", "fish"], repeat=3))
NUMBERS = list(product(G, repeat=3))


@pytest.mark.parametrize(
    ("says", "true"),
    [
        ("all_different(cell[1, :]) and cell[1, 1] == 1", lambda g: len({g[1, c] for c in G}) == 3 and g[1, 1] == 1),
        ("sum(cell[1, :]) == sum(cell[2, :]) == sum(cell[3, :])",
         lambda g: len({sum(g[r, c] for c in G) for r in G}) == 1),
        ("all(cell[r, k] < cell[r, k + 1] for r in range(1, 4) for k in range(1, 3) if r != 2)",
         lambda g: all(g[r, c] < g[r, c + 1] for r in (1, 3) for c in (1, 2))),
        ("all(all_different(row) for row in rows(cell) + columns(cell))",
         lambda g: all(len({g[r, c] for c in G}) == 3 == len({g[c, r] for c in G}) for r in G)),
        ("all(x != y for x, y in neighbours(cell))",
         lambda g: all(g[r, c] != g[k] for r, c in g for k in ((r + 1, c), (r, c + 1)) if k in g)),
        ("all(sum(w) != 4 for w in windows(cell, 2, 2))",
         lambda g: all(g[r, c] + g[r + 1, c] + g[r, c + 1] + g[r + 1, c + 1] != 4 for r in (1, 2) for c in (1, 2))),
        ("all(x != 1 for w in windows(cell, 1, 3) for x in w)", lambda g: 1 not in g.values()),
        ("all(sum(w) != 4 for w in windows(cell, 4, 1))", lambda g: True),
        ("sum(cell[1:2, 1:2]) == 5", lambda g: g[1, 1] + g[1, 2] + g[2, 1] + g[2, 2] == 5),
        ("count(x == 3 for x in cell[:, 2]) >= 2", lambda g: sum(g[r, 2] == 3 for r in G) >= 2),
        ("any(sum(d) == 3 for d in diagonals(cell)) or not all_different(cell[2, :])",
         lambda g: g[1, 1] + g[2, 2] + g[3, 3] == 3 or g[1, 3] + g[2, 2] + g[3, 1] == 3 or len({g[2, c] for c in G}) < 3),
        ("regions(cell)", lambda g: all(len(area(g, cell)) == g[cell] for cell in g)),
        ("max(cell[1, :]) < min(cell[2, :])", lambda g: max(g[1, c] for c in G) < min(g[2, c] for c in G)),
        ("all_different(x for x in cell[1, :]) or count(cell, 1) != 2",
         lambda g: len({g[1, c] for c in G}) == 3 or list(g.values()).count(1) != 2),
        ("count(cell, 1) == count(cell, 2) + 1",
         lambda g: list(g.values()).count(1) == list(g.values()).count(2) + 1),
    ],
)  # fmt: skip
def test_conditions_on_a_grid_mean_what_python_says(problem: Problem, says: str, true: Any) -> None:
    assert worlds(problem, says) == sum(map(true, GRIDS)) * len(NUMBERS) * len(PETS)


@pytest.mark.parametrize(
    ("says", "true"),
    [
        ("a * b == c + 1", lambda a, b, c: a * b == c + 1),
        ("a % 2 == b // 2", lambda a, b, c: a % 2 == b // 2),
        ("iff(all_different(a, b, c), a + b > c)", lambda a, b, c: (len({a, b, c}) == 3) == (a + b > c)),
        ("implies(all_different(a, b), a + b == c)", lambda a, b, c: a == b or a + b == c),
        (
            "one_of(a == b, b == c, a + b + c == 6)",
            lambda a, b, c: (a == b) + (b == c) + (a + b + c == 6) == 1,
        ),
        ("abs(a - b) == 1 and max(a, b, 2) == c", lambda a, b, c: abs(a - b) == 1 and max(a, b, 2) == c),
        ("exactly(0, a, b, 3) and at_least(1, c, 1)", lambda a, b, c: 3 not in (a, b) and c == 1),
        ("sum(2 * a, b, b - c, 1) == 6", lambda a, b, c: 2 * a + b + b - c + 1 == 6),
    ],
)
def test_arithmetic_means_what_python_says(problem: Problem, says: str, true: Any) -> None:
    expected = sum(true(*numbers) for numbers in NUMBERS) * len(GRIDS) * len(PETS)
    assert worlds(problem, says) == expected


def test_a_member_at_an_unknown_key(problem: Problem) -> None:
    found = worlds(problem, "cell[a, 2] == b")
    assert found == sum(g[a, 2] == b for g in GRIDS for a, b, _ in NUMBERS) * len(PETS)


@pytest.mark.parametrize(
    ("says", "true"),
    [
        ("all(a < n for n in (3, 5))", lambda a, b, c: a < 3),
        ("any(n <= b for n in range(0, 9) if n > 2)", lambda a, b, c: b >= 3),
        ("all(c != n for n in (2, 3))", lambda a, b, c: c == 1),
        ("any(a == n for n in (1, 2))", lambda a, b, c: a in (1, 2)),
        ("all(n >= a for n in (2, 9)) and b > 1", lambda a, b, c: a <= 2 and b > 1),
    ],
)
def test_numbers_that_a_loop_names_are_compared_as_numbers(problem: Problem, says: str, true: Any) -> None:
    """With an order also those that the variable cannot be; to be one of its values a number has to be one."""
    assert worlds(problem, says) == sum(true(*row) for row in NUMBERS) * len(GRIDS) * len(PETS)


@pytest.mark.parametrize(
    "says", ["pet[Ann] < horse", "pet[Ann] == horse", "pet[Ann] >= 'hors'", "a < horse", "a == 7"]
)
def test_a_word_that_is_no_value_is_refused_whatever_it_is_compared_by(problem: Problem, says: str) -> None:
    with pytest.raises(RecordError):
        read_condition(says, problem)


def test_names_of_people_go_over_keys(problem: Problem) -> None:
    assert worlds(problem, "all(pet[x] != pet[y] for x in keys(pet) for y in keys(pet) if x != y)") == (
        6 * len(GRIDS) * len(NUMBERS)
    )


@pytest.mark.parametrize(
    ("says", "message"),
    [
        ("all(x == 1 for x in fields(cell))", "there is no function|nothing to go over"),
        ("all(x == 1 for x in blocks(cell, 0, 2))", "write it as blocks"),
        ("all(x == 1 for x in windows(cell))", "write it as windows"),
        ("all(x == 1 for x in rows())", "write it as rows"),
        ("all(x == 1 for x in rows(1, 2))", "write it as rows"),
        ("all(x == 1 for x in rows(cell[1, 1]))", "write it as rows"),
        ("all(a == 1 for a in keys(pet))", "has a meaning already"),
        ("all(x == y for x, y in rows(cell))", "does not fit"),
        ("all(x == 1 for x in rows(pet))", "is no grid"),
        ("all(x == 1 for x in rows(cube))", "is no grid"),
        ("all(x == 1 for x in rows(duo))", "is no grid"),
        ("cell[1:2, 1:2] == 1", "names 4 variables"),
        ("connected(pet, cat)", "pet lies on no board and is no grid"),
        ("connected(odd, 1)", "odd lies on no board and is no grid"),
    ],
)
def test_faults_in_loops(problem: Problem, says: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_condition(says, problem)


SUDOKU = """
title = "small"
variables.cell = { for = ["1..4", "1..4"], values = "1..4" }
[[rule]]
text = "each digit once in {group}"
group = "digits"
for = "group in rows(cell) + columns(cell) + blocks(cell, 2, 2)"
says = "all_different(group)"
[[clue]]
of = "cell"
picture = \"\"\"
1 . . 4
. . 1 .
. 1 . .
4 . . 2
\"\"\"
"""


def test_a_picture_gives_one_clue_a_sign() -> None:
    file = loads(SUDOKU)
    assert file.says == (
        "cell[1,1] == 1", "cell[1,4] == 4", "cell[2,3] == 1", "cell[3,2] == 1", "cell[4,1] == 4", "cell[4,4] == 2",
    )  # fmt: skip
    assert len(file.problem.rules) == 12
    assert {rule.group for rule in file.problem.rules} == {"digits"}
    assert file.problem.rules[0].text == "each digit once in cell[1,1], cell[1,2], cell[1,3], cell[1,4]"
    assert verify(file.puzzle).status == "none"
    assert verify(loads(SUDOKU.replace("4 . . 2", "4 . . .")).puzzle).status in ("unique", "several")


def test_pictures_are_checked() -> None:
    with pytest.raises(RecordError, match="needs 4 lines of 4 signs, not 3 of 4"):
        loads(SUDOKU.replace("1 . . 4\n", ""))
    with pytest.raises(RecordError, match="'7' in the picture is no value of cell"):
        loads(SUDOKU.replace("1 . . 4", "7 . . 4"))
    with pytest.raises(RecordError, match="did you mean 'cell'"):
        loads(SUDOKU.replace('of = "cell"', 'of = "cells"'))


class _Point:
    name, value = "toy", "somewhere:read"

    @staticmethod
    def load() -> Any:
        def read(name: str, text: str) -> Knowledge:
            problem = Problem(name)
            a = problem.variables("a", [1, 2, 3], [1, 2, 3])
            return Knowledge(problem).observe(a[1] == int(text.strip()))

        return read


def test_a_family_reads_its_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(families_module, "entry_points", lambda group: [_Point])
    text = 'title = "t"\nfamily = "toy"\ngrid = """\n3\n"""\nextra = "all_different(a) and a[2] < a[3]"\n'
    file = loads(text)
    assert file.puzzle.count() == 1
    assert len(file.problem.rules) == 1
    with pytest.raises(RecordError, match="line 2: there is no family 'toi': did you mean 'toy'"):
        loads(text.replace('"toy"', '"toi"'))
    with pytest.raises(RecordError, match="leaves 'rule' to it"):
        loads(text + '[[rule]]\nsays = "a[1] == 1"\n')


NINE_LINES = """
53..7....
6..195...
.98....6.
8...6...3
4..8.3..1
7...2...6
.6....28.
...419..5
....8..79
"""


def test_a_sudoku_is_its_family_and_nine_lines() -> None:
    text = f'family = "sudoku"\ngrid = """{NINE_LINES}"""\n'
    verdict = verify(loads(text).puzzle)
    assert verdict.status == "unique"
    solved = {variable.name: value for variable, value in verdict.solution.items()}
    assert [int(solved[f"cell[1,{column}]"]) for column in range(1, 10)] == [5, 3, 4, 6, 7, 8, 9, 1, 2]
    # A house rule is one line more.
    clash = loads(text + 'extra = "cell[1,3] == cell[2,2]"\n').puzzle
    assert verify(clash).status == "none"


@pytest.mark.parametrize(
    ("extra", "worlds"),
    [
        ('""', 16),
        ('"all_different(diagonal)"', 4),
        ('["all_different(column)", "sum(row) == 1"]', 2),
        ('"not all_different(row)"', 4),
        ('"sum(row) <= 1"', 9),
    ],
)
def test_a_house_rule_may_go_over_rows_columns_or_diagonals(extra: str, worlds: int) -> None:
    text = f'family = "kakurasu"\ngrid = """\n2 2\n- -\n- -\n"""\nextra = {extra}\n'
    assert loads(text).puzzle.count() == worlds


def test_an_example_with_a_house_rule_needs_it() -> None:
    text = (Path(__file__).parents[2] / "examples" / "puzzles" / "sudoku-x.toml").read_text(
        encoding="utf-8"
    )
    assert verify(loads(text).puzzle).status == "unique"
    assert verify(loads(text.replace("extra =", "# ")).puzzle).status == "several"


def test_a_range_is_written_as_among_values() -> None:
    problem = Problem()
    problem.variables("cell", list(product(range(1, 4), repeat=2)), [-1, 0, 1, 2])
    for text, same in {
        "all(cell[1, c] < cell[2, c] for c in 1..3)": "all(cell[1, c] < cell[2, c] for c in range(1, 4))",
        "all_different(cell[1..2, 2..3])": "all_different(cell[1:2, 2:3])",
        "all(cell[1, 2] != n for n in -1..2)": "all(cell[1, 2] != n for n in range(-1, 3))",
    }.items():
        assert read_condition(text, problem).sentence() == read_condition(same, problem).sentence()
    word = problem.variable("word", ["1..3", "4"])
    assert read_condition("word == '1..3'", problem).sentence() == (word == "1..3").sentence()
    with pytest.raises(RecordError, match=r"binds no names; write for = .*r in 1\.\.9"):
        list(read_each("cell[1, r] == 1", "r of 1..3", problem))
    with pytest.raises(RecordError, match="no condition"):
        read_condition("cell[1.., 1] == 1", problem)

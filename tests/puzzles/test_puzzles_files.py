"""Puzzle files: what conditions mean, what errors say, what reports print."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from puzzles_random import all_worlds

from deduce import Problem, ProblemError, RecordError
from deduce.language.facts import Fact
from deduce.puzzles import generation_reports, mistake, redundant, reports, steps, verify
from deduce.puzzles.expressions import read_condition, read_variables
from deduce.puzzles.files import loads, read
from deduce.puzzles.repair_reports import repair_report
from deduce.puzzles.shapes import clue_pool
from deduce.puzzles.sources import open_puzzle

EXAMPLES = Path(__file__).parents[2] / "examples" / "puzzles"


def _problem():
    problem = Problem("p")
    problem.variable("a", [1, 2, 3])
    problem.variable("b", [1, 2, 3])
    problem.variable("c", [0, 1])
    problem.variables("pet", ["Ann", "Bob"], ["cat", "dog", "Old Gold"])
    problem.variables("cell", list(product((1, 2), (1, 2))), range(1, 4))
    return problem


MEANINGS = {
    "a == 2": lambda w: w["a"] == 2,
    "2 != a": lambda w: w["a"] != 2,
    "2 < a": lambda w: w["a"] > 2,
    "a <= 2 and b > 1": lambda w: w["a"] <= 2 and w["b"] > 1,
    "1 < a <= b": lambda w: 1 < w["a"] <= w["b"],
    "not (a == 1 or b == 1)": lambda w: w["a"] != 1 and w["b"] != 1,
    "a in [1, 3]": lambda w: w["a"] in (1, 3),
    "a not in (1, 3)": lambda w: w["a"] == 2,
    "a < b": lambda w: w["a"] < w["b"],
    "a == b + 1": lambda w: w["a"] == w["b"] + 1,
    "abs(a - b) == 1": lambda w: abs(w["a"] - w["b"]) == 1,
    "not abs(a - b) == 1": lambda w: abs(w["a"] - w["b"]) != 1,
    "abs(a - b) == 1 or c == 1": lambda w: abs(w["a"] - w["b"]) == 1 or w["c"] == 1,
    "a * b > 2 * c + 1": lambda w: w["a"] * w["b"] > 2 * w["c"] + 1,
    "a + b + c == 4": lambda w: w["a"] + w["b"] + w["c"] == 4,
    "a + b - 2 * c < 3": lambda w: w["a"] + w["b"] - 2 * w["c"] < 3,
    "2 * (a + b) + c != 5": lambda w: 2 * (w["a"] + w["b"]) + w["c"] != 5,
    "5 - a - b >= c": lambda w: 5 - w["a"] - w["b"] >= w["c"],
    "-a + b + c > -1": lambda w: -w["a"] + w["b"] + w["c"] > -1,
    "pet[Ann] == cat": lambda w: w["pet[Ann]"] == "cat",
    'pet["Ann"] != "Old Gold"': lambda w: w["pet[Ann]"] != "Old Gold",
    "pet[Ann] < pet[Bob]": lambda w: (
        ["cat", "dog", "Old Gold"].index(w["pet[Ann]"]) < ["cat", "dog", "Old Gold"].index(w["pet[Bob]"])
    ),
    "all_different(pet)": lambda w: w["pet[Ann]"] != w["pet[Bob]"],
    "all_different(a, b)": lambda w: w["a"] != w["b"],
    "exactly(1, pet, dog)": lambda w: (w["pet[Ann]"] == "dog") + (w["pet[Bob]"] == "dog") == 1,
    "at_least(1, pet, [cat, dog])": lambda w: w["pet[Ann]"] != "Old Gold" or w["pet[Bob]"] != "Old Gold",
    "at_most(1, a, b, 3)": lambda w: (w["a"] == 3) + (w["b"] == 3) <= 1,
    "count(a, b, 3) == 1": lambda w: (w["a"] == 3) + (w["b"] == 3) == 1,
    "1 <= count(pet, dog)": lambda w: "dog" in (w["pet[Ann]"], w["pet[Bob]"]),
    "count(a, b, 3) != 1": lambda w: (w["a"] == 3) == (w["b"] == 3),
    "count(a, b, 3) > 0": lambda w: 3 in (w["a"], w["b"]),
    "count(a, b, 3) < 2": lambda w: not w["a"] == w["b"] == 3,
    "implies(a == 1, b == 2)": lambda w: w["a"] != 1 or w["b"] == 2,
    "iff(a == 1, b == 2)": lambda w: (w["a"] == 1) == (w["b"] == 2),
    "implies(abs(a - b) == 1, c == 1)": lambda w: abs(w["a"] - w["b"]) != 1 or w["c"] == 1,
    "iff(abs(a - b) == 1, c == 1)": lambda w: (abs(w["a"] - w["b"]) == 1) == (w["c"] == 1),
    "one_of(a == 1, b == 1, c == 1)": lambda w: (w["a"] == 1) + (w["b"] == 1) + (w["c"] == 1) == 1,
    "sum(cell[1, :]) == 4": lambda w: w["cell[1,1]"] + w["cell[1,2]"] == 4,
    "sum(cell) >= 11": lambda w: sum(w[f"cell[{i},{j}]"] for i in (1, 2) for j in (1, 2)) >= 11,
    "cell[1, 2] > cell[2, 1]": lambda w: w["cell[1,2]"] > w["cell[2,1]"],
}


@pytest.mark.parametrize("text", MEANINGS)
def test_conditions_mean_what_they_say(text):
    problem = _problem()
    condition = read_condition(text, problem)
    values = list(product(*(v.domain for v in condition.scope)))
    for row in values:
        world = {v.name: x for v, x in zip(condition.scope, row, strict=True)}
        assert condition.holds(row) == MEANINGS[text](world)
    # Variables it does not mention make no difference.
    assert {v.name for v in condition.scope} <= {v.name for v in problem.scope}


FAULTS = {
    "a = 2": "write == for equality",
    "a == 4": "4 is no value of a: allowed: 1, 2, 3",
    "pet[Ann] == dgo": "'dgo' is no value of pet\\[Ann\\]: did you mean 'dog'",
    "pet[An] == cat": "did you mean 'Ann'",
    "pte[Ann] == cat": "no family 'pte': did you mean 'pet'",
    "pet == cat": "pet is a family; name a member, as in pet\\[Ann\\]",
    "aa == bb": "'aa' is no variable",
    "all_diferent(pet)": "did you mean 'all_different'",
    "all_different(pets)": "no variable 'pets': did you mean 'pet'",
    "count(pet, dgo) == 1": "did you mean 'dog'",
    "count(pet, dog)": "is a number; compare it",
    "count(pet, dog) == a": "whole number",
    "count(pet, dog) == 3": "never be so",
    "at_least(x, pet, dog)": "write it as at_least",
    "a": "says nothing that is true or false",
    "1 == 1": "is no variable",
    "1 + 1 == 2": "numbers only",
    "pet[Ann] + 1 == 2": "no whole numbers",
    "a / 2 == 1": "not allowed",
    "a ** b == 1": "a power is a whole number",
    "a is b": "write == or !=",
    "a in b": "list of values",
    "a in [1, 7]": "7 is no value of a",
    "b + 1 in [1]": "is no variable",
    "__import__('os').system('true')": "there is no function",
    "(lambda: 1)() == 1": "there is no function",
    "[x for x in a] == 1": "not allowed",
    "a.b == 1": "not allowed",
    "a == 1 if b else c": "true or false",
    "exactly(1, pet, value=dog)": "write it as",
    "implies(a == 1)": "write it as",
    "one_of()": "write it as",
    "abs(a, b) == 1": "no number here",
    "cell[1] == 1": "no member '1'",
    "cell[7:9, 1] == 1": "no member '7:9,1'",
    "cell[1, :] == 1": "names 2 variables",
    "cell[a + 1, 1] == 1": "has no such member",
    "(" * 300 + "a" + ")" * 300: "no condition",
    "not " * 700 + "a == 1": "nested|no condition",
    "a + 2000000000 == b": "at most 1,000,000,000",
    "a + 99999 * 99999 * b == 1": "at most 1,000,000,000",
    "a ==": "no condition",
    "": "no condition",
}


@pytest.mark.parametrize("text", FAULTS)
def test_faulty_conditions_say_what_and_where(text):
    with pytest.raises(RecordError, match=FAULTS[text]) as caught:
        read_condition(text, _problem(), source="x.toml", line=7, column=9)
    assert caught.value.line == 7
    assert caught.value.source == "x.toml"
    assert caught.value.column == 0 or caught.value.column >= 9 or not text


@given(text=st.text(alphabet="ab[]()=<>!,.: 12pet'\"+-*/%@{}\\\n", max_size=25))
def test_any_text_is_a_condition_or_an_error_of_ours(text):
    problem = _problem()
    try:
        condition = read_condition(text, problem)
    except RecordError:
        return
    assert condition.scope


def test_variables_by_name_member_and_row():
    problem = _problem()
    assert [v.name for v in read_variables("pet", problem)] == ["pet[Ann]", "pet[Bob]"]
    assert [v.name for v in read_variables("cell[:, 2]", problem)] == ["cell[1,2]", "cell[2,2]"]
    assert [v.name for v in read_variables("[a, pet[Bob]]", problem)] == ["a", "pet[Bob]"]


GOOD = """
title = "Pets"
question = "Who has the fish?"
[variables]
pet = { for = ["Ann", "Bob", "Cleo"], values = ["cat", "dog", "fish"] }
age = "8..10"
[[rule]]
says = "all_different(pet)"
[[clue]]
text = "Ann is allergic to dogs."
says = "pet[Ann] != dog"
[[clue]]
says = "pet[Bob] == cat"
[answer]
about = ["pet"]
"""


def test_a_file_becomes_a_puzzle():
    file = loads(GOOD, source="pets.toml")
    assert [s.label for s in file.puzzle.log] == [
        "line 11: Ann is allergic to dogs.",
        "line 13: pet[Bob] is cat",
    ]
    assert [v.name for v in file.problem.key] == ["pet[Ann]", "pet[Bob]", "pet[Cleo]"]
    assert file.problem["age"].domain == (8, 9, 10)
    verdict = verify(file.puzzle)
    assert verdict.unique
    assert {v.name: x for v, x in verdict.solution.items() if v.name != "age"} == {
        "pet[Ann]": "fish", "pet[Bob]": "cat", "pet[Cleo]": "dog",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ('title = "Pets"', "title = Pets", 2, "not valid TOML"),
        ("[answer]", "[anwser]", 14, "did you mean 'answer'"),
        ("[variables]", "[variable]", 4, "did you mean 'variables'"),
        ("pet = {", "2pet = {", 5, "letters, digits"),
        ('"8..10"', '"8-10"', 6, "is no range"),
        ('"8..10"', "8", 6, "needs a list"),
        ('"8..10"', "[1.5]", 6, "1.5 is no value"),
        ('"8..10"', "[9000000000000]", 6, "at most 1,000,000,000"),
        ('"8..10"', '"1..99999999999"', 6, "is no range"),
        ('"8..10"', "[1, 1]", 6, "has 1 twice"),
        ("values = ", "valeus = ", 5, "did you mean 'values'"),
        ('says = "pet[Bob] == cat"', 'say = "pet[Bob] == cat"', 12, "did you mean 'says'"),
        ('says = "pet[Bob] == cat"', "says = 3", 12, "needs says"),
        ("pet[Bob] == cat", "pet[Bbo] == cat", 13, "did you mean 'Bob'"),
        ("pet[Ann] != dog", "pet[Ann] != dgo", 11, "did you mean 'dog'"),
        ("all_different(pet)", "all_different(pat)", 8, "did you mean 'pet'"),
        ('about = ["pet"]', 'about = ["pot"]', 15, "did you mean 'pet'"),
        ('about = ["pet"]', "about = []", 14, "the answer needs"),
        ("[[rule]]", "[rule]", 7, r"\[\[rule\]\]"),
        ('question = "Who has the fish?"', "question = 1", 3, "text in quotes"),
    ],
)
def test_errors_name_file_line_and_the_nearest_name(old, new, line, message):
    assert GOOD.count(old) >= 1
    with pytest.raises(RecordError, match=message) as caught:
        loads(GOOD.replace(old, new, 1), source="pets.toml")
    assert caught.value.line == line
    assert str(caught.value).startswith(f"pets.toml, line {line}")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(RecordError, match="cannot be read"):
        read(tmp_path / "none.toml")


def test_a_grid_of_cells():
    text = """
[variables]
cell = { for = ["1..3", "1..3"], values = "1..9" }
[[rule]]
says = "all_different(cell)"
""" + "".join(
        f'[[rule]]\nsays = "sum({line}) == 15"\n'
        for line in [
            *(f"cell[{i}, :]" for i in (1, 2, 3)), *(f"cell[:, {i}]" for i in (1, 2, 3)),
            "cell[1, 1], cell[2, 2], cell[3, 3]", "cell[1, 3], cell[2, 2], cell[3, 1]",
        ]
    )  # fmt: skip
    verdict = verify(loads(text).puzzle, limit=None)
    assert len(verdict.solutions) == 8  # the one magic square, turned and mirrored


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.name)
def test_the_example_puzzles_are_unique_and_solved_step_by_step(path):
    file = read(path)
    assert verify(file.puzzle).unique
    assert redundant(file.puzzle).spare == ()
    assert steps(file.puzzle).solved


def test_the_zebra_as_a_file_has_the_published_answer():
    house = {v.name[6:-1]: x for v, x in verify(read(EXAMPLES / "zebra.toml").puzzle).solution.items()}
    assert house["zebra"] == house["Japanese"]
    assert house["water"] == house["Norwegian"]


def test_the_pool_has_the_shapes_and_only_truth_is_used():
    file = loads(GOOD)
    pool = clue_pool(file)
    sentences = {s.text for s in pool.values()}
    assert "Ann is allergic to dogs." in sentences
    assert "pet[Cleo] is fish" in sentences
    assert len(pool) == 18  # (is, is not) x 3 people x 3 pets
    for says, statement in pool.items():
        again = read_condition(says, file.problem)
        assert isinstance(again, Fact)
        assert again.key() == statement.content.key()


def test_a_grid_makes_more_grids(tmp_path):
    boxes = ["cell[1,1],cell[1,2],cell[2,1],cell[2,2]", "cell[1,3],cell[1,4],cell[2,3],cell[2,4]",
             "cell[3,1],cell[3,2],cell[4,1],cell[4,2]", "cell[3,3],cell[3,4],cell[4,3],cell[4,4]"]  # fmt: skip
    units = [f"cell[{i}, :]" for i in range(1, 5)] + [f"cell[:, {i}]" for i in range(1, 5)] + boxes
    text = '[variables]\ncell = { for = ["1..4", "1..4"], values = "1..4" }\n'
    text += "".join(f'[[rule]]\nsays = "all_different({unit})"\n' for unit in units)
    text += '[[clue]]\nsays = "cell[1, 1] == 1"\n'
    path = _file(tmp_path, text)
    assert len(clue_pool(read(path))) == 64
    report = generation_reports.generate_report(path, n=1, seed=3)
    (made,) = report.data["puzzles"]
    assert 4 <= len(made["clues"]) <= 6
    again = text.replace('[[clue]]\nsays = "cell[1, 1] == 1"\n', "")
    again += "".join(f'[[clue]]\nsays = "{clue["says"]}"\n' for clue in made["clues"])
    assert verify(loads(again).puzzle).unique


def _file(tmp_path, text=GOOD):
    path = tmp_path / "pets.toml"
    path.write_text(text)
    return path


def test_reports_are_text_data_and_status(tmp_path):
    path = _file(tmp_path)
    made = [
        reports.unique_report(path),
        reports.steps_report(path),
        reports.hint_report(path, ["pet[Bob]=cat"], strength=2),
        reports.redundant_report(path),
        generation_reports.generate_report(path, n=2, seed=1),
    ]
    for report in made:
        assert report.status == 0
        assert report.text.startswith("Pets. Who has the fish?\n")
        assert json.loads(json.dumps(report.data))
        assert all(len(line) <= 96 for line in report.text.splitlines())
    puzzles = made[-1].data["puzzles"]
    assert len(puzzles) == 2
    file = loads(GOOD)
    for puzzle in puzzles:
        clues = [read_condition(clue["says"], file.problem) for clue in puzzle["clues"]]
        rules = [s.content for s in file.problem.rules]
        worlds = all_worlds(file.problem.scope, [*rules, *clues])
        assert len({tuple(w[v] for v in file.problem.key) for w in worlds}) == 1


def test_statuses_of_bad_puzzles(tmp_path):
    several = _file(tmp_path, GOOD.replace('says = "pet[Bob] == cat"', 'says = "pet[Bob] != cat"'))
    assert reports.unique_report(several).status == 1
    assert "Two of them differ" in reports.unique_report(several).text
    assert reports.steps_report(several).status == 1
    assert reports.redundant_report(several).status == 1
    with pytest.raises(ProblemError, match="not unique"):
        generation_reports.generate_report(several, difficulty="same")
    none = GOOD.replace("pet[Bob] == cat", "pet[Ann] == dog")
    # Clues are made anew: there is no puzzle where the rules contradict each other.
    never = none.replace("[[clue]]", "[[rule]]").replace(
        "[answer]", '[[clue]]\nsays = "age == 8"\n[answer]'
    )
    for make, text in (
        (reports.unique_report, none),
        (reports.steps_report, none),
        (reports.hint_report, none),
        (reports.redundant_report, none),
        (lambda path: generation_reports.generate_report(path, n=1, seed=1), never),
    ):
        report = make(_file(tmp_path, text))
        assert report.status == 1
        assert "Ann is allergic to dogs." in report.text
        assert json.dumps(report.data)


def test_limits_and_slips_at_the_command_line(tmp_path):
    path = _file(tmp_path)
    report = generation_reports.generate_report(path, difficulty=9, seed=1, time_limit=1e-9)
    assert report.status == 3
    assert report.text.splitlines()[1].startswith("gave up")
    with pytest.raises(ProblemError, match="2-3"):
        generation_reports.generate_report(path, difficulty="hard")
    with pytest.raises(ProblemError, match="no entry"):
        reports.hint_report(path, ["pet[Bob]"])
    with pytest.raises(ProblemError, match="did you mean"):
        reports.hint_report(path, ["pet[Bobb]=cat"])
    with pytest.raises(ProblemError, match="did you mean 'cat'"):
        reports.hint_report(path, ["pet[Bob]=cta"])
    wrong = reports.hint_report(path, ["pet[Ann]=dog"])
    assert wrong.status == 1
    assert "look again at pet[Ann]" in wrong.text
    bare = _file(tmp_path, '[variables]\na = "1..2"\n')
    with pytest.raises(ProblemError, match="without clues"):
        generation_reports.generate_report(bare)


GRID = """
[variables]
g = { for = ["1..2", "1..2"], values = ["Old Gold", "red", "blue"] }
[[rule]]
says = "all_different(g[1, :])"
[[rule]]
says = "g[2, 1] == g[1, 2] and g[2, 2] == g[1, 1]"
[[clue]]
says = "g[1, 1] == 'Old Gold'"
[[clue]]
says = "g[2, 1] != blue"
"""


@pytest.mark.parametrize("name", ["g[1,2]", "g[1, 2]", " g [ 1 , 2 ] "])
def test_a_cell_of_a_grid_is_entered_and_shown_as_the_file_writes_it(tmp_path, name):
    path = _file(tmp_path, GRID)
    assert "g[2,1]" in reports.steps_report(path).text
    assert "g[2,1]" in reports.hint_report(path, [f"{name}=red"], strength=3).text
    assert reports.hint_report(path, [f"{name}=blue"]).status == 1
    assert mistake(read(path).puzzle, {name: "blue"}).variable.name == "g[1,2]"


def test_a_family_is_no_entry(tmp_path):
    with pytest.raises(ProblemError, match=r"g\[1,1\]=value"):
        reports.hint_report(_file(tmp_path, GRID), ["g=red"])


ODD = """[variables]
a = ["None", "True", "x"]
n = "1..5"
seat = { for = ["None", "Ann"], values = "1..2" }
"""


@pytest.mark.parametrize(
    ("says", "kept"),
    [
        ("a == None", {"None"}),
        ("a != True", {"None", "x"}),
        ("a in [None, True]", {"None", "True"}),
        ("count(a, None) == 1", {"None"}),
        ('a == "True"', {"True"}),
    ],
)
def test_none_and_true_are_words_like_others(says, kept):
    file = loads(f"{ODD}[[clue]]\nsays = '{says}'\n")
    assert {world[file.problem["a"]] for world in all_worlds(file.problem.scope, _contents(file))} == kept
    assert says.replace('"', "'") in clue_pool(file)


def _contents(file):
    return [statement.content for statement in file.puzzle.log]


def test_a_key_may_be_the_word_none():
    file = loads(f"{ODD}[[clue]]\nsays = 'seat[None] == 2'\n")
    assert file.puzzle.log[0].content.scope == (file.problem["seat"]["None"],)


@pytest.mark.parametrize(
    ("says", "column", "message"),
    [
        ("n == None", 14, "'None' is no value of n: allowed: 1, 2"),
        ("n in [None]", 15, "'None' is no value of n"),
        ("count(n, None) == 1", 18, "'None' is no value to count"),
        ("n == True", 14, "'True' is no value of n"),
        ("n == -True", 15, "'True' is no variable"),
        ("n == ...", 14, r"'\.\.\.' is no value here"),
        ("n == 1j", 14, "'1j' is no value here"),
        ("a == b'x'", 14, "is no value here; write"),
        ("n[1] == 1", 9, "'n' is one variable, no family"),
        ("m[1] == 1", 9, "no family 'm': did you mean 'n'|no family 'm': allowed: seat"),
    ],
)
def test_odd_literals_are_named_for_what_they_are(says, column, message):
    with pytest.raises(RecordError, match=message) as caught:
        loads(f'{ODD}[[clue]]\nsays = "{says}"\n')
    assert (caught.value.line, caught.value.column) == (6, column)


def test_members_of_a_grid_are_listed_one_by_one():
    with pytest.raises(
        RecordError, match=r"no member '5,1': .*allowed: \[1,1\], \[1,2\], \[2,1\], \[2,2\]$"
    ):
        loads(
            '[variables]\nn = { for = ["1..2", "1..2"], values = "1..2" }\n[[clue]]\nsays = "n[5,1] == 1"\n'
        )


def test_a_family_without_members_in_the_file_names_what_there_is():
    with pytest.raises(RecordError, match=r"no family 'm': allowed: n$"):
        loads('[variables]\nn = "1..2"\n[[clue]]\nsays = "m[1] == 1"\n')


@pytest.mark.parametrize("name", ["class", "or", "None"])
def test_a_word_of_conditions_names_no_variable(name):
    with pytest.raises(RecordError, match=f"'{name}' cannot name a variable") as caught:
        loads(f'[variables]\na = "1..2"\n{name} = "1..2"\n')
    assert caught.value.line == 3


def test_a_grid_has_an_end():
    with pytest.raises(RecordError, match="100,000,000 variables; a grid has at most 10,000") as caught:
        loads('[variables]\na = { for = ["1..10000", "1..10000"], values = "1..2" }\n')
    assert caught.value.line == 2
    assert (
        len(loads('[variables]\na = { for = ["1..50", "1..40"], values = "1..2" }\n').problem.scope) == 2000
    )


LINES = '''[variables]
a = "1..3"
b = "1..3"
[[clue]]
text = """
[[clue]]
says = "x"
says = x"""
says = """
a == 1 and  # as everybody knows
  b == 2"""
[[clue]]
says = "a != 3"
'''


def test_a_condition_may_go_on_over_several_lines():
    file = loads(LINES)
    a, b = file.problem.scope
    assert [(w[a], w[b]) for w in all_worlds((a, b), _contents(file)[:1])] == [(1, 2)]
    assert [statement.place for statement in file.puzzle.log] == ["line 10", "line 13"]
    assert "a == 2 and b == 1" in clue_pool(file)


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("  b == 2", "  bb == 2", (11, 3), "did you mean 'b'"),
        ("a == 1 and", "aa == 1 and", (10, 1), "did you mean 'a'"),
        ("a != 3", "c != 3", (13, 9), "'c' is no variable"),
        ("  b == 2", "  b = 2", (11, 5), "no condition"),
        ('says = "a != 3"', 'say = "a != 3"', (12, 0), "did you mean 'says'"),
        ('"a != 3"', '"a\\n!= 4"', (13, 0), "4 is no value"),
    ],
)
def test_errors_name_the_line_where_a_condition_is_wrong(old, new, place, message):
    assert LINES.count(old) == 1
    with pytest.raises(RecordError, match=message) as caught:
        loads(LINES.replace(old, new))
    assert (caught.value.line, caught.value.column) == place


def test_a_long_condition_is_not_repeated_in_full():
    for says in (
        "a == 1 and " * 1000,
        "a == 1 and " + "a / 2 + " * 1000 + "1 == 1",
        "a == '" + "x" * 9000 + "'",
    ):
        with pytest.raises(RecordError) as caught:
            loads(f'[variables]\na = "1..3"\n[[clue]]\nsays = "{says}"\n')
        assert len(str(caught.value)) < 500


def test_a_mark_at_the_start_of_a_file_is_passed_over(tmp_path):
    path = tmp_path / "mark.toml"
    path.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert read(path).title == "Pets"


@pytest.mark.parametrize("says", ["lamp[hall] == on", "on != lamp[hall]", "lamp[hall] in [off, on]",
                                  "count(lamp, on) == 1"])  # fmt: skip
def test_a_value_that_is_also_a_variable_is_refused(says):
    text = '[variables]\nlamp = { for = ["hall", "den"], values = ["on", "off"] }\non = ["hall", "den"]\n[[clue]]\n'
    with pytest.raises(
        RecordError, match=r"'on' is a value of lamp\[hall\] and also the name of a variable"
    ):
        loads(f'{text}says = "{says}"\n')
    file = loads(text + """says = "lamp[hall] == 'on' and on == den"\n""")
    assert len(all_worlds(file.problem.scope, _contents(file))) == 2


def test_a_wrong_table_names_its_line():
    with pytest.raises(RecordError, match="line 2: write each clue"):
        loads('title = "x"\nclue = 3\n[variables]\na = "1..2"\n')
    with pytest.raises(RecordError, match="line 1: a puzzle needs"):
        loads("variables = 3\n")


BOTH = """rule = [{ says = "a != b" }, { says = "b != c" }]
[variables]
a = "1..3"
b = "1..3"
c = "1..3"
[[rule]] # one more
says = "a != c"
[[clue]]
says = "a == 1"
[[rule]]
text = "b is small: [[rule]] in a text is none"
says = "b < c"
"""


def test_a_list_of_rules_may_stand_beside_tables_of_rules():
    file = loads(BOTH)
    assert len(file.problem.rules) == 4
    assert verify(file.puzzle).solution == {
        file.problem["a"]: 1,
        file.problem["b"]: 2,
        file.problem["c"]: 3,
    }
    for says, line in (("b < c", 12), ("b != c", 1), ("a != c", 7)):
        with pytest.raises(RecordError) as error:
            loads(BOTH.replace(says, "q < 1"))
        assert error.value.line == line


@pytest.mark.parametrize("typed", ["slitherlink", "slitherlinkk", "Sudoku"])
def test_a_family_in_place_of_a_file_is_recognised(typed):
    with pytest.raises(RecordError, match=r"no such file; (slitherlink|sudoku) is a family: .* --family"):
        open_puzzle(typed)
    with pytest.raises(RecordError, match="cannot be read: No such file"):
        open_puzzle("evening")


def test_a_sudoku_without_a_digit_is_named_as_such(tmp_path):
    (tmp_path / "empty").write_text("\n".join(["." * 9] * 9) + "\n")
    for source in ("." * 81, tmp_path / "empty"):
        with pytest.raises(RecordError, match="no place has a digit; a sudoku's digits are 81"):
            open_puzzle(source)


def test_a_record_of_a_game_is_recognised():
    with pytest.raises(RecordError, match="the record of a game, which 'deduce solve' reads"):
        open_puzzle(Path(__file__).parents[2] / "examples" / "enigma" / "evening.txt")


def test_rules_may_be_a_list_of_conditions():
    variables = '[variables]\na = "1..3"\nb = "1..3"\nc = "1..3"\n'
    rules = 'rule = ["a < b", { says = "b < c", text = "in order" },\n  "c != 1"]\n'
    file = loads(rules + variables)
    assert [rule.text for rule in file.problem.rules][1] == "in order"
    assert verify(file.puzzle).solution == {
        file.problem["a"]: 1,
        file.problem["b"]: 2,
        file.problem["c"]: 3,
    }
    with pytest.raises(RecordError, match="line 2, column 6: 'z' is no value of a"):
        loads('rule = ["a < b",\n"a < z"]\n' + variables)


def test_of_a_family_only_what_is_asked_about_is_shown(tmp_path):
    """Six grids have this first cell: whichever was found first is no solution to show."""
    asked = 'family = "sudoku"\ngrid = """\n14..\n....\n..1.\n....\n"""\n[answer]\nabout = ["{}"]\n'
    path = tmp_path / "asked.toml"
    for about, status, lines in (
        ("cell[1,1]", 0, ["Unique: exactly one solution.", "  1"]),
        ("cell[1,1..2]", 0, ["Unique: exactly one solution.", "  1 4"]),
        ("cell[1,:]", 1, ["Not unique: at least 2 solutions."]),
        ("cell", 1, ["", "4 4"]),  # all of it, in the family's notation
    ):
        path.write_text(asked.format(about))
        report = reports.unique_report(path, svg=tmp_path / "drawn.svg")
        assert (report.status, report.text.splitlines()[1 : 1 + len(lines)]) == (status, lines)
        assert repair_report(path, sample=1, seed=1).text
    path.write_text(asked.format("cell") + '[board.x]\npicture = "."\n')
    with pytest.raises(RecordError, match="leaves 'board' to it"):
        read(path)


def test_blocks_fit_into_their_grid():
    grid = 'variables.c = {{ for = ["1..4", "1..6"], values = "1..9" }}\n'
    text = grid + 'rule = [{{ for = "g in blocks(c, {}, {})", says = "sum(g) > 3" }}]\n'
    assert len(loads(text.format(2, 3)).problem.rules) == 4
    for height, width in ((3, 2), (2, 4), (8, 6)):  # cut off at the border they would be other rules
        said = f"blocks of {height} by {width} do not fit into c, a grid of 4 by 6"
        with pytest.raises(RecordError, match=said):
            loads(text.format(height, width))


@pytest.mark.parametrize("over", ["g in windows(c, 5, 1)", "g in pairs(c[1, 1])", "g in 3..1"])
@pytest.mark.parametrize("table", ["rule", "clue"])
def test_a_rule_that_goes_over_nothing_is_refused(table, over):
    text = 'variables.c = {{ for = ["1..4", "1..6"], values = "1..9" }}\n[[{}]]\nfor = "{}"\nsays = "c[1, 1] == 1"\n'
    with pytest.raises(
        RecordError, match=f"line 2: .*goes over nothing: so this {table} would say nothing"
    ):
        loads(text.format(table, over), source="none.toml")

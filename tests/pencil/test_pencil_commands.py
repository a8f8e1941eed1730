"""``deduce puzzles`` and ``deduce unique --family``, on the shelf of this source tree."""

import json
from xml.etree import ElementTree

import pytest
from command_line import deduce

from deduce.ground.report import Report
from deduce.puzzles import dataset, shelves, verify
from deduce.puzzles.files import loads
from deduce_models import pencil
from deduce_models.pencil.making.places import clues, with_word
from deduce_models.pencil.sheet.printed import EMPTY
from deduce_models.pencil.shelf import SHELF


@pytest.fixture(autouse=True)
def _one_shelf(monkeypatch):
    """The shelf without its entry point: a test must not need the project to be installed anew."""
    monkeypatch.setattr(shelves, "families", lambda: dict.fromkeys(SHELF.names(), SHELF))
    for room in ("shelf_reports", "generation_reports", "datasets", "families.shelves"):
        monkeypatch.setattr(f"deduce.puzzles.{room}.families", shelves.families)


def test_puzzles_lists_the_shelf():
    status, out, err = deduce("puzzles", "--json")
    assert (status, err) == (0, "")
    listed = json.loads(out)["families"]
    assert [entry["name"] for entry in listed] == list(pencil.families())
    assert all(entry["about"].endswith(".") or entry["about"].endswith(")") for entry in listed)


def test_puzzles_shows_a_family_with_its_example():
    status, out, _ = deduce("puzzles", "masyu")
    assert status == 0
    assert all(line in out for line in pencil.family("masyu").example.splitlines())


def test_puzzles_draws_examples(tmp_path):
    status, _, _ = deduce("puzzles", "masyu", "kakuro", "--svg", tmp_path)
    assert status == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kakuro.svg", "masyu.svg"]
    for path in tmp_path.iterdir():
        assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_puzzles_refuses_an_unknown_family():
    status, _, err = deduce("puzzles", "masju")
    assert status == 2
    assert "did you mean 'masyu'?" in err


def test_unique_answers_for_a_text_of_a_family(tmp_path):
    file = tmp_path / "puzzle.txt"
    file.write_text(pencil.family("slitherlink").example)
    status, out, _ = deduce("unique", file, "--family", "slitherlink")
    assert status == 0
    assert out.startswith("Slitherlink: unique")


def test_one_of_several_puzzles_is_standard_input(tmp_path):
    file = tmp_path / "puzzle.txt"
    file.write_text("2 2\n- -\n- -\n")
    text = pencil.family("slitherlink").example
    status, out, _ = deduce("unique", "-", file, "--family", "slitherlink", stdin=text)
    assert status == 1
    assert [line.split()[-3] for line in out.splitlines()[:2]] == ["unique", "several"]
    status, _, err = deduce("unique", "-", file, "--family", "slitherlink", stdin="2 2\n- 7\n- -\n")
    assert status == 2
    assert "standard input, line 2" in err
    status, _, err = deduce("unique", "-", "-", "--family", "slitherlink", stdin=text)
    assert (status, err) == (2, "deduce: standard input is read once; it can be one of the files only\n")


def test_unique_shows_two_solutions(tmp_path):
    file = tmp_path / "puzzle.txt"
    file.write_text("2 2\n- -\n- -\n")
    status, out, _ = deduce("unique", file, "--family", "slitherlink")
    assert status == 1
    assert out.count("\n2 2\n") == 2


def test_unique_names_the_place_of_a_fault(tmp_path):
    file = tmp_path / "puzzle.txt"
    file.write_text("2 2\n- -\n- 9\n")
    status, _, err = deduce("unique", file, "--family", "slitherlink")
    assert status == 2
    assert "puzzle.txt, line 3" in err
    assert "row 2, column 2" in err


def test_unique_takes_an_address():
    address = pencil.address(pencil.parse("masyu", pencil.family("masyu").example))
    status, out, _ = deduce("unique", address)
    assert status == 0
    assert out.startswith("Masyu: unique")
    status, _, err = deduce("unique", address, "--family", "yinyang")
    assert status == 2
    assert "a puzzle of the family masyu, not yinyang" in err
    status, _, err = deduce("unique", "https://example.org/p?mashu/2/2/0")
    assert status == 2
    assert "no family of puzzles is read from an address of this site" in err


@pytest.fixture
def slitherlink(tmp_path):
    file = tmp_path / "puzzle.txt"
    file.write_text(pencil.family("slitherlink").example)
    return file


def test_steps_takes_a_text_of_a_family_and_draws_each_step(slitherlink, tmp_path):
    status, out, _ = deduce(
        "steps", slitherlink, "--family", "slitherlink", "--svg", tmp_path / "pictures", "--json"
    )
    assert status == 0
    walk = json.loads(out)
    assert walk["solved"]
    assert len(list((tmp_path / "pictures").glob("step-*.svg"))) == len(walk["steps"])


def test_hint_takes_a_text_of_a_family(slitherlink):
    status, out, _ = deduce("hint", slitherlink, "--family", "slitherlink", "--strength", "3")
    assert status == 0
    assert "r2c2: 0 sides of this cell" in out


@pytest.mark.parametrize(
    ("entries", "strength", "coloured"),
    [
        ((), 1, {"#ffe9a8": 1, "#dcebfa": 0}),  # where to look
        (("cell[1,2]=4", "cell[2,2]=3"), 3, {"#ffe9a8": 3}),  # the step
        (("cell[1,1]=2", "cell[1,3]=2"), 1, {"#ffe9a8": 1, "#dcebfa": 0}),  # the wrong entry alone
        (("cell[1,1]=2", "cell[1,3]=2"), 3, {"#ffe9a8": 1, "#dcebfa": 1}),  # and what rules it out
    ],
)
def test_a_hint_is_drawn_in_the_position_it_is_for(tmp_path, entries, strength, coloured):
    file, picture = tmp_path / "sudoku.txt", tmp_path / "hint.svg"
    file.write_text(pencil.family("sudoku").example, encoding="utf-8")
    asked = ("--family", "sudoku", "--strength", str(strength), "--svg", str(picture))
    status, _, err = deduce("hint", str(file), *entries, *asked)
    assert err == ""
    assert status in {0, 1}
    drawn = picture.read_text(encoding="utf-8")
    ElementTree.fromstring(drawn)
    for colour, number in coloured.items():
        assert drawn.count(colour) == number
    for entry in entries:
        assert f">{entry[-1]}<" in drawn


def test_entries_are_written_as_hints_call_their_cells(tmp_path):
    file = tmp_path / "stars.txt"
    file.write_text(pencil.family("starbattle").example, encoding="utf-8")
    asked = (str(file), "--family", "starbattle", "--strength", "3")
    status, out, err = deduce("hint", *asked, "r1c1=star")
    assert (status, err, "r1c1 cannot be star" in out) == (1, "", True)
    assert "cell[" not in out
    assert "stars do not touch (4 times: r1c1, r1c2, r2c1, r2c2" in out
    status, _, err = deduce("hint", *asked, "r9c1=star")
    assert (status, "r9c1 is outside of the grid of 5 rows and 5 columns" in err) == (2, True)


def test_hints_of_a_file_of_its_own_are_not_drawn(tmp_path):
    status, _, err = deduce("hint", "examples/puzzles/cinema.toml", "--svg", str(tmp_path / "hint.svg"))
    assert status == 2
    assert "puzzles of a family" in err


def test_generate_has_a_limit_for_each_puzzle(monkeypatch):
    given = []
    monkeypatch.setattr(
        "deduce.puzzles.generation_reports.generate_report",
        lambda *_, time_limit, **__: given.append(time_limit) or Report("", {}, 0),
    )
    for more in ((), ("-n", "3"), ("--time-limit", "7")):
        deduce("generate", "--family", "sudoku", *more)
    assert given == [60.0, 180.0, 7.0]


def test_redundant_takes_a_text_of_a_family(slitherlink):
    status, out, _ = deduce("redundant", slitherlink, "--family", "slitherlink")
    assert status == 0
    assert "no clue follows from the others" in out


def test_generate_makes_puzzles_of_a_family_and_a_wished_difficulty(slitherlink):
    asked = ("generate", slitherlink, "--family", "slitherlink", "--seed", "3", "--difficulty", "5-6")
    status, out, _ = deduce(*asked, "-n", "2", "--json")
    assert status == 0
    puzzles = json.loads(out)["puzzles"]
    assert len(puzzles) == 2
    for puzzle in puzzles:
        assert puzzle["text"].startswith("4 4\n")
        assert verify(pencil.read("slitherlink", puzzle["text"])).unique
        assert puzzle["difficulty"]["level"] in (5, 6)
    assert json.loads(deduce(*asked, "--json")[1])["puzzles"] == puzzles[:1]


def test_generate_keeps_a_pattern():
    asked = ("generate", "--family", "yinyang", "--size", "3x3", "--seed", "1", "--json")
    status, out, _ = deduce(*asked, "--symmetric", "--no-minimal")
    assert status == 0
    lines = [line.split() for line in json.loads(out)["puzzles"][0]["text"].splitlines()[1:]]
    assert [[w != "-" for w in line] for line in lines] == [
        [w != "-" for w in line[::-1]] for line in lines[::-1]
    ]


def test_generate_makes_puzzles_of_a_size():
    status, out, _ = deduce("generate", "--family", "yinyang", "--size", "3x4", "--seed", "1")
    assert status == 0
    assert "3 4" in out
    named = deduce("generate", "yinyang", "--size", "3", "--seed", "1")
    assert named == deduce("generate", "--family", "yinyang", "--size", "3x3", "--seed", "1")


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ([], "or a family, such as slitherlink"),
        (["--family", "yinyang", "--size", "3by3"], "such as 8x10"),
        (["--family", "yinjang", "--size", "3x3"], "did you mean 'yinyang'?"),
        (
            ["--family", "yinyang", "--size", "3x3", "--difficulty", "hard"],
            "write a number from 1 to 10 such as 2",
        ),
    ],
)
def test_generate_says_what_it_needs(asked, why):
    status, _, err = deduce("generate", *asked)
    assert status == 2
    assert why in err


@pytest.mark.parametrize(("name", "size"), [("sudoku", "9 9\n"), ("heyawake", "6 6\n")])
def test_generate_has_a_usual_size(name, size):
    status, out, _ = deduce("generate", name, "--seed", "1", "--json")
    assert status == 0
    assert json.loads(out)["puzzles"][0]["text"].startswith(size)


HOUSE = """family = "sudoku"
grid = \"\"\"
1...
....
....
...2
\"\"\"
extra = "all_different(diagonal)"
"""


def test_generate_makes_puzzles_of_the_family_and_the_house_rules_of_a_file(tmp_path):
    file = tmp_path / "four.toml"
    file.write_text(HOUSE)
    kept = tmp_path / "kept.jsonl"
    status, out, err = deduce("generate", file, "--n", 3, "--seed", 1, "--json", "--results", kept)
    assert (status, err) == (0, "")
    made = json.loads(out)
    assert made["extra"] == ["all_different(diagonal)"]
    for puzzle in made["puzzles"]:
        grid = "\n".join(puzzle["text"].splitlines()[1:]).replace(" ", "").replace("-", ".")
        given = HOUSE.replace("1...\n....\n....\n...2", grid)
        assert verify(loads(given).puzzle).status == "unique"
    # The file is gone on from, and only with the same house rules.
    assert (
        json.loads(deduce("generate", file, "--n", 3, "--seed", 1, "--json", "--results", kept)[1]) == made
    )
    file.write_text(HOUSE.replace("diagonal", "cell[1, :]"))
    status, _, err = deduce("generate", file, "--n", 3, "--seed", 1, "--results", kept)
    assert status == 2
    assert "another extra" in err
    assert any(
        verify(pencil.read("sudoku", puzzle["text"])).status == "several" for puzzle in made["puzzles"]
    ), "the house rule was needed nowhere"


def test_a_data_set_of_a_file_keeps_its_house_rules(tmp_path):
    file = tmp_path / "four.toml"
    file.write_text(HOUSE)
    item = dataset(file, 1, seed=3)[0]
    assert "all_different(diagonal)" in item.question
    assert item.check()
    grid = [line.split() for line in item.answer.splitlines()[1:]]
    assert len({grid[i][i] for i in range(4)}) == len({grid[i][3 - i] for i in range(4)}) == 4


@pytest.mark.parametrize("name", ["masyu", "shingoki", "abcendview", "nurikabe"])
def test_redundant_speaks_of_printed_clues(name, tmp_path):
    sheet = pencil.parse(name, pencil.family(name).example)
    file = tmp_path / "puzzle.txt"
    file.write_text(sheet.text())
    status, out, _ = deduce("redundant", file, "--family", name, "--json")
    found = json.loads(out)
    assert status == 0
    printed = list(clues(sheet))
    assert len(found["clues"]) == len(printed)
    # By hand: the sheet without the clue.
    spare = [
        place
        for place, _ in printed
        if verify(pencil.read(name, with_word(sheet, place, EMPTY).text())).unique
    ]
    assert len(found["spare"]) == len(spare)
    if name != "abcendview":
        assert found["spare_at"] == [f"row {i + 1}, column {j + 1}" for _, i, j in spare]
    every, enough = {clue["text"] for clue in found["clues"]}, set(found["smallest"][0])
    assert every - set(found["spare"]) <= enough <= every


def test_a_conflict_names_cells_as_a_repair_does(tmp_path):
    file = tmp_path / "none.txt"
    grid = "1 - - - - -\n- - - - 2 -\n- - 3 - - -\n- - - - - -\n- 5 - - - -\n- - - - - 6\n"
    file.write_text(f"# Variant Sudoku\n\n6 6\n{grid}thermometer r1c2 r2c2 r3c2\nanti-knight\n")
    (_, said, _), (_, mend, _) = deduce("unique", file), deduce("repair", file)
    assert said.splitlines()[1:] == mend.splitlines()[2:]
    assert "r1c1, r1c2" in said
    assert "cell[" not in said

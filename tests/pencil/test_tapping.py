"""What can be tapped on a puzzle, for every family: the words make its text again, entries are what hints understand."""

import re

import pytest

from deduce.ground.errors import DeduceError
from deduce.puzzles.uniqueness import verify
from deduce.puzzles.walks import givens_of
from deduce.web import answer
from deduce_models.pencil.catalogue import board_of, families, family, parse, read
from deduce_models.pencil.drawing.tapping import blank, tapped
from deduce_models.pencil.making.places import with_word


@pytest.mark.parametrize("name", families())
def test_every_place_of_the_text_can_be_tapped_and_holds_what_is_offered(name):
    form = tapped(name, family(name).example)
    lines = [line.split() for line in form["text"].split("\n")]
    width, height = form["box"]
    tapped_words = set()
    for layer, read_as in zip(form["layers"], family(name).parse.layers, strict=True):
        assert layer["words"] or layer["typed"]
        assert all(re.fullmatch(read_as.pattern, word) for word in layer["words"])
        assert len(set(layer["words"])) == len(layer["words"]), "a tap that changes nothing"
        # Taps go through few words in turn, if nothing is typed.
        assert layer["way"] == "brush" or (len(layer["words"]) > 4 or layer["typed"]) == (
            layer["way"] == "pad"
        )
        for spot in layer["spots"]:
            row, column = spot["line"] - layer["spots"][0]["line"] + 1, spot["word"] + 1
            named = [int(number) for number in re.findall(r"\d+", spot["label"])]
            assert named == ([max(row, column)] if read_as.side else [row, column])
            word = " ".join(lines[spot["line"]]) if layer["lines"] else lines[spot["line"]][spot["word"]]
            assert word in layer["words"] or layer["typed"], (layer["name"], word)
            assert 0 <= spot["x"] <= width
            assert 0 <= spot["y"] <= height
            tapped_words |= {(spot["line"], spot["word"])}
    if not any(layer["lines"] for layer in form["layers"]):
        further = len(parse(name, form["text"]).layers.get("rules", ()))  # lines that are typed
        lines = lines[: len(lines) - further]
        assert tapped_words == {(i, j) for i, line in enumerate(lines) if i for j in range(len(line))}


FEW = (
    "akari",
    "koburin",
    "linesweeper",
    "minesweeper",
    "mosaic",
    "foseruzu",
    "context",
    "tslither",
    "vslither",
)


@pytest.mark.parametrize("name", FEW)
def test_where_a_cell_takes_few_numbers_all_of_them_are_offered_and_no_others(name):
    """Where a cell can have so many neighbours, sides or corners: what the rules take in the middle of a grid."""
    sheet = parse(name, blank(name, 4, 4))
    taken = []
    for number in range(11):
        try:
            family(name).rules(parse(name, with_word(sheet, ("clues", 1, 1), str(number)).text()))
        except DeduceError:
            continue
        taken.append(number)
    (clues,) = (layer for layer in tapped(name, sheet.text())["layers"] if layer["name"] == "clues")
    assert [int(word) for word in clues["words"] if word.isdecimal()] == taken
    # Nor where no number at all fits a grid so small, or all of them are refused there.
    (clues,) = (layer for layer in tapped(name, blank(name, 3, 3))["layers"] if layer["name"] == "clues")
    assert {int(word) for word in clues["words"] if word.isdecimal()} <= {*taken}


def offered(name, text):
    """The numbers on offer for a cell, where clues stand in cells."""
    return [
        int(word)
        for layer, read_as in zip(tapped(name, text)["layers"], family(name).parse.layers, strict=True)
        for word in layer["words"]
        if word.isdecimal() and layer["name"] == "clues" and not read_as.side and not read_as.more
    ]


def refused(name, text, word):
    """Whether no cell of an empty grid can hold that word."""
    sheet = parse(name, text)
    for r in range(sheet.rows):
        for c in range(sheet.cols):
            try:
                family(name).rules(parse(name, with_word(sheet, ("clues", r, c), str(word)).text()))
            except DeduceError:
                continue
            return False
    return True


@pytest.mark.parametrize("name", families())
def test_no_number_is_offered_that_every_cell_refuses(name):
    text = blank(name, 4, 3)
    numbers = offered(name, text)
    wrong = [number for number in numbers if refused(name, text, number)]
    # Numbers that come in twos are refused alone, and some rules refuse the empty grid.
    assert not wrong or wrong == numbers or refused(name, text, "-")


def test_a_number_that_solves_a_grid_of_one_cell_is_offered():
    """Only where it counts the cell itself and what is seen from there is 1 no usual one."""
    left_out = set()
    for name in families():
        text = blank(name, 1, 1)
        for number in {0, 1}.difference(numbers) if (numbers := offered(name, text)) else ():
            sheet = with_word(parse(name, text), ("clues", 0, 0), str(number))
            try:
                solved = verify(read(name, sheet.text())).unique
            except DeduceError:
                continue
            left_out |= {name} if solved else set()
    assert left_out == {"cave", "kuromasu"}


@pytest.mark.parametrize(
    ("name", "numbers"),
    [
        ("fillmat", range(1, 5)),
        ("fuzuli", range(1, 5)),
        ("mapcolouring", range(1, 5)),
        ("canalview", range(9)),
        ("kuroshuto", range(1, 5)),
        ("mannequin", range(8)),
    ],
)
def test_numbers_are_offered_as_far_as_the_size_allows(name, numbers):
    found = offered(name, blank(name, 5, 5))
    assert found == [number for number in range(10) if not refused(name, blank(name, 5, 5), number)]
    assert found == list(numbers)


@pytest.mark.parametrize("name", families())
def test_entries_are_variables_of_the_puzzle_that_the_solution_settles(name):
    example = family(name).example
    form = tapped(name, example)
    knowledge = read(name, example)
    solution = {v.name: str(value) for v, value in (verify(knowledge).solution or {}).items()}
    for entry in form["entries"]:
        assert solution[entry["name"]] in form["values"][entry["values"]]
    # What the taps can say is enough: every variable that differs between solutions follows from them.
    named = {entry["name"] for entry in form["entries"]}
    cells = {entry["name"] for entry in form["entries"] if entry["shape"] == "cell"}
    assert not cells & {v.name for v in givens_of(knowledge)}
    for v, value in (verify(knowledge).solution or {}).items():
        if v.name in named:
            knowledge = knowledge.observe(v == value, "tapped")
    assert verify(knowledge).unique
    assert board_of(knowledge).sheet.text() == form["text"]


@pytest.mark.parametrize("name", families())
def test_an_empty_grid_is_a_text_of_the_family(name):
    text = blank(name, 4, 6)
    sheet = parse(name, text)
    assert (sheet.rows, sheet.cols) == (4, 6)
    form = tapped(name, text)
    # Clues that cannot be yet are said, and can be mended by taps.
    assert form["text"] == text
    assert form["entries"] or form["problem"] or name == "stitches"  # one area has nothing to stitch


def test_a_hint_reads_what_was_tapped_and_names_the_wrong_entry():
    text = family("slitherlink").example
    form = tapped("slitherlink", text)
    knowledge = read("slitherlink", text)
    solution = {v.name: value for v, value in (verify(knowledge).solution or {}).items()}
    for entry in form["entries"][:4]:
        right = solution[entry["name"]]
        wrong = next(value for value in form["values"][entry["values"]] if value != right)
        asked = {"verb": "hint", "family": "slitherlink", "grid": text, "strength": 2}
        assert answer({**asked, "entries": [f"{entry['name']}={right}"]})["data"]["mistake"] is None
        found = answer({**asked, "entries": [f"{entry['name']}={wrong}"]})
        assert found["data"]["mistake"]["variable"] == entry["name"]
        assert entry["label"] in found["text"]


def test_steps_say_what_they_leave_and_what_they_use():
    found = answer({"verb": "steps", "family": "sudoku", "grid": family("sudoku").example})
    rows = [line.split() for line in family("sudoku").example.splitlines() if len(line.split()) > 2]
    given = {
        f"cell[{r},{c}]" for r, row in enumerate(rows, 1) for c, sign in enumerate(row, 1) if sign.isdigit()
    }
    left: dict[str, list[object]] = {}
    for step in found["data"]["steps"]:
        assert set(step["uses"]) <= set(left) | given
        for name, values in step["left"].items():
            left[name] = [x for x in left.get(name, values) if x in values]
        assert all(left[name] == [value] for name, value in step["placed"].items() if name in left)
    assert all(len(values) == 1 for values in left.values())


def test_a_puzzle_in_an_address_comes_with_its_family():
    from deduce_models.pencil.addresses.doors import address

    text = family("slitherlink").example
    found = answer({"verb": "sheet", "family": "sudoku", "grid": address(parse("slitherlink", text))})
    assert (found["data"]["family"], found["data"]["text"]) == ("slitherlink", text)
    made = answer({"verb": "blank", "family": "masyu", "rows": 3, "cols": 99})
    assert made["error"] == "cols: expected a whole number from 1 to 30"


def test_a_sheet_larger_than_a_page_can_show_is_refused():
    rows = "\n".join(["- " * 100] * 100)
    found = answer({"verb": "sheet", "family": "slitherlink", "grid": f"100 100\n{rows}\n"})
    assert found["error"] == "puzzles of more than 3,600 places are not drawn here; type them"


@pytest.mark.parametrize("name", families())
def test_where_nothing_is_typed_every_word_of_one_sign_is_offered(name):
    """Found by this test: forms of pieces, mirrors and letters of latin squares could not be put into a new puzzle."""
    example = family(name).example
    sheet = parse(name, example)
    for layer, read_as in zip(tapped(name, example)["layers"], family(name).parse.layers, strict=True):
        if layer["typed"] or layer["lines"] or layer["name"] == "areas":
            continue
        every = {sign for sign in map(chr, range(33, 127)) if re.fullmatch(read_as.pattern, sign)}
        if read_as.pattern == "[a-z]|-":  # so many letters as the first line, or the size, says
            last = sheet.extra[0] if name == "abcendview" else chr(ord("a") + sheet.rows - 1)
            every = {sign for sign in every if sign <= last}
        if name == "masyu":
            every -= {"1", "2"}  # other spellings of black and white
        refused_numbers = {sign for sign in every - {*layer["words"]} if sign.isdecimal()}
        assert {*layer["words"]} >= every - refused_numbers, layer["name"]
        assert all(refused(name, blank(name, 4, 4), sign) for sign in refused_numbers)


def test_numbers_with_a_colour_are_offered_as_far_as_the_rules_take_them():
    """Found by hand: a Balance Loop was offered 0 and 1, which no circle has, and no black circle with a number."""
    for size, most in ((3, 6), (4, 8), (7, 9)):
        words = tapped("balanceloop", blank("balanceloop", size, size))["layers"][0]["words"]
        assert words == ["-", "b", "w", *(f"{n}{colour}" for n in range(2, most + 1) for colour in "wb")]

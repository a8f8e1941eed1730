"""The same puzzle spelt in the ways that writers have."""

import pytest

from deduce.ground.errors import RecordError
from deduce.puzzles import verify
from deduce_models import pencil
from deduce_models.pencil.sheet.printed import EMPTY

SHORT = [
    "aqre", "chocona", "countryroad", "hakyuu", "heyawake", "jigsawsudoku", "mathrax", "moonsun", "patchwork",
    "shimaguni", "skyscraper", "suguru",
]  # fmt: skip
"""Families whose clues in the cells may be left out when there are none."""

SAME = [
    ("akari", "2 2\n. 1\n. .", "2 2\n- 1\n- -"),
    ("cave", "1 2\n? 2", "1 2\n2 2"),
    ("geradeweg", "3 3\n? - -\n- - -\n- - 2", "3 3\n0 - -\n- - -\n- - 2"),
    ("mathrax", "3 3\n1 - -\n- - -\n- - 2\nO -\n- 2÷", "3 3\n1 - -\n- - -\n- - 2\no -\n- 2/"),
    ("numberlink", "2 3\na b 10\na b 10", "2 3\n1 2 3\n1 2 3"),
    ("kenken", "2 2\n3+ 1\n- -\n1 1\n2 2", "2 2\n3+ -\n- 2\n1 1\n2 3"),
    ("lits", "2 4\n- - - -\n. . . .\n1 1 1 2\n1 2 2 2", "2 4\n1 1 1 2\n1 2 2 2"),
    ("nonogram", "3 2\n1\n2\n1\n2\n1 1", "2 3\n1\n2\n1\n2\n1 1"),
]


def solved(name, text):
    knowledge = pencil.read(name, text)
    verdict = verify(knowledge)
    return verdict.status, [pencil.show(knowledge, world).split()[2:] for world in verdict.solutions[:2]]


@pytest.mark.parametrize("name", SHORT)
def test_a_layer_without_clues_may_be_left_out(name):
    sheet = pencil.parse(name, pencil.family(name).example)
    layers = {**sheet.layers, "clues": ((EMPTY,) * sheet.cols,) * sheet.rows}
    whole, short = (
        "\n".join([sheet.first, *(" ".join(x) for key in keys for x in layers[key])])
        for keys in (layers, [key for key in layers if key != "clues"])
    )
    assert pencil.parse(name, short) == pencil.parse(name, whole)


@pytest.mark.parametrize(("name", "text", "other"), SAME, ids=[name for name, _, _ in SAME])
def test_two_spellings_say_the_same(name, text, other):
    assert solved(name, text) == solved(name, other)


def test_clues_without_areas_are_no_areas():
    with pytest.raises(RecordError, match="row 1 of the areas is missing"):
        pencil.read("heyawake", "2 2\n- 3\n- -")


def test_rows_without_blanks_are_told_to_have_them():
    with pytest.raises(
        RecordError, match=r"row 1 of the clues has 1 column .*; write blanks between the signs$"
    ):
        pencil.parse("akari", "2 2\n.1\n..")


def test_a_cell_of_no_thermometer_stays_empty():
    assert solved("thermometer", "1 3\n- - -\n2\n1.1 1.2 -") == ("unique", [["x", "x", "-"]])


def test_a_cell_marked_safe_holds_no_mine():
    assert solved("minesweeper", "1 3 1\n# 1 -") == ("unique", [["-", "-", "x"]])


@pytest.mark.parametrize("hole", ["@", "#"])
@pytest.mark.parametrize("name", ["countryroad", "moonsun"])
def test_a_loop_goes_round_a_hole(name, hole):
    clues = {"countryroad": "- - -\n" * 3, "moonsun": "x - o\n- - -\no - x\n"}[name]
    status, shown = solved(name, f"3 3\n{clues}1 1 2\n1 {hole} 2\n3 4 4")
    assert shown[0][4] == "-"
    assert status == "unique"


def test_a_text_may_begin_with_a_byte_order_mark():
    assert pencil.parse("slitherlink", "\ufeff1 1\r\n4\r\n").text() == "1 1\n4"

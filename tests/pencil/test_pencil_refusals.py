"""Faulty texts are refused with row and column."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deduce.ground.errors import ProblemError, RecordError
from deduce.puzzles import verify
from deduce_models import pencil
from deduce_models.pencil.addresses.borders import areas_by_borders

FAULTY = [
    ("slitherlink", "", "empty"),
    ("slitherlink", "2\n- -\n- -", "rows and columns"),
    ("slitherlink", "2 x\n- -\n- -", "rows and columns"),
    ("slitherlink", "0 2\n", "rows and columns"),
    ("slitherlink", "2 2 7\n- -\n- -", "nothing"),
    ("slitherlink", "2 2\n- -\n-", "row 2 of the clues has 1 column instead of 2"),
    ("slitherlink", "2 2\n- -", "row 2 of the clues is missing"),
    ("slitherlink", "2 2\n- -\n- -\n- -", "there are 3"),
    ("slitherlink", "2 2\n- -\n- q", "row 2 of the clues, column 2: 'q'"),
    ("slitherlink", "2 2\n- 5\n- -", "row 1, column 2: a cell has four sides"),
    ("sudoku", "4 4\n5 - - -\n- - - -\n- - - -\n- - - -", "row 1, column 1: 5 cannot stand here"),
    ("sudoku", "2 3\n- - -\n- - -", "must be a square"),
    (
        "killersudoku",
        "4 4\n3 3 - -\n- - - -\n- - - -\n- - - -\n1 1 2 2\n1 1 2 2\n3 3 4 4\n3 3 4 4",
        "second sum",
    ),
    ("jigsawsudoku", "2 2\n- -\n- -\n1 1\n1 2", "area 1 has 3 cells instead of 2"),
    ("kakuro", "1 3\n,2 0 0", "2 different numbers across cannot add up to 2"),
    ("starbattle", "2 2\n1 1\n2 2", "the number of stars"),
    ("starbattle", "2 2 3\n1 1\n2 2", "no room"),
    ("doppelblock", "4 4 3\n- - - -\n- - - -", "a line of 4 has the numbers 1 to 2"),
    (
        "magnetic",
        "2 2\n- -\n- -\n- -\n- -\n1 2\n2 1",
        "row 2, column 1: area 2 is in two pieces",
    ),
    (
        "suguru",
        "2 3\n- - -\n- - -\na b a\na b c",
        "^line 4: suguru: row 1, column 3: area a is in two pieces, the first at row 1, column 1; each area has a name",
    ),
    ("thermometer", "1 3\n- - -\n2\n1.1 2.1 1.2", "row 1, column 3: the place 1.2 lies apart from 1.1"),
    ("nonogram", "2 2\n2\n3\n1\n1", "do not fit into 2 cells"),
    ("tent", "2 2\n1 0\n1 0\nx x\nx x", "no room for a tent"),
    ("shikaku", "2 2\n3 -\n- -", "add up to 3"),
    ("dominos", "1 2\n0 5", "a set of dominoes"),
    ("akari", "2 2\n4 -\n- -", "no room for 4 lights"),
    ("numberlink", "2 2\n1 -\n- -", "instead of twice"),
    ("nurikabe", "2 2\n1 1\n- -", "two numbers share a side"),
    ("skyscraper", "2 2 2\n3 -\n- -\n- -\n- -\n- -\n- -", "to be seen; allowed"),
    ("skyscraper", "2 2 2\n- 3\n- -\n- -\n- -\n- -\n- -", "^line 2: skyscraper: no 3 buildings"),
    ("skyscraper", "2 2 2\n- -\n- -\n- -\n- 3\n- -\n- -", "^line 5: skyscraper: no 3 buildings"),
    ("tslither", "1 2\n- 5", "row 1, column 2: the loop cannot come to a cell 5 times"),
    ("vslither", "1 2\n- 5", "row 1, column 2: a cell has four corners, not 5"),
    ("snake", "2 2\n- -\n- -\nx -\n- -", "two ends, not 1"),
    ("thermometer", "1 2\n- -\n-\n1.1 1.3", "no place"),
    ("hashi", "1 3\n1 - -", "at least two"),
    ("hidoku", "2 2\n1 1\n- -", "given twice"),
    ("foseruzu", "1 3\n- - -", "no regions of four"),
    ("galaxies", "1 2\n1 0", "outside or too near"),
]


@pytest.mark.parametrize(("name", "text", "why"), FAULTY, ids=lambda part: str(part).split("\n")[0][:20])
def test_a_faulty_text_is_refused(name, text, why):
    with pytest.raises(RecordError, match=why):
        pencil.read(name, text)


def test_swapped_rows_and_columns_in_the_first_line_are_understood():
    sheet = pencil.parse("slitherlink", "3 2\n- - -\n- 2 -")
    assert (sheet.rows, sheet.cols) == (2, 3)


def told_line_by_line(name):
    return any(layer.side.endswith("lines") for layer in pencil.family(name).parse.layers)


TOLD_LINE_BY_LINE = set(filter(told_line_by_line, pencil.families()))
"""Their lines are of any length."""


@pytest.mark.parametrize("name", [x for x in pencil.families() if x not in TOLD_LINE_BY_LINE])
@pytest.mark.parametrize(
    "change", [lambda words: words[:-1], lambda words: [*words, "-"]], ids=["less", "more"]
)
def test_a_ragged_line_is_refused_with_its_place(name, change):
    lines = pencil.family(name).example.strip().splitlines()
    end = len(lines) - len(pencil.parse(name, "\n".join(lines)).layers.get("rules", ()))
    for i, line in enumerate(lines[1:end], 1):
        ragged = [*lines[:i], " ".join(change(line.split())), *lines[i + 1 :]]
        with pytest.raises(RecordError, match=r"column|is missing|lines below") as refused:
            pencil.read(name, "\n".join(ragged))
        assert refused.value.line


def test_a_nonogram_with_a_line_too_many_is_refused():
    with pytest.raises(RecordError, match="need 10 lines"):
        pencil.read("nonogram", pencil.family("nonogram").example.strip() + "\n1")


def test_one_thing_is_not_said_as_many():
    heyawake = pencil.read("heyawake", "1 2\n1 -\n1 1")
    assert heyawake.log[0].text == "1 shaded cell in the area"


def test_a_kurotto_whose_first_line_gives_columns_first_is_the_same_puzzle():
    right = pencil.read("kurotto", "3 5\n- - - - -\n- 2 - - -\n- - - 1 -")
    swapped = pencil.read("kurotto", "5 3\n- - - - -\n- 2 - - -\n- - - 1 -")
    answers = [verify(knowledge, limit=None).solutions for knowledge in (right, swapped)]
    assert {tuple(w.values()) for w in answers[0]} == {tuple(w.values()) for w in answers[1]}
    with pytest.raises(RecordError, match="gives 4 rows and 4 columns; the grid below it has 3 and 5"):
        pencil.read("kurotto", "4 4\n- - - - -\n- 2 - - -\n- - - 1 -")


def test_an_address_refuses_what_it_cannot_say_of_a_skyscraper():
    with pytest.raises(ProblemError, match="D after the number has no place there"):
        pencil.address(
            pencil.parse("skyscraper", pencil.family("skyscraper").example.replace("4 4 4", "4 4 4 D"))
        )


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("compass", "2 2\n- -\n- -", "line 2: compass: there is no compass"),
        (
            "patchwork",
            "4 4\n- - - -\n- - - -\n- - - -\n- - - -\n1 1 1 2\n2 2 2 2\n3 3 3 3\n4 4 4 4",
            "row 1, column 1: an area of 3 cells does not go evenly into lines of 4",
        ),
        ("abcendview", "2 2 7\n- -\n- -\n- -\n- -\n- -\n- -", "comes the last letter"),
        ("abcendview", "2 2 ab\n- -\n- -\n- -\n- -\n- -\n- -", "comes the last letter"),
        ("abcendview", "2 2 a b\n- -\n- -\n- -\n- -\n- -\n- -", "comes the last letter"),
        ("japanesesums", "2 2 0\n-\n-\n-\n-", "the greatest number, 1 to 30"),
        *(
            (name, f"{size}\n0 1\n0\n0\n0", "0 stands alone, for a line without runs")
            for name, size in [
                ("japanesesums", "2 2 2"),
                ("nonogram", "2 2"),
                ("coral", "2 2"),
                ("cts", "2 2"),
            ]
        ),
        ("japanesesums", "2 2 31\n-\n-\n-\n-", "the greatest number, 1 to 30"),
        ("japanesesums", "2 2 x\n-\n-\n-\n-", "the greatest number, 1 to 30"),
        ("alter", "2 2\n- -\n- -\n1 1\n2 2", "area 1 has no room for three signs"),
    ],
)
def test_what_is_faulty_as_a_whole_is_refused_with_its_place(name, text, why):
    with pytest.raises(RecordError) as refused:
        pencil.read(name, text)
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("abcendview", "2 2 b\n- -\n- -\n- -\n- -\n- -\n- -"),
        ("japanesesums", "2 2 1\n-\n-\n-\n-"),
        ("japanesesums", "2 2 30\n-\n-\n-\n-"),
        ("alter", "3 3\n- - -\n- - -\n- - -\n1 1 1\n2 2 2\n3 3 3"),
    ],
)
def test_what_is_just_allowed_is_read(name, text):
    assert pencil.read(name, text).scope


@given(st.lists(st.lists(st.sampled_from("a-@"), min_size=3, max_size=3), min_size=1, max_size=4))
def test_each_name_is_one_area_as_the_borders_between_the_cells_part_them(rows):
    """Holes may lie apart."""
    upright = ["".join("01"[a != b] for a, b in itertools.pairwise(row)) for row in rows]
    level = ["".join("01"[a != b] for a, b in zip(*two, strict=True)) for two in itertools.pairwise(rows)]
    parted = areas_by_borders(len(rows), 3, "".join(upright), "".join(level))
    pieces = {
        (name, piece)
        for row, other in zip(rows, parted, strict=True)
        for name, piece in zip(row, other, strict=True)
    }
    names = [name for name, _ in pieces if name != "@"]
    text = "\n".join([f"{len(rows)} 3 1", *(" ".join(row) for row in rows)])
    if len(names) == len({*names}):
        assert pencil.parse("starbattle", text).areas.keys() - {"@"} == {*names}
    else:
        with pytest.raises(RecordError, match="is in two pieces"):
            pencil.parse("starbattle", text)

"""The least and the greatest that a clue may say, at a corner, at an edge and inside, and where a refusal says it stands.

Each bound is the rule in plain words, counted here from the size of the grid; one beyond it is refused.
"""

import pytest

from deduce.ground.errors import RecordError
from deduce_models.pencil.catalogue import family, parse
from deduce_models.pencil.drawing.tapping import blank
from deduce_models.pencil.making.places import with_word
from deduce_models.pencil.rules.board import rules_unstated

ROWS, COLS = 5, 4
PLACES = ((3, 2), (1, 1), (5, 2), (2, 4))
"""Inside, at a corner, at two sides."""


def taken(name, text):
    """None, or the error of a text that is refused."""
    with rules_unstated():
        try:
            family(name).rules(parse(name, text))
        except RecordError as error:
            return error
    return None


def near(r, c):
    """How many cells share a side with one."""
    return (r > 1) + (r < ROWS) + (c > 1) + (c < COLS)


def corners(r, c):
    """How many cells share a corner with one, and no side."""
    return ((r > 1) + (r < ROWS)) * ((c > 1) + (c < COLS))


def around_point(r, c):
    """How many cells lie around a point, (1, 1) at the upper left corner of the grid."""
    return ((r > 1) + (r <= ROWS)) * ((c > 1) + (c <= COLS))


def plain(low, high):
    return lambda r, c: (low, high)


WHOLE = ROWS * COLS
CELLS = {
    **dict.fromkeys(("akari", "koburin", "paintarea", "wittgen"), lambda r, c: (0, near(r, c))),
    **dict.fromkeys(("minesweeper", "linesweeper"), lambda r, c: (0, near(r, c) + corners(r, c))),
    "mosaic": lambda r, c: (0, near(r, c) + corners(r, c) + 1),
    "tapa": lambda r, c: (0, near(r, c) + corners(r, c)),
    "context": lambda r, c: (0, max(near(r, c), corners(r, c))),
    "foseruzu": lambda r, c: (4 - near(r, c), 3),
    "kuroshuto": lambda r, c: (1, max(r - 1, ROWS - r, c - 1, COLS - c)),
    **dict.fromkeys(("slitherlink", "swslither", "tslither", "vslither"), plain(0, 4)),
    **dict.fromkeys(("kuromasu", "cave", "simplegako"), plain(1, ROWS + COLS - 1)),
    "canalview": plain(0, ROWS + COLS - 2),
    "shingoki": plain(2, ROWS + COLS),
    **dict.fromkeys(("aquapelago", "cbanana", "fillomino", "lightshadow", "norinuri", "nurikabe"), plain(1, WHOLE)),
    **dict.fromkeys(("hidoku", "numbrix"), plain(1, WHOLE)),
    # Of an area that is the whole grid.
    **dict.fromkeys(("aqre", "ayeheya", "chocona", "countryroad", "detour", "heyawake", "juosan"), plain(0, WHOLE)),
    "yajilinregions": plain(0, WHOLE),
    **dict.fromkeys(("cojun", "hakyuu", "makaro", "meander", "nanro", "shimaguni", "suguru"), plain(1, WHOLE)),
    **dict.fromkeys(("hanare", "putteria"), plain(WHOLE, WHOLE)),
    "kurotto": plain(0, WHOLE - 1),
    "nurimisaki": plain(2, ROWS),
    "squarejam": plain(1, COLS),
    "tateyoko": plain(1, ROWS),
    **dict.fromkeys(("fillmat", "mapcolouring", "sukoro"), plain(1, 4)),
    **dict.fromkeys(("renban", "tasquare"), plain(1, None)),
}  # fmt: skip
"""The least and the greatest number in a cell; where None stands there is no greatest."""
SQUARE = {
    **dict.fromkeys(("consecutivesudoku", "evenoddsudoku", "sudoku", "variantsudoku", "futoshiki", "kropki"), (1, 4)),
    **dict.fromkeys(("eulero", "mathrax", "minarism", "skyscraper", "str8t"), (1, 4)),
    "fuzuli": (1, 3),  # as far as the first line says
    "snail": (1, 2),
    "binairo": (1, 2),
    "factors": (1, None),
}  # fmt: skip
"""The same in a square of four by four."""
SPELT = {"shingoki": "g{}"}


def bounded(name, sheet, layer, at, low, high, place):
    """Assert that numbers from `low` to `high` are taken there, and those beyond are refused with the place."""
    numbers = {low: True, low - 1: False, 1000 if high is None else high: True, high and high + 1: False}
    for number, right in numbers.items():
        if (
            number is None
            or number < 0
            or number > {"points": 4}.get(layer, 8 if name == "tapa" else number)
        ):
            continue  # none that is read at all
        word = SPELT.get(name, "{}").format(number)
        error = taken(name, with_word(sheet, (layer, *at), word).text())
        assert (error is None) == right, (layer, at, number)
        if error is not None:
            line = sheet.starts[layer] + at[0]
            assert str(error).startswith(f"line {line}: {name}: {place}"), str(error)


@pytest.mark.parametrize("name", [*CELLS, *SQUARE])
def test_a_number_in_a_cell_is_taken_as_far_as_there_is_room(name):
    sheet = parse(name, blank(name, *((4, 4) if name in SQUARE else (ROWS, COLS))))
    bounds = CELLS.get(name) or plain(*SQUARE[name])
    # What is the same at a corner and inside is asked there alone.
    for r, c in PLACES if bounds(1, 1) != bounds(3, 2) else PLACES[:1]:
        low, high = bounds(r, c)
        bounded(name, sheet, "clues", (r - 1, c - 1), low, high, f"row {r}, column {c}: ")


@pytest.mark.parametrize("name", ["creek", "gokigennaname"])
def test_a_number_at_a_point_is_taken_as_far_as_there_are_cells_around_it(name):
    sheet = parse(name, blank(name, ROWS, COLS))
    for r, c in (*PLACES, (ROWS + 1, COLS + 1), (1, COLS + 1), (ROWS + 1, 3)):
        bounded(name, sheet, "points", (r - 1, c - 1), 0, around_point(r, c), f"row {r}, column {c}: ")


def test_a_point_of_four_cells_lies_inside():
    sheet = parse("batten", blank("batten", ROWS, COLS))
    for r, c in (*PLACES, (2, 2), (ROWS, COLS), (ROWS + 1, 2), (2, COLS + 1)):
        error = taken("batten", with_word(sheet, ("points", r - 1, c - 1), "o").text())
        assert (error is None) == (around_point(r, c) == 4)
        assert error is None or f"row {r}, column {c}: a point at the edge has no four cells" in str(error)


BESIDE = {
    **dict.fromkeys(
        ("aquarium", "battleship", "clouds", "tent", "thermometer", "tilepaint", "batten"), (ROWS, COLS)
    ),
    "gappy": (ROWS - 2, COLS - 2),
    "kakurasu": (15, 10),  # 1 + 2 + ...
}
"""The greatest number above a column, and beside a row."""


@pytest.mark.parametrize("name", BESIDE)
def test_a_number_beside_the_grid_is_taken_as_far_as_its_line_has_room(name):
    sheet = parse(name, blank(name, ROWS, COLS))
    for layer, most, line, count in (
        ("top", BESIDE[name][0], "column", COLS),
        ("left", BESIDE[name][1], "row", ROWS),
    ):
        for i in (0, count - 1):
            bounded(name, sheet, layer, (0, i), 0, most, f"{line} {i + 1} ")


ENTRIES = {
    "skyscraper": ("top", 1, 4, "no "),
    "undead": ("left", 0, 4, "at 2 only 4 cells can be seen"),
    "doppelblock": ("top", 0, 3, "no numbers of column 2 add up to 4"),
}


@pytest.mark.parametrize("name", ENTRIES)
def test_a_number_beside_a_square_of_four_is_taken_as_far_as_its_line_has_room(name):
    layer, low, high, said = ENTRIES[name]
    text = blank(name, 4, 4)
    sheet = parse(name, text.replace("4 4 1 1 1", "4 4 5 5 6") if name == "undead" else text)
    bounded(name, sheet, layer, (0, 1), low, high, said)


FIRST = {
    "snail": ("{}", 1, 4, "the greatest number, 1 to 4"),
    "fuzuli": ("{}", 1, 4, "the largest number, 1 to 4"),
    "japanesesums": ("{}", 1, 30, "the greatest number, 1 to 30"),
    "skyscraper": ("{}", 1, 4, "the greatest height, 1 to 4, and perhaps D"),
    "minesweeper": ("{}", 0, 16, "no room for 17 mines in 16 cells"),
    "undead": ("5 5 {}", 6, 6, "there are 16 cells for "),
    "doppelblock": ("{}", 2, 2, "beside two black cells a line of 4 has the numbers 1 to 2"),
    "battleship": ("0 0 0 {}", 0, 8, "no room for 9 ships of 4 cells"),
    "foseruzu": ("{}", 4, 4, "16 cells make no regions of "),
}
"""What follows the size in the first line, and the least and the greatest number there, for a grid of four by four."""


@pytest.mark.parametrize("name", FIRST)
def test_what_the_first_line_says_after_the_size_is_refused_in_that_line(name):
    written, low, high, said = FIRST[name]
    _, *rest = blank(name, 4, 4).split("\n")
    for number in {low, high, low - 1, high + 1}:
        if number >= 0:
            text = "\n".join(["# by us", f"4 4 {written.format(number)}", *rest])
            error = taken(name, text)
            assert (error is None) == (low <= number <= high), number
            assert error is None or str(error).startswith(f"line 2: {name}: ")
            assert error is None or said in str(error)


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("snail", "the greatest number"),
        ("minesweeper", "the number of mines"),
        ("starbattle", "the number of stars"),
        ("battleship", "the numbers of ships of each length"),
        ("undead", "the numbers of ghosts, vampires, zombies"),
        ("abcendview", "the last letter"),
        ("skyscraper", "the greatest height"),
    ],
)
def test_words_that_are_no_numbers_after_the_size_are_refused_in_that_line(name, what):
    _, *rest = blank(name, 4, 4).split("\n")
    more = {"skyscraper": ("2 E", "2 D D"), "abcendview": ("b c", "3", "bb"), "battleship": ("1 x",)}
    for words in ("?", *more.get(name, ("1 1 1 1", "1 x"))):
        error = taken(name, "\n".join([f"4 4 {words}", *rest]))
        assert str(error).startswith(f"line 1: {name}: after rows and columns come"), words
        assert what in str(error)


def test_as_many_letters_are_taken_as_fit_into_the_shorter_lines():
    _, *rest = blank("abcendview", 4, 3).split("\n")
    for last, right in (("a", True), ("c", True), ("d", False)):
        error = taken("abcendview", "\n".join([f"4 3 {last}", *rest]))
        assert (error is None) == right
        assert right or str(error) == "line 1: abcendview: 4 letters do not fit into a line"


SIZES = {
    "binairo": ([(4, 2), (2, 4)], [(3, 4), (4, 3)]),
    "doppelblock": ([(3, 3)], [(2, 2)]),
    "eulero": ([(26, 26)], [(27, 27), (3, 4)]),
    "pentominous": ([(5, 2)], [(3, 3)]),
    "tetrominous": ([(2, 2)], [(3, 3)]),
    "heteromino": ([(3, 3)], [(4, 4)]),
    "tennergrid": ([(2, 3)], [(1, 3)]),
    "masyu": ([(1, 2)], [(1, 1)]),
    "foseruzu": ([(2, 2), (5, 1)], [(3, 3), (2, 3)]),
    "sudoku": ([(6, 6), (4, 4), (1, 1)], [(5, 5), (7, 7), (4, 6)]),
}


@pytest.mark.parametrize("name", SIZES)
def test_a_grid_has_a_size_in_which_there_can_be_a_solution(name):
    right, wrong = SIZES[name]
    for each, size in [(True, size) for size in right] + [(False, size) for size in wrong]:
        error = taken(name, blank(name, *size))
        assert (error is None) == each, size
        assert error is None or str(error).startswith(f"line {error.line}: {name}: ")
        assert error is None or "row 1" not in str(error)


ROOM = {"alter": 3, "hakoiri": 3, "norinori": 2, "dosufuwa": 2, "lits": 4}


@pytest.mark.parametrize("name", ROOM)
def test_an_area_has_room_for_what_stands_in_it(name):
    """The second of two areas in one row; the refusal names its first cell."""
    for size in range(1, 6):
        names = " ".join(["a"] * 5 + ["b"] * size)
        lines = [*blank(name, 1, 5 + size).split("\n")[:-1], names]
        error = taken(name, "\n".join(lines))
        assert (error is None) == (size >= ROOM[name]), size
        told = f"line {len(lines)}: {name}: row 1, column 6: "
        assert error is None or (str(error).startswith(told) and "area b" in str(error))


def test_two_bridges_end_at_an_island_from_each_other_that_it_sees():
    for at, number, right in (
        ((2, 2), 8, True),
        ((2, 2), 9, False),
        ((2, 2), 0, False),
        ((1, 2), 2, True),
        ((1, 2), 3, False),
    ):
        rows = [["-", "1", "-"], ["1", "8", "1"], ["-", "1", "-"]]
        rows[at[0] - 1][at[1] - 1] = str(number)
        error = taken("hashi", "\n".join(["3 3", *map(" ".join, rows)]))
        assert (error is None) == right
        most = 8 if at == (2, 2) else 2
        assert right or str(error).endswith(f"to end here; allowed: 1 to {most}")
    assert "islands: 1; at least two" in str(taken("hashi", "1 2\n1 -"))
    assert taken("hashi", "1 2\n1 1") is None


LONGEST = {
    0: "the area has 4 cells, not 0",
    1: "",
    3: "",
    4: "no way of 4 cells lies in the area",
    5: "the area has 4 cells, not 5",
}


@pytest.mark.parametrize("number", LONGEST)
def test_the_longest_visit_of_an_area_is_a_way_in_it(number):
    """An area of four cells round a middle one, in which no way is longer than three."""
    error = taken("maxi", f"3 3\n- {number} -\n- - -\n- - -\n2 1 4\n1 1 1\n3 3 3")
    assert (error is None) == (not LONGEST[number])
    assert LONGEST[number] in str(error)

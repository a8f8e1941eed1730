"""Links of Penpa+: every family's puzzle drawn and read again, drawings by hand, what is refused, hostile ones."""

import json
import random
import zlib
from base64 import b64decode, b64encode

import pytest
from command_line import deduce

from deduce.ground.errors import ProblemError, RecordError
from deduce_models import pencil
from deduce_models.pencil.addresses import penpa_page
from deduce_models.pencil.addresses.penpa_links import DRAWN, read_penpa, sheet_of, write_penpa
from deduce_models.pencil.addresses.penpa_page import CELL, CORNER, LOWER, RIGHT, PenpaPage
from deduce_models.pencil.addresses.tokens import TokenFault

HEAD = "https://swaroopg92.github.io/penpa-edit/#m=edit&p="


def example(name):
    return pencil.parse(name, pencil.family(name).example)


def packed(text):
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return HEAD + b64encode(deflate.compress(text.encode()) + deflate.flush()).decode()


def unpacked(address):
    return zlib.decompress(b64decode(address.removeprefix(HEAD)), -15).decode()


TEXTS = {
    ("kakuro", "3 3\n- 4, 6,\n,3 0 0\n,7 0 0"): (
        "square,3,3,38,0,1,1,152,152,24,24,0,0,0,0,Title: ,Author: ,,,OFF,false [0,0,0,0] [16,1,1,5,1,1,5,1,1]",
        {
            "numberS": {"266": ["4", 4], "270": ["6", 4], "289": ["3", 4], "317": ["7", 4]},
            "symbol": {"16": [2, "kakuro", 2], **{str(at): [1, "kakuro", 2] for at in (17, 18, 23, 30)}},
        },
    ),
    ("castlewall", "1 2\n1eo x"): (
        "square,2,1,38,0,1,1,114,76,104,104,0,0,0,0,Title: ,Author: ,,,OFF,false [0,0,0,0] [14,1]",
        {
            "number": {"14": ["1_2", 1, "2"], "15": [" ", 7, "2"]},
            "surface": {"15": 4},
            "lineE": dict.fromkeys(("37,38", "37,43", "38,39", "38,44", "39,45", "43,44", "44,45"), 2),
        },
    ),
    ("snake", "2 2\n1 -\n- 2\nx -\n- -"): (
        "square,4,4,38,0,1,1,190,190,91,91,0,0,0,0,Title: ,Author: ,,,OFF,false [1,1,1,1] [27,1,7,1]",
        {"number": {"19": ["1", 1, "1"], "34": ["2", 1, "1"]}, "symbol": {"27": [2, "circle_L", 1]}},
    ),
    ("balanceloop", "1 2\nb2 w"): (
        "square,2,1,38,0,1,1,114,76,104,104,0,0,0,0,Title: ,Author: ,,,OFF,false [0,0,0,0] [14,1]",
        {
            "number": {"14": ["2", 4, "1"], "15": [" ", 1, "1"]},
            "symbol": {"14": [2, "circle_L", 1], "15": [1, "circle_L", 1]},
        },
    ),
}
"""The first line of a link, its space and cells, and what is drawn; 14 is the first cell where the margin is two."""


@pytest.mark.parametrize(("puzzle", "told"), TEXTS.items(), ids=[name for name, _ in TEXTS])
def test_a_link_holds_what_penpa_draws_and_nothing_else(puzzle, told):
    head, space, _, *_ = lines = penpa_page._inflated(
        write_penpa(pencil.parse(*puzzle)).removeprefix(HEAD)
    ).split("\n")
    drawn = {name: some for name, some in json.loads(lines[3]).items() if some and "command" not in name}
    assert (f"{head} {space} {lines[5]}", drawn, json.loads(lines[17])) == (*told, [puzzle[0]])


@pytest.mark.parametrize("name", ["kenken", "tatamibari", "variantsudoku"])
def test_a_family_without_links_is_refused(name):
    with pytest.raises(ProblemError, match="has no links of Penpa"):
        write_penpa(example(name))


def test_places_are_numbered_as_there():
    # A grid of ten by ten: its first cell is number 30, and the side right of row 1, column 4 joins corners 215 and 229.
    page = PenpaPage(10, 10)
    assert page.index((CELL, 1, 1)) == 30
    assert [page.index((CORNER, r, 4)) for r in (0, 1)] == [215, 229]
    assert [page.place(i) for i in (465, 694)] == [(LOWER, 4, 2), (RIGHT, 6, 7)]
    outside = PenpaPage(2, 3, (1, 0, 2, 1))
    for spot in ((CELL, 0, 1), (CELL, 1, -1), (LOWER, 2, 3)):
        assert outside.place(outside.index(spot)) == spot


def test_a_drawing_by_hand_is_read():
    page = PenpaPage(3, 3, tags=("masyu",))
    page.symbols = {(CELL, 1, 2): (2, "circle_M", 1), (CELL, 3, 3): (1, "circle_L", 2)}
    assert sheet_of(page).text() == "3 3\n- b -\n- - -\n- - w"
    page = PenpaPage(2, 2, (1, 1, 1, 1), ("starbattle",))
    page.numbers = {(CELL, 0, 1): ("1", 1, "1")}
    page.edges = {((0, 1), (1, 1)), ((1, 1), (2, 1)), ((0, 0), (1, 0))}
    assert sheet_of(page).text() == "2 2 1\n1 2\n1 2"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"symbols": {(CELL, 1, 1): (1, "star", 2)}}, r"symbols \(star\) that mean nothing"),
        ({"surfaces": {(1, 1): 4}}, "coloured cells that mean nothing"),
        ({"numbers": {(CELL, 0, 1): ("3", 1, "1")}}, "numbers that mean nothing"),
        ({"numbers": {(CELL, 1, 1): ("three", 1, "1")}}, "'three' is no number"),
        ({"numbers": {(CELL, 1, 1): ("?", 1, "1")}}, "without its number"),
        ({"edges": {((1, 1), (1, 2))}}, "thick lines that mean nothing"),
        ({"groups": {"thermo": [[(1, 1), (1, 2)]]}}, "thermo that mean nothing"),
        *(
            ({"tags": ("nonogram",), "numbers": {(CELL, *at): ("1", 1, "1")}}, "numbers that mean nothing")
            for at in ((0, 0), (1, 1), (4, 0), (0, 4))
        ),
        ({"tags": ("chess",)}, "one tag of a genre tells the family"),
        ({"tags": ()}, "its tags are: none"),
        ({"tags": ("masyu", "slitherlink")}, "one tag of a genre"),
    ],
)
def test_what_the_rules_do_not_know_refuses_a_drawing(change, why):
    page = PenpaPage(3, 3, (1, 1, 1, 1), ("slitherlink",))
    for name, value in change.items():
        setattr(page, name, value)
    with pytest.raises(TokenFault, match=why):
        sheet_of(page)


def test_a_sudoku_with_other_boxes_is_refused():
    page = PenpaPage(4, 4, tags=("classic",))
    page.edges = {((0, 1), (1, 1))}
    with pytest.raises(TokenFault, match="not those of the usual boxes"):
        sheet_of(page)


@pytest.mark.parametrize(
    ("line", "to", "why"),
    [
        (0, "hex,5,5,38,0,1,1,0,0,0,0", "only square ones"),
        (0, "square,5,5,38,90,1,1,0,0,0,0", "turned or mirrored"),
        (0, "square,5,999999,38,0,1,1,0,0,0,0", "at most 200"),
        (1, "[0,0,0,-1]", "at most 200"),
        (0, "square,5,5,38,0,1,1,0,0,0", "no drawing"),
        (1, "[9,9,9,9]", "no cells"),
        (1, "[0,0,0]", "no drawing"),
        (1, "[0,0,0,0.0]", "no drawing"),
        (3, "[1]", "no drawing"),
        (3, '{"line":{"1,2":3}}', "its line stand for rules"),
        (3, '{"number":{"7777777":[1,1,"1"]}}', "no place of the drawing"),
        (3, '{"number":{"30":1}}', "without its style"),
        (3, '{"number":[[1]]}', "no drawing"),
        (3, '{"lineE":{"1,2":2}}', "no side of a cell"),
        (3, '{"lineE":{"1":2}}', "no side of a cell"),
        (3, '{"symbol":{"30":[1]}}', "without its name"),
        (3, '{"numberS":{"30":["1"]}}', "without its place"),
        (3, '{"killercages":[["x"]]}', "no place of the drawing"),
        (3, '{"killercages":[["0"]]}', "beyond the grid"),
        (3, "[" * 100_000, "no drawing"),
        (5, '{"20":1}', "no drawing"),
        (5, "[20,true]", "no drawing"),
        (5, "[20,1]", "cells of its grid were taken away"),
    ],
)
def test_a_spoilt_drawing_is_refused_with_its_reason(line, to, why):
    page = PenpaPage(5, 5, tags=("slitherlink",))
    lines = unpacked(HEAD + page.packed()).split("\n")
    lines[line] = to
    with pytest.raises(RecordError, match=why):
        read_penpa(packed("\n".join(lines)))


def test_hostile_links_are_refused():
    for address in (
        HEAD,
        HEAD + "AAAA",
        HEAD + "%%%",
        HEAD.split("#", maxsplit=1)[0],
        HEAD + "https://elsewhere",
    ):
        with pytest.raises(RecordError):
            read_penpa(address)
    bomb = packed("square,1,1\n" + "A" * 50_000_000)
    assert len(bomb) < 100_000
    with pytest.raises(RecordError, match="more than 4,000,000 signs"):
        read_penpa(bomb)
    with pytest.raises(RecordError, match="more than 4,000,000 signs"):
        read_penpa(packed("zT" * 1_990_000))


def test_a_link_with_a_spoilt_sign_is_read_or_refused():
    rng = random.Random(35)
    outcomes = set()
    for name in DRAWN:
        text = unpacked(write_penpa(example(name)))
        for _ in range(10):
            signs = list(text)
            for _ in range(rng.randint(1, 3)):
                at = rng.randrange(len(signs))
                signs[at : at + rng.randint(0, 2)] = rng.choice(
                    [*'019.-,[]{}"zZn\n\u00b2', "null", "99999999999"]
                )
            try:
                read_penpa(packed("".join(signs)))
                outcomes.add("read")
            except RecordError:
                outcomes.add("refused")
    assert outcomes == {"read", "refused"}


def test_the_commands_take_and_give_such_links():
    link = write_penpa(example("nurikabe"))
    status, out, _ = deduce("unique", link, "--json")
    assert (status, json.loads(out)["status"]) == (0, "unique")
    status, out, _ = deduce("convert", link, "--to", "penpa", "--json")
    assert (status, json.loads(out)["puzzle"]) == (0, link)

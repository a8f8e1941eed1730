"""Links and files of f-puzzles and SudokuPad: round trips, packed texts, what is refused, and hostile ones."""

import contextlib
import json
import random
from pathlib import Path

import pytest
from command_line import deduce
from hypothesis import given
from hypothesis import strategies as st
from test_pencil_variants import ORDINARY, random_line

from deduce.ground.errors import ProblemError, RecordError
from deduce.puzzles import verify
from deduce_models import pencil
from deduce_models.pencil.addresses.fpuzzles import FPUZZLES, from_fpuzzles, to_fpuzzles
from deduce_models.pencil.addresses.lz_text import LzFault, pack, unpack
from deduce_models.pencil.addresses.sudokupad import as_variant, read_link, write_link
from deduce_models.pencil.kinds.variantsudoku import rule_lines
from deduce_models.pencil.rules.variant_lines import FORMS
from deduce_models.pencil.rules.variant_rules import RULES

EXAMPLE = pencil.parse("variantsudoku", pencil.family("variantsudoku").example)
UNSAID = {"parity-line", "less", "sum", "circles", "numbered-room"}


@given(st.text(max_size=200))
def test_a_packed_text_unpacks(text):
    assert unpack(pack(text)) == text


@pytest.mark.parametrize(
    ("text", "packed"),
    # As the JavaScript library lz-string packs them.
    [("hello hello hello", "BYUwNmD2AEoTcpA="), ("a", "IZA="), ("", "Q===")],
)
def test_texts_are_packed_as_elsewhere(text, packed):
    assert pack(text) == packed


@given(st.text(alphabet="ABCDabcd0123+/=-_ é", max_size=60))
def test_any_text_unpacks_or_is_refused(packed):
    with contextlib.suppress(LzFault):
        assert isinstance(unpack(packed), str)


def test_a_small_text_that_unpacks_to_a_huge_one_is_refused():
    bomb = pack("a" * 1_900_000)
    assert len(bomb) < 10_000
    with pytest.raises(LzFault, match="more than 1,000"):
        unpack(bomb, 1_000)
    with pytest.raises(RecordError):
        read_link("https://f-puzzles.com/?load=" + bomb)


def same(one, other):
    def said(sheet):
        return sorted((x.name, x.cells, x.numbers, x.second) for x in rule_lines(sheet))

    return one.clues == other.clues and said(one) == said(other)


@pytest.mark.parametrize("name", ORDINARY)
def test_every_rule_goes_out_and_comes_back_or_is_refused_by_name(name):
    rng = random.Random(f"link {name}")
    for size in (6, 9):
        grid = "\n".join([f"{size} {size}", *[" ".join("-" * size)] * size])
        line = random_line(name, rng, size)
        try:
            sheet = pencil.parse("variantsudoku", f"{grid}\n{line}")
            if name == "arrow" and rule_lines(sheet)[0].cells != tuple(sorted(rule_lines(sheet)[0].cells)):
                continue
            text = to_fpuzzles(sheet)
        except ProblemError as error:
            refused = str(error)
        else:
            refused = ""
        assert (name in UNSAID) == bool(refused)
        if refused:
            assert line in refused
            continue
        back = from_fpuzzles(text)
        if (name in ("whispers", "lockout") and size != 9) or name in ("difference", "ratio"):
            assert rule_lines(back)[0].cells == rule_lines(sheet)[0].cells
        else:
            assert same(sheet, back), (line, back.text())
        for site in ("f-puzzles", "sudokupad"):
            assert pencil.read_address(pencil.address(sheet, site)) == back


def test_every_rule_is_on_the_setters_page():
    page = (Path(__file__).parents[2] / "docs" / "setter.md").read_text(encoding="utf-8")
    for name, rule in RULES.items():
        assert name == "note" or f"| `{name}` | {FORMS[rule.form]} | {rule.about} |" in page


def test_what_it_cannot_say_is_listed():
    said = {
        part for rule in FPUZZLES.values() for part in rule.replace(";", ",").replace(":", ",").split(", ")
    }
    assert {name for name in RULES if name not in said} - {"region", "note", "no-boxes"} == UNSAID


@pytest.mark.parametrize("name", ["sudoku", "killersudoku", "jigsawsudoku"])
def test_a_family_that_is_a_sudoku_has_links_with_the_same_solution(name):
    sheet = pencil.parse(name, pencil.family(name).example)
    back = pencil.read_address(pencil.address(sheet, "sudokupad"))
    shown = []
    for family, text in ((name, sheet.text()), ("variantsudoku", back.text())):
        knowledge = pencil.read(family, text)
        shown.append(pencil.show(knowledge, verify(knowledge).solution))
    assert shown[0] == shown[1]
    with pytest.raises(ProblemError, match="no sudoku"):
        pencil.address(pencil.parse("masyu", pencil.family("masyu").example), "sudokupad")
    with pytest.raises(ProblemError, match="no site"):
        write_link(EXAMPLE, "elsewhere")


def test_titles_are_kept_and_drawings_are_said_to_be_left_out():
    data = json.loads(to_fpuzzles(EXAMPLE))
    data |= {
        "title": "Six",
        "author": "A. Setter",
        "ruleset": "Be kind.",
        "line": [{"lines": [["R1C1", "R1C2"]]}],
    }
    sheet = from_fpuzzles(json.dumps(data))
    notes = [" ".join(line) for line in sheet.layers["rules"] if line[0] == "note"]
    assert notes == [
        "note title: Six",
        "note author: A. Setter",
        "note ruleset: Be kind.",
        "note left out: 1 of line",
    ]
    assert json.loads(to_fpuzzles(sheet))["author"] == "A. Setter"


GRID = [[{} for _ in range(4)] for _ in range(4)]
REFUSED = [
    ("[]", "no JSON object"),
    ("{", "not JSON"),
    ({"grid": []}, "1 to 30 rows"),
    ({"grid": [[{}, {}]]}, "no square"),
    ({"grid": GRID, "nabner": [{"lines": []}]}, "nabner"),
    ({"grid": GRID, "negative": ["ratio"]}, "with nonconsecutive only"),
    ({"grid": GRID, "nonconsecutive": True, "difference": [{"cells": ["R1C1", "R1C2"]}]}, "two things"),
    ({"grid": GRID, "thermometer": [{"lines": [["R1C1", "R9C9"]]}]}, "no cell of the grid"),
    ({"grid": GRID, "thermometer": "long"}, "no list of objects"),
    ({"grid": GRID, "whispers": [{"lines": [["R1C1", "R1C2"]]}]}, "grids of nine only"),
    ({"grid": GRID, "sandwichsum": [{"cell": "R2C2", "value": "3"}]}, "not beside the grid"),
    ({"grid": GRID, "sandwichsum": [{"cell": "R0C2"}]}, "no number"),
    ({"grid": GRID, "killercage": [{"cells": ["R1C1"], "value": "<5"}]}, "no whole number"),
    ({"grid": GRID, "quadruple": [{"cells": ["R1C1", "R1C2"], "values": [1]}]}, "around a corner"),
    ({"grid": GRID, "xv": [{"cells": ["R1C1", "R1C2"], "value": "L"}]}, "neither X nor V"),
    (
        {"grid": GRID, "littlekillersum": [{"cells": ["R1C1"], "value": 3, "direction": "Q"}]},
        "no direction",
    ),
]


@pytest.mark.parametrize(("data", "why"), REFUSED)
def test_a_file_with_what_is_not_known_is_refused(data, why):
    with pytest.raises(RecordError, match=why):
        from_fpuzzles(data if isinstance(data, str) else json.dumps(data))


JUNK = [None, 0, -1, 1.5, True, "", "R1C1", "x" * 50, [], {}, [[]], [None], {"cells": 3}, "R99C99", 10**30]


def spoilt(rng, value):
    if rng.random() < 0.08:
        return rng.choice(JUNK)
    if isinstance(value, dict):
        return {key: spoilt(rng, each) for key, each in value.items() if rng.random() > 0.03}
    return [spoilt(rng, each) for each in value] if isinstance(value, list) else value


@given(st.integers(0, 10**9))
def test_a_spoilt_file_is_read_or_refused(seed):
    rng = random.Random(seed)
    lines = [random_line(rng.choice(sorted(set(ORDINARY) - UNSAID)), rng, 4) for _ in range(6)]
    grid = "4 4\n" + "1 - - -\n" * 4
    text = None
    while text is None:
        try:
            text = to_fpuzzles(pencil.parse("variantsudoku", grid + "\n".join(lines)))
        except (ProblemError, RecordError):
            lines.pop()
    data = spoilt(rng, json.loads(text))
    drawing = {"cells": data.get("grid") if isinstance(data, dict) else data, "cages": rng.choice(JUNK)}
    drawing |= {key: rng.choice(JUNK) for key in ("regions", "metadata", "lines", "title")}
    links = [
        json.dumps(data),
        "https://f-puzzles.com/?load=" + pack(json.dumps(data)),
        "https://sudokupad.app/scl" + pack(json.dumps(drawing)),
        "https://sudokupad.app/scl" + pack(json.dumps(data).replace('"', "'")),
        "https://sudokupad.app/scf" + pack(json.dumps(data)),
    ]
    for link in links:
        try:
            sheet = read_link(link)
        except RecordError:
            continue
        assert sheet is not None
        assert pencil.parse("variantsudoku", sheet.text()) == sheet


DRAWING = (
    "{ce:[[{v:1},,,],[,,,],[,,,],[,,,{v:4}]],re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],"
    "[[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],ca:[{ce:[[0,2],[0,3]],v:5,c1:#F},{v:'title: It\\'s me'},"
    "{ce:[[0,0],[0,1]],hidden:t}],metadata:{title:'A \"b\"',rules:'one'}}"
)


def test_a_drawing_of_sudokupad_gives_cells_boxes_and_cages():
    sheet = read_link("https://sudokupad.app/scl" + pack(DRAWING))
    assert sheet.clues == {(1, 1): "1", (4, 4): "4"}
    assert [" ".join(line) for line in sheet.layers["rules"]] == [
        "cage 5 r1c3 r1c4",
        'note title: A "b"',
        "note ruleset: one",
        "note title: It's me",
    ]
    jigsaw = DRAWING.replace("[[0,0],[0,1],[1,0],[1,1]]", "[[0,0],[0,1],[1,0],[0,2]]")
    jigsaw = jigsaw.replace("[[0,2],[0,3],[1,2],[1,3]]", "[[1,1],[0,3],[1,2],[1,3]]")
    assert (
        len(
            [
                x
                for x in rule_lines(read_link("https://sudokupad.app/scl" + pack(jigsaw)))
                if x.name == "region"
            ]
        )
        == 4
    )


def test_a_drawing_whose_lines_could_be_rules_is_refused():
    drawn = DRAWING[:-1] + ",l:[{wp:[[0.5,0.5],[1.5,1.5]],c:AABBCC,th:5}]}"
    with pytest.raises(RecordError, match=r"1 lines, and does not say which rules"):
        read_link("https://sudokupad.app/scl" + pack(drawn))


def test_a_classic_sudoku_in_short():
    with pytest.raises(RecordError, match="cells, not 81"):
        read_link("https://sudokupad.app/scf" + pack(json.dumps({"p": "1" + "o" * 13})))
    fitting = "1" + "o" * 13 + "A"  # a digit; thirteen times a blank and five more; a blank and one more
    sheet = read_link("https://sudokupad.app/scf" + pack(json.dumps({"p": fitting, "n": "By hand"})))
    assert sheet.clues == {(1, 1): "1"}


@pytest.mark.parametrize(
    "address",
    [
        "https://sudokupad.app/abc123",
        "https://f-puzzles.com/?id=abc",
        "https://f-puzzles.com/?load=%%%",
        "https://sudokupad.app/fpuz",
    ],
)
def test_short_and_broken_addresses_are_refused(address):
    with pytest.raises(RecordError, match="address"):
        pencil.read_address(address)


def test_as_variant_keeps_a_variant():
    assert as_variant(EXAMPLE) is EXAMPLE


def test_convert_goes_there_and_back(tmp_path):
    file = tmp_path / "six.txt"
    file.write_text(EXAMPLE.text())
    status, link, _ = deduce("convert", file, "--family", "variantsudoku", "--to", "sudokupad")
    assert status == 0
    status, out, _ = deduce("convert", link.strip(), "--json")
    assert status == 0
    back = json.loads(out)["puzzle"].replace("whispers 3", "whispers")
    assert same(pencil.parse("variantsudoku", back), EXAMPLE)
    other = tmp_path / "six.json"
    other.write_text(deduce("convert", file, "--family", "variantsudoku", "--to", "f-puzzles.json")[1])
    assert deduce("unique", other)[0] == 0
    for args, why in (
        ((file, "--family", "variantsudoku", "--to", "puzz.link"), "has no addresses"),
        ((file, "--family", "variantsudoku", "--to", "penpa"), "has no links"),
        ((file, "--family", "variantsudoku", "--to", "paper"), "no form"),
        (("examples/puzzles/zebra.toml",), "rules of its own"),
        (("examples/puzzles/sudoku-x.toml",), "adds rules"),
    ):
        status, _, err = deduce("convert", *args)
        assert status == 2
        assert why in err


def test_f_puzzles_names_of_rules_in_use_are_passed_over_where_all_are_known():
    file = {"size": 4, "grid": [[{}] * 4] * 4, "killercage": [{"cells": ["R1C1", "R2C1"], "value": "3"}]}
    sheet = from_fpuzzles(json.dumps(file | {"activeConstraints": ["Killer Cage"]}))
    assert sheet.text() == from_fpuzzles(json.dumps(file)).text()
    for faulty in (["Killer Cage", "Fog Of War"], "Killer Cage", {"Killer Cage": True}, [None]):
        with pytest.raises(RecordError, match="what activeConstraints means is not known"):
            from_fpuzzles(json.dumps(file | {"activeConstraints": faulty}))


def fpuzzles(**more):
    return json.dumps({"size": 9, "grid": [[{} for _ in range(9)] for _ in range(9)], **more})


def test_given_pencil_marks_are_refused_and_a_players_own_are_left_out():
    data = json.loads(fpuzzles())
    data["grid"][0][0] = {"centerPencilMarks": [1, 2], "cornerPencilMarks": [3]}
    assert from_fpuzzles(json.dumps(data)).clues == {}
    data["grid"][0][0] = {"givenPencilMarks": [1, 2]}
    with pytest.raises(RecordError, match="given pencil marks"):
        from_fpuzzles(json.dumps(data))


@pytest.mark.parametrize("key", ["xsum", "x-sum"])
def test_a_sum_beside_the_grid_is_read_by_either_of_its_names(key):
    (line,) = rule_lines(from_fpuzzles(fpuzzles(**{key: [{"cell": "R3C10", "value": "6"}]})))
    assert (line.name, line.words[1:]) == ("x-sum", ("6", "right", "3"))


def test_a_little_killer_whose_cells_lie_elsewhere_is_refused():
    killer = {"cell": "R0C1", "cells": ["R1C2", "R2C3"], "direction": "DR", "value": "9"}
    assert rule_lines(from_fpuzzles(fpuzzles(littlekillersum=[killer])))[0].cells[:2] == ((1, 2), (2, 3))
    with pytest.raises(RecordError, match="not those in its direction"):
        from_fpuzzles(fpuzzles(littlekillersum=[{**killer, "cells": ["R9C1", "R8C2"]}]))


@pytest.mark.parametrize("quote", ["'", '"'])
def test_a_string_that_does_not_end_is_refused_at_once(quote):
    # Looked for anew at every quote it would take hours.
    spoilt = pack("{cages:[{value:" + quote + ("\\" + quote) * 400_000)
    assert len(spoilt) < 10_000
    with pytest.raises(RecordError, match="does not end"):
        read_link("https://sudokupad.app/scl" + spoilt)


@pytest.mark.parametrize("text", ["https://[", "https://puzz.link]/p?slither/3/3/g"])
def test_what_is_no_address_is_refused(text):
    with pytest.raises(RecordError, match="is no address"):
        pencil.read_address(text)
    status, _, err = deduce("unique", text)
    assert status == 2
    assert "is no address" in err


@pytest.mark.parametrize("site", ["f-puzzles", "sudokupad", "f-puzzles.json"])
def test_what_is_no_sudoku_is_refused_by_sites_of_sudokus(site):
    """Also families without words in cells, such as those with areas alone."""
    taken = {"sudoku", "killersudoku", "jigsawsudoku", "variantsudoku"}
    for name in pencil.families():
        sheet = pencil.parse(name, pencil.family(name).example)
        if name in taken:
            assert pencil.address(sheet, site)
            continue
        with pytest.raises(ProblemError, match=f"{name} is no sudoku, which alone these sites take"):
            pencil.address(sheet, site)

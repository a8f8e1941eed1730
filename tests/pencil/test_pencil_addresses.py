"""Addresses: every family's puzzle written and read again, codes on random words, the site's own spelling, refusals."""

import random
import re
from contextlib import suppress
from dataclasses import replace

import pytest

from deduce import cli
from deduce.ground.errors import ProblemError, RecordError
from deduce.puzzles import verify
from deduce.web import answer
from deduce_models import pencil
from deduce_models.pencil.addresses.codes import Each, Gapped, PackedCode, Trailing
from deduce_models.pencil.addresses.penpa_links import DRAWN
from deduce_models.pencil.addresses.pzpr_files import FILED
from deduce_models.pencil.addresses.tokens import (
    ARROWS,
    BALANCE,
    CASTLE,
    HEX,
    Digits,
    Hex,
    Letters,
    SumPairs,
    TokenFault,
    WordTokens,
)  # fmt: skip
from deduce_models.pencil.drawing.tapping import blank
from deduce_models.pencil.making.clue_by_clue import words_of
from deduce_models.pencil.sheet.printed import EMPTY

HOST = "https://puzz.link/p?"


def normal(sheet):
    """A sheet with areas renamed in order, and a room's number anywhere in it."""
    layers = dict(sheet.layers)
    if "areas" in layers:
        names = {}
        layers["areas"] = [[names.setdefault(w, len(names)) for w in line] for line in layers["areas"]]
        if "clues" in layers:
            own = sheet.area_of
            layers["clues"] = sorted((names[own[at]], word) for at, word in sheet.clues.items())
    return sheet.rows, sheet.cols, sheet.extra, layers


DOORS = {"puzz.link": pencil.ADDRESSED, "pzprv3": FILED, "penpa": DRAWN}
SIZES = dict.fromkeys(("sudoku", "skyscraper", "doppelblock", "abcendview"), (4, 4)) | {"foseruzu": (4, 3)}
SPELT = ("masyu", "shakashaka", "balanceloop", "pipelink", "castlewall")
LONG = ("1,1,1,1", "12,34", "7,", ",8", "300")


def by_chance(name, rng):
    """A sheet with any words of the family anywhere, and areas that hang together; its rules are not asked."""
    first, *lines = blank(name, *SIZES.get(name, (rng.randint(2, 5), rng.randint(2, 5)))).split("\n")
    sheet, share = pencil.parse(name, "\n".join([first, *lines])), rng.choice([0.1, 0.2, 0.5])
    words = [line.split() for line in lines]
    at = 0
    for layer in pencil.family(name).parse.layers:
        some = [word for word in (EMPTY, *LONG) if re.fullmatch(layer.pattern, word)]
        some += words_of(sheet, layer.name) if layer.name != "areas" else []
        for r in range(len(sheet.layers[layer.name])):
            for c in range(len(words[at])):
                if layer.name == "areas":
                    near = [words[at][c - 1] if c else "", words[at - 1][c] if r else ""]
                    words[at][c] = rng.choice([*filter(None, near), f"n{r}{c}"])
                elif name == "kakuro" and 0 in (r, c):
                    words[at][c] = rng.choice([*[EMPTY] * 20, "7,", ",8", "12,34"])
                elif rng.random() < share:
                    words[at][c] = rng.choice(some)
            at += 1
    return pencil.parse(name, "\n".join([first, *map(" ".join, words)]))


def solved(name, text):
    knowledge = pencil.read(name, text)
    return pencil.show(knowledge, verify(knowledge).solution)


@pytest.mark.parametrize("name", pencil.ADDRESSED)
def test_the_example_of_every_family_comes_back_from_every_door(name):
    sheet = pencil.parse(name, pencil.family(name).example)
    texts = {sheet.text()}
    for door in (door for door, known in DOORS.items() if name in known):
        written = pencil.address(sheet, door)
        again = pencil.read_address(written)
        assert again.family == name
        assert (pencil.address(again, door), pencil.address(again)) == (written, pencil.address(sheet))
        assert name in SPELT or normal(again) == normal(sheet)
        texts.add(again.text())
    assert len({solved(name, text) for text in texts}) == 1


@pytest.mark.parametrize("name", pencil.ADDRESSED)
def test_whatever_is_written_is_read_again_at_every_door_or_refused(name):
    """Found so: a centre beyond the border came into the next row, words of Penpa+ that were not read, lost clues."""
    rng = random.Random(name)
    written = dict.fromkeys((door for door, known in DOORS.items() if name in known), 0)
    for sheet in (by_chance(name, rng) for _ in range(8)):
        for door in written:
            try:
                address = pencil.address(sheet, door)
            except ProblemError:
                continue
            again = pencil.read_address(address)
            assert pencil.address(again, door) == address
            if name not in SPELT:
                assert [*map(rooms, normal(again))] == [*map(rooms, normal(sheet))], sheet.text()
            if door == "pzprv3":  # no line is beyond what is read
                with pytest.raises(RecordError):
                    pencil.read_address("\n".join(address.split("\n")[:-2]))
            written[door] += 1
    assert all(written.values()), written


def rooms(part):
    """A number that an area has twice says nothing more."""
    clues = part.get("clues") if isinstance(part, dict) and "areas" in part else None
    return {**part, "clues": sorted({*clues})} if clues else part


CODES = [
    (Gapped(HEX), ["0", "9", "15", "16", "255", "256", "4095"]),
    (Gapped(Hex("?")), ["1", "?", "20"]),
    (Gapped(Digits(), "a"), ["0", "3", "9"]),
    (Gapped(Letters()), ["a", "c", "p", "z"]),
    (Gapped(ARROWS, "a"), ["0n", "3s", "15w", "16e", "255n", "256s", "x"]),
    (Gapped(CASTLE, "a"), ["3no", "0ex", "17w.", "o", "x", "."]),
    (Gapped(BALANCE), ["w", "b", "w1", "b2", "w20"]),
    (Gapped(SumPairs(), "k"), [",", "3,", ",45", "19,20", "9,10"]),
    (Gapped(WordTokens({"v": "1", "h": "2", "s": "3"})), ["v", "h", "s"]),
    (Trailing(("0", "1", "2", "3", "4"), 2, unknown="x"), ["0", "4", "x"]),
    (Trailing(("1", "2"), 7), ["1", "2"]),
    (Trailing(("x",), 17, "i", beyond=False), ["x"]),
    (PackedCode((EMPTY, "x")), ["x"]),
    (PackedCode((EMPTY, "w", "b")), ["w", "b"]),
]


@pytest.mark.parametrize(("code", "words"), CODES, ids=lambda x: type(x).__name__)
def test_codes_read_what_they_write(code, words):
    rng = random.Random(5)
    for _ in range(400):
        share = rng.random() ** 2
        count = rng.choice([1, 2, 5, 24, 25, 60, 90])
        given = [rng.choice(words) if rng.random() < share else EMPTY for _ in range(count)]
        text = code.write(given)
        assert code.read(text, 0, count) == (given, len(text))
        assert code.read("z" + text + "7", 1, count)[0] == given or not text  # in the middle of others


def test_numbers_in_every_place_are_read_back():
    rng = random.Random(6)
    for _ in range(200):
        given = [
            str(rng.choice([0, 9, 10, 35, 36, 1295, rng.randrange(60)])) for _ in range(rng.randint(1, 30))
        ]
        text = Each().write(given)
        assert Each().read(text, 0, len(given)) == (given, len(text))


@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("slither/3/3/g0c3b", None),
        ("yajilin/3/2/a23b0.a", "2 3\n- 3s -\n- x -"),
        ("castle/3/1/12110.20.", "1 3\n1so o x"),
        ("balance/4/1/0145", "1 4\nw b w2 b2"),
        ("yinyang/3/2/5c", "2 3\n- w b\nw w -"),
        ("simpleloop/3/2/i0", "2 3\nx - -\nx - -"),
        ("hitori/2/2/1a2-10", "2 2\n1 10\n2 36"),
        ("numlin/3/2/g1h-141", "2 3\n- 1 -\n- 20 1"),
    ],
)
def test_short_boards_are_read_as_the_site_means_them(address, text):
    sheet = pencil.read_address(HOST + address)
    if text is not None:
        assert sheet.text() == text
    assert pencil.address(sheet) == HOST + address


def test_a_small_slitherlink_by_hand():
    # g: one empty place; 0: a zero, nothing after it; c: 2 and two empty places; and so on.
    assert pencil.read_address(HOST + "slither/3/3/g0c3b").text() == "3 3\n- 0 2\n- - 3\n1 - -"


def test_borders_are_side_by_side_first():
    # 2 rows of 3: bits of the upright borders (0 1 / 1 0), then of the level ones (0 1 1).
    sheet = pencil.read_address(HOST + "lits/3/2/cc")
    assert sheet.text() == "2 3\n1 1 2\n1 3 3"
    assert pencil.address(sheet) == HOST + "lits/3/2/cc"


def test_nonogram_lists_begin_at_the_grid():
    # Two places for each of 3 columns (2 rows make at most one run): 1; 1; 2. Then two for each row: 1 1; 3 and nothing.
    sheet = pencil.read_address(HOST + "nonogram/3/2/121213")
    assert sheet.text() == "2 3\n1\n2\n1\n1 2\n3"


def read_fully(address):
    sheet = pencil.read_address(HOST + address)
    return pencil.read(sheet.family, sheet.text())


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("slither/3", "after ? come the type"),
        ("slither/3/x/g", "columns and rows are two numbers"),
        ("slither/300/3/g", "columns and rows are two numbers"),
        ("slither/3/3/f", "'f' means nothing here"),
        ("slither/3/3/ggggggggg1", "is left over"),
        ("sliter/3/3/g", "puzzles of the type 'sliter' are not read"),
        ("koburin/m/3/3/g", "the flag 'm' changes the rules"),
        ("sudoku/4/4/-1", "'1' is no number of 2 characters"),
        ("sudoku/4/4/99", "9 cannot stand here"),
        ("castle/2/2/1", "the text ends within a clue"),
        ("hitori/2/2/11", "there are 2 numbers instead of 4"),
        ("starbattle/4/4/x/00", "'x' is no number before a slash"),
        ("fivecells/3/3/", "make no regions of five"),
        ("tentaisho/2/2/00", "two centres belong to one cell"),
        ("numlin/2/2/.", "a clue without its number"),
        ("easyasabc/2/2/2/-1b", "27 is no letter"),
    ],
)
def test_faulty_addresses_are_refused_in_words(address, why):
    with pytest.raises(RecordError, match=re.escape(why)):
        read_fully(address)


def test_other_sites_are_left_alone():
    assert pencil.read_address("https://example.org/p?slither/3/3/g") is None
    assert pencil.read_address("http://pzv.jp/p.html?slither/2/2/1").text() == "2 2\n1 -\n- -"


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("kakurasu", None, "kakurasu has no addresses"),
        ("skyscraper", "3 3 2\n- - -\n- - -\n- - -\n- - -\n- - -\n- - -\n- - -", "always 3"),
        ("galaxies", "1 2\n- 1", "the centre in row 1, column 2 lies outside of the grid"),
        ("heyawake", "2 2\n1 0\n- -\n1 1\n1 1", "several numbers"),
    ],
)
def test_what_an_address_cannot_say_is_refused(name, text, why):
    with pytest.raises(ProblemError, match=why):
        pencil.address(pencil.parse(name, text or pencil.family(name).example))


def test_a_code_refuses_words_it_has_no_characters_for():
    for code, word in [
        (Gapped(HEX), "4096"),
        (Gapped(Digits()), "10"),
        (Each(), "1296"),
        (PackedCode((EMPTY, "x")), "y"),
    ]:
        with pytest.raises(TokenFault):
            code.write([word])


def test_regions_of_four_and_five_are_two_types():
    either = pencil.parse("foseruzu", "4 5\n" + "\n".join(["- - - - -"] * 4))
    with pytest.raises(ProblemError, match="say which after rows and columns"):
        pencil.address(either)
    for size, kind in (("4", "fourcells"), ("5", "fivecells")):
        sheet = replace(either, extra=(size,), first=f"4 5 {size}")
        assert pencil.address(sheet) == HOST + f"{kind}/5/4/t"
        assert pencil.read_address(HOST + f"{kind}/5/4/t").extra == (size,)


@pytest.mark.parametrize("name", sorted(pencil.ADDRESSED))
def test_an_address_that_ends_early_says_how_many_places_it_did_not_name(name):
    """Another encoder leaves empty places at the end out, and so does who cuts an address: both are read, and told."""
    whole = pencil.address(pencil.parse(name, pencil.family(name).example), "puzz.link")
    sheet = pencil.read_address(whole)
    assert sheet.unnamed == 0
    head, _, body = whole.rpartition("/")
    silent = []
    for end in range(len(body)):
        with suppress(RecordError):
            cut = pencil.read_address(f"{head}/{body[:end]}")
            silent += [body[:end]] if cut != sheet and not cut.unnamed else []
    assert silent == []


def test_an_address_that_names_no_cells_says_so_where_the_site_leaves_empty_ones_out_as_well():
    """The site ends these two before the cells where none has a clue; whether one was cut there nobody can tell."""
    for body, left in (
        ("skyscrapers/3/3/1j2l", 9),
        ("skyscrapers/3/3/1j2", 15),
        ("easyasabc/3/3/2/1j2l", 9),
    ):
        sheet = pencil.read_address(HOST + body)
        assert (sheet.unnamed, dict(sheet.clues)) == (left, {}), body
        whole = pencil.address(sheet)
        again = pencil.read_address(whole)
        assert (again, again.unnamed) == (sheet, 0)


CUT = "https://puzz.link/p?slither/5/5/i12"


def test_what_is_answered_of_a_cut_address_says_so(capsys, monkeypatch):
    for language, said in (
        ("en", "(the address ends before its last 20 places, read as empty)"),
        ("de", "(die Adresse endet vor ihren letzten 20 Plätzen, die leer gelesen werden)"),
        ("ru", "(адрес кончается раньше: последние 20 мест считаются пустыми)"),
    ):
        monkeypatch.setattr("sys.argv", ["deduce", "unique", CUT, "--language", language])
        with pytest.raises(SystemExit):
            cli.main()
        assert capsys.readouterr().out.rstrip().endswith(said)
    monkeypatch.setattr("sys.argv", ["deduce", "convert", CUT])
    with suppress(SystemExit):
        cli.main()
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert (first, second) == ("# the address ends before its last 20 places, read as empty", "5 5")
    found = answer({"verb": "sheet", "family": "sudoku", "grid": CUT, "language": "de"})
    assert "letzten 20 Plätzen" in found["data"]["remark"]
    assert "remark" not in answer({"verb": "sheet", "family": "sudoku", "grid": f"{CUT}z"})["data"]

"""Files of puzz.link: every family's puzzle written and read again, the forms others write, refusals, hostile ones."""

import json
import random

import pytest
from command_line import deduce

from deduce.ground.errors import ProblemError, RecordError
from deduce_models import pencil
from deduce_models.pencil.addresses.pzpr_files import FILED, read_pzpr, write_pzpr


@pytest.mark.parametrize("name", ["kenken", *sorted(set(pencil.ADDRESSED) - set(FILED))[::6]])
def test_a_family_without_files_is_refused(name):
    """Every family with files has addresses; not every one with addresses has files."""
    assert set(FILED) <= set(pencil.ADDRESSED)
    with pytest.raises(ProblemError, match="has no pzprv3 files"):
        write_pzpr(pencil.parse(name, pencil.family(name).example))


FORMS = {
    # Rooms as borders, numbers in any cell of theirs, what was filled in behind.
    "heyawake": (
        "pzprv3.1\nheyawake\n2\n3\n0 1\n0 1\n0 0 1\n. 1 .\n. . 0\n# . +\n. # .\n",
        "2 3\n- 1 -\n- - 0\n1 1 2\n1 1 3",
    ),
    "slitherlink": ("pzprv3/slither/2/2/3 . /. 2 /1 0 -1 /0 0 1 /1 0 /0 1 /-1 0 /", "2 2\n3 -\n- 2"),
    "akari": ("pzprv3/lightup/2/3/# + 1 /- . ./", "2 3\n- - 1\nx - -"),
    "yajilin": ("pzprv3/yajilin/2/2/0,- . /. 1,0 /", "2 2\nx -\n- 0n"),
    "kakuro": ("pzprv3/kakuro/2/3/0 3 -1 4 /5 . . . /2 . 1,2 . /1 2 2 /2 . 1 /", "3 4\n- 3, - 4,\n,5 0 0 0\n,2 0 2,1 0"),
    "fillomino": ("pzprv3/fillomino/1/2/. 2 /2 . /0 /", "1 2\n- 2"),
    "tent": ("pzprv3/tents/2/3/. c1 . . /. A 1 - /1 . . ./", "2 3\n1 - -\n- 1\n- x -\n- - -"),
    "sudoku": ("pzprv3/sudoku/4/1 . . . /. . . . /. . . 2 /. . . . /" + ". . . ./" * 4, None),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMS)
def test_files_as_others_write_them(name):
    text, meant = FORMS[name]
    read = pencil.read_address(text)
    assert read.family == name
    if meant:
        own = pencil.parse(name, meant)
        assert read.clues == own.clues
        assert pencil.address(read) == pencil.address(own)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("pzprv3.7/slither/2/2/3 . /. 2 /", "a form that is not known"),
        ("pzprv3/chess/2/2/", "the type 'chess'"),
        ("pzprv3", "the type ''"),
        ("pzprv3/slither/2/", "rows and columns"),
        ("pzprv3/slither/2/99999999999/", "rows and columns"),
        ("pzprv3/slither/2/2/3 . /", "line 2 below the size is missing"),
        ("pzprv3/slither/2/2/3 . /. 2 ./", "3 words instead of 2"),
        ("pzprv3/slither/2/2/3 - /. 2/", "without its number"),
        ("pzprv3/slither/2/2/9 . /. 2/", "a cell has four sides"),
        ("pzprv3.1/slither/2/2/f/. . /. ./", "the flag 'f' changes the rules"),
        ("pzprv3/heyawake/1/2/7/0 1/. ./", "there are 2 areas, not 7"),
        ("pzprv3/yajilin/1/2/. 0,1 /", "no arrow"),
        ("pzprv3/fillomino/1/2/. 1 /. ./X /", "given borders"),
        ("pzprv3/doppelblock/3/3/. 1 . . /. . q1 . /. . . . /. . . ./", "given in cells"),
    ],
)
def test_a_faulty_file_is_refused_with_its_reason(text, why):
    def knowledge():
        read = pencil.read_address(text)
        return pencil.read(read.family, read.text())

    with pytest.raises(RecordError, match=why):
        knowledge()


def test_a_spoilt_file_is_read_or_refused():
    rng = random.Random(35)
    outcomes = set()
    for name in FILED:
        good = write_pzpr(pencil.parse(name, pencil.family(name).example))
        for _ in range(12):
            signs = list(good)
            for _ in range(rng.randint(1, 3)):
                at = rng.randrange(6, len(signs))
                signs[at : at + rng.randint(0, 2)] = rng.choice(
                    [*"019.-,/#acqX\n \u00b2\u0664", "99999999999"]
                )
            try:
                read_pzpr("".join(signs))
                outcomes.add("read")
            except RecordError:
                outcomes.add("refused")
    assert outcomes == {"read", "refused"}
    with pytest.raises(RecordError, match="longer than"):
        read_pzpr("pzprv3/slither/2/2/" + "." * 2_000_000)


def test_the_commands_take_and_give_such_files(tmp_path):
    path = tmp_path / "loop.txt"
    path.write_text(write_pzpr(pencil.parse("slitherlink", pencil.family("slitherlink").example)))
    status, out, _ = deduce("unique", path, "--json")
    assert (status, json.loads(out)["status"]) == (0, "unique")
    status, out, _ = deduce("convert", path, "--to", "pzprv3", "--json")
    assert (status, json.loads(out)["puzzle"]) == (0, path.read_text())

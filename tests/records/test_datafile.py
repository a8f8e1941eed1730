"""Data files of people: what is read, and what is said of each slip, with its file and its key."""

import pytest

from deduce.ground.errors import ProblemError
from deduce.records.datafile import PROVENANCES, DataTable, Note, parse_toml, read_toml

TEXT = """
name = "deck"
size = 12
share = 0.5
wild = true
cards = ["a", "b"]
counts = [0, 3]
near = [["b", "a"], ["a", "c"]]

[acts]
provenance = "deduced"
reason = "counted"
[acts.first]
size = 2

[[room]]
name = "Hall"
[[room]]
name = "Attic"
"""


@pytest.fixture
def table():
    return parse_toml(TEXT, "deck.toml")


def test_values_are_given_as_they_stand(table):
    assert table.get("name", str) == "deck"
    assert table.get("size", int) == 12
    assert table.get("share", float) == 0.5
    assert table.get("wild", bool) is True
    assert table.get("none", int, 7) == 7
    assert table.get("none", int, 0) == 0
    assert table.strings("cards") == ("a", "b")
    assert table.strings("none", ["x"]) == ("x",)
    assert table.strings("none", []) == ()
    assert table.integers("counts") == (0, 3)
    assert table.pairs("near", ("a", "b", "c")) == ((1, 0), (0, 2))
    assert table.pairs("none", ("a", "b"), []) == ()
    assert table.one_of("name", "b", ("a", "b")) == 1
    assert [room.get("name", str) for room in table.tables("room")] == ["Hall", "Attic"]
    assert table.table("acts").table("first").get("size", int) == 2
    assert table.table("acts").provenance() == "deduced"
    acts = table.table("acts")
    assert acts.only("provenance", "reason", "first") is acts


def test_places_are_dotted_keys_behind_the_file(table):
    assert table.where() == "deck.toml"
    assert table.where("size") == "deck.toml: size"
    inner = table.table("acts").table("first")
    assert inner.where() == "deck.toml: acts.first"
    assert inner.where("size") == "deck.toml: acts.first.size"
    assert [room.where("name") for room in table.tables("room")] == [
        "deck.toml: room[1].name",
        "deck.toml: room[2].name",
    ]
    deep = DataTable({"cell": [{}]}, "deck.toml", "acts")
    assert deep.tables("cell")[0].where() == "deck.toml: acts.cell[1]"


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda t: t.get("none", int), "deck.toml: none: is missing (expected a whole number)"),
        (lambda t: t.get("none", str), "deck.toml: none: is missing (expected a string)"),
        (lambda t: t.get("wild", int), "deck.toml: wild: expected a whole number, not True"),
        (lambda t: t.get("size", bool), "deck.toml: size: expected true or false, not 12"),
        (lambda t: t.get("size", float), "deck.toml: size: expected a number, not 12"),
        (lambda t: t.get("size", str), "deck.toml: size: expected a string, not 12"),
        (lambda t: t.strings("size"), "deck.toml: size: expected a list, not 12"),
        (lambda t: t.strings("counts"), "deck.toml: counts: expected a list of strings, not [0, 3]"),
        (lambda t: t.strings("none"), "deck.toml: none: is missing (expected a list)"),
        (
            lambda t: t.integers("cards"),
            "deck.toml: cards: expected a list of whole numbers, not ['a', 'b']",
        ),
        (
            lambda t: DataTable({"n": [1, True]}, "f").integers("n"),
            "f: n: expected a list of whole numbers, not [1, True]",
        ),
        (lambda t: t.pairs("cards", ("a", "b")), 'deck.toml: cards: expected pairs ["X", "Y"], not \'a\''),
        (
            lambda t: DataTable({"n": [["a", "b", "a"]]}, "f").pairs("n", ("a", "b")),
            "f: n: expected pairs [\"X\", \"Y\"], not ['a', 'b', 'a']",
        ),
        (
            lambda t: DataTable({"n": [["a", "a"]]}, "f").pairs("n", ("a", "b")),
            "f: n: ['a', 'a'] names one thing twice",
        ),
        (
            lambda t: t.pairs("near", ("a", "b")),
            "deck.toml: near: 'c' is unknown; allowed: a, b",
        ),
        (
            lambda t: t.one_of("name", "Hal", ("Hall", "Attic")),
            "deck.toml: name: 'Hal' is unknown; did you mean 'Hall'? allowed: Hall, Attic",
        ),
        (lambda t: t.table("size"), "deck.toml: size: expected a table, not 12"),
        (lambda t: t.table("acts").table("last"), "deck.toml: acts.last: is missing (expected a table)"),
        (lambda t: t.tables("cards"), "deck.toml: cards: expected tables, written [[cards]]"),
        (
            lambda t: t.table("acts").only("provenance", "reason", "firs"),
            "deck.toml: acts.first: is not a key of this table; did you mean 'firs'? allowed: provenance, reason, firs",
        ),
        (lambda t: t.provenance(), "deck.toml: reason: is missing (expected a string)"),
        (
            lambda t: DataTable({"reason": "so"}, "f").provenance(),
            "f: provenance: is missing (expected a string)",
        ),
    ],
)
def test_slips_are_told_with_their_key(table, ask, said):
    with pytest.raises(ProblemError) as caught:
        ask(table)
    assert str(caught.value) == said


def test_a_provenance_is_one_of_three():
    for value in PROVENANCES:
        assert DataTable({"provenance": value, "reason": ""}, "f").provenance() == value
    with pytest.raises(ProblemError, match="f: provenance: 'rules' is unknown"):
        DataTable({"provenance": "rules", "reason": ""}, "f").provenance()
    note = Note("deck", "deduced", "counted")
    assert note.to_dict() == {"datum": "deck", "provenance": "deduced", "reason": "counted"}


def test_what_is_no_toml_is_refused_with_its_file(tmp_path):
    with pytest.raises(ProblemError, match=r"deck\.toml: is not TOML: .*line 2"):
        parse_toml("a = 1\nb = \n", "deck.toml")
    with pytest.raises(ProblemError, match="too deeply nested, or a number of too many digits"):
        parse_toml("a = " + 5000 * "9", "deck.toml")
    path = tmp_path / "deck.toml"
    path.write_text("a = 1\n")
    assert read_toml(path).get("a", int) == 1
    assert read_toml(path).source == str(path)
    with pytest.raises(ProblemError, match=r"none\.toml"):
        read_toml(tmp_path / "none.toml")
    path.write_bytes(b"a = 1\nb = '\xff'\n")
    with pytest.raises(ProblemError, match=r"deck\.toml.*line 2"):
        read_toml(path)

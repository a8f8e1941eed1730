"""Files that tell how people play: written and read back, added up, refused with what was wrong and where."""

import re
from dataclasses import dataclass

import pytest

from deduce.ground.errors import ProblemError, RecordError
from deduce.records.profiles import (
    Counts,
    beta_interval,
    counted_in,
    mark_of,
    people_in,
    people_of,
    profiles_in,
    profiles_text,
    summed,
)
from deduce.records.record import read_record

WHOLE = {
    "toy": {
        "Bob": {"lies": 3, "rooms": {"Tome": 1.5, "the Bombe": 2}},
        'Ann "A" \\': {"lies": 0, "rooms": {}},
    },
    "other": {"Bob": {"slips": 2}},
}


@dataclass(frozen=True)
class Two(Counts):
    lies: float = 0.0
    truths: float = 0.0


def test_what_is_written_is_read_back_with_its_marks(tmp_path):
    file = tmp_path / "people.toml"
    assert (profiles_in(file), counted_in(file)) == ({}, [])
    file.write_text(profiles_text(WHOLE, ["a1", "b2"]), "utf-8")
    assert profiles_in(file) == WHOLE
    assert counted_in(file) == ["a1", "b2"]
    assert people_in(file, "toy") == WHOLE["toy"]
    assert people_in(file, "none") == {}
    plain = profiles_text({"toy": {"Bob": {"lies": 1}}})
    assert plain.splitlines()[1:] == ["", "[toy.Bob]", "lies = 1"]
    assert plain.startswith("# How people play")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[toy.Bob", "is no TOML"),
        ("toy = 3", r"toy: expected a table a person, such as \[toy.Bob\]"),
        ("[toy]\nBob = 3", r"toy: expected a table a person, such as \[toy.Bob\]"),
        ("toy = { Ann = { lies = 1 }, Bob = 3 }", "toy: expected a table a person"),
        ("[toy.Ann]\nlies = 1\n[other]\nBob = 'x'", "other: expected a table a person"),
        ("counted = 'a1'", "counted: expected the marks of records"),
        ("counted = [1]", "counted: expected the marks of records"),
    ],
)
def test_what_is_no_such_file_is_refused(text, said, tmp_path):
    file = tmp_path / "people.toml"
    file.write_text(text, "utf-8")
    for read in (profiles_in, counted_in, lambda path: people_in(path, "toy")):
        with pytest.raises(RecordError, match=said) as caught:
            read(file)
        assert caught.value.source == str(file)


def test_people_at_the_table_are_known_by_their_seats_the_writer_left_out(tmp_path):
    (tmp_path / "people.toml").write_text(
        "[toy.bob]\nlies = 2\n[toy.Ann]\nlies = 1\n[toy.Zoe]\nlies = 9\n", "utf-8"
    )

    def asked(line, me):
        record = read_record(f"game: toy\nhabits: {line}\n\n", source=str(tmp_path / "record.txt"))
        return people_of(record, ["Ann", "Bob", "Cid"], me, Two.of)

    assert asked("people.toml", 1) == {2: Two(2.0)}
    assert asked("people.toml", None) == {1: Two(1.0), 2: Two(2.0)}
    for off in ("off", "none", ""):
        assert asked(off, 1) == {}
    (tmp_path / "people.toml").write_text("[toy.Bob]\nlies = -1\n", "utf-8")
    with pytest.raises(
        RecordError, match=r"\[toy.Bob\]: lies of a profile is a number from 0, not -1"
    ) as caught:
        asked("people.toml", 1)
    assert caught.value.line == 2


def test_counts_are_numbers_of_known_names_and_are_added_up():
    assert Two.of({"lies": 1}).plus(Two(2.0, 3.0)) == Two(3.0, 3.0)
    assert Two(1.0, 2.0).to_dict() == {"lies": 1.0, "truths": 2.0}
    assert Two.of({"truths": 999_999}).truths == 999_999.0
    for wrong in ({"lies": True}, {"lies": "1"}, {"lies": -0.1}, {"lies": 1e6}, {"lies": float("nan")}):
        with pytest.raises(ProblemError, match="lies of a profile is a number from 0"):
            Two.of(wrong)
    with pytest.raises(ProblemError, match=re.escape("no 'slips': allowed are lies, truths")):
        Two.of({"slips": 1})


def test_tables_are_summed_key_by_key():
    one, two = {"a": 1, "t": {"x": 1}}, {"a": 0.1234, "b": 2, "t": {"x": 2, "y": 3}, "u": {"z": 1}}
    assert summed(one, two, "here") == {"a": 1.123, "b": 2.0, "t": {"x": 3.0, "y": 3.0}, "u": {"z": 1.0}}
    assert one == {"a": 1, "t": {"x": 1}}
    for had, more in (
        ({"a": True}, {"a": 1}),
        ({"a": "x"}, {"a": 1}),
        ({"a": {}}, {"a": 1}),
        ({"a": 1}, {"a": {}}),
    ):
        with pytest.raises(RecordError, match="here a: expected a number, not"):
            summed(had, more, "here")


def test_a_rate_and_where_it_is():
    mean, low, high = beta_interval(3, 1)
    assert mean == 0.75
    assert (low, high) == pytest.approx((0.75 - 1.645 * (0.75 * 0.25 / 5) ** 0.5, 1.0))
    assert beta_interval(1, 9)[1:] == pytest.approx((0.0, 0.1 + 1.645 * (0.09 / 11) ** 0.5))


def test_a_mark_tells_records_apart_by_what_they_say():
    mark = mark_of("game: toy\n\nAnn  plays 3 # well\n")
    assert mark == mark_of("  game: toy\nAnn plays 3\n# more\n\n")
    assert re.fullmatch("[0-9a-f]{16}", mark)
    assert mark != mark_of("game: toy\nAnn plays 4\n")
    assert mark != mark_of("game: toy Ann plays 3")

"""What is read from strangers: lines without an end, and files that a text names."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from deduce.ground import reading
from deduce.ground.deadline import Deadline
from deduce.ground.errors import RecordError


def test_lines_come_with_their_ends_and_a_stream_ends_with_nothing() -> None:
    stream = io.StringIO("one\n\ntwo")
    assert [reading.line_of(stream) for _ in range(4)] == ["one\n", "\n", "two", ""]


def test_a_line_that_is_too_long_is_passed_over_and_the_next_one_read() -> None:
    stream = io.StringIO("x" * (3 * reading.LONGEST_LINE + 5) + "\nnext\n")
    with pytest.raises(RecordError, match="at most"):
        reading.line_of(stream)
    assert reading.line_of(stream) == "next\n"


def test_a_line_of_just_the_length_is_read() -> None:
    line = "x" * (reading.LONGEST_LINE - 1) + "\n"
    assert reading.line_of(io.StringIO(line)) == line


def test_a_line_without_any_end_is_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LONGEST_LINE", 4)
    monkeypatch.setattr(reading, "_MOST_PASSED", 3)
    assert reading.line_of(io.StringIO("x" * 100)) == ""


def test_files_that_a_text_names_lie_beside_it_unless_allowed(tmp_path: Path) -> None:
    folder = tmp_path / "here"
    (folder / "below").mkdir(parents=True)
    for file in (folder / "deck.toml", folder / "below" / "deck.toml", tmp_path / "other.toml"):
        file.write_text("x = 1")
    (folder / "link.toml").symlink_to(tmp_path / "other.toml")
    for named in ("deck.toml", "below/deck.toml", "missing.toml"):
        assert reading.check_named(folder, named, anywhere=False) == ""
    for named in ("../other.toml", "link.toml", str(tmp_path / "other.toml")):
        assert "outside the folder" in reading.check_named(folder, named, anywhere=False)
        assert reading.check_named(folder, named, anywhere=True) == ""
    assert "no regular file" in reading.check_named(folder, "below", anywhere=False)


def test_a_share_of_a_deadline_is_that_part_of_what_is_left() -> None:
    whole = Deadline(100.0)
    left = whole.share(0.25).left()
    assert left is not None
    assert 20 < left <= 25
    assert Deadline(None).share(0.5).left() is None

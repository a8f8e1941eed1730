"""Sudokus as people pass them on: digits and signs for empty places, in one line, in rows, in a frame."""

import pytest
from command_line import deduce
from hypothesis import given
from hypothesis import strategies as st

from deduce.ground.errors import RecordError
from deduce.puzzles.shelves import is_grid
from deduce.puzzles.sources import open_puzzle, puzzle_of
from deduce_models.pencil import parse
from deduce_models.pencil.addresses.plain_sudoku import read_plain

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@given(st.data())
def test_every_way_of_writing_it_is_the_same_sudoku(data):
    size = data.draw(st.sampled_from((4, 6, 9)))
    cells = data.draw(st.lists(st.integers(0, size), min_size=size * size, max_size=size * size))
    blank = data.draw(st.sampled_from(".0_*?-"))
    rows = [cells[at : at + size] for at in range(0, len(cells), size)]
    own = "\n".join([f"{size} {size}", *(" ".join(str(word or "-") for word in row) for row in rows)])
    gap, end = data.draw(
        st.sampled_from((("", ""), (" ", "\n"), ("", "\n"), (",", ";\n"), (" | ", " |\n")))
    )
    text = end.join(gap.join(str(word or blank) for word in row) for row in rows)
    if data.draw(st.booleans()) and "\n" in end:
        text = f"+{'-' * 7}+\n{text}\n+---+---+\n"
    if any(cells) and not text.startswith(f"{size} {size}\n"):
        assert is_grid(text)
    assert read_plain(text).text() == parse("sudoku", own).text()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (LINE[:-1], "81 places (or 36 or 16), not 80"),
        ("5...............", "digits 1 to 4, not 5"),
        ("+---+\n|1..|\n+---+", "not 3"),
    ],
)
def test_what_is_no_sudoku_is_refused(text, why):
    with pytest.raises(RecordError, match=why.replace("(", r"\(").replace(")", r"\)")):
        puzzle_of(text, None, "typed")


def test_a_text_of_another_family_is_never_taken_for_a_sudoku():
    slitherlink = "4 4\n- 1 - 3\n- 0 - -\n- 1 - 2\n3 - - -\n"
    assert not is_grid(slitherlink)
    # What no sudoku is as long as is not looked at: a file of strangers costs nothing.
    assert not is_grid(LINE * 25)
    assert not is_grid("+-" * 1_000_000 + "5")
    with pytest.raises(RecordError, match="name it with --family"):
        puzzle_of(slitherlink, None, "typed")
    assert puzzle_of(slitherlink, "slitherlink", "typed").family == "slitherlink"
    assert (
        puzzle_of(parse("sudoku", "4 4\n1 - - -\n- - - -\n- - - -\n- - - -").text(), "sudoku", "t").family
        == "sudoku"
    )


def test_digits_stand_in_the_place_of_a_file_or_come_from_standard_input(tmp_path):
    (tmp_path / "line.txt").write_text(LINE + "\n", encoding="utf-8")
    asked = [statement.text for statement in open_puzzle(LINE).puzzle.log]
    assert [statement.text for statement in open_puzzle(tmp_path / "line.txt").puzzle.log] == asked
    status, out, _ = deduce("unique", LINE)
    assert (status, "exactly one solution" in out) == (0, True)
    for more in ([], ["--family", "sudoku"]):
        assert deduce("unique", "-", *more, stdin=LINE + "\n") == (0, out, "")
        assert deduce("unique", LINE, *more) == (0, out, "")
    status, _, err = deduce("unique", LINE[:-1])
    assert (status, "not 80" in err) == (2, True)
    # A name that might be a file's is one.
    assert "cannot be read" in deduce("unique", "2024-11")[2]


def test_a_text_may_be_titled_with_its_family():
    text = "4 4\n- 1 - 3\n- 0 - -\n- 1 - 2\n3 - - -\n"
    for title in ("# Slitherlink, seed 5\n", "# slitherlink\n\n# grade 2\n", "\n#Slitherlink\n"):
        assert puzzle_of(title + text, None, "typed").family == "slitherlink"
    # A rule that was asked for besides stands in a second line: what the family alone says would be another puzzle.
    # And what other programs call a family is any word here.
    others = ("# By Ann\n", "# Slitherlink by Ann\n", "# Slither\n", "# Building\n", "#\n", "\n")
    for title in ("# Slitherlink\n# knights\n\n", *others):
        with pytest.raises(RecordError, match="name it with --family") as refused:
            puzzle_of(title + text, None, "typed")
        assert refused.value.line == 1 + title.count("\n")


def test_what_is_generated_is_a_file_as_it_is(tmp_path):
    for family in ("slitherlink", "kropki"):
        kept = tmp_path / f"{family}.txt"
        kept.write_text(deduce("generate", family, "--size", "4", "--seed", "5")[1])
        assert "exactly one solution" in deduce("unique", kept)[1]

"""What `deduce generate` prints can be kept as a file and read as it is; its errors name its lines."""

import pytest
from typer.testing import CliRunner

from deduce.cli import app
from deduce.ground.errors import RecordError
from deduce.puzzles.sources import puzzle_of
from deduce_models import pencil


def ran(*words):
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.output


@pytest.mark.parametrize("family", ["slitherlink", "sudoku", "variantsudoku"])
def test_what_generate_prints_is_read_as_a_file(family, tmp_path):
    size = "5x5" if family == "slitherlink" else "4x4"
    more = ["--of", "cage"] if family == "variantsudoku" else ["--difficulty", "1-9"]
    status, text = ran("generate", "--family", family, "--size", size, "--seed", "3", *more)
    assert status == 0
    assert text.startswith("# ")
    path = tmp_path / "made.txt"
    path.write_text(text, encoding="utf-8")
    status, said = ran("unique", str(path), "--family", family)
    assert status == 0, said
    assert "unique" in said


@pytest.mark.parametrize("name", pencil.families())
def test_the_line_above_a_puzzle_names_its_family_whatever_its_first_line_says(name):
    """Some say more than rows and columns: how many stars, which ships."""
    example = pencil.family(name).example
    file = puzzle_of(f"# {pencil.family(name).title}, seed 1\n\n{example}\n", None, "typed")
    assert (file.family, pencil.parse(name, file.text).text()) == (name, pencil.parse(name, example).text())
    with pytest.raises(RecordError, match="a text that begins with rows and columns is of a family"):
        puzzle_of(f"# By Ann\n{example}\n", None, "typed")


def test_a_puzzle_file_may_begin_with_the_name_of_a_family_as_a_comment():
    file = puzzle_of(
        '# Sudoku\nfamily = "sudoku"\ngrid = "4 4\\n1 - - -\\n- - - -\\n- - - -\\n- - - -"\n', None, "typed"
    )
    assert (file.family, file.title) == ("sudoku", "typed")


def test_only_what_stands_above_the_puzzle_is_a_comment():
    assert pencil.parse("sudoku", "# one\n\n# two\n4 4\n" + "1 - - -\n" * 4).rows == 4
    with pytest.raises(RecordError) as caught:
        pencil.parse("sudoku", "# one\n4 4\n# three\n" + "1 - - -\n" * 3)
    assert caught.value.line == 3
    with pytest.raises(RecordError, match="the text is empty"):
        pencil.parse("sudoku", "# nothing else\n")

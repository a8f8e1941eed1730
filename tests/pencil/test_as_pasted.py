"""Addresses as they are pasted, and families by what other programs call them."""

import pytest

from deduce.puzzles.shelves import family_called, is_address
from deduce.puzzles.sources import open_puzzle, puzzle_of

BARE = "puzz.link/p?slither/4/4/g68ag673d"


@pytest.mark.parametrize(
    "pasted",
    [BARE, f" https://{BARE}\n", f"<https://{BARE}>", f'"http://{BARE}"', f"www.{BARE}", f"HTTPS://{BARE}"],
)
def test_an_address_is_read_as_it_was_pasted(pasted):
    """It was taken for a file that is not there."""
    assert open_puzzle(pasted).text == open_puzzle(f"https://{BARE}").text


@pytest.mark.parametrize("file", ["puzzle.txt", "folder/puzzle.toml", "a.b/c", "https"])
def test_a_path_is_no_address(file):
    assert not is_address(file)


def test_a_file_that_is_there_is_no_address(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my.app").mkdir()
    (tmp_path / "my.app" / "p").touch()
    assert is_address("my.app/q")
    assert not is_address("my.app/p")


@pytest.mark.parametrize(
    ("said", "family"),
    [("Kurodoko", "kuromasu"), ("light up", "akari"), ("easy-as-abc", "abcendview"), ("bridges", "hashi"),
     ("ripple", "hakyuu"), ("Slitherlink", "slitherlink"), ("nothing", None)],
)  # fmt: skip
def test_a_family_is_found_by_what_others_call_it(said, family):
    assert family_called(said) == family


def test_a_title_is_no_name_of_another_program():
    """A Slitherlink that is titled "Castle" is no Castle Wall."""
    assert family_called("castle") == "castlewall"
    assert puzzle_of("# Castle\n2 2\n3 -\n- -\n", "slitherlink", "x").family == "slitherlink"

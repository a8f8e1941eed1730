"""``deduce puzzles`` and ``deduce unique --family``, on the shelf of this source tree."""

import json
from xml.etree import ElementTree

import pytest
from command_line import deduce

from deduce.puzzles import shelves
from deduce_models import pencil
from deduce_models.pencil.shelf import SHELF


@pytest.fixture(autouse=True)
def _one_shelf(monkeypatch):
    """The shelf without its entry point: a test must not need the project to be installed anew."""
    monkeypatch.setattr(shelves, "families", lambda: dict.fromkeys(SHELF.names(), SHELF))
    monkeypatch.setattr("deduce.puzzles.shelf_reports.families", shelves.families)


def test_puzzles_lists_the_shelf():
    status, out, err = deduce("puzzles", "--json")
    assert (status, err) == (0, "")
    listed = json.loads(out)["families"]
    assert [entry["name"] for entry in listed] == list(pencil.families())
    assert all(entry["about"].endswith(".") or entry["about"].endswith(")") for entry in listed)


def test_puzzles_shows_a_family_with_its_example():
    status, out, _ = deduce("puzzles", "masyu")
    assert status == 0
    assert all(line in out for line in pencil.family("masyu").example.splitlines())


def test_puzzles_draws_examples(tmp_path):
    status, _, _ = deduce("puzzles", "masyu", "kakuro", "--svg", tmp_path)
    assert status == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kakuro.svg", "masyu.svg"]
    for path in tmp_path.iterdir():
        assert ElementTree.parse(path).getroot().tag.endswith("svg")


def test_puzzles_refuses_an_unknown_family():
    status, _, err = deduce("puzzles", "masju")
    assert status == 2
    assert "did you mean 'masyu'?" in err


def test_unique_answers_for_a_text_of_a_family(tmp_path):
    file = tmp_path / "puzzle.txt"
    file.write_text(pencil.family("slitherlink").example)
    status, out, _ = deduce("unique", file, "--family", "slitherlink")
    assert status == 0
    assert out.startswith("Slitherlink: unique")


def test_unique_shows_two_solutions(tmp_path):
    file = tmp_path / "puzzle.txt"
    file.write_text("2 2\n- -\n- -\n")
    status, out, _ = deduce("unique", file, "--family", "slitherlink")
    assert status == 1
    assert out.count("\n2 2\n") == 2


def test_unique_names_the_place_of_a_fault(tmp_path):
    file = tmp_path / "puzzle.txt"
    file.write_text("2 2\n- -\n- 9\n")
    status, _, err = deduce("unique", file, "--family", "slitherlink")
    assert status == 2
    assert "puzzle.txt, line 3" in err
    assert "row 2, column 2" in err

"""``deduce examples`` lists what there is and copies it, so that the README's commands work from a wheel too."""

import json
from pathlib import Path

from command_line import deduce

ROOT = Path(__file__).parents[2]


def test_the_list_has_every_example_and_what_it_is():
    status, out, _ = deduce("examples")
    assert status == 0
    assert "entracte/evening.txt" in out
    assert "A template for a game" in out
    names = json.loads(deduce("examples", "--json")[1])["examples"]
    assert set(names) == {
        path.relative_to(ROOT / "examples").as_posix()
        for path in (ROOT / "examples").rglob("*")
        if path.suffix in (".py", ".txt", ".toml")
    }


def test_a_copy_can_be_solved_and_is_not_overwritten(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, _ = deduce("examples", "entracte")
    assert status == 0
    assert "examples/entracte/evening.txt" in out
    assert deduce("solve", "examples/entracte/evening.txt", "--until", "18")[0] == 0
    status, _, err = deduce("examples", "entracte/evening.txt")
    assert status == 2
    assert "exists already" in err
    assert deduce("examples", "entracte/evening.txt", "--to", "other")[0] == 0
    assert (tmp_path / "other" / "entracte" / "evening.txt").is_file()


def test_who_has_no_copy_yet_is_told_how_to_get_one(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, _, err = deduce("solve", "examples/entracte/evening.txt")
    assert status == 2
    assert "'deduce examples entracte/evening.txt' copies an example here" in err


def test_a_misspelt_name_is_answered_with_the_nearest():
    status, _, err = deduce("examples", "entract")
    assert status == 2
    assert "did you mean 'entracte'" in err

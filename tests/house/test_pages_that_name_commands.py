"""What is not known follows from the games; every command of the referee's guide and of fitted numbers exists."""

import importlib.util
import re
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]


def test_what_is_not_known_of_games_is_as_they_say():
    found = importlib.util.spec_from_file_location("unknown", TOP / "docs" / "unknown.py")
    unknown = importlib.util.module_from_spec(found)
    found.loader.exec_module(unknown)
    text = (TOP / "docs" / "unknown.md").read_text(encoding="utf-8")
    assert text == unknown.page(text), "run: python docs/unknown.py"
    assert "| `icons` | reconstructed |" in text


def commands(page):
    """Every command of a page, with the file that it runs."""
    text = (TOP / "docs" / page).read_text(encoding="utf-8")
    for command in re.findall(r"`((?:python|pytest|\.ci)[^`]*)`", text):
        words = command.split()
        if words[:2] == ["python", "-m"]:
            folder = TOP / Path(*words[2].split("."))
            yield command, [folder / "__main__.py" if folder.is_dir() else folder.with_suffix(".py")]
        else:
            yield command, [TOP / word for word in words if "/" in word and not word.startswith("-")]


@pytest.mark.parametrize(("page", "least"), [("referee.md", 20), ("fitted.md", 9)])
def test_every_command_of_a_page_is_there_with_its_options(page, least):
    asked = list(commands(page))
    assert len(asked) >= least
    for command, files in asked:
        assert files, command
        for file in files:
            assert file.exists(), command
        source = "".join(file.read_text(encoding="utf-8") for file in files)
        for flag in re.findall(r" (--[a-z-]+)", command):
            assert flag == "--help" or f'"{flag}"' in source or "argparse" not in source, (command, flag)


def test_every_fitted_number_is_where_the_page_says():
    text = (TOP / "docs" / "fitted.md").read_text(encoding="utf-8")
    rows = [row.split(" | ") for row in text.splitlines() if row.startswith("| ") and ": " in row]
    assert len(rows) > 10
    for about, where, *_ in rows:
        room = about.removeprefix("| ").partition(":")[0].removeprefix("The ").casefold()
        found = re.findall(r"`([^`]*)`", where)
        files = [name for name in found if "/" in name]
        assert files, about
        for name in files:
            file = (
                TOP / name if name.startswith("deduce/") else TOP / "models" / "deduce_models" / room / name
            )
            assert file.exists(), (about, name)
            source = file.read_text(encoding="utf-8")
            assert all(re.search(rf"\b{word}\b", source) for word in found if "/" not in word), about


@pytest.mark.parametrize("page", ["referee.md", "fitted.md"])
def test_commands_give_the_options_without_which_they_do_nothing(page):
    for command, files in commands(page):
        source = "".join(file.read_text(encoding="utf-8") for file in files)
        for flag in re.findall(r'add_argument\(\s*"(--[a-z-]+)"[^()]*required=True', source):
            assert flag in command, (command, flag)

"""The page of what is not known follows from the games; every command of the referee's guide exists with its options."""

import importlib.util
import re
from pathlib import Path

TOP = Path(__file__).parents[2]


def test_what_is_not_known_of_games_is_as_they_say():
    found = importlib.util.spec_from_file_location("unknown", TOP / "docs" / "unknown.py")
    unknown = importlib.util.module_from_spec(found)
    found.loader.exec_module(unknown)
    text = (TOP / "docs" / "unknown.md").read_text(encoding="utf-8")
    assert text == unknown.page(text), "run: python docs/unknown.py"
    assert "| `icons` | reconstructed |" in text


def commands():
    """Every command of the guide, with the file that it runs."""
    text = (TOP / "docs" / "referee.md").read_text(encoding="utf-8")
    for command in re.findall(r"`((?:python|pytest|\.ci)[^`]*)`", text):
        words = command.split()
        if words[:2] == ["python", "-m"]:
            folder = TOP / Path(*words[2].split("."))
            yield command, [folder / "__main__.py" if folder.is_dir() else folder.with_suffix(".py")]
        else:
            yield command, [TOP / word for word in words if "/" in word and not word.startswith("-")]


def test_every_command_of_the_guide_is_there():
    asked = list(commands())
    assert len(asked) > 20
    for command, files in asked:
        assert files, command
        for file in files:
            assert file.exists(), command
        source = "".join(file.read_text(encoding="utf-8") for file in files)
        for flag in re.findall(r" (--[a-z-]+)", command):
            assert flag == "--help" or f'"{flag}"' in source or "argparse" not in source, (command, flag)

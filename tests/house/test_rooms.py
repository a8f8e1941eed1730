"""The house is as `docs/design.md` draws it: rooms stand only on rooms above them, and circles are the named ones."""

import ast
import importlib.util
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

import import_graph
import pytest

PAGE = (import_graph.ROOT / "docs" / "design.md").read_text(encoding="utf-8")
GAMES = ("decrypto", "enigma", "entracte", "initiative", "shakespeare")


def block(head: str) -> list[str]:
    """The lines of the fenced block of the page whose first line begins so."""
    found = re.search(rf"^```{re.escape(head)}[^\n]*\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert found, f"docs/design.md has no block {head!r}"
    return found[1].splitlines()


def rooms(head: str) -> dict[str, int]:
    """The floor of each room of a block, counted from the ground."""
    return {
        room.strip(): floor
        for floor, line in enumerate(block(head))
        for room in re.split(r"\s{2,}", line.strip())[0].split(",")
    }


def upward() -> set[tuple[str, str]]:
    """The imports that may point upwards."""
    return {
        (low.strip(), re.split(r"\s{2,}", high.strip())[0])
        for low, high in (line.split("->") for line in block("imports that point upwards"))
    }


def named_circles() -> set[frozenset[str]]:
    """The circles that may exist at run time."""
    return {
        frozenset(part.strip() for part in re.split(r"\s{3,}", line.strip())[0].split(","))
        for line in block("circles at run time")
    }


def floor_of(inside: str, floors: dict[str, int]) -> int | None:
    """The floor of a module, by the longest room name that begins its path; None outside all rooms."""
    parts = inside.split(".")
    for length in range(len(parts), 0, -1):
        if (room := ".".join(parts[:length])) in floors:
            return floors[room]
    return None


def climbing(package: str, floors: dict[str, int]) -> Iterator[tuple[str, str]]:
    """The imports within `package` that point to a room above, those that strings make among them."""
    handed = import_graph.handed_on()
    for module, others in import_graph.import_graph(deep=True).items():
        if not module.startswith(f"{package}."):
            continue
        here = floor_of(module.removeprefix(f"{package}."), floors)
        for other in others | handed.get(module, set()):
            there = (
                floor_of(other.removeprefix(f"{package}."), floors)
                if other.startswith(f"{package}.")
                else None
            )
            if here is not None and there is not None and there > here:
                yield module, other


def test_every_module_of_the_library_has_a_room():
    floors = rooms("rooms of deduce")
    homeless = [
        name
        for name in import_graph.modules()
        if name.startswith("deduce.")
        and name != "deduce.__main__"
        and import_graph.modules()[name].name != "__init__.py"
        and floor_of(name.removeprefix("deduce."), floors) is None
    ]
    assert not homeless


def test_few_modules_of_the_library_lie_outside_rooms():
    outside = [file.name for file in (import_graph.ROOT / "deduce").glob("*.py")]
    assert len(outside) <= 12, sorted(outside)


def test_the_house_is_drawn_with_every_room():
    found = importlib.util.spec_from_file_location("house", import_graph.ROOT / "docs" / "house.py")
    house = importlib.util.module_from_spec(found)
    found.loader.exec_module(house)
    used = house.arrows()
    assert used.keys() >= {room.partition(".")[0] for room in rooms("rooms of deduce")}
    drawn = ElementTree.fromstring(house.picture(used))
    assert {text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")} >= used.keys()


@pytest.mark.parametrize("game", GAMES)
def test_every_module_of_a_game_has_a_room(game):
    floors = rooms("rooms of a game")
    package = f"deduce_models.{game}."
    names = [name.removeprefix(package) for name in import_graph.modules() if name.startswith(package)]
    assert not [name for name in names if floor_of(name, floors) is None]
    assert {name.partition(".")[0] for name in names} >= {
        "components",
        "rules",
        "knowledge",
        "records",
        "advice",
        "players",
        "answers",
        "game",
    }


def test_the_library_knows_no_game():
    for module, others in import_graph.import_graph(deep=True).items():
        if module.startswith("deduce."):
            assert not [other for other in others if other.startswith("deduce_models")], module


def test_the_rooms_of_the_library_stand_on_those_above_them():
    assert set(climbing("deduce", rooms("rooms of deduce"))) == upward()


def test_arrows_that_strings_make_are_seen():
    planted = '''
"""Speaks of deduce.commands.play, which is no arrow."""
table = {"deduce.show.svg": "draw"}
def late():
    return import_module("deduce.web.server"), Later("deduce.commands.terminal:play")
'''
    known = {
        "deduce.show.svg",
        "deduce.web.server",
        "deduce.commands.terminal",
        "deduce.commands.play",
        "table",
    }
    assert import_graph.named_in_strings(ast.parse(planted), known) == known - {
        "deduce.commands.play",
        "table",
    }
    seen = import_graph.import_graph(deep=True)["deduce_models.entracte.game"]
    assert "deduce_models.entracte.answers.report" in seen, "an arrow that only a string makes"


def test_entry_points_name_games_and_never_rooms_of_the_library():
    points = tomllib.loads((import_graph.ROOT / "pyproject.toml").read_text())["project"]["entry-points"]
    named = {value.partition(":")[0] for group in points.values() for value in group.values()}
    assert named <= set(import_graph.modules())
    assert not [module for module in named if not module.startswith("deduce_models.")]


def test_the_rooms_of_the_shelf_stand_on_those_above_them():
    floors = rooms("rooms of the shelf of pencil puzzles")
    package = "deduce_models.pencil"
    names = [
        name.removeprefix(f"{package}.")
        for name in import_graph.modules()
        if name.startswith(f"{package}.")
    ]
    assert not [name for name in names if floor_of(name, floors) is None]
    assert not set(climbing(package, floors))


def test_no_classic_puzzle_knows_another():
    package = "deduce_models.classics."
    for module, others in import_graph.import_graph(deep=True).items():
        if module.startswith(package):
            assert not [o for o in others if o.startswith(package)], module


@pytest.mark.parametrize("game", GAMES)
def test_the_rooms_of_a_game_stand_on_those_above_them(game):
    assert not set(climbing(f"deduce_models.{game}", rooms("rooms of a game")))


def test_games_do_not_know_each_other():
    for module, others in import_graph.import_graph(deep=True).items():
        for game in GAMES:
            if module.startswith(f"deduce_models.{game}."):
                strangers = [
                    o for o in others if o.startswith("deduce_models.") and o.split(".")[1] != game
                ]
                assert not strangers, module


def test_no_circle_at_import_time():
    assert not import_graph.circles(import_graph.import_graph(deep=False))


def test_circles_at_run_time_are_the_named_ones():
    assert set(import_graph.circles(import_graph.import_graph(deep=True))) == named_circles()


def test_imports_are_absolute():
    for name, path in import_graph.modules().items():
        assert not re.search(r"^\s*from \.", path.read_text(encoding="utf-8"), re.MULTILINE), name


def test_a_long_file_says_why_it_is_one():
    for name, path in import_graph.modules().items():
        text = path.read_text(encoding="utf-8")
        if (lines := text.count("\n")) > 400:
            said = (ast.get_docstring(ast.parse(text)) or "").lower()
            assert "one file" in said or "longer than" in said, (
                f"{name} has {lines} lines: cut it where it has two ideas, or say in its docstring 'One file because ...'"
            )


def test_no_two_files_of_tests_have_one_name():
    """They are imported by it: of two that are collected together one would be an error."""
    names = Counter(
        path.name for path in (import_graph.ROOT / "tests").rglob("*.py") if path.name != "conftest.py"
    )
    assert [name for name, times in names.items() if times > 1] == []


def test_every_file_of_the_rulebook_is_on_the_map_once():
    said = [
        part
        for line in block("files of deduce.rulebook")
        for part in re.split(r"\s{2,}", line)[1].split("; ")
    ]
    named = [name for part in said for name in part.partition(": ")[0].split(", ")]
    files = [path.stem for path in (import_graph.ROOT / "deduce" / "rulebook").glob("[!_]*.py")]
    assert sorted(named) == sorted(files)


def test_a_part_is_called_the_same_in_every_game():
    """A file whose name is that of a part lies in the part's room; so nobody finds two things under one name."""
    rooms_of: dict[str, set[str]] = {}
    for line in block("names of parts"):
        for part in re.split(r"\s{2,}", line)[0].split(", "):
            room, _, name = part.partition("/")
            rooms_of.setdefault(name, set()).add(room)
    folder, used = import_graph.ROOT / "models" / "deduce_models", set()
    for each in GAMES:
        for file in sorted((folder / each).rglob("*.py")):
            room = file.parent.relative_to(folder / each).as_posix()
            if file.stem in rooms_of:
                assert room in rooms_of[file.stem], f"{each}/{room}/{file.name} is called like another part"
                used.add((room, file.stem))
    assert used == {(room, name) for name, found in rooms_of.items() for room in found}

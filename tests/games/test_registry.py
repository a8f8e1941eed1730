import re
import sys
from importlib import import_module, metadata
from pathlib import Path

import pytest
from toy_games import Show

from deduce.games import game, registry
from deduce.games.registry import described
from deduce.ground import plugins
from deduce.ground.errors import DeduceError, ProblemError


def install(path, monkeypatch, lines, distribution="toys"):
    """A distribution made of metadata alone, as an installer would leave it on the path."""
    info = path / f"{distribution}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[deduce.games]\n" + "\n".join(lines) + "\n")
    monkeypatch.syspath_prepend(str(path))


@pytest.fixture
def toys(tmp_path, monkeypatch):
    (tmp_path / "floor_broken.py").write_text("raise OSError('no dice in the box')\n")
    (tmp_path / "floor_leaves.py").write_text("import sys\nsys.exit('goodbye')\n")
    (tmp_path / "floor_number.py").write_text("GAME = 7\n")
    (tmp_path / "floor_unread.py").write_text("GAME = (\n")
    lines = [
        "show = toy_games:Show",
        "toybroken = floor_broken:GAME",
        "toyleaves = floor_leaves:GAME",
        "toynumber = floor_number:GAME",
        "toyunread = floor_unread:GAME",
        "toyother = toy_games:Whose",
        "toyabsent = no_such_module:GAME",
    ]
    install(tmp_path, monkeypatch, lines)
    monkeypatch.setattr(registry, "_loaded", {})


def test_a_game_is_found_by_name_and_is_one_object(toys):
    game = registry.game("show")
    assert type(game).__name__ == Show.__name__
    assert registry.game("show") is game


def test_names_imports_nothing(toys):
    sys.modules.pop("floor_broken", None)
    assert {"show", "toybroken", "toyabsent"} <= set(registry.names())
    assert "floor_broken" not in sys.modules


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("toybroken", "OSError: no dice in the box"),
        ("toyleaves", "SystemExit: goodbye"),
        ("toynumber", "gives 7, not a deduce.games.Game"),
        ("toyother", "calls itself 'whose'"),
        ("toyabsent", "No module named 'no_such_module'"),
    ],
)
def test_a_broken_plugin_is_listed_with_its_reason_and_breaks_nothing(toys, name, reason):
    listed = {entry.name: entry for entry in registry.entries()}
    assert reason in listed[name].broken
    assert listed[name].game is None
    assert listed["show"].game is not None
    assert listed["show"].to_dict()["players"] == [2, 3]
    with pytest.raises(ProblemError, match="is broken"):
        registry.game(name)


def test_an_unknown_name_gets_the_nearest(toys):
    with pytest.raises(ProblemError, match="did you mean 'show'"):
        registry.game("shwo")


def test_two_plugins_of_one_name_are_refused_with_both_sources(toys, tmp_path, monkeypatch):
    install(tmp_path / "more", monkeypatch, ["show = toy_games:Whose"], distribution="rivals")
    with pytest.raises(
        ProblemError, match=r"(?s)toys 1\.0.*several plug-ins|rivals 1\.0.*several plug-ins"
    ):
        registry.game("show")
    assert registry.game


def test_the_same_line_twice_is_one_plugin(toys, tmp_path, monkeypatch):
    install(tmp_path / "again", monkeypatch, ["show = toy_games:Show"], distribution="toys-editable")
    assert registry.game("show").title == "Show of fingers"


def test_without_any_game_the_error_says_so(monkeypatch):
    monkeypatch.setattr(registry, "_found", dict)
    with pytest.raises(DeduceError, match="no games are installed"):
        registry.game("show")


def test_plugins_are_those_that_the_standard_library_finds(toys, tmp_path, monkeypatch):
    # The same distribution once more, further down the path, and one whose name is only spelt in another way.
    for folder, name in (("later", "toys"), ("odd", "Other.Toys"), ("even", "other_toys")):
        install(tmp_path / folder, monkeypatch, [f"{folder} = toy_games:Show [extra]"], name)
    for group in ("deduce.games", "deduce.puzzles", "console_scripts", "no.such.group"):
        told = [(point.name, point.value) for point in plugins.entry_points(group)]
        expected = [(point.name, point.value) for point in metadata.entry_points(group=group)]
        assert sorted(told) == sorted(expected)
    for point in plugins.entry_points("deduce.games"):
        theirs = [p for p in metadata.entry_points(group="deduce.games", name=point.name) if p.dist]
        assert point.distribution in [(p.dist.name, p.dist.version) for p in theirs]
        assert point.module == theirs[0].module
    path = [*sys.path, str(tmp_path / "some.zip")]
    monkeypatch.setattr(sys, "path", path)
    assert {point.name for point in plugins.entry_points("deduce.games")} >= {"later", "even"}


def test_the_backport_finds_nothing_else_and_is_not_asked(toys, monkeypatch):
    """`importlib_metadata` stands among the finders once anything imports it; others may find what no folder holds."""
    backport = pytest.importorskip("importlib_metadata")
    asked, really = [], plugins._asked
    monkeypatch.setattr(plugins, "_asked", lambda group: asked.append(group) or really(group))
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, backport.MetadataPathFinder()])
    names = registry.names()
    assert "show" in names
    assert asked == []
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, type("Odd", (), {"find_distributions": None})()])
    assert registry.names() == names
    assert asked == ["deduce.games"]


def test_every_declared_game_of_ours_has_its_types():
    """`game("kuhn")` is typed by its name; the list for type checkers names exactly what is registered."""
    source = Path(registry.__file__).read_text(encoding="utf-8")
    listed = re.search(r"_Declared = Literal\[(.*?)\]", source, re.DOTALL)
    assert listed is not None
    tables = [
        point.name
        for point in metadata.entry_points(group=registry.GROUP)
        if point.value.startswith("deduce_models.tables.")
    ]
    assert re.findall(r'"(\w+)"', listed[1]) == sorted(tables)


def test_the_line_about_a_game_is_the_first_of_its_module_in_a_package_or_a_file():
    told = {name: (source, line) for name, source, line in described()}
    for name in ("kuhn", "entracte"):
        module = import_module(type(game(name)).__module__)
        source, line = told[name]
        home = import_module(source.partition(":")[0])
        assert line == (home.__doc__ or "").partition("\n")[0] != ""
        assert module.__name__.startswith(home.__name__)


def test_what_cannot_be_read_says_so_in_the_line_about_it(toys):
    told = {name: line for name, _, line in described()}
    assert told["toyunread"].startswith("cannot be used: SyntaxError: '(' was never closed")
    assert told["toyabsent"] == "cannot be used: there is no such module"


def test_a_game_says_for_how_many_it_is():
    told = [game(name).describe().text.partition("\n")[0] for name in ("enigma", "decrypto", "minesweeper")]
    assert told == ["Enigma: Beyond Code (enigma), 2-5 players", "Decrypto (decrypto), 3-8 players",
                    "Minesweeper (minesweeper), 1 player"]  # fmt: skip


def test_the_file_of_a_module_is_found_without_importing_what_it_lies_in(tmp_path, monkeypatch):
    (tmp_path / "alone_here.py").write_text("raise SystemExit")
    (tmp_path / "pack_here" / "inner").mkdir(parents=True)
    for name in ("__init__", "leaf", "inner/__init__", "inner/twig"):
        (tmp_path / "pack_here" / f"{name}.py").write_text("raise SystemExit")
    (tmp_path / "bare_here").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))
    for module, file in {
        "alone_here": "alone_here.py",
        "pack_here": "pack_here/__init__.py",
        "pack_here.leaf": "pack_here/leaf.py",
        "pack_here.inner": "pack_here/inner/__init__.py",
        "pack_here.inner.twig": "pack_here/inner/twig.py",
    }.items():
        assert registry._file_of(module) == tmp_path / file
        assert module.partition(".")[0] not in sys.modules
    for module in ("nowhere_here", "nowhere_here.leaf", "pack_here.gone", "alone_here.leaf", "bare_here"):
        assert registry._file_of(module) is None

"""Where faults are planted: every source has its room, every room its tests, and a seed says which faults."""

import gc
import importlib
import itertools
import sys
from types import SimpleNamespace

import pytest

from benchmarks import living
from benchmarks.mutation import _own, shares
from benchmarks.planting import (
    QUICK,
    ROOMS,
    SERVER,
    SLOWER,
    TESTS,
    TOGETHER,
    TOP,
    Fault,
    asked,
    faults,
    folders,
    sources,
)
from benchmarks.reaching import Reached, forked


def test_every_source_is_in_one_room():
    written = {
        str(file.relative_to(TOP))
        for place in ("deduce", "models/deduce_models")
        for file in (TOP / place).rglob("*.py")
        if file.stat().st_size > 120
    }
    listed = [*SERVER, *(file for room in ROOMS for file in sources(room))]
    assert sorted(listed) == sorted(written)


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_has_sources_and_tests(room):
    kind, _ = ROOMS[room]
    assert sources(room)
    assert kind in QUICK
    for folder in folders(kind):
        assert list((TOP / folder).glob("test_*.py")), folder


def test_of_all_rooms_together_every_folder_of_tests_is_asked():
    written = {file.parent.relative_to(TOP).as_posix() for file in (TOP / "tests").rglob("test_*.py")}
    # These three ask of pages, imports and benchmarks, not of what the library does.
    assert set(folders(TOGETHER)) == written - {"tests", "tests/house", "tests/benchmarks"}


@pytest.mark.parametrize(
    ("room", "order"),
    [
        ("constraints", "core worlds web arena players"),
        ("arena", "arena players core web worlds"),
        ("web", "web core worlds arena players"),
    ],
)
def test_a_fault_is_put_to_the_tests_of_its_room_first_then_to_those_of_its_kind(room, order):
    """Within each the quick ones first; those that do not fit into the seconds are left out."""
    seconds = {"web": 0.1, "core": 0.1, "worlds": 0.2, "arena": 0.3, "players": 0.4}
    reached = Reached.__new__(Reached)
    reached.kind, reached.outside = TOGETHER, {}
    reached.seconds = {f"tests/{folder}/test_a.py::test_b": spent for folder, spent in seconds.items()}
    reached.lines = {"deduce/a.py": {3: list(reached.seconds)}}
    fault = Fault("deduce/a.py", 3, 3, "f", "1", "2", "")

    def asked_within(budget):
        return [name.split("/")[1] for name in reached.tests(fault, _own(room), budget)]

    assert asked_within(2.0) == order.split()
    assert asked_within(0.01) == order.split()[:1]


def test_tests_are_asked_by_kind():
    slow = {"tests/backends/test_a.py::test_b", "tests/puzzles/test_a.py::test_b"}
    assert asked("backends", "tests/backends/test_a.py::test_b[3]", slow)  # its own are asked though slow
    assert not asked("puzzles", "tests/puzzles/test_a.py::test_b[3]", slow)
    assert asked("puzzles", "tests/puzzles/test_a.py::test_c[enigma]", slow)
    for kind in ("enigma", "enigma.play"):
        assert asked(kind, "tests/games/test_log.py::test_c[enigma]", slow)
        assert asked(kind, "tests/games/test_log.py::test_c", slow)
        assert not asked(kind, "tests/games/test_log.py::test_c[decrypto]", slow)
    assert not asked("web", "tests/web/test_browser.py::test_c", slow)
    for test in ("tests/backends/test_a.py::test_b[3]", "tests/puzzles/test_a.py::test_c"):
        assert asked(SLOWER, test, slow) is not asked(TOGETHER, test, slow)
    assert set(TESTS) <= set(QUICK)


def test_a_seed_says_which_faults(monkeypatch):
    monkeypatch.setitem(ROOMS, "progress", ("ground", ("deduce/ground/progress.py",)))

    def some(seed):
        return [fault.key for fault in itertools.islice(faults("progress", seed), 5)]

    first = some(1)
    assert first == some(1)
    assert len(set(first)) == 5
    assert first != some(2)
    assert all(key.startswith("deduce/ground/progress.py:") for key in first)


TEXT = """
def adding(more):
    def inner(x):
        return [each + more for each in x]
    return inner

TABLE = {"two": adding(2)}

def twice(x):
    return 2 * x
"""


@pytest.mark.parametrize(
    ("before", "after", "two", "four"),
    [("each + more", "each - more", [-1], 4), ("2 * x", "2 + x", [3], 4), ("2 * x", "3 * x", [3], 6)],
)
def test_functions_that_live_already_have_the_fault_too(tmp_path, monkeypatch, before, after, two, four):
    monkeypatch.setattr(living, "TOP", tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "planted_here.py").write_text(TEXT)
    module = importlib.import_module("planted_here")
    try:
        fault = Fault("planted_here.py", 1, 1, "module", before, after, TEXT.replace(before, after))
        assert living.exchanged(fault)
        assert (module.TABLE["two"]([1]), module.twice(2)) == (two, four)
    finally:
        del sys.modules["planted_here"]


def test_functions_set_aside_from_the_collector_have_the_fault_too(tmp_path, monkeypatch):
    """As in the suite, whose objects are frozen once they are collected."""
    monkeypatch.setattr(living, "TOP", tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "planted_frozen.py").write_text(TEXT)
    module = importlib.import_module("planted_frozen")
    fault = Fault("planted_frozen.py", 1, 1, "module", "2 * x", "2 + x", TEXT.replace("2 * x", "2 + x"))

    hook = SimpleNamespace(pytest_runtest_protocol=lambda item, nextitem: None)
    test = SimpleNamespace(nodeid="test", config=SimpleNamespace(hook=hook))

    def planted():
        gc.freeze()
        missed = living.Collected(SimpleNamespace(items=[test]), SimpleNamespace()).run(fault, ["test"], {})
        return missed or module.twice(3) - 5

    try:
        assert forked(planted, None, 60) == 0
    finally:
        del sys.modules["planted_frozen"]


def test_of_two_functions_on_one_line_none_is_exchanged(tmp_path, monkeypatch):
    text = "def pair():\n    return (lambda x: x + 1), (lambda x: x + 2)\nPAIR = pair()\n"
    monkeypatch.setattr(living, "TOP", tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "planted_twice.py").write_text(text)
    module = importlib.import_module("planted_twice")
    try:
        changed = text.replace("x + 2", "x - 2")
        assert not living.exchanged(Fault("planted_twice.py", 2, 2, "pair", "x + 2", "x - 2", changed))
        assert [each(1) for each in module.PAIR] == [2, 3]
    finally:
        del sys.modules["planted_twice"]


def test_faults_are_shared_among_rooms_by_their_lines():
    found = shares(list(ROOMS), 600)
    assert sum(found.values()) == 600
    assert found["pencil"] > found["puzzles"] > found["changes"] > 0
    assert shares(["changes"], 7) == {"changes": 7}

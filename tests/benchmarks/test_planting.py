"""Where faults are planted: every source has its room, every room its tests, and a seed says which faults."""

import itertools

import pytest

from benchmarks.planting import QUICK, ROOMS, TESTS, TOP, asked, faults, folders, sources


def test_every_source_is_in_one_room():
    written = {
        str(file.relative_to(TOP))
        for place in ("deduce", "models/deduce_models")
        for file in (TOP / place).rglob("*.py")
        if file.stat().st_size > 120
    }
    listed = [file for room in ROOMS for file in sources(room)]
    assert sorted(listed) == sorted(written)


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_has_sources_and_tests(room):
    kind, _ = ROOMS[room]
    assert sources(room)
    assert kind in QUICK
    for folder in folders(kind):
        assert list((TOP / folder).glob("test_*.py")), folder


def test_tests_are_asked_by_kind():
    slow = {"tests/backends/test_a.py::test_b", "tests/puzzles/test_a.py::test_b"}
    assert asked("backends", "tests/backends/test_a.py::test_b[3]", slow)  # its own are asked though slow
    assert not asked("puzzles", "tests/puzzles/test_a.py::test_b[3]", slow)
    assert asked("puzzles", "tests/puzzles/test_a.py::test_c[enigma]", slow)
    for kind in ("enigma", "enigma.play"):
        assert asked(kind, "tests/games/test_log.py::test_c[enigma]", slow)
        assert asked(kind, "tests/games/test_log.py::test_c", slow)
        assert not asked(kind, "tests/games/test_log.py::test_c[decrypto]", slow)
    assert set(TESTS) <= set(QUICK)


def test_a_seed_says_which_faults():
    def some(seed):
        return [fault.key for fault in itertools.islice(faults("changes", seed), 3)]

    first = some(1)
    assert first == some(1)
    assert len(set(first)) == 3
    assert first != some(2)
    assert all(key.startswith("deduce/changes.py:") for key in first)

"""The list of slow tests is made of what all tests took, and only of that."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

ROOT = Path(__file__).parents[2]
CONFTEST = str(ROOT / "tests" / "conftest.py")


def test_a_function_is_named_once_where_none_of_its_tests_is_quick(pytestconfig, tmp_path, monkeypatch):
    made = pytestconfig.pluginmanager.get_plugin(CONFTEST)
    monkeypatch.setattr(made, "SLOW", tmp_path / "slow.txt")
    made.SLOW.write_text("# how\n9.00 gone\n")
    timed = made.Timed()
    took = {"f::a[x y]": 0.01, "f::a[z]": 0.4, "f::b[1]": 0.3, "f::b[2]": 0.5, "f::c": 0.02}
    for test, seconds in took.items():
        for part in (0.25, 0.75):  # of setting up, and of the test
            timed.pytest_runtest_logreport(SimpleNamespace(nodeid=test, duration=part * seconds))
    timed.pytest_sessionfinish(pytest.ExitCode.INTERRUPTED)
    assert made.SLOW.read_text() == "# how\n9.00 gone\n"
    timed.pytest_sessionfinish(pytest.ExitCode.OK)
    assert made.SLOW.read_text() == "# how\n0.40 f::a[z]\n0.50 f::b\n"


def test_what_it_names_is_there(pytestconfig):
    """Every function; what its cases are called hangs on the versions of pytest and of what they are made of."""
    made = pytestconfig.pluginmanager.get_plugin(CONFTEST)
    named = [line.partition(" ")[2] for line in made.SLOW.read_text().splitlines() if line[0] != "#"]
    assert named == sorted(set(named))
    sources = {
        file: (ROOT / file).read_text()
        for file in {each.partition("::")[0] for each in named}
        if (ROOT / file).is_file()
    }
    functions = {
        f"{file}::{name}" for file, text in sources.items() for name in re.findall(r"\btest_\w+", text)
    }
    assert [each for each in named if made.function_of(each) not in functions] == []

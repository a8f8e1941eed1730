"""The list of slow tests is made of what all tests took, and only of that."""

from pathlib import Path
from types import SimpleNamespace

import pytest

CONFTEST = str(Path(__file__).parents[1] / "conftest.py")


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

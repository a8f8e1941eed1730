"""Hypothesis profiles: the default is short and repeatable; ``--hypothesis-profile=nightly`` is long.

``--quick`` leaves out the tests that `slow.txt` names, for while one is working; ``--time-tests`` makes that list anew.
"""

import gc
import os
import sys
from pathlib import Path

import pytest
from amount import DAY, NIGHT, at_night, is_night
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

_SLOW_IS_FINE = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile(
    "default", max_examples=DAY, deadline=None, derandomize=True, suppress_health_check=_SLOW_IS_FINE
)
settings.register_profile(
    "nightly", max_examples=at_night(DAY, NIGHT), deadline=None, suppress_health_check=_SLOW_IS_FINE
)
settings.load_profile("default")

# Containers often tell Python to keep no compiled code. Here hundreds of commands are started, each of which would
# compile the library anew, and that takes longer than its work. DEDUCE_BYTECODE=0 leaves it as it is.
if os.environ.get("DEDUCE_BYTECODE") != "0":
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    sys.dont_write_bytecode = False

# Workers share the cores already; threads of linear algebra beside them wait for each other in busy loops. Set before
# the workers and the commands of tests start, which inherit it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

SLOW = Path(__file__).parent / "slow.txt"
QUICK = 0.05
"""Seconds; what takes longer is slow."""


def pytest_addoption(parser):
    parser.addoption("--quick", action="store_true", help="leave out the tests named in tests/slow.txt")
    parser.addoption("--time-tests", action="store_true", help="make tests/slow.txt anew, after all tests")


def pytest_configure(config):
    if not config.getoption("--time-tests") or hasattr(config, "workerinput"):
        return
    given = config.option
    part = given.quick or given.keyword or given.markexpr or given.collectonly
    if part or config.args_source is not pytest.Config.ArgsSource.TESTPATHS:
        raise pytest.UsageError(
            "--time-tests lists the slow ones of all tests: all must be run, without --quick"
        )
    config.pluginmanager.register(Timed())


class Timed:
    """How long every test took; a function with no quick test is named once, without parameters."""

    def __init__(self):
        self.seconds = {}

    def pytest_runtest_logreport(self, report):
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration

    def pytest_sessionfinish(self, exitstatus):
        if exitstatus != pytest.ExitCode.OK:  # some may not have been run to their end
            return
        quickest = {}
        for test, seconds in self.seconds.items():
            function = function_of(test)
            quickest[function] = min(seconds, quickest.get(function, seconds))
        slow = {}
        for test, seconds in self.seconds.items():
            name = function_of(test) if quickest[function_of(test)] > QUICK else test
            if seconds > QUICK:
                slow[name] = max(seconds, slow.get(name, 0.0))
        comments = [line for line in SLOW.read_text().splitlines() if line.startswith("#")]
        SLOW.write_text(
            "\n".join([*comments, *(f"{slow[name]:.2f} {name}" for name in sorted(slow))]) + "\n"
        )


def pytest_sessionstart(session):
    """By day a property meets the same examples alone, among all and on every worker.

    Hypothesis draws some from the constants in the sources of all that is imported by then (reading these takes a
    worker seconds): that is for the night. There is no public switch for it.
    """
    if not is_night():
        providers._get_local_constants = lambda: providers._local_constants


def function_of(test):
    """The name of a test without its parameters."""
    return test.partition("[")[0]


def pytest_collection_modifyitems(config, items):
    # A worker gets a stretch of the list to begin with. Tests in a browser wait more than they work: begun first, by one
    # worker, they leave the processors to the others; at the end all workers would wait.
    items.sort(key=lambda item: not item.nodeid.startswith("tests/web/"))
    if not config.getoption("--quick"):
        return
    slow = {line.partition(" ")[2] for line in SLOW.read_text().splitlines() if not line.startswith("#")}
    left_out = [item for item in items if {item.nodeid, function_of(item.nodeid)} & slow]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in set(left_out)]


@pytest.hookimpl(wrapper=True)
def pytest_collection(session):
    """While modules are imported next to nothing becomes garbage: looking for it takes an eighth of the collection."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish(session):
    """What was imported stays: the collector need not look through it again and again (an eighth of the whole time)."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 1_000)


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory):
    """Nothing that a test converts is kept among the user's own files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DEDUCE_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield

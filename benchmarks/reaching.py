"""Which tests reach which lines: the tests of a kind run once under coverage.py, with kernels and without."""

from __future__ import annotations

import hashlib
import json
import math
import os
import resource
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.planting import ROOMS, SLOWER, TESTS, TOGETHER, TOP, Fault, asked, folders, sources

__all__ = ["BUDGET", "NUMPY", "Quick", "Reached", "coverage_table", "fork", "forked"]

BUDGET = 40.0
"""Tests that together took so many seconds (under coverage) are run on one fault, no more."""

LONG = 1.0
"""Tests of what is something else that take so many seconds are left out."""

QUICKEST = 0.2
"""The same where every test of all folders is asked."""

LONGEST = 3.0
"""Tests that take so many seconds are not asked of what survived the quicker ones either."""

FEW = 20
"""Where fewer tests reach a line, those that reach its file are asked as well."""

NUMPY = "numpy "
"""Stands before the name of a test that is run without kernels: the lines of their twins are then reached."""


class Quick:
    """A plug-in of pytest: a failure is enough (nobody reads the smallest example); slow tests of others left out."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def pytest_configure(self, config: Any) -> None:
        """After conftest.py, which chooses another profile."""
        from hypothesis import Phase, settings

        settings.register_profile(
            "mutation", settings(), phases=(Phase.explicit, Phase.generate), database=None
        )
        settings.load_profile("mutation")

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        """Leave out slow tests of what is something else."""
        lines = (TOP / "tests" / "slow.txt").read_text(encoding="utf-8").splitlines()
        timed = [line.split(" ", 1) for line in lines if not line.startswith("#")]
        least, most = LONG, math.inf
        if self.kind in (TOGETHER, SLOWER):
            least, most = QUICKEST, LONGEST if self.kind == SLOWER else math.inf
        slow = {test for seconds, test in timed if least <= float(seconds) < most}
        items[:] = [item for item in items if asked(self.kind, item.nodeid, slow)]


class Reached:
    """Which tests reach which lines, and how long each takes."""

    def __init__(self, kind: str, folder: Path, files: Sequence[str] = ()) -> None:
        """`files` are those in which faults will be planted: of all of them, if none is named, of the kind."""
        self.kind = kind
        files = sorted(files) or _of_kind(kind)
        self.lines: dict[str, dict[int, list[str]]] = {}
        self.outside: dict[str, set[int]] = {}
        self.seconds: dict[str, float] = {}
        for compiled in (True, False) if kind == "core" else (True,):
            data = _mapped(kind, folder, compiled, files)
            self.seconds.update(data["seconds"])
            for file, lines in data["lines"].items():
                mine = self.lines.setdefault(file, {})
                for line, tests in lines.items():
                    known = set(mine.get(int(line), ()))
                    more = [name for name in tests if name.removeprefix(NUMPY) not in known]
                    mine[int(line)] = [*known, *more]
            for file, numbers in data["outside"].items():
                self.outside.setdefault(file, set()).update(numbers)

    def tests(self, fault: Fault, own: Sequence[tuple[str, ...]], budget: float = BUDGET) -> list[str]:
        """The tests to run on a fault: those of the folders `own` first, in turn, quick ones first, within the budget."""
        lines = self.lines.get(fault.file, {})
        found = {test for line in range(fault.line, fault.last + 1) for test in lines.get(line, ())}
        # What is run on import is used by all, also what one test runs anew when it imports once more.
        if fault.imported or (not found and self.early(fault)):
            found = {test for tests in lines.values() for test in tests}
        # A constant may be used in other files alone. What is kept was run by the first test alone that asked for it, and
        # would be by any that reaches the file: planting a fault forgets what was kept.
        others = self.seconds.keys() - found if fault.imported else set()
        if len(found) < FEW:
            others |= {test for tests in lines.values() for test in tests} - found
        chosen: list[str] = []
        spent = 0.0

        # The rules of a game have tests of their own, which come first.
        first = TESTS.get(self.kind, ("",)) if "/rules/" in fault.file else ("",)

        def rank(test: str) -> tuple[bool, bool, bool, int, float, str]:
            name, spent = test.removeprefix(NUMPY), self.seconds.get(test, 0.0)
            home = next((at for at, places in enumerate(own) if name.startswith(places)), len(own))
            return test.startswith(NUMPY), test in others, not name.startswith(first), home, spent, test

        for test in sorted(found | others, key=rank):
            more = spent + self.seconds.get(test, 0.0)
            if chosen and more > budget:
                continue  # others, that take less, may still fit
            spent = more
            chosen.append(test)
        return chosen

    def early(self, fault: Fault) -> bool:
        """Whether the fault is in a line that was run before any test: on import, or while tests were collected."""
        outside = self.outside.get(fault.file, set())
        return fault.imported or any(line in outside for line in range(fault.line, fault.last + 1))


def _mapped(kind: str, folder: Path, compiled: bool, files: Sequence[str]) -> Any:
    """The map kept in the folder, renewed where files of tests are new or have changed since."""
    name = f"reached-{kind}" if compiled else f"reached-{kind}-numpy"
    path, log = folder / f"{name}.json", folder / f"{name}.log"
    now = _test_files(kind, compiled)
    known = json.loads(path.read_text()) if path.exists() else None
    code = {file: _mark(TOP / file) for file in files}
    if known is not None and not code.items() <= known.get("code", {}).items():
        known = None  # numbers of lines have moved, or files are asked for that were not watched
    changed = [file for file, mark in now.items() if known is None or known["files"].get(file) != mark]
    if changed:
        # Whole folders are told as folders: that is the order in which the suite runs them.
        wanted = changed if known else folders(kind, compiled)
        fresh = folder / f"{name}.fresh"
        status = forked(lambda: _map(kind, wanted, fresh, compiled, files), log, 7200)
        if status != 0 or not fresh.exists():
            raise SystemExit(f"{kind}: the tests do not pass on the code as it is: see {log}")
        found = json.loads(fresh.read_text())
        fresh.unlink()
        path.write_text(json.dumps({**_merged(known, found, set(changed)), "files": now, "code": code}))
    return json.loads(path.read_text())


def _test_files(kind: str, compiled: bool) -> dict[str, str]:
    files = [file for place in folders(kind, compiled) for file in sorted((TOP / place).rglob("test_*.py"))]
    return {str(file.relative_to(TOP)): _mark(file) for file in files}


def _mark(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _of_kind(kind: str) -> list[str]:
    """The sources of all rooms of a kind."""
    return [file for room, (mine, _) in ROOMS.items() if mine == kind for file in sources(room)]


def _merged(known: Any, found: Any, changed: set[str]) -> Any:
    """A map in which the tests of changed files are those found now, of the sources that are watched now."""
    if known is None:
        return found

    def stays(test: str) -> bool:
        return test.removeprefix(NUMPY).partition("::")[0] not in changed

    lines = {
        file: {line: [test for test in tests if stays(test)] for line, tests in lines.items()}
        for file, lines in known["lines"].items()
        if file in found["lines"]
    }
    for file, more in found["lines"].items():
        for line, tests in more.items():
            lines[file].setdefault(line, []).extend(tests)
    branches = {}
    for file, one in found["branches"].items():
        before = known["branches"][file]
        branches[file] = {
            **one,
            "not_run": sorted(set(one["not_run"]) & set(before["not_run"])),
            "branches_not_taken": min(one["branches_not_taken"], before["branches_not_taken"]),
        }
    seconds = {test: spent for test, spent in known["seconds"].items() if stays(test)}
    outside = {file: sorted({*one, *known["outside"][file]}) for file, one in found["outside"].items()}
    return {
        "seconds": {**seconds, **found["seconds"]},
        "lines": lines,
        "outside": outside,
        "branches": branches,
    }


def _map(kind: str, tests: Sequence[str], path: Path, compiled: bool, files: Sequence[str]) -> int:
    import coverage
    import pytest

    if not compiled:
        os.environ["DEDUCE_KERNELS"] = "0"
    together = kind in (TOGETHER, SLOWER)
    kept = coverage.Coverage(
        data_file=None, branch=not together, include=[str(TOP / file) for file in files], config_file=False
    )
    seconds: dict[str, float] = {}
    mark = "" if compiled else NUMPY
    failed: set[str] = set()

    class Watch:
        @pytest.hookimpl(hookwrapper=True)
        def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
            kept.switch_context(mark + item.nodeid)
            began = time.process_time()
            yield
            seconds[mark + item.nodeid] = round(time.process_time() - began, 3)
            kept.switch_context("")

        def pytest_runtest_logreport(self, report: Any) -> None:
            if report.failed:
                failed.add(mark + report.nodeid)

    os.chdir(TOP)
    kept.start()
    # Of thousands of tests one that fails, under coverage and in one process, is left out; of a room's it ends all.
    stop = [] if together else ["-x"]
    status = pytest.main(["-q", *stop, "-p", "no:cacheprovider", *tests], plugins=[Watch(), Quick(kind)])
    kept.stop()
    for test in sorted(failed) if together else ():
        print(f"left out, since it fails on the code as it is: {test}")
        del seconds[test]
    if status not in (0, pytest.ExitCode.NO_TESTS_COLLECTED) and not (together and status == 1):
        return int(status)
    path.write_text(json.dumps(_written(kept, files, seconds)))
    return 0


def _written(kept: Any, files: Iterable[str], seconds: Mapping[str, float]) -> dict[str, Any]:
    data = kept.get_data()
    lines: dict[str, dict[int, list[str]]] = {}
    outside: dict[str, list[int]] = {}
    branches: dict[str, Any] = {}
    for file in files:
        full = str(TOP / file)
        by_line = data.contexts_by_lineno(full)
        found = {line: sorted(c for c in those if c in seconds) for line, those in by_line.items()}
        lines[file] = {line: those for line, those in found.items() if those}
        outside[file] = sorted(line for line, those in by_line.items() if "" in those)
        analysis = kept._analyze(full)
        counted = analysis.numbers
        branches[file] = {
            "statements": counted.n_statements,
            "not_run": sorted(analysis.missing),
            "branches": counted.n_branches,
            "branches_not_taken": counted.n_missing_branches,
        }
    return {"seconds": seconds, "lines": lines, "outside": outside, "branches": branches}


def forked(work: Callable[[], int], log: Path | None, seconds: float) -> int:
    """Run `work` in a process of its own, its words in `log`; its status, negative when a signal ended it."""
    child = fork(work, log, seconds)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def fork(work: Callable[[], int], log: Path | None, seconds: float) -> int:
    """Begin `work` in a process of its own, with so many seconds of processor time; its number."""
    child = os.fork()
    if child:
        return child
    status = 70
    try:
        os.setpgid(0, 0)
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 5))
        if log:
            with log.open("w") as out:
                os.dup2(out.fileno(), 1)
                os.dup2(out.fileno(), 2)
        status = int(work())
    except BaseException as error:
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(status)


def coverage_table(maps: Path) -> str:
    """Statements and branches by room, and the lines that no test ran."""
    lines = ["| room | statements | run | branches | taken |", "|---|---|---|---|---|"]
    never: list[str] = []
    for room, (kind, _) in ROOMS.items():
        path, twins = maps / f"reached-{kind}.json", maps / f"reached-{kind}-numpy.json"
        if not path.exists():
            continue
        known = json.loads(path.read_text())["branches"]
        also = json.loads(twins.read_text())["branches"] if twins.exists() else known
        mine = {file: known[file] for file in sources(room) if file in known}
        left = {
            file: sorted(set(one["not_run"]) & set(also[file]["not_run"])) for file, one in mine.items()
        }
        total = {what: sum(one[what] for one in mine.values()) for what in ("statements", "branches")}
        lost = sum(map(len, left.values()))
        missed = sum(
            min(one["branches_not_taken"], also[file]["branches_not_taken"]) for file, one in mine.items()
        )
        lines.append(
            f"| {room} | {total['statements']} | {1 - lost / max(1, total['statements']):.1%}"
            f" | {total['branches']} | {1 - missed / max(1, total['branches']):.1%} |"
        )
        never += [f"{file}: {', '.join(map(str, numbers))}" for file, numbers in left.items() if numbers]
    return "\n".join([*lines, "", "lines that no test of the room ran:", *never])

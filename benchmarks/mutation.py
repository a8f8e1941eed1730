"""Tests tested: ``python -m benchmarks.mutation ROOM ... --mutants 25 --seed 1 --jobs 2 --results FILE``.

Plants one small fault after another in the modules of a room (`benchmarks.faults`), sampled by the seed, and runs the
tests that reach its line, quick ones first. A fault is detected when a test fails or its processor time runs out.
The table shows, by room, the share detected with its 95 % Wilson interval, and the same without those judged
equivalent in ``benchmarks/data/equivalent_faults.txt``; survivors are listed.

Before anything is planted the tests run once on the code as it is, under coverage.py: they must pass (the control),
and which tests reach which line is written down, and how many branches were taken (``--coverage`` shows it); those of the
core run once more without kernels. A second control is a fault that is none: modules written anew from their syntax tree
must pass.

Tests are collected once; each fault has a forked process, in which a function's code is exchanged (`benchmarks.living`).
What is run on import has no function to exchange: such faults are planted in a copy of the tree. Results are kept line by
line: a run that was stopped goes on where it was. ``--whole 600`` shares so many among the rooms by their lines, the
measure of everything; with ``--together`` the quickest tests of all folders run once, and any of them may notice a fault
of any room; ``--slower`` then puts what survived these to the tests of 0.2 to 3 seconds. ``--again`` repeats what was
detected; ``--survivors`` repeats what was not, after tests were added. Needs Linux or macOS and ``coverage`` (extra
``bench``).
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.living import Collected, collected
from benchmarks.noticed import read, table
from benchmarks.planting import (
    QUICK,
    ROOMS,
    SLOWER,
    TESTS,
    TOGETHER,
    TOP,
    Fault,
    faults,
    rewritten,
    sources,
)
from benchmarks.reaching import BUDGET, NUMPY, Quick, Reached, coverage_table, fork, forked

COPIED = (
    "deduce",
    "models",
    "tests",
    "benchmarks",
    "examples",
    "docs",
    "pyproject.toml",
    "README.md",
    "CHANGELOG.md",
    "SECURITY.md",
)
LATER = "later"
"""What is said of a fault that a living process cannot have: it is planted in a copy of the sources."""


def _tests_in(tree: Path, kind: str, tests: Sequence[str]) -> int:
    """Run tests in a copy of the tree, inside a forked process that has imported nothing of ours from it yet."""
    import pytest

    for name in [
        name for name in sys.modules if name.split(".")[0] in ("deduce", "deduce_models", "benchmarks")
    ]:
        del sys.modules[name]
    here = [str(TOP), str(TOP / "models"), str(TOP / "tests"), ""]
    sys.path[:] = [str(tree), str(tree / "models"), *(place for place in sys.path if place not in here)]
    os.environ["PYTHONPATH"] = f"{tree}{os.pathsep}{tree / 'models'}"
    if any(test.startswith(NUMPY) for test in tests):
        os.environ["DEDUCE_KERNELS"] = "0"
    # A fault planted within the second in which the one before it was compiled would not be seen.
    os.environ["PYTHONDONTWRITEBYTECODE"], os.environ["DEDUCE_BYTECODE"] = "1", "0"
    sys.dont_write_bytecode = True
    os.chdir(tree)
    chosen = [test.removeprefix(NUMPY) for test in tests]
    return int(
        pytest.main(["-q", "-x", "--tb=line", "-p", "no:cacheprovider", *chosen], plugins=[Quick(kind)])
    )


@dataclass
class _Running:
    fault: Fault
    slot: int
    tests: int
    since: float
    limit: float


Work = tuple[Fault, list[str], float]


class Campaign:
    """Faults planted one after another, several at once: in a living process, or each in a copy of the tree."""

    def __init__(
        self, folder: Path, kind: str, jobs: int, living: Collected | None, reached: Reached
    ) -> None:
        self.folder, self.kind, self.jobs, self.living = folder, kind, jobs, living
        self.reached = reached

    def _tree(self, slot: int) -> Path:
        tree = self.folder / f"tree-{slot}"
        if not tree.exists():
            tree.mkdir()
            for name in COPIED:
                if (TOP / name).is_dir():
                    shutil.copytree(TOP / name, tree / name)
                elif (TOP / name).exists():
                    shutil.copy(TOP / name, tree / name)
        return tree

    def run(self, work: Iterator[Work]) -> Iterator[tuple[Fault, dict[str, Any]]]:
        """What became of each fault, as it is known."""
        running: dict[int, _Running] = {}
        free = list(range(self.jobs))
        rest: Iterator[Work] | None = work
        while rest is not None or running:
            while rest is not None and free:
                following = next(rest, None)
                if following is None:
                    rest = None
                    break
                fault, tests, seconds = following
                if not tests:
                    by = "no test reaches the line"
                    yield fault, {"result": "survived", "by": by, "seconds": 0.0, "tests": 0}
                    continue
                slot = free.pop()
                child = self._start(fault, tests, seconds, slot)
                running[child] = _Running(fault, slot, len(tests), time.monotonic(), 20 * seconds + 300)
            if running:
                yield from self._ended(running, free)

    def _start(self, fault: Fault, tests: Sequence[str], seconds: float, slot: int) -> int:
        log, files = self.folder / f"slot-{slot}.log", self.folder / f"files-{slot}"
        shutil.rmtree(files, ignore_errors=True)
        files.mkdir()
        # Elsewhere other runs of pytest tidy up, and may take away what a test here still uses.
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(files)
        living = self.living
        if living is not None:
            return fork(lambda: living.run(fault, tests, self.reached.seconds), log, 60 + 3 * seconds)
        tree = self._tree(slot)
        file = tree / fault.file
        file.write_text(fault.text, encoding="utf-8")
        os.utime(file, (time.time() + 10, time.time() + 10))
        return fork(lambda: _tests_in(tree, self.kind, tests), log, 20 + 3 * seconds)

    def _ended(
        self, running: dict[int, _Running], free: list[int]
    ) -> Iterator[tuple[Fault, dict[str, Any]]]:
        child, status = os.waitpid(-1, os.WNOHANG)
        if not child:
            time.sleep(0.02)
            for number, one in running.items():
                if time.monotonic() - one.since > one.limit:
                    os.killpg(number, signal.SIGKILL)
            return
        if child not in running:
            return
        one = running.pop(child)
        free.append(one.slot)
        code = os.waitstatus_to_exitcode(status)
        result = {0: "survived", 5: "survived"}.get(code, "detected" if code > 0 else "out of time")
        if self.living is None:
            shutil.copy2(TOP / one.fault.file, self._tree(one.slot) / one.fault.file)
        elif code == 75 or (code == 0 and one.fault.before and self.reached.early(one.fault)):
            result = LATER
        yield (
            one.fault,
            {
                "result": result,
                "by": _first_failure(self.folder / f"slot-{one.slot}.log") if code else "",
                "seconds": round(time.monotonic() - one.since, 1),
                "tests": one.tests,
            },
        )


def _first_failure(log: Path) -> str:
    lines = log.read_text(errors="replace").splitlines()
    return next((line[:160] for line in reversed(lines) if line.startswith(("FAILED", "ERROR"))), "")


def shares(rooms: Sequence[str], whole: int) -> dict[str, int]:
    """How many of `whole` faults are each room's, by its lines; what is left over is the largest fractions'."""
    lines = {
        room: sum(len((TOP / file).read_text(encoding="utf-8").splitlines()) for file in sources(room))
        for room in rooms
    }
    exact = {room: whole * number / sum(lines.values()) for room, number in lines.items()}
    found = {room: int(share) for room, share in exact.items()}
    for room in sorted(rooms, key=lambda room: found[room] - exact[room])[: whole - sum(found.values())]:
        found[room] += 1
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; 0 when the controls hold."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutation", description=__doc__)
    parser.add_argument("rooms", nargs="*", help=f"which ones, of {', '.join(ROOMS)}; all by default")
    parser.add_argument("--mutants", type=int, default=25, help="faults a room")
    parser.add_argument(
        "--whole", type=int, help="so many in all rooms together instead, each room's by its lines"
    )
    parser.add_argument(
        "--together",
        action="store_true",
        help="one map for all rooms: a quick test of any folder may notice",
    )
    parser.add_argument(
        "--slower",
        action="store_true",
        help="of a run --together only what survived, put to the tests that take longer",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--budget", type=float, default=BUDGET, help="seconds of tests (as mapped) on one fault"
    )
    parser.add_argument("--results", type=Path, help="kept line by line; an existing file is gone on with")
    parser.add_argument(
        "--maps",
        type=Path,
        help="where the tests that reach a line are written down; for these sources only",
    )
    parser.add_argument(
        "--again", action="store_true", help="repeat faults that were detected: they must be again"
    )
    parser.add_argument("--survivors", action="store_true", help="repeat faults that were not detected")
    parser.add_argument("--coverage", action="store_true", help="only show what the tests of --maps ran")
    parser.add_argument("--table", action="store_true", help="only show the table of --results")
    options = parser.parse_args(arguments)
    wrong = [room for room in options.rooms if room not in ROOMS]
    if wrong:
        print(f"no room {wrong[0]!r}: there are {', '.join(ROOMS)}", file=sys.stderr)
        return 2
    options.survivors |= options.slower
    options.shares = shares(options.rooms or list(ROOMS), options.whole) if options.whole else {}
    if options.coverage:
        print(coverage_table(options.maps or Path()))
        return 0
    status = 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        # Folders of tests lie here: another run of pytest clears away those of runs that look old.
        os.environ["PYTEST_DEBUG_TEMPROOT"] = place
        options.results = options.results or folder / "results.jsonl"
        if not options.table:
            options.maps = options.maps or folder
            options.maps.mkdir(parents=True, exist_ok=True)
            status = _all(options.rooms or list(ROOMS), folder, options)
        print(table(read(options.results)))
    return status


def _all(rooms: Sequence[str], folder: Path, options: argparse.Namespace) -> int:
    """The rooms of each kind: faults in living functions first, then those that need sources of their own."""
    status = 0
    sample = {
        room: list(itertools.islice(faults(room, options.seed), options.shares.get(room, options.mutants)))
        for room in rooms
    }
    kinds: dict[str, list[str]] = {}
    for room in rooms:
        kind = SLOWER if options.slower else TOGETHER if options.together else ROOMS[room][0]
        kinds.setdefault(kind, []).append(room)
    for kind, mine in kinds.items():
        # Of all rooms together only the files that get a fault are watched: that is quicker, and the map is for these;
        # of what survived only those where something did.
        together = kind in (TOGETHER, SLOWER)
        left_over = {key for key, found in read(options.results).items() if found["result"] == "survived"}
        watched = [fault for room in mine for fault in sample[room] if together]
        wanted = {fault.file for fault in watched if not options.slower or fault.key in left_over}
        reached = Reached(kind, options.maps, sorted(wanted))
        left = folder / f"later-{kind}"
        files = [file for room in mine for file in sources(room)]
        planned = [{room: sample[room]} for room in mine]
        if together:
            planned = [{room: sample[room] for room in mine}]

        def living(
            tests: Collected,
            kind: str = kind,
            planned: Sequence[Sample] = planned,
            reached: Reached = reached,
            left: Path = left,
        ) -> int:
            campaign = Campaign(folder, kind, options.jobs, tests, reached)
            return max(_some(campaign, one, options, left) for one in planned)

        def beside(kind: str = kind, files: Sequence[str] = files, work: Any = living) -> int:
            return collected(kind, files, work)

        status |= abs(forked(beside, None, 10**6))
        if left.exists():
            _preload()
            keys = set(left.read_text(encoding="utf-8").splitlines())
            campaign = Campaign(folder, kind, options.jobs, None, reached)
            status |= max(_some(campaign, one, options, None, keys) for one in planned)
    return status


Sample = Mapping[str, Sequence[Fault]]
"""The faults of some rooms."""


def _own(room: str) -> list[tuple[str, ...]]:
    """The folders of tests that are asked first: of the room's name, then all of its kind."""
    kind = ROOMS[room][0]
    named = TESTS[kind] if kind == "core" else QUICK[kind]
    return [("tests/" + room.split(".")[0] + "/",), tuple(f"{place}/" for place in named)]


def _some(
    campaign: Campaign,
    sample: Sample,
    options: argparse.Namespace,
    left: Path | None,
    keys: frozenset[str] | set[str] = frozenset(),
) -> int:
    """Faults of some rooms; those that need sources of their own are named in `left`, or those of `keys` are done."""
    reached = campaign.reached
    if not all(_controlled(campaign, room, CONTROLLED / len(sample)) for room in sample):
        return 1
    results = read(options.results)
    rooms = {fault.key: room for room, some in sample.items() for fault in some}

    def chosen() -> Iterator[Work]:
        every = [fault for some in sample.values() for fault in some]
        if len(sample) > 1:  # what was done of a run that is stopped is a sample of all rooms then
            random.Random(options.seed).shuffle(every)
        for fault in every:
            before = results.get(fault.key)
            wanted = before is None and not (options.again or options.survivors)
            if before is not None:
                wanted = options.survivors if before["result"] == "survived" else options.again
            if fault.key.split("\n")[0] in keys if left is None else wanted:
                tests = reached.tests(fault, _own(rooms[fault.key]), options.budget)
                yield fault, tests, sum(reached.seconds.get(test, 0.0) for test in tests)

    status = 0
    for fault, found in campaign.run(chosen()):
        if found["result"] == LATER and left is not None:
            with left.open("a", encoding="utf-8") as file:
                file.write(fault.key + "\n")
            continue
        if options.again and found["result"] == "survived":
            print(f"detected before and not again: {fault.key}", flush=True)
            status = 1
        print(f"{found['result']} ({found['seconds']} s, {found['tests']} tests) {fault.key}", flush=True)
        with options.results.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"fault": fault.key, "room": rooms[fault.key], **found}) + "\n")
    return status


CONTROLLED = 10.0
"""So many seconds of tests must pass on a module of each room written anew; rooms that are run together share them."""


def _controlled(campaign: Campaign, room: str, seconds: float) -> bool:
    """Modules written anew from their syntax trees must pass."""
    own = _own(room)
    some = ((fault, campaign.reached.tests(fault, own, seconds), 60.0) for fault in rewritten(room))
    wrong = [
        (fault.file, found["by"]) for fault, found in campaign.run(some) if found["result"] != "survived"
    ]
    if wrong:
        print(f"{room}: the control fails: {wrong} written anew without a fault", flush=True)
    return not wrong


def _preload() -> None:
    """What every test needs and nobody plants faults in: imported once, before forking."""
    import hypothesis
    import numpy
    import pytest

    for heavy in ("pysat.solvers", "ortools.sat.python.cp_model", "joblib", "typer"):
        try:
            __import__(heavy)
        except ImportError:
            continue
    assert hypothesis.__version__
    assert numpy.__version__
    assert pytest.__version__


if __name__ == "__main__":
    raise SystemExit(main())

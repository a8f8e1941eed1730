"""Tests tested: ``python -m benchmarks.mutation ROOM ... --mutants 25 --seed 1 --jobs 2 --results FILE``.

Plants one small fault after another in the modules of a room (`benchmarks.faults`), sampled by the seed, and runs the
tests that reach its line, quick ones first. A fault is detected when a test fails or its processor time runs out.
The table shows, by room, the share detected with its 95 % Wilson interval, and the same without those judged
equivalent in ``benchmarks/data/equivalent_faults.txt``; survivors are listed.

Before anything is planted the tests run once on the code as it is, under coverage.py: they must pass (the control), which
tests reach which line is written down, and how many branches were taken (``--coverage`` shows it). A second control
is a fault that is none: modules written anew from their syntax tree must pass. Results are kept line by line: a run
that was stopped goes on where it was. ``--again`` repeats what was detected; ``--survivors`` repeats what was not, after
tests were added. Needs Linux or macOS (each fault has a forked process and a copy of the tree of its own) and
``coverage`` (extra ``bench``).
"""

from __future__ import annotations

import argparse
import ast
import json
import math
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.faults import candidates, planted

TOP = Path(__file__).parents[1]
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
EQUIVALENT = Path(__file__).parent / "data" / "equivalent_faults.txt"
BUDGET = 40.0
"""Tests that together took so many seconds (under coverage) are run on one fault, no more."""

GAMES = ("decrypto", "enigma", "entracte", "initiative", "shakespeare")
SHARED = (
    "tests/games/test_named_faults.py",
    "tests/games/test_happened.py",
    "tests/games/test_agreement.py",
)
TESTS: dict[str, tuple[str, ...]] = {
    "core": ("tests/worlds", "tests/core", "tests/explain", "tests/kernels", "tests/graphs"),
    **{game: (f"tests/{game}", *SHARED) for game in GAMES},
}
"""The tests that should notice, by what they are of."""

CONSTRAINTS = (
    "constraints",
    "adding",
    "facts",
    "relations",
    "reified",
    "comparisons",
    "calculation",
    "choices",
)
REST = ("components", "knowledge", "records", "answers", "belief", "missions")
ROOMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "worlds": ("core", ("deduce/worlds",)),
    "explain": ("core", ("deduce/explain",)),
    "knowledge": ("core", ("deduce/knowledge.py",)),
    "changes": ("core", ("deduce/changes.py",)),
    "constraints": ("core", tuple(f"deduce/{name}.py" for name in CONSTRAINTS)),
    **{f"{game}.rules": (game, (f"models/deduce_models/{game}/rules",)) for game in GAMES},
    **{
        f"{game}.rest": (game, tuple(f"models/deduce_models/{game}/{room}" for room in REST))
        for game in GAMES
    },
}
"""Rooms by name: which of `TESTS` should notice, and the sources in which faults are planted."""


@dataclass(frozen=True)
class Fault:
    """One fault: its file, its lines, what was there and what is there now, and the file's new text.

    `imported` tells a line that is run when the module is imported, before any test.
    """

    file: str
    line: int
    last: int
    where: str
    before: str
    after: str
    text: str
    imported: bool = False

    @property
    def key(self) -> str:
        """What names it in a file of results."""
        return f"{self.file}:{self.where}:{self.line}: {self.before} -> {self.after}"


def sources(room: str) -> list[str]:
    """The files of a room, in order."""
    found: list[str] = []
    for place in ROOMS[room][1]:
        path = TOP / place
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path] if path.exists() else []
        found += [str(file.relative_to(TOP)) for file in files if file.stat().st_size > 120]
    return found


def faults(room: str, seed: int) -> Iterator[Fault]:
    """Every fault of a room once, in an order that the seed decides."""
    trees = {file: ast.parse((TOP / file).read_text(encoding="utf-8")) for file in sources(room)}
    every = [(file, *spot) for file, tree in trees.items() for spot in candidates(tree)]
    random.Random(f"{room}/{seed}").shuffle(every)
    seen = {ast.unparse(tree) for tree in trees.values()}
    for file, place, change in every:
        tree = trees[file]
        found = planted(tree, place, change)
        if found is None or found[2] in seen:
            continue
        seen.add(found[2])
        node: Any = list(ast.walk(tree))[place]
        where, imported = _function(tree, node)
        yield Fault(file, node.lineno, node.end_lineno, where, *found, imported)


def _function(tree: ast.Module, node: ast.AST) -> tuple[str, bool]:
    """The named functions and classes around a node, and whether it is in none of their functions."""
    best, imported = "", True
    for outer in ast.walk(tree):
        if isinstance(outer, (ast.FunctionDef, ast.ClassDef)):
            body = outer.body if isinstance(outer, ast.FunctionDef) else [outer]
            if any(inner is node for part in body for inner in ast.walk(part)):
                best = f"{best}.{outer.name}".lstrip(".")
                imported = imported and isinstance(outer, ast.ClassDef)
    return best or "module", imported


class Reached:
    """Which tests reach which lines, and how long each takes: the tests of a room run once under coverage.py."""

    def __init__(self, room: str, folder: Path) -> None:
        self.lines: dict[str, dict[int, list[str]]] = {}
        self.seconds: dict[str, float] = {}
        kind = ROOMS[room][0]
        path, log = folder / f"reached-{kind}.json", folder / f"reached-{kind}.log"
        if not path.exists():
            status = _forked(lambda: _map(kind, path), log, 7200)
            if status != 0 or not path.exists():
                raise SystemExit(f"{kind}: the tests do not pass on the code as it is: see {log}")
        data = json.loads(path.read_text())
        self.seconds, self.branches = data["seconds"], data["branches"]
        names = data["tests"]
        for file, lines in data["lines"].items():
            self.lines[file] = {
                int(line): [names[number] for number in tests] for line, tests in lines.items()
            }

    def tests(self, fault: Fault, own: str) -> list[str]:
        """The tests to run on a fault: those of the folder `own` first, quick ones first, within the budget."""
        lines = self.lines.get(fault.file, {})
        found = {test for line in range(fault.line, fault.last + 1) for test in lines.get(line, ())}
        if not found and fault.imported:
            found = {test for tests in lines.values() for test in tests}
        chosen: list[str] = []
        spent = 0.0
        for test in sorted(
            found, key=lambda test: (not test.startswith(own), self.seconds.get(test, 0.0), test)
        ):
            spent += self.seconds.get(test, 0.0)
            if chosen and spent > BUDGET:
                continue
            chosen.append(test)
        return chosen


def _map(kind: str, path: Path) -> int:
    import coverage
    import pytest

    files = [file for room, (mine, _) in ROOMS.items() if mine == kind for file in sources(room)]
    kept = coverage.Coverage(
        data_file=None, branch=True, include=[str(TOP / file) for file in files], config_file=False
    )
    seconds: dict[str, float] = {}

    class Watch:
        @pytest.hookimpl(hookwrapper=True)
        def pytest_runtest_protocol(self, item: Any) -> Iterator[None]:
            kept.switch_context(item.nodeid)
            began = time.process_time()
            yield
            seconds[item.nodeid] = round(time.process_time() - began, 3)
            kept.switch_context("")

    os.chdir(TOP)
    kept.start()
    status = pytest.main(["-q", "-x", "-p", "no:cacheprovider", *TESTS[kind]], plugins=[Watch()])
    kept.stop()
    if status != 0:
        return int(status)
    data = kept.get_data()
    names = sorted(seconds)
    number = {name: place for place, name in enumerate(names)}
    lines: dict[str, dict[int, list[int]]] = {}
    branches: dict[str, Any] = {}
    for file in files:
        full = str(TOP / file)
        by_line = data.contexts_by_lineno(full)
        lines[file] = {
            line: sorted(number[c] for c in those if c in number) for line, those in by_line.items()
        }
        lines[file] = {line: those for line, those in lines[file].items() if those}
        analysis = kept._analyze(full)
        counted = analysis.numbers
        branches[file] = {
            "statements": counted.n_statements,
            "not_run": sorted(analysis.missing),
            "branches": counted.n_branches,
            "branches_not_taken": counted.n_missing_branches,
        }
    path.write_text(json.dumps({"seconds": seconds, "tests": names, "lines": lines, "branches": branches}))
    return 0


def _forked(work: Any, log: Path, seconds: float) -> int:
    """Run `work` in a process of its own, its words in `log`; its status, negative when a signal ended it."""
    child = _fork(work, log, seconds)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


def _fork(work: Any, log: Path, seconds: float) -> int:
    child = os.fork()
    if child:
        return child
    status = 70
    try:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(seconds), math.ceil(seconds) + 5))
        with log.open("w") as out:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
            status = int(work())
    except BaseException as error:
        os.write(2, f"{type(error).__name__}: {error}\n".encode())
    finally:
        os._exit(status)


def _tests_in(tree: Path, tests: Sequence[str]) -> int:
    """Run tests in a copy of the tree, inside a forked process that has imported nothing of ours from it yet."""
    import pytest
    from hypothesis import Phase, settings

    for name in [
        name for name in sys.modules if name.split(".")[0] in ("deduce", "deduce_models", "benchmarks")
    ]:
        del sys.modules[name]
    here = [str(TOP), str(TOP / "models"), str(TOP / "tests"), ""]
    sys.path[:] = [str(tree), str(tree / "models"), *(place for place in sys.path if place not in here)]
    os.environ["PYTHONPATH"] = f"{tree}{os.pathsep}{tree / 'models'}"
    sys.dont_write_bytecode = True
    os.chdir(tree)

    class Quick:
        @pytest.hookimpl(trylast=True)
        def pytest_configure(self, config: Any) -> None:
            # A failure is enough: nobody reads the smallest example.
            settings.register_profile(
                "mutation", settings(), phases=(Phase.explicit, Phase.generate), database=None
            )
            settings.load_profile("mutation")

    return int(pytest.main(["-q", "-x", "--tb=line", "-p", "no:cacheprovider", *tests], plugins=[Quick()]))


@dataclass
class _Running:
    fault: Fault
    slot: int
    tests: int
    since: float
    limit: float


class Campaign:
    """Faults of a room planted one after another, several at once, each in a copy of the tree."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self.folder, self.jobs = folder, jobs
        self.trees = [folder / f"tree-{slot}" for slot in range(jobs)]
        for tree in self.trees:
            tree.mkdir()
            for name in COPIED:
                if (TOP / name).is_dir():
                    shutil.copytree(TOP / name, tree / name)
                elif (TOP / name).exists():
                    shutil.copy(TOP / name, tree / name)

    def run(self, work: Iterator[tuple[Fault, list[str], float]]) -> Iterator[tuple[Fault, dict[str, Any]]]:
        """What became of each fault, as it is known."""
        running: dict[int, _Running] = {}
        free = list(range(self.jobs))
        rest: Iterator[tuple[Fault, list[str], float]] | None = work
        while rest is not None or running:
            while rest is not None and free:
                following = next(rest, None)
                if following is None:
                    rest = None
                    break
                fault, tests, seconds = following
                if not tests:
                    yield (
                        fault,
                        {
                            "result": "survived",
                            "by": "no test reaches the line",
                            "seconds": 0.0,
                            "tests": 0,
                        },
                    )
                    continue
                slot = free.pop()
                child = self._start(fault, tests, seconds, slot)
                running[child] = _Running(fault, slot, len(tests), time.monotonic(), 20 * seconds + 300)
            if running:
                yield from self._ended(running, free)

    def _start(self, fault: Fault, tests: Sequence[str], seconds: float, slot: int) -> int:
        file = self.trees[slot] / fault.file
        file.write_text(fault.text, encoding="utf-8")
        os.utime(file, (time.time() + 10, time.time() + 10))
        return _fork(
            lambda: _tests_in(self.trees[slot], tests), self.folder / f"slot-{slot}.log", 20 + 3 * seconds
        )

    def _ended(
        self, running: dict[int, _Running], free: list[int]
    ) -> Iterator[tuple[Fault, dict[str, Any]]]:
        child, status = os.waitpid(-1, os.WNOHANG)
        if not child:
            time.sleep(0.05)
            for number, one in running.items():
                if time.monotonic() - one.since > one.limit:
                    os.killpg(number, signal.SIGKILL)
            return
        one = running.pop(child)
        free.append(one.slot)
        shutil.copy2(TOP / one.fault.file, self.trees[one.slot] / one.fault.file)
        code = os.waitstatus_to_exitcode(status)
        yield (
            one.fault,
            {
                "result": {0: "survived", 5: "survived"}.get(
                    code, "detected" if code > 0 else "out of time"
                ),
                "by": _first_failure(self.folder / f"slot-{one.slot}.log") if code else "",
                "seconds": round(time.monotonic() - one.since, 1),
                "tests": one.tests,
            },
        )


def _first_failure(log: Path) -> str:
    lines = log.read_text(errors="replace").splitlines()
    return next((line[:160] for line in reversed(lines) if line.startswith(("FAILED", "ERROR"))), "")


def wilson(hits: int, number: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if not number:
        return 0.0, 1.0
    z = 1.959964
    share = hits / number
    middle = (share + z * z / (2 * number)) / (1 + z * z / number)
    half = (
        z * math.sqrt(share * (1 - share) / number + z * z / (4 * number * number)) / (1 + z * z / number)
    )
    return max(0.0, middle - half), min(1.0, middle + half)


def equivalents() -> dict[str, str]:
    """Faults judged to change nothing that can be observed, each with its reason."""
    found = {}
    for line in EQUIVALENT.read_text(encoding="utf-8").splitlines() if EQUIVALENT.exists() else ():
        if line and not line.startswith("#"):
            key, _, reason = line.partition(" || ")
            found[key.strip()] = reason.strip()
    return found


def unplaced(key: str) -> str:
    """The name of a fault without its line, which moves when a file is edited."""
    file, where, _, rest = key.split(":", 3)
    return f"{file}:{where}:{rest}"


def table(results: Mapping[str, Mapping[str, Any]]) -> str:
    """The share detected by room, with survivors."""
    harmless = equivalents()
    lines = [
        "| room | faults | detected | 95 % | without equivalent ones | 95 % |",
        "|---|---|---|---|---|---|",
    ]
    survivors: list[str] = []
    for room in dict.fromkeys(str(result["room"]) for result in results.values()):
        mine = {key: result for key, result in results.items() if result["room"] == room}
        hits = sum(result["result"] != "survived" for result in mine.values())
        alive = [key for key, result in mine.items() if result["result"] == "survived"]
        real = len(mine) - sum(unplaced(key) in harmless for key in alive)
        low, high = wilson(hits, len(mine))
        low2, high2 = wilson(hits, real)
        lines.append(
            f"| {room} | {len(mine)} | {hits / len(mine):.0%} | {low:.0%} to {high:.0%}"
            f" | {hits / max(1, real):.0%} of {real} | {low2:.0%} to {high2:.0%} |"
        )
        survivors += [
            f"{'=' if unplaced(key) in harmless else '!'} {key}  {mine[key]['by']}" for key in alive
        ]
    return "\n".join([*lines, "", "survivors (= judged equivalent):", *survivors])


def coverage_table(maps: Path) -> str:
    """Statements and branches by room, and the lines that no test ran."""
    lines = ["| room | statements | run | branches | taken |", "|---|---|---|---|---|"]
    never: list[str] = []
    for room, (kind, _) in ROOMS.items():
        path = maps / f"reached-{kind}.json"
        if not path.exists():
            continue
        known = json.loads(path.read_text())["branches"]
        mine = {file: known[file] for file in sources(room) if file in known}
        total = {what: sum(one[what] for one in mine.values()) for what in ("statements", "branches")}
        lost = sum(len(one["not_run"]) for one in mine.values())
        missed = sum(one["branches_not_taken"] for one in mine.values())
        lines.append(
            f"| {room} | {total['statements']} | {1 - lost / max(1, total['statements']):.1%}"
            f" | {total['branches']} | {1 - missed / max(1, total['branches']):.1%} |"
        )
        never += [
            f"{file}: {', '.join(map(str, one['not_run']))}" for file, one in mine.items() if one["not_run"]
        ]
    return "\n".join([*lines, "", "lines that no test of the room ran:", *never])


def read(path: Path | None) -> dict[str, dict[str, Any]]:
    """The results kept so far; a line that was being written when a run was stopped is dropped."""
    found: dict[str, dict[str, Any]] = {}
    for line in path.read_text(encoding="utf-8").split("\n")[:-1] if path and path.exists() else ():
        entry = json.loads(line)
        found[entry.pop("fault")] = entry
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; 0 when the controls hold."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mutation", description=__doc__)
    parser.add_argument("rooms", nargs="*", help=f"which ones, of {', '.join(ROOMS)}; all by default")
    parser.add_argument("--mutants", type=int, default=25, help="faults a room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
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
    if options.coverage:
        print(coverage_table(options.maps or Path()))
        return 0
    results = read(options.results)
    status = 0
    if not options.table:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            maps = options.maps or folder
            maps.mkdir(parents=True, exist_ok=True)
            campaign = Campaign(folder, options.jobs)
            for room in options.rooms or ROOMS:
                status |= _room(campaign, room, maps, results, options)
    print(table(results))
    return status


def _room(
    campaign: Campaign,
    room: str,
    maps: Path,
    results: dict[str, dict[str, Any]],
    options: argparse.Namespace,
) -> int:
    own = "tests/" + room.split(".")[0] + "/"
    reached = Reached(room, maps)
    _preload()
    wrong = [
        fault.file
        for fault, found in campaign.run(
            (fault, reached.tests(fault, own), 60.0) for fault in _rewritten(room)
        )
        if found["result"] != "survived"
    ]
    if wrong:
        print(f"{room}: the control fails: {wrong} written anew without a fault", flush=True)
        return 1

    def chosen() -> Iterator[tuple[Fault, list[str], float]]:
        left = options.mutants
        for fault in faults(room, options.seed):
            if left == 0:
                return
            left -= 1
            before = results.get(fault.key)
            wanted = before is None and not (options.again or options.survivors)
            if before is not None:
                wanted = options.survivors if before["result"] == "survived" else options.again
            if wanted:
                tests = reached.tests(fault, own)
                yield fault, tests, sum(reached.seconds.get(test, 0.0) for test in tests)

    status = 0
    for fault, found in campaign.run(chosen()):
        if options.again and found["result"] == "survived":
            print(f"detected before and not again: {fault.key}", flush=True)
            status = 1
        results[fault.key] = {"room": room, **found}
        print(f"{found['result']} ({found['seconds']} s, {found['tests']} tests) {fault.key}", flush=True)
        if options.results:
            with options.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"fault": fault.key, "room": room, **found}) + "\n")
    return status


def _rewritten(room: str) -> Iterator[Fault]:
    """The control: one file of the room, written anew from its syntax tree, is no fault."""
    for file in sources(room)[:1]:
        text = (TOP / file).read_text(encoding="utf-8")
        yield Fault(file, 1, text.count("\n"), "module", "", "", ast.unparse(ast.parse(text)))


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

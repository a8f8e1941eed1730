"""``python -m benchmarks [name ...]``: run every ``bench_*.py`` that has ``rows()``, or the named ones.

A name is what follows ``bench_``. ``--list`` shows them; ``--no-memory`` saves the subprocesses in which
peaks of memory are measured. ``--baseline FILE`` writes the ratios of this run to a file and, where it exists already,
first holds them against it: what became slower is said, and the exit status is 1. The questions of
the file that were not asked this time stay in it. ``--page docs/measured.md`` writes the rows into that page, with the
load of the machine; a section is written as soon as its benchmark has ended. Where a peer is not installed, its benchmark
is named and the others are asked; the exit status is 3 then.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import sys
from pathlib import Path

from benchmarks import baseline, harness, page
from deduce.ground.errors import DeduceError, nearest

HERE = Path(__file__).parent


def names() -> list[str]:
    """The benchmarks here: modules ``bench_NAME.py`` that define ``rows()``."""
    found = []
    for path in sorted(HERE.glob("bench_*.py")):
        body = ast.parse(path.read_text(encoding="utf-8")).body
        if any(isinstance(node, ast.FunctionDef) and node.name == "rows" for node in body):
            found.append(path.stem.removeprefix("bench_"))
    return found


def main() -> int:
    """Run and print; 2 for an unknown name."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", help="which ones; all by default")
    parser.add_argument("--list", action="store_true", help="list the names and stop")
    parser.add_argument("--no-memory", action="store_true", help="do not measure peaks of memory")
    parser.add_argument("--baseline", type=Path, metavar="FILE", help="compare with and write ratios")
    parser.add_argument("--page", type=Path, metavar="FILE", help="write the rows into a page")
    options = parser.parse_args()
    known = names()
    if options.list:
        print("\n".join(known))
        return 0
    for name in options.names:
        if name not in known:
            print(f"no benchmark {name!r}: {nearest(name, known)}", file=sys.stderr)
            return 2
    harness.MEASURE_MEMORY = not options.no_memory
    try:
        before = baseline.read(options.baseline) if options.baseline else {}
    except DeduceError as error:
        print(error, file=sys.stderr)
        return 2
    now: dict[str, float] = {}
    lacking = False
    for name in options.names or known:
        try:
            now |= _asked(name, options.page)
        except ImportError as error:  # a peer; the benchmarks behind this one are asked all the same
            print(f"{name} stopped: {error}; pip install '.[bench]' brings the peers", file=sys.stderr)
            lacking = True
    status = _kept(options.baseline, before, now) if options.baseline else 0
    return 3 if lacking else status


def _asked(name: str, kept: Path | None) -> dict[str, float]:
    """Ask one, print its rows, and write them into the page if there is to be one; its ratios."""
    module = importlib.import_module(f"benchmarks.bench_{name}")
    about, busy = (module.__doc__ or name).strip(), page.load()
    print(about, end="\n\n")
    rows = harness.show(module.rows())
    print(flush=True)
    if kept is not None:
        told = page.section(about, rows, on=page.machine(), loads=(busy, page.load()))
        page.write(kept, {name: told})
    return baseline.ratios(rows)


def _kept(path: Path, before: dict[str, float], now: dict[str, float]) -> int:
    """Compare and write; 1 when something became slower, and then the file stays as it is."""
    lines = baseline.compared(before, now)
    print("\n".join(lines))
    if any(line.startswith("slower") for line in lines):
        return 1
    baseline.write(path, before | now)
    return 0


if __name__ == "__main__":
    sys.exit(main())

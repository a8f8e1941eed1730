"""Twenty-five published models said in our language beside the libraries they come from: ``python -m benchmarks.models``.

Ours are in ``examples/models``; those of python-constraint and CPMpy (with OR-Tools) are written anew as those libraries
like them (`benchmarks.models_peers`); pencil puzzles, which cspuz ships, are asked of puzzlekit. Every answer is
compared with ours before a row is printed. Times are medians of processor seconds, building and answer, imports
done before. Lines are those of the functions; data that both share do not count.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import inspect
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).parents[1] / "examples" / "models"
SOURCES = {"python-constraint": "of_python_constraint", "CPMpy": "of_cpmpy", "cspuz": "of_cspuz"}


def source(name: str) -> ModuleType:
    """A script of ``examples/models`` as a module."""
    spec = importlib.util.spec_from_file_location(name, HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def lines_of(work: Callable[..., Any]) -> int:
    """Lines of code of a function: without its docstring, its first line, and empty ones."""
    lines = [line.strip() for line in inspect.getsource(work).splitlines()]
    body = [line for line in lines if line and not line.startswith(('"""', "#", "@"))]
    return len(body) - 1


def median(work: Callable[[], Any], times: int) -> tuple[float, Any]:
    """The median of so many runs after a first one, and the answer."""
    answer, spent = work(), []
    for _ in range(times):
        gc.collect()
        start = time.process_time()
        answer = work()
        spent.append(time.process_time() - start)
    return statistics.median(spent), answer


def _text(module: ModuleType, *names: str, head: str) -> str:
    return head + "".join(str(getattr(module, name)).replace(".", "-").rstrip("\n") for name in names)


def pencil(module: ModuleType) -> dict[str, tuple[str, str]]:
    """The pencil puzzles in puzzlekit's notation: family and text, by the model's name."""
    towers = "5 5 5\n- - - - -\n- - 3 5 -\n- 2 1 - -\n- - - - -" + _text(module, "HEIGHTS", head="")
    return {
        "slitherlink": ("slitherlink", _text(module, "SLITHERLINK", head="8 8")),
        "masyu": ("masyu", _text(module, "MASYU", head="7 7")),
        "nurikabe": ("nurikabe", _text(module, "NURIKABE", head="5 5")),
        "heyawake": ("heyawake", _text(module, "NUMBERS", "ROOMS", head="6 6")),
        "akari": ("akari", _text(module, "AKARI", head="7 7")),
        "skyscrapers": ("skyscraper", towers),
        "star_battle": ("starbattle", _text(module, "REGIONS", head="5 5 1")),
    }


def peers_of(name: str, module: ModuleType) -> dict[str, tuple[Callable[[], Any], int | None]]:
    """Who else can be asked: what asks them, and their lines of code where those are ours to count."""
    from benchmarks import models_peers as peers
    from benchmarks.pencil_peers import PEERS

    given: dict[str, tuple[Any, ...]] = {
        "crossword": (getattr(module, "WORDS", ""),),
        "einstein": tuple(getattr(module, name, []) for name in ("GROUPS", "SAME", "BESIDE")),
        "sudoku": (getattr(module, "SUDOKU", ""),),
        "cars": (getattr(module, "CARS", {}), getattr(module, "ROOM", [])),
    }
    found: dict[str, tuple[Callable[[], Any], int | None]] = {}
    for who, those in (("python-constraint", peers.PYTHON_CONSTRAINT), ("CPMpy", peers.CPMPY)):
        if name in those:
            found[who] = partial(those[name], *given.get(name, ())), lines_of(those[name])
    if name in (known := pencil(module) if hasattr(module, "AKARI") else {}):
        family, text = known[name]
        found["puzzlekit"] = (lambda: PEERS["puzzlekit"](family, {"problem": text}, 60.0)["status"]), None
    return found


def row(origin: str, work: Callable[[], Any], module: ModuleType, times: int) -> tuple[str, float]:
    """A line of the table, and how many times as long as the best peer we take."""
    mine, answer = median(work, times)
    told, best = [], float("inf")
    for who, (ask, lines) in peers_of(work.__name__, module).items():
        theirs, other = median(ask, times)
        assert other == answer, f"{work.__name__}: {who} says {other}, we say {answer}"
        best = min(best, theirs)
        told.append(f"{who} {1000 * theirs:.1f} ms" + (f", {lines} lines" if lines else ""))
    ratio = mine / best
    shown = f"{ratio:.2f}" if told else "-"
    said = str(answer) if len(str(answer)) < 20 else str(answer)[:14] + " ..."
    others = "; ".join(told) or "-"
    line = f"| {work.__name__} | {origin} | {said} | {lines_of(work)} | {1000 * mine:.1f} ms | {others} | {shown} |"
    return line, ratio if told else 0.0


def main() -> int:
    """Print the table; exit status 1 when one takes over three times its best peer's median."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", help="only these models")
    parser.add_argument("--times", type=int, default=5)
    asked = parser.parse_args()
    print("| model | ships with | answer | lines | time | others | ratio |\n|---|---|---|---|---|---|---|")
    slow = []
    for origin, file in SOURCES.items():
        module = source(file)
        for work in module.MODELS:
            if asked.names and work.__name__ not in asked.names:
                continue
            line, ratio = row(origin, work, module, asked.times)
            print(line, flush=True)
            if ratio > 3:
                slow.append(f"{work.__name__} {ratio:.1f}")
    print(f"over three times the best peer: {', '.join(slow) or 'none'}")
    return int(bool(slow))


if __name__ == "__main__":
    sys.exit(main())

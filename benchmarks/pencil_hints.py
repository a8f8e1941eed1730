"""Hints in positions with a wrong entry: ``python -m benchmarks.pencil_hints --data FOLDER``.

In each of the 200 puzzles that `benchmarks.pencil_steps` holds out (with ``--variants``, in the sudokus of
`benchmarks.variants`) a third of the cells is entered as in the solution, one of them wrong, chosen by ``--seed``. Asked
is the strongest hint, with the wrong entry and without; counted is processor time, reading left out.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Hashable, Iterator
from pathlib import Path

from benchmarks.pencil_steps import held_out
from benchmarks.variants import DATA as VARIANTS
from deduce.ground.errors import DeduceError
from deduce.knowledge import Knowledge
from deduce.language.variables import Variable
from deduce.puzzles import hint, verify
from deduce_models import pencil

_LIMIT = 60.0
"""Seconds on the clock for a hint, and for the solution."""


def main() -> None:
    """Ask for hints, and print how long they took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="a folder of FAMILY.json files")
    parser.add_argument("--variants", action="store_true", help="variant sudokus, made here")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.data is None and not given.variants:
        parser.error("--data names the folder with the puzzles")
    rng = random.Random(given.seed)
    times: dict[str, list[tuple[float, str]]] = {"wrong": [], "right": []}
    failed: list[str] = []
    for name, knowledge in _variants() if given.variants else _held_out(given.data):
        for kind, entries in _positions(knowledge, rng):
            start = time.process_time()
            try:
                found = hint(knowledge, entries, strength=3, time_limit=_LIMIT)
            except DeduceError as error:
                failed.append(f"{name}: {error}")
                continue
            times[kind].append((time.process_time() - start, name))
            if (kind == "wrong") != (found.mistake is not None):
                failed.append(f"{name}: {kind}, but {found}")
    for kind, some in times.items():
        some.sort()
        if some:
            middle, late = some[len(some) // 2][0], some[int(0.95 * len(some))][0]
            slow = ", ".join(f"{name} {seconds:.2f}" for seconds, name in some[:-4:-1])
            print(
                f"{kind}: {len(some)} hints, median {middle:.3f} s, 95th percentile {late:.2f} s, "
                f"above one second {sum(seconds > 1 for seconds, _ in some)}; slowest {slow}"
            )
    print(f"failed: {len(failed)}", *failed, sep="\n  ")


def _held_out(data: Path) -> Iterator[tuple[str, Knowledge]]:
    for family, puzzle, text in held_out(data):
        yield f"{family} {puzzle}", pencil.read(family, text)


def _variants() -> Iterator[tuple[str, Knowledge]]:
    for number, text in enumerate(VARIANTS.read_text(encoding="utf-8").strip().split("\n\n"), 1):
        yield f"variant {number}", pencil.read("variantsudoku", text)


def _positions(knowledge: Knowledge, rng: random.Random) -> Iterator[tuple[str, dict[Variable, Hashable]]]:
    """A third of the answer entered: with one entry wrong, and without."""
    solution = verify(knowledge, time_limit=_LIMIT).solution
    if solution is None:
        return
    key = list(knowledge.problem.key)
    rng.shuffle(key)
    entries = {v: solution[v] for v in key[: max(2, len(key) // 3)]}
    wrong = rng.choice(list(entries))
    others = [x for x in wrong.domain if x != solution[wrong]]
    if others:
        yield "wrong", entries | {wrong: rng.choice(others)}
    yield "right", entries


if __name__ == "__main__":
    main()

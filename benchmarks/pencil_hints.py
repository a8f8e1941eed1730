"""Hints in positions with a wrong entry: ``python -m benchmarks.pencil_hints --data FOLDER``.

In each of the 200 puzzles that `benchmarks.pencil_steps` holds out (with ``--variants``, in the sudokus of
`benchmarks.variants`) a third of the cells is entered as in the solution, one of them wrong, chosen by ``--seed``. Asked
is the strongest hint, with the wrong entry and without, and of the puzzle misprinted: one number of its text is another,
so that there is no solution. Counted is processor time, reading left out.
"""

from __future__ import annotations

import argparse
import random
import re
import time
from collections.abc import Hashable, Iterator
from pathlib import Path

from benchmarks.pencil_steps import held_out
from benchmarks.variants import DATA as VARIANTS
from deduce.ground.errors import Contradiction, DeduceError
from deduce.knowledge import Knowledge
from deduce.language.variables import Variable
from deduce.puzzles import hint, verify
from deduce.puzzles.rounds import solvable
from deduce_models import pencil

_LIMIT = 60.0
"""Seconds on the clock for a hint, and for the solution."""

_TRIED = 8
"""So many misprints are tried."""


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
    times: dict[str, list[tuple[float, str]]] = {"wrong": [], "right": [], "misprinted": []}
    failed: list[str] = []
    first = 0
    for name, family, text in _variants() if given.variants else _held_out(given.data, given.seed):
        misprinted = _misprinted(family, text, rng)
        if misprinted is not None:
            start = time.process_time()
            try:
                hint(misprinted, strength=3, time_limit=_LIMIT)
                failed.append(f"{name}: misprinted, and a hint given")
            except Contradiction as error:
                times["misprinted"].append((time.process_time() - start, name))
                first += error.conflict.first is not None
            except DeduceError as error:
                failed.append(f"{name}: misprinted: {error}")
        knowledge = pencil.read(family, text)
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
    print(f"of the misprinted puzzles {first} with the first clue that cannot stand")
    print(f"failed: {len(failed)}", *failed, sep="\n  ")


def _held_out(data: Path, seed: int) -> Iterator[tuple[str, str, str]]:
    for family, puzzle, text in held_out(data, seed="" if seed == 1 else str(seed)):
        yield f"{family} {puzzle}", family, text


def _variants() -> Iterator[tuple[str, str, str]]:
    for number, text in enumerate(VARIANTS.read_text(encoding="utf-8").strip().split("\n\n"), 1):
        yield f"variant {number}", "variantsudoku", text


def _misprinted(family: str, text: str, rng: random.Random) -> Knowledge | None:
    """The puzzle with one number more or less by one, so that it has no solution; None where that is not found soon."""
    first, rest = text.split("\n", 1)
    numbers = [found.span() for found in re.finditer(r"(?<!\S)\d+(?!\S)", rest)]
    for start, end in rng.sample(numbers, min(len(numbers), _TRIED)):
        other = int(rest[start:end]) + rng.choice([-1, 1])
        try:
            knowledge = pencil.read(family, f"{first}\n{rest[:start]}{other}{rest[end:]}")
            if not solvable(knowledge):
                return pencil.read(family, f"{first}\n{rest[:start]}{other}{rest[end:]}")
        except DeduceError:
            continue
    return None


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

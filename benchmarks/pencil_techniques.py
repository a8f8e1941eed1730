"""The named techniques of pencil puzzles: ``python -m benchmarks.pencil_techniques --data FOLDER --results FILE``.

Puzzles of the families that have a table are solved step by step, and what each step is called is counted; a row a puzzle
is kept, so a run goes on where the last one ended. Rows have every step's kind and form, too: ``--mine`` prints the most
frequent ones that no technique names. ``--sound`` looks in every solved puzzle of the folder for places where a form of a
technique fits, and asks whether what it shows is so there.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from math import log2
from pathlib import Path
from typing import Any

from benchmarks.pencil import _cells, _families
from benchmarks.pencil_solved import Solved
from benchmarks.rows import Rows
from deduce.ground.deadline import Deadline
from deduce.ground.errors import DeduceError, GaveUp
from deduce.puzzles import verify
from deduce.puzzles.named_walk import NamedWalk
from deduce_models import pencil
from deduce_models.pencil.techniques.forms import NAMES_ONLY, subject
from deduce_models.pencil.techniques.table import named_families, places_of, technique_of, techniques

_LETTERS = 240
"""Longer forms are not printed."""


def main() -> None:
    """Count, or look whether forms are sound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="a folder of FAMILY.json files")
    parser.add_argument("--results", type=Path, help="lines to keep and to go on from")
    parser.add_argument(
        "--each", type=int, default=8, help="how many puzzles a family, spread over its sizes (8)"
    )
    parser.add_argument(
        "--cells", type=int, default=144, help="only puzzles of at most so many cells (144)"
    )
    parser.add_argument("--limit", type=float, default=6.0, help="seconds on the clock a puzzle (6)")
    parser.add_argument("--seconds", type=float, default=600.0, help="when to end, on the clock (600)")
    parser.add_argument("--mine", action="store_true", help="what is frequent and has no name")
    parser.add_argument("--sound", action="store_true", help="look for the forms in solved puzzles")
    parser.add_argument("families", nargs="*", help="only these")
    given = parser.parse_args()
    end = time.monotonic() + given.seconds
    if given.sound:
        for line in _sound(given, end):
            print(line, flush=True)
        return
    with Rows(given.results, "family", lambda row: (row["family"], row["name"])) as kept:
        done = {(row["family"], row["name"]) for row in kept.rows}
        for name, puzzle, text in _wanted(given) if given.data else ():
            if time.monotonic() > end:
                break
            if (name, puzzle) not in done:
                kept.add({"family": name, "name": puzzle} | _walked(name, text, given.limit))
        for line in _mined(kept.rows) if given.mine else _table(kept.rows):
            print(line)


def _wanted(given: argparse.Namespace) -> Iterator[tuple[str, str, str]]:
    for name, puzzles in _families(given.data, given.families or list(named_families())):
        some = sorted((x for x in puzzles), key=lambda x: _cells(puzzles[x]["problem"]))
        small = [x for x in some if _cells(puzzles[x]["problem"]) <= given.cells] or some[: given.each]
        for puzzle in small[:: max(1, len(small) // given.each)][: given.each]:
            yield name, puzzle, puzzles[puzzle]["problem"]


def _walked(name: str, text: str, limit: float) -> dict[str, Any]:
    """What each step is called, and its kind and form."""
    knowledge = pencil.read(name, text)
    here = places_of(knowledge)
    walk = None
    try:
        with Deadline(limit).watch():
            walk = NamedWalk(knowledge, {})
            walk.go()
    except GaveUp:
        pass
    except DeduceError as error:
        return {"refused": str(error)}
    made = walk.made if walk else []
    found = [technique_of(knowledge, step) for step in made]
    return {
        "names": [technique.name if technique else "" for technique in found],
        "told": [subject(step, here, names_only=name in NAMES_ONLY)[0] for step in made],
    }


def _table(rows: list[dict[str, Any]]) -> Iterator[str]:
    yield "| family | puzzles | steps | named | techniques, of a hundred steps |"
    yield "|---|---|---|---|---|"
    walked = [row for row in rows if "names" in row]
    shares: Counter[str] = Counter()
    families = sorted({row["family"] for row in walked})
    for name in families:
        mine = [row for row in walked if row["family"] == name]
        counts = Counter(x for row in mine for x in row["names"])
        steps = counts.total() or 1
        told = ", ".join(
            f"{t.name} {_percent(counts[t.name] / steps)}"
            for t in sorted(techniques(name), key=lambda t: -counts[t.name])
            if counts[t.name]
        )
        named = steps - counts[""]
        yield f"| {name} | {len(mine)} | {counts.total()} | {named / steps:.0%} | {told} |"
        for kind, n in Counter(x.split(":")[0] for row in mine for x in row["told"]).items():
            shares[kind] += n / steps / len(families)  # type: ignore[assignment]
    yield ""
    yield "bits by kind, each family alike: " + ", ".join(
        f"{kind} {-log2(share):.1f}" for kind, share in shares.most_common()
    )


def _percent(share: float) -> str:
    return f"{100 * share:.0f}" if share >= 0.01 else f"{100 * share:.1f}"


def _mined(rows: list[dict[str, Any]]) -> Iterator[str]:
    counts = Counter(
        (row["family"], told)
        for row in rows
        for told, name in zip(row.get("told", ()), row.get("names", ()), strict=True)
        if not name
    )
    for (family, told), n in counts.most_common(200):
        if len(told) <= _LETTERS and n > 1:
            yield f"{n:5} {family}: {told}"


def _sound(given: argparse.Namespace, end: float) -> Iterator[str]:
    for name, puzzles in _families(given.data, given.families or list(named_families())):
        held: Counter[str] = Counter()
        fits: Counter[str] = Counter()
        wrong: list[str] = []
        asked = 0
        for puzzle in sorted(puzzles, key=lambda x: _cells(puzzles[x]["problem"])):
            if time.monotonic() > end:
                break
            try:
                knowledge = pencil.read(name, puzzles[puzzle]["problem"])
                verdict = verify(knowledge, time_limit=given.limit)
            except DeduceError:
                continue
            if not verdict.unique or verdict.solution is None:
                continue
            asked += 1
            solved = Solved(knowledge, verdict.solution)
            for technique in techniques(name):
                for form in technique.forms:
                    for true in solved.places(form):
                        fits[technique.name] += 1
                        held[technique.name] += true
                        if not true:
                            wrong.append(f"{puzzle}: {technique.name}: {form}")
        unseen = [t.name for t in techniques(name) if not fits[t.name]]
        forms = sum(len(t.forms) for t in techniques(name))
        yield (
            f"{name}: {asked} puzzles, {forms} forms fit at {fits.total():,} places, "
            f"and hold at {held.total():,}{'; nowhere: ' + ', '.join(unseen) if unseen else ''}"
        )
        for what in dict.fromkeys(wrong):
            yield f"  not so in {what}"


if __name__ == "__main__":
    main()

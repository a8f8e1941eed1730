"""What became of planted faults: the lines that are kept, those judged equivalent, and the table by room."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

__all__ = ["equivalents", "read", "table", "unplaced", "wilson"]

EQUIVALENT = Path(__file__).parent / "data" / "equivalent_faults.txt"


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


def read(path: Path | None) -> dict[str, dict[str, Any]]:
    """The results kept so far; a line that was being written when a run was stopped is dropped."""
    found: dict[str, dict[str, Any]] = {}
    for line in path.read_text(encoding="utf-8").split("\n")[:-1] if path and path.exists() else ():
        entry = json.loads(line)
        found[entry.pop("fault")] = entry
    return found

"""An evening with the page, as the server sees it: requests, bytes, and processor time by verb.

``python -m benchmarks.page_evening`` writes the example of each game line by line and asks after every line what the page
asks: ``solve``, ``upcoming`` and ``board``, and ``form`` once. Requests and answers are counted as the JSON that is sent,
uncompressed and without HTTP's own lines. Times are of this process, imports made before.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from deduce.games import read_record
from deduce.web import answer

EXAMPLES = Path(__file__).parents[1] / "examples"
EVENINGS = (
    "entracte/evening",
    "enigma/evening",
    "decrypto/intercept",
    "initiative/seat1",
    "shakespeare/seat2",
)
EACH = ("solve", "upcoming", "board")


def main() -> None:
    """Ask, and print a row a game, then the page's own files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("evenings", nargs="*", default=EVENINGS)
    given = parser.parse_args()
    print("| evening | lines | requests | kB sent | kB received | " + " | ".join(("form", *EACH)) + " |")
    for name in given.evenings:
        lines, asked = evening(name)
        print(row(name, lines, asked), flush=True)
    static = Path(__file__).parents[1] / "deduce" / "web" / "static"
    files = [path for path in static.rglob("*") if path.is_file() and path.name != "ru.json"]
    print(
        f"the page itself: {len(files)} files, {sum(path.stat().st_size for path in files) / 1024:.0f} kB"
    )


Asked = list[tuple[str, int, int, float]]


def evening(name: str) -> tuple[int, Asked]:
    """How many lines an example has, and of each request its verb, bytes sent and received, and seconds."""
    record = read_record((EXAMPLES / f"{name}.txt").read_text(encoding="utf-8"))
    head = [line.text for _, _, line in record.header]
    events = [line.body for line in record.events]
    asked: Asked = []
    for verb in ("form", *EACH):  # what is imported late is imported now
        ask(verb, record.text)
    asked.append(ask("form", "\n".join([*head, "", ""])))
    for count in range(len(events) + 1):
        text = "\n".join([*head, "", *events[:count], ""])
        asked += [ask(verb, text) for verb in EACH]
    return len(events), asked


def ask(verb: str, record: str) -> tuple[str, int, int, float]:
    """One request."""
    request: dict[str, Any] = {"verb": verb, "record": record}
    begun = time.process_time()
    found = answer(request)
    spent = time.process_time() - begun
    sent, received = (len(json.dumps(each, ensure_ascii=False).encode()) for each in (request, found))
    return verb, sent, received, spent


def row(name: str, lines: int, asked: Sequence[tuple[str, int, int, float]]) -> str:
    """A row of the table; times are median and greatest, in milliseconds."""
    sent, received = sum(each[1] for each in asked) / 1024, sum(each[2] for each in asked) / 1024
    times = []
    for verb in ("form", *EACH):
        spent = [1000 * each[3] for each in asked if each[0] == verb]
        times.append(f"{statistics.median(spent):.0f} ({max(spent):.0f})")
    return f"| {name} | {lines} | {len(asked)} | {sent:.0f} | {received:.0f} | " + " | ".join(times) + " |"


if __name__ == "__main__":
    main()

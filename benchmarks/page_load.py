"""The page under load: phones that ask for a sheet once a second, each from an address of its own on the loopback.

``python -m benchmarks.page_load --phones 50 --seconds 20`` starts ``deduce serve`` on a free port, asks, ends it, and
prints how long answers took and how much processor time each part used. Every phone's evening is its own (names differ)
and grows by a line a second, so that no two questions of the run are alike; ``--polling`` asks the same four records
again and again instead, as phones do that wait. Bounded in time and requests; nothing but 127.0.0.0/8 is asked.

The asking phones share the machine with the server: they speak over bare sockets, and what they cost is printed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
RECORDS = ("entracte/evening", "enigma/evening", "decrypto/intercept", "initiative/seat1")


@dataclass
class Seen:
    """What the phones have seen: seconds by game, and sentences of refusal."""

    took: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    failed: list[str] = field(default_factory=list)


def evening(number: int, polling: bool) -> tuple[str, list[str]]:
    """The game of a phone and the records it asks about, one after the other; the last one stays."""
    name = RECORDS[number % len(RECORDS)]
    text = (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8")
    if polling:
        return name, [text]
    lines = f"# phone {number}\n{text}".rstrip("\n").split("\n")
    start = lines.index("") + 1
    said = [place for place in range(start, len(lines)) if lines[place].partition("#")[0].strip()]
    ends = [start, *(place + 1 for place in said)]
    return name, ["\n".join(lines[:end]) + "\n" for end in ends]


async def phone(number: int, port: int, seconds: float, seen: Seen, *, polling: bool = False) -> None:
    """One phone: a question a second, begun at a moment of its own (by chance), and in the middle of its own evening."""
    name, records = evening(number, polling)
    bodies = [json.dumps({"verb": "solve", "record": record}).encode() for record in records]
    head = f"POST /api HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: application/json\r\ncontent-length: "
    own = (f"127.0.{1 + number // 200}.{1 + number % 200}", 0)
    reading, writing = await asyncio.open_connection("127.0.0.1", port, local_addr=own)
    begun = time.monotonic() + random.Random(number).random()
    turns = int(seconds)
    for turn in range(turns):
        await asyncio.sleep(max(0.0, begun + turn - time.monotonic()))
        # Late evenings are longer, so a phone ends with its last line.
        body = bodies[max(0, min(len(bodies) - 1, len(bodies) - turns + turn))]
        asked = time.monotonic()
        writing.write(f"{head}{len(body)}\r\n\r\n".encode() + body)
        answer = await asyncio.wait_for(_answer(reading), 30)
        seen.took[name].append(time.monotonic() - asked)
        if not answer.startswith(b'{"ok":true'):
            seen.failed.append(json.loads(answer)["error"])
    writing.close()


async def _answer(reading: asyncio.StreamReader) -> bytes:
    head = await reading.readuntil(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    return await reading.readexactly(int(length[1]) if length else 0)


def spent(process: int) -> dict[str, float]:
    """Processor seconds so far of the server and of its workers, those included that have ended; empty without psutil."""
    try:
        import psutil
    except ImportError:
        return {}
    server = psutil.Process(process)
    workers = sum(sum(each.cpu_times()[:4]) for each in server.children(recursive=True))
    return {"server": sum(server.cpu_times()[:2]), "workers": workers}


def main() -> None:
    """Serve, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--polling", action="store_true", help="the same four records again and again")
    given = parser.parse_args()
    served = subprocess.Popen(
        [sys.executable, "-m", "deduce", "serve", "--port", "0"], stdout=subprocess.PIPE, text=True
    )
    try:
        line = served.stdout.readline() if served.stdout else ""
        found = re.search(r":(\d+)/", line)
        if found is None:
            raise SystemExit(f"deduce serve said {line!r}")
        port = int(found[1])
        seen = Seen()

        async def everybody(count: int, seconds: float, into: Seen) -> None:
            phones = (phone(number, port, seconds, into, polling=given.polling) for number in range(count))
            await asyncio.gather(*phones)

        asyncio.run(everybody(4, 4, Seen()))  # what is imported late is imported now
        before, own = spent(served.pid), time.process_time()
        asyncio.run(everybody(given.phones, given.seconds, seen))
        own, after = time.process_time() - own, spent(served.pid)
    finally:
        served.terminate()
        served.wait(20)
    took = sorted(second for each in seen.took.values() for second in each)
    print(f"{given.phones} phones, {len(took)} answers, {len(seen.failed)} refused or failed")
    told("all", took)
    for name, each in seen.took.items():
        told(name, sorted(each))
    used = {part: after[part] - before[part] for part in after} | {"phones": own}
    print("processor time an answer, ms: "
          + ", ".join(f"{part} {1000 * seconds / len(took):.1f}" for part, seconds in used.items()))  # fmt: skip
    for sentence in sorted(set(seen.failed)):
        print(sentence)


def told(name: str, took: list[float]) -> None:
    """A line of how long answers took."""
    at = {part: 1000 * took[min(len(took) - 1, int(part * len(took)))] for part in (0.5, 0.95, 0.99)}
    print(
        f"{name}: milliseconds: median {at[0.5]:.0f}, 95th percentile {at[0.95]:.0f}, 99th {at[0.99]:.0f}"
    )


if __name__ == "__main__":
    main()

"""The page under load: phones that ask for a sheet once a second, each from an address of its own on the loopback.

``python -m benchmarks.page_load --phones 50 --seconds 20`` starts ``deduce serve`` on a free port, asks, prints how long
answers took, and ends it. Bounded in time and requests; nothing but 127.0.0.0/8 is asked.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import subprocess
import sys
import time
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
RECORDS = ("entracte/evening", "enigma/evening", "decrypto/intercept", "initiative/seat1")


async def phone(number: int, port: int, seconds: float, took: list[float], failed: list[str]) -> None:
    """One phone: a question a second, begun at a moment of its own."""
    import httpx

    name = RECORDS[number % len(RECORDS)]
    request = {"verb": "solve", "record": (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8")}
    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.{1 + number // 200}.{1 + number % 200}")
    async with httpx.AsyncClient(
        transport=transport, base_url=f"http://127.0.0.1:{port}", timeout=30
    ) as client:
        await asyncio.sleep(number / 50)
        end = time.monotonic() + seconds
        while (began := time.monotonic()) < end:
            answer = (await client.post("/api", json=request)).json()
            took.append(time.monotonic() - began)
            if not answer["ok"]:
                failed.append(answer["error"])
            await asyncio.sleep(max(0.0, 1 - (time.monotonic() - began)))


def main() -> None:
    """Serve, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--phones", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20.0)
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
        warm: list[float] = []
        asyncio.run(phone(0, port, 3, warm, []))
        took: list[float] = []
        failed: list[str] = []

        async def everybody() -> None:
            phones = (phone(number, port, given.seconds, took, failed) for number in range(given.phones))
            await asyncio.gather(*phones)

        asyncio.run(everybody())
    finally:
        served.terminate()
        served.wait(20)
    took.sort()
    at = {part: 1000 * took[min(len(took) - 1, int(part * len(took)))] for part in (0.5, 0.95, 0.99)}
    print(f"{given.phones} phones, {len(took)} answers, {len(failed)} refused or failed")
    print(f"milliseconds: median {at[0.5]:.0f}, 95th percentile {at[0.95]:.0f}, 99th {at[0.99]:.0f}")


if __name__ == "__main__":
    main()

"""Every long campaign, one after another: ``python tests/nightly.py FOLDER --seed 7 --jobs 2 --share 1``.

How long ``--share 1`` takes was not measured (hours, ``properties`` the longest); a smaller share does so much
less of everything but ``determinism`` and ``surroundings``, and never less of the properties than a day does. What the
campaigns did is kept in the folder, with what they printed: a night that was stopped goes on where it was, and a
campaign that has ended well is not run again. At the end a line each: how it ended, its minutes, its last word. The exit
status is 1 when any of them found something. ``--list`` only shows the commands; ``--only NAME ...`` runs some of them.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

TOP = Path(__file__).parents[1]


@dataclass(frozen=True)
class Campaign:
    """A command in which ``{n}`` is how many at the whole share, and what else it needs."""

    command: str
    number: int
    least: int = 1
    variables: Mapping[str, str] = field(default_factory=dict)

    def line(
        self, folder: Path, name: str, share: float, seed: int, jobs: int
    ) -> tuple[list[str], dict[str, str]]:
        """The arguments, and the environment's variables."""
        words = {
            "n": max(self.least, round(self.number * share)),
            "seed": seed,
            "jobs": jobs,
            "results": folder / f"{name}.jsonl",
            "folder": folder,
            "share": share,
        }
        filled = [part.format(**words) for part in shlex.split(self.command)]
        return [sys.executable, *filled], {
            key: value.format(**words) for key, value in self.variables.items()
        }


KEPT = "--seed {seed} --jobs {jobs} --results {results}"
CAMPAIGNS: dict[str, Campaign] = {
    # The second writings of the rules, the contract, and what a seat may see.
    "oracle": Campaign(f"tests/campaign.py oracle --cases {{n}} {KEPT}", 2_000),
    "contract": Campaign(f"tests/campaign.py contract --cases {{n}} {KEPT}", 500),
    "playouts": Campaign(f"tests/campaign.py playouts --cases {{n}} {KEPT}", 20_000),
    "deals": Campaign(f"tests/campaign.py deals decrypto initiative --cases {{n}} {KEPT}", 200),
    "rehide": Campaign(f"tests/campaign.py rehide --cases {{n}} {KEPT}", 500),
    "blind": Campaign(f"tests/campaign.py blind --cases {{n}} {KEPT}", 50),
    # The core in every form, beside brute force.
    "certainty": Campaign(f"tests/campaign.py certainty --cases {{n}} {KEPT}", 20_000),
    "worlds": Campaign(f"tests/campaign.py worlds --cases {{n}} {KEPT}", 100_000),
    "wide": Campaign(f"tests/campaign.py wide --cases {{n}} {KEPT}", 50_000),
    "forms": Campaign(f"tests/campaign.py forms --cases {{n}} {KEPT}", 300),
    # Strangers, kills, surroundings.
    "damage": Campaign(f"tests/campaign.py damage --cases {{n}} {KEPT}", 5_000),
    "notes": Campaign(f"tests/campaign.py notes --cases {{n}} {KEPT}", 200),
    "fuzz": Campaign(
        "-m pytest -q -s tests/web/test_fuzz.py", 10_000, least=50, variables={"DEDUCE_FUZZ": "{n}"}
    ),
    "kills": Campaign("tests/kills.py --kills {n} --seed {seed}", 20),
    "determinism": Campaign("tests/determinism.py", 1),
    "surroundings": Campaign("tests/surroundings.py", 1),
    # A thousand faults over fifteen rooms.
    "mutation": Campaign(
        "-m benchmarks.mutation --mutants {n} --seed {seed} --jobs {jobs} --budget 8 --results {results} --maps {folder}",
        67,
    ),
    # The whole suite, every property with thousands of examples, all else as much as `amount` says of a night.
    "properties": Campaign(
        "-m pytest -q -n {jobs} --hypothesis-profile=nightly", 1, variables={"DEDUCE_NIGHT": "{share}"}
    ),
}


def run(name: str, campaign: Campaign, options: argparse.Namespace) -> dict[str, object]:
    """One campaign to its end; what it prints goes to a file beside its results."""
    arguments, more = campaign.line(options.folder, name, options.share, options.seed, options.jobs)
    path = os.pathsep.join(filter(None, [str(TOP), str(TOP / "models"), os.environ.get("PYTHONPATH", "")]))
    log = options.folder / f"{name}.log"
    began = time.monotonic()
    with log.open("w", encoding="utf-8") as file:
        status = subprocess.run(
            arguments,
            cwd=TOP,
            env={**os.environ, "PYTHONPATH": path, **more},
            stdout=file,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode
    lines = [
        line for line in log.read_text(encoding="utf-8", errors="replace").splitlines() if line.strip()
    ]
    minutes = round((time.monotonic() - began) / 60, 1)
    return {
        "campaign": name,
        "status": status,
        "minutes": minutes,
        "said": lines[-1][:160] if lines else "",
    }


def main(arguments: list[str] | None = None) -> int:
    """Run them; 0 when nothing was found."""
    parser = argparse.ArgumentParser(prog="python tests/nightly.py", description=__doc__)
    parser.add_argument("folder", type=Path, help="where results are kept")
    parser.add_argument(
        "--seed", type=int, default=int(time.strftime("%Y%m%d")), help="today's date by default"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--share", type=float, default=1.0, help="how much of the whole night")
    parser.add_argument("--only", nargs="+", default=list(CAMPAIGNS), choices=CAMPAIGNS, metavar="NAME")
    parser.add_argument("--list", action="store_true", help="only show the commands")
    options = parser.parse_args(arguments)
    options.folder = options.folder.absolute()
    if options.list:
        for name in options.only:
            line, more = CAMPAIGNS[name].line(
                options.folder, name, options.share, options.seed, options.jobs
            )
            print(f"{name:13}", *(f"{key}={value}" for key, value in more.items()), "python", *line[1:])
        return 0
    options.folder.mkdir(parents=True, exist_ok=True)
    summary = options.folder / "summary.jsonl"
    known = summary.read_text(encoding="utf-8").splitlines() if summary.exists() else []
    done = {entry["campaign"]: entry for entry in map(json.loads, known) if entry["status"] == 0}
    for name in options.only:
        if name not in done:
            print(f"{name} ...", flush=True)
            done[name] = run(name, CAMPAIGNS[name], options)
            with summary.open("a", encoding="utf-8") as file:
                file.write(json.dumps(done[name]) + "\n")
    for name in options.only:
        entry = done[name]
        ended = "ended well" if entry["status"] == 0 else f"STATUS {entry['status']}"
        print(f"{name:13} {ended:11} {entry['minutes']:6} min  {entry['said']}")
    return int(any(done[name]["status"] for name in options.only))


if __name__ == "__main__":
    raise SystemExit(main())

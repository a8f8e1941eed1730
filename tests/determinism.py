"""The same seed gives the same answer everywhere: ``python tests/determinism.py --python python3.13 ...``.

Every command runs as it is, with other hash seeds, in numpy alone, with two workers where it takes ``--jobs``, with the
workers of a Dask cluster where it takes ``--dask`` (asked for by ``--dask``), and under other interpreters
(``--python``, each with the package installed). Answers are compared as JSON, fractions to nine digits (kernels and numpy
add in another
order), without what clocks said. Prints what differs; the exit status is then 1.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager, nullcontext
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
RECORDS = {
    "entracte": EXAMPLES / "entracte" / "evening.txt",
    "enigma": EXAMPLES / "enigma" / "evening.txt",
    "shakespeare": EXAMPLES / "shakespeare" / "position.txt",
    "decrypto": EXAMPLES / "decrypto" / "intercept.txt",
    "initiative": EXAMPLES / "initiative" / "evening.txt",
}
CINEMA = EXAMPLES / "puzzles" / "cinema.toml"
SLITHERLINK = (EXAMPLES / "pencil" / "slitherlink.txt", "--family", "slitherlink")
COMMANDS = {
    **{f"solve {game}": ("solve", record) for game, record in RECORDS.items()},
    **{f"advise {game}": ("advise", record, "--seed", "1") for game, record in RECORDS.items()},
    **{
        f"arena {game}": ("arena", game, "random", "greedy", "--deals", "2", "--seed", "4")
        for game in ("entracte", "initiative")
    },
    "unique": ("unique", *SLITHERLINK),
    "steps": ("steps", *SLITHERLINK),
    "redundant": ("redundant", CINEMA),
    "repair": ("repair", EXAMPLES / "repair" / "holes.toml", "--seed", "1"),
    "generate": ("generate", "--family", "yinyang", "--size", "4x4", "-n", "3", "--seed", "1"),
    "decipher": ("decipher", "Gsrh rh z hvxivg"),
}
SPREAD = ("arena", "generate")
"""Commands that take ``--jobs`` and ``--dask``."""
CLOCKS = ("second", "milli", "_ms")


def timeless(value):
    """A JSON value without what clocks said."""
    if isinstance(value, dict):
        return {k: timeless(v) for k, v in value.items() if not any(word in k for word in CLOCKS)}
    return [timeless(each) for each in value] if isinstance(value, list) else value


def same(one, other):
    """Are two JSON values the same, fractions to nine digits?"""
    if isinstance(one, float) and isinstance(other, (int, float)):
        return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
    if type(one) is not type(other):
        return isinstance(other, float) and isinstance(one, int) and same(other, one)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[k], other[k]) for k in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def answer(arguments, python=sys.executable, **surroundings):
    """What a command answers, as JSON without times."""
    done = subprocess.run(
        (python, "-m", "deduce", *map(str, arguments), "--json"),
        capture_output=True,
        text=True,
        cwd=tempfile.gettempdir(),
        env={**os.environ, **surroundings},
        timeout=600,
        check=False,
    )
    if done.returncode not in (0, 1) or not done.stdout:
        raise AssertionError(f"exit status {done.returncode}: {done.stderr[-300:]}")
    return timeless(json.loads(done.stdout))


def variants(name, pythons, dask):
    """Where a command runs again: (name of the surroundings, more arguments, interpreter, variables)."""
    for seed in ("0", "1", "4711"):
        yield f"hash seed {seed}", (), sys.executable, {"PYTHONHASHSEED": seed}
    yield "numpy alone", (), sys.executable, {"DEDUCE_KERNELS": "0"}
    if name.split(maxsplit=1)[0] in SPREAD:
        yield "two workers", ("--jobs", "2"), sys.executable, {}
        if dask:
            yield "Dask", ("--dask", dask), sys.executable, {}
    for python in pythons:
        yield python, (), python, {"PYTHONPATH": ""}


def differences(name, pythons=(), dask=None, only=None):
    """The surroundings in which a command says something else."""
    usual = answer(COMMANDS[name])
    return [
        where
        for where, more, python, surroundings in variants(name, pythons, dask)
        if (only is None or where in only)
        and not _same_there(usual, (*COMMANDS[name], *more), python, surroundings)
    ]


def _same_there(usual, arguments, python, surroundings):
    """Is the answer the usual one? One that says itself that it is weaker there need only be the same again there."""
    there = answer(arguments, python, **surroundings)
    if "narrowed" in there and "narrowed" not in usual:
        usual = answer(arguments, python, **surroundings, PYTHONHASHSEED="4711")
    return same(usual, there)


@contextmanager
def cluster():
    """The address of a scheduler with two workers while the block lasts."""
    from distributed import LocalCluster

    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as here:
        yield here.scheduler_address


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--python", action="append", default=[], help="another interpreter; may be repeated"
    )
    parser.add_argument("--dask", action="store_true", help="also with a cluster of two workers")
    parser.add_argument(
        "--seed", type=int, default=0, help="added to the seed of every command that takes one"
    )
    options = parser.parse_args()
    for name, words in COMMANDS.items():
        COMMANDS[name] = tuple(
            str(int(word) + options.seed) if before == "--seed" else word
            for before, word in zip(("", *words), words, strict=False)
        )
    wrong = False
    with cluster() if options.dask else nullcontext() as address:
        for name in COMMANDS:
            found = differences(name, options.python, address)
            wrong |= bool(found)
            count = len(list(variants(name, options.python, address)))
            print(f"{name}: {count} surroundings, different: {', '.join(found) or 'none'}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())

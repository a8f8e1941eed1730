"""Shakespeare alone as a benchmark for planning under uncertainty: anybody's player on fifty scripts with intervals.

    python -m benchmarks.shakespeare_scripts --player planner --scripts 10
    python -m benchmarks.shakespeare_scripts --player my_module:MyPlayer --json

A script fixes every draw of a solo game; the player does not know it. For each script the best prestige of a player who
knows all draws lies in a proved interval (docs/shakespeare-strength.md, from which it is read): its lower end is a game
that was played by the rules. Told are the player's score, what it left below the lower end, and the means with standard
errors. A player is a class or function without arguments whose value has ``choose(view, rng)``, or a shipped name.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from benchmarks.shakespeare_strength import frame, mean
from deduce.games.base import Player
from deduce.ground.errors import ProblemError, nearest
from deduce_models.shakespeare.bound.draws import play_script, solo_script
from deduce_models.shakespeare.players.named import PLAYERS

PAGE = Path(__file__).parents[1] / "docs" / "shakespeare-strength.md"
"""The page with the table of intervals."""

ROW = re.compile(r"\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| [\d.]+% \| [a-z -]+ \|")


def intervals() -> Mapping[int, tuple[int, int]]:
    """For each script (its seed) what can be reached with all draws known: at least, at most."""
    rows = map(ROW.fullmatch, PAGE.read_text(encoding="utf-8").splitlines())
    return {int(row[1]): (int(row[3]), int(row[4])) for row in rows if row}


def player_of(name: str) -> Callable[[], Player]:
    """What makes the player called so: a shipped one, or ``module:name``. Raises `ProblemError`."""
    if name in PLAYERS:
        return PLAYERS[name]
    module, colon, attribute = name.partition(":")
    if not colon:
        raise ProblemError(f"player {name!r}: {nearest(name, PLAYERS)}, or MODULE:NAME of your own")
    try:
        made: Callable[[], Player] = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        raise ProblemError(f"player {name!r}: {error}") from error
    return made


def scored(make: Callable[[], Player], seed: int, ends: tuple[int, int]) -> dict[str, Any]:
    """One script: the player's prestige, the interval, and seconds of processor time."""
    setup, start = frame(), time.process_time()
    score = play_script(make(), setup, solo_script(seed, setup), seed=seed).boards[0].prestige
    lower, upper = ends
    if score > upper:
        raise ProblemError(f"script {seed}: {score} is above {upper}, which is proved to be the most")
    return {
        "script": seed,
        "score": score,
        "lower": lower,
        "upper": upper,
        "left": lower - score,
        "seconds": round(time.process_time() - start, 2),
    }


def main() -> None:
    """Plays and prints."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--player", default="planner")
    parser.add_argument("--scripts", type=int, default=50, help="how many, from the first")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    known = intervals()
    try:
        if not 1 <= given.scripts <= len(known):
            raise ProblemError(f"scripts {given.scripts}: expected 1 to {len(known)}")
        make = player_of(given.player)
        rows = [scored(make, seed, known[seed]) for seed in range(given.scripts)]
    except ProblemError as error:
        parser.error(str(error))
    means = {key: mean([row[key] for row in rows]) for key in ("score", "left", "seconds")}
    if given.json:
        print(json.dumps({"player": given.player, "rows": rows, "means": means}))
        return
    for row in rows:
        print(
            f"script {row['script']:2}: {row['score']:2}, with all draws known {row['lower']} to {row['upper']}"
            f"  ({row['seconds']:.1f} s)"
        )
    print(
        f"{given.player} on {len(rows)} scripts: {means['score'][0]:.2f} ({means['score'][1]:.2f}) prestige, "
        f"{means['left'][0]:.2f} ({means['left'][1]:.2f}) below games that are proved to be there, "
        f"{means['seconds'][0]:.1f} s a game"
    )


if __name__ == "__main__":
    main()

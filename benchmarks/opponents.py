"""How strong the default opponents are: ``python -m benchmarks.opponents GAME ... --deals 40 --seconds 0.1``.

One entrant (`thinker` or another by ``--entrant``) meets each rival on the same deals, both with the same seconds for a
decision (of processor time, so that a busy machine wrongs nobody), in every seat in turn while the rivals hold all
others; what it scores beyond the mean of the rivals at its
table is averaged over the seats of a deal. Where all seats score alike, and in games for one, each side plays the
whole table alone, and their scores on the same deal are compared. Differences with 95 % intervals over deals (by the
normal law: below some ten deals they are too narrow). A game is a name of the registry, or ``module:NAME`` of a `Game`.

The constants of `thinker` were set on *Code*, *Mines* and *Higher* of `tests/asking_games.py` and the small Clue of
`tests/rulebook/games.py`; how ends are told apart, and which moves of long lists come first, was worked out on Guess Who,
Mastermind, Bulls and Cows, Verifiers and Minesweeper; play-outs that learn, and when a question counts, on Liar's Dice,
Verifiers and Love Letter; practice on Love Letter, Coup, Skull and Liar's Dice; that a look ahead keeps to its time, and
what answers bring, on Battleship; that commitments count by their chance, on Clue. All other games are new to it.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from types import SimpleNamespace
from typing import Any

from deduce.arena.match import play_match
from deduce.games.base import Game, Player
from deduce.games.registry import game as registered
from deduce.players import Book, InformationSetSearch, Inquirer, Practice, Sampling, Thinker, random_player

ENDLESS = 10**9
"""So many samples, descents and iterations: the clock ends them."""

RIVALS: dict[str, Callable[[Game[Any, Any, Any], float], Player]] = {
    "random": lambda _game, _seconds: random_player,
    "sampling": lambda game, seconds: Sampling(game, samples=ENDLESS, time_limit=seconds),
    "search": lambda game, seconds: InformationSetSearch(game, iterations=ENDLESS, time_limit=seconds),
    "thinker": lambda game, seconds: Thinker(
        game, worlds=64, descents=ENDLESS, time_limit=seconds, book=Book(game), practice=Practice(game)
    ),
    "searcher": lambda game, seconds: Thinker(
        game, worlds=64, descents=ENDLESS, time_limit=seconds, practice=Practice(game), name="searcher"
    ),
    "novice": lambda game, seconds: Thinker(
        game, worlds=64, descents=ENDLESS, time_limit=seconds, name="novice"
    ),
    "inquirer": lambda game, seconds: Inquirer(game, worlds=64, time_limit=seconds),
}
"""Makers by name; `searcher` is `thinker` without a book of solved games, `novice` without practice too."""


def difference(
    game: Game[Any, Any, Any], entrant: Player, rival: Player, seats: int, deal: int, *, together: bool
) -> float:
    """How much better the entrant does on one deal; see the module."""
    if together:
        ours, theirs = (play_match(game, [each] * seats, deal=deal).scores for each in (entrant, rival))
        return ours[0] - theirs[0]
    gained = []
    for seat in range(seats):
        table = [rival] * seats
        table[seat] = entrant
        scores = play_match(game, table, deal=deal).scores
        gained.append(scores[seat] - (math.fsum(scores) - scores[seat]) / (seats - 1))
    return math.fsum(gained) / seats


def alike(game: Game[Any, Any, Any], seats: int) -> bool:
    """Whether all seats have one score in ten random games: then they play together.

    Where nobody ever wins by chance that tells nothing, and games of a player that asks are looked at.
    """
    ends = [play_match(game, [random_player] * seats, deal=deal).scores for deal in range(10)]
    if seats > 1 and len(set(ends)) == 1:
        asking = Inquirer(game, worlds=16, time_limit=0.05)
        ends = [play_match(game, [asking] + [random_player] * (seats - 1), deal=d).scores for d in range(3)]
    return seats == 1 or all(len(set(scores)) == 1 for scores in ends)


def interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean and the half-width of its 95 % interval."""
    mean = math.fsum(values) / len(values)
    if len(values) < 2:
        return mean, math.inf
    spread = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
    return mean, 1.96 * spread


def by_processor_time() -> None:
    """The limits of all players are from now on seconds of this process, not of the wall."""
    clock = SimpleNamespace(monotonic=time.process_time)
    for name in (
        "candidates",
        "claims",
        "habits",
        "lookahead",
        "prospects",
        "sampling",
        "search",
        "weighing",
    ):
        vars(import_module(f"deduce.players.{name}"))["time"] = clock


def found(name: str) -> Game[Any, Any, Any]:
    """A game of the registry, or ``module:NAME``."""
    module, _, attribute = name.partition(":")
    made = getattr(import_module(module), attribute) if attribute else registered(name)
    return made() if isinstance(made, type) else made


def main() -> None:
    """Print one line a game and rival."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--entrant", default="thinker", choices=sorted(RIVALS))
    parser.add_argument(
        "--rivals", nargs="+", default=["random", "sampling", "search"], choices=sorted(RIVALS)
    )
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--first", type=int, default=0, help="the first deal")
    parser.add_argument("--seconds", type=float, default=0.1, help="for a decision")
    parser.add_argument("--players", type=int, help="seats; the fewest of the game when left out")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    by_processor_time()
    for name in given.games:
        game = found(name)
        seats = game.checked_players(given.players or game.seats.start)
        together = alike(game, seats)
        for rival in given.rivals:
            ours, theirs = (RIVALS[each](game, given.seconds) for each in (given.entrant, rival))
            deals = range(given.first, given.first + given.deals)
            mean, half = interval(
                [difference(game, ours, theirs, seats, deal, together=together) for deal in deals]
            )
            row = {
                "game": game.name,
                "players": seats,
                "entrant": given.entrant,
                "rival": rival,
                "deals": given.deals,
                "first": given.first,
                "seconds": given.seconds,
                "ahead": round(mean, 4),
                "interval": round(half, 4),
            }
            if given.json:
                print(json.dumps(row), flush=True)
            else:
                print(
                    f"{game.name:16} {seats} seats  {given.entrant} - {rival:9} {mean:+.3f} +- {half:.3f}"
                    f"  ({given.deals} deals)",
                    flush=True,
                )


if __name__ == "__main__":
    main()

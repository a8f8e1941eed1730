"""What numbers of players that stand in the code by themselves are worth: each halved, and doubled, in whole games.

    python -m benchmarks.constants --list
    python -m benchmarks.constants enigma --games 20                  # every number of its players
    python -m benchmarks.constants decrypto --games 40 --only advice.RISK

Numbers in capitals of a game's rooms `ROOMS` (``advice.race.GAIN``) were set by hand, where nothing beside them says
otherwise; what is below `GUARD` only keeps a sum or a share from nought, and is left out. The seats that have other
numbers are played by a second process, whose modules are imported with the number changed in their source: so
defaults, tables and caches made of it change as well. The other seats, if the game has rivals, are as always. What is
said is the difference from the same deal with all numbers as they are, in pairs; a number below 1 stays below 1 where
it is doubled.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, TracebackType
from typing import Any, Self

import deduce
from deduce.arena.statistics import mean_of
from deduce.games.base import CHANCE

ROOMS = ("advice", "belief", "knowledge", "players")
GUARD = 0.0005
MODELS = Path(__file__).parents[1] / "models" / "deduce_models"


def assigned(tree: ast.Module) -> Iterator[tuple[str, ast.Constant]]:
    """Names in capitals of a module with the float that each is."""
    for line in tree.body:
        if isinstance(line, (ast.Assign, ast.AnnAssign)) and isinstance(line.value, ast.Constant):
            (target,) = line.targets if isinstance(line, ast.Assign) else (line.target,)
            if isinstance(target, ast.Name) and target.id.isupper() and type(line.value.value) is float:
                yield target.id, line.value


def numbers_of(game: str) -> dict[str, float]:
    """The numbers of a game's players, as ``room.module.NAME``."""
    found = {}
    for room in ROOMS:
        for file in sorted((MODELS / game / room).rglob("*.py")):
            where = ".".join(file.relative_to(MODELS / game).with_suffix("").parts).removesuffix(
                ".__init__"
            )
            for name, constant in assigned(ast.parse(file.read_text(encoding="utf-8"))):
                found[f"{where}.{name}"] = float(constant.value)  # type: ignore[arg-type]
    return {name: value for name, value in found.items() if abs(value) >= GUARD}


class _Changed(SourceFileLoader):
    """Loads a module with other numbers in place of its own."""

    numbers: Mapping[str, float]

    def get_code(self, fullname: str) -> CodeType:
        """Compiled anew, and kept nowhere."""
        tree = ast.parse(self.get_data(self.path))
        for name, constant in assigned(tree):
            constant.value = self.numbers.get(name, constant.value)
        return compile(tree, self.path, "exec", dont_inherit=True)


@dataclass
class Changing(MetaPathFinder):
    """Finds the modules of a game in which numbers change."""

    game: str
    numbers: Mapping[str, float]

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """As always, with another loader where a number of the module changes."""
        begin = f"deduce_models.{self.game}."
        own = {
            name.rpartition(".")[2]: value
            for name, value in self.numbers.items()
            if begin + name.rpartition(".")[0] == fullname
        }
        spec = PathFinder.find_spec(fullname, path) if own else None
        if spec is not None and spec.origin is not None:
            loader = _Changed(fullname, spec.origin)
            loader.numbers = own
            spec.loader = loader
        return spec


@dataclass(frozen=True)
class Played:
    """How a game's numbers are tried.

    Attributes:
        players: How many play a deal.
        player: Whose numbers they are.
        ours: The seats that have other numbers in a deal.
        score: What a finished deal comes to for them.
        unit: What a score counts.
        options: The options of a deal.
    """

    players: int
    player: str
    ours: Callable[[int], frozenset[int]]
    score: Callable[[Any, frozenset[int]], float]
    unit: str
    options: Callable[[int], Mapping[str, Any]] = lambda _: {}


def _first(state: Any, ours: frozenset[int]) -> float:
    return float(state.scores[min(ours) - 1])


def _margin(state: Any, ours: frozenset[int]) -> float:
    mine = state.scores[min(ours) - 1]
    return float(mine - max(score for seat, score in enumerate(state.scores, 1) if seat not in ours))


def _named(state: Any, _: frozenset[int]) -> float:
    made = [guess for row in state.guesses for guess in row]
    right = sum(state.codes[guess.seat - 1] >> guess.item & 1 for guess in made)
    return float(right / len(made) - len(state.row) / 100)


def _tokens(state: Any, ours: frozenset[int]) -> float:
    team = state.setup.team(min(ours))
    return float(
        sum(
            -(half.intercepted + half.missed) if half.team == team else half.intercepted
            for half in state.past
        )
    )


GAMES = {
    "decrypto": Played(
        4,
        "aware",
        lambda deal: frozenset((1, 2) if deal % 2 else (3, 4)),
        _tokens,
        "interceptions made, less codes intercepted or missed, of one team of two",
    ),
    "enigma": Played(
        3, "belief", lambda deal: frozenset((deal % 3 + 1,)), _first, "games won by a seat of three"
    ),
    "entracte": Played(
        3, "advised", lambda _: frozenset((1, 2, 3)), _named, "the share of codes named rightly, less a hundredth a card",
        lambda deal: ({}, {"convention": True}, {"mode": "competitive"})[deal % 3],
    ),
    "initiative": Played(
        2, "planner", lambda _: frozenset((1, 2)), _first, "missions won by two together",
        lambda deal: {"mission": f"hard:{deal}"},
    ),
    "shakespeare": Played(
        2, "planner", lambda deal: frozenset((deal % 2 + 1,)), _margin, "prestige ahead of a rival"
    ),
}  # fmt: skip
"""The games by name."""


class Other:
    """A second process that chooses for seats with other numbers."""

    def __init__(self, game: str, numbers: Mapping[str, float]) -> None:
        told = [sys.executable, "-m", "benchmarks.constants", game, "--serve", json.dumps(dict(numbers))]
        self._process = subprocess.Popen(told, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self._process.stdin.close()  # type: ignore[union-attr]
        self._process.wait()

    def begin(self, deal: int) -> None:
        """A new deal."""
        self._tell(begin=deal)

    def play(self, move: str) -> None:
        """A move was made."""
        self._tell(play=move)

    def choose(self, seat: int) -> str:
        """The move that it chooses."""
        self._tell(choose=seat)
        return str(json.loads(self._process.stdout.readline())["move"])  # type: ignore[union-attr]

    def _tell(self, **said: Any) -> None:
        self._process.stdin.write(json.dumps(said) + "\n")  # type: ignore[union-attr]
        self._process.stdin.flush()  # type: ignore[union-attr]


def serve(name: str, numbers: Mapping[str, float]) -> None:
    """Choose moves as they are asked for on the standard input, by players that have these numbers."""
    sys.meta_path.insert(0, Changing(name, numbers))
    game, how = deduce.game(name), GAMES[name]
    state: Any = None
    player, rng = game.players[how.player](), random.Random(0)
    for line in sys.stdin:
        said = json.loads(line)
        if "begin" in said:
            state = game.new(players=how.players, **how.options(said["begin"]))
            player, rng = game.players[how.player](), random.Random(said["begin"])
        elif "play" in said:
            state = state.play(game.parse(said["play"], state))
        else:
            move = player.choose(state.view(said["choose"]), rng)
            print(json.dumps({"move": str(move)}), flush=True)


def score(name: str, other: Other, deal: int) -> float:
    """What a deal comes to for the seats whose moves the other process chooses."""
    game, how = deduce.game(name), GAMES[name]
    ours, chance, rng = how.ours(deal), random.Random(f"chance {deal}"), random.Random(f"rivals {deal}")
    state: Any = game.new(players=how.players, **how.options(deal))
    player = game.players[how.player]()
    other.begin(deal)
    while state.actor is not None:
        if state.actor is CHANCE:
            move = state.draw(chance)
        elif state.actor in ours:
            move = game.parse(other.choose(state.actor), state)
        else:
            move = player.choose(state.view(state.actor), rng)
        other.play(str(move))
        state = state.play(move)
    return how.score(state, ours)


def alone(name: str, deals: Sequence[int], only: str = "") -> Iterator[str]:
    """For each number a line: what the score gains where it alone is half, and twice, what it is."""
    with Other(name, {}) as usual:
        before = [score(name, usual, deal) for deal in deals]
    for number, value in numbers_of(name).items():
        if not number.startswith(only):
            continue
        cells = []
        for factor in (0.5, 2.0):
            changed = factor * value
            changed = min(changed, (1 + value) / 2) if 0 < value < 1 else changed
            with Other(name, {number: changed}) as other:
                gains = [score(name, other, deal) - old for deal, old in zip(deals, before, strict=True)]
            gain = mean_of(gains)
            cells.append(f"{changed:<6.3g} {gain.value:+.2f} +- {gain.error:.2f}")
        yield f"{number:<40} {value:<7.4g} {'   '.join(cells)}"


def main(given: Sequence[str] | None = None) -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", choices=sorted(GAMES))
    parser.add_argument("--games", type=int, default=12, help="deals, each played with every number")
    parser.add_argument("--first", type=int, default=910_000, help="the seed of the first deal")
    parser.add_argument("--only", default="", help="numbers whose names begin so")
    parser.add_argument("--list", action="store_true", help="the numbers there are, and what is played")
    parser.add_argument("--serve", default=None, help=argparse.SUPPRESS)
    chosen = parser.parse_args(given)
    if chosen.serve is not None:
        serve(chosen.game, json.loads(chosen.serve))
        return
    if chosen.list or chosen.game is None:
        for name in [chosen.game] if chosen.game else sorted(GAMES):
            print(f"{name}, by {GAMES[name].player}: {GAMES[name].unit}")
            for number, value in numbers_of(name).items():
                print(f"  {number:<40} {value:g}")
        return
    if chosen.games < 2:
        parser.error("--games: at least 2")
    deals = range(chosen.first, chosen.first + chosen.games)
    print(f"{chosen.game}: gain in {GAMES[chosen.game].unit}, {chosen.games} deals from {chosen.first}")
    for line in alone(chosen.game, deals, chosen.only):
        print(line, flush=True)


if __name__ == "__main__":
    main()

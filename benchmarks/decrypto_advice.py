"""Is Decrypto's advice as strong as its best player, and are its chances true? ``python -m benchmarks.decrypto_advice``.

Four players. One team does at every decision what `deduce advise RECORD` prints first for the notes of the seat to move
(all three clues at once, as at the table); the other is played by `aware`, the strongest player, or by `naive`. The same
keywords and codes are then played by `aware` in the follower's place: told are both shares of wins and the paired
difference, with 95 % intervals. Deals begin at seed `FIRST`, which no tuning has used; the sides alternate.

Beside that, what was said and how often it happened: that the own team would decode the clues and that the rivals would
intercept them (the Encryptor's chances for the clues he gave), and the chance that whoever reads a code gives the guess
he writes down. Several turns of one game belong together: intervals are over games.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from deduce.arena.statistics import mean_of, share_of
from deduce.games.base import CHANCE, Player
from deduce.records.record import read_record
from deduce.rulebook import State
from deduce.rulebook.sheet_forms import write_sheet
from deduce_models.decrypto import GAME
from deduce_models.decrypto.players.named import Aware, Naive
from deduce_models.decrypto.rules.moves import Clue, DecryptoMove, Guess, read_code
from deduce_models.decrypto.rules.setup import TEAMS, Half
from deduce_models.decrypto.rules.views import names_left

FIRST = 4_000_000

Said = tuple[str, int, float, bool]
"""About what, in which game, the chance that was told, and whether it happened."""


class Follower:
    """Does what the answer to a record names first, and keeps what was said of it."""

    def __init__(self) -> None:
        self.written: list[str] = []
        self.said: dict[tuple[int, int, str], float] = {}

    def choose(self, view: Any, rng: random.Random) -> DecryptoMove:
        """The next clue of the first triple, the first code or the first name that is legal."""
        if view.phase == "clue" and self.written:
            return Clue(self.written.pop(0))
        notes = write_sheet(view).replace("seat:", "audience: players\nseat:", 1)
        told = GAME.advise_record(read_record(notes)).data
        if view.phase == "clue":
            best = told["clues"][0]
            team = view.team or 0
            self.said[view.round, team, "own team decodes"] = best["decode"]
            if view.round >= view.setup.rules.interception_from:
                self.said[view.round, team, "rivals intercept"] = best["intercept"]
            self.written = list(best["clues"])
            return Clue(self.written.pop(0))
        if view.phase == "name":
            ranked = told["names"][len(view.names)]
            left = names_left(view.setup, view.own, view.names)
            legal = {move.word: move for move in left}
            return next((legal[word] for word in ranked if word in legal), left[0])
        code, chance = next(iter(told["advice"][TEAMS[view.turn]]["codes"].items()))
        about = "guess at own code" if view.turn == view.team else "guess at rivals' code"
        self.said[view.round, view.turn, about] = chance
        return Guess(read_code(code))

    def happened(self, game: int, past: tuple[Half, ...]) -> list[Said]:
        """What was said against what the game shows."""
        halves = {(half.round, half.team): half for half in past}
        right: dict[str, Callable[[Half], bool]] = {
            "own team decodes": lambda half: not half.missed,
            "rivals intercept": lambda half: half.intercepted,
            "guess at own code": lambda half: not half.missed,
            "guess at rivals' code": lambda half: half.intercepted,
        }
        return [
            (about, game, chance, right[about](halves[number, team]))
            for (number, team, about), chance in self.said.items()
            if (number, team) in halves
        ]


def play(seed: int, white: Player, black: Player) -> State:
    """One game of four; keywords and codes by the seed alone."""
    chance, rng = random.Random(seed), random.Random(seed)
    state: State = GAME.new(players=4)
    while state.actor is not None:
        if state.actor is CHANCE:
            state = state.play(state.draw(chance))
        else:
            player = (white, black)[state.setup.team(int(state.actor)) or 0]
            state = state.play(player.choose(state.view(int(state.actor)), rng))
    return state


def against(rival: str, games: range) -> list[Said]:
    """Print the follower's row, and `aware`'s in its place; what was said."""
    said: list[Said] = []
    won: dict[str, list[float]] = {"advice": [], "aware": []}
    rounds = 0
    for seed in games:
        side = seed % 2
        for name in won:
            follower = Follower() if name == "advice" else None
            mine = follower or Aware()
            other = Aware() if rival == "aware" else Naive()
            end = play(seed, *((mine, other) if side == 0 else (other, mine)))
            won[name].append((end.scores or ())[side])
            if follower is not None:
                said += follower.happened(seed, end.past)
                rounds += end.round
    count = len(games)
    gain = mean_of(a - b for a, b in zip(won["advice"], won["aware"], strict=True))
    apart = sum(a != b for a, b in zip(won["advice"], won["aware"], strict=True))
    print(
        f"| {rival} | {share_of(sum(won['advice']), count)} | {share_of(sum(won['aware']), count)} "
        f"| {gain.value:+.1%} +- {1.96 * gain.error:.1%} | {apart} of {count} | {rounds / count:.1f} |",
        flush=True,
    )
    return said


def calibration(said: list[Said], bins: int) -> None:
    """Print said against happened for every kind of chance."""
    rows: dict[tuple[str, int], list[Said]] = defaultdict(list)
    for each in said:
        rows[each[0], min(bins - 1, int(each[2] * bins))].append(each)
    print(
        "| chance | said | mean said | happened | difference | turns | games |\n|---|---|---|---|---|---|---|"
    )
    for (about, place), inside in sorted(rows.items()):
        told = sum(chance for _, _, chance, _ in inside) / len(inside)
        was = sum(happened for *_, happened in inside) / len(inside)
        by_game: dict[int, float] = defaultdict(float)
        for _, game, chance, happened in inside:
            by_game[game] += happened - chance - (was - told)
        error = sum(total**2 for total in by_game.values()) ** 0.5 / len(inside)
        edges = f"{place / bins:.0%} to {(place + 1) / bins:.0%}"
        print(
            f"| {about} | {edges} | {told:.1%} | {was:.1%} | {was - told:+.1%} +- {1.96 * error:.1%} "
            f"| {len(inside)} | {len(by_game)} |"
        )


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=FIRST, help="the seed of the first deal")
    parser.add_argument("--rivals", nargs="+", default=["aware", "naive"], choices=("aware", "naive"))
    parser.add_argument("--bins", type=int, default=5)
    given = parser.parse_args()
    games = range(given.first, given.first + given.games)
    print("| against | follower wins | aware wins | difference, paired | ended otherwise | rounds |")
    print("|---|---|---|---|---|---|")
    said = {rival: against(rival, games) for rival in given.rivals}
    for rival, told in said.items():
        print(f"\nsaid and happened, against {rival}:")
        calibration(told, given.bins)


if __name__ == "__main__":
    main()

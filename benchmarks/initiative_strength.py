"""The Initiative: planner against greedy and random over generated missions, and how fast answers emerge.

Every team plays the same missions with the same shuffles (paired), by the words of ``--lexicon``. For each difficulty and
team, by number of players, by language and together: wins with the 95 % Wilson interval, turns a mission, share lost to
time, seconds a mission; then the planner's paired gain over greedy. ``--each`` prints a line a mission as it ends, so
that a run ended early is worth something. ``--curve`` instead opens the
glyphs of generated missions one by one, the most telling first, and prints the true answer's mean rank and
posterior by share of opened glyphs, and the share needed until the lexicon leaves one answer.

    python benchmarks/initiative_strength.py --games 500 --lexicon wordfreq
    python benchmarks/initiative_strength.py --curve --games 200
"""

from __future__ import annotations

import argparse
import math
import random
import time
from dataclasses import dataclass, field

from deduce.arena.statistics import mean_of
from deduce.ciphers.decipher import decipher
from deduce.games.base import CHANCE, Player
from deduce.rulebook import State
from deduce.vocabulary.lexicons import LEXICONS, choose
from deduce_models.initiative import GAME
from deduce_models.initiative.missions.generator import LEVELS, generate
from deduce_models.initiative.missions.uniqueness import is_unique, shown_windows


@dataclass
class Tally:
    """Results of one team."""

    won: list[bool] = field(default_factory=list)
    turns: int = 0
    late: int = 0
    seconds: float = 0.0

    def add(self, state: State, seconds: float) -> None:
        """One mission more."""
        self.won.append(state.result > 0)
        self.turns += state.turns
        self.late += state.cause == "time ran out"
        self.seconds += seconds

    def __str__(self) -> str:
        n, wins = len(self.won), sum(self.won)
        low, high = wilson(wins, n)
        return (
            f"{wins:>4} of {n:<4} {wins / n:6.1%} [{low:.1%}, {high:.1%}]  turns {self.turns / n:5.1f}"
            f"  lost to time {self.late / n:6.1%}  {self.seconds / n:.2f} s"
        )


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a rate."""
    z = 1.96
    middle = (hits + z * z / 2) / (n + z * z)
    half = z / (n + z * z) * math.sqrt(hits * (n - hits) / n + z * z / 4)
    return middle - half, middle + half


def mission_played(player: Player, mission: str, players: int, seed: int, lexicon: str) -> State:
    """One mission by a team of equal players; chance is the same for every team as far as it can be."""
    state = GAME.new(players=players, mission=mission, seed=seed, lexicon=lexicon)
    chance, own = random.Random(f"{seed} chance"), random.Random(f"{seed} own")
    while state.actor is not None:
        actor = state.actor
        move = state.draw(chance) if actor is CHANCE else player.choose(state.view(actor), own)
        state = state.play(move)
    return state


def strength(levels: list[str], numbers: range, teams: list[str], lexicon: str, *, each: bool) -> None:
    """Print the table."""
    for level in levels:
        tallies: dict[tuple[str, str], Tally] = {}
        for number in numbers:
            players = 1 + number % 4
            language = generate(level, number).front.language
            for team in teams:
                start = time.process_time()
                state = mission_played(GAME.players[team](), f"{level}:{number}", players, number, lexicon)
                seconds = time.process_time() - start
                for group in (f"{players} players", language, "together"):
                    tallies.setdefault((team, group), Tally()).add(state, seconds)
                if each:
                    print(
                        f"{level}:{number} {team} {players} {language} {state.cause} {seconds:.2f} s",
                        flush=True,
                    )
        for (team, group), tally in sorted(tallies.items()):
            print(f"{level:<7} {team:<8} {group:<9}  {tally}", flush=True)
        if {"planner", "greedy"} <= set(teams):
            ours, theirs = tallies["planner", "together"].won, tallies["greedy", "together"].won
            gain = mean_of(int(a) - int(b) for a, b in zip(ours, theirs, strict=True))
            print(
                f"{level:<7} planner - greedy, paired: {gain.value:+.1%} +- {1.96 * gain.error:.1%}\n",
                flush=True,
            )


def curve(levels: list[str], games: int, first: int, name: str) -> None:
    """Print rank and posterior of the true answer by share of opened glyphs."""
    marks = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
    for level in levels:
        rows: dict[float, list[tuple[float, float]]] = {mark: [] for mark in marks}
        needed = []
        for number in range(first, first + games):
            mission = generate(level, number)
            lexicon = choose(name, mission.front.language, mission.front.alphabet)
            glyphs = mission.front.glyphs
            opened: list[str] = []
            sure = None
            trail = []
            while True:
                found = decipher(mission.front, shown_windows(mission, opened), lexicon, top=50)
                texts = [guess.text for guess in found.answers]
                rank = texts.index(mission.answer) + 1 if mission.answer in texts else 51
                share = found.answers[rank - 1].probability if rank <= len(texts) else 0.0
                trail.append((float(rank), share))
                if sure is None and is_unique(mission, opened, lexicon):
                    sure = len(opened) / len(glyphs)
                if not found.worth:
                    break
                opened.append(max(found.worth, key=lambda glyph: (found.worth[glyph], glyph)))
            needed.append(sure if sure is not None else float("nan"))
            for mark in marks:
                rows[mark].append(trail[min(len(trail) - 1, round(mark * (len(trail) - 1)))])
        print(f"{level}: {games} missions")
        for mark in marks:
            ranks = sorted(rank for rank, _ in rows[mark])
            mean = sum(share for _, share in rows[mark]) / games
            first_ = sum(rank == 1 for rank in ranks) / games
            print(
                f"  {mark:4.0%} open: posterior {mean:.3f}, first {first_:6.1%}, median rank {ranks[games // 2]:.0f}"
            )
        known = sorted(share for share in needed if not math.isnan(share))
        print(
            f"  certain under the lexicon in {len(known)} of {games}; share of glyphs needed:"
            f" median {known[len(known) // 2]:.0%}, mean {sum(known) / len(known):.0%}\n",
            flush=True,
        )


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=40, help="missions a difficulty")
    parser.add_argument("--first", type=int, default=0, help="number of the first mission")
    parser.add_argument("--levels", nargs="+", default=list(LEVELS), choices=list(LEVELS))
    parser.add_argument(
        "--teams", nargs="+", default=["random", "greedy", "planner"], choices=list(GAME.players)
    )
    parser.add_argument("--lexicon", default="common", help=f"{', '.join(LEXICONS)}, or a .txt file")
    parser.add_argument("--each", action="store_true", help="a line a mission")
    parser.add_argument("--curve", action="store_true", help="deciphering instead of playing")
    options = parser.parse_args()
    if options.curve:
        curve(options.levels, options.games, options.first, options.lexicon)
    else:
        numbers = range(options.first, options.first + options.games)
        strength(options.levels, numbers, options.teams, options.lexicon, each=options.each)


if __name__ == "__main__":
    main()
